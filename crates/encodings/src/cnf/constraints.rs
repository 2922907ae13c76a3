//! Constraints as bounds on the number of true literals, counted in unary.
//!
//! The counted literals are squares, squares where a word begins, or the starts of words of one length. A totalizer (Bailleux and Boufkhad,
//! 2003) sorts them into "at least one, at least two, ..." by merging halves. Its clauses go in both directions, so that the colours
//! determine every literal of it. A mean length compares two such counts: the letters of all words, with checked letters twice, and the
//! words.

use super::Cnf;
use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};

/// Adds the clauses of all constraints.
pub(super) fn encode(cnf: &mut Cnf, constraints: &[RoundedConstraint]) {
    for &constraint in constraints {
        match constraint {
            RoundedConstraint::Measure(measure, range) => bound(cnf, measure, range),
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().for_each(|length| bound(cnf, Measure::Length(length), range));
            }
            RoundedConstraint::BlacksPerRow(range) => {
                for r in 0..cnf.size.rows() {
                    let blacks: Vec<i32> = (0..cnf.size.columns()).map(|c| -cnf.square(r, c)).collect();
                    within(cnf, &blacks, range);
                }
            }
            // The callers decline it, or judge the models.
            RoundedConstraint::Black(..) => {}
            RoundedConstraint::MeanLength { least, most } => mean(cnf, least, most),
            RoundedConstraint::Lengths(range) => {
                let occur: Vec<i32> = (2..=cnf.size.longest_word())
                    .filter_map(|length| {
                        let words = words(cnf, length, true);
                        (!words.is_empty()).then(|| cnf.either(&words))
                    })
                    .collect();
                within(cnf, &occur, range);
            }
        }
    }
}

fn bound(cnf: &mut Cnf, measure: Measure, range: Range) {
    let counted = counted(cnf, measure);
    within(cnf, &counted, range);
}

/// Adds clauses that state that the number of true literals is within the range.
fn within(cnf: &mut Cnf, literals: &[i32], range: Range) {
    let (least, most) = (range.least as usize, range.most.map(|most| most as usize));
    if least > literals.len() {
        return make_unsatisfiable(cnf);
    }
    if least == 0 && most.is_none_or(|most| most >= literals.len()) {
        return;
    }
    let sorted = totalizer(cnf, literals);
    if least > 0 {
        cnf.clause(&[sorted[least - 1]]);
    }
    if let Some(&beyond) = most.and_then(|most| sorted.get(most)) {
        cnf.clause(&[-beyond]);
    }
}

/// Makes the formula unsatisfiable. A clause may not be empty, so two clauses say that the first square is white and that it is black.
fn make_unsatisfiable(cnf: &mut Cnf) {
    let square = cnf.square(0, 0);
    cnf.clause(&[square]);
    cnf.clause(&[-square]);
}

/// Returns the sorted literals: literal k, from 0, is true exactly when more than k of `literals` are.
fn totalizer(cnf: &mut Cnf, literals: &[i32]) -> Vec<i32> {
    if literals.len() < 2 {
        return literals.to_vec();
    }
    let (one, other) = literals.split_at(literals.len() / 2);
    let (one, other) = (totalizer(cnf, one), totalizer(cnf, other));
    let both: Vec<i32> = (0..literals.len()).map(|_| cnf.fresh()).collect();
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            // At least i of the first half and j of the second are at least i + j of both.
            if i + j > 0 {
                let causes = i.checked_sub(1).map(|i| -one[i]).into_iter().chain(j.checked_sub(1).map(|j| -other[j]));
                let clause: Vec<i32> = causes.chain([both[i + j - 1]]).collect();
                cnf.clause(&clause);
            }
            // At most i of the first half and j of the second are at most i + j of both.
            if i + j < both.len() {
                let more = one.get(i).copied().into_iter().chain(other.get(j).copied());
                let clause: Vec<i32> = more.chain([-both[i + j]]).collect();
                cnf.clause(&clause);
            }
        }
    }
    both
}

