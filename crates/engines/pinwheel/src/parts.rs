//! The word rule for parts of words: the classes of beginnings, and the pairs of parts that make a legal word.
//!
//! The engine sees a word in parts: the squares of one quarter, and the rest. The rest depends only on the *class* of
//! a part. Two parts are in one class if every rest that the grid has room for completes both to legal words, or
//! neither. These are the classes of Myhill and Nerode (1958) for the language of legal words over the alphabet
//! {checked, unchecked}. They are computed for each place of the line separately, because a part that ends at square
//! i has at most n − i − 1 squares after it. So one backward pass over the places finds them, without iteration
//! (Hopcroft 1971 is for automata with cycles).
//!
//! The rules are symmetric in the two ends of a word. So a part may also be read from the other end of the line: a
//! word is one part followed by the other one reversed. [`Parts::join`] tests such a pair.
//!
//! If words of some lengths are counted, these lengths have a *tag*. Two parts are then in one class only if every
//! rest makes words with the same tag of both.
//!
//! So [`Parts`] is a minimal deterministic acyclic automaton, [`Class`] is one of its states, and it accepts whole
//! words. It reads two letters. [`CHECKED`] is a square with a white neighbour in the other direction, [`UNCHECKED`]
//! one without. A run of one square is legal only if the rules allow it and a word crosses it.

use std::collections::HashMap;

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// The letter of a square without a white neighbour in the other direction.
pub(crate) const UNCHECKED: usize = 0;
/// The letter of a square with a white neighbour in the other direction.
pub(crate) const CHECKED: usize = 1;

/// A state of the automaton: a class of parts that end at one place in the line. The classes of different places are
/// unrelated.
pub(crate) type Class = u8;

/// The automaton: the classes of every place in a line of `length` squares.
///
/// Invariant: every class can still become a legal word. A part that cannot has no class (`None`).
#[derive(Debug)]
pub(crate) struct Parts {
    rule: WordRule,
    places: Vec<Place>,
}

/// The tag of a word's length: 0 for lengths that are not counted, otherwise its number among the counted lengths,
/// from 1 on.
pub(crate) type LengthTag = usize;

/// The classes of the parts that end at one place.
#[derive(Debug)]
struct Place {
    /// Indexed by letter: the class of a part that consists of this place only.
    first: [Option<Class>; 2],
    /// Indexed by class: the length tag if the part is a legal word, else `None`.
    whole: Vec<Option<LengthTag>>,
    /// Indexed by class and by the letter of the next place: the class there. Empty at the last place.
    next: Vec<[Option<Class>; 2]>,
    /// Indexed by class: a part of this class.
    example: Vec<WordPart>,
}

/// The relevant properties of a part without a violation so far. `run` counts the unchecked letters at its open end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct WordPart {
    length: usize,
    checked: usize,
    run: usize,
}

const NOTHING: WordPart = WordPart { length: 0, checked: 0, run: 0 };

impl Parts {
    /// Computes the classes under these rules. `tagged` are the lengths that are counted. Returns `None` if a place
    /// has more than 255 classes.
    pub(crate) fn new(rules: &Ruleset, length: usize, tagged: &[usize]) -> Option<Self> {
        let rule = WordRule::of(rules, tagged);
        let mut reached: Vec<Vec<WordPart>> = Vec::with_capacity(length);
        for place in 0..length {
            let longer = place.checked_sub(1).map(|before| reached[before].clone()).unwrap_or_default();
            let mut parts: Vec<WordPart> = longer
                .into_iter()
                .chain([NOTHING])
                .flat_map(|part| [UNCHECKED, CHECKED].map(|letter| rule.extend(part, letter)))
                .flatten()
                .collect();
            parts.sort_unstable_by_key(|part| (part.length, part.checked, part.run));
            parts.dedup();
            reached.push(parts);
        }

        let mut places: Vec<Place> = Vec::with_capacity(length);
        // The class of each part at the place after the current one.
        let mut after: HashMap<WordPart, Class> = HashMap::new();
        for (place, parts) in reached.iter().enumerate().rev() {
            let mut here: HashMap<WordPart, Class> = HashMap::new();
            let mut same: HashMap<(Option<LengthTag>, [Option<Class>; 2]), Class> = HashMap::new();
            let (mut whole, mut next, mut example) = (Vec::new(), Vec::new(), Vec::new());
            for &part in parts {
                let legal = rule.tag_of_joined(part, NOTHING);
                let to = [UNCHECKED, CHECKED]
                    .map(|letter| rule.extend(part, letter).and_then(|longer| after.get(&longer).copied()));
                if legal.is_none() && to == [None, None] {
                    continue;
                }
                // One value is unused, so that the number of classes also fits into a `Class`.
                let fresh = Class::try_from(whole.len()).ok().filter(|&fresh| fresh < Class::MAX)?;
                let class = *same.entry((legal, to)).or_insert(fresh);
                if class == fresh {
                    whole.push(legal);
                    next.push(to);
                    example.push(part);
                }
                here.insert(part, class);
            }
            let first = [UNCHECKED, CHECKED]
                .map(|letter| rule.extend(NOTHING, letter).and_then(|part| here.get(&part).copied()));
            if place + 1 == length {
                next.clear();
            }
            places.push(Place { first, whole, next, example });
            after = here;
        }
        places.reverse();
        Some(Parts { rule, places })
    }

