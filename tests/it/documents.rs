//! Runs the examples of the README and of the pages in `docs`, which must print the shown output; only times may differ.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::console::{self, filtered};
use crate::independence::{crates, sources};
use gridcheck::formats::registry::Format;

/// Returns the lines of an output without what varies, and without its alignment, which a longer time moves.
fn without_times(text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    filtered(text.trim_end()).lines().map(words).collect()
}

/// Returns each `$ command` of a page's console blocks with the output shown below it.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_console = false;
    for line in page.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => in_console = line == "```console",
            Some(command) if in_console => examples.push((command.to_owned(), String::new())),
            _ if in_console => {
                let (_, output) = examples.last_mut().expect("a console block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    examples
}

/// Returns the README and every page of `docs`.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs")).expect("the pages").map(|entry| entry.expect("a page").path());
    let mut documents: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    documents.push(root.join("README.md"));
    documents.sort();
    documents
}

/// Runs the commands of the pages, in the project's folder.
#[derive(Default)]
struct Shell {
    /// The output of each command without what a pipe makes of it: several pages show parts of the same long answer.
    answers: BTreeMap<String, String>,
}

impl Shell {
    /// Returns what a command prints. The part before its first pipe is run once for all pages, unless it writes a file.
    fn prints(&mut self, command: &str) -> String {
        let (answer, rest) = command.split_once(" | ").unwrap_or((command, "cat"));
        if !answer.starts_with("gridcheck ") || answer.contains([';', '>']) || answer.contains(" --out ") {
            return run(command, "");
        }
        run(rest, self.answers.entry(answer.to_owned()).or_insert_with(|| run(answer, "")))
    }
}

/// Returns what a command prints in the project's folder.
fn run(command: &str, input: &str) -> String {
    console::run(command, Path::new(env!("CARGO_MANIFEST_DIR")), input).out
}

#[test]
fn every_example_prints_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shell = Shell::default();
    // This is the only thing that examples leave behind.
    let certificate = root.join("british-5");
    let (mut tried, mut certified, mut wrong) = (0, 0, Vec::new());
    let _ = fs::remove_dir_all(&certificate);
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a page");
        for (command, shown) in examples(&text) {
            let printed = shell.prints(&command);
            if without_times(&printed) != without_times(&shown) {
                wrong.push(format!("{}: $ {command}\n{printed}", document.display()));
            }
            tried += 1;
        }
        certified += usize::from(fs::remove_dir_all(&certificate).is_ok());
    }
    assert!(wrong.is_empty(), "these examples print something else:\n{}", wrong.join("\n"));
    assert!(tried >= 30 && certified >= 2, "only {tried} examples found, {certified} certificates made");
}

#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() {
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let here = document.parent().expect("a folder").join(target);
            assert!(link.contains("://") || here.exists(), "{}: {link}", document.display());
        }
        let lines = text.lines().count();
        assert!(!document.ends_with("README.md") || lines <= 250, "the README has {lines} lines");
    }
}

#[test]
fn the_two_commands_are_on_the_first_screen() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let first_screen: Vec<&str> = readme.lines().take(24).map(str::trim).collect();
    assert!(first_screen.contains(&"cargo run --release -- compare --size 7"));
    assert!(first_screen.contains(&"cargo test --release"));
}

#[test]
fn every_format_is_on_its_page() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMATS.md")).expect("the page");
    for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
        let row = page.lines().find(|line| line.contains(&format!("| `{format}` |")));
        assert!(row.is_some_and(|row| row.starts_with('|')), "{format} has no row");
    }
}

/// Returns the spans of a text that are marked as code.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Every file and module that CONTRIBUTING names is there: a renamed one is found here.
#[test]
fn contributing_names_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/CONTRIBUTING.md")).expect("the document");
    let is_path = |code: &&str| {
        let is_source = Path::new(code).extension().is_some_and(|extension| extension == "rs");
        is_source && code.contains('/') && !code.contains("NAME")
    };
    let files: Vec<&str> = code_spans(&text).filter(is_path).collect();
    assert!(files.len() > 30, "{}", files.len());
    let crates = crates();
    for file in files {
        // A path may begin with the name of a crate.
        let (name, rest) = file.split_once('/').expect("a path");
        let is_of_crate = crates.get(name).is_some_and(|folder| folder.join(rest).exists());
        assert!(root.join(file).exists() || is_of_crate, "{file}: there is no such file");
    }
    // The tables whose first column is an engine name its modules, with or without the ending, and some functions.
    let mut modules = 0;
    for row in text.lines().filter(|line| line.trim_start().starts_with("| `")) {
        let mut names = code_spans(row);
        let engine = names.next().expect("a closed name");
        let Some(source) = crates.get(engine).map(|folder| folder.join("src")) else { continue };
        let code = ["lib.rs", "line.rs"].map(|name| fs::read_to_string(source.join(name)).unwrap_or_default()).concat();
        for name in names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || "_.".contains(c))) {
            if code.contains(&format!("fn {name}(")) {
                continue;
            }
            let is_module = |file: &PathBuf| file.ends_with(name) || file.ends_with(format!("{name}.rs"));
            assert!(
                source.join(name).exists() || sources(&source).iter().any(is_module),
                "{engine}: there is no module {name}"
            );
            modules += 1;
        }
    }
    assert!(modules > 60, "{modules}");
}
