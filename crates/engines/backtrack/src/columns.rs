//! Tracks columns as they grow: the state of the run of each column, and the squares that may come next.
//!
//! Going outward, a column reads one of three symbols a level: black, white without a white neighbour in its row (it can only be unchecked)
//! or white with one. A *run state* sums up the white squares since the last black one; a step leads to the next state or is forbidden.
//! Each state's permissions depend on the number of remaining levels. A run that can no longer become a legal word is therefore rejected at
//! once, and no check is left after the last level.
//!
//! With a half turn the column through (r, c) continues below the centre as column n−1−c read upward. A run through the centre therefore
//! has two arms, one in column c and one in column n−1−c, that grow at the same time. A *half* is the state of one arm; the middle square
//! (if the size is odd) is part of both states. [`Columns::join`] tests if two finished arms make a legal word. The permissions of one arm
//! depend on the other. The tables of [`Columns::half_permits`] list, for two arms and the remaining levels, the next squares that can
//! still lead to a legal word.

use std::collections::HashMap;

use super::forbidden::Forbidden;
use super::pattern::SYMBOLS;
use super::words::WordPatterns;

/// The number of a run's state; the states of one automaton are numbered from 0.
pub(crate) type RunState = u16;

/// The state of a column that is black at the last level read.
pub(crate) const BLACK: RunState = 0;

/// The middle square of a run through the centre, shared by its two halves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Middle {
    /// Even size: the halves touch.
    Absent,
    /// A white square without a white neighbour in its row.
    Alone,
    /// A white square with a white neighbour in its row.
    Crossed,
}

/// The run at the end of a column, as far as the rules need it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Run {
    /// The last square read is black.
    None,
    /// A run that began on this side of the centre.
    Whole(Arm),
    /// One arm of a run through the centre, without the middle square, with `leading` unchecked letters at the centre. If none of its
    /// letters is checked, `leading` counts all of them.
    Half { middle: Middle, arm: Arm, leading: u8 },
}

/// Adjacent squares of a column that end at the outermost one. Values that no rule distinguishes are one number: lengths beyond the
/// shortest word, if there is no longest, and numbers of unchecked letters above every limit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Arm {
    length: u8,
    /// `true` if any letter is checked.
    checked: bool,
    /// The balance of its letters; see [`WordPatterns::weight`].
    balance: i8,
    /// Number of unchecked letters at the outer end; all letters if none is checked.
    trailing: u8,
}

/// The possible runs of a column and their transitions.
#[derive(Clone)]
pub(crate) struct Runs {
    /// Indexed by [`RunState`].
    all: Vec<Run>,
    /// `next[state][symbol]`, meaningless if the symbol is not legal.
    next: Vec<[RunState; SYMBOLS]>,
    /// `legal[state][symbol]`: the run may end (black) or grow with this symbol, without regard to later levels. A half may always end.
    legal: Vec<[bool; SYMBOLS]>,
    /// The states that are halves.
    halves: Vec<RunState>,
}

/// The permissions of each state of a column.
pub(crate) struct Columns {
    runs: Runs,
    /// `permits[remaining][state]`: permission bits when `remaining` ≥ 1 levels are still to come.
    permits: Vec<Vec<u8>>,
    /// The complements of `permits`.
    forbids: Vec<Vec<Forbidden>>,
    /// `forbids_at_edge[state][symbol]`: the prohibitions two levels later, after `symbol`, if that level is the last.
    forbids_at_edge: Vec<[Forbidden; SYMBOLS]>,
    /// The number of each half among the halves; other states have none.
    half_numbers: Vec<u16>,
    halves: usize,
    /// `joins[a * halves + b]`: halves a and b make a legal word.
    joins: Vec<bool>,
    /// `half_permits[remaining][a * 2 * halves + b]`: permission bits of half a when the other arm is half b and still growing. Index b +
    /// halves means that the other arm has ended as half b.
    half_permits: Vec<Vec<u8>>,
    /// `centre_permits[remaining][a]`: permission bits of the middle column, whose arms are each other's image.
    centre_permits: Vec<Vec<u8>>,
}

/// Maximum numbers of states and of halves; the engine rejects problems that exceed them.
const MAX_STATES: usize = 20_000;
const MAX_HALVES: usize = 1000;

