//! Tests Ctrl-C on the real program: it ends at once with exit code 130, reports its progress in one line, and leaves no partial
//! grid. The other signals that ask a program to end are handled alike.

use std::io::{BufRead, BufReader, Read};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Said, answer, await_catching, end, one_line, send, signalled, start, text};
use crate::running::Running;

/// A signal, its number, and the exit code and the words of a program that it ends.
type Signal = (&'static str, u32, i32, &'static str);

const INT: Signal = ("INT", 2, 130, "interrupted");
const TERM: Signal = ("TERM", 15, 143, "interrupted by SIGTERM");
const HUP: Signal = ("HUP", 1, 129, "interrupted by SIGHUP");

/// Sends a signal to a program some milliseconds after it handles the signal, while its input is open. It must end within seconds, and
/// print nothing but one line, which is returned.
fn stopped_by((signal, number, code, words): Signal, args: &[&str], wait: u64) -> String {
    let mut child = start(args);
    await_catching(&child, number);
    sleep(Duration::from_millis(wait));
    let held_open = child.stdin.take();
    let sent = Instant::now();
    send(&child, signal);
    let said = end(child);
    drop(held_open);
    assert_eq!((said.code, said.out.as_str()), (code, ""), "{args:?}: {}", said.err);
    assert!(sent.elapsed() < Duration::from_secs(10), "{args:?}: it took {:?} to stop", sent.elapsed());
    // A note about the expected time may precede it.
    let notes: String = said.err.split_inclusive('\n').filter(|line| !line.contains(" note: ")).collect();
    let line = one_line(args, &notes);
    assert!(line.starts_with(words), "{args:?}: {line}");
    line
}

#[test]
fn a_long_run_ends_at_ctrl_c() {
    for args in [
        &["count", "--size", "13", "--engine", "backtrack"][..],
        &["count", "--size", "13", "--engine", "exact-cover"],
        &["count", "--size", "13", "--engine", "sat"],
        &["count", "--size", "7", "--engine", "brute", "--rules", "fixtures/cli/rules/mirror.toml"],
        &["compare", "--size", "13", "--engines", "backtrack,sat"],
    ] {
        let engine = args[4].split(',').next().expect("an engine");
        // Interrupt at once, and then while it counts; a busy machine may begin late.
        let names_engine = [0, 500, 2000, 8000, 32_000]
            .into_iter()
            .any(|wait| stopped_by(INT, args, wait).contains(engine) && wait > 0);
        assert!(names_engine, "{args:?}");
    }
}

/// The first signal suffices, not the second: also where nothing runs that must be stopped, and where a pipe may never get a writer. Errors
/// of many types wrap the stopped work.
#[test]
fn the_first_signal_ends_any_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is a mkfifo command").success());
    for (command, waits, signals) in [
        ("recurrence --height 9 --rules american", &[0, 200, 1000][..], &[INT][..]),
        ("count --size 13 --engine backtrack", &[0, 500], &[TERM, HUP]),
        ("count --size 7 --given -", &[50], &[INT, TERM]),
        ("compare --size 7 --against -", &[50], &[INT]),
        ("sample --size 15", &[500], &[TERM, INT]),
        ("sample --size 15 --rank-of fixtures/cli/british_5x5.txt", &[500], &[TERM, INT]),
        ("draw PIPE", &[300], &[INT]),
        ("similar fixtures/tour/lattice.txt --among PIPE", &[300], &[INT]),
    ] {
        let pipe = crate::program::text(&pipe);
        let args: Vec<&str> = command.split(' ').map(|word| if word == "PIPE" { pipe } else { word }).collect();
        for (&wait, &signal) in waits.iter().flat_map(|wait| signals.iter().map(move |signal| (wait, signal))) {
            let line = stopped_by(signal, &args, wait);
            assert!(!command.ends_with(" -") || line == signal.3, "{line}");
        }
    }
    // On a busy machine the signal may come before the work has begun.
    for (command, work) in [("validate", "validating"), ("stats", "measuring")] {
        let line = stopped_by(INT, &[command, "-"], 50);
        let expected = format!("interrupted in {work}, before the first part of the work");
        assert!(line == "interrupted" || line == expected, "{line}");
    }
}

#[test]
fn an_interrupted_list_ends_with_a_whole_grid() {
    let mut child =
        start(&["list", "--size", "9", "--rules", "fixtures/cli/rules/no_symmetry.toml", "--format", "line"]);
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut listed = String::new();
    reader.read_line(&mut listed).expect("a grid");
    send(&child, "INT");
    reader.read_to_string(&mut listed).expect("whole characters");
    let said = end(child);
    assert_eq!(said.code, 130, "{}", said.err);
    assert!(listed.ends_with('\n') && listed.lines().all(|line| line.len() == 9 * 9 + 8));
    assert!(said.err.lines().last().is_some_and(|line| line.contains("interrupted in ")), "{}", said.err);
}

/// The result before Ctrl-C is printed, with Ctrl-C as the reason for the end.
#[test]
fn an_interrupted_search_does_not_blame_the_time() {
    let args = ["explain", "--size", "9", "--count", "1", "--changes", "3"];
    let said = signalled(&args, Duration::from_secs(2), "INT");
    assert_eq!(said.code, 130, "{}", said.err);
    let says = |part: &str| said.out.contains(part);
    assert!(says("\nInterrupted with ") && says(" rule sets left") && !says("time was over"), "{}", said.out);
}

