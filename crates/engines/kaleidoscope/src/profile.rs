//! Estimates the progress of a sweep by its work instead of its steps.
//!
//! The number of states grows for more than half of the steps and then shrinks again. A fifth of the steps may therefore be a thousandth of
//! the work. A smaller square with the same rules behaves in nearly the same way: after the same fraction of the steps, nearly the same
//! fraction of the work is done. The engine sweeps that square first, in about a hundredth of the time.
//!
//! Invariant: the reported work grows with the steps.

/// All the work, in units of the progress report.
pub(crate) const WHOLE: u64 = 1 << 20;

/// Below this size, a sweep is too short for a progress report.
const QUICK: usize = 11;

/// Returns the size of the smaller square for a square of this size; `None` if no profile is needed.
pub(crate) fn similar_size(size: usize) -> Option<usize> {
    match size {
        0..QUICK => None,
        QUICK..17 => Some(size - 4),
        _ => Some(size - 6),
    }
}

/// The data described in the [module](self).
#[derive(Debug, Default)]
pub(crate) struct Profile {
    /// Number of states up to each step of the smaller square.
    met: Vec<u64>,
}

impl Profile {
    /// Records one more step of the smaller square.
    pub(crate) fn add(&mut self, states: usize) {
        let before = self.met.last().copied().unwrap_or(0);
        self.met.push(before + states as u64);
    }

    /// Returns the work done after `step` of `steps` steps, in units of [`WHOLE`]. Without a smaller square, it is proportional to the
    /// steps.
    pub(crate) fn done(&self, step: usize, steps: usize) -> u64 {
        let part = step as f64 / steps as f64;
        let Some(&all) = self.met.last() else { return (part * WHOLE as f64) as u64 };
        // Between two steps of the smaller square the work is interpolated linearly.
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
    fn progress_is_estimated_from_a_smaller_sweep() {
        let mut profile = Profile::default();
        assert_eq!([0, 1, 2, 4].map(|step| profile.done(step, 4)), [0, WHOLE / 4, WHOLE / 2, WHOLE]);
        for states in [1, 2, 12, 1] {
            profile.add(states);
        }
        let sixteenths = |step, steps| profile.done(step, steps) / (WHOLE / 16);
        assert_eq!([0, 1, 2, 3, 4].map(|step| sixteenths(step, 4)), [0, 1, 3, 15, 16]);
        assert_eq!([1, 5, 6, 7].map(|step| sixteenths(step, 8)), [0, 9, 15, 15]);
        assert_eq!(profile.done(5, 8), WHOLE / 16 * 9);
        assert_eq!(
            (similar_size(10), similar_size(11), similar_size(16), similar_size(17)),
            (None, Some(7), Some(12), Some(11))
        );
    }
}
