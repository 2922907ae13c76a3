//! The outcome of a comparison, as data: what each party answered, and what their disagreements come to.
//!
//! Nothing here is worded; who prints a report finds the words. It serializes as it stands, counts as decimal strings (they may
//! be beyond what a JSON number holds), grids and given squares as their rows.

use serde::Serialize;

use super::LIMITS;
use super::difference;
use super::judge::{Judge, Opinion};
use super::narrow::{Obstacle, narrow};
use super::party::{Listing, Party, all_agree, most_credible};
use super::published::{Matching, Reading};
use super::serial::{as_decimal, as_rows, as_text};
use crate::digest::Digest;
use crate::engine::watch::Watch;
use crate::engine::{Engine, EngineError};
use crate::grid::Grid;
use crate::problem::{Givens, Problem};

/// What one engine answered.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The engine's name.
    pub name: &'static str,
    /// How many grids.
    #[serde(serialize_with = "as_decimal")]
    pub count: u128,
    /// Which grids, if the engine lists them.
    pub listed: Option<Listed>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Whether it has the count of more than half of the engines and, if it lists, the digest of more than half of those that
    /// list, and nothing is wrong with its grids.
    pub agrees: bool,
}

/// What is known of the grids of an engine that lists.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// Stands for the set.
    pub digest: Digest,
    /// How many are valid and have the given squares.
    pub valid: u64,
    /// How many are not, or have not.
    pub invalid: u64,
}

/// What a published list came to.
#[derive(Debug, Serialize)]
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

/// Why a grid is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Found {
    /// Two engines that list give it so many times each; right engines give each grid once or never.
    Listed {
        /// The engines.
        engines: [&'static str; 2],
        /// How often each gives it.
        times: [usize; 2],
    },
    /// With every square given, two engines, not both of which list, count so many.
    Counted {
        /// The engines.
        engines: [&'static str; 2],
        /// Their counts.
        #[serde(serialize_with = "as_text")]
        counts: [u128; 2],
    },
    /// An engine gives it, and something is wrong with it.
    Refused {
        /// The engine.
        engine: &'static str,
    },
}

/// A grid that not all have, or that the validator refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The grid.
    #[serde(serialize_with = "as_rows")]
    pub grid: Grid,
    /// Who has it and who does not, or whose grid is refused.
    pub found: Found,
    /// What is wrong with it, if anything.
    pub opinion: Opinion,
}

/// A part of the problem that two engines count differently, where no single grid could be found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DisputedPart {
    /// The squares given, those of the problem among them.
    #[serde(serialize_with = "as_rows")]
    pub givens: Givens,
    /// The engines.
    pub engines: [&'static str; 2],
    /// How many grids each counts there.
    #[serde(serialize_with = "as_text")]
    pub counts: [u128; 2],
    /// Why the part is not smaller; `None` if every square is given.
    pub obstacle: Option<Obstacle>,
}

/// What is to be known of an outcome and cannot be pinned on a grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Remark {
    /// The published list is held against an engine whose answer is itself in dispute.
    MatchedInDispute {
        /// The engine.
        engine: &'static str,
    },
    /// So many grids of the published list do not have the given squares, and are left out.
    OutsideGivens {
        /// The list's name.
        list: String,
        /// How many.
        grids: u64,
    },
    /// Two engines that list disagree on the whole, and agree on the part where they differ, its rows given.
    AtOdds {
        /// The engines, one of which is at odds with itself.
        engines: [&'static str; 2],
    },
    /// Two engines' counts cannot be held together square by square.
    NotNarrowed {
        /// The engines.
        engines: [&'static str; 2],
        /// What stands in the way.
        obstacle: Obstacle,
    },
}

/// The outcome of a comparison.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One answer an engine.
    pub answers: Vec<Answer>,
    /// The published list's, if there was one.
    pub list: Option<ListAnswer>,
    /// Whether all parties have the same count and, where they list, the same digest, and nothing is wrong with any grid.
    pub agree: bool,
    /// The first grids of each disagreement.
    pub differences: Vec<Difference>,
    /// Disagreements over counts that could not be brought down to a grid.
    pub parts: Vec<DisputedPart>,
    /// What is to be known of the outcome and cannot be pinned on a grid.
    pub remarks: Vec<Remark>,
}

