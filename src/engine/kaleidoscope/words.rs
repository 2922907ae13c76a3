//! How far a word has come: the beginnings of words, put together where nothing that can follow tells them apart.
//!
//! A word is read square by square, and of each square only this is asked: whether a white square is beside it across the
//! word. Where it is, the letter is *crossed*: in a word of two or more it is checked, and a run of one is in a word the other way.
//! What decides a beginning is how long it is, how many of its letters are crossed and how many uncrossed ones it ends with
//! ([`Part`]). Two beginnings to which at most so many letters can be added (their *horizon*) are the same if each addition makes
//! words of both or of neither. The sets of such beginnings are found from the last square back, as states of an automaton without
//! cycles are made equal (Revuz, 1992).
//!
//! The rules do not tell a word from itself read backwards. So a mirror is no more than an addition: a beginning that ends
//! in a mirror goes on with itself, backwards, and two that meet in one go on with each other.
//!
//! Of a word along a row more is known: its squares are coloured before they are read. There beginnings are the same if they
//! fare alike with exactly the letters that are still to be read ([`Ending`]).
//!
//! Invariant: nothing that can no longer become a word has a class.

use std::collections::{HashMap, HashSet};

use crate::rules::{Checking, Limit, Ruleset};

/// A beginning of a word, as far as its squares have been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    length: usize,
    crossed: usize,
    /// Uncrossed letters at its end.
    run: usize,
}

const EMPTY: Part = Part { length: 0, crossed: 0, run: 0 };

/// The rules about words.
struct Demands {
    lengths: [usize; 2],
    singles: bool,
    checking: Checking,
    run: Limit,
    run_at_ends: Limit,
}

fn allows(limit: Limit, number: usize) -> bool {
    match limit {
        Limit::AtMost(most) => number <= most,
        Limit::Unlimited => true,
    }
}

impl Demands {
    fn new(rules: &Ruleset, size: usize) -> Self {
        let Ruleset {
            name: _,
            min_word,
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
        let longest = match max_word {
            Limit::AtMost(most) => most.min(size),
            Limit::Unlimited => size,
        };
        Demands {
            lengths: [min_word, longest],
            singles: single_cells,
            checking,
            run: max_unchecked_run,
            run_at_ends: max_unchecked_run_at_ends,
        }
    }

    /// The part with one more letter, unless no word begins like that.
    fn longer(&self, part: Part, crossed: bool) -> Option<Part> {
        let run = if crossed { 0 } else { part.run + 1 };
        let longer = Part { length: part.length + 1, crossed: part.crossed + usize::from(crossed), run };
        let is_lead = run == longer.length;
        let runs_well = allows(self.run, run) && (!is_lead || allows(self.run_at_ends, run));
        (longer.length <= self.lengths[1] && runs_well).then_some(longer)
    }

    /// Whether a part, followed by another read backwards, is a word, or a run of one that may be.
    fn meet(&self, one: Part, two: Part) -> bool {
        let (length, crossed) = (one.length + two.length, one.crossed + two.crossed);
        if length == 1 {
            return self.singles && crossed == 1;
        }
        let middle = one.run + two.run;
        // What is uncrossed from end to end of one part reaches the word's end.
        let at_ends = [one, two].iter().all(|part| part.run < part.length || allows(self.run_at_ends, middle));
        let half = length.div_ceil(2);
        let is_checked = match self.checking {
            Checking::All => crossed == length,
            Checking::CeilHalf => crossed == half,
            Checking::EitherHalf => crossed == half || crossed == length / 2,
            Checking::AtLeastHalf => crossed >= half,
            Checking::Any => true,
        };
        (self.lengths[0]..=self.lengths[1]).contains(&length) && is_checked && allows(self.run, middle) && at_ends
    }
}

/// A class of parts, among those of its horizon.
pub type Class = u8;

/// Sets of classes are kept as bits.
const MOST_CLASSES: Class = 128;

/// The class of the part without letters.
pub const NOTHING: Class = 0;

/// The classes with one horizon.
struct Stage {
    /// One part of each class.
    parts: Vec<Part>,
    /// By class, and by whether the next letter is crossed.
    longer: Vec<[Option<Class>; 2]>,
    whole: Vec<bool>,
}

/// How a word ends after its last letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There.
    Edge,
    /// In a mirror that goes through that letter.
    Through,
    /// In a mirror behind it.
    Behind,
}

/// The classes of parts to which exactly so many letters are added before they end.
struct Countdown {
    /// By horizon, and by class among those of that horizon.
    of: Vec<Vec<Option<Class>>>,
    longer: Vec<[Option<Class>; 2]>,
}

/// The classes of parts, by horizon; and by how they end, and the letters up to there.
pub struct Words {
    demands: Demands,
    stages: Vec<Stage>,
    countdowns: [Vec<Countdown>; 3],
}

impl Ending {
    const ALL: [Ending; 3] = [Ending::Edge, Ending::Through, Ending::Behind];
}

