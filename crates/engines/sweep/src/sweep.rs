//! Adds up the ways to place bars, row by row. A row is filled from both ends, a pair of squares at a time.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run as Progress};

use crate::board::{Board, Fold, middle};
use crate::runs::{ENDED, Step};
use crate::state::{Key, Region, State};
use crate::ways::Ways;

/// Numbers that no region has while two squares are added.
const FRESH: [Region; 2] = [14, 15];

/// The number of states between two checks for a stop.
const STATES_A_CHECK: usize = 1024;

/// The number of parts of a table of states. The memory of a part is free once its states are done, and a part that grows is copied alone.
const SHARDS: usize = 1024;

/// The number of states that wait for their part. The processor fetches the memory for several of them at once.
const WAITING: usize = 64;

/// The states with their ways, in parts.
struct States<W>(Vec<Shard<W>>);

/// A part of the states.
struct Shard<W> {
    states: HashMap<Key, W, FixedState>,
    waiting: Vec<(Key, W)>,
}

impl<W: Ways> States<W> {
    fn new() -> Self {
        let shard = || Shard { states: HashMap::default(), waiting: Vec::new() };
        States(std::iter::repeat_with(shard).take(SHARDS).collect())
    }

    /// Adds ways to those of a state; `None` on overflow.
    fn add(&mut self, key: Key, ways: W) -> Option<()> {
        let shard = &mut self.0[key.shard(SHARDS)];
        shard.waiting.push((key, ways));
        if shard.waiting.len() < WAITING { Some(()) } else { shard.settle() }
    }

    /// Returns all states; `None` on overflow.
    fn settled(mut self) -> Option<impl Iterator<Item = (Key, W)>> {
        self.0.iter_mut().try_for_each(Shard::settle)?;
        Some(self.0.into_iter().flat_map(|shard| shard.states))
    }
}

impl<W: Ways> Shard<W> {
    fn settle(&mut self) -> Option<()> {
        let states = &mut self.states;
        self.waiting.drain(..).try_for_each(|(key, ways)| states.entry(key).or_default().add(&ways))
    }
}

/// A square with the bars that are chosen for it.
#[derive(Clone, Copy)]
struct Choice {
    row: usize,
    column: usize,
    /// `true` if the next square of its row, towards the middle, is behind a bar.
    inner_bar: bool,
    bar_below: bool,
}

/// Returns the states after the last row with their ways.
pub(crate) fn states<'b, W: Ways>(
    board: &'b Board,
    run: &Progress,
) -> Result<impl Iterator<Item = (State, W)> + use<'b, W>, EngineError> {
    let form = &board.form;
    let places = board.width.div_ceil(2);
    run.set_tasks(board.rows * places);
    let mut states: States<W> = States::new();
    states.add(form.key(&State::START), W::one()).ok_or(EngineError::Overflow)?;
    for row in 0..board.rows {
        for place in 0..places {
            let mut after: States<W> = States::new();
            let mut fits = true;
            for (i, (key, ways)) in states.settled().ok_or(EngineError::Overflow)?.enumerate() {
                if i % STATES_A_CHECK == 0 {
                    run.check()?;
                }
                let put = |state: State, words: usize| {
                    let key = key_of_mirrored(board, &state, (row, place));
                    fits &= after.add(key, ways.with_words(words)).is_some();
                };
                let before = form.state(key);
                if place == board.width / 2 {
                    each_middle(board, &before, row, put);
                } else {
                    each_pair(board, &before, (row, place), put);
                }
            }
            if !fits {
                return Err(EngineError::Overflow);
            }
            states = after;
            run.task_done(0);
        }
    }
    let states = states.settled().ok_or(EngineError::Overflow)?;
    Ok(states.map(|(key, ways)| (form.state(key), ways)))
}

