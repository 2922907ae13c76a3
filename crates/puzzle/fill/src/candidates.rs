//! Lists the words that fit into one slot, the most promising first.
//!
//! A word fits if it has the letters given in the slot. It is a *candidate* if, with it, every crossing slot still has a word of the list
//! with the letters given there. This is one step of the propagation that the [search](super::backtrack) repeats. So a candidate need not
//! be part of a fill, but a word that is not a candidate never is. Crossing slots whose letters are all given are not looked up.
//!
//! Candidates are in the order of their scores. Words of one score are in the order of the product of the numbers of words that they leave
//! in the crossing slots.

use serde::Serialize;

use super::question::Question;

/// A word for a slot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// The letters.
    pub word: String,
    /// The score in the list, or 0 if marks are not kept.
    pub score: i64,
    /// For each letter the number of words that it leaves in the crossing slot, or `None` if no open slot crosses.
    pub left: Vec<Option<u64>>,
    /// Logarithm of the product of these numbers.
    #[serde(skip)]
    pub freedom: f64,
}

/// The words for a slot.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    /// Number of words with the letters given in the slot.
    pub fitting: usize,
    /// The words that leave a word for every crossing slot, the best first.
    pub words: Vec<Candidate>,
}

/// Returns the words for a slot.
pub fn candidates(question: &Question, slot: usize) -> Candidates {
    let squares = question.slots()[slot].squares.iter();
    let crossings: Vec<Option<Vec<u64>>> = squares.map(|&square| crossing_words(question, slot, square)).collect();
    let mut found = Candidates { fitting: 0, words: Vec::new() };
    for (index, word) in question.words(slot).iter().enumerate() {
        if !fits(question, slot, word) {
            continue;
        }
        found.fitting += 1;
        let left = crossings.iter().zip(word);
        let left: Vec<Option<u64>> =
            left.map(|(crossing, &letter)| Some(crossing.as_ref()?[usize::from(letter)])).collect();
        let freedom: f64 = left.iter().flatten().map(|&words| (words as f64).ln()).sum();
        if freedom.is_finite() {
            let score = question.words(slot).score(index);
            let word = word.iter().map(|&code| question.letter(code)).collect();
            found.words.push(Candidate { word, score, left, freedom });
        }
    }
    found.words.sort_by(|a, b| b.score.cmp(&a.score).then(b.freedom.total_cmp(&a.freedom)));
    found
}

/// Returns `true` if a word has the letters given in a slot.
pub(super) fn fits(question: &Question, slot: usize, word: &[u8]) -> bool {
    question.given_letters(slot).zip(word).all(|(given, &letter)| given.is_none_or(|given| given == letter))
}

/// Counts for each letter of a square the words of the slot that crosses `slot` there. Returns `None` if no slot crosses, or if all letters
/// of the crossing one are given.
fn crossing_words(question: &Question, slot: usize, square: usize) -> Option<Vec<u64>> {
    let places = question.squares()[square].places;
    let (other, position) = places.into_iter().flatten().find(|&(other, _)| other != slot)?;
    if question.given_word(other).is_some() {
        return None;
    }
    let mut words = vec![0; question.list().alphabet().letters().len()];
    for word in question.words(other).iter().filter(|word| fits(question, other, word)) {
        words[usize::from(word[position])] += 1;
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::super::question::tests::question;
    use super::*;

    fn words(grid: &str, list: &str, slot: usize) -> (usize, Vec<String>) {
        let found = candidates(&question(grid, list, true), slot);
        (found.fitting, found.words.into_iter().map(|candidate| candidate.word).collect())
    }

    #[test]
    fn a_candidate_leaves_a_word_for_every_crossing() {
        // 1-Across crosses 1-Down in its first letter and 2-Down in its last one.
        let grid = "C.T/.#./...";
        let list = "CAT COT CUT CAB COB TOE BEE TAR EAR EWE";
        let (fitting, found) = words(grid, list, 0);
        assert_eq!(fitting, 3);
        assert_eq!(found.len(), 3);
        // No word begins with X, and the T is given.
        assert_eq!(words("..X/.#./...", list, 0), (0, Vec::new()));
        // No word begins with the last letter of BCD or EFG. AXA leaves three words in both crossing slots.
        let (fitting, found) = words(".../.#./...", "ABC BCD CDA EFG AXA AYA", 0);
        assert_eq!((fitting, found[0].as_str()), (6, "AXA"));
        assert!(!found.contains(&"BCD".to_owned()) && !found.contains(&"EFG".to_owned()), "{found:?}");
    }

    #[test]
    fn a_word_that_is_no_candidate_is_in_no_fill() {
        use super::super::backtrack::Search;
        use super::super::filler;
        use gridcheck_engine::Run;
        use std::ops::ControlFlow;
        let list = "ABA ABB BAB BBA CAB ABC BAC CBA AAC ACA CAC BCB";
        for grid in [".../.#./...", ".../.../...", "A../.#./..B"] {
            let question = question(grid, list, false);
            let mut fills = Vec::new();
            filler::list(&Search, &question, u64::MAX, &Run::new(), |fill| {
                fills.push(fill.to_vec());
                ControlFlow::Continue(())
            })
            .expect("an answer");
            assert!(!fills.is_empty());
            for (slot, its) in question.slots().iter().enumerate() {
                let found: Vec<String> =
                    candidates(&question, slot).words.into_iter().map(|found| found.word).collect();
                for fill in &fills {
                    let word: String = its.letters(fill).iter().map(|&code| question.letter(code)).collect();
                    assert!(found.contains(&word), "{grid}: {word} in {found:?}");
                }
            }
        }
    }
}
