% n queens: the row of the queen in each column.
model([N], Rows) :- length(Rows, N), fd_domain(Rows, 1, N), safe(Rows).

safe([]).
safe([R|Rs]) :- unattacked(R, Rs, 1), safe(Rs).

unattacked(_, [], _).
unattacked(R, [S|Ss], D) :- R #\= S, R #\= S + D, R #\= S - D, D1 is D + 1, unattacked(R, Ss, D1).
