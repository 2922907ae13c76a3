//! Holds options against each other: which are given together, and which need another.

use super::failure::Failure;
use super::usage;

/// The options of a request by name, and whether each is given.
pub struct Given<const N: usize>(pub [(&'static str, bool); N]);

impl<const N: usize> Given<N> {
    /// Refuses an option together with any of some others.
    ///
    /// # Errors
    /// The option and another are given.
    pub fn refuse(&self, option: &'static str, others: &[&'static str]) -> Result<(), Failure> {
        match others.iter().find(|other| self.has(option) && self.has(other)) {
            None => Ok(()),
            Some(other) => Err(usage!({option} " cannot be combined with " {other})),
        }
    }

    /// Requires another option beside an option.
    ///
    /// # Errors
    /// The option is given, and the other is not.
    pub fn require(&self, option: &'static str, other: &'static str) -> Result<(), Failure> {
        if self.has(option) && !self.has(other) {
            return Err(usage!({option} " needs " {other}));
        }
        Ok(())
    }

    /// Returns the first option that is given and not among these.
    pub fn first_beside(&self, allowed: &[&str]) -> Option<&'static str> {
        self.0.iter().find(|(option, is_given)| *is_given && !allowed.contains(option)).map(|(option, _)| *option)
    }

    fn has(&self, option: &str) -> bool {
        self.0.iter().any(|&(known, is_given)| known == option && is_given)
    }
}