/// Adds clauses that compare two counts: the letters of all words, with checked letters twice, and the words.
fn mean(cnf: &mut Cnf, least: Option<Mean>, most: Option<Mean>) {
    let letters = counted(cnf, Measure::Letters);
    let checked = counted(cnf, Measure::Checked);
    let words = counted(cnf, Measure::Words);
    let spelled = totalizer(cnf, &[letters, checked].concat());
    let words = totalizer(cnf, &words);
    if let Some(mean) = least {
        // At a mean of at least 7/2, three words need 21/2 letters, rounded up to eleven.
        entail(cnf, &words, &spelled, mean.letters, mean.words);
    }
    if let Some(mean) = most {
        // At a mean of at most 7/2, eleven letters need 22/7 words, rounded up to four.
        entail(cnf, &spelled, &words, mean.words, mean.letters);
    }
}

/// Adds clauses: if k literals of one sorted list are true, at least k · `factor` / `divisor` of the other are.
fn entail(cnf: &mut Cnf, sorted: &[i32], others: &[i32], factor: u32, divisor: u32) {
    for (k, &literal) in (1..).zip(sorted) {
        let needed = (k * u64::from(factor)).div_ceil(divisor.into());
        // A factor is at least 1, so `needed` is at least 1.
        match others.get(needed as usize - 1) {
            Some(&other) => cnf.clause(&[-literal, other]),
            None => cnf.clause(&[-literal]),
        }
    }
}

/// Returns literals such that the number of true ones is the grid's value of the measure.
fn counted(cnf: &mut Cnf, measure: Measure) -> Vec<i32> {
    let squares: Vec<i32> = cnf.squares().collect();
    match measure {
        Measure::Letters => squares,
        Measure::Blacks => squares.into_iter().map(|white| -white).collect(),
        Measure::Words => words(cnf, 2, false),
        Measure::Checked => checked(cnf),
        Measure::Unchecked => {
            let checked = checked(cnf);
            squares.into_iter().zip(checked).map(|(white, checked)| all(cnf, &[white, -checked])).collect()
        }
        Measure::Length(length) => words(cnf, length, true),
    }
}

/// Returns a literal for each square that is true exactly when an across word and a down word meet in it.
fn checked(cnf: &mut Cnf) -> Vec<i32> {
    let (height, width) = (cnf.size.rows(), cnf.size.columns());
    let mut checked = Vec::new();
    for (r, c) in cnf.size.positions() {
        let beside: Vec<i32> = [c.checked_sub(1), Some(c + 1).filter(|&c| c < width)]
            .into_iter()
            .flatten()
            .map(|c| cnf.square(r, c))
            .collect();
        let over: Vec<i32> = [r.checked_sub(1), Some(r + 1).filter(|&r| r < height)]
            .into_iter()
            .flatten()
            .map(|r| cnf.square(r, c))
            .collect();
        let across = cnf.either(&beside);
        let down = cnf.either(&over);
        let white = cnf.square(r, c);
        checked.push(all(cnf, &[white, across, down]));
    }
    checked
}

/// Returns a literal for each possible start of a run that has `length` squares if `exactly`, or at least `length` squares.
fn words(cnf: &mut Cnf, length: usize, exactly: bool) -> Vec<i32> {
    let (height, width) = (cnf.size.rows(), cnf.size.columns());
    let mut words = Vec::new();
    let rows = (0..height).map(|r| (false, r, width));
    let columns = (0..width).map(|c| (true, c, height));
    for (down, line, squares) in rows.chain(columns) {
        let at = |cnf: &Cnf, i: usize| if down { cnf.square(i, line) } else { cnf.square(line, i) };
        for start in 0..(squares + 1).saturating_sub(length) {
            let mut literals: Vec<i32> = (start..start + length).map(|i| at(cnf, i)).collect();
            literals.extend(start.checked_sub(1).map(|before| -at(cnf, before)));
            if exactly && start + length < squares {
                literals.push(-at(cnf, start + length));
            }
            words.push(all(cnf, &literals));
        }
    }
    words
}

/// Returns a literal that is true exactly when all of these are.
fn all(cnf: &mut Cnf, literals: &[i32]) -> i32 {
    let none: Vec<i32> = literals.iter().map(|literal| -literal).collect();
    -cnf.either(&none)
}
