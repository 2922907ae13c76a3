//! Chooses engines by their names, or the fastest that can do a problem.

use anyhow::{anyhow, bail};

use super::Terminal;
use crate::engine::blocks::SumKind;
use crate::engine::prover::Prover;
use crate::engine::{Engine, Method, Prepared};
use crate::engines::ENGINES;
use crate::external::{EXTERNAL, Programs};
use crate::problem::Problem;
use crate::reports::names;
use crate::sums::InBlocks;

/// Returns the names of the engines that count, for the help.
pub fn all_engines() -> String {
    format!("{} or external:NAME (an external program)", ENGINES.names().join(", "))
}

/// Returns the names of the engines that list, for the help.
pub fn listing_engines() -> String {
    ENGINES.listers().map(Engine::name).collect::<Vec<_>>().join(", ")
}

pub fn one_engine(text: &str) -> Result<String, String> {
    if text.contains(',') {
        return Err("expected one engine (gridcheck compare asks several)".to_owned());
    }
    Ok(text.to_owned())
}

/// Fails if an engine is named twice: its agreement with itself proves nothing.
pub fn engines_once(names: &[String]) -> anyhow::Result<()> {
    if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        bail!("engine {name} is named twice, and can only agree with itself");
    }
    Ok(())
}

/// Returns the engines of these names; fails if one is named twice.
pub fn engines_named(names: &[String], programs: &Programs) -> anyhow::Result<Vec<&'static dyn Engine>> {
    engines_once(names)?;
    names.iter().map(|name| engine_named(name, programs)).collect()
}

/// The part of an engine's answer that a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Sum,
    Grids,
    Blocks,
}

impl Need {
    /// Returns the engines that serve the need, the fastest first.
    fn engines(self) -> Vec<&'static dyn Engine> {
        match self {
            Need::Sum => ENGINES.to_vec(),
            Need::Grids => ENGINES.listers().collect(),
            Need::Blocks => ENGINES.block_counters().collect(),
        }
    }

    /// Fails if the engine does not serve the need for any problem; `others` says which do for this one.
    fn refuse_other_method(self, engine: &dyn Engine, others: impl Fn() -> String) -> anyhow::Result<()> {
        let (name, method) = (engine.name(), engine.facts().method);
        match (self, method) {
            (Need::Sum, _) | (Need::Grids, Method::Lists { .. }) | (Need::Blocks, Method::AddsBlocks) => Ok(()),
            (Need::Grids, Method::AddsBlocks | Method::CountsWhole) => {
                bail!("engine {name} counts grids without listing them; {}", others())
            }
            (Need::Blocks, Method::Lists { .. } | Method::CountsWhole) => {
                let why = if engine.facts().lists() { "lists grids" } else { "counts all grids at once" };
                let options = "as --sums, --pieces and --block ask";
                bail!("engine {name} does not count in blocks, {options}, because it {why}; {}", others())
            }
        }
    }
}

/// A problem, and the kind of sum over its grids that is asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub problem: &'a Problem,
    pub kind: &'a SumKind,
}

impl<'a> Asked<'a> {
    pub fn number(problem: &'a Problem) -> Self {
        Asked { problem, kind: &SumKind::Plain }
    }

