//! What fits at a site where two quarters meet.

use super::parts::Class;

/// Which classes fit at a site, by the first group's class: a bit set of the second's, and the other way round.
#[derive(Debug, Clone)]
pub struct Fits {
    pub forth: Vec<u64>,
    pub back: Vec<u64>,
}

impl Fits {
    /// The most classes on a side.
    pub const MOST: usize = u64::BITS as usize;

    /// From a test of a class that leads out of the first group and one that leads out of the second.
    pub fn new(classes: [usize; 2], fits: impl Fn(Class, Class) -> bool) -> Self {
        let bits = |count: usize, fits: &dyn Fn(Class) -> bool| {
            (0..count as Class).filter(|&class| fits(class)).fold(0, |bits, class| bits | 1 << class)
        };
        Fits {
            forth: (0..classes[0] as Class).map(|one| bits(classes[1], &|two| fits(one, two))).collect(),
            back: (0..classes[1] as Class).map(|two| bits(classes[0], &|one| fits(one, two))).collect(),
        }
    }

    /// The same with the groups' parts exchanged.
    pub fn turned(&self) -> Self {
        Fits { forth: self.back.clone(), back: self.forth.clone() }
    }
}
