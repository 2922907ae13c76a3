//! The states of a strip without the balances of its words, and the columns that lead from one to another.
//!
//! A state holds, for each row, the across run that is open there, the region of its square, and the row's white squares up to the number that it
//! needs. The last column is part of that. Its down words are judged when the next column is known: an across word of two
//! letters may begin in the last column, and it checks a letter there.
//!
//! Invariants: regions are labelled 1, 2, … in the order of their first rows, and 0 stands for a black square. Every state can be
//! reached, and from every state some strip can be finished, the balances aside.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_engine::Run;

use super::demands::{Demands, RowState};
use super::{MAX_STATES, StripError};

/// The columns so far.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Profile {
    pub(crate) rows: Box<[RowState]>,
    seen: Seen,
}

/// The white squares so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Seen {
    Nothing,
    Some,
    /// They form one region that has ended, and all others are to be black.
    Closed,
}

/// Rules and a height, and the tables that answer for columns.
pub(crate) struct FixedHeight {
    pub(crate) demands: Demands,
    pub(crate) height: usize,
    /// For each column and each set of its squares in across words, whether its down words are good.
    good: Vec<bool>,
}

impl FixedHeight {
    pub(crate) fn new(demands: Demands, height: usize) -> FixedHeight {
        let columns = 0..1_u32 << height;
        let sets = columns.clone();
        let good = columns
            .flat_map(|column| sets.clone().map(move |across| (column, across)))
            .map(|(column, across)| across & !column == 0 && demands.column_is_good(column, across))
            .collect();
        FixedHeight { demands, height, good }
    }

    fn is_good(&self, column: u32, across: u32) -> bool {
        self.good[(column as usize) << self.height | across as usize]
    }

    /// Returns the squares of a column that have a white neighbour in it.
    pub(crate) fn in_down_words(column: u32) -> u32 {
        column & (column << 1 | column >> 1)
    }

    /// Returns the state after the first column, if it may be one.
    pub(crate) fn start(&self, column: u32) -> Option<Profile> {
        if !self.demands.has_enough_white(column, true) {
            return None;
        }
        let nothing = Profile { rows: vec![RowState::default(); self.height].into(), seen: Seen::Nothing };
        self.advanced(&nothing, column)
    }

    /// Returns the state after one more column, if the columns may stand side by side.
    pub(crate) fn step(&self, from: &Profile, column: u32) -> Option<Profile> {
        let last = from.column();
        let across = last & (from.continued() | column);
        if !self.is_good(last, across) || !self.demands.has_enough_white(column, false) {
            return None;
        }
        self.advanced(from, column)
    }

