//! Classes of word beginnings, from the folded truth table of legal words.
//!
//! Every string of letters up to the length of a line is judged once, as a whole ([`WordRule`]). The *continuation*
//! of a beginning is the part of this table for the strings that begin with it. Beginnings with the same legal
//! continuations have equal parts. Equal parts get one number when the table is folded in pairs, as in a reduced
//! decision diagram (Bryant, 1986). A *class* is the set of beginnings that end at one square and have equal
//! continuations for every length that still fits. One string represents it.
//!
//! A letter is a bit: 1 is a square with a white neighbour across the word. In a word of two letters or more that
//! means checked. A single square is legal only with such a neighbour. The first letter of a string is its highest
//! bit.
//!
//! Invariant: a class has a continuation with a legal word. A beginning without one is [`DEAD`].

use std::collections::HashMap;

use foldhash::fast::FixedState;

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// A class of beginnings that end at one square of the line. The classes of each square are numbered separately.
pub(crate) type Class = u8;

/// The class of beginnings that can never become a legal word.
pub(crate) const DEAD: Class = Class::MAX;

/// The largest number of classes at a square: a class or "none" fits in five bits.
pub(crate) const MAX_CLASSES: usize = 31;

/// A string of letters: its length and its bits.
type Letters = (usize, u32);

/// The rules for a whole word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordRule {
    shortest: usize,
    longest: usize,
    single_cells: bool,
    pub checking: Checking,
    gap: usize,
    gap_at_ends: usize,
}

impl WordRule {
    pub(crate) fn of(rules: &Ruleset) -> WordRule {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let number = |limit| match limit {
            Limit::AtMost(most) => most,
            Limit::Unlimited => usize::MAX,
        };
        WordRule {
            shortest: min_word,
            longest: number(max_word),
            single_cells,
            checking,
            gap: number(max_unchecked_run),
            gap_at_ends: number(max_unchecked_run_at_ends),
        }
    }

    fn allows(&self, (length, letters): Letters) -> bool {
        let checked = letters.count_ones() as usize;
        if length == 1 {
            return self.single_cells && checked == 1;
        }
        let twice = 2 * checked;
        let share = match self.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => twice == length || twice == length + 1,
            Checking::EitherHalf => twice.abs_diff(length) < 2,
            Checking::AtLeastHalf => twice >= length,
            Checking::Any => true,
            Checking::ByLength(table) => {
                table.unchecked(length).is_some_and(|range| range.contains(&(length - checked)))
            }
        };
        let at_start = (length as u32).min((letters << (32 - length)).leading_zeros());
        let at_end = (length as u32).min(letters.trailing_zeros());
        // Most strings fail here.
        if !share || at_start.max(at_end) as usize > self.gap_at_ends {
            return false;
        }
        let mut gaps = !letters & !(u32::MAX << length);
        let mut longest = 0;
        while gaps != 0 {
            gaps &= gaps << 1;
            longest += 1;
        }
        (self.shortest..=self.longest).contains(&length) && longest <= self.gap
    }
}

/// The classes of every square of a line, and the pairs that make a word.
#[derive(Debug, Clone)]
pub(crate) struct WordClasses {
    rule: WordRule,
    /// Indexed by square and class: a string of that class.
    representatives: Vec<Vec<Letters>>,
    /// Indexed by square and letter: the class of that letter alone.
    first: Vec<[Class; 2]>,
    /// Indexed by square, class there and letter at the next square: the class at the next square.
    next: Vec<Vec<[Class; 2]>>,
}

