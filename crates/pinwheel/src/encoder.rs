//! The meter: what a row, or a word, adds to the measures that are asked for, as one number.
//!
//! Of a quarter, white squares, checked ones and ends of words can be told row by row, for a square's neighbours are known
//! when its row is judged. Each measure is a *form*, a sum of these three: unchecked letters are letters less checked ones,
//! the letters of all words are letters and checked ones. Words of one length are the other kind of form, told where such a word
//! is complete, and counted by their ends as well: a word has one in each of the quarters that it lies in, or two in its only one.
//!
//! The forms that are asked for are the digits of one number, the exponent, so that adding exponents adds all of them. What
//! only grows, and may not grow beyond some bound, is let go as soon as it does ([`Limit`]); a number of which only little is
//! wanted takes few bits.
//!
//! Invariant: a digit never overflows into the next one: it has room for the greatest that two quarters can have, or, where only so much is
//! wanted, for twice that; and what is more than wanted is not added to.

use std::ops::RangeInclusive;

use super::block::Centre;
use super::parts::LengthTag;
use super::placed::RowInPlace;
use super::quarter::Shape;

/// What is told row by row, or word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// White squares.
    Letters,
    /// Black ones.
    Blacks,
    /// Those of two words.
    Checked,
    /// Those of one.
    Unchecked,
    /// The letters of all words, checked ones twice.
    Spelled,
    /// Ends of words, two a word.
    Ends,
    /// Ends of words of so many letters.
    EndsOf(usize),
}

impl Form {
    /// Its factors of letters, of checked letters, of ends and of black squares.
    const fn factors(self) -> [i64; 4] {
        match self {
            Form::Letters => [1, 0, 0, 0],
            Form::Blacks => [0, 0, 0, 1],
            Form::Checked => [0, 1, 0, 0],
            Form::Unchecked => [1, -1, 0, 0],
            Form::Spelled => [1, 1, 0, 0],
            Form::Ends => [0, 0, 1, 0],
            Form::EndsOf(_) => [0, 0, 0, 0],
        }
    }

    /// How much there is of it where there is so much of those four.
    fn of(self, parts: [i64; 4]) -> i64 {
        self.factors().iter().zip(parts).map(|(factor, part)| factor * part).sum()
    }

    /// Whether it is a sum of letters, checked letters and ends.
    const fn is_sum_of_three(self) -> bool {
        match self {
            Form::Letters | Form::Checked | Form::Unchecked | Form::Spelled | Form::Ends => true,
            Form::Blacks | Form::EndsOf(_) => false,
        }
    }

    /// More than two quarters can have of it.
    fn beyond(self, shape: Shape) -> u64 {
        let most = match self {
            // Two quarters have half the ends of a grid, and a row or a column has no room for more words.
            Form::EndsOf(length) => 2 * shape.size * ((shape.size + 1) / (length + 1)),
            // A square is at most the end of two words, and spelled twice.
            Form::Letters | Form::Blacks | Form::Checked | Form::Unchecked | Form::Spelled | Form::Ends => {
                4 * shape.height * shape.width
            }
        };
        most as u64 + 1
    }
}

/// A form and its place in the exponent.
#[derive(Debug, Clone, Copy)]
struct Digit {
    form: Form,
    place: u32,
    bits: u32,
}

/// See the module. The default tells nothing.
#[derive(Debug, Clone, Default)]
pub struct MeasureEncoder {
    digits: Vec<Digit>,
    /// What a letter, a checked letter, an end and a black square add to the exponent.
    factors: [i64; 4],
    /// Squares in a row of a quarter.
    width: u32,
    /// The lengths of words that are told.
    lengths: Vec<usize>,
    /// By length told: what an end of such a word adds, and how many ends are too many.
    ends: Vec<(i64, i64)>,
    limit: DigitLimit,
}

/// More than this of a quarter is not wanted: an exponent is beyond it if, with `bias` added, it has one of the bits `over`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DigitLimit {
    bias: u64,
    over: u64,
}

impl DigitLimit {
    /// Whether some digit is more than is wanted: of an exponent that was not beyond the limit before one was added to it that is not
    /// either, or what a single word or row adds.
    pub fn is_passed(self, exponent: u64) -> bool {
        (exponent + self.bias) & self.over != 0
    }

    /// An exponent beyond it, whatever it is added to.
    pub fn beyond(self) -> u64 {
        self.over
    }
}

/// More digits than this are never needed for what is told row by row: all forms are made of three.
const MOST_FORMS: usize = 3;

