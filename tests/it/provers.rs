//! Tests `gridcheck certify --prover` on the real program: misbehaving provers always, cadical where it is installed. Without cadical its
//! tests are skipped with a note, or fail if `GRIDCHECK_CADICAL_MUST_EXIST` is set.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, Said, answer, end, is_running, one_line, refusal, refused, run, send, start, text};
use tempfile::TempDir;

/// A folder with provers and the files that they use. Each is a shell script that gets the formula and the proof's path as $1 and
/// $2.
struct Provers {
    folder: TempDir,
    externals: PathBuf,
}

impl Provers {
    fn new(scripts: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let externals = folder.path().join("provers.toml");
        let entry = |(name, script): &(&str, &str)| {
            let file = folder.path().join(name);
            fs::write(&file, script).expect("room");
            let command = format!("[\"sh\", {:?}, \"{{file}}\", \"{{proof}}\"]", text(&file));
            format!("[{name}]\ncommand = {command}\ninput = \"plain-dimacs\"\nseconds = 600\n")
        };
        let entries: Vec<String> = scripts.iter().map(entry).collect();
        fs::write(&externals, entries.join("\n")).expect("room");
        Provers { folder, externals }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the arguments that let a prover refute.
    fn certify<'a>(&'a self, prover: &'a str, out: &'a Path, question: &[&'a str]) -> Vec<&'a str> {
        let all = ["certify", "--prover", prover, "--externals", text(&self.externals), "--out", text(out)];
        [&all, question].concat()
    }

    /// Returns the message of a failed run: one line, and no folder.
    fn refused(&self, prover: &str, question: &[&str]) -> String {
        let out = self.path("out");
        let line = refused(&self.certify(prover, &out, question));
        assert!(!out.exists(), "{prover} left a folder: {line}");
        line
    }
}

fn file(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_prover_that_hangs_is_stopped_at_its_time_limit() {
    let provers = Provers::new(&[("hangs", "trap '' TERM; sleep 990")]);
    let entries = file(provers.folder.path(), "provers.toml").replace("600", "1");
    fs::write(&provers.externals, entries).expect("room");
    let line = provers.refused("hangs", &["--size", "5"]);
    assert!(line.ends_with("prover hangs: was stopped after 1 s, its time limit"), "{line}");
    assert!(!is_running("sleep 990"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_prover_and_leaves_nothing() {
    let provers = Provers::new(&[("hangs", "echo \"$1 $2\" > \"$0.places\"; trap '' TERM INT; sleep 989")]);
    let out = provers.path("out");
    let child = start(&provers.certify("hangs", &out, &["--size", "5"]));
    let begin = Instant::now();
    while !is_running("sleep 989") {
        assert!(begin.elapsed() < HANGS, "the prover is never started");
        sleep(Duration::from_millis(10));
    }
    send(&child, "INT");
    let said = end(child);
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(one_line(&["certify"], &said.err).starts_with("interrupted in refuting with hangs"), "{}", said.err);
    assert!(!is_running("sleep 989") && !out.exists());
    for place in file(provers.folder.path(), "hangs.places").split_whitespace() {
        assert!(!Path::new(place).exists(), "{place} is left");
    }
}

const CADICAL_MUST_EXIST: &str = "GRIDCHECK_CADICAL_MUST_EXIST";

/// Returns `true`, and reports it, if cadical is not installed. The error must have said how to install it.
fn is_absent(said: &Said) -> bool {
    let absent = said.code == 2 && said.err.contains("there is no program `cadical`");
    if absent {
        assert!(refusal(&["certify"], said).ends_with("; to install it: apt-get install cadical"));
        assert!(std::env::var_os(CADICAL_MUST_EXIST).is_none(), "{CADICAL_MUST_EXIST} is set, and {}", said.err);
        println!("skipped: {}", said.err.trim_end());
    }
    absent
}

#[test]
fn cadical_proves() {
    let folder = TempDir::new().expect("a temporary folder");
    let perfect = ["--size", "5", "--where", "length 3..5 = 2"];
    let american = ["--size", "5", "--rules", "american"];
    for (question, claim) in [
        (&["--size", "5"][..], "Exactly 17 grids of 5 x 5"),
        (&american, "Exactly "),
        (&perfect, "Exactly 4 grids of 5 x 5"),
    ] {
        let out = folder.path().join("out");
        let args = [&["certify", "--prover", "cadical", "--out", text(&out)], question].concat();
        let said = run(&args);
        if is_absent(&said) {
            return;
        }
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        assert!(said.out.starts_with(claim) && said.out.ends_with("\naccepted\n"), "{}", said.out);
        assert_eq!(answer(&["check", text(&out)]), said.out);
        fs::remove_dir_all(&out).expect("it is there");
    }
}
