//! Parses and writes exact rational bounds: `12`, `6.25`, `13/2`.
//!
//! A number has at most [`MAX_DIGITS`] digits in all, or on each side of its slash. So a numerator and a denominator fit into 128 bits,
//! with room for a factor of 2^26.

use num_rational::Ratio;

/// An exact bound, in lowest terms.
pub type Rational = Ratio<u128>;

/// The most digits of a number.
pub const MAX_DIGITS: usize = 30;

/// Returns the number with these digits before and after its point, if there are at most [`MAX_DIGITS`] in all.
pub(super) fn decimal(whole: &str, fraction: &str) -> Option<Rational> {
    let digits = integer(&[whole, fraction].concat())?;
    Some(Ratio::new(digits, 10_u128.pow(fraction.len() as u32)))
}

/// Returns the quotient of two numbers written as digits, unless one is too long or the second is 0.
pub(super) fn quotient(numerator: &str, denominator: &str) -> Option<Rational> {
    let (numerator, denominator) = (integer(numerator)?, integer(denominator)?);
    (denominator > 0).then(|| Ratio::new(numerator, denominator))
}

fn integer(digits: &str) -> Option<u128> {
    (digits.len() <= MAX_DIGITS).then(|| digits.parse().ok())?
}

/// Writes a number in a form that reads back: as a decimal if it has a finite one, otherwise as a quotient.
pub(super) fn text(number: Rational) -> String {
    let places = (0..=MAX_DIGITS as u32).find(|&places| 10_u128.pow(places).is_multiple_of(*number.denom()));
    let scaled = places.and_then(|places| {
        let scaled = number.numer().checked_mul(10_u128.pow(places) / number.denom())?;
        (scaled < 10_u128.pow(MAX_DIGITS as u32)).then_some((places as usize, scaled))
    });
    match scaled {
        Some((0, scaled)) => scaled.to_string(),
        Some((places, scaled)) => {
            let digits = format!("{scaled:0width$}", width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            format!("{whole}.{fraction}")
        }
        None => format!("{}/{}", number.numer(), number.denom()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_reduced_rationals_and_rejects_overflow_and_zero_denominators() {
        let long = "123456789012345678901234567.891";
        for (number, written) in [
            (decimal("12", ""), "12"),
            (decimal("6", "250"), "6.25"),
            (decimal("0", "05"), "0.05"),
            (quotient("13", "2"), "6.5"),
            (quotient("20", "6"), "10/3"),
            (decimal("123456789012345678901234567", "891"), long),
            (quotient("1", "3000000000000000000000000000"), "1/3000000000000000000000000000"),
        ] {
            assert_eq!(number.map(text).as_deref(), Some(written));
        }
        assert_eq!(decimal("1234567890123456789012345678", "901"), None);
        assert_eq!(quotient("1", "0"), None);
    }
}
