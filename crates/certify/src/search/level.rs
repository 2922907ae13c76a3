//! Decision levels, a type of its own, so that none is taken for a place on the trail.

/// How many decisions are on the trail up to some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u32);

impl Level {
    /// Before any decision.
    pub const ROOT: Level = Level(0);

    /// The level after so many decisions.
    pub fn after(decisions: usize) -> Self {
        Level(decisions as u32)
    }

    /// The decisions on the trail up to here.
    pub fn decisions(self) -> usize {
        self.0 as usize
    }

    /// The level below this one, which is not the root.
    pub fn below(self) -> Self {
        Level(self.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_count_decisions() {
        assert_eq!(Level::after(0), Level::ROOT);
        assert_eq!(Level::after(3).below(), Level::after(2));
        assert_eq!(Level::after(3).decisions(), 3);
    }
}
