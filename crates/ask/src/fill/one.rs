//! Finds single fills: one, the best one, or some that differ.

use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_engine::EngineError;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_fill::backtrack::{Goal, Scored, best_fill, some_fill, varied_fills};
use gridcheck_fill::core::core;
use gridcheck_fill::demands::Demands;
use gridcheck_fill::filler::{self, Filler};
use gridcheck_fill::question::Question;
use gridcheck_fill::stems::forms_of_one;
use gridcheck_fill::validator::Validator;

use super::reading::GridToFill;
use super::report::{FillReport, FilledGrid, NoFill};
use super::{Fill, Outcome};
use crate::Each;
use crate::failure::Failure;
use crate::host::{Host, Limited};

/// Time after which the reason why there is no fill is given up, if the limit leaves more.
const FINDING_WHY: Duration = Duration::from_secs(60);

/// A search for a fill that has ended.
struct FinishedSearch {
    found: Result<Option<Scored>, EngineError>,
    /// `true` if the time limit stopped it.
    is_late: bool,
    /// The moment of the time limit, if there is one.
    end: Option<Moment>,
}

impl Fill {
    /// Finds one fill, or the reason why there is none.
    pub(super) fn one(
        &self,
        asked: &GridToFill,
        demands: &Demands,
        engine: Option<&dyn Filler>,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let (watch, question) = (self.limited(host), &asked.question);
        let run = watch.run("filling");
        let found = match engine {
            Some(engine) => filler::first(engine, question, &run),
            None => some_fill(question, demands, self.seed_of_fill(), &run),
        };
        let found = found.map(|fill| fill.map(|fill| Scored::of(question, fill)));
        let search = FinishedSearch { found, is_late: run.is_late(), end: watch.end() };
        self.finish(asked, demands, search, host, each)
    }

    /// Finds the fill with the best scores.
    pub(super) fn best(
        &self,
        asked: &GridToFill,
        demands: &Demands,
        goal: Goal,
        time: Duration,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let watch = self.limited(host);
        let run = watch.run("improving");
        let found = best_fill(&asked.question, demands, goal, self.seed_of_fill(), time, &run);
        let search = FinishedSearch { found, is_late: run.is_late(), end: watch.end() };
        self.finish(asked, demands, search, host, each)
    }

    /// Lists fills that differ, the best first.
    pub(super) fn vary(
        &self,
        asked: &GridToFill,
        demands: &Demands,
        most: u64,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let run = self.limited(host).run("filling");
        let fills = varied_fills(&asked.question, demands, most as usize, self.seed_of_fill(), &run)?;
        for fill in &fills {
            must_be_valid(&asked.question, demands, &fill.fill)?;
        }
        for fill in &fills {
            if hand_out(asked, fill, each).is_break() {
                break;
            }
        }
        if (fills.len() as u64) < most {
            host.note(format!("only {} that differ enough", plural(fills.len(), "fill")));
        }
        Ok(Outcome::some_if(!fills.is_empty()))
    }

    /// Hands out a fill, or the reason why there is none.
    fn finish(
        &self,
        asked: &GridToFill,
        demands: &Demands,
        search: FinishedSearch,
        host: &dyn Host,
        each: Each<'_, Fill>,
    ) -> Result<Outcome, Failure> {
        let question = &asked.question;
        let fill = match search.found {
            Err(EngineError::Stopped) if search.is_late => {
                let none = NoFill::undecided(self.time_limit.unwrap_or_default());
                // No further report is lost by a break, here and below.
                let _ = each(FillReport::None(none));
                return Ok(Outcome::Undecided);
            }
            found => found?,
        };
        if let Some(fill) = fill {
            must_be_valid(question, demands, &fill.fill)?;
            let _ = hand_out(asked, &fill, each);
            let forms = forms_of_one(&Validator::new(question).filled_words(&fill.fill));
            if !forms.is_empty() {
                let pairs: Vec<String> = forms.iter().map(|(one, other)| format!("{one} and {other}")).collect();
                host.note(format!("forms of one word: {} (--one-form avoids them)", pairs.join(", ")));
            }
            return Ok(Outcome::Some);
        }
        let end = search.end.map_or(Moment::after(FINDING_WHY), |end| Moment::after(end.left().min(FINDING_WHY)));
        let run = Limited::new(host, Some(end)).run("finding out why");
        let none = match core(question, &run) {
            Ok(Some(why)) => NoFill::impossible(question, &why),
            Ok(None) if demands.is_empty() => {
                let what = "engines differ: the search finds no fill, and the formula has one";
                return Err(Failure::Disagreement(what.to_owned()));
            }
            Ok(None) => NoFill::unmet(),
            // That there is no fill is known before the reason, and is reported whatever ends the search for the reason.
            Err(EngineError::Stopped) => {
                let _ = each(FillReport::None(NoFill::unexplained(!demands.is_empty())));
                return if run.is_late() { Ok(Outcome::None) } else { Err(Failure::Stopped) };
            }
            Err(error) => return Err(error.into()),
        };
        let _ = each(FillReport::None(none));
        Ok(Outcome::None)
    }
}

/// Hands out a fill with its scores.
fn hand_out(asked: &GridToFill, fill: &Scored, each: Each<'_, Fill>) -> std::ops::ControlFlow<()> {
    let puzzle = || asked.filled(&fill.fill);
    each(FillReport::Fill(FilledGrid::new(&asked.question, &fill.fill, Some(fill), &puzzle)))
}

/// Fails if a fill breaks the rules of the question or the demands.
fn must_be_valid(question: &Question, demands: &Demands, fill: &[u8]) -> Result<(), Failure> {
    let validator = Validator::new(question);
    let flaw = validator.flaws(fill).first().map(ToString::to_string);
    let unmet = || {
        let flaws = demands.flaws(&validator.filled_words(fill), &validator.filled_letters(fill));
        flaws.first().map(ToString::to_string)
    };
    match flaw.or_else(unmet) {
        None => Ok(()),
        Some(flaw) => Err(Failure::Disagreement(format!("an engine gave a fill that the validator refuses: {flaw}"))),
    }
}
