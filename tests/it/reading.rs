//! Tests reading lists of grids: fixtures of every form, the published lists, and random texts.

use std::fs;
use std::path::Path;

use crate::program::shared;
use gridcheck::formats::source::Source;
use gridcheck::formats::text::{Options, Reader, read_givens};
use gridcheck::formats::{Fault, Place};
use gridcheck::grid::Grid;
use proptest::prelude::*;

/// Reads a file through both passes. Returns its grids with their lines, or the error without the path.
fn list(path: &Path, black: Option<char>) -> Result<Vec<(usize, String)>, String> {
    let without_path = |error: &dyn ToString| error.to_string().replace(&format!("{}:", path.display()), "");
    let source = Source::open(path).map_err(|error| without_path(&error))?;
    let mut checked = source.check(Options { black, ..Options::default() }).map_err(|error| without_path(&error))?;
    let count = checked.count();
    let grids: Vec<_> = checked
        .grids()
        .map_err(|error| without_path(&error))?
        .map(|found| found.map(|found| (found.line, found.grid.one_line())))
        .collect::<Result<_, _>>()
        .map_err(|error| without_path(&error))?;
    assert_eq!(count, grids.len() as u64, "{}", path.display());
    Ok(grids)
}

#[test]
fn ho_2021_as_published() {
    let Some(folder) = shared("published/ho-2021") else { return };
    for (name, size, count) in [("valid_5x5_grids.txt", 5, 17), ("valid_7x7_grids.txt", 7, 346)] {
        for black in [None, Some('⬛')] {
            let grids = list(&folder.join(name), black).unwrap();
            assert_eq!(grids.len(), count, "{name}");
            for (line, grid) in grids {
                let grid: Grid = grid.parse().unwrap();
                assert_eq!((grid.height(), grid.width()), (size, size), "{name}:{line}");
            }
        }
    }
}

#[test]
fn grids_from_newspapers() {
    let Some(folder) = shared("grids") else { return };
    for (style, least) in [("british", 17), ("american", 11)] {
        let mut seen = 0;
        for entry in fs::read_dir(folder.join(style)).unwrap() {
            let path = entry.unwrap().path();
            let grids = list(&path, None).unwrap();
            let expected: Grid = fs::read_to_string(&path).unwrap().parse().unwrap();
            assert_eq!(grids, [(1, expected.one_line())], "{}", path.display());
            seen += 1;
        }
        assert!(seen >= least, "only {seen} {style} grids");
    }
}

/// A way to write a list of grids.
#[derive(Debug, Clone, Copy)]
enum Form {
    Rows,
    Headed,
    Spaced,
    OneLine,
    Json,
}

const FORMS: [Form; 5] = [Form::Rows, Form::Headed, Form::Spaced, Form::OneLine, Form::Json];

fn write(grids: &[Grid], form: Form, black: &str, white: &str, line_end: &str) -> String {
    let write_one = |(index, grid): (usize, &Grid)| {
        let rows: Vec<String> = (0..grid.height())
            .map(|r| {
                let squares: Vec<_> =
                    (0..grid.width()).map(|c| if grid.is_white(r, c) { white } else { black }).collect();
                squares.join(if matches!(form, Form::Spaced) { " " } else { "" })
            })
            .collect();
        let below = rows.join(line_end);
        match form {
            Form::Rows | Form::Spaced => below + line_end + line_end,
            Form::Headed => format!("Grid {}:{line_end}{below}{line_end}{line_end}", index + 1),
            Form::OneLine => rows.join("/") + line_end,
            Form::Json => format!("{{\"rows\": {}}}{line_end}", serde_json::to_string(&rows).unwrap()),
        }
    };
    grids.iter().enumerate().map(write_one).collect()
}

/// Returns `true` if a row of several black squares precedes every white square.
fn begins_with_black_row(grids: &[Grid]) -> bool {
    let mut rows = grids.iter().flat_map(|grid| grid.rows().iter().map(|row| (grid.width(), *row)));
    rows.by_ref().take_while(|&(_, row)| row == 0).any(|(width, _)| width > 1)
}

fn read(text: &[u8], black: Option<char>) -> Result<Vec<Grid>, Fault> {
    Reader::new(text, Options { black, ..Options::default() }).map(|found| found.map(|found| found.grid)).collect()
}

/// Draws a grid with sides of `least` or more.
fn any_grid(least: usize) -> impl Strategy<Value = Grid> {
    let side = move || prop_oneof![3 => least..=9, 1 => least..=64_usize];
    (side(), side()).prop_flat_map(|(height, width)| {
        proptest::collection::vec(any::<u64>(), height)
            .prop_map(move |rows| Grid::from_rows(width, &rows).expect("at least one square"))
    })
}

/// Draws grids and a form to write them in.
///
/// Rows joined by a slash show no slash if there is only one, and lines of that kind are the rows of one grid. So grids in that
/// form have at least two rows.
fn any_list(forms: &[Form], least: usize) -> impl Strategy<Value = (Vec<Grid>, Form)> + use<> {
    proptest::sample::select(forms.to_vec()).prop_flat_map(move |form| {
        let least = if matches!(form, Form::OneLine) { least.max(2) } else { least };
        (proptest::collection::vec(any_grid(least), 1..6), Just(form))
    })
}

