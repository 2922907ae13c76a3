//! Represents decision levels as a separate type, to prevent confusion with positions on the trail.

/// The number of decisions on the trail up to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DecisionLevel(u32);

impl DecisionLevel {
    /// The level before any decision.
    pub(super) const ROOT: DecisionLevel = DecisionLevel(0);

    /// Returns the level after this number of decisions.
    pub(super) fn after(decisions: usize) -> Self {
        DecisionLevel(decisions as u32)
    }

    /// Returns the number of decisions on the trail up to this level.
    pub(super) fn decisions(self) -> usize {
        self.0 as usize
    }

    /// Returns the level below this one, which must not be the root.
    pub(super) fn below(self) -> Self {
        DecisionLevel(self.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_count_decisions() {
        assert_eq!(DecisionLevel::after(0), DecisionLevel::ROOT);
        assert_eq!(DecisionLevel::after(3).below(), DecisionLevel::after(2));
        assert_eq!(DecisionLevel::after(3).decisions(), 3);
    }
}
