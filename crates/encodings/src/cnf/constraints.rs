//! Constraints as bounds on the number of true literals, counted in unary.
//!
//! The counted literals are squares, squares where a word begins, or the starts of words of one length. Squares that the symmetry makes
//! equal are counted by one literal, with their number as its weight. So are the words of lines that are images of one another.
//!
//! A generalized totalizer (Joshi, Martins and Manquinho, 2015; for equal weights that of Bailleux and Boufkhad, 2003) sorts the literals
//! into "at least one, at least two, ..." by merging halves. Sums that reach a cap, above which they decide nothing more, count as the cap.
//! The clauses go in both directions, so that the colours determine every literal of it. A mean length compares two such counts: the letters
//! of all words, with checked letters twice, and the words.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::Cnf;
use super::lines::EncodedLine;
use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::size::Size;

/// Adds up quantities of a grid.
pub(super) trait Quantities {
    /// Returns terms whose sum is the grid's value of the measure.
    fn counted(&self, cnf: &mut Cnf, measure: Measure) -> Terms;

    /// Returns terms whose sum is the number of black squares of a row, for each row. Equal rows occur once.
    fn blacks_by_row(&self, size: Size) -> BTreeSet<Terms>;
}

/// Holds the squares and lines that the symmetry makes equal.
pub(super) struct Images<'a> {
    /// Indexed by square: the variable of its first image.
    pub first: &'a [i32],
    /// One line of each orbit.
    pub lines: &'a [EncodedLine],
}

/// Literals, and how much each adds to a sum if it is true.
pub(super) type Terms = Vec<(i32, u32)>;

/// A sum in unary: for each value above 0 that it can have, in increasing order, a literal that is true exactly when it is at least that.
type Unary = Vec<(u32, i32)>;

/// Adds the clauses of all constraints.
pub(super) fn encode(cnf: &mut Cnf, quantities: &impl Quantities, constraints: &[RoundedConstraint]) {
    for &constraint in constraints {
        match constraint {
            RoundedConstraint::Measure(measure, range) => bound(cnf, quantities, measure, range),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().for_each(|length| bound(cnf, quantities, Measure::Length(length), range));
            }
            RoundedConstraint::BlacksPerRow(range) => {
                for blacks in quantities.blacks_by_row(cnf.size) {
                    within(cnf, &blacks, range);
                }
            }
            // The callers decline them, or judge the models.
            RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => {}
            RoundedConstraint::MeanLength { least, most } => mean(cnf, quantities, least, most),
            RoundedConstraint::Lengths(range) => {
                let occur: Terms = (2..=cnf.size.longest_word())
                    .filter_map(|length| {
                        let words = quantities.counted(cnf, Measure::Length(length));
                        let words: Vec<i32> = words.iter().map(|&(word, _)| word).collect();
                        (!words.is_empty()).then(|| (cnf.either(&words), 1))
                    })
                    .collect();
                within(cnf, &occur, range);
            }
        }
    }
}

fn bound(cnf: &mut Cnf, quantities: &impl Quantities, measure: Measure, range: Range) {
    let counted = quantities.counted(cnf, measure);
    within(cnf, &counted, range);
}

/// Adds clauses that state that the sum is within the range.
fn within(cnf: &mut Cnf, terms: &[(i32, u32)], range: Range) {
    let all = terms.iter().map(|&(_, weight)| weight).sum();
    let (least, most) = (range.least, range.most.map_or(all, |most| most.min(all)));
    if least > most {
        return cnf.contradict();
    }
    if least == 0 && most == all {
        return;
    }
    // The greatest sum that decides.
    let cap = |least: u32, most: u32| if most < all { most + 1 } else { least };
    let (least_false, most_false) = (all - most, all - least);
    if cap(least_false, most_false) < cap(least, most) {
        let negated: Terms = terms.iter().map(|&(literal, weight)| (-literal, weight)).collect();
        bound_sum(cnf, &negated, least_false..=most_false, cap(least_false, most_false));
    } else {
        bound_sum(cnf, terms, least..=most, cap(least, most));
    }
}

