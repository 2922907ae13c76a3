//! Compares the searches for single fills with the list of all fills, on random questions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::super::demands::{Demands, SlotDemand};
use super::super::filler::list;
use super::super::letters::Accents;
use super::super::list::{WordFilter, WordList};
use super::super::question::tests::question;
use super::super::question::{Frame, Question};
use super::super::validator::Validator;
use super::{Goal, Scored, Search, best_fill, some_fill, varied_fills};
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::Run;
use gridcheck_formats::puzzle::Puzzle;
use gridcheck_layout::words::Direction;

/// Returns a random question over the letters A to C, and demands on its fills.
fn random_question(rng: &mut SeededRng) -> Option<(Question, Demands)> {
    let grids = ["../..", "..#/...", ".../...", "#../...", ".../.../#..", "..../..#."];
    let mut puzzle = Puzzle::of(grids[rng.below(grids.len())].parse().expect("a grid"));
    let letter = |rng: &mut SeededRng| char::from(b'A' + rng.below(3) as u8);
    let white: Vec<usize> =
        puzzle.squares().enumerate().filter(|&(_, (r, c))| puzzle.grid.is_white(r, c)).map(|(at, _)| at).collect();
    for at in white {
        if rng.below(8) == 0 {
            puzzle.letters[at] = letter(rng).to_string();
        }
    }
    let word = |rng: &mut SeededRng| -> Vec<char> {
        let length = 2 + rng.below(3);
        (0..length).map(|_| letter(rng)).collect()
    };
    let words: Vec<Vec<char>> = (0..3 + rng.below(40)).map(|_| word(rng)).collect();
    let lines = words.iter().map(|word| {
        let text: String = word.iter().collect();
        format!("{text};{};{}\n", rng.below(50), char::from(b'A' + rng.below(20) as u8))
    });
    let text: String = lines.collect();
    let frame = Frame::of(&puzzle, Accents::Fold).ok()?;
    let letters = ['A', 'B', 'C'];
    let wanted =
        WordFilter { lengths: frame.lengths(), letters: &letters, scores: true, marks: true, ..WordFilter::default() };
    let words_read = WordList::read(text.as_bytes(), wanted).expect("a list");
    let mut question = Question::new(frame, words_read, rng.below(2) == 0).ok()?;
    if rng.below(2) == 0 {
        question = question.with_standing_entries();
    }
    let required = (0..rng.below(3)).map(|_| words[rng.below(words.len())].clone()).collect();
    let no_shared = (rng.below(3) == 0).then(|| 2 + rng.below(2));
    // D is in no word.
    let pangram = ["", "", "A", "AB", "ABC", "ABCD"][rng.below(6)].chars().collect();
    let demands = Demands { required, letters: pangram, no_shared, one_form: rng.below(3) == 0, slots: Vec::new() };
    Some((question, demands))
}

/// Returns all fills that meet the demands, by the validator's view of them.
fn all_fills(question: &Question, demands: &Demands) -> BTreeSet<Vec<u8>> {
    let validator = Validator::new(question);
    let mut found = BTreeSet::new();
    list(&Search, question, u64::MAX, &Run::new(), |fill| {
        assert_eq!(validator.flaws(fill), []);
        if demands.flaws(&validator.filled_words(fill), &validator.filled_letters(fill)).is_empty() {
            found.insert(fill.to_vec());
        }
        ControlFlow::Continue(())
    })
    .expect("fills");
    found
}

#[test]
fn single_fills_meet_the_demands() {
    let mut rng = SeededRng::new(1);
    let (mut filled, mut empty) = (0, 0);
    while filled + empty < 3000 {
        let Some((question, demands)) = random_question(&mut rng) else { continue };
        let expected = all_fills(&question, &demands);
        let some = some_fill(&question, &demands, rng.bits(), &Run::new()).expect("an answer");
        assert_eq!(some.is_some(), !expected.is_empty(), "{question:?} {demands:?}");
        assert!(some.is_none_or(|fill| expected.contains(&fill)));
        let varied = varied_fills(&question, &demands, 3, rng.bits(), &Run::new()).expect("an answer");
        assert_eq!(varied.is_empty(), expected.is_empty() || question.slots().iter().len() == 0);
        assert!(varied.iter().all(|fill| expected.contains(&fill.fill)));
        assert!(varied.is_sorted_by(|one, other| one.mean() >= other.mean()));
        if expected.is_empty() { empty += 1 } else { filled += 1 }
    }
    assert!(filled > 500 && empty > 500, "{filled} with fills, {empty} without");
}

#[test]
fn the_best_fill_is_found() {
    let mut rng = SeededRng::new(2);
    let mut asked = 0;
    while asked < 30 {
        let Some((question, demands)) = random_question(&mut rng) else { continue };
        // Required words keep their slots, so a better fill may have them elsewhere.
        let demands = Demands { required: Vec::new(), ..demands };
        let expected = all_fills(&question, &demands);
        if expected.len() < 2 {
            continue;
        }
        asked += 1;
        let all: Vec<Scored> = expected.iter().map(|fill| Scored::of(&question, fill.clone())).collect();
        let best = |goal| {
            let time = Duration::from_millis(60);
            best_fill(&question, &demands, goal, 1, time, &Run::new()).expect("an answer").expect("a fill")
        };
        let total = |fill: &Scored| fill.scores.iter().sum::<i64>();
        let mean = best(Goal::Mean);
        assert!(expected.contains(&mean.fill) && mean == Scored::of(&question, mean.fill.clone()));
        assert_eq!(Some(total(&mean)), all.iter().map(total).max(), "{question:?} {demands:?}");
        let minimum = best(Goal::Minimum);
        assert!(expected.contains(&minimum.fill));
        let rank = |fill: &Scored| (fill.minimum(), total(fill));
        assert_eq!(Some(rank(&minimum)), all.iter().map(rank).max(), "{question:?} {demands:?}");
    }
}

