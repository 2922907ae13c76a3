//! Computes the facts about a problem that are cheap, and decides if the engine supports it.
//!
//! Levels whose rows come from the same set are of one *kind*. They have the same given squares, minimum number of white squares, squares
//! that must be equal and [`Role`].

use super::columns::Runs;
use super::pattern::MAX_SIZE;
use super::plan::Plan;
use super::rows::{RowGivens, number_of_rows};
use super::symmetry::{SymmetryRules, rows_of_level};
use super::words::WordPatterns;
use gridcheck_core::constraint::{BlackShape, Range, RoundedConstraint};
use gridcheck_core::grid::reverse_row;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Limit, RulesOnGrid, RulesOnLines};
use gridcheck_engine::Unsupported;

/// Maximum number of row patterns of one level; more would not fit in memory, and the engine rejects the problem.
const MAX_PATTERNS: u64 = 1 << 18;

/// The position of a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The middle row of an odd size, which the half turn maps to itself.
    Middle,
    /// Any other level but the last.
    Inner,
    /// The outermost level.
    Edge,
}

/// A kind of level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LevelKind {
    /// The given squares, and the minimum number of white squares.
    pub givens: RowGivens,
    /// The position of the level.
    pub role: Role,
    /// Squares that must have the same colour, a bit each.
    pub alike: u32,
}

/// The data described in the [module](self).
#[derive(Clone)]
pub(crate) struct Outline {
    /// The requirements of the symmetry.
    pub symmetry_rules: SymmetryRules,
    /// Number of rows placed one after the other.
    pub levels: usize,
    /// The rules about words.
    pub words: WordPatterns,
    /// `true` if the outer lines need a white square.
    pub edges: bool,
    /// `true` if the white squares must form one region.
    pub connected: bool,
    /// Minimum number of white squares of a row or column.
    pub least: usize,
    /// The constraints, and the rules that are checked like constraints.
    pub constraints: Vec<RoundedConstraint>,
    /// The possible runs of columns.
    pub runs: Runs,
    /// The kinds of levels, the edge's last.
    pub kinds: Vec<LevelKind>,
    /// The index of each level's kind.
    pub sets: Vec<usize>,
    /// Number of squares whose colour neither a given square nor an image of one determines; images count once.
    pub open: usize,
}

impl Outline {
    /// Computes the outline; `None` if the givens contradict the symmetry, so that there is no grid. The error is the reason why the engine
    /// does not support the problem.
    ///
    /// # Errors
    ///
    /// Fails if the engine does not support the problem.
    pub(crate) fn of(problem: &Problem) -> Result<Option<Outline>, Unsupported> {
        let (size, rules) = (problem.size(), problem.rules());
        let (height, width) = (size.rows(), size.columns());
        let RulesOnLines { min_white_per_row: least, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
        let symmetry_rules = SymmetryRules::of(symmetry);
        let half_turn = symmetry_rules.half_turn;
        if size.longest_word() > MAX_SIZE {
            return Err(format!("size {size}, at most {MAX_SIZE}").into());
        }
        let words = WordPatterns::new(rules, size.longest_word());
        let levels = if half_turn { height.div_ceil(2) } else { height };
        if levels < 2 {
            return Err(format!("{}, at least {}", plural(height, "row"), if half_turn { 3 } else { 2 }).into());
        }
        let mut kinds: Vec<LevelKind> = Vec::new();
        let mut sets = Vec::new();
        for k in 0..levels {
            let Some(mut givens) = level_givens(problem, half_turn, k) else { return Ok(None) };
            let edge = k + 1 == levels;
            let at_border = edge || !half_turn && k == 0;
            givens.least = least.max(usize::from(edges && at_border)) as u32;
            let role = match k {
                0 if half_turn && height % 2 == 1 => Role::Middle,
                _ if edge => Role::Edge,
                _ => Role::Inner,
            };
            let kind = LevelKind { givens, role, alike: symmetry_rules.alike(height, k) };
            let set = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            sets.push(set);
        }
        let rows = |kind: &LevelKind| number_of_rows(width, &words, kind.givens);
        if kinds.iter().any(|kind| rows(kind) > MAX_PATTERNS) {
            return Err(format!("more than {MAX_PATTERNS} row patterns").into());
        }
        let runs = Runs::new(&words, levels, Plan::middles(height, half_turn))
            .ok_or_else(|| format!("columns of {height} squares have too many states under these rules"))?;
        let open = open_squares(problem);
        let mut constraints = problem.rounded_constraints().to_vec();
        // Checked as a constraint, the rule costs nothing where it is absent.
        if let Limit::AtMost(most) = max_black_run {
            let range = Range { least: 0, most: u32::try_from(most).ok() };
            constraints.push(RoundedConstraint::Black(BlackShape::Run, range));
        }
        Ok(Some(Outline {
            symmetry_rules,
            levels,
            words,
            edges,
            connected,
            least,
            constraints,
            runs,
            kinds,
            sets,
            open,
        }))
    }
}

/// Counts the open squares; see [`Outline::open`].
fn open_squares(problem: &Problem) -> usize {
    let (height, width) = (problem.height(), problem.width());
    let images = |square: (usize, usize)| {
        problem.symmetry().group().iter().map(move |transform| transform.square(height, width, square))
    };
    let squares = problem.size().positions();
    let counted = |&square: &(usize, usize)| {
        let given = |(r, c)| problem.givens().colour(r, c).is_some();
        images(square).all(|image| square <= image && !given(image))
    };
    squares.filter(counted).count()
}

/// Returns the givens of a level's row, with those of its image turned round; `None` if they contradict one another.
fn level_givens(problem: &Problem, half_turn: bool, k: usize) -> Option<RowGivens> {
    let (height, width) = (problem.height(), problem.width());
    let givens = problem.givens();
    let (near, _) = rows_of_level(height, half_turn, k);
    let (mut white, mut black) = (givens.white(near), givens.black(near));
    if half_turn {
        white |= reverse_row(givens.white(height - 1 - near), width);
        black |= reverse_row(givens.black(height - 1 - near), width);
    }
    (white & black == 0).then_some(RowGivens { white: white as u32, black: black as u32, least: 0 })
}
