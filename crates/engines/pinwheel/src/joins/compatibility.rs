//! The pairs of classes that fit at a site where two quarters meet, and the weights of the words there.

use crate::parts::Class;

/// The compatible classes at a site, divided into levels of equal weight of the word across the site.
///
/// Invariant: two classes fit in at most one level, and no level is empty.
#[derive(Debug, Clone)]
pub(crate) struct Compatibility {
    levels: Vec<CompatibilityLevel>,
}

/// The classes that fit and make words of one weight. `forth` maps a class of the first group to a set of classes of
/// the second, `back` the reverse.
#[derive(Debug, Clone)]
pub(crate) struct CompatibilityLevel {
    /// The exponent of such a word.
    pub worth: i64,
    pub forth: Vec<u64>,
    pub back: Vec<u64>,
}

impl Compatibility {
    /// The largest number of classes on a side.
    pub(crate) const MAX: usize = u64::BITS as usize;

    /// Builds the levels from a function that returns the exponent of the word of two classes, if they fit.
    pub(crate) fn new(classes: [usize; 2], worth: impl Fn(Class, Class) -> Option<i64>) -> Self {
        let mut levels: Vec<CompatibilityLevel> = Vec::new();
        for one in 0..classes[0] {
            for two in 0..classes[1] {
                let Some(worth) = worth(one as Class, two as Class) else { continue };
                let known = levels.iter().position(|level| level.worth == worth);
                let level = known.unwrap_or_else(|| {
                    levels.push(CompatibilityLevel { worth, forth: vec![0; classes[0]], back: vec![0; classes[1]] });
                    levels.len() - 1
                });
                levels[level].forth[one] |= 1 << two;
                levels[level].back[two] |= 1 << one;
            }
        }
        Compatibility { levels }
    }

    /// Returns all levels.
    pub(crate) fn levels(&self) -> &[CompatibilityLevel] {
        &self.levels
    }

    /// Returns the level in which two classes fit.
    pub(crate) fn level(&self, one: u64, two: u64) -> Option<&CompatibilityLevel> {
        self.levels.iter().find(|level| level.forth[one as usize] >> two & 1 == 1)
    }

    /// Returns the set of classes that fit a class of the first group, at any level.
    pub(crate) fn compatible_with(&self, one: u64) -> u64 {
        self.levels.iter().fold(0, |compatible_with, level| compatible_with | level.forth[one as usize])
    }

    /// Exchanges the two groups.
    pub(crate) fn turned(&self) -> Self {
        let turned = |CompatibilityLevel { worth, forth, back }: CompatibilityLevel| CompatibilityLevel {
            worth,
            forth: back,
            back: forth,
        };
        Compatibility { levels: self.levels.iter().cloned().map(turned).collect() }
    }
}
