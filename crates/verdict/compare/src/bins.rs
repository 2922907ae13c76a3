//! Compares engines bin by bin: the number of grids for each value of the measures.

use std::collections::BTreeSet;

use serde::Serialize;

use gridcheck_core::constraint::Distribution;
use gridcheck_core::serial::{DigitsIfKnown, TwoDigits};
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Prepared};

/// The answer of one engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bins {
    /// The engine.
    pub engine: &'static str,
    /// Number of bins.
    pub bins: usize,
    /// Number of grids in all bins; `None` if it exceeds 128 bits.
    #[serde(with = "DigitsIfKnown")]
    pub count: Option<u128>,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// `true` if it equals the first engine in every bin.
    pub agrees: bool,
}

/// A bin in which an engine differs from the first one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BinDifference {
    /// The engine that differs.
    pub engine: &'static str,
    /// The values that name the bin.
    pub values: Vec<u32>,
    /// The number of grids that the first engine and this one have there.
    #[serde(with = "TwoDigits")]
    pub grids: [u128; 2],
}

/// The answers of all engines, and their differences.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BinReport {
    /// `true` if all engines agree in every bin.
    pub agree: bool,
    /// The answers, in the order in which the engines were asked.
    pub answers: Vec<Bins>,
    /// Every bin in which an engine differs from the first one.
    pub differences: Vec<BinDifference>,
}

/// Asks the engines one after the other for the distribution that each has prepared, and compares each with the first.
///
/// # Errors
/// Fails if an engine fails or is stopped.
pub fn compare_bins(prepared: &[Prepared<'_>], watch: &dyn Watch) -> Result<BinReport, EngineError> {
    let mut report = BinReport { agree: true, answers: Vec::new(), differences: Vec::new() };
    let mut first: Option<Distribution> = None;
    for engine in prepared {
        let (name, start) = (engine.name(), Moment::now());
        let found = engine.distribution(&watch.run(name))?;
        let (bins, count, seconds) = (found.grids.len(), found.total(), start.seconds());
        let differences = first.as_ref().map_or_else(Vec::new, |first| differences(first, name, &found));
        first.get_or_insert(found);
        report.agree &= differences.is_empty();
        report.answers.push(Bins { engine: name, bins, count, seconds, agrees: differences.is_empty() });
        report.differences.extend(differences);
    }
    Ok(report)
}

/// Returns the bins in which the distribution of an engine differs from the first one.
fn differences(first: &Distribution, engine: &'static str, other: &Distribution) -> Vec<BinDifference> {
    let bins: BTreeSet<&Vec<u32>> = first.grids.keys().chain(other.grids.keys()).collect();
    let of = |found: &Distribution, values: &Vec<u32>| found.grids.get(values).copied().unwrap_or(0);
    let both = bins.into_iter().map(|values| BinDifference {
        engine,
        values: values.clone(),
        grids: [of(first, values), of(other, values)],
    });
    both.filter(|difference| difference.grids[0] != difference.grids[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::constraint::measures;
    use gridcheck_registry::{Backtrack, Pinwheel};
    use gridcheck_testing::prelude::*;

    #[test]
    fn engines_are_held_against_the_first_bin_by_bin() {
        let problem = problem(7, british());
        let kind = SumKind::Distribution(measures("words").expect("a measure"));
        let engines: [&dyn Engine; 2] = [&Pinwheel, &Backtrack];
        let prepared = engines.map(|engine| engine.prepare(&problem, &kind).expect("it measures words"));
        let report = compare_bins(&prepared, &Unwatched).expect("an answer");
        let names: Vec<&str> = report.answers.iter().map(|bins| bins.engine).collect();
        assert_eq!((names, report.differences.len()), (vec!["pinwheel", "backtrack"], 0));
        assert!(report.agree && report.answers.iter().all(|bins| bins.agrees));

        let first = prepared[0].distribution(&Run::new()).expect("an answer");
        let mut other = first.clone();
        // One bin has a grid too many, one is missing.
        *other.grids.get_mut(&vec![12]).expect("62 grids have 12 words") += 1;
        other.grids.remove(&vec![6]);
        let bin = |values: u32, grids: [u128; 2]| BinDifference { engine: "backtrack", values: vec![values], grids };
        let (least, most) = (first.grids[&vec![6]], first.grids[&vec![12]]);
        assert_eq!(differences(&first, "backtrack", &other), [bin(6, [least, 0]), bin(12, [most, most + 1])]);
    }

    #[test]
    fn an_engine_that_differs_in_a_bin_is_named() {
        let (seven, half_turn) = (problem(7, british()), SumKind::Distribution(measures("words").expect("a measure")));
        let fewer = constrained(&seven, &["words <= 11"]);
        let whole = Pinwheel.prepare(&seven, &half_turn).expect("it measures words");
        let part = Backtrack.prepare(&fewer, &half_turn).expect("it measures words");
        let report = compare_bins(&[whole, part], &Unwatched).expect("an answer");
        let agree: Vec<bool> = report.answers.iter().map(|bins| bins.agrees).collect();
        assert_eq!((report.agree, agree), (false, vec![true, false]));
        assert!(report.differences.iter().all(|bin| bin.engine == "backtrack" && bin.values[0] == 12));
    }
}
