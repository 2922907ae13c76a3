//! The states of a strip with the balances of its open words, as an automaton that counts.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_engine::Run;

use super::automaton::Automaton;
use super::balance::{Balance, Reach, reaches};
use super::control::{Control, FixedHeight, Profile, leading};
use super::demands::Balances;
use super::{Group, MAX_STATES, StripError};

/// An automaton, and how it came about.
pub(crate) struct Layer {
    pub(crate) automaton: Automaton,
    /// The number of states that were reached.
    pub(crate) reached: usize,
    /// The number of strips of one column, where the automaton begins with two: the half of one column is none.
    pub(crate) single: u64,
}

/// A state: its number without the balances, and for each row the balance of the open word, if the rules count checked letters.
type Node = (u32, Box<[Balance]>);

/// The judge of steps between nodes.
struct Judge<'a> {
    strip: &'a FixedHeight,
    control: &'a Control,
    /// The balances that a finished word may have, and the bounds for each row and state; only if the rules count checked letters.
    balances: Option<(Balances, Vec<Vec<Reach>>)>,
    farthest: Option<i8>,
}

impl Layer {
    /// Explores every state that can be reached, if they are finitely many.
    pub(crate) fn explore(strip: &FixedHeight, group: Group, run: &Run) -> Result<Layer, StripError> {
        Layer::within(strip, group, None, run)
    }

    /// Explores the states in which no balance is farther from 0 than `farthest`. Without such a limit, all balances must be bounded.
    pub(crate) fn within(
        strip: &FixedHeight,
        group: Group,
        farthest: Option<i8>,
        run: &Run,
    ) -> Result<Layer, StripError> {
        let control = Control::explore(strip, run)?;
        let balances = match strip.demands.balance() {
            None => None,
            Some(balances) => {
                let reaches = reaches(strip, &control);
                let unbounded = reaches.iter().position(|row| !row.iter().all(|reach| reach.is_finite()));
                if let (Some(row), None) = (unbounded, farthest) {
                    return Err(StripError::Unbounded(strip.height, row + 1));
                }
                Some((balances, reaches))
            }
        };
        let judge = Judge { strip, control: &control, balances, farthest };
        let mut numbers: HashMap<Node, u32, FixedState> = HashMap::default();
        let mut nodes: Vec<Node> = Vec::new();
        let mut number = |node: Node, nodes: &mut Vec<Node>| -> u32 {
            *numbers.entry(node).or_insert_with_key(|node| {
                nodes.push(node.clone());
                nodes.len() as u32 - 1
            })
        };
        let mut starts = Vec::new();
        for &state in &control.starts {
            starts.extend(judge.start(state).map(|node| number(node, &mut nodes)));
        }
        let mut steps: Vec<Vec<u32>> = Vec::new();
        while steps.len() < nodes.len() {
            run.check()?;
            run.continue_work(steps.len() as u64, nodes.len() as u64);
            let from = nodes[steps.len()].clone();
            let next = control.steps[from.0 as usize].iter().filter_map(|&state| judge.step(&from, state));
            steps.push(next.map(|node| number(node, &mut nodes)).collect());
            if nodes.len() > MAX_STATES {
                return Err(StripError::TooManyStates(MAX_STATES));
            }
        }
        let ends: Vec<Vec<u64>> = match group {
            Group::None => vec![nodes.iter().map(|node| u64::from(judge.may_end(node))).collect()],
            Group::HalfTurn => {
                let even = nodes.iter().map(|node| u64::from(judge.may_join(node, node)));
                let odd = nodes.iter().zip(&steps).map(|(node, next)| {
                    let middles = next.iter().map(|&middle| &nodes[middle as usize]);
                    middles.filter(|middle| judge.is_turned(middle) && judge.may_join(middle, node)).count() as u64
                });
                vec![even.collect(), odd.collect()]
            }
        };
        let singles = starts.iter().map(|&start| &nodes[start as usize]);
        let single = singles.filter(|node| judge.is_turned(node) && judge.may_end(node)).count() as u64;
        Ok(Layer { automaton: trimmed(&starts, &steps, &ends), reached: nodes.len().max(control.reached), single })
    }
}

