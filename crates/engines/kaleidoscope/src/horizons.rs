//! Computes the classes of prefixes of words by their *horizon*, the maximum number of letters that can still be added.
//!
//! Two prefixes are equivalent if each continuation makes words of both or of neither. The sets of such prefixes are computed from the last
//! square back, like the minimal states of an automaton without cycles (Revuz, 1992). If a mirror comes before the grid's edge, the horizon
//! ends there: fewer continuations exist.
//!
//! Sometimes more is known of the next letter than that it can have either value: for example, that it must be crossed. Prefixes that are
//! equivalent under this restriction are *settled*: one class represents them.
//!
//! Invariant: a prefix that can no longer become a word has no class.

use std::collections::HashMap;
use std::hash::Hash;

use super::word_rules::{EMPTY, Ending, Prefix, WordRules};

/// A class of prefixes, among those of its horizon.
pub(crate) type Class = u8;

/// Maximum number of classes, because sets of classes are bits of an integer.
pub(crate) const MAX_CLASSES: Class = 128;

/// The class of the prefix without letters.
pub(crate) const NOTHING: Class = 0;

/// The class of a prefix, with the horizon that the class belongs to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrefixClass {
    pub horizon: usize,
    pub class: Class,
}

/// `true` if a letter may be uncrossed, and `true` if it may be crossed.
pub(crate) type Crossings = [bool; 2];

/// Classes of equivalent prefixes.
pub(crate) struct Classes<T> {
    /// A representative of each class, and the value that its prefixes share.
    pub kept: Vec<(Prefix, T)>,
    pub of: HashMap<Prefix, Class>,
}

