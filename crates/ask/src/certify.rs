//! `gridcheck certify`: makes a folder that proves "exactly these grids".

use std::path::PathBuf;

use serde::Deserialize;

use gridcheck_certify::{Proving, certify, certify_by};
use gridcheck_checker::{Report, Witnesses};
use gridcheck_encodings::unsupported_constraint;

use super::Ask;
use super::check::FolderReport;
#[cfg(feature = "clap")]
use super::engines::one_engine;
use super::engines::{Capability, Programs, announce_if_slow_to_list, engine_named, prepared_among, prover_named};
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::options::{Externals, Threads, WitnessOption};
use super::question::Question;

/// Makes a folder with a proof that these grids and no others obey the rules, for other people's proof checkers too.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Certify {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// Let this program find the proof that there are no more grids: cadical, cadical-lrat, or one of --externals that writes LRAT or
    /// DRAT. The default is this program's own search.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub prover: Option<String>,
    /// List the grids for the prover with this engine, however long it takes.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = one_engine))]
    pub engine: Option<String>,
    /// The engine that is asked for a witness.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub witness: WitnessOption,
    /// Further programs that can be used like engines, or that find proofs.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub externals: Externals,
    /// Make this folder. It must not exist yet, or must be empty.
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub out: PathBuf,
}

/// The finder of the proof that there are no more grids.
enum Task<'a> {
    /// The search of this program.
    Search,
    /// The prover of this name, to which an engine lists the grids.
    Prove { prover: &'a str, engine: Option<&'a str> },
}

impl Ask for Certify {
    /// The result of checking the folder.
    type Report = FolderReport<Report>;

    fn ask(&self, host: &dyn Host) -> Result<FolderReport<Report>, Failure> {
        let task = self.task()?;
        let problem = self.question.problem(host)?;
        if let Some(why) = unsupported_constraint(&problem) {
            return Err(Failure::unusable(why));
        }
        for note in problem.notes() {
            host.note(note);
        }
        let programs = Programs::of(&self.externals, host)?;
        let witnesses = self.witness.witnesses(&programs)?;
        let lister = match task {
            Task::Search | Task::Prove { engine: None, .. } => None,
            Task::Prove { engine: Some(name), .. } => Some(engine_named(name, &programs)?),
        };
        let candidates = witnesses.candidates(&problem).and_named(lister);
        let witnesses = Witnesses { prepared: Some(&candidates), ..witnesses };
        if let Some(engine) = witnesses.named {
            prepared_among(&candidates, engine, Capability::Sum)?;
        }
        let made = match task {
            Task::Search => {
                // A problem that is slow to list is slower to certify. This call tells the host.
                announce_if_slow_to_list(&candidates, host)?;
                certify(&problem, &self.out, witnesses, host)
            }
            Task::Prove { prover, .. } => {
                let prover = prover_named(prover, &programs)?;
                let lister = lister.map(|engine| prepared_among(&candidates, engine, Capability::Grids)).transpose()?;
                certify_by(&Proving { prover, lister }, &problem, &self.out, witnesses, host)
            }
        };
        let found = made.map_err(|error| Failure::from(error).about(self.out.display()))?;
        Ok(FolderReport::of_certificate(&self.out, found))
    }
}

impl Certify {
    /// Returns the task. The options are held against each other here, and only here.
    fn task(&self) -> Result<Task<'_>, Failure> {
        let Certify { question: _, threads: _, prover, engine, witness: _, externals: _, out: _ } = self;
        let given = Given([("prover", prover.is_some()), ("engine", engine.is_some())]);
        given.require("engine", "prover")?;
        Ok(match prover {
            None => Task::Search,
            Some(prover) => Task::Prove { prover, engine: engine.as_deref() },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use gridcheck_engine::Run;
    use gridcheck_engine::watch::Watch;
    use serde_json::{Value, json};

    use super::*;
    use crate::host::Unattended;
    use crate::request::Request;

    /// Answers a request with one report.
    fn ask(request: Value, host: &dyn Host) -> Result<Value, Failure> {
        let request: Request = serde_json::from_value(request).expect("a request");
        let mut reports = Vec::new();
        request.ask_in_json(host, |line| {
            reports.push(serde_json::from_str(&line).expect("JSON"));
            ControlFlow::Continue(())
        })?;
        Ok(reports.pop().expect("a report"))
    }

    /// A host that has stopped all work.
    struct Stopped;

    impl Watch for Stopped {
        fn run(&self, _stage: &str) -> Arc<Run> {
            let run = Arc::new(Run::new());
            run.stop();
            run
        }
    }

    impl Host for Stopped {
        fn note(&self, _note: String) {}
    }

    #[test]
    fn makes_a_folder_that_a_check_accepts_refuses_or_leaves_undecided() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("certificate");
        let check = |options: Value, host: &dyn Host| {
            let mut request = options;
            request["folder"] = json!(out);
            ask(json!({ "check": request }), host)
        };
        let made = ask(json!({ "certify": { "size": 5, "out": out } }), &Unattended).expect("a certificate");
        assert_eq!((&made["accepted"], &made["grids"]), (&true.into(), &17.into()));
        assert_eq!(check(json!({}), &Unattended).expect("a report"), made);
        let meant = check(json!({ "rules": { "extends": "british" } }), &Unattended).expect("a report");
        assert_eq!(meant["accepted"], true);
        let refused = check(json!({ "rules": "american" }), &Unattended).expect("a report");
        assert_eq!((&refused["accepted"], &refused["verdict"]), (&false.into(), &"refused".into()));
        let late = check(json!({ "time_limit": 0 }), &Unattended).expect("a report");
        assert_eq!((&late["verdict"], &late["why"]), (&"undecided".into(), &"the time of 0 s was over".into()));
        // Who stops it waits for no verdict.
        assert!(matches!(check(json!({ "time_limit": 600 }), &Stopped), Err(Failure::Stopped)));
    }

    #[test]
    fn an_engine_lists_for_a_prover_alone() {
        let request = json!({ "certify": { "size": 5, "engine": "sat", "out": "none" } });
        assert_eq!(ask(request, &Unattended).expect_err("a conflict").to_string(), "--engine needs --prover");
    }
}
