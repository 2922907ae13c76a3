//! Lists, counts, estimates and compares all fills, and ranks the words for one slot.

use std::ops::ControlFlow;
use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use gridcheck_fill::backtrack::{Estimate, estimate};
use gridcheck_fill::candidates::candidates as fitting_words;
use gridcheck_fill::compare::{self, Mirrored, compare};
use gridcheck_fill::filler::{self, Filler};
use gridcheck_fill::question::Question;
use gridcheck_layout::words::Word;

use super::reading::GridToFill;
use super::report::{Classes, CompareReport, FillCount, FillReport, FilledGrid, Progress, RankedWords, Unfinished};
use super::task::Symmetry;
use super::{Fill, Outcome};
use crate::Each;
use crate::failure::Failure;
use crate::host::{Host, Limited};
use crate::usage;

/// Number of probes for the estimate after an unfinished count.
const PROBES: u64 = 10_000;
/// Time limit of that estimate.
const PROBING: Duration = Duration::from_secs(10);

impl Fill {
    /// Hands out the first fills of an engine.
    pub(super) fn list(
        &self,
        asked: &GridToFill,
        engine: &dyn Filler,
        most: u64,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let run = host.run_with_items(engine.name());
        self.end().into_iter().for_each(|end| run.stop_at(end));
        let (mut listed, mut is_over) = (0_u64, false);
        let outcome = filler::list(engine, &asked.question, most, &run, |fill| {
            let puzzle = || asked.filled(fill);
            listed += 1;
            is_over = each(FillReport::Fill(FilledGrid::new(&asked.question, fill, None, &puzzle))).is_break();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match outcome {
            Err(EngineError::Stopped) if is_over => Ok(Outcome::Some),
            Err(EngineError::Stopped) if run.is_late() => {
                host.note(format!("the time is over after {}", plural(listed, "fill")));
                Ok(Outcome::Undecided)
            }
            Err(error) => Err(error.into()),
            Ok(()) => Ok(Outcome::some_if(listed > 0 || most == 0)),
        }
    }

    /// Counts the fills. If the time ends that, estimates their number.
    pub(super) fn count(
        &self,
        question: &Question,
        engine: &'static dyn Filler,
        symmetry: Symmetry,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let start = Moment::now();
        let run = self.limited(host).run(engine.name());
        let (count, mirrored) = match compare::count(engine, question, &run) {
            Err(EngineError::Stopped) if run.is_late() => return self.count_late(question, &run, host, each),
            counted => counted?,
        };
        let classes = |mirrored: Mirrored| {
            let no_transposes = || format!("engine {} gives fills without their transposes", engine.name());
            Classes::of(mirrored).ok_or_else(|| Failure::Disagreement(no_transposes()))
        };
        let up_to_transposition = match symmetry {
            Symmetry::Each => None,
            Symmetry::UpToTransposition => mirrored.map(classes).transpose()?,
        };
        let report = FillCount {
            engine: engine.name(),
            count,
            distinct: question.is_distinct(),
            words: question.list().len(),
            seconds: start.seconds(),
            up_to_transposition,
        };
        // No further report is lost by a break, here and below.
        let _ = each(FillReport::Count(report));
        Ok(Outcome::some_if(count > 0))
    }

    /// Hands out how far a count came in its time, with an estimate of the whole.
    fn count_late(
        &self,
        question: &Question,
        run: &Run,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let (pieces_done, pieces, found_in_them) = run.progress();
        let seconds = self.time_limit.unwrap_or_default().as_secs();
        let progress = Progress { pieces_done, pieces, found_in_them, seconds };
        let seed = self.seed_of_estimate(host);
        let run = Limited::new(host, Some(Moment::after(PROBING))).run("estimate");
        let estimate = estimate_within(question, PROBES, seed, &run)?;
        let _ = each(FillReport::Unfinished(Unfinished::new(Some(progress), &estimate, seed)));
        Ok(Outcome::Undecided)
    }

    /// Estimates the number of fills.
    pub(super) fn estimate(
        &self,
        question: &Question,
        probes: u64,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let seed = self.seed_of_estimate(host);
        let run = self.limited(host).run("estimate");
        let estimate = estimate_within(question, probes, seed, &run)?;
        let _ = each(FillReport::Unfinished(Unfinished::new(None, &estimate, seed)));
        Ok(Outcome::some_if(estimate.reached > 0))
    }

    /// Compares the fills of engines. Every stage ends when the time is over.
    pub(super) fn compare(
        &self,
        question: &Question,
        engines: &[&dyn Filler],
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let watch = self.limited(host);
        let comparison = match compare(question, engines, &watch) {
            Err(EngineError::Stopped) if watch.is_over() => {
                return Err(Failure::unusable("the time is over before all engines have answered"));
            }
            outcome => outcome?,
        };
        let is_well = comparison.agree && comparison.answers.iter().all(|answer| answer.sum.count > 0);
        let _ = each(FillReport::Comparison(CompareReport::new(question, comparison)));
        Ok(Outcome::some_if(is_well))
    }

    fn seed_of_estimate(&self, host: &dyn Host) -> u64 {
        self.seed.unwrap_or_else(|| host.pick_seed())
    }
}

/// Hands out the words for the slot of this name, the best first.
pub(super) fn candidates(question: &Question, slot: &str, each: Each<'_, Fill>) -> Result<Outcome, Failure> {
    let number = slot_named(question, "candidates", slot)?;
    let slots = question.slots();
    let found = fitting_words(question, number);
    let outcome = Outcome::some_if(!found.words.is_empty());
    // No further report is lost by a break.
    let _ = each(FillReport::Candidates(RankedWords::new(&slots[number].word, found)));
    Ok(outcome)
}

/// Returns the slot of this name, which an option has.
pub(super) fn slot_named(question: &Question, option: &'static str, name: &str) -> Result<usize, Failure> {
    let slots = question.slots();
    slots.iter().position(|its| is_named(&its.word, name)).ok_or_else(|| {
        let example = slots.first().map_or(String::new(), |its| format!(", as in {}", its.word));
        usage!({option} " " (name) ": no such slot is to be filled: expected a number and a direction" (example))
    })
}

/// Returns an estimate, from fewer probes if the time is over.
fn estimate_within(question: &Question, probes: u64, seed: u64, run: &Run) -> Result<Estimate, Failure> {
    let estimate = estimate(question, probes, seed, run)?;
    if estimate.probes < probes && !run.is_late() {
        return Err(Failure::Stopped);
    }
    Ok(estimate)
}

/// Returns `true` if a text names a word, as in `7D`, `7 down` or `7-Down`.
fn is_named(word: &Word, text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let direction = text[digits..].trim_start_matches(['-', ' ']).to_ascii_lowercase();
    let name = word.direction.title().to_ascii_lowercase();
    text[..digits] == word.number.to_string() && !direction.is_empty() && name.starts_with(&direction)
}
