% Two puzzles in the form of CSPLib's problem 14, with one answer each.
% Layout is free.
problem(1, [2:1,1:2], [2,0,2], [2,1,1], [l@[1,1]]).

problem(two, [3:1, 1:1],
	[1,1,1,1],	% rows
	[0,3,0,1],
	[t@[1,2]]).
