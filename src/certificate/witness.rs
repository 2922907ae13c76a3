//! An engine of ours as a witness that a list of grids is complete, where there are too many colourings to judge them all.
//!
//! Whoever forges clauses that exclude one valid grid more, and lists one less, has a flawless refutation. An engine that
//! makes no use of clauses finds the grid that is missing. One that reads the rules as clauses is not asked: they might be wrong
//! in the same way.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::CheckError;
use super::refusal::Refusal;
use crate::engine::listing::InOrder;
use crate::engine::watch::Watch;
use crate::engine::{Ability, EngineError, listers};
use crate::grid::Grid;
use crate::problem::Problem;

/// The name of an engine that finds exactly the listed grids; none where no engine could do so in reasonable time.
pub(super) fn agreeing(
    problem: &Problem,
    listed: &HashSet<&Grid>,
    watch: &dyn Watch,
) -> Result<Option<&'static str>, CheckError> {
    let mut witnesses = listers().filter(|engine| !engine.uses_clauses());
    let Some(engine) = witnesses.find(|engine| engine.ability(problem) == Ability::Able) else {
        return Ok(None);
    };
    let name = engine.name();
    let (mut found, mut missing) = (0, None);
    let collector = InOrder::new(|grid: &Grid| {
        if listed.contains(grid) {
            found += 1;
            return ControlFlow::Continue(());
        }
        missing = Some(grid.one_line());
        ControlFlow::Break(())
    });
    let outcome = engine.list(problem, &watch.run(&format!("listing with {name}")), &collector);
    drop(collector);
    if let Some(grid) = missing {
        return Err(Refusal::new(format!("the engine {name} finds the grid {grid}, and it is not listed")).into());
    }
    match outcome {
        Ok(()) if found == listed.len() => Ok(Some(name)),
        Ok(()) => {
            Err(Refusal::new(format!("the engine {name} finds {found} of the {} listed grids", listed.len())).into())
        }
        Err(EngineError::Stopped) => Err(CheckError::Stopped),
        Err(error) => Err(Refusal::new(error.to_string()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::watch::Unwatched;
    use crate::engine::{ExactCover, Lister};
    use crate::rules::builtin;

    #[test]
    fn a_witness_sees_what_is_missing_and_what_is_too_much() {
        let problem = Problem::new(5, builtin("british").expect("built in")).expect("a question");
        let mut all = Vec::new();
        let collector = InOrder::new(|grid: &Grid| {
            all.push(grid.clone());
            ControlFlow::Continue(())
        });
        ExactCover.list(&problem, &crate::engine::Run::new(), &collector).expect("a list");
        drop(collector);
        let agreeing = |grids: &[Grid]| agreeing(&problem, &grids.iter().collect(), &Unwatched);
        assert_eq!(agreeing(&all), Ok(Some("backtrack")));
        let refused = agreeing(&all[1..]).expect_err("one is missing").to_string();
        assert!(refused.contains(&all[0].one_line()) && refused.contains("not listed"), "{refused}");
        all.push(Grid::black(5, 5));
        let refused = agreeing(&all).expect_err("one is too much").to_string();
        assert!(refused.contains(&format!("{} of the {} listed", all.len() - 1, all.len())), "{refused}");
    }
}
