//! How far a word has come: the beginnings of words, put together where nothing that can follow tells them apart.
//!
//! A word is read square by square, and of each square only this is asked: whether a white square is beside it across the
//! word. Where it is, the letter is *crossed*: in a word of two or more it is checked, and a run of one is in a word the other way.
//! What decides a beginning is how long it is, how many of its letters are crossed and how many uncrossed ones it ends with
//! ([`Part`]). Two beginnings to which at most so many letters can be added (their *horizon*) are the same if each addition makes
//! words of both or of neither. The sets of such beginnings are found from the last square back, as states of an automaton without
//! cycles are made equal (Revuz, 1992).
//!
//! Of what is added to a beginning less may be known than the two colours that a square can have: whether its last letter is crossed, for
//! one. Beginnings that are the same to all that may be added to them are *settled*: one class stands for them.
//!
//! The rules do not tell a word from itself read backwards. So a mirror is no more than an addition: a beginning that ends
//! in a mirror goes on with itself, backwards, and two that meet in one go on with each other. Where the piece ends in a mirror
//! below, the horizon of its words down is there: less can follow than in the grid.
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

    /// Whether a part makes a word with one more letter, when it ends so.
    fn ends(&self, part: Part, crossed: bool, ending: Ending) -> bool {
        self.longer(part, crossed).is_some_and(|longer| match ending {
            Ending::Edge => self.meet(longer, EMPTY),
            Ending::Through => self.meet(longer, part),
            Ending::Behind => self.meet(longer, longer),
        })
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

/// Whether a letter may be uncrossed, and whether it may be crossed.
pub type Crossings = [bool; 2];

/// The classes with one horizon.
struct Stage {
    /// One part of each class.
    parts: Vec<Part>,
    /// By class, and by whether the next letter is crossed.
    longer: Vec<[Option<Class>; 2]>,
    whole: Vec<bool>,
    /// By what the next letter may be, and by class: the class that stands for it, if there is a next letter.
    settled: [Vec<Option<Class>>; 4],
}

impl Stage {
    /// For parts of each class, the first of them the empty one.
    fn new(parts: Vec<Part>, longer: Vec<[Option<Class>; 2]>, whole: Vec<bool>) -> Self {
        let settled = [[false, false], [true, false], [false, true], [true, true]].map(|crossings: Crossings| {
            let open = |class: usize| [0, 1].map(|crossed| longer[class][crossed].filter(|_| crossings[crossed]));
            // That there is no letter above is seen beside the word too.
            let like = |class: usize| (class.min(1)..=class).find(|&other| open(other) == open(class));
            let stands = |class| like(class).filter(|_| open(class) != [None; 2]).map(|class| class as Class);
            (0..parts.len()).map(stands).collect()
        });
        Stage { parts, longer, whole, settled }
    }
}

/// The classes of parts by their horizon: how many letters can be added to them at most.
pub struct Horizons {
    stages: Vec<Stage>,
}

impl Horizons {
    /// The classes of the parts that there are by squares passed, up to an end after the last; `None` if there are too many to be
    /// numbered.
    fn new(demands: &Demands, found: &[Vec<Part>], ending: Ending) -> Option<Self> {
        let mut stages: Vec<Stage> = Vec::new();
        let mut class_of: HashMap<Part, Class> = HashMap::new();
        for parts in found.iter().rev() {
            let left = stages.len();
            let next = |part: Part, crossed: bool| match ending {
                Ending::Through | Ending::Behind if left == 1 => demands.ends(part, crossed, ending).then_some(NOTHING),
                Ending::Edge | Ending::Through | Ending::Behind => {
                    demands.longer(part, crossed).filter(|_| left > 0).and_then(|longer| class_of.get(&longer).copied())
                }
            };
            let mut alike = HashMap::new();
            let (mut kept, mut followers, mut wholes) = (Vec::new(), Vec::new(), Vec::new());
            let mut classes = HashMap::new();
            // The first part is the empty one, which is never put together with another.
            for &part in parts {
                let longer = [next(part, false), next(part, true)];
                let whole = part.length > 0 && demands.meet(part, EMPTY);
                if part.length > 0 && !whole && longer == [None; 2] {
                    continue;
                }
                let fresh = kept.len();
                let class = *alike.entry((part.length == 0, longer, whole)).or_insert(fresh);
                if class == fresh {
                    kept.push(part);
                    followers.push(longer);
                    wholes.push(whole);
                }
                classes.insert(part, Class::try_from(class).ok().filter(|&class| class < MOST_CLASSES)?);
            }
            class_of = classes;
            stages.push(Stage::new(kept, followers, wholes));
        }
        Some(Horizons { stages })
    }

    /// How many classes there are at most with a horizon.
    pub fn most_classes(&self) -> usize {
        self.stages.iter().map(|stage| stage.parts.len()).max().unwrap_or(0)
    }

    /// How many classes have a horizon.
    pub fn classes(&self, horizon: usize) -> usize {
        self.stages[horizon].parts.len()
    }

    /// The class after one more letter, with a horizon less by one; `None` if no word begins like that.
    pub fn longer(&self, horizon: usize, class: Class, crossed: bool) -> Option<Class> {
        self.stages[horizon].longer[usize::from(class)][usize::from(crossed)]
    }

    /// Whether it is a word with one more letter, the last that there can be.
    pub fn ends(&self, class: Class, crossed: bool) -> bool {
        // What has no letter to come has a class only if it is a word.
        self.longer(1, class, crossed).is_some()
    }

    /// The class that stands for all that are the same to whoever adds a letter that may be so; `None` if no word begins like that.
    pub fn settled(&self, horizon: usize, class: Class, crossings: Crossings) -> Option<Class> {
        let [uncrossed, crossed] = crossings.map(usize::from);
        self.stages[horizon].settled[uncrossed + 2 * crossed][usize::from(class)]
    }

    /// What the classes of a set become with one more letter.
    pub fn all_longer(&self, horizon: usize, classes: u128, crossings: Crossings) -> u128 {
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

    /// Whether it is a word, or a run of one that may be, as it is.
    pub fn is_whole(&self, horizon: usize, class: Class) -> bool {
        self.stages[horizon].whole[usize::from(class)]
    }

    fn part(&self, (horizon, class): (usize, Class)) -> Part {
        self.stages[horizon].parts[usize::from(class)]
    }
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
    /// Of words that may go on to the grid's edge.
    pub along: Horizons,
    /// Of words down, where they go into a mirror before.
    into_mirror: Option<Horizons>,
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
    let mut class_of: HashMap<Part, Class> = HashMap::new();
    let mut countdowns = vec![countdown(&class_of, Vec::new())];
    for left in 1..stages.len() {
        let (mut classes, mut followers) = (HashMap::new(), Vec::new());
        let mut alike = HashMap::new();
        for &part in parts {
            let longer = [false, true].map(|crossed| {
                if left == 1 {
                    return demands.ends(part, crossed, ending).then_some(NOTHING);
                }
                class_of.get(&demands.longer(part, crossed)?).copied()
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
        let [edge, through, behind] = Ending::ALL.map(|ending| countdowns(&demands, all, ending, &along.stages));
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
            let rules = dice.rules(crate::rules::Symmetry::Mirror);
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
        let rules = crate::rules::builtin("american").expect("built in");
        let words = Words::new(&rules, 25, (25, Ending::Edge)).expect("few classes");
        assert_eq!(words.along.most_classes(), 4, "nothing, one, two, more");
        let settled = |horizon| (0..4).filter_map(move |class| words.along.settled(horizon, class, [true; 2]));
        let apart: HashSet<Class> = settled(20).collect();
        assert_eq!(apart.len(), 3, "nothing, one, two: with another letter two are enough");
    }
}
