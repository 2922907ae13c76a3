//! Defines the run numbers of a file of sums. They distinguish two counts from two copies of one.
//!
//! A run number is random. The caller that starts a count draws it, because this library has no source of random numbers on every target.
//! The first line of a new file has one, and a copy has the same, however it was made.
//! A count that resumes keeps it. A merged file lists the numbers of the files from which it took its sums. So two files that share a
//! number may have a sum from one count, and are one witness.
//!
//! Files from before run numbers have none. They may be copies of one another, which nothing in them shows.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

/// The word for a run without a number in a list of runs.
const UNNUMBERED: &str = "unnumbered";
/// Number of hexadecimal digits of a run number.
const DIGITS: usize = 16;

/// The number of one run: 64 random bits, drawn by the caller that starts the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunNumber(pub u64);

/// The runs that counted the sums of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Runs {
    numbers: BTreeSet<u64>,
    /// `true` if some sums are by a run without a number.
    has_unnumbered: bool,
}

impl Runs {
    /// Returns the runs of a file that begins now: the run with this number.
    pub(crate) fn of(RunNumber(number): RunNumber) -> Self {
        Runs { numbers: BTreeSet::from([number]), has_unnumbered: false }
    }

    /// Returns the runs of a file that states none: one without a number.
    pub(crate) fn unnumbered() -> Self {
        Runs { numbers: BTreeSet::new(), has_unnumbered: true }
    }

    /// Adds other runs.
    pub(crate) fn add(&mut self, other: &Runs) {
        self.numbers.extend(&other.numbers);
        self.has_unnumbered |= other.has_unnumbered;
    }

    /// Returns `true` if there is no run.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Runs::default()
    }

    /// Returns the runs as texts, those with numbers first.
    pub(crate) fn texts(&self) -> Vec<String> {
        let numbers = self.numbers.iter().map(|number| format!("{number:0DIGITS$x}"));
        numbers.chain(self.has_unnumbered.then(|| UNNUMBERED.to_owned())).collect()
    }

    /// Parses a list of texts as [`texts`](Self::texts) returns it; `None` if it is none.
    pub(crate) fn parse(texts: &Value) -> Option<Self> {
        let mut runs = Runs::default();
        let texts: Vec<&str> = texts.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
        for text in &texts {
            if *text == UNNUMBERED {
                runs.has_unnumbered = true;
            } else {
                runs.numbers.insert(u64::from_str_radix(text, 16).ok()?);
            }
        }
        // One set of runs has one text, so that a damaged one is noticed.
        (!texts.is_empty() && runs.texts() == texts).then_some(runs)
    }
}

/// The files that may have a sum from one count.
pub(crate) struct Witnesses {
    runs: Vec<Runs>,
    /// The pairs of files that share a run number, the earlier file first.
    sharing: HashSet<(usize, usize)>,
}

/// The assumption about two files that both have sums by runs without a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnnumberedRuns {
    /// The runs are different.
    AreDistinct,
    /// The runs may be one, and one file a copy.
    MayBeOne,
}

impl Witnesses {
    /// Compares the runs of files.
    pub(crate) fn new(runs: Vec<Runs>) -> Self {
        let mut with: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut sharing = HashSet::new();
        for (file, runs) in runs.iter().enumerate() {
            for &number in &runs.numbers {
                let others = with.entry(number).or_default();
                sharing.extend(others.iter().map(|&other| (other, file)));
                others.push(file);
            }
        }
        Witnesses { runs, sharing }
    }

    /// Returns the size of a set of these files in which no two share a run. `files` is in ascending order. The size is the largest
    /// possible if no merged file is among the files. Otherwise it may be lower, never higher.
    pub(crate) fn independent(&self, files: &[usize], unnumbered: UnnumberedRuns) -> usize {
        let are_one = |one: usize, other: usize| {
            self.sharing.contains(&(one.min(other), one.max(other)))
                || unnumbered == UnnumberedRuns::MayBeOne
                    && self.runs[one].has_unnumbered
                    && self.runs[other].has_unnumbered
        };
        // Files of few runs exclude few others.
        let mut files = files.to_vec();
        files.sort_by_key(|&file| self.runs[file].numbers.len());
        let mut chosen: Vec<usize> = Vec::new();
        for file in files {
            if chosen.iter().all(|&other| !are_one(other, file)) {
                chosen.push(file);
            }
        }
        chosen.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn runs(numbers: &[u64], has_unnumbered: bool) -> Runs {
        Runs { numbers: numbers.iter().copied().collect(), has_unnumbered }
    }

    #[test]
    fn runs_are_read_as_they_are_written() {
        for runs in [runs(&[0], false), runs(&[7, u64::MAX, 3], true), Runs::unnumbered()] {
            assert_eq!(Runs::parse(&json!(runs.texts())), Some(runs));
        }
        assert_eq!(runs(&[26, 3], true).texts(), ["0000000000000003", "000000000000001a", "unnumbered"]);
        for wrong in [
            json!([]),
            json!("000000000000001a"),
            json!([26]),
            json!(["1a"]),
            json!(["000000000000001A"]),
            json!(["000000000000001g"]),
            json!(["000000000000001a", "0000000000000003"]),
            json!(["0000000000000003", "0000000000000003"]),
            json!(["unnumbered", "0000000000000003"]),
            json!(["none"]),
        ] {
            assert_eq!(Runs::parse(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn added_runs_keep_their_numbers_and_those_without_one() {
        let mut sum = runs(&[3], false);
        for (more, all) in [
            (runs(&[7], false), runs(&[3, 7], false)),
            (Runs::unnumbered(), runs(&[3, 7], true)),
            (runs(&[7, 9], false), runs(&[3, 7, 9], true)),
        ] {
            sum.add(&more);
            assert_eq!(sum, all);
        }
    }

    #[test]
    fn files_that_share_a_run_are_one_witness() {
        let [a, b, ab, cd, old, old_a] = [0, 1, 2, 3, 4, 5];
        let all = Witnesses::new(vec![
            runs(&[1], false),
            runs(&[2], false),
            runs(&[1, 2], false),
            runs(&[3, 4], false),
            Runs::unnumbered(),
            runs(&[1], true),
        ]);
        for (files, distinct, one) in [
            (&[][..], 0, 0),
            (&[a, b], 2, 2),
            (&[a, ab], 1, 1),
            (&[a, b, ab], 2, 2),
            (&[ab, cd], 2, 2),
            (&[a, b, ab, cd], 3, 3),
            (&[a, old], 2, 2),
            (&[a, old_a], 1, 1),
            (&[b, old, old_a], 3, 2),
            (&[old, old_a], 2, 1),
        ] {
            let found = [UnnumberedRuns::AreDistinct, UnnumberedRuns::MayBeOne];
            assert_eq!(found.map(|unnumbered| all.independent(files, unnumbered)), [distinct, one], "{files:?}");
        }
    }
}
