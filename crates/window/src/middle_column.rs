//! Counts one middle column with all its middle rows: sweeps a quadrant, adds its last row above each middle row, and
//! joins two quadrants.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::arm::{Arm, Arms};
use super::effort::{Cost, Effort};
use super::encoder::MeasureEncoder;
use super::frame::Frame;
use super::join::Join;
use super::last_row::{LastRow, MiddleRow, SignatureTable};
use super::lookahead::Lookahead;
use super::parts::ColumnPart;
use super::quadrant::{Given, Quadrant, SweptQuadrant};
use super::states::State;
use super::tables::Tables;
use super::weight::Weight;
use gridcheck_run::memory::{Account, Part};
use gridcheck_run::{EngineError, Run};

/// One middle column, and the middle rows that are combined with it.
pub struct MiddleColumn<'a> {
    frame: &'a Frame,
    arms: &'a Arms,
    pub arm: Arm,
    pub middle_rows: Vec<Arm>,
    /// The numbers of its middle rows if it is a part.
    rows: Option<RangeInclusive<u32>>,
    /// Its estimated cost, if known.
    cost: Option<Cost>,
    /// `true` if the next one needs the same sweep.
    keeps_sweep: bool,
}

/// The assumed growth of the work per open site, for two arms without an estimate.
const WORK_PER_SITE: u64 = 4;

impl<'a> MiddleColumn<'a> {
    pub fn new(frame: &'a Frame, arms: &'a Arms, arm: Arm, effort: Option<&Effort>) -> Self {
        let middle_rows = middle_rows(frame, arms, &arm);
        let (cost, keeps_sweep) = (effort.map(|effort| effort.of(&arm)), !arm.has_white_centre());
        MiddleColumn { frame, arms, arm, middle_rows, rows: None, cost, keeps_sweep }
    }

    /// Returns all middle columns that have a middle row.
    pub fn all(frame: &'a Frame, arms: &'a Arms, effort: Option<&Effort>) -> Vec<Self> {
        let middle_columns = frame.arms().map(|arm| MiddleColumn::new(frame, arms, arm, effort));
        middle_columns.filter(|middle_column| !middle_column.middle_rows.is_empty()).collect()
    }

    /// Returns the part of it that has only the middle rows that `part` has, for this estimated cost.
    pub fn part(&self, part: &ColumnPart, cost: Option<Cost>) -> Self {
        let middle_rows = self.middle_rows.iter().filter(|row| part.has_row(row.white())).cloned().collect();
        MiddleColumn { middle_rows, rows: part.rows.clone(), arm: self.arm.clone(), cost, ..*self }
    }

    /// Returns the properties that its sweep depends on.
    pub fn sweep(&self) -> Sweep {
        let of_part = self.rows.as_ref().map(|rows| (self.arm.has_white_centre(), rows.clone()));
        (self.arm.white(), of_part)
    }

    /// Keeps the sweep above from each of these to the next one if both need the same.
    pub fn share_sweeps(middle_columns: &mut [Self]) {
        let sweeps: Vec<Sweep> = middle_columns.iter().map(MiddleColumn::sweep).collect();
        for (place, middle_column) in middle_columns.iter_mut().enumerate() {
            middle_column.keeps_sweep = sweeps.get(place + 1) == Some(&sweeps[place]);
        }
    }

    /// Estimates the work of two arms: it grows with the possible symbols of their sites.
    pub fn work_with(&self, middle_row: &Arm) -> u64 {
        let sites = |masks: &[u32]| masks.iter().map(|mask| WORK_PER_SITE.pow(mask.count_ones())).sum::<u64>();
        self.arms.masks(&self.arm, middle_row).into_iter().map(sites).product()
    }

    /// Estimates the work of all its middle rows, in the units of [`work_with`](Self::work_with).
    fn work_of_middle_rows(&self) -> u64 {
        self.middle_rows.iter().map(|middle_row| self.work_with(middle_row)).sum()
    }

    /// Returns its work in the units of the progress report. `before` is the previous middle column.
    pub fn work(&self, before: Option<&MiddleColumn<'_>>) -> u64 {
        let Some(cost) = self.cost else { return self.work_of_middle_rows() };
        let is_swept = before.is_some_and(|before| before.sweep() == self.sweep());
        cost.below + if is_swept { 0 } else { cost.above }
    }

