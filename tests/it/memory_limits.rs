//! Tests the memory limit on the real program: one line, a separate exit code, and whole files.

use std::time::{Duration, Instant};

use crate::program::{EXHAUSTED, Said, end, run, start, text};

/// Runs the program with this limit. Returns what it said, its peak memory in bytes, and the time from the limit to the end. A peak between two
/// measurements of the program is over before it is seen, so the time begins when the memory stays above the limit.
#[cfg(target_os = "linux")]
fn within(limit: &str, bytes: u64, args: &[&str]) -> (Said, u64, Duration) {
    let child = start(&[args, &["--memory", limit]].concat());
    let status = format!("/proc/{}/status", child.id);
    let (mut most, mut reached) = (0, None);
    while child.ended().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let field = |name| {
            let kilobytes = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"))?;
            Some(kilobytes.parse::<u64>().expect("a number") * 1024)
        };
        most = most.max(field("VmHWM:").unwrap_or(0));
        // A process that ends has no such field any more.
        match field("VmRSS:") {
            Some(now) if now <= bytes => reached = None,
            Some(_) => reached = reached.or_else(|| Some(Instant::now())),
            None => {}
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    (end(child), most, reached.map_or(Duration::ZERO, |reached| reached.elapsed()))
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_that_is_reached_ends_the_program() {
    for (limit, bytes, args) in [
        ("1M", 1_000_000, &["count", "--size", "7"][..]),
        ("60M", 60_000_000, &["count", "--size", "13", "--engine", "frontier"]),
        ("60M", 60_000_000, &["count", "--size", "15", "--engine", "window"]),
        ("60M", 60_000_000, &["count", "--size", "13", "--engine", "pinwheel", "--by", "lengths"]),
    ] {
        let (said, most, late) = within(limit, bytes, args);
        let what = format!("{args:?}: {most} bytes at most, {late:?}, {}", said.err);
        assert_eq!((said.code, said.out.as_str()), (EXHAUSTED, ""), "{what}");
        let words: Vec<&str> = said.err.lines().filter(|line| !line.contains("note: ")).collect();
        assert_eq!(words.len(), 1, "{what}");
        assert!(words[0].starts_with("gridcheck: not enough memory (the limit is "), "{what}");
        assert!(late < Duration::from_millis(500), "{what}");
    }
}

/// A count that ends at the limit keeps its blocks, and resumes with more memory.
#[test]
fn a_file_of_sums_is_whole_after_the_limit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.sums");
    let args = ["count", "--size", "13", "--engine", "window", "--jobs", "2", "--sums", text(&path), "--resume"];
    let said = run(&[&args[..], &["--memory", "21M"]].concat());
    assert_eq!((said.code, said.out.as_str()), (EXHAUSTED, ""), "{}", said.err);
    assert!(said.err.contains("finished blocks are in ") && said.err.contains("; go on with --resume"), "{}", said.err);
    let file = std::fs::read_to_string(&path).expect("the file is there");
    assert!(file.ends_with('\n'), "{file}");
    let said = run(&args);
    assert_eq!((said.code, said.out.as_str()), (0, "162468835136\n"), "{}", said.err);
    assert!(!said.err.contains("cut short"), "{}", said.err);
}
