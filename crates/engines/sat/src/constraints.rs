//! Encodes constraints as clauses: a measure is a sum of literals, and a chain of literals counts a sum.
//!
//! Every measure is a sum of literals with factors. A letter is the literal of its square. A word is the literal of its beginning (black,
//! white, white). A word of a given length is the literal of its whole run between two black squares. Squares that the symmetry maps to
//! each other are one literal with a factor of 2 or more. A chain of literals "the first i terms are at least v" then holds the sum, for
//! the values v that are possible and relevant. It is the sequential counter of Sinz (2005), with factors as in Hölldobler, Manthey and
//! Steinke (2012). The chain is a function of the colours and does not multiply models. A mean length compares two such counts.

use std::collections::{BTreeMap, HashMap};

use varisat::Lit;

use super::formula::Encoder;
use super::orbits::Orbits;
use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::Grid;

/// Adds the clauses of all constraints.
pub(super) fn encode(orbits: &Orbits, constraints: &[RoundedConstraint], encoder: &mut Encoder) {
    let mut squares = SquareLiterals { orbits, encoder, all: HashMap::new() };
    for &constraint in constraints {
        match constraint {
            RoundedConstraint::Measure(measure, range) => {
                let sum = squares.measure(measure);
                within(sum, range, squares.encoder);
            }
            RoundedConstraint::EachLength { lengths, range } => {
                for length in lengths.iter() {
                    let sum = squares.measure(Measure::Length(length));
                    within(sum, range, squares.encoder);
                }
            }
            RoundedConstraint::BlacksPerRow(range) => {
                for r in 0..squares.orbits.size().rows() {
                    let blacks =
                        (0..squares.orbits.size().columns()).map(|c| (!squares.orbits.white(r, c), 1)).collect();
                    within(blacks, range, squares.encoder);
                }
            }
            // The engine declines it.
            RoundedConstraint::Black(..) => {}
            RoundedConstraint::MeanLength { least, most } => mean(&mut squares, least, most),
            RoundedConstraint::Lengths(range) => {
                let longest = squares.orbits.size().longest_word();
                let occur: Vec<Lit> = (2..=longest).map(|length| squares.occurs(length)).collect();
                let occur = occur.into_iter().map(|occurs| (occurs, 1)).collect();
                within(occur, range, squares.encoder);
            }
        }
    }
}

/// Literals with their factors.
type Sum = Vec<(Lit, i64)>;

/// The squares of a grid as literals, and the literals derived from them.
struct SquareLiterals<'a> {
    orbits: &'a Orbits,
    encoder: &'a mut Encoder,
    /// The literals for conjunctions, by their sorted literals.
    all: HashMap<Vec<Lit>, Lit>,
}

impl SquareLiterals<'_> {
    /// Returns the colour of square i of line l, across or down; `None` off the grid.
    fn white(&self, down: bool, line: usize, i: usize) -> Option<Lit> {
        let size = self.orbits.size();
        let (r, c) = if down { (i, line) } else { (line, i) };
        (r < size.rows() && c < size.columns()).then(|| self.orbits.white(r, c))
    }

    /// Returns a literal equivalent to the conjunction.
    fn all(&mut self, mut literals: Vec<Lit>) -> Lit {
        literals.sort_unstable();
        literals.dedup();
        if let &[one] = &literals[..] {
            return one;
        }
        if let Some(&known) = self.all.get(&literals) {
            return known;
        }
        let whole = self.encoder.fresh();
        for &literal in &literals {
            self.encoder.clause([!whole, literal]);
        }
        self.encoder.clause(literals.iter().map(|&literal| !literal).chain([whole]));
        self.all.insert(literals, whole);
        whole
    }

    /// Returns, for every place, the literal that a run of at least (or exactly) `length` squares begins there. Images of a place are
    /// included.
    fn runs(&mut self, length: usize, exactly: bool) -> Vec<Lit> {
        let (height, width) = (self.orbits.size().rows(), self.orbits.size().columns());
        let mut runs = Vec::new();
        let rows = (0..height).map(|r| (false, r, width));
        let columns = (0..width).map(|c| (true, c, height));
        for (down, line, squares) in rows.chain(columns) {
            for start in 0..(squares + 1).saturating_sub(length) {
                let before = start.checked_sub(1).and_then(|before| self.white(down, line, before));
                let after = if exactly { self.white(down, line, start + length) } else { None };
                let squares = (start..start + length).filter_map(|i| self.white(down, line, i));
                let literals = squares.chain(before.into_iter().chain(after).map(|black| !black)).collect();
                runs.push(self.all(literals));
            }
        }
        runs
    }

    fn letters(&self) -> Vec<Lit> {
        self.orbits.size().positions().map(|(r, c)| self.orbits.white(r, c)).collect()
    }

    /// Returns, for every square, the literal that it is white and has a white neighbour beside it and one above or below.
    fn checked(&mut self) -> Vec<Lit> {
        let mut checked = Vec::new();
        for (r, c) in self.orbits.size().positions() {
            let beside = self.any_of([(r, c.wrapping_sub(1)), (r, c + 1)]);
            let over = self.any_of([(r.wrapping_sub(1), c), (r + 1, c)]);
            let white = self.orbits.white(r, c);
            checked.push(self.all(vec![white, beside, over]));
        }
        checked
    }

    /// Returns the literal that one of these squares is white. It is false if none of them is on the grid.
    fn any_of(&mut self, squares: [(usize, usize); 2]) -> Lit {
        let [one, other] = squares.map(|(r, c)| self.white(false, r, c));
        match (one, other) {
            (Some(one), Some(other)) => self.encoder.either(one, other),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => !self.encoder.truth(),
        }
    }

    fn measure(&mut self, measure: Measure) -> Sum {
        match measure {
            Measure::Letters => counted(self.letters(), 1),
            Measure::Blacks => counted(self.letters().into_iter().map(|white| !white).collect(), 1),
            Measure::Words => counted(self.runs(2, false), 1),
            Measure::Checked => counted(self.checked(), 1),
            Measure::Unchecked => [counted(self.letters(), 1), counted(self.checked(), -1)].concat(),
            Measure::Length(length) => counted(self.runs(length, true), 1),
        }
    }

    /// Returns the literal that some word has this length.
    fn occurs(&mut self, length: usize) -> Lit {
        let mut runs = self.runs(length, true);
        runs.sort_unstable();
        runs.dedup();
        let none = runs.into_iter().map(|run| !run).collect();
        !self.all(none)
    }
}