    /// Returns the work of several middle columns in this order.
    pub fn work_of(middle_columns: &[MiddleColumn<'_>]) -> u64 {
        let before = std::iter::once(None).chain(middle_columns.iter().map(Some));
        middle_columns.iter().zip(before).map(|(middle_column, before)| middle_column.work(before)).sum()
    }

    /// Counts the grids with this middle column. In a square without given squares this includes their
    /// reflections in the diagonal.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub fn count<'c>(
        &self,
        tables: &Tables,
        above: &mut SweptAbove<'c, u64>,
        account: &'c Account,
        run: &Run,
    ) -> Result<u128, EngineError> {
        // Plain counts have no increment for the centre.
        let [grids, _] = self.weight(tables, &MeasureEncoder::counting(), above, account, run)?;
        Ok(grids)
    }

    /// Returns the total weight of the grids with this middle column. `above` holds the sweep of the previous middle
    /// column.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub fn weight<'c, W: Weight>(
        &self,
        tables: &Tables,
        encoder: &MeasureEncoder<W>,
        above: &mut SweptAbove<'c, W>,
        account: &'c Account,
        run: &Run,
    ) -> Result<ByCentre<W::Total>, EngineError> {
        let frame = self.frame;
        let taken = account.part();
        let middle_rows = self.prepared_middle_rows(tables);
        let quadrant = |given| self.quadrant(given, &middle_rows, tables, encoder);
        let [given_left, given_right] = &frame.quadrants;
        // Without given squares, the left quadrant serves for both.
        let (left, right) = (quadrant(given_left), (!frame.is_open()).then(|| quadrant(given_right)));
        above.is_for(self.sweep());
        let [of_left, of_right] = &mut above.quadrants;
        if let Some(cost) = self.cost.filter(|_| of_left.is_none()) {
            sweep(&left, of_left, account, run)?;
            run.worked(W::WORK * cost.above);
        }
        let of_left = last_row(&left, of_left, &middle_rows, &taken, run)?;
        let of_right = right.as_ref().map(|right| last_row(right, of_right, &middle_rows, &taken, run)).transpose()?;
        if !self.keeps_sweep {
            *above = SweptAbove::nothing();
        }
        let all = self.work_of_middle_rows();
        let share = |middle_row: &MiddleRow<'_>| {
            let work = self.work_with(middle_row.arm);
            self.cost.map_or(work, |cost| (u128::from(cost.below) * u128::from(work) / u128::from(all)) as u64)
        };
        let each = middle_rows.par_iter().map(|middle_row| {
            let grids = self.weight_above(middle_row, &of_left, of_right.as_ref(), encoder, &account.part(), run)?;
            run.worked(W::WORK * share(middle_row));
            let reflected = frame.has_reflections() && middle_row.arm.white() != self.arm.white();
            let mut total = [W::NO_GRID; 2];
            let of_centre = &mut total[usize::from(encoder.of_centre(&self.arm, middle_row.arm))];
            *of_centre = W::sum(grids, if reflected { 2 } else { 1 }, W::NO_GRID)?;
            Ok(total)
        });
        let total = each.try_reduce(|| [W::NO_GRID; 2], sum::<W>)?;
        // The rounding error of the shares.
        let shares: u64 = middle_rows.iter().map(share).sum();
        run.worked(W::WORK * self.cost.map_or(0, |cost| cost.below - shares));
        Ok(total)
    }

    /// Counts the states before and after its last row, and its signatures. Also measures the bytes of the states,
    /// except those of a single middle row.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub fn state_counts<'c>(
        &self,
        tables: &Tables,
        above: &mut SweptAbove<'c, u64>,
        account: &'c Account,
        run: &Run,
    ) -> Result<StateCounts, EngineError> {
        self.measured(tables, above, account, run, |swept, last_row, middle_rows| {
            let signatures = middle_rows.iter().map(|middle_row| {
                let signatures = last_row.signatures(middle_row, &account.part(), run)?;
                Ok((middle_row.arm.white(), signatures.states.len()))
            });
            let signatures = signatures.collect::<Result<_, EngineError>>()?;
            let (last_row, bytes) = (last_row.len(), bytes(swept, last_row));
            Ok(StateCounts { swept: swept.work(), last_row, signatures, bytes })
        })
    }

    /// Measures the bytes of its states before and after its last row.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub fn state_bytes<'c>(
        &self,
        tables: &Tables,
        above: &mut SweptAbove<'c, u64>,
        account: &'c Account,
        run: &Run,
    ) -> Result<usize, EngineError> {
        self.measured(tables, above, account, run, |swept, last_row, _| Ok(bytes(swept, last_row)))
    }

    /// Sweeps the left quadrant, and measures it.
    fn measured<'c, T>(
        &self,
        tables: &Tables,
        above: &mut SweptAbove<'c, u64>,
        account: &'c Account,
        run: &Run,
        measure: impl FnOnce(&SweptQuadrant<u64>, &LastRow<'_, u64>, &[MiddleRow<'_>]) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let (encoder, taken) = (MeasureEncoder::counting(), account.part());
        let middle_rows = self.prepared_middle_rows(tables);
        let quadrant = self.quadrant(&self.frame.quadrants[0], &middle_rows, tables, &encoder);
        above.is_for(self.sweep());
        let swept = sweep(&quadrant, &mut above.quadrants[0], account, run)?;
        let last_row = LastRow::new(&quadrant, swept, &middle_rows, &taken, run)?;
        measure(swept, &last_row, &middle_rows)
    }

    /// Returns a quadrant with these given squares, above these middle rows. The sweep of a whole middle column also serves its
    /// twin, which differs only in the centre.
    fn quadrant<'p, W: Weight>(
        &'p self,
        given: &'p Given,
        middle_rows: &[MiddleRow<'_>],
        tables: &'p Tables,
        encoder: &'p MeasureEncoder<W>,
    ) -> Quadrant<'p, W> {
        let frame = self.frame;
        let twin = Arm::new(frame.sides[0], self.arm.white(), !self.arm.has_white_centre());
        let of_twin = if self.rows.is_none() { self::middle_rows(frame, self.arms, &twin) } else { Vec::new() };
        let of_twin = self.prepared(tables, &twin, &of_twin);
        let served = || middle_rows.iter().chain(&of_twin);
        let may_open = |rows| served().any(|middle_row| middle_row.may_open(rows));
        let may_end = |white, open| served().any(|middle_row| middle_row.fits_below(white, open));
        // The centre decides only if the last square of the middle column has a white neighbour below.
        let choices = |row, open| {
            let is_last = row + 1 == tables.height;
            let below_twin = given.choices(tables, &twin, row, open).filter(move |_| is_last);
            given.choices(tables, &self.arm, row, open).chain(below_twin)
        };
        let whites = served().map(|middle_row| middle_row.arm.white());
        Quadrant {
            tables,
            encoder,
            given,
            middle_column: &self.arm,
            may_open: (0..1 << tables.height).map(may_open).collect(),
            needs: frame.needs,
            connected: frame.connected,
            lookahead: Lookahead::new(frame.sides, choices, may_end, whites),
        }
    }

    /// Returns its middle rows in the form that the quadrants need.
    fn prepared_middle_rows(&self, tables: &Tables) -> Vec<MiddleRow<'_>> {
        self.prepared(tables, &self.arm, &self.middle_rows)
    }

    fn prepared<'r>(&self, tables: &Tables, middle_column: &Arm, middle_rows: &'r [Arm]) -> Vec<MiddleRow<'r>> {
        let prepared = |row| MiddleRow::new(tables, row, self.arms.masks(middle_column, row));
        middle_rows.iter().map(prepared).collect()
    }

    /// Returns the total weight of the grids with this middle row. Without a separate right quadrant, the left one
    /// serves for both.
    fn weight_above<W: Weight>(
        &self,
        middle_row: &MiddleRow<'_>,
        left: &LastRow<'_, W>,
        right: Option<&LastRow<'_, W>>,
        encoder: &MeasureEncoder<W>,
        taken: &Part<'_>,
        run: &Run,
    ) -> Result<W::Total, EngineError> {
        let left_signatures = left.signatures(middle_row, taken, run)?;
        let right_signatures = right.map(|right| right.signatures(middle_row, taken, run)).transpose()?;
        let both = [&left_signatures, right_signatures.as_ref().unwrap_or(&left_signatures)];
        // The lists of a join are at most as long as these, and become shorter at every site.
        let lists = |signatures: &SignatureTable<W>| signatures.states.len() * size_of::<State<W>>();
        taken.take(lists(both[0]) + lists(both[1]) + both[0].tails.len() * both[1].tails.len())?;
        let arms = [&self.arm, middle_row.arm];
        let masks = self.arms.masks(arms[0], arms[1]);
        let grids = Join::new(left.tables(), encoder, arms, both, masks, self.frame, run).total()?;
        let is_black = |arm: &Arm| arm.white() == 0 && !arm.has_white_centre();
        let black_grids = arms.into_iter().all(is_black) && self.frame.has_black_grid();
        // The black grid was counted, because its squares are legal.
        Ok(if black_grids { W::without_one(grids) } else { grids })
    }
}

