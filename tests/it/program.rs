//! Runs the real program as a user does in a shell.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use gridcheck::grid::Grid;
use tempfile::NamedTempFile;

use crate::running::{Running, obeying_signals};

/// Environment variables that decide about colours if the command line does not.
pub const COLOUR_VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"];

/// A run that takes longer hangs, however busy the machine is.
pub const HANGS: Duration = Duration::from_secs(900);

/// The output of the program, and its exit code.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Said {
            code: output.status.code().expect("the program ends by itself"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Prepares a run of the program; it is stopped if it hangs.
pub fn gridcheck(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    command.args(args).timeout(HANGS);
    for variable in COLOUR_VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// Runs it without input.
pub fn run(args: &[&str]) -> Said {
    feed(args, "")
}

/// Runs it with `input` as standard input.
pub fn feed(args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    gridcheck(args).write_stdin(input).output().expect("the program starts").into()
}

/// Returns the standard output of a run that must end with exit code 0 and nothing on standard error.
pub fn answer(args: &[&str]) -> String {
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?} printed {}", said.out);
    said.out
}

/// Returns the message of a run that fails: nothing on standard output, one line on standard error, exit code 2.
pub fn refused(args: &[&str]) -> String {
    refusal(args, &run(args))
}

/// The exit code of a lack of memory or disk space.
pub const EXHAUSTED: i32 = 75;

/// Returns the message of a failed run that has ended.
pub fn refusal(args: &[&str], said: &Said) -> String {
    assert_eq!(said.code, 2, "{args:?} printed {} {}", said.out, said.err);
    assert_eq!(said.out, "", "{args:?} has done something before it refused");
    one_line(args, &said.err)
}

/// Returns the only line of `err`, without the program's name.
pub fn one_line(args: &[&str], err: &str) -> String {
    let line = err.strip_prefix("gridcheck: ").and_then(|line| line.strip_suffix('\n'));
    let line = line.unwrap_or_else(|| panic!("{args:?}: no line of ours: {err:?}"));
    assert!(!line.contains(['\n', '\r', '\x1b']), "{args:?}: more than one plain line: {err:?}");
    line.to_owned()
}

/// Starts the program with pipes at all three ends.
pub fn start(args: &[&str]) -> Running {
    Running::with_pipes(obeying_signals(env!("CARGO_BIN_EXE_gridcheck")).args(args))
}

/// Waits until the program handles Ctrl-C.
pub fn await_listening(child: &Running) {
    // Signal 2, SIGINT.
    await_catching(child, 2);
}

/// Waits until the program handles a signal, or for two seconds if the system does not show it.
pub fn await_catching(child: &Running, signal: u32) {
    let start = Instant::now();
    while start.elapsed() < HANGS {
        let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id)) else {
            sleep(Duration::from_secs(2));
            return;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
        // Bit 0 is signal 1. The system shows a signal as caught shortly before the program handles it, and a signal in between
        // is lost. So the last signal that the program catches, 25, SIGXFSZ, must be shown too.
        if [signal, 25].iter().all(|signal| caught >> (signal - 1) & 1 == 1) {
            return;
        }
        sleep(Duration::from_millis(2));
    }
    panic!("the program does not listen for signal {signal}");
}

/// Sends a signal, as `INT`, to a started program.
pub fn send(child: &Running, signal: &str) {
    let sent = std::process::Command::new("kill").args([&format!("-{signal}"), &child.id.to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
}

/// Returns `true` if some process has these words on its command line.
pub fn is_running(words: &str) -> bool {
    let listing = std::process::Command::new("ps").args(["-eo", "args"]).output().expect("there is a ps command");
    String::from_utf8_lossy(&listing.stdout).lines().any(|line| line == words)
}

/// Starts the program, waits until it handles Ctrl-C and then so long, sends it a signal, and returns its final output.
pub fn signalled(args: &[&str], wait: Duration, signal: &str) -> Said {
    let child = start(args);
    await_listening(&child);
    sleep(wait);
    send(&child, signal);
    end(child)
}

/// Returns the final output of a started program. Panics if it hangs.
pub fn end(child: Running) -> Said {
    child.output().into()
}

/// Returns the lines of a file of sums without what differs from run to run: the run numbers, and the checks that depend on them.
pub fn without_runs(file: &str) -> Vec<&str> {
    let (header, records) = file.split_once('\n').expect("a first line");
    let header = header.split_once(",\"runs\":[").expect("run numbers").0;
    let records = records.lines().map(|line| line.rsplit_once(' ').expect("a check").0);
    std::iter::once(header).chain(records).collect()
}

/// Creates a temporary file, which is removed with the value.
pub fn file(content: impl AsRef<[u8]>) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(content.as_ref()).expect("room for it");
    file
}

/// Returns the path of a temporary file as an argument.
pub fn name(file: &NamedTempFile) -> &str {
    text(file.path())
}

/// Returns a path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("temporary files have plain names")
}

/// If this variable is set, tests that need other people's files fail without them.
const SHARED_MUST_EXIST: &str = "GRIDCHECK_SHARED_MUST_EXIST";

/// Returns the path of other people's files, which do not ship with this crate but may lie beside it. Reports if they are absent.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os(SHARED_MUST_EXIST).is_none(),
        "there is no {}, and {SHARED_MUST_EXIST} is set",
        path.display()
    );
    // The test harness would hide the output of `println`.
    let _ = writeln!(std::io::stderr(), "skipped: there is no {}", path.display());
    None
}

/// A grid that other people have printed.
pub struct PublishedGrid {
    pub path: PathBuf,
    pub grid: Grid,
    /// The columns of its index, by their titles. Its path in the folder is `file`.
    pub facts: BTreeMap<String, String>,
}

/// Returns the grids of other people's index, if they are beside this checkout.
pub fn published_grids() -> Option<Vec<PublishedGrid>> {
    let folder = shared("grids")?;
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).expect("the index of the grids");
    let mut lines = index.lines().map(|line| line.split('\t').map(str::to_owned));
    let names: Vec<String> = lines.next().expect("the index has a header").collect();
    let published = lines.map(|fields| {
        let facts: BTreeMap<String, String> = names.iter().cloned().zip(fields).collect();
        let path = folder.join(&facts["file"]);
        let text = std::fs::read_to_string(&path).expect("a grid that the index lists");
        PublishedGrid { path, grid: text.parse().expect("a grid of # and ."), facts }
    });
    Some(published.collect())
}

/// Returns the data in a gallery.
pub fn gallery_data(page: &str) -> serde_json::Value {
    let data = page.split_once(r#"id="data">"#).and_then(|(_, rest)| rest.split_once("</script>")).expect("the data").0;
    serde_json::from_str(data).expect("JSON")
}

/// Parses JSON, one value per line.
pub fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// Returns the keys of a JSON object, in order. The version of its shape is left out: `tests/it/schema.rs` requires it.
pub fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).filter(|key| *key != "schema").collect()
}

/// Returns the names of all commands but `help`, as the help of the program lists them.
pub fn commands() -> Vec<String> {
    let help = answer(&["--help"]);
    let groups = help.lines().take_while(|line| *line != "Options:");
    let names = groups.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
