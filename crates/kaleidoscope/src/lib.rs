//! Counting between mirrors: one piece of the grid is swept square by square, and every side that is a mirror ends the words
//! that run into it as their own images would.
//!
//! A grid that is unchanged by reflections is one piece, seen again in its mirrors ([`piece`]). A word that meets a
//! mirror goes on as itself, backwards; one that meets a diagonal turns into the other direction. So the rules for words
//! can be judged in the piece alone ([`demands`], [`horizons`], [`words`], [`judge`]), and so can the region: folded back into the piece,
//! a way through the grid is a way through the piece, so the white squares are one region just if those of the piece are, and reach each mirror. Without a
//! mirror the piece is the grid.
//!
//! The sweep is that of a transfer matrix with a broken profile, a square at a time: states that leave the same to be decided are put
//! together, and counted together from there on ([`state`], [`steps`](mod@steps), [`sweep`]); with connectivity, as in counting
//! self-avoiding polygons and polyominoes (Conway, Enting and Guttmann, 1993; Jensen, 2001). No grid is looked at, and
//! there is nothing to join: what the mirrors hide is never made. How far it is, a smaller square tells ([`profile`](mod@profile)).

mod demands;
mod horizons;
mod judge;
mod piece;
mod profile;
mod state;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod words;

use gridcheck_core::constraint::Kind;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Ruleset, Symmetry};
use gridcheck_run::memory::Account;
use gridcheck_run::{Ability, Engine, EngineError, Run, Witness};
use piece::Piece;
use profile::Profile;
use steps::Steps;

/// The engine `kaleidoscope`; see the module.
pub struct Kaleidoscope;

impl Engine for Kaleidoscope {
    fn name(&self) -> &'static str {
        "kaleidoscope"
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::None, Symmetry::Mirror, Symmetry::Mirrors, Symmetry::Diagonal, Symmetry::Diagonals, Symmetry::All]
    }

    fn constraints(&self) -> &'static [Kind] {
        &[]
    }

    fn effort_per_square(&self) -> f64 {
        1.2
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match steps(problem) {
            Err(why) => Ability::Unable(why),
            Ok((_, slow)) => slow.map_or(Ability::Able, Ability::Slow),
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        let (steps, _) = steps(problem).map_err(|why| EngineError::Unable { engine: self.name(), why })?;
        told(&steps, &profile(problem, run)?, run)
    }
}

/// How the work of a problem is spread over its steps, as far as a smaller square tells.
fn profile(problem: &Problem, run: &Run) -> Result<Profile, EngineError> {
    let mut profile = Profile::default();
    if !problem.givens().is_empty() {
        // A smaller square without them may be more work.
        return Ok(profile);
    }
    let smaller = profile::like(problem.size()).and_then(|size| Problem::new(size, problem.rules().clone()).ok());
    if let Some((steps, _)) = smaller.and_then(|smaller| steps(&smaller).ok()) {
        match sweep::sweep(&steps, &Account::open(), run, |met| profile.add(met)) {
            // How many grids a smaller square has is nothing that was asked.
            Ok(_) | Err(EngineError::Overflow) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(profile)
}

/// A sweep that tells how far it is.
fn told(steps: &Steps, profile: &Profile, run: &Run) -> Result<u128, EngineError> {
    run.set_work(profile::WHOLE);
    let (mut strides, mut done) = (0, 0);
    sweep::sweep(steps, &Account::open(), run, |_| {
        strides += 1;
        let now = profile.done(strides, steps.strides().len());
        run.worked(now - done);
        done = now;
    })
}

/// How a problem is swept, and why that would take very long, if it would; or why it cannot be.
fn steps(problem: &Problem) -> Result<(Steps, Option<String>), String> {
    let Ruleset {
        name: _,
        min_word: _,
        single_cells: _,
        checking,
        max_unchecked_run: _,
        max_unchecked_run_at_ends: _,
        edges: _,
        connected: _,
        symmetry: _,
        min_white_per_row: least,
        max_word: _,
    } = *problem.rules();
    if let Some(why) = Kaleidoscope.wrong_symmetry(problem).or_else(|| Kaleidoscope.unsupported_constraint(problem)) {
        return Err(why);
    }
    if least > 1 {
        return Err(format!("min_white_per_row = {least}, at most 1"));
    }
    // What is not made of reflections was named above.
    let piece = Piece::new(problem).ok_or("its symmetry is a turn")?;
    // A minute or two: British 19 x 19 with both mirrors, American 25 x 25. Each square more in a row makes it six to ten times as
    // many.
    let (breadth, reasonable) = (piece.breadth(), if checking == Checking::All { 13 } else { 10 });
    let slow = (breadth > reasonable && piece.free() > reasonable * reasonable)
        .then(|| format!("{breadth} squares in a row of the piece between its mirrors, reasonable up to {reasonable}"));
    Ok((Steps::new(problem, piece)?, slow))
}
