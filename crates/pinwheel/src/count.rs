//! The whole count: sweep the quarters, and let their groups meet as they come, block by block.
//!
//! The groups that wait for others may be more than memory holds. Then the blocks are done in [tiles](Tile), a sweep for
//! each, which makes only the quarters of its tile. The last row is shared out among them; the rows above it are gone through
//! again as far as they lead to more than one of them. Whether a tile fits is found by trying: one that does not is cut in parts.

use super::job::{CountJob, Ledger};
use super::pending_groups::{PendingGroups, Role, SweepReceiver};
use super::prepared::PreparedProblem;
use super::progress::{self, Share, WHOLE};
use super::sweep::sweep;
use super::tile::Tile;
use super::weight::Weight;
use gridcheck_run::{EngineError, Run};

/// Counts all blocks that `ledger` does not know yet, and lets it learn them.
pub fn count<W: Weight>(
    prepared: &PreparedProblem,
    run: &Run,
    ledger: &dyn Ledger<W::Total>,
) -> Result<(), EngineError> {
    CountJob::<W>::new(prepared, run, ledger).count()
}

impl<W: Weight> CountJob<'_, W> {
    /// Counts all blocks that are not known yet.
    fn count(&self) -> Result<(), EngineError> {
        let tiles = self.prepared.tiles();
        self.run.set_pieces(tiles.iter().map(|tile| tile.pairs().len()).sum());
        self.run.set_work(WHOLE);
        let mut tiles = self.shared_out(tiles, WHOLE);
        while let Some((tile, units)) = tiles.pop() {
            let share = Share::new(self.run, units, self.prepared.given.len());
            if !self.count_tile(&tile, &share)? {
                tiles.extend(self.shared_out(self.prepared.cut(&tile, 2), share.left()));
            }
        }
        Ok(())
    }

    /// Tiles, each with its share of so many units.
    fn shared_out(&self, tiles: Vec<Tile>, units: u64) -> Vec<(Tile, u64)> {
        if tiles.len() == 1 {
            return tiles.into_iter().map(|tile| (tile, units)).collect();
        }
        let effort = self.prepared.effort();
        let cost = |tile: &Tile| tile.pairs().iter().map(|&pair| effort.of_pair(pair)).sum::<u64>() as f64;
        let costs: Vec<f64> = tiles.iter().map(cost).collect();
        tiles.into_iter().zip(progress::divide(units, &costs)).collect()
    }

    /// Counts the blocks of a tile; false if it does not fit into memory and can be cut.
    fn count_tile(&self, tile: &Tile, share: &Share<'_>) -> Result<bool, EngineError> {
        let roles: &[Role] =
            if self.prepared.given.len() == 1 { &[Role::Either] } else { &[Role::First, Role::Second] };
        let pending = PendingGroups::new(self, tile);
        for (&role, given) in roles.iter().zip(&self.prepared.given) {
            match sweep(
                (self.prepared, &self.prepared.encoder),
                given,
                &SweepReceiver::new(&pending, role),
                self.run,
                share,
            ) {
                Err(EngineError::Stopped) if pending.is_full() => return Ok(false),
                // What waits for others is not all that takes room, but what a smaller tile has less of.
                Err(EngineError::OutOfMemory { .. }) if tile.can_be_cut() => return Ok(false),
                other => other?,
            };
        }
        pending.finish()?;
        Ok(true)
    }
}
