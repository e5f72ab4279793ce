% The program around each GNU Prolog model: the model's file has
% model(Parameters, Variables), which posts the constraints. All answers are
% counted, fewest values first, smallest value first. Compiled with a model by
%   gplc --no-top-level -o PROGRAM count.pl MODEL.pl
:- initialization(main).

main :-
	argument_list(Atoms),
	numbers(Atoms, Params),
	g_assign(answers, 0),
	( model(Params, Vars), fd_labeling(Vars, [variable_method(ff)]), g_inc(answers), fail ; true ),
	g_read(answers, N),
	write(N), nl,
	halt.

numbers([], []).
numbers([A|As], [N|Ns]) :- number_atom(N, A), numbers(As, Ns).
