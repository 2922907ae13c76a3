//! Columns as they grow: the state of the run each column is in, and which squares may come next.
//!
//! Going outward, a column reads one of three symbols a level: black, white without a white neighbour across (it can
//! only be unchecked) or white with one. A *run state* sums up the white squares since the last black one; a step leads
//! to the next state or is forbidden. Each state's permissions know how many levels remain, so a run that can no longer
//! become a legal word is given up at once, and after the last level nothing is left to check.
//!
//! With a half turn the column through (r, c) continues below the centre as column n−1−c read upward. A run through the
//! centre therefore has two arms, one in column c and one in column n−1−c, that grow at the same time; a *half* is the
//! state of one arm, with the middle square (if the size is odd) known to both, and [`Columns::join`] says whether two
//! finished arms make a legal word. What one arm permits depends on the other: the tables of [`Columns::half_permits`]
//! know, for two arms and the levels that remain, which next squares still leave some way to a legal word.

use std::collections::HashMap;

use super::forbidden::Forbidden;
use super::symbol::SYMBOLS;
use super::words::Words;

/// The number of a run's state; the states of one automaton are numbered from 0.
pub type RunState = u16;

/// The column is black at the last level read.
pub const BLACK: RunState = 0;

/// The middle square of a run through the centre, shared by its two halves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Middle {
    /// Even size: the halves touch.
    Absent,
    /// A white square without a white neighbour across.
    Alone,
    /// A white square with one.
    Crossed,
}

/// What is known of the run a column is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Run {
    /// The last square read is black.
    None,
    /// A run that began on this side of the centre.
    Whole(Arm),
    /// One arm of a run through the centre, the middle square not counted, with `leading` unchecked letters at the
    /// centre; all of them are unchecked if none is checked.
    Half { middle: Middle, arm: Arm, leading: u8 },
}

/// Adjacent squares of a column that end at the outermost one. What no rule tells apart is one number: a length beyond
/// the shortest word, where there is no longest, and more unchecked letters than any limit.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Arm {
    length: u8,
    /// Whether any is checked.
    checked: bool,
    /// See [`Words::weight`].
    balance: i8,
    /// Unchecked letters at the outer end; all of them if none is checked.
    trailing: u8,
}

/// The runs a column can be in and how they grow.
pub struct Runs {
    /// Indexed by [`RunState`].
    all: Vec<Run>,
    /// `next[state][symbol]`, meaningless where the symbol is not legal.
    next: Vec<[RunState; SYMBOLS]>,
    /// `legal[state][symbol]`: the run may end (black), or grow so, as far as one looks no further; a half may always
    /// end.
    legal: Vec<[bool; SYMBOLS]>,
    /// The states that are halves.
    halves: Vec<RunState>,
}

/// What each state of a column permits.
pub struct Columns {
    runs: Runs,
    /// `permits[remaining][state]`: permission bits when `remaining` ≥ 1 levels are still to come.
    permits: Vec<Vec<u8>>,
    /// The same the other way round.
    forbids: Vec<Vec<Forbidden>>,
    /// `forbids_at_edge[state][symbol]`: what is forbidden the level after the next when that is the last.
    forbids_at_edge: Vec<[Forbidden; SYMBOLS]>,
    /// Each half's number among the halves; states that are no halves have none.
    half_numbers: Vec<u16>,
    halves: usize,
    /// `joins[a * halves + b]`: halves a and b make a legal word.
    joins: Vec<bool>,
    /// `half_permits[remaining][a * 2 * halves + b]`: permission bits of half a when the other arm is half b, still
    /// growing, or (b + halves) has ended as half b.
    half_permits: Vec<Vec<u8>>,
    /// `centre_permits[remaining][a]`: permission bits of the middle column, whose arms are each other's image.
    centre_permits: Vec<Vec<u8>>,
}

/// The most states, and the most halves among them; with one more the engine declines.
const MOST_STATES: usize = 20_000;
const MOST_HALVES: usize = 1000;

