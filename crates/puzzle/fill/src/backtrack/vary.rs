//! Finds fills that differ in many words.

use super::super::demands::Demands;
use super::super::question::Question;
use super::best::Scored;
use super::single::some_fill;
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::{EngineError, Run};

/// Number of fills that are tried for each one that is wanted.
const TRIES: usize = 30;

/// Returns at most `most` fills that meet the demands, the one with the highest mean score first. Each two of them have different words in
/// at least half of the slots with a choice.
///
/// # Errors
/// Returns an error if the run is stopped.
pub fn varied_fills(
    question: &Question,
    demands: &Demands,
    most: usize,
    seed: u64,
    run: &Run,
) -> Result<Vec<Scored>, EngineError> {
    let mut rng = SeededRng::new(seed);
    let free: Vec<usize> = (0..question.slots().len()).filter(|&slot| question.given_word(slot).is_none()).collect();
    let word = |fill: &[u8], slot: usize| question.slots()[slot].letters(fill);
    let mut found: Vec<Scored> = Vec::new();
    run.set_tasks(most);
    for _ in 0..TRIES.saturating_mul(most) {
        if found.len() == most {
            break;
        }
        let Some(fill) = some_fill(question, demands, rng.bits(), run)? else { break };
        let differs = |other: &Scored| {
            let different = free.iter().filter(|&&slot| word(&fill, slot) != word(&other.fill, slot)).count();
            2 * different >= free.len() && different > 0
        };
        if found.iter().all(differs) {
            found.push(Scored::of(question, fill));
            run.task_done(1);
        }
    }
    found.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    Ok(found)
}
