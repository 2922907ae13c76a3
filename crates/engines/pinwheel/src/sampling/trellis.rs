//! The quarters of one key, as the paths of a trellis.
//!
//! The sweep counts all keys of a group, but a grid needs the quarters of only two keys. A second sweep is not needed
//! for them. The key determines every right site (black, closed, or open with its class) and every square of the last
//! row except the link. So few states between two rows lead to it.
//!
//! 1. Downward, row by row: build all states whose right sites agree with the key, with an edge for each possible
//!    next row. This is a trellis (Forney, 1973).
//! 2. Upward: count the paths from each state to the key.
//!
//! A path is a quarter. At each state, the counts select the edge for the path of a number (Nijenhuis and Wilf,
//! 1975).
//!
//! Invariant: the states of a layer are distinct. The states of the first layer, and those that one state's edges
//! lead to, have distinct rows and are sorted by them. So paths are ordered by their rows, as numbers.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::blocks::block::{Centre, Skeleton};
use crate::blocks::group::Layout;
use crate::given::Given;
use crate::measures::encoder::MeasureEncoder;
use crate::partition::{BoundaryStep, Growth};
use crate::parts::{CHECKED, UNCHECKED};
use crate::quarter::Sites;
use crate::sweep::transition::{DownSteps, Side, Transition, boundary_step};
use crate::tables::Tables;
use gridcheck_engine::{EngineError, Run};

/// The rows of a quarter, from the top.
pub(crate) type Rows = Vec<u32>;

/// The quarters of one key; see the module documentation.
pub(crate) struct Trellis {
    layers: Vec<Layer>,
}

/// The states before a row.
struct Layer {
    states: Vec<State>,
    /// Indexed by state: the range of its edges. Empty in the last layer.
    own: Vec<Range<usize>>,
    /// The states of the next layer that edges lead to.
    edges: Vec<u32>,
    /// Indexed by state: the number of paths from it to the key.
    paths: Vec<u64>,
}

/// A state as in a [`Bucket`](crate::sweep::states::Bucket): the next row, its squares with white above, the downs, the
/// rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    row: u32,
    above: u32,
    downs: u64,
    rest: u64,
}

impl Trellis {
    /// Builds the trellis of all quarters of the target's key.
    ///
    /// # Errors
    /// The run is stopped, or the number of paths overflows.
    pub(crate) fn new(target: &Target<'_>, run: &Run) -> Result<Self, EngineError> {
        let height = target.tables.shape.height;
        let mut growths = NumberedGrowths::default();
        let mut layers: Vec<Layer> = Vec::with_capacity(height);
        let mut states = target.top();
        for i in 0..height - 1 {
            let (layer, next) = target.layer(i, states, &mut growths, run)?;
            layers.push(layer);
            states = next;
        }
        let paths = target.arrivals(&states, &mut growths);
        layers.push(Layer { states, own: Vec::new(), edges: Vec::new(), paths });
        for i in (0..height - 1).rev() {
            let (upper, lower) = layers.split_at_mut(i + 1);
            upper[i].count(&lower[0].paths).ok_or(EngineError::Overflow)?;
        }
        Ok(Trellis { layers })
    }

    /// Returns the quarter of this number, or `None` if the number is too large.
    pub(crate) fn quarter(&self, mut number: u64) -> Option<Rows> {
        self.follow(|layer, &state| {
            let is_it = number < layer.paths[state as usize];
            number -= if is_it { 0 } else { layer.paths[state as usize] };
            is_it
        })
    }

    /// Returns the number of a quarter, or `None` if it does not have this key.
    pub(crate) fn number(&self, rows: &Rows) -> Option<u64> {
        let (mut number, mut i) = (0, 0);
        let path = self.follow(|layer, &state| {
            let (row, paths) = (layer.states[state as usize].row, layer.paths[state as usize]);
            let is_it = row == rows[i] && paths > 0;
            number += if row < rows[i] { paths } else { 0 };
            i += usize::from(is_it);
            is_it
        });
        path.map(|_| number)
    }

