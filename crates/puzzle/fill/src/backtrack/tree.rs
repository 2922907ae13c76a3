//! The whole tree: every fill, in tasks.
//!
//! The first few levels of the tree are expanded until there are enough branches to keep all threads busy to the end. Each branch is a
//! task.

use std::sync::Mutex;

use super::super::filler::{Fill, Filler, TaskFills, in_tasks};
use super::super::question::Question;
use super::state::{Plan, State};
use gridcheck_core::locks::locked;
use gridcheck_engine::listing::Collector;
use gridcheck_engine::{EngineError, Run};

/// Number of tasks at which the threads end at about the same time.
const ENOUGH_TASKS: usize = 1000;
/// Maximum number of expanded levels.
const MAX_LEVELS: usize = 6;

/// The choices that lead to a branch: slots and their words.
type Branch = Vec<(usize, u32)>;

/// The engine that finds fills by [backtracking](super).
pub struct Search;

impl Filler for Search {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError> {
        let plan = Plan::new(question);
        let Some(root) = plan.root() else { return Ok(()) };
        let tasks = branches(&root, run)?;
        // States are reused by later tasks, because creating one takes longer than many tasks do.
        let spare: Mutex<Vec<State>> = Mutex::new(Vec::new());
        in_tasks(tasks.len(), run, collector, |index, task| {
            let taken = locked(&spare).pop();
            let mut state = taken.unwrap_or_else(|| root.clone());
            let start = state.mark();
            if tasks[index].iter().all(|&(slot, word)| state.choose(slot, word)) {
                Walk { run, task, fill: Vec::new(), steps: 0 }.descend(&mut state)?;
            }
            state.back_to(start);
            locked(&spare).push(state);
            Ok(())
        })
    }
}

/// Returns branches of the tree that together have all fills.
fn branches(root: &State, run: &Run) -> Result<Vec<Branch>, EngineError> {
    let mut state = root.clone();
    let mut all: Vec<Branch> = vec![Vec::new()];
    for _ in 0..MAX_LEVELS {
        if all.len() >= ENOUGH_TASKS {
            break;
        }
        let mut next = Vec::new();
        let mut grown = false;
        for branch in &all {
            run.check()?;
            let mark = state.mark();
            if branch.iter().all(|&(slot, word)| state.choose(slot, word)) {
                match state.narrowest() {
                    None => next.push(branch.clone()),
                    Some(slot) => {
                        grown = true;
                        next.extend(state.words(slot).into_iter().map(|word| [&branch[..], &[(slot, word)]].concat()));
                    }
                }
            }
            state.back_to(mark);
        }
        all = next;
        if !grown {
            break;
        }
    }
    Ok(all)
}

/// The state of a walk through a branch.
struct Walk<'a, 'c> {
    run: &'a Run,
    task: &'a mut TaskFills<'c>,
    fill: Vec<u8>,
    steps: u32,
}

/// Number of steps between two checks for a stop.
const STEPS: u32 = 64;

impl Walk<'_, '_> {
    fn descend(&mut self, state: &mut State) -> Result<(), EngineError> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS) {
            self.run.check()?;
        }
        if let Some(plan) = state.smaller_plan() {
            return self.descend(&mut state.moved_to(&plan));
        }
        let Some(slot) = state.narrowest() else {
            state.write(&mut self.fill);
            return self.task.put(&self.fill);
        };
        for word in state.words(slot) {
            let mark = state.mark();
            if state.choose(slot, word) {
                self.descend(state)?;
            }
            state.back_to(mark);
        }
        Ok(())
    }
}
