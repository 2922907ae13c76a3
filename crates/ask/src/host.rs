//! Defines the host: what a door lends to a request while it is answered.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Read, Write};
use std::sync::Arc;

use gridcheck_engine::Run;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::{Unwatched, Watch};
use gridcheck_sums::RunNumber;

use super::failure::Failure;

/// Lends to a request what a door has: progress and stopping ([`Watch`]), a place for notes, and the standard streams if it has them.
///
/// A host without files leaves all methods as they are.
pub trait Host: Watch {
    /// Receives a remark on how the question or a file was understood, in one sentence.
    fn note(&self, note: String);

    /// Receives a result in one sentence that stands beside the report, such as an extreme that the listed grids reach.
    fn inform(&self, sentence: String) {
        self.note(sentence);
    }

    /// Learns the noun for what the stages find, if it is not a grid.
    fn finds(&self, _noun: &'static str) {}

    /// Returns a run for a stage that hands items out while it works. A host may not draw between them.
    fn run_with_items(&self, stage: &str) -> Arc<Run> {
        self.run(stage)
    }

    /// Announces that the next stage may take very long, with the reason.
    fn may_take_long(&self, why: &str) {
        self.note(format!("this may take very long ({why})"));
    }

    /// Announces what to do if the first blocks of the next stage show that it takes long.
    fn advise_if_long(&self, _advice: Advice) {}

    /// Picks a seed for random draws, small enough that a user can type it again.
    fn pick_seed(&self) -> u64 {
        /// Upper bound of a picked seed.
        const EASY: u64 = 1_000_000;
        // The standard library seeds its hashers randomly.
        RandomState::new().build_hasher().finish() % EASY
    }

    /// Draws the number of a run that begins a file of sums.
    ///
    /// # Errors
    /// The host has no files, or the system has no random number.
    fn run_number(&self) -> Result<RunNumber, Failure> {
        Err(Failure::unusable("no file of sums can be begun here"))
    }

    /// Returns in one line why the work ends, as `why` says, and what is known so far if the host has followed it.
    fn known_so_far(&self, why: &str) -> String {
        why.to_owned()
    }

    /// Learns that the work may be long, and that its progress matters also where it is written to a file.
    fn work_is_long(&self) {}

    /// Returns standard input.
    ///
    /// # Errors
    /// The host has none.
    fn standard_input(&self) -> Result<Box<dyn Read + Send>, Failure> {
        Err(Failure::unusable("there is no standard input here"))
    }

    /// Returns a writer to standard output, for results that are written while the work goes on.
    ///
    /// # Errors
    /// The host has none.
    fn standard_output(&self) -> Result<Box<dyn Write + Send>, Failure> {
        Err(Failure::unusable("there is no standard output here"))
    }

    /// Returns the most bytes of memory that the process was measured to have, or 0 if it was not measured.
    fn peak_memory(&self) -> u64 {
        0
    }
}

/// A watch with a time limit.
pub struct Limited<'w> {
    watch: &'w dyn Watch,
    end: Option<Moment>,
}

impl<'w> Limited<'w> {
    /// Returns a watch that stops every run at `end`, if it is given.
    pub fn new(watch: &'w dyn Watch, end: Option<Moment>) -> Self {
        Limited { watch, end }
    }

    /// Returns the moment at which runs stop, if there is one.
    pub fn end(&self) -> Option<Moment> {
        self.end
    }

    /// Returns `true` if this moment has passed.
    pub fn is_over(&self) -> bool {
        self.end.is_some_and(Moment::is_past)
    }
}

impl Watch for Limited<'_> {
    fn run(&self, stage: &str) -> Arc<Run> {
        let run = self.watch.run(stage);
        if let Some(end) = self.end {
            run.stop_at(end);
        }
        run
    }

    fn learned(&self, fact: String) {
        self.watch.learned(fact);
    }

    fn begins(&self, work: &str) {
        self.watch.begins(work);
    }
}

/// Advice on work that takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// Divide the count into pieces.
    Divide,
    /// Divide the count into more pieces than now.
    DivideFurther,
}

/// A host that shows nothing, stops nothing, and drops notes.
pub struct Unattended;

impl Watch for Unattended {
    fn run(&self, stage: &str) -> Arc<Run> {
        Unwatched.run(stage)
    }
}

impl Host for Unattended {
    fn note(&self, _note: String) {}
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn picked_seeds_differ_and_are_short() {
        let seeds: HashSet<u64> = (0..20).map(|_| Unattended.pick_seed()).collect();
        assert!(seeds.len() > 1 && seeds.iter().all(|&seed| seed < 1_000_000), "{seeds:?}");
    }
}