    fn advanced(&self, from: &Profile, column: u32) -> Option<Profile> {
        if from.seen == Seen::Closed && column != 0 {
            return None;
        }
        let checked = FixedHeight::in_down_words(column);
        let mut rows = from.rows.clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if column >> r & 1 == 1 {
                let needed = self.demands.whites_of_row(r, self.height);
                let whites = (row.whites + 1).min(needed);
                *row = RowState { whites, ..self.demands.extended(*row, checked >> r & 1 == 1)? };
            } else {
                if !self.demands.may_end(*row) {
                    return None;
                }
                *row = RowState { whites: row.whites, ..RowState::default() };
            }
        }
        let seen = if self.demands.connected {
            FixedHeight::label(from, column, &mut rows)?
        } else if column != 0 {
            Seen::Some
        } else {
            from.seen
        };
        Some(Profile { rows, seen })
    }

    /// Labels the regions of the new column. Returns `None` if two regions can no longer meet.
    fn label(from: &Profile, column: u32, rows: &mut [RowState]) -> Option<Seen> {
        let regions = from.regions();
        if column == 0 {
            return match (regions, from.seen) {
                (0, seen) => Some(seen),
                (1, _) => Some(Seen::Closed),
                _ => None,
            };
        }
        // The labels of the old regions, then those of the new column's runs.
        let mut labels: Vec<u8> = (0..=regions + rows.len() as u8).collect();
        let mut run = regions;
        let mut met = vec![regions == 0; 1 + regions as usize];
        for (r, row) in rows.iter_mut().enumerate().filter(|(r, _)| column >> r & 1 == 1) {
            if r == 0 || column >> (r - 1) & 1 == 0 {
                run += 1;
            }
            row.region = run;
            let old = from.rows[r].region;
            if old > 0 {
                met[old as usize] = true;
                merge(&mut labels, old, run);
            }
        }
        if met.iter().skip(1).any(|met| !met) {
            return None;
        }
        let mut order = vec![0_u8; labels.len()];
        let mut next = 0;
        for row in rows.iter_mut().filter(|row| row.region > 0) {
            let label = labels[row.region as usize] as usize;
            if order[label] == 0 {
                next += 1;
                order[label] = next;
            }
            row.region = order[label];
        }
        Some(Seen::Some)
    }

    /// Returns `true` if the strip may end here, the balances of its words aside.
    pub(crate) fn may_end(&self, last: &Profile) -> bool {
        let column = last.column();
        self.demands.has_enough_white(column, true)
            && self.is_good(column, last.continued())
            && last.seen != Seen::Nothing
            && last.regions() <= 1
            && last.rows.iter().all(|&row| self.demands.may_end(row))
            && self.have_enough_white(last, &[0; 32])
    }

    fn have_enough_white(&self, last: &Profile, more: &[u8]) -> bool {
        let rows = last.rows.iter().zip(more).enumerate();
        rows.into_iter().all(|(r, (row, more))| row.whites + more >= self.demands.whites_of_row(r, self.height))
    }

    /// Returns `true` if the half turn of the columns that led to `right` may follow those that led to `left`, the balances of words aside.
    pub(crate) fn may_join(&self, left: &Profile, right: &Profile) -> bool {
        let column = left.column();
        let next = self.upside_down(right.column());
        let turned: Vec<RowState> = right.rows.iter().rev().copied().collect();
        let more: Vec<u8> = turned.iter().map(|row| row.whites).collect();
        self.is_good(column, column & (left.continued() | next))
            && [left, right].iter().any(|half| half.seen != Seen::Nothing)
            && self.have_enough_white(left, &more)
            && left.rows.iter().zip(&turned).all(|(&row, &other)| match (row.length, other.length) {
                (_, 0) => self.demands.may_end(row),
                (0, _) => self.demands.may_end(other),
                _ => self.demands.joined_is_good(row, other),
            })
            && self.hang_together(left, right, &turned)
    }

    /// Returns `true` if the regions of two parts form one, where the rules ask for that.
    fn hang_together(&self, left: &Profile, right: &Profile, turned: &[RowState]) -> bool {
        if !self.demands.connected {
            return true;
        }
        if left.seen == Seen::Closed {
            // Either part has a region without a way to the other.
            return right.seen == Seen::Nothing;
        }
        let (regions, others) = (left.regions(), right.regions());
        let mut labels: Vec<u8> = (0..=regions + others).collect();
        for (row, other) in left.rows.iter().zip(turned) {
            if row.region > 0 && other.region > 0 {
                merge(&mut labels, row.region, regions + other.region);
            }
        }
        labels[1..].iter().all(|&label| label == labels[1])
    }

    /// Returns a column turned upside down.
    pub(crate) fn upside_down(&self, column: u32) -> u32 {
        column.reverse_bits() >> (32 - self.height)
    }
}

/// Gives two labels' regions one label.
fn merge(labels: &mut [u8], one: u8, other: u8) {
    let (one, other) = (labels[one as usize], labels[other as usize]);
    for label in labels.iter_mut().filter(|label| **label == other) {
        *label = one;
    }
}

impl Profile {
    /// Returns the white squares of the last column.
    pub(crate) fn column(&self) -> u32 {
        self.mask(|row| row.length > 0)
    }

    /// Returns the white squares of the last column that have a white neighbour before them.
    fn continued(&self) -> u32 {
        self.mask(|row| row.length > 1)
    }

