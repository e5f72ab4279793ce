% Prime-sum grid: different numbers out of 1..most, neighbours sum to a prime.
% (fd_relation over the pairs loses answers in GNU Prolog 1.4.5 where most is 22
% and more, and takes twice as long.)
model([Rows, Cols, Most], Cells) :-
	Size is Rows * Cols, length(Cells, Size),
	fd_domain(Cells, 1, Most), fd_all_different(Cells),
	Largest is 2 * Most,
	findall(S, (between(2, Largest, S), prime(S)), Primes),
	findall(P-Q, neighbours(Rows, Cols, P, Q), Ns),
	sums(Ns, Cells, Primes).

% neighbours(Rows, Cols, P, Q): positions, from 1, of a cell and the next one.
neighbours(Rows, Cols, P, Q) :- between(1, Rows, R), between(2, Cols, C), Q is (R - 1) * Cols + C, P is Q - 1.
neighbours(Rows, Cols, P, Q) :- between(2, Rows, R), between(1, Cols, C), Q is (R - 1) * Cols + C, P is Q - Cols.

sums([], _, _).
sums([P-Q|Ns], Cells, Primes) :-
	nth(P, Cells, X), nth(Q, Cells, Y),
	fd_domain(S, Primes), X + Y #= S,
	sums(Ns, Cells, Primes).

prime(2).
prime(S) :- S > 2, S mod 2 =:= 1, \+ (between(3, S, D), D * D =< S, S mod D =:= 0).
