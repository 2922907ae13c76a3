//! Tests damaged inputs on the real program: it ends soon, in little memory, with a documented exit code, and never asserts
//! something false.
//!
//! Each attempt has a seed. The quick test makes a few attempts with fixed seeds. The ignored test makes as many as its time
//! allows, and prints the seeds of up to ten failures:
//! `GRIDCHECK_FUZZ_SECONDS=600 cargo test --release --test it fuzz -- --ignored --nocapture`.
//! `GRIDCHECK_FUZZ_SEED=SEED` makes it begin with that seed, which repeats the failure.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::certificate::{self, Forgery};
use crate::formats::{read_as_everything, shown};
use crate::prelude::*;
use crate::program::{answer, text};
use crate::running::Running;
use gridcheck::checked_log::record;
use gridcheck::formats::registry::{Format, read};
use gridcheck::formats::target::write;
use tempfile::TempDir;

/// Processor time limit of an attempt, in seconds. Debug builds on a busy machine need most of it.
const SECONDS: u32 = 20;

/// Address space limit of an attempt, in kilobytes: most of it is for the stacks of threads.
const KILOBYTES: u32 = 4_000_000;

/// Bytes that readers often mishandle: ends of ranges, brackets, marks of direction and of lines, invalid text.
const ODD: [&[u8]; 32] = [
    b"0",
    b"-1",
    b"1",
    b"2147483647",
    b"2147483648",
    b"4294967296",
    b"9223372036854775808",
    b"18446744073709551616",
    b"340282366920938463463374607431768211456",
    b"0.33333333333333333333333333333333333",
    b"1/0",
    b"1e999",
    b"NaN",
    b"null",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"\\u0000",
    b"#",
    b"<",
    b"&",
    b"%",
    b"\0",
    b"\r",
    b"\x1b[2J",
    b"\xff",
    "\u{202e}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{feff}".as_bytes(),
    "é".as_bytes(),
];

/// Damages a file in one to three places; `other` supplies the bytes that are spliced in.
fn damage(bytes: &[u8], other: &[u8], rng: &mut SeededRng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        damage_once(&mut bytes, other, rng);
    }
    bytes
}

fn damage_once(bytes: &mut Vec<u8>, other: &[u8], rng: &mut SeededRng) {
    let at = rng.below(bytes.len() + 1);
    let odd = ODD[rng.below(ODD.len())];
    let range = |rng: &mut SeededRng, length: usize, most: usize| {
        let from = rng.below(length + 1);
        from..(from + 1 + rng.below(most)).min(length)
    };
    match rng.below(10) {
        0 if at < bytes.len() => bytes[at] = rng.bits() as u8,
        1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        2 => drop(bytes.splice(at..at, odd.iter().copied())),
        3 => bytes.truncate(at),
        4 => {
            let removed = range(rng, bytes.len(), 40);
            bytes.drain(removed);
        }
        5 => {
            let repeated = range(rng, bytes.len(), 20);
            let repeated = bytes[repeated].repeat(1 << rng.below(8));
            bytes.splice(at..at, repeated);
        }
        6 => {
            let spliced = range(rng, other.len(), 60);
            bytes.splice(at..at, other[spliced].iter().copied());
        }
        7 => damage_lines(bytes, rng),
        // A number is replaced.
        _ => {
            let is_digit = |byte: &u8| byte.is_ascii_digit();
            if let Some(start) = bytes[at..].iter().position(is_digit).map(|start| at + start) {
                let length = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
                let near = rng.below(30).to_string();
                let number = if rng.below(2) == 0 { odd } else { near.as_bytes() };
                bytes.splice(start..start + length, number.iter().copied());
            }
        }
    }
}

/// Removes, repeats or moves a line.
fn damage_lines(bytes: &mut Vec<u8>, rng: &mut SeededRng) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if !lines.is_empty() {
        let line = lines.remove(rng.below(lines.len()));
        for _ in 0..rng.below(3) {
            lines.insert(rng.below(lines.len() + 1), line);
        }
    }
    *bytes = lines.concat();
}

