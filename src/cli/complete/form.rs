//! Prints the analysis of a painted grid, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::house::House;
use super::super::output::Output;
use crate::complete::{CompletionCount, Exclusion, Forced, WhiteCounts};
use crate::plural::plural;
use crate::problem::{Givens, Problem};
use crate::serial::{AsRows, texts};
use crate::validator::Square;
use crate::visible::visible;

/// A problem and its answer.
pub struct Analysis<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The problem.
    pub problem: &'a Problem,
    /// The house whose grids are asked for.
    pub house: Option<&'a House>,
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
        /// The judgement of each completion, if the house demands it.
        judgement: Option<Judgement>,
    },
    /// No completion exists.
    None(Exclusion),
    /// Completions obey the rules, and the house accepts none.
    NoneAccepted {
        /// The number of completions that obey the rules.
        listed: u128,
        /// The engine that listed them.
        engine: &'static str,
    },
}

/// The judgement of each completion.
pub enum Judgement {
    /// All were judged. The answer is about those that the house accepts, among this number that obey the rules.
    Done(u128),
    /// They are too many to judge within this limit. The answer is about all that obey the rules.
    Late(Duration),
}

/// Below this number of completions the shares are printed as numbers, otherwise in percent.
const MOST_IN_NUMBERS: u128 = 10_000;

impl Analysis<'_> {
    /// Prints the answer as text.
    pub fn print(&self, output: &mut Output) -> anyhow::Result<()> {
        let Analysis { file, problem, house, answer } = self;
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
                self.print_squares(output, forced, count, whites)?;
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

    /// Returns the demands of the house for which each completion is judged.
    fn judged_demands(&self) -> String {
        self.house.map_or(String::new(), House::judged_demands)
    }

    /// Prints forced squares and shares.
    fn print_squares(
        &self,
        output: &mut Output,
        forced: &Forced,
        count: &CompletionCount,
        whites: &WhiteCounts,
    ) -> anyhow::Result<()> {
        let problem = self.problem;
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

    /// Returns the answer as JSON.
    pub fn as_json(&self) -> Value {
        let Analysis { file, problem, house, answer } = self;
        let squares = |squares: &[((usize, usize), bool)]| -> Vec<Value> {
            let square = |&((r, c), white): &((usize, usize), bool)| json!({ "row": r + 1, "column": c + 1, "colour": name(white) });
            squares.iter().map(square).collect()
        };
        let mut json = json!({
            "file": file,
            "size": problem.size(),
            "rules": problem.rules().described(),
            "open": open_squares(problem).count(),
            "completions": "0",
            "engine": null,
            "not_counted": null,
            "forced": null,
            "forced_squares": [],
            "white": null,
            "white_not_counted": null,
            "exclusion": null,
            "notes": problem.notes(),
            "profile": house.map(|house| house.profile.name),
            "not_held": null,
        });
        match answer {
            AnalysisResult::None(Exclusion { squares: painted, smallest }) => {
                let colour = |&square| (square, colour(problem.givens(), square) == Some(true));
                let painted: Vec<_> = painted.iter().map(colour).collect();
                json["exclusion"] = json!({ "squares": squares(&painted), "smallest": smallest });
            }
            AnalysisResult::NoneAccepted { engine, .. } => json["engine"] = json!(engine),
            AnalysisResult::Some { forced, count, whites, judgement } => {
                match count {
                    CompletionCount::Exactly(count, engine) => {
                        json["completions"] = json!(count.to_string());
                        json["engine"] = json!(engine);
                    }
                    CompletionCount::TooMany(why) => {
                        json["completions"] = Value::Null;
                        json["not_counted"] = json!(why);
                    }
                }
                match whites {
                    WhiteCounts::Counted(rows) => {
                        json["white"] = rows.iter().map(|row| json!(texts(row))).collect();
                    }
                    WhiteCounts::NotCounted(why) => json["white_not_counted"] = json!(why),
                }
                json["forced"] = json!(AsRows(&forced.squares));
                json["forced_squares"] = json!(squares(&forced_squares(problem, forced)));
                if let Some(Judgement::Late(_)) = judgement {
                    json["not_held"] = json!(self.judged_demands());
                }
            }
        }
        json
    }
}

fn colour(givens: &Givens, (r, c): (usize, usize)) -> Option<bool> {
    givens.colour(r, c)
}

fn name(white: bool) -> &'static str {
    if white { "white" } else { "black" }
}

/// Returns the squares that are not painted, row by row.
fn open_squares(problem: &Problem) -> impl Iterator<Item = (usize, usize)> {
    problem.size().positions().filter(|&square| colour(problem.givens(), square).is_none())
}

/// Returns the open squares that are forced, with their colours.
fn forced_squares(problem: &Problem, forced: &Forced) -> Vec<((usize, usize), bool)> {
    open_squares(problem).filter_map(|square| colour(&forced.squares, square).map(|white| (square, white))).collect()
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
    let unit =
        if total < MOST_IN_NUMBERS { "this number of completions" } else { "this percentage of the completions" };
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
        "this painted square alone excludes every grid".to_owned()
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