    /// Returns the rows of a path. `is_next` is called on the possible next states in order, until it selects one.
    fn follow(&self, mut is_next: impl FnMut(&Layer, &u32) -> bool) -> Option<Rows> {
        let mut rows = Rows::with_capacity(self.layers.len());
        let first: Vec<u32> = (0..self.layers.first()?.states.len() as u32).collect();
        let mut effects: &[u32] = &first;
        for layer in &self.layers {
            let state = *effects.iter().find(|&state| is_next(layer, state))? as usize;
            rows.push(layer.states[state].row);
            effects = layer.own.get(state).map_or(&[], |own| &layer.edges[own.clone()]);
        }
        Some(rows)
    }
}

impl Layer {
    /// Counts the paths from each state, from the counts of the next layer. Returns `None` on overflow.
    fn count(&mut self, next: &[u64]) -> Option<()> {
        let Layer { own, edges, paths, .. } = self;
        let sum = |own: &Range<usize>| {
            edges[own.clone()].iter().try_fold(0_u64, |sum, &to| sum.checked_add(next[to as usize]))
        };
        *paths = own.iter().map(sum).collect::<Option<_>>()?;
        Some(())
    }
}

/// The growth tables of partitions, by boundary step.
#[derive(Default)]
struct NumberedGrowths {
    number: HashMap<BoundaryStep, usize, FixedState>,
    all: Vec<Growth>,
}

/// A key, and the properties of the states that lead to it.
pub(crate) struct Target<'q> {
    tables: &'q Tables,
    given: &'q Given,
    skeleton: Skeleton,
    layout: &'q Layout,
    key: u128,
    /// The right sites, in the layout of a state's rest.
    across: u64,
    /// The closed bottom sites.
    closed: u32,
}

impl<'q> Target<'q> {
    /// Creates the target from a key of a skeleton in this layout.
    pub(crate) fn new(tables: &'q Tables, given: &'q Given, skeleton: Skeleton, layout: &'q Layout, key: u128) -> Self {
        let (across, closed) = layout.sites(key);
        Target { tables, given, skeleton, layout, key, across, closed }
    }

    fn side(&self, rows: usize) -> Side {
        Side { rows, open: self.skeleton.right & ((1 << rows) - 1) }
    }

    fn is_open(&self, i: usize) -> bool {
        self.skeleton.right >> i & 1 == 1
    }

    /// Returns the possible rows `i`.
    fn rows(&self, i: usize) -> Vec<u32> {
        let Tables { shape, packing, rows, .. } = self.tables;
        let is_white = self.is_open(i) || self.across >> packing.across(i) & 1 == 1;
        let last = (1 << shape.height) - 1;
        let fits = |&row: &u32| {
            self.given.allows(i, row)
                && (row >> (shape.width - 1) & 1 == 1) == is_white
                && (i + 1 < shape.height || row & last == self.skeleton.bottom | self.closed)
        };
        rows.possible().filter(fits).collect()
    }

    /// Returns the states before the first row.
    fn top(&self) -> Vec<State> {
        let Tables { shape, partitions, connected, .. } = self.tables;
        let apart = |row| partitions.apart(Sites::new(*shape, 0, 0, row).runs());
        let partition = |row| if *connected { apart(row).into() } else { 0 };
        self.rows(0).into_iter().map(|row| State { row, above: 0, downs: 0, rest: partition(row) }).collect()
    }

