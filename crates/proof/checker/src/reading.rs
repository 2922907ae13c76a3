//! Reads the files of a certificate as those of an untrusted stranger. Any content gives a value or a reason, and memory is bounded.

use std::fmt::Display;
use std::io::{BufReader, Read};
use std::path::Path;

use super::choices::Choices;
use super::clauses::Formula;
use super::manifest::{GIVENS, GRIDS, MANIFEST, MAX_GRIDS, Manifest, PROBLEM, RULES, open, unreadable};
use super::refusal::Refusal;
use super::watched::Watched;
use super::{CheckError, dimacs};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::size::Size;
use gridcheck_engine::Run;

/// Most bytes of a file of rules or given squares.
const MAX_TEXT: u64 = 1 << 20;
/// Most bytes of a formula. A larger one was not written by this program.
const MAX_FORMULA: u64 = 1 << 26;

/// Reads the question: the rules, the size, the given squares and the constraints. The rules must have the name that the manifest states.
pub(super) fn question(folder: &Path, manifest: &Manifest) -> Result<Problem, CheckError> {
    let rules = text(folder, RULES, MAX_TEXT)?;
    let rules = Ruleset::from_toml(&rules, "rules").map_err(|error| Refusal::new(format!("{RULES}:{error}")))?;
    must_agree("rules", &manifest.rules, &rules.name)?;
    let wrong = |error: &dyn Display| Refusal::new(format!("{MANIFEST}: {error}"));
    let size = manifest.size.size().map_err(|error| wrong(&error))?;
    let problem = Problem::of_size(size, rules).map_err(|error| wrong(&error))?;
    let constraints = manifest.constraints.iter().map(|text| constraint(text)).collect::<Result<Vec<_>, _>>()?;
    let problem = problem.with_constraints(constraints).map_err(|error| wrong(&error))?;
    if !manifest.givens {
        return Ok(problem);
    }
    let givens = givens(&text(folder, GIVENS, MAX_TEXT)?, size)?;
    problem.with_givens(givens).map_err(|error| Refusal::new(format!("{GIVENS}: {error}")).into())
}

/// Parses a constraint. The text must equal the printed form, so that a reader cannot take it for another constraint.
fn constraint(text: &str) -> Result<Constraint, Refusal> {
    let constraint: Constraint =
        text.parse().map_err(|error| Refusal::new(format!("{MANIFEST}: a constraint, {error}")))?;
    must_agree("a constraint", &text.to_owned(), &constraint.to_string())?;
    Ok(constraint)
}

/// Parses given squares and bars, as [`Givens::fix_written`] reads a row.
fn givens(text: &str, size: Size) -> Result<Givens, Refusal> {
    let (height, width) = (size.rows(), size.columns());
    let mut givens = Givens::open(height, width);
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() != height || lines.iter().any(|line| line.len() != width) {
        return Err(Refusal::new(format!("{GIVENS}: expected {height} lines of {width} characters")));
    }
    for (r, line) in lines.into_iter().enumerate() {
        let wrong = |_| Refusal::new(format!("{GIVENS}, line {}: expected # . ? and bars between squares only", r + 1));
        givens.fix_written(r, line).map_err(wrong)?;
    }
    Ok(givens)
}

