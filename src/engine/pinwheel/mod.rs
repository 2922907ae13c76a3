//! Pinwheel.

mod block;
mod count;
mod group;
mod join;
mod merge;
mod number;
mod partition;
mod quarter;
mod ring;
mod sums;
mod sweep;

use count::{Plan, Turn, through_centre};
use join::Fits;
use partition::Partitions;
use quarter::{Lines, Rows, Shape};
use sums::Sums;
use sweep::{Packing, Tables};

use super::listing::Collector;
use super::parts::Parts;
use super::{Ability, Engine, EngineError, Run};
use crate::problem::Problem;
use crate::rules::Symmetry;

/// The engine `pinwheel`.
pub struct Pinwheel;

fn tables(problem: &Problem) -> Result<Tables, String> {
    let rules = problem.rules();
    let shape = Shape::new(problem.size());
    let parts = Parts::new(rules, shape.size).ok_or("too many classes")?;
    let classes = parts.classes(shape.height - 1).max(parts.classes(shape.width - 1));
    let most = (0..shape.width).map(|p| parts.classes(p)).max().unwrap_or(1);
    if classes > 64 || most > 127 { return Err("too many classes".into()); }
    let class = usize::BITS - most.saturating_sub(1).max(1).leading_zeros();
    let partitions = Partitions::new();
    let connected = rules.connected;
    let runs = (shape.height + shape.width).div_ceil(2);
    let partition = if connected { partitions.bits(runs) } else { 0 };
    let lines = Lines::new(shape, rules);
    let packing = Packing { class, partition, touched: lines.bits() as u32 };
    if class as usize * shape.width > 64 || packing.across(shape.height) > 64 { return Err("too wide".into()); }
    Ok(Tables {
        shape,
        rows: Rows::new(shape, &parts),
        lines,
        partitions,
        packing,
        connected,
        single_cells: rules.single_cells,
        through_centre: through_centre(&shape, &parts, rules),
        parts,
    })
}

impl Engine for Pinwheel {
    fn name(&self) -> &'static str { "pinwheel" }
    fn ability(&self, problem: &Problem) -> Ability {
        if problem.size() > 23 { Ability::Unable("size".into()) } else { Ability::Able }
    }
    fn list(&self, _: &Problem, _: &Run, _: &dyn Collector) -> Result<(), EngineError> { Err(EngineError::Stopped) }
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        let tables = tables(problem).map_err(|why| EngineError::Unable { engine: "pinwheel", why })?;
        let rules = problem.rules();
        let (h, w) = (tables.shape.height, tables.shape.width);
        let forth = Fits::new([tables.parts.classes(w - 1), tables.parts.classes(h - 1)], |a, b| tables.parts.fits(rules, (w - 1, a), (h - 1, b)));
        let back = forth.turned();
        let plan = Plan { tables: &tables, fits: [forth, back], turn: if rules.symmetry == Symmetry::Rot90 { Turn::Quarter } else { Turn::Half }, memory: 6 << 30, only: None, run };
        plan.count::<u64>(&Sums::default())
    }
}
