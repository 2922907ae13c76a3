//! Prints the analysis of a painted grid.

use std::io::Write;

use super::super::{Output, Print};
use crate::ask::complete::{
    AnalysisResult, CompleteReport, Judgement, forced_edges, forced_squares, name, open_squares,
};
use crate::ask::failure::Failure;
use crate::complete::{CompletionCount, Exclusion, Forced, Shares, Tally};
use crate::grid::Edge;
use crate::plural::plural;
use crate::problem::Problem;
use crate::rules::GridKind;
use crate::validator::Square;
use crate::visible::visible;

/// Below this number of completions the shares are printed as numbers, otherwise in percent.
const MAX_IN_NUMBERS: u128 = 10_000;

impl Print for CompleteReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let CompleteReport { file, problem, house, answer } = self;
        let size = problem.size();
        let open = open_squares(problem).count();
        let file = visible(file);
        let rules = problem.rules();
        let by = match house {
            Some(house) => format!("profile {}", house.profile.name),
            None => format!("rules {}", rules.described()),
        };
        write!(output, "{file}: {}, {by}, {}: ", size.rows_by_columns(), plural(open, "open square"))?;
        match answer {
            AnalysisResult::None(exclusion) => {
                writeln!(output, "{}", output.bad("no completion"))?;
                print_exclusion(output, problem, exclusion)
            }
            AnalysisResult::NoneAccepted { listed, engine } => {
                writeln!(output, "{}", output.bad("no completion"))?;
                let (demands, listed) = (self.judged_demands(), plural(*listed, "completion"));
                Ok(writeln!(output, "  {listed} by the rules of the profile, listed by {engine}; none has: {demands}")?)
            }
            AnalysisResult::Some { forced, count, shares, judgement } => {
                match (count, judgement) {
                    (CompletionCount::Exactly(count, engine), Some(Judgement::Done(listed))) => {
                        let count = plural(*count, "completion");
                        writeln!(output, "{count}, of {listed} by the rules of the profile, listed by {engine}")?;
                    }
                    (CompletionCount::Exactly(count, engine), _) => {
                        writeln!(output, "{}, counted by {engine}", plural(*count, "completion"))?;
                    }
                    (CompletionCount::TooMany(why), _) => writeln!(output, "too many completions to count: {why}")?,
                }
                print_answer(output, problem, forced, count, shares)?;
                if let Some(Judgement::Late(limit)) = judgement {
                    let (demands, seconds) = (self.judged_demands(), limit.as_secs_f64());
                    writeln!(
                        output,
                        "  not held, as there are too many completions to judge in {seconds} s: {demands}"
                    )?;
                }
                Ok(())
            }
        }
    }
}

/// Prints forced squares and shares.
fn print_answer(
    output: &mut Output,
    problem: &Problem,
    forced: &Forced,
    count: &CompletionCount,
    shares: &Shares,
) -> Result<(), Failure> {
    let forced_squares = forced_squares(problem, forced);
    let of_squares = match problem.rules().kind {
        GridKind::Blocks => {
            let states = forced_squares.iter().map(|&(_, white)| white);
            print_number(output, "forced square", states, ["white (o)", "black (X)"])?;
            print_forced(output, problem, forced)?;
            "each square is white"
        }
        GridKind::Bars => {
            let states = forced_edges(problem, forced).map(|(_, is_bar)| is_bar);
            print_number(output, "forced edge", states, ["with a bar (X)", "without (o)"])?;
            print_edges(output, problem, forced)?;
            "each edge has a bar"
        }
    };
    match (shares, count) {
        (Shares::Counted(tally), CompletionCount::Exactly(total, _))
            if forced_squares.len() < open_squares(problem).count() =>
        {
            print_shares(output, problem, tally, *total)
        }
        (Shares::NotCounted(why), CompletionCount::Exactly(..)) => {
            Ok(writeln!(output, "  in how many {of_squares} was not counted: {why}")?)
        }
        _ => Ok(()),
    }
}

/// Prints how many squares or edges are forced, and how many of them to each of the two states.
fn print_number(
    output: &mut Output,
    what: &str,
    states: impl Iterator<Item = bool>,
    [set, unset]: [&str; 2],
) -> Result<(), Failure> {
    let (are_set, others): (Vec<bool>, Vec<bool>) = states.partition(|is_set| *is_set);
    let all = plural(are_set.len() + others.len(), what);
    Ok(writeln!(output, "  {all}: {} {set}, {} {unset}", are_set.len(), others.len())?)
}

/// Prints a barred grid with a character for each edge: a bar or a space if it is painted, `X` or `o` if it is forced, `?` if it is open.
fn print_edges(output: &mut Output, problem: &Problem, forced: &Forced) -> Result<(), Failure> {
    let edge = |output: &Output, edge: Edge, bar: &str| match (problem.givens().bar(edge), forced.edges.get(&edge)) {
        (Some(is_bar), _) => if is_bar { bar } else { " " }.to_owned(),
        (None, None) => "?".to_owned(),
        (None, Some(true)) => output.good("X"),
        (None, Some(false)) => output.good("o"),
    };
    let (height, width) = (problem.height(), problem.width());
    for r in 0..height {
        let before = |c| if c > 0 { edge(output, ((r, c - 1), (r, c)), "|") } else { String::new() };
        let row: String = (0..width).flat_map(|c| [before(c), ".".to_owned()]).collect();
        writeln!(output, "    {row}")?;
        if r + 1 < height {
            let below: Vec<String> = (0..width).map(|c| edge(output, ((r, c), (r + 1, c)), "-")).collect();
            writeln!(output, "    {}", below.join(" "))?;
        }
    }
    Ok(())
}

