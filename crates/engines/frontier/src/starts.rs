//! Applies the word rule to words that are read letter by letter.
//!
//! A down word is read from the top, so a state holds its *start*: the letters read so far. Four properties of a start can affect the
//! letters that follow. Each is kept only as far as the remaining squares allow an effect ([`WordRule::kept`]):
//! - its *length*, until it reaches the minimum length of a word. The length is also kept while it could exceed the maximum, or while a
//!   weight tracks the words of such a length;
//! - its *surplus*, the number of checked letters minus the number of unchecked ones. Each rule about the share of checked letters bounds
//!   the surplus of a whole word: "half, rounded up" means 0 or 1. A start is dead if the remaining letters cannot bring its surplus
//!   between the bounds. A surplus that they cannot take below the lower bound is replaced by the greatest that they could;
//! - the number of *unchecked* letters at its open end, until the surplus leaves too few others to exceed the maximum;
//! - the flag *opening*: all its letters are unchecked, so that they are at the word's beginning.
//!
//! The kept properties are computed forwards, by arithmetic alone. Starts that nothing completes are then dropped, from the last place
//! back. Two starts may still have the same future: 22 remain in the middle of a British column of 13 where 21 are enough. This does no
//! harm, because pairs of columns are compared by their futures anyway ([`pairs`](super::pairs)).
//!
//! The rules read the same from both ends. A word through the middle therefore consists of a start and of another start that is read from
//! the word's other end ([`Starts::fits`]).
//!
//! Letters: [`CHECKED`] is a square with a white neighbour in the other direction, [`UNCHECKED`] one without. For a run of two or more
//! squares this is the usual meaning of the words. A run of one square is legal only if the rules allow it and a word crosses it.

use std::collections::BTreeSet;

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset, UncheckedTable};

/// The letter of a square without a white neighbour in the other direction.
pub(crate) const UNCHECKED: usize = 0;
/// The letter of a square with a white neighbour in the other direction.
pub(crate) const CHECKED: usize = 1;

const LETTERS: [usize; 2] = [UNCHECKED, CHECKED];

/// The number of a start among the starts that end at one place of a line; numbers of different places are unrelated.
pub(crate) type Number = u8;

/// The starts that can end at each place of a line.
///
/// Invariant: every start can still become a legal word; one that cannot has no number (`None`).
#[derive(Debug)]
pub(crate) struct Starts {
    rule: WordRule,
    places: Vec<Place>,
}

/// The starts that can end at one place.
#[derive(Debug)]
struct Place {
    /// Indexed by number.
    starts: Vec<Start>,
    /// Indexed by letter: the start that consists of this letter alone.
    first: [Option<Number>; 2],
    /// Indexed by number and by the letter of the next place: the start there. The last place has no next place.
    next: Vec<[Option<Number>; 2]>,
}

/// The kept properties of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    length: i32,
    surplus: i32,
    unchecked: i32,
    opening: bool,
}

const NOTHING: Start = Start { length: 0, surplus: 0, unchecked: 0, opening: true };

/// The rules for one word in a line of a given number of squares; an unlimited value is limited by the line.
#[derive(Debug)]
struct WordRule {
    shortest: i32,
    longest: i32,
    /// Lengths below this are distinguished even if the rules do not require it.
    distinct_lengths: i32,
    single_cells: bool,
    /// The least and the greatest surplus of a whole word.
    surplus: [i32; 2],
    /// The unchecked letters of a whole word by its length, if that is the rule.
    table: Option<UncheckedTable>,
    /// Maximum number of adjacent unchecked letters inside a word.
    inside: i32,
    /// Maximum number of adjacent unchecked letters at a word's beginning and end; at most `inside`.
    at_ends: i32,
}

impl Starts {
    /// Computes the starts in lines of `size` squares. Lengths below `distinct_lengths` are distinguished. Returns `None` if a place has
    /// more than 255 starts.
    pub(crate) fn new(rules: &Ruleset, size: usize, distinct_lengths: usize) -> Option<Self> {
        let mut rule = WordRule::of(rules, size);
        rule.distinct_lengths = rule.distinct_lengths.max(distinct_lengths as i32);
        let to_come = |place: usize| (size - 1 - place) as i32;
        let mut met: Vec<BTreeSet<Start>> = Vec::with_capacity(size);
        for place in 0..size {
            let before = place.checked_sub(1).map(|before| &met[before]);
            let before = before.into_iter().flatten().chain([&NOTHING]);
            let longer = before.flat_map(|start| LETTERS.map(|letter| rule.longer(start, letter, to_come(place))));
            met.push(longer.flatten().collect());
        }

        let mut places: Vec<Place> = Vec::with_capacity(size);
        for (place, met) in met.into_iter().enumerate().rev() {
            let after = places.last();
            let mut here = Place { starts: Vec::new(), first: [None; 2], next: Vec::new() };
            for start in met {
                let next = LETTERS.map(|letter| {
                    let after = after?;
                    after.number(rule.longer(&start, letter, to_come(place + 1))?)
                });
                if rule.allows(&start, &NOTHING) || next != [None; 2] {
                    here.starts.push(start);
                    here.next.push(next);
                }
            }
            // A number of starts must fit in a byte.
            Number::try_from(here.starts.len()).ok()?;
            here.first = LETTERS.map(|letter| here.number(rule.longer(&NOTHING, letter, to_come(place))?));
            places.push(here);
        }
        places.reverse();
        Some(Starts { rule, places })
    }

