//! Exact cover: options are words in slots (possiblywrong 2018, "Generating mini-crosswords").
//!
//! A slot is an item, so that it gets one word. A square in two slots has, for each letter, an *across* item and a *down* item. An across
//! word covers the across item of its letter at the square, and the down items of all other letters. A down word covers the reverse. So
//! each item is covered once exactly when both words have the same letter. If words must be distinct, each word is an optional item. The
//! source has no items for slots, because all its squares are crossed. Here these items are needed for words that nothing crosses. A given
//! letter has no item: options without it are omitted. `dlx-rs` finds the covers ([`gridcheck_dlx`]).
//!
//! Dancing links pay for every option that a choice hides. A choice of one word among thousands hides nearly all options. Therefore the
//! problem is first split into [`cube`]s. In a cube some slots have a word, and each other slot keeps only the words that are still
//! possible. The matrix is built from these few words and the remaining letters. This also bounds the time during which the library cannot
//! be interrupted.

mod cube;

use std::collections::HashMap;

use super::filler::{Fill, Filler, TaskFills, in_tasks};
use super::letters::each;
use super::question::{ALONE, Question};
use cube::Cube;
use gridcheck_dlx::{Matrix, MatrixError};
use gridcheck_engine::listing::Collector;
use gridcheck_engine::{EngineError, Run};

/// The engine that finds fills as [exact covers](self).
pub struct Cover;

/// Maximum number of options of a cube that is solved as a matrix.
///
/// Measured on 4 × 4 squares of 1,826 words, on a busy machine: 12 s of processor time, and 33 s with 600.
const LEAF: usize = 200;
/// Approximate number of tasks into which the work is split.
const TASKS: usize = 500;

impl Filler for Cover {
    fn name(&self) -> &'static str {
        "exact-cover"
    }

    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError> {
        let Some(whole) = Cube::whole(question) else { return Ok(()) };
        let tasks = whole.tasks(TASKS, LEAF, run)?;
        in_tasks(tasks.len(), run, collector, |index, task| {
            whole.with(&tasks[index]).map_or(Ok(()), |cube| cover(&cube, run, task))
        })
    }
}

/// Passes all fills of a cube to `task`.
fn cover(cube: &Cube, run: &Run, task: &mut TaskFills) -> Result<(), EngineError> {
    run.check()?;
    if cube.options() > LEAF
        && let Some(slot) = cube.narrowest()
    {
        let mut smaller = cube.words[slot].iter().filter_map(|&word| cube.with(&[(slot, word)]));
        return smaller.try_for_each(|smaller| cover(&smaller, run, task));
    }
    let question = cube.question;
    let failed = |error: MatrixError| EngineError::Failed { engine: "exact-cover", what: error.to_string() };
    let (matrix, options) = matrix(cube).map_err(failed)?;
    let mut fill = Vec::new();
    for solution in matrix.solutions() {
        run.check()?;
        fill.clear();
        fill.resize(question.squares().len(), ALONE);
        for (slot, word) in solution.into_iter().map(|option| options[option]) {
            let letters = question.words(slot).word(word as usize);
            for (&square, &letter) in question.slots()[slot].squares.iter().zip(letters) {
                fill[square] = letter;
            }
        }
        task.put(&fill)?;
    }
    Ok(())
}

/// Returns the matrix of a cube, and the slot and the word of each option.
fn matrix(cube: &Cube) -> Result<(Matrix, Vec<(usize, u32)>), MatrixError> {
    let question = cube.question;
    let slots = question.slots();
    let mut items = slots.len();
    // The first item of each square and its letters, if two slots must agree there.
    let squares: Vec<Option<(usize, u64)>> = question
        .squares()
        .iter()
        .enumerate()
        .map(|(number, square)| {
            let letters = cube.letters[number];
            let is_open = square.places.iter().all(Option::is_some) && letters.count_ones() > 1;
            is_open.then(|| {
                let first = items;
                items += 2 * letters.count_ones() as usize;
                (first, letters)
            })
        })
        .collect();
    let mut once: HashMap<&[u8], usize> = HashMap::new();
    if question.is_distinct() {
        for slot in 0..slots.len() {
            for &word in &cube.words[slot] {
                let next = items + once.len();
                once.entry(question.words(slot).word(word as usize)).or_insert(next);
            }
        }
    }
    let mut matrix = Matrix::new(items, once.len())?;
    let mut options = Vec::new();
    let mut covered = Vec::new();
    for (slot, place) in slots.iter().enumerate() {
        for &word in &cube.words[slot] {
            let letters = question.words(slot).word(word as usize);
            covered.clear();
            covered.push(slot);
            for (&square, &letter) in place.squares.iter().zip(letters) {
                let Some((first, possible)) = squares[square] else { continue };
                let is_across = question.squares()[square].places[0].is_some_and(|(across, _)| across == slot);
                covered.extend(each(possible).enumerate().map(|(i, other)| {
                    // Across words cover the across item, the first of the two, if they have the letter.
                    first + 2 * i + usize::from((other == usize::from(letter)) != is_across)
                }));
            }
            covered.extend(once.get(letters));
            matrix.add(&covered)?;
            options.push((slot, word));
        }
    }
    Ok((matrix, options))
}