/// Gives each state after a pair of squares to `put`, with the number of words that end there. `place` counts the pairs from the outside.
fn each_pair(board: &Board, before: &State, (row, place): (usize, usize), mut put: impl FnMut(State, usize)) {
    let width = board.width;
    // The two squares beside the middle of an even row share an edge.
    let is_shared = 2 * (place + 1) == width;
    for left in choices(board, row, place, place) {
        let Some((left_across, left_down)) = steps(board, before, left, before.across.0) else { continue };
        for right in choices(board, row, width - 1 - place, width - 2 - place) {
            if is_shared && left.inner_bar != right.inner_bar {
                continue;
            }
            let Some((right_across, right_down)) = steps(board, before, right, before.across.1) else { continue };
            let Some(across) = board.across.class(place + 1, (left_across.run, right_across.run)) else { continue };
            let mut state = *before;
            state.across = across;
            (state.down[left.column], state.down[right.column]) = (left_down.run, right_down.run);
            if !merge(board, &mut state, row, left.column) {
                continue;
            }
            let steps = [left_across, left_down, right_across, right_down];
            let mut words = steps.iter().filter(|step| step.is_word).count();
            if board.connected && !connect(board, before, &mut state, [left, right], is_shared) {
                continue;
            }
            if is_shared {
                // The runs have met in one word, or a bar has ended both.
                words += usize::from(!left.inner_bar);
                (state.across, state.inner) = ((ENDED, ENDED), [0; 2]);
                if board.connected {
                    state.renumber(width);
                }
            }
            put(state, words);
        }
    }
}

/// Gives each state after the middle square of a row to `put`, with the number of words that end there.
fn each_middle(board: &Board, before: &State, row: usize, mut put: impl FnMut(State, usize)) {
    let column = board.width / 2;
    let alone_across = before.across == (ENDED, ENDED);
    for bar_below in bars_below(board, (row, column)) {
        let alone_down = before.down[column] == ENDED && bar_below;
        if !board.allows_alone(alone_across, alone_down)
            || !middle(&board.rule, &board.runs, before.across, !alone_down)
        {
            continue;
        }
        let Some(down) = board.runs.step(before.down[column], !alone_across, bar_below) else { continue };
        let mut state = *before;
        state.down[column] = down.run;
        (state.across, state.inner) = ((ENDED, ENDED), [0; 2]);
        if !merge(board, &mut state, row, column) {
            continue;
        }
        if board.connected {
            let beside = [
                (before.down[column] != ENDED).then_some(before.regions[column]),
                (before.across.0 != ENDED).then_some(before.inner[0]),
                (before.across.1 != ENDED).then_some(before.inner[1]),
            ];
            let region = beside.into_iter().flatten().next().unwrap_or(FRESH[0]);
            beside.into_iter().flatten().for_each(|other| state.join(board.width, region, other));
            state.regions[column] = if bar_below { 0 } else { region };
            if !is_last(board, row, column) && !state.has_open_edge(board.width, region) {
                continue;
            }
            state.renumber(board.width);
        }
        put(state, usize::from(!alone_across) + usize::from(down.is_word));
    }
}

/// Returns the possible choices for a square whose inner edge is at the right of column `edge`.
fn choices(board: &Board, row: usize, column: usize, edge: usize) -> impl Iterator<Item = Choice> + '_ {
    let inner = [true, false].into_iter().filter(move |&bar| board.edges.allow_right((row, edge), bar));
    inner.flat_map(move |inner_bar| {
        bars_below(board, (row, column)).map(move |bar_below| Choice { row, column, inner_bar, bar_below })
    })
}

/// Returns whether a square may have a bar below it, and whether it may have none.
fn bars_below(board: &Board, square: (usize, usize)) -> impl Iterator<Item = bool> + '_ {
    let is_rim = board.fold == Fold::End && square.0 + 1 == board.rows;
    [true, false].into_iter().filter(move |&bar| if is_rim { bar } else { board.edges.allow_below(square, bar) })
}

/// Returns what becomes of the runs across and down at a square; `None` if no word is possible.
fn steps(board: &Board, before: &State, choice: Choice, across: u8) -> Option<(Step, Step)> {
    let Choice { row: _, column, inner_bar, bar_below } = choice;
    let alone_across = across == ENDED && inner_bar;
    let alone_down = before.down[column] == ENDED && bar_below;
    if !board.allows_alone(alone_across, alone_down) {
        return None;
    }
    let across = board.runs.step(across, !alone_down, inner_bar)?;
    Some((across, board.runs.step(before.down[column], !alone_across, bar_below)?))
}

