//! Tests all words of a grid at once, to find out if one of them must be judged singly.
//!
//! Judging thirty words one by one takes a few hundred nanoseconds, mostly lost to unpredictable branches. A valid grid, the common case,
//! passes this test without a branch:
//! - A word is too short if it starts where no window of `min_word` word squares does. It is too long if a window of one more than
//!   `max_word` begins there.
//! - An unchecked run is too long where a window of one more than allowed begins, anywhere in a word. At the ends, the window begins on its
//!   first letter or ends on its last.
//! - The checked letters are counted for all columns together, row by row downwards, and likewise for all rows. The count is the *balance*
//!   of a word, checked less unchecked letters. Of k letters, exactly ⌈k/2⌉ are checked when it is 0 or 1, and ⌊k/2⌋ when it is 0 or -1. At
//!   least half are checked when it is not negative. The counters lie across bit planes, in two's complement: bit c of plane p is bit p of
//!   column c's balance (vertical counters, Warren 2013, *Hacker's Delight*, ch. 5).
//!
//! Invariant of the planes: after a line, every place that lies in no word along the count has balance 0.

use super::lines::{Lines, windows};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::rules::{Checking, Limit};

/// The rules about single words.
#[derive(Debug, Clone)]
pub(super) struct WordRules {
    pub min_word: usize,
    /// [`MAX_SIZE`] stands for no limit.
    pub max_word: usize,
    pub checking: Checking,
    /// The most adjacent unchecked letters, anywhere and at an end; [`MAX_SIZE`] stands for no limit.
    pub unchecked_run: usize,
    pub unchecked_run_at_ends: usize,
}

/// Returns a limit as a number; [`MAX_SIZE`] stands for none.
pub(super) fn most(limit: Limit) -> usize {
    match limit {
        Limit::AtMost(most) => most.min(MAX_SIZE),
        Limit::Unlimited => MAX_SIZE,
    }
}

impl WordRules {
    /// Returns `true` if some word of the grid breaks a rule.
    pub fn has_violation<const N: usize>(&self, across: &Lines<N>, down: &Lines<N>) -> bool {
        let badly_checked = match self.checking {
            Checking::Any => false,
            Checking::All => has_unchecked(across) || has_unchecked(down),
            Checking::CeilHalf | Checking::EitherHalf | Checking::AtLeastHalf => self.unbalanced(across, down),
        };
        badly_checked || self.wrong_length_or_run(across) || self.wrong_length_or_run(down)
    }

    /// Returns `true` if some word along these lines is too short or too long, or has too long an unchecked run.
    fn wrong_length_or_run<const N: usize>(&self, lines: &Lines<N>) -> bool {
        let unchecked: [u64; N] = std::array::from_fn(|i| lines.word[i] & !lines.cross[i]);
        let long_enough = windows(&lines.word, self.min_word);
        let too_long = windows(&lines.word, self.max_word + 1);
        let anywhere = windows(&unchecked, self.unchecked_run + 1);
        let at_ends = windows(&unchecked, self.unchecked_run_at_ends + 1);
        let found = (0..N).fold(0, |found, i| {
            let word = lines.word[i];
            let starts = word & !(word << 1);
            let ends = word & !(word >> 1);
            // A window ends `unchecked_run_at_ends` places after it begins. From 64 on there is none.
            let ending = at_ends[i] << (self.unchecked_run_at_ends % MAX_SIZE);
            found | starts & !long_enough[i] | too_long[i] | anywhere[i] | at_ends[i] & starts | ending & ends
        });
        found != 0
    }

    /// Returns `true` if some word has the wrong balance.
    fn unbalanced<const N: usize>(&self, across: &Lines<N>, down: &Lines<N>) -> bool {
        // The rows count the down words and the columns the across words. Up to 32 lines, one 64-bit integer holds both.
        if N <= 32 {
            let both = |a: &[u64; N], b: &[u64; N], i: usize| a[i] | b[i] << 32;
            self.unbalanced_along(
                &std::array::from_fn::<u64, N, _>(|i| both(&across.word, &down.word, i)),
                &std::array::from_fn(|i| both(&across.cross, &down.cross, i)),
            )
        } else {
            self.unbalanced_along(&across.word, &across.cross) || self.unbalanced_along(&down.word, &down.cross)
        }
    }

    /// Counts from line to line: the squares of `cross` are the letters of the words, checked if they are in `word` too.
    fn unbalanced_along<const N: usize>(&self, word: &[u64; N], cross: &[u64; N]) -> bool {
        let mut balance = [0; planes(MAX_SIZE)];
        let balance = &mut balance[..planes(N)];
        let mut wrong = 0;
        for i in 0..=N {
            // Past the last line there are only ends of words.
            let (word, letters) = if i < N { (word[i], cross[i]) } else { (0, 0) };
            wrong |= self.wrong_balance(balance) & !letters;
            let checked = letters & word;
            let mut flip = letters;
            for plane in &mut *balance {
                // Adding 1 carries past a 1, subtracting 1 borrows past a 0.
                let before = *plane & letters;
                *plane = before ^ flip;
                flip &= !(before ^ checked);
            }
        }
        wrong != 0
    }

