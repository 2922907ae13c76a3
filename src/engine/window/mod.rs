//! Counting between the bars of a window: the middle column and the middle row are set first, then the panes are filled.
//!
//! ```text
//!     . . . | . . .      The middle lines cut a grid of odd size n = 2 s + 1 into four panes of s × s squares.
//!     left  | right      Half-turn symmetry makes the lower panes of the upper ones, and of each middle line one
//!     . . . | . . .      half of the other: the upper half of the middle column is the *upright*, the left half
//!     ------+------      of the middle row the *crossbar* ([`arm`]). A grid is two arms, the centre, and two panes.
//!     . . . | . . .
//!           |
//!     . . . | . . .
//! ```
//!
//! Reflected, the right pane looks like the left one: it has the same upright on its right, and below it, by the half turn, the same
//! crossbar. So one table of the kinds of pane between two arms serves for both, and meets itself; and the table of two arms is,
//! reflected in the diagonal, that of the same two exchanged, so only half of the tables are made. A *kind* is what the other pane must know of a
//! pane: where a middle line is white, how far the word has come that leaves the pane there; which runs of the middle lines the pane
//! joins; which lines have the white square they need. Nothing is told of sites where a middle line is black, and regions are told only by the runs
//! of the middle lines: that makes kinds four times fewer than between quarters that meet directly. Nothing waits for a partner either, so little memory is
//! needed: the states beside one upright.
//!
//! Meeting in the middle is Horowitz and Sahni's (1974); sweeping a pane row by row, equal states put together, is a transfer
//! matrix with connectivity (Jensen, 2001, for polyominoes). Given squares tell left from right: then each has a table of its own, of every two arms.
//!
//! - [`words`]: how far a word has come, and what makes a word; [`tables`]: the rows of a pane, and how columns go on;
//! - [`states`]: lists of states; [`arm`]: the middle lines; [`region`]: what hangs together;
//! - [`pane`]: the sweep of a pane beside an upright; [`foot`]: its last row, and the kinds of pane above a crossbar; [`join`]: two panes side by side;
//! - [`ledger`]: what each upright came to, in a file if wanted;
//! - [`measured`]: grids sorted by what they measure; [`worth`]: what ways are worth then; [`gauge`]: what squares add; [`values`]:
//!   polynomials by their values.
//!
//! It shares nothing with other engines but the grid and the rule data.

mod arm;
mod foot;
mod gauge;
mod join;
mod ledger;
mod measured;
mod pane;
mod region;
mod states;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod words;
mod worth;

use std::collections::HashSet;

use rayon::prelude::*;

use super::memory::{Account, Part};
use super::{Ability, Engine, EngineError, Run, Witness};
use crate::problem::{Givens, Problem};
use crate::rules::{Checking, Ruleset, Symmetry};
use crate::wish::{Distribution, Extreme, Goal, Kind, Measure};
use arm::{Arm, Arms, parts_of};
use foot::{Crossbar, Foot, Kinds};
use gauge::{Form, Gauge};
use join::Join;
use ledger::{is_name, name};
use pane::{Given, Pane, Swept};
use states::State;
use tables::Tables;
use words::{MOST_CLASSES, Words};
use worth::Worth;

pub use ledger::{UprightSums, UprightSumsError};

/// The engine `window`; see the module.
pub struct Window;

const NAME: &str = "window";

/// The largest size: beyond, the truth tables of words are too long, and a state's symbols too many for its bits.
const LARGEST: usize = 21;
const _: () = {
    let side = LARGEST / 2;
    assert!(tables::BITS as usize * side <= states::OPEN as usize && states::OPEN as usize + side <= 64);
    // Columns, and the runs of an upright.
    assert!(side + side.div_ceil(2) <= region::LABELS && side.div_ceil(2) <= arm::MOST_RUNS);
};

impl Engine for Window {
    fn name(&self) -> &'static str {
        NAME
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180]
    }

    fn wishes(&self) -> &'static [Kind] {
        &[]
    }

    fn effort_per_square(&self) -> f64 {
        1.0
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match Frame::new(problem).and_then(|frame| frame.words().map(|_| frame.slow())) {
            Err(why) => Ability::Unable(why),
            Ok(slow) => slow.map_or(Ability::Able, Ability::Slow),
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.count_by_upright(problem, run, &UprightSums::in_memory())
    }

    fn measures(&self) -> bool {
        true
    }

    fn wrong_measure(&self, problem: &Problem, by: &[Measure]) -> Option<String> {
        let why = |free| format!("{free} free squares in a quarter of the grid, it sorts up to {SORTED}");
        let many = || Frame::new(problem).ok().map(|frame| frame.free()).filter(|&free| free > SORTED).map(why);
        one_form(by).err().or_else(many)
    }

    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        let (measure, form) = one_form(by).map_err(|why| EngineError::Unable { engine: NAME, why })?;
        measured::distribution(problem, measure, form, run)
    }

    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        let (_, form) = one_form(&[goal.measure()]).map_err(|why| EngineError::Unable { engine: NAME, why })?;
        measured::extreme(problem, goal, form, run)
    }
}

