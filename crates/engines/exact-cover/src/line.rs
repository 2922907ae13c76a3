//! Computes the options of one line: every way to fill a row or a column that the rules allow, with the state of each square.
//!
//! A row determines its own across words. It does not determine down words, so its options *claim* them: for each white square an option
//! states if the square lies in a down word. With the claims, the checking patterns of its words are complete and are tested here, once.
//! The columns determine if the claims are true, and the exact cover problem makes both agree. A column is treated in the same way, with
//! across and down exchanged. A run of one square is no word, so its square must be claimed.
//!
//! Options are computed by a depth-first walk from one end. The walk uses only the remaining states of the squares. It rejects a word as
//! soon as its number of checked letters is out of reach.

use std::ops::ControlFlow;

use super::board::{BLACK, Direction, Line, States};
use gridcheck_core::grid::full_row;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset};

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
    pub fn squares_by_state(self) -> [u64; 4] {
        let LineOption { across, down } = self;
        [!(across | down), across & !down, down & !across, across & down]
    }

    /// Returns the state of square i.
    pub fn state(self, i: usize) -> usize {
        (self.across >> i & 1 | (self.down >> i & 1) << 1) as usize
    }

    /// Returns the white squares.
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
        for (i, &square) in line.squares.iter().enumerate() {
            for (state, squares) in allowed.iter_mut().enumerate() {
                *squares |= u64::from(states[square] >> state & 1) << i;
            }
        }
        // Bits beyond the line are black in every option.
        allowed[BLACK] |= !full_row(line.squares.len());
        Allowed(allowed)
    }

    /// Returns `true` if an option has every square in an allowed state.
    pub fn admits(&self, option: LineOption) -> bool {
        let [black, across, down, both] = option.squares_by_state();
        black & !self.0[0] | across & !self.0[1] | down & !self.0[2] | both & !self.0[3] == 0
    }
}

/// The remaining budget for the computation of options.
pub struct Budget {
    /// Number of options that may be computed.
    pub options: usize,
    /// Number of steps that the walk may take.
    pub steps: usize,
}

/// The exhausted part of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exhausted {
    /// The number of options exceeds the budget.
    Options,
    /// The number of steps exceeds the budget.
    Steps,
}

/// The rules about words and lines, in this engine's form.
pub struct LineRules {
    shortest: usize,
    longest: Limit,
    /// `true` if a run of one square may occur.
    pub single_cells: bool,
    checking: Checking,
    /// Maximum number of adjacent unchecked letters, inside a word and at its ends.
    inside: Limit,
    at_ends: Limit,
    edges: bool,
    /// `true` if the white squares must form one region.
    pub connected: bool,
    min_white_per_row: usize,
    max_black_run: Limit,
}

impl LineRules {
    /// Reads the rules, except the symmetry: one line shows it only if the half turn maps the line to itself.
    pub fn of(rules: &Ruleset) -> Self {
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word: longest,
        } = rules.on_words();
        let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry: _ } = rules.on_grid();
        LineRules {
            shortest,
            longest,
            single_cells,
            checking,
            inside,
            at_ends,
            edges,
            connected,
            min_white_per_row,
            max_black_run,
        }
    }
}

/// Returns all options of a line, in a fixed order.
///
/// # Errors
///
/// Returns the part of the budget that the options exceed.
pub fn options(
    line: &Line,
    line_rules: &LineRules,
    states: &[States],
    budget: &mut Budget,
) -> Result<Vec<LineOption>, Exhausted> {
    let allowed = Allowed::new(line, states);
    let [black, across, down, both] = allowed.0;
    let (own, claimed) = match line.direction {
        Direction::Across => (across, down),
        Direction::Down => (down, across),
    };
    // For connected grids the edge rule leaves no line all black: white squares on both sides of it would be separated.
    let with_white = line_rules.edges && (line.outer || line_rules.connected);
    let mut walk = Walk {
        length: line.squares.len(),
        line_rules,
        palindrome: line.palindrome,
        direction: line.direction,
        fewest_white: line_rules.min_white_per_row.max(usize::from(with_white)),
        black,
        own,
        claimed,
        both,
        budget,
        made: Vec::new(),
    };
    match walk.between(0, Filling::default()) {
        ControlFlow::Continue(()) => Ok(walk.made),
        ControlFlow::Break(exhausted) => Err(exhausted),
    }
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

struct Walk<'a> {
    length: usize,
    line_rules: &'a LineRules,
    palindrome: bool,
    direction: Direction,
    fewest_white: usize,
    /// The squares that may be black, in a word of the line only, in a crossing word only, or in both.
    black: u64,
    own: u64,
    claimed: u64,
    both: u64,
    budget: &'a mut Budget,
    made: Vec<LineOption>,
}

