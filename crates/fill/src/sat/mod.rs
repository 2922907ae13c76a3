//! Satisfiability: fills are the models of a formula.
//!
//! A variable for each slot and word, and one for each square and letter: a slot has a word; a word in a slot gives each of its squares
//! its letter; a square has one letter at most; a letter in a square is that of a word in each of its slots ([`formula`]). Of a
//! word that may stand in several slots, if words are to be distinct, no two at a time. The conflict-driven solver varisat finds the models.
//!
//! One solver gets slow when thousands of models are forbidden to it one by one, so the question is cut by the letters of its
//! first open squares, and a part that turns out to have more than [`MODELS`] is cut again: each part has a solver of its own. The
//! order of fills is that of their letters, whatever the solver's luck.

mod formula;

use std::ops::ControlFlow;

use super::filler::{Basket, FillCollector, Filler};
use super::question::Question;
use formula::Formula;
use gridcheck_run::listing::for_each_piece;
use gridcheck_run::{EngineError, Run};

/// See the [module](self).
pub struct Clauses;

/// A part with more models is cut.
const MODELS: usize = 150;
/// A part with more words than this in its slots is cut before it is tried.
const WORDS: usize = 1_500;
/// The work is cut into so many pieces or more, if that takes few squares.
const PIECES: usize = 200;
const MOST_SQUARES: usize = 3;

/// The letters that the first squares have, a letter's number and its square's each.
type Part = Vec<(usize, u8)>;

impl Filler for Clauses {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn fills(&self, question: &Question, run: &Run, harvest: &dyn FillCollector) -> Result<(), EngineError> {
        let mut pieces: Vec<Part> = vec![Vec::new()];
        for _ in 0..MOST_SQUARES {
            if pieces.len() >= PIECES {
                break;
            }
            let mut next = Vec::new();
            for piece in pieces {
                let formula = Formula::of(question, &piece);
                match formula.open_square() {
                    None => next.push(piece),
                    Some((square, letters)) => next.extend(parts(&piece, square, letters)),
                }
            }
            pieces = next;
        }
        for_each_piece(pieces.len(), run, |index| {
            let mut basket = harvest.begin(index);
            let mut found = 0;
            models(question, &pieces[index], run, &mut *basket, &mut found)?;
            basket.end();
            Ok(found)
        })
    }
}

/// The part with each letter of a square.
fn parts(part: &Part, square: usize, letters: u64) -> impl Iterator<Item = Part> {
    let each = (0..64).filter(move |letter| letters >> letter & 1 == 1);
    each.map(move |letter| [&part[..], &[(square, letter)]].concat())
}

/// Gives all fills of a part.
fn models(
    question: &Question,
    part: &Part,
    run: &Run,
    basket: &mut dyn Basket,
    found: &mut u64,
) -> Result<(), EngineError> {
    run.check()?;
    let formula = Formula::of(question, part);
    if formula.is_void() {
        return Ok(());
    }
    let cut = formula.open_square();
    if cut.is_none() || formula.words() <= WORDS {
        let mut models = formula.models();
        let mut fills: Vec<Vec<u8>> = Vec::new();
        loop {
            run.check()?;
            match models.next()? {
                None => {
                    fills.sort_unstable();
                    for fill in &fills {
                        *found += 1;
                        if let ControlFlow::Break(()) = basket.put(fill) {
                            return Err(EngineError::Stopped);
                        }
                    }
                    return Ok(());
                }
                Some(fill) => fills.push(fill),
            }
            if fills.len() > MODELS && cut.is_some() {
                break;
            }
        }
    }
    // Without an open square there is one model at most, and we are not here.
    let (square, letters) = cut.unwrap_or_default();
    parts(part, square, letters).try_for_each(|part| models(question, &part, run, basket, found))
}