    /// Builds the layer of these states before row `i`, and the states of the next layer.
    fn layer(
        &self,
        i: usize,
        states: Vec<State>,
        growths: &mut NumberedGrowths,
        run: &Run,
    ) -> Result<(Layer, Vec<State>), EngineError> {
        let down_steps = DownSteps::new(self.tables, &MeasureEncoder::default(), i);
        let belows = self.rows(i + 1);
        let mut number: HashMap<State, u32, FixedState> = HashMap::default();
        let (mut next, mut edges) = (Vec::new(), Vec::new());
        let mut own = vec![0..0; states.len()];
        for alike in alike(&states).chunk_by(|&one, &other| same_colours(&states[one], &states[other])) {
            run.check()?;
            let State { row, above, .. } = states[alike[0]];
            let survives: Vec<u64> =
                alike.iter().map(|&from| down_steps.survives(self.tables, above, states[from].downs)).collect();
            let some = survives.iter().fold(0, |some, one| some | one);
            let effects: Vec<(u32, RowEffect<'_>)> = belows
                .iter()
                .filter_map(|&below| Some((below, self.effect(&down_steps, some, i, [row, above, below], growths)?)))
                .collect();
            for (&from, &survives) in alike.iter().zip(&survives) {
                let begin = edges.len();
                for (below, effect) in &effects {
                    let Some((downs, rest)) = self.step(effect, &states[from], survives, growths) else { continue };
                    let to = State { row: *below, above: row & below, downs, rest };
                    edges.push(*number.entry(to).or_insert_with(|| {
                        next.push(to);
                        next.len() as u32 - 1
                    }));
                }
                own[from] = begin..edges.len();
            }
        }
        Ok((Layer { states, own, edges, paths: Vec::new() }, next))
    }

    /// Returns 1 for each state before the last row that leads to the key, and 0 for the others.
    fn arrivals(&self, states: &[State], growths: &mut NumberedGrowths) -> Vec<u64> {
        let shape = self.tables.shape;
        let last = shape.height - 1;
        let down_steps = DownSteps::new(self.tables, &MeasureEncoder::default(), last);
        let link = if shape.has_centre() { 1 << shape.height } else { 0 };
        let Skeleton { centre, bottom, .. } = self.skeleton;
        let mut arrivals = vec![0; states.len()];
        for alike in alike(states).chunk_by(|&one, &other| same_colours(&states[one], &states[other])) {
            let State { row, above, .. } = states[alike[0]];
            // A quarter that is linked to the centre has a white link. A quarter beside a centre in the other
            // quarter's word has a black link.
            let (below, letter) = match centre {
                Centre::None | Centre::Black => (bottom, None),
                Centre::Other if row & link == 0 => (bottom, None),
                Centre::Crossed if row & link != 0 => (bottom | link, Some(CHECKED)),
                Centre::Own if row & link != 0 => (bottom | link, Some(UNCHECKED)),
                Centre::Other | Centre::Crossed | Centre::Own => continue,
            };
            let Some(effect) = self.effect(&down_steps, u64::MAX, last, [row, above, below], growths) else {
                continue;
            };
            for &from in alike {
                let survives = down_steps.survives(self.tables, above, states[from].downs);
                let Some((downs, rest)) = self.step(&effect, &states[from], survives, growths) else { continue };
                let is_legal = letter.is_none_or(|letter| self.tables.through_centre(downs, letter).is_some());
                let key = self.layout.pack_downs(downs, row & !below) | self.layout.pack_rest(rest);
                arrivals[from] = u64::from(is_legal && key == self.key);
            }
        }
        arrivals
    }

    /// Returns the effect of row `i` on states with these white squares in it, above it and below it. Returns `None`
    /// if the row is illegal, if its right site disagrees with the key, or if no state survives it. `some` is the
    /// union of what the states survive.
    fn effect<'j>(
        &self,
        down_steps: &'j DownSteps,
        some: u64,
        i: usize,
        [row, above, below]: [u32; 3],
        growths: &mut NumberedGrowths,
    ) -> Option<RowEffect<'j>> {
        let Tables { shape, packing, connected, partitions, .. } = self.tables;
        let transition =
            Transition::new(self.tables, &MeasureEncoder::default(), down_steps, [row, above, below], self.is_open(i))?;
        let shown = (transition.added ^ self.across) >> packing.across(i) & packing.class_mask();
        if shown != 0 || some & transition.needs != transition.needs {
            return None;
        }
        let growth = connected.then(|| {
            let boundary_step = boundary_step(*shape, [self.side(i), self.side(i + 1)], [row, below]);
            let NumberedGrowths { number, all } = growths;
            *number.entry(boundary_step).or_insert_with(|| {
                all.push(Growth::new(partitions, boundary_step));
                all.len() - 1
            })
        });
        Some(RowEffect { transition, growth })
    }

    /// Returns the downs and the rest of a state after a row, or `None` if the state does not survive it.
    fn step(
        &self,
        effect: &RowEffect<'_>,
        state: &State,
        survives: u64,
        growths: &mut NumberedGrowths,
    ) -> Option<(u64, u64)> {
        let Tables { packing, partitions, .. } = self.tables;
        let RowEffect { transition, growth } = effect;
        if survives & transition.needs != transition.needs {
            return None;
        }
        let mut rest = state.rest | transition.added;
        if let Some(growth) = *growth {
            let mask = packing.partition_mask();
            let partition = growths.all[growth].apply(partitions, (state.rest & mask) as u32)?;
            rest = rest & !mask | u64::from(partition);
        }
        Some((transition.downs(self.tables, state.downs), rest))
    }
}