/// Reads the problem's clauses.
pub(super) fn formula(folder: &Path, manifest: &Manifest, choices: &Choices, run: &Run) -> Result<Formula, CheckError> {
    let file = open(folder, PROBLEM)?;
    let length = file.metadata().map_err(|error| unreadable(PROBLEM, &error))?.len();
    if length > MAX_FORMULA {
        return Err(CheckError::Unusable(Refusal::new(format!("{PROBLEM}: larger than {MAX_FORMULA} bytes"))));
    }
    run.set_work(length);
    let reader = dimacs::DimacsReader::new(BufReader::new(Watched { from: file.take(length), run }), PROBLEM)?;
    let (variables, chosen) = (reader.variables(), choices.number());
    must_agree("variables", &manifest.variables, &variables)?;
    if variables < chosen {
        let variables = plural(variables, "variable");
        return Err(Refusal::new(format!("{PROBLEM}: {variables} for {}", choices.described())).into());
    }
    // Check this before reserving memory: a variable beyond the choices is in some clause, and takes at least two bytes there.
    if (variables - chosen) as u64 > length / 2 {
        return Err(
            Refusal::new(format!("{PROBLEM}: {variables} variables, more than {length} bytes have room for")).into()
        );
    }
    let formula = reader.formula()?;
    must_agree("clauses", &manifest.clauses, &formula.clauses.len())?;
    match unused(&formula, chosen) {
        Some(unused) => Err(Refusal::new(format!("{PROBLEM}: variable {unused} is in no clause")).into()),
        None => Ok(formula),
    }
}

/// Returns the first variable beyond the choices that is in no clause. They could not determine its value.
fn unused(formula: &Formula, chosen: usize) -> Option<usize> {
    let mut used = vec![false; formula.variables + 1];
    for literal in formula.clauses.iter().flatten() {
        used[literal.unsigned_abs() as usize] = true;
    }
    (chosen + 1..used.len()).find(|&variable| !used[variable])
}

/// Reads the listed grids, one per line, all lines of one length.
pub(super) fn grids(folder: &Path, manifest: &Manifest, problem: &Problem, run: &Run) -> Result<Vec<Grid>, CheckError> {
    let file = open(folder, GRIDS)?;
    let length = file.metadata().map_err(|error| unreadable(GRIDS, &error))?.len();
    let (height, width) = (problem.height(), problem.width());
    let line = height * (width + 1);
    if !length.is_multiple_of(line as u64) || length / line as u64 > MAX_GRIDS as u64 {
        return Err(Refusal::new(format!("{GRIDS}: {}, expected grids of {line} each", plural(length, "byte"))).into());
    }
    let number = (length / line as u64) as usize;
    let is_square = |byte: u8| match problem.rules().kind {
        GridKind::Blocks => matches!(byte, b'#' | b'.'),
        GridKind::Bars => matches!(byte, b'.' | b'r' | b'b' | b'+'),
    };
    must_agree("grids", &manifest.grids, &number)?;
    run.set_work(length);
    let mut file = BufReader::new(Watched { from: file, run });
    let mut bytes = vec![0; line];
    let mut grids = Vec::new();
    for i in 1..=number {
        file.read_exact(&mut bytes).map_err(|error| unreadable(GRIDS, &error))?;
        let is_grid = bytes.chunks_exact(width + 1).enumerate().all(|(r, row)| {
            row[..width].iter().all(|&byte| is_square(byte)) && row[width] == if r + 1 == height { b'\n' } else { b'/' }
        });
        let text = str::from_utf8(&bytes).ok().filter(|_| is_grid);
        let wrong = || Refusal::new(format!("{GRIDS}, line {i}: expected a grid, its rows joined by /"));
        grids.push(text.and_then(|text| text.parse().ok()).ok_or_else(wrong)?);
    }
    Ok(grids)
}

/// Returns an error unless the manifest states the value that was found.
pub(super) fn must_agree<T: PartialEq + Display>(what: &str, said: &T, found: &T) -> Result<(), Refusal> {
    if said == found {
        Ok(())
    } else {
        Err(Refusal::new(format!("{MANIFEST}: {what}: expected `{found}`, found `{said}`")))
    }
}

