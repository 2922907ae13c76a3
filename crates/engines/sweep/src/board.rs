//! A prepared problem: the runs, the classes of pairs of columns, and the given edges.

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, Symmetry};

use crate::edges::Edges;
use crate::runs::{ENDED, PairClasses, Run, Runs, across};
use crate::state::Form;
use crate::words::WordRule;

/// How the squares below the last row of the sweep follow from those above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fold {
    /// No squares follow.
    End,
    /// The half turn maps the row below to the last row.
    Even,
    /// The half turn maps the row below to itself.
    Odd,
}

/// What the sweep needs to know of a problem.
pub(crate) struct Board {
    pub(crate) rule: WordRule,
    pub(crate) runs: Runs,
    pub(crate) form: Form,
    pub(crate) width: usize,
    /// The rows that are swept.
    pub(crate) rows: usize,
    pub(crate) fold: Fold,
    pub(crate) single_cells: bool,
    pub(crate) connected: bool,
    /// `true` if the image of each grid in the mirror is a grid of the problem too.
    pub(crate) is_mirrored: bool,
    pub(crate) edges: Edges,
    /// By squares to come and by run across: its representative.
    pub(crate) across: Vec<Vec<Option<Run>>>,
    /// The classes of a pair of columns, by the part of the sum.
    pub(crate) pairs: Vec<PairClasses>,
    /// The classes of a column alone, by the part of the sum.
    pub(crate) alone: Vec<PairClasses>,
}

impl Board {
    /// Prepares a problem; `None` if the engine has no room for it.
    pub(crate) fn new(problem: &Problem, edges: Edges) -> Option<Self> {
        let RulesOnGrid { edges: _, connected, symmetry } = problem.rules().on_grid();
        let rule = WordRule::of(problem.rules());
        let (height, width) = (problem.height(), problem.width());
        let (rows, fold) = match symmetry {
            Symmetry::Rot180 if height % 2 == 0 => (height / 2, Fold::Even),
            Symmetry::Rot180 => (height / 2, Fold::Odd),
            _ => (height, Fold::End),
        };
        let runs = Runs::new(&rule, rows.max(width))?;
        let form = Form::new(width, runs.number())?;
        let across = across(&runs, width);
        let is_mirrored = edges.is_open();
        let single_cells = problem.rules().single_cells;
        let (pairs, alone) = match fold {
            Fold::End => {
                let ended = |(one, other)| ((one, other) == (ENDED, ENDED)).then_some(());
                (Vec::new(), vec![PairClasses::new(&runs, rows, true, ended)])
            }
            Fold::Even => {
                let closed = |(one, other)| ((one, other) == (ENDED, ENDED)).then_some(());
                let open = |(one, other)| runs.join(&rule, one, other).then_some(());
                let both = |is_alone| {
                    vec![PairClasses::new(&runs, rows, is_alone, closed), PairClasses::new(&runs, rows, is_alone, open)]
                };
                (both(false), both(true))
            }
            Fold::Odd => {
                let classes = |is_alone, ended: &dyn Fn((bool, bool)) -> bool| {
                    PairClasses::new(&runs, rows, is_alone, |(one, other)| {
                        let is_ended = (one == ENDED, other == ENDED);
                        let letters = [false, true].map(|is_checked| middle(&rule, &runs, (one, other), is_checked));
                        (ended(is_ended) && letters != [false; 2]).then_some((is_ended, letters))
                    })
                };
                let pairs = vec![
                    classes(false, &|ended| ended == (true, true)),
                    classes(false, &|ended| ended == (false, false)),
                    classes(false, &|(one, other)| one != other),
                ];
                (pairs, vec![classes(true, &|_| true)])
            }
        };
        Some(Board {
            rule,
            runs,
            form,
            width,
            rows,
            fold,
            single_cells,
            connected,
            is_mirrored,
            edges,
            across,
            pairs,
            alone,
        })
    }

    /// Returns the numbers of classes to choose from, for each pair of columns from the outside, and for the column in the middle.
    pub(crate) fn choices(&self) -> Vec<usize> {
        let pairs = if self.pairs.is_empty() { 0 } else { self.width / 2 };
        let middle = if self.pairs.is_empty() || self.width % 2 == 1 { Some(self.alone.len()) } else { None };
        std::iter::repeat_n(self.pairs.len(), pairs).chain(middle).collect()
    }
}

/// Returns `true` if the letter of the middle row makes a word of both columns of a pair: the run above it, the letter, and the image of the
/// run of the other column. Without a run above and below the letter is a run of one.
pub(crate) fn middle(rule: &WordRule, runs: &Runs, (one, other): (Run, Run), is_checked: bool) -> bool {
    if (one, other) == (ENDED, ENDED) {
        return is_checked;
    }
    let (above, below) = if one == ENDED { (other, one) } else { (one, other) };
    let Some(longer) = runs.longer(above, is_checked) else { return false };
    if below == ENDED { runs.is_word(longer) } else { runs.join(rule, longer, below) }
}
