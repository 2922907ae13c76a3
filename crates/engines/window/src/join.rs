//! Joins the left quadrant with the right quadrant: computes the total weight of the grids of two signature tables.
//!
//! The right quadrant is stored reflected, so both quadrants meet the same middle column and the same middle row,
//! square by square. A black square imposes no condition. At a white square, the two symbols and the letter between
//! them must make a legal word. The letters with a white neighbour on either side must form a set that the words
//! along the middle lines allow ([`AllowedSets`]).
//!
//! The longer list is traversed as a tree of symbols. In parallel, the shorter list is reduced to the compatible
//! states, and states that differ only in processed symbols are merged. The choice of the longer list is repeated at
//! every site, so that neither list dominates. Pairs are compared individually only in short lists.
//!
//! A table that is joined with itself contains every pair twice, once with left and right exchanged (the grid's
//! reflection). Each pair is joined once and counted twice.

use super::arm::{Arm, elements};
use super::encoder::{MeasureEncoder, Neighbours};
use super::frame::Frame;
use super::region::is_one;
use super::signatures::{Key, Layout, Tail};
use super::tables::{BITS, Direction, MiddleLetter, SYMBOLS, Tables};
use super::weight::{QuadrantWeight, sum};
use super::weighted::{RunMerger, Weighted};
use gridcheck_engine::{EngineError, Run};

/// A white square of an arm, where two quadrants meet.
struct Site<'a> {
    /// `true` if it lies in the middle column.
    in_middle_column: bool,
    square: usize,
    /// The position of its symbol in a key.
    shift: u32,
    /// The rules on its two sides.
    letter: &'a MiddleLetter,
    /// The increment of its square if 0, 1 or 2 of the quadrants have a white neighbour of it.
    adds: [u16; 3],
    /// The sets of sites that may have white neighbours, restricted to the processed sites of this line.
    allowed: AllowedSets,
}

/// Indexed by set of squares: `true` if some allowed set agrees with it on the squares processed so far.
struct AllowedSets(Vec<bool>);

/// A part of a table.
type Part<'s, K, W> = &'s [Weighted<K, W>];

