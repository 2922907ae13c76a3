//! Prints the analysis of a painted grid.

use std::io::Write;

use super::super::{Output, Print};
use crate::ask::complete::{AnalysisResult, CompleteReport, Judgement, forced_squares, name, open_squares};
use crate::ask::failure::Failure;
use crate::complete::{CompletionCount, Exclusion, Forced, WhiteCounts};
use crate::plural::plural;
use crate::problem::Problem;
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
            Some(_) => format!("profile {}", rules.name),
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
            AnalysisResult::Some { forced, count, whites, judgement } => {
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
                print_answer(output, problem, forced, count, whites)?;
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
    whites: &WhiteCounts,
) -> Result<(), Failure> {
    let forced_squares = forced_squares(problem, forced);
    let white = forced_squares.iter().filter(|(_, white)| *white).count();
    let black = forced_squares.len() - white;
    writeln!(output, "  {}: {white} white (o), {black} black (X)", plural(forced_squares.len(), "forced square"))?;
    print_forced(output, problem, forced)?;
    match (whites, count) {
        (WhiteCounts::Counted(whites), CompletionCount::Exactly(total, _))
            if forced_squares.len() < open_squares(problem).count() =>
        {
            print_whites(output, problem, whites, *total)
        }
        (WhiteCounts::NotCounted(why), CompletionCount::Exactly(..)) => {
            Ok(writeln!(output, "  in how many each square is white was not counted: {why}")?)
        }
        _ => Ok(()),
    }
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

/// Prints for each open square in how many completions it is white.
fn print_whites(output: &mut Output, problem: &Problem, whites: &[Vec<u128>], total: u128) -> Result<(), Failure> {
    let share = |(r, c): (usize, usize)| match problem.givens().colour(r, c) {
        Some(true) => ".".to_owned(),
        Some(false) => "#".to_owned(),
        None if total < MAX_IN_NUMBERS => whites[r][c].to_string(),
        None => percent(whites[r][c], total),
    };
    let unit = if total < MAX_IN_NUMBERS { "this number of completions" } else { "this percentage of the completions" };
    writeln!(output, "  white in {unit}:")?;
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
    for &(row, column) in squares {
        let colour = name(problem.givens().colour(row, column) == Some(true));
        writeln!(output, "    {} is {colour}", Square { row, column })?;
    }
    print_squares(output, problem, |output, square| match problem.givens().colour(square.0, square.1) {
        None => "?".to_owned(),
        Some(true) if squares.contains(&square) => output.bad("o"),
        Some(false) if squares.contains(&square) => output.bad("X"),
        Some(true) => ".".to_owned(),
        Some(false) => "#".to_owned(),
    })
}