/// Adds clauses that state that the sum is in `range`, whose ends are at most the cap.
fn bound_sum(cnf: &mut Cnf, terms: &[(i32, u32)], range: RangeInclusive<u32>, cap: u32) {
    let (least, most) = range.into_inner();
    let sum = totalizer(cnf, terms, cap);
    match at_least(&sum, least) {
        _ if least == 0 => {}
        Some(enough) => cnf.clause(&[enough]),
        None => cnf.contradict(),
    }
    if let Some(beyond) = at_least(&sum, most + 1) {
        cnf.clause(&[-beyond]);
    }
}

/// Returns the literal that a sum is at least `value`, which is above 0; `None` if it never is.
fn at_least(sum: &Unary, value: u32) -> Option<i32> {
    sum.get(sum.partition_point(|&(reached, _)| reached < value)).map(|&(_, literal)| literal)
}

/// Returns the sum of these terms. If it exceeds the cap, it counts as the cap.
fn totalizer(cnf: &mut Cnf, terms: &[(i32, u32)], cap: u32) -> Unary {
    // Terms of one weight are added first: their sums have few values.
    let mut terms = terms.to_vec();
    terms.sort_by_key(|&(_, weight)| Reverse(weight));
    let alike = terms.chunk_by(|one, other| one.1 == other.1);
    alike.fold(Unary::new(), |sum, terms| {
        let more = tree(cnf, terms, cap);
        merge(cnf, sum, more, cap)
    })
}

fn tree(cnf: &mut Cnf, terms: &[(i32, u32)], cap: u32) -> Unary {
    if let &[(literal, weight)] = terms {
        return vec![(weight.min(cap), literal)];
    }
    let (one, other) = terms.split_at(terms.len() / 2);
    let (one, other) = (tree(cnf, one, cap), tree(cnf, other, cap));
    merge(cnf, one, other, cap)
}

/// Returns the sum of two sums.
fn merge(cnf: &mut Cnf, one: Unary, other: Unary, cap: u32) -> Unary {
    if one.is_empty() || other.is_empty() {
        return [one, other].concat();
    }
    let value = |sum: &Unary, place: usize| place.checked_sub(1).map_or(0, |place| sum[place].0);
    let places = || (0..=one.len()).flat_map(|i| (0..=other.len()).map(move |j| (i, j)));
    let sum_at = |i, j| (value(&one, i) + value(&other, j)).min(cap);
    let mut occurs = vec![false; sum_at(one.len(), other.len()) as usize + 1];
    places().for_each(|(i, j)| occurs[sum_at(i, j) as usize] = true);
    let both: Unary =
        (1..).zip(&occurs[1..]).filter(|(_, occurs)| **occurs).map(|(sum, _)| (sum, cnf.fresh())).collect();
    for (i, j) in places() {
        let sum = sum_at(i, j);
        // Smaller parts that reach the cap already say the same.
        let is_least = sum < cap || [i > 0 && sum_at(i - 1, j) == cap, j > 0 && sum_at(i, j - 1) == cap] == [false; 2];
        if let Some(reached) = at_least(&both, sum).filter(|_| sum > 0 && is_least) {
            // At least these parts are at least this sum.
            let causes = i.checked_sub(1).map(|i| -one[i].1).into_iter().chain(j.checked_sub(1).map(|j| -other[j].1));
            cnf.clause(&causes.chain([reached]).collect::<Vec<_>>());
        }
        if let Some(beyond) = at_least(&both, sum + 1) {
            // At most these parts are at most this sum.
            let more = [one.get(i), other.get(j)].into_iter().flatten().map(|&(_, literal)| literal);
            cnf.clause(&more.chain([-beyond]).collect::<Vec<_>>());
        }
    }
    // With different weights, a sum may be passed without being a sum of smaller parts.
    both.windows(2).for_each(|pair| cnf.clause(&[-pair[1].1, pair[0].1]));
    both
}