/// Returns the middle rows that are combined with a middle column.
fn middle_rows(frame: &Frame, arms: &Arms, middle_column: &Arm) -> Vec<Arm> {
    let (white, centre) = (middle_column.white(), middle_column.has_white_centre());
    if !frame.centre.allow(u32::from(centre)) {
        return Vec::new();
    }
    let has_reflections = frame.has_reflections();
    // The arm with fewer white squares is the middle column, because fewer words then leave the quadrant during
    // the sweep.
    let rank = |white: u32| (white.count_ones(), white);
    let touches = |white: u32| centre || white != 0 || !frame.all_lines;
    (0..1 << frame.sides[1])
        .filter(|&row| !has_reflections || rank(row) >= rank(white))
        .filter(|&row| frame.middle_row.allow(row) && touches(row) && touches(white))
        .map(|row| Arm::new(frame.sides[1], row, centre))
        .filter(|row| arms.masks(middle_column, row).iter().all(|masks| !masks.is_empty()))
        .collect()
}

/// Returns the bytes of the states before and after a last row.
fn bytes(swept: &SweptQuadrant<u64>, last_row: &LastRow<'_, u64>) -> usize {
    (swept.len() + last_row.len()) * size_of::<State<u64>>()
}

/// The numbers of states beside a middle column.
pub struct StateCounts {
    /// The sum over its swept rows of the states after each.
    pub swept: usize,
    pub last_row: usize,
    /// The white squares of each middle row, and the number of its signatures.
    pub signatures: Vec<(u32, usize)>,
    pub bytes: usize,
}

