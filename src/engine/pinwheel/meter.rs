//! The meter: what a row adds to the measures that are asked for, as one number.
//!
//! Of a quarter, white squares, checked ones and ends of words can be told row by row, for a square's neighbours are known
//! when its row is judged. Each measure is a *form*, a sum of these three: unchecked letters are letters less checked ones,
//! the letters of all words are letters and checked ones. The forms that are asked for are the digits of one number, the
//! exponent, so that adding exponents adds all of them.
//!
//! Invariant: a digit never overflows into the next one: its radix is more than two quarters can have.

use super::block::Centre;
use super::placed::RowInPlace;
use super::quarter::Shape;

/// What is told row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// White squares.
    Letters,
    /// Those of two words.
    Checked,
    /// Those of one.
    Unchecked,
    /// The letters of all words, checked ones twice.
    Spelled,
    /// Ends of words, two a word.
    Ends,
}

impl Form {
    /// Its factors of letters, of checked letters and of ends.
    const fn factors(self) -> [i64; 3] {
        match self {
            Form::Letters => [1, 0, 0],
            Form::Checked => [0, 1, 0],
            Form::Unchecked => [1, -1, 0],
            Form::Spelled => [1, 1, 0],
            Form::Ends => [0, 0, 1],
        }
    }

    fn of(self, [letters, checked, ends]: [i64; 3]) -> i64 {
        let [of_letters, of_checked, of_ends] = self.factors();
        of_letters * letters + of_checked * checked + of_ends * ends
    }
}

/// See the module. The default tells nothing.
#[derive(Debug, Clone, Default)]
pub struct Meter {
    forms: Vec<Form>,
    /// More than two quarters can have of any form.
    radix: u32,
    /// What a letter, a checked letter and an end add to the exponent.
    factors: [i64; 3],
}

/// More digits than this are never needed: all forms are made of three.
const MOST_FORMS: usize = 3;

impl Meter {
    /// Tells these forms, each once, or what they are made of.
    pub fn new(shape: Shape, mut forms: Vec<Form>) -> Self {
        if forms.len() > MOST_FORMS {
            forms = vec![Form::Letters, Form::Checked, Form::Ends];
        }
        // A square is at most the end of two words, and spelled twice.
        let radix = 4 * (shape.height * shape.width) as u32 + 1;
        let mut factors = [0; 3];
        for (place, form) in forms.iter().enumerate() {
            let worth = i64::from(radix).pow(place as u32);
            for (factor, of) in factors.iter_mut().zip(form.factors()) {
                *factor += worth * of;
            }
        }
        Meter { forms, radix, factors }
    }

    /// The same, each number the less the more there is.
    pub fn negative(self) -> Self {
        Meter { factors: self.factors.map(|factor| -factor), ..self }
    }

    /// What a row adds to the exponent.
    pub fn row(&self, &RowInPlace { row, above, below, left, right }: &RowInPlace) -> i64 {
        let ends = (row & (above ^ below)).count_ones() + (row & (left ^ right)).count_ones();
        let checked = row & (above | below) & (left | right);
        let parts = [row.count_ones(), checked.count_ones(), ends];
        self.factors.iter().zip(parts).map(|(factor, part)| factor * i64::from(part)).sum()
    }

    /// How much of a form a grid has whose quarters, each `copies` times in it, have this exponent together.
    pub fn read(&self, exponent: u32, copies: u32, centre: Centre, form: Form) -> u32 {
        let digit = |place: usize| i64::from(exponent / self.radix.pow(place as u32) % self.radix);
        let quarters = match self.forms.iter().position(|&told| told == form) {
            Some(place) => digit(place),
            // Then all three that it is made of are told, in their order.
            None => form.of([0, 1, 2].map(digit)),
        };
        let centre = form.of([i64::from(centre.is_white()), i64::from(centre == Centre::Crossed), 0]);
        (i64::from(copies) * quarters + centre) as u32
    }
}
