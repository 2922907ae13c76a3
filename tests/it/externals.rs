//! Tests external programs as engines, on the real program: signals always, clingo and others where they are installed. `tests/snapshots/compare.txt`
//! has fakes that misbehave.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, Said, end, file, is_running, name, one_line, run, send, start};

const REAL: [&str; 4] = ["clingo", "clingo-python", "ganak", "toulbar2"];

/// Starts a program that hangs in all possible ways, for a number of seconds that distinguishes it from those of other tests.
#[cfg(target_os = "linux")]
fn running_away(seconds: &str) -> (tempfile::NamedTempFile, std::process::Child) {
    let command = format!("[\"sh\", \"fixtures/externals/runs_away.sh\", \"{seconds}\"]");
    let entry = file(format!("[hangs]\ncommand = {command}\ninput = \"asp\"\ncount = \"{{count}}\"\n"));
    let child = start(&["count", "--size", "3", "--engine", "external:hangs", "--externals", name(&entry)]);
    let begin = Instant::now();
    let both = [format!("sleep {seconds}"), format!("sh -c sleep {seconds}; sleep {seconds}")];
    while !both.iter().all(|words| is_running(words)) {
        assert!(begin.elapsed() < HANGS, "the program is never started");
        sleep(Duration::from_millis(10));
    }
    (entry, child)
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_gridcheck_and_all_its_child_processes() {
    for (signal, seconds, code, word) in [
        ("INT", "997", 130, "interrupted in external:hangs"),
        ("TERM", "994", 143, "interrupted by SIGTERM in external:hangs"),
        ("HUP", "993", 129, "interrupted by SIGHUP in external:hangs"),
    ] {
        let (_entry, child) = running_away(seconds);
        send(&child, signal);
        let said = end(child);
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{}", said.err);
        assert!(one_line(&[signal], &said.err).starts_with(word), "{}", said.err);
        ends_soon(&format!("sleep {seconds}"));
    }
}

/// The killed program gets no chance to clean up.
#[cfg(target_os = "linux")]
#[test]
fn sigkill_ends_all_child_processes_too() {
    let (_entry, mut child) = running_away("992");
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    ends_soon("sleep 992");
}

/// Waits until a program has ended. The system may take a moment to end all of a group.
#[cfg(target_os = "linux")]
fn ends_soon(program: &str) {
    let begin = Instant::now();
    while is_running(program) {
        assert!(begin.elapsed() < Duration::from_secs(10), "{program} goes on");
        sleep(Duration::from_millis(10));
    }
}

/// Returns `true`, and reports it, if a program is not installed. The error must have said how to install it.
fn is_absent(said: &Said) -> bool {
    let absent = said.code == 2 && ["there is no program", "No module named"].iter().any(|why| said.err.contains(why));
    if absent {
        assert!(
            said.err.contains("install") && said.err.contains(": pip install")
                || said.err.contains(": apt-get install")
        );
        println!("skipped: {}", said.err.trim_end());
    }
    absent
}

/// Programs that may not be installed: each must agree with the engines of this crate.
#[test]
fn real_programs_agree() {
    for engine in REAL {
        for (size, rules) in
            [("3", "british"), ("5", "british"), ("7", "british"), ("6", "american"), ("5", "american-loose")]
        {
            let external = format!("external:{engine}");
            let said = run(&["count", "--size", size, "--rules", rules, "--engine", &external]);
            if is_absent(&said) {
                break;
            }
            let ours = run(&["count", "--size", size, "--rules", rules, "--engine", "exact-cover"]);
            assert_eq!((said.code, said.out), (0, ours.out), "{engine} {size} {rules}: {}", said.err);
        }
    }
}

/// Programs report in different ways that there is no grid.
#[test]
fn real_programs_count_none() {
    let givens = file("###\n???\n???\n");
    for engine in REAL {
        let external = format!("external:{engine}");
        let said = run(&["count", "--size", "3", "--given", name(&givens), "--engine", &external]);
        if !is_absent(&said) {
            assert_eq!((said.code, said.out.as_str()), (0, "0\n"), "{engine}: {}", said.err);
        }
    }
}
