//! Computes the options of one line: every way to fill a row or a column that the rules allow, with the state of each square.
//!
//! A row determines the across words in it. It does not determine down words, so its options *claim* them: for each white square an option
//! states if the square lies in a down word. With the claims, the checking patterns of its words are complete and are tested here, once.
//! The columns determine if the claims are true, and the exact cover problem makes both agree. A column is treated in the same way, with
//! across and down exchanged. A run of one square is not a word, so its square must be claimed.
//!
//! Options are computed by a depth-first walk from one end. The walk uses only the remaining states of the squares. It rejects a word as
//! soon as its number of checked letters is out of reach.

use super::board::{BLACK, Direction, Line, LineRules, States};
use gridcheck_core::grid::full_row;
use gridcheck_core::rules::{Checking, Limit};

/// One way to fill a line: bit i of each word describes the line's square i, from the left or from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineOption {
    /// The squares in an across word.
    pub across: u64,
    /// The squares in a down word.
    pub down: u64,
}

impl LineOption {
    /// Returns the squares in each state.
    #[inline]
    pub fn squares_by_state(self) -> [u64; 4] {
        let LineOption { across, down } = self;
        [!(across | down), across & !down, down & !across, across & down]
    }

    /// Returns the state of square i.
    #[inline]
    pub fn state(self, i: usize) -> usize {
        (self.across >> i & 1 | (self.down >> i & 1) << 1) as usize
    }

    /// Returns the white squares.
    #[inline]
    pub fn white(self) -> u64 {
        self.across | self.down
    }
}

/// The squares of a line that may be in each state.
#[derive(Clone, Copy)]
pub struct Allowed([u64; 4]);

impl Allowed {
    /// Returns the states of a line's squares; `states` is indexed by square number.
    pub fn new(line: &Line, states: &[States]) -> Self {
        let mut allowed = [0; 4];
        for (i, &position) in line.positions.iter().enumerate() {
            let states = position.turned(states[position.square]);
            for (state, squares) in allowed.iter_mut().enumerate() {
                *squares |= u64::from(states >> state & 1) << i;
            }
        }
        // Bits beyond the line are black in every option.
        allowed[BLACK] |= !full_row(line.positions.len());
        Allowed(allowed)
    }

    /// Returns `true` if an option has every square in an allowed state.
    #[inline]
    pub fn admits(&self, option: LineOption) -> bool {
        let [black, across, down, both] = option.squares_by_state();
        black & !self.0[0] | across & !self.0[1] | down & !self.0[2] | both & !self.0[3] == 0
    }
}

/// Passes all options of a line to `each`, in a fixed order. `states` is indexed by square number. If `with_white`, the line must hold a
/// white square even if the rules do not say so of this line alone.
///
/// At each step of the walk, `each` is called with `None`, so that it can end a long one.
///
/// # Errors
///
/// Returns what `each` breaks with.
pub fn for_each_option<E>(
    line: &Line,
    line_rules: &LineRules,
    states: &[States],
    with_white: bool,
    each: &mut dyn FnMut(Option<LineOption>) -> Result<(), E>,
) -> Result<(), E> {
    let Allowed([black, across, down, both]) = Allowed::new(line, states);
    let (own, claimed) = match line.direction {
        Direction::Across => (across, down),
        Direction::Down => (down, across),
    };
    let with_white = with_white || line_rules.edges && line.outer;
    let fewest_white = line_rules.min_white_per_row.max(usize::from(with_white));
    let mut walk = Walk { line, line_rules, fewest_white, black, own, claimed, both, each };
    walk.between(0, Filling::default())
}

/// The squares filled so far: in a word of the line, and claimed for the crossing lines.
#[derive(Clone, Copy, Default)]
struct Filling {
    own: u64,
    claims: u64,
}

/// A partial word.
#[derive(Clone, Copy)]
struct Word {
    length: usize,
    checked: usize,
    /// Number of unchecked letters since the last checked one, or since the start.
    unchecked_run: usize,
}

struct Walk<'a, E> {
    line: &'a Line,
    line_rules: &'a LineRules,
    fewest_white: usize,
    /// The squares that may be black, in a word of the line only, in a crossing word only, or in both.
    black: u64,
    own: u64,
    claimed: u64,
    both: u64,
    each: &'a mut dyn FnMut(Option<LineOption>) -> Result<(), E>,
}

