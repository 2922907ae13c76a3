//! Help texts that fit the width of the terminal.
//!
//! clap wraps the lines of options at the terminal's width. The text after the options is written in the source for a wide
//! window. Here its paragraphs are wrapped again. The remark of an example is put beside it if there is room, otherwise below it.
//! A command that is too long is broken with backslashes, as a shell reads it.
//!
//! In that text a line indented by two blanks is an example, with a remark after two or more blanks. A line that is indented
//! further continues the remark on the example above it. Any other line belongs to a paragraph, which a blank line ends. Remarks are
//! printed behind `#`, so that a shell takes a copied line.
//!
//! `--help` shows all of it, and all options. `-h` shows the first options and the first example.

use std::fmt::Write;

use clap::Command;
use clap::builder::Styles;
use terminal_size::{Width, terminal_size};

/// Maximum line length: longer lines are hard to read, however wide the window.
const WIDEST: usize = 100;
/// Minimum line length: a narrower window gets lines of this length.
const NARROWEST: usize = 40;
/// Column of the remark beside an example.
const BESIDE: usize = 42;
/// Minimum room for remarks beside the examples.
const MIN_BESIDE: usize = 30;
/// The characters before each line of a remark.
const REMARK: &str = "# ";
/// Indent of a remark below its example, and of the rest of a broken command.
const BELOW: usize = 6;
const FIRST_OPTIONS: usize = 10;

/// The commands of the program, under the headings of the folders with their crates.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Engines (how many grids, and which)", &["count", "sums", "list", "export"]),
    ("Verdict (is it right)", &["compare", "validate", "similar", "find", "recurrence", "audit", "explain"]),
    ("Proof", &["certify", "check"]),
    (
        "Puzzle (grids that people set)",
        &["complete", "repair", "sample", "fill", "words", "stats", "convert", "draw", "page"],
    ),
    ("Program", &["rules", "completions", "help"]),
];

const ABOUT: usize = 15;

/// Returns the width of the terminal, or else that of `COLUMNS`, or else the maximum.
pub(super) fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let found = terminal_size().map(|(Width(width), _)| usize::from(width)).or_else(columns);
    found.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

/// Returns the command with all its subcommands, wrapped for that width.
pub(super) fn fitted(command: Command, width: usize) -> Command {
    let text = command.get_after_help().map(ToString::to_string);
    let mut command = command.term_width(width).mut_subcommands(|command| fitted(command, width));
    if let Some(text) = text {
        command = command.after_help(reflowed(&first_example(&text), width)).after_long_help(reflowed(&text, width));
    }
    let mut options = 0;
    command.mut_args(|arg| {
        options += usize::from(!arg.is_positional());
        if options > FIRST_OPTIONS && !arg.is_required_set() { arg.hide_short_help(true) } else { arg }
    })
}

/// Returns the first example of the text, and where the rest is.
fn first_example(text: &str) -> String {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("  ")).map(str::to_owned);
    let first = lines.next().into_iter();
    let remark = lines.take_while(|line| line.starts_with("   "));
    let example: Vec<String> = first.chain(remark).collect();
    format!("Example:\n{}\n\nAll options and examples: --help.", example.join("\n"))
}

/// Returns the command, whose help lists its subcommands in their groups.
pub(super) fn grouped(mut command: Command, width: usize) -> Command {
    // Adds the subcommand `help`.
    command.build();
    let heading = *Styles::styled().get_header();
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (group, names) in GROUPS {
        // A String takes all that is written.
        let _ = writeln!(template, "{heading}{group}:{heading:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let lines = filled(&about.unwrap_or_default(), width, ABOUT);
            let _ = writeln!(template, "  {name:<column$}{}", lines.join("\n").trim_start(), column = ABOUT - 2);
        }
        template.push('\n');
    }
    let _ = write!(template, "{heading}Options:{heading:#}\n{{options}}{{after-help}}");
    command.help_template(template)
}

/// A part of the text after the options.
enum HelpPart {
    Paragraph(String),
    Example { command: String, remark: String },
    Gap,
}

