//! The classes of beginnings of words to which at most so many letters can be added, their *horizon*.
//!
//! Two beginnings are the same if each addition makes words of both or of neither. The sets of such beginnings are found from the last
//! square back, as states of an automaton without cycles are made equal (Revuz, 1992). Where a mirror comes before the grid's
//! edge, the horizon is there: less can follow.
//!
//! Of what is added to a beginning less may be known than the two colours that a square can have: whether its last letter is crossed, for
//! one. Beginnings that are the same to all that may be added to them are *settled*: one class stands for them.
//!
//! Invariant: nothing that can no longer become a word has a class.

use std::collections::HashMap;
use std::hash::Hash;

use super::demands::{Demands, EMPTY, Ending, Part};

/// A class of parts, among those of its horizon.
pub type Class = u8;

/// Sets of classes are kept as bits.
pub const MOST_CLASSES: Class = 128;

/// The class of the part without letters.
pub const NOTHING: Class = 0;

/// Whether a letter may be uncrossed, and whether it may be crossed.
pub type Crossings = [bool; 2];

/// Parts put together that are alike.
pub struct Classes<T> {
    /// One part of each class, and in what those of the class are alike.
    pub kept: Vec<(Part, T)>,
    pub of: HashMap<Part, Class>,
}

impl<T: Copy + Eq + Hash> Classes<T> {
    /// Parts, each with all that must be the same in a class, which are numbered as they come; `None` if there are too many.
    pub fn new(parts: impl Iterator<Item = (Part, T)>) -> Option<Self> {
        let (mut kept, mut of) = (Vec::new(), HashMap::new());
        let mut alike = HashMap::new();
        for (part, fate) in parts {
            let class = *alike.entry(fate).or_insert(kept.len());
            if class == kept.len() {
                kept.push((part, fate));
            }
            of.insert(part, Class::try_from(class).ok().filter(|&class| class < MOST_CLASSES)?);
        }
        Some(Classes { kept, of })
    }
}

/// What can come of a beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Continuations {
    /// The one without letters is never put together with another.
    is_nothing: bool,
    /// By whether the next letter is crossed.
    longer: [Option<Class>; 2],
    /// Whether it is a word, or a run of one that may be.
    whole: bool,
}

/// The classes with one horizon.
struct Stage {
    /// One part of each class.
    parts: Vec<Part>,
    /// By class.
    fates: Vec<Continuations>,
    /// By what the next letter may be, and by class: the class that stands for it, if there is a next letter.
    settled: [Vec<Option<Class>>; 4],
}

impl Stage {
    /// For parts of each class, the first of them the empty one.
    fn new(classes: Vec<(Part, Continuations)>) -> Self {
        let (parts, fates): (Vec<Part>, Vec<Continuations>) = classes.into_iter().unzip();
        let settled = [[false, false], [true, false], [false, true], [true, true]].map(|crossings: Crossings| {
            let open = |class: usize| [0, 1].map(|crossed| fates[class].longer[crossed].filter(|_| crossings[crossed]));
            // That there is no letter above is seen beside the word too.
            let like = |class: usize| (class.min(1)..=class).find(|&other| open(other) == open(class));
            let stands = |class| like(class).filter(|_| open(class) != [None; 2]).map(|class| class as Class);
            (0..parts.len()).map(stands).collect()
        });
        Stage { parts, fates, settled }
    }
}

/// The classes of parts by their horizon: how many letters can be added to them at most.
pub struct Horizons {
    stages: Vec<Stage>,
}

impl Horizons {
    /// The classes of the parts that there are by squares passed, up to an end after the last; `None` if there are too many to be
    /// numbered.
    pub fn new(demands: &Demands, found: &[Vec<Part>], ending: Ending) -> Option<Self> {
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
            let fates = parts.iter().map(|&part| {
                let is_nothing = part.length == 0;
                let longer = [next(part, false), next(part, true)];
                (part, Continuations { is_nothing, longer, whole: !is_nothing && demands.meet(part, EMPTY) })
            });
            let alive = fates.filter(|(_, fate)| fate.is_nothing || fate.whole || fate.longer != [None; 2]);
            // The first part is the empty one.
            let Classes { kept, of } = Classes::new(alive)?;
            class_of = of;
            stages.push(Stage::new(kept));
        }
        Some(Horizons { stages })
    }

    /// One part of each class, by horizon.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = &[Part]> {
        self.stages.iter().map(|stage| &stage.parts[..])
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
        self.stages[horizon].fates[usize::from(class)].longer[usize::from(crossed)]
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
            let longer = self.stages[horizon].fates[left.trailing_zeros() as usize].longer;
            left &= left - 1;
            for class in longer.into_iter().zip(crossings).filter_map(|(class, may_be)| class.filter(|_| may_be)) {
                all |= 1 << class;
            }
        }
        all
    }

    /// Whether it is a word, or a run of one that may be, as it is.
    pub fn is_whole(&self, horizon: usize, class: Class) -> bool {
        self.stages[horizon].fates[usize::from(class)].whole
    }

    /// A part of a class with a horizon.
    pub fn part(&self, (horizon, class): (usize, Class)) -> Part {
        self.stages[horizon].parts[usize::from(class)]
    }
}
