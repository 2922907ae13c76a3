//! What a problem comes to before any state is looked at: the rows that each place admits and the rules as tables.

use super::asked::Asked;
use super::rows::{Across, Row, reversed};
use super::starts::Starts;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;

/// The largest size: a column's field has eight bits at most, and a key 128.
pub const MOST_COLUMNS: usize = 15;

/// A problem made ready for the sweep.
pub struct Board {
    /// Columns.
    pub size: usize,
    /// Rows above the middle row; with an even size, half of all.
    pub half: usize,
    /// The word rule for columns.
    pub starts: Starts,
    /// The word rule for rows.
    pub across: Across,
    /// The colours that each row of the upper half may have, in increasing order; for an odd size the middle row's too.
    pub rows: Vec<Vec<Row>>,
    /// Whether the mirror image of every grid is one too.
    pub mirrored: bool,
    /// Whether the white squares form one region.
    pub connected: bool,
    /// The pairs of columns ([`Board::pairs`]) that must not be all black.
    pub wanted: Row,
    /// What rows are asked for, where ways are not only counted.
    pub asked: Asked,
}

impl Board {
    /// `None` if the givens contradict the symmetry: then there is no grid.
    pub fn new(problem: &Problem, starts: Starts, asked: Asked) -> Option<Self> {
        let size = problem.size();
        // The rest is a matter of single words.
        let Ruleset {
            name: _,
            min_word: _,
            single_cells: _,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges,
            connected,
            symmetry: _,
            min_white_per_row: least,
            max_word: _,
        } = *problem.rules();
        let half = size / 2;
        let across = Across::new(&starts, size);
        let mut rows = Vec::with_capacity(half + 1);
        let mut mirrored = true;
        for r in 0..size.div_ceil(2) {
            // A given square is given where the half turn takes it as well.
            let both = |of: &dyn Fn(usize) -> u64| of(r) as Row | reversed(of(size - 1 - r) as Row, size);
            let (white, black) = (both(&|r| problem.givens().white(r)), both(&|r| problem.givens().black(r)));
            if white & black != 0 {
                return None;
            }
            mirrored &= [white, black].iter().all(|&givens| givens == reversed(givens, size));
            let may_be_black = least == 0 && !(edges && r == 0);
            let admitted = |&row: &Row| {
                row & black == 0
                    && white & !row == 0
                    && (row != 0 || may_be_black)
                    && (r < half || row == reversed(row, size))
            };
            rows.push(across.possible().filter(admitted).collect());
        }
        let all = (1 << size.div_ceil(2)) - 1;
        let wanted = if least > 0 { all } else { Row::from(edges) };
        Some(Board { size, half, starts, across, rows, mirrored, connected, wanted, asked })
    }

    /// Whether there is a middle row.
    pub fn is_odd(&self) -> bool {
        self.size % 2 == 1
    }

    /// The row with left and right exchanged.
    pub fn reversed(&self, row: Row) -> Row {
        reversed(row, self.size)
    }

    /// The pairs of columns, each with its image under the half turn, in which the row has a white square: bit c stands
    /// for columns c and n − 1 − c.
    pub fn pairs(&self, row: Row) -> Row {
        (row | self.reversed(row)) & ((1 << self.size.div_ceil(2)) - 1)
    }

    /// Whether the grid of black squares only is among the grids that meet all rules but the one that it breaks.
    pub fn admits_black(&self) -> bool {
        !self.connected && self.wanted == 0 && self.rows.iter().all(|rows| rows.first() == Some(&0))
    }
}
