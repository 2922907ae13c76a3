//! The problem as a logic program. Each grid is one stable model.
//!
//! The language is ASP-Core-2, which clingo and other solvers read (Gebser, Kaminski, Kaufmann and Schaub 2019).
//!
//! The program is written for readers: a choice of white squares, then the rules, a few lines each. The program chooses only `white`, and
//! derives everything else from it without recursion through negation. So each grid has one stable model. Connectivity is plain
//! reachability from the first white square. In barred grids it chooses only `bar` ([`bars`]).

mod bars;

use std::io::{self, Write};

use super::stated::heading;
use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::{MAX_SIZE, Transform};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, GridKind, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Symmetry};

/// The words and their letters. They are the same for all sizes and rule sets.
const WORDS: &str = "\
{ white(S) : square(S) }.
:- not white(S) : square(S).

% at(D,L,P,S): S is the square at place P of line L in direction D.
at(across,R,C,(R,C)) :- square((R,C)).
at(down,C,R,(R,C)) :- square((R,C)).
white_at(D,L,P) :- at(D,L,P,S), white(S).

% A run from A to B, as far as B; a word is a whole run of two squares or more.
run(D,L,A,A) :- white_at(D,L,A), not white_at(D,L,A-1).
run(D,L,A,B+1) :- run(D,L,A,B), white_at(D,L,B+1).
word(D,L,A,B) :- run(D,L,A,B), A < B, not white_at(D,L,B+1).
letter(D,S) :- word(D,L,A,B), at(D,L,A..B,S).
checked(S) :- letter(across,S), letter(down,S).
checked_at(D,L,P) :- at(D,L,P,S), checked(S).

% Every white square is in a word.
:- white(S), not letter(across,S), not letter(down,S).
";

/// The black squares that cheat: whether each line would have more words or fewer if the square were white.
const CHEATERS: &str = "\
beside(D,S) :- at(D,L,P,S), white_at(D,L,P-1).
beside(D,S) :- at(D,L,P,S), white_at(D,L,P+1).
before(D,S) :- at(D,L,P,S), white_at(D,L,P-1), white_at(D,L,P-2).
after(D,S) :- at(D,L,P,S), white_at(D,L,P+1), white_at(D,L,P+2).
more(D,S) :- beside(D,S), not before(D,S), not after(D,S).
fewer(D,S) :- before(D,S), after(D,S).
cheater(S) :- square(S), not white(S), #sum { 1,D : more(D,S); -1,D : fewer(D,S) } = 0.
";

/// The black squares with a black neighbour in their row and one in their column.
const ELBOWS: &str = "\
black_beside(D,S) :- at(D,L,P,S), at(D,L,P-1,T), not white(T).
black_beside(D,S) :- at(D,L,P,S), at(D,L,P+1,T), not white(T).
elbow(S) :- square(S), not white(S), black_beside(across,S), black_beside(down,S).
";

/// The first white square and the squares that can be reached from it.
const REACH: &str = "
% All white squares hang together: each is reached from the first one.
neighbour((R,C),(R,C+1)) :- square((R,C)), square((R,C+1)).
neighbour((R,C),(R+1,C)) :- square((R,C)), square((R+1,C)).
neighbour(S,T) :- neighbour(T,S).
reached(S) :- white(S), not white(T) : square(T), T < S.
reached(T) :- reached(S), neighbour(S,T), white(T).
:- white(S), not reached(S).
";

/// Writes the logic program. It does not state the constraint that [`unsupported_constraint`](super::unsupported_constraint) names.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    match problem.rules().kind {
        GridKind::Blocks => write_blocks(problem, out),
        GridKind::Bars => bars::write(problem, out),
    }
}

fn write_blocks(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let (height, width) = (problem.height(), problem.width());
    let last_row = last_row(problem);
    let RulesOnLines { min_white_per_row: least, max_black_run } = problem.rules().on_lines();
    let RulesOnGrid { edges, connected, symmetry } = problem.rules().on_grid();
    write_head(problem, out)?;
    out.write_all(WORDS.as_bytes())?;
    write_words(problem, "not white_at(D,L,A+1)", out)?;
    if edges {
        writeln!(out, "\n% The outer rows and columns are not all black.")?;
        if last_row == LAST_COLUMN {
            writeln!(out, ":- at(D,L,1,_), L = (1;n), not white_at(D,L,P) : P = 1..n.")?;
        } else {
            writeln!(out, ":- L = (1;{last_row}), not white_at(across,L,P) : P = 1..{LAST_COLUMN}.")?;
            writeln!(out, ":- L = (1;{LAST_COLUMN}), not white_at(down,L,P) : P = 1..{last_row}.")?;
        }
    }
    if least > 0 {
        let whites = plural(least, "white square");
        writeln!(out, "\n% At least {whites} in every row and column.")?;
        writeln!(out, ":- at(D,L,1,_), #count {{ P : white_at(D,L,P) }} < {least}.")?;
    }
    if let Limit::AtMost(most) = max_black_run
        && most < height.max(width)
    {
        writeln!(out, "\n% At most {} side by side in a row or column.", plural(most, "black square"))?;
        writeln!(out, ":- at(D,L,P,_), at(D,L,P+{most},_), not white_at(D,L,Q) : Q = P..P+{most}.")?;
    }
    write_symmetry(symmetry, last_row, out)?;
    if connected {
        out.write_all(REACH.as_bytes())?;
    }
    write_givens(problem, out)?;
    write_constraints(problem, out)?;
    writeln!(out, "\n#show white/1.")
}

