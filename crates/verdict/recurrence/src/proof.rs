//! From terms to a recurrence that holds for all terms; the [crate](super) gives the argument.

use std::f64::consts::LN_2;

use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use num_bigint::{BigInt, BigUint};

use super::Sequence;
use super::modular::{Shortest, inverse, product, shortest};

/// A proved recurrence.
pub(crate) struct Proved {
    pub(crate) complexity: usize,
    pub(crate) numerator: Vec<BigInt>,
    pub(crate) denominator: Vec<BigInt>,
    /// The exact terms on which it was checked.
    pub(crate) terms: Vec<BigUint>,
}

/// Numbers that are known modulo a product of primes.
struct Residues {
    numbers: Vec<BigUint>,
    modulus: BigUint,
}

/// Returns the number of primes that suffice for the coefficients of a denominator of this degree, and one more that confirms them. No
/// root of its reciprocal exceeds `growth`, so no coefficient exceeds (1 + growth) to the power of the degree.
fn enough_primes(degree: usize, growth: f64) -> u64 {
    (degree as f64 * growth.ln_1p() / (61.0 * LN_2)) as u64 + 2
}

/// Finds and checks the shortest recurrence of a sequence with this growth rate, modulo these primes in turn.
pub(crate) fn prove(
    sequence: &Sequence,
    growth: f64,
    primes: impl Iterator<Item = u64>,
    watch: &dyn Watch,
) -> Result<Proved, EngineError> {
    let bound = sequence.bound();
    let begin = || watch.run("recurrence modulo primes");
    let mut run = begin();
    // A term is found, and then used to find the recurrence: two units of work.
    let work = |primes: u64, terms: usize| primes.saturating_mul(2 * terms as u64);
    run.set_work(work(enough_primes(bound, growth), 2 * bound));
    let mut residues: Option<Residues> = None;
    let (mut complexity, mut wanted, mut tried) = (0, 2 * bound, 0);
    let mut lifted: Vec<BigInt> = Vec::new();
    let mut terms: Vec<BigUint> = Vec::new();
    for prime in primes {
        let mut found = shortest(&sequence.modulo(prime, wanted, &run)?, prime, &run)?;
        if found.complexity > complexity && wanted < 2 * bound {
            // The first prime was an unlucky one, and so few terms are no proof of a recurrence.
            found = shortest(&sequence.modulo(prime, 2 * bound, &run)?, prime, &run)?;
        }
        // Modulo an unlucky prime the relation is shorter: the longest is right, and what is known from shorter ones is dropped.
        if found.complexity < complexity {
            continue;
        }
        if found.complexity > complexity {
            (complexity, residues) = (found.complexity, None);
        }
        // Of a sequence of known complexity, twice as many terms say everything.
        wanted = 2 * bound.min(complexity + 1);
        tried += 1;
        let left = enough_primes(complexity, growth).saturating_sub(tried);
        let (_, done) = run.work();
        run.continue_work(done, done.saturating_add(work(left, wanted)));
        let mut known = residues.take().unwrap_or(Residues { numbers: Vec::new(), modulus: BigUint::from(1_u32) });
        known.take_in(&found, prime);
        let before = std::mem::replace(&mut lifted, known.lifted());
        residues = Some(known);
        // One more prime that changes nothing is a good sign, and no proof.
        if before != lifted {
            continue;
        }
        // Terms grow in proportion to their place, and so does the work on each.
        let checking = watch.run("checking exact terms");
        let (number, last) = (complexity + bound, (complexity + bound) as u64);
        checking.set_work(last.saturating_mul(last));
        if terms.len() < number {
            terms = sequence.exact(number, &checking)?;
        }
        if let Some(numerator) = numerator(&lifted, complexity, &terms, &checking)? {
            return Ok(Proved { complexity, numerator, denominator: lifted, terms });
        }
        // A watch stops the stage that began last.
        run = begin();
    }
    // There are more primes than any coefficient has bits.
    Err(EngineError::Overflow)
}

