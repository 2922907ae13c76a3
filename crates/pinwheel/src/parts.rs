//! The word rule cut in two: what the first part of a word leaves to be decided, and which parts make a legal word.
//!
//! The engine meets a word in parts: the squares of one quarter, and the rest. All that the rest needs to know of a
//! part is its *class*: two parts are in one class when every rest that the grid has room for completes both or neither. The
//! classes are those of Myhill and Nerode (1958) for the language of legal words over the alphabet {checked, unchecked}, taken
//! for each place in the line by itself, because a part that ends at square i has at most n − i − 1 squares to come; so they
//! are found by one backward pass over the places, without iterating (Hopcroft 1971 is for automata with cycles).
//!
//! The rules read the same from both ends, so a part may also be read towards its open end from the other side: a word is
//! the one part followed by the other one reversed, and [`Parts::fits`] says which classes may meet.
//!
//! Where words of some lengths are counted, such a length is *told*: parts are then in one class only if every rest makes
//! words of the same told length with both.
//!
//! So [`Parts`] is a finite automaton, deterministic, minimal and without cycles, a [`Class`] one of its states, and a whole
//! word what it accepts. It reads two letters: [`CHECKED`] is a square with a white neighbour in the other direction,
//! [`UNCHECKED`] one without. For a run of two or more that is what the words mean; a run of one square is legal only if it is allowed and is crossed by a word.

use std::collections::HashMap;

use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// The letter of a square without a white neighbour in the other direction.
pub const UNCHECKED: usize = 0;
/// The letter of a square with a white neighbour in the other direction.
pub const CHECKED: usize = 1;

/// A state of the automaton: a class of parts that end at one place in the line. States of different places have nothing to do
/// with one another.
pub type Class = u8;

/// The automaton: the classes of every place in a line of `length` squares.
///
/// Invariant: every class can still become a legal word; a part that cannot has no class (`None`).
#[derive(Debug)]
pub struct Parts {
    rule: WordRule,
    places: Vec<Place>,
}

/// What is told of a word's length: 0, or from 1 on which of the told lengths it is.
pub type LengthTag = usize;

/// What can end at one place.
#[derive(Debug)]
struct Place {
    /// By letter: the class of a part that begins, and so far ends, here.
    first: [Option<Class>; 2],
    /// By class: if the part may be a whole word, what is told of that.
    whole: Vec<Option<LengthTag>>,
    /// By class and by the letter of the next place: the class there. Empty at the last place.
    next: Vec<[Option<Class>; 2]>,
    /// By class: a part of this class.
    example: Vec<WordPart>,
}

/// What matters of a part in which nothing is wrong yet. `run` is the unchecked letters at its open end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct WordPart {
    length: usize,
    checked: usize,
    run: usize,
}

const NOTHING: WordPart = WordPart { length: 0, checked: 0, run: 0 };

impl Parts {
    /// The classes under these rules, with these lengths of words told apart from others; `None` if a place has more than 255.
    pub fn new(rules: &Ruleset, length: usize, tagged: &[usize]) -> Option<Self> {
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
        // By part, its class at the place after the one in hand.
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
                // One short of all, so that the number of classes fits as well.
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

    /// How many classes end at a place.
    pub fn classes(&self, place: usize) -> usize {
        self.places[place].whole.len()
    }

    /// The class of a part that begins at a place, with the letter there.
    pub fn first(&self, place: usize, letter: usize) -> Option<Class> {
        self.places[place].first[letter]
    }

    /// The class of a part that ends at `place`, made longer by the letter at `place + 1`.
    pub fn next(&self, place: usize, class: Class, letter: usize) -> Option<Class> {
        self.places[place].next.get(usize::from(class)).and_then(|next| next[letter])
    }

    /// Whether a part that ends at `place` may be a whole word, or a single square that may stand.
    pub fn whole(&self, place: usize, class: Class) -> bool {
        self.length_tag(place, class).is_some()
    }

    /// The same, and what is told of it.
    pub fn length_tag(&self, place: usize, class: Class) -> Option<LengthTag> {
        self.places[place].whole[usize::from(class)]
    }

    /// If a part that ends at place `a` and, read from the other end of the line, a part that ends at place `b` make a
    /// legal word together, what is told of it. The line must have room for both: a + b + 2 ≤ its length.
    pub fn join(&self, (a, left): (usize, Class), (b, right): (usize, Class)) -> Option<LengthTag> {
        debug_assert!(a + b + 2 <= self.places.len());
        let (left, right) = (self.places[a].example[usize::from(left)], self.places[b].example[usize::from(right)]);
        self.rule.tag_of_joined(left, right)
    }
}

/// The rules' opinion of whole words and of parts.
#[derive(Debug)]
struct WordRule {
    shortest: usize,
    longest: usize,
    single_cells: bool,
    checking: Checking,
    /// The most unchecked letters together inside a word.
    inside: usize,
    /// The same at a word's start or end; a run there is also one inside the word.
    at_end: usize,
    /// The lengths that are told apart.
    tagged: Vec<usize>,
}

impl WordRule {
    fn of(rules: &Ruleset, tagged: &[usize]) -> Self {
        // The rest is no matter of one word.
        let Ruleset {
            name: _,
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges: _,
            connected: _,
            symmetry: _,
            min_white_per_row: _,
            max_word,
        } = *rules;
        let inside = most(max_unchecked_run);
        let at_end = most(max_unchecked_run_at_ends).min(inside);
        let tagged = tagged.to_vec();
        WordRule { shortest, longest: most(max_word), single_cells, checking, inside, at_end, tagged }
    }