impl<E> Walk<'_, E> {
    fn length(&self) -> usize {
        self.line.positions.len()
    }

    /// Fills from square `i`, which begins the line or follows a black square.
    fn between(&mut self, i: usize, filled: Filling) -> Result<(), E> {
        (self.each)(None)?;
        let white = filled.own | filled.claims;
        let blacks = (0..i.min(self.length())).rev().take_while(|&square| white >> square & 1 == 0).count();
        let white = white.count_ones() as usize;
        if !within(blacks, self.line_rules.max_black_run) || white + self.length().saturating_sub(i) < self.fewest_white
        {
            return Ok(());
        }
        if i >= self.length() {
            return self.keep(filled);
        }
        if self.may(self.black, i, filled, 0, 0) {
            self.between(i + 1, filled)?;
        }
        let with_single = Filling { claims: filled.claims | 1 << i, ..filled };
        if self.line_rules.single_cells && self.may(self.claimed, i, filled, 0, 1) && self.may_end(i + 1, with_single) {
            self.between(i + 2, with_single)?;
        }
        self.word(i, filled, Word { length: 0, checked: 0, unchecked_run: 0 })
    }

    /// Continues a word whose next letter would be square `i`.
    fn word(&mut self, i: usize, filled: Filling, word: Word) -> Result<(), E> {
        (self.each)(None)?;
        if self.is_whole(word) && self.may_end(i, filled) {
            self.between(i + 1, filled)?;
        }
        if i == self.length() || !self.can_grow(word, self.length() - i) {
            return Ok(());
        }
        let own = filled.own | 1 << i;
        if self.may(self.both, i, filled, 1, 1) {
            let longer = Word { length: word.length + 1, checked: word.checked + 1, unchecked_run: 0 };
            self.word(i + 1, Filling { own, claims: filled.claims | 1 << i }, longer)?;
        }
        let longer = Word { length: word.length + 1, unchecked_run: word.unchecked_run + 1, ..word };
        let run_limit = if word.checked == 0 {
            least(self.line_rules.inside, self.line_rules.at_ends)
        } else {
            self.line_rules.inside
        };
        if within(longer.unchecked_run, run_limit) && self.may(self.own, i, filled, 1, 0) {
            self.word(i + 1, Filling { own, ..filled }, longer)?;
        }
        Ok(())
    }

    /// Returns `true` if position `i` may be in the state whose positions are `squares`. A twin filled earlier must have the same state.
    fn may(&self, squares: u64, i: usize, filled: Filling, own: u64, claim: u64) -> bool {
        let positions = &self.line.positions;
        squares >> i & 1 == 1
            && positions[i].twin.is_none_or(|twin| {
                let twins = (filled.own >> twin & 1, filled.claims >> twin & 1);
                twins == if positions[i].exchanged == positions[twin].exchanged { (own, claim) } else { (claim, own) }
            })
    }

    /// Returns `true` if a run may end before square `i`.
    fn may_end(&self, i: usize, filled: Filling) -> bool {
        i == self.length() || self.may(self.black, i, filled, 0, 0)
    }

    /// Returns `true` if the word may end here by the rules about words.
    fn is_whole(&self, word: Word) -> bool {
        let Word { length, checked, unchecked_run } = word;
        length >= self.line_rules.shortest
            && within(length, self.line_rules.longest)
            && within(unchecked_run, self.line_rules.at_ends)
            && match self.line_rules.checking {
                Checking::All => checked == length,
                Checking::CeilHalf => checked == length.div_ceil(2),
                Checking::EitherHalf => checked == length.div_ceil(2) || checked == length / 2,
                Checking::AtLeastHalf => 2 * checked >= length,
                Checking::Any => true,
                Checking::ByLength(table) => {
                    table.unchecked(length).is_some_and(|range| range.contains(&(length - checked)))
                }
            }
    }

    /// Returns `true` if the word can become complete with at least one and at most `room` more letters.
    fn can_grow(&self, word: Word, room: usize) -> bool {
        let longest = match self.line_rules.longest {
            Limit::AtMost(most) => most.min(word.length + room),
            Limit::Unlimited => word.length + room,
        };
        let unchecked = word.length - word.checked;
        longest > word.length
            && longest >= self.line_rules.shortest
            && match self.line_rules.checking {
                Checking::All => unchecked == 0,
                Checking::CeilHalf => unchecked <= longest / 2 && word.checked <= longest.div_ceil(2),
                Checking::EitherHalf => unchecked <= longest.div_ceil(2) && word.checked <= longest.div_ceil(2),
                Checking::AtLeastHalf => unchecked <= longest / 2,
                Checking::Any => true,
                // A longer word may have more of both.
                Checking::ByLength(table) => (word.length + 1..=longest)
                    .filter_map(|length| table.unchecked(length).map(|range| (length, range)))
                    .any(|(length, range)| unchecked <= *range.end() && word.checked <= length - range.start()),
            }
    }

    fn keep(&mut self, Filling { own, claims }: Filling) -> Result<(), E> {
        let (across, down) = match self.line.direction {
            Direction::Across => (own, claims),
            Direction::Down => (claims, own),
        };
        (self.each)(Some(LineOption { across, down }))
    }
}

fn within(number: usize, limit: Limit) -> bool {
    match limit {
        Limit::AtMost(most) => number <= most,
        Limit::Unlimited => true,
    }
}

