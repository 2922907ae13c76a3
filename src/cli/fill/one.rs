//! Finds single fills: one, the best one, or some that differ.

use std::io::Write as _;
use std::time::Duration;

use anyhow::bail;

use super::super::destination::OutFile;
use super::super::output_form::{OutputForm, WrittenPuzzle, puzzle_format};
use super::super::{Output, Terminal, Verdict, report, report_notes};
use super::words::FillPrinter;
use super::{Fill, GoalArg};
use crate::engine::clock::Moment;
use crate::engine::watch::Watch as _;
use crate::engine::{EngineError, Run};
use crate::fill::FILLERS;
use crate::fill::backtrack::{Goal, Scored, best_fill, some_fill, varied_fills};
use crate::fill::core::core;
use crate::fill::demands::Demands;
use crate::fill::filler;
use crate::fill::stems::forms_of_one;
use crate::fill::validator::Validator;
use crate::formats::puzzle::Puzzle;

/// Time after which the reason why there is no fill is given up, if the budget leaves more.
const FINDING_WHY: Duration = Duration::from_secs(60);

pub struct OneFill<'a> {
    pub puzzle: &'a Puzzle,
    pub demands: &'a Demands,
    /// The printer, with the question.
    pub words: &'a FillPrinter<'a>,
}

impl OneFill<'_> {
    /// Fails if a fill breaks the question's rules or the demands.
    fn check(&self, fill: &[u8]) -> anyhow::Result<()> {
        let validator = Validator::new(self.words.question);
        if let Some(flaw) = validator.flaws(fill).first() {
            bail!("an engine gave a fill that the validator refuses: {flaw}");
        }
        if let Some(unmet) = self.demands.flaws(&validator.filled_words(fill)).first() {
            bail!("an engine gave a fill that the validator refuses: {unmet}");
        }
        Ok(())
    }
}

impl Fill {
    /// Finds one fill, or the reason why there is none.
    pub(super) fn one(&self, one: &OneFill, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let end = self.end();
        let run = terminal.until(end).run("filling");
        let found = match self.engine.first() {
            Some(name) if *name != FILLERS[0].name() => filler::first(self.fillers()?[0], one.words.question, &run),
            _ => some_fill(one.words.question, one.demands, self.seed.unwrap_or(1), &run),
        };
        let found = found.map(|fill| fill.map(|fill| Scored::of(one.words.question, fill)));
        self.finish(one, found, (&run, end), terminal, output)
    }

    /// Finds the fill with the best scores.
    pub(super) fn best(&self, one: &OneFill, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let goal = match self.task.best {
            Some(GoalArg::Minimum) => Goal::Minimum,
            Some(GoalArg::Mean) | None => Goal::Mean,
        };
        let end = self.end();
        let run = terminal.until(end).run("improving");
        let time = Duration::from_secs(self.seconds);
        let found = best_fill(one.words.question, one.demands, goal, self.seed.unwrap_or(1), time, &run);
        self.finish(one, found, (&run, end), terminal, output)
    }

    /// Lists fills that differ, the best first.
    pub(super) fn vary(
        &self,
        one: &OneFill,
        most: u64,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let run = terminal.until(self.end()).run("filling");
        let fills = varied_fills(one.words.question, one.demands, most as usize, self.seed.unwrap_or(1), &run)?;
        terminal.clear();
        for fill in &fills {
            one.check(&fill.fill)?;
        }
        for (i, fill) in fills.iter().enumerate() {
            one.words.fill(fill, i == 0, output)?;
        }
        if (fills.len() as u64) < most {
            report(&format!("note: only {} that differ enough", crate::plural::plural(fills.len(), "fill")));
        }
        Ok(Verdict::well_if(!fills.is_empty()))
    }

    /// Prints or writes a fill, or the reason why there is none.
    fn finish(
        &self,
        one: &OneFill,
        found: Result<Option<Scored>, EngineError>,
        (run, end): (&Run, Option<Moment>),
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let OneFill { words, demands, .. } = one;
        let fill = match found {
            Err(EngineError::Stopped) if run.is_late() => {
                terminal.clear();
                words.undecided(self.time_limit.unwrap_or_default(), output)?;
                return Ok(Verdict::Undecided);
            }
            found => found?,
        };
        if let Some(fill) = fill {
            terminal.clear();
            one.check(&fill.fill)?;
            if let Some(path) = &self.out {
                write_puzzle(one, &fill, self.force.file(path))?;
            }
            words.fill(&fill, true, output)?;
            let filled = Validator::new(words.question).filled_words(&fill.fill);
            let forms = forms_of_one(&filled);
            if !forms.is_empty() {
                output.flush()?;
                let pairs: Vec<String> = forms.iter().map(|(one, other)| format!("{one} and {other}")).collect();
                report(&format!("note: forms of one word: {} (--one-form avoids them)", pairs.join(", ")));
            }
            return Ok(Verdict::Well);
        }
        let end = end.map_or(Moment::after(FINDING_WHY), |end| Moment::after(end.left().min(FINDING_WHY)));
        let run = terminal.until(Some(end)).run("finding out why");
        let why = core(words.question, &run);
        terminal.clear();
        match why {
            Ok(Some(why)) => words.impossible(&why, output)?,
            Ok(None) if demands.is_empty() => {
                bail!("engines differ: the search finds no fill, and the formula has one")
            }
            Ok(None) => words.unmet(output)?,
            // That there is no fill is known before the reason, and is reported whatever ends the search for the reason.
            Err(EngineError::Stopped) => {
                words.unexplained(demands, output)?;
                if !run.is_late() {
                    output.flush()?;
                    return Err(EngineError::Stopped.into());
                }
            }
            Err(error) => return Err(error.into()),
        }
        Ok(Verdict::Refuted)
    }
}

/// Writes the filled puzzle in the format that the extension names.
fn write_puzzle(one: &OneFill, fill: &Scored, file: OutFile) -> anyhow::Result<()> {
    let form = OutputForm::Puzzle(puzzle_format(file.path())?);
    let mut puzzle = one.puzzle.clone();
    let question = one.words.question;
    let width = puzzle.grid.width();
    let mut letters = puzzle.letters.clone();
    let texts = question.texts(&fill.fill);
    for square in question.squares() {
        letters[square.row * width + square.column] = texts.square(square.row, square.column).iter().collect();
    }
    puzzle.set_letters(letters);
    let WrittenPuzzle { bytes, lost, notes } = form.written(&file.argument(), &puzzle)?;
    file.fill(|out| out.write_all(&bytes))?;
    report_notes(&file.path().display().to_string(), &[lost, notes].concat());
    Ok(())
}
