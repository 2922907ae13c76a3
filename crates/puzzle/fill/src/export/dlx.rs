//! The question as exact cover, in the text form of Knuth's DLX programs. Each fill is one cover.
//!
//! The form is a line of items, with optional items after `|`, then one line for each option. Lines that begin with `|` are comments.
//!
//! The construction is that of possiblywrong (2018), with an item for each slot. For each possible letter, a crossed square has the items
//! `a` and `d`. An across word covers the `a` item of its letter and the `d` items of all others. A down word covers the reverse. All
//! options are written, except those that contradict a given letter. No option is removed by search or propagation.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::question::Question;
use super::heading;

/// Writes the items and options.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(question: &Question, out: &mut impl Write) -> io::Result<()> {
    let alphabet = question.list().alphabet().letters();
    let letters = alphabet.len();
    for line in heading(question) {
        writeln!(out, "| {line}")?;
    }
    writeln!(out, "| s1: a slot, in the order of clue numbers, across before down:")?;
    for (number, slot) in (1..).zip(question.slots()) {
        writeln!(out, "| s{number} is {}", slot.word)?;
    }
    writeln!(
        out,
        "| a2.3.1, d2.3.1: the square in row 2, column 3 has letter 1 of {}",
        alphabet.iter().collect::<String>()
    )?;
    writeln!(out, "| w1: a word that is in several slots' options and may be used once")?;
    let crossed = |square: usize| question.squares()[square].places.iter().all(Option::is_some);
    let item = |way: char, square: usize, letter: usize| {
        let its = &question.squares()[square];
        format!("{way}{}.{}.{}", its.row + 1, its.column + 1, letter + 1)
    };
    let mut items: Vec<String> = (1..=question.slots().len()).map(|slot| format!("s{slot}")).collect();
    for square in (0..question.squares().len()).filter(|&square| crossed(square)) {
        items.extend((0..letters).flat_map(|letter| ['a', 'd'].map(|way| item(way, square, letter))));
    }
    let mut once: BTreeMap<&[u8], (usize, usize)> = BTreeMap::new();
    if question.is_distinct() {
        for word in (0..question.slots().len()).flat_map(|slot| question.words(slot).iter()) {
            let next = once.len() + 1;
            once.entry(word).or_insert((next, 0)).1 += 1;
        }
        once.retain(|_, (_, slots)| *slots > 1);
    }
    let mut optional: Vec<usize> = once.values().map(|&(number, _)| number).collect();
    optional.sort_unstable();
    write!(out, "{}", items.join(" "))?;
    if !optional.is_empty() {
        write!(out, " |")?;
        optional.iter().try_for_each(|number| write!(out, " w{number}"))?;
    }
    writeln!(out)?;
    for (slot, place) in question.slots().iter().enumerate() {
        for word in question.words(slot).iter() {
            if question.given_letters(slot).zip(word).any(|(given, &letter)| given.is_some_and(|given| given != letter))
            {
                continue;
            }
            write!(out, "s{}", slot + 1)?;
            for (&square, &letter) in place.squares.iter().zip(word).filter(|(square, _)| crossed(**square)) {
                let is_across = question.squares()[square].places[0].is_some_and(|(across, _)| across == slot);
                for other in 0..letters {
                    let way = if (other == usize::from(letter)) == is_across { 'a' } else { 'd' };
                    write!(out, " {}", item(way, square, other))?;
                }
            }
            if let Some((number, _)) = once.get(word) {
                write!(out, " w{number}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
