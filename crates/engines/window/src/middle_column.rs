//! Counts one middle column with all its middle rows: sweeps a quadrant, adds its last row above each middle row, and
//! joins two quadrants.

use rayon::prelude::*;

use super::arm::{Arm, Arms};
use super::encoder::MeasureEncoder;
use super::frame::Frame;
use super::join::Join;
use super::last_row::{LastRow, MiddleRow};
use super::lookahead::Lookahead;
use super::quadrant::{Given, Quadrant, SweptQuadrant};
use super::signatures::{Fillings, Key, Layout};
use super::tables::Tables;
use super::weight::{QuadrantWeight, sum};
use gridcheck_engine::{EngineError, Run};

/// One middle column, and the middle rows that are combined with it.
#[derive(Clone)]
pub(crate) struct MiddleColumn<'a> {
    frame: &'a Frame,
    arms: &'a Arms,
    pub arm: Arm,
    pub middle_rows: Vec<Arm>,
    /// `true` if the next one needs the same sweep.
    keeps_sweep: bool,
}

/// The largest number of tails: a join has a byte for each two of them.
const MOST_TAILS: usize = 1 << 14;

/// The assumed growth of the work per open site of two arms.
const WORK_PER_SITE: u64 = 4;

impl<'a> MiddleColumn<'a> {
    pub(crate) fn new(frame: &'a Frame, arms: &'a Arms, arm: Arm) -> Self {
        let middle_rows = middle_rows(frame, arms, &arm);
        let keeps_sweep = !arm.has_white_centre();
        MiddleColumn { frame, arms, arm, middle_rows, keeps_sweep }
    }

    /// Returns all middle columns that have a middle row.
    pub(crate) fn all(frame: &'a Frame, arms: &'a Arms) -> Vec<Self> {
        let middle_columns = frame.arms().map(|arm| MiddleColumn::new(frame, arms, arm));
        middle_columns.filter(|middle_column| !middle_column.middle_rows.is_empty()).collect()
    }

    /// Keeps the sweep above from each of these to the next one if both need the same.
    pub(crate) fn share_sweeps(middle_columns: &mut [Self]) {
        let whites: Vec<u32> = middle_columns.iter().map(|column| column.arm.white()).collect();
        for (place, middle_column) in middle_columns.iter_mut().enumerate() {
            middle_column.keeps_sweep = whites.get(place + 1) == Some(&whites[place]);
        }
    }

    /// Estimates the work of two arms: it grows with the possible symbols of their sites.
    pub(crate) fn work_with(&self, middle_row: &Arm) -> u64 {
        let sites = |masks: &[u32]| masks.iter().map(|mask| WORK_PER_SITE.pow(mask.count_ones())).sum::<u64>();
        self.arms.masks(&self.arm, middle_row).into_iter().map(sites).product()
    }

    /// Returns the estimated work of several middle columns, the unit of the progress report.
    pub(crate) fn work_of(middle_columns: &[MiddleColumn<'_>]) -> u64 {
        let rows = |column: &MiddleColumn<'_>| column.middle_rows.iter().map(|row| column.work_with(row)).sum::<u64>();
        middle_columns.iter().map(rows).sum()
    }

    /// Counts the grids with this middle column. In a square without given squares this includes their
    /// reflections in the diagonal.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub(crate) fn count(&self, tables: &Tables, above: &mut SweptAbove<u64>, run: &Run) -> Result<u128, EngineError> {
        // Plain counts have no increment for the centre.
        let [grids, _] = self.weight(tables, &MeasureEncoder::counting(), above, run)?;
        Ok(grids)
    }

