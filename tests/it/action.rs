//! Tests the GitHub action, step by step as GitHub runs it, without GitHub.

use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::Digest;

/// Runs a step in a given checkout. Returns its output, without the lines that stop the runner from interpreting it, its result
/// and its exit code.
fn step_in(checkout: &Path, variables: &[(&str, &str)]) -> (String, String, i32) {
    let told = tempfile::NamedTempFile::new().expect("a temporary file");
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("action/validate"));
    command.current_dir(checkout).env("GITHUB_OUTPUT", told.path()).env("PROGRAM", env!("CARGO_BIN_EXE_gridcheck"));
    let output = command.envs(variables.iter().copied()).output().expect("there is a bash");
    let printed = String::from_utf8(output.stdout).expect("text");
    let word =
        printed.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).expect("a word").to_owned();
    assert!(word.len() > 32, "{word}");
    let inner = printed.strip_prefix(&format!("::stop-commands::{word}\n"));
    let inner =
        inner.and_then(|rest| rest.strip_suffix(&format!("::{word}::\n"))).expect("the word at the end").to_owned();
    let said = inner + &String::from_utf8(output.stderr).expect("text");
    (said, fs::read_to_string(told.path()).expect("a file"), output.status.code().expect("it ends by itself"))
}

/// The author of a pull request chooses the file names of the checkout.
#[cfg(unix)]
#[test]
fn checkout_files_cannot_inject_commands_or_redirect_output() {
    let slip = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tour/slip.txt")).expect("a fixture");
    let [checkout, runner] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let runner_temp = runner.path().to_str().expect("a plain name");
    for name in ["::stop-commands::x.txt", "##[error]x.txt", "a\n::set-output name=valid::true.txt", "-"] {
        fs::write(checkout.path().join(name), &slip).expect("room");
    }
    let (said, told, code) = step_in(checkout.path(), &[("FILES", "*"), ("RUNNER_TEMP", runner_temp)]);
    let sarif = runner.path().join("gridcheck.sarif");
    assert_eq!((told, code), (format!("sarif={}\nvalid=false\n", sarif.display()), 0), "{said}");
    assert!(said.contains("4 grids by the rules british: 0 valid, 4 invalid"), "{said}");
    let commands = |line: &&str| line.trim_start().starts_with("::") || line.contains("##[");
    assert_eq!(said.lines().find(commands), None, "{said}");
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&sarif).expect("findings")).expect("JSON");
    let uris = json["runs"][0]["results"].to_string();
    assert!(
        uris.contains("\"%3A%3Astop-commands%3A%3Ax.txt\"") && uris.contains("\"%23%23%5Berror%5Dx.txt\""),
        "{uris}"
    );
    assert_eq!(fs::read_dir(checkout.path()).expect("a folder").count(), 4, "nothing is written into the checkout");

    // The step follows no links, writes to no folder, and writes nowhere that was not requested.
    let target = runner.path().join("target");
    fs::write(&target, "precious").expect("room");
    std::os::unix::fs::symlink(&target, checkout.path().join("gridcheck.sarif")).expect("room");
    std::os::unix::fs::symlink(runner.path(), checkout.path().join("out")).expect("room");
    fs::create_dir(checkout.path().join("folder")).expect("room");
    std::os::unix::fs::symlink(checkout.path(), runner.path().join("workspace")).expect("room");
    let name = checkout.path().file_name().and_then(|name| name.to_str()).expect("a plain name");
    let (workspace, runner_folder) = (checkout.path().display(), runner.path().display());
    for asked in [
        "gridcheck.sarif",
        "./gridcheck.sarif",
        ".//gridcheck.sarif",
        "folder/../gridcheck.sarif",
        "out/target",
        "out//new",
        &format!("../{name}/gridcheck.sarif"),
        &format!("{workspace}/gridcheck.sarif"),
        &format!("{workspace}//gridcheck.sarif"),
        &format!("/{workspace}/./gridcheck.sarif"),
        &format!("{workspace}/out/target"),
        &format!("{workspace}//out/target"),
        &format!("{runner_folder}/workspace/gridcheck.sarif"),
        &format!("{runner_folder}/workspace/out/target"),
        &format!("{runner_folder}/workspace/out/workspace/gridcheck.sarif"),
    ] {
        let variables = [("FILES", "::*"), ("RUNNER_TEMP", runner_temp), ("SARIF", asked)];
        let (said, told, code) = step_in(checkout.path(), &variables);
        assert_eq!((told.as_str(), code), ("", 2), "{said}");
        assert!(
            said.contains("is a symbolic link") && fs::read_to_string(&target).expect("there") == "precious",
            "{said}"
        );
    }
    assert!(!runner.path().join("new").exists());
    let asked =
        |asked: &str| step_in(checkout.path(), &[("FILES", "::*"), ("RUNNER_TEMP", runner_temp), ("SARIF", asked)]);
    let (_, told, code) = asked("x/../y");
    assert_eq!((told.as_str(), code), ("", 2), "there is no such folder");
    // A folder that is not a link is written to, and so is the checkout under another name: the runner chose the link to it.
    for (path, written) in [
        ("folder//own.sarif".to_owned(), "folder/own.sarif"),
        (format!("{runner_folder}/workspace/folder/linked.sarif"), "folder/linked.sarif"),
    ] {
        let (said, told, code) = asked(&path);
        assert_eq!((told, code), (format!("sarif={path}\nvalid=false\n"), 0), "{said}");
        assert!(
            fs::read_to_string(checkout.path().join(written)).expect("findings").trim_end().ends_with("}]}"),
            "{path}"
        );
    }
}