/// Writes the comments and the squares.
fn write_head(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let last_row = last_row(problem);
    for line in heading(problem) {
        writeln!(out, "% {line}")?;
    }
    writeln!(out, "% one stable model a grid: clingo --models 0 --quiet FILE counts them")?;
    writeln!(out)?;
    if last_row != LAST_COLUMN {
        writeln!(out, "#const {last_row} = {}.", problem.height())?;
    }
    writeln!(out, "#const {LAST_COLUMN} = {}.\n\nsquare((1..{last_row},1..{LAST_COLUMN})).", problem.width())
}

/// The constant of the program for the number of the last column.
const LAST_COLUMN: &str = "n";

/// Returns the constant of the program for the number of the last row.
fn last_row(problem: &Problem) -> &'static str {
    if problem.size().is_square() { LAST_COLUMN } else { "m" }
}

/// Writes the rules about words. `ends` is true if a run ends at place A.
fn write_words(problem: &Problem, ends: &str, out: &mut impl Write) -> io::Result<()> {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        problem.rules().on_words();
    writeln!(out, "\n% Words have at least {min_word} letters.")?;
    writeln!(out, ":- word(_,_,A,B), B-A+1 < {min_word}.")?;
    if let Limit::AtMost(most) = max_word {
        writeln!(out, "\n% Words have at most {most} letters.\n:- word(_,_,A,B), B-A+1 > {most}.")?;
    }
    if !single_cells {
        writeln!(out, "\n% No run of one square.\n:- run(D,L,A,A), {ends}.")?;
    }
    write_checking(checking, out)?;
    write_unchecked([max_unchecked_run, max_unchecked_run_at_ends], out)
}

/// Writes the rule for the number of checked letters of a word.
fn write_checking(checking: Checking, out: &mut impl Write) -> io::Result<()> {
    let count = "#count { P : checked_at(D,L,P), A <= P, P <= B }";
    match checking {
        Checking::All => writeln!(out, "\n% Every letter is checked.\n:- white(S), not checked(S)."),
        Checking::CeilHalf => {
            writeln!(out, "\n% Half of a word's letters are checked, rounded up.")?;
            writeln!(out, ":- word(D,L,A,B), not {count} = (B-A+2)/2.")
        }
        Checking::EitherHalf => {
            writeln!(out, "\n% Half of a word's letters are checked, rounded up or down.")?;
            writeln!(out, ":- word(D,L,A,B), not (B-A+1)/2 <= {count} <= (B-A+2)/2.")
        }
        Checking::AtLeastHalf => {
            writeln!(out, "\n% At least half of a word's letters are checked.")?;
            writeln!(out, ":- word(D,L,A,B), not (B-A+2)/2 <= {count}.")
        }
        Checking::Any => Ok(()),
        Checking::ByLength(table) => {
            writeln!(out, "\n% The unchecked letters of a word by its length: unchecked_letters(LENGTH,LEAST,MOST).")?;
            for (length, range) in (2..=MAX_SIZE).filter_map(|length| Some((length, table.unchecked(length)?))) {
                writeln!(out, "unchecked_letters({length},{},{}).", range.start(), range.end())?;
            }
            writeln!(out, ":- word(D,L,A,B), not unchecked_letters(B-A+1,_,_).")?;
            writeln!(out, ":- word(D,L,A,B), unchecked_letters(B-A+1,X,Y), not B-A+1-Y <= {count} <= B-A+1-X.")
        }
    }
}

/// Writes the limits on adjacent unchecked letters, inside a word and at its ends.
fn write_unchecked([inside, at_ends]: [Limit; 2], out: &mut impl Write) -> io::Result<()> {
    if let Limit::AtMost(most) = inside {
        writeln!(out, "\n% At most {most} adjacent unchecked letters inside a word.")?;
        writeln!(out, ":- word(D,L,A,B), P = A..B-{most}, not checked_at(D,L,Q) : Q = P..P+{most}.")?;
    }
    if let Limit::AtMost(most) = at_ends {
        writeln!(out, "\n% At most {most} at its start and at its end.")?;
        writeln!(out, ":- word(D,L,A,B), B-A >= {most}, not checked_at(D,L,Q) : Q = A..A+{most}.")?;
        writeln!(out, ":- word(D,L,A,B), B-A >= {most}, not checked_at(D,L,Q) : Q = B-{most}..B.")?;
    }
    Ok(())
}

/// Writes one constraint for each element of the group.
fn write_symmetry(symmetry: Symmetry, last_row: &str, out: &mut impl Write) -> io::Result<()> {
    for &transform in symmetry.group() {
        let Some(name) = name_of(transform) else { continue };
        let [row, column] = image(transform, ["R", "C"], last_row);
        writeln!(out, "\n% Unchanged under {name}.\n:- white((R,C)), not white(({row},{column})).")?;
    }
    Ok(())
}

