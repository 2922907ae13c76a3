//! Chooses the engine that answers: by its name, or the fastest that can.

use gridcheck_checker::Witnesses;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::{Candidates, ClauseUse, Declined, Engine, Method, Prepared, Purpose};
use gridcheck_sums::InBlocks;

use super::failure::Failure;
use super::host::Host;
use super::names;
use super::options::Externals;
use super::parse::WrongValue;
use super::usage;

#[cfg(test)]
pub(crate) mod tests;

/// Every engine of gridcheck, the fastest first. Tests note what they prepare.
#[cfg(not(test))]
pub use gridcheck_registry::ENGINES;
#[cfg(test)]
pub use tests::ENGINES;

/// Other people's programs that can be used like engines. None can be started without the feature `external`.
#[cfg(feature = "external")]
pub struct Programs(gridcheck_external::Programs);

/// Other people's programs that can be used like engines. None can be started without the feature `external`.
#[cfg(not(feature = "external"))]
pub struct Programs;

#[cfg(feature = "external")]
impl Programs {
    /// Returns the built-in programs.
    pub fn builtin() -> Self {
        Programs(gridcheck_external::Programs::builtin())
    }

    /// Returns the built-in programs and those of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn of(externals: &Externals, host: &dyn Host) -> Result<Self, Failure> {
        /// The largest file of descriptions, in bytes.
        const MAX_BYTES: u64 = 1 << 20;
        let Some(path) = &externals.externals else { return Ok(Programs::builtin()) };
        let text = super::input::Input::Path(path.clone()).text(host, MAX_BYTES)?;
        let folder = path.parent().unwrap_or(path);
        let programs = gridcheck_external::Programs::with_file(&text, folder);
        programs.map(Programs).map_err(|error| Failure::unusable(format!("{}:{error}", path.display())))
    }
}

#[cfg(not(feature = "external"))]
impl Programs {
    /// Returns no program.
    pub fn builtin() -> Self {
        Programs
    }

    /// Returns no program.
    ///
    /// # Errors
    /// A file describes some.
    pub fn of(externals: &Externals, _host: &dyn Host) -> Result<Self, Failure> {
        match externals.externals {
            None => Ok(Programs),
            Some(_) => Err(usage!([externals] ": no program can be started here")),
        }
    }
}

/// Returns the names of the engines that count, for the help.
pub fn all_engines() -> String {
    format!("{} or external:NAME (an external program)", ENGINES.names().join(", "))
}

/// Returns the names of the engines that list, for the help.
pub fn listing_engines() -> String {
    ENGINES.listers().map(Engine::name).collect::<Vec<_>>().join(", ")
}

/// Parses the name of one engine.
///
/// # Errors
/// The text names several.
pub fn one_engine(text: &str) -> Result<String, WrongValue> {
    if text.contains(',') {
        return Err(WrongValue::new("expected one engine (gridcheck compare asks several)"));
    }
    Ok(text.to_owned())
}

/// Refuses an engine that is named twice: its agreement with itself proves nothing.
///
/// # Errors
/// An engine is named twice.
pub fn engines_once(names: &[String]) -> Result<(), Failure> {
    match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        None => Ok(()),
        Some((_, name)) => {
            Err(Failure::unusable(format!("engine {name} is named twice, and can only agree with itself")))
        }
    }
}

/// Returns the engines of these names.
///
/// # Errors
/// There is no such engine, or one is named twice.
pub fn engines_named(names: &[String], programs: &Programs) -> Result<Vec<&'static dyn Engine>, Failure> {
    engines_once(names)?;
    names.iter().map(|name| engine_named(name, programs)).collect()
}

/// Returns the engine of that name.
///
/// # Errors
/// There is no such engine.
pub fn engine_named(name: &str, programs: &Programs) -> Result<&'static dyn Engine, Failure> {
    external::engine(name, programs).unwrap_or_else(|| names::engine_named(name))
}

