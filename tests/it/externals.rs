//! Tests external programs as engines, on the real program: signals always, clingo and others where they are installed. `tests/snapshots/compare.txt`
//! has fakes that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{HANGS, Said, end, file, gridcheck, is_running, name, one_line, run, send, start, text};
use crate::running::{Running, obeying_signals};

const REAL: [&str; 4] = ["clingo", "clingo-python", "pyganak", "toulbar2"];

/// Starts a program that hangs in all possible ways, for a number of seconds that distinguishes it from those of other tests.
#[cfg(target_os = "linux")]
fn running_away(seconds: &str) -> (tempfile::NamedTempFile, Running) {
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
    let (_entry, child) = running_away("992");
    drop(child);
    ends_soon("sleep 992");
}

/// Under `nohup` an external program outlives the terminal as gridcheck does.
#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_that_is_ignored_ends_no_supervisor() {
    let entry = file("[slow]\ncommand = [\"sh\", \"-c\", \"sleep 991; :\"]\ninput = \"asp\"\ncount = \"{count}\"\n");
    let script = r#"trap "" HUP; exec "$0" count --size 3 --engine external:slow --externals "$1""#;
    let mut command = obeying_signals("sh");
    let child = Running::with_pipes(command.args(["-c", script, env!("CARGO_BIN_EXE_gridcheck"), name(&entry)]));
    let begin = Instant::now();
    while !is_running("sleep 991") {
        assert!(begin.elapsed() < HANGS, "the program is never started");
        sleep(Duration::from_millis(10));
    }
    // The supervisor, and the program itself.
    for pattern in [format!("-P {}", child.id), "-f -x sleep.991".to_owned()] {
        let sent = std::process::Command::new("pkill").arg("-HUP").args(pattern.split(' ')).status();
        assert!(sent.expect("there is a pkill command").success(), "{pattern}");
    }
    sleep(Duration::from_millis(500));
    assert!(child.ended().is_none() && is_running("sleep 991"));
    send(&child, "TERM");
    assert_eq!(end(child).code, 143);
    ends_soon("sleep 991");
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

/// A folder with a file of programs and a script, which lists its folder, leaves files there, and then answers or waits.
struct Watched {
    folder: TempDir,
}

impl Watched {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
        fs::create_dir(folder.path().join("tools")).expect("room");
        let script = "(pwd; echo \"$PWD\"; ls -A | wc -l; for file; do echo \"$file\"; done) > \"$0.unfinished\"\n\
                      mkdir -p deep/er; echo x > deep/er/x; mv \"$0.unfinished\" \"$0.seen\"\n";
        write("tools/answers.sh", &format!("{script}echo models 1\n"));
        write("waits.sh", &format!("{script}sleep 990\n"));
        let entry = |name: &str, command: &str, rest: &str| format!("[{name}]\ncommand = [{command}]\n{rest}\n");
        let counts = "input = \"asp\"\ncount = \"models {count}\"\nseconds = ";
        let proves = "input = \"plain-dimacs\"";
        let programs = [
            entry("answers", "\"sh\", \"tools/answers.sh\", \"{file}\"", &format!("{counts}600")),
            entry("late", "\"sh\", \"waits.sh\"", &format!("{counts}4")),
            entry("waits", "\"sh\", \"./waits.sh\", \"{file}\"", &format!("{counts}600")),
            entry("fails", "\"sh\", \"tools/answers.sh\", \"{file}\", \"{proof}\"", proves),
        ];
        write("programs.toml", &programs.concat());
        Watched { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Asserts that the script ran in an empty folder, and that this folder and the files that the script was given are gone.
    fn is_clean(&self, script: &str, files: usize) {
        let path = self.path(&format!("{script}.seen"));
        let seen = fs::read_to_string(&path).expect("the script has run");
        fs::remove_file(path).expect("it is there");
        let lines: Vec<&str> = seen.lines().collect();
        assert_eq!((lines[0], lines[2].trim(), lines.len()), (lines[1], "0", 3 + files), "{seen}");
        let places = lines[..1].iter().chain(&lines[3..]).map(Path::new);
        for place in places {
            assert!(place.is_absolute() && !place.exists() && !place.starts_with(self.folder.path()), "{seen}");
        }
    }
}

/// The current folder is not searched: it may be a stranger's. A path in the file of programs is looked up beside that file, and then in the
/// current folder.
#[test]
fn a_program_runs_in_an_empty_folder() {
    let watched = Watched::new();
    let programs = watched.path("programs.toml");
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    for (folder, programs) in [(watched.folder.path(), "programs.toml"), (elsewhere.path(), text(&programs))] {
        let asked = |args: &[&str]| -> Said {
            gridcheck(args).args(["--externals", programs]).current_dir(folder).output().expect("it starts").into()
        };
        let said = asked(&["count", "--size", "3", "--engine", "external:answers"]);
        assert_eq!((said.code, said.out.as_str()), (0, "1\n"), "{}", said.err);
        watched.is_clean("tools/answers.sh", 1);
        let said = asked(&["count", "--size", "3", "--engine", "external:late"]);
        assert!(said.code == 2 && said.err.contains("was stopped after 4 s"), "{}", said.err);
        watched.is_clean("waits.sh", 0);
        let said = asked(&["certify", "--size", "3", "--prover", "fails", "--out", text(&watched.path("out"))]);
        assert!(said.code == 2 && said.err.contains("ended with exit code 0"), "{}", said.err);
        watched.is_clean("tools/answers.sh", 2);
        assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0);
    }
    // A path of the current folder, where the file of programs is elsewhere.
    let entry = file(fs::read_to_string(&programs).expect("it is there"));
    let args = ["count", "--size", "3", "--engine", "external:answers", "--externals", name(&entry)];
    let said: Said = gridcheck(&args).current_dir(watched.folder.path()).output().expect("it starts").into();
    assert_eq!((said.code, said.out.as_str()), (0, "1\n"), "{}", said.err);
}

