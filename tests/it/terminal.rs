//! Tests output at a terminal: help with examples, and colours.

use crate::program::{answer, commands, gridcheck};

/// Runs a command on a terminal of this width, which `script` simulates. Returns its output without colours; `None` if `script`
/// is missing.
fn on_terminal(columns: usize, args: &str) -> Option<String> {
    let Ok(script) = which::which("script") else {
        println!("skipped: there is no program `script` to make a terminal");
        return None;
    };
    let command = format!("stty rows 24 cols {columns}; {} {args} --color never", env!("CARGO_BIN_EXE_gridcheck"));
    let mut script = std::process::Command::new(script);
    script
        .args(["-qec", &command, "/dev/null"])
        .stdin(std::process::Stdio::null())
        .env("TERM", "xterm")
        .env("NO_COLOR", "1");
    let output = script.output().expect("script runs");
    Some(String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n"))
}

/// Returns the longest line, and its length.
fn longest(text: &str) -> (usize, &str) {
    text.lines().map(|line| (line.chars().count(), line)).max().unwrap_or_default()
}

#[test]
fn help_fits_its_window() {
    let commands = commands();
    let mut pages: Vec<Vec<&str>> = commands.iter().map(|name| vec![name.as_str(), "--help"]).collect();
    assert!(pages.len() >= 14, "{pages:?}");
    pages.push(vec!["--help"]);
    for args in &pages {
        // A usage line, up to 59 characters, is never wrapped.
        for columns in [60, 72, 80, 100, 120, 200] {
            let output = gridcheck(args).env("COLUMNS", columns.to_string()).output().expect("the program starts");
            let help = String::from_utf8(output.stdout).expect("text");
            let (length, line) = longest(&help);
            assert!(length <= columns.min(100), "{args:?} at {columns}: {line}");
            // A paragraph below the options is wrapped only where the next word does not fit.
            let after = help.split_once("\nExamples:").expect("examples").1;
            for pair in after.lines().collect::<Vec<_>>().windows(2) {
                let next = pair[1].split(' ').next().unwrap_or_default();
                let is_text = !pair[0].is_empty() && !pair[0].starts_with(' ') && !next.is_empty();
                let had_room = pair[0].chars().count() + 1 + next.chars().count() <= columns.min(100);
                assert!(!(is_text && had_room), "{args:?} at {columns}: {} | {}", pair[0], pair[1]);
            }
        }
    }
    if let Some(help) = on_terminal(64, "count --help") {
        assert!(longest(&help).0 <= 64 && longest(&help).0 > 56, "{help}");
    }
}

#[test]
fn tables_fit_their_window() {
    for args in ["rules", "rules --profiles", "rules --codes", "audit fixtures/tour/claims.json --budget 0s"] {
        for columns in [60, 72, 100] {
            let Some(shown) = on_terminal(columns, args) else { return };
            let table: Vec<&str> = shown.lines().filter(|line| line.contains(['│', '┆', '─', '═'])).collect();
            assert!(table.len() > 3, "{args}: {shown}");
            let (length, line) = longest(&shown);
            // The sentences of an audit belong to no table.
            let fits = length <= columns || !line.contains(['│', '┆', '─', '═']);
            assert!(fits, "{args} at {columns}: {line}");
        }
    }
    let Some(shown) = on_terminal(44, "count --size 9 --by symmetry") else { return };
    assert!(shown.contains("16954") && shown.contains("67816"), "a number is never broken: {shown}");
}

/// Splits an example into arguments like a shell: up to a pipe, a redirection, or the remark after two blanks.
fn arguments(line: &str) -> Vec<String> {
    let mut args = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        let begins = args.last().is_some_and(String::is_empty);
        match c {
            '\'' => quoted = !quoted,
            '|' | '>' if !quoted => break,
            ' ' if !quoted && begins => break,
            ' ' if !quoted => args.push(String::new()),
            c => args.last_mut().expect("never empty").push(c),
        }
    }
    args.retain(|arg| !arg.is_empty());
    args
}

/// An example is good if the program accepts it. Appending `--help` tests this without the files that it names.
#[test]
fn the_examples_are_accepted() {
    let mut seen = 0;
    for help in [
        &["--help"][..],
        &["count", "--help"],
        &["list", "--help"],
        &["sample", "--help"],
        &["compare", "--help"],
        &["validate", "--help"],
        &["rules", "--help"],
    ] {
        for line in answer(help).lines().filter_map(|line| line.strip_prefix("  gridcheck ")) {
            let args = arguments(line);
            let args: Vec<&str> = args.iter().map(String::as_str).chain(["--help"]).collect();
            assert!(answer(&args).contains("Usage: gridcheck"), "{line}");
            seen += 1;
        }
    }
    assert!(seen >= 15, "only {seen} examples found");
}