/// Beyond so many free squares a pane, those of 17 × 17, one upright can have more grids than the field of [`values`] has elements.
const SORTED: u32 = 64;

/// The one measure, and what tells it; or why there is none.
fn one_form(by: &[Measure]) -> Result<(Measure, Form), String> {
    match *by {
        [measure] => Form::of(measure).map(|form| (measure, form)).ok_or_else(|| format!("grids by {measure}")),
        [] => Err("grids by no measure".to_owned()),
        _ => Err(format!("grids by {} measures at once, only by one", by.len())),
    }
}

impl Window {
    /// The number of valid grids. Uprights that `sums` knows are not counted again; it learns the others one by one.
    pub fn count_by_upright(&self, problem: &Problem, run: &Run, sums: &UprightSums) -> Result<u128, EngineError> {
        self.refuse_strange(problem, sums)?;
        let (frame, words) = frame(problem)?;
        if !sums.is_finished() {
            let account = Account::open();
            let taken = account.part();
            frame.count(&Tables::new(words, frame.side, &taken)?, &account, run, sums)?;
            sums.close()?;
        }
        sums.total().ok_or(EngineError::Overflow)
    }

    /// An error if the sums have grids of an upright that the problem does not have: they would come into the total.
    pub fn refuse_strange(&self, problem: &Problem, sums: &UprightSums) -> Result<(), EngineError> {
        let names = sums.names();
        if names.is_empty() {
            return Ok(());
        }
        let (frame, words) = frame(problem)?;
        let arms = Arms::new(&words, frame.side);
        let known: HashSet<String> =
            frame.uprights(&arms).iter().map(|upright| name(&upright.arm, frame.side)).collect();
        let strange = names.into_iter().find(|name| !known.contains(name));
        let what = |name| format!("the sums have grids of upright {name}, and there is no such upright here");
        strange.map_or(Ok(()), |name| Err(EngineError::Failed { engine: NAME, what: what(name) }))
    }

    /// The grids of the upright of that name alone, and how many `sums` has on record. Where nothing is given, its grids are those
    /// that [`UprightSums`] tells of.
    pub fn count_upright(
        &self,
        problem: &Problem,
        run: &Run,
        upright: &str,
        sums: &UprightSums,
    ) -> Result<(u128, Option<u128>), EngineError> {
        let (frame, words) = frame(problem)?;
        let arms = Arms::new(&words, frame.side);
        if !is_name(upright, frame.side) {
            let example = name(&Arm::new(frame.side, 1, true), frame.side);
            let what = format!(
                "upright {upright}: expected {} squares, o or -, a colon and the centre, as in {example}",
                frame.side
            );
            return Err(EngineError::Failed { engine: NAME, what });
        }
        // What is given may forbid it.
        let Some(arm) = frame.arms().find(|arm| name(arm, frame.side) == upright) else {
            return Ok((0, sums.recorded(upright)));
        };
        let account = Account::open();
        let taken = account.part();
        let tables = Tables::new(words, frame.side, &taken)?;
        let grids = Upright::new(&frame, &arms, arm).count(&tables, &mut Above::nothing(), &account, run)?;
        Ok((grids, sums.recorded(upright)))
    }
}

/// The problem as a window, with its words.
fn frame(problem: &Problem) -> Result<(Frame<'_>, Words), EngineError> {
    let seen = Frame::new(problem).and_then(|frame| frame.words().map(|words| (frame, words)));
    seen.map_err(|why| EngineError::Unable { engine: NAME, why })
}

/// A problem, seen as a window.
struct Frame<'a> {
    rules: &'a Ruleset,
    size: usize,
    side: usize,
    checking: Checking,
    connected: bool,
    /// Whether every line needs a white square, not only the outer ones. If the white squares are one region, these are enough.
    all_lines: bool,
    /// The lines of a pane that need a white square: rows, and from 16 on columns.
    needs: u32,
    /// What is given in the left pane, and in the right one, reflected; by either half turn.
    panes: [Given; 2],
    upright: Squares,
    crossbar: Squares,
    centre: Squares,
}