/// Draws a black and a white glyph, and the option that the reader needs for them.
fn any_glyphs() -> impl Strategy<Value = (String, String, Option<char>)> {
    let alone = (
        proptest::sample::select(vec!["#", "X", "x", "█", "⬛", "⬛\u{FE0F}", "■", "▓"]),
        proptest::sample::select(vec![".", "-", "_", "⬜", "⬜\u{FE0F}", "□", "░", "O", "o"]),
    )
        .prop_map(|(black, white)| (black.to_owned(), white.to_owned(), None));
    let named = proptest::sample::select(vec![("0", "1"), ("1", "0"), (".", "-"), ("□", "■"), ("o", "x"), ("@", ".")])
        .prop_map(|(black, white)| (black.to_owned(), white.to_owned(), black.chars().next()));
    prop_oneof![alone, named]
}

fn is_one_line_with_a_place(fault: &Fault) -> bool {
    matches!(fault.place, Place::Text { line: 1.., column: 1.. }) && fault.to_string().lines().count() == 1
}

/// Draws text that is more often nearly a list than noise.
fn near_text() -> impl Strategy<Value = Vec<u8>> {
    let mut pieces: Vec<&str> = "# ## . .. x X o - █ ▓ ░ ⬛ ⬜ / { } ? 0 1 7x7 11x11 word é \\ '".split(' ').collect();
    pieces.extend([" ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "\0", "\u{FE0F}", "\u{FEFF}", "\u{2028}", "\"rows\""]);
    pieces.extend(["{\"rows\": [\"#.\", \"\\u2b1b.\"]}", "Grid 1:", "#.#\n...\n", "░█\n"]);
    proptest::collection::vec(proptest::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn a_list_reads_back_the_same(
        (grids, form) in any_list(&FORMS, 1),
        (black, white, named) in any_glyphs(),
        line_end in proptest::sample::select(vec!["\n", "\r\n"]),
    ) {
        let text = write(&grids, form, &black, &white, line_end);
        let back = read(text.as_bytes(), named);
        // Spaces beside a solid black are read as white squares until a white glyph occurs, which is then an error. So only a
        // list without a white square can be misread.
        if matches!(form, Form::Spaced) && (black == "█" || black == "▓") && begins_with_black_row(&grids) {
            prop_assert!(back.is_err() || grids.iter().all(|grid| grid.whites() == 0));
        } else {
            prop_assert_eq!(back.as_ref(), Ok(&grids), "{}", text);
        }
    }

    #[test]
    fn white_squares_may_be_spaces(
        (mut grids, form) in any_list(&[Form::Rows, Form::OneLine, Form::Json], 1),
        black in proptest::sample::select(vec!["█", "▓"]),
        named in any::<bool>(),
    ) {
        // Spaces alone have no meaning before the first black square.
        grids[0].set_white(0, 0, false);
        let text = write(&grids, form, black, " ", "\n");
        let back = read(text.as_bytes(), black.chars().next().filter(|_| named));
        prop_assert_eq!(back.as_ref(), Ok(&grids), "{}", text);
    }

    #[test]
    fn any_bytes_come_to_an_end(bytes in proptest::collection::vec(any::<u8>(), 0..300), black in any::<Option<char>>()) {
        for read in [read(&bytes, black).map(drop), read_givens(&bytes[..]).map(drop)] {
            if let Err(error) = read {
                prop_assert!(is_one_line_with_a_place(&error), "{:?}", error);
            }
        }
    }

    #[test]
    fn reads_or_rejects_near_lists_with_a_place(
        text in near_text(),
        black in proptest::sample::select(vec![None, Some('#'), Some('█'), Some('.'), Some('0'), Some('x'), Some('é')]),
    ) {
        for read in [read(&text, black).map(drop), read_givens(&text[..]).map(drop)] {
            if let Err(error) = read {
                prop_assert!(is_one_line_with_a_place(&error), "{:?}", error);
            }
        }
    }

    #[test]
    fn a_corrupted_list_is_refused_or_a_list(
        (grids, form) in any_list(&FORMS, 1),
        place in any::<proptest::sample::Index>(),
        put in prop_oneof![any::<char>(), proptest::sample::select("#.x /?0a\n\"{█".chars().collect::<Vec<_>>())],
    ) {
        let mut text: Vec<char> = write(&grids, form, "#", ".", "\n").chars().collect();
        let place = place.index(text.len());
        text[place] = put;
        match read(text.into_iter().collect::<String>().as_bytes(), None) {
            Ok(grids) => prop_assert!(!grids.is_empty()),
            Err(error) => prop_assert!(is_one_line_with_a_place(&error), "{:?}", error),
        }
    }

    /// A letter for a square must never be accepted, and neither the row nor the grid may disappear silently. (Grids are at least
    /// 2 × 2; in a single square no part of a row would remain.)
    #[test]
    fn a_letter_for_a_square_is_refused(
        (grids, form) in any_list(&FORMS, 2),
        place in any::<proptest::sample::Index>(),
        letter in proptest::sample::select("abGQé7".chars().collect::<Vec<_>>()),
    ) {
        let mut text: Vec<char> = write(&grids, form, "#", ".", "\n").chars().collect();
        let squares: Vec<usize> = (0..text.len()).filter(|&i| text[i] == '#' || text[i] == '.').collect();
        text[squares[place.index(squares.len())]] = letter;
        let text: String = text.into_iter().collect();
        // Without a black square, a grid with a `b` is a barred one.
        prop_assume!(letter != 'b' || text.contains('#'));
        prop_assert!(read(text.as_bytes(), None).is_err(), "{}", text);
    }
}
