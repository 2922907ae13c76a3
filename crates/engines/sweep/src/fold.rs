//! Completes the states at the middle: the half turn determines the lower half.

use crate::board::{Board, Fold, middle};
use crate::runs::{ENDED, Run};
use crate::state::State;
use crate::ways::Ways;

/// Adds the grids of a state after the last row to `total`; `None` on overflow.
pub(crate) fn add_ends<W: Ways>(board: &Board, state: &State, ways: &W, total: &mut W) -> Option<()> {
    match board.fold {
        Fold::End => total.add(ways),
        Fold::Even => {
            let open: Vec<usize> = (0..board.width).filter(|&c| state.down[c] != ENDED).collect();
            if board.connected {
                let mut regions = Regions::new(board.width);
                for &c in &open {
                    regions.join(above(state, c), below(state, board.width, c));
                }
                if !regions.are_one(state, board.width, 0) {
                    return Some(());
                }
            }
            // Each open column has a word across the middle.
            total.add(&ways.twice().with_words(open.len()))
        }
        Fold::Odd => {
            for bars in 0..1usize << (board.width / 2) {
                if let Some(words) = middle_row(board, state, bars) {
                    total.add(&ways.twice().with_words(words))?;
                }
            }
            Some(())
        }
    }
}

/// Returns the number of words in the middle row and through it, if the bars of its left half make a grid of the state: bit c for a bar at
/// the right of column c. The right half is its image.
fn middle_row(board: &Board, state: &State, bars: usize) -> Option<usize> {
    let (width, half) = (board.width, board.width / 2);
    let is_bar = |c: usize| bars >> c & 1 == 1;
    let partner = |c: usize| width - 1 - c;
    let alone_down = |c: usize| (state.down[c], state.down[partner(c)]) == (ENDED, ENDED);
    // The bar before a column of the left half or the middle.
    let bar_before = |c: usize| c == 0 || is_bar(c - 1);
    let mut words = 0;
    let mut run: Run = ENDED;
    for c in 0..half {
        if !board.edges.allow_right((board.rows, c), is_bar(c)) {
            return None;
        }
        let alone_across = bar_before(c) && is_bar(c);
        board.allows_alone(alone_across, alone_down(c)).then_some(())?;
        let step = board.runs.step(run, !alone_down(c), is_bar(c))?;
        words += 2 * usize::from(step.is_word);
        run = step.run;
        middle(&board.rule, &board.runs, (state.down[c], state.down[partner(c)]), !alone_across).then_some(())?;
        words += 2 * usize::from(!alone_down(c));
    }
    if width % 2 == 1 {
        let alone_across = bar_before(half);
        board.allows_alone(alone_across, alone_down(half)).then_some(())?;
        if !alone_across {
            let longer = board.runs.longer(run, !alone_down(half))?;
            board.runs.join(&board.rule, longer, run).then_some(())?;
            words += 1;
        }
        middle(&board.rule, &board.runs, (state.down[half], state.down[half]), !alone_across).then_some(())?;
        words += usize::from(!alone_down(half));
    } else if run != ENDED {
        board.runs.join(&board.rule, run, run).then_some(())?;
        words += 1;
    }
    if board.connected {
        let mut regions = Regions::new(width);
        for c in 0..width {
            let square = 2 * width + 2 + c;
            if state.down[c] != ENDED {
                regions.join(above(state, c), square);
            }
            if state.down[partner(c)] != ENDED {
                regions.join(below(state, width, c), square);
            }
            // The bar at the right of a column of the right half is the image of one of the left half.
            let right = if c < half { c } else { (width - 1).saturating_sub(c + 1) };
            if c + 1 < width && !is_bar(right) {
                regions.join(square, square + 1);
            }
        }
        regions.are_one(state, width, width).then_some(())?;
    }
    Some(words)
}

/// The node of the region above a column.
fn above(state: &State, c: usize) -> usize {
    state.regions[c].into()
}

/// The node of the region below a column, which is an image.
fn below(state: &State, width: usize, c: usize) -> usize {
    width + 1 + usize::from(state.regions[width - 1 - c])
}

/// Regions that are joined: those above the middle, their images below it, and the squares of a middle row.
struct Regions(Vec<usize>);

impl Regions {
    fn new(width: usize) -> Self {
        Regions((0..3 * width + 2).collect())
    }

    fn root(&self, node: usize) -> usize {
        if self.0[node] == node { node } else { self.root(self.0[node]) }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
    }

    /// Returns `true` if all regions of the state, their images, and the squares of a middle row are joined.
    fn are_one(&self, state: &State, width: usize, middle: usize) -> bool {
        let regions = (0..width)
            .filter(|&c| state.regions[c] > 0)
            .flat_map(|c| [above(state, c), below(state, width, width - 1 - c)]);
        let mut nodes = regions.chain((0..middle).map(|c| 2 * width + 2 + c)).map(|node| self.root(node));
        nodes.next().is_none_or(|first| nodes.all(|node| node == first))
    }
}
