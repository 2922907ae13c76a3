//! A citation of an answer: a paragraph that says what was found and how, and the same as BibTeX.

use std::io::Write;
use std::time::Duration;

use clap::Args;

use super::{Output, arguments};
use crate::ask::failure::Failure;
use crate::plural::plural;
use crate::problem::Problem;
use crate::visible::visible;

/// The citation of the program, which the repository has for people and services.
const CITATION: &str = include_str!("../../CITATION.cff");

/// The request for a citation.
#[derive(Args)]
pub(super) struct CiteArg {
    /// After the answer, print a paragraph and a BibTeX entry that cite it: what was counted, by which rules, engines, version and
    /// command.
    #[arg(long)]
    pub cite: bool,
}

/// The facts that a citation states.
pub(super) struct Citation {
    /// The answer in a few words, for a title.
    pub title: String,
    /// Sentences on the answer and its witnesses.
    pub facts: Vec<String>,
    /// The time that the work took.
    pub time: Duration,
}

impl Citation {
    /// Cites the number of grids of a problem, which these engines found.
    pub(super) fn of_count(problem: &Problem, count: u128, engines: &[&str], time: Duration) -> Self {
        let size = problem.size().rows_by_columns();
        let rules = problem.rules().described();
        let verb = if count == 1 { "obeys" } else { "obey" };
        let mut facts = vec![format!("{} of {size} squares {verb} the rules {rules}.", plural(count, "grid"))];
        let constraints: Vec<String> = problem.constraints().iter().map(ToString::to_string).collect();
        if !constraints.is_empty() {
            facts.push(format!("Only grids with {} are counted.", constraints.join(" and ")));
        }
        if !problem.givens().is_empty() {
            let givens = problem.givens().to_string().trim_end().replace('\n', "/");
            facts.push(format!("Given squares are {givens} (# black, . white, ? open)."));
        }
        facts.push(match engines {
            [engine] => format!("The engine {engine} counted them."),
            engines => format!("The engines {} agree.", engines.join(", ")),
        });
        Citation { title: format!("{} of {size} squares, rules {rules}", plural(count, "grid")), facts, time }
    }

    /// Prints the paragraph and the BibTeX entry.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let Citation { title, facts, time } = self;
        let version = env!("CARGO_PKG_VERSION");
        let command = typed_command();
        let command = visible(&command);
        let facts = facts.join(" ");
        let seconds = time.as_secs_f64();
        writeln!(
            output,
            "\nCite as:\n\n{facts} Found by gridcheck {version} in {seconds:.1} s with the command `{command}`."
        )?;
        let (author, year) = (field("  - name"), field("date-released").chars().take(4).collect::<String>());
        let digest = blake3::hash(format!("{version} {title}").as_bytes());
        writeln!(
            output,
            "\n@misc{{gridcheck-{:08x},\n  author = {{{{{author}}}}},\n  title = {{gridcheck {version}: {}}},\n  year = {{{year}}},\n  \
             howpublished = {{Computer program}},\n  note = {{{} Command: \\texttt{{{}}}}}\n}}",
            // The key is the same for the same question and version.
            u32::from_le_bytes([0, 1, 2, 3].map(|at| digest.as_bytes()[at])),
            in_latex(title),
            in_latex(&facts),
            in_latex(&command)
        )?;
        Ok(())
    }
}

/// Returns the value of a key of the citation file.
fn field(key: &str) -> &'static str {
    let line = CITATION.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    line.unwrap_or_default().trim().trim_matches('"')
}

/// Returns the command line of the program.
pub(super) fn typed_command() -> String {
    command(arguments().iter().map(|argument| argument.to_string_lossy().into_owned()))
}

/// Returns a command line for a shell. The first argument is the program, which has its name without a folder.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+=@%".contains(c);
    let quoted = |argument: String| {
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument
        } else {
            format!("'{}'", argument.replace('\'', r"'\''"))
        }
    };
    std::iter::once("gridcheck".to_owned()).chain(arguments.skip(1).map(quoted)).collect::<Vec<_>>().join(" ")
}

/// Returns a text in which LaTeX prints every character as it is.
fn in_latex(text: &str) -> String {
    let mut latex = String::new();
    for character in text.chars() {
        match character {
            '\\' => latex.push_str(r"\textbackslash{}"),
            '~' => latex.push_str(r"\textasciitilde{}"),
            '^' => latex.push_str(r"\textasciicircum{}"),
            '×' => latex.push_str(r"$\times$"),
            '<' => latex.push_str(r"\textless{}"),
            '>' => latex.push_str(r"\textgreater{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => latex.extend(['\\', character]),
            other => latex.push(other),
        }
    }
    latex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_citation_file_states_this_version() {
        assert_eq!(field("version"), env!("CARGO_PKG_VERSION"));
        assert_eq!(field("  - name"), env!("CARGO_PKG_AUTHORS"));
        assert_eq!(field("license"), env!("CARGO_PKG_LICENSE"));
        assert!(field("date-released").len() == 10);
    }

    #[test]
    fn quotes_a_command_for_the_shell() {
        let typed = ["/bin/gridcheck", "count", "--where", "words >= 5", "it's", ""].map(str::to_owned);
        assert_eq!(command(typed.into_iter()), r"gridcheck count --where 'words >= 5' 'it'\''s' ''");
    }

    #[test]
    fn escapes_latex_special_characters() {
        assert_eq!(in_latex(r"a_b {c} 7 × 7 \ 5%"), r"a\_b \{c\} 7 $\times$ 7 \textbackslash{} 5\%");
    }
}
