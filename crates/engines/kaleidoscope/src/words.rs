//! Numbers the prefixes of words; prefixes that no continuation distinguishes share a class.
//!
//! A word is read square by square. The only fact needed about each square is the presence of a white square beside it, across the word. If
//! there is one, the letter is *crossed*. In a word of two or more letters it is then checked; a run of one square is then in a word of the
//! other direction. For a down word, the maximum number of further letters is known ([`Horizons`]). For an across word more is known: its
//! squares are coloured before they are read. There, prefixes are equivalent if they have the same continuations with exactly the letters
//! that are still to be read ([`Ending`]).
//!
//! Invariant: a prefix that can no longer become a word has no class.

use std::collections::{HashMap, HashSet};

use super::horizons::{Class, Classes, Horizons, NOTHING, PrefixClass};
use super::word_rules::{EMPTY, Ending, Prefix, WordRules};

/// The classes of prefixes to which an exact number of letters is added before they end.
struct Countdown {
    /// Indexed by horizon, and by class among those of that horizon.
    of: Vec<Vec<Option<Class>>>,
    longer: Vec<[Option<Class>; 2]>,
}

/// The classes of prefixes, by horizon; and by ending and the number of letters before it.
pub(crate) struct WordClasses {
    word_rules: WordRules,
    /// Classes of words that may continue to the grid's edge.
    pub along: Horizons,
    /// Classes of down words, if they run into a mirror before the edge.
    into_mirror: Option<Horizons>,
    countdowns: [Vec<Countdown>; 3],
}

/// Returns the classes of these prefixes for one ending, by the number of letters still to be read; `None` if there are too many.
fn countdowns(word_rules: &WordRules, prefixes: &[Prefix], ending: Ending, along: &Horizons) -> Option<Vec<Countdown>> {
    let countdown = |class_of: &HashMap<Prefix, Class>, longer: Vec<[Option<Class>; 2]>| {
        let of = |prefixes: &[Prefix]| prefixes.iter().map(|prefix| class_of.get(prefix).copied()).collect();
        Countdown { of: along.prefixes().map(of).collect(), longer }
    };
    let mut class_of: HashMap<Prefix, Class> = HashMap::new();
    let mut countdowns = vec![countdown(&class_of, Vec::new())];
    for left in 1..along.prefixes().len() {
        let continuations = prefixes.iter().map(|&prefix| {
            let longer = [false, true].map(|crossed| {
                if left == 1 {
                    return word_rules.ends(prefix, crossed, ending).then_some(NOTHING);
                }
                class_of.get(&word_rules.longer(prefix, crossed)?).copied()
            });
            (prefix, longer)
        });
        let Classes { kept, of } = Classes::new(continuations.filter(|&(_, longer)| longer != [None; 2]))?;
        class_of = of;
        countdowns.push(countdown(&class_of, kept.into_iter().map(|(_, longer)| longer).collect()));
    }
    Some(countdowns)
}

impl WordClasses {
    /// Computes the classes for a grid whose longest line has `size` squares, and whose columns end with `ending` after `height` rows; `None` if there are too many
    /// classes.
    pub(crate) fn new(word_rules: WordRules, size: usize, height: usize, ending: Ending) -> Option<Self> {
        // The prefixes that exist after each number of squares.
        let mut found = vec![vec![EMPTY]];
        let mut seen = HashSet::from([EMPTY]);
        for squares in 0..size {
            let longer = found[squares]
                .iter()
                .flat_map(|&prefix| [false, true].map(|crossed| word_rules.longer(prefix, crossed)));
            let fresh: Vec<Prefix> = longer.flatten().filter(|&prefix| seen.insert(prefix)).collect();
            found.push([&found[squares][..], &fresh].concat());
        }
        let along = Horizons::new(&word_rules, &found, Ending::Edge)?;
        let into_mirror = match ending {
            Ending::Edge => None,
            Ending::Through | Ending::Behind => Some(Horizons::new(&word_rules, &found[..=height], ending)?),
        };
        let all = &found[size];
        let [edge, through, behind] = Ending::ALL.map(|ending| countdowns(&word_rules, all, ending, &along));
        Some(WordClasses { word_rules, along, into_mirror, countdowns: [edge?, through?, behind?] })
    }

    /// Returns the classes of down words.
    pub(crate) fn down(&self) -> &Horizons {
        self.into_mirror.as_ref().unwrap_or(&self.along)
    }

    /// Returns the class of a prefix among those with exactly `left` letters before the ending; `None` if it makes no word.
    pub(crate) fn counted_down(&self, prefix: PrefixClass, left: usize, ending: Ending) -> Option<Class> {
        let PrefixClass { horizon, class } = prefix;
        self.countdowns[ending as usize][left].of[horizon][usize::from(class)]
    }

    /// Returns the class after one of the letters still to be read; after the last of them any class is a word.
    pub(crate) fn one_less(&self, class: Class, left: usize, ending: Ending, crossed: bool) -> Option<Class> {
        self.countdowns[ending as usize][left].longer[usize::from(class)][usize::from(crossed)]
    }

    /// Returns `true` if an across word and a down word that meet end to end make a word.
    pub(crate) fn meet(&self, one: PrefixClass, two: PrefixClass) -> bool {
        self.word_rules.meet(self.along.prefix(one), self.down().prefix(two))
    }

