//! The outcome of a comparison, as data: the answer of each party, and the explanation of their disagreements.
//!
//! The report contains no messages; its printer words them. It serializes as it is. Counts are decimal strings, because they may
//! exceed a JSON number. Grids and given squares are lists of rows.

use std::collections::BTreeMap;

use serde::Serialize;

use super::LIMITS;
use super::difference;
use super::judge::{GridChecker, GridFaults};
use super::narrow::{Obstacle, narrow};
use super::party::{Party, all_agree, most_credible};
use super::published::{ListSummary, Matching};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::serial::{Digits, Rows, TwoDigits};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Engine, EngineError, Prepared};
use gridcheck_sums::digest::Digest;
use gridcheck_sums::totals::Totals;

/// The answer of one engine. One that only counts has no digest.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineReport {
    /// The engine's name.
    pub name: &'static str,
    /// Number of grids.
    #[serde(with = "Digits")]
    pub count: u128,
    /// A summary of the grids, if the engine lists them.
    #[serde(flatten)]
    pub listed: Option<SetSummary>,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// `true` if more than half of the engines give its count and none of its grids is invalid. If it lists, more than half of
    /// the listing engines must also give its digest.
    pub agrees: bool,
}

/// A summary of the grids of an engine that lists.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetSummary {
    /// The digest of the set.
    pub digest: Digest,
    /// Number of grids that are valid and have the given squares.
    pub valid: u64,
    /// Number of the other grids.
    pub invalid: u64,
}

/// The result for a published list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListReport {
    /// The file's name.
    pub name: String,
    /// The list alone, without engines.
    #[serde(flatten)]
    pub reading: ListSummary,
    /// The list compared with the engine's grids.
    #[serde(flatten)]
    pub matching: Matching,
    /// The engine whose grids it was matched with.
    pub matched_with: &'static str,
    /// Wall-clock time of reading and matching, in seconds.
    pub seconds: f64,
    /// `true` if it has the count and the digest of that engine. A repeated grid is a difference too.
    pub agrees: bool,
}

/// The reason why a grid is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Two listing engines give it a different number of times. A correct engine gives each grid at most once.
    Listed {
        /// The engines.
        engines: [&'static str; 2],
        /// The number of times that each gives it.
        times: [usize; 2],
    },
    /// Two engines count it differently with every square given. At least one of them only counts.
    Counted {
        /// The engines.
        engines: [&'static str; 2],
        /// Their counts.
        #[serde(with = "TwoDigits")]
        counts: [u128; 2],
    },
    /// An engine gives it, but it is invalid.
    Refused {
        /// The engine.
        engine: &'static str,
    },
}

/// A grid that not all parties have, or that the validator rejects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The grid.
    #[serde(rename = "rows", with = "Rows")]
    pub grid: Grid,
    /// The engines that differ over it, or the engine whose grid is rejected.
    pub found: DifferenceKind,
    /// The faults of the grid, if any.
    #[serde(rename = "violations")]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_validator::schema::Violations"))]
    pub opinion: GridFaults,
}

/// A part of the problem that two engines count differently, where no single grid was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisputedPart {
    /// The given squares, including those of the problem.
    #[serde(rename = "given", with = "Rows")]
    pub givens: Givens,
    /// The engines.
    pub engines: [&'static str; 2],
    /// The number of grids that each counts there.
    #[serde(with = "TwoDigits")]
    pub counts: [u128; 2],
    /// The reason why the part is not smaller; `None` if every square is given.
    pub obstacle: Option<Obstacle>,
}

/// A fact about the outcome that concerns no single grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Remark {
    /// The published list is compared with an engine whose answer is itself disputed.
    MatchedInDispute {
        /// The engine.
        engine: &'static str,
    },
    /// Grids of the published list that contradict the given squares were left out.
    OutsideGivens {
        /// The list's name.
        list: String,
        /// Number of those grids.
        grids: u64,
    },
    /// Two listing engines disagree on the whole, but agree on the part where they differ once its rows are given.
    AtOdds {
        /// The engines. One of them contradicts itself.
        engines: [&'static str; 2],
    },
    /// Engines that share a part are one witness.
    OneWitness {
        /// The engines.
        engines: Vec<&'static str>,
        /// The shared part, as in "the translation into clauses".
        shared: &'static str,
    },
    /// Two engines' counts cannot be compared square by square.
    NotNarrowed {
        /// The engines.
        engines: [&'static str; 2],
        /// The obstacle.
        obstacle: Obstacle,
    },
}

/// The outcome of a comparison.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// One answer for each engine.
    #[serde(rename = "parties")]
    pub answers: Vec<EngineReport>,
    /// The result for the published list, if there was one.
    pub list: Option<ListReport>,
    /// `true` if all parties have the same count, all listing parties have the same digest, and no grid is invalid.
    pub agree: bool,
    /// The first grids of each disagreement.
    pub differences: Vec<Difference>,
    /// Parts whose counts differ and that could not be narrowed to a grid.
    #[serde(rename = "disputed_parts")]
    pub parts: Vec<DisputedPart>,
    /// Facts about the outcome that concern no single grid.
    pub remarks: Vec<Remark>,
}

