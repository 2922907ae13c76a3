//! Columns as they grow: the state of the run each column is in, and which squares may come next.
//!
//! Going outward, a column reads one of three symbols a level: black, white without a white neighbour across (it can only be
//! unchecked) or white with one. A *run state* sums up the white squares since the last black one; a step leads to the
//! next state or is forbidden. Each state's permissions know how many levels remain, so a run that can no longer
//! become a legal word is given up at once, and after the last level nothing is left to check.
//!
//! With a half turn the column through (r, c) continues below the centre as column n−1−c read upward. A run through the
//! centre therefore has two arms, one in column c and one in column n−1−c, that grow at the same time; a *half* is the
//! state of one arm, with the middle square (if the size is odd) known to both, and [`Columns::join`] says whether two finished arms make
//! a legal word. What one arm permits depends on the other: the tables of [`Columns::half_permits`] know, for two arms and the
//! levels that remain, which next squares still leave some way to a legal word.

use std::collections::HashMap;

use super::words::Words;

/// A state's number; states of one automaton are numbered from 0.
pub type State = u16;

/// The column is black at the last level read.
pub const BLACK: State = 0;

/// What a column reads at one level: black, white alone across, white in an across word.
pub const SYMBOLS: usize = 3;

/// Permission bits: what may come next.
pub const MAY_BLACK: u8 = 1;
/// White without a white neighbour across.
pub const MAY_ALONE: u8 = 2;
/// White with a white neighbour across.
pub const MAY_CROSSED: u8 = 4;

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
    Whole { length: u8, checked: u8, trailing: u8 },
    /// One arm of a run through the centre, the middle square not counted: `leading` unchecked letters at the centre,
    /// `trailing` at the outer end; both are `length` when nothing is checked.
    Half { middle: Middle, length: u8, checked: u8, leading: u8, trailing: u8 },
}

/// The automaton of a column and what each state permits.
pub struct Columns {
    runs: Vec<Run>,
    /// `next[state][symbol]`, meaningless where the symbol is not permitted.
    next: Vec<[State; SYMBOLS]>,
    /// `permits[remaining][state]`: permission bits when `remaining` ≥ 1 levels are still to come.
    permits: Vec<Vec<u8>>,
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

impl Columns {
    /// The automaton for columns read over `levels` levels; `None` when it would need too many states.
    pub fn new(words: &Words, single_cells: bool, levels: usize, middles: &[Middle]) -> Option<Self> {
        let mut runs = vec![Run::None];
        runs.extend(middles.iter().map(|&middle| Run::Half { middle, length: 0, checked: 0, leading: 0, trailing: 0 }));
        let mut index: HashMap<Run, State> = runs.iter().enumerate().map(|(i, &run)| (run, i as State)).collect();
        let mut next = Vec::new();
        let mut reads: Vec<[bool; SYMBOLS]> = Vec::new();
        while next.len() < runs.len() {
            let run = runs[next.len()];
            let ends = run.may_end(words, single_cells);
            let mut targets = [BLACK; SYMBOLS];
            let mut legal = [ends, false, false];
            for (symbol, checked) in [(1, false), (2, true)] {
                let Some(longer) = run.grown(words, checked).filter(|longer| longer.length() <= levels) else {
                    continue;
                };
                targets[symbol] = *index.entry(longer).or_insert_with(|| {
                    runs.push(longer);
                    (runs.len() - 1) as State
                });
                legal[symbol] = true;
            }
            if runs.len() > MOST_STATES {
                return None;
            }
            next.push(targets);
            reads.push(legal);
        }

        let is_half = |state: usize| matches!(runs[state], Run::Half { .. });
        let halves: Vec<usize> = (0..runs.len()).filter(|&state| is_half(state)).collect();
        if halves.len() > MOST_HALVES {
            return None;
        }
        let mut half_numbers = vec![0; runs.len()];
        for (number, &state) in halves.iter().enumerate() {
            half_numbers[state] = number as u16;
        }
        let joins: Vec<bool> = halves
            .iter()
            .flat_map(|&a| halves.iter().map(move |&b| (a, b)))
            .map(|(a, b)| runs[a].joins(runs[b], words, single_cells))
            .collect();

        // Whether a half has a future is for the tables of pairs to say.
        let permit = |state: usize, alive: &[bool]| {
            (0..SYMBOLS)
                .filter(|&symbol| {
                    if is_half(state) {
                        symbol == 0 || reads[state][symbol]
                    } else {
                        reads[state][symbol] && alive[usize::from(next[state][symbol])]
                    }
                })
                .fold(0, |bits, symbol| bits | 1 << symbol)
        };
        let mut alive: Vec<bool> = reads.iter().map(|legal| legal[0]).collect();
        let mut permits = vec![Vec::new()];
        let mut pairs = Pairs::after_the_last_level(&joins, halves.len());
        let mut half_permits = vec![Vec::new()];
        let mut centre_permits = vec![Vec::new()];
        for _ in 0..levels {
            let row: Vec<u8> = (0..runs.len()).map(|state| permit(state, &alive)).collect();
            alive = row.iter().map(|&bits| bits != 0).collect();
            permits.push(row);
            let steps: Vec<[Option<usize>; SYMBOLS]> = halves
                .iter()
                .map(|&state| {
                    let grown = |symbol: usize| {
                        reads[state][symbol].then(|| half_numbers[usize::from(next[state][symbol])].into())
                    };
                    [None, grown(1), grown(2)]
                })
                .collect();
            let (earlier, permitted, centre) = pairs.one_level_earlier(&steps);
            pairs = earlier;
            half_permits.push(permitted);
            centre_permits.push(centre);
        }
        let halves = halves.len();
        Some(Columns { runs, next, permits, half_numbers, halves, joins, half_permits, centre_permits })
    }