impl Runs {
    /// Computes the runs of columns read over `levels` levels; `None` if there are too many.
    pub(crate) fn new(words: &WordPatterns, levels: usize, middles: &[Middle]) -> Option<Self> {
        let mut all = vec![Run::None];
        all.extend(middles.iter().map(|&middle| Run::empty_arm(middle)));
        let mut index: HashMap<Run, RunState> = all.iter().enumerate().map(|(i, &run)| (run, i as RunState)).collect();
        let mut next = Vec::new();
        let mut legal = Vec::new();
        for level in 0..=levels {
            for state in next.len()..all.len() {
                let run = all[state];
                let mut targets = [BLACK; SYMBOLS];
                let mut may = [run.may_end(words), false, false];
                for (symbol, checked) in [(1, false), (2, true)] {
                    // States reached only after the last level do not grow further.
                    let Some(longer) = run.grown(words, checked).filter(|_| level < levels) else { continue };
                    targets[symbol] = *index.entry(longer).or_insert_with(|| {
                        all.push(longer);
                        (all.len() - 1) as RunState
                    });
                    may[symbol] = true;
                }
                if all.len() > MAX_STATES {
                    return None;
                }
                next.push(targets);
                legal.push(may);
            }
        }
        let halves = |&state: &RunState| matches!(all[usize::from(state)], Run::Half { .. });
        let halves: Vec<RunState> = (0..all.len() as RunState).filter(halves).collect();
        (halves.len() <= MAX_HALVES).then_some(Runs { all, next, legal, halves })
    }
}

impl Columns {
    /// Computes the permissions of the runs over `levels` levels.
    pub(crate) fn new(runs: Runs, words: &WordPatterns, levels: usize) -> Self {
        let Runs { all, next, legal, halves } = &runs;
        let mut half_numbers = vec![0; all.len()];
        for (number, &state) in halves.iter().enumerate() {
            half_numbers[usize::from(state)] = number as u16;
        }
        let half_run = |state: RunState| all[usize::from(state)];
        let joins: Vec<bool> = halves
            .iter()
            .flat_map(|&a| halves.iter().map(move |&b| (a, b)))
            .map(|(a, b)| half_run(a).joins(half_run(b), words))
            .collect();

        let permit = |state: usize, alive: &[bool]| {
            (0..SYMBOLS)
                // The tables of pairs decide if a half can be completed.
                .filter(|&symbol| {
                    let half = matches!(all[state], Run::Half { .. });
                    legal[state][symbol] && (half || alive[usize::from(next[state][symbol])])
                })
                .fold(0, |bits, symbol| bits | 1 << symbol)
        };
        let mut alive: Vec<bool> = legal.iter().map(|legal| legal[0]).collect();
        let mut permits = vec![Vec::new()];
        let mut pairs = Pairs::after_the_last_level(&joins, halves.len());
        let mut half_permits = vec![Vec::new()];
        let mut centre_permits = vec![Vec::new()];
        let steps: Vec<[Option<usize>; SYMBOLS]> = halves
            .iter()
            .map(|&state| {
                let (legal, next) = (legal[usize::from(state)], next[usize::from(state)]);
                let grown = |symbol: usize| legal[symbol].then(|| half_numbers[usize::from(next[symbol])].into());
                [None, grown(1), grown(2)]
            })
            .collect();
        for _ in 0..levels {
            let row: Vec<u8> = (0..all.len()).map(|state| permit(state, &alive)).collect();
            alive = row.iter().map(|&bits| bits != 0).collect();
            permits.push(row);
            let (earlier, permitted, centre) = pairs.one_level_earlier(&steps);
            pairs = earlier;
            half_permits.push(permitted);
            centre_permits.push(centre);
        }
        let forbids: Vec<Vec<Forbidden>> =
            permits.iter().map(|level| level.iter().map(|&bits| Forbidden::all_but(bits)).collect()).collect();
        let at_edge = |states: &[RunState; SYMBOLS]| states.map(|state| forbids[1][usize::from(state)]);
        let forbids_at_edge = next.iter().map(at_edge).collect();
        let halves = halves.len();
        Columns { runs, permits, forbids, forbids_at_edge, half_numbers, halves, joins, half_permits, centre_permits }
    }

    /// Returns the half that has not grown yet.
    pub(crate) fn half(&self, middle: Middle) -> RunState {
        // `Runs::new` puts the empty arms of all its middles first.
        let empty_arm = self.runs.all.iter().position(|&run| run == Run::empty_arm(middle));
        empty_arm.expect("a middle these runs were made for") as RunState
    }

