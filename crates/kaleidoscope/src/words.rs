//! How far a word has come: the beginnings of words, put together where nothing that can follow tells them apart.
//!
//! A word is read square by square, and of each square only this is asked: whether a white square is beside it across the
//! word. Where it is, the letter is *crossed*: in a word of two or more it is checked, and a run of one is in a word the other way.
//! What may still follow a word down is known by how far it can go at most ([`Horizons`]). Of a word along a row more is
//! known: its squares are coloured before they are read. There beginnings are the same if they fare alike with exactly the
//! letters that are still to be read ([`Ending`]).
//!
//! Invariant: nothing that can no longer become a word has a class.

use std::collections::{HashMap, HashSet};

use super::demands::{Demands, EMPTY, Ending, Part};
use super::horizons::{Class, Classes, Horizons, NOTHING};
use gridcheck_core::rules::Ruleset;

/// The classes of parts to which exactly so many letters are added before they end.
struct Countdown {
    /// By horizon, and by class among those of that horizon.
    of: Vec<Vec<Option<Class>>>,
    longer: Vec<[Option<Class>; 2]>,
}

/// The classes of parts, by horizon; and by how they end, and the letters up to there.
pub struct Words {
    demands: Demands,
    /// Of words that may go on to the grid's edge.
    pub along: Horizons,
    /// Of words down, where they go into a mirror before.
    into_mirror: Option<Horizons>,
    countdowns: [Vec<Countdown>; 3],
}

/// The classes of these parts for one ending, by the letters still to be read; `None` if there are too many.
fn countdowns(demands: &Demands, parts: &[Part], ending: Ending, along: &Horizons) -> Option<Vec<Countdown>> {
    let countdown = |class_of: &HashMap<Part, Class>, longer: Vec<[Option<Class>; 2]>| {
        let of = |parts: &[Part]| parts.iter().map(|part| class_of.get(part).copied()).collect();
        Countdown { of: along.parts().map(of).collect(), longer }
    };
    let mut class_of: HashMap<Part, Class> = HashMap::new();
    let mut countdowns = vec![countdown(&class_of, Vec::new())];
    for left in 1..along.parts().len() {
        let fates = parts.iter().map(|&part| {
            let longer = [false, true].map(|crossed| {
                if left == 1 {
                    return demands.ends(part, crossed, ending).then_some(NOTHING);
                }
                class_of.get(&demands.longer(part, crossed)?).copied()
            });
            (part, longer)
        });
        let Classes { kept, of } = Classes::new(fates.filter(|&(_, longer)| longer != [None; 2]))?;
        class_of = of;
        countdowns.push(countdown(&class_of, kept.into_iter().map(|(_, longer)| longer).collect()));
    }
    Some(countdowns)
}

impl Words {
    /// The classes in a grid of some size, of which so many rows are read before the columns end so; `None` if there are too many to be
    /// numbered.
    pub fn new(rules: &Ruleset, size: usize, (height, ending): (usize, Ending)) -> Option<Self> {
        let demands = Demands::new(rules, size);
        // What parts there are when so many squares have been passed.
        let mut found = vec![vec![EMPTY]];
        let mut seen = HashSet::from([EMPTY]);
        for squares in 0..size {
            let longer =
                found[squares].iter().flat_map(|&part| [false, true].map(|crossed| demands.longer(part, crossed)));
            let fresh: Vec<Part> = longer.flatten().filter(|&part| seen.insert(part)).collect();
            found.push([&found[squares][..], &fresh].concat());
        }
        let along = Horizons::new(&demands, &found, Ending::Edge)?;
        let into_mirror = match ending {
            Ending::Edge => None,
            Ending::Through | Ending::Behind => Some(Horizons::new(&demands, &found[..=height], ending)?),
        };
        let all = &found[size];
        let [edge, through, behind] = Ending::ALL.map(|ending| countdowns(&demands, all, ending, &along));
        Some(Words { demands, along, into_mirror, countdowns: [edge?, through?, behind?] })
    }

    /// The classes of words down.
    pub fn down(&self) -> &Horizons {
        self.into_mirror.as_ref().unwrap_or(&self.along)
    }

    /// How many classes there are at most when exactly so many letters are still to be read, over all numbers of them.
    pub fn most_counted_down(&self) -> usize {
        self.countdowns.iter().flatten().map(|countdown| countdown.longer.len()).max().unwrap_or(0)
    }

    /// The class, among those with so many letters still to be read before such an ending, of a part given by its horizon and its
    /// class; `None` if that makes no word.
    pub fn counted_down(&self, (horizon, class): (usize, Class), left: usize, ending: Ending) -> Option<Class> {
        self.countdowns[ending as usize][left].of[horizon][usize::from(class)]
    }

    /// The class after one of the letters still to be read; after the last of them any class is a word.
    pub fn one_less(&self, class: Class, left: usize, ending: Ending, crossed: bool) -> Option<Class> {
        self.countdowns[ending as usize][left].longer[usize::from(class)][usize::from(crossed)]
    }

    /// Whether a word along a row and one down that meet end to end make a word, each given by its horizon and its class.
    pub fn meet(&self, one: (usize, Class), two: (usize, Class)) -> bool {
        self.demands.meet(self.along.part(one), self.down().part(two))
    }

