//! Notes how long it will take to draw grids by rejection, and faster ways.

use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_design::sample::{SampleError, Trial, with_constraints_as_rules};
use gridcheck_engine::{Purpose, Run};

use super::ranked::RankedQuestion;
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
            let (_, replaced) = with_constraints_as_rules(self.question.problem());
            let rules = replaced.iter().filter(|from| !from.rules.is_empty());
            ways.extend(
                rules.map(|from| format!("without --sums, {} becomes {}", from.constraint, from.rules.join(" and "))),
            );
        }
        if self.question.house.is_none() && self.question.candidates.quick(Purpose::Grids).is_some() {
            ways.push("gridcheck list with the same --size, --rules and --where prints every such grid".to_owned());
        }
        if self.question.problem().givens().is_empty() {
            ways.push("--lattice, --given FILE or a smaller --size leave fewer grids to draw from".to_owned());
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::tests::{mirrored, noted_preparations};
    use crate::host::Unattended;
    use crate::rules::RulesInput;
    use crate::sample::Draw;
    use gridcheck_core::problem::Problem;
    use gridcheck_design::sample::UncountedPopulation;
    use gridcheck_sums::BlockSums;
    use gridcheck_testing::{british, problem};

    /// The engine that counted the accepted grids would list them too.
    #[test]
    fn drawing_and_its_outlook_prepare_once() {
        let rules: RulesInput = serde_json::from_value(mirrored("sampled")).expect("rules");
        let words = vec!["words = 6".parse().expect("a constraint")];
        let problem = Problem::new(5, rules.ruleset(&Unattended).expect("rules")).expect("a problem");
        let problem = problem.with_constraints(words).expect("a problem");
        let (question, _) = RankedQuestion::new(problem, None, false, false).expect("a question");
        let run = Run::new();
        let population =
            UncountedPopulation::of(question.problem()).count(&BlockSums::in_memory(), &run).expect("grids");
        let draw = Draw { count: 1, seed: 1, with_repetition: false };
        let (among, _) = question.draw(&population, &draw, &Unattended, |_, _| Ok(())).expect("a grid");
        let outlook = Outlook { question: &question, has_sums: false, host: &Unattended };
        assert!(among.is_some() && outlook.faster_ways()[0].starts_with("gridcheck list"));
        let (once, again) = noted_preparations("sampled");
        assert!(once.contains(&"backtrack") && again.is_empty(), "{once:?}, {again:?}");
    }

    /// With sums, no constraint becomes a rule. The outlook names those that would, and none that holds under the rules as they are.
    #[test]
    fn an_outlook_with_sums_names_the_constraints_that_would_become_rules() {
        let constraints = ["length 2 = 0", "length 3 = 0"].map(|text| text.parse().expect("a constraint"));
        let problem = problem(7, british()).with_constraints(constraints.to_vec()).expect("a problem");
        let (question, _) = RankedQuestion::new(problem, None, false, true).expect("a question");
        let ways = Outlook { question: &question, has_sums: true, host: &Unattended }.faster_ways();
        let expected = [
            "without --sums, length 3 = 0 becomes min_word = 4",
            "gridcheck list with the same --size, --rules and --where prints every such grid",
            "--lattice, --given FILE or a smaller --size leave fewer grids to draw from",
        ];
        assert_eq!(ways, expected);
    }
}
