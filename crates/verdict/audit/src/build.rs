//! Names the build that forms opinions, and the day.

use std::time::{SystemTime, UNIX_EPOCH};

/// The version of this program, and a digest of the sources of its engines.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), ", engines ", env!("GRIDCHECK_ENGINES_DIGEST"));

const SECONDS_A_DAY: u64 = 86_400;
const MONTHS: &str = "January February March April May June July August September October November December";

/// Returns today's date (UTC), as in `25 November 2026`.
pub fn today() -> String {
    // A clock before 1970 is wrong anyway.
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / SECONDS_A_DAY)
}

/// Returns the date that many days after 1 January 1970.
fn date(days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        (year, left) = (year + 1, left - length);
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 0;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        (month, left) = (month + 1, left - length);
    }
    format!("{} {} {year}", left + 1, MONTHS.split(' ').nth(month).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of `date -d '...' +%s`, divided by the seconds of a day.
    #[test]
    fn converts_days_since_1970_to_dates() {
        let known = [
            (0, "1 January 1970"),
            (364, "31 December 1970"),
            (11_016, "29 February 2000"),
            (11_017, "1 March 2000"),
            (20_782, "25 November 2026"),
            (47_540, "28 February 2100"),
            (47_541, "1 March 2100"),
        ];
        for (days, expected) in known {
            assert_eq!(date(days), expected);
        }
    }
}
