//! What is cheap to know of a problem, and all there is to know of whether the engine can do it.
//!
//! Levels whose rows are drawn from the same set are of one *kind*: they agree in what is given, in how many white
//! squares they need, in squares that must be alike, and in their [`Role`].

use super::columns::Runs;
use super::pattern::MOST_SIZE;
use super::plan::Plan;
use super::rows::{RowGivens, number_of_rows};
use super::rows_of_level;
use super::symmetry::Demands;
use super::words::Words;
use gridcheck_core::grid::reverse_row;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;

/// Row patterns of one level beyond which the engine declines: the lists of rows would not fit.
const MOST_PATTERNS: u64 = 1 << 18;

/// Where a level lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The middle row of an odd size, its own image under the half turn.
    Middle,
    /// Any other level but the last.
    Inner,
    /// Nothing lies beyond.
    Edge,
}

/// A kind of level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LevelKind {
    /// What is given, and how many white squares are needed.
    pub givens: RowGivens,
    /// Where the level lies.
    pub role: Role,
    /// Squares that must be alike, a bit each.
    pub alike: u32,
}

/// See the [module](self).
pub struct Outline {
    /// What the symmetry asks for.
    pub demands: Demands,
    /// Rows placed one after the other.
    pub levels: usize,
    /// The rules for words of two letters or more.
    pub words: Words,
    /// Whether a run of one square may occur.
    pub single_cells: bool,
    /// Whether the outer lines need a white square.
    pub edges: bool,
    /// Whether the white squares form one region.
    pub connected: bool,
    /// The fewest white squares of a row or column.
    pub least: usize,
    /// The runs that columns can be in.
    pub runs: Runs,
    /// The kinds of levels, the edge's last.
    pub kinds: Vec<LevelKind>,
    /// Which of them each level is.
    pub sets: Vec<usize>,
    /// Squares whose colour neither a given square nor an image of one settles, images counted once.
    pub open: usize,
}

impl Outline {
    /// `None` when the givens contradict the symmetry, so that there is nothing to count; an error says why the engine
    /// cannot do it.
    pub fn of(problem: &Problem) -> Result<Option<Outline>, String> {
        let (size, rules) = (problem.size(), problem.rules());
        // The rest is a matter of single words.
        let Ruleset {
            name: _,
            min_word: _,
            single_cells,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges,
            connected,
            symmetry,
            min_white_per_row: least,
            max_word: _,
        } = *rules;
        let demands = Demands::of(symmetry);
        let half_turn = demands.half_turn;
        if size > MOST_SIZE {
            return Err(format!("size {size}, at most {MOST_SIZE}"));
        }
        let words = Words::new(rules, size);
        let levels = if half_turn { size.div_ceil(2) } else { size };
        let mut kinds: Vec<LevelKind> = Vec::new();
        let mut sets = Vec::new();
        for k in 0..levels {
            let Some(mut givens) = level_givens(problem, half_turn, k) else { return Ok(None) };
            let edge = k + 1 == levels;
            let at_border = edge || !half_turn && k == 0;
            givens.least = least.max(usize::from(edges && at_border)) as u32;
            let role = match k {
                0 if half_turn && size % 2 == 1 => Role::Middle,
                _ if edge => Role::Edge,
                _ => Role::Inner,
            };
            let kind = LevelKind { givens, role, alike: demands.alike(size, k) };
            let set = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            sets.push(set);
        }
        let rows = |kind: &LevelKind| number_of_rows(size, &words, single_cells, kind.givens);
        if kinds.iter().any(|kind| rows(kind) > MOST_PATTERNS) {
            return Err(format!("more than {MOST_PATTERNS} row patterns"));
        }
        let runs = Runs::new(&words, single_cells, levels, Plan::middles(size, half_turn))
            .ok_or_else(|| format!("columns of {size} squares have too many states under these rules"))?;
        let open = open_squares(problem);
        let outline =
            Outline { demands, levels, words, single_cells, edges, connected, least, runs, kinds, sets, open };
        Ok(Some(outline))
    }
}

/// See [`Outline::open`].
fn open_squares(problem: &Problem) -> usize {
    let n = problem.size();
    let images =
        |square: (usize, usize)| problem.symmetry().group().iter().map(move |transform| transform.square(n, n, square));
    let squares = (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
    let counted = |&square: &(usize, usize)| {
        let given = |(r, c)| problem.givens().colour(r, c).is_some();
        images(square).all(|image| square <= image && !given(image))
    };
    squares.filter(counted).count()
}

/// The givens of a level's row, those of its image turned round included; `None` when they contradict one another.
fn level_givens(problem: &Problem, half_turn: bool, k: usize) -> Option<RowGivens> {
    let size = problem.size();
    let givens = problem.givens();
    let (near, _) = rows_of_level(size, half_turn, k);
    let (mut white, mut black) = (givens.white(near), givens.black(near));
    if half_turn {
        white |= reverse_row(givens.white(size - 1 - near), size);
        black |= reverse_row(givens.black(size - 1 - near), size);
    }
    (white & black == 0).then_some(RowGivens { white: white as u32, black: black as u32, least: 0 })
}