/// The classes of these parts for one ending, by the letters still to be read; `None` if there are too many.
fn countdowns(demands: &Demands, parts: &[Part], ending: Ending, stages: &[Stage]) -> Option<Vec<Countdown>> {
    let countdown = |class_of: &HashMap<Part, Class>, longer: Vec<[Option<Class>; 2]>| {
        let of = |stage: &Stage| stage.parts.iter().map(|part| class_of.get(part).copied()).collect();
        Countdown { of: stages.iter().map(of).collect(), longer }
    };
    let ends = |part: Part| match ending {
        Ending::Edge => demands.meet(part, EMPTY),
        Ending::Behind => demands.meet(part, part),
        // Told by the last letter and what was before it.
        Ending::Through => false,
    };
    let over = parts.iter().filter(|&&part| part.length > 0 && ends(part)).map(|&part| (part, NOTHING));
    let mut class_of: HashMap<Part, Class> = over.collect();
    let mut countdowns = vec![countdown(&class_of, Vec::new())];
    for left in 1..stages.len() {
        let (mut classes, mut followers) = (HashMap::new(), Vec::new());
        let mut alike = HashMap::new();
        for &part in parts {
            let longer = [false, true].map(|crossed| {
                let longer = demands.longer(part, crossed)?;
                if left == 1 && ending == Ending::Through {
                    return demands.meet(longer, part).then_some(NOTHING);
                }
                class_of.get(&longer).copied()
            });
            if longer == [None; 2] {
                continue;
            }
            let fresh = followers.len();
            let class = *alike.entry(longer).or_insert(fresh);
            if class == fresh {
                followers.push(longer);
            }
            classes.insert(part, Class::try_from(class).ok().filter(|&class| class < MOST_CLASSES)?);
        }
        class_of = classes;
        countdowns.push(countdown(&class_of, followers));
    }
    Some(countdowns)
}

impl Words {
    /// The classes in a grid of some size; `None` if there are too many to be numbered.
    pub fn new(rules: &Ruleset, size: usize) -> Option<Self> {
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
        let mut stages: Vec<Stage> = Vec::new();
        let mut class_of: HashMap<Part, Class> = HashMap::new();
        for parts in found.iter().rev() {
            let mut alike = HashMap::new();
            let mut stage = Stage { parts: Vec::new(), longer: Vec::new(), whole: Vec::new() };
            let mut classes = HashMap::new();
            // The first part is the empty one, which is never put together with another.
            for &part in parts {
                let next = |crossed| {
                    let longer = demands.longer(part, crossed).filter(|_| !stages.is_empty())?;
                    class_of.get(&longer).copied()
                };
                let longer = [next(false), next(true)];
                let whole = part.length > 0 && demands.meet(part, EMPTY);
                if part.length > 0 && !whole && longer == [None; 2] {
                    continue;
                }
                let fresh = stage.parts.len();
                let class = *alike.entry((part.length == 0, longer, whole)).or_insert(fresh);
                if class == fresh {
                    stage.parts.push(part);
                    stage.longer.push(longer);
                    stage.whole.push(whole);
                }
                classes.insert(part, Class::try_from(class).ok().filter(|&class| class < MOST_CLASSES)?);
            }
            class_of = classes;
            stages.push(stage);
        }
        let all = &found[size];
        let [edge, through, behind] = Ending::ALL.map(|ending| countdowns(&demands, all, ending, &stages));
        Some(Words { demands, stages, countdowns: [edge?, through?, behind?] })
    }

    /// How many classes have a horizon.
    pub fn classes(&self, horizon: usize) -> usize {
        self.stages[horizon].parts.len()
    }

    /// The class after one more letter, with a horizon less by one; `None` if no word begins like that.
    pub fn longer(&self, horizon: usize, class: Class, crossed: bool) -> Option<Class> {
        self.stages[horizon].longer[usize::from(class)][usize::from(crossed)]
    }

    /// What the classes of a set become with one more letter, which may be uncrossed, or crossed, or either.
    pub fn all_longer(&self, horizon: usize, classes: u128, crossings: [bool; 2]) -> u128 {
        let mut left = classes;
        let mut all = 0;
        while left != 0 {
            let longer = self.stages[horizon].longer[left.trailing_zeros() as usize];
            left &= left - 1;
            for class in longer.into_iter().zip(crossings).filter_map(|(class, may_be)| class.filter(|_| may_be)) {
                all |= 1 << class;
            }
        }
        all
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

    /// Whether it is a word, or a run of one that may be, as it is.
    pub fn is_whole(&self, horizon: usize, class: Class) -> bool {
        self.stages[horizon].whole[usize::from(class)]
    }

    /// Whether two parts that meet end to end make a word, each given by its horizon and its class.
    pub fn meet(&self, one: (usize, Class), two: (usize, Class)) -> bool {
        let part = |(horizon, class): (usize, Class)| self.stages[horizon].parts[usize::from(class)];
        self.demands.meet(part(one), part(two))
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
    use crate::dice::Dice;

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

    /// The class of a run of letters after so many squares, if any word begins like that.
    fn read(words: &Words, mut horizon: usize, crossed: &[bool]) -> Option<(usize, Class)> {
        let mut class = NOTHING;
        for &crossed in crossed {
            class = words.longer(horizon, class, crossed)?;
            horizon -= 1;
        }
        Some((horizon, class))
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
            let rules = dice.rules(crate::rules::Symmetry::Mirror);
            let size = 3 + dice.below(6);
            let words = Words::new(&rules, size).expect("few classes");
            for length in 1..=size {
                for bits in 0..1_u32 << length {
                    let crossed: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
                    let expected = is_fine(&rules, &crossed);
                    fine += usize::from(expected);
                    for start in 0..=size - length {
                        let end = read(&words, size - start, &crossed);
                        let whole = end.is_some_and(|(horizon, class)| words.is_whole(horizon, class));
                        assert_eq!(whole, expected, "{crossed:?} from {start}, {rules:?}");
                    }
                    // The same word as two parts that meet anywhere, and as its own image where it is that.
                    for cut in 1..length {
                        let (one, mut two) = (&crossed[..cut], crossed[cut..].to_vec());
                        two.reverse();
                        let parts = read(&words, size, one).zip(read(&words, size, &two));
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
                        let part = read(&words, size, &crossed[..letters - 1]);
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
        let rules = crate::rules::builtin("american").expect("built in");
        let words = Words::new(&rules, 25).expect("few classes");
        assert_eq!((0..=25).map(|horizon| words.classes(horizon)).max(), Some(4), "nothing, one, two, more");
    }
}
