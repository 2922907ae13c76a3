//! Tests `--cite`: a paragraph and a BibTeX entry after the answer.

use crate::program::{answer, file, name, refused, run};

/// Returns the citation, without the answer before it.
fn cited(args: &[&str]) -> String {
    let printed = answer(&[args, &["--cite"]].concat());
    let plain = answer(args);
    // The times differ.
    let first = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(first(&printed), first(&plain));
    printed.split_once("\nCite as:\n\n").expect("a citation").1.to_owned()
}

#[test]
fn a_count_is_cited_with_its_question() {
    let text =
        cited(&["count", "--size", "5x7", "--rules", "american", "--where", "words <= 14", "--engine", "backtrack"]);
    let count = answer(&["count", "--size", "5x7", "--rules", "american", "--where", "words <= 14"]);
    assert!(text.starts_with(&format!("{} grids of 5 × 7 squares obey the rules american. ", count.trim())), "{text}");
    for part in [
        "Only grids with words <= 14 are counted.",
        "The engine backtrack counted them.",
        &format!("Found by gridcheck {} in ", env!("CARGO_PKG_VERSION")),
        "`gridcheck count --size 5x7 --rules american --where 'words <= 14' --engine backtrack --cite`",
        "\n@misc{gridcheck-",
        "\\texttt{gridcheck count --size 5x7 --rules american --where 'words \\textless{}= 14'",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
    let house = file("extends = \"british\"\nname = \"house\"\nmin_word = 4\n");
    let given = file("...??\n?????\n?????\n?????\n?????\n");
    let text = cited(&["count", "--size", "5", "--rules", name(&house), "--given", name(&given)]);
    assert!(text.contains("These rules are: ") && text.contains("min_word = 4, "), "{text}");
    assert!(text.contains("Given squares are ...??/?????/?????/?????/????? "), "{text}");
}

#[test]
fn a_comparison_is_cited_with_its_engines_and_digest() {
    let text = cited(&["compare", "--size", "5", "--engines", "backtrack,sat"]);
    assert!(
        text.contains("The engines backtrack, sat agree.") && text.contains("The set of the grids has the digest "),
        "{text}"
    );
    let said =
        run(&["compare", "--size", "5", "--engines", "backtrack", "--against", "fixtures/cli/ring.txt", "--cite"]);
    assert!(said.code == 1 && !said.out.contains("@misc") && said.err.contains("no citation"), "{said:?}");
    // Some of its figures are wrong.
    let audited = run(&["audit", "fixtures/tour/claims.json", "--budget", "0s", "--cite"]);
    let (_, text) = audited.out.split_once("\nCite as:\n\n").expect("a citation");
    assert_eq!((audited.code, audited.err.as_str()), (1, ""));
    assert!(text.contains("on crossword grids the verdicts are: ") && text.contains("@misc{"), "{text}");
}

#[test]
fn only_a_number_is_cited() {
    for args in [
        &["count", "--size", "5", "--by", "words"][..],
        &["count", "--size", "3..5"],
        &["count", "--size", "5", "--format", "json"],
        &["count", "--size", "5", "--most", "words"],
        &["count", "--size", "5", "--estimate"],
        &["count", "--size", "5", "--sums", "-"],
        &["compare", "--size", "5", "--by", "words"],
        &["compare", "--size", "5", "--format", "json"],
        &["compare", "--size", "5", "--spot-checks", "2"],
        &["audit", "--format", "markdown"],
    ] {
        assert!(refused(&[args, &["--cite"]].concat()).starts_with("--cite "), "{args:?}");
    }
}
