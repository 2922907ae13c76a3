//! One upright with all its crossbars: a pane swept, its last row taken above each crossbar, and the two panes that meet there.

use rayon::prelude::*;

use super::arm::{Arm, Arms, parts_of};
use super::effort::{Cost, Effort};
use super::foot::{Crossbar, Foot, Kinds};
use super::frame::Frame;
use super::gauge::Gauge;
use super::join::Join;
use super::pane::{Pane, Swept};
use super::states::State;
use super::tables::Tables;
use super::worth::Worth;
use gridcheck_run::memory::{Account, Part};
use gridcheck_run::{EngineError, Run};

/// One upright, and the crossbars that it goes with.
pub struct Upright<'a> {
    frame: &'a Frame<'a>,
    arms: &'a Arms,
    pub arm: Arm,
    pub crossbars: Vec<Arm>,
    /// What it is expected to cost, if that is known.
    cost: Option<Cost>,
}

/// About how much more work each open site is, for two arms of which nothing better is known.
const WORK_PER_SITE: u64 = 4;

impl<'a> Upright<'a> {
    pub fn new(frame: &'a Frame<'a>, arms: &'a Arms, arm: Arm, effort: Option<&Effort>) -> Self {
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
        let cost = effort.map(|effort| effort.of(&arm));
        Upright { frame, arms, arm, crossbars, cost }
    }

    /// All that go with some crossbar, each expected to cost so much if that is known.
    pub fn all(frame: &'a Frame<'a>, arms: &'a Arms, effort: Option<&Effort>) -> Vec<Self> {
        let uprights = frame.arms().map(|arm| Upright::new(frame, arms, arm, effort));
        uprights.filter(|upright| !upright.crossbars.is_empty()).collect()
    }

    /// About how much work two arms are: it grows with the symbols that their sites may have.
    fn work_with(&self, crossbar: &Arm) -> u64 {
        let sites = |masks: &[u32]| masks.iter().map(|mask| WORK_PER_SITE.pow(mask.count_ones())).sum::<u64>();
        sites(self.arms.masks(&self.arm, crossbar)) * sites(self.arms.masks(crossbar, &self.arm))
    }

    /// About how much work its crossbars are, beside one another.
    fn work_of_crossbars(&self) -> u64 {
        self.crossbars.iter().map(|crossbar| self.work_with(crossbar)).sum()
    }

    /// How much work it is, in the units in which it tells how far it is. `before` is the upright before it.
    pub fn work(&self, before: Option<&Upright<'_>>) -> u64 {
        let Some(cost) = self.cost else { return self.work_of_crossbars() };
        let is_swept = before.is_some_and(|before| before.arm.white() == self.arm.white());
        cost.below + if is_swept { 0 } else { cost.above }
    }

