//! Tests the progress bar as a user sees it. The program's standard error is a terminal; its output is read and compared with the
//! time that the work finally took.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::running::Running;

/// Longest time that may pass without an estimate.
const MAX_SILENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
struct BarState {
    /// The time since the start.
    at: Duration,
    /// The processor time used by then, in ticks.
    ticks: u64,
    /// The finished part, from 0 to 1.
    done: f64,
    /// The remaining time that it shows, in seconds.
    left: Option<f64>,
}

impl BarState {
    /// Parses a line such as `count [==>   ] 12%  345 grids, 67 a second, about 8s left`.
    fn read(line: &str, at: Duration, ticks: u64) -> Option<Self> {
        let (before, message) = line.split_once("%  ")?;
        let percent: f64 = before.rsplit_once("] ")?.1.parse().ok()?;
        let left = message.split_once("about ").and_then(|(_, left)| left.split_once(" left"));
        let left = left.map(|(left, _)| {
            let (number, unit) = left.split_at(left.find(|c: char| !c.is_ascii_digit()).expect("a unit"));
            let unit = match unit {
                "s" => 1.0,
                "m" => 60.0,
                "h" => 3600.0,
                "d" => 86_400.0,
                "w" => 604_800.0,
                "y" => 31_557_600.0,
                _ => panic!("{line}"),
            };
            number.parse::<f64>().expect("a number") * unit
        });
        Some(BarState { at, ticks, done: percent / 100.0, left })
    }
}

/// Returns the processor time that a process has used, in ticks of the system's clock, over all its threads.
fn ticks(child: &Running) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id)).expect("it is not collected yet");
    // After the name, in brackets, the fields count from 3; 14 and 15 are user and system time.
    let fields = stat.rsplit_once(')').expect("a name").1.split_whitespace().skip(11).take(2);
    fields.map(|field| field.parse::<u64>().expect("a number")).sum()
}

/// All states of a bar, and the final cost of the run.
struct BarRun {
    seen: Vec<BarState>,
    time: Duration,
    ticks: u64,
}

/// Runs the program at a terminal until it ends or `longest` has passed.
fn observe(args: &[&str], longest: Duration) -> BarRun {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal can be had");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
    let theirs = ioctl_tiocgptpeer(&ours, OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("it has two ends");
    // The window is wide enough for any line.
    let size = Winsize { ws_row: 24, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(theirs.as_fd(), size).expect("it has a size");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(theirs).env("TERM", "xterm");
    let child = Running::new(&mut command);
    let start = Instant::now();
    // This drops this process's copy of the other end.
    drop(command);
    let (mut ours, mut text, mut seen) = (File::from(ours), String::new(), Vec::new());
    let mut bytes = [0; 4096];
    // Reading fails once the program has closed its end.
    while let Ok(length @ 1..) = ours.read(&mut bytes) {
        text.push_str(&String::from_utf8_lossy(&bytes[..length]));
        let (at, ticks) = (start.elapsed(), ticks(&child));
        // A state of the bar ends where the next begins, or where the bar is erased.
        let whole = text.rfind(['\r', '\x1b']).unwrap_or_default();
        seen.extend(text[..whole].split(['\r', '\x1b', '\n']).filter_map(|line| BarState::read(line, at, ticks)));
        text.drain(..whole);
        if at > longest {
            child.kill();
        }
    }
    // The system reports the usage of a process until its exit is collected.
    let (time, ticks) = (start.elapsed(), ticks(&child));
    drop(child);
    BarRun { seen, time, ticks }
}

/// The bar is never silent: no five seconds pass without an estimate.
fn is_never_silent(name: &str, BarRun { seen, time, .. }: &BarRun) {
    let estimates = seen.iter().filter(|drawn| drawn.left.is_some()).map(|drawn| drawn.at);
    let mut before = Duration::ZERO;
    for at in estimates.chain([*time]) {
        assert!(at < before + MAX_SILENCE, "{name}: nothing is said from {before:?} to {at:?}");
        before = at;
    }
    assert!(seen.windows(2).all(|pair| pair[0].done <= pair[1].done), "{name}: it goes back: {seen:?}");
}

/// After a tenth of the work the estimated time is right within a factor of two. The work is measured in processor time, because
/// the load of the machine cannot be predicted. A load that begins or ends during a run makes its estimates wrong, so the best of
/// three runs counts.
fn is_fair(size: &str, rules: &str) {
    let name = format!("{rules} {size}");
    assert!((0..3).any(|_| estimates_well(&name, size, rules)), "{name}: estimates are wrong in three runs");
}

/// Returns `true` if each estimate of a run is right within a factor of two.
fn estimates_well(name: &str, size: &str, rules: &str) -> bool {
    let told = observe(&["count", "--size", size, "--rules", rules], Duration::MAX);
    is_never_silent(name, &told);
    let mut worst: [(f64, f64); 2] = [(1.0, 0.0); 2];
    for drawn in &told.seen {
        let truth = drawn.ticks as f64 / told.ticks as f64;
        if truth < 0.1 {
            continue;
        }
        let at = drawn.at.as_secs_f64();
        let left = drawn.left.unwrap_or_else(|| panic!("{name}: no estimate: {drawn:?}"));
        // Each number is truncated to a whole number.
        let part = [drawn.done, drawn.done + 0.01];
        let estimate = [at / (at + left + 1.0), at / (at + left)];
        for ([least, most], worst) in [part, estimate].into_iter().zip(&mut worst) {
            let factor = (least / truth).max(truth / most).max(1.0);
            *worst = if factor > worst.0 { (factor, truth) } else { *worst };
        }
    }
    let [part, estimate] = worst.map(|(factor, truth)| format!("{factor:.2} (after {truth:.2} of the work)"));
    println!(
        "{name}: {:.1?}, {} states of the bar; wrong by a factor of at most: part done {part}, estimate {estimate}",
        told.time,
        told.seen.len()
    );
    assert!(told.time < Duration::from_secs(2) || !told.seen.is_empty(), "{name}: nothing is drawn");
    worst.iter().all(|&(factor, _)| factor < 2.0)
}

#[test]
fn the_bar_estimates_the_remaining_time() {
    is_fair("12", "british");
}

#[test]
#[ignore = "a minute in release"]
fn the_bar_of_long_counts_tells_how_long_they_will_take() {
    for (size, rules) in
        [("11", "british"), ("13", "british"), ("13", "no-pairs"), ("13", "either-half"), ("15", "american")]
    {
        is_fair(size, rules);
    }
}

/// The largest questions have an estimate from the start too.
#[test]
#[ignore = "a minute"]
fn long_counts_report_progress_from_the_start() {
    for (size, rules) in [("13", "british"), ("15", "british"), ("17", "american")] {
        let told = observe(&["count", "--size", size, "--rules", rules], Duration::from_secs(12));
        is_never_silent(&format!("{rules} {size}"), &told);
    }
}

#[test]
fn a_long_wait_is_announced() {
    let mut child = crate::program::start(&["count", "--size", "19"]);
    let reader = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    let lines: Vec<String> = std::io::BufRead::lines(reader).take(2).map(|line| line.expect("a line")).collect();
    drop(child);
    assert!(lines[0].starts_with("gridcheck: note: this may take very long (81 free squares"), "{lines:?}");
    assert!(lines[1].starts_with("gridcheck: note: ") && lines[1].contains(" blocks in 10 seconds; "), "{lines:?}");
    assert!(lines[1].contains("--pieces "), "{lines:?}");
}