    /// Returns the number of starts that can end at a place.
    pub(crate) fn count(&self, place: usize) -> usize {
        self.places[place].starts.len()
    }

    /// Returns the start that begins at a place, with the letter there.
    pub(crate) fn first(&self, place: usize, letter: usize) -> Option<Number> {
        self.places[place].first[letter]
    }

    /// Returns the start that ends at `place`, extended by the letter at `place + 1`.
    pub(crate) fn next(&self, place: usize, start: Number, letter: usize) -> Option<Number> {
        self.places[place].next[usize::from(start)][letter]
    }

    /// Returns `true` if a start that ends at `place` may be a whole word, or an allowed single square.
    pub(crate) fn whole(&self, place: usize, start: Number) -> bool {
        self.rule.allows(&self.places[place].starts[usize::from(start)], &NOTHING)
    }

    /// Returns the length of a start that ends at a place, as far as lengths are distinguished.
    pub(crate) fn length(&self, place: usize, start: Number) -> usize {
        self.places[place].starts[usize::from(start)].length.min(self.rule.distinct_lengths) as usize
    }

    /// Returns `true` if two starts make a legal word together: one that ends at place `a`, and one that ends at place `b` when read from
    /// the other end of the line. The line must have enough squares for both: a + b + 2 ≤ its length.
    pub(crate) fn fits(&self, [a, b]: [usize; 2], [left, right]: [Number; 2]) -> bool {
        debug_assert!(a + b + 2 <= self.places.len());
        let at = |place: usize, start: Number| &self.places[place].starts[usize::from(start)];
        self.rule.allows(at(a, left), at(b, right))
    }
}

impl Place {
    /// Returns the number of a start; `None` if nothing completes it.
    fn number(&self, start: Start) -> Option<Number> {
        // There are at most 255 starts.
        self.starts.binary_search(&start).ok().map(|number| number as Number)
    }
}

impl WordRule {
    fn of(rules: &Ruleset, size: usize) -> Self {
        // The other rules do not concern a single word.
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let limit = |limit| match limit {
            Limit::AtMost(most) => most.min(size) as i32,
            Limit::Unlimited => size as i32,
        };
        let all = size as i32;
        let surplus = match checking {
            Checking::CeilHalf => [0, 1],
            Checking::EitherHalf => [-1, 1],
            Checking::AtLeastHalf => [0, all],
            Checking::All | Checking::Any | Checking::ByLength(_) => [-all, all],
        };
        let table = if let Checking::ByLength(table) = checking { Some(table) } else { None };
        let inside = if checking == Checking::All { 0 } else { limit(max_unchecked_run) };
        let at_ends = limit(max_unchecked_run_at_ends).min(inside);
        WordRule {
            shortest: min_word as i32,
            longest: limit(max_word),
            distinct_lengths: if table.is_some() { all } else { 0 },
            // A letter of a run of one square is unchecked in the word that crosses it.
            single_cells: single_cells && checking != Checking::All,
            surplus,
            table,
            inside,
            at_ends,
        }
    }

    /// Returns the start extended by one letter, with `to_come` squares after it; `None` if no later letter can repair it.
    fn longer(&self, start: &Start, letter: usize, to_come: i32) -> Option<Start> {
        let length = start.length + 1;
        let longer = if letter == CHECKED {
            Start { length, surplus: start.surplus + 1, unchecked: 0, opening: false }
        } else {
            Start { length, surplus: start.surplus - 1, unchecked: start.unchecked + 1, opening: start.opening }
        };
        let most = if longer.opening { self.at_ends } else { self.inside };
        if length > self.longest || longer.unchecked > most { None } else { self.kept(longer, to_come) }
    }

    /// Reduces a start to the properties that `to_come` more squares can still make relevant; `None` if they cannot bring the surplus
    /// between its bounds.
    fn kept(&self, start: Start, to_come: i32) -> Option<Start> {
        let Start { mut length, mut surplus, mut unchecked, opening } = start;
        let [least, most] = self.surplus;
        if surplus + to_come < least || surplus - to_come > most {
            return None;
        }
        if length + to_come <= self.longest {
            length = length.min(self.shortest.max(self.distinct_lengths));
        }
        if surplus + to_come <= most && self.table.is_none() {
            surplus = surplus.min(least + to_come);
        }
        // Each further unchecked letter lowers the surplus, and takes the square of a checked letter that would raise it.
        let more = to_come.min((to_come + surplus - least) / 2);
        if unchecked + more <= self.at_ends {
            unchecked = 0;
        } else if unchecked + more <= self.inside {
            unchecked = unchecked.min(self.at_ends + 1);
        }
        Some(Start { length, surplus, unchecked, opening })
    }

