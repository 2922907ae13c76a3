//! The forms in which findings are printed, a grid at a time.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::format::Format;
use super::super::output::Output;
use super::super::plural::plural;
use super::sarif;
use crate::grid::Grid;
use crate::lint::{Finding, Severity};
use crate::rules::validator::Violation;

/// A grid and what is to be said of it.
pub struct Judged<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The grid's number in its file, from 0.
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
    /// The grid.
    pub grid: &'a Grid,
    /// What was found.
    pub findings: Vec<Finding>,
    /// What the validator says, where the grid is judged by a rule set.
    pub violations: Vec<Violation>,
}

/// Prints grids in a form.
pub struct Printer {
    format: Format,
    quiet: bool,
    drawing: bool,
    /// Whether something has been printed that the next has to be parted from.
    begun: bool,
}

impl Printer {
    /// Prints what comes before the first grid.
    pub fn begin(format: Format, quiet: bool, drawing: bool, output: &mut Output) -> anyhow::Result<Self> {
        if format == Format::Sarif {
            write!(output, "{}", sarif::beginning())?;
        }
        Ok(Printer { format, quiet, drawing, begun: false })
    }

    /// Prints one grid.
    pub fn print(&mut self, output: &mut Output, judged: &Judged) -> anyhow::Result<()> {
        match self.format {
            _ if self.quiet => {}
            Format::Json => writeln!(output, "{}", as_json(judged))?,
            Format::Github => {
                for finding in &judged.findings {
                    writeln!(output, "{}", annotation(judged, finding))?;
                }
            }
            Format::Sarif => {
                for finding in &judged.findings {
                    let separator = if self.begun { "," } else { "" };
                    write!(output, "{separator}\n{}", sarif::result(judged.file, judged.line, finding))?;
                    self.begun = true;
                }
            }
            _ => self.print_text(output, judged)?,
        }
        Ok(())
    }

    /// Prints what comes after the last grid.
    pub fn end(self, output: &mut Output) -> anyhow::Result<()> {
        if self.format == Format::Sarif {
            writeln!(output, "{}", sarif::END)?;
        }
        Ok(())
    }

    fn print_text(&self, output: &mut Output, judged: &Judged) -> anyhow::Result<()> {
        let Judged { file, index, line, grid, findings, .. } = judged;
        let verdict = verdict(findings);
        let is_valid = findings.iter().all(|finding| finding.severity < Severity::Error);
        let verdict = if is_valid { output.good(&verdict) } else { output.bad(&verdict) };
        let (height, width) = (grid.height(), grid.width());
        writeln!(output, "{file}:{line}: grid {}, {height} × {width}: {verdict}", index + 1)?;
        for finding in findings {
            let (code, severity) = (finding.code.name(), finding.severity.name());
            let severity = if finding.severity == Severity::Error { output.bad(severity) } else { severity.to_owned() };
            writeln!(output, "  {code} {severity}: {finding}")?;
        }
        if self.drawing {
            write!(output, "{}", drawing(output, grid, findings))?;
        }
        Ok(())
    }
}

/// How many findings there are, in words.
fn verdict(findings: &[Finding]) -> String {
    let counts = [Severity::Error, Severity::Warning, Severity::Note].into_iter().filter_map(|severity| {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        (count > 0).then(|| plural(count, severity.name()))
    });
    let counts: Vec<String> = counts.collect();
    match findings.iter().map(|finding| finding.severity).max() {
        None => "valid".to_owned(),
        Some(Severity::Error) => counts.join(", "),
        Some(_) => format!("valid, {}", counts.join(", ")),
    }
}

/// The grid with the squares marked that the findings are about; nothing if there are none.
fn drawing(output: &Output, grid: &Grid, findings: &[Finding]) -> String {
    let marked: HashSet<(usize, usize)> = findings.iter().flat_map(|finding| finding.squares.iter().copied()).collect();
    let mut text = String::new();
    if marked.is_empty() {
        return text;
    }
    for r in 0..grid.height() {
        text.push_str("    ");
        for c in 0..grid.width() {
            let square = match (grid.is_white(r, c), marked.contains(&(r, c))) {
                (true, false) => ".".to_owned(),
                (false, false) => "#".to_owned(),
                (true, true) => output.bad("o"),
                (false, true) => output.bad("X"),
            };
            text.push_str(&square);
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text);
    }
    text
}

/// A finding as JSON.
#[derive(Serialize)]
struct FindingAsJson {
    code: String,
    severity: &'static str,
    /// As in `17-Across`.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    message: String,
    /// Row and column of each, from 1.
    squares: Vec<[usize; 2]>,
}

impl From<&Finding> for FindingAsJson {
    fn from(finding: &Finding) -> Self {
        FindingAsJson {
            code: finding.code.name(),
            severity: finding.severity.name(),
            word: finding.word.map(|word| word.to_string()),
            message: finding.message.clone(),
            squares: finding.squares.iter().map(|&(r, c)| [r + 1, c + 1]).collect(),
        }
    }
}

fn as_json(judged: &Judged) -> Value {
    json!({
        "file": judged.file,
        "index": judged.index + 1,
        "line": judged.line,
        "valid": judged.findings.iter().all(|finding| finding.severity < Severity::Error),
        "findings": judged.findings.iter().map(FindingAsJson::from).collect::<Vec<_>>(),
        "violations": judged.violations,
    })
}

/// A workflow command: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
fn annotation(judged: &Judged, finding: &Finding) -> String {
    let escaped = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let command = match finding.severity {
        Severity::Note => "notice",
        other => other.name(),
    };
    format!(
        "::{command} file={},line={},title={}::{}",
        property(judged.file),
        judged.line,
        finding.code.name(),
        escaped(&format!("grid {}: {finding}", judged.index + 1))
    )
}
