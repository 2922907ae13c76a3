//! Tests the clauses of single lines that are far longer than in any grid that the reference engine can list.

use super::requirements::Requirements;
use super::*;
use gridcheck_testing::prelude::*;

use crate::tests::is_extended;

/// Returns `true` if a line obeys the rules, read letter by letter; a character each: `#` black, `C` crossed by a word, `U` not.
fn line_is_right(line: &str, rules: &Ruleset) -> bool {
    // An unchecked letter is a run of one square the other way, and a run of one square an unchecked letter of the word that crosses it.
    let all_checked =
        !rules.single_cells || rules.checking == Checking::All || rules.max_unchecked_run == Limit::AtMost(0);
    if all_checked && line.contains('U') {
        return false;
    }
    if matches!(rules.max_black_run, Limit::AtMost(most) if line.split(['C', 'U']).any(|blacks| blacks.len() > most)) {
        return false;
    }
    line.split('#').filter(|run| !run.is_empty()).all(|run| {
        let letters: Vec<bool> = run.chars().map(|letter| letter == 'C').collect();
        is_legal_word(rules, &letters) && !(all_checked && run.len() == 1)
    })
}

/// Tests the first row of a grid of two rows: a letter is checked if the square below it is white.
#[test]
fn clauses_of_long_lines_agree_with_the_rules() {
    const LENGTH: usize = 17;
    let mut rng = SeededRng::new(0x1234_5678_9ABC_DEF1);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..60 {
        let rules = rng.rules(Symmetry::None);
        let Requirements { words, checking, .. } = Requirements::of(&rules);
        let size = problem_of_size((2, LENGTH), Ruleset::lax()).size();
        let no_clause = || Cnf::without_clauses(size, Choices::Squares, Vec::new());
        let [mut of_squares, mut of_line] = [no_clause(), no_clause()];
        lines::encode_squares(&mut of_squares, &words);
        let line = lines::representatives(size, &[Transform::Identity]).swap_remove(0);
        lines::encode(&mut of_line, &line, &words);
        balance::encode(&mut of_line, &line, checking, &words);
        // The clauses of a square begin with it. The letters below need not lie in words.
        let of_squares = of_squares.clauses().filter(|clause| line.squares.contains(&-clause[0]));
        let clauses: Vec<&[i32]> = of_squares.chain(of_line.clauses()).collect();
        // The more often the same letter follows, the longer the words.
        let letters = rng.of(&["C", "CU", "CCU", "CCUU#", "CUCUCUCUCUC#", "CCCUUCUCUCUUC#"]);
        for _ in 0..300 {
            let start = rng.below(LENGTH);
            let mut text: Vec<char> = letters.chars().cycle().skip(start).take(LENGTH).collect();
            for _ in 0..rng.below(6) {
                text[rng.below(LENGTH)] = rng.of(&['C', 'U', '#']);
            }
            let mut values = vec![None; of_line.variables() + 1];
            for (i, &letter) in text.iter().enumerate() {
                // A black square is not a letter, so the square below it has no effect.
                let below = if letter == '#' { rng.one_in(2) } else { letter == 'C' };
                (values[1 + i], values[1 + i + LENGTH]) = (Some(letter != '#'), Some(below));
            }
            let text: String = text.into_iter().collect();
            let obeys = is_extended(&clauses, values);
            assert_eq!(obeys, line_is_right(&text, &rules), "{text} {rules:?}");
            if obeys { right += 1 } else { wrong += 1 }
        }
    }
    assert!(right > 1000 && wrong > 1000, "{right} right, {wrong} wrong: the test tests too little");
}
