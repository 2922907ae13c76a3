//! The words of a row or a column: their lengths and their unchecked letters.
//!
//! The unchecked letters of a word are counted along the line, from the last bar: "at least t unchecked letters in this run so far" is a
//! variable for each square and each t that some word needs. At each place where a word can end, clauses for each length compare it.

use std::ops::RangeInclusive;

use gridcheck_core::rules::{Checking, Limit};

use super::Cnf;
use super::edges::BarredLine;
use super::letters::Letters;
use super::value::{Value, require_one};

/// The rules on words.
pub(super) struct WordLimits {
    /// Minimum number of letters.
    pub shortest: usize,
    /// Maximum number of letters.
    pub longest: Limit,
    /// The required number of checked letters.
    pub checking: Checking,
    /// Maximum number of adjacent unchecked letters inside.
    pub inside: Limit,
    /// Maximum number of adjacent unchecked letters at the start and at the end.
    pub at_ends: Limit,
}

/// A word of a line, from its first to its last square.
pub(super) fn word(line: &BarredLine, first: usize, last: usize) -> Vec<Value> {
    let joined = line.bars[first..last].iter().map(|&bar| Value::If(-bar));
    let ends = [first.checked_sub(1), Some(last)].map(|edge| edge.and_then(|edge| line.bars.get(edge).copied()));
    joined.chain(ends.map(Value::closed)).collect()
}

/// Adds the clauses of one line.
pub(super) fn encode(cnf: &mut Cnf, line: &BarredLine, letters: &Letters<'_>, limits: &WordLimits) {
    let n = line.squares.len();
    let unchecked: Vec<Value> = line.squares.iter().map(|&square| letters.checked(square).negated()).collect();
    let longest = match limits.longest {
        Limit::AtMost(most) => most.min(n),
        Limit::Unlimited => n,
    };
    // Of one more adjacent squares than a word may have, two have a bar between them. A run of two is a word.
    for bars in line.bars.windows(longest.max(1)) {
        require_one(cnf, &bars.iter().map(|&bar| Value::If(bar)).collect::<Vec<_>>());
    }
    let ranges: Vec<Option<RangeInclusive<usize>>> =
        (0..=longest).map(|length| allowed_unchecked(limits, length)).collect();
    let counts = unchecked_so_far(cnf, line, &unchecked, needed_count(&ranges));
    for (last, counts) in counts.iter().enumerate() {
        let at_least = |t: usize| if t == 0 { Value::True } else { entry(counts, t) };
        for (length, range) in ranges.iter().enumerate().take(last + 2).skip(2) {
            let no_word: Vec<Value> = word(line, last + 1 - length, last).into_iter().map(Value::negated).collect();
            let Some(range) = range else {
                require_one(cnf, &no_word);
                continue;
            };
            require_one(cnf, &[&no_word[..], &[at_least(*range.start())]].concat());
            if *range.end() < length {
                require_one(cnf, &[&no_word[..], &[at_least(range.end() + 1).negated()]].concat());
            }
        }
    }
    add_windows(cnf, line, &unchecked, limits);
}

/// Returns "at least t", for t from 1; false where there is no entry.
fn entry(counts: &[Value], t: usize) -> Value {
    counts.get(t - 1).copied().unwrap_or(Value::False)
}

/// Returns the allowed numbers of unchecked letters of a word; `None` if no word has this length.
fn allowed_unchecked(limits: &WordLimits, length: usize) -> Option<RangeInclusive<usize>> {
    if length < limits.shortest {
        return None;
    }
    match limits.checking {
        Checking::All => Some(0..=0),
        Checking::CeilHalf => Some(length / 2..=length / 2),
        Checking::EitherHalf => Some(length / 2..=length.div_ceil(2)),
        Checking::AtLeastHalf => Some(0..=length / 2),
        Checking::Any => Some(0..=length),
        Checking::ByLength(table) => table.unchecked(length),
    }
}

/// Returns the greatest number of unchecked letters with which a word of some length is compared. The lengths are the indices.
fn needed_count(ranges: &[Option<RangeInclusive<usize>>]) -> usize {
    let needed = |(length, range): (usize, &Option<RangeInclusive<usize>>)| {
        let range = range.as_ref()?;
        let beyond = Some(range.end() + 1).filter(|&beyond| beyond <= length);
        beyond.max(Some(*range.start()))
    };
    ranges.iter().enumerate().filter_map(needed).max().unwrap_or(0)
}

/// Defines for each square "at least t unchecked letters in the run up to this square", for t from 1 to `cap`. There is no entry where t
/// exceeds the squares of the line so far.
fn unchecked_so_far(cnf: &mut Cnf, line: &BarredLine, unchecked: &[Value], cap: usize) -> Vec<Vec<Value>> {
    let mut counts: Vec<Vec<Value>> = Vec::with_capacity(unchecked.len());
    for (i, &is_unchecked) in unchecked.iter().enumerate() {
        // The counts of the same run before this square.
        let before: Vec<Value> = match i.checked_sub(1) {
            None => Vec::new(),
            Some(previous) => {
                let open = Value::If(-line.bars[previous]);
                counts[previous].iter().map(|&count| Value::all_of(cnf, &[open, count])).collect()
            }
        };
        let at_least = |t: usize| if t == 0 { Value::True } else { entry(&before, t) };
        let count = |t: usize| {
            let with_this = Value::all_of(cnf, &[is_unchecked, at_least(t - 1)]);
            Value::one_of(cnf, &[at_least(t), with_this])
        };
        counts.push((1..=cap.min(i + 1)).map(count).collect());
    }
    counts
}

/// Adds a clause for each window of one unchecked letter too many, inside a word or at its ends.
fn add_windows(cnf: &mut Cnf, line: &BarredLine, unchecked: &[Value], limits: &WordLimits) {
    let n = unchecked.len();
    // One of these is true unless the squares are adjacent letters of one run, all unchecked.
    let window = |start: usize, letters: usize| -> Vec<Value> {
        let bars = line.bars[start..start + letters - 1].iter().map(|&bar| Value::If(bar));
        bars.chain(unchecked[start..start + letters].iter().map(|letter| letter.negated())).collect()
    };
    if let Limit::AtMost(most @ 1..) = limits.inside {
        for start in 0..n.saturating_sub(most) {
            require_one(cnf, &window(start, most + 1));
        }
    }
    if let Limit::AtMost(most) = limits.at_ends {
        let open = |edge: usize| line.bars.get(edge).copied();
        for start in 0..n.saturating_sub(most) {
            let end = start + most;
            let (before, after) = (start.checked_sub(1).and_then(open), open(end));
            // A run of one square is not a word, so the word goes on.
            let goes_on = |edge: Option<i32>| if most == 0 { Value::closed(edge) } else { Value::False };
            let window = window(start, most + 1);
            require_one(cnf, &[&window[..], &[Value::open(before), goes_on(after)]].concat());
            require_one(cnf, &[&window[..], &[Value::open(after), goes_on(before)]].concat());
        }
    }
}
