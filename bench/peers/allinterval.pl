% All-interval series of 0..n-1.
model([N], Xs) :-
	length(Xs, N), Last is N - 1,
	fd_domain(Xs, 0, Last), fd_all_different(Xs),
	distances(Xs, Ds),
	fd_domain(Ds, 1, Last), fd_all_different(Ds).

distances([_], []).
distances([X, Y|Xs], [D|Ds]) :- D #= dist(X, Y), distances([Y|Xs], Ds).