/// Squares that are given white and black.
#[derive(Clone, Copy, Default)]
struct Squares {
    white: u32,
    black: u32,
}

impl Squares {
    /// The givens of a line of squares, and of their images.
    fn of(givens: &Givens, squares: impl Iterator<Item = (usize, usize)>) -> Squares {
        let last = givens.height() - 1;
        let mut given = Squares::default();
        for (place, (r, c)) in squares.enumerate() {
            for colour in [givens.colour(r, c), givens.colour(last - r, last - c)].into_iter().flatten() {
                *(if colour { &mut given.white } else { &mut given.black }) |= 1 << place;
            }
        }
        given
    }

    fn allow(self, white: u32) -> bool {
        white & self.white == self.white && white & self.black == 0
    }
}

impl<'a> Frame<'a> {
    /// Or why it is none.
    fn new(problem: &'a Problem) -> Result<Self, String> {
        let rules = problem.rules();
        let Ruleset {
            name: _,
            min_word: _,
            single_cells: _,
            checking,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges,
            connected,
            symmetry: _,
            min_white_per_row: least,
            max_word: _,
        } = *rules;
        if let Some(why) = Window.wrong_symmetry(problem).or_else(|| Window.wrong_wish(problem)) {
            return Err(why);
        }
        let size = problem.size();
        if size.is_multiple_of(2) || !(3..=LARGEST).contains(&size) {
            return Err(format!("size {size}, only odd sizes from 3 to {LARGEST}"));
        }
        if least > 1 {
            return Err(format!("min_white_per_row = {least}, at most 1"));
        }
        let (side, last, givens) = (size / 2, size - 1, problem.givens());
        let all_lines = least == 1 && !connected;
        let lines = if all_lines { (1 << side) - 1 } else { u32::from(edges || least == 1) };
        let panes = [false, true].map(|right| {
            let row = |r: usize| Squares::of(givens, (0..side).map(|c| (r, if right { last - c } else { c })));
            let rows: Vec<Squares> = (0..side).map(row).collect();
            Given {
                white: rows.iter().map(|row| row.white).collect(),
                black: rows.iter().map(|row| row.black).collect(),
            }
        });
        Ok(Frame {
            rules,
            size,
            side,
            checking,
            connected,
            all_lines,
            needs: lines | lines << 16,
            panes,
            upright: Squares::of(givens, (0..side).map(|r| (r, side))),
            crossbar: Squares::of(givens, (0..side).map(|c| (side, c))),
            centre: Squares::of(givens, [(side, side)].into_iter()),
        })
    }

    /// The words, if they are not too many.
    fn words(&self) -> Result<Words, String> {
        // A pane's squares, and the middle one.
        Words::new(self.rules, self.size, self.side + 1)
            .ok_or_else(|| format!("more than {MOST_CLASSES} ways in which a word can have begun"))
    }

    /// Whether nothing is given.
    fn is_open(&self) -> bool {
        let lines = self.panes.iter().flat_map(|pane| pane.white.iter().chain(&pane.black));
        let arms = [self.upright, self.crossbar, self.centre];
        lines.chain(arms.iter().flat_map(|arm| [&arm.white, &arm.black])).all(|&given| given == 0)
    }

    /// The squares of a pane that are not given; of the two panes in the one that has more.
    fn free(&self) -> u32 {
        let free = |pane: &Given| -> u32 {
            let given = |row: usize| (pane.white[row] | pane.black[row]).count_ones();
            (0..self.side).map(|row| self.side as u32 - given(row)).sum()
        };
        self.panes.iter().map(free).max().unwrap_or(0)
    }

    /// Why it would take very long, if it would. A pane's free squares decide; rules that leave more open are the slower ones.
    fn slow(&self) -> Option<String> {
        let free = self.free();
        let reasonable = match self.checking {
            Checking::All => 81,
            Checking::CeilHalf => 49,
            Checking::EitherHalf => 36,
            Checking::AtLeastHalf | Checking::Any => 25,
        };
        (free > reasonable)
            .then(|| format!("{free} free squares in a quarter of the grid, reasonable up to {reasonable}"))
    }

    /// All uprights that may stand, with either centre: those that differ in the centre alone are neighbours.
    fn arms(&self) -> impl Iterator<Item = Arm> {
        let whites = (0..1 << self.side).filter(|&white| self.upright.allow(white));
        let uprights = whites.flat_map(|white| [(white, false), (white, true)]);
        uprights
            .filter(|&(_, centre)| self.centre.allow(u32::from(centre)))
            .map(|(white, centre)| Arm::new(self.side, white, centre))
    }

