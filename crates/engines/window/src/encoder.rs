//! The increments of a measure, by squares.
//!
//! The increment of a white square depends on its four neighbours. It is a letter, and checked if it has white
//! neighbours both across and down. A word has two ends, so words are counted as half of the ends. In a quadrant, the
//! neighbours of a whole row are known when the row is chosen. For a square of a middle line, they are known when the
//! two quadrants are [joined](super::join).
//!
//! The half turn duplicates every square except the centre, so the sum covers the upper half only. For word ends this
//! sum is the number of words, because a word has two ends.

use super::arm::Arm;
use super::weight::QuadrantWeight;
use gridcheck_core::constraint::Measure;

/// A quantity that is added up over squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Summand {
    Letters,
    Checked,
    Unchecked,
    /// Beginnings and ends of words.
    Ends,
}

/// The white squares of one line, one bit each, and which of their neighbours are white: along the line, and on both
/// sides of it. The direction of the line is irrelevant, and so are the neighbours of black squares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbours {
    pub white: u32,
    pub before: u32,
    pub after: u32,
    pub one_side: u32,
    pub other_side: u32,
}

impl Summand {
    /// Returns the form that gives a measure. `None` for word lengths, which the states do not
    /// contain, and for black squares with certain neighbours, which they do not contain either.
    pub(crate) fn of(measure: Measure) -> Option<Summand> {
        match measure {
            Measure::Letters | Measure::Blacks => Some(Summand::Letters),
            Measure::Words => Some(Summand::Ends),
            Measure::Checked => Some(Summand::Checked),
            Measure::Unchecked => Some(Summand::Unchecked),
            Measure::Length(_) | Measure::Cheaters | Measure::Elbows => None,
        }
    }

    /// Returns the increment of these squares.
    fn added(self, squares: Neighbours) -> u16 {
        let Neighbours { white, before, after, one_side, other_side } = squares;
        let checked = white & (before | after) & (one_side | other_side);
        let squares = match self {
            Summand::Letters => white.count_ones(),
            Summand::Checked => checked.count_ones(),
            Summand::Unchecked => (white & !checked).count_ones(),
            Summand::Ends => ((before ^ after) & white).count_ones() + ((one_side ^ other_side) & white).count_ones(),
        };
        squares as u16
    }

    /// Returns the value for a grid from the sum over its upper half without the centre, and the increment of the
    /// centre.
    pub(crate) fn whole(self, half: u16, centre: u16) -> u32 {
        match self {
            Summand::Letters | Summand::Checked | Summand::Unchecked => 2 * u32::from(half) + u32::from(centre),
            Summand::Ends => half.into(),
        }
    }

    /// Returns the increment of the centre between these arms. It has no word end: its neighbours on opposite sides
    /// have the same colour.
    fn of_centre(self, middle_column: &Arm, middle_row: &Arm) -> u16 {
        let [down, across] = [middle_column, middle_row].map(|arm| u32::from(arm.is_white_beside_centre()));
        let white = u32::from(middle_column.has_white_centre());
        self.added(Neighbours { white, before: across, after: across, one_side: down, other_side: down })
    }
}

/// The form that is measured, if any, and the weight factor of each increment.
pub(crate) struct MeasureEncoder<W: QuadrantWeight> {
    form: Option<Summand>,
    /// Indexed by increment.
    factors: Vec<W::Factor>,
}

impl MeasureEncoder<u64> {
    /// Creates an encoder for plain counts.
    pub(crate) fn counting() -> Self {
        MeasureEncoder { form: None, factors: vec![()] }
    }
}

impl<W: QuadrantWeight> MeasureEncoder<W> {
    /// Creates an encoder for a form in quadrants of `height` × `width`. `factor` gives the weight factor of an
    /// increment.
    pub(crate) fn measuring(form: Summand, [height, width]: [usize; 2], factor: impl FnMut(u16) -> W::Factor) -> Self {
        // The largest increments are those of a middle column with a middle row. A square is at most two ends.
        MeasureEncoder { form: Some(form), factors: (0..=2 * (height + width) as u16).map(factor).collect() }
    }

    /// Returns the increment of these squares.
    pub(crate) fn added(&self, squares: Neighbours) -> u16 {
        self.form.map_or(0, |form| form.added(squares))
    }

    /// Returns the increment of the centre between these arms.
    pub(crate) fn of_centre(&self, middle_column: &Arm, middle_row: &Arm) -> u16 {
        self.form.map_or(0, |form| form.of_centre(middle_column, middle_row))
    }

    /// Returns the weight factor of an increment.
    pub(crate) fn factor(&self, more: u16) -> &W::Factor {
        &self.factors[usize::from(more)]
    }
}