impl Residues {
    /// Takes one more prime into account, by the Chinese remainder theorem.
    fn take_in(&mut self, found: &Shortest, prime: u64) {
        let number = self.numbers.len().max(found.coefficients.len());
        self.numbers.resize(number, BigUint::ZERO);
        let rest = |number: &BigUint| u64::try_from(number % prime).unwrap_or_default();
        let factor = inverse(rest(&self.modulus), prime);
        for (i, number) in self.numbers.iter_mut().enumerate() {
            let wanted = found.coefficients.get(i).copied().unwrap_or(0);
            let missing = product((wanted + prime - rest(number)) % prime, factor, prime);
            *number += &self.modulus * missing;
        }
        self.modulus *= prime;
    }

    /// Returns the numbers of least magnitude with these residues. The last one is not 0, because it is not 0 modulo the prime that gave it.
    fn lifted(&self) -> Vec<BigInt> {
        let half = &self.modulus >> 1;
        let lift = |number: &BigUint| {
            let lifted = BigInt::from(number.clone());
            if *number > half { lifted - BigInt::from(self.modulus.clone()) } else { lifted }
        };
        self.numbers.iter().map(lift).collect()
    }
}

/// Multiplies the terms by the denominator, exactly. The product is the generating function's numerator, if all its coefficients that
/// have `complexity` terms before them are 0; otherwise returns `None`.
fn numerator(
    denominator: &[BigInt],
    complexity: usize,
    terms: &[BigUint],
    run: &Run,
) -> Result<Option<Vec<BigInt>>, EngineError> {
    let terms: Vec<BigInt> = terms.iter().cloned().map(BigInt::from).collect();
    let mut numerator = vec![BigInt::ZERO];
    for n in 0..terms.len() {
        run.check()?;
        run.worked(n as u64);
        let products = denominator.iter().zip(terms[..=n].iter().rev()).map(|(one, other)| one * other);
        let coefficient: BigInt = products.sum();
        if n < complexity {
            numerator.push(coefficient);
        } else if coefficient != BigInt::ZERO {
            return Ok(None);
        }
    }
    while numerator.len() > 1 && numerator.last() == Some(&BigInt::ZERO) {
        numerator.pop();
    }
    Ok(Some(numerator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;
    use crate::automaton::Automaton;
    use crate::modular::primes;
    use gridcheck_engine::watch::Unwatched;

    /// The numbers 0, 2, 6, 18, 54, … are all 0 modulo 2, which gives no hint of how many terms determine the recurrence.
    #[test]
    fn an_unlucky_first_prime_is_recognized() {
        let automaton =
            Automaton { steps: vec![vec![(1, 1)], vec![(1, 3)]], starts: vec![vec![2, 0]], ends: vec![vec![0, 1]] };
        let sequence = Sequence { automaton, group: Group::None, single: 0 };
        let tried = [2].into_iter().chain(primes()).take(9);
        let proved = prove(&sequence, 3.0, tried, &Unwatched).expect("a recurrence");
        assert_eq!((proved.complexity, proved.denominator), (2, [1, -3].map(BigInt::from).to_vec()));
        assert_eq!(proved.numerator, [0, 0, 2].map(BigInt::from));
    }

    /// A sequence may begin with terms outside its recurrence, or need more terms than its generating function has coefficients.
    #[test]
    fn generating_functions_have_no_zeros_at_the_end() {
        let proved = |steps: [Vec<(u32, u64)>; 2], ends: [u64; 2]| {
            let automaton = Automaton { steps: steps.to_vec(), starts: vec![vec![1, 0]], ends: vec![ends.to_vec()] };
            let sequence = Sequence { automaton, group: Group::None, single: 0 };
            let proved = prove(&sequence, 2.0, primes(), &Unwatched).expect("a recurrence");
            [proved.numerator, proved.denominator]
        };
        let numbers = |all: [&[i64]; 2]| all.map(|all| all.iter().copied().map(BigInt::from).collect::<Vec<_>>());
        // 1, 1, 2, 3, 5, 8, …
        let fibonacci = proved([vec![(0, 1), (1, 1)], vec![(0, 1)]], [1, 0]);
        assert_eq!(fibonacci, numbers([&[0, 1], &[1, -1, -1]]));
        // 5, 1, 1, 1, …
        let constant = proved([vec![(1, 1)], vec![(1, 1)]], [5, 1]);
        assert_eq!(constant, numbers([&[0, 5, -4], &[1, -1]]));
    }
}
