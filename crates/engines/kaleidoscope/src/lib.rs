//! Counts grids with mirror symmetries: sweeps the part of the grid between the mirrors, square by square. A mirror ends the words that run
//! into it as their own images would.
//!
//! A grid that is unchanged by reflections consists of one fundamental domain and its images in the mirrors ([`domain`]). A word that meets
//! a mirror continues as itself, backwards; a word that meets a diagonal turns into the other direction. So the rules for words can be
//! tested in the domain alone ([`word_rules`], [`horizons`], [`words`], [`checker`]). So can the region: a path through the grid, folded
//! back into the domain, is a path through the domain. The white squares of the grid form one region exactly if those of the domain do and
//! touch each mirror. Without a mirror the domain is the grid.
//!
//! The sweep is that of a transfer matrix with a broken profile, a square at a time. States that leave the same open decisions are merged
//! and counted together from there on ([`state`], [`steps`](mod@steps), [`sweep`]). States of connectivity come from the counting of
//! self-avoiding polygons and polyominoes (Conway, Enting and Guttmann, 1993; Jensen, 2001). The engine lists no grids and needs no join,
//! because it never builds the images. Progress is estimated from a smaller square ([`profile`](mod@profile)).

mod checker;
mod domain;
mod horizons;
mod profile;
mod state;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod word_rules;
mod words;

use domain::Domain;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, GridKind, Symmetry};
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::{
    ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Unsupported, Witness, only_counts,
};
use profile::Profile;
use steps::Steps;
use word_rules::WordRules;

/// Counts grids with mirror symmetries by a sweep of the part between the mirrors; see the [module](self).
pub struct Kaleidoscope;

const FACTS: EngineFacts = EngineFacts {
    name: "kaleidoscope",
    witness: Witness::Alone,
    method: Method::CountsWhole,
    kinds: &[GridKind::Blocks],
    symmetries: &[
        Symmetry::None,
        Symmetry::Mirror,
        Symmetry::Mirrors,
        Symmetry::Diagonal,
        Symmetry::Diagonals,
        Symmetry::All,
    ],
    constraints: &[],
    rank: 2,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Kaleidoscope {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let declined = |why: Unsupported| why.by(FACTS.name);
        let (steps, slow) = steps(problem).map_err(declined)?;
        only_counts(kind).map_err(declined)?;
        let asked = problem.clone();
        let sum = move |run: &Run| count_with_progress(&steps, &profile(&asked, run)?, run).map(BlockSum::Plain);
        Ok(Prepared::whole(self, problem, kind, slow, sum))
    }
}

/// Returns the distribution of a problem's work over its steps, estimated from a smaller square.
fn profile(problem: &Problem, run: &Run) -> Result<Profile, EngineError> {
    let mut profile = Profile::default();
    if !problem.givens().is_empty() {
        // A smaller square without givens may be more work.
        return Ok(profile);
    }
    let smaller = problem.side().and_then(profile::similar_size);
    let smaller = smaller.and_then(|side| Problem::new(side, problem.rules().clone()).ok());
    if let Some((steps, _)) = smaller.and_then(|smaller| steps(&smaller).ok()) {
        match sweep::sweep(&steps, run, |met| profile.add(met)) {
            // The count of the smaller square is not needed.
            Ok(_) | Err(EngineError::Overflow) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(profile)
}

/// Runs the sweep and reports its progress.
fn count_with_progress(steps: &Steps, profile: &Profile, run: &Run) -> Result<u128, EngineError> {
    run.set_work(profile::WHOLE);
    let (mut strides, mut done) = (0, 0);
    sweep::sweep(steps, run, |_| {
        strides += 1;
        let now = profile.done(strides, steps.strides().len());
        run.worked(now - done);
        done = now;
    })
}

/// Returns the steps of a problem, and the reason why they would take very long, if they would. The error is the reason why the problem is
/// unsupported.
fn steps(problem: &Problem) -> Result<(Steps, Option<String>), Unsupported> {
    // The fewer columns, the fewer states. Two mirrors or none do not tell rows from columns, and neither does any other rule.
    let problem = &*problem.upright();
    let domain = Domain::new(problem)?;
    let word_rules = WordRules::new(problem.rules(), problem.size().longest_word());
    // A minute or two: British 19 x 19 with both mirrors, American 25 x 25. Each further square in a row multiplies the time by six to ten.
    let (breadth, reasonable) = (domain.breadth(), if word_rules.checking == Checking::All { 13 } else { 10 });
    let slow = (breadth > reasonable && domain.free() > reasonable * reasonable)
        .then(|| format!("{breadth} squares in a row of the piece between its mirrors, reasonable up to {reasonable}"));
    Ok((Steps::new(word_rules, domain)?, slow))
}