/// Draws an element of a list.
fn one_of<'a, T>(items: &'a [T], rng: &mut SeededRng) -> &'a T {
    &items[rng.below(items.len())]
}

/// Runs the program within the limits. Returns its exit code, one of `codes`, and its standard output.
fn ends(args: &[&str], codes: &[i32]) -> (i32, String) {
    let script = format!(r#"ulimit -t {SECONDS}; ulimit -v {KILOBYTES}; exec "$0" "$@""#);
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_gridcheck")]).args(args).env_remove("RUST_BACKTRACE");
    let mut child = Running::with_pipes(&mut command);
    drop(child.stdin.take());
    let output = child.output();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("it prints UTF-8"));
    assert_eq!(output.status.signal(), None, "{args:?} took more than {SECONDS} s of a processor: {err}");
    let code = output.status.code().expect("it ends");
    let shown: String = err.chars().take(2000).collect();
    assert!(codes.contains(&code), "{args:?}: exit code {code}: {shown}");
    assert!(!err.contains("panicked") && !err.contains("memory"), "{args:?}: {shown}");
    assert!(!err.contains(|it: char| it.is_control() && it != '\n'), "{args:?}: control characters: {shown:?}");
    if code == 2 && out.is_empty() {
        // Notes on how a file was read may precede the error.
        let lines: Vec<&str> = err.lines().skip_while(|line| line.starts_with("gridcheck: note: ")).collect();
        assert!(matches!(lines[..], [line] if line.starts_with("gridcheck: ")), "{args:?}: {shown}");
    }
    (code, out)
}

/// The name and the content of a file.
type Named = (String, Vec<u8>);

/// Returns the files in folders below `fixtures` with this ending.
fn fixtures(folders: &[&str], ending: &str) -> Vec<Named> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| {
            fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path())
        })
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read(path).expect("a file"))).collect()
}

/// Certificates: 5 × 5 British, with given squares, with constraints, and 4 × 4 American.
static CERTIFICATES: LazyLock<Vec<TempDir>> = LazyLock::new(|| {
    let problem = |size: usize, name: &str| Problem::new(size, rules(name)).expect("a question");
    let problems = [
        problem(5, "british"),
        with_squares(&problem(5, "british"), &[(0, 0, false), (2, 3, true)]),
        constrained(&problem(5, "british"), &["letters >= 14", "mean-length <= 4"]),
        problem(4, "american"),
    ];
    problems.iter().map(|problem| certificate::made(problem).0).collect()
});

/// A folder with a false claim is never accepted, even if its digests fit.
fn a_certificate(rng: &mut SeededRng, _folder: &Path) {
    let forgery = Forgery::of(one_of(&CERTIFICATES, rng).path());
    let mut names: Vec<String> = fs::read_dir(forgery.path(""))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    // The manifest has the most content, so it is drawn more often.
    names.extend(["manifest.json".to_owned(), "manifest.json".to_owned()]);
    for _ in 0..=rng.below(2) {
        let [name, other]: [&String; 2] = [one_of(&names, rng), one_of(&names, rng)];
        let other = fs::read(forgery.path(other)).expect("a file");
        let bytes = fs::read(forgery.path(name)).expect("a file");
        forgery.write(name, damage(&bytes, &other, rng));
    }
    if rng.below(4) > 0
        && serde_json::from_slice::<serde_json::Value>(&fs::read(forgery.path("manifest.json")).expect("a file"))
            .is_ok_and(|manifest| {
                manifest["files"]
                    .as_array()
                    .is_some_and(|files| files.iter().all(|entry| entry["name"].is_string() && entry.is_object()))
            })
    {
        forgery.seal();
    }
    let (code, out) = ends(&["check", text(&forgery.path(""))], &[0, 1, 2, 3]);
    assert!(code != 0 || certificate::claims_the_truth(&forgery.path("")), "a false claim is accepted: {out}");
}

