//! Tests too little memory on the real program: one line and its own exit code.

use std::process::Command;

use crate::program::{EXHAUSTED, Said, end, run, start};

/// Runs the program with this many kilobytes of address space.
fn within(kilobytes: u32, args: &[&str]) -> Said {
    let script = format!(r#"ulimit -v {kilobytes}; exec "$0" "$@""#);
    let mut command = Command::new("sh");
    // A backtrace would add lines. Threads that allocate at the same time would take 64 MB of addresses each.
    command.args(["-c", &script, env!("CARGO_BIN_EXE_gridcheck")]).args(args).env_remove("RUST_BACKTRACE");
    command.env("MALLOC_ARENA_MAX", "1");
    command.output().expect("there is a shell").into()
}

/// Returns the one line of a run that fails without an answer.
fn refused_within(kilobytes: u32, args: &[&str]) -> String {
    let said = within(kilobytes, args);
    assert_eq!((said.code, said.out.as_str()), (EXHAUSTED, ""), "{kilobytes} kB, {args:?}: {}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{kilobytes} kB, {args:?}: {}", said.err);
    said.err
}

/// The kernel knows the limit before the program starts.
#[cfg(target_os = "linux")]
#[test]
fn a_count_that_cannot_fit_says_so_before_it_starts() {
    for size in ["19", "21"] {
        let line = refused_within(220_000, &["count", "--size", size, "--engine", "pinwheel", "--rules", "american"]);
        assert!(line.starts_with("gridcheck: not enough memory: "), "{line}");
        assert!(line.ends_with("left by the limit of addresses, ulimit -v\n"), "{line}");
    }
}

/// With little memory a count takes longer, and gives the same result.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_the_answer_is_right_or_there_is_none() {
    for engine in ["pinwheel", "frontier", "backtrack"] {
        let args = ["count", "--size", "11", "--rules", "american", "--jobs", "2", "--engine", engine];
        let answer = run(&args).out;
        let mut answered = false;
        // With less, the system cannot load the program, which has 35 MB with the page.
        for kilobytes in [45_000, 60_000, 80_000, 120_000, 180_000, 260_000, 400_000] {
            let said = within(kilobytes, &args);
            let what = format!("{engine}, {kilobytes} kB: {}", said.err);
            match said.code {
                0 => assert_eq!((said.out.as_str(), said.err.as_str()), (answer.as_str(), ""), "{what}"),
                EXHAUSTED => assert_eq!((said.out.as_str(), said.err.lines().count()), ("", 1), "{what}"),
                code => panic!("exit code {code}: {what}"),
            }
            answered = said.code == 0;
        }
        assert!(answered, "{engine} needs more than it should");
    }
}

/// No account tracks the memory of libraries, whether the failed allocation is large or small. The program must end with the same
/// line, and leave no files behind.
#[cfg(target_os = "linux")]
#[test]
fn what_libraries_hold_ends_in_the_same_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("proof");
    let args = ["certify", "--size", "9", "--jobs", "2", "--out", crate::program::text(&out)];
    let mut refused = 0;
    for kilobytes in [75_000, 90_000, 110_000, 130_000, 200_000] {
        let said = within(kilobytes, &args);
        let what = format!("{kilobytes} kB: {}", said.err);
        if said.code == 0 {
            // The limit applies to address space: if a thread reserves more of it, even a larger limit can be too small.
            std::fs::remove_dir_all(&out).expect("a certificate");
            continue;
        }
        assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (EXHAUSTED, "", 1), "{what}");
        assert!(said.err.contains("not enough memory: ") && said.err.contains(", ulimit -v"), "{what}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "{what}");
        refused += 1;
    }
    assert!(refused > 1, "there was room enough");
}

#[cfg(target_os = "linux")]
#[test]
fn threads_without_room_are_no_panic() {
    for args in [&["count", "--size", "7", "--jobs", "1024"][..], &["compare", "--size", "5", "--jobs", "1024"]] {
        let line = refused_within(500_000, args);
        // The memory is tested before a thread starts: a thread that starts without memory sometimes aborts the program.
        assert!(line.starts_with("gridcheck: threads cannot be started: not enough memory: "), "{line}");
        assert!(line.ends_with(" left by the limit of addresses, ulimit -v; --jobs asks for fewer\n"), "{line}");
    }
}

/// Runs the program with this memory limit in megabytes. Returns its output, and its peak memory in megabytes.
#[cfg(target_os = "linux")]
fn within_allowance(megabytes: u64, args: &[&str]) -> (Said, u64) {
    let limit = format!("{megabytes}M");
    let mut child = start(&[args, &["--memory", &limit]].concat());
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("a child can be waited for").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = most.max(peak.map_or(0, |kilobytes| kilobytes.parse::<u64>().expect("a number") * 1024));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    (end(child), most.div_ceil(1_000_000))
}

/// A count exceeds the limit by at most a tenth: it gives an answer, or reports in one line that it cannot.
#[cfg(target_os = "linux")]
fn keeps_its_allowance(megabytes: u64, args: &[&str]) {
    let (said, most) = within_allowance(megabytes, args);
    println!("{megabytes:>6} MB allowed, {most:>6} MB at most, exit code {}: {}", said.code, args.join(" "));
    let what = format!("{megabytes} MB, {args:?}: {most} MB at most, {}", said.err);
    assert!(most * 10 <= megabytes * 11, "{what}");
    let words: Vec<&str> = said.err.lines().filter(|line| !line.contains("note: ")).collect();
    match said.code {
        0 => assert!(words.is_empty(), "{what}"),
        EXHAUSTED => {
            assert!(said.out.is_empty() && words.len() == 1 && words[0].contains("not enough memory: "), "{what}");
        }
        code => panic!("exit code {code}: {what}"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_allowance_is_kept() {
    keeps_its_allowance(250, &["count", "--size", "13", "--engine", "pinwheel", "--by", "lengths"]);
    keeps_its_allowance(80, &["count", "--size", "11", "--engine", "frontier"]);
    keeps_its_allowance(80, &["count", "--size", "11", "--engine", "window"]);
}

/// Prints a table of limits and peaks.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "an hour in release"]
fn allowances_are_kept_by_every_engine() {
    let questions: [&[&str]; 12] = [
        &["--engine", "window", "--size", "15"],
        &["--engine", "window", "--size", "13", "--by", "letters"],
        &["--engine", "pinwheel", "--size", "13"],
        &["--engine", "pinwheel", "--size", "13", "--by", "lengths"],
        &["--engine", "pinwheel", "--size", "13", "--where", "letters <= 100", "--where", "length 3 <= 6"],
        &["--engine", "frontier", "--size", "13"],
        &["--engine", "frontier", "--size", "13", "--by", "lengths"],
        &["--engine", "frontier", "--size", "13", "--where", "mean-length <= 6"],
        &["--engine", "kaleidoscope", "--size", "19", "--rules", "fixtures/cli/rules/mirror.toml"],
        &["--engine", "backtrack", "--size", "9", "--by", "lengths"],
        &["--engine", "exact-cover", "--size", "9", "--by", "lengths"],
        &["--engine", "sat", "--size", "9", "--by", "lengths"],
    ];
    for megabytes in [100, 300, 1000, 2000] {
        for question in questions {
            keeps_its_allowance(megabytes, &[&["count"], question].concat());
        }
    }
}
