//! Compares engines bin by bin: the number of grids for each value of the measures.

use std::collections::BTreeSet;

use gridcheck_core::constraint::Distribution;
use gridcheck_run::clock::Moment;
use gridcheck_run::watch::Watch;
use gridcheck_run::{EngineError, Prepared};

/// The answer of one engine.
#[derive(Debug, Clone)]
pub struct Bins {
    /// The engine.
    pub engine: &'static str,
    /// The number of grids for each combination of values.
    pub found: Distribution,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

/// A bin in which an engine differs from the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BinDifference {
    /// The engine that differs.
    pub engine: &'static str,
    /// The values that name the bin.
    pub values: Vec<u32>,
    /// The number of grids that the first engine and this one have there.
    pub grids: [u128; 2],
}

/// The answers of all engines, and their differences.
#[derive(Debug, Clone, Default)]
pub struct BinReport {
    /// The answers, in the order in which the engines were asked.
    pub answers: Vec<Bins>,
    /// Every bin in which an engine differs from the first one.
    pub differences: Vec<BinDifference>,
}

impl BinReport {
    /// Returns `true` if an engine equals the first one in every bin.
    pub fn agrees(&self, bins: &Bins) -> bool {
        self.differences.iter().all(|difference| difference.engine != bins.engine)
    }
}

/// Asks the engines one after the other for the distribution that each has prepared, and compares each with the first.
///
/// # Errors
/// Fails if an engine fails or is stopped.
pub fn compare_bins(prepared: &[Prepared<'_>], watch: &dyn Watch) -> Result<BinReport, EngineError> {
    let mut report = BinReport::default();
    for engine in prepared {
        let start = Moment::now();
        let found = engine.distribution(&watch.run(engine.name()))?;
        let bins = Bins { engine: engine.name(), found, seconds: start.seconds() };
        if let Some(first) = report.answers.first() {
            report.differences.extend(differences(first, &bins));
        }
        report.answers.push(bins);
    }
    Ok(report)
}

fn differences(first: &Bins, other: &Bins) -> Vec<BinDifference> {
    let bins: BTreeSet<&Vec<u32>> = first.found.grids.keys().chain(other.found.grids.keys()).collect();
    let of = |bins: &Bins, values: &Vec<u32>| bins.found.grids.get(values).copied().unwrap_or(0);
    let both = bins.into_iter().map(|values| BinDifference {
        engine: other.engine,
        values: values.clone(),
        grids: [of(first, values), of(other, values)],
    });
    both.filter(|difference| difference.grids[0] != difference.grids[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::constraint::measures;
    use gridcheck_engines::{Backtrack, Pinwheel};
    use gridcheck_run::Engine;
    use gridcheck_run::blocks::SumKind;
    use gridcheck_run::watch::Unwatched;
    use gridcheck_testing::{british, problem};

    #[test]
    fn engines_are_held_against_the_first_bin_by_bin() {
        let problem = problem(7, british());
        let kind = SumKind::Distribution(measures("words").expect("a measure"));
        let engines: [&dyn Engine; 2] = [&Pinwheel, &Backtrack];
        let prepared = engines.map(|engine| engine.prepare(&problem, &kind).expect("it measures words"));
        let report = compare_bins(&prepared, &Unwatched).expect("an answer");
        let names: Vec<&str> = report.answers.iter().map(|bins| bins.engine).collect();
        assert_eq!((names, report.differences.len()), (vec!["pinwheel", "backtrack"], 0));
        assert!(report.answers.iter().all(|bins| report.agrees(bins)));

        let [first, mut other] = report.answers.try_into().expect("two");
        // One bin has a grid too many, one is missing.
        *other.found.grids.get_mut(&vec![12]).expect("62 grids have 12 words") += 1;
        other.found.grids.remove(&vec![6]);
        let differences = differences(&first, &other);
        let bin = |values: u32, grids: [u128; 2]| BinDifference { engine: "backtrack", values: vec![values], grids };
        let (least, most) = (first.found.grids[&vec![6]], first.found.grids[&vec![12]]);
        assert_eq!(differences, [bin(6, [least, 0]), bin(12, [most, most + 1])]);
        let report = BinReport { answers: vec![first, other], differences };
        assert_eq!(report.answers.iter().map(|bins| report.agrees(bins)).collect::<Vec<_>>(), [true, false]);
    }
}
