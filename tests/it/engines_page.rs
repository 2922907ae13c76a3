//! The page on the engines states what the engines themselves say.

use std::fs;
use std::path::Path;

use gridcheck::constraint::Kind;
use gridcheck::engines::ENGINES;

/// Returns the kinds in words, as the page has them.
fn in_words(taken: &[Kind]) -> String {
    let missing: Vec<&str> = Kind::ALL.iter().filter(|kind| !taken.contains(kind)).map(|kind| kind.name()).collect();
    match missing.len() {
        0 => "all".to_owned(),
        all if all == Kind::ALL.len() => "none".to_owned(),
        _ => format!("all but {}", missing.join(", ")),
    }
}

#[test]
fn the_constraints_of_each_engine_are_those_of_its_facts() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ENGINES.md")).expect("the page");
    let (_, table) = page.split_once("| engine | constraints |\n|---|---|\n").expect("the table");
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let expected = ENGINES.into_iter().map(|engine| {
        let facts = engine.facts();
        format!("| `{}` | {} |", facts.name, in_words(facts.constraints))
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
}
