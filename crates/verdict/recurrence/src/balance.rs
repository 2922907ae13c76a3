//! Finds out how far the balance of an across word can go, and whether it has a bound at all.
//!
//! The balance of a word is the number of its checked letters minus that of its unchecked ones. If the rules demand half of a word's letters checked, a
//! finished word has a balance of about 0, and a state holds the balances of open words. There are finitely many states only if these are bounded.
//!
//! For a row and a state in which a word is open there, four numbers bound them: the most that the balance can be on the way
//! to the state, the least, the most that it can still gain, and the most that it can still lose. Each is an
//! extreme over all paths in which the other rows' balances are left out of account, so it is an upper bound. No bound results where a balance
//! can be arbitrarily high *and* can lose arbitrarily much afterwards, or the reverse: then the rule set is refused. Otherwise one of the two numbers
//! bounds the balances of all states from which a strip can be finished.
//!
//! Where no balance is too high, a word that cannot lose enough any more is [`Balance::Ample`], and remains so. No number stands for such
//! balances. A number may be less than the true balance, which is not harmful while the rest of the word is read letter by letter. But the
//! half turn adds the balances of two parts of a word, and the sum of two such numbers can be too little.
//!
//! An extreme that exceeds [`FAR`] counts as infinite. A word of at most 64 letters never exceeds it. Elsewhere this may refuse too much, and
//! never accepts too much.

use std::collections::VecDeque;

use super::control::{Control, FixedHeight, reversed};
use super::demands::Balances;

/// The largest extreme that counts as finite.
const FAR: i16 = 100;

/// The bounds of a word that is open in one row, in one state. `None` means that there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    most: Bound,
    least: Bound,
    gain: Bound,
    loss: Bound,
}

/// The balance of an open word, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Balance {
    Is(i8),
    /// The word ends well, whatever follows: no continuation loses enough checked letters.
    Ample,
}

impl Balance {
    /// The balance before the first letter of a word.
    pub(crate) const NEW: Balance = Balance::Is(0);

    /// Returns `true` if a finished word may have this balance.
    pub(crate) fn is_good(self, allowed: Balances) -> bool {
        match self {
            Balance::Is(balance) => allowed.contains(balance.into()),
            Balance::Ample => true,
        }
    }

    /// Returns `true` if a finished word may have two parts of these balances.
    pub(crate) fn is_good_with(self, other: Balance, allowed: Balances) -> bool {
        match (self, other) {
            (Balance::Is(one), Balance::Is(other)) => allowed.contains(i16::from(one) + i16::from(other)),
            // Either part is a continuation of the other.
            (Balance::Ample, _) | (_, Balance::Ample) => true,
        }
    }
}

/// The largest value over some paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// No path is known yet.
    Unknown,
    Is(i16),
    Infinite,
}

impl Bound {
    /// Takes one more path into account. Returns `true` if that changes something.
    fn raise(&mut self, value: Bound, step: i16) -> bool {
        let value = match value {
            Bound::Is(value) if value + step > FAR => Bound::Infinite,
            Bound::Is(value) => Bound::Is(value + step),
            other => other,
        };
        let is_more = match (*self, value) {
            (_, Bound::Unknown) | (Bound::Infinite, _) => false,
            (Bound::Is(now), Bound::Is(value)) => value > now,
            _ => true,
        };
        if is_more {
            *self = value;
        }
        is_more
    }

    fn is_infinite(self) -> bool {
        self == Bound::Infinite
    }
}

impl Reach {
    const NEW: Reach =
        Reach { most: Bound::Unknown, least: Bound::Unknown, gain: Bound::Unknown, loss: Bound::Unknown };

    /// Returns `true` if the balances that matter are bounded.
    pub(crate) fn is_finite(self) -> bool {
        let has_any_surplus = self.most.is_infinite() && self.loss.is_infinite();
        let has_any_debt = self.least.is_infinite() && self.gain.is_infinite();
        !has_any_surplus && !has_any_debt
    }