impl EngineReport {
    fn of(party: &Party, parties: &[Party]) -> Self {
        let listed = party.listing.as_ref().map(|totals| {
            let (valid, invalid) = (totals.valid, totals.invalid);
            SetSummary { digest: totals.sum().digest, valid, invalid }
        });
        EngineReport {
            name: party.engine.name(),
            count: party.count,
            listed,
            seconds: party.seconds,
            agrees: party.agrees_with_most_of(parties),
        }
    }
}

/// Returns a remark for each part that several engines share.
fn one_witness(parties: &[Party]) -> Vec<Remark> {
    let mut sharing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for party in parties {
        let facts = party.engine.facts();
        if let Some(shared) = facts.witness.shared_with(facts.witness) {
            sharing.entry(shared).or_default().push(facts.name);
        }
    }
    let several = sharing.into_iter().filter(|(_, engines)| engines.len() > 1);
    several.map(|(shared, engines)| Remark::OneWitness { engines, shared }).collect()
}

impl Report {
    /// Summarizes the answers of one engine or more, without explaining any difference.
    pub(super) fn of(parties: &[Party]) -> Self {
        Report {
            answers: parties.iter().map(|party| EngineReport::of(party, parties)).collect(),
            list: None,
            agree: all_agree(parties),
            differences: Vec::new(),
            parts: Vec::new(),
            remarks: one_witness(parties),
        }
    }

    /// Adds the explanations of the differences between the answers of one engine or more. `prepared` are the engines of the parties, in
    /// the same order.
    pub(super) fn explain(
        &mut self,
        problem: &Problem,
        prepared: &[&Prepared<'_>],
        parties: &[Party],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let reference = most_credible(parties);
        let place = parties.iter().position(|party| std::ptr::eq(party, reference)).unwrap_or(0);
        for (party, engine) in parties.iter().zip(prepared.iter().copied()) {
            if !party.matches(reference) {
                match (&reference.listing, &party.listing) {
                    (Some(first), Some(second)) => {
                        self.explain_sets(problem, [prepared[place], engine], [first, second], watch)?;
                    }
                    _ => self.explain_counts(problem, [reference, party], watch)?,
                }
            }
            if let Some(totals) = &party.listing {
                self.show_refused(problem, party.engine.name(), totals);
            }
        }
        Ok(())
    }

    /// Adds the first grids that only one of two listing engines has.
    fn explain_sets(
        &mut self,
        problem: &Problem,
        prepared: [&Prepared<'_>; 2],
        totals: [&Totals<Grid>; 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let odd = difference::find(problem, prepared, totals, LIMITS, watch)?;
        let engines = prepared.map(Prepared::name);
        if odd.is_empty() {
            self.remarks.push(Remark::AtOdds { engines });
        }
        let judge = GridChecker::new(problem);
        self.differences.extend(odd.into_iter().map(|odd| Difference {
            opinion: judge.opinion(&odd.grid),
            grid: odd.grid,
            found: DifferenceKind::Listed { engines, times: odd.times },
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
            let opinion = GridChecker::new(problem).opinion(&grid);
            self.differences.push(Difference { found: DifferenceKind::Counted { engines, counts }, opinion, grid });
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

    /// Adds the first of an engine's invalid grids, unless they are shown already.
    fn show_refused(&mut self, problem: &Problem, engine: &'static str, totals: &Totals<Grid>) {
        let judge = GridChecker::new(problem);
        for grid in &totals.refused {
            if self.differences.iter().all(|difference| difference.grid != *grid) {
                self.differences.push(Difference {
                    grid: grid.clone(),
                    found: DifferenceKind::Refused { engine },
                    opinion: judge.opinion(grid),
                });
            }
        }
    }
}