/// Adds clauses that compare two counts: the letters of all words, with checked letters twice, and the words.
fn mean(cnf: &mut Cnf, quantities: &impl Quantities, least: Option<Mean>, most: Option<Mean>) {
    let letters = quantities.counted(cnf, Measure::Letters);
    let checked = quantities.counted(cnf, Measure::Checked);
    let words = quantities.counted(cnf, Measure::Words);
    let spelled = totalizer(cnf, &[letters, checked].concat(), u32::MAX);
    let words = totalizer(cnf, &words, u32::MAX);
    if let Some(mean) = least {
        // At a mean of at least 7/2, three words need 21/2 letters, rounded up to eleven.
        entail(cnf, &words, &spelled, mean.letters, mean.words);
    }
    if let Some(mean) = most {
        // At a mean of at most 7/2, eleven letters need 22/7 words, rounded up to four.
        entail(cnf, &spelled, &words, mean.words, mean.letters);
    }
}

/// Adds clauses: if one sum is at least k, the other is at least k · `factor` / `divisor`.
fn entail(cnf: &mut Cnf, sum: &Unary, other: &Unary, factor: u32, divisor: u32) {
    for &(k, literal) in sum {
        // A factor is at least 1, so what is needed is at least 1.
        let needed = (u64::from(k) * u64::from(factor)).div_ceil(divisor.into());
        match u32::try_from(needed).ok().and_then(|needed| at_least(other, needed)) {
            Some(other) => cnf.clause(&[-literal, other]),
            None => cnf.clause(&[-literal]),
        }
    }
}

impl Quantities for Images<'_> {
    fn counted(&self, cnf: &mut Cnf, measure: Measure) -> Terms {
        let all = 0..self.first.len();
        match measure {
            Measure::Letters => squares(self, all, true),
            Measure::Blacks => squares(self, all, false),
            Measure::Words => words(cnf, self, 2, false),
            Measure::Checked => checked(cnf, self),
            Measure::Unchecked => {
                let of_both = squares(self, all, true).into_iter().zip(checked(cnf, self));
                of_both.map(|((white, weight), (checked, _))| (all_true(cnf, &[white, -checked]), weight)).collect()
            }
            Measure::Length(length) => words(cnf, self, length, true),
            Measure::Cheaters => blacks(cnf, self, cheater),
            Measure::Elbows => blacks(cnf, self, elbow),
        }
    }

    fn blacks_by_row(&self, size: Size) -> BTreeSet<Terms> {
        let row = |r: usize| squares(self, (0..size.columns()).map(|c| r * size.columns() + c), false);
        (0..size.rows()).map(row).collect()
    }
}

/// Returns the first images of these squares, as literals for white or black, with the number of squares that have them.
fn squares(images: &Images<'_>, squares: impl Iterator<Item = usize>, white: bool) -> Terms {
    let mut numbers: BTreeMap<i32, u32> = BTreeMap::new();
    squares.for_each(|square| *numbers.entry(images.first[square]).or_default() += 1);
    numbers.into_iter().map(|(first, number)| (if white { first } else { -first }, number)).collect()
}

/// Returns a literal for each first image of a square. It is true exactly when the square is black and the literal `of` it is true.
fn blacks(cnf: &mut Cnf, images: &Images<'_>, of: fn(&mut Cnf, [Sides; 2]) -> i32) -> Terms {
    let of_square = |(black, weight): (i32, u32)| {
        let sides = sides(cnf, -black as usize - 1);
        let is_counted = of(cnf, sides);
        (all_true(cnf, &[black, is_counted]), weight)
    };
    squares(images, 0..images.first.len(), false).into_iter().map(of_square).collect()
}

/// The squares before and after one in a line, the nearest first.
type Sides = [Vec<i32>; 2];