    /// The uprights that go with some crossbar.
    fn uprights<'u>(&'u self, arms: &'u Arms) -> Vec<Upright<'u>> {
        let uprights = self.arms().map(|arm| Upright::new(self, arms, arm));
        uprights.filter(|upright| !upright.crossbars.is_empty()).collect()
    }

    /// Counts the uprights that are not known yet.
    fn count(&self, tables: &Tables, account: &Account, run: &Run, sums: &UprightSums) -> Result<(), EngineError> {
        let arms = Arms::new(&tables.words, self.side);
        let uprights = self.uprights(&arms);
        run.set_pieces(uprights.len());
        run.set_work(uprights.iter().map(Upright::work).sum());
        let mut above = Above::nothing();
        for upright in uprights {
            let name = name(&upright.arm, self.side);
            let grids = if let Some(known) = sums.recorded(&name) {
                run.worked(upright.work());
                known
            } else {
                let grids = upright.count(tables, &mut above, account, run)?;
                sums.learn(&name, grids)?;
                grids
            };
            run.piece_done(grids);
        }
        Ok(())
    }

    /// Whether the grid without a white square is counted above black middle lines: it is none, but only its region can tell.
    fn has_black_grid(&self) -> bool {
        let in_panes = self.panes.iter().flat_map(|pane| &pane.white);
        let in_lines = [self.upright.white, self.crossbar.white, self.centre.white];
        !self.connected && self.needs == 0 && in_panes.chain(&in_lines).all(|&white| white == 0)
    }
}

/// One upright, and the crossbars that it goes with.
struct Upright<'a> {
    frame: &'a Frame<'a>,
    arms: &'a Arms,
    arm: Arm,
    crossbars: Vec<Arm>,
}

/// About how much more work each open site is.
const WORK_PER_SITE: u64 = 4;

impl<'a> Upright<'a> {
    fn new(frame: &'a Frame<'a>, arms: &'a Arms, arm: Arm) -> Self {
        let centre = arm.is_white(frame.side);
        let is_open = frame.is_open();
        // Of two arms the one with fewer white squares is the upright: the pane is swept with fewer words that leave it.
        let rank = |white: u32| (white.count_ones(), white);
        let touches = |white: u32| centre || white != 0 || !frame.all_lines;
        let crossbars = (0..1 << frame.side)
            .filter(|&white| !is_open || rank(white) >= rank(arm.white()))
            .filter(|&white| frame.crossbar.allow(white) && touches(white) && touches(arm.white()))
            .map(|white| Arm::new(frame.side, white, centre))
            .filter(|crossbar| !arms.masks(&arm, crossbar).is_empty() && !arms.masks(crossbar, &arm).is_empty())
            .collect();
        Upright { frame, arms, arm, crossbars }
    }

    /// About how much work two arms are: it grows with the symbols that their sites may have.
    fn work_with(&self, crossbar: &Arm) -> u64 {
        let sites = |masks: &[u32]| masks.iter().map(|mask| WORK_PER_SITE.pow(mask.count_ones())).sum::<u64>();
        sites(self.arms.masks(&self.arm, crossbar)) * sites(self.arms.masks(crossbar, &self.arm))
    }

    fn work(&self) -> u64 {
        self.crossbars.iter().map(|crossbar| self.work_with(crossbar)).sum()
    }