/// A check that judged nothing is not green.
#[cfg(unix)]
#[test]
fn a_checkout_without_grids_is_not_valid() {
    let [checkout, runner] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let runner_temp = runner.path().to_str().expect("a plain name");
    fs::create_dir(checkout.path().join("puzzles")).expect("room");
    let step = |files, arguments| {
        step_in(checkout.path(), &[("FILES", files), ("ARGUMENTS", arguments), ("RUNNER_TEMP", runner_temp)])
    };
    let sarif = runner.path().join("gridcheck.sarif").display().to_string();
    for (files, arguments, expected, expected_code) in [
        ("*.xd", "", "valid=false\n".to_owned(), 1),
        ("*.xd", "--allow-empty", "valid=true\n".to_owned(), 0),
        ("puzzles", "", format!("sarif={sarif}\nvalid=false\n"), 0),
        ("puzzles", "--allow-empty", format!("sarif={sarif}\nvalid=true\n"), 0),
    ] {
        let (said, told, code) = step(files, arguments);
        assert_eq!((told, code), (expected, expected_code), "{files} {arguments}: {said}");
    }
}

/// The archive of a release is used only if its SHA-256 sum is the published one.
#[test]
fn an_archive_with_another_sum_is_not_installed() {
    let [releases, runner] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let release = releases.path().join("v1");
    let target = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "x86_64-unknown-linux-gnu",
        ("linux", "aarch64") => "aarch64-unknown-linux-gnu",
        ("macos", "x86_64") => "x86_64-apple-darwin",
        ("macos", "aarch64") => "aarch64-apple-darwin",
        _ => return println!("skipped: there are no releases for this machine"),
    };
    let name = format!("gridcheck-{target}");
    fs::create_dir_all(release.join(&name)).expect("room");
    fs::write(release.join(&name).join("gridcheck"), "the program").expect("room");
    let archive = release.join(format!("{name}.tar.gz"));
    let packed = Command::new("tar").arg("-czf").arg(&archive).arg(&name).current_dir(&release).status();
    assert!(packed.expect("there is a tar").success());
    let digest = sha2::Sha256::digest(fs::read(&archive).expect("there"));
    let sum = digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let place = format!("file://{}", releases.path().display());
    let runner_temp = runner.path().to_str().expect("a plain name");
    let install = || step("install", &[("RELEASES", &place), ("RELEASE", "v1"), ("RUNNER_TEMP", runner_temp)]);
    let program = runner.path().join("gridcheck/gridcheck");
    let published = release.join(format!("{name}.tar.gz.sha256"));
    let (_, told, code) = install();
    assert_eq!((told.as_str(), code, program.exists()), ("", 2, false), "no sum is published");
    let wrong = format!("{}{}", if sum.starts_with('0') { "1" } else { "0" }, &sum[1..]);
    for wrong in ["", "\n", &format!("{wrong}  {name}.tar.gz\n"), &sum[1..]] {
        fs::write(&published, wrong).expect("room");
        let (_, told, code) = install();
        assert_eq!((told.as_str(), code, program.exists()), ("", 2, false), "{wrong}");
    }
    fs::write(&published, format!("{sum}  {name}.tar.gz\n")).expect("room");
    let (_, told, code) = install();
    assert_eq!((told, code), (format!("program={}\n", program.display()), 0));
    assert_eq!(fs::read_to_string(&program).expect("there"), "the program");

    // A workflow that names a commit gets the release of the version that the commit has.
    fs::remove_file(&program).expect("there");
    fs::rename(&release, releases.path().join(concat!("v", env!("CARGO_PKG_VERSION")))).expect("room");
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let variables =
        [("RELEASES", &*place), ("RELEASE", commit), ("RUNNER_TEMP", runner_temp), ("PATH", "/usr/bin:/bin")];
    let (_, told, code) = step("install", &variables);
    assert_eq!((told, code), (format!("program={}\n", program.display()), 0));
}

