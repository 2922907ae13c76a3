//! Counts grids from their four quarters, without listing any grid: the engine `pinwheel`.
//!
//! # Terms: quarter, site, link, ring
//!
//! A square grid without its centre splits into four rectangles. A turn by 90° takes each to the next, here at 7 × 7:
//!
//! ```text
//!     1 1 1 1|2 2 2      The engine builds quarter 1: h rows of h + 1 squares (n = 2h + 1).
//!     1 1 1 1|2 2 2      Its right sites, the last squares of its rows, meet the bottom sites of quarter 2, turned.
//!     1 1 1 1|2 2 2      Its bottom sites, the first h squares of its last row, meet the right sites of quarter 4.
//!     -----+-+           Its link, the last square of its last row, meets the centre.
//!     4 4 4|*|2 2 2      Around the centre the four form a ring: 1 right of 4, 2 right of 1, 3 right of 2, 4 right of 3.
//!          +-+-----
//!     4 4 4|3 3 3 3      A site is black, closed (white, with black beyond it) or open (white, with white beyond it).
//!     4 4 4|3 3 3 3      Even sizes have four squares of h × h, no centre and no link.
//!     4 4 4|3 3 3 3
//! ```
//!
//! With half-turn symmetry, quarter 3 is quarter 1 turned and quarter 4 is quarter 2 turned. So a grid is two
//! quarters and the centre. This is meet in the middle (Horowitz and Sahni, 1974) in two dimensions: count the
//! quarters of each signature, then sum over the signatures that fit. S. Hayes counted American 15 × 15 from quarters of
//! 7 × 8 in 2019 (stuarthayes/count-crossword-grids).
//!
//! The *signature* of a quarter is everything that the rest of the grid can see of it:
//!
//! - for each site: black, closed, or open with the class of the word part that leads out of it;
//! - which open sites are connected inside the quarter;
//! - which of the lines that need a white square it has touched.
//!
//! Without connectivity, the count is the trace of (T·M)². T is the table of signatures, by right side and bottom
//! side. M is the compatibility matrix of sides. The number of grids with quarter-turn symmetry is the trace of T·M.
//!
//! # Groups and blocks
//!
//! Two quarters fit only if each is open where the other is. The quarters with the open right sites R and the open
//! bottom sites B are the *group* (R, B). It meets the group (B, R) and no other. Such a pair of groups is a *block*
//! of the sum.
//!
//! When the given squares do not distinguish quarter 1 from quarter 2, one table serves for both. A block then holds
//! the grids with quarter 1 from (R, B) and quarter 2 from (B, R), and equally many with the two exchanged. So its
//! groups meet once, and the sum is doubled. A group that meets itself (R = B) has met all its pairs in both orders,
//! so nothing is doubled.
//!
//! # Cost
//!
//! British signatures: 1,078 at 7 × 7, 22,532 at 9 × 9, 896,344 at 11 × 11, 32.5 million at 13 × 13, about 1,400
//! million at 15 × 15. The sweep makes each of them once. It fixes the open right sites depth first, so all
//! groups (R, ·) are finished together. A group that finds its partner waiting is joined with it at once, and both
//! are dropped ([`pending_groups`](blocks::pending_groups)). At most a quarter of all groups waits. If that exceeds
//! the memory, the patterns of open sites are cut into k parts and the blocks into [tiles](blocks::tile). The last
//! rows are then still made once, and the rows above them up to k times.
//!
//! # Modules
//!
//! - [`facts`]: the properties of the engine; [`prepared`]: the problem turned into [`tables`]; [`parts`]: the word rules as classes of parts of words;
//! - [`quarter`]: the shape, rows and sites of a quarter, and the lines that need a white square; [`given`]: the
//!   squares given in it;
//! - [`partition`]: which open sites of a region are connected;
//! - [`sweep`]: counts the quarters of every signature;
//! - [`joins`]: counts the grids that two groups make;
//! - [`mod@blocks`]: the parts of the sum, and the whole count in tiles that fit into memory;
//! - [`measures`]: sums and products of other values than numbers, for distributions and extremes;
//! - [`sampling`]: a number for every grid and a grid for every number;
//! - [`progress`]: the part of the work that is done.
//!
//! The word rules enter as the classes of [`parts`] only, so no other module depends on the rule set.

mod blocks;
mod facts;
mod given;
mod joins;
mod measures;
mod partition;
mod parts;
mod prepared;
mod progress;
mod quarter;
mod sampling;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use blocks::interface::PinwheelBlocks;
use facts::FACTS;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::{Declined, Engine, EngineFacts, Prepared};
use prepared::prepare;

pub use facts::Pinwheel;

impl Engine for Pinwheel {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let prepared = prepare(problem, kind)?;
        let slow = prepared.slow.clone();
        let blocks = Arc::new(PinwheelBlocks::new(problem, kind, Arc::new(prepared)));
        Ok(Prepared::in_blocks(self, problem, kind, slow, blocks))
    }
}