/// Sums of British 7 × 7, of window and of pinwheel, in three pieces each and as a whole, and their total. The sums of each question are
/// together: numbers of grids, a table, an extreme.
static SUMS: LazyLock<Vec<(Vec<Vec<Named>>, String)>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = |engine: &str, more: &[&str]| {
        let path = folder.path().join("sums");
        let total = answer(&[&["count", "--size", "7", "--engine", engine, "--sums", text(&path)], more].concat());
        let file = fs::read(&path).expect("the file is there");
        fs::remove_file(&path).expect("it was there");
        (total, file)
    };
    let of_question = |question: &[&str]| {
        let mut sets = Vec::new();
        for engine in ["window", "pinwheel"] {
            sets.push(vec![(format!("{engine}.sums"), made(engine, question).1)]);
            let piece = |piece: &str| {
                let dealt = [question, &["--pieces", "3", "--piece", piece]].concat();
                (format!("{engine}-{piece}.sums"), made(engine, &dealt).1)
            };
            sets.push(["1", "2", "3"].map(piece).to_vec());
        }
        (sets, made("window", question).0)
    };
    [&[][..], &["--by", "words"], &["--fewest", "letters"]].map(of_question).to_vec()
});

/// Only the right total may be given, unless the checks of the lines were made anew.
fn sums(rng: &mut SeededRng, folder: &Path) {
    let (sets, total) = one_of(&SUMS, rng);
    let mut files = one_of(sets, rng).clone();
    // Parts of another file, often of another question.
    let (others, _) = one_of(&SUMS, rng);
    let other: &Vec<_> = one_of(others, rng);
    let other = one_of(other, rng).1.clone();
    let which = rng.below(files.len());
    let sealed = rng.below(3) == 0;
    let bytes = damage(&files[which].1, &other, rng);
    let bytes = if sealed { sealed_again(&bytes) } else { bytes };
    let mut paths = Vec::new();
    for (i, (name, content)) in files.drain(..).enumerate() {
        paths.push(folder.join(name));
        fs::write(&paths[i], if i == which { &bytes } else { &content }).expect("room");
    }
    let args: Vec<&str> = ["sums"].into_iter().chain(paths.iter().map(|path| text(path))).collect();
    let (code, out) = ends(&args, &[0, 1, 2]);
    assert!(code != 0 || sealed || out == *total, "a wrong total: {out}");
}

/// Returns a file of sums with checks that fit its lines.
fn sealed_again(bytes: &[u8]) -> Vec<u8> {
    let file = String::from_utf8_lossy(bytes);
    let (header, records) = file.split_once('\n').unwrap_or((&file, ""));
    let sealed = records.lines().map(|line| record(header, line.rsplit_once(' ').map_or(line, |(said, _)| said)));
    format!("{header}\n{}", sealed.collect::<String>()).into_bytes()
}

static PUZZLES: LazyLock<Vec<Named>> = LazyLock::new(|| fixtures(&["formats", "shapes", "reading", "tour", "cli"], ""));

/// The program reads a puzzle or reports in one line why it cannot. A puzzle that is written reads back unchanged.
fn a_puzzle(rng: &mut SeededRng, folder: &Path) {
    let (name, bytes) = one_of(&PUZZLES, rng);
    let bytes = damage(bytes, &one_of(&PUZZLES, rng).1, rng);
    read_as_everything(&bytes);
    if let Some(Ok(file)) = shown(&bytes).map(|format| read(&bytes, format))
        && let Ok(puzzle) = file.puzzle()
    {
        for target in Format::WRITTEN_PUZZLES {
            if let Ok(written) = write(puzzle, target) {
                let file = read(&written.bytes, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
                let mut less = puzzle.clone();
                written.lost.iter().for_each(|loss| less.remove(loss.thing));
                assert_eq!(file.puzzle().expect("no open square"), &less, "{name} to {target}");
            }
        }
    }
    let path = folder.join(name);
    fs::write(&path, bytes).expect("room");
    let path = text(&path);
    let commands: [&[&str]; 5] = [
        &["validate", path],
        &["validate", "--format", "json", path],
        &["convert", path, "--to", "ipuz"],
        &["count", "--size", "4", "--given", path],
        &["compare", "--size", "4", "--engines", "backtrack", "--against", path],
    ];
    let command: &&[&str] = one_of(&commands, rng);
    ends(command, &[0, 1, 2]);
}

static RULE_FILES: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let built_in = gridcheck::rules::all_builtin().map(|set| set.ruleset().to_toml().into_bytes());
    let files = fixtures(&["cli/rules", "cli/bad", "tour"], ".toml").into_iter();
    built_in.chain(files.map(|(_, bytes)| bytes)).map(|bytes| ("rules.toml".to_owned(), bytes)).collect()
});

