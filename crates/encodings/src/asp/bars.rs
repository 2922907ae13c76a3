//! The logic program of barred grids: a choice of bars, then the rules.

use std::io::{self, Write};

use gridcheck_core::constraint::{Mean, Measure, RoundedConstraint};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords};

use super::{image, last_row, name_of, write_bound, write_head};

/// The words and their letters. They are the same for all sizes and rule sets.
const WORDS: &str = "
% All squares are white. A bar is between two neighbours, the left or upper one first.
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
unchecked_at(D,L,P) :- at(D,L,P,S), not checked(S).

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
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        problem.rules().on_words();
    // A rule set for bars requires nothing of black squares.
    let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
    let RulesOnGrid { edges: _, connected, symmetry: _ } = problem.rules().on_grid();
    write_head(problem, out)?;
    out.write_all(WORDS.as_bytes())?;
    writeln!(out, "\n% Words have at least {min_word} letters.\n:- word(_,_,A,B), B-A+1 < {min_word}.")?;
    if let Limit::AtMost(most) = max_word {
        writeln!(out, "\n% Words have at most {most} letters.\n:- word(_,_,A,B), B-A+1 > {most}.")?;
    }
    if !single_cells {
        writeln!(out, "\n% No run of one square.\n:- unchecked_at(_,_,_).")?;
    }
    write_checking(checking, out)?;
    if let Limit::AtMost(most) = max_unchecked_run {
        writeln!(out, "\n% At most {most} adjacent unchecked letters inside a word.")?;
        writeln!(out, ":- word(D,L,A,B), P = A..B-{most}, unchecked_at(D,L,Q) : Q = P..P+{most}.")?;
    }
    if let Limit::AtMost(most) = max_unchecked_run_at_ends {
        writeln!(out, "\n% At most {most} at its start and at its end.")?;
        writeln!(out, ":- word(D,L,A,B), B-A >= {most}, unchecked_at(D,L,Q) : Q = A..A+{most}.")?;
        writeln!(out, ":- word(D,L,A,B), B-A >= {most}, unchecked_at(D,L,Q) : Q = B-{most}..B.")?;
    }
    write_symmetry(problem, out)?;
    if connected {
        out.write_all(REACH.as_bytes())?;
    }
    write_givens(problem, out)?;
    write_constraints(problem, out)?;
    writeln!(out, "\n#show bar/2.")
}

/// Writes the rule for the number of unchecked letters of a word.
fn write_checking(checking: Checking, out: &mut impl Write) -> io::Result<()> {
    let count = "#count { P : unchecked_at(D,L,P), A <= P, P <= B }";
    match checking {
        Checking::All => writeln!(out, "\n% Every letter is checked.\n:- unchecked_at(_,_,_)."),
        Checking::CeilHalf => {
            writeln!(out, "\n% Half of a word's letters are unchecked, rounded down.")?;
            writeln!(out, ":- word(D,L,A,B), not {count} = (B-A+1)/2.")
        }
        Checking::EitherHalf => {
            writeln!(out, "\n% Half of a word's letters are unchecked, rounded up or down.")?;
            writeln!(out, ":- word(D,L,A,B), not (B-A+1)/2 <= {count} <= (B-A+2)/2.")
        }
        Checking::AtLeastHalf => {
            writeln!(out, "\n% At most half of a word's letters are unchecked.")?;
            writeln!(out, ":- word(D,L,A,B), not {count} <= (B-A+1)/2.")
        }
        Checking::Any => Ok(()),
        Checking::ByLength(table) => {
            writeln!(out, "\n% The unchecked letters of a word by its length: unchecked_letters(LENGTH,LEAST,MOST).")?;
            for (length, range) in (2..=MAX_SIZE).filter_map(|length| Some((length, table.unchecked(length)?))) {
                writeln!(out, "unchecked_letters({length},{},{}).", range.start(), range.end())?;
            }
            writeln!(out, ":- word(D,L,A,B), not unchecked_letters(B-A+1,_,_).")?;
            writeln!(out, ":- word(D,L,A,B), unchecked_letters(B-A+1,X,Y), not X <= {count} <= Y.")
        }
    }
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
        let Some([right, below]) = problem.givens().bars_of(r, c) else { continue };
        let (row, column) = (r + 1, c + 1);
        let not = |is_bar| if is_bar { "not " } else { "" };
        if column < problem.width() {
            writeln!(out, ":- {}bar(({row},{column}),({row},{})).", not(right), column + 1)?;
        }
        if row < problem.height() {
            writeln!(out, ":- {}bar(({row},{column}),({},{column})).", not(below), row + 1)?;
        }
    }
    Ok(())
}

/// Writes each constraint as a bound on a sum.
fn write_constraints(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    for (constraint, rounded) in problem.constraints().iter().zip(problem.rounded_constraints()) {
        writeln!(out, "\n% Constraint: {constraint}.")?;
        match *rounded {
            RoundedConstraint::Measure(measure, range) => write_bound(&elements(problem, measure), range, out)?,
            RoundedConstraint::EachLength { lengths, range } => {
                for length in lengths.iter() {
                    write_bound(&elements(problem, Measure::Length(length)), range, out)?;
                }
            }
            RoundedConstraint::BlacksPerRow(range) => write_bound(&elements(problem, Measure::Blacks), range, out)?,
            // The callers decline it.
            RoundedConstraint::Black(..) => {}
            RoundedConstraint::Lengths(range) => write_bound("#count { B-A : word(_,_,A,B) }", range, out)?,
            RoundedConstraint::MeanLength { least, most } => {
                let beyond =
                    |Mean { letters, words }| format!("#sum {{ {words}*(B-A+1)-{letters},D,L,A : word(D,L,A,B) }}");
                if let Some(least) = least {
                    writeln!(out, ":- {} < 0.", beyond(least))?;
                }
                if let Some(most) = most {
                    writeln!(out, ":- {} > 0.", beyond(most))?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the aggregate that counts a measure, or its number if all grids have the same.
fn elements(problem: &Problem, measure: Measure) -> String {
    match measure {
        Measure::Letters => problem.size().squares().to_string(),
        Measure::Blacks => "0".to_owned(),
        Measure::Words => "#count { D,L,A : word(D,L,A,_) }".to_owned(),
        Measure::Checked => "#count { S : checked(S) }".to_owned(),
        Measure::Unchecked => "#count { S : square(S), not checked(S) }".to_owned(),
        Measure::Length(letters) => format!("#count {{ D,L,A : word(D,L,A,A+{}) }}", letters - 1),
    }
}