impl Runs {
    /// The runs of columns read over `levels` levels; `None` when there are too many.
    pub fn new(words: &Words, single_cells: bool, levels: usize, middles: &[Middle]) -> Option<Self> {
        let mut all = vec![Run::None];
        all.extend(middles.iter().map(|&middle| Run::bud(middle)));
        let mut index: HashMap<Run, RunState> = all.iter().enumerate().map(|(i, &run)| (run, i as RunState)).collect();
        let mut next = Vec::new();
        let mut legal = Vec::new();
        for level in 0..=levels {
            for state in next.len()..all.len() {
                let run = all[state];
                let mut targets = [BLACK; SYMBOLS];
                let mut may = [run.may_end(words, single_cells), false, false];
                for (symbol, checked) in [(1, false), (2, true)] {
                    // What is reached only after the last level grows no more.
                    if let Some(longer) = run.grown(words, checked).filter(|_| level < levels) {
                        targets[symbol] = *index.entry(longer).or_insert_with(|| {
                            all.push(longer);
                            (all.len() - 1) as RunState
                        });
                        may[symbol] = true;
                    }
                }
                if all.len() > MOST_STATES {
                    return None;
                }
                next.push(targets);
                legal.push(may);
            }
        }
        let halves = |&state: &RunState| matches!(all[usize::from(state)], Run::Half { .. });
        let halves: Vec<RunState> = (0..all.len() as RunState).filter(halves).collect();
        (halves.len() <= MOST_HALVES).then_some(Runs { all, next, legal, halves })
    }
}

