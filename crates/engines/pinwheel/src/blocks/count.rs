//! The whole count: sweeps the quarters and joins their groups on arrival, block by block.
//!
//! The waiting groups may exceed the memory. Then the blocks are counted in [tiles](Tile), with one sweep for each,
//! which makes only the quarters of its tile. The tiles divide the last rows among them. The upper rows are repeated
//! where they lead to several tiles. A tile that turns out not to fit is cut into parts.

use crate::blocks::job::{CountJob, SelectedBlocks, TotalLedger};
use crate::blocks::pending_groups::{PendingGroups, Role, SweepReceiver};
use crate::blocks::tile::Tile;
use crate::measures::weight::QuarterWeight;
use crate::prepared::PreparedProblem;
use crate::progress::{self, Share, WHOLE};
use crate::sweep::sweep;
use gridcheck_engine::{EngineError, Run};

/// Counts all selected blocks that `ledger` does not contain yet, and stores their sums in it.
///
/// # Errors
/// The run is stopped, a sum overflows, or the ledger fails.
pub(crate) fn count<W: QuarterWeight>(
    prepared: &PreparedProblem,
    selected: &SelectedBlocks,
    run: &Run,
    ledger: &dyn TotalLedger<W::Total>,
) -> Result<(), EngineError> {
    CountJob::<W>::new(prepared, selected, run, ledger).count()
}

impl<W: QuarterWeight> CountJob<'_, W> {
    /// Counts all blocks that are not counted yet.
    fn count(&self) -> Result<(), EngineError> {
        let tile = self.selected.tile(self.prepared);
        self.run.set_tasks(tile.pairs().len());
        // The shares of the work were measured with counts that end. Those of American 23 × 23 promised an end within minutes.
        if self.prepared.slow.is_none() {
            self.run.set_work(WHOLE);
        }
        let mut tiles = vec![(tile, WHOLE)];
        while let Some((tile, units)) = tiles.pop() {
            let share = Share::new(self.run, units, self.prepared.given.len());
            if !self.count_tile(&tile, &share)? {
                tiles.extend(divide_units(tile.cut(2), share.left()));
            }
        }
        Ok(())
    }

    /// Counts the blocks of a tile. Returns `false` if it does not fit into memory and can be cut.
    fn count_tile(&self, tile: &Tile, share: &Share<'_>) -> Result<bool, EngineError> {
        let roles: &[Role] =
            if self.prepared.given.len() == 1 { &[Role::Either] } else { &[Role::First, Role::Second] };
        let pending = PendingGroups::new(self, tile);
        for (&role, given) in roles.iter().zip(&self.prepared.given) {
            match sweep(self.prepared, given, &SweepReceiver::new(&pending, role), self.run, share) {
                Err(EngineError::Stopped) if pending.is_full() => return Ok(false),
                other => other?,
            }
        }
        pending.finish()?;
        Ok(true)
    }
}

/// Divides `units` units of progress among tiles.
fn divide_units(tiles: Vec<Tile>, units: u64) -> Vec<(Tile, u64)> {
    let pairs: Vec<f64> = tiles.iter().map(|tile| tile.pairs().len() as f64).collect();
    tiles.into_iter().zip(progress::divide(units, &pairs)).collect()
}