    /// The grids with this upright; if nothing is given also those that are their reflections in the diagonal.
    fn count<'c>(
        &self,
        tables: &Tables,
        above: &mut Above<'c, u64>,
        account: &'c Account,
        run: &Run,
    ) -> Result<u128, EngineError> {
        // The centre adds nothing where nothing is measured.
        let [grids, _] = self.worth((tables, &Gauge::counting()), above, account, run)?;
        Ok(grids)
    }

    /// What the same grids are worth. `above` is what was there for the upright before.
    fn worth<'c, W: Worth>(
        &self,
        (tables, gauge): (&Tables, &Gauge<W>),
        above: &mut Above<'c, W>,
        account: &'c Account,
        run: &Run,
    ) -> Result<ByCentre<W::Total>, EngineError> {
        let frame = self.frame;
        let taken = account.part();
        let panes = frame.panes.each_ref().map(|given| Pane {
            tables,
            gauge,
            given,
            upright: &self.arm,
            may_open: parts_of(frame.side, self.arms.masks_with_any(self.arm.white())),
            needs: frame.needs,
            connected: frame.connected,
        });
        let [left, right] = &panes;
        let is_open = frame.is_open();
        let crossbar =
            |arm| Crossbar::new(tables, arm, (self.arms.masks(&self.arm, arm), self.arms.masks(arm, &self.arm)));
        let crossbars: Vec<Crossbar<'_>> = self.crossbars.iter().map(crossbar).collect();
        above.is_for(self.arm.white());
        let [of_left, of_right] = &mut above.panes;
        let of_left = foot(left, of_left, &crossbars, &taken, run)?;
        let of_right = if is_open { None } else { Some(foot(right, of_right, &crossbars, &taken, run)?) };
        if self.arm.is_white(frame.side) {
            // The next upright has other squares.
            *above = Above::nothing();
        }
        let each = crossbars.par_iter().map(|crossbar| {
            let grids = self.worth_above(crossbar, (&of_left, of_right.as_ref()), gauge, &account.part(), run)?;
            run.worked(W::WORK * self.work_with(crossbar.arm));
            let reflected = is_open && crossbar.arm.white() != self.arm.white();
            let mut total = [W::NO_GRID; 2];
            let of_centre = &mut total[usize::from(gauge.of_centre(frame.side, &self.arm, crossbar.arm))];
            *of_centre = W::sum(grids, if reflected { 2 } else { 1 }, W::NO_GRID)?;
            Ok(total)
        });
        each.try_reduce(|| [W::NO_GRID; 2], sum::<W>)
    }

    /// What the grids with this crossbar too are worth. Without a right pane of its own the left one serves for both.
    fn worth_above<W: Worth>(
        &self,
        crossbar: &Crossbar<'_>,
        (left, right): (&Foot<'_, W>, Option<&Foot<'_, W>>),
        gauge: &Gauge<W>,
        taken: &Part<'_>,
        run: &Run,
    ) -> Result<W::Total, EngineError> {
        let left_kinds = left.kinds(crossbar, taken, run)?;
        let right_kinds = right.map(|right| right.kinds(crossbar, taken, run)).transpose()?;
        let both = (&left_kinds, right_kinds.as_ref().unwrap_or(&left_kinds));
        // The lists that are made while they meet are no longer than these, and shorter at every site.
        let lists = |kinds: &Kinds<W>| kinds.states.len() * size_of::<State<W>>();
        taken.take(lists(both.0) + lists(both.1) + both.0.others.len() * both.1.others.len())?;
        let arms = (&self.arm, crossbar.arm);
        let masks = [self.arms.masks(arms.0, arms.1), self.arms.masks(arms.1, arms.0)];
        let needs = (self.frame.needs, self.frame.connected);
        let grids = Join::new((left.tables(), gauge), arms, both, masks, needs, run).total()?;
        let is_black = |arm: &Arm| arm.white() == 0 && !arm.is_white(self.frame.side);
        let black_grids = is_black(arms.0) && is_black(arms.1) && self.frame.has_black_grid();
        // It has been counted: its squares are legal.
        Ok(if black_grids { W::without_one(grids) } else { grids })
    }
}

/// What grids are worth, by what the centre adds to what is measured.
type ByCentre<T> = [T; 2];

fn sum<W: Worth>(one: ByCentre<W::Total>, other: ByCentre<W::Total>) -> Result<ByCentre<W::Total>, EngineError> {
    Ok([W::sum(one[0], 1, other[0])?, W::sum(one[1], 1, other[1])?])
}

/// The panes of an upright above their last rows, where they are swept already: for the next upright, if it differs in the centre alone.
struct Above<'a, W> {
    upright: u32,
    panes: [Option<(Swept<W>, Part<'a>)>; 2],
}

impl<W> Above<'_, W> {
    fn nothing() -> Self {
        Above { upright: 0, panes: [None, None] }
    }

    /// What is above panes beside other squares is forgotten.
    fn is_for(&mut self, upright: u32) {
        if self.upright != upright {
            *self = Above { upright, ..Above::nothing() };
        }
    }
}

/// A pane down to its foot.
fn foot<'a, 'c, W: Worth>(
    pane: &'a Pane<'a, W>,
    above: &mut Option<(Swept<W>, Part<'c>)>,
    crossbars: &[Crossbar<'_>],
    taken: &Part<'c>,
    run: &Run,
) -> Result<Foot<'a, W>, EngineError> {
    let (swept, _) = if let Some(above) = above {
        above
    } else {
        let of_rows_above = taken.account().part();
        above.insert((pane.sweep(&of_rows_above, run)?, of_rows_above))
    };
    Foot::new(pane, swept, crossbars, taken, run)
}