    /// Returns the state after `symbol`, which `permits` must allow.
    pub(crate) fn step(&self, state: RunState, symbol: usize) -> RunState {
        self.runs.next[usize::from(state)][symbol]
    }

    /// Returns the permission bits of a state when `remaining` ≥ 1 levels are still to come.
    pub(crate) fn permits(&self, remaining: usize, state: RunState) -> u8 {
        self.permits[remaining][usize::from(state)]
    }

    /// Returns the prohibitions of each state, as if in column 0.
    pub(crate) fn forbids(&self, remaining: usize) -> &[Forbidden] {
        &self.forbids[remaining]
    }

    /// Returns the prohibitions at the edge after each symbol before it, as if in column 0. They do not consider the other arm.
    pub(crate) fn forbids_at_edge(&self, state: RunState) -> &[Forbidden; SYMBOLS] {
        &self.forbids_at_edge[usize::from(state)]
    }

    /// Returns the permission bits of an arm of a run through the centre, given the other arm.
    pub(crate) fn half_permits(&self, remaining: usize, half: RunState, other: OtherArm) -> u8 {
        let number = |state: RunState| usize::from(self.half_numbers[usize::from(state)]);
        match other {
            OtherArm::Image => self.centre_permits[remaining][number(half)],
            OtherArm::Growing(other) => self.half_permits[remaining][number(half) * 2 * self.halves + number(other)],
            OtherArm::Ended(other) => {
                self.half_permits[remaining][(number(half) * 2 + 1) * self.halves + number(other)]
            }
        }
    }

    /// Returns `true` if two finished arms of a run through the centre make a legal run.
    pub(crate) fn join(&self, a: RunState, b: RunState) -> bool {
        let number = |state: RunState| usize::from(self.half_numbers[usize::from(state)]);
        self.joins[number(a) * self.halves + number(b)]
    }
}

/// The other arm of a run through the centre.
#[derive(Clone, Copy)]
pub(crate) enum OtherArm {
    /// The column is the middle one: the other arm is this arm's image.
    Image,
    /// It is this half so far and may grow.
    Growing(RunState),
    /// It has ended as this half.
    Ended(RunState),
}

/// The pairs of arms that can still become a legal run, for a number of remaining levels.
struct Pairs {
    halves: usize,
    /// `growing[a * halves + b]`: both may still grow.
    growing: Vec<bool>,
    /// `one_ended[a * halves + b]`: a may still grow, b has ended.
    one_ended: Vec<bool>,
    /// `image[a]`: both arms are a and grow in the same way.
    image: Vec<bool>,
    /// Both have ended.
    joins: Vec<bool>,
}

impl Pairs {
    fn after_the_last_level(joins: &[bool], halves: usize) -> Self {
        let image = (0..halves).map(|a| joins[a * halves + a]).collect();
        Pairs { halves, growing: joins.to_vec(), one_ended: joins.to_vec(), image, joins: joins.to_vec() }
    }

    /// Returns the pairs when one more level remains, and the permissions of each arm then, in the layout of `Columns`. Every half may
    /// read black; `steps[a][s]` is the half after symbol s, if a may read it.
    fn one_level_earlier(&self, steps: &[[Option<usize>; SYMBOLS]]) -> (Pairs, Vec<u8>, Vec<u8>) {
        let n = self.halves;
        let mut permitted = vec![0; 2 * n * n];
        let mut centre = vec![0; n];
        for a in 0..n {
            for b in 0..n {
                let after = |s: Option<usize>, t: Option<usize>| match (s, t) {
                    (Some(a), Some(b)) => self.growing[a * n + b],
                    (Some(a), None) => self.one_ended[a * n + b],
                    (None, Some(b)) => self.one_ended[b * n + a],
                    (None, None) => self.joins[a * n + b],
                };
                let grown_b = [steps[b][1], steps[b][2]];
                let some_b = |s: Option<usize>| after(s, None) || grown_b.iter().any(|&t| t.is_some() && after(s, t));
                for (symbol, &step) in steps[a].iter().enumerate() {
                    if symbol > 0 && step.is_none() {
                        continue;
                    }
                    let bit = 1 << symbol;
                    if some_b(step) {
                        permitted[a * 2 * n + b] |= bit;
                    }
                    if after(step, None) {
                        permitted[(a * 2 + 1) * n + b] |= bit;
                    }
                    let alike = match step {
                        Some(grown) => self.image[grown],
                        None => self.joins[a * n + a],
                    };
                    if alike {
                        centre[a] |= bit;
                    }
                }
            }
        }
        let possible = |at: usize| permitted[at] != 0;
        let earlier = Pairs {
            halves: n,
            growing: (0..n * n).map(|at| possible(at / n * 2 * n + at % n)).collect(),
            one_ended: (0..n * n).map(|at| possible((at / n * 2 + 1) * n + at % n)).collect(),
            image: centre.iter().map(|&bits| bits != 0).collect(),
            joins: self.joins.clone(),
        };
        (earlier, permitted, centre)
    }
}

