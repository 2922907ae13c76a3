//! Tests counts in pieces on the real program: the pieces add up to the whole, on any machine, and no piece is taken for the
//! whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::program::{Said, answer, file, json_lines, name, run, text, without_runs};

/// Counts a piece into a file of that folder.
fn count_piece(folder: &Path, asked: &[&str], piece: usize, pieces: usize) -> Said {
    let sums = folder.join(format!("{piece}.sums"));
    let dealt = ["--pieces".to_owned(), pieces.to_string(), "--piece".to_owned(), piece.to_string()];
    let mut args = vec!["count"];
    args.extend(asked);
    args.extend(dealt.iter().map(String::as_str));
    args.extend(["--sums", text(&sums)]);
    run(&args)
}

/// Returns the blocks of a file of sums and their numbers.
fn blocks(path: &Path) -> BTreeMap<String, String> {
    let file = fs::read_to_string(path).expect("the file is there");
    let records = file.lines().skip(1).filter(|line| line.contains(':'));
    records
        .map(|line| {
            let [block, grids, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            (block.to_owned(), grids.to_owned())
        })
        .collect()
}

/// Returns a rule file for grids that a quarter turn leaves unchanged.
fn turning() -> tempfile::NamedTempFile {
    file("name = \"turning\"\nsymmetry = \"rot90\"\n")
}

#[test]
fn piece_sums_and_blocks_add_up_to_the_whole() {
    let corner = file("##?????\n???????\n???????\n???????\n???????\n???????\n???????\n");
    let turning = turning();
    let cases: [&[&str]; 12] = [
        &["--size", "5"],
        &["--size", "7"],
        &["--size", "5", "--engine", "pinwheel"],
        &["--size", "7", "--engine", "pinwheel"],
        &["--size", "9", "--engine", "pinwheel"],
        &["--size", "7", "--given", name(&corner), "--engine", "pinwheel"],
        &["--size", "8"],
        &["--size", "9"],
        &["--size", "7", "--rules", "american"],
        &["--size", "9", "--rules", "american"],
        &["--size", "7", "--given", name(&corner)],
        &["--size", "8", "--rules", name(&turning)],
    ];
    // Each case is cut in two ways, one after the other, and every number of pieces occurs in several.
    let several = [1, 2, 3, 7, 16];
    let ways = |i: usize| [several[i % 5], several[(i + 2) % 5]];
    for (asked, pieces) in cases.iter().enumerate().flat_map(|(i, asked)| ways(i).map(|pieces| (asked, pieces))) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let whole = folder.path().join("whole");
        let total = run(&[&["count"], *asked, &["--sums", text(&whole)]].concat());
        assert_eq!(total.code, 0, "{asked:?}: {}", total.err);
        let (mut all, mut sum) = (BTreeMap::new(), 0_u128);
        for piece in 1..=pieces {
            let said = count_piece(folder.path(), asked, piece, pieces);
            assert_eq!(said.code, 0, "{asked:?}: {}", said.err);
            let found = said.out.strip_prefix(&format!("piece {piece} of {pieces} alone: ")).expect("what it is");
            sum += found.split(' ').next().and_then(|grids| grids.parse::<u128>().ok()).expect("a number");
            for (block, grids) in blocks(&folder.path().join(format!("{piece}.sums"))) {
                assert!(all.insert(block.clone(), grids).is_none(), "{asked:?}: {block} is in two pieces of {pieces}");
            }
        }
        assert_eq!(format!("{sum}\n"), total.out, "{asked:?} in {pieces} pieces");
        assert_eq!(all, blocks(&whole), "{asked:?} in {pieces} pieces");
    }
}

#[test]
fn division_does_not_depend_on_jobs_memory_or_name() {
    let mut seen = BTreeSet::new();
    for extra in [&["--jobs", "1"][..], &["--jobs", "2"], &["--memory", "3GiB"]] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let asked = [&["--size", "11", "--rules", "american"], extra].concat();
        let said = count_piece(folder.path(), &asked, 2, 5);
        assert_eq!(said.code, 0, "{extra:?}: {}", said.err);
        let file = fs::read_to_string(folder.path().join("2.sums")).expect("the file is there");
        seen.insert(without_runs(&file).join("\n"));
    }
    assert_eq!(seen.len(), 1, "the same piece comes out in different ways");
    // The name of the rule set does not change the division into pieces.
    let header = |rules: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        count_piece(folder.path(), &["--size", "7", "--rules", rules], 2, 5);
        let file = fs::read_to_string(folder.path().join("2.sums")).expect("the file is there");
        json_lines(file.lines().next().expect("a first line"))[0]["deal"].clone()
    };
    assert_eq!(header("british"), header("ho"));
    assert_ne!(header("british"), header("american"));
}

/// A sample of blocks says how long all take, and a file keeps its sums.
#[test]
fn an_estimate_counts_blocks_at_random() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.sums");
    let args = ["count", "--size", "13", "--estimate=15", "--pieces", "10", "--sums", text(&path), "--format", "json"];
    let found = &json_lines(&answer(&args))[0];
    let kept = blocks(&path).len() as u64;
    assert_eq!((&found["blocks"], &found["counted"], &found["pieces"]), (&82.into(), &kept.into(), &10.into()));
    assert!(kept > 1 && found["seconds"].as_f64() >= found["sample_seconds"].as_f64(), "{found}");
    let interval = [0, 1].map(|end| found["interval"][end].as_f64());
    assert!(interval[0] <= found["seconds"].as_f64() && found["seconds"].as_f64() <= interval[1], "{found}");
    let said = run(&["count", "--size", "13", "--sums", text(&path), "--resume"]);
    assert_eq!((said.code, said.out.as_str()), (0, "162468835136\n"), "{}", said.err);
    assert!(said.err.contains(&format!("note: {kept} blocks were counted before")), "{}", said.err);
}
