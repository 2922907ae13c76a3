//! Writes the outcome as a Markdown page for a repository or an issue, and compares an earlier page with a new audit.
//!
//! The page begins with the figures that are wrong. Then each source has a table of its claims, a row for each run of claims that differ
//! only in size and value. Contradictions follow, then the counts with engines, times and the commands that repeat them, folded. A page is
//! read back row by row. The verdict and the right value of each claim must be unchanged; engines and times may differ.

use std::fmt::Write;

use thiserror::Error;

use super::build::BUILD;
use super::claimed_size::ClaimedSize;
use super::claims::{Claim, Claims, Publication};
use super::evidence::EndReason;
use super::reproduce;
use super::verdict::{ClaimVerdict, Finding, evidence};
use super::{Audit, Explained, explained};
use gridcheck_core::plural::plural;
use gridcheck_core::visible::visible;

const HEADER: &str = "| verdict | size | rules | quantity | where | printed | right value | evidence |";
const COLUMNS: usize = 8;
/// The words before the build that has written the page.
const WRITTEN_BY: &str = ", gridcheck ";
/// The content of an empty cell.
const NOTHING: &str = "–";
/// Stands between the sizes, the printed values and the right values of a row. No number contains it.
const BETWEEN: &str = "; ";

/// A row of a page: a claim and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// The source's name, then size, rules, quantity, place and printed value.
    claim: [String; 6],
    /// Verdict and right value.
    outcome: [String; 2],
}

impl Row {
    /// Returns the cells that rows written as one have in common: all but sizes and values.
    fn common(&self) -> [&String; 5] {
        let Row { claim: [source, _, rules, quantity, place, _], outcome: [verdict, _] } = self;
        [source, rules, quantity, place, verdict]
    }

    /// Returns `true` if this claim was open and is confirmed in `later`.
    fn is_settled_by(&self, later: &Row) -> bool {
        let is = |row: &Row, verdicts: &[ClaimVerdict]| verdicts.iter().any(|verdict| verdict.name() == row.outcome[0]);
        is(self, &[ClaimVerdict::OutOfBudget, ClaimVerdict::ConfirmedByOne])
            && is(later, &[ClaimVerdict::Confirmed, ClaimVerdict::ConfirmedByOne])
    }
}

/// Returns the page.
pub fn page(audit: &Audit) -> String {
    let mut page = String::new();
    // Writing to a `String` cannot fail.
    let _ = write_page(&mut page, audit);
    page
}

fn write_page(page: &mut String, audit: &Audit) -> std::fmt::Result {
    writeln!(page, "# Published counts of crossword grids, audited\n")?;
    writeln!(
        page,
        "Written by `gridcheck audit --format markdown` on {}{WRITTEN_BY}{BUILD}. {}: {}.\n",
        audit.date,
        if audit.ending == EndReason::Complete { "Claims" } else { "Claims, as far as the time allowed" },
        audit.summary()
    )?;
    page.push_str(
        "*Confirmed*: at least two engines that work independently give this value, or a theorem states it. *Refuted*: engines or \
         a theorem give another. *Proved* names the theorem of `proofs/` that Coq's kernel has checked. \
         From 11 × 11 on these theorems also rest on Coq's axioms of machine integers. *Extracted*: the program that is \
         extracted from the proofs prints this value; its compiler is not proved. *Inconsistent*: it cannot stand \
         beside other figures of the same source. *Not checkable*: the reason stands below the table. The last section says which counts \
         each verdict rests on, and how to repeat them.\n",
    );
    write_disputed(page, audit)?;
    writeln!(page, "\n## All claims")?;
    for (source, findings) in audit.sources.iter().zip(&audit.findings) {
        write_source(page, source, findings)?;
    }
    if !audit.conflicts.is_empty() {
        writeln!(page, "\n## Sources that contradict each other\n")?;
    }
    for conflict in &audit.conflicts {
        let answers: Vec<String> = conflict.answers.iter().map(ToString::to_string).collect();
        let (size, rules, quantity) = (conflict.size.rows_by_columns(), escaped(&conflict.rules), &conflict.quantity);
        writeln!(page, "- {size}, {rules}, {quantity}: {}", escaped(&answers.join("; ")))?;
    }
    write_counts(page, audit)
}

/// Writes the claims that are wrong, with the right values.
fn write_disputed(page: &mut String, audit: &Audit) -> std::fmt::Result {
    let disputed: Vec<_> = audit.claims().filter(|(_, _, finding)| finding.verdict.is_bad()).collect();
    if disputed.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n## Disputed figures\n")?;
    writeln!(page, "| verdict | source | size | rules | quantity | printed | right value | evidence |")?;
    writeln!(page, "|---|---|---:|---|---|---:|---:|---|")?;
    for (source, claim, finding) in disputed {
        let Row { claim: [source, size, rules, quantity, _, printed], outcome: [verdict, right] } =
            row(source, claim, finding);
        write_row(page, [verdict, source, size, rules, quantity, printed, right, finding.evidence()])?;
    }
    Ok(())
}