/// An ability of an engine that a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// Make a sum over all grids.
    Sum,
    /// List the grids.
    Grids,
    /// Make the sum in blocks.
    Blocks,
}

impl Capability {
    /// Returns the engines that have it, the fastest first.
    fn engines(self) -> Vec<&'static dyn Engine> {
        match self {
            Capability::Sum => ENGINES.to_vec(),
            Capability::Grids => ENGINES.listers().collect(),
            Capability::Blocks => ENGINES.block_counters().collect(),
        }
    }

    /// Refuses an engine that has it for no problem; `others` says which do for this one.
    fn refuse_other_method(self, engine: &dyn Engine, others: impl Fn() -> String) -> Result<(), Failure> {
        let (name, method) = (engine.name(), engine.facts().method);
        match (self, method) {
            (Capability::Sum, _)
            | (Capability::Grids, Method::Lists { .. })
            | (Capability::Blocks, Method::AddsBlocks { .. }) => Ok(()),
            (Capability::Grids, Method::AddsBlocks { .. } | Method::CountsWhole) => {
                Err(Failure::unusable(format!("engine {name} counts grids without listing them; {}", others())))
            }
            (Capability::Blocks, Method::Lists { .. } | Method::CountsWhole) => {
                let why = if engine.facts().lists() { "lists grids" } else { "counts all grids at once" };
                Err(usage!(
                    "engine " (name) " does not count in blocks, as " [sums] ", " [pieces] " and " [block]
                    " ask, because it " (why) "; " (others())
                ))
            }
        }
    }
}

/// A sum over the grids of a problem, for which an engine is chosen.
#[derive(Clone, Copy)]
pub struct SumRequest<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The kind of sum.
    pub kind: &'a SumKind,
}

impl<'a> SumRequest<'a> {
    /// Asks for the number of grids.
    pub fn number(problem: &'a Problem) -> Self {
        SumRequest { problem, kind: &SumKind::Plain }
    }

    /// Asks for the sum for which the candidates prepare the problem.
    fn of(candidates: &'a Candidates) -> Self {
        SumRequest { problem: candidates.problem(), kind: candidates.kind() }
    }

    /// Returns the problem as the engine of that name prepares it.
    ///
    /// # Errors
    /// There is no such engine, or it cannot answer. Then the error names engines that can.
    pub fn prepared_by(
        self,
        name: &str,
        programs: &Programs,
        capability: Capability,
    ) -> Result<Prepared<'static>, Failure> {
        let engine = engine_named(name, programs)?;
        self.able(engine, capability, || engine.prepare(self.problem, self.kind))
    }

    /// Returns the problem as the engine prepares it, or a failure that names engines which have the capability.
    fn able<P>(
        self,
        engine: &dyn Engine,
        capability: Capability,
        prepare: impl FnOnce() -> Result<P, Declined>,
    ) -> Result<P, Failure> {
        let others = || self.names_of_able(&capability.engines());
        capability.refuse_other_method(engine, others)?;
        prepare().map_err(|declined| Failure::unusable(format!("{declined}; {}", others())))
    }

    /// Returns the problem as the engine of that name prepares it, or the fastest if there is no name. The host learns if the fastest is
    /// slow.
    ///
    /// # Errors
    /// No engine can answer, or the named one cannot.
    pub fn prepared_by_or_fastest(
        self,
        name: Option<&str>,
        programs: &Programs,
        host: &dyn Host,
    ) -> Result<Prepared<'static>, Failure> {
        if let Some(name) = name {
            return self.prepared_by(name, programs, Capability::Sum);
        }
        let does = if *self.kind == SumKind::Plain { "do this problem" } else { "sort the grids of this problem" };
        let fastest = ENGINES.fastest(self.problem, self.kind);
        let fastest = fastest.ok_or_else(|| Failure::unusable(format!("no engine can {does}")))?;
        announce_if_slow(&fastest, host);
        Ok(fastest)
    }

    /// Returns in words which of `engines` can do this at all.
    fn names_of_able(self, engines: &[&'static dyn Engine]) -> String {
        let can = |engine: &&&dyn Engine| engine.prepare(self.problem, self.kind).is_ok();
        let able: Vec<&str> = engines.iter().filter(can).map(|engine| engine.name()).collect();
        if able.is_empty() { "no engine can".to_owned() } else { format!("{} can", able.join(", ")) }
    }
}

