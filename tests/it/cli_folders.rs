//! Tests commands on folders: the choice of files, files that cannot be read, configuration files, baselines and revisions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Said, answer, feed, json_lines, refused, run, text};

const GOOD: &str = ".....\n.#.#.\n.....\n.#.#.\n.....\n";
const BAD: &str = ".....\n.#.#.\n.....\n.#.#.\n....#\n";

/// A folder with grids in subfolders.
struct Grids(TempDir);

impl Grids {
    fn new() -> Self {
        let grids = Grids(tempfile::tempdir().expect("a folder"));
        for (name, content) in [
            ("good.txt", GOOD),
            ("a/bad.txt", BAD),
            ("a/ragged.txt", "...\n..\n\n"),
            ("b/notes.md", "nothing to read\n"),
            ("b/drafts/draft.txt", BAD),
            (".hidden.txt", BAD),
            (".gitignore", "drafts/\n"),
        ] {
            grids.write(name, content);
        }
        fs::copy("fixtures/formats/ordinary.puz", grids.path("b/ORDINARY.PUZ")).expect("room");
        grids
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        fs::write(path, content).expect("room");
    }

    /// Runs a command on the whole folder.
    fn run(&self, before: &[&str], after: &[&str]) -> Said {
        let said = run(&[before, &[text(self.0.path())], after].concat());
        // The puzzle has an even side, which `validate` notes beside all else.
        let others = said.err.lines().filter(|line| !line.contains(" of even size: "));
        Said { err: others.flat_map(|line| [line, "\n"]).collect(), ..said }
    }

    /// Returns the names of files in answers, without the folder and in order.
    fn names(&self, answers: &[Value]) -> Vec<String> {
        let below = format!("{}/", self.0.path().display());
        let name =
            |answer: &Value| answer["file"].as_str().and_then(|file| file.strip_prefix(&below)).map(str::to_owned);
        answers.iter().map(|answer| name(answer).expect("a file below")).collect()
    }
}

