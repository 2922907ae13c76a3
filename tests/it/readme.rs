//! The README's examples are run, and must print what the README says; only times may differ.

use std::path::Path;
use std::process::Command;

/// The text with every time (`0.012 s`) and the blanks that align it made alike.
fn without_times(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_time = |i: usize| {
            words.get(i + 1).is_some_and(|unit| ["s", "s."].contains(unit)) && words[i].parse::<f64>().is_ok()
        };
        (0..words.len()).map(|i| if is_time(i) { "TIME" } else { words[i] }).collect::<Vec<_>>().join(" ")
    };
    text.trim_end().lines().map(line).collect()
}

/// Each `$ command` of the README's console blocks with the output shown below it.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut in_console = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => in_console = line == "```console",
            Some(command) if in_console => examples.push((command.to_owned(), String::new())),
            _ if in_console => {
                let (_, output) = examples.last_mut().expect("a console block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    examples
}

#[test]
fn every_example_prints_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let examples = examples(&readme);
    assert!(examples.len() >= 8, "only {} examples found", examples.len());
    let program = Path::new(env!("CARGO_BIN_EXE_gridcheck")).parent().expect("a folder").display().to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    // The one thing that an example leaves behind.
    let certificate = root.join("british-5");
    let _ = std::fs::remove_dir_all(&certificate);
    for (command, shown) in examples {
        let output =
            Command::new("sh").args(["-c", &command]).current_dir(root).env("PATH", &path).output().expect("a shell");
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(without_times(&printed), without_times(&shown), "{command}");
    }
    std::fs::remove_dir_all(&certificate).expect("an example makes a certificate");
}

#[test]
fn the_two_commands_are_on_the_first_screen() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let first_screen: Vec<&str> = readme.lines().take(24).map(str::trim).collect();
    assert!(first_screen.contains(&"cargo run --release -- compare --size 7"));
    assert!(first_screen.contains(&"cargo test"));
}
