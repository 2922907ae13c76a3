//! The options of one line: every way to fill a row or a column that the rules allow, with what it says of each square.
//!
//! A row knows its own across words. Of down words it knows nothing, so it *claims*: for each white square an option says
//! whether the square lies in a down word. With the claims its words' checking patterns are complete and are judged here,
//! once; whether the claims are true is for the columns to say, and the exact cover problem makes both say the same. A
//! column is the same with across and down exchanged. A run of one square is no word, so its square has to be claimed.
//!
//! Options are made by a depth-first walk from one end that keeps to the states its squares may still have and gives up a
//! word as soon as its count of checked letters is out of reach.

use std::ops::ControlFlow;

use super::board::{BLACK, Direction, Line, States};
use gridcheck_core::grid::full_row;
use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// One way to fill a line: bit i of each word is about the line's square i, from the left or from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineOption {
    /// The squares in an across word.
    pub across: u64,
    /// The squares in a down word.
    pub down: u64,
}

impl LineOption {
    /// The squares in each state.
    pub fn squares_by_state(self) -> [u64; 4] {
        let LineOption { across, down } = self;
        [!(across | down), across & !down, down & !across, across & down]
    }

    /// The state of square i.
    pub fn state(self, i: usize) -> usize {
        (self.across >> i & 1 | (self.down >> i & 1) << 1) as usize
    }

    /// The white squares.
    pub fn white(self) -> u64 {
        self.across | self.down
    }
}

/// For each state, the squares of a line that may be in it.
#[derive(Clone, Copy)]
pub struct Allowed([u64; 4]);

impl Allowed {
    /// What `states`, indexed by square number, allow in a line.
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

    /// Whether an option has every square in an allowed state.
    pub fn admits(&self, option: LineOption) -> bool {
        let [black, across, down, both] = option.squares_by_state();
        black & !self.0[0] | across & !self.0[1] | down & !self.0[2] | both & !self.0[3] == 0
    }
}

/// What making options may still cost.
pub struct Budget {
    /// Options that may be made.
    pub options: usize,
    /// Steps that the walk may take.
    pub steps: usize,
}

/// Which part of a budget ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// There are more options.
    Options,
    /// Finding them takes more steps.
    Steps,
}

/// All options of a line, in a fixed order, or which part of the budget does not suffice for them.
pub fn options(line: &Line, rules: &Ruleset, states: &[States], budget: &mut Budget) -> Result<Vec<LineOption>, Spent> {
    let allowed = Allowed::new(line, states);
    let [black, across, down, both] = allowed.0;
    let (own, claimed) = match line.direction {
        Direction::Across => (across, down),
        Direction::Down => (down, across),
    };
    let Ruleset {
        name: _,
        min_word: shortest,
        single_cells,
        checking,
        max_unchecked_run: inside,
        max_unchecked_run_at_ends: at_ends,
        edges,
        connected,
        symmetry: _,
        min_white_per_row,
        max_word: longest,
    } = *rules;
    // With connected grids the edge rule leaves no line all black: whites on both sides of it would be cut off.
    let fewest_white = min_white_per_row.max(usize::from(edges && (line.outer || connected)));
    let mut walk = Walk {
        length: line.squares.len(),
        words: WordRules { shortest, longest, checking, inside, at_ends },
        single_cells,
        palindrome: line.palindrome,
        direction: line.direction,
        fewest_white,
        black,
        own,
        claimed,
        both,
        budget,
        made: Vec::new(),
    };
    match walk.between(0, Filling::default()) {
        ControlFlow::Continue(()) => Ok(walk.made),
        ControlFlow::Break(spent) => Err(spent),
    }
}

/// The squares filled so far: in a word of the line, and claimed by the crossing lines.
#[derive(Clone, Copy, Default)]
struct Filling {
    own: u64,
    claims: u64,
}

/// A word under way.
#[derive(Clone, Copy)]
struct Word {
    length: usize,
    checked: usize,
    /// Unchecked letters since the last checked one, or since the start.
    unchecked_run: usize,
}

/// What the rules ask of a word.
struct WordRules {
    shortest: usize,
    longest: Limit,
    checking: Checking,
    /// The most unchecked letters together, inside a word and at its ends.
    inside: Limit,
    at_ends: Limit,
}

struct Walk<'a> {
    length: usize,
    words: WordRules,
    single_cells: bool,
    palindrome: bool,
    direction: Direction,
    fewest_white: usize,
    /// The squares that may be black, in a word of the line only, in a crossing word only, in both.
    black: u64,
    own: u64,
    claimed: u64,
    both: u64,
    budget: &'a mut Budget,
    made: Vec<LineOption>,
}

