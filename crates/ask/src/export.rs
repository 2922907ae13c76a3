//! `gridcheck export`: the problem in a language of other people's tools.

use std::io::{self, Write};

use serde::Deserialize;

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::GridKind;
use gridcheck_encodings::cnf::Cnf;
use gridcheck_encodings::{asp, cover, unsupported_constraint};

use super::Ask;
use super::failure::Failure;
use super::host::Host;
use super::options::Threads;
use super::question::Question;

/// Writes the problem as input for model counters, answer-set solvers or exact-cover programs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// Write this language.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
    pub to: ExportLanguage,
}

/// A language of other people's tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum ExportLanguage {
    /// A formula in DIMACS for model counters and SAT solvers, as in the Model Counting Competition.
    Dimacs,
    /// A logic program for clingo.
    Asp,
    /// Items and options of an exact cover problem, in the input format of Knuth's DLX programs.
    Dlx,
}

/// A problem that a language can state.
///
/// The text may be very large, so it is made while it is [written](Exported::write).
pub struct Exported {
    problem: Problem,
    language: ExportLanguage,
}

impl Ask for Export {
    type Report = Exported;

    fn ask(&self, host: &dyn Host) -> Result<Exported, Failure> {
        let problem = self.question.problem(host)?;
        if self.to == ExportLanguage::Dlx && problem.rules().kind == GridKind::Bars {
            let why = "an exact cover problem has no place for bars; dimacs and asp have";
            return Err(Failure::unusable(why.to_owned()));
        }
        if let (ExportLanguage::Dlx, Some(constraint)) = (self.to, problem.constraints().first()) {
            return Err(Failure::unusable(format!(
                "an exact cover problem has no place for the constraint {constraint}; dimacs and asp have"
            )));
        }
        if let Some(why) = unsupported_constraint(&problem) {
            return Err(Failure::unusable(why));
        }
        for note in problem.notes() {
            host.note(note);
        }
        Ok(Exported { problem, language: self.to })
    }
}

impl Exported {
    /// Writes the text.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self.language {
            ExportLanguage::Dimacs => Cnf::of(&self.problem).write(out),
            ExportLanguage::Asp => asp::write(&self.problem, out),
            ExportLanguage::Dlx => cover::write(&self.problem, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn first_line(request: &str) -> Result<String, Failure> {
        let request: Export = serde_json::from_str(request).expect("a request");
        let mut text = Vec::new();
        request.ask(&Unattended)?.write(&mut text)?;
        let text = String::from_utf8(text).expect("a text");
        Ok(text.lines().next().unwrap_or_default().split(' ').next().unwrap_or_default().to_owned())
    }

    #[test]
    fn each_language_has_its_comments() {
        for (language, comment) in [("dimacs", "c"), ("asp", "%"), ("dlx", "|")] {
            let request = format!(r#"{{"size": 3, "to": "{language}"}}"#);
            assert_eq!(first_line(&request).expect("a text"), comment);
        }
    }

    #[test]
    fn barred_grids_are_models_but_no_covers() {
        for (language, comment) in [("dimacs", "c"), ("asp", "%")] {
            let request = format!(r#"{{"size": 5, "rules": "ximenes", "to": "{language}"}}"#);
            assert_eq!(first_line(&request).expect("a text"), comment);
        }
        let failure = first_line(r#"{"size": 5, "rules": "ximenes", "to": "dlx"}"#).expect_err("no place for bars");
        assert!(failure.to_string().contains("no place for bars"), "{failure}");
    }

    #[test]
    fn an_exact_cover_problem_has_no_constraints() {
        let failure = first_line(r#"{"size": 5, "where": "words = 6", "to": "dlx"}"#).expect_err("no place for it");
        assert!(failure.to_string().contains("no place for the constraint words = 6"), "{failure}");
    }
}