    /// The part with one more letter at its open end; `None` if it, or a run of unchecked letters, is too long for good.
    fn extend(&self, part: WordPart, letter: usize) -> Option<WordPart> {
        let longer = if letter == CHECKED {
            WordPart { length: part.length + 1, checked: part.checked + 1, run: 0 }
        } else {
            WordPart { length: part.length + 1, checked: part.checked, run: part.run + 1 }
        };
        let limit = if longer.checked == 0 { self.at_end } else { self.inside };
        (longer.length <= self.longest && longer.run <= limit).then_some(longer)
    }

    /// If `left`, followed by `right` read backwards, is a legal word or a single square that may stand, what is told of it.
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
        };
        // Where the two meet there is one run; it reaches an end of the word if a part has no checked letter.
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
    use gridcheck_core::rules::builtin;

    /// The rules for one word, said again letter by letter.
    fn is_legal(rules: &Ruleset, word: &[usize]) -> bool {
        let checked = word.iter().filter(|&&letter| letter == CHECKED).count();
        if word.len() == 1 {
            return rules.single_cells && checked == 1;
        }
        let share = match rules.checking {
            Checking::All => checked == word.len(),
            Checking::CeilHalf => checked == word.len().div_ceil(2),
            Checking::EitherHalf => checked.abs_diff(word.len() - checked) <= 1,
            Checking::AtLeastHalf => checked >= word.len() - checked,
            Checking::Any => true,
        };
        let within = |run: usize, limit| match limit {
            Limit::AtMost(most) => run <= most,
            Limit::Unlimited => true,
        };
        let runs: Vec<usize> = word.split(|&letter| letter == CHECKED).map(<[usize]>::len).collect();
        let (first, last) = (runs[0], runs[runs.len() - 1]);
        word.len() >= rules.min_word
            && within(word.len(), rules.max_word)
            && share
            && runs.iter().all(|&run| within(run, rules.max_unchecked_run))
            && within(first, rules.max_unchecked_run_at_ends)
            && within(last, rules.max_unchecked_run_at_ends)
    }

    fn letters(length: usize, bits: usize) -> Vec<usize> {
        (0..length).map(|i| bits >> i & 1).collect()
    }

    /// The class of the part of these letters that ends at `place`.
    fn class_of(parts: &Parts, word: &[usize], place: usize) -> Option<Class> {
        let begin = place + 1 - word.len();
        let first = parts.first(begin, word[0])?;
        (1..word.len()).try_fold(first, |class, i| parts.next(begin + i - 1, class, word[i]))
    }

    fn rule_sets() -> Vec<Ruleset> {
        let british = builtin("british").expect("built in");
        let mut all: Vec<Ruleset> =
            gridcheck_core::rules::BUILTIN.iter().map(gridcheck_core::rules::Builtin::ruleset).collect();
        for checking in [Checking::AtLeastHalf, Checking::Any, Checking::EitherHalf, Checking::CeilHalf, Checking::All]
        {
            for inside in [Limit::AtMost(0), Limit::AtMost(1), Limit::AtMost(3), Limit::Unlimited] {
                for ends in [Limit::AtMost(0), Limit::AtMost(2), Limit::Unlimited] {
                    for max_word in [Limit::AtMost(5), Limit::Unlimited] {
                        all.push(Ruleset {
                            min_word: 2,
                            checking,
                            max_unchecked_run: inside,
                            max_unchecked_run_at_ends: ends,
                            max_word,
                            ..british.clone()
                        });
                    }
                }
            }
        }
        all
    }

    const LENGTH: usize = 9;

    /// Lengths to be told, from none to many.
    const TAGGED: [&[usize]; 3] = [&[], &[3], &[2, 5, 6]];

    /// Every rule set with lengths to be told, and its classes.
    fn all_parts() -> impl Iterator<Item = (Ruleset, &'static [usize], Parts)> {
        rule_sets().into_iter().flat_map(|rules| {
            TAGGED.map(|tagged| (rules.clone(), tagged, Parts::new(&rules, LENGTH, tagged).expect("few classes")))
        })
    }

    /// What is to be told of a word, if it is legal.
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
                            let fit = fit.and_then(|(p, q)| parts.join((a, p), (b, q)));
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

    /// Two classes of one place differ in what may follow, or in what is told of it: none could be merged.
    #[test]
    fn there_are_no_more_classes_than_needed() {
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