    /// The half that has not grown yet.
    pub fn half(&self, middle: Middle) -> State {
        let bud = Run::Half { middle, length: 0, checked: 0, leading: 0, trailing: 0 };
        // `new` puts the buds of all its middles first.
        self.runs.iter().position(|&run| run == bud).expect("a middle this automaton was made for") as State
    }

    /// The state after `symbol`, which `permits` must allow.
    pub fn step(&self, state: State, symbol: usize) -> State {
        self.next[usize::from(state)][symbol]
    }

    /// What may come next in each state, as permission bits, when `remaining` ≥ 1 levels are still to come.
    pub fn permits(&self, remaining: usize) -> &[u8] {
        &self.permits[remaining]
    }

    /// What may come next in an arm of a run through the centre, as permission bits, given the other arm.
    pub fn half_permits(&self, remaining: usize, half: State, other: OtherArm) -> u8 {
        let number = |state: State| usize::from(self.half_numbers[usize::from(state)]);
        match other {
            OtherArm::Image => self.centre_permits[remaining][number(half)],
            OtherArm::Growing(other) => self.half_permits[remaining][number(half) * 2 * self.halves + number(other)],
            OtherArm::Ended(other) => {
                self.half_permits[remaining][(number(half) * 2 + 1) * self.halves + number(other)]
            }
        }
    }

    /// Whether two finished arms of a run through the centre make a legal run.
    pub fn join(&self, a: State, b: State) -> bool {
        let number = |state: State| usize::from(self.half_numbers[usize::from(state)]);
        self.joins[number(a) * self.halves + number(b)]
    }
}

/// The other arm of a run through the centre.
#[derive(Clone, Copy)]
pub enum OtherArm {
    /// The column is the middle one: the other arm does what this one does.
    Image,
    /// It is this half so far and may grow.
    Growing(State),
    /// It has ended as this half.
    Ended(State),
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