/// Drops the states from which nothing can be finished.
fn trimmed(starts: &[u32], steps: &[Vec<u32>], ends: &[Vec<u64>]) -> Automaton {
    let is_end: Vec<bool> = (0..steps.len()).map(|state| ends.iter().any(|ends| ends[state] > 0)).collect();
    let live = leading(steps, &is_end);
    let kept: Vec<usize> = (0..steps.len()).filter(|&state| live[state]).collect();
    let mut numbers = vec![None; steps.len()];
    kept.iter().zip(0_u32..).for_each(|(&state, number)| numbers[state] = Some(number));
    let mut first = vec![0; kept.len()];
    starts.iter().filter_map(|&start| numbers[start as usize]).for_each(|start| first[start as usize] += 1);
    Automaton {
        steps: kept
            .iter()
            .map(|&state| steps[state].iter().filter_map(|&to| Some((numbers[to as usize]?, 1))).collect())
            .collect(),
        starts: vec![first],
        ends: ends.iter().map(|ends| kept.iter().map(|&state| ends[state]).collect()).collect(),
    }
}

impl Judge<'_> {
    fn profile(&self, state: u32) -> &Profile {
        &self.control.profiles[state as usize]
    }

    fn start(&self, state: u32) -> Option<Node> {
        let rows = self.strip.height;
        self.followed(&vec![0; rows], &vec![Balance::NEW; rows], state)
    }

    fn step(&self, (from, balances): &Node, state: u32) -> Option<Node> {
        let lengths: Vec<u8> = self.profile(*from).rows.iter().map(|row| row.length).collect();
        self.followed(&lengths, balances, state)
    }

    /// Returns the node after one more column; before it the open runs had these lengths and balances.
    fn followed(&self, lengths: &[u8], before: &[Balance], state: u32) -> Option<Node> {
        let Some((allowed, reaches)) = &self.balances else { return Some((state, Box::default())) };
        let profile = self.profile(state);
        let checked = FixedHeight::in_down_words(profile.column());
        let mut now = vec![Balance::NEW; lengths.len()];
        for (r, row) in profile.rows.iter().enumerate() {
            if row.length == 0 {
                if !ends_well(lengths[r], before[r], *allowed) {
                    return None;
                }
                continue;
            }
            now[r] = match before[r] {
                Balance::Ample => Balance::Ample,
                Balance::Is(before) => {
                    let balance = before + if checked >> r & 1 == 1 { 1 } else { -1 };
                    if self.farthest.is_some_and(|farthest| balance.abs() > farthest) {
                        return None;
                    }
                    // A run of one letter is not a word yet.
                    if row.length == 1 {
                        Balance::Is(balance)
                    } else {
                        reaches[r][state as usize].kept(balance, *allowed)?
                    }
                }
            };
        }
        Some((state, now.into()))
    }

    fn may_end(&self, (state, balances): &Node) -> bool {
        let rows = &self.profile(*state).rows;
        self.control.ends[*state as usize]
            && self.balances.as_ref().is_none_or(|(allowed, _)| {
                rows.iter().zip(balances).all(|(row, &balance)| ends_well(row.length, balance, *allowed))
            })
    }

    /// Returns `true` if the last column is unchanged when it is turned upside down.
    fn is_turned(&self, (state, _): &Node) -> bool {
        let column = self.profile(*state).column();
        self.strip.upside_down(column) == column
    }

    /// Returns `true` if the half turn of the columns that led to `right` may follow those that led to `left`.
    fn may_join(&self, left: &Node, right: &Node) -> bool {
        // Where one of them has no run, its balance is 0. A run of one square that ends lies in a word down. So its balance is 1, which all
        // rules about balances allow.
        self.strip.may_join(self.profile(left.0), self.profile(right.0))
            && self.balances.as_ref().is_none_or(|(allowed, _)| {
                left.1.iter().zip(right.1.iter().rev()).all(|(&balance, &more)| balance.is_good_with(more, *allowed))
            })
    }
}

/// Returns `true` if a run of that length, which may be no word, may end with this balance.
fn ends_well(length: u8, balance: Balance, allowed: Balances) -> bool {
    length < 2 || balance.is_good(allowed)
}
