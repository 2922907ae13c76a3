//! Tables that depend only on the size and the rules: the possible rows of a quadrant, and the steps of its columns.
//!
//! A *symbol* is what the rest of the grid must know of a word that leaves the quadrant: 0 without such a word,
//! otherwise its class plus 1. It takes five bits. Above the last row, one class stands for all that the possible steps of
//! the next row do not distinguish. So a symbol has a meaning only beside the row and the open and closed columns of its state.
//!
//! The words of a row depend on three things: its white squares, which of them have a white neighbour above or below,
//! and the square beyond its end ([`Beyond`]). All legal rows are in a table. A column advances by a [`ColumnStep`],
//! which is the same for all states with the same white squares. So one table lookup advances the symbols of two
//! columns.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::arm::{Arm, subsets};
use super::words::{Class, DEAD, MAX_CLASSES, WordClasses};

/// Number of bits of a symbol.
pub(crate) const BITS: u32 = 5;
/// Number of symbols: none, and the classes.
pub(crate) const SYMBOLS: usize = MAX_CLASSES + 1;

/// The square beyond the end of a quadrant's row or column: black, or white with or without a white neighbour along
/// the middle line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beyond {
    Black,
    Uncrossed,
    Crossed,
}

impl Beyond {
    /// Returns the kind of a square of an arm.
    pub(crate) fn of(arm: &Arm, square: usize) -> Beyond {
        match (arm.is_white(square), arm.is_crossed(square)) {
            (false, _) => Beyond::Black,
            (true, false) => Beyond::Uncrossed,
            (true, true) => Beyond::Crossed,
        }
    }
}

/// A possible row: its white squares, those with a white square below, and the symbol of the word that leaves it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub white: u32,
    pub open: u32,
    pub symbol: u8,
}

/// The direction of words that cross a middle line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Columns, which cross the middle row.
    Down,
    /// Rows, which cross the middle column.
    Across,
}

/// The step of a column in one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnStep {
    /// The square is black.
    Black,
    /// A letter, crossed or not, that begins or continues a word.
    Letter { goes_on: bool, crossed: bool, below: BelowLetter },
}

/// The square below a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BelowLetter {
    /// A black square: the word ends.
    Ends,
    /// Another letter of the quadrant, which takes one of these steps.
    GoesOn(NextSteps),
    /// A letter of the middle row, with or without a white neighbour along it.
    Leaves { crossed: bool },
}

/// The steps that a column may take in the next row, a bit each: two for words that end there, then two for words that
/// go on; of two, the first is for an uncrossed letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NextSteps(u8);

impl NextSteps {
    /// Number of bits.
    const BITS: usize = 4;
    const ANY: NextSteps = NextSteps(0b1111);

    /// Returns the steps of a column, where `all` holds those of each column.
    pub(crate) fn of_column(all: u64, column: usize) -> Self {
        NextSteps((all >> (Self::BITS * column)) as u8 % (1 << Self::BITS))
    }

    /// Returns the step of each white column of a row. Letters in `crossed` have a white neighbour in their row.
    pub(crate) fn of_row(width: usize, choice: &Choice, crossed: u32) -> u64 {
        let is = |set: u32, column: usize| u64::from(set >> column & 1);
        let step = |column: usize| 1 << (is(crossed, column) + 2 * is(choice.open, column));
        let white = (0..width).filter(|&column| is(choice.white, column) == 1);
        white.map(|column| step(column) << (Self::BITS * column)).sum()
    }

    /// Returns each step: whether its letter is crossed, and whether the word goes on below it.
    fn each(self) -> impl Iterator<Item = [bool; 2]> {
        (0..Self::BITS).filter(move |bit| self.0 >> bit & 1 == 1).map(|bit| [bit & 1 == 1, bit & 2 == 2])
    }
}

impl ColumnStep {
    const BELOWS: usize = 18;
    const COUNT: usize = 1 + 4 * Self::BELOWS;

    /// Returns its number, below [`COUNT`](ColumnStep::COUNT).
    fn number(self) -> usize {
        match self {
            ColumnStep::Black => 0,
            ColumnStep::Letter { goes_on, crossed, below } => {
                let below = match below {
                    BelowLetter::Ends => 0,
                    BelowLetter::GoesOn(next) => {
                        debug_assert!(next != NextSteps(0), "the lookahead drops columns without a step");
                        usize::from(next.0)
                    }
                    BelowLetter::Leaves { crossed } => 16 + usize::from(crossed),
                };
                1 + usize::from(goes_on) + 2 * usize::from(crossed) + 4 * below
            }
        }
    }

