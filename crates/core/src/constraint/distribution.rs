//! How many grids measure what, and the extremes of a measure: the answers, as data, to what is asked beyond a number.

use std::collections::BTreeMap;
use std::fmt;

use super::Measure;

/// How many grids there are by what they measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// What they are sorted by.
    pub by: Vec<Measure>,
    /// By the values of these measures, in order: how many grids have them. Never 0.
    pub grids: BTreeMap<Vec<u32>, u128>,
}

/// An extreme of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// As many as any grid has.
    Most(Measure),
    /// As few.
    Fewest(Measure),
}

/// An extreme, and how many grids reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extreme {
    /// The value.
    pub value: u32,
    /// How many grids have it; at least one.
    pub grids: u128,
}

impl Distribution {
    /// No grid at all.
    pub fn empty(by: &[Measure]) -> Self {
        Distribution { by: by.to_vec(), grids: BTreeMap::new() }
    }

    /// So many more grids of these values; `None` if they are more than fit.
    pub fn add(&mut self, values: Vec<u32>, grids: u128) -> Option<()> {
        if grids > 0 {
            let so_far = self.grids.entry(values).or_insert(0);
            *so_far = so_far.checked_add(grids)?;
        }
        Some(())
    }

    /// All grids; `None` if they are more than fit.
    pub fn total(&self) -> Option<u128> {
        self.grids.values().try_fold(0_u128, |total, grids| total.checked_add(*grids))
    }

    /// The extreme of its one measure, the goal's; `None` if there is no grid.
    pub fn extreme(&self, goal: Goal) -> Option<Extreme> {
        let (values, grids) = match goal {
            Goal::Most(_) => self.grids.last_key_value(),
            Goal::Fewest(_) => self.grids.first_key_value(),
        }?;
        values.first().map(|&value| Extreme { value, grids: *grids })
    }
}

impl Goal {
    /// What it is the extreme of.
    pub fn measure(self) -> Measure {
        match self {
            Goal::Most(measure) | Goal::Fewest(measure) => measure,
        }
    }
}

/// As in `most words`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Most(measure) => write!(f, "most {measure}"),
            Goal::Fewest(measure) => write!(f, "fewest {measure}"),
        }
    }
}
