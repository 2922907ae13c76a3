//! Notes how long it will take to draw grids by rejection, and faster ways.

use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_design::sample::{SampleError, Trial, with_constraints_as_rules};
use gridcheck_engine::Run;

use super::ranked::RankedQuestion;
use crate::engines::ENGINES;
use crate::host::Host;
use crate::json::in_words;

/// Holds what decides which draws are accepted, and how fast.
pub(super) struct Outlook<'a> {
    pub question: &'a RankedQuestion,
    /// `true` if the sums of a count are read. Then constraints do not become rules.
    pub has_sums: bool,
    pub host: &'a dyn Host,
}

/// A shorter time is not announced.
const SHORT: Duration = Duration::from_secs(2);
/// For a longer time, faster ways are named.
const LONG: Duration = Duration::from_secs(60);

impl Outlook<'_> {
    /// Notes the result of a trial. If no draw was accepted, the solver looks for a grid that satisfies the constraints.
    pub(super) fn report(&self, trial: &Trial, run: &Run) -> Result<(), SampleError> {
        let (left, demands) = (trial.time_left(), self.question.demands());
        let (time, grids) = (in_words(left), plural(trial.missing(), "grid"));
        if trial.is_vain() {
            let exists = self.question.some_exist(run)?;
            let some = if exists.is_some() { "; the solver knows a grid that satisfies the constraints" } else { "" };
            let (drawn, each) = (plural(trial.drawn, "draw"), trial.draws_per_grid());
            self.host.note(format!(
                "none of {drawn} satisfies {demands}, so probably fewer than 1 in {each:.0} do: more than {time} for {grids}{some}"
            ));
        } else if left >= SHORT {
            let each = trial.draws_per_grid();
            let rate = if each < 1.95 {
                format!("about {:.0} % of the draws satisfy", 100.0 / each)
            } else {
                format!("about 1 in {each:.0} draws satisfies")
            };
            self.host.note(format!("{rate} {demands}: about {time} for {grids}"));
        }
        if trial.is_vain() || left >= LONG {
            self.faster_ways().into_iter().for_each(|way| self.host.note(format!("faster: {way}")));
        }
        Ok(())
    }

    /// Returns ways to have such grids with fewer draws or none.
    fn faster_ways(&self) -> Vec<String> {
        let mut ways = Vec::new();
        if self.has_sums {
            let (_, replaced) = with_constraints_as_rules(&self.question.problem);
            let rules = replaced.iter().filter(|from| !from.rules.is_empty());
            ways.extend(
                rules.map(|from| format!("without --sums, {} becomes {}", from.constraint, from.rules.join(" and "))),
            );
        }
        let lists = |problem: &Problem| ENGINES.fastest_lister(problem).is_some_and(|lister| lister.slow().is_none());
        if self.question.house.is_none() && lists(&self.question.problem) {
            ways.push("gridcheck list with the same --size, --rules and --where prints every such grid".to_owned());
        }
        if self.question.problem.givens().is_empty() {
            ways.push("--lattice, --given FILE or a smaller --size leave fewer grids to draw from".to_owned());
        }
        ways
    }
}