impl Walk<'_> {
    /// Fills from square `i`, which begins the line or follows a black square.
    fn between(&mut self, i: usize, filled: Filling) -> ControlFlow<Exhausted> {
        self.step()?;
        let white = filled.own | filled.claims;
        let blacks = (0..i.min(self.length)).rev().take_while(|&square| white >> square & 1 == 0).count();
        let white = white.count_ones() as usize;
        if !within(blacks, self.line_rules.max_black_run) || white + self.length.saturating_sub(i) < self.fewest_white {
            return ControlFlow::Continue(());
        }
        if i >= self.length {
            return self.keep(filled);
        }
        if self.may(self.black, i, filled, 0, 0) {
            self.between(i + 1, filled)?;
        }
        if self.line_rules.single_cells && self.may(self.claimed, i, filled, 0, 1) && self.may_end(i + 1, filled) {
            self.between(i + 2, Filling { claims: filled.claims | 1 << i, ..filled })?;
        }
        self.word(i, filled, Word { length: 0, checked: 0, unchecked_run: 0 })
    }

    /// Continues a word whose next letter would be square `i`.
    fn word(&mut self, i: usize, filled: Filling, word: Word) -> ControlFlow<Exhausted> {
        self.step()?;
        if self.is_whole(word) && self.may_end(i, filled) {
            self.between(i + 1, filled)?;
        }
        if i == self.length || !self.can_grow(word, self.length - i) {
            return ControlFlow::Continue(());
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
        ControlFlow::Continue(())
    }

    /// Returns `true` if square `i` may be in the state whose squares are `squares`. If the line is its own image, the square must also
    /// match its image filled earlier.
    fn may(&self, squares: u64, i: usize, filled: Filling, own: u64, claim: u64) -> bool {
        let image = self.length - 1 - i;
        squares >> i & 1 == 1
            && (!self.palindrome
                || image >= i
                || (filled.own >> image & 1 == own && filled.claims >> image & 1 == claim))
    }

    /// Returns `true` if a run may end before square `i`.
    fn may_end(&self, i: usize, filled: Filling) -> bool {
        i == self.length || self.may(self.black, i, filled, 0, 0)
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
            }
    }

    fn keep(&mut self, filled: Filling) -> ControlFlow<Exhausted> {
        let Filling { own, claims } = filled;
        let Some(left) = self.budget.options.checked_sub(1) else { return ControlFlow::Break(Exhausted::Options) };
        self.budget.options = left;
        let (across, down) = match self.direction {
            Direction::Across => (own, claims),
            Direction::Down => (claims, own),
        };
        self.made.push(LineOption { across, down });
        ControlFlow::Continue(())
    }

    fn step(&mut self) -> ControlFlow<Exhausted> {
        match self.budget.steps.checked_sub(1) {
            Some(left) => {
                self.budget.steps = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Exhausted::Steps),
        }
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
    use super::*;
    use crate::board::{ANY, BLACK};
    use gridcheck_core::rules::builtin;

    const PLENTY: Budget = Budget { options: 1000, steps: 10_000 };

    fn line(direction: Direction, length: usize, palindrome: bool) -> Line {
        Line { direction, outer: true, squares: (0..length).collect(), palindrome }
    }

    /// Returns the options as text: `#` black, `o` in a word of this row only, `i` in a down word only, `x` in both.
    fn texts(line: &Line, rules: &Ruleset, states: &[States]) -> Vec<String> {
        let mut budget = PLENTY;
        let options = options(line, &LineRules::of(rules), states, &mut budget).expect("few options");
        let mut texts: Vec<String> = options
            .iter()
            .map(|option| (0..line.squares.len()).map(|i| ['#', 'o', 'i', 'x'][option.state(i)]).collect())
            .collect();
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
    fn stops_at_the_budget_of_options_or_steps() {
        let british = LineRules::of(&builtin("british").expect("built in"));
        let row = line(Direction::Across, 40, false);
        let mut budget = Budget { options: 10, ..PLENTY };
        assert_eq!(options(&row, &british, &[ANY; 40], &mut budget), Err(Exhausted::Options));
        let mut budget = Budget { steps: 100, ..PLENTY };
        assert_eq!(options(&row, &british, &[ANY; 40], &mut budget), Err(Exhausted::Steps));
    }
}
