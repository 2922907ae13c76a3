//! The problem turned into tables: all that a count goes by.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use foldhash::fast::FixedState;

use super::block::Block;
use super::compatibility::Compatibility;
use super::effort::Effort;
use super::encoder::MeasureEncoder;
use super::given::Given;
use super::partition::Partitions;
use super::parts::{CHECKED, Class, LengthTag, Parts, UNCHECKED};
use super::quarter::{RequiredLines, RowTable, Shape};
use super::tables::{Packing, Tables};
use super::tile::Tile;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Limit, Ruleset, Symmetry};
use gridcheck_run::memory::Account;

/// What is to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Grids unchanged by a half turn: pairs of quarters.
    Half,
    /// Grids unchanged by a quarter turn: a quarter and itself.
    Quarter,
}

/// What a meter is made for.
pub struct Geometry {
    pub shape: Shape,
    pub turn: Turn,
    /// The lengths that words can have.
    pub lengths: RangeInclusive<usize>,
}

/// A problem turned into tables.
pub struct PreparedProblem {
    pub tables: Tables,
    /// What rows are worth, where quarters are not only counted.
    pub encoder: MeasureEncoder,
    /// What is given of the quarter at the top left and of the next one; once only if both are swept as one.
    pub given: Vec<Given>,
    /// What fits where a right site of the leading group meets a bottom site of the other, and where its bottom site meets a
    /// right site.
    pub fits: [Compatibility; 2],
    pub turn: Turn,
    /// What tables and groups take their memory from.
    pub account: Account,
    /// The most bytes that the groups of one tile may take.
    pub memory: usize,
    /// About how many kinds of quarter there are in all, if that is known.
    signatures: Option<f64>,
    /// What is to be counted of it.
    pub scope: Scope,
    problem: Problem,
    forecast: fn(&Problem) -> Effort,
    effort: OnceLock<Effort>,
}

/// Which blocks are to be counted.
#[derive(Debug, Clone)]
pub enum Scope {
    /// All.
    Whole,
    /// These.
    Blocks(HashSet<Block, FixedState>),
}

/// The most bytes that the groups that wait may take, where there is room for more.
const MOST: u64 = 4 << 30;
/// What a kind of quarter takes in memory, roughly: most keys fit into 64 bits, some quarters are in two groups.
const BYTES_PER_SIGNATURE: f64 = 18.0;

impl PreparedProblem {
    /// The tables; what is too much about the problem if they cannot be made. The symmetry is rot180 or rot90.
    pub fn counting(problem: &Problem) -> Result<Self, String> {
        PreparedProblem::measuring(problem, |_| Ok(MeasureEncoder::default()))
    }

