% Prime-sum grid: different numbers out of 1..most, neighbours sum to a prime.
model([Rows, Cols, Most], Cells) :-
	Size is Rows * Cols, length(Cells, Size),
	fd_domain(Cells, 1, Most), fd_all_different(Cells),
	findall([A, B], (between(1, Most, A), between(1, Most, B), A =\= B, S is A + B, prime(S)), Pairs),
	findall(P-Q, neighbours(Rows, Cols, P, Q), Ns),
	related(Ns, Cells, Pairs).

% neighbours(Rows, Cols, P, Q): positions, from 1, of a cell and the next one.
neighbours(Rows, Cols, P, Q) :- between(1, Rows, R), between(2, Cols, C), Q is (R - 1) * Cols + C, P is Q - 1.
neighbours(Rows, Cols, P, Q) :- between(2, Rows, R), between(1, Cols, C), Q is (R - 1) * Cols + C, P is Q - Cols.

related([], _, _).
related([P-Q|Ns], Cells, Pairs) :- nth(P, Cells, X), nth(Q, Cells, Y), fd_relation(Pairs, [X, Y]), related(Ns, Cells, Pairs).

prime(2).
prime(S) :- S > 2, S mod 2 =:= 1, \+ (between(3, S, D), D * D =< S, S mod D =:= 0).
