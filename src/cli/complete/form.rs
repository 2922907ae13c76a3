//! Prints the analysis of a painted grid, as text and as JSON.

use std::io::Write;

use serde_json::{Value, json};

use super::super::output::{Output, rows};
use crate::complete::{CompletionCount, Exclusion, Forced, WhiteCounts};
use crate::plural::plural;
use crate::problem::{Givens, Problem};
use crate::validator::Square;
use crate::visible::visible;

/// A problem and its answer.
pub struct Analysis<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The problem.
    pub problem: &'a Problem,
    /// The answer.
    pub answer: AnalysisResult,
}

/// The result of the analysis.
pub enum AnalysisResult {
    /// At least one completion exists.
    Some {
        /// The forced squares.
        forced: Forced,
        /// The number of completions.
        count: CompletionCount,
        /// For each square the number of completions in which it is white.
        whites: WhiteCounts,
    },
    /// No completion exists.
    None(Exclusion),
}

/// Below this number of completions the shares are printed as numbers, otherwise in percent.
const MOST_IN_NUMBERS: u128 = 10_000;

impl Analysis<'_> {
    /// Prints the answer as text.
    pub fn print(&self, output: &mut Output) -> anyhow::Result<()> {
        let Analysis { file, problem, answer } = self;
        let size = problem.size();
        let open = size.positions().filter(|&square| colour(problem.givens(), square).is_none()).count();
        let file = visible(file);
        write!(
            output,
            "{file}: {}, rules {}, {}: ",
            size.rows_by_columns(),
            problem.rules().name,
            plural(open, "open square")
        )?;
        match answer {
            AnalysisResult::None(exclusion) => {
                writeln!(output, "{}", output.bad("no completion"))?;
                print_exclusion(output, problem, exclusion)
            }
            AnalysisResult::Some { forced, count, whites } => {
                match count {
                    CompletionCount::Exactly(count, engine) => {
                        writeln!(output, "{}, counted by {engine}", plural(*count, "completion"))?;
                    }
                    CompletionCount::TooMany(why) => writeln!(output, "too many completions to count: {why}")?,
                }
                let forced_squares = forced_squares(problem, forced);
                let white = forced_squares.iter().filter(|(_, white)| *white).count();
                let black = forced_squares.len() - white;
                writeln!(
                    output,
                    "  {}: {white} white (o), {black} black (X)",
                    plural(forced_squares.len(), "forced square")
                )?;
                print_forced(output, problem, forced)?;
                match (whites, count) {
                    (WhiteCounts::Counted(whites), CompletionCount::Exactly(total, _))
                        if forced_squares.len() < open =>
                    {
                        print_whites(output, problem, whites, *total)
                    }
                    (WhiteCounts::NotCounted(why), CompletionCount::Exactly(..)) => {
                        Ok(writeln!(output, "  in how many each square is white was not counted: {why}")?)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Returns the answer as JSON.
    pub fn as_json(&self) -> Value {
        let Analysis { file, problem, answer } = self;
        let size = problem.size();
        let open = size.positions().filter(|&square| colour(problem.givens(), square).is_none()).count();
        let mut object = json!({
            "file": file,
            "size": size,
            "rules": problem.rules().name,
            "open": open,
            "completions": null,
            "engine": null,
            "not_counted": null,
            "forced": null,
            "forced_squares": [],
            "white": null,
            "white_not_counted": null,
            "exclusion": null,
            "notes": problem.notes(),
        });
        match answer {
            AnalysisResult::None(Exclusion { squares, smallest }) => {
                let painted =
                    squares.iter().map(|&square| as_json(square, colour(problem.givens(), square) == Some(true)));
                object["completions"] = json!("0");
                object["exclusion"] = json!({ "squares": painted.collect::<Vec<_>>(), "smallest": smallest });
            }
            AnalysisResult::Some { forced, count, whites } => {
                match count {
                    CompletionCount::Exactly(count, engine) => {
                        object["completions"] = json!(count.to_string());
                        object["engine"] = json!(engine);
                    }
                    CompletionCount::TooMany(why) => object["not_counted"] = json!(why),
                }
                object["forced"] = json!(rows(&forced.squares));
                let squares = forced_squares(problem, forced);
                object["forced_squares"] = squares.into_iter().map(|(square, white)| as_json(square, white)).collect();
                match whites {
                    WhiteCounts::Counted(rows) => {
                        let row = |row: &Vec<u128>| row.iter().map(u128::to_string).collect::<Vec<_>>();
                        object["white"] = json!(rows.iter().map(row).collect::<Vec<_>>());
                    }
                    WhiteCounts::NotCounted(why) => object["white_not_counted"] = json!(why),
                }
            }
        }
        object
    }
}

fn colour(givens: &Givens, (r, c): (usize, usize)) -> Option<bool> {
    givens.colour(r, c)
}

fn as_json((r, c): (usize, usize), white: bool) -> Value {
    json!({ "row": r + 1, "column": c + 1, "colour": name(white) })
}

fn name(white: bool) -> &'static str {
    if white { "white" } else { "black" }
}

/// Returns the open squares that are forced, with their colours.
fn forced_squares(problem: &Problem, forced: &Forced) -> Vec<((usize, usize), bool)> {
    let open = problem.size().positions().filter(|&square| colour(problem.givens(), square).is_none());
    open.filter_map(|square| colour(&forced.squares, square).map(|white| (square, white))).collect()
}

fn print_forced(output: &mut Output, problem: &Problem, forced: &Forced) -> anyhow::Result<()> {
    print_squares(output, problem, |output, square| {
        let painted = colour(problem.givens(), square).is_some();
        match (colour(&forced.squares, square), painted) {
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
) -> anyhow::Result<()> {
    for r in 0..problem.height() {
        let row: String = (0..problem.width()).map(|c| character(output, (r, c))).collect();
        writeln!(output, "    {row}")?;
    }
    Ok(())
}

/// Prints for each open square in how many completions it is white.
fn print_whites(output: &mut Output, problem: &Problem, whites: &[Vec<u128>], total: u128) -> anyhow::Result<()> {
    let share = |(r, c): (usize, usize)| match colour(problem.givens(), (r, c)) {
        Some(true) => ".".to_owned(),
        Some(false) => "#".to_owned(),
        None if total < MOST_IN_NUMBERS => whites[r][c].to_string(),
        None => percent(whites[r][c], total),
    };
    let unit = if total < MOST_IN_NUMBERS { "so many completions" } else { "so many percent of the completions" };
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

fn print_exclusion(output: &mut Output, problem: &Problem, exclusion: &Exclusion) -> anyhow::Result<()> {
    let Exclusion { squares, smallest } = exclusion;
    if squares.is_empty() {
        writeln!(output, "  no grid of {} obeys these rules, whatever is painted", problem.size().rows_by_columns())?;
        return Ok(());
    }
    let fewer = if *smallest { "no fewer do" } else { "none of them can be left out" };
    let this = if squares.len() == 1 {
        "this painted square by itself excludes every grid".to_owned()
    } else {
        format!("these {} painted squares together exclude every grid, and {fewer}", squares.len())
    };
    writeln!(output, "  {this}:")?;
    for &(row, column) in squares {
        let colour = name(colour(problem.givens(), (row, column)) == Some(true));
        writeln!(output, "    {} is {colour}", Square { row, column })?;
    }
    print_squares(output, problem, |output, square| match colour(problem.givens(), square) {
        None => "?".to_owned(),
        Some(true) if squares.contains(&square) => output.bad("o"),
        Some(false) if squares.contains(&square) => output.bad("X"),
        Some(true) => ".".to_owned(),
        Some(false) => "#".to_owned(),
    })
}
