//! Runs the commands of the files in `tests/snapshots`, whose whole output and exit code must be what is recorded there.
//!
//! A line that begins with `$ ` is a command, and the lines below it that begin with `> ` continue it. Its standard output follows,
//! two columns to the right, then its standard error behind `! `, and its exit code in brackets if it is not 0. All other lines are
//! remarks. The commands of a file run one after the other in a new folder, which has links to `fixtures`, `docs` and the built `examples`.
//! `reseal FILE...` and `same_sums FILE FILE` are functions of this module. Some commands and messages are those of Linux.
//! `GRIDCHECK_BLESS=1 cargo test --release --test it snapshots` records what the program prints now.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::console::{Printed, filtered, run};
use crate::program::{self, answer};
use gridcheck::checked_log::record;

/// One test for each file, so that they run side by side.
macro_rules! snapshots {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                is_as_recorded(stringify!($name));
            }
        )*
    };
}

snapshots! {
    answers audit certify compare convert count dialects draw examples files fill find folders forged forgeries help list lists paint pieces puzzles rectangles sample setters shapes sums tables texts usage
    validate
}

/// A remark, or a command and the lines recorded below it.
struct Block {
    text: String,
    is_command: bool,
    recorded: String,
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(format!("{name}.txt"))
}

/// Splits a file into remarks and commands.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_begun = false;
    for line in text.lines() {
        let last = blocks.last_mut();
        let is_output =
            line.is_empty() || line == "!" || ["  ", "! ", "[exit "].iter().any(|mark| line.starts_with(mark));
        match (line.strip_prefix("$ "), last) {
            (Some(command), _) => {
                blocks.push(Block { text: command.to_owned(), is_command: true, recorded: String::new() });
            }
            (None, Some(block)) if block.is_command && block.recorded.is_empty() && line.starts_with('>') => {
                block.text.push('\n');
                block.text.push_str(line.strip_prefix("> ").unwrap_or_default());
            }
            (None, Some(block)) if block.is_command && is_output => {
                block.recorded.push_str(line);
                block.recorded.push('\n');
            }
            (None, _) if line.is_empty() => is_begun = false,
            (None, Some(block)) if !block.is_command && is_begun => {
                block.text.push('\n');
                block.text.push_str(line);
            }
            (None, _) => {
                blocks.push(Block { text: line.to_owned(), is_command: false, recorded: String::new() });
                is_begun = true;
            }
        }
    }
    blocks
}

/// Adds the lines of an output behind a mark. What a terminal would not show is written as its number.
fn add(lines: &mut Vec<String>, mark: &str, output: &str) {
    let escaped =
        |c: char| if c.is_control() && c != '\t' { format!("\\x{:02x}", u32::from(c)) } else { c.to_string() };
    let marked = |line: &str| match line {
        "" => mark.trim_end().to_owned(),
        line => format!("{mark}{}", line.chars().map(escaped).collect::<String>()),
    };
    let whole = output.strip_suffix('\n');
    if !output.is_empty() {
        lines.extend(whole.unwrap_or(output).split('\n').map(marked));
    }
    if whole.is_none() && !output.is_empty() {
        lines.push(format!("{mark}[no newline at the end]"));
    }
}

/// Gives the records of these files checks that fit, so that a file can be forged.
fn reseal(pattern: &str, folder: &Path) {
    let listed = run(&format!("ls {pattern}"), folder, "").out;
    assert!(!listed.is_empty(), "no file is {pattern}");
    for name in listed.lines() {
        let path = folder.join(name);
        let file = fs::read_to_string(&path).expect("the file is there");
        let (header, records) = file.split_once('\n').expect("a first line");
        let sealed = |line: &str| record(header, line.rsplit_once(' ').expect("a check").0);
        let sealed: String = records.lines().map(sealed).collect();
        fs::write(&path, format!("{header}\n{sealed}")).expect("the file can be written");
    }
}