fn counted(literals: Vec<Lit>, factor: i64) -> Sum {
    literals.into_iter().map(|literal| (literal, factor)).collect()
}

/// Adds clauses that compare the letters of all words with the number of words. With a mean of at least a/b, w words need w · a/b letters.
/// With a mean of at most a/b, a number of letters needs a corresponding number of words.
fn mean(squares: &mut SquareLiterals, least: Option<Mean>, most: Option<Mean>) {
    let words = counted(squares.runs(2, false), 1);
    let spelled = [counted(squares.letters(), 1), counted(squares.checked(), 1)].concat();
    let [words, spelled] = [words, spelled].map(|sum| Count::whole(&Terms::of(sum), squares.encoder));
    let mut needs = |this: &Count, letters: u32, of: u32, that: &Count| {
        for (value, literal) in this.reached() {
            let (product, of) = (value * i64::from(letters), i64::from(of));
            let wanted = (product + of - 1).div_euclid(of);
            squares.encoder.clause(match that.at_least(wanted) {
                AtLeast::Always => continue,
                AtLeast::If(enough) => vec![!literal, enough],
                AtLeast::Never => vec![!literal],
            });
        }
    };
    if let Some(mean) = least {
        needs(&words, mean.letters, mean.words, &spelled);
    }
    if let Some(mean) = most {
        needs(&spelled, mean.words, mean.letters, &words);
    }
}

/// A sum of literals with positive factors, each variable once, and a constant.
struct Terms {
    terms: Vec<(Lit, i64)>,
    constant: i64,
}

impl Terms {
    /// Merges the terms of each variable. A literal with a negative factor is replaced by its negation.
    fn of(sum: Sum) -> Self {
        let mut factors: BTreeMap<Lit, i64> = BTreeMap::new();
        let mut constant = 0;
        for (literal, factor) in sum {
            let positive = if literal.is_positive() { factor } else { -factor };
            constant += if literal.is_positive() { 0 } else { factor };
            *factors.entry(literal.var().positive()).or_insert(0) += positive;
        }
        let mut terms: Vec<(Lit, i64)> = Vec::new();
        for (literal, factor) in factors {
            match factor {
                0 => {}
                1.. => terms.push((literal, factor)),
                ..0 => {
                    constant += factor;
                    terms.push((!literal, -factor));
                }
            }
        }
        Terms { terms, constant }
    }

    /// Returns the largest value of the sum without its constant.
    fn all(&self) -> i64 {
        self.terms.iter().map(|(_, factor)| factor).sum()
    }
}