/// Writes a row of a table.
fn write_row(page: &mut String, cells: [String; COLUMNS]) -> std::fmt::Result {
    let cells = cells.map(|cell| if cell.is_empty() { NOTHING.to_owned() } else { escaped(&cell) });
    writeln!(page, "| {} |", cells.join(" | "))
}

/// Joins the cells of several rows into one. Empty cells are one empty cell.
fn joined(cells: &[String]) -> String {
    if cells.iter().all(|cell| cell == NOTHING) { NOTHING.to_owned() } else { cells.join(BETWEEN) }
}

fn write_source(page: &mut String, source: &Claims, findings: &[Finding]) -> std::fmt::Result {
    let Publication { author, title, year: _, where_found, note } = &source.source;
    let year = source.source.year_after_comma();
    writeln!(page, "\n### {}\n", escaped(&source.name))?;
    writeln!(page, "{}, *{}*{year}. {}.", escaped(author), escaped(title), escaped(where_found))?;
    if let Some(note) = note {
        writeln!(page, "{}", escaped(note))?;
    }
    writeln!(page, "\n{HEADER}\n|---|---:|---|---|---|---:|---:|---|")?;
    let rows: Vec<(Row, &Finding)> =
        source.claims.iter().zip(findings).map(|(claim, finding)| (row(source, claim, finding), finding)).collect();
    for alike in
        rows.chunk_by(|(one, finding), (other, next)| one.common() == other.common() && finding.has_evidence_like(next))
    {
        let each =
            |cell: fn(&Row) -> &String| joined(&alike.iter().map(|(row, _)| cell(row).clone()).collect::<Vec<_>>());
        let findings: Vec<&Finding> = alike.iter().map(|(_, finding)| *finding).collect();
        let [_, _, rules, quantity, place, _] = alike[0].0.claim.clone();
        let [verdict, _] = alike[0].0.outcome.clone();
        let (sizes, printed, right) =
            (each(|row| &row.claim[1]), each(|row| &row.claim[5]), each(|row| &row.outcome[1]));
        write_row(page, [verdict, sizes, rules, quantity, place, printed, right, evidence(&findings)])?;
    }
    let explained: Vec<String> = explained(source, findings).iter().map(explanation).collect();
    if !explained.is_empty() {
        writeln!(page, "\n{}", explained.join("\n"))?;
    }
    Ok(())
}

/// Returns the line with the reasons for a claim's verdict.
fn explanation(explained: &Explained<'_>) -> String {
    let Claim { size, quantity, printed, rules, .. } = explained.claim;
    let what = escaped(&format!("{}, {rules}, {quantity} {printed}", size.rows_by_columns()));
    format!("- {what}: {}{}", escaped(&explained.reasons.join("; ")), explained.and_others())
}

fn write_counts(page: &mut String, audit: &Audit) -> std::fmt::Result {
    let answered: Vec<_> = audit.evidence.questions().iter().filter(|question| !question.opinions.is_empty()).collect();
    if answered.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n## What was counted\n")?;
    writeln!(page, "<details><summary>{}</summary>\n", plural(answered.len(), "count"))?;
    writeln!(
        page,
        "All grids of a size that obey the rules and have at least the symmetry; primitive grids and the types A, h, r, t and N \
         follow from these by arithmetic. An engine that has found an extreme has counted the grids that reach it in the same run. \
         Behind each engine stands its time, or the file of sums in `fixtures/results` that has its count.\n"
    )?;
    writeln!(page, "| size | rules | symmetry | count | engines | again |\n|---:|---|---|---:|---|---|")?;
    for question in answered {
        let (size, rules) = (question.problem.size(), question.problem.rules());
        let (count, opinions) = question.in_words();
        let again = reproduce::command(question).map_or(NOTHING.to_owned(), |command| format!("`{command}`"));
        let (name, symmetry) = (escaped(&rules.described()), rules.symmetry.name());
        writeln!(page, "| {size} | {name} | {symmetry} | {count} | {opinions} | {again} |")?;
    }
    writeln!(page, "\n</details>")
}

fn row(source: &Claims, claim: &Claim, finding: &Finding) -> Row {
    let right = finding.correction(claim);
    Row {
        claim: [
            source.name.clone(),
            claim.size.to_string(),
            claim.rules.clone(),
            claim.quantity.clone(),
            claim.place.as_deref().map_or_else(|| NOTHING.to_owned(), without_index),
            claim.printed.clone(),
        ]
        .map(|text| visible(&text).into_owned()),
        outcome: [finding.verdict.name().to_owned(), right.map_or_else(|| NOTHING.to_owned(), ToString::to_string)],
    }
}

/// Returns the place of a claim without the index of a term, so that the terms of a sequence have one place: `A130578(5): rows` becomes
/// `A130578: rows`.
fn without_index(place: &str) -> String {
    let index = place.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)));
    match index {
        Some((sequence, (index, after))) if index.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{sequence}{after}")
        }
        _ => place.to_owned(),
    }
}

