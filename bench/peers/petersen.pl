% Graceful labellings of the Petersen graph: different labels out of 0..15, the
% distances along the edges different. Nodes 0..4 are a ring, 5..9 a star.
model([], Labels) :-
	length(Labels, 10), fd_domain(Labels, 0, 15), fd_all_different(Labels),
	findall(A-B, edge(A, B), Es),
	distances(Es, Labels, Ds),
	fd_domain(Ds, 1, 15), fd_all_different(Ds).

edge(A, B) :- between(0, 4, I), (A = I, B is (I + 1) mod 5 ; A = I, B is I + 5 ; A is I + 5, B is (I + 2) mod 5 + 5).

distances([], _, []).
distances([A-B|Es], Labels, [D|Ds]) :-
	P is A + 1, Q is B + 1, nth(P, Labels, X), nth(Q, Labels, Y),
	D #= dist(X, Y),
	distances(Es, Labels, Ds).