    /// Returns the number of classes at a place.
    pub(crate) fn classes(&self, place: usize) -> usize {
        self.places[place].whole.len()
    }

    /// Returns the class of a part that consists of one letter at a place.
    pub(crate) fn first(&self, place: usize, letter: usize) -> Option<Class> {
        self.places[place].first[letter]
    }

    /// Returns the class of a part that ends at `place`, extended by the letter at `place + 1`.
    pub(crate) fn next(&self, place: usize, class: Class, letter: usize) -> Option<Class> {
        self.places[place].next.get(usize::from(class)).and_then(|next| next[letter])
    }

    /// Returns `true` if a part that ends at `place` is a legal word or a legal single square.
    pub(crate) fn whole(&self, place: usize, class: Class) -> bool {
        self.length_tag(place, class).is_some()
    }

    /// Returns the length tag of a part that ends at `place` if it is a legal word or a legal single square.
    pub(crate) fn length_tag(&self, place: usize, class: Class) -> Option<LengthTag> {
        self.places[place].whole[usize::from(class)]
    }

    /// Returns the length tag of the word that two parts make, if it is legal. One part ends at place `a`; the other
    /// ends at place `b`, read from the other end of the line. The line must have room for both: a + b + 2 ≤ its
    /// length.
    pub(crate) fn join(&self, [a, b]: [usize; 2], [left, right]: [Class; 2]) -> Option<LengthTag> {
        debug_assert!(a + b + 2 <= self.places.len());
        let (left, right) = (self.places[a].example[usize::from(left)], self.places[b].example[usize::from(right)]);
        self.rule.tag_of_joined(left, right)
    }
}

/// The rules for whole words and for parts.
#[derive(Debug)]
struct WordRule {
    shortest: usize,
    longest: usize,
    single_cells: bool,
    checking: Checking,
    /// The largest number of adjacent unchecked letters inside a word.
    inside: usize,
    /// The largest number of unchecked letters at a word's start or end. Such a run must also satisfy `inside`.
    at_end: usize,
    /// The lengths that are counted.
    tagged: Vec<usize>,
}

impl WordRule {
    fn of(rules: &Ruleset, tagged: &[usize]) -> Self {
        // The other rules do not concern single words.
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            max_word,
        } = rules.on_words();
        let inside = most(max_unchecked_run);
        let at_end = most(max_unchecked_run_at_ends).min(inside);
        let tagged = tagged.to_vec();
        WordRule { shortest, longest: most(max_word), single_cells, checking, inside, at_end, tagged }
    }

    /// Extends the part by one letter at its open end. Returns `None` if the part or its run of unchecked letters
    /// gets too long.
    fn extend(&self, part: WordPart, letter: usize) -> Option<WordPart> {
        let longer = if letter == CHECKED {
            WordPart { length: part.length + 1, checked: part.checked + 1, run: 0 }
        } else {
            WordPart { length: part.length + 1, checked: part.checked, run: part.run + 1 }
        };
        let limit = if longer.checked == 0 { self.at_end } else { self.inside };
        (longer.length <= self.longest && longer.run <= limit).then_some(longer)
    }

    /// Returns the length tag of `left` followed by `right` reversed, if that is a legal word or a legal single
    /// square.
    fn tag_of_joined(&self, left: WordPart, right: WordPart) -> Option<LengthTag> {
        self.is_legal(left, right).then(|| {
            let length = left.length + right.length;
            self.tagged.iter().position(|&tagged| tagged == length).map_or(0, |index| index + 1)
        })
    }

    fn is_legal(&self, left: WordPart, right: WordPart) -> bool {
        let length = left.length + right.length;
        let checked = left.checked + right.checked;
        if length == 1 {
            return self.single_cells && checked == 1;
        }
        let enough = match self.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == length.div_ceil(2),
            Checking::EitherHalf => checked == length / 2 || checked == length.div_ceil(2),
            Checking::AtLeastHalf => 2 * checked >= length,
            Checking::Any => true,
            Checking::ByLength(table) => {
                table.unchecked(length).is_some_and(|range| range.contains(&(length - checked)))
            }
        };
        // The two runs at the joint are one run. It reaches an end of the word if a part has no checked letter.
        let joint = left.run + right.run;
        let at_end = left.checked == 0 || right.checked == 0;
        let limit = if at_end { self.at_end } else { self.inside };
        (self.shortest..=self.longest).contains(&length) && enough && joint <= limit
    }
}