fn text(folder: &Path, name: &'static str, most: u64) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    open(folder, name)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > most {
        return Err(Refusal::new(format!("{name}: larger than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Refusal::new(format!("{name}: not UTF-8 text")))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    /// A folder with one file, and a manifest that describes it.
    struct Sample {
        folder: tempfile::TempDir,
        manifest: Manifest,
    }

    impl Sample {
        fn new(name: &str, content: &str) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join(name), content).expect("room on the disk");
            let manifest = serde_json::json!({
                "format": "", "made_by": "", "claim": "", "size": 3, "rules": "", "givens": false, "grids": 1, "variables": 9,
                "clauses": 0, "steps": 0, "files": [], "check_with": [],
            });
            Sample { folder, manifest: serde_json::from_value(manifest).expect("a manifest") }
        }

        /// Creates a sample whose file consists of `bytes` zeros.
        fn long(name: &str, bytes: u64) -> Self {
            let sample = Sample::new(name, "");
            let file = File::options().write(true).open(sample.folder.path().join(name)).expect("it is there");
            file.set_len(bytes).expect("room on the disk");
            sample
        }

        fn problem(&self) -> Problem {
            Problem::of_size(self.manifest.size.size().expect("a size"), Ruleset::lax()).expect("a fair problem")
        }

        fn formula(&self) -> Result<Formula, CheckError> {
            formula(self.folder.path(), &self.manifest, &Choices::of(&self.problem()), &Run::new())
        }

        fn grids(&self) -> Result<Vec<Grid>, CheckError> {
            grids(self.folder.path(), &self.manifest, &self.problem(), &Run::new())
        }
    }

    fn refused<T: std::fmt::Debug>(outcome: Result<T, CheckError>, why: &str) {
        let error = outcome.expect_err("something is wrong").to_string();
        assert!(error.contains(why), "{error}: expected {why}");
    }

    #[test]
    fn a_formula_has_a_variable_for_each_square_and_uses_all_others() {
        let of = |variables: usize, clauses: &str| {
            let count = clauses.lines().count();
            let mut sample = Sample::new(PROBLEM, &format!("p cnf {variables} {count}\n{clauses}"));
            (sample.manifest.variables, sample.manifest.clauses) = (variables, count);
            sample.formula()
        };
        assert!(of(9, "").is_ok());
        refused(of(8, ""), "8 variables for 9 squares");
        assert!(of(11, "10 0\n-11 1 0\n").is_ok());
        refused(of(11, "10 0\n1 0\n"), "variable 11 is in no clause");
        // The 11 bytes can hold five variables more than there are squares.
        refused(of(14, ""), "variable 10 is in no clause");
        refused(of(15, ""), "15 variables, more than 11 bytes have room for");
    }

    #[test]
    fn a_formula_is_no_larger_than_64_mb() {
        refused(Sample::long(PROBLEM, (1 << 26) + 1).formula(), "larger than 67108864 bytes");
        refused(Sample::long(PROBLEM, 1 << 26).formula(), "line 1");
    }

    #[test]
    fn a_list_of_grids_is_lines_of_one_length() {
        assert_eq!(Sample::new(GRIDS, "###/#.#/###\n").grids().expect("a list")[0].one_line(), "###/#.#/###");
        refused(Sample::new(GRIDS, "###/#.#/###\n#").grids(), "13 bytes, expected grids of 12 each");
        for wrong in ["###.###/###\n", "###/###/###/", "##x/###/###\n", "###/###\n###\n"] {
            refused(Sample::new(GRIDS, wrong).grids(), "line 1: expected a grid, its rows joined by /");
        }
        let most = MAX_GRIDS as u64;
        refused(Sample::long(GRIDS, 12 * most).grids(), "grids: expected `1000000`, found `1`");
        refused(Sample::long(GRIDS, 12 * (most + 1)).grids(), "expected grids of 12 each");
        refused(Sample::long(GRIDS, 24 * most).grids(), "expected grids of 12 each");
    }

    #[test]
    fn a_text_has_a_largest_length() {
        let sample = Sample::new(RULES, "abcd");
        assert_eq!(text(sample.folder.path(), RULES, 4).as_deref(), Ok("abcd"));
        let long = text(sample.folder.path(), RULES, 3).expect_err("one byte too many");
        assert_eq!(long.to_string(), "rules.toml: larger than 3 bytes");
    }
}