    /// Whether a part is a word with one more letter, when it ends so.
    pub fn is_whole_with(&self, part: (usize, Class), crossed: bool, ending: Ending) -> bool {
        let last = self.counted_down(part, 1, ending);
        last.is_some_and(|class| self.one_less(class, 1, ending, crossed).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::dice::Dice;
    use gridcheck_core::rules::{Checking, Limit};
    use gridcheck_testing::Draw;

    /// Judges a run of letters by the rules as they are written, letter by letter.
    fn is_fine(rules: &Ruleset, crossed: &[bool]) -> bool {
        let length = crossed.len();
        if length == 1 {
            return rules.single_cells && crossed[0];
        }
        let checked = crossed.iter().filter(|&&crossed| crossed).count();
        let longest = match rules.max_word {
            Limit::AtMost(most) => most,
            Limit::Unlimited => length,
        };
        let checking = match rules.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == length - length / 2,
            Checking::EitherHalf => checked == length / 2 || length - checked == length / 2,
            Checking::AtLeastHalf => 2 * checked >= length,
            Checking::Any => true,
        };
        let mut runs = Vec::new();
        let mut start = 0;
        for (at, &is_crossed) in crossed.iter().chain([&true]).enumerate() {
            if is_crossed {
                runs.push((start, at));
                start = at + 1;
            }
        }
        let runs_well = runs.into_iter().filter(|(start, end)| start < end).all(|(start, end)| {
            let fits = |limit| match limit {
                Limit::AtMost(most) => end - start <= most,
                Limit::Unlimited => true,
            };
            fits(rules.max_unchecked_run) && (start > 0 && end < length || fits(rules.max_unchecked_run_at_ends))
        });
        length >= rules.min_word && length <= longest && checking && runs_well
    }

    /// The class of a run of letters after so many squares, if any word begins like that. It is the same whatever is settled on the way.
    fn read(words: &Horizons, mut horizon: usize, crossed: &[bool]) -> Option<(usize, Class)> {
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
        Some((horizon, class))
    }

    /// Whether a run of letters is a word if it goes into the mirror that the columns end in.
    fn goes_into_mirror(words: &Words, crossed: &[bool]) -> bool {
        let (last, others) = crossed.split_last().expect("a letter");
        let class = read(words.down(), crossed.len(), others);
        class.is_some_and(|(_, class)| words.down().ends(class, *last))
    }

    /// Whether a run of letters is a word with such an ending, its letters being counted down.
    fn counted_down(words: &Words, size: usize, crossed: &[bool], ending: Ending) -> bool {
        let start = words.counted_down((size, NOTHING), crossed.len(), ending);
        let left = (1..=crossed.len()).rev();
        let end = left
            .zip(crossed)
            .try_fold(start, |class, (left, &crossed)| Some(Some(words.one_less(class?, left, ending, crossed)?)));
        end.is_some_and(|class| class.is_some())
    }

    #[test]
    fn runs_are_judged_as_the_rules_say() {
        let mut dice = Dice::new(4);
        let mut fine = 0;
        for _ in 0..60 {
            let rules = dice.rules(gridcheck_core::rules::Symmetry::Mirror);
            let size = 3 + dice.below(6);
            let words = Words::new(&rules, size, (size, Ending::Edge)).expect("few classes");
            let middle = if size.is_multiple_of(2) { Ending::Behind } else { Ending::Through };
            let half = Words::new(&rules, size, (size.div_ceil(2), middle)).expect("few classes");
            for length in 1..=size {
                for bits in 0..1_u32 << length {
                    let crossed: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
                    let expected = is_fine(&rules, &crossed);
                    fine += usize::from(expected);
                    for start in 0..=size - length {
                        let end = read(&words.along, size - start, &crossed);
                        let whole = end.is_some_and(|(horizon, class)| words.along.is_whole(horizon, class));
                        assert_eq!(whole, expected, "{crossed:?} from {start}, {rules:?}");
                    }
                    // The same word as two parts that meet anywhere, and as its own image where it is that.
                    for cut in 1..length {
                        let (one, mut two) = (&crossed[..cut], crossed[cut..].to_vec());
                        two.reverse();
                        let parts = read(&words.along, size, one).zip(read(&words.along, size, &two));
                        let met = parts.is_some_and(|(one, two)| words.meet(one, two));
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
                        let part = read(&words.along, size, &crossed[..letters - 1]);
                        let mirrored = part.is_some_and(|part| words.is_whole_with(part, crossed[letters - 1], ending));
                        assert_eq!(mirrored, expected, "{crossed:?} in a mirror, {rules:?}");
                    }
                }
            }
        }
        assert!(fine > 1000, "hardly a word was fine: {fine}");
    }

    /// Where every letter is checked a beginning has to remember no more than that it is long enough.
    #[test]
    fn no_more_classes_than_it_takes() {
        let rules = gridcheck_core::rules::builtin("american").expect("built in");
        let words = Words::new(&rules, 25, (25, Ending::Edge)).expect("few classes");
        assert_eq!(words.along.most_classes(), 4, "nothing, one, two, more");
        let settled = |horizon| (0..4).filter_map(move |class| words.along.settled(horizon, class, [true; 2]));
        let apart: HashSet<Class> = settled(20).collect();
        assert_eq!(apart.len(), 3, "nothing, one, two: with another letter two are enough");
    }
}
