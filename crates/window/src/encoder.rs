//! What squares add to what is measured.
//!
//! What a white square adds depends on its four neighbours: a letter is one, checked if it has white neighbours both across and down, and a
//! word has two ends, so that half of the ends are the words. In a quadrant the neighbours of a whole row are known as bits when the row
//! is chosen. A square of a middle line gets its neighbours in the quadrants where the two quadrants [meet](super::join).
//!
//! The half turn makes a second one of every square but the centre; so what is added up is that of the upper half, and of the words'
//! ends it is all there is to know, for a word has two.

use super::arm::Arm;
use super::weight::Weight;
use gridcheck_core::constraint::Measure;

/// What is added up over squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Letters,
    Checked,
    Unchecked,
    /// Words begin and end.
    Ends,
}

/// White squares of one line, a bit each, and by square whether its neighbours are white: those along the line, and those on either side of
/// it. Which way the line goes is no matter. Where a square is not white its neighbours mean nothing.
#[derive(Debug, Clone, Copy)]
pub struct Neighbours {
    pub white: u32,
    pub before: u32,
    pub after: u32,
    pub one_side: u32,
    pub other_side: u32,
}

impl Form {
    /// What tells a measure. `None` for lengths, for which states would have to know how long a word is.
    pub fn of(measure: Measure) -> Option<Form> {
        match measure {
            Measure::Letters | Measure::Blacks => Some(Form::Letters),
            Measure::Words => Some(Form::Ends),
            Measure::Checked => Some(Form::Checked),
            Measure::Unchecked => Some(Form::Unchecked),
            Measure::Length(_) => None,
        }
    }

    /// What these squares add.
    fn added(self, squares: Neighbours) -> u16 {
        let Neighbours { white, before, after, one_side, other_side } = squares;
        let checked = white & (before | after) & (one_side | other_side);
        let squares = match self {
            Form::Letters => white.count_ones(),
            Form::Checked => checked.count_ones(),
            Form::Unchecked => (white & !checked).count_ones(),
            Form::Ends => ((before ^ after) & white).count_ones() + ((one_side ^ other_side) & white).count_ones(),
        };
        squares as u16
    }

    /// What a grid has of it whose upper half, without the centre, adds so much, and the centre so much.
    pub fn whole(self, half: u16, centre: u16) -> u32 {
        match self {
            Form::Letters | Form::Checked | Form::Unchecked => 2 * u32::from(half) + u32::from(centre),
            Form::Ends => half.into(),
        }
    }

    /// What the centre adds between these arms: no end, for what has an end there on one side has one on the other, and is a single
    /// square.
    fn of_centre(self, side: usize, middle_column: &Arm, middle_row: &Arm) -> u16 {
        let [down, across] = [middle_column, middle_row].map(|arm| u32::from(arm.is_white(side - 1)));
        let white = u32::from(middle_column.is_white(side));
        self.added(Neighbours { white, before: across, after: across, one_side: down, other_side: down })
    }
}

/// What is measured, if anything is, and what it makes of ways.
pub struct MeasureEncoder<W: Weight> {
    form: Option<Form>,
    /// By what is added.
    factors: Vec<W::Factor>,
}

impl MeasureEncoder<u64> {
    /// Ways are counted.
    pub fn counting() -> Self {
        MeasureEncoder { form: None, factors: vec![()] }
    }
}

impl<W: Weight> MeasureEncoder<W> {
    /// Ways are measured in quadrants of so many rows; `factor` is what so much more makes of them.
    pub fn measuring(form: Form, side: usize, factor: impl FnMut(u16) -> W::Factor) -> Self {
        // A square adds no more than the ends of two words.
        MeasureEncoder { form: Some(form), factors: (0..=4 * side as u16).map(factor).collect() }
    }

    /// What these squares add.
    pub fn added(&self, squares: Neighbours) -> u16 {
        self.form.map_or(0, |form| form.added(squares))
    }

    /// What the centre adds between these arms.
    pub fn of_centre(&self, side: usize, middle_column: &Arm, middle_row: &Arm) -> u16 {
        self.form.map_or(0, |form| form.of_centre(side, middle_column, middle_row))
    }

    /// What so much more makes of ways.
    pub fn factor(&self, more: u16) -> &W::Factor {
        &self.factors[usize::from(more)]
    }
}
