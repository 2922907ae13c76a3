//! Names the build that forms opinions, and the day.

use jiff::Timestamp;

/// The version of this program, and a digest of the sources of its engines.
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), ", engines ", env!("GRIDCHECK_ENGINES_DIGEST"));

/// Returns today's date (UTC), as in `25 November 2026`.
pub fn today() -> String {
    date(Timestamp::now())
}

fn date(time: Timestamp) -> String {
    time.strftime("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of `date -d '...' +%s`.
    #[test]
    fn writes_the_day_of_the_month_without_a_zero() {
        for (second, expected) in [(951_868_800, "1 March 2000"), (1_795_651_199, "25 November 2026")] {
            assert_eq!(date(Timestamp::from_second(second).expect("a time of this century")), expected);
        }
    }
}
