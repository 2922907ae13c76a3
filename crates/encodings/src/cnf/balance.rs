//! The number of checked letters of a word, as a balance along the line.
//!
//! If the number depends on the word's length in another way, further clauses are added for each place of a word.
//!
//! The balance after a square is the number of checked letters minus the number of unchecked letters of the run so far. After a black
//! square it is 0. If half of a word's letters, rounded up, are checked, the balance at its end is 0 or 1. The other rules are similar: the
//! required last balance does not depend on the length of the word. The balance is in order encoding (Crawford and Baker 1994): a variable
//! for each "at least t". The colours determine these variables step by step from the line's first square.
//!
//! Some values leave too few squares, or exceed the limits on unchecked runs, so that no word can end with the required balance. They get
//! no variable. A run of one square is crossed and counts as one checked letter, which every rule of [`Checking`] allows.

use super::Cnf;
use super::lines::EncodedLine;
use super::requirements::WordLimits;
use gridcheck_core::rules::{Checking, Limit, UncheckedTable};

/// The possible values of a balance: at least `lowest`, with one variable for each value above it.
struct Balance {
    lowest: i32,
    above: Vec<i32>,
}

/// The statement "the balance is at least t": a constant or a variable.
enum AtLeast {
    Always,
    Never,
    If(i32),
}

impl Balance {
    fn at_least(&self, t: i32) -> AtLeast {
        if t <= self.lowest {
            return AtLeast::Always;
        }
        self.above.get((t - self.lowest - 1) as usize).map_or(AtLeast::Never, |&variable| AtLeast::If(variable))
    }

    fn highest(&self) -> i32 {
        self.lowest + self.above.len() as i32
    }
}

/// Adds the clauses of one line.
pub(super) fn encode(cnf: &mut Cnf, line: &EncodedLine, checking: Checking, words: &WordLimits) {
    let n = line.squares.len();
    let (low, high) = match checking {
        Checking::CeilHalf => (0, 1),
        Checking::EitherHalf => (-1, 1),
        Checking::AtLeastHalf => (0, n as i32),
        // The clauses of each word are added below.
        Checking::ByLength(_) => (-(n as i32), n as i32),
        Checking::All | Checking::Any => return,
    };
    let least = least_balances(words, n);
    let mut before = Balance { lowest: 0, above: Vec::new() };
    for (i, &white) in line.squares.iter().enumerate() {
        let to_come = n - 1 - i;
        // The remaining squares change the balance by at most their number. Read backwards, they also have a least balance.
        let lowest = least[i + 1].max(low - to_come as i32).min(0);
        let highest = (i as i32 + 1).min(high - least[to_come]).max(0);
        let after = Balance { lowest, above: (lowest..highest).map(|_| cnf.fresh()).collect() };
        let crossed = cnf.either(&line.neighbours[i]);
        for pair in after.above.windows(2) {
            cnf.clause(&[-pair[1], pair[0]]);
        }
        for t in before.lowest..=before.highest() + 1 {
            let (was, is) = (|| before.at_least(t), |t| after.at_least(t));
            // A checked letter adds one, an unchecked letter subtracts one.
            clause(cnf, &[-white, -crossed], &[was()], &[is(t + 1)]);
            clause(cnf, &[-white], &[was()], &[is(t - 1)]);
            clause(cnf, &[-white, crossed], &[is(t - 1)], &[was()]);
            clause(cnf, &[-white], &[is(t + 1)], &[was()]);
        }
        // After a black square the balance is 0. Before it a word has ended.
        clause(cnf, &[white], &[], &[after.at_least(0)]);
        clause(cnf, &[white], &[after.at_least(1)], &[]);
        clause(cnf, &[white], &[], &[before.at_least(low)]);
        clause(cnf, &[white], &[before.at_least(high + 1)], &[]);
        if let Checking::ByLength(table) = checking {
            encode_by_length(cnf, line, &table, (i, &after));
        }
        before = after;
    }
    clause(cnf, &[], &[], &[before.at_least(low)]);
    clause(cnf, &[], &[before.at_least(high + 1)], &[]);
}

/// Adds the clauses of the words whose last letter is square `last`, with the balance after it.
fn encode_by_length(cnf: &mut Cnf, line: &EncodedLine, table: &UncheckedTable, (last, after): (usize, &Balance)) {
    for first in 0..last {
        // One of these literals is true unless there is a word from `first` to `last`.
        let whites = line.squares[first..=last].iter().map(|&white| -white);
        let ends = [first.checked_sub(1), Some(last + 1)].into_iter().flatten();
        let no_word: Vec<i32> = whites.chain(ends.filter_map(|end| line.squares.get(end).copied())).collect();
        let length = last + 1 - first;
        let Some(unchecked) = table.unchecked(length) else {
            cnf.clause(&no_word);
            continue;
        };
        let balance = |unchecked: &usize| length as i32 - 2 * *unchecked as i32;
        clause(cnf, &no_word, &[], &[after.at_least(balance(unchecked.end()))]);
        clause(cnf, &no_word, &[after.at_least(balance(unchecked.start()) + 1)], &[]);
    }
}

/// Adds the clause "one of `literals`, or not all of `if_all`, or one of `then_one`", unless it is always true.
fn clause(cnf: &mut Cnf, literals: &[i32], if_all: &[AtLeast], then_one: &[AtLeast]) {
    let mut clause = literals.to_vec();
    for premise in if_all {
        match premise {
            AtLeast::Always => {}
            AtLeast::Never => return,
            AtLeast::If(variable) => clause.push(-variable),
        }
    }
    for conclusion in then_one {
        match conclusion {
            AtLeast::Always => return,
            AtLeast::Never => {}
            AtLeast::If(variable) => clause.push(*variable),
        }
    }
    cnf.clause(&clause);
}

/// Returns a list whose entry k is the least balance of a word's first k letters or fewer. By symmetry it also holds for its last letters.
///
/// The minimum is reached by the longest unchecked run at the end, followed by one checked letter and the longest inner unchecked run,
/// repeatedly.
fn least_balances(words: &WordLimits, longest: usize) -> Vec<i32> {
    let most = |limit| match limit {
        Limit::AtMost(most) => most,
        Limit::Unlimited => longest,
    };
    let inner = most(words.inside);
    let end = most(words.at_ends).min(inner);
    let unchecked = std::iter::repeat_n(-1, end);
    let rest = std::iter::repeat_with(|| std::iter::once(1).chain(std::iter::repeat_n(-1, inner))).flatten();
    let steps = unchecked.chain(rest).take(longest);
    let balances = steps.scan(0, |balance, step| {
        *balance += step;
        Some(*balance)
    });
    let least = balances.scan(0, |least: &mut i32, balance| {
        *least = balance.min(*least);
        Some(*least)
    });
    std::iter::once(0).chain(least).collect()
}
