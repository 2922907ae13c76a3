//! Satisfiability: fills are the models of a formula.
//!
//! There is a variable for each slot and word, and one for each square and letter ([`formula`]). Each slot has a word. A word in a slot
//! gives each of its squares its letter. A square has at most one letter. A letter in a square is the letter of a word in each of its
//! slots. If words must be distinct, at most one slot has a given word. The conflict-driven solver varisat finds the models.
//!
//! One solver becomes slow when thousands of models are excluded one by one. Therefore the question is split by the letters of its first
//! open squares. A part with more than [`MODELS`] models is split again. Each part has a separate solver. Fills are sorted by their
//! letters, so their order does not depend on the solver.

mod formula;

use super::filler::{Fill, Filler, TaskFills, in_tasks};
use super::letters::each;
use super::question::Question;
use formula::Formula;
use gridcheck_engine::listing::Collector;
use gridcheck_engine::{EngineError, Run};

/// The engine that finds fills as the [models of a formula](self).
pub struct Clauses;

/// A part with more models than this is split.
const MODELS: usize = 150;
/// A part with more words than this in its slots is split before a solver runs.
const WORDS: usize = 1_500;
/// The work is split until there are at least this many tasks, on at most [`MAX_SQUARES`] squares.
const TASKS: usize = 200;
const MAX_SQUARES: usize = 3;

/// The letters of the first squares, each as a square and a code.
type Part = Vec<(usize, u8)>;

impl Filler for Clauses {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError> {
        let mut tasks: Vec<Part> = vec![Vec::new()];
        for _ in 0..MAX_SQUARES {
            if tasks.len() >= TASKS {
                break;
            }
            let mut next = Vec::new();
            for task in tasks {
                run.check()?;
                let formula = Formula::of(question, &task);
                match formula.open_square() {
                    None => next.push(task),
                    Some((square, letters)) => next.extend(parts(&task, square, letters)),
                }
            }
            tasks = next;
        }
        in_tasks(tasks.len(), run, collector, |index, task| models(question, &tasks[index], run, task))
    }
}

/// Returns the part with each possible letter of a square added.
fn parts(part: &Part, square: usize, letters: u64) -> impl Iterator<Item = Part> {
    each(letters).map(move |letter| [&part[..], &[(square, letter as u8)]].concat())
}

/// Passes all fills of a part to `task`.
fn models(question: &Question, part: &Part, run: &Run, task: &mut TaskFills) -> Result<(), EngineError> {
    run.check()?;
    let formula = Formula::of(question, part);
    if formula.is_unsatisfiable() {
        return Ok(());
    }
    let open = formula.open_square();
    if open.is_none() || formula.words() <= WORDS {
        let mut models = formula.models(run);
        let mut fills: Vec<Vec<u8>> = Vec::new();
        let mut is_complete = false;
        while !is_complete && (fills.len() <= MODELS || open.is_none()) {
            run.check()?;
            match models.next()? {
                Some(fill) => fills.push(fill),
                None => is_complete = true,
            }
        }
        if is_complete {
            fills.sort_unstable();
            return fills.iter().try_for_each(|fill| task.put(fill));
        }
    }
    // Without an open square there is at most one model, and the block above has returned.
    let (square, letters) = open.unwrap_or_default();
    parts(part, square, letters).try_for_each(|part| models(question, &part, run, task))
}