/// The reason why a text is not a page of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PageError {
    #[error("line {line}: expected a row of {COLUMNS} cells")]
    Cells { line: usize },
    #[error("line {line}: expected as many values as sizes")]
    Values { line: usize },
    #[error("no table of claims found in it")]
    NoTable,
}

/// An earlier page, as it was read.
pub struct EarlierPage {
    rows: Vec<Row>,
    /// The build that has written it.
    build: Option<String>,
}

impl EarlierPage {
    /// Reads a page.
    ///
    /// # Errors
    /// Fails if the text is not such a page.
    pub fn read(page: &str) -> Result<Self, PageError> {
        let written_by = page.split_once(WRITTEN_BY).and_then(|(_, rest)| rest.split(". ").next());
        Ok(EarlierPage { rows: rows(page)?, build: written_by.map(str::to_owned) })
    }

    /// Returns the build that has written the page, if it is another one than this.
    pub fn other_build(&self) -> Option<&str> {
        self.build.as_deref().filter(|build| *build != BUILD)
    }

    /// Returns the differences between the page and this audit, a line each. With `largest`, rows of greater sizes are
    /// ignored. A claim that was open and is confirmed now is not a difference: a faster machine gets further.
    pub fn changes(&self, audit: &Audit, largest: Option<u16>) -> Vec<String> {
        let was = &self.rows;
        let is: Vec<Row> = audit.claims().map(|(source, claim, finding)| row(source, claim, finding)).collect();
        let describe = |row: &Row| {
            let [source, size, rules, quantity, place, printed] = &row.claim;
            let place = if place == NOTHING { String::new() } else { format!(" ({place})") };
            let size = ClaimedSize::of_cell(size).map_or_else(|| size.clone(), ClaimedSize::rows_by_columns);
            format!("{source}, {size}, {rules}, {quantity} {printed}{place}")
        };
        let outcome = |row: &Row| match &row.outcome {
            [verdict, right] if right == NOTHING => verdict.clone(),
            [verdict, right] => format!("{verdict}, right is {right}"),
        };
        let mut changes = Vec::new();
        for row in &is {
            match was.iter().find(|earlier| earlier.claim == row.claim) {
                None => changes.push(format!("{}: not in the page, now {}", describe(row), outcome(row))),
                Some(earlier) if earlier.outcome != row.outcome && !earlier.is_settled_by(row) => {
                    changes.push(format!("{}: was {}, now {}", describe(row), outcome(earlier), outcome(row)));
                }
                Some(_) => {}
            }
        }
        let side = |row: &Row| ClaimedSize::of_cell(&row.claim[1]).map(ClaimedSize::longer_side);
        let belongs = |row: &Row| largest.is_none_or(|most| side(row).is_some_and(|side| side <= i64::from(most)));
        for gone in was.iter().filter(|row| belongs(row) && is.iter().all(|now| now.claim != row.claim)) {
            changes.push(format!("{}: in the page, and no longer claimed", describe(gone)));
        }
        changes
    }
}

/// Reads the rows of the claims' tables.
fn rows(page: &str) -> Result<Vec<Row>, PageError> {
    let mut rows = Vec::new();
    let (mut source, mut in_table) = (String::new(), false);
    for (line, number) in page.lines().zip(1..) {
        if let Some(heading) = line.strip_prefix("### ") {
            source = cells(heading).concat();
        }
        let is_row = line.starts_with('|');
        in_table = is_row && (in_table || line == HEADER);
        if !in_table || line == HEADER || line.starts_with("|--") {
            continue;
        }
        let cells = cells(line.trim_start_matches('|').trim_end_matches('|'));
        let cells: [String; COLUMNS] = cells.try_into().map_err(|_| PageError::Cells { line: number })?;
        let [verdict, sizes, rules, quantity, place, printed, right, _] = cells;
        let [sizes, printed, right] =
            [&sizes, &printed, &right].map(|cell| cell.split(BETWEEN).map(str::to_owned).collect::<Vec<_>>());
        let right = if right == [NOTHING] { vec![NOTHING.to_owned(); sizes.len()] } else { right };
        if printed.len() != sizes.len() || right.len() != sizes.len() {
            return Err(PageError::Values { line: number });
        }
        for ((size, printed), right) in sizes.into_iter().zip(printed).zip(right) {
            let claim = [source.clone(), size, rules.clone(), quantity.clone(), place.clone(), printed];
            rows.push(Row { claim, outcome: [verdict.clone(), right] });
        }
    }
    if rows.is_empty() { Err(PageError::NoTable) } else { Ok(rows) }
}

/// Escapes text so that Markdown shows it unchanged, also in a table. It is made visible.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text).chars() {
        if "\\|<&*_`[".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Splits a row at its bars and undoes the escapes.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut characters = row.chars();
    while let Some(character) = characters.next() {
        let last = cells.len() - 1;
        match character {
            '\\' => cells[last].extend(characters.next()),
            '|' => cells.push(String::new()),
            other => cells[last].push(other),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}