/// A join of two tables.
pub(crate) struct Join<'a, K, W: QuadrantWeight> {
    encoder: &'a MeasureEncoder<W>,
    arms: [&'a Arm; 2],
    /// The tails of both tables, by number.
    tails: [&'a [Tail]; 2],
    /// Number of bits of a tail's number.
    low: u32,
    /// The lines that need a white square.
    needs: u32,
    connected: bool,
    sites: Vec<Site<'a>>,
    /// Indexed by two numbers of tails: the result of their compatibility test, once it is known.
    compatible: Vec<Option<bool>>,
    /// Indexed by depth: the compatible states of the shorter list.
    compatible_states: Vec<Vec<Weighted<K, W>>>,
    merger: RunMerger<K, W>,
    /// The total weight of the pairs that count once, and of those that count twice.
    totals: [W::Total; 2],
    run: &'a Run,
}

/// The position of the traversal: the number of processed sites, the squares of each line that have white neighbours,
/// and the sum of the increments.
#[derive(Clone, Copy)]
struct Position {
    sites: usize,
    crossed: [u32; 2],
    added: u16,
    /// `true` if the left list comes from the right table.
    turned: bool,
}

impl Position {
    fn adding(self, more: u16) -> Position {
        Position { added: self.added + more, ..self }
    }
}

/// Up to this number of states of the longer list, each part of the shorter list is joined separately, because
/// merging the parts takes longer.
const ALONE: usize = 2;
/// Lists with at most this number of pairs are compared pair by pair.
const FEW: usize = 16;
/// From this length on, a list is worth a check whether the run was stopped.
const LONG: usize = 512;

impl<'a, K: Key, W: QuadrantWeight> Join<'a, K, W> {
    /// Prepares the join of two tables between the same arms, whose tails are these. For each arm, `masks` are the sets of squares that
    /// may have white neighbours in the quadrants.
    pub(crate) fn new(
        tables: &'a Tables,
        encoder: &'a MeasureEncoder<W>,
        layout: &Layout<'a>,
        tails: [&'a [Tail]; 2],
        masks: [&[u32]; 2],
        frame: &Frame,
        run: &'a Run,
    ) -> Self {
        let Layout { middle_column, middle_row, low, bits } = *layout;
        let mut sites = Vec::new();
        let mut shift = bits;
        let lines = [(middle_row, tables.width, false, masks[1]), (middle_column, tables.height, true, masks[0])];
        for (arm, side, in_middle_column, masks) in lines {
            let mut seen = 0;
            for square in (0..side).rev().filter(|&square| arm.is_white(square)) {
                seen |= 1 << square;
                let mut allowed = vec![false; 1 << side];
                for mask in masks {
                    allowed[(mask & seen) as usize] = true;
                }
                shift -= BITS;
                let direction = if in_middle_column { Direction::Across } else { Direction::Down };
                let letter = tables.middle_letter(direction, arm.is_crossed(square));
                let adds = [0, 1, 2].map(|quadrants| adds(encoder, arm, square, quadrants));
                sites.push(Site { in_middle_column, square, shift, letter, adds, allowed: AllowedSets(allowed) });
            }
        }
        let compatible_states = sites.iter().map(|_| Vec::new()).collect();
        Join {
            encoder,
            arms: [middle_column, middle_row],
            tails,
            low,
            needs: frame.needs,
            connected: frame.connected,
            sites,
            compatible: vec![None; tails[0].len() * tails[1].len()],
            compatible_states,
            merger: RunMerger::new(),
            totals: Default::default(),
            run,
        }
    }

    /// Returns the total weight of the grids of two tables, sorted by key. They may be the same.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn total(mut self, [left, right]: [Part<'_, K, W>; 2]) -> Result<W::Total, EngineError> {
        let start = Position { sites: 0, crossed: [0; 2], added: 0, turned: false };
        self.walk(start, left, right, std::ptr::eq(left, right), false)?;
        let [once, twice] = self.totals;
        sum(sum(once, &twice)?, &twice)
    }

    fn symbol(&self, site: usize, state: &Weighted<K, W>) -> usize {
        (state.key >> self.sites[site].shift).low() as usize % SYMBOLS
    }

    /// Returns the position after the next site, if the middle line allows it.
    fn next(&self, position: Position, crossed: bool) -> Option<Position> {
        let site = &self.sites[position.sites];
        let line = usize::from(!site.in_middle_column);
        let mut next = Position { sites: position.sites + 1, ..position };
        next.crossed[line] |= u32::from(crossed) << site.square;
        site.allowed.0[next.crossed[line] as usize].then_some(next)
    }

    /// Joins `left` with `right`, whose states agree in all processed symbols. If they are the `same` list, each pair
    /// is joined once.
    fn walk(
        &mut self,
        position: Position,
        left: Part<'_, K, W>,
        right: Part<'_, K, W>,
        same: bool,
        twice: bool,
    ) -> Result<(), EngineError> {
        if left.is_empty() || right.is_empty() {
            return Ok(());
        }
        if left.len().max(right.len()) > LONG {
            self.run.check()?;
        }
        if position.sites == self.sites.len() {
            return self.end(position, left, right, twice);
        }
        if !same && left.len() * right.len() <= FEW {
            return self.pair_by_pair(position, left, right, twice);
        }
        // The shorter list is the one to be merged.
        let turns = left.len() < right.len();
        let (left, right) = if turns { (right, left) } else { (left, right) };
        let position = Position { turned: position.turned ^ turns, ..position };
        let Site { letter, adds, .. } = self.sites[position.sites];
        let [black, crossed] = [false, true].map(|crossed| self.next(position, crossed));
        let (by_symbol, present) = self.by_symbol(position.sites, right);
        let mut compatible_states = std::mem::take(&mut self.compatible_states[position.sites]);
        let mut rest = left;
        while let Some(first) = rest.first() {
            let symbol = self.symbol(position.sites, first);
            let [part, rest_of_left] = self.split(position.sites, rest);
            rest = rest_of_left;
            let fits = letter.fits[symbol] & present;
            let both_black =
                black.filter(|_| symbol == 0 && letter.stands_alone).map(|position| (position, present & 1));
            let quadrants = |other: usize| usize::from(symbol > 0) + usize::from(other > 0);
            for (next_position, set) in both_black.into_iter().chain(crossed.map(|position| (position, fits))) {
                let position_with = |other: usize| next_position.adding(adds[quadrants(other)]);
                let mut set = set;
                if same {
                    if set >> symbol & 1 == 1 {
                        self.walk(position_with(symbol), part, by_symbol[symbol], true, twice)?;
                    }
                    // Smaller symbols were already joined with this one.
                    set &= !(u32::MAX >> (SYMBOLS - 1 - symbol));
                }
                let twice = twice || same;
                if set.is_power_of_two() {
                    let other = set.trailing_zeros() as usize;
                    self.walk(position_with(other), part, by_symbol[other], false, twice)?;
                } else if part.len() <= ALONE {
                    for other in elements(set) {
                        self.walk(position_with(other), part, by_symbol[other], false, twice)?;
                    }
                } else if set != 0 {
                    // All symbols other than 0 have the same increment, and 0 has no smaller one. Here only a symbol
                    // other than 0 meets 0.
                    debug_assert!(symbol > 0 || set & 1 == 0, "two black squares are met by themselves");
                    let more_of_none = adds[quadrants(0)].wrapping_sub(adds[quadrants(1)]);
                    self.merge_compatible(position.sites, set, more_of_none, &by_symbol, &mut compatible_states)?;
                    self.walk(position_with(1), part, &compatible_states, false, twice)?;
                }
            }
        }
        self.compatible_states[position.sites] = compatible_states;
        Ok(())
    }

    /// Splits a sorted list by the symbol at a site; all earlier symbols agree. Returns the set of symbols that occur, too.
    fn by_symbol<'s>(&self, site: usize, states: Part<'s, K, W>) -> ([Part<'s, K, W>; SYMBOLS], u32) {
        let mut parts: [Part<'_, K, W>; SYMBOLS] = [&[]; SYMBOLS];
        let mut present = 0;
        let mut rest = states;
        while let Some(first) = rest.first() {
            let symbol = self.symbol(site, first);
            present |= 1 << symbol;
            [parts[symbol], rest] = self.split(site, rest);
        }
        (parts, present)
    }

    /// Splits off the first states of a sorted list that have the same symbol at the site, by exponential search
    /// (Bentley and Yao, 1976).
    fn split<'s>(&self, site: usize, states: Part<'s, K, W>) -> [Part<'s, K, W>; 2] {
        let symbol = self.symbol(site, &states[0]);
        let is_other = |state: &Weighted<K, W>| self.symbol(site, state) != symbol;
        let mut end = 1;
        while end < states.len() && !is_other(&states[end]) {
            end = 2 * end + 1;
        }
        let begin = end / 2;
        let end = end.min(states.len());
        states.split_at(begin + states[begin..end].partition_point(|state| !is_other(state))).into()
    }

    /// Merges all states that have one of these symbols at the site, without this symbol and the earlier ones. States
    /// with the symbol 0 have the additional increment `more_of_none`.
    fn merge_compatible(
        &mut self,
        site: usize,
        symbols: u32,
        more_of_none: u16,
        by_symbol: &[Part<'_, K, W>; SYMBOLS],
        to: &mut Vec<Weighted<K, W>>,
    ) -> Result<(), EngineError> {
        let shift = self.sites[site].shift;
        to.clear();
        for symbol in elements(symbols) {
            let forget = |state: &Weighted<K, W>, weight: W| Weighted { key: state.key.below(shift), weight };
            if symbol == 0 && more_of_none > 0 {
                let factor = self.encoder.factor(more_of_none);
                to.extend(by_symbol[0].iter().map(|state| forget(state, state.weight.scaled(factor))));
            } else {
                to.extend(by_symbol[symbol].iter().map(|state| forget(state, state.weight)));
            }
            self.merger.run_ends(to);
        }
        self.merger.merge(to)
    }

    fn pair_by_pair(
        &mut self,
        position: Position,
        left: Part<'_, K, W>,
        right: Part<'_, K, W>,
        twice: bool,
    ) -> Result<(), EngineError> {
        for one in left {
            for other in right {
                if let Some(position) = self.after_sites(position, one, other) {
                    self.end(position, &[*one], &[*other], twice)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the position after the remaining sites, if two states fit there.
    fn after_sites(&self, mut position: Position, one: &Weighted<K, W>, other: &Weighted<K, W>) -> Option<Position> {
        while position.sites < self.sites.len() {
            let symbols = [one, other].map(|state| self.symbol(position.sites, state));
            let Site { letter, adds, .. } = self.sites[position.sites];
            let fits = match symbols {
                [0, 0] => letter.stands_alone,
                [symbol, other] => letter.fits[symbol] >> other & 1 == 1,
            };
            let next = self.next(position, symbols != [0, 0]).filter(|_| fits)?;
            position = next.adding(adds[symbols.iter().filter(|&&symbol| symbol > 0).count()]);
        }
        Some(position)
    }

    /// Tests the conditions that remain after all sites: the grid is connected, and every line has the white square
    /// it needs.
    fn end(
        &mut self,
        position: Position,
        left: Part<'_, K, W>,
        right: Part<'_, K, W>,
        twice: bool,
    ) -> Result<(), EngineError> {
        let (left, right) = if position.turned { (right, left) } else { (left, right) };
        let factor = self.encoder.factor(position.added);
        for one in left {
            let weight = one.weight.scaled(factor);
            for other in right {
                if self.are_compatible([one, other].map(|state| state.key.below(self.low).low() as usize)) {
                    let total = &mut self.totals[usize::from(twice)];
                    weight.add_product(&other.weight, total).ok_or(EngineError::Overflow)?;
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if the tails of these numbers make one region, and if every line has the white square that it needs.
    #[inline]
    fn are_compatible(&mut self, [left, right]: [usize; 2]) -> bool {
        let place = left * self.tails[1].len() + right;
        if let Some(known) = self.compatible[place] {
            return known;
        }
        let [left, right] = [&self.tails[0][left], &self.tails[1][right]];
        let [middle_column, middle_row] = self.arms;
        let is_one = || !self.connected || is_one(&left.regions, &right.regions, middle_column, middle_row);
        let known = left.touched | right.touched == self.needs && is_one();
        self.compatible[place] = Some(known);
        known
    }
}

/// Returns the increment of an arm's square that has a white neighbour in `quadrants` of the two quadrants.
fn adds<W: QuadrantWeight>(encoder: &MeasureEncoder<W>, arm: &Arm, square: usize, quadrants: usize) -> u16 {
    let white = u32::from;
    encoder.added(Neighbours {
        white: 1,
        before: white(square > 0 && arm.is_white(square - 1)),
        after: white(arm.is_white(square + 1)),
        one_side: white(quadrants > 0),
        other_side: white(quadrants > 1),
    })
}
