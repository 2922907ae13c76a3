//! Arithmetic modulo primes below 2⁶¹, and the shortest recurrence of a sequence modulo one.

use gridcheck_engine::{EngineError, Run};

/// Returns primes below 2⁶¹, the largest first.
pub(crate) fn primes() -> impl Iterator<Item = u64> {
    (0..1_u64 << 61).rev().filter(|&number| is_prime(number))
}

/// Tells primes from other numbers below 2⁶⁴: the test of Miller and Rabin with the first twelve primes makes no mistake there (Sorenson and
/// Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|&base| number.is_multiple_of(base)) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut power = power(base, odd, number);
        if power == 1 || power == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = product(power, power, number);
            power == number - 1
        })
    })
}

pub(crate) fn product(one: u64, other: u64, prime: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(prime)) as u64
}

fn power(base: u64, mut exponent: u64, prime: u64) -> u64 {
    let (mut result, mut square) = (1, base % prime);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square, prime);
        }
        square = product(square, square, prime);
        exponent >>= 1;
    }
    result
}

/// Returns the inverse of a number that is not a multiple of the prime.
pub(crate) fn inverse(number: u64, prime: u64) -> u64 {
    power(number, prime - 2, prime)
}

/// A recurrence c₀ a(n) + c₁ a(n−1) + … = 0 with c₀ = 1, and the first n − 1 terms that it cannot reach back from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortest {
    /// The coefficients. The last one is not 0.
    pub(crate) coefficients: Vec<u64>,
    /// The sequence's linear complexity: the relation holds between all terms with at least this many before them.
    pub(crate) complexity: usize,
}

/// Returns the shortest recurrence of these terms modulo a prime (Berlekamp 1968, Massey 1969).
pub(crate) fn shortest(terms: &[u64], prime: u64, run: &Run) -> Result<Shortest, EngineError> {
    // The relation so far, and the one before its last change of length with the discrepancy that it had then.
    let (mut now, mut old) = (vec![1_u64], vec![1_u64]);
    let (mut complexity, mut shift, mut old_discrepancy) = (0, 1, 1);
    for n in 0..terms.len() {
        run.check()?;
        run.worked(1);
        let products = now.iter().zip(terms[..=n].iter().rev()).map(|(&one, &other)| product(one, other, prime));
        let discrepancy = (products.map(u128::from).sum::<u128>() % u128::from(prime)) as u64;
        if discrepancy == 0 {
            shift += 1;
            continue;
        }
        let factor = product(discrepancy, inverse(old_discrepancy, prime), prime);
        let before = (2 * complexity <= n).then(|| now.clone());
        now.resize(now.len().max(old.len() + shift), 0);
        for (place, &coefficient) in now[shift..].iter_mut().zip(&old) {
            let less = product(factor, coefficient, prime);
            *place = if *place >= less { *place - less } else { *place + prime - less };
        }
        match before {
            Some(before) => {
                complexity = n + 1 - complexity;
                (old, old_discrepancy, shift) = (before, discrepancy, 1);
            }
            None => shift += 1,
        }
    }
    while now.len() > 1 && now.last() == Some(&0) {
        now.pop();
    }
    Ok(Shortest { coefficients: now, complexity })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_other_numbers() {
        let small: Vec<u64> = (0..60).filter(|&number| is_prime(number)).collect();
        assert_eq!(small, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        // A Mersenne prime, and a product that several single bases take for a prime.
        assert_eq!(primes().next(), Some((1 << 61) - 1));
        assert!(!is_prime(3_215_031_751) && !is_prime(41 * 43) && is_prime(4_294_967_311));
    }

    #[test]
    fn a_recurrence_is_found_in_its_terms() {
        let prime = (1 << 61) - 1;
        // Fibonacci's numbers behind two terms that do not belong to them.
        let mut terms: Vec<u64> = vec![7, 5, 1, 1];
        (4..30).for_each(|n| terms.push(terms[n - 1] + terms[n - 2]));
        let shortest = |terms: &[u64]| shortest(terms, prime, &Run::new()).expect("no stop");
        let found = shortest(&terms);
        assert_eq!((found.coefficients, found.complexity), (vec![1, prime - 1, prime - 1], 4));
        assert_eq!(shortest(&[0; 9]), Shortest { coefficients: vec![1], complexity: 0 });
        assert_eq!(shortest(&[0, 0, 5, 0, 0, 0]), Shortest { coefficients: vec![1], complexity: 3 });
    }
}