/// Replaces the runs of a column of the left half, or the middle, and of its image by their representatives. Returns `false` if nothing
/// completes them.
fn merge(board: &Board, state: &mut State, row: usize, column: usize) -> bool {
    let partner = board.width - 1 - column;
    match &board.down {
        Some(pairs) if partner != column => {
            let Some(pair) = pairs.class(row + 1, (state.down[column], state.down[partner])) else { return false };
            (state.down[column], state.down[partner]) = pair;
        }
        _ => {
            for column in [column, partner] {
                let run = state.down[column];
                let Some((run, _)) = board.alone.class(row + 1, (run, run)) else { return false };
                state.down[column] = run;
            }
        }
    }
    true
}

/// Joins the regions at a pair of squares. Returns `false` if a region has no open edge any more, though squares are to come.
fn connect(board: &Board, before: &State, state: &mut State, pair: [Choice; 2], is_shared: bool) -> bool {
    let width = board.width;
    let mut of_squares = [0; 2];
    let across = [before.across.0, before.across.1];
    for (side, choice) in pair.iter().enumerate() {
        let above = (before.down[choice.column] != ENDED).then_some(state.regions[choice.column]);
        let outer = (across[side] != ENDED).then_some(state.inner[side]);
        if let (Some(above), Some(outer)) = (above, outer) {
            state.join(width, above, outer);
            // The first square can be of a region that is joined here.
            if side == 1 && of_squares[0] == outer {
                of_squares[0] = above;
            }
        }
        of_squares[side] = above.or(outer).unwrap_or(FRESH[side]);
    }
    if is_shared && !pair[0].inner_bar {
        state.join(width, of_squares[0], of_squares[1]);
        of_squares[1] = of_squares[0];
    }
    for (side, choice) in pair.iter().enumerate() {
        state.regions[choice.column] = if choice.bar_below { 0 } else { of_squares[side] };
        state.inner[side] = if choice.inner_bar || is_shared { 0 } else { of_squares[side] };
    }
    let closed = of_squares.iter().filter(|&&region| !state.has_open_edge(width, region)).count();
    let is_whole = is_shared && is_last(board, pair[0].row, pair[0].column) && of_squares[0] == of_squares[1];
    if closed > 0 && !is_whole {
        return false;
    }
    state.renumber(width);
    true
}

/// Returns `true` if the square, of the left half or the middle, is among the last of the grid.
fn is_last(board: &Board, row: usize, column: usize) -> bool {
    board.fold == Fold::End && row + 1 == board.rows && column + 1 == board.width.div_ceil(2)
}

/// Returns the key of the state or of its image in the mirror, one for both, if the problem has the image of each grid.
fn key_of_mirrored(board: &Board, state: &State, (row, place): (usize, usize)) -> Key {
    let (form, width) = (&board.form, board.width);
    if !board.is_mirrored {
        return form.key(state);
    }
    // The image has the same open edges from right to left. Mostly these tell which of the two has the key.
    let is_open = |c: usize| state.down[c] != ENDED;
    let order = (0..width / 2).map(|c| (is_open(c), is_open(width - 1 - c))).find(|(left, right)| left != right);
    if order == Some((false, true)) {
        return form.key(state);
    }
    let mut image = state.mirrored(width);
    if place < width / 2 {
        // The image of what can be completed can be completed.
        image.across = board.across.class(place + 1, image.across).unwrap_or(image.across);
    }
    if let Some(pairs) = &board.down {
        for column in 0..width / 2 {
            let (rows, partner) = (row + usize::from(column <= place), width - 1 - column);
            let pair = (image.down[column], image.down[partner]);
            (image.down[column], image.down[partner]) = pairs.class(rows, pair).unwrap_or(pair);
        }
    }
    if board.connected {
        image.renumber(width);
    }
    let key = form.key(&image);
    if order.is_some() { key } else { key.min(form.key(state)) }
}