impl MeasureEncoder {
    /// Tells these forms, each once, or what they are made of, where words can have these lengths; `None` if there is no room for
    /// all of them. Of what `most` says, two quarters that make a grid have no more together.
    pub fn new(
        shape: Shape,
        lengths: &RangeInclusive<usize>,
        forms: &[Form],
        most: impl Fn(Form) -> Option<u32>,
    ) -> Option<Self> {
        let occurs = |form: &&Form| !matches!(form, Form::EndsOf(length) if !lengths.contains(length));
        let (mut combined, others): (Vec<Form>, Vec<Form>) =
            forms.iter().filter(occurs).partition(|form| form.is_sum_of_three());
        if combined.len() > MOST_FORMS {
            combined = vec![Form::Letters, Form::Checked, Form::Ends];
        }
        let mut encoder = MeasureEncoder { width: shape.width as u32, ..MeasureEncoder::default() };
        let mut place = 0;
        for form in combined.into_iter().chain(others) {
            let most = most(form).map(u64::from);
            let numbers = match (form, most) {
                // As many ends of one word, and of more no more than are too many: no larger number ever comes up.
                (Form::EndsOf(_), Some(most)) => form.beyond(shape).min(most.max(1)),
                _ => form.beyond(shape),
            };
            // One more, in which it shows what is too much.
            let bits = u64::BITS - numbers.leading_zeros() + u32::from(most.is_some());
            if place + bits >= u64::BITS {
                return None;
            }
            let worth = 1 << place;
            for (factor, of) in encoder.factors.iter_mut().zip(form.factors()) {
                *factor += worth * of;
            }
            if let Form::EndsOf(length) = form {
                encoder.lengths.push(length);
                encoder.ends.push((worth, most.map_or(i64::MAX, |most| most as i64 + 1)));
            }
            let half = 1_u64 << (bits - 1);
            if let Some(most) = most.filter(|&most| most < half) {
                encoder.limit.over |= half << place;
                encoder.limit.bias |= (half - 1 - most) << place;
            }
            encoder.digits.push(Digit { form, place, bits });
            place += bits;
        }
        Some(encoder)
    }

    /// The same, each number the less the more there is.
    pub fn negative(self) -> Self {
        let ends = self.ends.iter().map(|&(end, too_many)| (-end, too_many)).collect();
        MeasureEncoder { factors: self.factors.map(|factor| -factor), ends, ..self }
    }

    /// The lengths of words that are told.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// What is more than wanted.
    pub fn limit(&self) -> DigitLimit {
        self.limit
    }

    /// What an end of a word adds to the exponent of which this is told.
    pub fn end(&self, tag: LengthTag) -> i64 {
        tag.checked_sub(1).map_or(0, |index| self.ends[index].0)
    }

    /// What a row adds to the exponent: its squares, their ends, and the words that lie in it from end to end.
    pub fn row(&self, &RowInPlace { row, above, below, left, right }: &RowInPlace) -> i64 {
        let ends = (row & (above ^ below)).count_ones() + (row & (left ^ right)).count_ones();
        let checked = row & (above | below) & (left | right);
        let parts = [row.count_ones(), checked.count_ones(), ends, self.width - row.count_ones()];
        let squares: i64 = self.factors.iter().zip(parts).map(|(factor, part)| factor * i64::from(part)).sum();
        let across = |length: usize| {
            let last = (1..length).fold(row & !left, |at, _| (at & right) << 1);
            i64::from((last & row & !right).count_ones())
        };
        let counted = self.lengths.iter().zip(&self.ends);
        let words = counted.map(|(&length, &(end, too_many))| end * (2 * across(length)).min(too_many));
        squares + words.sum::<i64>()
    }

    /// Whether a form is told, or all that it is made of.
    pub fn encodes(&self, form: Form) -> bool {
        let is_encoded = |form| self.digits.iter().any(|digit| digit.form == form);
        is_encoded(form)
            || form.is_sum_of_three() && [Form::Letters, Form::Checked, Form::Ends].into_iter().all(is_encoded)
    }

    /// How much of a form a grid has whose quarters, each `copies` times in it, have this exponent together.
    pub fn read(&self, exponent: u64, copies: u32, centre: Centre, form: Form) -> u32 {
        let digit = |digit: &Digit| (exponent >> digit.place & ((1 << digit.bits) - 1)) as i64;
        let quarters = match self.digits.iter().find(|digit| digit.form == form) {
            Some(found) => digit(found),
            // No rule lets such words be.
            None if !form.is_sum_of_three() => 0,
            // Then all three that it is made of are told, in their order, before all others.
            None => {
                let [letters, checked, ends] = [0, 1, 2].map(|place| digit(&self.digits[place]));
                form.of([letters, checked, ends, 0])
            }
        };
        let [white, crossed, black] = [centre.is_white(), centre == Centre::Crossed, centre == Centre::Black];
        let centre = form.of([white.into(), crossed.into(), 0, black.into()]);
        (i64::from(copies) * quarters + centre) as u32
    }
}