    /// The pairs when one level more remains, and what each arm then permits (in the layout of `Columns`). `steps[a][s]` is
    /// the half after symbol s, if a may read it; every half may read black.
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
                for symbol in 0..SYMBOLS {
                    if symbol > 0 && steps[a][symbol].is_none() {
                        continue;
                    }
                    let bit = 1 << symbol;
                    if some_b(steps[a][symbol]) {
                        permitted[a * 2 * n + b] |= bit;
                    }
                    if after(steps[a][symbol], None) {
                        permitted[(a * 2 + 1) * n + b] |= bit;
                    }
                    let alike = match steps[a][symbol] {
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

impl Run {
    fn length(self) -> usize {
        match self {
            Run::None => 0,
            Run::Whole { length, .. } | Run::Half { length, .. } => length.into(),
        }
    }

    /// The run with one more white square at its outer end, unless too many unchecked letters are then in a row.
    fn grown(self, words: &Words, is_checked: bool) -> Option<Run> {
        let (length, checked, leading, trailing) = match self {
            Run::None => (0, 0, 0, 0),
            Run::Whole { length, checked, trailing } => (length, checked, 0, trailing),
            Run::Half { length, checked, leading, trailing, .. } => (length, checked, leading, trailing),
        };
        let all_unchecked = checked == 0;
        let (length, checked) = (length + 1, checked + u8::from(is_checked));
        let trailing = if is_checked { 0 } else { trailing + 1 };
        let leading = leading + u8::from(all_unchecked && !is_checked);
        if !words.allow_inside(trailing.into()) {
            return None;
        }
        match self {
            Run::Half { middle, .. } => Some(Run::Half { middle, length, checked, leading, trailing }),
            // An unchecked beginning is at a word's end; a run of one unchecked square is not legal anyway.
            Run::None | Run::Whole { .. } if checked == 0 && !words.allow_at_end(trailing.into()) => None,
            Run::None | Run::Whole { .. } => Some(Run::Whole { length, checked, trailing }),
        }
    }

    /// Whether a run that lies on one side of the centre may end here.
    fn may_end(self, words: &Words, single_cells: bool) -> bool {
        match self {
            Run::None => true,
            Run::Whole { length: 1, checked, .. } => single_cells && checked == 1,
            Run::Whole { length, checked, trailing } => {
                words.allow_length(length.into())
                    && words.allow_number(length.into(), checked.into())
                    && words.allow_at_end(trailing.into())
            }
            Run::Half { .. } => false,
        }
    }

    /// Whether two arms with the same middle make a legal run.
    fn joins(self, other: Run, words: &Words, single_cells: bool) -> bool {
        let (
            Run::Half { middle, length: k1, checked: c1, leading: l1, trailing: t1 },
            Run::Half { middle: same, length: k2, checked: c2, leading: l2, trailing: t2 },
        ) = (self, other)
        else {
            return false;
        };
        if middle != same {
            return false;
        }
        let middle_length = usize::from(middle != Middle::Absent);
        let length = usize::from(k1) + usize::from(k2) + middle_length;
        let checked = usize::from(c1) + usize::from(c2) + usize::from(middle == Middle::Crossed);
        if length == 1 {
            return single_cells && checked == 1;
        }
        // The unchecked letters around the centre, seen from either end if an arm is unchecked throughout.
        let central = match middle {
            Middle::Crossed => 0,
            Middle::Alone | Middle::Absent => usize::from(l1) + usize::from(l2) + middle_length,
        };
        let at_end = |checked: u8, length: u8, trailing: u8, other_leading: u8| {
            if checked > 0 {
                trailing.into()
            } else if middle == Middle::Crossed {
                usize::from(length)
            } else {
                usize::from(length) + middle_length + usize::from(other_leading)
            }
        };
        words.allow_length(length)
            && words.allow_number(length, checked)
            && words.allow_inside(central)
            && words.allow_at_end(at_end(c1, k1, t1, l2))
            && words.allow_at_end(at_end(c2, k2, t2, l1))
    }
}