/// Adds clauses that restrict the sum to the range.
fn within(sum: Sum, Range { least, most }: Range, encoder: &mut Encoder) {
    let terms = Terms::of(sum);
    let least = i64::from(least) - terms.constant;
    let most = most.map(|most| i64::from(most) - terms.constant);
    // Values above this one need no literal.
    let highest = most.map_or(least, |most| least.max(most + 1));
    let matters = |value: i64, left: i64| value + left >= least || most.is_some_and(|most| value + left > most);
    let count = Count::new(&terms, highest, matters, encoder);
    match count.at_least(least + terms.constant) {
        AtLeast::Always => {}
        AtLeast::If(enough) => encoder.clause([enough]),
        AtLeast::Never => encoder.clause([]),
    }
    let Some(most) = most else { return };
    match count.at_least(most + 1 + terms.constant) {
        AtLeast::Always => encoder.clause([]),
        AtLeast::If(more) => encoder.clause([!more]),
        AtLeast::Never => {}
    }
}

/// A sum in unary: for each possible value, a literal for "at least this value".
///
/// Invariant: the literals are functions of the terms. Value 0 is always present and needs no literal.
struct Count {
    constant: i64,
    reached: BTreeMap<i64, Option<Lit>>,
}

/// The condition under which a sum has at least some value.
#[derive(Clone, Copy)]
enum AtLeast {
    /// Always true.
    Always,
    /// Equivalent to the literal.
    If(Lit),
    /// Never true.
    Never,
}

impl Count {
    /// Counts all values.
    fn whole(terms: &Terms, encoder: &mut Encoder) -> Self {
        Count::new(terms, terms.all(), |_, _| true, encoder)
    }

    /// Counts the terms one after the other. Values greater than `highest` are treated as equal to it. `matters` receives a value of some
    /// terms and the maximum of the other terms; it returns `true` if the value can affect the result.
    fn new(terms: &Terms, highest: i64, matters: impl Fn(i64, i64) -> bool, encoder: &mut Encoder) -> Self {
        let mut count = Count { constant: 0, reached: BTreeMap::from([(0, None)]) };
        let mut left = terms.all();
        for &(term, factor) in &terms.terms {
            left -= factor;
            let sums = count.reached.keys().flat_map(|&value| [value, (value + factor).min(highest)]);
            let mut values: Vec<i64> = sums.filter(|&value| value <= 0 || matters(value, left)).collect();
            values.sort_unstable();
            values.dedup();
            let mut next: BTreeMap<i64, Option<Lit>> = BTreeMap::new();
            for value in values {
                if value <= 0 {
                    next.insert(value, None);
                    continue;
                }
                let (without, with) = (count.at_least(value), count.at_least(value - factor));
                let here = encoder.fresh();
                match with {
                    AtLeast::If(with) => {
                        encoder.clause([!term, !with, here]);
                        encoder.clause([!here, with]);
                    }
                    AtLeast::Always => encoder.clause([!term, here]),
                    AtLeast::Never => encoder.clause([!here]),
                }
                match without {
                    AtLeast::If(without) => {
                        encoder.clause([!without, here]);
                        encoder.clause([!here, without, term]);
                    }
                    AtLeast::Always => encoder.clause([here]),
                    AtLeast::Never => encoder.clause([!here, term]),
                }
                next.insert(value, Some(here));
            }
            count.reached = next;
        }
        Count { constant: terms.constant, ..count }
    }

    /// Returns the condition that the sum, with its constant, has at least this value.
    fn at_least(&self, value: i64) -> AtLeast {
        let value = value - self.constant;
        if value <= 0 {
            return AtLeast::Always;
        }
        match self.reached.range(value..).next() {
            Some((_, &Some(literal))) => AtLeast::If(literal),
            Some((_, None)) => AtLeast::Always,
            None => AtLeast::Never,
        }
    }

    /// Returns the values that depend on the terms, each with the literal for "at least this value".
    fn reached(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.reached.iter().filter_map(|(value, &literal)| Some((value + self.constant, literal?)))
    }
}

/// Returns a measure of a valid grid. Writes its lines one after the other as a text, and counts the places where something begins.
pub(super) fn measure(grid: &Grid, measure: Measure) -> u32 {
    let (height, width) = (grid.height(), grid.width());
    let rows = (0..height).map(|r| (0..width).map(|c| grid.is_white(r, c)).collect::<Vec<bool>>());
    let columns = (0..width).map(|c| (0..height).map(|r| grid.is_white(r, c)).collect::<Vec<bool>>());
    let mut text = vec![false];
    for line in rows.chain(columns) {
        text.extend(line);
        text.push(false);
    }
    let words = || text.split(|&white| !white).map(<[bool]>::len).filter(|&length| length > 1);
    let letters = text.iter().filter(|&&white| white).count() / 2;
    let checked = words().sum::<usize>() - letters;
    let number = match measure {
        Measure::Letters => letters,
        Measure::Blacks => height * width - letters,
        Measure::Words => words().count(),
        Measure::Checked => checked,
        Measure::Unchecked => letters - checked,
        Measure::Length(length) => words().filter(|&found| found == length).count(),
    };
    number as u32
}