    /// Returns the problem as the engine of that name prepares it. If it cannot, the error names engines that can.
    pub fn prepared_by(self, name: &str, programs: &Programs, need: Need) -> anyhow::Result<Prepared<'static>> {
        let engine = engine_named(name, programs)?;
        need.refuse_other_method(engine, || self.names_of_able(&need.engines()))?;
        let prepared = engine.prepare(self.problem, self.kind);
        prepared.map_err(|declined| anyhow!("{declined}; {}", self.names_of_able(&need.engines())))
    }

    /// Returns the problem as the engine of that name prepares it, or the fastest if there is no name. The terminal warns if the
    /// fastest is slow.
    pub fn prepared_or_fastest(
        self,
        name: Option<&str>,
        programs: &Programs,
        terminal: &Terminal,
    ) -> anyhow::Result<Prepared<'static>> {
        if let Some(name) = name {
            return self.prepared_by(name, programs, Need::Sum);
        }
        Ok(warned(names::fastest(self.problem, self.kind)?, terminal))
    }

    /// Returns the blocks as the engine of that name prepares them, or the fastest if there is no name.
    pub fn in_blocks_or_fastest(self, name: Option<&str>) -> anyhow::Result<InBlocks> {
        let prepared = match name {
            Some(name) => self.prepared_by(name, &Programs::builtin(), Need::Blocks)?,
            None => ENGINES.fastest_in_blocks(self.problem, self.kind).ok_or_else(|| {
                let whys = ENGINES.block_counters().filter_map(|engine| {
                    let declined = engine.prepare(self.problem, self.kind).err()?;
                    Some(format!("{}: {}", declined.engine, declined.why))
                });
                let whys = whys.collect::<Vec<_>>().join("; ");
                let without = self.names_of_able(&ENGINES);
                anyhow!("no engine counts this in blocks ({whys}); without --sums, --pieces and --block, {without}")
            })?,
        };
        Ok(InBlocks::new(&prepared)?)
    }

    /// Fails if no engine counts this in blocks that share no work, whose time a sample tells.
    pub fn refuse_without_estimate(self) -> anyhow::Result<()> {
        let mut reasons = Vec::new();
        for engine in ENGINES.block_counters() {
            match engine.prepare(self.problem, self.kind) {
                Ok(prepared) if prepared.blocks().is_some_and(|blocks| blocks.are_separate()) => return Ok(()),
                Ok(_) => reasons.push(format!("{}: its blocks share work", engine.name())),
                Err(declined) => reasons.push(format!("{}: {}", declined.engine, declined.why)),
            }
        }
        bail!("no engine can estimate the time of this count ({})", reasons.join("; "))
    }

    /// Returns in words which of `engines` can do this at all.
    fn names_of_able(self, engines: &[&'static dyn Engine]) -> String {
        names::names_of_able(self.problem, self.kind, engines)
    }
}

/// Returns the problem as the engine of that name prepares it to list the grids, or the fastest if there is no name. The terminal
/// warns if the fastest is slow.
pub fn lister_or_fastest(
    name: Option<&str>,
    problem: &Problem,
    terminal: &Terminal,
) -> anyhow::Result<Prepared<'static>> {
    match name {
        Some(name) => Asked::number(problem).prepared_by(name, &Programs::builtin(), Need::Grids),
        None => Ok(warned(fastest_lister(problem)?, terminal)),
    }
}

/// Returns the problem as the fastest engine prepares it to list the grids.
pub fn fastest_lister(problem: &Problem) -> anyhow::Result<Prepared<'static>> {
    ENGINES.fastest_lister(problem).ok_or_else(|| anyhow!("no engine can list the grids of this problem"))
}

fn warned(prepared: Prepared<'static>, terminal: &Terminal) -> Prepared<'static> {
    if let Some(why) = prepared.slow() {
        terminal.may_take_long(why);
    }
    prepared
}

pub fn engine_named(name: &str, programs: &Programs) -> anyhow::Result<&'static dyn Engine> {
    if name.starts_with(EXTERNAL) {
        let program = programs.engine(name).map(|program| program as &dyn Engine);
        return program.ok_or_else(|| {
            if let Some(prover) = name.strip_prefix(EXTERNAL).filter(|name| programs.prover(name).is_some()) {
                return anyhow!(
                    "{prover} proves and counts nothing: it is no engine, but a --prover of gridcheck certify"
                );
            }
            let known = programs.names().collect::<Vec<_>>().join(", ");
            anyhow!("no program `{name}`, expected one of {known}; --externals FILE describes more")
        });
    }
    names::engine_named(name)
}

/// Returns the prover of that name, if its program is installed.
pub fn prover_named(name: &str, programs: &Programs) -> anyhow::Result<&'static dyn Prover> {
    if programs.engine(&format!("{EXTERNAL}{name}")).is_some() {
        bail!("{name} counts and proves nothing: it is no prover, but an --engine, {EXTERNAL}{name}");
    }
    let prover = programs.prover(name).ok_or_else(|| {
        let known = programs.provers().collect::<Vec<_>>().join(", ");
        anyhow!("no prover `{name}`, expected {known}; --externals FILE describes more")
    })?;
    match prover.missing() {
        Some(why) => bail!("prover {name}: {why}"),
        None => Ok(prover),
    }
}