    fn all() -> impl Iterator<Item = ColumnStep> {
        let below = |number: usize| match number {
            0 => BelowLetter::Ends,
            1..16 => BelowLetter::GoesOn(NextSteps(number as u8)),
            _ => BelowLetter::Leaves { crossed: number == 17 },
        };
        let letter =
            move |i: usize| ColumnStep::Letter { goes_on: i & 1 == 1, crossed: i & 2 == 2, below: below(i >> 2) };
        [ColumnStep::Black].into_iter().chain((0..Self::COUNT - 1).map(letter))
    }
}

/// The new symbols of two columns, the first in the low bits, indexed by their old symbols. From bit [`DEMANDS`] on, two bits
/// are the columns whose words need a white square of the middle row, and two those whose words need a black one.
pub(crate) type PairTable = [u16; SYMBOLS * SYMBOLS];

/// The first bit of the demands in an entry of a [`PairTable`].
pub(crate) const DEMANDS: u32 = 2 * BITS;

/// The entry of a [`PairTable`] for an infeasible step.
pub(crate) const INFEASIBLE: u16 = u16::MAX;

#[cfg(test)]
thread_local! {
    /// Number of tables that this thread has built.
    pub static BUILT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The tables of one size and one rule set.
pub(crate) struct Tables {
    /// Number of rows of a quadrant.
    pub height: usize,
    /// Number of columns of a quadrant.
    pub width: usize,
    /// The possible rows, indexed by the square beyond, then by the squares with white above.
    choices: [Vec<Vec<Choice>>; 3],
    /// Indexed by row.
    columns: Vec<ColumnTables>,
    /// Indexed by the direction of the words and by whether the letter has a white neighbour along the middle line.
    middle_letters: [[MiddleLetter; 2]; 2],
}

/// The states that may stand on the two sides of a letter of a middle line, in a word that crosses the line.
pub(crate) struct MiddleLetter {
    /// Indexed by symbol: the set of symbols on the other side that make a word with it. For two symbols 0 see
    /// [`stands_alone`](MiddleLetter::stands_alone).
    pub fits: [u32; SYMBOLS],
    /// `true` if the letter is legal with black on both sides.
    pub stands_alone: bool,
    /// `true` if a word may begin with the letter.
    pub may_begin: bool,
}

impl MiddleLetter {
    /// Computes it from the classes of the words. `side` is the number of squares of a quadrant in their direction.
    fn new(words: &WordClasses, side: usize, crossed: bool) -> Self {
        let class = words.first(side, crossed);
        let may_begin = class != DEAD;
        let stands_alone = may_begin && words.is_word(side, class);
        MiddleLetter { fits: fits(words, side, crossed), stands_alone, may_begin }
    }
}

impl Tables {
    /// Builds the tables from the classes of down words and of across words.
    pub(crate) fn new([down, across]: &[WordClasses; 2], [height, width]: [usize; 2]) -> Tables {
        #[cfg(test)]
        BUILT.set(BUILT.get() + 1);
        let choices =
            [Beyond::Black, Beyond::Uncrossed, Beyond::Crossed].map(|beyond| all_choices(across, width, beyond));
        let columns = (0..height).map(|row| ColumnTables::new(down, height, row)).collect();
        let middle_letters = [(down, height), (across, width)]
            .map(|(words, side)| [false, true].map(|crossed| MiddleLetter::new(words, side, crossed)));
        Tables { height, width, choices, columns, middle_letters }
    }

    /// Returns the possible rows below some squares. Those in `open` need a white square below; below other white
    /// squares there must be black ones. Rows with the same white squares are adjacent.
    pub(crate) fn choices(&self, beyond: Beyond, open: u32) -> &[Choice] {
        &self.choices[beyond as usize][open as usize]
    }

    /// Returns the table of two columns for their steps in a row.
    pub(crate) fn pair(&self, row: usize, steps: [ColumnStep; 2]) -> &PairTable {
        self.columns[row].pair(steps.map(ColumnStep::number))
    }

    /// Returns what may stand beside a letter of a middle line in the words of this direction. `crossed` is `true` if
    /// the letter has a white neighbour along the middle line.
    pub(crate) fn middle_letter(&self, direction: Direction, crossed: bool) -> &MiddleLetter {
        &self.middle_letters[direction as usize][usize::from(crossed)]
    }
}

fn all_choices(words: &WordClasses, side: usize, beyond: Beyond) -> Vec<Vec<Choice>> {
    let all = 1u32 << side;
    let mut choices = vec![Vec::new(); all as usize];
    for white in 0..all {
        for crossed in subsets(white) {
            let Some(symbol) = row_symbol(words, side, white, crossed, beyond) else { continue };
            // Crossed squares are open above, or below, or both.
            for above in subsets(crossed) {
                let below = subsets(above).map(|both| crossed & !above | both);
                let choices = &mut choices[above as usize];
                choices.extend(below.map(|open| Choice { white, open, symbol }));
            }
        }
    }
    choices
}

/// Returns the symbol of the word that leaves a row, or `None` if a word of the row is illegal.
fn row_symbol(words: &WordClasses, side: usize, white: u32, crossed: u32, beyond: Beyond) -> Option<u8> {
    let mut word: Option<Class> = None;
    for column in 0..side {
        if white >> column & 1 == 1 {
            let letter = crossed >> column & 1 == 1;
            let longer =
                word.map_or_else(|| words.first(column, letter), |class| words.next(column - 1, class, letter));
            word = Some(longer).filter(|&class| class != DEAD);
            word?;
        } else if word.take().is_some_and(|class| !words.is_word(column - 1, class)) {
            return None;
        }
    }
    let letter = match beyond {
        Beyond::Black => return word.is_none_or(|class| words.is_word(side - 1, class)).then_some(0),
        Beyond::Uncrossed => false,
        Beyond::Crossed => true,
    };
    let class = word.map_or_else(|| words.first(side, letter), |class| words.next(side - 1, class, letter));
    (class != DEAD).then(|| if word.is_some() { class + 1 } else { 0 })
}

/// The steps of columns in one row.
struct ColumnTables {
    /// Indexed by step and symbol: the entry for the first of two columns; `None` if the step is infeasible.
    alone: Vec<[Option<u16>; SYMBOLS]>,
    /// Indexed by the steps of two columns; made when they are first needed.
    pairs: Vec<OnceLock<Box<PairTable>>>,
}

impl ColumnTables {
    fn new(words: &WordClasses, height: usize, row: usize) -> Self {
        let below = (row + 1 < height).then(|| going_on(words, height, row + 1));
        let of_steps = |steps| match &below {
            Some(below) => represented(words, height, row, NextSteps(steps), below),
            None => vec![None; words.classes(row)],
        };
        let represented: Vec<Vec<Option<u16>>> = (0..1 << NextSteps::BITS).map(of_steps).collect();
        let entries = |step| std::array::from_fn(|symbol| column_entry(words, row, step, symbol, &represented));
        let pairs = (0..ColumnStep::COUNT.pow(2)).map(|_| OnceLock::new()).collect();
        ColumnTables { alone: ColumnStep::all().map(entries).collect(), pairs }
    }

    fn pair(&self, [first, second]: [usize; 2]) -> &PairTable {
        self.pairs[first * ColumnStep::COUNT + second].get_or_init(|| {
            let mut table = Box::new([INFEASIBLE; SYMBOLS * SYMBOLS]);
            for (high, entry) in self.alone[second].iter().enumerate() {
                let Some(entry) = entry else { continue };
                let above = (entry << 1) & (0b1010 << DEMANDS) | (entry % (1 << BITS)) << BITS;
                for (low, entry) in self.alone[first].iter().enumerate() {
                    if let Some(entry) = entry {
                        table[high * SYMBOLS + low] = above | *entry;
                    }
                }
            }
            table
        })
    }
}

/// Returns the entry of a [`PairTable`] for the first of two columns, or `None` if the step is infeasible. `represented` is indexed by
/// the next steps of a letter with a letter below.
fn column_entry(
    words: &WordClasses,
    row: usize,
    step: ColumnStep,
    symbol: usize,
    represented: &[Vec<Option<u16>>],
) -> Option<u16> {
    let ColumnStep::Letter { goes_on, crossed, below } = step else { return (symbol == 0).then_some(0) };
    let class = match (goes_on, symbol) {
        (false, 0) => alive(words.first(row, crossed))?,
        (true, 1..) if row > 0 && symbol <= words.classes(row - 1) => {
            alive(words.next(row - 1, symbol as Class - 1, crossed))?
        }
        _ => return None,
    };
    match below {
        BelowLetter::Ends => words.is_word(row, class).then_some(0),
        BelowLetter::GoesOn(next) => represented[usize::from(next.0)][usize::from(class)],
        BelowLetter::Leaves { crossed } => alive(words.next(row, class, crossed)).map(|class| u16::from(class + 1)),
    }
}

fn alive(class: Class) -> Option<Class> {
    Some(class).filter(|&class| class != DEAD)
}

/// For a letter with a letter below that takes one of these steps, indexed by its class: the entry of a [`PairTable`]. Classes that
/// the steps do not distinguish have one symbol; `None` if no step is feasible. `below` is [`going_on`] of the next row.
fn represented(
    words: &WordClasses,
    height: usize,
    row: usize,
    next: NextSteps,
    below: &[Option<Class>],
) -> Vec<Option<u16>> {
    let mut known = HashMap::new();
    let entry = |class: Class| {
        let after = next.each().map(|step| match After::new(words, row, class, step)? {
            After::Ends => Some(After::Ends),
            After::GoesOn(class) => below[usize::from(class)].map(After::GoesOn),
        });
        let after: Vec<Option<After>> = after.collect();
        let endings = after.iter().flatten().map(|after| after.endings(words, height, row + 1));
        let demand = match endings.fold(Endings::NOWHERE, Endings::or) {
            Endings { early: true, .. } | Endings { white: true, black: true, .. } => 0,
            Endings { white: true, .. } => 0b0001,
            Endings { black: true, .. } => 0b0100,
            _ => return None,
        };
        let first = *known.entry(after).or_insert(class);
        Some(demand << DEMANDS | u16::from(first + 1))
    };
    (0..words.classes(row) as Class).map(entry).collect()
}

/// For a letter with a letter below, indexed by its class: the first class that becomes the same words; `None` without any.
fn going_on(words: &WordClasses, height: usize, row: usize) -> Vec<Option<Class>> {
    let below = (row + 1 < height).then(|| going_on(words, height, row + 1));
    let mut known = HashMap::new();
    let first = |class: Class| {
        let becomes = [false, true].map(|crossed| {
            alive(words.next(row, class, crossed)).map(|class| match &below {
                Some(below) => (words.is_word(row + 1, class), below[usize::from(class)]),
                // In the middle row.
                None => (false, Some(class)),
            })
        });
        let becomes = becomes.map(|becomes| becomes.filter(|&becomes| becomes != (false, None)));
        becomes.iter().any(Option::is_some).then(|| *known.entry(becomes).or_insert(class))
    };
    (0..words.classes(row) as Class).map(first).collect()
}

/// A beginning after its next letter.
#[derive(PartialEq, Eq, Hash)]
enum After {
    Ends,
    /// A letter follows, after a beginning of this class.
    GoesOn(Class),
}

impl After {
    /// Takes a step from a class at this row. Returns `None` if it makes no word and no beginning.
    fn new(words: &WordClasses, row: usize, class: Class, [crossed, goes_on]: [bool; 2]) -> Option<Self> {
        let class = alive(words.next(row, class, crossed))?;
        if goes_on { Some(After::GoesOn(class)) } else { words.is_word(row + 1, class).then_some(After::Ends) }
    }

    /// Returns where the word may end, if the letter is in this row.
    fn endings(&self, words: &WordClasses, height: usize, row: usize) -> Endings {
        let is_last = row + 1 == height;
        match *self {
            After::Ends => Endings { early: !is_last, black: is_last, ..Endings::NOWHERE },
            After::GoesOn(class) if is_last => {
                let white = [false, true].iter().any(|&crossed| words.next(row, class, crossed) != DEAD);
                Endings { white, ..Endings::NOWHERE }
            }
            After::GoesOn(class) => {
                let after = NextSteps::ANY.each().filter_map(|step| After::new(words, row, class, step));
                after.map(|after| after.endings(words, height, row + 1)).fold(Endings::NOWHERE, Endings::or)
            }
        }
    }
}

/// The places where a word may end.
#[derive(Clone, Copy)]
struct Endings {
    /// Before the last row of the quadrant.
    early: bool,
    /// Below its last row, if the square of the middle row is white.
    white: bool,
    /// In its last row, if the square of the middle row is black.
    black: bool,
}

impl Endings {
    const NOWHERE: Endings = Endings { early: false, white: false, black: false };

    fn or(self, other: Endings) -> Endings {
        Endings { early: self.early || other.early, white: self.white || other.white, black: self.black || other.black }
    }
}

fn fits(words: &WordClasses, side: usize, letter: bool) -> [u32; SYMBOLS] {
    let mut fits = [0; SYMBOLS];
    for class in 0..words.classes(side) as Class {
        let symbol = usize::from(class) + 1;
        if words.is_word(side, class) {
            fits[symbol] |= 1;
            fits[0] |= 1 << symbol;
        }
        // The other beginning also ends with the letter in the middle.
        for other in 0..words.classes(side - 1) as Class {
            let with_letter = words.next(side - 1, other, letter);
            if with_letter != DEAD && words.meet(side, class, other) {
                fits[symbol] |= 1 << (with_letter + 1);
            }
        }
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::super::words::WordRule;
    use super::*;
    use gridcheck_testing::prelude::*;

    const HEIGHT: usize = 4;

    /// Judges each string of letters that follows a class at `row` and begins with one of these steps. Returns whether it makes a
    /// word, and the row of its last letter.
    fn fate(words: &WordClasses, row: usize, class: Class, steps: NextSteps) -> Vec<(bool, usize)> {
        let mut fate = Vec::new();
        let mut open = vec![(row, class, steps)];
        while let Some((row, class, steps)) = open.pop() {
            for crossed in [false, true] {
                let may = |goes_on| steps.each().any(|step| step == [crossed, goes_on]);
                let next = if class == DEAD { DEAD } else { words.next(row, class, crossed) };
                fate.push((may(false) && next != DEAD && words.is_word(row + 1, next), row + 1));
                if row + 2 < 2 * HEIGHT + 1 {
                    open.push((row + 1, if may(true) { next } else { DEAD }, NextSteps::ANY));
                }
            }
        }
        fate
    }

    /// Two classes have one symbol exactly if they become the same words by the steps that the next row may take.
    #[test]
    fn a_symbol_stands_for_the_classes_that_no_next_step_distinguishes() {
        let mut merged = 0;
        for rules in rule_sets(5, 60) {
            let line = 2 * HEIGHT + 1;
            let words = WordClasses::new(WordRule::of(&rules), line, line).expect("few classes");
            for row in 0..HEIGHT - 1 {
                for steps in (1..1 << NextSteps::BITS).map(NextSteps) {
                    let entries = represented(&words, HEIGHT, row, steps, &going_on(&words, HEIGHT, row + 1));
                    let mut symbols = HashMap::new();
                    for (class, entry) in entries.into_iter().enumerate() {
                        let fate = fate(&words, row, class as Class, steps);
                        assert_eq!(
                            entry.is_some(),
                            fate.iter().any(|&(is_word, _)| is_word),
                            "{rules:?} {row} {steps:?} {class}"
                        );
                        let ends = |rows: std::ops::RangeInclusive<usize>| {
                            fate.iter().any(|(is_word, row)| *is_word && rows.contains(row))
                        };
                        let [early, black, white] =
                            [0..=HEIGHT - 2, HEIGHT - 1..=HEIGHT - 1, HEIGHT..=2 * HEIGHT].map(ends);
                        let demand = match (early, white, black) {
                            (false, true, false) => 0b0001,
                            (false, false, true) => 0b0100,
                            _ => 0,
                        };
                        let demanded = entry.map(|entry| entry >> DEMANDS);
                        assert_eq!(demanded.unwrap_or(demand), demand, "{rules:?} {row} {steps:?} {class}");
                        let symbol = entry.map(|entry| entry % (1 << BITS));
                        let first = *symbols.entry(fate).or_insert(symbol);
                        assert_eq!(symbol, first, "{rules:?} {row} {steps:?} {class}");
                        merged += usize::from(symbol.is_some_and(|symbol| usize::from(symbol) != class + 1));
                    }
                    let mut different: Vec<u16> = symbols.values().copied().flatten().collect();
                    different.sort_unstable();
                    let fates = different.len();
                    different.dedup();
                    assert_eq!(different.len(), fates, "{rules:?} {row} {steps:?}");
                }
            }
        }
        assert!(merged > 1000, "hardly a class was merged: {merged}");
    }
}
