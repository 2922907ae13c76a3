//! Polynomials by their values at several points of a prime field, and their interpolation.
//!
//! The prime is the Mersenne prime 2⁶¹ − 1, so a product is reduced by a shift and a sum. A polynomial is
//! interpolated from its values by Newton's divided differences (1687). This requires coefficients below the prime,
//! and at most as many terms as points.
//!
//! Invariant: an element of the field is less than the prime.

use super::weight::QuadrantWeight;
use gridcheck_weight::{Joined, Sum, Weight};

/// The prime 2⁶¹ − 1.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// Number of points that are evaluated at once.
pub(crate) const POINTS: usize = 16;

#[inline]
fn plus(one: u64, other: u64) -> u64 {
    let sum = one + other;
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[inline]
fn minus(one: u64, other: u64) -> u64 {
    if one >= other { one - other } else { one + PRIME - other }
}

#[inline]
fn product(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    // 2⁶¹ is 1 in this field.
    plus((product >> 61) as u64, product as u64 & PRIME)
}

fn power(base: u64, exponent: u64) -> u64 {
    let (mut power, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            power = product(power, square);
        }
        square = product(square, square);
        rest >>= 1;
    }
    power
}

/// Returns the multiplicative inverse (Fermat) of an element that is not 0.
fn inverse(element: u64) -> u64 {
    power(element, PRIME - 2)
}

/// A polynomial by its values at some points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Values(pub [u64; POINTS]);

impl Values {
    /// Returns the monomial of that exponent at these points.
    pub(crate) fn of_power(points: [u64; POINTS], exponent: u16) -> Values {
        Values(points.map(|point| power(point, exponent.into())))
    }

    fn zip(self, other: Values, each: impl Fn(u64, u64) -> u64) -> Values {
        Values(std::array::from_fn(|point| each(self.0[point], other.0[point])))
    }
}

impl Sum for Values {
    #[inline]
    fn add(&mut self, other: &Values) -> Option<()> {
        *self = self.zip(*other, plus);
        Some(())
    }
}

impl Weight for Values {
    type Factor = Values;

    fn one() -> Self {
        Values([1; POINTS])
    }

    #[inline]
    fn scaled(&self, more: &Values) -> Values {
        self.zip(*more, product)
    }
}

impl Joined for Values {
    type Total = Values;

    #[inline]
    fn add_product(&self, other: &Values, total: &mut Values) -> Option<()> {
        total.add(&self.zip(*other, product))
    }
}

impl QuadrantWeight for Values {
    /// At 11 × 11 and 13 × 13 it takes 2.5 times as long as a plain count.
    const WORK: u64 = 2;

    fn without_one(grids: Values) -> Values {
        grids.zip(Values::one(), minus)
    }
}

/// Returns the coefficients, from the exponent `least` on, of the polynomial with these values. The points must be
/// distinct and not 0, and at least as many as the coefficients.
pub(crate) fn coefficients(points: &[u64], values: &[u64], least: u16) -> Vec<u64> {
    // The values after division by the lowest power.
    let mut differences: Vec<u64> =
        points.iter().zip(values).map(|(&point, &value)| product(value, inverse(power(point, least.into())))).collect();
    for order in 1..points.len() {
        for place in (order..points.len()).rev() {
            let run = minus(points[place], points[place - order]);
            differences[place] = product(minus(differences[place], differences[place - 1]), inverse(run));
        }
    }
    // Horner's rule from the last difference on: p (x − point) + difference.
    let mut coefficients: Vec<u64> = Vec::with_capacity(points.len());
    for (&point, &difference) in points.iter().zip(&differences).rev() {
        coefficients.insert(0, 0);
        for place in 1..coefficients.len() {
            coefficients[place - 1] = minus(coefficients[place - 1], product(point, coefficients[place]));
        }
        coefficients[0] = plus(coefficients[0], difference);
    }
    coefficients
}

/// Returns the value at a point of the polynomial with these coefficients from the exponent `least` on.
pub(crate) fn value_at(point: u64, coefficients: &[u64], least: u16) -> u64 {
    let value = coefficients.iter().rev().fold(0, |value, &next| plus(product(value, point), next));
    product(value, power(point, least.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::rng::SeededRng;

    #[test]
    fn values_obey_the_arithmetic_of_a_prime_field() {
        let mut rng = SeededRng::new(5);
        let mut some = || rng.below(1 << 61) as u64 % PRIME;
        for _ in 0..1000 {
            let (a, b) = (some(), some());
            let wide = |number: u64| u128::from(number);
            assert_eq!(wide(product(a, b)), wide(a) * wide(b) % wide(PRIME));
            assert_eq!(wide(plus(a, b)), (wide(a) + wide(b)) % wide(PRIME));
            assert_eq!(plus(minus(a, b), b), a);
            assert!(a == 0 || product(a, inverse(a)) == 1);
        }
        assert_eq!(product(PRIME - 1, PRIME - 1), 1);
    }

    #[test]
    fn a_polynomial_is_found_again() {
        let mut rng = SeededRng::new(6);
        for terms in 0..40 {
            let wanted: Vec<u64> = (0..terms).map(|_| rng.below(1 << 60) as u64).collect();
            let least = rng.below(50) as u16;
            let points: Vec<u64> = (0..terms as u64).map(|point| point + 2).collect();
            let value = |&point: &u64| {
                let terms = wanted.iter().zip(least..);
                terms.fold(0, |sum, (&factor, exponent)| plus(sum, product(factor, power(point, exponent.into()))))
            };
            let values: Vec<u64> = points.iter().map(value).collect();
            assert!(points.iter().zip(&values).all(|(&point, &value)| value_at(point, &wanted, least) == value));
            assert_eq!(coefficients(&points, &values, least), wanted, "{terms} terms from {least} on");
        }
    }
}