/// Functions of the shell for the commands. `same_sums` compares two files of sums without the numbers of their runs, and so without the
/// checks, which depend on the first line. `altered` prints a fixture with the first OLD replaced by NEW, and `byte` one with another byte.
/// `seal FOLDER` gives the manifest of a certificate the lengths and digests of its files. `forge FOLDER [FILE EDIT]...` edits a copy with
/// sed, seals it, and checks it.
const FUNCTIONS: &str = r#"
altered() {
    OLD=$2 NEW=$3 awk '!done && (at = index($0, ENVIRON["OLD"])) {
        $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"])); done = 1
    } 1' fixtures/formats/$1
}
byte() { head -c $2 fixtures/formats/$1; printf "$3"; tail -c +$(($2 + 2)) fixtures/formats/$1; }
bare() { sed -e 's/,"runs":\[[^]]*\]//' -e 's/ [0-9a-f]*$//' "$1"; }
same_sums() { bare "$1" > .one; bare "$2" > .other; cmp .one .other; }
seal() {
    (cd "$1"; sha256sum * | while read hash name; do
        echo "/\"name\": \"$name\"/{n;s/: .*/: $(stat -c %s $name),/;n;s/: .*/: \"$hash\"/}"
    done | sed -i -f - manifest.json)
}
forge() {
    rm -rf forged; cp -r "$1" forged; shift
    while [ $# -gt 1 ]; do cp "forged/$1" .before; sed -i "$2" "forged/$1"; cmp -s .before "forged/$1" && echo "$1: unchanged"; shift 2; done
    seal forged; gridcheck check forged
}
"#;

/// Returns a command with what it prints in this folder, as a file has it.
fn shown(command: &str, folder: &Path) -> String {
    if let Some(files) = command.strip_prefix("reseal ") {
        reseal(files, folder);
    }
    let command_of_shell = if command.starts_with("reseal ") { "" } else { command };
    let Printed { out, err, code } = run(&format!("{FUNCTIONS}{command_of_shell}"), folder, "");
    let filtered = |text: &str| filtered(&text.replace(&folder.display().to_string(), "FOLDER"));
    let continued =
        |(i, line): (usize, &str)| format!("{} {line}", if i == 0 { '$' } else { '>' }).trim_end().to_owned();
    let mut lines: Vec<String> = command.split('\n').enumerate().map(continued).collect();
    add(&mut lines, "  ", &filtered(&out));
    add(&mut lines, "! ", &filtered(&err));
    if code != 0 {
        lines.push(format!("[exit {code}]"));
    }
    lines.join("\n")
}

/// Runs the commands of a file, and compares the file with what it should be. With `GRIDCHECK_BLESS` set it is written instead.
fn is_as_recorded(name: &str) {
    let recorded = fs::read_to_string(path(name)).expect("a file for each name");
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = Path::new(env!("CARGO_BIN_EXE_gridcheck")).parent().expect("a folder");
    for (place, link) in [(root, "fixtures"), (root, "docs"), (built, "examples")] {
        std::os::unix::fs::symlink(place.join(link), folder.path().join(link)).expect("a link");
    }
    let shown = |block: &Block| if block.is_command { shown(&block.text, folder.path()) } else { block.text.clone() };
    let printed: Vec<String> = blocks(&recorded).iter().map(shown).collect();
    let printed = printed.join("\n\n") + "\n";
    if std::env::var_os("GRIDCHECK_BLESS").is_some() {
        assert!(std::env::var_os("CI").is_none(), "a file that is recorded is not compared");
        fs::write(path(name), printed).expect("the file can be written");
        return;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (recorded.lines().collect(), printed.lines().collect());
    let Some(first) = (0..old.len().max(new.len())).find(|&i| old.get(i) != new.get(i)) else { return };
    let command = old[..first].iter().rposition(|line| line.starts_with("$ ")).unwrap_or(0);
    let excerpt = |lines: &[&str]| lines.get(command..lines.len().min(first + 20)).unwrap_or_default().join("\n");
    panic!(
        "tests/snapshots/{name}.txt:{}: recorded\n\n{}\n\nand printed\n\n{}\n\nGRIDCHECK_BLESS=1 records what is printed",
        first + 1,
        excerpt(&old),
        excerpt(&new)
    );
}

#[test]
fn every_file_is_run() {
    let files = fs::read_dir(path("x").parent().expect("a folder"))
        .expect("the folder")
        .map(|file| file.expect("a file").path());
    let files: BTreeSet<PathBuf> = files.collect();
    assert_eq!(files, NAMES.iter().map(|name| path(name)).collect());
}

/// Returns the options that a help lists.
fn options(args: &[&str]) -> BTreeSet<String> {
    let help = answer(args);
    let begins = |line: &&str| line.starts_with("      --") || line.starts_with("  -");
    let lines = help.lines().take_while(|line| *line != "Examples:").filter(begins);
    let option = |line: &str| line.split([' ', ',', '[', '=']).find(|word| word.starts_with("--")).map(str::to_owned);
    lines.filter_map(option).collect()
}

/// Returns the commands of the program with their options, and under "" those of every command.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let of_all = options(&["--help"]);
    let names = program::commands().into_iter();
    let mut commands: BTreeMap<String, BTreeSet<String>> =
        names.map(|name| (name.clone(), &options(&[&name, "--help"]) - &of_all)).collect();
    commands.insert(String::new(), of_all);
    commands
}

/// Returns all commands with what is recorded below them.
pub fn recorded() -> Vec<(String, String)> {
    let read = |name: &&str| blocks(&fs::read_to_string(path(name)).expect("a file"));
    let commands = NAMES.iter().flat_map(read).filter(|block| block.is_command);
    commands.map(|block| (block.text, block.recorded)).collect()
}

/// Every command and every option is in an invocation that the program does not refuse.
#[test]
fn every_command_and_every_option_is_used() {
    let mut unused = commands();
    assert!(unused.len() > 20 && unused["count"].contains("--by"), "{unused:?}");
    let (mut unseen, mut invocations): (BTreeSet<String>, _) = (unused.keys().cloned().collect(), 0);
    for (command, output) in recorded() {
        let is_refused = output.contains("[exit 2]");
        for invocation in command.split("gridcheck ").skip(1) {
            invocations += 1;
            let words: Vec<&str> = invocation.split([' ', '=', ';', '\n']).collect();
            for command in ["", words[0]].into_iter().filter(|_| !is_refused) {
                unseen.remove(command);
                unused
                    .entry(command.to_owned())
                    .and_modify(|options| options.retain(|one| !words.contains(&one.as_str())));
            }
        }
    }
    // The page is in the program only if it was built with it: tests/it/page.rs.
    unused.remove("page");
    unseen.remove("page");
    unused.retain(|_, options| !options.is_empty());
    assert!(unused.is_empty() && unseen.is_empty(), "{unused:?} {unseen:?}");
    assert!(invocations >= 400, "{invocations}");
}
