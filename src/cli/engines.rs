//! Chooses engines by their names, or the fastest that can do a problem.

use anyhow::{anyhow, bail};

use super::terminal::Terminal;
use crate::constraint::Measure;
use crate::engine::blocks::{InBlocks, SumKind};
use crate::engine::prover::Prover;
use crate::engine::{Ability, ENGINES, EXTERNAL, Engine, Lister, Programs};
use crate::problem::Problem;

/// Parses the name of one engine.
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

/// Returns the engines of these names; fails if one cannot solve the problem.
pub fn engines_for(
    names: &[String],
    programs: &Programs,
    problem: &Problem,
) -> anyhow::Result<Vec<&'static dyn Engine>> {
    let engines = engines_named(names, programs)?;
    engines.iter().try_for_each(|engine| refuse_if_unable(*engine, problem))?;
    Ok(engines)
}

/// Returns the engine of that name, or the fastest if there is no name. The terminal warns if the fastest is slow.
pub fn engine_or_fastest(
    name: Option<&str>,
    programs: &Programs,
    problem: &Problem,
    terminal: &Terminal,
) -> anyhow::Result<&'static dyn Engine> {
    if let Some(name) = name {
        return engine_for(name, programs, problem);
    }
    let engine = ENGINES.fastest(problem).ok_or_else(|| anyhow!("no engine can do this problem"))?;
    warn_if_slow(engine, problem, terminal);
    Ok(engine)
}

/// Returns the engine of that name if it counts in blocks, or the fastest that does if there is no name.
pub fn in_blocks_or_fastest(
    name: Option<&str>,
    problem: &Problem,
    kind: &SumKind,
) -> anyhow::Result<&'static dyn InBlocks> {
    let why_not = |engine: &dyn Engine| match engine.ability(problem) {
        Ability::Unable(why) => Some(why),
        Ability::Able | Ability::Slow(_) => kind.obstacle(engine, problem),
    };
    if let Some(name) = name {
        let able = || names_of_able(ENGINES.block_counters().filter(|engine| why_not(*engine).is_none()), problem);
        let engine = engine_named(name, &Programs::builtin())?;
        let Some(engine) = engine.in_blocks() else {
            let method = if engine.lister().is_some() { "lists grids" } else { "merges equal states of all grids" };
            bail!(
                "engine {name} does not count in blocks, as --sums, --pieces and --block ask, because it {method}; {}",
                able()
            );
        };
        return match why_not(engine) {
            Some(why) => bail!("engine {name} cannot do this: {why}; {}", able()),
            None => Ok(engine),
        };
    }
    ENGINES.fastest_in_blocks(problem, kind).ok_or_else(|| {
        let whys =
            ENGINES.block_counters().filter_map(|engine| Some(format!("{}: {}", engine.name(), why_not(engine)?)));
        let whys = whys.collect::<Vec<_>>().join("; ");
        let without = match kind {
            SumKind::Plain => names_of_able(ENGINES, problem),
            SumKind::Distribution(_) | SumKind::Extreme(_) => {
                names_of_able(ENGINES.measurers(problem, &kind.measures()), problem)
            }
        };
        anyhow!("no engine counts this in blocks ({whys}); without --sums, --pieces and --block, {without}")
    })
}

/// Returns the engine of that name if it can list, or the fastest that can if there is no name. The terminal warns if the fastest
/// is slow.
pub fn lister_or_fastest(
    name: Option<&str>,
    problem: &Problem,
    terminal: &Terminal,
) -> anyhow::Result<&'static dyn Lister> {
    if let Some(name) = name {
        let others = || names_of_able(ENGINES.listers(), problem);
        let lister = engine_named(name, &Programs::builtin())?.lister();
        let lister = lister.ok_or_else(|| anyhow!("engine {name} counts grids without listing them; {}", others()))?;
        if let Ability::Unable(why) = lister.ability(problem) {
            bail!("engine {name} cannot do this: {why}; {}", others());
        }
        return Ok(lister);
    }
    let lister =
        ENGINES.fastest_lister(problem).ok_or_else(|| anyhow!("no engine can list the grids of this problem"))?;
    warn_if_slow(lister, problem, terminal);
    Ok(lister)
}

/// Returns the engine of that name if it can sort grids by these measures, or the fastest that can if there is no name. The
/// terminal warns if the fastest is slow.
pub fn measurer_or_fastest(
    name: Option<&str>,
    programs: &Programs,
    problem: &Problem,
    by: &[Measure],
    terminal: &Terminal,
) -> anyhow::Result<&'static dyn Engine> {
    if let Some(name) = name {
        let engine = engine_for(name, programs, problem)?;
        return match engine.wrong_measure(problem, by) {
            Some(why) => {
                bail!("engine {name} cannot do this: {why}; {}", names_of_able(ENGINES.measurers(problem, by), problem))
            }
            None => Ok(engine),
        };
    }
    let engine =
        ENGINES.fastest_measurer(problem, by).ok_or_else(|| anyhow!("no engine can sort the grids of this problem"))?;
    warn_if_slow(engine, problem, terminal);
    Ok(engine)
}

fn warn_if_slow(engine: &dyn Engine, problem: &Problem, terminal: &Terminal) {
    if let Ability::Slow(why) = engine.ability(problem) {
        terminal.may_take_long(&why);
    }
}

/// Returns in words which of `engines` can solve the problem at all.
fn names_of_able<E: Engine + ?Sized + 'static>(
    engines: impl IntoIterator<Item = &'static E>,
    problem: &Problem,
) -> String {
    let can = |engine: &&E| !matches!(engine.ability(problem), Ability::Unable(_));
    let able: Vec<&str> = engines.into_iter().filter(can).map(E::name).collect();
    if able.is_empty() { "no engine can".to_owned() } else { format!("{} can", able.join(", ")) }
}

/// Returns the engine of that name. If it cannot solve the problem at all, the error names engines that can.
pub fn engine_for(name: &str, programs: &Programs, problem: &Problem) -> anyhow::Result<&'static dyn Engine> {
    let engine = engine_named(name, programs)?;
    refuse_if_unable(engine, problem)?;
    Ok(engine)
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
    ENGINES.named(name).ok_or_else(|| {
        let known = ENGINES.names().join(", ");
        anyhow!("no engine `{name}`, expected one of {known}")
    })
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

/// Returns an error if the engine cannot do the problem.
pub fn refuse_if_unable(engine: &dyn Engine, problem: &Problem) -> anyhow::Result<()> {
    if let Ability::Unable(why) = engine.ability(problem) {
        bail!("engine {} cannot do this: {why}; {}", engine.name(), names_of_able(ENGINES, problem));
    }
    Ok(())
}