fn parts(text: &str) -> Vec<HelpPart> {
    let mut parts = Vec::new();
    for line in text.lines() {
        let (words, indent) = (line.trim(), line.len() - line.trim_start().len());
        match (parts.last_mut(), indent) {
            _ if words.is_empty() => parts.push(HelpPart::Gap),
            (_, 2) => {
                let (command, remark) = words.split_once("  ").unwrap_or((words, ""));
                parts.push(HelpPart::Example { command: command.to_owned(), remark: remark.trim().to_owned() });
            }
            (Some(HelpPart::Example { remark, .. }), 3..) => join(remark, words),
            (Some(HelpPart::Paragraph(paragraph)), _) => join(paragraph, words),
            _ => parts.push(HelpPart::Paragraph(words.to_owned())),
        }
    }
    parts
}

fn join(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// Wraps the text so that no line is longer than `width`, except for a single longer word.
fn reflowed(text: &str, width: usize) -> String {
    let is_wide = width >= BESIDE + MIN_BESIDE;
    let mut lines = Vec::new();
    for part in parts(text) {
        match part {
            HelpPart::Gap => lines.push(String::new()),
            HelpPart::Paragraph(paragraph) => lines.extend(filled(&paragraph, width, 0)),
            HelpPart::Example { command, remark } => {
                let mut command = broken(&command, width);
                let last = command.last().map_or(0, String::len);
                let indent = if is_wide { BESIDE } else { BELOW };
                let mut remark: Vec<String> = filled(&remark, width - REMARK.len(), indent)
                    .iter()
                    .map(|line| format!("{:indent$}{REMARK}{}", "", line.trim_start()))
                    .collect();
                if is_wide && last + 2 <= BESIDE && !remark.is_empty() {
                    let first = remark.remove(0);
                    if let Some(last) = command.last_mut() {
                        *last = format!("{last:BESIDE$}{}", first.trim_start());
                    }
                }
                lines.append(&mut command);
                lines.append(&mut remark);
            }
        }
    }
    lines.join("\n")
}

/// Fills lines with words, each line indented by `indent` blanks.
pub(super) fn filled(words: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{:indent$}{word}", "")),
        }
    }
    lines
}

/// Breaks a command into lines that a shell reads as one. It breaks before a flag or after a pipe, so that arguments stay with
/// their flags; otherwise at any blank.
fn broken(command: &str, width: usize) -> Vec<String> {
    let mut lines = vec![format!("  {command}")];
    while let Some(line) = lines.last_mut().filter(|line| line.chars().count() > width) {
        // Leave room for the blank and the backslash.
        let room = line.char_indices().nth(width - 1).map_or(line.len(), |(at, _)| at);
        let start = &line[..room];
        let indent = line.len() - line.trim_start().len();
        let places = [start.rfind(" --"), start.rfind("| ").map(|at| at + 1)];
        let place = places.into_iter().flatten().filter(|&at| at > indent).max();
        let Some(at) = place.or_else(|| start.rfind(' ').filter(|&at| at > indent)) else { break };
        let rest = format!("{:BELOW$}{}", "", &line[at + 1..]);
        line.truncate(at);
        line.push_str(" \\");
        lines.push(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  gridcheck list --size 9 --primitive | gridcheck draw - --out gallery.html
  gridcheck count --size 9                a remark that is
                                          long, too

A paragraph that goes on
over the end of its line.";

    #[test]
    fn remarks_stand_beside_examples_where_there_is_room() {
        let wide = "\
Examples:
  gridcheck list --size 9 --primitive | gridcheck draw - --out gallery.html
  gridcheck count --size 9                # a remark that is long, too

A paragraph that goes on over the end of its line.";
        assert_eq!(reflowed(TEXT, 80), wide);
        let narrow = "\
Examples:
  gridcheck list --size 9 --primitive | \\
      gridcheck draw - --out gallery.html
  gridcheck count --size 9
      # a remark that is long, too

A paragraph that goes on over the end of its
line.";
        assert_eq!(reflowed(TEXT, 44), narrow);
    }

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = <crate::cli::program::Cli as clap::CommandFactory>::command();
        command.build();
        let mut commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn no_line_is_longer_than_the_window() {
        let whole = |text: &str| {
            let words = text.replace(" \\\n", " ");
            words.split_whitespace().filter(|&word| word != "#").collect::<Vec<_>>().join(" ")
        };
        for width in NARROWEST..=WIDEST {
            let text = reflowed(TEXT, width);
            assert!(text.lines().all(|line| line.len() <= width), "{width}:\n{text}");
            assert_eq!(whole(&text), whole(TEXT), "{width}");
        }
    }
}
