% Costas arrays of order n: the row of the dot in each column.
model([N], Rows) :-
	length(Rows, N), fd_domain(Rows, 1, N), fd_all_different(Rows),
	Steps is N - 2,
	steps(1, Steps, N, Rows).

steps(Step, Steps, _, _) :- Step > Steps, !.
steps(Step, Steps, N, Rows) :-
	length(Front, Step), append(Front, Later, Rows),
	differences(Rows, Later, N, Ds), fd_all_different(Ds),
	Next is Step + 1,
	steps(Next, Steps, N, Rows).

% Domains have no negative values: n is added to each difference.
differences(_, [], _, []).
differences([X|Xs], [Y|Ys], N, [D|Ds]) :- D + X #= Y + N, differences(Xs, Ys, N, Ds).