fn print_forced(output: &mut Output, problem: &Problem, forced: &Forced) -> Result<(), Failure> {
    print_squares(output, problem, |output, (r, c)| {
        let painted = problem.givens().colour(r, c).is_some();
        match (forced.squares.colour(r, c), painted) {
            (None, _) => "?".to_owned(),
            (Some(true), true) => ".".to_owned(),
            (Some(false), true) => "#".to_owned(),
            (Some(true), false) => output.good("o"),
            (Some(false), false) => output.good("X"),
        }
    })
}

/// Prints the grid with one character per square, indented.
fn print_squares(
    output: &mut Output,
    problem: &Problem,
    character: impl Fn(&Output, (usize, usize)) -> String,
) -> Result<(), Failure> {
    for r in 0..problem.height() {
        let row: String = (0..problem.width()).map(|c| character(output, (r, c))).collect();
        writeln!(output, "    {row}")?;
    }
    Ok(())
}

/// Prints for each open square in how many completions it is white, or has a bar at its right, and below it.
fn print_shares(output: &mut Output, problem: &Problem, tally: &Tally, total: u128) -> Result<(), Failure> {
    match tally {
        Tally::Whites(rows) => print_table(output, problem, "white", |(r, c)| rows[r][c], total),
        Tally::Bars(rows) => {
            print_table(output, problem, "a bar at the right", |(r, c)| rows[r][c][0], total)?;
            print_table(output, problem, "a bar below", |(r, c)| rows[r][c][1], total)
        }
    }
}

/// Prints for each open square in how many completions something is there.
fn print_table(
    output: &mut Output,
    problem: &Problem,
    what: &str,
    count: impl Fn((usize, usize)) -> u128,
    total: u128,
) -> Result<(), Failure> {
    let share = |(r, c): (usize, usize)| match problem.givens().colour(r, c) {
        Some(_) => problem.givens().written(r, c).to_string(),
        None if total < MAX_IN_NUMBERS => count((r, c)).to_string(),
        None => percent(count((r, c)), total),
    };
    let unit = if total < MAX_IN_NUMBERS { "this number of completions" } else { "this percentage of the completions" };
    writeln!(output, "  {what} in {unit}:")?;
    let width = problem.size().positions().map(|square| share(square).len()).max().unwrap_or(1);
    for r in 0..problem.height() {
        let row: Vec<String> = (0..problem.width()).map(|c| format!("{:>width$}", share((r, c)))).collect();
        writeln!(output, "    {}", row.join(" "))?;
    }
    Ok(())
}

/// Formats whole percents; 0 and 100 mean exactly none and all.
fn percent(part: u128, whole: u128) -> String {
    match (100.0 * part as f64 / whole as f64).round() as u32 {
        _ if part == 0 => "0".to_owned(),
        _ if part == whole => "100".to_owned(),
        0 => "<1".to_owned(),
        100 => ">99".to_owned(),
        percent => percent.to_string(),
    }
}

fn print_exclusion(output: &mut Output, problem: &Problem, exclusion: &Exclusion) -> Result<(), Failure> {
    let Exclusion { squares, smallest } = exclusion;
    if squares.is_empty() {
        writeln!(output, "  no grid of {} obeys these rules, whatever is painted", problem.size().rows_by_columns())?;
        return Ok(());
    }
    let fewer = if *smallest { "no fewer do" } else { "none of them can be left out" };
    let this = if squares.len() == 1 {
        "this painted square alone excludes every grid".to_owned()
    } else {
        format!("these {} painted squares together exclude every grid, and {fewer}", squares.len())
    };
    writeln!(output, "  {this}:")?;
    let is_barred = problem.rules().kind == GridKind::Bars;
    for &(row, column) in squares {
        let painted = if is_barred {
            bars_in_words(problem.givens().bars_of(row, column)).to_owned()
        } else {
            format!("is {}", name(problem.givens().colour(row, column) == Some(true)))
        };
        writeln!(output, "    {} {painted}", Square { row, column })?;
    }
    let written = |(r, c): (usize, usize)| problem.givens().written(r, c).to_string();
    print_squares(output, problem, |output, square| match problem.givens().colour(square.0, square.1) {
        _ if !squares.contains(&square) => written(square),
        Some(white) if !is_barred => output.bad(if white { "o" } else { "X" }),
        Some(_) | None => output.bad(&written(square)),
    })
}

/// Returns what bars a painted square has at its right and below it.
fn bars_in_words(after: [Option<bool>; 2]) -> &'static str {
    match after {
        [Some(true), Some(true)] => "has bars at its right and below",
        [Some(true), Some(false)] => "has a bar at its right and none below",
        [Some(false), Some(true)] => "has a bar below and none at its right",
        [Some(true), None] => "has a bar at its right",
        [None, Some(true)] => "has a bar below",
        [Some(false) | None, Some(false) | None] => "has no bar at its right or below",
    }
}