/// The total weight of grids, indexed by the increment of the centre.
pub type ByCentre<T> = [T; 2];

fn sum<W: Weight>(one: ByCentre<W::Total>, other: ByCentre<W::Total>) -> Result<ByCentre<W::Total>, EngineError> {
    Ok([W::sum(one[0], 1, other[0])?, W::sum(one[1], 1, other[1])?])
}

/// The properties that a sweep depends on: the white squares of the middle column, and for a part the centre and the
/// numbers of the middle rows.
pub type Sweep = (u32, Option<(bool, RangeInclusive<u32>)>);

/// The swept quadrants of a middle column above their last rows. The next middle column reuses them if it needs the
/// same sweep.
pub struct SweptAbove<'a, W> {
    of: Option<Sweep>,
    quadrants: [Option<(SweptQuadrant<W>, Part<'a>)>; 2],
}

impl<W> SweptAbove<'_, W> {
    pub fn nothing() -> Self {
        SweptAbove { of: None, quadrants: [None, None] }
    }

    /// Drops the quadrants if they are of another sweep.
    fn is_for(&mut self, sweep: Sweep) {
        if self.of.as_ref() != Some(&sweep) {
            *self = SweptAbove { of: Some(sweep), ..SweptAbove::nothing() };
        }
    }
}

/// Returns a quadrant above its last row, and sweeps it if necessary.
fn sweep<'s, 'c, W: Weight>(
    quadrant: &Quadrant<'_, W>,
    above: &'s mut Option<(SweptQuadrant<W>, Part<'c>)>,
    account: &'c Account,
    run: &Run,
) -> Result<&'s SweptQuadrant<W>, EngineError> {
    let (swept, _) = if let Some(above) = above {
        above
    } else {
        let taken = account.part();
        above.insert((quadrant.sweep(&taken, run)?, taken))
    };
    Ok(swept)
}