/// The words fill the grid in one way and its mirror image, without the word with the highest score.
#[test]
fn a_search_without_a_better_fill_ends_before_the_time() {
    for goal in [Goal::Mean, Goal::Minimum] {
        let question = question("../..", "AN;3 TO;2 AT;1 NO;5 XY;9", true);
        let (start, time) = (Instant::now(), Duration::from_mins(1));
        let best = best_fill(&question, &Demands::default(), goal, 1, time, &Run::new());
        assert_eq!(best.expect("an answer").expect("a fill").scores.iter().sum::<i64>(), 11);
        assert!(start.elapsed() < time / 4, "{:?}", start.elapsed());
    }
}

#[test]
fn varied_fills_differ_in_half_of_the_words() {
    let question = question("../..", "AA AB AC BA BB BC CA CB CC", false);
    let fills = varied_fills(&question, &Demands::default(), 5, 1, &Run::new()).expect("an answer");
    assert_eq!(fills.len(), 5);
    for (i, one) in fills.iter().enumerate() {
        for other in &fills[i + 1..] {
            let word = |fill: &Scored, slot: usize| question.slots()[slot].letters(&fill.fill);
            assert!((0..4).filter(|&slot| word(one, slot) != word(other, slot)).count() >= 2);
        }
    }
}

#[test]
fn written_entries_stand_although_the_list_lacks_them() {
    let strict = question("AB/..", "AC BC CC", false);
    assert_eq!(some_fill(&strict, &Demands::default(), 1, &Run::new()).expect("an answer"), None);
    let standing = strict.with_standing_entries();
    let fill = some_fill(&standing, &Demands::default(), 1, &Run::new()).expect("an answer").expect("a fill");
    assert_eq!(standing.rows(&fill), ["AB", "CC"]);
    assert_eq!(Validator::new(&standing).flaws(&fill), []);
    // An entry that stands takes part in the demands.
    let demands = Demands { required: vec![vec!['A', 'B']], ..Demands::default() };
    assert!(some_fill(&standing, &demands, 1, &Run::new()).expect("an answer").is_some());
    let alone = question("AB", "AC", false).with_standing_entries();
    assert_eq!(alone.slots().len(), 0);
    assert_eq!(some_fill(&alone, &Demands::default(), 1, &Run::new()).expect("an answer"), Some(Vec::new()));
}

#[test]
fn a_square_of_several_letters_has_a_number_for_each() {
    let mut puzzle = Puzzle::of(".../.#./...".parse().expect("a grid"));
    puzzle.letters[1] = "ear".to_owned();
    let frame = Frame::of(&puzzle, Accents::Fold).expect("slots");
    let letters = frame.letters();
    let wanted = WordFilter { lengths: frame.lengths(), letters: &letters, ..WordFilter::default() };
    let list = WordList::read("heart\nhat\ntot\ntat\n".as_bytes(), wanted).expect("a list");
    let question = Question::new(frame, list, false).expect("words that fit");
    let lengths: Vec<usize> = question.slots().iter().map(|slot| slot.squares.len()).collect();
    assert_eq!(lengths, [5, 3, 3, 3]);
    assert_eq!(question.mirror(), None);
    let fill = some_fill(&question, &Demands::default(), 1, &Run::new()).expect("no fault").expect("a fill");
    assert_eq!(Validator::new(&question).flaws(&fill), []);
    let texts = question.texts(&fill);
    let first_row: Vec<String> = (0..3).map(|column| texts.square(0, column).iter().collect()).collect();
    assert_eq!(first_row, ["H", "EAR", "T"]);
    assert_eq!(question.rows(&fill)[0], "HEART");
    let standing = question.with_standing_entries();
    assert_eq!(standing.slots().len(), 4);
    puzzle.letters[1] = "A/B".to_owned();
    assert!(Frame::of(&puzzle, Accents::Fold).is_err());
    puzzle.letters[1] = "E".repeat(65);
    assert!(Frame::of(&puzzle, Accents::Fold).is_err());
}

#[test]
fn kept_slots_alone_are_filled_and_checked() {
    let whole = question(".../.../...", "CAT ARE TEN COT", false);
    let part = whole.with_frame(|frame| frame.with_slots(|_, slot| slot.word.to_string() != "5-Across"));
    let fill = some_fill(&part, &Demands::default(), 1, &Run::new()).expect("no fault").expect("a fill");
    assert!(part.is_partial());
    assert_eq!(Validator::new(&part).flaws(&fill), []);
}

#[test]
fn a_slot_has_a_word_of_its_pattern() {
    let demands = |pattern: &str| Demands {
        slots: vec![SlotDemand {
            first: (0, 0),
            direction: Direction::Across,
            name: "1-Across".to_owned(),
            pattern: pattern.parse().expect("a pattern"),
        }],
        ..Demands::default()
    };
    let question = question("../..", "AB BA", false);
    for (pattern, rows) in [("^B", Some("BA")), ("*B", Some("AB")), ("[^AB]?", None)] {
        let fill = some_fill(&question, &demands(pattern), 1, &Run::new()).expect("an answer");
        assert_eq!(fill.as_ref().map(|fill| question.rows(fill)[0].clone()).as_deref(), rows, "{pattern}");
        if let Some(fill) = fill {
            let validator = Validator::new(&question);
            let (words, letters) = (validator.filled_words(&fill), validator.filled_letters(&fill));
            assert_eq!(demands(pattern).flaws(&words, &letters), []);
            assert_eq!(demands("[^AB]?").flaws(&words, &letters).len(), 1);
        }
    }
}
