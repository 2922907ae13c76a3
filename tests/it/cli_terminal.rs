//! The person at the terminal: help with examples, and colours.

use crate::program::{answer, fixture, gridcheck, run};
use predicates::prelude::*;

const COMMANDS: [&str; 5] = ["count", "list", "compare", "validate", "rules"];

#[test]
fn every_command_shows_examples() {
    for command in COMMANDS {
        let help = answer(&[command, "--help"]);
        let example =
            predicate::str::contains("Examples:").and(predicate::str::contains(format!("  gridcheck {command}")));
        assert!(example.eval(&help), "{command}: {help}");
        assert!(answer(&["help", command]).contains("Examples:"), "{command}");
        assert!(answer(&["--help"]).contains(&format!("\n  {command} ")), "{command}");
    }
    let help = answer(&["--help"]);
    assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
}

/// An example is good if the program accepts it; asking for help at its end lets it do so without the files it names.
#[test]
fn the_examples_are_accepted() {
    let mut seen = 0;
    for help in [
        &["--help"][..],
        &["count", "--help"],
        &["list", "--help"],
        &["compare", "--help"],
        &["validate", "--help"],
        &["rules", "--help"],
    ] {
        for line in answer(help).lines().filter_map(|line| line.strip_prefix("  gridcheck ")) {
            let example = line.split(['|', '>']).next().and_then(|part| part.split("  ").next()).expect("a first part");
            let args: Vec<&str> = example.split_whitespace().chain(["--help"]).collect();
            assert!(answer(&args).contains("Usage: gridcheck"), "{line}");
            seen += 1;
        }
    }
    assert!(seen >= 15, "only {seen} examples found");
}

#[test]
fn colours_come_when_they_are_wanted() {
    let ring = fixture("ring.txt");
    let commands = [
        vec!["validate", ring.as_str()],
        vec!["compare", "--size", "3", "--engines", "brute,sat"],
        vec!["validate", "fixtures/cli/british_5x5.txt"],
    ];
    for args in &commands {
        let coloured = |extra: &[&str], variables: &[(&str, &str)]| {
            let mut command = gridcheck(&[args.as_slice(), extra].concat());
            command.envs(variables.iter().copied());
            let output = command.output().expect("the program starts");
            assert!(output.stderr.is_empty());
            output.stdout.contains(&0x1b)
        };
        let (forced, refused) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
        assert!(!coloured(&[], &[]), "{args:?}: a pipe gets none by itself");
        assert!(coloured(&["--color", "always"], &[]), "{args:?}");
        assert!(!coloured(&["--color", "never"], &[forced]), "{args:?}");
        assert!(coloured(&[], &[forced]), "{args:?}");
        assert!(!coloured(&[], &[forced, refused]), "{args:?}: NO_COLOR comes first");
        assert!(coloured(&["--color", "always"], &[refused]), "{args:?}: what is typed now is meant");
        let json = [args.as_slice(), &["--format", "json"]].concat();
        let output = run(&[json.as_slice(), &["--color", "always"]].concat());
        assert!(!output.out.contains('\x1b'), "{args:?}: JSON is for programs");
    }
    let coloured = run(&["validate", "--color", "always", &ring]).out;
    let mut parts = coloured.split('\x1b');
    let mut text = parts.next().unwrap_or_default().to_owned();
    // Every escape sequence here is a colour, and those end with an m.
    text.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, rest)| rest));
    assert_eq!(text, run(&["validate", &ring]).out, "colour is the only difference");
}