fn most(limit: Limit) -> usize {
    match limit {
        Limit::AtMost(most) => most,
        Limit::Unlimited => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::{is_legal_word, rule_sets};

    fn is_legal(rules: &Ruleset, word: &[usize]) -> bool {
        is_legal_word(rules, &word.iter().map(|&letter| letter == CHECKED).collect::<Vec<bool>>())
    }

    fn letters(length: usize, bits: usize) -> Vec<usize> {
        (0..length).map(|i| bits >> i & 1).collect()
    }

    /// Returns the class of the part of these letters that ends at `place`.
    fn class_of(parts: &Parts, word: &[usize], place: usize) -> Option<Class> {
        let begin = place + 1 - word.len();
        let first = parts.first(begin, word[0])?;
        (1..word.len()).try_fold(first, |class, i| parts.next(begin + i - 1, class, word[i]))
    }

    const LENGTH: usize = 9;

    /// Sets of counted lengths, from none to many.
    const TAGGED: [&[usize]; 3] = [&[], &[3], &[2, 5, 6]];

    /// Returns every rule set with each set of counted lengths, and its classes.
    fn all_parts() -> impl Iterator<Item = (Ruleset, &'static [usize], Parts)> {
        rule_sets(7, 120).into_iter().flat_map(|rules| {
            TAGGED.map(|tagged| (rules.clone(), tagged, Parts::new(&rules, LENGTH, tagged).expect("few classes")))
        })
    }

    /// Returns the length tag of a word, if it is legal.
    fn opinion(rules: &Ruleset, tagged: &[usize], word: &[usize]) -> Option<LengthTag> {
        let which = (1..).zip(tagged).find(|(_, length)| **length == word.len());
        is_legal(rules, word).then_some(which.map_or(0, |(index, _)| index))
    }

    #[test]
    fn a_part_is_a_whole_word_exactly_when_the_rules_allow_it() {
        for (rules, tagged, parts) in all_parts() {
            for length in 1..=LENGTH {
                for bits in 0..1 << length {
                    let word = letters(length, bits);
                    for place in length - 1..LENGTH {
                        let whole = class_of(&parts, &word, place).and_then(|class| parts.length_tag(place, class));
                        assert_eq!(whole, opinion(&rules, tagged, &word), "{rules:?} {word:?} ending at {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn two_parts_fit_exactly_when_they_make_a_legal_word() {
        for (rules, tagged, parts) in all_parts() {
            for length in 2..=LENGTH {
                for bits in 0..1 << length {
                    let word = letters(length, bits);
                    for cut in 1..length {
                        let left = &word[..cut];
                        let right: Vec<usize> = word[cut..].iter().rev().copied().collect();
                        for a in cut - 1..=LENGTH - 2 - (right.len() - 1) {
                            let b = LENGTH - 2 - a;
                            let fit = class_of(&parts, left, a).zip(class_of(&parts, &right, b));
                            let fit = fit.and_then(|(p, q)| parts.join([a, b], [p, q]));
                            assert_eq!(
                                fit,
                                opinion(&rules, tagged, &word),
                                "{rules:?} {word:?} cut at {cut}, places {a}, {b}"
                            );
                        }
                    }
                }
            }
        }
    }

    /// Two classes of one place differ in a continuation or in its tag, so no two could be merged.
    #[test]
    fn word_classes_are_pairwise_inequivalent_and_none_is_dead() {
        for (rules, tagged, parts) in all_parts() {
            for place in 0..LENGTH {
                let completions = |class: Class| -> Vec<Option<LengthTag>> {
                    (0..LENGTH - place)
                        .flat_map(|more| (0..1usize << more).map(move |bits| letters(more, bits)))
                        .map(|rest| {
                            let end = rest
                                .iter()
                                .enumerate()
                                .try_fold(class, |class, (i, &letter)| parts.next(place + i, class, letter));
                            end.and_then(|class| parts.length_tag(place + rest.len(), class))
                        })
                        .collect()
                };
                let mut all: Vec<Vec<Option<LengthTag>>> =
                    (0..parts.classes(place)).map(|class| completions(class as Class)).collect();
                let lives = |some: &Vec<Option<LengthTag>>| some.iter().any(Option::is_some);
                assert!(all.iter().all(lives), "{rules:?}: a dead class at {place}");
                all.sort();
                let classes = all.len();
                all.dedup();
                assert_eq!(all.len(), classes, "{rules:?}, {tagged:?}: two classes alike at {place}");
            }
        }
    }
}
