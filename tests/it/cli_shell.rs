//! Tests the output for shells and `man`: completions and pages for every command.

use std::fs;
use std::process::Command;

use crate::program::{answer, refused, text};

/// Returns the commands that the help lists, except `help` itself.
fn commands() -> Vec<String> {
    let help = answer(&["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    assert!(commands.len() >= 15, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} does not know {command}");
        }
        assert!(script.contains("--spot-checks") || script.contains("spot-checks"), "{shell} knows no flags");
    }
    assert!(refused(&["completions", "tcsh"]).contains("bash, elvish, fish"));
}

/// bash reads the script, and completes the typed prefix.
#[test]
fn bash_offers_the_command() {
    let Ok(bash) = which::which("bash") else {
        println!("skipped: there is no bash");
        return;
    };
    let script = answer(&["completions", "bash"]);
    let typed = format!(
        "{script}\nCOMP_WORDS=(gridcheck half) COMP_CWORD=1\n_gridcheck gridcheck half gridcheck\necho \"${{COMPREPLY[@]}}\"\n"
    );
    let output = Command::new(bash).args(["--norc", "-c", &typed]).output().expect("bash starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "halftone", "{output:?}");
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("man1");
    assert_eq!(answer(&["man", "--out", text(&pages)]), "");
    for command in commands() {
        let page = fs::read_to_string(pages.join(format!("gridcheck-{command}.1"))).expect("a page");
        assert!(page.contains(".TH") && page.contains("Examples:"), "{command}: {page}");
    }
    assert!(fs::read_to_string(pages.join("gridcheck.1")).expect("a page").contains("Exit codes"));
    assert!(refused(&["man", "--out", text(&pages)]).contains("not empty"));
}
