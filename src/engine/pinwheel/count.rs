//! The whole count: sweep the quarters, and let their groups meet as they come, block by block.
//!
//! The groups that wait for others may be more than memory holds. Then the blocks are done in [tiles](Tile), a sweep for
//! each, which makes only the quarters of its tile. The last row is shared out among them; the rows above it are gone through
//! again. Whether a tile fits is found by trying: one that does not is cut in parts.

use super::plan::{Ledger, Plan};
use super::progress::{self, Share, WHOLE};
use super::question::Question;
use super::sweep::sweep;
use super::tile::Tile;
use super::tray::{Entrance, Role, Tray};
use super::weight::Weight;
use crate::engine::{EngineError, Run};

/// Counts all blocks that `ledger` does not know yet, and lets it learn them.
pub fn count<W: Weight>(question: &Question, run: &Run, ledger: &dyn Ledger<W::Total>) -> Result<(), EngineError> {
    Plan::<W>::new(question, run, ledger).count()
}

/// Tiles, each with its share of so many units.
fn shared_out(tiles: Vec<Tile>, units: u64) -> Vec<(Tile, u64)> {
    let pairs: Vec<f64> = tiles.iter().map(|tile| tile.pairs() as f64).collect();
    tiles.into_iter().zip(progress::divided(units, &pairs)).collect()
}

impl<W: Weight> Plan<'_, W> {
    /// Counts all blocks that are not known yet.
    fn count(&self) -> Result<(), EngineError> {
        let patterns = 1_u32 << self.question.tables.shape.height;
        let whole = Tile::square(match self.question.only {
            None => (0..patterns).collect(),
            Some(block) => block.patterns(),
        });
        self.run.set_pieces(whole.pairs());
        self.run.set_work(WHOLE);
        let mut tiles = shared_out(whole.cut(self.question.parts), WHOLE);
        while let Some((tile, units)) = tiles.pop() {
            let share = Share::new(self.run, units, self.question.given.len());
            if !self.count_tile(&tile, &share)? {
                tiles.extend(shared_out(tile.cut(2), share.left()));
            }
        }
        Ok(())
    }

    /// Counts the blocks of a tile; false if its groups do not fit into memory and it can be cut.
    fn count_tile(&self, tile: &Tile, share: &Share<'_>) -> Result<bool, EngineError> {
        let roles: &[Role] =
            if self.question.given.len() == 1 { &[Role::Either] } else { &[Role::First, Role::Second] };
        let tray = Tray::new(self, tile);
        for (&role, given) in roles.iter().zip(&self.question.given) {
            match sweep(self.question, given, &Entrance::new(&tray, role), self.run, share) {
                Err(EngineError::Stopped) if tray.is_full() => return Ok(false),
                other => other?,
            };
        }
        tray.finish()?;
        Ok(true)
    }
}
