//! Tests `gridcheck certify --prover` on the real program: misbehaving provers always, cadical where it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, Said, answer, end, one_line, refusal, refused, run, start, text};
use serde_json::Value;
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

fn manifest(folder: &Path) -> Value {
    serde_json::from_str(&file(folder, "manifest.json")).expect("JSON")
}

/// Presents this program's own proof as that of an external prover.
#[test]
fn a_refutation_of_somebody_else_is_taken_over() {
    let provers = Provers::new(&[("fake", "cp \"$1\" \"$0.fed\"; cp \"$0.lrat\" \"$2\"; exit 20")]);
    let ours = provers.path("ours");
    answer(&["certify", "--size", "5", "--out", text(&ours)]);
    fs::copy(ours.join("proof.lrat"), provers.path("fake.lrat")).expect("room");
    for lister in [&[][..], &["--engine", "sat"]] {
        let theirs = provers.path("theirs");
        let made = answer(&provers.certify("fake", &theirs, &[&["--size", "5"], lister].concat()));
        assert!(made.starts_with("Exactly 17 grids of 5 x 5 squares obey the rules of rules.toml (british)"), "{made}");
        assert!(made.ends_with("\naccepted\n") && !made.contains("fake"), "{made}");
        assert_eq!(answer(&["check", text(&theirs)]), made);
        for name in ["rules.toml", "problem.cnf", "grids.txt", "complete.cnf"] {
            assert_eq!(file(&ours, name), file(&theirs, name), "{name}");
        }
        // The refuted formula is the one that is written.
        let fed: String = file(&ours, "complete.cnf").lines().skip(1).flat_map(|line| [line, "\n"]).collect();
        assert_eq!(file(provers.folder.path(), "fake.fed"), fed);
        assert_eq!(manifest(&theirs)["refuted_by"], "fake");
        assert!(manifest(&ours).get("refuted_by").is_none());
        fs::remove_dir_all(&theirs).expect("it is there");
    }
}

#[test]
fn a_prover_that_fails_is_one_clear_line() {
    let provers = Provers::new(&[
        ("nothing", "exit 20"),
        ("garbage", "echo 'c a proof' > \"$2\"; exit 20"),
        ("binary", "printf 'a\\002\\003\\000' > \"$2\"; exit 20"),
        ("jumps", "printf '1 0\\n0\\n' > \"$2\"; exit 20"),
        ("cut", "printf '1 2 3' > \"$2\"; exit 20"),
        ("takes-away", "rm \"$2\"; exit 20"),
        ("satisfied", "echo 's SATISFIABLE'; exit 10"),
        ("fails", "echo 'out of luck' >&2; exit 1"),
        ("unsure", "exit 0"),
        ("killed", "kill -9 $$"),
    ]);
    for (prover, why) in [
        ("nothing", "the prover's proof, line 1: the proof ends without the empty clause"),
        ("garbage", "the prover's proof, line 1: expected a clause of at most "),
        ("binary", "the prover's proof, line 1: expected a clause of at most "),
        ("jumps", "the prover's proof, line 2: the clause does not follow by unit propagation"),
        ("cut", "the prover's proof, line 1: the file ends in the middle of a clause"),
        ("takes-away", "prover takes-away: the file for its proof: "),
        ("satisfied", "lists 17 grids in all, and satisfied says that the clauses have one more: they disagree"),
        ("fails", "prover fails: ended with exit code 1; it last said: out of luck"),
        ("unsure", "prover unsure: ended with exit code 0"),
        ("killed", "prover killed: was killed"),
    ] {
        let line = provers.refused(prover, &["--size", "5"]);
        assert!(line.contains(why), "{prover}: {line}");
    }
    let line = provers.refused("satisfied", &["--size", "13", "--where", "length 3..13 = 2"]);
    assert!(
        line.contains("satisfied says that there are grids, and no engine lists them in reasonable time"),
        "{line}"
    );
}

#[test]
fn names_and_roles_are_checked() {
    let provers = Provers::new(&[]);
    let line = provers.refused("clasp", &["--size", "5"]);
    assert!(
        line.contains("no prover `clasp`, expected cadical, cadical-lrat; --externals FILE describes more"),
        "{line}"
    );
    let line = provers.refused("ganak", &["--size", "5"]);
    assert!(
        line.contains("ganak counts and proves nothing: it is no prover, but an --engine, external:ganak"),
        "{line}"
    );
    let line = refused(&["count", "--size", "5", "--engine", "external:cadical"]);
    assert!(line.contains("cadical proves and counts nothing: it is no engine, but a --prover"), "{line}");
    let line = refused(&["certify", "--size", "5", "--engine", "sat", "--out", text(&provers.path("out"))]);
    assert!(line.contains("--prover"), "{line}");
    let missing = "[missing]\ncommand = [\"no-such-program-anywhere\", \"{proof}\"]\ninput = \"plain-dimacs\"\n\
                   install = \"there is none\"\n";
    fs::write(&provers.externals, missing).expect("room");
    let line = provers.refused("missing", &["--size", "5"]);
    assert!(line.contains("no program `no-such-program-anywhere`; to install it: there is none"), "{line}");
    let both = "[both]\ncommand = [\"x\", \"{proof}\"]\ninput = \"plain-dimacs\"\ncount = \"{count}\"\n";
    fs::write(&provers.externals, both).expect("room");
    let line = provers.refused("both", &["--size", "5"]);
    assert!(line.contains(":1:2: [both]: a program that writes a {proof} does not count"), "{line}");
}

/// Returns `true` if some process has these words on its command line.
fn is_running(words: &str) -> bool {
    let listing = Command::new("ps").args(["-eo", "args"]).output().expect("there is a ps command");
    String::from_utf8_lossy(&listing.stdout).lines().any(|line| line == words)
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

/// Opening a pipe waits for a writer, and a device never ends.
#[cfg(unix)]
#[test]
fn a_proof_that_is_no_regular_file_is_refused() {
    let pipe = ("pipe", "rm \"$2\"; mkfifo \"$2\"; exit 20");
    let device = ("device", "rm \"$2\"; ln -s /dev/zero \"$2\"; exit 20");
    let provers = Provers::new(&[pipe, device]);
    for name in ["pipe", "device"] {
        let line = provers.refused(name, &["--size", "5"]);
        assert!(line.ends_with(&format!("prover {name}: the file for its proof: not a regular file")), "{line}");
    }
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
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
    let said = end(child);
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(one_line(&["certify"], &said.err).starts_with("interrupted in refuting with hangs"), "{}", said.err);
    assert!(!is_running("sleep 989") && !out.exists());
    for place in file(provers.folder.path(), "hangs.places").split_whitespace() {
        assert!(!Path::new(place).exists(), "{place} is left");
    }
}

/// Returns `true`, and reports it, if cadical is not installed. The error must have said how to install it.
fn is_absent(said: &Said) -> bool {
    let absent = said.code == 2 && said.err.contains("there is no program `cadical`");
    if absent {
        assert!(refusal(&["certify"], said).ends_with("; to install it: apt-get install cadical"));
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