impl Columns {
    /// What the runs permit over `levels` levels.
    pub fn new(runs: Runs, words: &Words, single_cells: bool, levels: usize) -> Self {
        let Runs { all, next, legal, halves } = &runs;
        let mut half_numbers = vec![0; all.len()];
        for (number, &state) in halves.iter().enumerate() {
            half_numbers[usize::from(state)] = number as u16;
        }
        let half_run = |state: RunState| all[usize::from(state)];
        let joins: Vec<bool> = halves
            .iter()
            .flat_map(|&a| halves.iter().map(move |&b| (a, b)))
            .map(|(a, b)| half_run(a).joins(half_run(b), words, single_cells))
            .collect();

        let permit = |state: usize, alive: &[bool]| {
            (0..SYMBOLS)
                // Whether a half has a future is for the tables of pairs to say.
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

    /// The half that has not grown yet.
    pub fn half(&self, middle: Middle) -> RunState {
        // `Runs::new` puts the buds of all its middles first.
        let bud = self.runs.all.iter().position(|&run| run == Run::bud(middle));
        bud.expect("a middle these runs were made for") as RunState
    }

    /// The state after `symbol`, which `permits` must allow.
    pub fn step(&self, state: RunState, symbol: usize) -> RunState {
        self.runs.next[usize::from(state)][symbol]
    }

    /// What may come next in a state, as permission bits, when `remaining` ≥ 1 levels are still to come.
    pub fn permits(&self, remaining: usize, state: RunState) -> u8 {
        self.permits[remaining][usize::from(state)]
    }

    /// What may not come next in each state, as if in column 0.
    pub fn forbids(&self, remaining: usize) -> &[Forbidden] {
        &self.forbids[remaining]
    }

    /// What may not come at the edge after each symbol before it, as if in column 0. The other arm is left out of
    /// account.
    pub fn forbids_at_edge(&self, state: RunState) -> &[Forbidden; SYMBOLS] {
        &self.forbids_at_edge[usize::from(state)]
    }

    /// What may come next in an arm of a run through the centre, as permission bits, given the other arm.
    pub fn half_permits(&self, remaining: usize, half: RunState, other: OtherArm) -> u8 {
        let number = |state: RunState| usize::from(self.half_numbers[usize::from(state)]);
        match other {
            OtherArm::Image => self.centre_permits[remaining][number(half)],
            OtherArm::Growing(other) => self.half_permits[remaining][number(half) * 2 * self.halves + number(other)],
            OtherArm::Ended(other) => {
                self.half_permits[remaining][(number(half) * 2 + 1) * self.halves + number(other)]
            }
        }
    }

    /// Whether two finished arms of a run through the centre make a legal run.
    pub fn join(&self, a: RunState, b: RunState) -> bool {
        let number = |state: RunState| usize::from(self.half_numbers[usize::from(state)]);
        self.joins[number(a) * self.halves + number(b)]
    }
}

/// The other arm of a run through the centre.
#[derive(Clone, Copy)]
pub enum OtherArm {
    /// The column is the middle one: the other arm does what this one does.
    Image,
    /// It is this half so far and may grow.
    Growing(RunState),
    /// It has ended as this half.
    Ended(RunState),
}

/// Which pairs of arms can still become a legal run, when so many levels remain.
struct Pairs {
    halves: usize,
    /// `growing[a * halves + b]`: both may still grow.
    growing: Vec<bool>,
    /// `one_ended[a * halves + b]`: a may still grow, b has ended.
    one_ended: Vec<bool>,
    /// `image[a]`: both arms are a and grow alike.
    image: Vec<bool>,
    /// Both have ended.
    joins: Vec<bool>,
}

impl Pairs {
    fn after_the_last_level(joins: &[bool], halves: usize) -> Self {
        let image = (0..halves).map(|a| joins[a * halves + a]).collect();
        Pairs { halves, growing: joins.to_vec(), one_ended: joins.to_vec(), image, joins: joins.to_vec() }
    }

    /// The pairs when one level more remains, and what each arm then permits (in the layout of `Columns`).
    /// `steps[a][s]` is the half after symbol s, if a may read it; every half may read black.
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
    /// The arm with one more white square at its outer end, unless it is too long then or has too many unchecked letters in
    /// a row.
    fn grown(self, words: &Words, checked: bool) -> Option<Arm> {
        let trailing = if checked { 0 } else { self.trailing + 1 };
        let length = self.length + 1;
        (words.allow_part(length.into()) && words.allow_inside(trailing.into())).then(|| Arm {
            length: length.min(words.longest_told_apart() as u8),
            checked: self.checked || checked,
            balance: self.balance + words.weight(checked),
            trailing: trailing.min(words.most_told_apart() as u8),
        })
    }
}

impl Run {
    /// An arm that has not grown yet.
    fn bud(middle: Middle) -> Run {
        Run::Half { middle, arm: Arm::default(), leading: 0 }
    }

    /// The run with one more white square at its outer end, unless no legal word can begin so.
    fn grown(self, words: &Words, checked: bool) -> Option<Run> {
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

    /// Whether the run may end here; an arm may, as far as it alone can tell.
    fn may_end(self, words: &Words, single_cells: bool) -> bool {
        match self {
            Run::None | Run::Half { .. } => true,
            Run::Whole(Arm { length: 1, checked, .. }) => single_cells && checked,
            Run::Whole(Arm { length, balance, trailing, .. }) => {
                words.allow_length(length.into())
                    && words.allow_balance(balance.into())
                    && words.allow_at_end(trailing.into())
            }
        }
    }

    /// Whether two arms with the same middle make a legal run.
    fn joins(self, other: Run, words: &Words, single_cells: bool) -> bool {
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
            return single_cells && (a.checked || b.checked || middle == Middle::Crossed);
        }
        let middle_weight = match middle {
            Middle::Absent => 0,
            Middle::Alone => words.weight(false),
            Middle::Crossed => words.weight(true),
        };
        // The unchecked letters around the centre, seen from either end if an arm is unchecked throughout.
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
            && words.allow_balance(i32::from(a.balance) + i32::from(b.balance) + i32::from(middle_weight))
            && words.allow_inside(central)
            && words.allow_at_end(at_end(a, l2))
            && words.allow_at_end(at_end(b, l1))
    }
}
