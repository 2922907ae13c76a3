//! The prepared problem: everything that a count reads.

use crate::blocks::block::Block;
use crate::blocks::tile::Tile;
use crate::facts::{LARGEST, NAME};
use crate::given::Given;
use crate::joins::compatibility::Compatibility;
use crate::measures::encoder::MeasureEncoder;
use crate::measures::forms::{Geometry, encoder_of};
use crate::partition::Partitions;
use crate::parts::{CHECKED, Class, LengthTag, Parts, UNCHECKED};
use crate::quarter::{RequiredLines, RowTable, Shape, Turn};
use crate::tables::{Packing, Tables};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnWords, Symmetry};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::memory;
use gridcheck_engine::{Declined, Unsupported};

#[cfg(test)]
thread_local! {
    /// Number of problems that this thread has prepared.
    pub static PREPARED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A problem turned into tables.
pub(crate) struct PreparedProblem {
    pub tables: Tables,
    /// The encoder of the measures. The default encodes nothing, for plain counts.
    pub encoder: MeasureEncoder,
    /// The given squares of the quarter at the top left and of the next one. Holds one entry if one sweep serves for
    /// both.
    pub given: Vec<Given>,
    /// The classes that fit where a right site of the leading group meets a bottom site of the other group, and the
    /// reverse.
    pub fits: [Compatibility; 2],
    pub turn: Turn,
    /// The largest number of bytes that the groups of one tile may take.
    pub memory: usize,
    /// The reason why the problem takes unreasonably long, or `None`.
    pub slow: Option<String>,
}

/// The largest number of bytes for waiting groups, even if more memory is available.
const MAX: usize = 4 << 30;

/// The largest number of open squares of a quarter that takes about half an hour on two processors: all of British 15 × 15. British 16 × 16
/// took two hours of processor time.
const REASONABLE_OPEN: u32 = 64;
/// The number if all letters are checked: American 17 × 17 takes 223 s of processor time.
const REASONABLE_OPEN_ALL_CHECKED: u32 = 90;
/// The number if at least half the letters of a word are checked.
const REASONABLE_OPEN_AT_LEAST_HALF: u32 = 32;

impl PreparedProblem {
    /// Prepares a problem with symmetry rot180 or rot90 for sums of this kind.
    ///
    /// # Errors
    /// Returns the reason if the rules, the measures or the size exceed what the tables can hold.
    pub(crate) fn new(problem: &Problem, kind: &SumKind) -> Result<Self, Unsupported> {
        #[cfg(test)]
        PREPARED.set(PREPARED.get() + 1);
        let rules = problem.rules();
        // The other rules concern single words; `Parts` reads them.
        let RulesOnWords {
            min_word,
            single_cells,
            checking,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            max_word,
        } = rules.on_words();
        let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
        let least = rules.on_lines().whites_up_to(1)?;
        let shape = Shape::new(problem.height());
        let turn = if symmetry == Symmetry::Rot90 { Turn::Quarter } else { Turn::Half };
        let longest = match max_word {
            Limit::AtMost(longest) => longest,
            Limit::Unlimited => shape.size,
        };
        // A run of one square is not a word.
        let encoder = encoder_of(problem, kind, &Geometry { shape, turn, lengths: min_word.max(2)..=longest })?;
        let too_many = || {
            let told = if encoder.lengths().is_empty() { "" } else { ", and the lengths asked for," };
            Unsupported::from(format!(
                "its word rule{told} parts words into more classes than there is room for at this size"
            ))
        };
        let parts = Parts::new(rules, shape.size, encoder.lengths()).ok_or_else(too_many)?;
        let classes = (0..shape.width).map(|place| parts.classes(place)).max().unwrap_or(0);
        let class = usize::BITS - classes.saturating_sub(1).max(1).leading_zeros();
        let partitions = Partitions::new();
        // At most every second site along the boundary begins a run.
        let partition = if connected { partitions.bits((shape.height + shape.width).div_ceil(2)) } else { 0 };
        let lines = RequiredLines::new(shape, connected, edges, least);
        let packing = Packing { class, partition, touched: lines.bits() as u32, narrow: u64::BITS };
        if classes > Compatibility::MAX
            || packing.down(shape.width) > u64::BITS
            || packing.across(shape.height) > u64::BITS
        {
            return Err(too_many());
        }
        let (right, bottom) = (shape.width - 1, shape.height - 1);
        // A word that crosses from one quarter to another has one end in each. A quarter that meets itself passes
        // each such word twice, and adds one end each time.
        let ends = match turn {
            Turn::Half => 2,
            Turn::Quarter => 1,
        };
        let forth = Compatibility::new([parts.classes(right), parts.classes(bottom)], |one, two| {
            Some(ends * encoder.end(parts.join([right, bottom], [one, two])?))
        });
        let fits = [forth.clone(), forth.turned()];
        let tables = Tables {
            shape,
            rows: RowTable::new(shape, &parts),
            lines,
            partitions,
            packing,
            connected,
            single_cells,
            through_centre: through_centre(shape, &parts),
            parts,
        };
        let [one, two] = Given::of(problem);
        let given = if turn == Turn::Quarter {
            vec![one.and(&two)]
        } else if one == two {
            vec![one]
        } else {
            vec![one, two]
        };
        // The other half of the limit is for the sweep, and for the lists that a join makes.
        let memory = MAX.min(memory::limit() / 2);
        let slow = slow(checking, &given, shape);
        Ok(PreparedProblem { tables, encoder, given, fits, turn, memory, slow })
    }

    /// Returns all pairs of patterns that a block can have on its sides. With quarter-turn symmetry each pattern is
    /// paired with itself only.
    pub(crate) fn all_pairs(&self) -> Tile {
        Tile::whole(self.tables.shape.height, self.turn == Turn::Quarter)
    }

    /// Returns the blocks that have these patterns on their sides and can have a grid.
    pub(crate) fn blocks(&self, pair: [u32; 2]) -> Vec<Block> {
        let mut blocks = Block::of_pair(self.tables.shape, self.tables.centres(), pair);
        blocks.retain(|&block| self.has(block));
        blocks
    }

    /// Returns `true` unless the centre, the given squares or the symmetry exclude all grids of a block.
    pub(crate) fn has(&self, block: Block) -> bool {
        let centre = block.centre();
        self.tables.centres().contains(&centre)
            && self.given.iter().all(|given| given.allows_centre(centre))
            && (self.turn == Turn::Half || block.meets_itself())
    }

    /// Sets the number of bytes for the groups of one tile.
    #[cfg(test)]
    pub(crate) fn within(self, memory: usize) -> Self {
        PreparedProblem { memory, ..self }
    }
}

/// Prepares a problem for sums of this kind.
///
/// # Errors
/// Returns the reason why the engine does not support the problem or the kind.
pub(crate) fn prepare(problem: &Problem, kind: &SumKind) -> Result<PreparedProblem, Declined> {
    let prepared = || {
        if problem.side().is_none() {
            return Err(format!("size {}, only squares", problem.size()).into());
        }
        if problem.height() < 2 {
            return Err("size 1, at least 2".into());
        }
        if problem.height() > LARGEST {
            return Err(format!("size {}, at most {LARGEST}", problem.height()).into());
        }
        PreparedProblem::new(problem, kind)
    };
    prepared().map_err(|why: Unsupported| why.by(NAME))
}

/// Returns the reason why a problem takes unreasonably long, or `None`.
fn slow(checking: Checking, given: &[Given], shape: Shape) -> Option<String> {
    let open = given.iter().map(|given| given.open_squares(shape)).max()?;
    let reasonable = match checking {
        Checking::All => REASONABLE_OPEN_ALL_CHECKED,
        Checking::CeilHalf | Checking::EitherHalf | Checking::Any => REASONABLE_OPEN,
        Checking::AtLeastHalf | Checking::ByLength(_) => REASONABLE_OPEN_AT_LEAST_HALF,
    };
    (open > reasonable).then(|| format!("{open} open squares in a quarter, reasonable up to {reasonable}"))
}

/// Returns the length tag of the word through the centre, by class of the link and letter of the centre. It is `None`
/// if that word is not legal.
fn through_centre(shape: Shape, parts: &Parts) -> Vec<[Option<LengthTag>; 2]> {
    if !shape.has_centre() {
        return Vec::new();
    }
    let above = shape.height - 1;
    let legal = |class: Class, letter: usize| {
        let middle = parts.next(above, class, letter)?;
        parts.join([above + 1, above], [middle, class])
    };
    (0..parts.classes(above) as Class).map(|class| [UNCHECKED, CHECKED].map(|letter| legal(class, letter))).collect()
}
