//! Runs several engines on one problem and says whether they give the same number *and the same set of grids*.
//!
//! Each engine streams its grids into a [`tally`]: a count and an order-independent [`digest`], by bucket, with the
//! validator judging every grid as it passes. Engines agree when all counts and digests are equal and the validator
//! refuses nothing. Where two disagree, [`difference`] finds grids that only one has. A [`published`] list can be one more
//! party.

pub mod difference;
pub mod digest;
pub mod judge;
pub mod published;
pub mod tally;

use std::cmp::Reverse;
use std::time::Instant;

use thiserror::Error;

use crate::engine::watch::Watch;
use crate::engine::{Ability, ENGINES, Engine, EngineError, Lister};
use crate::format::source::{Checked, SourceError};
use crate::grid::Grid;
use crate::problem::Problem;
use difference::{Limits, bucket_rows};
use judge::{Judge, Opinion};
use published::{Matching, Reading};
use tally::{Sum, Tally, Totals};

/// Of a disagreement, three grids a side are shown, and parts of up to 100,000 grids listed side by side to find them.
const LIMITS: Limits = Limits { small: 100_000, shown: 3 };

/// Why there is no comparison.
#[derive(Debug, Error)]
pub enum CompareError {
    /// An engine failed or was stopped.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The published list cannot be read.
    #[error(transparent)]
    List(#[from] SourceError),
    /// The list of engines is empty.
    #[error("no engine is to take part")]
    NoEngine,
}

/// An engine that does not take part, and why.
pub struct LeftOut {
    /// The engine's name.
    pub name: &'static str,
    /// The reason.
    pub why: String,
}

/// The engines that can do a problem in reasonable time, and the others.
pub fn choose(problem: &Problem) -> (Vec<&'static dyn Engine>, Vec<LeftOut>) {
    let mut chosen: Vec<&'static dyn Engine> = Vec::new();
    let mut left_out = Vec::new();
    for engine in ENGINES {
        match engine.ability(problem) {
            Ability::Able => chosen.push(engine),
            Ability::Slow(why) | Ability::Unable(why) => left_out.push(LeftOut { name: engine.name(), why }),
        }
    }
    (chosen, left_out)
}

/// What one engine answered.
pub struct Answer {
    /// The engine's name.
    pub name: &'static str,
    /// How many grids, and which.
    pub sum: Sum,
    /// Wall-clock time.
    pub seconds: f64,
    /// How many of its grids are valid and have the given squares.
    pub valid: u64,
    /// How many are not, or have not.
    pub invalid: u64,
    /// Whether it has the count and digest that more than half of the engines have, and nothing is wrong with its grids.
    pub agrees: bool,
}

/// What a published list came to.
pub struct ListAnswer {
    /// The file's name.
    pub name: String,
    /// The list by itself.
    pub reading: Reading,
    /// The list beside the engines' grids.
    pub matching: Matching,
    /// The engine it was matched with.
    pub matched_with: &'static str,
    /// Wall-clock time of both.
    pub seconds: f64,
    /// Whether it has the same count and digest as that engine: a repeated grid is a difference too.
    pub agrees: bool,
}

/// A grid that not all have, or that the validator refuses.
pub struct Difference {
    /// The grid.
    pub grid: Grid,
    /// Who has it and who does not, or whose grid is refused, in words.
    pub found: String,
    /// What is wrong with it, if anything.
    pub opinion: Opinion,
}

/// The outcome of a comparison.
pub struct Report {
    /// One answer an engine.
    pub answers: Vec<Answer>,
    /// The published list's, if there was one.
    pub list: Option<ListAnswer>,
    /// Whether all parties have the same count and digest, and nothing is wrong with any grid.
    pub agree: bool,
    /// The first grids of each disagreement.
    pub differences: Vec<Difference>,
    /// What is to be known of the outcome and cannot be pinned on a grid, a sentence each.
    pub remarks: Vec<String>,
}

/// Runs `engines` one after the other on `problem`, and compares what they give and `list`.
pub fn compare(
    problem: &Problem,
    engines: &[&dyn Engine],
    list: Option<&mut Checked>,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    if engines.is_empty() {
        return Err(CompareError::NoEngine);
    }
    // The list first: a grid of the wrong size is to be known before an hour of counting.
    let list = match list {
        Some(list) => {
            let start = Instant::now();
            let reading = published::read(list, problem, watch)?;
            Some((list, reading, start.elapsed()))
        }
        None => None,
    };

    let middle = bucket_rows(problem.size()).next().unwrap_or(0);
    let mut parties: Vec<(&dyn Lister, Totals, f64)> = Vec::new();
    for engine in engines {
        let engine = engine.lister().ok_or_else(|| EngineError::Unable {
            engine: engine.name(),
            why: "it counts grids without listing them".to_owned(),
        })?;
        let tally = Tally::new(problem, middle, &[]);
        let start = Instant::now();
        engine.list(problem, &watch.run(engine.name()), &tally)?;
        let (totals, seconds) = (tally.into_totals(), start.elapsed().as_secs_f64());
        let Sum { count, digest } = totals.sum();
        watch.learned(format!("{} finished: {count} grids, digest {}", engine.name(), digest.short()));
        parties.push((engine, totals, seconds));
    }

    let sums: Vec<Sum> = parties.iter().map(|(_, totals, _)| totals.sum()).collect();
    let reference = most_credible(&parties, &sums);
    let followers = sums.iter().filter(|&&sum| sum == sums[reference]).count();
    let is_majority = 2 * followers > sums.len();
    let answer = |((engine, totals, seconds), &sum): (&(&dyn Lister, Totals, f64), &Sum)| Answer {
        name: engine.name(),
        sum,
        seconds: *seconds,
        valid: totals.valid,
        invalid: totals.invalid,
        agrees: sum == sums[reference] && is_majority && totals.invalid == 0,
    };
    let mut report = Report {
        answers: parties.iter().zip(&sums).map(answer).collect(),
        list: None,
        agree: followers == sums.len(),
        differences: Vec::new(),
        remarks: Vec::new(),
    };
    for (party, &sum) in parties.iter().zip(&sums) {
        if sum != sums[reference] {
            report.explain(problem, [&parties[reference], party], watch)?;
        }
        report.show_refused(problem, party.0.name(), &party.1);
    }

    if let Some((list, reading, reading_time)) = list {
        let engine = parties[reference].0;
        let start = Instant::now();
        let agrees = reading.sum == sums[reference];
        // Equal digests leave nothing to look for.
        let matching = if agrees { Matching::default() } else { published::match_with(list, engine, problem, watch)? };
        if !report.agree {
            let name = engine.name();
            report.remarks.push(format!("the list is held against {name}, whose answer is itself in dispute"));
        }
        report.agree &= agrees;
        if reading.outside > 0 {
            report.remarks.push(format!(
                "{}: {} of its grids do not have the given squares and are left out of the comparison",
                list.name(),
                reading.outside
            ));
        }
        report.list = Some(ListAnswer {
            name: list.name().to_owned(),
            reading,
            matching,
            matched_with: engine.name(),
            seconds: (reading_time + start.elapsed()).as_secs_f64(),
            agrees,
        });
    }
    Ok(report)
}

/// The party whose answer most others share; of equals, the one with the fewest faulty grids, then the first.
fn most_credible(parties: &[(&dyn Lister, Totals, f64)], sums: &[Sum]) -> usize {
    let rank = |i: &usize| {
        let votes = sums.iter().filter(|&&sum| sum == sums[*i]).count();
        (Reverse(votes), parties[*i].1.invalid)
    };
    (0..parties.len()).min_by_key(rank).unwrap_or(0)
}

impl Report {
    /// Adds the first grids that only one of two engines has.
    fn explain(
        &mut self,
        problem: &Problem,
        [(first, first_totals, _), (second, second_totals, _)]: [&(&dyn Lister, Totals, f64); 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let odd = difference::find(problem, [*first, *second], [first_totals, second_totals], LIMITS, watch)?;
        let (first, second) = (first.name(), second.name());
        if odd.is_empty() {
            self.remarks.push(format!(
                "{first} and {second} disagree on the whole and agree on the part where they differ, its rows given: \
                 one of them is at odds with itself"
            ));
        }
        let judge = Judge::new(problem);
        self.differences.extend(odd.into_iter().map(|odd| Difference {
            opinion: judge.opinion(&odd.grid),
            grid: odd.grid,
            found: match odd.times {
                [1, 0] => format!("only {first} has this grid, {second} does not"),
                [0, 1] => format!("only {second} has this grid, {first} does not"),
                [a, b] => format!("{first} gives this grid {a} times, {second} {b} times"),
            },
        }));
        Ok(())
    }

    /// Adds the first of an engine's grids that something is wrong with, unless they are shown already.
    fn show_refused(&mut self, problem: &Problem, name: &str, totals: &Totals) {
        if totals.invalid == 0 {
            return;
        }
        self.agree = false;
        let judge = Judge::new(problem);
        for grid in &totals.refused {
            if self.differences.iter().all(|difference| difference.grid != *grid) {
                self.differences.push(Difference {
                    grid: grid.clone(),
                    found: format!("{name} has this grid, and it is no answer"),
                    opinion: judge.opinion(grid),
                });
            }
        }
    }
}
