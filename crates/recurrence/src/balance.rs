//! How far the balance of an across word can go, and whether it has a bound at all.
//!
//! The balance of a word is the number of its checked letters minus that of its unchecked ones. Where half of a word's letters
//! are to be checked, a finished word has a balance of about 0, and the state of a strip has to hold the balances of the words that
//! are open. A state is finite only if these are bounded.
//!
//! For a row and a state in which a word is open there, four numbers bound them: the most that the balance can be on the way
//! to the state, the least, the most that it can still gain before the word ends, and the most that it can still lose. Each is an
//! extreme over all paths in which the other rows' balances are left out of account, so it is an upper bound. If a balance can be arbitrarily
//! high *and* can lose arbitrarily much afterwards, no bound results, and the rule set is refused; the same for a debt. Otherwise one of the two
//! bounds the balances of all states from which a strip can be finished.
//!
//! An extreme that passes [`FAR`] counts as infinite. That is exact where a word has at most 64 letters; elsewhere it may refuse too much and
//! never too little.

use super::control::{Control, Strip};
use super::demands::Balances;

/// A balance that no bounded word is thought to reach.
const FAR: i16 = 100;

/// The bounds of a word that is open in one row, in one state. `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    most: Extreme,
    least: Extreme,
    gain: Extreme,
    loss: Extreme,
}

/// The largest value over some paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extreme {
    /// There is no path yet.
    Unknown,
    Is(i16),
    Infinite,
}

impl Extreme {
    /// Takes one more path into account. Returns `true` if that changes something.
    fn raise(&mut self, value: Extreme, step: i16) -> bool {
        let value = match value {
            Extreme::Is(value) if value + step > FAR => Extreme::Infinite,
            Extreme::Is(value) => Extreme::Is(value + step),
            other => other,
        };
        let is_more = match (*self, value) {
            (_, Extreme::Unknown) | (Extreme::Infinite, _) => false,
            (Extreme::Is(now), Extreme::Is(value)) => value > now,
            _ => true,
        };
        if is_more {
            *self = value;
        }
        is_more
    }

    fn is_infinite(self) -> bool {
        self == Extreme::Infinite
    }
}

impl Reach {
    const NEW: Reach =
        Reach { most: Extreme::Unknown, least: Extreme::Unknown, gain: Extreme::Unknown, loss: Extreme::Unknown };

    /// Returns `true` if the balances that matter are bounded.
    fn is_finite(self) -> bool {
        !(self.most.is_infinite() && self.loss.is_infinite()) && !(self.least.is_infinite() && self.gain.is_infinite())
    }

    /// Returns the balance that stands for this one, or `None` if no word with it can be finished well.
    pub(crate) fn kept(self, balance: i8, balances: Balances) -> Option<i8> {
        let now = i16::from(balance);
        if let Extreme::Is(gain) = self.gain
            && now + gain < i16::from(balances.least)
        {
            return None;
        }
        match (self.loss, balances.most) {
            (Extreme::Is(loss), Some(most)) if now - loss > i16::from(most) => None,
            // What cannot be lost any more makes no difference.
            (Extreme::Is(loss), None) => Some(now.min((i16::from(balances.least) + loss).max(0)) as i8),
            _ => Some(balance),
        }
    }
}

/// Bounds for each state and row. An error is the first row, from 0, that has none.
pub(crate) fn reaches(strip: &Strip, control: &Control) -> Result<Vec<Vec<Reach>>, usize> {
    let states = control.profiles.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); states];
    for (from, next) in control.steps.iter().enumerate() {
        for &to in next {
            before[to as usize].push(from as u32);
        }
    }
    let checked: Vec<u32> =
        control.profiles.iter().map(|profile| Strip::in_down_words(profile.column())).collect();
    let mut reaches = vec![vec![Reach::NEW; strip.height]; states];
    for row in 0..strip.height {
        let length = |state: usize| control.profiles[state].rows[row].length;
        let worth = |state: usize| if checked[state] >> row & 1 == 1 { 1 } else { -1 };
        let within: Vec<u32> = (0..states as u32).filter(|&state| length(state as usize) > 0).collect();
        // On the way: from the first letter on.
        let mut waiting = Waiting::new(states);
        for &state in within.iter().filter(|&&state| length(state as usize) == 1) {
            let reach = &mut reaches[state as usize][row];
            (reach.most, reach.least) = (Extreme::Is(worth(state as usize)), Extreme::Is(-worth(state as usize)));
            waiting.add(state);
        }
        while let Some(from) = waiting.next() {
            let Reach { most, least, .. } = reaches[from as usize][row];
            for &to in control.steps[from as usize].iter().filter(|&&to| length(to as usize) > 1) {
                let step = worth(to as usize);
                let reach = &mut reaches[to as usize][row];
                let more = reach.most.raise(most, step);
                if reach.least.raise(least, -step) || more {
                    waiting.add(to);
                }
            }
        }
        // Still to come: back from the words' ends.
        for &state in &within {
            let is_last = |&to: &u32| length(to as usize) == 0;
            if control.ends[state as usize] || control.steps[state as usize].iter().any(is_last) {
                let reach = &mut reaches[state as usize][row];
                (reach.gain, reach.loss) = (Extreme::Is(0), Extreme::Is(0));
                waiting.add(state);
            }
        }
        while let Some(to) = waiting.next() {
            if length(to as usize) == 1 {
                continue;
            }
            let (Reach { gain, loss, .. }, step) = (reaches[to as usize][row], worth(to as usize));
            for &from in before[to as usize].iter().filter(|&&from| length(from as usize) > 0) {
                let reach = &mut reaches[from as usize][row];
                let more = reach.gain.raise(gain, step);
                if reach.loss.raise(loss, -step) || more {
                    waiting.add(from);
                }
            }
        }
        if within.iter().any(|&state| !reaches[state as usize][row].is_finite()) {
            return Err(row);
        }
    }
    Ok(reaches)
}

/// States that are to be looked at, each at most once at a time, the first come first.
struct Waiting {
    queue: std::collections::VecDeque<u32>,
    is_in: Vec<bool>,
}

impl Waiting {
    fn new(states: usize) -> Waiting {
        Waiting { queue: std::collections::VecDeque::new(), is_in: vec![false; states] }
    }

    fn add(&mut self, state: u32) {
        if !std::mem::replace(&mut self.is_in[state as usize], true) {
            self.queue.push_back(state);
        }
    }

    fn next(&mut self) -> Option<u32> {
        let state = self.queue.pop_front()?;
        self.is_in[state as usize] = false;
        Some(state)
    }
}
