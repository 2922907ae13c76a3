//! How far a sweep is, by its work and not by its steps.
//!
//! The states grow for more than half of the steps and then shrink again, so that a fifth of the steps may be a thousandth of the work. How
//! they do so is much the same in a smaller square with the same rules: at the same part of the steps nearly the same part of the work is
//! done. That square is swept first, for a hundredth of the time or so.
//!
//! Invariant: what is done grows with the steps.

/// What all the work is, in units for those who watch.
pub const WHOLE: u64 = 1 << 20;

/// A sweep of a smaller square than this is over before anybody looks.
const QUICK: usize = 11;

/// The size whose profile is like that of a square of this size; `None` if there is no need of one.
pub fn like(size: usize) -> Option<usize> {
    match size {
        0..QUICK => None,
        QUICK..17 => Some(size - 4),
        _ => Some(size - 6),
    }
}

/// See the [module](self).
#[derive(Debug, Default)]
pub struct Profile {
    /// States met up to each step of the smaller square.
    met: Vec<u64>,
}

impl Profile {
    /// Takes note of one more step of the smaller square.
    pub fn add(&mut self, states: usize) {
        let before = self.met.last().copied().unwrap_or(0);
        self.met.push(before + states as u64);
    }

    /// What is done after so many steps of so many, of [`WHOLE`]: by the steps alone if there was no smaller square.
    pub fn done(&self, step: usize, steps: usize) -> u64 {
        let part = step as f64 / steps as f64;
        let Some(&all) = self.met.last() else { return (part * WHOLE as f64) as u64 };
        // Between two steps of the smaller square work goes on evenly.
        let place = part * self.met.len() as f64;
        let met = |steps: usize| steps.min(self.met.len()).checked_sub(1).map_or(0.0, |last| self.met[last] as f64);
        let (before, after) = (met(place as usize), met(place as usize + 1));
        ((before + (after - before) * place.fract()) / all as f64 * WHOLE as f64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_sweep_tells_how_far_a_larger_one_is() {
        let mut profile = Profile::default();
        assert_eq!([0, 1, 2, 4].map(|step| profile.done(step, 4)), [0, WHOLE / 4, WHOLE / 2, WHOLE]);
        for states in [1, 2, 12, 1] {
            profile.add(states);
        }
        let sixteenths = |step, steps| profile.done(step, steps) / (WHOLE / 16);
        assert_eq!([0, 1, 2, 3, 4].map(|step| sixteenths(step, 4)), [0, 1, 3, 15, 16]);
        assert_eq!([1, 5, 6, 7].map(|step| sixteenths(step, 8)), [0, 9, 15, 15]);
        assert_eq!(profile.done(5, 8), WHOLE / 16 * 9);
        assert_eq!((like(10), like(11), like(16), like(17)), (None, Some(7), Some(12), Some(11)));
    }
}
