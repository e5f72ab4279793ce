% Langford pairs: the place of the first copy of each number, the largest first.
model([N], Largest) :-
	length(First, N), Last is 2 * N,
	places(First, 1, Last, All),
	fd_all_different(All),
	reverse(First, Largest).

places([], _, _, []).
places([F|Fs], K, Last, [F, S|Ps]) :-
	Most is Last - K - 1,
	fd_domain(F, 1, Most), fd_domain(S, 1, Last),
	S #= F + K + 1,
	K1 is K + 1,
	places(Fs, K1, Last, Ps).
