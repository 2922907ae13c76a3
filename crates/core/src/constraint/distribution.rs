//! Holds the answers beyond a single count: the distribution of grids by measures, and the extreme of a measure.

use std::collections::BTreeMap;
use std::fmt;

use super::Measure;

/// The number of grids for each combination of measured values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// The measures that sort the grids.
    pub by: Vec<Measure>,
    /// The number of grids by the values of these measures, in the order of `by`. It is never 0.
    pub grids: BTreeMap<Vec<u32>, u128>,
}

/// The extreme of a measure that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The greatest value of any grid.
    Most(Measure),
    /// The least value of any grid.
    Fewest(Measure),
}

/// The extreme value of a measure and the number of grids that reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extreme {
    /// The value.
    pub value: u32,
    /// Number of grids with this value; at least one.
    pub grids: u128,
}

impl Distribution {
    /// Creates a distribution of no grids.
    pub fn empty(by: &[Measure]) -> Self {
        Distribution { by: by.to_vec(), grids: BTreeMap::new() }
    }

    /// Adds grids with these values. Returns `None` on overflow.
    pub fn add(&mut self, values: Vec<u32>, grids: u128) -> Option<()> {
        if grids > 0 {
            let so_far = self.grids.entry(values).or_insert(0);
            *so_far = so_far.checked_add(grids)?;
        }
        Some(())
    }

    /// Returns the number of all grids; `None` on overflow.
    pub fn total(&self) -> Option<u128> {
        self.grids.values().try_fold(0_u128, |total, grids| total.checked_add(*grids))
    }

    /// Returns the extreme of the first measure; `None` if there is no grid.
    pub fn extreme(&self, goal: Goal) -> Option<Extreme> {
        let (values, grids) = match goal {
            Goal::Most(_) => self.grids.last_key_value(),
            Goal::Fewest(_) => self.grids.first_key_value(),
        }?;
        values.first().map(|&value| Extreme { value, grids: *grids })
    }
}

impl Goal {
    /// Returns the measure whose extreme is asked for.
    pub fn measure(self) -> Measure {
        match self {
            Goal::Most(measure) | Goal::Fewest(measure) => measure,
        }
    }
}

/// Writes the goal as in `most words`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Most(measure) => write!(f, "most {measure}"),
            Goal::Fewest(measure) => write!(f, "fewest {measure}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_add_up_by_their_values() {
        let mut distribution = Distribution::empty(&[Measure::Letters, Measure::Words]);
        assert_eq!((distribution.by.len(), distribution.extreme(Goal::Most(Measure::Letters))), (2, None));
        for (values, grids) in [(vec![7, 2], 3), (vec![9, 1], 5), (vec![7, 2], 4), (vec![8, 8], 0)] {
            assert_eq!(distribution.add(values, grids), Some(()));
        }
        assert_eq!(distribution.grids, BTreeMap::from([(vec![7, 2], 7), (vec![9, 1], 5)]));
        assert_eq!(distribution.total(), Some(12));
        let (most, fewest) = (Goal::Most(Measure::Letters), Goal::Fewest(Measure::Letters));
        assert_eq!(distribution.extreme(most), Some(Extreme { value: 9, grids: 5 }));
        assert_eq!(distribution.extreme(fewest), Some(Extreme { value: 7, grids: 7 }));
        assert_eq!(distribution.add(vec![9, 2], u128::MAX), Some(()));
        assert_eq!(distribution.total(), None);
        assert_eq!(distribution.add(vec![9, 1], u128::MAX), None);
    }
}
