//! Prints findings in the output formats, one grid at a time.

use std::collections::HashSet;
use std::io::Write;

use super::super::{Format, Output, report, write_json};
use super::sarif;
use crate::ask::failure::Failure;
use crate::ask::validate::baseline::fingerprint;
use crate::ask::validate::report::{BaselineState, Judged, Judgement, Suggestion, UnreadableFile};
use crate::draw::terminal::{Screen, ruled};
use crate::lint::codes::Code;
use crate::lint::{Diagnostic, Severity, has_error};
use crate::plural::plural;
use crate::shape::{Colour, Shape};
use crate::validator::Square;
use crate::visible::{in_annotation, visible};

pub(super) struct Printer {
    format: Format,
    quiet: bool,
    drawing: bool,
    /// `true` once the part before the results was printed.
    begun: bool,
    /// The codes of the results so far, in the order of their appearance.
    fired: Vec<&'static Code>,
}

impl Printer {
    pub(super) fn new(format: Format, quiet: bool, drawing: bool) -> Self {
        Printer { format, quiet, drawing, begun: false, fired: Vec::new() }
    }

    pub(super) fn print(&mut self, output: &mut Output, judgement: &Judgement) -> Result<(), Failure> {
        match judgement {
            Judgement::Grid(judged) => self.print_grid(output, judged),
            Judgement::Unreadable(file) => self.print_unreadable(output, file),
        }
    }

    fn print_grid(&mut self, output: &mut Output, judged: &Judged) -> Result<(), Failure> {
        match self.format {
            Format::Json => write_json(output, &judged.report())?,
            Format::Github => {
                for (finding, known) in judged.findings.iter().zip(judged.known) {
                    let text = format!("grid {}: {finding}", judged.index + 1);
                    let line = judged.line_of(finding);
                    writeln!(output, "{}", annotation(judged.file, line, finding, &text, *known))?;
                }
            }
            Format::Sarif => {
                for (finding, known) in judged.findings.iter().zip(judged.known) {
                    let print = fingerprint(judged.file, Some(judged.index), finding);
                    let line = judged.line_of(finding);
                    self.print_sarif(output, judged.file, line, finding, &print, *known)?;
                }
            }
            _ => self.print_text(output, judged)?,
        }
        Ok(())
    }

    /// Prints the finding that a file cannot be read, at a line of the file.
    fn print_unreadable(&mut self, output: &mut Output, unreadable: &UnreadableFile) -> Result<(), Failure> {
        let UnreadableFile { file, line, finding } = unreadable;
        let (file, line) = (*file, *line);
        match self.format {
            // The summary alone does not say which file it is.
            _ if self.quiet => report(&format!("{}: {finding}", visible(file))),
            Format::Json => write_json(output, &unreadable.report())?,
            Format::Github => {
                writeln!(
                    output,
                    "{}",
                    annotation(file, line, finding, &finding.to_string(), BaselineState::NoBaseline)
                )?;
            }
            Format::Sarif => {
                let print = fingerprint(file, None, finding);
                self.print_sarif(output, file, line, finding, &print, BaselineState::NoBaseline)?;
            }
            _ => {
                writeln!(output, "{}:{line}: {}", visible(file), output.bad("unreadable"))?;
                writeln!(output, "  {} {}: {finding}", finding.code, output.bad(finding.severity.name()))?;
            }
        }
        Ok(())
    }

    fn print_sarif(
        &mut self,
        output: &mut Output,
        file: &str,
        line: usize,
        finding: &Diagnostic,
        print: &str,
        known: BaselineState,
    ) -> Result<(), Failure> {
        let before = if self.begun { "," } else { sarif::BEGINNING };
        write!(output, "{before}\n{}", sarif::result(file, line, finding, print, known))?;
        self.begun = true;
        if !self.fired.contains(&finding.code) {
            self.fired.push(finding.code);
        }
        Ok(())
    }

    /// Prints the part after the last grid.
    pub(super) fn end(self, output: &mut Output) -> Result<(), Failure> {
        if self.format == Format::Sarif {
            let before = if self.begun { "" } else { sarif::BEGINNING };
            writeln!(output, "{before}{}", sarif::end(&self.fired))?;
        }
        Ok(())
    }

