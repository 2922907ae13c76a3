//! A weighted automaton over one letter: states, the number of ways from each to each, and weights for the start and the end.
//!
//! It stands for the numbers a(n) = u Aⁿ⁻¹ v, where u has the starts, A the steps and v the ends. There may be several vectors of ends, and each has
//! a sequence.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};
use num_bigint::BigUint;

/// The class of a state, and its steps by the class that they lead to.
type Signature = (u32, Vec<(u32, u64)>);

/// A weighted automaton; the [module](self) explains it.
#[derive(Debug, Clone)]
pub(crate) struct Automaton {
    /// For each state, the states that one step leads to, each once, and in how many ways.
    pub(crate) steps: Vec<Vec<(u32, u64)>>,
    pub(crate) starts: Vec<Vec<u64>>,
    pub(crate) ends: Vec<Vec<u64>>,
}

impl Automaton {
    pub(crate) fn states(&self) -> usize {
        self.steps.len()
    }

    /// Merges states until none are equivalent, forward or backward.
    ///
    /// Two states are merged forward if they have the same ends and the same number of steps into each class of states. They are merged backward
    /// if that holds in the reversed automaton. Neither changes any a(n). Both are repeated until nothing merges.
    pub(crate) fn reduced(self, run: &Run) -> Result<Automaton, EngineError> {
        let mut automaton = self;
        loop {
            let before = automaton.states();
            automaton = automaton.merged(run)?.reversed().merged(run)?.reversed();
            if automaton.states() == before {
                return Ok(automaton);
            }
        }
    }

    fn reversed(self) -> Automaton {
        let mut steps = vec![Vec::new(); self.states()];
        for (from, next) in self.steps.iter().enumerate() {
            for &(to, ways) in next {
                steps[to as usize].push((from as u32, ways));
            }
        }
        Automaton { steps, starts: self.ends, ends: self.starts }
    }

    /// Merges the states that are equivalent forward: refines the partition by ends until it is stable (Moore 1956).
    fn merged(self, run: &Run) -> Result<Automaton, EngineError> {
        let states = self.states();
        let mut classes: Vec<u32> = vec![0; states];
        let mut number = {
            let mut known: HashMap<Vec<u64>, u32, FixedState> = HashMap::default();
            for (state, class) in classes.iter_mut().enumerate() {
                let next = known.len() as u32;
                *class = *known.entry(self.ends.iter().map(|ends| ends[state]).collect()).or_insert(next);
            }
            known.len()
        };
        loop {
            run.check()?;
            let mut known: HashMap<Signature, u32, FixedState> = HashMap::default();
            let mut finer = vec![0; states];
            for (state, class) in finer.iter_mut().enumerate() {
                let next = known.len() as u32;
                let key = (classes[state], into_classes(&self.steps[state], &classes));
                *class = *known.entry(key).or_insert(next);
            }
            let count = known.len();
            classes = finer;
            if count == number {
                break;
            }
            number = count;
        }
        if number == states {
            return Ok(self);
        }
        let mut steps = vec![None; number];
        for (state, &class) in classes.iter().enumerate() {
            steps[class as usize].get_or_insert_with(|| into_classes(&self.steps[state], &classes));
        }
        let starts = self.starts.iter().map(|starts| {
            let mut sums = vec![0; number];
            classes.iter().zip(starts).for_each(|(&class, start)| sums[class as usize] += start);
            sums
        });
        let ends = self.ends.iter().map(|ends| {
            let mut common = vec![0; number];
            classes.iter().zip(ends).for_each(|(&class, &end)| common[class as usize] = end);
            common
        });
        let (starts, ends) = (starts.collect(), ends.collect());
        Ok(Automaton { steps: steps.into_iter().flatten().collect(), starts, ends })
    }

    /// Returns the first numbers for each vector of ends, exactly.
    pub(crate) fn exact(&self, terms: usize, run: &Run) -> Result<Vec<Vec<BigUint>>, EngineError> {
        let mut now: Vec<BigUint> = self.starts[0].iter().map(|&start| BigUint::from(start)).collect();
        let mut found = vec![Vec::with_capacity(terms); self.ends.len()];
        for term in 0..terms {
            run.check()?;
            run.worked(term as u64);
            if term > 0 {
                now = self.after(&now);
            }
            for (found, ends) in found.iter_mut().zip(&self.ends) {
                let weighed = now.iter().zip(ends).filter(|(_, end)| **end > 0).map(|(value, &end)| value * end);
                found.push(weighed.sum());
            }
        }
        Ok(found)
    }

    /// Returns the numbers of ways to the states, one step later.
    fn after(&self, now: &[BigUint]) -> Vec<BigUint> {
        let mut next = vec![BigUint::ZERO; self.states()];
        for (value, steps) in now.iter().zip(&self.steps).filter(|(value, _)| **value != BigUint::ZERO) {
            for &(to, ways) in steps {
                if ways == 1 {
                    next[to as usize] += value;
                } else {
                    next[to as usize] += value * ways;
                }
            }
        }
        next
    }

    /// Returns the first numbers for each vector of ends modulo a prime below 2⁶¹.
    pub(crate) fn modulo(&self, prime: u64, terms: usize, run: &Run) -> Result<Vec<Vec<u64>>, EngineError> {
        let rest = |sum: u128| (sum % u128::from(prime)) as u64;
        let mut now: Vec<u64> = self.starts[0].iter().map(|start| start % prime).collect();
        let mut found = vec![Vec::with_capacity(terms); self.ends.len()];
        let mut sums = vec![0_u128; self.states()];
        for term in 0..terms {
            run.check()?;
            run.worked(1);
            if term > 0 {
                sums.fill(0);
                for (&value, steps) in now.iter().zip(&self.steps).filter(|(value, _)| **value > 0) {
                    for &(to, ways) in steps {
                        // A state has fewer than 2³² ways in, and each adds less than 2⁶¹ times them.
                        sums[to as usize] += u128::from(value) * u128::from(ways);
                    }
                }
                now.iter_mut().zip(&sums).for_each(|(value, &sum)| *value = rest(sum));
            }
            for (found, ends) in found.iter_mut().zip(&self.ends) {
                let weighed = now.iter().zip(ends).map(|(&value, &end)| rest(u128::from(value) * u128::from(end)));
                found.push(rest(weighed.map(u128::from).sum()));
            }
        }
        Ok(found)
    }
}

/// Sums steps by the class of the state that they lead to.
fn into_classes(steps: &[(u32, u64)], classes: &[u32]) -> Vec<(u32, u64)> {
    let mut sums: Vec<(u32, u64)> = steps.iter().map(|&(to, ways)| (classes[to as usize], ways)).collect();
    sums.sort_unstable();
    sums.dedup_by(|(class, ways), (kept, sum)| {
        let is_same = class == kept;
        if is_same {
            *sum += *ways;
        }
        is_same
    });
    sums
}