    /// Returns the places whose balance the rule does not allow.
    fn wrong_balance(&self, balance: &[u64]) -> u64 {
        let sign = balance[balance.len() - 1];
        // Combine the bits above the lowest: all are 0 in 0 and 1, and all are 1 in -1 and -2.
        let (mut some, mut all) = (0, u64::MAX);
        for plane in &balance[1..] {
            some |= plane;
            all &= plane;
        }
        match self.checking {
            Checking::CeilHalf => some,
            Checking::EitherHalf => some & !(all & balance[0]),
            _ => sign,
        }
    }
}

/// Returns the number of bits of a balance of -n to n.
const fn planes(n: usize) -> usize {
    n.ilog2() as usize + 2
}

fn has_unchecked<const N: usize>(lines: &Lines<N>) -> bool {
    (0..N).fold(0, |found, i| found | lines.word[i] & !lines.cross[i]) != 0
}

#[cfg(test)]
mod tests {
    use super::super::lines::both_directions;
    use super::super::place::Direction;
    use super::super::{FirstViolation, Validator};
    use super::*;
    use gridcheck_core::grid::Grid;
    use gridcheck_core::rng::SeededRng;
    use gridcheck_core::rules::Ruleset;

    /// Returns a lattice with some squares changed, so that some grids have no wrong word.
    fn any_grid(rng: &mut SeededRng, most: usize) -> Grid {
        let (height, width) = (1 + rng.below(most), 1 + rng.below(most));
        let one_in = [4, 20, 100, 1000][rng.below(4)];
        let rows: Vec<u64> = (0..height)
            .map(|r| {
                let white =
                    |c: usize, rng: &mut SeededRng| (r % 2 == 0 || c.is_multiple_of(2)) != (rng.below(one_in) == 0);
                (0..width).fold(0, |row, c| row | u64::from(white(c, rng)) << c)
            })
            .collect();
        Grid::from_rows(width, &rows).expect("a fair grid")
    }

    fn any_rules(rng: &mut SeededRng) -> WordRules {
        let mut most = |smallest: usize| if rng.below(2) == 0 { MAX_SIZE } else { smallest + rng.below(5) };
        let (max_word, unchecked_run, unchecked_run_at_ends) = (most(7), most(0), most(0));
        let min_word = 2 + rng.below(3);
        let checking = Checking::ALL[rng.below(Checking::ALL.len())];
        WordRules { min_word, max_word, checking, unchecked_run, unchecked_run_at_ends }
    }

    fn suspects_what_is_wrong<const N: usize>(seed: u64, cases: usize) {
        let mut rng = SeededRng::new(seed);
        let mut wrong = 0;
        for _ in 0..cases {
            let (grid, words) = (any_grid(&mut rng, N), any_rules(&mut rng));
            let validator = Validator { words, ..Validator::new(&Ruleset::lax()) };
            let (across, down) = both_directions::<N>(&grid);
            let by_word = |direction, lines| validator.judge_words(direction, lines, &mut FirstViolation).is_break();
            let expected = by_word(Direction::Across, &across) || by_word(Direction::Down, &down);
            assert_eq!(validator.words.has_violation(&across, &down), expected, "{:?}\n{grid}", validator.words);
            wrong += usize::from(expected);
        }
        assert!((cases / 20..cases - cases / 20).contains(&wrong), "{wrong} of {cases} are wrong");
    }

    /// Requires an exact test. A valid grid that is judged twice would show only in the running time.
    #[test]
    fn a_word_is_suspected_exactly_when_one_is_wrong() {
        suspects_what_is_wrong::<8>(1, 4000);
        suspects_what_is_wrong::<16>(2, 1000);
        suspects_what_is_wrong::<32>(3, 400);
        suspects_what_is_wrong::<64>(4, 200);
    }

    /// Breaks the balance of a word in one line of a large lattice. The words that cross it stay balanced.
    #[test]
    fn a_wrong_word_is_suspected_in_any_line() {
        let words = WordRules {
            min_word: 2,
            max_word: MAX_SIZE,
            checking: Checking::CeilHalf,
            unchecked_run: MAX_SIZE,
            unchecked_run_at_ends: MAX_SIZE,
        };
        let is_suspected = |is_white: &dyn Fn(usize, usize) -> bool| {
            let row = |r| (0..63).fold(0, |row, c| row | u64::from(is_white(r, c)) << c);
            let grid = Grid::from_rows(63, &(0..63).map(row).collect::<Vec<u64>>()).expect("a fair grid");
            let (across, down) = both_directions::<64>(&grid);
            words.has_violation(&across, &down)
        };
        assert!(!is_suspected(&|r, c| r % 2 == 0 || c % 2 == 0));
        for line in (2..61).step_by(2) {
            let is_white =
                |r: usize, c: usize| (r.is_multiple_of(2) || c.is_multiple_of(2)) && (c != 20 || r.abs_diff(line) != 1);
            assert!(is_suspected(&is_white), "row {line}");
            assert!(is_suspected(&|r, c| is_white(c, r)), "column {line}");
        }
    }
}
