//! Encodes the requested measures as the digits of one number, the exponent.
//!
//! A square's neighbours are known when its row is judged. So the white squares, checked squares and word ends of a
//! quarter can be added row by row. Most measures are a *form*, a sum of these three: unchecked letters are letters
//! minus checked letters; the letters of all words are letters plus checked letters. Words of one length are another
//! form. They are added where such a word is complete, and counted by their ends too. A word has one end in each of
//! the two quarters that it lies in, or two in its only quarter.
//!
//! The requested forms are the digits of the exponent, so adding exponents adds all forms at once. A quarter whose
//! digit exceeds its maximum is dropped at once, because digits only grow ([`DigitLimit`]). A digit with a small
//! maximum takes few bits.
//!
//! Invariant: a digit never overflows into the next one. It has room for the greatest value of two quarters, or for
//! twice its maximum. Nothing is added to a digit that exceeds its maximum.

use std::ops::RangeInclusive;

use crate::blocks::block::Centre;
use crate::parts::LengthTag;
use crate::quarter::Shape;
use gridcheck_weight::Limit;

/// A row of a quarter and its neighbouring squares: the white squares, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowInPlace {
    pub row: u32,
    /// The squares of the row that have a white square above, below, to their left and to their right.
    pub above: u32,
    pub below: u32,
    pub left: u32,
    pub right: u32,
}

/// A quantity that is added row by row, or word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// White squares.
    Letters,
    /// Black squares.
    Blacks,
    /// Checked squares: those in two words.
    Checked,
    /// Unchecked squares: those in one word.
    Unchecked,
    /// The letters of all words; checked ones count twice.
    Spelled,
    /// Ends of words, two per word.
    Ends,
    /// Ends of words of this length.
    EndsOf(usize),
}

impl Form {
    /// Returns its coefficients of letters, checked letters, ends and black squares.
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

    /// Returns its value for the given numbers of these four.
    fn of(self, parts: [i64; 4]) -> i64 {
        self.factors().iter().zip(parts).map(|(factor, part)| factor * part).sum()
    }

    /// Returns `true` if it is a sum of letters, checked letters and ends.
    const fn is_sum_of_three(self) -> bool {
        match self {
            Form::Letters | Form::Checked | Form::Unchecked | Form::Spelled | Form::Ends => true,
            Form::Blacks | Form::EndsOf(_) => false,
        }
    }

    /// Returns a number that exceeds its greatest value in two quarters.
    fn beyond(self, shape: Shape) -> u64 {
        let most = match self {
            // Two quarters have half the ends of a grid. The quotient bounds the words in a row or a column.
            Form::EndsOf(length) => 2 * shape.size * ((shape.size + 1) / (length + 1)),
            // A square is the end of at most two words, and is spelled at most twice.
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

/// Encodes forms as digits of an exponent; see the module documentation. The default encodes nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct MeasureEncoder {
    digits: Vec<Digit>,
    /// The increments of the exponent for a letter, a checked letter, an end and a black square.
    factors: [i64; 4],
    /// Number of squares in a row of a quarter.
    width: u32,
    /// The word lengths that are counted.
    lengths: Vec<usize>,
    /// Indexed by counted length: the increment for an end of such a word, and the smallest excessive number of ends.
    ends: Vec<(i64, i64)>,
    limit: DigitLimit,
}

/// The maximum of each digit. An exponent exceeds it if the exponent plus `bias` has one of the bits `over`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DigitLimit {
    bias: u64,
    over: u64,
}

impl Limit for DigitLimit {
    type Exponent = u64;

    /// Returns `true` if some digit exceeds its maximum. The exponent must be the sum of two exponents within the
    /// limit, or the increment of a single word or row.
    fn is_passed(self, exponent: u64) -> bool {
        (exponent + self.bias) & self.over != 0
    }
}

impl DigitLimit {
    /// Returns an exponent that exceeds the limit, and still does after any addition.
    pub(crate) fn beyond(self) -> u64 {
        self.over
    }
}

/// The largest number of digits for forms that are added row by row: each is a sum of three.
const MAX_FORMS: usize = 3;

impl MeasureEncoder {
    /// Creates an encoder of these forms, or of the three that they are sums of. `lengths` are the possible word
    /// lengths. The function `most` gives the maximum of a form over the two quarters of a grid.
    ///
    /// Returns `None` if the digits do not fit into 64 bits.
    pub(crate) fn new(
        shape: Shape,
        lengths: &RangeInclusive<usize>,
        forms: &[Form],
        most: impl Fn(Form) -> Option<u32>,
    ) -> Option<Self> {
        let occurs = |form: &&Form| !matches!(form, Form::EndsOf(length) if !lengths.contains(length));
        let (mut combined, others): (Vec<Form>, Vec<Form>) =
            forms.iter().filter(occurs).partition(|form| form.is_sum_of_three());
        if combined.len() > MAX_FORMS {
            combined = vec![Form::Letters, Form::Checked, Form::Ends];
        }
        let mut encoder = MeasureEncoder { width: shape.width as u32, ..MeasureEncoder::default() };
        let mut place = 0;
        for form in combined.into_iter().chain(others) {
            let most = most(form).map(u64::from);
            let numbers = match (form, most) {
                // An increment is at most the two ends of one word, or for several words the smallest excessive
                // number. So the digit stays within its additional bit.
                (Form::EndsOf(_), Some(most)) => form.beyond(shape).min(most.max(1)),
                _ => form.beyond(shape),
            };
            // The additional bit marks an excessive value.
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

    /// Negates all increments, so that the greatest exponent has the least of a form.
    pub(crate) fn negative(self) -> Self {
        let ends = self.ends.iter().map(|&(end, too_many)| (-end, too_many)).collect();
        MeasureEncoder { factors: self.factors.map(|factor| -factor), ends, ..self }
    }

    /// Returns the word lengths that are counted.
    pub(crate) fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Returns the limit of the digits.
    pub(crate) fn limit(&self) -> DigitLimit {
        self.limit
    }

    /// Returns the increment for an end of a word with this length tag.
    pub(crate) fn end(&self, tag: LengthTag) -> i64 {
        tag.checked_sub(1).map_or(0, |index| self.ends[index].0)
    }

    /// Returns the increment for a row: its squares, their word ends, and the words that lie completely in it.
    pub(crate) fn row(&self, &RowInPlace { row, above, below, left, right }: &RowInPlace) -> i64 {
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

    /// Returns `true` if a form is a digit, or a sum of digits.
    pub(crate) fn encodes(&self, form: Form) -> bool {
        let is_encoded = |form| self.digits.iter().any(|digit| digit.form == form);
        is_encoded(form)
            || form.is_sum_of_three() && [Form::Letters, Form::Checked, Form::Ends].into_iter().all(is_encoded)
    }

    /// Returns the value of a form in a grid. `exponent` is the sum over its quarters, and each quarter fills
    /// `copies` places of the grid.
    pub(crate) fn read(&self, exponent: u64, copies: u32, centre: Centre, form: Form) -> u32 {
        let digit = |digit: &Digit| (exponent >> digit.place & ((1 << digit.bits) - 1)) as i64;
        let quarters = match self.digits.iter().find(|digit| digit.form == form) {
            Some(found) => digit(found),
            // The rules exclude words of this length.
            None if !form.is_sum_of_three() => 0,
            // Otherwise the first three digits are letters, checked letters and ends.
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