    /// How much work uprights are, one after the other.
    pub fn work_of(uprights: &[Upright<'_>]) -> u64 {
        let before = std::iter::once(None).chain(uprights.iter().map(Some));
        uprights.iter().zip(before).map(|(upright, before)| upright.work(before)).sum()
    }

    /// The grids with this upright; if nothing is given also those that are their reflections in the diagonal.
    pub fn count<'c>(
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
    pub fn worth<'c, W: Worth>(
        &self,
        (tables, gauge): (&Tables, &Gauge<W>),
        above: &mut Above<'c, W>,
        account: &'c Account,
        run: &Run,
    ) -> Result<ByCentre<W::Total>, EngineError> {
        let frame = self.frame;
        let taken = account.part();
        let [left, right] = self.panes(tables, gauge);
        let is_open = frame.is_open();
        let crossbars = self.met(tables);
        above.is_for(self.arm.white());
        let [of_left, of_right] = &mut above.panes;
        if let Some(cost) = self.cost.filter(|_| of_left.is_none()) {
            sweep(&left, of_left, account, run)?;
            run.worked(W::WORK * cost.above);
        }
        let of_left = foot(&left, of_left, &crossbars, &taken, run)?;
        let of_right = if is_open { None } else { Some(foot(&right, of_right, &crossbars, &taken, run)?) };
        if self.arm.is_white(frame.side) {
            // The next upright has other squares.
            *above = Above::nothing();
        }
        let all = self.work_of_crossbars();
        let share = |crossbar: &Crossbar<'_>| {
            let work = self.work_with(crossbar.arm);
            self.cost.map_or(work, |cost| (u128::from(cost.below) * u128::from(work) / u128::from(all)) as u64)
        };
        let each = crossbars.par_iter().map(|crossbar| {
            let grids = self.worth_above(crossbar, (&of_left, of_right.as_ref()), gauge, &account.part(), run)?;
            run.worked(W::WORK * share(crossbar));
            let reflected = is_open && crossbar.arm.white() != self.arm.white();
            let mut total = [W::NO_GRID; 2];
            let of_centre = &mut total[usize::from(gauge.of_centre(frame.side, &self.arm, crossbar.arm))];
            *of_centre = W::sum(grids, if reflected { 2 } else { 1 }, W::NO_GRID)?;
            Ok(total)
        });
        let total = each.try_reduce(|| [W::NO_GRID; 2], sum::<W>)?;
        // What the shares leave over.
        let shares: u64 = crossbars.iter().map(share).sum();
        run.worked(W::WORK * self.cost.map_or(0, |cost| cost.below - shares));
        Ok(total)
    }

    /// How many states there are where it is swept, before its last row and after it, and how many kinds of pane these come to; and the
    /// bytes that these take, all but what is there for the time of one crossbar.
    pub fn tally<'c>(
        &self,
        tables: &Tables,
        above: &mut Above<'c, u64>,
        account: &'c Account,
        run: &Run,
    ) -> Result<Tally, EngineError> {
        let (gauge, taken) = (Gauge::counting(), account.part());
        let [pane, _] = self.panes(tables, &gauge);
        let crossbars = self.met(tables);
        above.is_for(self.arm.white());
        let [swept, _] = &mut above.panes;
        let foot = foot(&pane, swept, &crossbars, &taken, run)?;
        let above = swept.as_ref().map_or(0, |(swept, _)| swept.len());
        let kinds = crossbars.iter().map(|crossbar| Ok(foot.kinds(crossbar, &account.part(), run)?.states.len()));
        let kinds: usize = kinds.sum::<Result<usize, EngineError>>()?;
        let bytes = (above + foot.len()) * size_of::<State<u64>>();
        Ok(Tally { above, foot: foot.len(), kinds, bytes })
    }

    /// The left pane and the right one, reflected.
    fn panes<'p, W: Worth>(&'p self, tables: &'p Tables, gauge: &'p Gauge<W>) -> [Pane<'p, W>; 2] {
        let frame = self.frame;
        frame.panes.each_ref().map(|given| Pane {
            tables,
            gauge,
            given,
            upright: &self.arm,
            may_open: parts_of(frame.side, self.arms.masks_with_any(self.arm.white())),
            needs: frame.needs,
            connected: frame.connected,
        })
    }

    /// The crossbars, as its panes meet them.
    fn met(&self, tables: &Tables) -> Vec<Crossbar<'_>> {
        let masks = |arm| (self.arms.masks(&self.arm, arm), self.arms.masks(arm, &self.arm));
        self.crossbars.iter().map(|arm| Crossbar::new(tables, arm, masks(arm))).collect()
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

/// How many states there are beside an upright.
pub struct Tally {
    pub above: usize,
    pub foot: usize,
    pub kinds: usize,
    pub bytes: usize,
}

/// What grids are worth, by what the centre adds to what is measured.
pub type ByCentre<T> = [T; 2];

fn sum<W: Worth>(one: ByCentre<W::Total>, other: ByCentre<W::Total>) -> Result<ByCentre<W::Total>, EngineError> {
    Ok([W::sum(one[0], 1, other[0])?, W::sum(one[1], 1, other[1])?])
}

/// The panes of an upright above their last rows, where they are swept already: for the next upright, if it differs in the centre alone.
pub struct Above<'a, W> {
    upright: u32,
    panes: [Option<(Swept<W>, Part<'a>)>; 2],
}

impl<W> Above<'_, W> {
    pub fn nothing() -> Self {
        Above { upright: 0, panes: [None, None] }
    }

    /// What is above panes beside other squares is forgotten.
    fn is_for(&mut self, upright: u32) {
        if self.upright != upright {
            *self = Above { upright, ..Above::nothing() };
        }
    }
}

/// A pane above its last row, swept if it is not yet.
fn sweep<'s, 'c, W: Worth>(
    pane: &Pane<'_, W>,
    above: &'s mut Option<(Swept<W>, Part<'c>)>,
    account: &'c Account,
    run: &Run,
) -> Result<&'s Swept<W>, EngineError> {
    let (swept, _) = if let Some(above) = above {
        above
    } else {
        let taken = account.part();
        above.insert((pane.sweep(&taken, run)?, taken))
    };
    Ok(swept)
}

/// A pane down to its foot.
fn foot<'a, 'c, W: Worth>(
    pane: &'a Pane<'a, W>,
    above: &mut Option<(Swept<W>, Part<'c>)>,
    crossbars: &[Crossbar<'_>],
    taken: &Part<'c>,
    run: &Run,
) -> Result<Foot<'a, W>, EngineError> {
    let swept = sweep(pane, above, taken.account(), run)?;
    Foot::new(pane, swept, crossbars, taken, run)
}
