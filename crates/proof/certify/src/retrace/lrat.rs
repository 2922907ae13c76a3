//! Takes over an LRAT proof: its hints become those of the lemmas, and nothing is propagated here.
//!
//! The checker of the folder verifies each step. So this module only requires what a [`Refutation`] needs: known clauses as hints, numbers
//! that increase, no RAT steps, and the empty clause at the end. Deletions are ignored, because the folder's proof has separate deletions.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};

use super::{BETWEEN_CHECKS, FOREIGN};
use crate::refutation::{Refutation, Source, Stop};
use gridcheck_checker::clauses::Formula;
use gridcheck_checker::refusal::Refusal;
use gridcheck_checker::tokens::{TokenReader, number};
use gridcheck_engine::Run;

/// Most bytes of a first line that is read to recognise the form.
const FIRST_LINE: u64 = 1 << 20;

/// Returns `true` if the first line of a proof has the form of LRAT, and the whole proof.
///
/// A line of LRAT has two lists that end with 0, or a number and `d`. A line of DRAT has one list.
pub(super) fn is_lrat(mut proof: impl BufRead) -> io::Result<(bool, impl BufRead)> {
    let mut line = Vec::new();
    proof.by_ref().take(FIRST_LINE).read_until(b'\n', &mut line)?;
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_deletion = words.clone().nth(1) == Some(b"d");
    let is_lrat = is_deletion || words.filter(|word| *word == b"0").count() == 2;
    Ok((is_lrat, io::Cursor::new(line).chain(proof)))
}

/// Takes over a refutation of the formula with a clause for each of `grids` that excludes only that grid.
pub(super) fn take_over(
    formula: &Formula,
    grids: Vec<Box<[bool]>>,
    proof: impl BufRead,
    run: &Run,
) -> Result<Refutation, Stop> {
    let (clauses, inputs) = (formula.clauses.len() as u64, (formula.clauses.len() + grids.len()) as u64);
    let mut found = Refutation { grids, ..Refutation::default() };
    let mut tokens = TokenReader::new(proof, FOREIGN);
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    let (mut last, mut lines) = (inputs, 0_usize);
    loop {
        lines += 1;
        if lines.is_multiple_of(BETWEEN_CHECKS) {
            run.check().map_err(|_| Stop::Requested)?;
        }
        let Some(step) = tokens.number()? else {
            return Err(tokens.refuse("the proof ends without the empty clause").into());
        };
        let Some(literals) = clause(&mut tokens, formula.variables)? else { continue };
        let step = u64::try_from(step).ok().filter(|&step| step > last);
        last = step.ok_or_else(|| tokens.refuse("a step's number must be larger than all before it"))?;
        let mut hints = Vec::new();
        loop {
            let source = match tokens.needed()? {
                0 => break,
                hint if hint < 0 => return Err(tokens.refuse("steps of kind RAT are not accepted").into()),
                hint if hint as u64 <= clauses => Some(Source::Formula(hint as u32 - 1)),
                hint if hint as u64 <= inputs => Some(Source::Blocking((hint as u64 - clauses - 1) as u32)),
                hint => numbers.get(&(hint as u64)).copied().map(Source::Lemma),
            };
            hints.push(source.ok_or_else(|| tokens.refuse("a hint that is not an earlier clause"))?);
        }
        numbers.insert(last, found.lemmas.len() as u32);
        found.hints.push(&hints);
        let is_empty = literals.is_empty();
        found.lemmas.push(literals);
        if is_empty {
            return Ok(found);
        }
    }
}

/// Reads the literals of a step; `None` for a deletion, which is skipped.
fn clause(tokens: &mut TokenReader<impl BufRead>, variables: usize) -> Result<Option<Vec<i32>>, Refusal> {
    let mut literals = Vec::new();
    loop {
        let token = tokens.next_token()?;
        if token == Some(b"d") && literals.is_empty() {
            while tokens.needed()? != 0 {}
            return Ok(None);
        }
        match token.and_then(number).and_then(|literal| i32::try_from(literal).ok()) {
            Some(0) => return Ok(Some(literals)),
            Some(literal) if literal.unsigned_abs() as usize <= variables && literals.len() < variables => {
                literals.push(literal);
            }
            _ => return Err(tokens.refuse(format_args!("expected a clause over variables 1 to {variables}"))),
        }
    }
}