impl WordClasses {
    /// Computes the classes at the first `squares` squares of lines of `line` squares, at most 21. Returns `None` if
    /// a square has more than [`MAX_CLASSES`] classes.
    pub(crate) fn new(rule: WordRule, line: usize, squares: usize) -> Option<WordClasses> {
        let continuations = Continuations::new(&rule, line, squares);
        let mut words = WordClasses { rule, representatives: Vec::new(), first: Vec::new(), next: Vec::new() };
        for square in 0..squares {
            let mut known: HashMap<Vec<u32>, Class> = HashMap::new();
            let mut representatives = Vec::new();
            let mut class = |letters: Letters| {
                let continuation = continuations.of(letters, line - 1 - square);
                if continuation.iter().all(|&part| part == 0) {
                    return DEAD;
                }
                *known.entry(continuation).or_insert_with(|| {
                    representatives.push(letters);
                    representatives.len() as Class - 1
                })
            };
            words.first.push([0, 1].map(|letter| class((1, letter))));
            if let Some(before) = words.representatives.last() {
                let longer =
                    |&(length, letters): &Letters| [0, 1].map(|letter| class((length + 1, letters << 1 | letter)));
                words.next.push(before.iter().map(longer).collect());
            }
            if representatives.len() > MAX_CLASSES {
                return None;
            }
            words.representatives.push(representatives);
        }
        Some(words)
    }

    /// Returns the number of classes at a square.
    pub(crate) fn classes(&self, square: usize) -> usize {
        self.representatives[square].len()
    }

    /// Returns the class of one letter that begins a word at that square.
    pub(crate) fn first(&self, square: usize, letter: bool) -> Class {
        self.first[square][usize::from(letter)]
    }

    /// Returns the class after one more letter, at `square + 1`.
    pub(crate) fn next(&self, square: usize, class: Class, letter: bool) -> Class {
        self.next[square][usize::from(class)][usize::from(letter)]
    }

    /// Returns `true` if a beginning that ends at that square is a legal word or a legal single square.
    pub(crate) fn is_word(&self, square: usize, class: Class) -> bool {
        self.rule.allows(self.representatives[square][usize::from(class)])
    }

    /// Returns `true` if two beginnings make a legal word. One ends at `square`; the other ends at `square - 1` of
    /// the same line, read from its other end.
    pub(crate) fn meet(&self, square: usize, class: Class, other: Class) -> bool {
        let ((length, letters), (more, mut rest)) =
            (self.representatives[square][usize::from(class)], self.representatives[square - 1][usize::from(other)]);
        let mut word = letters;
        for _ in 0..more {
            word = word << 1 | rest & 1;
            rest >>= 1;
        }
        self.rule.allows((length + more, word))
    }

    /// Returns `true` if all words of a whole line are legal. `crossed` are the squares that have a white neighbour
    /// across the line.
    pub(crate) fn is_line(&self, length: usize, white: u32, crossed: u32) -> bool {
        let mut word: Letters = (0, 0);
        for square in 0..length {
            if white >> square & 1 == 1 {
                word = (word.0 + 1, word.1 << 1 | crossed >> square & 1);
            } else {
                if word.0 > 0 && !self.rule.allows(word) {
                    return false;
                }
                word = (0, 0);
            }
        }
        word.0 == 0 || self.rule.allows(word)
    }
}

/// The folded truth tables, indexed by length of the whole word, by length of the beginning and by its letters. Each
/// entry is the number of a part of the table; 0 is a part without a legal word. Beginnings longer than `longest` are
/// not stored.
struct Continuations(Vec<Vec<Vec<u32>>>);

impl Continuations {
    fn new(rule: &WordRule, line: usize, longest: usize) -> Continuations {
        let mut numbers: HashMap<(u32, u32), u32, FixedState> = HashMap::default();
        let mut fold = |halves: (u32, u32)| match halves {
            (0, 0) => 0,
            halves => {
                // Number 1 is a legal word.
                let fresh = numbers.len() as u32 + 2;
                *numbers.entry(halves).or_insert(fresh)
            }
        };
        let mut parts = Vec::new();
        let tables = (0..=line).map(|length| {
            parts.clear();
            parts.extend((0..1u32 << length).map(|word| u32::from(length > 0 && rule.allows((length, word)))));
            let mut folded = Vec::new();
            for beginning in (0..=length).rev() {
                if beginning <= longest {
                    folded.push(parts.clone());
                }
                for part in 0..parts.len() / 2 {
                    parts[part] = fold((parts[2 * part], parts[2 * part + 1]));
                }
                parts.truncate(parts.len() / 2);
            }
            folded.reverse();
            folded
        });
        Continuations(tables.collect())
    }