impl Answer {
    fn of(party: &Party, parties: &[Party]) -> Self {
        let listed = party.listing.as_ref().map(|Listing { totals, .. }| {
            let (valid, invalid) = (totals.valid, totals.invalid);
            Listed { digest: totals.sum().digest, valid, invalid }
        });
        Answer {
            name: party.engine.name(),
            count: party.count,
            listed,
            seconds: party.seconds,
            agrees: party.agrees_with_most_of(parties),
        }
    }
}

impl Report {
    /// What the answers of some engines, at least one, come to; no difference is explained yet.
    pub(super) fn of(parties: &[Party]) -> Self {
        Report {
            answers: parties.iter().map(|party| Answer::of(party, parties)).collect(),
            list: None,
            agree: all_agree(parties),
            differences: Vec::new(),
            parts: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Adds what the differences between the answers are.
    pub(super) fn explain(
        &mut self,
        problem: &Problem,
        parties: &[Party],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let reference = most_credible(parties);
        for party in parties {
            if !party.matches(reference) {
                match (&reference.listing, &party.listing) {
                    (Some(first), Some(second)) => self.explain_sets(problem, [first, second], watch)?,
                    _ => self.explain_counts(problem, [reference, party], watch)?,
                }
            }
            if let Some(listing) = &party.listing {
                self.show_refused(problem, listing);
            }
        }
        Ok(())
    }

    /// Adds the first grids that only one of two listing engines has.
    fn explain_sets(
        &mut self,
        problem: &Problem,
        [first, second]: [&Listing; 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let listers = [first.lister, second.lister];
        let odd = difference::find(problem, listers, [&first.totals, &second.totals], LIMITS, watch)?;
        let engines = listers.map(Engine::name);
        if odd.is_empty() {
            self.remarks.push(Remark::AtOdds { engines });
        }
        let judge = Judge::new(problem);
        self.differences.extend(odd.into_iter().map(|odd| Difference {
            opinion: judge.opinion(&odd.grid),
            grid: odd.grid,
            found: Found::Listed { engines, times: odd.times },
        }));
        Ok(())
    }

    /// Adds the smallest part of the problem, a single grid if possible, that two engines count differently.
    fn explain_counts(
        &mut self,
        problem: &Problem,
        parties: [&Party; 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let engines = parties.map(|party| party.engine);
        let part = narrow(problem, engines, parties.map(|party| party.count), watch)?;
        let (engines, counts) = (engines.map(Engine::name), part.counts);
        if let Some(grid) = part.grid() {
            let opinion = Judge::new(problem).opinion(&grid);
            self.differences.push(Difference { found: Found::Counted { engines, counts }, opinion, grid });
            return Ok(());
        }
        match part.obstacle {
            Some(obstacle) if part.problem.givens() == problem.givens() => {
                self.remarks.push(Remark::NotNarrowed { engines, obstacle });
            }
            obstacle => {
                let givens = part.problem.givens().clone();
                self.parts.push(DisputedPart { givens, engines, counts, obstacle });
            }
        }
        Ok(())
    }

    /// Adds the first of an engine's grids that something is wrong with, unless they are shown already.
    fn show_refused(&mut self, problem: &Problem, Listing { lister, totals }: &Listing) {
        let engine = lister.name();
        let judge = Judge::new(problem);
        for grid in &totals.refused {
            if self.differences.iter().all(|difference| difference.grid != *grid) {
                self.differences.push(Difference {
                    grid: grid.clone(),
                    found: Found::Refused { engine },
                    opinion: judge.opinion(grid),
                });
            }
        }
    }
}