fn least(a: Limit, b: Limit) -> Limit {
    match (a, b) {
        (Limit::AtMost(a), Limit::AtMost(b)) => Limit::AtMost(a.min(b)),
        (Limit::AtMost(limit), Limit::Unlimited) | (Limit::Unlimited, Limit::AtMost(limit)) => Limit::AtMost(limit),
        (Limit::Unlimited, Limit::Unlimited) => Limit::Unlimited,
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::cover::board::{ANY, BLACK, Position};
    use gridcheck_core::rules::{Ruleset, builtin};

    fn line(direction: Direction, length: usize, palindrome: bool) -> Line {
        let twin = |i: usize| (palindrome && 2 * i >= length).then(|| length - 1 - i);
        let position = |i: usize| Position {
            square: twin(i).unwrap_or(i),
            exchanged: false,
            twin: twin(i).filter(|&twin| twin < i),
        };
        Line { direction, index: 0, outer: true, positions: (0..length).map(position).collect() }
    }

    /// Returns the options as text: `#` black, `o` in a word of this row only, `i` in a down word only, `x` in both.
    fn texts(line: &Line, rules: &Ruleset, states: &[States]) -> Vec<String> {
        let mut texts = Vec::new();
        let mut each = |option: Option<LineOption>| {
            let text =
                |option: LineOption| (0..line.positions.len()).map(|i| ['#', 'o', 'i', 'x'][option.state(i)]).collect();
            texts.extend(option.map(text));
            Ok::<(), Infallible>(())
        };
        for_each_option(line, &LineRules::of(rules), states, false, &mut each).expect("it cannot fail");
        texts.sort();
        texts
    }

    #[test]
    fn a_row_of_three() {
        let british = builtin("british").expect("built in");
        let row = line(Direction::Across, 3, false);
        assert_eq!(texts(&row, &british, &[ANY; 3]), ["##i", "#i#", "i##", "i#i", "oxx", "xox", "xxo"]);
        let middle = line(Direction::Across, 3, true);
        assert_eq!(texts(&middle, &british, &[ANY; 3]), ["#i#", "i#i", "xox"]);
        let american = builtin("american").expect("built in");
        assert_eq!(texts(&row, &american, &[ANY; 3]), ["xxx"]);
        let full = Ruleset { min_white_per_row: 3, ..british.clone() };
        assert_eq!(texts(&row, &full, &[ANY; 3]), ["oxx", "xox", "xxo"]);
        let short = Ruleset { max_word: Limit::AtMost(3), ..british };
        let row_of_four = line(Direction::Across, 4, false);
        assert_eq!(texts(&row_of_four, &short, &[ANY; 4]).iter().filter(|text| !text.contains('#')).count(), 0);
        assert!(texts(&row_of_four, &short, &[ANY; 4]).contains(&"#oxx".to_owned()));
    }

    #[test]
    fn a_column_exchanges_across_and_down() {
        let british = builtin("british").expect("built in");
        let column = line(Direction::Down, 3, false);
        assert_eq!(texts(&column, &british, &[ANY; 3]), ["##o", "#o#", "ixx", "o##", "o#o", "xix", "xxi"]);
    }

    #[test]
    fn options_use_only_the_remaining_states() {
        let british = builtin("british").expect("built in");
        let row = line(Direction::Across, 4, false);
        let black: States = 1 << BLACK;
        assert_eq!(
            texts(&row, &british, &[ANY, ANY, ANY, black]),
            ["##i#", "#i##", "i###", "i#i#", "oxx#", "xox#", "xxo#"]
        );
        assert_eq!(
            texts(&row, &british, &[ANY & !black, ANY & !black, ANY, ANY & !black]),
            ["oxox", "oxxo", "xoox", "xoxo"]
        );
        assert!(texts(&row, &british, &[ANY, 0, ANY, ANY]).is_empty());
    }

    #[test]
    fn a_square_that_a_line_has_twice_has_one_state() {
        let loose = Ruleset { min_word: 2, checking: Checking::AtLeastHalf, ..builtin("british").expect("built in") };
        let middle = line(Direction::Across, 4, true);
        assert_eq!(texts(&middle, &loose, &[ANY; 4]), ["#xx#", "i##i", "oxxo", "xoox", "xxxx"]);
        let mut turned = line(Direction::Across, 2, true);
        turned.positions[1].exchanged = true;
        assert_eq!(texts(&turned, &loose, &[ANY; 2]), ["xx"]);
    }

    #[test]
    fn the_caller_can_end_the_walk() {
        let british = LineRules::of(&builtin("british").expect("built in"));
        let row = line(Direction::Across, 40, false);
        let mut steps = 0;
        let mut each = |_| {
            steps += 1;
            if steps < 100 { Ok(()) } else { Err("enough") }
        };
        assert_eq!(for_each_option(&row, &british, &[ANY; 40], false, &mut each), Err("enough"));
        assert_eq!(steps, 100);
    }
}