    /// Returns the numbers for 0, 1, … up to `room` more letters.
    fn of(&self, (length, letters): Letters, room: usize) -> Vec<u32> {
        (0..=room).filter_map(|more| Some(self.0.get(length + more)?[length][letters as usize])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;

    const LINE: usize = 9;

    /// Returns the class of a beginning that ends at that square.
    fn class_of(words: &WordClasses, word: &[bool], square: usize) -> Option<Class> {
        let start = square + 1 - word.len();
        let mut class = words.first(start, word[0]);
        for (i, &letter) in word.iter().enumerate().skip(1) {
            if class != DEAD {
                class = words.next(start + i - 1, class, letter);
            }
        }
        (class != DEAD).then_some(class)
    }

    #[test]
    fn a_beginning_is_a_word_exactly_when_the_rules_allow_it() {
        for rules in rule_sets(5, 60) {
            let words = WordClasses::new(WordRule::of(&rules), LINE, LINE).expect("few classes");
            for length in 1..=LINE {
                for bits in 0..1 << length {
                    let word = letters(length, bits);
                    for square in length - 1..LINE {
                        let is_word = class_of(&words, &word, square).is_some_and(|class| words.is_word(square, class));
                        assert_eq!(is_word, is_legal_word(&rules, &word), "{rules:?} {word:?} at {square}");
                    }
                }
            }
        }
    }

    #[test]
    fn two_beginnings_meet_exactly_when_they_are_a_word() {
        let middle = LINE / 2;
        for rules in rule_sets(5, 60) {
            let words = WordClasses::new(WordRule::of(&rules), LINE, LINE).expect("few classes");
            for length in 2..=LINE {
                for bits in 0..1 << length {
                    let word = letters(length, bits);
                    for cut in length.saturating_sub(middle).max(1)..length.min(middle + 2) {
                        let back: Vec<bool> = word[cut..].iter().rev().copied().collect();
                        let classes = class_of(&words, &word[..cut], middle).zip(class_of(&words, &back, middle - 1));
                        let meet = classes.is_some_and(|(class, other)| words.meet(middle, class, other));
                        assert_eq!(meet, is_legal_word(&rules, &word), "{rules:?} {word:?} cut at {cut}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_line_is_judged_word_by_word() {
        for rules in rule_sets(5, 60) {
            let words = WordClasses::new(WordRule::of(&rules), LINE, LINE).expect("few classes");
            let mut rng = SeededRng::new(3);
            for _ in 0..2000 {
                let (white, crossed) = (rng.below(1 << LINE), rng.below(1 << LINE));
                let squares: Vec<(bool, bool)> = letters(LINE, white).into_iter().zip(letters(LINE, crossed)).collect();
                let runs = squares.split(|(white, _)| !white).filter(|run| !run.is_empty());
                let legal = runs.map(|run| run.iter().map(|square| square.1).collect::<Vec<bool>>());
                let legal = legal.into_iter().all(|word| is_legal_word(&rules, &word));
                assert_eq!(words.is_line(LINE, white as u32, crossed as u32), legal, "{rules:?} {squares:?}");
            }
        }
    }

    /// Two classes of one square differ in a continuation.
    #[test]
    fn word_classes_are_pairwise_inequivalent_and_none_is_dead() {
        for rules in rule_sets(5, 60) {
            let words = WordClasses::new(WordRule::of(&rules), LINE, LINE).expect("few classes");
            for square in 0..LINE {
                let fate = |class: Class| -> Vec<bool> {
                    let rests =
                        (0..LINE - square).flat_map(|more| (0..1usize << more).map(move |bits| letters(more, bits)));
                    rests
                        .map(|rest| {
                            let end = rest.iter().enumerate().try_fold(class, |class, (i, &letter)| {
                                Some(words.next(square + i, class, letter)).filter(|&next| next != DEAD)
                            });
                            end.is_some_and(|class| words.is_word(square + rest.len(), class))
                        })
                        .collect()
                };
                let mut fates: Vec<Vec<bool>> = (0..words.classes(square)).map(|class| fate(class as Class)).collect();
                assert!(fates.iter().all(|fate| fate.contains(&true)), "{rules:?}: a dead class at {square}");
                fates.sort();
                let classes = fates.len();
                fates.dedup();
                assert_eq!(fates.len(), classes, "{rules:?}: two classes alike at {square}");
            }
        }
    }
}