    fn mask(&self, has: impl Fn(&RowState) -> bool) -> u32 {
        self.rows.iter().enumerate().map(|(r, row)| u32::from(has(row)) << r).sum()
    }

    fn regions(&self) -> u8 {
        self.rows.iter().map(|row| row.region).max().unwrap_or(0)
    }
}

/// All states of a strip, and the steps between them.
pub(crate) struct Control {
    pub(crate) profiles: Vec<Profile>,
    /// The states after one column.
    pub(crate) starts: Vec<u32>,
    /// For each state, the states after one more column.
    pub(crate) steps: Vec<Vec<u32>>,
    /// `true` for each state in which a strip may end.
    pub(crate) ends: Vec<bool>,
    /// The number of states that were reached, before useless ones were dropped.
    pub(crate) reached: usize,
}

impl Control {
    /// Explores every state that can be reached.
    pub(crate) fn explore(strip: &FixedHeight, run: &Run) -> Result<Control, StripError> {
        let mut numbers: HashMap<Profile, u32, FixedState> = HashMap::default();
        let mut profiles: Vec<Profile> = Vec::new();
        let mut number = |profile: Profile, profiles: &mut Vec<Profile>| -> u32 {
            *numbers.entry(profile).or_insert_with_key(|profile| {
                profiles.push(profile.clone());
                profiles.len() as u32 - 1
            })
        };
        let columns = 0..1_u32 << strip.height;
        let mut starts = Vec::new();
        for profile in columns.clone().filter_map(|column| strip.start(column)) {
            starts.push(number(profile, &mut profiles));
        }
        let mut steps: Vec<Vec<u32>> = Vec::new();
        while steps.len() < profiles.len() {
            run.check()?;
            run.continue_work(steps.len() as u64, profiles.len() as u64);
            let from = profiles[steps.len()].clone();
            let next = columns.clone().filter_map(|column| strip.step(&from, column));
            steps.push(next.map(|profile| number(profile, &mut profiles)).collect());
            if profiles.len() > MAX_STATES {
                return Err(StripError::TooManyStates(MAX_STATES));
            }
        }
        let ends = profiles.iter().map(|profile| strip.may_end(profile)).collect();
        let reached = profiles.len();
        Ok(Control { profiles, starts, steps, ends, reached }.trimmed())
    }

    /// Drops the states from which no strip can be finished.
    fn trimmed(self) -> Control {
        let live = leading(&self.steps, &self.ends);
        let kept: Vec<usize> = (0..live.len()).filter(|&state| live[state]).collect();
        let mut numbers = vec![None; live.len()];
        kept.iter().zip(0_u32..).for_each(|(&state, number)| numbers[state] = Some(number));
        let renumbered = |list: &[u32]| list.iter().filter_map(|&state| numbers[state as usize]).collect();
        Control {
            starts: renumbered(&self.starts),
            steps: kept.iter().map(|&state| renumbered(&self.steps[state])).collect(),
            ends: kept.iter().map(|&state| self.ends[state]).collect(),
            profiles: self.profiles.into_iter().zip(&live).filter(|(_, live)| **live).map(|(one, _)| one).collect(),
            reached: self.reached,
        }
    }
}

/// Returns, for each state, whether some path leads from it to one of the `ends`.
pub(crate) fn leading(steps: &[Vec<u32>], ends: &[bool]) -> Vec<bool> {
    let before = reversed(steps);
    let mut live = ends.to_vec();
    let mut waiting: Vec<u32> = (0..steps.len() as u32).filter(|&state| ends[state as usize]).collect();
    while let Some(state) = waiting.pop() {
        for &from in &before[state as usize] {
            if !live[from as usize] {
                live[from as usize] = true;
                waiting.push(from);
            }
        }
    }
    live
}

/// Returns, for each state, the states that lead to it.
pub(crate) fn reversed(steps: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); steps.len()];
    for (from, next) in steps.iter().enumerate() {
        for &to in next {
            before[to as usize].push(from as u32);
        }
    }
    before
}