    /// Returns `true` if `left`, followed by `right` read backwards, is a legal word or an allowed single square.
    fn allows(&self, left: &Start, right: &Start) -> bool {
        let length = left.length + right.length;
        if length == 1 {
            return self.single_cells && !(left.opening && right.opening);
        }
        // At the joint, the open ends of both form one run of unchecked letters.
        let most = if left.opening || right.opening { self.at_ends } else { self.inside };
        (self.shortest..=self.longest).contains(&length)
            && (self.surplus[0]..=self.surplus[1]).contains(&(left.surplus + right.surplus))
            && left.unchecked + right.unchecked <= most
            && self.table.is_none_or(|table| {
                // Checked and unchecked letters are as many as the length together.
                let unchecked = (length - left.surplus - right.surplus) / 2;
                table.unchecked(length as usize).is_some_and(|allowed| allowed.contains(&(unchecked as usize)))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::{is_legal_word, rule_sets};

    const SIZE: usize = 9;

    /// Judges a word of `c` for a checked letter and `u` for an unchecked one. A single square is unchecked in the word that crosses it.
    fn is_legal(rules: &Ruleset, word: &str) -> bool {
        let is_refused_across = word.len() == 1 && rules.checking == Checking::All;
        !is_refused_across && is_legal_word(rules, &word.chars().map(|letter| letter == 'c').collect::<Vec<bool>>())
    }

    /// Returns every word of 1 to `SIZE` letters.
    fn words() -> impl Iterator<Item = String> {
        let word =
            |length: usize, bits: usize| (0..length).map(|i| if bits >> i & 1 == 1 { 'c' } else { 'u' }).collect();
        (1..=SIZE).flat_map(move |length| (0..1 << length).map(move |bits| word(length, bits)))
    }

    /// Returns the start that consists of these letters, in order, and ends at `place`.
    fn number(starts: &Starts, mut letters: impl Iterator<Item = char>, length: usize, place: usize) -> Option<Number> {
        let letter = |of: char| if of == 'c' { CHECKED } else { UNCHECKED };
        let begin = place + 1 - length;
        let first = starts.first(begin, letter(letters.next()?))?;
        letters.zip(begin..).try_fold(first, |start, (of, place)| starts.next(place, start, letter(of)))
    }

    #[test]
    fn a_start_is_a_whole_word_exactly_when_the_rules_allow_it() {
        for rules in rule_sets(22, 150) {
            let starts = Starts::new(&rules, SIZE, 0).expect("few starts");
            for word in words() {
                for place in word.len() - 1..SIZE {
                    let whole = number(&starts, word.chars(), word.len(), place);
                    let whole = whole.is_some_and(|start| starts.whole(place, start));
                    assert_eq!(whole, is_legal(&rules, &word), "{rules:?} {word} ending at {place}");
                }
            }
        }
    }

    #[test]
    fn two_starts_fit_exactly_when_they_make_a_legal_word() {
        for rules in rule_sets(22, 150) {
            let starts = Starts::new(&rules, SIZE, 0).expect("few starts");
            for word in words() {
                let legal = is_legal(&rules, &word);
                for cut in 1..word.len() {
                    let (left, right) = word.split_at(cut);
                    for a in cut - 1..=SIZE - 1 - right.len() {
                        let b = SIZE - 2 - a;
                        let one = number(&starts, left.chars(), left.len(), a);
                        let other = number(&starts, right.chars().rev(), right.len(), b);
                        let fit = one.zip(other).is_some_and(|(one, other)| starts.fits([a, b], [one, other]));
                        assert_eq!(fit, legal, "{rules:?} {word} cut at {cut}, places {a}, {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn lengths_are_distinct_up_to_the_requested_one() {
        for rules in rule_sets(22, 150).into_iter().take(40) {
            for distinct_lengths in [0, 4, SIZE] {
                let starts = Starts::new(&rules, SIZE, distinct_lengths).expect("few starts");
                for word in words().filter(|word| is_legal(&rules, word)) {
                    for place in word.len() - 1..SIZE {
                        let whole = number(&starts, word.chars(), word.len(), place).expect("a legal word");
                        assert_eq!(
                            starts.length(place, whole),
                            word.len().min(distinct_lengths),
                            "{rules:?} {word}, below {distinct_lengths}"
                        );
                    }
                }
            }
        }
    }

    /// Numbers beyond 15 make keys twice as wide; those of American grids stay far below.
    #[test]
    fn few_starts_are_kept() {
        let most = |name: &str, size: usize| {
            let starts =
                Starts::new(&gridcheck_core::rules::builtin(name).expect("built in"), size, 0).expect("few starts");
            (0..size / 2).map(|place| starts.count(place)).max()
        };
        assert_eq!([most("american", 15), most("no-pairs", 15), most("british", 13)], [Some(3), Some(11), Some(22)]);
    }
}
