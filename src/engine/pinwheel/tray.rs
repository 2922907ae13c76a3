//! The tray: where the quarters of a tile are put as the sweep hands them over, group by group.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foldhash::fast::FixedState;

use super::block::{Block, Skeleton};
use super::count::Ledger;
use super::group::{Group, Layout};
use super::merge::State;
use super::question::{Question, Turn};
use super::sweep::{Kind, Receiver};
use super::tile::Tile;
use super::weight::Weight;
use crate::engine::EngineError;
use crate::engine::locks::{locked, unlocked};

/// Groups by skeleton, each with its keys' layout.
pub type Groups<W> = HashMap<Skeleton, (Layout, Group<W>), FixedState>;

/// Which of the two that meet the quarters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The leading one if their skeleton leads, else the one turned towards it: one sweep is for both.
    Either,
    /// The quarter at the top left.
    First,
    /// The next one clockwise.
    Second,
}

impl Role {
    /// Whether the sites of a group come in the order of the leading one.
    pub fn leads(self, skeleton: Skeleton) -> bool {
        match self {
            Role::Either => skeleton.leads(),
            Role::First => true,
            Role::Second => false,
        }
    }
}

/// See the module.
pub struct Tray<'p, W: Weight> {
    question: &'p Question,
    ledger: &'p dyn Ledger<W::Total>,
    role: Role,
    can_be_cut: bool,
    /// By pattern of open sites: in which of the tile's two sets it is, a bit each.
    sides: Vec<u8>,
    /// The groups, on shelves that threads take hold of one by one.
    shelves: Vec<Mutex<Groups<W>>>,
    bytes: AtomicUsize,
    full: AtomicBool,
}

const SHELVES: usize = 256;

impl<'p, W: Weight> Tray<'p, W> {
    /// For the groups of a tile that are not in blocks known already. `bytes` of the memory for them is taken.
    pub fn new(
        question: &'p Question,
        ledger: &'p dyn Ledger<W::Total>,
        tile: &Tile,
        role: Role,
        bytes: usize,
    ) -> Self {
        let mut sides = vec![0; 1 << question.tables.shape.height];
        for (bit, side) in tile.sides.iter().enumerate() {
            for &pattern in side {
                sides[pattern as usize] |= 1 << bit;
            }
        }
        Tray {
            question,
            ledger,
            role,
            can_be_cut: tile.can_be_cut(),
            sides,
            shelves: (0..SHELVES).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(bytes),
            full: AtomicBool::new(false),
        }
    }

    /// Whether a sweep was ended because there was no more room.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The groups, and how many bytes are taken.
    pub fn into_groups(self) -> (Groups<W>, usize) {
        let shelves = self.shelves.into_iter();
        let groups = shelves.flat_map(unlocked).collect();
        (groups, self.bytes.into_inner())
    }

    fn holds(&self, right: u32, bottom: u32) -> bool {
        let (right, bottom) = (self.sides[right as usize], self.sides[bottom as usize]);
        right & 1 != 0 && bottom & 2 != 0 || right & 2 != 0 && bottom & 1 != 0
    }
}

impl<W: Weight> Receiver<W> for Tray<'_, W> {
    fn wants_right(&self, rows: usize, right: u32) -> bool {
        let mask = (1 << rows) - 1;
        self.sides.iter().zip(0_u32..).any(|(&sides, pattern)| sides != 0 && pattern & mask == right)
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        let block = Block::of(self.question.tables.shape, skeleton);
        self.holds(skeleton.right, skeleton.bottom)
            && (self.question.turn == Turn::Half || block.is_its_own())
            && self.question.only.is_none_or(|only| only == block)
            && !self.ledger.knows(block)
    }

    fn receive(&self, kind: &Kind, states: &[State<W>]) -> Result<(), EngineError> {
        let Skeleton { centre, right, bottom } = kind.skeleton;
        let shelf = (right.wrapping_mul(0x9e37_79b9) ^ bottom.wrapping_mul(0x85eb_ca6b)) >> 24 ^ centre as u32;
        let mut shelf = locked(&self.shelves[shelf as usize % SHELVES]);
        let (layout, group) = shelf.entry(kind.skeleton).or_insert_with(|| {
            let leads = self.role.leads(kind.skeleton);
            let layout = Layout::new(&self.question.tables, kind.skeleton, leads);
            let group = Group::new(&layout);
            (layout, group)
        });
        let bytes = group.add(layout, kind, states);
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) > self.question.memory && self.can_be_cut {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        Ok(())
    }
}