/// The results of the samples before Ctrl-C are printed too.
#[test]
fn interrupted_spot_checks_report_their_results() {
    let args =
        ["compare", "--size", "9", "--spot-checks", "100000", "--seed", "1", "--engines", "backtrack,exact-cover"];
    // Wait longer if the machine was too busy for two samples.
    let told = [2, 8, 32, 128].into_iter().find_map(|wait| {
        let said = signalled(&args, Duration::from_secs(wait), "INT");
        assert_eq!(said.code, 130, "{}", said.err);
        let line = one_line(&args, &said.err);
        assert!(line.starts_with("interrupted in spot checks"), "{line}");
        said.out.contains("The engines agree on all ").then_some((said.out, line))
    });
    let (told, line) = told.expect("two samples in two minutes");
    assert!(told.contains("samples were not compared"), "{told}");
    assert!(line.starts_with("interrupted in spot checks: "), "{line}");
}

#[test]
fn a_hang_up_ends_a_count() {
    stopped_by(HUP, &["count", "--size", "13", "--engine", "backtrack"], 0);
}

/// `nohup cargo test` ignores SIGHUP, and a shell's `&` SIGINT. The programs that tests start obey both.
#[cfg(target_os = "linux")]
#[test]
fn tests_can_run_where_signals_are_ignored() {
    let tests = std::env::current_exe().expect("the path of these tests");
    let script = r#"trap "" HUP INT TERM; exec "$0" --exact interrupt::a_hang_up_ends_a_count"#;
    let mut command = assert_cmd::Command::new("sh");
    let ended = command.args(["-c", script, crate::program::text(&tests)]).timeout(Duration::from_secs(60)).output();
    let ended = ended.expect("there is a shell");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
}

/// `nohup` relies on this.
#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_that_is_ignored_stays_ignored() {
    let script = r#"trap "" HUP; exec "$0" count --size 13 --engine backtrack"#;
    let mut command = std::process::Command::new("sh");
    let child = Running::with_pipes(command.args(["-c", script, env!("CARGO_BIN_EXE_gridcheck")]));
    await_catching(&child, 15);
    send(&child, "HUP");
    sleep(Duration::from_millis(500));
    assert!(child.ended().is_none(), "it has ended");
    send(&child, "TERM");
    assert_eq!(end(child).code, 143);
}

/// An export that is too large to finish, to a file in a folder.
struct LargeExport {
    folder: tempfile::TempDir,
    child: Running,
}

impl LargeExport {
    /// Starts it, and waits until it writes.
    fn begun() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("large.dlx");
        let child = start(&["export", "--size", "33", "--to", "dlx", "--out", crate::program::text(&path)]);
        let export = LargeExport { folder, child };
        let begin = Instant::now();
        while files(&export.folder) == 0 {
            assert!(begin.elapsed() < Duration::from_secs(30), "nothing is ever written");
            sleep(Duration::from_millis(5));
        }
        export
    }

    /// Sends these signals, and returns the output of a program that leaves no file.
    fn stopped_by(self, signals: &[&str]) -> Said {
        // One shell sends all, so that the second arrives before the program can have ended.
        let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {}", self.child.id)).collect();
        let sent = std::process::Command::new("sh").args(["-c", &kills.join("; ")]).output();
        assert!(sent.is_ok(), "there is a shell");
        let LargeExport { folder, child } = self;
        let said = end(child);
        assert_eq!(files(&folder), 0, "{signals:?}");
        said
    }
}

/// Leaves a merged file whole or absent after a kill at any moment: half of it would look like the file of an unfinished count.
#[test]
fn a_killed_merge_leaves_no_partial_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let piece = folder.path().join("piece.sums");
    let long = ["--size", "11", "--engine", "pinwheel", "--by", "letters,words,checked"];
    answer(&[&["count", "--sums", text(&piece)], &long[..]].concat());
    let mut met = 0;
    for _ in 0..8 {
        let place = tempfile::tempdir().expect("a temporary folder");
        let out = place.path().join("whole.sums");
        let entries = || std::fs::read_dir(place.path()).expect("the folder").count();
        let child = start(&["sums", text(&piece), "--out", text(&out)]);
        while entries() == 0 && child.ended().is_none() {}
        child.kill();
        child.output();
        met += entries();
        if let Ok(merged) = std::fs::read_to_string(&out) {
            let last = merged.lines().last();
            assert!(last.is_some_and(|line| line.starts_with("total ")), "{} bytes", merged.len());
        }
    }
    assert!(met > 0, "nothing was ever written");
}

fn files(folder: &tempfile::TempDir) -> usize {
    std::fs::read_dir(folder.path()).expect("the folder").count()
}

/// The second signal ends the program at once, and the unfinished file is removed too.
#[test]
fn one_or_two_signals_leave_no_unfinished_file() {
    for signals in [&["TERM"][..], &["HUP"], &["INT", "TERM"], &["TERM", "HUP"]] {
        let said = LargeExport::begun().stopped_by(signals);
        assert!([129, 130, 143].contains(&said.code), "{signals:?}: {} {}", said.code, said.err);
    }
    let said = LargeExport::begun().stopped_by(&["INT"]);
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(one_line(&["export"], &said.err).starts_with("interrupted in export"), "{}", said.err);
}