/// Returns a quadrant with its last row.
fn last_row<'a, 'c, W: Weight>(
    quadrant: &'a Quadrant<'a, W>,
    above: &mut Option<(SweptQuadrant<W>, Part<'c>)>,
    middle_rows: &[MiddleRow<'_>],
    taken: &Part<'c>,
    run: &Run,
) -> Result<LastRow<'a, W>, EngineError> {
    let swept = sweep(quadrant, above, taken.account(), run)?;
    LastRow::new(quadrant, swept, middle_rows, taken, run)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::super::frame::Frame;
    use super::super::states::OPEN;
    use super::super::tables::Choice;
    use super::*;
    use gridcheck_run::memory::{AvailableMemory, Bound};
    use gridcheck_testing::{british, problem};

    static COUNTING: LazyLock<MeasureEncoder<u64>> = LazyLock::new(MeasureEncoder::counting);

    /// Tests the middle column `o-o-o` of British grids of this size, extended by black squares.
    fn test_with(size: usize, test: impl FnOnce(&Account, &Tables, &MiddleColumn<'_>)) {
        let frame = Frame::new(&problem(size, british())).expect("a window");
        let words = frame.words().expect("few classes");
        let account = Account::of(AvailableMemory { bytes: 1 << 30, bound: Bound::Allowed });
        let tables = Tables::new(&words, frame.sides, &account.part()).expect("memory for the tables");
        let arms = Arms::new(&words, frame.sides);
        let middle_column = MiddleColumn::new(&frame, &arms, Arm::new(frame.sides[0], 0b1_0101, false), None);
        test(&account, &tables, &middle_column);
    }

    fn left<'p>(middle_column: &'p MiddleColumn<'p>, tables: &'p Tables) -> Quadrant<'p, u64> {
        let middle_rows = middle_column.prepared_middle_rows(tables);
        middle_column.quadrant(&middle_column.frame.quadrants[0], &middle_rows, tables, &COUNTING)
    }

    /// A sweep drops states as soon as their rows are impossible. At the end it charges for the remaining states, and for nothing else.
    #[test]
    fn a_sweep_holds_and_charges_for_possible_states() {
        test_with(11, |account, tables, middle_column| {
            let (quadrant, run, taken) = (left(middle_column, tables), Run::new(), account.part());
            taken.take(1000).expect("memory that others hold");
            let swept = quadrant.sweep(&taken, &run).expect("memory for the states");
            assert_eq!(taken.bytes(), 1000 + swept.len() * size_of::<State<u64>>());
            let transitions = quadrant.last_transitions(&swept, &run).expect("not stopped");
            let states = transitions.iter().flat_map(|transition| swept.states(transition));
            let rows: Vec<usize> = states.map(|state| (state.right >> OPEN) as usize).collect();
            assert!(rows.contains(&0b101), "words of two rows leave the quadrant");
            assert!(rows.iter().all(|&rows| quadrant.may_open[rows]));
        });
    }

    #[test]
    fn a_sweep_holds_what_its_middle_rows_need() {
        test_with(13, |account, tables, whole| {
            let states = |quadrant: &Quadrant<'_, u64>| {
                quadrant.sweep(&account.part(), &Run::new()).expect("memory for the states").len()
            };
            let quadrant = left(whole, tables);
            let of_whole = states(&quadrant);
            // A middle row of white squares is met by most states.
            for row in whole.middle_rows.iter().filter(|row| row.white() != 0b11_1111) {
                let rows = Some(row.white()..=row.white());
                let part = whole.part(&ColumnPart { rows, ..ColumnPart::whole(&whole.arm) }, None);
                assert!(4 * states(&left(&part, tables)) < 3 * of_whole, "{:b}", row.white());
            }
            // A lookahead that sees a black row below every row, and every middle row below the last one.
            let (black, sides) = ([Choice { white: 0, open: 0, symbol: 0 }], whole.frame.sides);
            let lookahead = Lookahead::new(sides, |_, _| black.iter(), |_, _| true, 0..1 << sides[1]);
            let without = states(&Quadrant { lookahead, ..quadrant });
            assert!(3 * of_whole < 2 * without, "{of_whole} of {without}");
        });
    }
}