    fn print_text(&self, output: &mut Output, judged: &Judged) -> Result<(), Failure> {
        let Judged { file, index, found, shape, by, findings, known, repair } = judged;
        let line = found.line;
        let verdict = verdict(findings, by.whole);
        let verdict = if has_error(findings) { output.bad(&verdict) } else { output.good(&verdict) };
        let (height, width, extras) = (shape.height(), shape.width(), shape.extras());
        let chosen = if by.chosen { format!(", profile {}", by.name) } else { String::new() };
        let file = visible(file);
        writeln!(output, "{file}:{line}: grid {}, {height} × {width}{extras}{chosen}: {verdict}", index + 1)?;
        for (finding, known) in findings.iter().zip(*known) {
            let (code, severity) = (finding.code, finding.severity.name());
            let is_new = *known != BaselineState::Known;
            let is_bad = finding.severity == Severity::Error && is_new;
            let severity = if is_bad { output.bad(severity) } else { severity.to_owned() };
            let line = finding.line_of_file.map_or(String::new(), |line| format!(", line {line}"));
            writeln!(output, "  {code} {severity}{}{line}: {finding}", if is_new { "" } else { ", known" })?;
        }
        if self.drawing {
            write!(output, "{}", drawing(output, *shape, findings))?;
        }
        match repair {
            None => {}
            Some(Suggestion::Changes(changes)) => writeln!(output, "  repair changes {}", plural(*changes, "square"))?,
            Some(Suggestion::AtLeast(fewest)) => {
                writeln!(output, "  repair changes at least {} (time limit reached)", plural(*fewest, "square"))?;
            }
            Some(Suggestion::Impossible) => writeln!(output, "  no grid of this size obeys the rules")?,
        }
        Ok(())
    }
}

/// Returns the verdict in words. If only a part of the rules was checked, it is the number of findings.
fn verdict(findings: &[Diagnostic], whole: bool) -> String {
    let counts = Severity::ALL.into_iter().filter_map(|severity| {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        (count > 0).then(|| plural(count, severity.name()))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    match (whole, findings) {
        (true, []) => "valid".to_owned(),
        (true, _) if !has_error(findings) => format!("valid, {counts}"),
        (false, []) => "nothing found of what is asked for".to_owned(),
        _ => counts,
    }
}

/// Returns the grid with the squares of its findings marked; an empty text if there are none.
fn drawing(output: &Output, shape: Shape, findings: &[Diagnostic]) -> String {
    let marked: HashSet<Square> = findings.iter().flat_map(|finding| finding.squares.iter().copied()).collect();
    if marked.is_empty() {
        return String::new();
    }
    let square = |(row, column)| match (shape.at((row, column)), marked.contains(&Square { row, column })) {
        (Colour::White, false) => ".".to_owned(),
        (Colour::Black, false) => "#".to_owned(),
        (Colour::White, true) => output.bad("o"),
        (Colour::Black, true) => output.bad("X"),
        (Colour::Void, _) => " ".to_owned(),
    };
    let lines = if shape.bars().is_empty() {
        (0..shape.height()).map(|row| (0..shape.width()).map(|column| square((row, column))).collect()).collect()
    } else {
        ruled(shape, 1, Screen { blocks: output.terminal(), colour: output.colour() }, square)
    };
    lines.iter().fold(String::new(), |text, line| text + "    " + line.trim_end() + "\n")
}

/// Returns a workflow command: <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>. A known finding is only a
/// notice.
fn annotation(file: &str, line: usize, finding: &Diagnostic, text: &str, known: BaselineState) -> String {
    // A file name is one line.
    let property = |text: &str| in_annotation(text).replace(':', "%3A").replace(',', "%2C");
    let (command, mark) = match (finding.severity, known) {
        (_, BaselineState::Known) => ("notice", " (known)"),
        (Severity::Note, _) => ("notice", ""),
        (other, _) => (other.name(), ""),
    };
    let file = property(&visible(sarif::of_page(file)));
    format!("::{command} file={file},line={line},title={}{mark}::{}", finding.code, in_annotation(text))
}
