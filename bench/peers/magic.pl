% Magic squares of order n, turned and mirrored ones counted.
model([N], Cells) :-
	Cells = [_|_], Size is N * N, length(Cells, Size),
	fd_domain(Cells, 1, Size), fd_all_different(Cells),
	Total is N * (Size + 1) // 2,
	findall(L, line(N, L), Lines),
	sums(Lines, Cells, Total).

% line(N, L): L are the positions, from 1, of a row, a column or a diagonal.
line(N, L) :- between(1, N, R), findall(P, (between(1, N, C), P is (R - 1) * N + C), L).
line(N, L) :- between(1, N, C), findall(P, (between(1, N, R), P is (R - 1) * N + C), L).
line(N, L) :- findall(P, (between(1, N, I), P is (I - 1) * N + I), L).
line(N, L) :- findall(P, (between(1, N, I), P is I * N - I + 1), L).

sums([], _, _).
sums([L|Ls], Cells, Total) :- sum(L, Cells, Sum), Sum #= Total, sums(Ls, Cells, Total).

sum([P], Cells, X) :- !, nth(P, Cells, X).
sum([P|Ps], Cells, X + Sum) :- nth(P, Cells, X), sum(Ps, Cells, Sum).