/// Returns the problem as the engine of that name prepares it to list the grids, or the fastest if there is no name. The host learns
/// if the fastest is slow.
///
/// # Errors
/// No engine lists these grids, or the named one does not.
pub fn lister_of_or_fastest(
    name: Option<&str>,
    problem: &Problem,
    host: &dyn Host,
) -> Result<Prepared<'static>, Failure> {
    if let Some(name) = name {
        return SumRequest::number(problem).prepared_by(name, &Programs::builtin(), Capability::Grids);
    }
    let lister = fastest_lister(problem)?;
    announce_if_slow(&lister, host);
    Ok(lister)
}

/// Returns the problem as the fastest engine prepares it to list the grids.
///
/// # Errors
/// No engine lists them.
pub fn fastest_lister(problem: &Problem) -> Result<Prepared<'static>, Failure> {
    ENGINES.fastest_lister(problem).ok_or_else(no_lister)
}

fn no_lister() -> Failure {
    Failure::unusable("no engine can list the grids of this problem")
}

/// Returns the blocks as the engine of that name prepared them, or the fastest if there is no name.
///
/// # Errors
/// No engine counts this in blocks, or the named one does not.
pub fn in_blocks_of_or_fastest(candidates: &Candidates, name: Option<&str>) -> Result<InBlocks, Failure> {
    let prepared = match name {
        Some(name) => prepared_among(candidates, engine_named(name, &Programs::builtin())?, Capability::Blocks)?,
        None => candidates.fastest(Purpose::Blocks).ok_or_else(|| {
            let whys = block_counters(candidates).filter_map(|engine| {
                let declined = candidates.prepared_by(engine).err()?;
                Some(format!("{}: {}", declined.engine, declined.why))
            });
            let whys = whys.collect::<Vec<_>>().join("; ");
            usage!(
                "no engine counts this in blocks (" (whys) "); without " [sums] ", " [pieces] " and " [block] ", "
                (SumRequest::of(candidates).names_of_able(&ENGINES))
            )
        })?,
    };
    Ok(InBlocks::new(prepared)?)
}

/// Returns the engines that count grids of the problem's kind in blocks, the fastest first.
fn block_counters(candidates: &Candidates) -> impl Iterator<Item = &'static dyn Engine> {
    let problem = candidates.problem();
    ENGINES.block_counters().filter(|engine| engine.facts().check_kind(problem).is_ok())
}

/// Refuses a sum if no engine counts it in blocks that share no work. A sample of such blocks shows the time of all.
///
/// # Errors
/// No engine can estimate the time.
pub fn refuse_without_estimate(candidates: &Candidates) -> Result<(), Failure> {
    let mut reasons = Vec::new();
    for engine in block_counters(candidates) {
        match candidates.prepared_by(engine) {
            Ok(prepared) if prepared.blocks().is_some_and(|blocks| blocks.are_separate()) => return Ok(()),
            Ok(_) => reasons.push(format!("{}: its blocks share work", engine.name())),
            Err(declined) => reasons.push(format!("{}: {}", declined.engine, declined.why)),
        }
    }
    Err(Failure::unusable(format!("no engine can estimate the time of this count ({})", reasons.join("; "))))
}

/// Tells the host if no engine lists the grids in reasonable time.
///
/// # Errors
/// No engine lists them.
pub fn announce_if_slow_to_list(candidates: &Candidates, host: &dyn Host) -> Result<(), Failure> {
    announce_if_slow(candidates.fastest(Purpose::Grids).ok_or_else(no_lister)?, host);
    Ok(())
}