/// Returns the sides of a square in its row and in its column.
fn sides(cnf: &Cnf, square: usize) -> [Sides; 2] {
    let (height, width) = (cnf.size.rows(), cnf.size.columns());
    let (r, c) = (square / width, square % width);
    let row = |c: usize| cnf.square(r, c);
    let column = |r: usize| cnf.square(r, c);
    [
        [(0..c).rev().map(row).collect(), (c + 1..width).map(row).collect()],
        [(0..r).rev().map(column).collect(), (r + 1..height).map(column).collect()],
    ]
}

/// Returns a literal that is true exactly when the white square would leave the number of words as it is.
fn cheater(cnf: &mut Cnf, lines: [Sides; 2]) -> i32 {
    // Whether a line would have one word more, and whether it would have one less.
    let [across, down] = lines.map(|sides| {
        let beside: Vec<i32> = sides.iter().filter_map(|side| side.first().copied()).collect();
        let begun = cnf.either(&beside);
        let [before, after] = sides.map(|side| match side[..] {
            [nearest, next, ..] => all_true(cnf, &[nearest, next]),
            _ => cnf.either(&[]),
        });
        [all_true(cnf, &[begun, -before, -after]), all_true(cnf, &[before, after])]
    });
    let evened = [all_true(cnf, &[across[0], down[1]]), all_true(cnf, &[across[1], down[0]])];
    let changed = cnf.either(&[across, down].concat());
    cnf.either(&[-changed, evened[0], evened[1]])
}

/// Returns a literal that is true exactly when a square beside this one is black in both lines.
fn elbow(cnf: &mut Cnf, lines: [Sides; 2]) -> i32 {
    let both = lines.map(|sides| {
        let beside: Vec<i32> = sides.iter().filter_map(|side| Some(-side.first()?)).collect();
        cnf.either(&beside)
    });
    all_true(cnf, &both)
}

/// Returns a literal for each first image of a square. It is true exactly when an across word and a down word meet in it.
fn checked(cnf: &mut Cnf, images: &Images<'_>) -> Terms {
    let (height, width) = (cnf.size.rows(), cnf.size.columns());
    let of_square = |(white, weight): (i32, u32)| {
        let (r, c) = ((white as usize - 1) / width, (white as usize - 1) % width);
        let beside = [c.checked_sub(1), Some(c + 1).filter(|&c| c < width)].into_iter().flatten();
        let beside: Vec<i32> = beside.map(|c| cnf.square(r, c)).collect();
        let over = [r.checked_sub(1), Some(r + 1).filter(|&r| r < height)].into_iter().flatten();
        let over: Vec<i32> = over.map(|r| cnf.square(r, c)).collect();
        let [across, down] = [beside, over].map(|near| cnf.either(&near));
        (all_true(cnf, &[white, across, down]), weight)
    };
    squares(images, 0..images.first.len(), true).into_iter().map(of_square).collect()
}

/// Returns a literal for each possible start of a run in one line of each orbit, with the number of lines as its weight. The run has `length`
/// squares if `exactly`, or at least `length` squares.
fn words(cnf: &mut Cnf, images: &Images<'_>, length: usize, exactly: bool) -> Terms {
    let mut words = Terms::new();
    for EncodedLine { squares, images, .. } in images.lines {
        for start in 0..(squares.len() + 1).saturating_sub(length) {
            let end = start + length;
            let mut literals = squares[start..end].to_vec();
            literals.extend(start.checked_sub(1).map(|before| -squares[before]));
            literals.extend(squares.get(end).filter(|_| exactly).map(|after| -after));
            words.push((all_true(cnf, &literals), *images));
        }
    }
    words
}

/// Returns a literal that is true exactly when all of these are.
fn all_true(cnf: &mut Cnf, literals: &[i32]) -> i32 {
    let none: Vec<i32> = literals.iter().map(|literal| -literal).collect();
    -cnf.either(&none)
}