/// Builds the program from source, as for a machine without an archive. rustup obeys the toolchain file of the folder in which cargo starts.
#[cfg(unix)]
#[test]
fn the_source_is_not_built_in_the_checkout() {
    let [tools, checkout, runner] = [(); 3].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let (cargo, told) = (tools.path().join("cargo"), runner.path().join("output"));
    executable(&cargo, "#!/bin/sh\npwd >&2\n");
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").expect("a path"));
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("action/install"));
    command
        .current_dir(checkout.path())
        .env("GITHUB_OUTPUT", &told)
        .env("PATH", path)
        .env("RUNNER_TEMP", runner.path());
    let output =
        command.env("RELEASES", "file:///no/such/place").env("RELEASE", "v1").output().expect("there is a bash");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{said}");
    assert_eq!(said.lines().last(), Some(env!("CARGO_MANIFEST_DIR")), "{said}");
    let program = runner.path().join("gridcheck/bin/gridcheck");
    assert_eq!(fs::read_to_string(told).expect("a file"), format!("program={}\n", program.display()));
}

/// Writes a script that can be run.
#[cfg(unix)]
fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;

    fs::write(path, text).expect("room");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("our file");
}

/// Runs a step. Returns its standard output, its results for later steps, and its exit code.
fn step(name: &str, variables: &[(&str, &str)]) -> (String, String, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = folder.path().join("output");
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("action").join(name));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("GITHUB_OUTPUT", &told).envs(variables.iter().copied());
    let output = command.output().expect("there is a bash");
    let printed = String::from_utf8(output.stdout).expect("text");
    let told = fs::read_to_string(&told).unwrap_or_default();
    (printed, told, output.status.code().expect("it ends by itself"))
}

#[test]
fn findings_become_a_file_and_a_verdict() {
    let program = env!("CARGO_BIN_EXE_gridcheck");
    let (_, told, code) = step("install", &[("PROGRAM", program)]);
    assert_eq!((told, code), (format!("program={program}\n"), 0));

    let folder = tempfile::tempdir().expect("a temporary folder");
    let sarif = folder.path().join("findings.sarif");
    let sarif = sarif.to_str().expect("a plain name");
    let always = [("PROGRAM", program), ("SARIF", sarif)];
    let validate = |extra: &[(&str, &str)]| step("validate", &[&always[..], extra].concat());
    let results = || {
        let text = fs::read_to_string(sarif).expect("the findings");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        json["runs"][0]["results"].as_array().expect("results").len()
    };

    let (printed, told, code) = validate(&[("FILES", "fixtures/tour/lattice.txt")]);
    let verdict = |valid: bool| format!("sarif={sarif}\nvalid={valid}\n");
    assert_eq!((told, code, results()), (verdict(true), 0, 0));
    assert!(printed.contains("1 valid, 0 invalid"), "{printed}");

    // Input with a pattern, a rule set, and arguments with blanks between them. The step itself must not fail.
    let (printed, told, code) = validate(&[
        ("FILES", "fixtures/tour/l*.txt fixtures/tour/sl*.txt"),
        ("RULES", "american"),
        ("ARGUMENTS", "--no-drawing --ignore GC008"),
    ]);
    assert_eq!((told, code), (verdict(false), 0), "{printed}");
    assert!(results() > 0 && printed.contains(" the rules american") && !printed.contains("GC008"), "{printed}");

    let (printed, told, code) = validate(&[("FILES", "fixtures/formats/ordinary.puz"), ("PROFILE", "nyt")]);
    assert_eq!((told, code), (verdict(false), 0), "{printed}");
    assert!(printed.contains("by the profile nyt"), "{printed}");
}

