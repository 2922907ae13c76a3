//! Writes a number and the noun that it counts: 1 grid, 2 grids.

use std::fmt::Display;

/// Returns the number and the noun in the right form.
pub fn plural<N: TryInto<u128> + Display + Copy>(number: N, noun: &str) -> String {
    format!("{number} {}", form_of(noun, number))
}

/// Returns the form of the noun that agrees with the number.
pub fn form_of<N: TryInto<u128>>(noun: &str, number: N) -> String {
    let is_one = number.try_into().is_ok_and(|number| number == 1);
    if is_one { noun.to_owned() } else { format!("{noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_the_singular_only_for_one() {
        assert_eq!(["0 grids", "1 grid", "2 grids"], [0_u64, 1, 2].map(|number| plural(number, "grid")));
        assert_eq!(plural(1_usize, "rule set"), "1 rule set");
        assert_eq!(form_of("grid", 7000_u128), "grids");
    }
}