impl Walk<'_> {
    /// Fills from square `i`, which begins the line or follows a black square.
    fn between(&mut self, i: usize, filled: Filling) -> ControlFlow<Spent> {
        self.step()?;
        let white = (filled.own | filled.claims).count_ones() as usize;
        if white + self.length.saturating_sub(i) < self.fewest_white {
            return ControlFlow::Continue(());
        }
        if i >= self.length {
            return self.keep(filled);
        }
        if self.may(self.black, i, filled, 0, 0) {
            self.between(i + 1, filled)?;
        }
        if self.single_cells && self.may(self.claimed, i, filled, 0, 1) && self.may_end(i + 1, filled) {
            self.between(i + 2, Filling { claims: filled.claims | 1 << i, ..filled })?;
        }
        self.word(i, filled, Word { length: 0, checked: 0, unchecked_run: 0 })
    }

    /// Goes on with a word whose next letter would be square `i`.
    fn word(&mut self, i: usize, filled: Filling, word: Word) -> ControlFlow<Spent> {
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
        let run_limit =
            if word.checked == 0 { least(self.words.inside, self.words.at_ends) } else { self.words.inside };
        if within(longer.unchecked_run, run_limit) && self.may(self.own, i, filled, 1, 0) {
            self.word(i + 1, Filling { own, ..filled }, longer)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether square `i` may be in the state of which `squares` is the set, and, where the line is its own image, is in
    /// the state of its image filled earlier.
    fn may(&self, squares: u64, i: usize, filled: Filling, own: u64, claim: u64) -> bool {
        let image = self.length - 1 - i;
        squares >> i & 1 == 1
            && (!self.palindrome
                || image >= i
                || (filled.own >> image & 1 == own && filled.claims >> image & 1 == claim))
    }

    /// Whether a run may end before square `i`.
    fn may_end(&self, i: usize, filled: Filling) -> bool {
        i == self.length || self.may(self.black, i, filled, 0, 0)
    }

    /// Whether the word could stop here as far as the word itself is concerned.
    fn is_whole(&self, word: Word) -> bool {
        let Word { length, checked, unchecked_run } = word;
        length >= self.words.shortest
            && within(length, self.words.longest)
            && within(unchecked_run, self.words.at_ends)
            && match self.words.checking {
                Checking::All => checked == length,
                Checking::CeilHalf => checked == length.div_ceil(2),
                Checking::EitherHalf => checked == length.div_ceil(2) || checked == length / 2,
                Checking::AtLeastHalf => 2 * checked >= length,
                Checking::Any => true,
            }
    }

    /// Whether a word could become whole with at least one and at most `room` letters more.
    fn can_grow(&self, word: Word, room: usize) -> bool {
        let longest = match self.words.longest {
            Limit::AtMost(most) => most.min(word.length + room),
            Limit::Unlimited => word.length + room,
        };
        let unchecked = word.length - word.checked;
        longest > word.length
            && longest >= self.words.shortest
            && match self.words.checking {
                Checking::All => unchecked == 0,
                Checking::CeilHalf => unchecked <= longest / 2 && word.checked <= longest.div_ceil(2),
                Checking::EitherHalf => unchecked <= longest.div_ceil(2) && word.checked <= longest.div_ceil(2),
                Checking::AtLeastHalf => unchecked <= longest / 2,
                Checking::Any => true,
            }
    }

    fn keep(&mut self, filled: Filling) -> ControlFlow<Spent> {
        let Filling { own, claims } = filled;
        let Some(left) = self.budget.options.checked_sub(1) else { return ControlFlow::Break(Spent::Options) };
        self.budget.options = left;
        let (across, down) = match self.direction {
            Direction::Across => (own, claims),
            Direction::Down => (claims, own),
        };
        self.made.push(LineOption { across, down });
        ControlFlow::Continue(())
    }

    fn step(&mut self) -> ControlFlow<Spent> {
        match self.budget.steps.checked_sub(1) {
            Some(left) => {
                self.budget.steps = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Spent::Steps),
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

    /// The options as text: `#` black, `o` in a word of this row only, `i` in a down word only, `x` in both.
    fn texts(line: &Line, rules: &Ruleset, states: &[States]) -> Vec<String> {
        let mut budget = PLENTY;
        let options = options(line, rules, states, &mut budget).expect("few options");
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
    fn only_states_that_are_left() {
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
    fn a_budget_is_kept() {
        let british = builtin("british").expect("built in");
        let row = line(Direction::Across, 40, false);
        let mut budget = Budget { options: 10, ..PLENTY };
        assert_eq!(options(&row, &british, &[ANY; 40], &mut budget), Err(Spent::Options));
        let mut budget = Budget { steps: 100, ..PLENTY };
        assert_eq!(options(&row, &british, &[ANY; 40], &mut budget), Err(Spent::Steps));
    }
}