    /// Returns what matters of a balance, or `None` if no word with it can be finished well.
    pub(crate) fn kept(self, balance: i8, balances: Balances) -> Option<Balance> {
        let now = i16::from(balance);
        if let Bound::Is(gain) = self.gain
            && now + gain < i16::from(balances.least)
        {
            return None;
        }
        match (self.loss, balances.most) {
            (Bound::Is(loss), Some(most)) if now - loss > i16::from(most) => None,
            (Bound::Is(loss), None) if now - loss >= i16::from(balances.least) => Some(Balance::Ample),
            _ => Some(Balance::Is(balance)),
        }
    }
}

/// Returns the bounds for each row and state.
pub(crate) fn reaches(strip: &FixedHeight, control: &Control) -> Vec<Vec<Reach>> {
    let before = reversed(&control.steps);
    let checked = control.profiles.iter().map(|profile| FixedHeight::in_down_words(profile.column())).collect();
    let paths = Paths { control, before, checked };
    (0..strip.height).map(|row| paths.of_row(row)).collect()
}

/// The steps of a strip in both directions, and the squares of each state's column that lie in down words.
struct Paths<'a> {
    control: &'a Control,
    before: Vec<Vec<u32>>,
    checked: Vec<u32>,
}

impl Paths<'_> {
    fn length(&self, state: u32, row: usize) -> u8 {
        self.control.profiles[state as usize].rows[row].length
    }

    /// Returns how the last letter of a row changes the balance of its word.
    fn worth(&self, state: u32, row: usize) -> i16 {
        if self.checked[state as usize] >> row & 1 == 1 { 1 } else { -1 }
    }

    fn of_row(&self, row: usize) -> Vec<Reach> {
        let mut reaches = vec![Reach::NEW; self.checked.len()];
        self.come(row, &mut reaches);
        self.go(row, &mut reaches);
        reaches
    }

    /// Finds what the balance can be on the way to each state, from the first letter of its word on.
    fn come(&self, row: usize, reaches: &mut [Reach]) {
        let mut waiting = Waiting::new(reaches.len());
        for (state, reach) in (0..).zip(reaches.iter_mut()).filter(|&(state, _)| self.length(state, row) == 1) {
            let worth = self.worth(state, row);
            (reach.most, reach.least) = (Bound::Is(worth), Bound::Is(-worth));
            waiting.add(state);
        }
        while let Some(from) = waiting.next() {
            let Reach { most, least, .. } = reaches[from as usize];
            for &to in self.control.steps[from as usize].iter().filter(|&&to| self.length(to, row) > 1) {
                let (reach, step) = (&mut reaches[to as usize], self.worth(to, row));
                let more = reach.most.raise(most, step);
                if reach.least.raise(least, -step) || more {
                    waiting.add(to);
                }
            }
        }
    }

    /// Finds what the balance can still gain and lose, back from the ends of words.
    fn go(&self, row: usize, reaches: &mut [Reach]) {
        let mut waiting = Waiting::new(reaches.len());
        for (state, reach) in (0..).zip(reaches.iter_mut()).filter(|&(state, _)| self.length(state, row) > 0) {
            let steps = &self.control.steps[state as usize];
            if self.control.ends[state as usize] || steps.iter().any(|&to| self.length(to, row) == 0) {
                (reach.gain, reach.loss) = (Bound::Is(0), Bound::Is(0));
                waiting.add(state);
            }
        }
        while let Some(to) = waiting.next() {
            if self.length(to, row) == 1 {
                continue;
            }
            let (Reach { gain, loss, .. }, step) = (reaches[to as usize], self.worth(to, row));
            for &from in self.before[to as usize].iter().filter(|&&from| self.length(from, row) > 0) {
                let reach = &mut reaches[from as usize];
                let more = reach.gain.raise(gain, step);
                if reach.loss.raise(loss, -step) || more {
                    waiting.add(from);
                }
            }
        }
    }
}

/// States that are to be looked at, each at most once at a time, the first come first.
struct Waiting {
    queue: VecDeque<u32>,
    is_in: Vec<bool>,
}

impl Waiting {
    fn new(states: usize) -> Waiting {
        Waiting { queue: VecDeque::new(), is_in: vec![false; states] }
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
