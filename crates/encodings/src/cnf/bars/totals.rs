//! The terms of sums over the whole grid. All squares are letters.

use std::collections::{BTreeMap, BTreeSet};

use gridcheck_core::constraint::Measure;
use gridcheck_core::size::Size;

use super::super::constraints::{Quantities, Terms};
use super::Cnf;
use super::edges::{BarredLine, Edges};
use super::letters::Letters;
use super::value::Value;
use super::words::word;

/// The parts of a barred grid that are counted.
pub(super) struct Totals<'a> {
    pub edges: &'a Edges,
    pub letters: &'a Letters<'a>,
    /// One line of each orbit.
    pub lines: &'a [BarredLine],
}

impl Quantities for Totals<'_> {
    fn counted(&self, cnf: &mut Cnf, measure: Measure) -> Terms {
        let counted = match measure {
            Measure::Letters => vec![(Value::True, self.edges.size().squares() as u32)],
            Measure::Blacks | Measure::Cheaters | Measure::Elbows => Vec::new(),
            Measure::Checked => self.letters.orbits(),
            Measure::Unchecked => {
                self.letters.orbits().into_iter().map(|(checked, number)| (checked.negated(), number)).collect()
            }
            Measure::Words => self.starts(cnf),
            Measure::Length(length) => self.words(cnf, length),
        };
        terms(cnf, counted)
    }

    fn blacks_by_row(&self, _: Size) -> BTreeSet<Terms> {
        BTreeSet::from([Terms::new()])
    }
}

impl Totals<'_> {
    /// Returns each place where a word can start.
    fn starts(&self, cnf: &mut Cnf) -> Vec<(Value, u32)> {
        let mut starts = Vec::new();
        for line in self.lines {
            for (first, &next) in line.bars.iter().enumerate() {
                let before = first.checked_sub(1).map(|edge| line.bars[edge]);
                let starts_here = Value::all_of(cnf, &[Value::closed(before), Value::If(-next)]);
                starts.push((starts_here, line.images));
            }
        }
        starts
    }

    /// Returns each word of `length` letters that there can be.
    fn words(&self, cnf: &mut Cnf, length: usize) -> Vec<(Value, u32)> {
        let mut words = Vec::new();
        for line in self.lines {
            for first in 0..(line.squares.len() + 1).saturating_sub(length) {
                words.push((Value::all_of(cnf, &word(line, first, first + length - 1)), line.images));
            }
        }
        words
    }
}

/// Returns the sum as literals, each once. A constant is a variable that a clause makes true.
fn terms(cnf: &mut Cnf, counted: Vec<(Value, u32)>) -> Terms {
    let mut always = 0;
    let mut terms: BTreeMap<i32, u32> = BTreeMap::new();
    for (value, number) in counted {
        match value {
            Value::False => {}
            Value::True => always += number,
            Value::If(literal) => *terms.entry(literal).or_default() += number,
        }
    }
    if always > 0 {
        let truth = cnf.fresh();
        cnf.clause(&[truth]);
        terms.insert(truth, always);
    }
    terms.into_iter().collect()
}
