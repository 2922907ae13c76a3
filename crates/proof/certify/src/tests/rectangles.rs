//! Tests certificates of grids that are no squares, and forgeries of them.

use std::fs;
use std::io::Write;
use std::path::Path;

use tempfile::TempDir;

use crate::certify_in;
use gridcheck_checker::manifest::{GRIDS, HashedFile, MANIFEST, Manifest, PROBLEM, StatedSize, claim};
use gridcheck_checker::{CheckError, check};
use gridcheck_registry::{Brute, Composition, ENGINES};
use gridcheck_testing::prelude::*;

/// Returns rules that allow many small grids.
fn loose(symmetry: Symmetry) -> Ruleset {
    Ruleset { name: "loose".to_owned(), min_word: 2, symmetry, ..Ruleset::lax() }
}

/// Makes a certificate in a temporary folder. Its maker checks it.
fn certified(problem: &Problem) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    certify_in(folder.path(), problem, ENGINES.into(), &Unwatched).expect("a certificate");
    folder
}

fn manifest(folder: &Path) -> Manifest {
    Manifest::read(folder).expect("a manifest")
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a text")
}

/// Writes a file anew, with its digest in the manifest.
fn rewrite(folder: &Path, name: &'static str, content: &str) {
    fs::remove_file(folder.join(name)).expect("a file");
    let mut file = HashedFile::create(folder, name).expect("room on the disk");
    file.write_all(content.as_bytes()).expect("room on the disk");
    let entry = file.finish().expect("room on the disk");
    change(folder, |manifest| {
        let place = manifest.files.iter().position(|entry| entry.name == name).expect("an entry");
        manifest.files[place] = entry;
    });
}

fn change(folder: &Path, edit: impl FnOnce(&mut Manifest)) {
    let mut manifest = manifest(folder);
    edit(&mut manifest);
    fs::write(folder.join(MANIFEST), serde_json::to_vec(&manifest).expect("JSON")).expect("room on the disk");
}

/// Returns the reason why the checker refuses the folder.
fn refused(folder: &Path) -> String {
    match check(folder, None, ENGINES.into(), &Unwatched) {
        Err(CheckError::Refused(why)) => why.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn certificates_of_rectangles_list_the_grids_of_brute_force() {
    let mut grids = 0;
    for (size, rules) in [
        ((3, 5), british()),
        ((5, 7), british()),
        ((3, 4), loose(Symmetry::None)),
        ((4, 3), loose(Symmetry::Mirror)),
        ((1, 6), loose(Symmetry::None)),
        ((6, 1), loose(Symmetry::Rot180)),
        ((2, 5), loose(Symmetry::Mirrors)),
        ((1, 1), loose(Symmetry::None)),
    ] {
        let problem = problem_of_size(size, rules);
        let folder = certified(&problem);
        let mut expected: Vec<String> = listed(&Brute, &problem).iter().map(Grid::one_line).collect();
        expected.sort_unstable();
        assert_eq!(text(folder.path(), GRIDS).lines().collect::<Vec<_>>(), expected, "{problem:?}");
        assert_eq!(manifest(folder.path()).size.size(), Ok(problem.size()));
        grids += expected.len();
    }
    assert!(grids > 100, "only {grids} grids in all: the test tests nothing");
}

#[test]
fn certificates_of_barred_grids_list_the_grids_of_brute_force() {
    let (mut some, mut given) = (0, 0);
    for seed in 0..150 {
        let problem =
            random_barred_problem(&mut SeededRng::new(seed), 14, |problem| first_listed(&Composition, problem, 10));
        let mut expected: Vec<String> = listed(&Brute, &problem).iter().map(Grid::one_line).collect();
        expected.sort_unstable();
        let folder = certified(&problem);
        assert_eq!(text(folder.path(), GRIDS).lines().collect::<Vec<_>>(), expected, "seed {seed}: {problem:?}");
        some += usize::from(!expected.is_empty());
        given += usize::from(!expected.is_empty() && !problem.givens().is_empty());
    }
    assert!(some > 30 && given > 10, "hardly any problem has a grid: {some}, {given} of them with givens");
}

#[test]
fn a_grid_removed_from_the_list_is_noticed() {
    let problem = problem_of_size((3, 4), loose(Symmetry::None));
    let folder = certified(&problem);
    let folder = folder.path();
    let list = text(folder, GRIDS);
    let (first, rest) = list.split_once('\n').expect("a grid");
    rewrite(folder, GRIDS, rest);
    change(folder, |manifest| {
        manifest.grids -= 1;
        manifest.claim = claim(&problem, manifest.grids);
    });
    assert!(refused(folder).starts_with("complete.cnf: "), "{}", refused(folder));
    // With the clause that excludes the grid among those of the problem, the refutation is flawless.
    let clauses = manifest(folder).clauses;
    let excluding = (1..).zip(first.chars().filter(|&square| square != '/'));
    let excluding = excluding.map(|(square, colour)| if colour == '.' { -square } else { square }.to_string());
    let header = |clauses: usize| format!("p cnf {} {clauses}\n", manifest(folder).variables);
    let formula = text(folder, PROBLEM).replace(&header(clauses), &header(clauses + 1));
    rewrite(folder, PROBLEM, &format!("{formula}{} 0\n", excluding.collect::<Vec<_>>().join(" ")));
    change(folder, |manifest| manifest.clauses += 1);
    let why = refused(folder);
    assert!(why.contains(first) && why.contains("is not listed"), "{why}");
}

#[test]
fn another_size_in_the_manifest_is_refused() {
    let rules = loose(Symmetry::None);
    let folder = certified(&problem_of_size((3, 4), rules.clone()));
    let folder = folder.path();
    let stated = |size: StatedSize| change(folder, |manifest| manifest.size = size);
    let rectangle = |text: &str| StatedSize::Rectangle(text.to_owned());
    for size in ["03x4", "3×4", "3 x 4", "3x4x1", "4x4", "4", "0x4", "3x65", ""] {
        stated(rectangle(size));
        assert!(refused(folder).starts_with("manifest.json: size "), "{size}: {}", refused(folder));
    }
    for size in [StatedSize::Square(3), rectangle("4x3"), rectangle("2x6")] {
        stated(size);
        assert!(refused(folder).starts_with("manifest.json: claim: "), "{}", refused(folder));
    }
    // The claim is changed with the size, and then the list too.
    stated(rectangle("4x3"));
    let turned = problem_of_size((4, 3), rules);
    change(folder, |manifest| manifest.claim = claim(&turned, manifest.grids));
    assert!(refused(folder).starts_with("grids.txt: "), "{}", refused(folder));
    let list: String = text(folder, GRIDS)
        .lines()
        .map(|line| {
            let squares: Vec<char> = line.chars().filter(|&square| square != '/').collect();
            let rows: Vec<String> = squares.chunks(3).map(|row| row.iter().collect()).collect();
            rows.join("/") + "\n"
        })
        .collect();
    rewrite(folder, GRIDS, &list);
    assert!(refused(folder).contains("grids.txt: the grid "), "{}", refused(folder));
    stated(rectangle("3x4"));
    assert!(refused(folder).starts_with("manifest.json: claim: "), "{}", refused(folder));
}
