// rust_sudoku FILE: solves the grids of a file, one a line of 81 characters, with
// the crate sudoku (github.com/Emerentius/sudoku), up to two answers each, and
// prints how many have none, one, and more.
use std::{env, fs, process};
use sudoku::Sudoku;

fn main() {
    let args: Vec<String> = env::args().collect();
    if args.len() != 2 {
        eprintln!("usage: rust_sudoku FILE");
        process::exit(2);
    }
    let text = fs::read_to_string(&args[1]).unwrap_or_else(|e| fail(&args[1], e));
    let mut found = [0usize; 3];
    for line in text.lines() {
        let grid = Sudoku::from_str_line(line).unwrap_or_else(|e| fail(line, e));
        found[grid.solutions_count_up_to(2).min(2)] += 1;
    }
    println!("{} none, {} one, {} more", found[0], found[1], found[2]);
}

fn fail<T>(what: &str, e: impl std::fmt::Display) -> T {
    eprintln!("rust_sudoku: {what}: {e}");
    process::exit(1)
}