/// Returns the name of a transform; `None` for the identity.
fn name_of(transform: Transform) -> Option<&'static str> {
    Some(match transform {
        Transform::Identity => return None,
        Transform::Rot90 => "a quarter turn clockwise",
        Transform::Rot180 => "a half turn",
        Transform::Rot270 => "a quarter turn anticlockwise",
        Transform::MirrorLeftRight => "mirroring left and right",
        Transform::MirrorTopBottom => "mirroring top and bottom",
        Transform::MainDiagonal => "reflection in the main diagonal",
        Transform::AntiDiagonal => "reflection in the other diagonal",
    })
}

/// Returns the row and the column of the image of a square, whose row and column have these names.
fn image(transform: Transform, [r, c]: [&str; 2], last_row: &str) -> [String; 2] {
    let (same_row, same_column) = (r.to_owned(), c.to_owned());
    let (up, left) = (format!("{last_row}+1-{r}"), format!("{LAST_COLUMN}+1-{c}"));
    match transform {
        Transform::Identity => [same_row, same_column],
        Transform::Rot90 => [same_column, up],
        Transform::Rot180 => [up, left],
        Transform::Rot270 => [left, same_row],
        Transform::MirrorLeftRight => [same_row, left],
        Transform::MirrorTopBottom => [up, same_column],
        Transform::MainDiagonal => [same_column, same_row],
        Transform::AntiDiagonal => [left, up],
    }
}

fn write_givens(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    if problem.givens().is_empty() {
        return Ok(());
    }
    writeln!(out, "\n% The given squares.")?;
    for (r, c) in problem.size().positions() {
        if let Some(white) = problem.givens().colour(r, c) {
            writeln!(out, ":- {}white(({},{})).", if white { "not " } else { "" }, r + 1, c + 1)?;
        }
    }
    Ok(())
}

/// Writes each constraint as a bound on a sum.
fn write_constraints(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    for (constraint, rounded) in problem.constraints().iter().zip(problem.rounded_constraints()) {
        writeln!(out, "\n% Constraint: {constraint}.")?;
        match *rounded {
            RoundedConstraint::Measure(measure, range) => {
                // A barred grid has no black square at all.
                let is_bars = problem.rules().kind == GridKind::Bars;
                let has_none = is_bars && Measure::OF_NEIGHBOURS.contains(&measure);
                let measure = if has_none { Measure::Blacks } else { measure };
                out.write_all(definition(measure).as_bytes())?;
                write_bound(&elements(measure), range, out)?;
            }
            RoundedConstraint::EachLength { lengths, range } => {
                for length in lengths.iter() {
                    write_bound(&elements(Measure::Length(length)), range, out)?;
                }
            }
            RoundedConstraint::BlacksPerRow(range) => {
                for row in 1..=problem.height() {
                    let blacks = format!("#count {{ C : square(({row},C)), not white(({row},C)) }}");
                    write_bound(&blacks, range, out)?;
                }
            }
            // The callers decline them.
            RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => {}
            RoundedConstraint::Lengths(range) => write_bound("#count { B-A : word(_,_,A,B) }", range, out)?,
            RoundedConstraint::MeanLength { least, most } => {
                let beyond = |Mean { letters, words }| match words {
                    1 => format!("#sum {{ B-A+1-{letters},D,L,A : word(D,L,A,B) }}"),
                    _ => format!("#sum {{ {words}*(B-A+1)-{letters},D,L,A : word(D,L,A,B) }}"),
                };
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

/// Returns the rules that define what a measure counts, if the program does not have them already. Rules that are written twice say the same.
fn definition(measure: Measure) -> &'static str {
    match measure {
        Measure::Cheaters => CHEATERS,
        Measure::Elbows => ELBOWS,
        Measure::Letters
        | Measure::Blacks
        | Measure::Words
        | Measure::Checked
        | Measure::Unchecked
        | Measure::Length(_) => "",
    }
}

/// Returns the aggregate that counts a measure.
fn elements(measure: Measure) -> String {
    match measure {
        Measure::Letters => "#count { S : white(S) }".to_owned(),
        Measure::Blacks => "#count { S : square(S), not white(S) }".to_owned(),
        Measure::Words => "#count { D,L,A : word(D,L,A,_) }".to_owned(),
        Measure::Checked => "#count { S : checked(S) }".to_owned(),
        Measure::Unchecked => "#count { S : white(S), not checked(S) }".to_owned(),
        Measure::Cheaters => "#count { S : cheater(S) }".to_owned(),
        Measure::Elbows => "#count { S : elbow(S) }".to_owned(),
        Measure::Length(letters) => format!("#count {{ D,L,A : word(D,L,A,A+{}) }}", letters - 1),
    }
}

fn write_bound(counted: &str, Range { least, most }: Range, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, ":- {counted} < {least}.")?;
    if let Some(most) = most {
        writeln!(out, ":- {counted} > {most}.")?;
    }
    Ok(())
}
