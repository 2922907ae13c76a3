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

use super::arm::Arm;
use super::encoder::{MeasureEncoder, Neighbours};
use super::frame::Frame;
use super::last_row::SignatureTable;
use super::region::is_one;
use super::states::{RunMerger, WeightedState};
use super::tables::{BITS, Direction, MiddleLetter, SYMBOLS, Tables};
use super::weight::{QuadrantWeight, sum};
use gridcheck_engine::{EngineError, Run};

/// A white square of an arm, where two quadrants meet.
struct Site<'a> {
    /// `true` if it lies in the middle column.
    in_middle_column: bool,
    square: usize,
    /// The position of its symbol in a state.
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

/// A join of two tables.
pub(crate) struct Join<'a, W: QuadrantWeight> {
    tables: &'a Tables,
    encoder: &'a MeasureEncoder<W>,
    arms: [&'a Arm; 2],
    left: &'a SignatureTable<W>,
    right: &'a SignatureTable<W>,
    /// The lines that need a white square.
    needs: u32,
    connected: bool,
    sites: Vec<Site<'a>>,
    /// Indexed by two numbers of tails: the result of their compatibility test, once it is known.
    compatible: Vec<Option<bool>>,
    /// Indexed by depth: the compatible states of the shorter list.
    compatible_states: Vec<Vec<WeightedState<W>>>,
    merger: RunMerger<W>,
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
const ALONE: usize = 4;
/// Lists with at most this number of pairs are compared pair by pair.
const FEW: usize = 12;
/// From this length on, a list is worth a check whether the run was stopped.
const LONG: usize = 512;

impl<'a, W: QuadrantWeight> Join<'a, W> {
    /// Prepares the join of two tables above the same middle row and beside the same middle column. For each arm,
    /// `masks` are the sets of squares that may have white neighbours in the quadrants.
    pub(crate) fn new(
        tables: &'a Tables,
        encoder: &'a MeasureEncoder<W>,
        arms: [&'a Arm; 2],
        [left, right]: [&'a SignatureTable<W>; 2],
        masks: [&[u32]; 2],
        frame: &Frame,
        run: &'a Run,
    ) -> Self {
        let low = SignatureTable::<W>::low_bits(tables.width);
        let mut sites = Vec::new();
        let lines = [(arms[0], tables.height, true, masks[0]), (arms[1], tables.width, false, masks[1])];
        for (arm, side, in_middle_column, masks) in lines {
            let mut seen = 0;
            for square in (0..side).rev().filter(|&square| arm.is_white(square)) {
                seen |= 1 << square;
                let mut allowed = vec![false; 1 << side];
                for mask in masks {
                    allowed[(mask & seen) as usize] = true;
                }
                let shift = BITS * square as u32 + if in_middle_column { 0 } else { low };
                let direction = if in_middle_column { Direction::Across } else { Direction::Down };
                let letter = tables.middle_letter(direction, arm.is_crossed(square));
                let adds = [0, 1, 2].map(|quadrants| adds(encoder, arm, square, quadrants));
                sites.push(Site { in_middle_column, square, shift, letter, adds, allowed: AllowedSets(allowed) });
            }
        }
        let compatible_states = sites.iter().map(|_| Vec::new()).collect();
        let compatible = vec![None; left.tails.len() * right.tails.len()];
        Join {
            tables,
            encoder,
            arms,
            left,
            right,
            needs: frame.needs,
            connected: frame.connected,
            sites,
            compatible,
            compatible_states,
            merger: RunMerger::new(),
            totals: Default::default(),
            run,
        }
    }

    /// Returns the total weight of the grids.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn total(mut self) -> Result<W::Total, EngineError> {
        let start = Position { sites: 0, crossed: [0; 2], added: 0, turned: false };
        let same = std::ptr::eq(self.left, self.right);
        self.walk(start, &self.left.states, &self.right.states, same, false)?;
        let [once, twice] = self.totals;
        sum(sum(once, &twice)?, &twice)
    }

    fn symbol(&self, site: usize, state: &WeightedState<W>) -> usize {
        let Site { in_middle_column, shift, .. } = self.sites[site];
        (if in_middle_column { state.right } else { state.bottom } >> shift) as usize % SYMBOLS
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
        left: &[WeightedState<W>],
        right: &[WeightedState<W>],
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
        let by_symbol = self.by_symbol(position.sites, right);
        let present =
            (0..SYMBOLS).filter(|&symbol| !by_symbol[symbol].is_empty()).fold(0u32, |set, symbol| set | 1 << symbol);
        let mut compatible_states = std::mem::take(&mut self.compatible_states[position.sites]);
        let mut rest = left;
        while let Some(first) = rest.first() {
            let symbol = self.symbol(position.sites, first);
            let (part, rest_of_left) = self.split(position.sites, rest);
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
                    for other in (0..SYMBOLS).filter(|other| set >> other & 1 == 1) {
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

    /// Splits a sorted list by the symbol at a site; all earlier symbols agree.
    fn by_symbol<'s>(&self, site: usize, states: &'s [WeightedState<W>]) -> [&'s [WeightedState<W>]; SYMBOLS] {
        let mut parts: [&[WeightedState<W>]; SYMBOLS] = [&[]; SYMBOLS];
        let mut rest = states;
        while let Some(first) = rest.first() {
            let symbol = self.symbol(site, first);
            (parts[symbol], rest) = self.split(site, rest);
        }
        parts
    }

    /// Splits off the first states of a sorted list that have the same symbol at the site, by exponential search
    /// (Bentley and Yao, 1976).
    fn split<'s>(
        &self,
        site: usize,
        states: &'s [WeightedState<W>],
    ) -> (&'s [WeightedState<W>], &'s [WeightedState<W>]) {
        let symbol = self.symbol(site, &states[0]);
        let is_other = |state: &WeightedState<W>| self.symbol(site, state) != symbol;
        let mut end = 1;
        while end < states.len() && !is_other(&states[end]) {
            end = 2 * end + 1;
        }
        let begin = end / 2;
        let end = end.min(states.len());
        states.split_at(begin + states[begin..end].partition_point(|state| !is_other(state)))
    }

    /// Merges all states that have one of these symbols at the site, without this symbol and the earlier ones. States
    /// with the symbol 0 have the additional increment `more_of_none`.
    fn merge_compatible(
        &mut self,
        site: usize,
        symbols: u32,
        more_of_none: u16,
        by_symbol: &[&[WeightedState<W>]; SYMBOLS],
        to: &mut Vec<WeightedState<W>>,
    ) -> Result<(), EngineError> {
        let Site { in_middle_column, shift, .. } = self.sites[site];
        let kept = (1u64 << shift) - 1;
        to.clear();
        for symbol in (0..SYMBOLS).filter(|symbol| symbols >> symbol & 1 == 1) {
            let forget = |state: &WeightedState<W>, weight: W| {
                if in_middle_column {
                    WeightedState { right: state.right & kept, bottom: state.bottom, weight }
                } else {
                    WeightedState { right: 0, bottom: state.bottom & kept, weight }
                }
            };
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
        left: &[WeightedState<W>],
        right: &[WeightedState<W>],
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
    fn after_sites(
        &self,
        mut position: Position,
        one: &WeightedState<W>,
        other: &WeightedState<W>,
    ) -> Option<Position> {
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
        left: &[WeightedState<W>],
        right: &[WeightedState<W>],
        twice: bool,
    ) -> Result<(), EngineError> {
        let (left, right) = if position.turned { (right, left) } else { (left, right) };
        let number = |state: &WeightedState<W>| {
            (state.bottom & !(u64::MAX << SignatureTable::<W>::low_bits(self.tables.width))) as usize
        };
        for one in left {
            for other in right {
                let (one_tail, other_tail) = (number(one), number(other));
                let place = one_tail * self.right.tails.len() + other_tail;
                let compatible = if let Some(known) = self.compatible[place] {
                    known
                } else {
                    let ((run_partition, touched), (other_partition, other_touched)) =
                        (&self.left.tails[one_tail], &self.right.tails[other_tail]);
                    let [middle_column, middle_row] = self.arms;
                    let is_one =
                        || !self.connected || is_one(run_partition, other_partition, middle_column, middle_row);
                    let known = touched | other_touched == self.needs && is_one();
                    self.compatible[place] = Some(known);
                    known
                };
                if compatible {
                    let one = one.weight.scaled(self.encoder.factor(position.added));
                    let total = &mut self.totals[usize::from(twice)];
                    one.add_product(&other.weight, total).ok_or(EngineError::Overflow)?;
                }
            }
        }
        Ok(())
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
