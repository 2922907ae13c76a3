//! Draws the number of a run that counts into a file of sums.

use crate::ask::failure::Failure;
use crate::sums::RunNumber;

/// Returns a new run number, from the random numbers of the operating system.
pub(super) fn drawn() -> Result<RunNumber, Failure> {
    getrandom::u64().map(RunNumber).map_err(|error| Failure::unusable(format!("no run number for a new file: {error}")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_run_has_another_number() {
        let [one, other] = [(); 2].map(|()| super::drawn().expect("a random number"));
        assert_ne!(one, other);
    }
}
