//! Running the real program, as a person at a shell does.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::NamedTempFile;

/// What decides over colours when nothing on the command line does.
const COLOUR_VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"];

/// What has not ended after this hangs, however busy the machine is.
pub const HANGS: Duration = Duration::from_secs(900);

/// What the program printed, and its exit code.
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

/// The program, not yet started. It is stopped if it hangs.
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

/// Standard output of a run that must end with exit code 0 and nothing on standard error.
pub fn answer(args: &[&str]) -> String {
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?} printed {}", said.out);
    said.out
}

/// What the program says when it refuses: nothing on standard output, one line on standard error, exit code 2.
pub fn refused(args: &[&str]) -> String {
    refusal(args, &run(args))
}

/// The same of a run that has ended.
pub fn refusal(args: &[&str], said: &Said) -> String {
    assert_eq!(said.code, 2, "{args:?} printed {} {}", said.out, said.err);
    assert_eq!(said.out, "", "{args:?} has done something before it refused");
    one_line(args, &said.err)
}

/// The only line of `err`, without the program's name.
pub fn one_line(args: &[&str], err: &str) -> String {
    let line = err.strip_prefix("gridcheck: ").and_then(|line| line.strip_suffix('\n'));
    let line = line.unwrap_or_else(|| panic!("{args:?}: no line of ours: {err:?}"));
    assert!(!line.contains(['\n', '\r', '\x1b']), "{args:?}: more than one plain line: {err:?}");
    line.to_owned()
}

/// A running program with pipes at all three ends.
pub fn start(args: &[&str]) -> Child {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Waits until a program handles Ctrl-C.
pub fn await_listening(child: &Child) {
    // Signal 2, SIGINT.
    await_catching(child, 2);
}

/// Waits until a program handles a signal. Where the system does not tell, waits for two seconds.
pub fn await_catching(child: &Child, signal: u32) {
    let start = Instant::now();
    while start.elapsed() < HANGS {
        let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else {
            sleep(Duration::from_secs(2));
            return;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
        // Bit 0 is signal 1. The system shows a signal as caught shortly before the program handles it, and one that comes between is
        // lost. So the last signal that the program catches, 25, SIGXFSZ, must be among them.
        if [signal, 25].iter().all(|signal| caught >> (signal - 1) & 1 == 1) {
            return;
        }
        sleep(Duration::from_millis(2));
    }
    panic!("the program does not listen for signal {signal}");
}

/// What a started program said in the end. Panics if it hangs.
pub fn end(mut child: Child) -> Said {
    let start = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        if start.elapsed() > HANGS {
            let _ = child.kill();
            panic!("the program does not end");
        }
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("its output can be read").into()
}

/// A file of `fixtures/cli`. Tests run in the folder of the crate, so the path is short and the same everywhere.
pub fn fixture(name: &str) -> String {
    format!("fixtures/cli/{name}")
}

/// The grids of a fixture in one-line form, read in the plainest way.
pub fn fixture_grids(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(fixture(name)).expect("a fixture");
    text.trim_end().split("\n\n").map(|grid| grid.replace('\n', "/")).collect()
}

/// A temporary file; it goes when the value does.
pub fn file(content: impl AsRef<[u8]>) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(content.as_ref()).expect("room for it");
    file
}

/// The path of a temporary file as an argument.
pub fn name(file: &NamedTempFile) -> &str {
    text(file.path())
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("temporary files have plain names")
}

/// If this is set, other people's files must be there: tests that need them fail without them.
const SHARED_MUST_EXIST: &str = "GRIDCHECK_SHARED_MUST_EXIST";

/// Other people's files, which do not ship with this crate but may lie beside it. Says so where they are absent.
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
    // Not with println: the test harness would swallow it.
    let _ = writeln!(std::io::stderr(), "skipped: there is no {}", path.display());
    None
}

/// The data in a gallery.
pub fn gallery_data(page: &str) -> serde_json::Value {
    let data = page.split_once(r#"id="data">"#).and_then(|(_, rest)| rest.split_once("</script>")).expect("the data").0;
    serde_json::from_str(data).expect("JSON")
}

/// JSON, one value a line.
pub fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The keys of a JSON object, in order.
pub fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}
