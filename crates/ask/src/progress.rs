//! The progress of a stage of work, in words: how much is done, how fast, and how long the rest takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration};

use gridcheck_core::plural::form_of;
use gridcheck_engine::Run;

/// A stage of work.
pub struct Stage {
    /// The name.
    pub name: String,
    /// The noun for what is found.
    pub noun: &'static str,
    /// The run.
    pub run: Arc<Run>,
    /// The moment when it began.
    pub start: Instant,
}

/// A count with more time left gets advice.
const MUCH_LEFT: Duration = Duration::from_secs(600);
/// Number of steps of the bar.
pub const BAR: u64 = 10_000;
/// Part of the work after which the remaining time is estimated.
const MIN_TELLING_PART: f64 = 0.01;
/// Time after which the remaining time is always estimated, for work with fine units.
const MIN_TELLING_TIME: Duration = Duration::from_secs(2);

impl Stage {
    /// Begins a stage.
    pub fn begin(name: &str, noun: &'static str) -> Self {
        Stage { name: name.to_owned(), noun, run: Arc::new(Run::new()), start: Instant::now() }
    }

    /// Returns what the first blocks say about a stage that takes long: the expected time that is left.
    pub fn first_blocks(&self) -> Option<String> {
        let (done, tasks, _) = self.run.progress();
        if tasks == 0 || self.run.fraction().is_some_and(|fraction| fraction >= 1.0) {
            return None;
        }
        let elapsed = self.start.elapsed();
        let blocks = format!(
            "{} of {} {} in {}",
            HumanCount(done),
            HumanCount(tasks),
            form_of("block", tasks),
            HumanDuration(elapsed)
        );
        if done == 0 {
            return Some(blocks);
        }
        let left = elapsed.mul_f64((tasks - done) as f64 / done as f64);
        (left > MUCH_LEFT).then(|| format!("{blocks}, so about {} left", HumanDuration(left)))
    }

    /// Returns the finished part and the estimate for the rest; `None` while the work has no measure.
    pub fn outlook(&self) -> Option<(f64, String)> {
        let (fraction, elapsed) = (self.run.fraction()?, self.start.elapsed());
        let (done, _, found) = self.run.progress();
        let is_telling = if self.run.is_fine() {
            elapsed >= MIN_TELLING_TIME || fraction >= MIN_TELLING_PART
        } else {
            done > 1 && fraction >= MIN_TELLING_PART
        };
        Some((fraction, outlook(fraction, is_telling, (found, &self.found(found)), elapsed)))
    }

    /// Returns the number of things found, with their noun.
    fn found(&self, number: u128) -> String {
        format!("{} {}", in_threes(number), form_of(self.noun, number))
    }

    /// Returns the finished part, the whole ([`BAR`]), and the text beside the bar; `None` while the work has no measure.
    pub fn progress(&self) -> Option<(u64, u64, String)> {
        let (fraction, outlook) = self.outlook()?;
        Some((position(fraction), BAR, format!("{}: {}  {outlook}", self.name, percent(fraction))))
    }

    /// Returns in words what is known when the stage is stopped, as `word` says.
    pub fn known_so_far(&self, word: &str) -> String {
        let (done, tasks, found) = self.run.progress();
        // Some work does not search anything.
        let found = if found == 0 { String::new() } else { format!(", {} found", self.found(found)) };
        let done = match self.run.fraction() {
            None => ", before the first part of the work".to_owned(),
            Some(fraction) if tasks == 0 => format!(": {} done{found}", percent(fraction)),
            Some(_) => {
                let parts = form_of("part", tasks);
                format!(": {} of {} {parts} done{found}", HumanCount(done), HumanCount(tasks))
            }
        };
        format!("{word} in {}{done}", self.name)
    }
}

/// Returns in one line what is known when the work is stopped, as `word` says: of the stage, and of those before.
pub fn known_so_far(word: &str, stage: Option<&Stage>, facts: &[String]) -> String {
    let Some(stage) = stage else { return word.to_owned() };
    let stopped = stage.known_so_far(word);
    std::iter::once(&stopped).chain(facts).map(String::as_str).collect::<Vec<_>>().join("; ")
}

/// Returns the number of steps of the bar that are done.
pub fn position(fraction: f64) -> u64 {
    (fraction * BAR as f64) as u64
}

/// Formats a percentage with as many digits as are useful.
pub fn percent(fraction: f64) -> String {
    let percent = 100.0 * fraction;
    if percent == 0.0 || percent >= 1.0 { format!("{}%", percent.floor()) } else { format!("{percent:.2}%") }
}

/// Formats a number with its digits in groups of three.
fn in_threes(number: u128) -> String {
    let digits = number.to_string();
    let (head, tail) = digits.split_at((digits.len() + 2) % 3 + 1);
    let threes = tail.as_bytes().chunks(3).map(|three| three.iter().copied().map(char::from).collect::<String>());
    std::iter::once(head.to_owned()).chain(threes).collect::<Vec<_>>().join(",")
}

/// Returns what is found, the speed and the remaining time, once enough work is finished to estimate.
fn outlook(fraction: f64, is_telling: bool, (found, named): (u128, &str), elapsed: Duration) -> String {
    let is_known = is_telling && fraction > 0.0;
    if !is_known && found == 0 {
        "no estimate yet".to_owned()
    } else if !is_known {
        format!("{named}, no estimate yet")
    } else {
        let seconds = elapsed.as_secs_f64();
        let rate = in_threes((found as f64 / seconds) as u128);
        let left = seconds * (1.0 - fraction) / fraction;
        // Longer times need no distinction, and `Duration` must not overflow.
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e10)));
        // Some work does not search grids.
        if found == 0 {
            format!("about {left:#} left")
        } else {
            format!("{named}, {rate} a second, about {left:#} left")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_grids_than_64_bits_hold_are_counted_exactly() {
        let stage = Stage::begin("work", "grid");
        let told = [0, 1, 12, 999, 1000, 1_234_567, 98_765_432_109_876_543_210_987].map(|found| stage.found(found));
        assert_eq!(
            told,
            [
                "0 grids",
                "1 grid",
                "12 grids",
                "999 grids",
                "1,000 grids",
                "1,234,567 grids",
                "98,765,432,109,876,543,210,987 grids"
            ]
        );
    }
}
