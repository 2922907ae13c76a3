//! What fits at a site where two quarters meet, and what the words there are worth.

use super::parts::Class;

/// Which classes fit at a site, in layers by what a word across it is worth.
///
/// Invariant: two classes fit in one layer at most; no layer is empty but where nothing fits at all.
#[derive(Debug, Clone)]
pub struct Compatibility {
    levels: Vec<Level>,
}

/// The classes that fit and make words of one worth: by the first group's class a bit set of the second's, and the other way round.
#[derive(Debug, Clone)]
pub struct Level {
    /// What such a word adds to the exponent.
    pub worth: i64,
    pub forth: Vec<u64>,
    pub back: Vec<u64>,
}

impl Compatibility {
    /// The most classes on a side.
    pub const MOST: usize = u64::BITS as usize;

    /// From what a class that leads out of the first group and one that leads out of the second are worth together, if they fit.
    pub fn new(classes: [usize; 2], worth: impl Fn(Class, Class) -> Option<i64>) -> Self {
        let mut levels: Vec<Level> = Vec::new();
        for one in 0..classes[0] {
            for two in 0..classes[1] {
                let Some(worth) = worth(one as Class, two as Class) else { continue };
                let known = levels.iter().position(|level| level.worth == worth);
                let level = known.unwrap_or_else(|| {
                    levels.push(Level { worth, forth: vec![0; classes[0]], back: vec![0; classes[1]] });
                    levels.len() - 1
                });
                levels[level].forth[one] |= 1 << two;
                levels[level].back[two] |= 1 << one;
            }
        }
        Compatibility { levels }
    }

    /// Where words are worth something, and where nothing.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The layer in which two classes fit.
    pub fn level(&self, one: u64, two: u64) -> Option<&Level> {
        self.levels.iter().find(|level| level.forth[one as usize] >> two & 1 == 1)
    }

    /// Which classes fit one of the first group, whatever the words are worth.
    pub fn compatible_with(&self, one: u64) -> u64 {
        self.levels.iter().fold(0, |compatible_with, level| compatible_with | level.forth[one as usize])
    }

    /// The same with the groups' parts exchanged.
    pub fn turned(&self) -> Self {
        let turned = |Level { worth, forth, back }: Level| Level { worth, forth: back, back: forth };
        Compatibility { levels: self.levels.iter().cloned().map(turned).collect() }
    }
}
