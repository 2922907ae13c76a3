//! Runs commands as a person types them in a shell, for `documents` and `snapshots`.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use assert_cmd::Command;
use regex_lite::Regex;

use crate::program::{COLOUR_VARIABLES, HANGS};

/// The output of a command, and its exit code.
pub struct Printed {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// Runs a command of a shell in a folder. `gridcheck` in it is the program under test.
pub fn run(command: &str, folder: &Path, input: impl Into<Vec<u8>>) -> Printed {
    let program = Path::new(env!("CARGO_BIN_EXE_gridcheck")).parent().expect("a folder").display().to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).write_stdin(input).timeout(HANGS);
    for variable in COLOUR_VARIABLES.into_iter().chain(["COLUMNS", "RUST_BACKTRACE"]) {
        shell.env_remove(variable);
    }
    shell.env("TERM", "dumb").env("LC_ALL", "C.UTF-8");
    let output = shell.output().expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{command} was killed, after {HANGS:?} by this test"));
    Printed { out: text(output.stdout), err: text(output.stderr), code }
}

/// The parts of an output that differ from run to run, from day to day, from machine to machine or from version to version, and
/// their names.
const VARYING: [(&str, &str); 13] = [
    (r"(counted in \d+ seconds?, with .* and at most) \d+(\.\d+)? [kMG]B", "$1 SIZE"),
    (r#""interval":\[[\d.e,nul-]+\]"#, r#""interval":[TIMES]"#),
    (r#""memory_bytes":\d+"#, r#""memory_bytes":BYTES"#),
    (r" *\b\d+\.\d+ s\b", " TIME s"),
    (r#""runs":\[("[0-9a-f]{16}",?)+\]"#, r#""runs":[RUNS]"#),
    (r#""((sample_)?seconds)":\d+(\.\d+)?(e-?\d+)?"#, r#""$1":TIME"#),
    (r#""compared_terms":\d+"#, r#""compared_terms":TERMS"#),
    (r"\ba\(1\) to a\(\d+\) are also", "a(1) to a(TERMS) are also"),
    (r"\b{version}\b", "VERSION"),
    (r"\bVERSION, engines [0-9a-f]{8}\b", "BUILD"),
    (r"\b\d{1,2} [A-Z][a-z]+ 20\d\d\b", "DATE"),
    (r"year = \{20\d\d\}", "year = {YEAR}"),
    (r"@misc\{gridcheck-[0-9a-f]{8}\b", "@misc{KEY"),
];

/// Replaces what varies in an output by its name.
pub fn filtered(text: &str) -> String {
    static PATTERNS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION").replace('.', r"\.");
        let compiled = |pattern: &str| Regex::new(&pattern.replace("{version}", &version)).expect("a pattern");
        VARYING.into_iter().map(|(pattern, name)| (compiled(pattern), name)).collect()
    });
    let mut text = Cow::Borrowed(text);
    for (pattern, name) in &*PATTERNS {
        if let Cow::Owned(replaced) = pattern.replace_all(&text, *name) {
            text = Cow::Owned(replaced);
        }
    }
    text.into_owned()
}