impl Arm {
    /// Returns the arm with one more white square at its outer end, unless it is then too long or has too many adjacent unchecked letters.
    fn grown(self, words: &WordPatterns, checked: bool) -> Option<Arm> {
        let trailing = if checked { 0 } else { self.trailing + 1 };
        let length = self.length + 1;
        (words.allow_part(length.into()) && words.allow_inside(trailing.into())).then(|| Arm {
            length: length.min(words.longest_distinguished() as u8),
            checked: self.checked || checked,
            balance: self.balance + words.weight(checked),
            trailing: trailing.min(words.most_distinguished() as u8),
        })
    }
}

impl Run {
    /// Returns an arm that has not grown yet.
    fn empty_arm(middle: Middle) -> Run {
        Run::Half { middle, arm: Arm::default(), leading: 0 }
    }

    /// Returns the run with one more white square at its outer end, unless no legal word can begin like that.
    fn grown(self, words: &WordPatterns, checked: bool) -> Option<Run> {
        match self {
            Run::None | Run::Whole(_) => {
                let arm = if let Run::Whole(arm) = self { arm } else { Arm::default() };
                let grown = arm.grown(words, checked)?;
                // An unchecked beginning is at a word's end; a run of one unchecked square is not legal anyway.
                (grown.checked || words.allow_at_end(grown.trailing.into())).then_some(Run::Whole(grown))
            }
            Run::Half { middle, arm, leading } => {
                let grown = arm.grown(words, checked)?;
                Some(Run::Half { middle, arm: grown, leading: if grown.checked { leading } else { grown.trailing } })
            }
        }
    }

    /// Returns `true` if the run may end here; an arm is tested without the other arm.
    fn may_end(self, words: &WordPatterns) -> bool {
        match self {
            Run::None | Run::Half { .. } => true,
            Run::Whole(Arm { length: 1, checked, .. }) => words.single_cells && checked,
            Run::Whole(Arm { length, balance, trailing, .. }) => {
                words.allow_length(length.into())
                    && words.allow_balance(length.into(), balance.into())
                    && words.allow_at_end(trailing.into())
            }
        }
    }

    /// Returns `true` if two arms with the same middle make a legal run.
    fn joins(self, other: Run, words: &WordPatterns) -> bool {
        let (Run::Half { middle, arm: a, leading: l1 }, Run::Half { middle: same, arm: b, leading: l2 }) =
            (self, other)
        else {
            return false;
        };
        if middle != same {
            return false;
        }
        let middle_length = usize::from(middle != Middle::Absent);
        let length = usize::from(a.length) + usize::from(b.length) + middle_length;
        if length == 1 {
            return words.single_cells && (a.checked || b.checked || middle == Middle::Crossed);
        }
        let middle_weight = match middle {
            Middle::Absent => 0,
            Middle::Alone => words.weight(false),
            Middle::Crossed => words.weight(true),
        };
        // The unchecked letters around the centre, which reach the end of an arm without checked letters.
        let central = match middle {
            Middle::Crossed => 0,
            Middle::Alone | Middle::Absent => usize::from(l1) + usize::from(l2) + middle_length,
        };
        let at_end = |arm: Arm, other_leading: u8| {
            let beyond =
                if arm.checked || middle == Middle::Crossed { 0 } else { middle_length + usize::from(other_leading) };
            usize::from(arm.trailing) + beyond
        };
        words.allow_length(length)
            && words.allow_balance(length, i32::from(a.balance) + i32::from(b.balance) + i32::from(middle_weight))
            && words.allow_inside(central)
            && words.allow_at_end(at_end(a, l2))
            && words.allow_at_end(at_end(b, l1))
    }
}
