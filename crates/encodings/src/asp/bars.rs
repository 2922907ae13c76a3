//! The logic program of barred grids: a choice of bars, then the rules.

use std::io::{self, Write};

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, RulesOnLines};

use super::{image, last_row, name_of, write_constraints, write_head, write_words};

/// The words and their letters. They are the same for all sizes and rule sets.
const WORDS: &str = "
% All squares are white.
white(S) :- square(S).

% A bar is between two neighbours, the left or upper one first.
neighbours((R,C),(R,C+1)) :- square((R,C)), square((R,C+1)).
neighbours((R,C),(R+1,C)) :- square((R,C)), square((R+1,C)).
{ bar(S,T) : neighbours(S,T) }.

% at(D,L,P,S): S is the square at place P of line L in direction D. joined_at(D,L,P): there is no bar between it and the next one.
at(across,R,C,(R,C)) :- square((R,C)).
at(down,C,R,(R,C)) :- square((R,C)).
joined_at(D,L,P) :- at(D,L,P,S), at(D,L,P+1,T), not bar(S,T).

% A run from A to B, as far as B; a word is a whole run of two squares or more.
run(D,L,A,A) :- at(D,L,A,_), not joined_at(D,L,A-1).
run(D,L,A,B+1) :- run(D,L,A,B), joined_at(D,L,B).
word(D,L,A,B) :- run(D,L,A,B), A < B, not joined_at(D,L,B).
letter(D,S) :- word(D,L,A,B), at(D,L,A..B,S).
checked(S) :- letter(across,S), letter(down,S).
checked_at(D,L,P) :- at(D,L,P,S), checked(S).

% Every square is in a word.
:- square(S), not letter(across,S), not letter(down,S).
";

/// The squares that can be reached from the first one.
const REACH: &str = "
% All squares hang together: each is reached from the first one without a step across a bar.
step(S,T) :- neighbours(S,T), not bar(S,T).
step(T,S) :- neighbours(S,T), not bar(S,T).
reached((1,1)).
reached(T) :- reached(S), step(S,T).
:- square(S), not reached(S).
";

/// Writes the program.
pub(super) fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    // A rule set for bars requires nothing of black squares.
    let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
    let RulesOnGrid { edges: _, connected, symmetry: _ } = problem.rules().on_grid();
    write_head(problem, out)?;
    out.write_all(WORDS.as_bytes())?;
    write_words(problem, "not joined_at(D,L,A)", out)?;
    write_symmetry(problem, out)?;
    if connected {
        out.write_all(REACH.as_bytes())?;
    }
    write_givens(problem, out)?;
    write_constraints(problem, out)?;
    writeln!(out, "\n#show bar/2.")
}

/// Writes one constraint for each element of the group.
fn write_symmetry(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let group = problem.symmetry().group();
    if group.len() > 1 {
        writeln!(out, "\n% The squares at both sides of a bar, in any order.")?;
        writeln!(out, "sides(S,T) :- bar(S,T).\nsides(T,S) :- bar(S,T).")?;
    }
    for &transform in group {
        let Some(name) = name_of(transform) else { continue };
        let last_row = last_row(problem);
        let [one, other] = [["R", "C"], ["P", "Q"]].map(|square| image(transform, square, last_row).join(","));
        writeln!(out, "\n% Unchanged under {name}.")?;
        writeln!(out, ":- sides((R,C),(P,Q)), not sides(({one}),({other})).")?;
    }
    Ok(())
}

/// Writes the bars at the right of each given square and below it.
fn write_givens(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    if problem.givens().is_empty() {
        return Ok(());
    }
    writeln!(out, "\n% The given bars, and edges without a bar.")?;
    for (r, c) in problem.size().positions() {
        let [right, below] = problem.givens().bars_of(r, c);
        let (row, column) = (r + 1, c + 1);
        let not = |is_bar| if is_bar { "not " } else { "" };
        if let Some(is_bar) = right.filter(|_| column < problem.width()) {
            writeln!(out, ":- {}bar(({row},{column}),({row},{})).", not(is_bar), column + 1)?;
        }
        if let Some(is_bar) = below.filter(|_| row < problem.height()) {
            writeln!(out, ":- {}bar(({row},{column}),({},{column})).", not(is_bar), row + 1)?;
        }
    }
    Ok(())
}
