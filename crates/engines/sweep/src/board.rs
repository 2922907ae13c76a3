//! A prepared problem: the runs, the classes of pairs of columns, and the given edges.

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, RulesOnLines, Symmetry};

use crate::edges::Edges;
use crate::runs::{ENDED, Pair, PairClasses, Runs};
use crate::state::Form;
use crate::words::WordRule;

/// The relation of the squares below the last row of the sweep to those above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fold {
    /// No squares follow.
    End,
    /// The half turn maps the row below to the last row.
    Even,
    /// The half turn maps the row below to itself.
    Odd,
}

/// A problem in the form that the sweep reads.
pub(crate) struct Board {
    pub(crate) rule: WordRule,
    pub(crate) runs: Runs,
    pub(crate) form: Form,
    pub(crate) width: usize,
    /// The rows that are swept.
    pub(crate) rows: usize,
    pub(crate) fold: Fold,
    pub(crate) connected: bool,
    /// `true` if the image of each grid in the mirror is a grid of the problem too.
    pub(crate) is_mirrored: bool,
    pub(crate) edges: Edges,
    /// The classes of the two runs of a row, after each pair of squares from the outside.
    pub(crate) across: PairClasses,
    /// The classes of a pair of columns, after each row. Without a symmetry there are no pairs.
    pub(crate) down: Option<PairClasses>,
    /// The classes of a column alone, after each row.
    pub(crate) alone: PairClasses,
}

impl Board {
    /// Prepares a problem; `None` if the engine has no room for it.
    pub(crate) fn new(problem: &Problem, edges: Edges) -> Option<Self> {
        let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
        let RulesOnGrid { edges: _, connected, symmetry } = problem.rules().on_grid();
        let rule = WordRule::of(problem.rules());
        let (height, width) = (problem.height(), problem.width());
        let (rows, fold) = match symmetry {
            Symmetry::Rot180 if height % 2 == 0 => (height / 2, Fold::Even),
            Symmetry::Rot180 => (height / 2, Fold::Odd),
            _ => (height, Fold::End),
        };
        let runs = Runs::new(&rule, rows.max(width))?;
        let form = Form::new(width, runs.number(), connected)?;
        let is_mirrored = edges.is_open();
        let meet = |is_odd: bool, pair: Pair| {
            if is_odd { in_middle(&rule, &runs, pair) } else { at_middle(&rule, &runs, pair) }
        };
        let across = PairClasses::new(&runs, width / 2, false, |pair| meet(width % 2 == 1, pair));
        let (down, alone) = match fold {
            Fold::End => {
                let ended = |pair: Pair| (pair == (ENDED, ENDED)).then_some(());
                (None, PairClasses::new(&runs, rows, true, ended))
            }
            Fold::Even | Fold::Odd => {
                let classes = |is_alone| PairClasses::new(&runs, rows, is_alone, |pair| meet(fold == Fold::Odd, pair));
                (Some(classes(false)), classes(true))
            }
        };
        Some(Board { rule, runs, form, width, rows, fold, connected, is_mirrored, edges, across, down, alone })
    }

    /// Returns `true` if a square may be alone in its runs so: across, and down.
    pub(crate) fn allows_alone(&self, across: bool, down: bool) -> bool {
        if self.rule.single_cells { !(across && down) } else { !(across || down) }
    }
}

/// The requirements of a pair of runs on the square between them, or on their edge.
type Signature = ([bool; 2], [bool; 2]);

/// Returns the signature of two runs that meet at an edge: a bar has ended both, or together they are a word.
fn at_middle(rule: &WordRule, runs: &Runs, (one, other): Pair) -> Option<Signature> {
    let ended = [one == ENDED, other == ENDED];
    (ended == [true; 2] || runs.join(rule, one, other)).then_some((ended, [true; 2]))
}

/// Returns the signature of two runs with one square between them: an unchecked or a checked letter that completes both.
fn in_middle(rule: &WordRule, runs: &Runs, pair: Pair) -> Option<Signature> {
    let letters = [false, true].map(|is_checked| middle(rule, runs, pair, is_checked));
    (letters != [false; 2]).then_some(([pair.0 == ENDED, pair.1 == ENDED], letters))
}

/// Returns `true` if a letter between two runs makes a word of them: one run, the letter, and the other run backwards. Without a run on
/// either side the letter is a run of one, which must be checked in the other direction.
pub(crate) fn middle(rule: &WordRule, runs: &Runs, (one, other): Pair, is_checked: bool) -> bool {
    if (one, other) == (ENDED, ENDED) {
        return is_checked;
    }
    let (above, below) = if one == ENDED { (other, one) } else { (one, other) };
    let Some(longer) = runs.longer(above, is_checked) else { return false };
    if below == ENDED { runs.is_word(longer) } else { runs.join(rule, longer, below) }
}