#[test]
fn the_step_fails_without_findings_on_unusable_input() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sarif = folder.path().join("findings.sarif");
    let always = [("PROGRAM", env!("CARGO_BIN_EXE_gridcheck")), ("SARIF", sarif.to_str().expect("a plain name"))];
    for (files, expected, expected_code) in
        [("no/such/*.puz", "valid=false\n", 1), ("no/such.puz", "", 2), ("fixtures/cli/bad/ragged.txt", "", 2)]
    {
        let (printed, told, code) = step("validate", &[&always[..], &[("FILES", files)]].concat());
        assert!(printed.lines().count() == 2 && printed.lines().all(|line| line.starts_with("::")), "{printed}");
        assert_eq!((told.as_str(), code), (expected, expected_code), "{files}");
        assert!(!sarif.exists(), "half a file of findings for {files}");
    }
    let (_, told, code) = step("install", &[("PROGRAM", "no-such-gridcheck")]);
    assert_eq!((told.as_str(), code), ("", 2));
}

/// The value behind `key:` in a file of YAML.
fn value_of<'a>(yaml: &'a str, key: &str) -> &'a str {
    let line = yaml.lines().find_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(key)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("no {key}")).trim()
}

/// Each of the three ways of `examples/ci` is run by hand: the step of the action, the hook of pre-commit, and the script with a `pipx`
/// that starts this program.
#[cfg(unix)]
#[test]
fn the_example_for_ci_judges_its_puzzles() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(project.join(path)).expect("a file of the project");
    let [checkout, runner] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let puzzles = ["puzzles/monday.xd", "puzzles/american/sunday.xd"];
    fs::create_dir_all(checkout.path().join("puzzles/american")).expect("room");
    for file in ["gridcheck.toml", "validate"].iter().chain(&puzzles) {
        fs::copy(project.join("examples/ci").join(file), checkout.path().join(file)).expect("room");
    }
    let (hooks, asked) = (read(".pre-commit-hooks.yaml"), read("examples/ci/.pre-commit-config.yaml"));
    assert_eq!(value_of(&asked, "id"), value_of(&hooks, "id"));
    let mut hook: Vec<String> = value_of(&hooks, "entry").split(' ').map(str::to_owned).collect();
    hook[0] = env!("CARGO_BIN_EXE_gridcheck").to_owned();
    hook.extend(value_of(&hooks, "args").trim_matches(['[', ']']).split(", ").map(str::to_owned));
    let hook_of_one = [&hook[..], &["-x.xd".to_owned()]].concat();
    hook.extend(puzzles.map(str::to_owned));
    // Like the real one, it runs a file of the current folder first.
    let pipx =
        format!("#!/bin/sh\n[ ! -e \"$2\" ] || exit 99\nshift 2\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_gridcheck"));
    executable(&runner.path().join("pipx"), &pipx);
    fs::write(checkout.path().join("gridcheck"), "print('a program of the checkout')\n").expect("room");
    let path = format!("{}:{}", runner.path().display(), std::env::var("PATH").expect("a path"));
    let workflow = read("examples/ci/.github/workflows/crosswords.yml");
    let code_of = |command: &mut Command| {
        let output = command.current_dir(checkout.path()).env("PATH", &path).output().expect("it starts");
        output.status.code().expect("it ends by itself")
    };
    let verdicts = || {
        let runner_temp = runner.path().to_str().expect("a plain name");
        let variables = [("FILES", value_of(&workflow, "files")), ("RUNNER_TEMP", runner_temp)];
        let (said, told, code) = step_in(checkout.path(), &variables);
        assert_eq!(code, 0, "{said}");
        let valid = told.lines().last().expect("a result").to_owned();
        (valid, code_of(Command::new(&hook[0]).args(&hook[1..])), code_of(&mut Command::new("./validate")))
    };
    assert_eq!(verdicts(), ("valid=true".to_owned(), 0, 0));
    // A file of any name is a file.
    fs::copy(checkout.path().join(puzzles[0]), checkout.path().join("-x.xd")).expect("room");
    assert_eq!(code_of(Command::new(&hook_of_one[0]).args(&hook_of_one[1..])), 0);
    // Each folder has its rules: the American puzzle is judged by others than the British one.
    let american = read("examples/ci/puzzles/american/sunday.xd");
    fs::write(checkout.path().join(puzzles[0]), american).expect("room");
    assert_eq!(verdicts(), ("valid=false".to_owned(), 1, 1));
}