    /// Returns `true` if a prefix with one more letter and this ending is a word.
    pub(crate) fn is_whole_with(&self, prefix: PrefixClass, crossed: bool, ending: Ending) -> bool {
        let last = self.counted_down(prefix, 1, ending);
        last.is_some_and(|class| self.one_less(class, 1, ending, crossed).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;

    /// Returns the class of a run of letters and its horizon, if any word begins with it. Checks that `settled` does not change the result.
    fn read(words: &Horizons, mut horizon: usize, crossed: &[bool]) -> Option<PrefixClass> {
        let mut class = NOTHING;
        for &crossed in crossed {
            let longer = words.longer(horizon, class, crossed);
            for crossings in [[!crossed, crossed], [true; 2]] {
                let settled = words.settled(horizon, class, crossings);
                let after = settled.and_then(|class| words.longer(horizon, class, crossed));
                assert_eq!(after, longer, "{class} among those of {horizon}, {crossings:?}");
            }
            class = longer?;
            horizon -= 1;
        }
        Some(PrefixClass { horizon, class })
    }

    /// Returns `true` if a run of letters is a word when it runs into the mirror at the end of the columns.
    fn goes_into_mirror(words: &WordClasses, crossed: &[bool]) -> bool {
        let (last, others) = crossed.split_last().expect("a letter");
        let class = read(words.down(), crossed.len(), others);
        class.is_some_and(|read| words.down().ends(read.class, *last))
    }

    /// Returns `true` if a run of letters is a word with this ending, by the countdown of its letters.
    fn counted_down(words: &WordClasses, size: usize, crossed: &[bool], ending: Ending) -> bool {
        let start = words.counted_down(PrefixClass { horizon: size, class: NOTHING }, crossed.len(), ending);
        let left = (1..=crossed.len()).rev();
        let end = left
            .zip(crossed)
            .try_fold(start, |class, (left, &crossed)| Some(Some(words.one_less(class?, left, ending, crossed)?)));
        end.is_some_and(|class| class.is_some())
    }

    #[test]
    fn runs_are_judged_as_the_rules_say() {
        let mut rng = SeededRng::new(4);
        let mut fine = 0;
        for _ in 0..60 {
            let rules = rng.rules(gridcheck_core::rules::Symmetry::Mirror);
            let size = 3 + rng.below(6);
            let words = WordClasses::new(WordRules::new(&rules, size), size, size, Ending::Edge).expect("few classes");
            let middle = if size.is_multiple_of(2) { Ending::Behind } else { Ending::Through };
            let half =
                WordClasses::new(WordRules::new(&rules, size), size, size.div_ceil(2), middle).expect("few classes");
            for length in 1..=size {
                for bits in 0..1_u32 << length {
                    let crossed: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
                    let expected = is_legal_word(&rules, &crossed);
                    fine += usize::from(expected);
                    for start in 0..=size - length {
                        let end = read(&words.along, size - start, &crossed);
                        let whole = end.is_some_and(|end| words.along.is_whole(end.horizon, end.class));
                        assert_eq!(whole, expected, "{crossed:?} from {start}, {rules:?}");
                    }
                    // Tests the same word as two prefixes that meet anywhere. A symmetric word is also tested by its half.
                    for cut in 1..length {
                        let (one, mut two) = (&crossed[..cut], crossed[cut..].to_vec());
                        two.reverse();
                        let prefixes = read(&words.along, size, one).zip(read(&words.along, size, &two));
                        let met = prefixes.is_some_and(|(one, two)| words.meet(one, two));
                        assert_eq!(met, expected, "{crossed:?} cut at {cut}, {rules:?}");
                    }
                    assert_eq!(counted_down(&words, size, &crossed, Ending::Edge), expected, "{crossed:?}, {rules:?}");
                    if crossed.iter().eq(crossed.iter().rev()) {
                        let (ending, letters) = if length % 2 == 0 {
                            (Ending::Behind, length / 2)
                        } else {
                            (Ending::Through, length / 2 + 1)
                        };
                        let counted = counted_down(&words, size, &crossed[..letters], ending);
                        assert_eq!(counted, expected, "{crossed:?} in a mirror, {rules:?}");
                        if ending == middle {
                            let gone = goes_into_mirror(&half, &crossed[..letters]);
                            assert_eq!(gone, expected, "{crossed:?} down into a mirror, {rules:?}");
                        }
                        let prefix = read(&words.along, size, &crossed[..letters - 1]);
                        let mirrored =
                            prefix.is_some_and(|prefix| words.is_whole_with(prefix, crossed[letters - 1], ending));
                        assert_eq!(mirrored, expected, "{crossed:?} in a mirror, {rules:?}");
                    }
                }
            }
        }
        assert!(fine > 1000, "hardly a word was fine: {fine}");
    }

    /// If every letter is checked, a prefix only has to remember if it is long enough.
    #[test]
    fn american_words_need_four_classes_and_three_when_settled() {
        let rules = gridcheck_core::rules::builtin("american").expect("built in");
        let words = WordClasses::new(WordRules::new(&rules, 25), 25, 25, Ending::Edge).expect("few classes");
        assert_eq!(words.along.most_classes(), 4, "nothing, one, two, more");
        let settled = |horizon| (0..4).filter_map(move |class| words.along.settled(horizon, class, [true; 2]));
        let apart: HashSet<Class> = settled(20).collect();
        assert_eq!(apart.len(), 3, "nothing, one, two: with another letter two are enough");
    }
}
