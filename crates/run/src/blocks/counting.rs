//! Counting in blocks, whoever counts: all that are not on record, or one again.

use super::block::{Asked, InBlocks};
use super::contents::Scope;
use super::head::Part;
use super::piece::Piece;
use super::sums::BlockSums;
use crate::{EngineError, Run};
use gridcheck_core::problem::Problem;

/// The number of valid grids, or of those in the blocks of the [`Piece`](super::Piece) that `sums` is about. Blocks that `sums` knows
/// are not counted again; it learns the others one by one.
pub fn count_in_blocks(
    engine: &dyn InBlocks,
    problem: &Problem,
    run: &Run,
    sums: &BlockSums,
) -> Result<u128, EngineError> {
    let blocks = engine.blocks(problem)?;
    sums.are_of(engine.name())?;
    if !sums.is_finished() {
        let asked = asked(sums.scope());
        blocks.demand_memory(asked, sums)?;
        // What was counted before is found, too.
        run.pieces_done(0, sums.total().unwrap_or_default());
        blocks.count(asked, run, sums)?;
        sums.close()?;
    }
    sums.total().ok_or(EngineError::Overflow)
}

fn asked(scope: &Scope) -> Asked<'_> {
    match scope {
        Scope::Piece(piece, pieces) => Asked::Piece(pieces.blocks(piece.number())),
        Scope::Whole | Scope::Of(_) => Asked::All,
    }
}

/// An error if the count, or that piece of it, will not fit into memory, as far as that can be told before there is a file.
pub fn demand_memory(engine: &dyn InBlocks, problem: &Problem, piece: Option<Piece>) -> Result<(), EngineError> {
    let scope = Scope::new(engine, problem, Part::of(piece))?;
    engine.blocks(problem)?.demand_memory(asked(&scope), &BlockSums::in_memory())
}

/// The number of valid grids in the block of this name, counted by itself, and what `sums` says of it: `None` if it was
/// not counted there. An error if no block can have that name.
pub fn count_block(
    engine: &dyn InBlocks,
    problem: &Problem,
    run: &Run,
    name: &str,
    sums: &BlockSums,
) -> Result<(u128, Option<u128>), EngineError> {
    let blocks = engine.blocks(problem)?;
    sums.are_of(engine.name())?;
    let why = || format!("`{name}` is no block of size {}, expected a name like {}", problem.size(), blocks.example());
    let block = blocks.named(name).ok_or_else(|| EngineError::Failed { engine: engine.name(), what: why() })?;
    let fresh = BlockSums::in_memory();
    blocks.count(Asked::These(&[block]), run, &fresh)?;
    Ok((fresh.sum(block).unwrap_or(0), sums.recorded(block)))
}
