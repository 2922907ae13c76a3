//! Finds the letters that each square can still have, without a search.
//!
//! A word stays *alive* in a slot while each of its letters is possible in its square. A letter stays possible in a square while an alive
//! word of each slot of the square has it there. Both are repeated until nothing changes (arc consistency; Mackworth 1977). A letter that
//! is not possible is in no fill. A possible letter need not be in one.
//!
//! If a square loses its last letter, the propagation stops, because every square would lose its letters next. The squares that are
//! reported then are those at the cause.

use super::question::Question;

/// The letters that squares can have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Possible {
    /// The squares without a given letter that no letter suits.
    pub dead: Vec<usize>,
    /// The squares without a given letter that one letter alone suits, with its code.
    pub forced: Vec<(usize, u8)>,
}

/// Returns the squares of a question that have no letter, or a single one.
pub fn possible(question: &Question) -> Possible {
    let letters = question.list().alphabet().letters().len();
    let given = |square: usize| question.squares()[square].given;
    let mut masks: Vec<Vec<bool>> = (0..question.squares().len())
        .map(|square| (0..letters).map(|code| given(square).is_none_or(|given| usize::from(given) == code)).collect())
        .collect();
    let mut alive: Vec<Vec<&[u8]>> =
        (0..question.slots().len()).map(|slot| question.words(slot).iter().collect()).collect();
    loop {
        let mut next = masks.clone();
        for (slot, words) in question.slots().iter().zip(&mut alive) {
            words
                .retain(|word| slot.squares.iter().zip(*word).all(|(&square, &code)| masks[square][usize::from(code)]));
            for (position, &square) in slot.squares.iter().enumerate() {
                let mut has = vec![false; letters];
                for word in &*words {
                    has[usize::from(word[position])] = true;
                }
                for (mask, has) in next[square].iter_mut().zip(has) {
                    *mask &= has;
                }
            }
        }
        let dead = |square: &usize| given(*square).is_none() && !next[*square].contains(&true);
        let dead: Vec<usize> = (0..next.len()).filter(dead).collect();
        if !dead.is_empty() {
            return Possible { dead, forced: Vec::new() };
        }
        if next == masks {
            break;
        }
        masks = next;
    }
    let only = |square: usize| {
        let mut codes = (0..letters).filter(|&code| masks[square][code]);
        codes.next().filter(|_| given(square).is_none() && codes.next().is_none())
    };
    let forced = (0..masks.len()).filter_map(|square| Some((square, u8::try_from(only(square)?).ok()?)));
    Possible { dead: Vec::new(), forced: forced.collect() }
}

#[cfg(test)]
mod tests {
    use super::super::question::tests::question;
    use super::*;

    /// The rows and columns of the dead squares, and the forced squares with their letters.
    type Found = (Vec<(usize, usize)>, Vec<(usize, usize, char)>);

    /// Returns the dead and the forced squares.
    fn found(grid: &str, list: &str) -> Found {
        let question = question(grid, list, true);
        let Possible { dead, forced } = possible(&question);
        let at = |square: usize| (question.squares()[square].row, question.squares()[square].column);
        let forced = forced.into_iter().map(|(square, code)| (at(square).0, at(square).1, question.letter(code)));
        (dead.into_iter().map(at).collect(), forced.collect())
    }

    #[test]
    fn one_letter_forces_others() {
        // 1-Across is CAT or COT. 2-Down begins with T, so it is TOE. 3-Across ends with its E, and is TOE or BEE.
        let (dead, forced) = found("C.T/.#./...", "CAT COT CAB TOE BEE");
        assert_eq!(dead, []);
        assert_eq!(forced, [(1, 2, 'O'), (2, 2, 'E')]);
    }

    #[test]
    fn an_entry_without_a_word_is_dead_and_its_crossings_are_not() {
        let (dead, forced) = found("X.T/.#./...", "CAT COT CAB TOE BEE");
        assert!(dead.contains(&(0, 1)) && dead.contains(&(1, 0)), "{dead:?}");
        assert!(!dead.contains(&(2, 2)), "{dead:?}");
        assert_eq!(forced, []);
    }

    #[test]
    fn no_possible_letter_is_missing_from_a_fill() {
        use super::super::backtrack::Search;
        use super::super::filler;
        use gridcheck_engine::Run;
        use std::ops::ControlFlow;
        let list = "ABA ABB BAB BBA CAB ABC BAC CBA AAC ACA CAC BCB";
        for grid in [".../.#./...", "A../.#./..B", "A../.#./C.."] {
            let (question, mut fills) = (question(grid, list, false), Vec::new());
            filler::list(&Search, &question, u64::MAX, &Run::new(), |fill| {
                fills.push(fill.to_vec());
                ControlFlow::Continue(())
            })
            .expect("an answer");
            let found = possible(&question);
            assert!(found.dead.is_empty() || fills.is_empty(), "{grid}: {found:?}");
            for (square, code) in found.forced {
                assert!(fills.iter().all(|fill| fill[square] == code), "{grid}: square {square}");
            }
        }
    }
}
