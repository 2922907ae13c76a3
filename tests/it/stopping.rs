//! Every search answers a signal at once and obeys its budget, and what is known by then is the answer.

use std::ops::Add;
use std::time::{Duration, Instant};

use crate::program::{await_listening, end, file, json_lines, name, run, send, signalled, start};
use gridcheck::rng::SeededRng;

/// The time in which a search must answer a signal, on a machine that other tests use at the same time. Alone it takes less than a tenth.
const SOON: Duration = Duration::from_secs(5);

/// Returns words of five letters. The solver takes minutes to find out why these do not fill a square.
fn many_words() -> String {
    let mut rng = SeededRng::new(1);
    let patterns = ["CVCVC", "CVCCV", "VCVCV", "CCVCV", "CVVCC", "CVCVC"];
    let mut words = std::collections::BTreeSet::new();
    while words.len() < 285 {
        let pattern = patterns[rng.below(patterns.len())];
        let mut letter = |kind| {
            let letters = if kind == 'V' { "AEIOU" } else { "BCDGLMNPRST" };
            letters.as_bytes()[rng.below(letters.len())] as char
        };
        words.insert(pattern.chars().map(&mut letter).collect::<String>());
    }
    words.into_iter().map(|word| word + "\n").collect()
}

#[test]
fn the_reason_why_there_is_no_fill_is_given_up_at_the_budget() {
    let (grid, words) = (file(".....\n".repeat(5)), file(many_words()));
    let args = ["fill", name(&grid), "--words", name(&words), "--distinct", "--budget", "4s"];
    let begin = Instant::now();
    let said = run(&args);
    assert!(begin.elapsed() < Duration::from_secs(4) + SOON, "it took {:?}", begin.elapsed());
    assert_eq!(
        (said.code, said.out.as_str()),
        (1, "There is no fill. The search for the reason was stopped.\n"),
        "{}",
        said.err
    );
    let json = run(&[&args[..], &["--format", "json"]].concat());
    let answer = &json_lines(&json.out)[0];
    assert_eq!((json.code, &answer["rows"]), (1, &serde_json::Value::Null));
    assert_eq!(answer["why"], "there is no fill; the search for the reason was stopped");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_search_for_the_reason() {
    let (grid, words) = (file(".....\n".repeat(5)), file(many_words()));
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let child = start(&["fill", name(&grid), "--words", name(&words), "--distinct"]);
        await_listening(&child);
        std::thread::sleep(Duration::from_secs(4));
        let sent = Instant::now();
        send(&child, signal);
        let said = end(child);
        assert!(sent.elapsed() < SOON, "{signal}: it took {:?}", sent.elapsed());
        assert_eq!(said.code, code, "{}", said.err);
        assert!(said.err.contains(" in finding out why"), "{}", said.err);
        assert_eq!(said.out, "There is no fill. The search for the reason was stopped.\n");
    }
}

#[test]
fn a_search_that_the_time_limit_ends_is_undecided() {
    let words = file(many_words());
    let claims = r#"{"name": "a", "source": {"author": "b", "title": "c", "year": 2020, "where": "d"},
        "claims": [{"size": 21, "rules": "british", "quantity": "total", "value": "1", "where": "e"}]}"#;
    let claims = file(claims);
    let white = file(".".repeat(31).add("\n").repeat(31));
    let searches = [
        &["explain", "--size", "5", "--count", "7", "--also", "21=1", "--rules", "british", "--budget", "2s"][..],
        &["repair", name(&white), "--time-limit", "1s"],
        &["fill", "--size", "5", "--words", name(&words), "--count", "--budget", "0s", "--seed", "1"],
        &["audit", name(&claims), "--budget", "1s", "--strict"],
    ];
    for search in searches {
        let said = run(search);
        assert_eq!((said.code, said.err.as_str()), (3, ""), "{search:?}: {}", said.out);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_recurrence_says_what_is_known() {
    let rules = "min_word = 2\nchecking = \"any\"\nmax_unchecked_run = 2\nmax_unchecked_run_at_ends = \"unlimited\"\n\
                 edges = false\nconnected = false\nmin_white_per_row = 1\nmax_word = 9\n";
    let rules = file(rules);
    let args = ["recurrence", "--height", "4", "--rules", name(&rules)];
    // The states are known after a second; a busy machine may take longer.
    let known = [4, 16, 64].into_iter().any(|wait| {
        let said = signalled(&args, Duration::from_secs(wait), "INT");
        assert_eq!(said.code, 130, "{}", said.err);
        assert!(!said.err.contains(" grid"), "{}", said.err);
        said.err.contains(" states, so there is a recurrence of order ")
    });
    assert!(known);
}
