//! Cuts a row into runs: the compositions of its width.

use gridcheck_core::grid::full_row;

use super::stages::Stage;
use super::words::Words;

/// A row cut into runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The last square of each run, with a bar at its right or at the rim.
    pub ends: u64,
    /// The runs of one square.
    pub singles: u64,
}

/// Returns the cuts of a row that its stage allows, in increasing order of `ends`. Returns `None` if there are more than `most`.
pub(crate) fn cuts(words: &Words, width: usize, stage: &Stage, most: usize) -> Option<Vec<Cut>> {
    let mut cuts = Vec::new();
    let mut steps = most.saturating_mul(STEPS_PER_CUT);
    extend(words, (width, 0), stage, Cut { ends: 0, singles: 0 }, &mut |cut| {
        if stage.allows(cut.ends) {
            cuts.push(cut);
        }
        steps -= 1;
        cuts.len() <= most && steps > 0
    })
    .then(|| {
        cuts.sort_unstable_by_key(|cut| cut.ends);
        cuts
    })
}

/// Compositions that are tried for each that is kept, at most. The others contradict the symmetry.
const STEPS_PER_CUT: usize = 16;

/// Gives `found` all cuts that begin with the runs of `cut`, which has `from` squares, until it returns `false`.
fn extend(
    words: &Words,
    (width, from): (usize, usize),
    stage: &Stage,
    cut: Cut,
    found: &mut dyn FnMut(Cut) -> bool,
) -> bool {
    if from == width {
        return found(cut);
    }
    for length in (1..=width - from).filter(|&length| words.has_run(length)) {
        let end = 1 << (from + length - 1);
        let run = full_row(length) << from;
        let ends = cut.ends | end;
        if !stage.fixed.allows(ends & run | stage.fixed.bars & !run) {
            continue;
        }
        let singles = cut.singles | if length == 1 { end } else { 0 };
        if !extend(words, (width, from + length), stage, Cut { ends, singles }, found) {
            return false;
        }
    }
    true
}