/// One bad file does not keep the findings of the others from any output, and the exit code is 2.
#[test]
fn a_file_that_cannot_be_read_silences_no_other() {
    let grids = Grids::new();
    let said = grids.run(&["validate", "--format", "json"], &[]);
    assert_eq!((said.code, said.err.as_str()), (2, ""));
    let answers = json_lines(&said.out);
    assert_eq!(grids.names(&answers), ["a/bad.txt", "a/ragged.txt", "b/ORDINARY.PUZ", "good.txt"]);
    let unreadable = &answers[1];
    assert_eq!(
        (&unreadable["index"], &unreadable["valid"], &unreadable["line"]),
        (&Value::Null, &Value::Null, &2.into())
    );
    let finding = &unreadable["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"GC000".into(), &"error".into()));
    assert!(finding["message"].as_str().is_some_and(|message| message.starts_with("2:3: ")), "{finding}");
    assert_eq!([&answers[0]["valid"], &answers[3]["valid"]], [&Value::Bool(false), &Value::Bool(true)]);

    let printed = grids.run(&["validate"], &[]);
    assert_eq!(printed.code, 2);
    assert!(printed.out.contains("a/ragged.txt:2: unreadable\n  GC000 error: 2:3: "), "{}", printed.out);
    assert!(
        printed.out.ends_with("3 grids by the rules british: 1 valid, 2 invalid; 1 file unreadable\n"),
        "{}",
        printed.out
    );
    let quiet = grids.run(&["validate", "--quiet"], &[]);
    assert_eq!((quiet.code, quiet.out.lines().count(), quiet.err.lines().count()), (2, 1, 1), "{quiet:?}");
    assert!(quiet.err.contains("a/ragged.txt: 2:3: "), "{quiet:?}");
    let github = grids.run(&["validate", "--format", "github"], &[]);
    assert!(github.out.contains("/a/ragged.txt,line=2,title=GC000::2:3: "), "{}", github.out);

    let sarif: Value = serde_json::from_str(&grids.run(&["validate", "--format", "sarif"], &[]).out).expect("JSON");
    let run_of = &sarif["runs"][0];
    let results = run_of["results"].as_array().expect("results");
    let fired: Vec<&Value> =
        run_of["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|rule| &rule["id"]).collect();
    for result in results {
        assert!(fired.contains(&&result["ruleId"]), "{result}");
        assert_eq!(result["partialFingerprints"]["gridcheck/v1"].as_str().map(str::len), Some(32), "{result}");
    }
    assert!(fired.iter().all(|id| results.iter().any(|result| result["ruleId"] == **id)), "{fired:?}");
    assert!(fired.contains(&&Value::from("GC000")));

    // One file alone, and a file that does not exist, are refused as before.
    assert!(
        refused(&["validate", "--format", "sarif", text(&grids.path("a/ragged.txt"))]).contains("ragged.txt:2:3: ")
    );
    assert!(refused(&["validate", text(&grids.path("good.txt")), "no/such/file"]).starts_with("no/such/file: "));
    assert!(answer(&["rules", "--explain", "gc000"]).starts_with("GC000: the file cannot be read\n"));
}

#[test]
fn files_in_folders_are_chosen_by_ending_or_pattern() {
    let grids = Grids::new();
    let of = |after: &[&str]| grids.names(&json_lines(&grids.run(&["validate", "--format", "json"], after).out));
    assert_eq!(of(&["--glob", "*.puz"]), ["b/ORDINARY.PUZ"]);
    assert_eq!(of(&["--glob", "!a/**"]), ["b/ORDINARY.PUZ", "good.txt"]);
    assert_eq!(of(&["--glob", "a/*.txt", "--glob", "!ragged*"]), ["a/bad.txt"]);
    let none = grids.run(&["validate"], &["--glob", "*.jpz"]);
    assert_eq!((none.code, none.err.lines().count()), (0, 1), "{none:?}");
    assert!(none.err.ends_with(": no file to read in this folder\n"), "{none:?}");
    let named = grids.path("b/drafts/draft.txt");
    assert_eq!(run(&["validate", text(&named)]).code, 1, "a file that is named is read");
    assert!(refused(&["validate", text(&named), "--glob", "*.txt"]).contains("--glob chooses files in folders"));
    assert!(refused(&["validate", text(grids.0.path()), "--glob", "a["]).contains("--glob a["));
}

/// Links in a folder are not followed, so a cycle of them does no harm. A link that is named is.
#[cfg(unix)]
#[test]
fn links_in_folders_are_not_followed() {
    use std::os::unix::fs::symlink;

    let grids = Grids::new();
    fs::remove_file(grids.path("a/ragged.txt")).expect("it is there");
    symlink("..", grids.path("a/up")).expect("a link");
    symlink("round", grids.path("a/round")).expect("a link");
    symlink("../good.txt", grids.path("a/link.txt")).expect("a link");
    symlink("nowhere.txt", grids.path("a/broken.txt")).expect("a link");
    let judged = grids.run(&["validate", "--format", "json"], &[]);
    assert_eq!((judged.code, judged.err.as_str()), (1, ""));
    assert_eq!(grids.names(&json_lines(&judged.out)), ["a/bad.txt", "b/ORDINARY.PUZ", "good.txt"]);
    let through = run(&["validate", "--quiet", text(&grids.path("a/up"))]);
    assert_eq!(through.out, "3 grids by the rules british: 1 valid, 2 invalid\n");
    for (name, reason) in [("a/broken.txt", "No such file"), ("a/round", "Too many levels of symbolic links")] {
        let line = refused(&["validate", text(&grids.path(name))]);
        assert!(line.contains(name) && line.contains(reason), "{line}");
    }
    // What would be written through a link is an input.
    let out = grids.path("out");
    fs::create_dir(&out).expect("room");
    symlink("../good.txt", out.join("good.txt")).expect("a link");
    let folder = text(grids.0.path());
    let line = refused(&["convert", folder, "--glob", "good.txt", "--to", "line", "--out-dir", text(&out)]);
    assert!(line.contains("out/good.txt: this is the input file"), "{line}");
    assert_eq!(fs::read_to_string(grids.path("good.txt")).expect("a file"), GOOD);
}

#[test]
fn other_commands_take_folders() {
    let grids = Grids::new();
    let stats = grids.run(&["stats", "--format", "json"], &[]);
    assert_eq!(stats.code, 2);
    assert_eq!(grids.names(&json_lines(&stats.out)), ["a/bad.txt", "b/ORDINARY.PUZ", "good.txt"]);
    assert!(stats.err.lines().count() == 1 && stats.err.contains("a/ragged.txt:2:3: "), "{}", stats.err);

    let similar = run(&["similar", text(&grids.path("good.txt")), "--format", "json", "--among", text(grids.0.path())]);
    assert_eq!((similar.code, similar.err.lines().count()), (2, 1), "{similar:?}");
    assert_eq!(grids.names(&json_lines(&similar.out)), ["good.txt", "a/bad.txt"]);

    let page = grids.path("page.html");
    let drawn = grids.run(&["draw", "--out", text(&page)], &[]);
    assert_eq!((drawn.code, drawn.err.lines().count()), (2, 1), "{drawn:?}");
    let html = fs::read_to_string(&page).expect("the page");
    assert!(html.contains("ORDINARY.PUZ") && html.contains("a/bad.txt"));

    // The folder to write to may lie in the one to read.
    let out = grids.path("converted");
    for _ in 0..2 {
        let converted = grids.run(&["convert", "--to", "ipuz", "--out-dir", text(&out)], &[]);
        assert_eq!((converted.code, converted.err.lines().count()), (2, 1), "{converted:?}");
        assert!(converted.err.contains("a/ragged.txt:2:3: "), "{converted:?}");
        let one = |name: &str| answer(&["convert", text(&out.join(name)), "--to", "exolve"]);
        assert!(one("good.ipuz").contains("exolve-grid"));
        assert_eq!(one("b/ORDINARY.ipuz"), answer(&["convert", "fixtures/formats/ordinary.puz", "--to", "exolve"]));
        assert!(!out.join("a/ragged.ipuz").exists() && !out.join("converted").exists());
    }
    assert!(grids.run(&["convert"], &[]).err.contains("--out-dir"));
    grids.write("good.xd", "Title: x\nAuthor: y\n\n\nCAT\nO#E\nWET\n");
    let clash = refused(&["convert", text(grids.0.path()), "--to", "ipuz", "--out-dir", text(&out)]);
    assert!(clash.contains("would both become ") && clash.ends_with("good.ipuz"), "{clash}");
    let into_itself = refused(&[
        "convert",
        text(grids.0.path()),
        "--to",
        "text",
        "--out-dir",
        text(grids.0.path()),
        "--glob",
        "good.txt",
    ]);
    assert!(into_itself.contains("this is the input file"), "{into_itself}");
    // The folder to write to may have the one to read in it.
    grids.write("c/deep/grid.txt", GOOD);
    let (deep, above) = (grids.path("c/deep"), grids.path("c"));
    assert_eq!(answer(&["convert", text(&deep), "--to", "line", "--out-dir", text(&above)]), "");
    assert_eq!(fs::read_to_string(above.join("grid.txt")).expect("a file").lines().count(), 1);
}

/// Known findings are marked and do not count, until they change.
#[test]
fn known_findings_are_marked() {
    let grids = Grids::new();
    let base = grids.path("base.json");
    for format in ["json", "sarif"] {
        fs::remove_file(grids.path("a/ragged.txt")).unwrap_or_default();
        fs::write(&base, grids.run(&["validate", "--format", format], &["--glob", "!*.PUZ"]).out).expect("room");
        let again = grids.run(&["validate", "--baseline", text(&base)], &["--glob", "!*.PUZ"]);
        assert_eq!(again.code, 0, "{again:?}");
        assert!(again.out.contains(" error, known: ") && !again.out.contains(" error: "), "{}", again.out);
        assert!(again.out.contains("1 valid, 1 invalid; ") && again.out.contains("1 finding known"), "{}", again.out);
        let all = grids.run(&["validate", "--format", "json", "--baseline", text(&base)], &[]);
        assert_eq!(all.code, 1, "the puzzle is new");
        let known = |answer: &Value| {
            answer["findings"].as_array().expect("findings").iter().map(|one| one["known"] == true).collect::<Vec<_>>()
        };
        let answers = json_lines(&all.out);
        assert!(known(&answers[0]).iter().all(|known| *known) && known(&answers[1]).iter().all(|known| !known));
        let sarif: Value =
            serde_json::from_str(&grids.run(&["validate", "--format", "sarif", "--baseline", text(&base)], &[]).out)
                .expect("JSON");
        let states: Vec<&Value> =
            sarif["runs"][0]["results"].as_array().expect("results").iter().map(|one| &one["baselineState"]).collect();
        assert!(states.contains(&&Value::from("new")) && states.contains(&&Value::from("unchanged")), "{states:?}");
        let github = grids.run(&["validate", "--format", "github", "--baseline", text(&base)], &[]);
        assert!(github.out.contains("(known)::grid 1: ") && github.out.contains("::error "), "{}", github.out);
        // A line above the grid changes nothing; another fault does.
        grids.write("a/bad.txt", &format!("My grid\n\n{BAD}"));
        assert_eq!(grids.run(&["validate", "--baseline", text(&base)], &["--glob", "!*.PUZ"]).code, 0);
        grids.write("a/bad.txt", ".....\n.#.#.\n.....\n.###.\n....#\n");
        assert_eq!(grids.run(&["validate", "--baseline", text(&base)], &["--glob", "!*.PUZ"]).code, 1);
        grids.write("a/bad.txt", BAD);
    }
    // Findings of another version would look new.
    let saved = fs::read_to_string(&base).expect("the last is SARIF");
    fs::write(&base, saved.replace("gridcheck/v1", "gridcheck/v2")).expect("room");
    let line = refused(&["validate", "--baseline", text(&base), text(grids.0.path())]);
    assert!(line.contains("base.json: a result has no fingerprint gridcheck/v1: save the findings again"), "{line}");
    fs::write(&base, "{}\n").expect("room");
    let line = refused(&["validate", "--baseline", text(&base), text(grids.0.path())]);
    assert!(line.ends_with("base.json:1:1: expected the output of --format json or sarif"), "{line}");
}

fn git(folder: &Path, args: &[&str]) {
    let settings =
        ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"];
    let said = Command::new("git").arg("-C").arg(folder).args(settings).args(args).output().expect("git is installed");
    assert!(said.status.success(), "{args:?}: {}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn only_changed_files_are_judged() {
    let grids = Grids::new();
    git(grids.0.path(), &["init", "--quiet"]);
    git(grids.0.path(), &["add", "."]);
    git(grids.0.path(), &["commit", "--quiet", "--message", "grids"]);
    let changed = || grids.run(&["validate", "--format", "json", "--changed-since", "HEAD"], &[]);
    assert_eq!((changed().code, changed().out.as_str()), (0, ""));
    let none = grids.run(&["validate", "--changed-since", "HEAD"], &[]);
    assert_eq!(none.out, "0 grids by the rules british: 0 valid, 0 invalid\n");
    grids.write("good.txt", BAD);
    grids.write("a/né w.txt", GOOD);
    fs::remove_file(grids.path("a/bad.txt")).expect("it is there");
    assert_eq!(grids.names(&json_lines(&changed().out)), ["a/né w.txt", "good.txt"]);
    for (revision, said) in [("no-such", "no such revision"), ("--all", "no such revision")] {
        let line = refused(&["validate", text(grids.0.path()), "--changed-since", revision]);
        assert!(line.contains(said), "{line}");
    }
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::write(elsewhere.path().join("a.txt"), GOOD).expect("room");
    assert!(refused(&["validate", text(elsewhere.path()), "--changed-since", "HEAD"]).contains("--changed-since: "));
    assert!(refused(&["validate", "-", "--changed-since", "HEAD"]).contains("standard input"));
}

/// The nearest configuration above a file applies to it; options precede it.
#[test]
fn a_configuration_states_the_rules() {
    let grids = Grids::new();
    fs::remove_file(grids.path("a/ragged.txt")).expect("it is there");
    grids.write("gridcheck.toml", "ignore = [\"gc002\"]\nexclude = [\"b/*.PUZ\"]\n\n[[overrides]]\nfolder = \"a\"\nprofile = \"NYT\"\nignore = []\n");
    let judged = |after: &[&str]| {
        let said = grids.run(&["validate", "--format", "json"], after);
        json_lines(&said.out)
    };
    let answers = judged(&[]);
    assert_eq!(grids.names(&answers), ["a/bad.txt", "good.txt"]);
    assert_eq!(
        (&answers[0]["profile"], &answers[1]["rules"], &answers[1]["valid"]),
        (&"nyt".into(), &"british".into(), &Value::Null)
    );
    let summary = grids.run(&["validate"], &[]).out;
    assert!(summary.contains("2 grids by part of the rules of their folders: "), "{summary}");
    assert_eq!(judged(&["--rules", "american"])[0]["rules"], "american");
    assert_eq!(judged(&["--no-config"]).len(), 3);
    let has_fired = |answers: &[Value]| {
        answers[0]["findings"].as_array().expect("findings").iter().any(|one| one["code"] == "GC002")
    };
    assert!(has_fired(&answers) && !has_fired(&judged(&["--ignore", "GC002"])));

    // A nearer one replaces it as a whole, with a rule file beside it.
    grids.write("a/house.toml", "name = \"house\"\nextends = \"american-loose\"\n");
    grids.write("a/gridcheck.toml", "rules = \"house.toml\"\n");
    assert_eq!(judged(&[])[0]["rules"], "house");
    let file = grids.path("a/gridcheck.toml");
    assert_eq!(judged(&["--config", text(&file)])[1]["rules"], "house");

    grids.write("a/broken.toml", "min_word = \"many\"\n");
    for (content, said) in [
        ("profil = \"times\"\n", ":1:1: unknown field `profil`"),
        ("\nprofile = \"tmes\"\n", ":2:11: no profile `tmes`, expected auto or one of"),
        ("rules = \"welsh\"\n", ":1:9: no built-in rule set `welsh`"),
        ("rules = \"times\"\n", ":1:9: `times` is a profile"),
        ("profile = \"times\"\nrules = \"lax\"\n", ":2:9: expected either profile or rules"),
        ("ignore = [\"GC002\", \"GC99\"]\n", ":1:20: expected a code such as GC001"),
        ("ignore = \"GC002\"\n", ":1:10: invalid type: string"),
        ("[[overrides]]\nprofile = \"nyt\"\n", ":1:1: missing field `folder`"),
        ("[[overrides]]\nfolder = \"none\"\n", ":2:10: folder: there is no folder `none` here"),
        ("exclude = [\"a{\"]\n", ":1:12: exclude: "),
        ("[[overrides]]\nfolder = \"..\"\n", ":2:10: folder: there is no folder `..` here"),
        ("rules = \"-\"\n", ":1:9: rules: standard input cannot be named in a file"),
        ("rules = \"none.toml\"\n", ":1:9: none.toml: No such file or directory"),
        ("rules = \"broken.toml\"\n", "broken.toml:1:12: "),
        ("x", ":1:2: "),
    ] {
        grids.write("a/gridcheck.toml", content);
        let line = refused(&["validate", text(grids.0.path())]);
        assert!(line.contains("a/gridcheck.toml:") && line.contains(said), "{line}");
    }
    // Rules from standard input are read once, and the settings of folders stay.
    grids.write("a/gridcheck.toml", "ignore = [\"GC002\"]\n");
    let args = ["validate", "--format", "json", "--rules", "-", text(grids.0.path())];
    let answers = json_lines(&feed(&args, "name = \"own\"\nextends = \"british\"\n").out);
    let judged: Vec<_> = answers.iter().map(|answer| (&answer["rules"], answer["valid"].is_null())).collect();
    assert_eq!(judged, [(&"own".into(), true), (&"own".into(), true)]);
    assert!(refused(&["validate", "--config", "no/such.toml", text(grids.0.path())]).starts_with("no/such.toml: "));
}