/// The formula that the program would receive does not state the constraint, so its count would be that of all grids.
#[test]
fn constraints_that_no_formula_states_are_refused() {
    let watched = Watched::new();
    for constraint in ["hinges = 0", "largest-block <= 3"] {
        let args = ["count", "--size", "3", "--engine", "external:answers", "--where", constraint];
        let mut asked = gridcheck(&args);
        let said: Said =
            asked.args(["--externals", text(&watched.path("programs.toml"))]).output().expect("it starts").into();
        assert!(
            said.code == 2 && said.err.contains(&format!("the constraint {constraint}, it supports only")),
            "{}",
            said.err
        );
        assert!(!watched.path("tools/answers.sh.seen").exists(), "the program was asked");
    }
}

/// The user has never typed the names of temporary files and folders. A program that repeats them in its complaint, or a folder for them that
/// is not there, must not bring them into a message.
#[test]
fn a_message_names_no_temporary_file() {
    let complains = |words: &str, rest: &str| {
        format!("command = [\"sh\", \"-c\", \"echo $0: wrong in $PWD {words} >&2; exit 1\", {rest}\n")
    };
    let programs = file(format!(
        "[counts]\n{}count = \"models {{count}}\"\n[proves]\n{}",
        complains("", "\"{file}\"]\ninput = \"asp\""),
        complains("$1", "\"{file}\", \"{proof}\"]\ninput = \"plain-dimacs\"")
    ));
    let place = tempfile::tempdir().expect("a temporary folder");
    let out = place.path().join("out");
    let count = ["count", "--size", "3", "--engine", "external:counts"];
    let certify = ["certify", "--size", "3", "--prover", "proves", "--out", text(&out)];
    let asked = |args: &[&str], temporary: Option<&str>| -> Said {
        let mut program = gridcheck(args);
        program.args(["--externals", name(&programs)]).envs(temporary.map(|folder| ("TMPDIR", folder)));
        program.output().expect("it starts").into()
    };
    for (args, complaint) in
        [(&count[..], "it last said: {file}: wrong in ."), (&certify, "it last said: {file}: wrong in . {proof}")]
    {
        let said = asked(args, None);
        assert!(said.code == 2 && said.err.contains(complaint), "{}", said.err);
        let missing = place.path().join("missing");
        let said = asked(args, Some(text(&missing)));
        assert!(
            said.code == 2 && said.err.ends_with(&format!(": there is no folder {}\n", missing.display())),
            "{}",
            said.err
        );
    }
}

#[test]
fn a_signal_removes_the_folder_of_a_program() {
    let watched = Watched::new();
    for signal in ["INT", "TERM", "HUP"] {
        let programs = watched.path("programs.toml");
        let args = ["count", "--size", "3", "--engine", "external:waits", "--externals", text(&programs)];
        let child = start(&args);
        let begin = Instant::now();
        while !watched.path("waits.sh.seen").exists() {
            assert!(begin.elapsed() < HANGS, "the program is never started");
            sleep(Duration::from_millis(10));
        }
        send(&child, signal);
        let said = end(child);
        assert!(said.code > 128 && said.out.is_empty(), "{signal}: {}", said.err);
        watched.is_clean("waits.sh", 1);
    }
}

/// Python takes modules from the current folder. One there invents a count, and could do anything else.
#[test]
fn no_module_of_the_current_folder_is_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("room");
    fs::create_dir(folder.path().join("clingo")).expect("room");
    let ran = "open('ran', 'w')\n";
    write("clingo/__init__.py", ran);
    write("clingo/__main__.py", &format!("{ran}print('Models : 99')\n"));
    write("pyganak.py", &format!("{ran}print('c s exact arb int 99')\nimport os\nos._exit(0)\n"));
    write("sitecustomize.py", ran);
    for engine in ["external:pyganak", "external:clingo-python"] {
        let mut command = gridcheck(&["count", "--size", "5", "--engine", engine]);
        // An empty entry is the current folder too.
        command.current_dir(folder.path()).env("PYTHONPATH", format!(":{}", text(folder.path())));
        let said = Said::from(command.output().expect("it starts"));
        assert!(is_absent(&said) || said.out == "17\n", "{engine}: {} {}", said.out, said.err);
        assert!(!folder.path().join("ran").exists(), "{engine} has run a file of the current folder");
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