/// Rules have one interpretation: unrelated engines agree on them.
fn a_rule_file(rng: &mut SeededRng, folder: &Path) {
    let (name, bytes) = one_of(&RULE_FILES, rng);
    let path = folder.join(name);
    fs::write(&path, damage(bytes, &one_of(&RULE_FILES, rng).1, rng)).expect("room");
    let engines = "brute,backtrack,sat,exact-cover";
    ends(&["compare", "--size", "4", "--rules", text(&path), "--engines", engines], &[0, 2]);
}

/// A constraint has one interpretation.
fn a_constraint(rng: &mut SeededRng, _folder: &Path) {
    let texts = [
        "letters >= 14",
        "blacks 3..9",
        "mean-length <= 4",
        "length 3..5 = 4",
        "mean-length 3.5..4",
        "words = 6",
        "length except 3/5 = 0",
        "blacks-per-row <= 2",
    ];
    let damaged = damage(one_of(&texts, rng).as_bytes(), one_of(&texts, rng).as_bytes(), rng);
    let Ok(damaged) = String::from_utf8(damaged) else { return };
    if !damaged.contains('\0') {
        let engines = "brute,backtrack,sat,exact-cover";
        ends(&["compare", "--size", "5", "--engines", engines, "--where", &damaged], &[0, 2]);
    }
}

static CLAIMS: LazyLock<Vec<Named>> = LazyLock::new(|| fixtures(&["../crates/verdict/audit/claims", "tour"], ".json"));

/// The program reads claims, or reports their faults in one line.
fn claims(rng: &mut SeededRng, folder: &Path) {
    let (name, bytes) = one_of(&CLAIMS, rng);
    let path = folder.join(name);
    fs::write(&path, damage(bytes, &one_of(&CLAIMS, rng).1, rng)).expect("room");
    ends(&["audit", text(&path), "--budget", "0s"], &[0, 1, 2]);
}

/// The name of a kind of input, and a function that makes one attempt.
type Subject = (&'static str, fn(&mut SeededRng, &Path));

const SUBJECTS: [Subject; 6] = [
    ("a certificate", a_certificate),
    ("sums", sums),
    ("a puzzle", a_puzzle),
    ("rules", a_rule_file),
    ("a constraint", a_constraint),
    ("claims", claims),
];

/// Makes one attempt, with a kind of input that the seed decides. Returns the way to repeat it if it fails.
fn attempt(seed: u64) -> Result<(), String> {
    let (name, subject) = SUBJECTS[(seed % SUBJECTS.len() as u64) as usize];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = std::panic::catch_unwind(|| subject(&mut SeededRng::new(seed), folder.path()));
    made.map_err(|_| format!("GRIDCHECK_FUZZ_SEED={seed} ({name}); its files are in {}", folder.keep().display()))
}

#[test]
fn damage_does_no_harm() {
    let failures: Vec<String> = (0..120).filter_map(|seed| attempt(seed).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Reads a number from the environment.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text}: expected a number")))
}

#[test]
#[ignore = "as long as GRIDCHECK_FUZZ_SECONDS says, 60 if it is not set"]
fn damage_does_no_harm_for_long() {
    let time = Duration::from_secs(number("GRIDCHECK_FUZZ_SECONDS").unwrap_or(60));
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970").as_secs() << 20;
    let first = number("GRIDCHECK_FUZZ_SEED").unwrap_or_else(clock);
    println!("GRIDCHECK_FUZZ_SEED={first}");
    let (start, mut seed, mut failures) = (Instant::now(), first, Vec::new());
    // One failure should not hide the others.
    while start.elapsed() < time && failures.len() < 10 {
        failures.extend(attempt(seed).err());
        seed += 1;
    }
    println!("{} attempts", seed - first);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