impl<T: Copy + Eq + Hash> Classes<T> {
    /// Groups prefixes by the value that must be equal in a class, and numbers the classes in order; `None` if there are too many.
    pub(crate) fn new(prefixes: impl Iterator<Item = (Prefix, T)>) -> Option<Self> {
        let (mut kept, mut of) = (Vec::new(), HashMap::new());
        let mut alike = HashMap::new();
        for (prefix, continuation) in prefixes {
            let class = *alike.entry(continuation).or_insert(kept.len());
            if class == kept.len() {
                kept.push((prefix, continuation));
            }
            of.insert(prefix, Class::try_from(class).ok().filter(|&class| class < MAX_CLASSES)?);
        }
        Some(Classes { kept, of })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Continuations {
    /// The prefix without letters is never merged with another.
    is_nothing: bool,
    /// Indexed by the state of the next letter: uncrossed, crossed.
    longer: [Option<Class>; 2],
    /// `true` if it is a word, or an allowed run of one square.
    whole: bool,
}

/// The classes with one horizon.
struct Stage {
    /// A representative of each class.
    prefixes: Vec<Prefix>,
    /// Indexed by class.
    continuations: Vec<Continuations>,
    /// Indexed by the possible states of the next letter, and by class: the representative, if there is a next letter.
    settled: [Vec<Option<Class>>; 4],
}

impl Stage {
    /// Computes the stage from a representative of each class; the first is the empty prefix.
    fn new(classes: Vec<(Prefix, Continuations)>) -> Self {
        let (prefixes, continuations): (Vec<Prefix>, Vec<Continuations>) = classes.into_iter().unzip();
        let settled = [[false, false], [true, false], [false, true], [true, true]].map(|crossings: Crossings| {
            let open = |class: usize| {
                [0, 1].map(|crossed| continuations[class].longer[crossed].filter(|_| crossings[crossed]))
            };
            // The class without letters stays separate, because the colours beside the word show that there is no letter above.
            let like = |class: usize| (class.min(1)..=class).find(|&other| open(other) == open(class));
            let stands = |class| like(class).filter(|_| open(class) != [None; 2]).map(|class| class as Class);
            (0..prefixes.len()).map(stands).collect()
        });
        Stage { prefixes, continuations, settled }
    }
}

/// The classes of prefixes by their horizon: the maximum number of letters that can be added to them.
pub(crate) struct Horizons {
    stages: Vec<Stage>,
}

impl Horizons {
    /// Computes the classes of the prefixes listed by the number of squares passed, with an ending after the last square; `None` if there
    /// are too many classes.
    pub(crate) fn new(word_rules: &WordRules, found: &[Vec<Prefix>], ending: Ending) -> Option<Self> {
        let mut stages: Vec<Stage> = Vec::new();
        let mut class_of: HashMap<Prefix, Class> = HashMap::new();
        for prefixes in found.iter().rev() {
            let left = stages.len();
            let next = |prefix: Prefix, crossed: bool| match ending {
                Ending::Through | Ending::Behind if left == 1 => {
                    word_rules.ends(prefix, crossed, ending).then_some(NOTHING)
                }
                Ending::Edge | Ending::Through | Ending::Behind => word_rules
                    .longer(prefix, crossed)
                    .filter(|_| left > 0)
                    .and_then(|longer| class_of.get(&longer).copied()),
            };
            let continuations = prefixes.iter().map(|&prefix| {
                let is_nothing = prefix.length == 0;
                let longer = [next(prefix, false), next(prefix, true)];
                (prefix, Continuations { is_nothing, longer, whole: !is_nothing && word_rules.meet(prefix, EMPTY) })
            });
            let alive = continuations.filter(|(_, continuation)| {
                continuation.is_nothing || continuation.whole || continuation.longer != [None; 2]
            });
            // The first prefix is the empty one.
            let Classes { kept, of } = Classes::new(alive)?;
            class_of = of;
            stages.push(Stage::new(kept));
        }
        Some(Horizons { stages })
    }

    /// Returns a representative of each class, by horizon.
    pub(crate) fn prefixes(&self) -> impl ExactSizeIterator<Item = &[Prefix]> {
        self.stages.iter().map(|stage| &stage.prefixes[..])
    }

    /// Returns the maximum number of classes with one horizon.
    pub(crate) fn most_classes(&self) -> usize {
        self.stages.iter().map(|stage| stage.prefixes.len()).max().unwrap_or(0)
    }

    /// Returns the number of classes with a horizon.
    pub(crate) fn classes(&self, horizon: usize) -> usize {
        self.stages[horizon].prefixes.len()
    }

    /// Returns the class after one more letter, whose horizon is one less; `None` if no word begins like that.
    pub(crate) fn longer(&self, horizon: usize, class: Class, crossed: bool) -> Option<Class> {
        self.stages[horizon].continuations[usize::from(class)].longer[usize::from(crossed)]
    }

    /// Returns `true` if it is a word with one more letter, the last possible one.
    pub(crate) fn ends(&self, class: Class, crossed: bool) -> bool {
        // With no letter to come, only a word has a class.
        self.longer(1, class, crossed).is_some()
    }

    /// Returns the representative of all classes with the same continuations under this restriction of the next letter; `None` if no word
    /// begins like that.
    pub(crate) fn settled(&self, horizon: usize, class: Class, crossings: Crossings) -> Option<Class> {
        let [uncrossed, crossed] = crossings.map(usize::from);
        self.stages[horizon].settled[uncrossed + 2 * crossed][usize::from(class)]
    }

    /// Returns the set of classes that result from a set of classes and one more letter.
    pub(crate) fn all_longer(&self, horizon: usize, classes: u128, crossings: Crossings) -> u128 {
        let mut left = classes;
        let mut all = 0;
        while left != 0 {
            let longer = self.stages[horizon].continuations[left.trailing_zeros() as usize].longer;
            left &= left - 1;
            for class in longer.into_iter().zip(crossings).filter_map(|(class, may_be)| class.filter(|_| may_be)) {
                all |= 1 << class;
            }
        }
        all
    }

    /// Returns `true` if it is a word, or an allowed run of one square.
    pub(crate) fn is_whole(&self, horizon: usize, class: Class) -> bool {
        self.stages[horizon].continuations[usize::from(class)].whole
    }

    /// Returns a representative of a class with a horizon.
    pub(crate) fn prefix(&self, PrefixClass { horizon, class }: PrefixClass) -> Prefix {
        self.stages[horizon].prefixes[usize::from(class)]
    }
}