    /// Returns the total weight of the grids with this middle column. `above` holds the sweep of the previous middle
    /// column.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub(crate) fn weight<W: QuadrantWeight>(
        &self,
        tables: &Tables,
        encoder: &MeasureEncoder<W>,
        above: &mut SweptAbove<W>,
        run: &Run,
    ) -> Result<ByCentre<W::Total>, EngineError> {
        let frame = self.frame;
        let middle_rows = self.prepared_middle_rows(tables);
        let quadrant = |given| self.quadrant(given, &middle_rows, tables, encoder);
        let [given_left, given_right] = &frame.quadrants;
        // Without given squares, the left quadrant serves for both.
        let (left, right) = (quadrant(given_left), (!frame.is_open()).then(|| quadrant(given_right)));
        above.is_for(self.arm.white());
        let [of_left, of_right] = &mut above.quadrants;
        let of_left = last_row(&left, of_left, &middle_rows, run)?;
        let of_right = right.as_ref().map(|right| last_row(right, of_right, &middle_rows, run)).transpose()?;
        if !self.keeps_sweep {
            *above = SweptAbove::nothing();
        }
        let each = middle_rows.par_iter().map(|middle_row| {
            let grids = self.weight_above(middle_row, &of_left, of_right.as_ref(), encoder, run)?;
            run.worked(W::WORK * self.work_with(middle_row.arm));
            let reflected = frame.has_reflections() && middle_row.arm.white() != self.arm.white();
            let mut total = ByCentre::default();
            let of_centre = &mut total[usize::from(encoder.of_centre(&self.arm, middle_row.arm))];
            *of_centre = if reflected { sum(grids.clone(), &grids)? } else { grids };
            Ok(total)
        });
        each.try_reduce(ByCentre::default, |[one, two], [more, other]| Ok([sum(one, &more)?, sum(two, &other)?]))
    }

    /// Returns a quadrant with these given squares, above these middle rows. The sweep also serves its
    /// twin, which differs only in the centre.
    fn quadrant<'p, W: QuadrantWeight>(
        &'p self,
        given: &'p Given,
        middle_rows: &[MiddleRow<'_>],
        tables: &'p Tables,
        encoder: &'p MeasureEncoder<W>,
    ) -> Quadrant<'p, W> {
        let frame = self.frame;
        let twin = Arm::new(frame.sides[0], self.arm.white(), !self.arm.has_white_centre());
        let rows_of_twin = self::middle_rows(frame, self.arms, &twin);
        let of_twin = self.prepared(tables, &twin, &rows_of_twin);
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
            lookahead: Lookahead::new(frame.sides, &self.arm, choices, may_end, whites),
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
    fn weight_above<W: QuadrantWeight>(
        &self,
        middle_row: &MiddleRow<'_>,
        left: &LastRow<'_, W>,
        right: Option<&LastRow<'_, W>>,
        encoder: &MeasureEncoder<W>,
        run: &Run,
    ) -> Result<W::Total, EngineError> {
        let left_fillings = left.fillings(middle_row, run)?;
        let right_fillings = right.map(|right| right.fillings(middle_row, run)).transpose()?;
        let arms = [&self.arm, middle_row.arm];
        let fillings = (&left_fillings, right_fillings.as_ref());
        let tails = left_fillings.tails().len().max(fillings.1.map_or(0, |right| right.tails().len()));
        if tails > MOST_TAILS {
            let what = "too many regions and white lines to tell apart".to_owned();
            return Err(EngineError::Failed { engine: super::facts::NAME, what });
        }
        let layout = Layout::new(arms, tails);
        let grids = if layout.is_short() {
            self.joined::<u64, W>(left.tables(), encoder, &layout, fillings, run)?
        } else {
            self.joined::<u128, W>(left.tables(), encoder, &layout, fillings, run)?
        };
        let is_black = |arm: &Arm| arm.white() == 0 && !arm.has_white_centre();
        let black_grids = arms.into_iter().all(is_black) && self.frame.has_black_grid();
        // The black grid was counted, because its squares are legal.
        Ok(if black_grids { W::without_one(grids) } else { grids })
    }

    /// Returns the total weight of the grids of two quadrants, with keys of this length. Without separate fillings of the right
    /// quadrant, the left ones serve for both.
    fn joined<K: Key, W: QuadrantWeight>(
        &self,
        tables: &Tables,
        encoder: &MeasureEncoder<W>,
        layout: &Layout<'_>,
        (left, right): (&Fillings<'_, W>, Option<&Fillings<'_, W>>),
        run: &Run,
    ) -> Result<W::Total, EngineError> {
        let masks = self.arms.masks(layout.middle_column, layout.middle_row);
        let tails = [left, right.unwrap_or(left)].map(Fillings::tails);
        let left = left.signatures::<K>(layout, run)?;
        let right = right.map(|right| right.signatures(layout, run)).transpose()?;
        let join = Join::new(tables, encoder, layout, tails, masks, self.frame, run);
        join.total([&left, right.as_ref().unwrap_or(&left)])
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

/// The total weight of grids, indexed by the increment of the centre.
pub(crate) type ByCentre<T> = [T; 2];

/// The swept quadrants of a middle column above their last rows. The next middle column reuses them if it has the same white squares.
pub(crate) struct SweptAbove<W> {
    white: Option<u32>,
    quadrants: [Option<SweptQuadrant<W>>; 2],
}

impl<W> SweptAbove<W> {
    pub(crate) fn nothing() -> Self {
        SweptAbove { white: None, quadrants: [None, None] }
    }

    /// Drops the quadrants if they are of other white squares.
    fn is_for(&mut self, white: u32) {
        if self.white != Some(white) {
            *self = SweptAbove { white: Some(white), ..SweptAbove::nothing() };
        }
    }
}

/// Returns a quadrant with its last row, and sweeps it if necessary.
fn last_row<'a, W: QuadrantWeight>(
    quadrant: &'a Quadrant<'a, W>,
    above: &mut Option<SweptQuadrant<W>>,
    middle_rows: &[MiddleRow<'_>],
    run: &Run,
) -> Result<LastRow<'a, W>, EngineError> {
    let swept = match above {
        Some(swept) => swept,
        None => above.insert(quadrant.sweep(run)?),
    };
    LastRow::new(quadrant, swept, middle_rows, run)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::super::arm::subsets;
    use super::super::frame::Frame;
    use super::super::states::OPEN;
    use super::super::tables::Choice;
    use super::*;
    use gridcheck_testing::{british, problem};

    static COUNTING: LazyLock<MeasureEncoder<u64>> = LazyLock::new(MeasureEncoder::counting);

    /// Tests the middle column `o-o-o` of British grids of this size, extended by black squares.
    fn test_with(size: usize, test: impl FnOnce(&Tables, &MiddleColumn<'_>)) {
        let frame = Frame::new(&problem(size, british())).expect("a window");
        let words = frame.words().expect("few classes");
        let (tables, arms) = (Tables::new(&words, frame.sides), Arms::new(&words, frame.sides));
        let middle_column = MiddleColumn::new(&frame, &arms, Arm::new(frame.sides[0], 0b1_0101, false));
        test(&tables, &middle_column);
    }

    fn left<'p>(middle_column: &'p MiddleColumn<'p>, tables: &'p Tables) -> Quadrant<'p, u64> {
        let middle_rows = middle_column.prepared_middle_rows(tables);
        middle_column.quadrant(&middle_column.frame.quadrants[0], &middle_rows, tables, &COUNTING)
    }

    /// A sweep drops states as soon as their rows are impossible.
    #[test]
    fn a_sweep_drops_states_with_impossible_rows() {
        test_with(11, |tables, middle_column| {
            let (quadrant, run) = (left(middle_column, tables), Run::new());
            let swept = quadrant.sweep(&run).expect("not stopped");
            let transitions = quadrant.last_transitions(&swept, &run).expect("not stopped");
            let runs = transitions.iter().flat_map(|transition| swept.states(transition).runs());
            let rows: Vec<usize> =
                runs.flat_map(|(_, states)| states).map(|state| (state.key >> OPEN) as usize).collect();
            assert!(rows.contains(&0b101), "words of two rows leave the quadrant");
            assert!(rows.iter().all(|&rows| quadrant.may_open[rows]));
        });
    }

    #[test]
    fn short_and_long_keys_give_the_same() {
        test_with(11, |tables, middle_column| {
            let (quadrant, run) = (left(middle_column, tables), Run::new());
            let middle_rows = middle_column.prepared_middle_rows(tables);
            let last_row = last_row(&quadrant, &mut None, &middle_rows, &run).expect("not stopped");
            let mut all = 0;
            for middle_row in &middle_rows {
                let fillings = last_row.fillings(middle_row, &run).expect("not stopped");
                let layout = Layout::new([&middle_column.arm, middle_row.arm], fillings.tails().len());
                let short = middle_column.joined::<u64, u64>(tables, &COUNTING, &layout, (&fillings, None), &run);
                let long = middle_column.joined::<u128, u64>(tables, &COUNTING, &layout, (&fillings, None), &run);
                assert_eq!(short, long);
                all += short.expect("not stopped");
            }
            assert!(all > 0);
        });
    }

    #[test]
    fn lookahead_removes_more_than_a_third_of_the_states() {
        test_with(13, |tables, whole| {
            let states = |quadrant: &Quadrant<'_, u64>| quadrant.sweep(&Run::new()).expect("not stopped").len();
            let quadrant = left(whole, tables);
            let of_whole = states(&quadrant);
            // A lookahead that sees every row below every row, and every middle row below the last one.
            let sides = whole.frame.sides;
            let rows: Vec<Choice> = (0..1 << sides[1])
                .flat_map(|white| subsets(white).map(move |open| Choice { white, open, symbol: 0 }))
                .collect();
            let lookahead = Lookahead::new(sides, &whole.arm, |_, _| rows.iter(), |_, _| true, 0..1 << sides[1]);
            let without = states(&Quadrant { lookahead, ..quadrant });
            assert!(3 * of_whole < 2 * without, "{of_whole} of {without}");
        });
    }
}
