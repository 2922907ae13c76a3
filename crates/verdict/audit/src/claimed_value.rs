//! Represents the value of a claim: a number, or the bounds that the source gives.

use num_bigint::BigUint;

/// A number of grids, or the least and the most that there should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedValue {
    least: BigUint,
    most: BigUint,
}

impl ClaimedValue {
    /// Reads a figure as printed: `1234`, `1,234` or `10^8`, or two such with ` to ` between them. Returns `None` for any other text, and if
    /// the first is greater than the second.
    pub fn parse(printed: &str) -> Option<Self> {
        let (least, most) = printed.split_once(" to ").unwrap_or((printed, printed));
        let value = ClaimedValue { least: number(least)?, most: number(most)? };
        (value.least <= value.most).then_some(value)
    }

    /// Returns `true` if the claim holds when the right value is this one.
    pub fn holds_for(&self, right: &BigUint) -> bool {
        (&self.least..=&self.most).contains(&right)
    }

    /// Returns the number, if the claim is not of bounds.
    pub fn exact(&self) -> Option<&BigUint> {
        (self.least == self.most).then_some(&self.least)
    }
}

/// The largest power of ten that is read: more than the number of grids of any size.
const MAX_DIGITS: u32 = 2000;

/// Returns the value of a printed number: digits, with or without a comma before each group of three, or a power of ten.
fn number(printed: &str) -> Option<BigUint> {
    if let Some(power) = printed.strip_prefix("10^") {
        let power = power.parse().ok().filter(|power| *power <= MAX_DIGITS && !printed.contains('+'))?;
        return Some(BigUint::from(10u32).pow(power));
    }
    let groups: Vec<&str> = printed.split(',').collect();
    let are_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let (first, rest) = groups.split_first()?;
    let in_threes = rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    if first.is_empty() || !are_digits || !in_threes {
        return None;
    }
    groups.concat().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bounds_are_read_and_nothing_else() {
        let holds =
            |printed: &str, right: u32| ClaimedValue::parse(printed).map(|value| value.holds_for(&right.into()));
        assert_eq!(holds("1,234", 1234), Some(true));
        assert_eq!(holds("1234", 1235), Some(false));
        for (right, is_within) in [(99, false), (100, true), (1000, true), (1001, false)] {
            assert_eq!(holds("10^2 to 1,000", right), Some(is_within), "{right}");
        }
        let wrong = [
            "",
            "12,34",
            "10^",
            "10^-1",
            "10^+1",
            "10^2001",
            "2 to 1",
            "1 to",
            " to 2",
            "1to2",
            "1.5",
            "-1",
            "1 to 2 to 3",
        ];
        for wrong in wrong {
            assert_eq!(ClaimedValue::parse(wrong), None, "{wrong}");
        }
        assert_eq!(ClaimedValue::parse("7").expect("a number").exact(), Some(&7u32.into()));
        assert_eq!(ClaimedValue::parse("7 to 8").expect("bounds").exact(), None);
    }
}