/// The effect of a row on states that agree in the colours around it.
struct RowEffect<'j> {
    transition: Transition<'j, u64>,
    growth: Option<usize>,
}

fn same_colours(one: &State, other: &State) -> bool {
    (one.row, one.above) == (other.row, other.above)
}

/// Returns the indices of the states, those with the same colours together.
fn alike(states: &[State]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_unstable_by_key(|&state| (states[state].row, states[state].above, state));
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::blocks::group::Group;
    use crate::prepared::PreparedProblem;
    use crate::sampling::chosen::group;
    use gridcheck_testing::prelude::*;

    /// Returns the number of quarters of every key of a group, as the sweep counts them.
    fn swept(group: Group<u64>) -> BTreeMap<u128, u64> {
        let mut quarters = BTreeMap::new();
        for (key, more) in group.into_keys::<u128>() {
            *quarters.entry(key).or_insert(0) += more;
        }
        quarters
    }

    /// A key has as many paths as the sweep counts quarters. They are in order, and each is found again.
    #[test]
    fn paths_are_the_quarters_of_a_key() {
        let british = builtin("british").expect("built in");
        let lax = Ruleset {
            min_word: 2,
            checking: Checking::Any,
            max_unchecked_run: Limit::Unlimited,
            single_cells: true,
            edges: false,
            connected: false,
            ..british.clone()
        };
        let problem = |size, rules: &Ruleset| Problem::new(size, rules.clone()).expect("a fair problem");
        let american = builtin("american").expect("built in");
        let given = problem(7, &american).with_row(0, 0b001_1111);
        let (mut all, mut most) = (0, 0);
        for problem in [problem(5, &lax), problem(7, &british), problem(8, &american), problem(9, &british), given] {
            let prepared = PreparedProblem::new(&problem, &SumKind::Plain).expect("few classes");
            let PreparedProblem { tables, given, .. } = &prepared;
            let run = Run::new();
            let sides = 0..1 << tables.shape.height;
            let sides = sides.clone().flat_map(|right| sides.clone().map(move |bottom| (right, bottom)));
            let skeletons = sides.flat_map(|(right, bottom)| {
                tables.centres().iter().map(move |&centre| Skeleton { centre, right, bottom })
            });
            for (skeleton, given) in skeletons.flat_map(|skeleton| given.iter().map(move |given| (skeleton, given))) {
                let Some((layout, group)) = group(&prepared, given, &run, skeleton).expect("it fits") else { continue };
                for (key, quarters) in swept(group) {
                    let target = Target::new(tables, given, skeleton, &layout, key);
                    let trellis = Trellis::new(&target, &run).expect("it fits");
                    let paths: Vec<Rows> = (0..quarters).map_while(|number| trellis.quarter(number)).collect();
                    assert_eq!(paths.len() as u64, quarters, "{skeleton:?} {key:x}");
                    assert_eq!(trellis.quarter(quarters), None, "{skeleton:?} {key:x}");
                    assert!(paths.is_sorted_by(|one, other| one < other), "{paths:?}");
                    for (number, rows) in (0..).zip(&paths) {
                        assert_eq!(trellis.number(rows), Some(number));
                    }
                    let mut other = paths[0].clone();
                    other[0] ^= 1;
                    assert!(paths.contains(&other) || trellis.number(&other).is_none());
                    (all, most) = (all + quarters, most.max(quarters));
                }
            }
        }
        assert!(all > 10_000 && most > 4, "{all} quarters, at most {most} of a key");
    }
}