/// Returns the problem as an engine among the candidates prepared it.
///
/// # Errors
/// It cannot do what is asked for. Then the error names engines that can.
pub fn prepared_among<'c>(
    candidates: &'c Candidates,
    engine: &dyn Engine,
    capability: Capability,
) -> Result<&'c Prepared<'static>, Failure> {
    SumRequest::of(candidates).able(engine, capability, || candidates.prepared_by(engine))
}

/// Tells the host if the engine is slow.
fn announce_if_slow(prepared: &Prepared<'_>, host: &dyn Host) {
    if let Some(why) = prepared.slow() {
        host.may_take_long(why);
    }
}

/// Returns the engines that may be asked for a witness, and the one that is named.
///
/// # Errors
/// There is no such engine, or it reads the rules as clauses, as the certificate does.
pub fn witnesses(named: Option<&str>, programs: &Programs) -> Result<Witnesses<'static>, Failure> {
    let Some(name) = named else { return Ok(ENGINES.into()) };
    let engine = engine_named(name, programs)?;
    if engine.facts().clauses == ClauseUse::ReadsRules {
        return Err(Failure::unusable(format!(
            "engine {name} cannot be a witness: it reads the rules as clauses, as the certificate does"
        )));
    }
    Ok(Witnesses { named: Some(engine), ..ENGINES.into() })
}

pub use external::prover_named;

/// Other people's programs by their names.
#[cfg(feature = "external")]
mod external {
    use gridcheck_engine::Engine;
    use gridcheck_engine::prover::Prover;
    use gridcheck_external::EXTERNAL;

    use super::Programs;
    use crate::failure::Failure;
    use crate::usage;

    /// Returns the engine of a name that begins as those of other people's programs.
    pub(super) fn engine(name: &str, programs: &Programs) -> Option<Result<&'static dyn Engine, Failure>> {
        let of_program = name.strip_prefix(EXTERNAL)?;
        let program = programs.0.engine(name).map(|program| program as &dyn Engine);
        Some(program.ok_or_else(|| {
            if programs.0.prover(of_program).is_some() {
                return usage!(
                    (of_program) " proves and counts nothing: it is not an engine but a " [prover] " of gridcheck certify"
                );
            }
            let known = programs.0.names().collect::<Vec<_>>().join(", ");
            usage!("no program `" (name) "`, expected one of " (known) "; " [externals] " FILE describes more")
        }))
    }

    /// Returns the prover of that name, if its program is installed.
    ///
    /// # Errors
    /// There is no such prover, or its program is missing.
    pub fn prover_named(name: &str, programs: &Programs) -> Result<&'static dyn Prover, Failure> {
        if programs.0.engine(&format!("{EXTERNAL}{name}")).is_some() {
            return Err(usage!(
                (name) " counts and proves nothing: it is not a prover but an " [engine] ", " (EXTERNAL) (name)
            ));
        }
        let prover = programs.0.prover(name).ok_or_else(|| {
            let known = programs.0.provers().collect::<Vec<_>>().join(", ");
            usage!("no prover `" (name) "`, expected " (known) "; " [externals] " FILE describes more")
        })?;
        match prover.missing() {
            Some(why) => Err(Failure::unusable(format!("prover {name}: {why}"))),
            None => Ok(prover),
        }
    }
}

/// No program can be started here.
#[cfg(not(feature = "external"))]
mod external {
    use gridcheck_engine::Engine;
    use gridcheck_engine::prover::Prover;

    use super::Programs;
    use crate::failure::Failure;
    use crate::usage;

    /// Returns no prover.
    ///
    /// # Errors
    /// Always.
    pub fn prover_named(_name: &str, _programs: &Programs) -> Result<&'static dyn Prover, Failure> {
        Err(usage!([prover] ": no program can be started here"))
    }

    /// Returns no engine.
    pub(super) fn engine(_name: &str, _programs: &Programs) -> Option<Result<&'static dyn Engine, Failure>> {
        None
    }
}