    /// The same, for quarters that are measured by a meter.
    pub fn measuring(
        problem: &Problem,
        encoder: impl FnOnce(&Geometry) -> Result<MeasureEncoder, String>,
    ) -> Result<Self, String> {
        let rules = problem.rules();
        // The rest is a matter of single words, of which the lengths are told.
        let Ruleset {
            name: _,
            min_word,
            single_cells,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges,
            connected,
            symmetry,
            min_white_per_row: least,
            max_word,
        } = *rules;
        if least > 1 {
            return Err(format!("min_white_per_row = {least}, at most 1"));
        }
        let shape = Shape::new(problem.size());
        let turn = if symmetry == Symmetry::Rot90 { Turn::Quarter } else { Turn::Half };
        let longest = match max_word {
            Limit::AtMost(longest) => longest,
            Limit::Unlimited => shape.size,
        };
        // A run of one square is no word.
        let encoder = encoder(&Geometry { shape, turn, lengths: min_word.max(2)..=longest })?;
        let too_many = || {
            let told = if encoder.lengths().is_empty() { "" } else { ", and the lengths asked for," };
            format!("its word rule{told} parts words into more classes than there is room for at this size")
        };
        let parts = Parts::new(rules, shape.size, encoder.lengths()).ok_or_else(too_many)?;
        let classes = (0..shape.width).map(|place| parts.classes(place)).max().unwrap_or(0);
        let class = usize::BITS - classes.saturating_sub(1).max(1).leading_zeros();
        let partitions = Partitions::new();
        // Of the sites along the rim at most every second one begins a run.
        let partition = if connected { partitions.bits((shape.height + shape.width).div_ceil(2)) } else { 0 };
        let lines = RequiredLines::new(shape, connected, edges, least);
        let packing = Packing { class, partition, touched: lines.bits() as u32, narrow: u64::BITS };
        if classes > Compatibility::MOST
            || packing.down(shape.width) > u64::BITS
            || packing.across(shape.height) > u64::BITS
        {
            return Err(too_many());
        }
        let (right, bottom) = (shape.width - 1, shape.height - 1);
        // A word that leads from one quarter to another has an end in either. Where a quarter meets itself it does so twice.
        let ends = match turn {
            Turn::Half => 2,
            Turn::Quarter => 1,
        };
        let forth = Compatibility::new([parts.classes(right), parts.classes(bottom)], |one, two| {
            Some(ends * encoder.end(parts.join((right, one), (bottom, two))?))
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
        let account = Account::open();
        // As much again is for the sweep, and for what groups become when they meet.
        let memory = usize::try_from(MOST).map_or(account.bytes() / 2, |most| most.min(account.bytes() / 2));
        Ok(PreparedProblem {
            tables,
            encoder,
            given,
            fits,
            turn,
            account,
            memory,
            signatures: None,
            scope: Scope::Whole,
            problem: problem.clone(),
            forecast: |problem| Effort::alike(Shape::new(problem.size()).height),
            effort: OnceLock::new(),
        })
    }

    /// The same with only these blocks to be counted.
    #[must_use]
    pub fn only(self, blocks: impl IntoIterator<Item = Block>) -> Self {
        PreparedProblem { scope: Scope::Blocks(blocks.into_iter().collect()), ..self }
    }

    /// The same with a way to find out what its blocks are expected to cost; without one they are all alike.
    #[must_use]
    pub fn forecast_by(self, forecast: fn(&Problem) -> Effort) -> Self {
        PreparedProblem { forecast, ..self }
    }

    /// The same, for about so many kinds of quarter.
    #[must_use]
    pub fn expecting(self, signatures: f64) -> Self {
        PreparedProblem { signatures: Some(signatures), ..self }
    }

    /// What its blocks are expected to cost.
    pub fn effort(&self) -> &Effort {
        self.effort.get_or_init(|| (self.forecast)(&self.problem))
    }

    /// All pairs of patterns that a block can have on its sides. What is unchanged by a quarter turn meets itself only.
    pub fn all_pairs(&self) -> Tile {
        Tile::whole(self.tables.shape.height, self.turn == Turn::Quarter)
    }

    /// The blocks that have these patterns on their sides and can have a grid.
    pub fn blocks(&self, pair: [u32; 2]) -> Vec<Block> {
        let mut blocks = Block::of_pair(self.tables.shape, self.tables.centres(), pair);
        blocks.retain(|&block| self.has(block));
        blocks
    }

    /// Whether a block can have a grid, as far as its centre, the given squares and the turn tell.
    pub fn has(&self, block: Block) -> bool {
        let centre = block.centre();
        self.tables.centres().contains(&centre)
            && self.given.iter().all(|given| given.allows_centre(centre))
            && (self.turn == Turn::Half || block.is_its_own())
    }

    /// Whether the block is to be counted.
    pub fn asks_for(&self, block: Block) -> bool {
        match &self.scope {
            Scope::Whole => true,
            Scope::Blocks(blocks) => blocks.contains(&block),
        }
    }

    /// What is to be counted, in tiles that can be expected to fit into memory.
    pub fn tiles(&self) -> Vec<Tile> {
        let height = self.tables.shape.height;
        // At most a quarter of all groups wait at a time, of k × k parts half a tile off the diagonal; where two quarters are
        // swept for themselves, all of the one.
        let times = if self.given.len() == 1 { 1.0 } else { 4.0 };
        let fits = |signatures: f64| signatures * BYTES_PER_SIGNATURE / self.memory as f64;
        let (tile, parts): (Tile, f64) = match &self.scope {
            Scope::Whole => {
                let bytes = times * self.signatures.map_or(0.0, fits);
                (self.all_pairs(), if 0.25 * bytes <= 1.0 { 1.0 } else { (0.5 * bytes).sqrt().ceil() })
            }
            Scope::Blocks(blocks) => {
                let tile = Tile::of(height, blocks.iter().map(|block| block.patterns()));
                let signatures = self.signatures.map_or(0.0, |signatures| signatures * self.share(&tile));
                // Half the groups of a tile off the diagonal may wait for the other half.
                (tile, (0.5 * times * fits(signatures)).sqrt().ceil().max(1.0))
            }
        };
        let parts = parts as usize;
        if parts == 1 { vec![tile] } else { self.cut(&tile, parts) }
    }

    /// The part of all work that is expected to be in these pairs.
    fn share(&self, pairs: &Tile) -> f64 {
        let cost = |tile: &Tile| tile.pairs().iter().map(|&pair| self.effort().of_pair(pair) as f64).sum::<f64>();
        cost(pairs) / cost(&self.all_pairs())
    }

    /// The tile in smaller ones.
    pub fn cut(&self, tile: &Tile, parts: usize) -> Vec<Tile> {
        tile.cut(parts, |pattern| self.effort().of_pattern(pattern))
    }

    /// The same with so many bytes for the groups of one tile.
    #[cfg(test)]
    pub fn within(self, memory: usize) -> Self {
        PreparedProblem { memory, ..self }
    }
}

/// If the word of a link's part, the centre with a letter, and the part turned is legal, what is told of it: by class and letter.
fn through_centre(shape: Shape, parts: &Parts) -> Vec<[Option<LengthTag>; 2]> {
    if !shape.has_centre() {
        return Vec::new();
    }
    let above = shape.height - 1;
    let legal = |class: Class, letter: usize| {
        let middle = parts.next(above, class, letter)?;
        parts.join((above + 1, middle), (above, class))
    };
    (0..parts.classes(above) as Class).map(|class| [UNCHECKED, CHECKED].map(|letter| legal(class, letter))).collect()
}
