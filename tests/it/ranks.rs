//! A rank means the same in `sample`, in its JSON and in `rank`: with the same options, each leads back to the other.

use crate::program::{answer, feed, json_lines, run};

/// Returns the rows of a grid in JSON, as text.
fn rows(grid: &serde_json::Value) -> String {
    let rows = grid["rows"].as_array().expect("rows").iter();
    rows.map(|row| row.as_str().expect("a row").to_owned() + "\n").collect()
}

#[test]
fn a_rank_leads_back_to_its_grid() {
    let folder = tempfile::tempdir().expect("a folder");
    let sums = folder.path().join("7.sums").display().to_string();
    answer(&["count", "--size", "7", "--engine", "pinwheel", "--sums", &sums]);
    let mut ranks = Vec::new();
    for options in [
        &[][..],
        &["--where", "length 3 = 0"],
        &["--where", "words = 10"],
        &["--where", "length 3 = 0", "--where", "words <= 9"],
        &["--where", "length except 4/7 = 0"],
        &["--where", "length 3 = 0", "--sums", &sums],
        &["--profile", "times"],
        &["--profile", "exet", "--where", "words = 12"],
        &["--rules", "american", "--where", "length 3 = 0"],
    ] {
        let drawn =
            run(&[&["sample", "--size", "7", "--count", "2", "--seed", "1", "--format", "json"], options].concat());
        assert_eq!(drawn.code, 0, "{options:?}: {}", drawn.err);
        let drawn = json_lines(&drawn.out);
        assert_eq!(drawn.len(), 2, "{options:?}");
        for grid in &drawn {
            let rank = grid["rank"].as_str().expect("a rank");
            let ranked = feed(&[&["rank", "-"], options].concat(), rows(grid));
            assert_eq!((ranked.code, ranked.out.trim()), (0, rank), "{options:?}: {}", ranked.err);
            let again = run(&[&["sample", "--size", "7", "--rank", rank], options].concat());
            assert_eq!((again.code, again.out), (0, rows(grid)), "{options:?}: {}", again.err);
            let json = run(&[&["sample", "--size", "7", "--rank", rank, "--format", "json"], options].concat());
            assert_eq!(json_lines(&json.out), std::slice::from_ref(grid), "{options:?}");
            ranks.push(rank.to_owned());
        }
    }
    // A constraint that is no rule does not change ranks, and one that is a rule does.
    let first = answer(&["sample", "--size", "7", "--rank", "72"]);
    let words = first.parse::<gridcheck::grid::Grid>().expect("a grid");
    let words = gridcheck::stats::Measures::of(&words).get(gridcheck::constraint::Measure::Words).to_string();
    let same = run(&["sample", "--size", "7", "--rank", "72", "--where", &format!("words = {words}")]);
    assert_eq!((same.code, same.out.as_str()), (0, first.as_str()), "{}", same.err);
    assert_ne!(run(&["sample", "--size", "7", "--rank", "72", "--where", "length 3 = 0"]).out, first);
}

#[test]
fn a_grid_that_violates_a_constraint_has_no_rank_under_it() {
    let grid = answer(&["sample", "--size", "7", "--rank", "5"]);
    for constraint in ["words = 40", "letters <= 3"] {
        let ranked = feed(&["rank", "-", "--where", constraint], grid.as_str());
        assert_eq!((ranked.code, ranked.out.as_str()), (1, "none\n"), "{}", ranked.err);
        assert!(ranked.err.ends_with(":1: the grid does not satisfy the constraints\n"), "{}", ranked.err);
        let drawn = run(&["sample", "--size", "7", "--rank", "5", "--where", constraint]);
        assert_eq!((drawn.code, drawn.out.as_str()), (1, ""), "{}", drawn.err);
        assert!(drawn.err.contains("the grid of rank 5 does not satisfy the constraints\n"), "{}", drawn.err);
    }
}
