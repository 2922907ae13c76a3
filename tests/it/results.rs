//! Tests the results in the repository: each file of sums is whole, matches its notes, and two engines agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::prelude::*;
use crate::program::run;
use gridcheck::checked_log::record;
use gridcheck::encodings::cnf::Cnf;
use gridcheck::sums::{BlockSums, InBlocks};

/// A count in parts.
struct RecordedCount {
    name: &'static str,
    rules: &'static str,
    size: usize,
    /// `true` if pinwheel has counted it, block by block.
    by_block: bool,
    /// `true` if window has counted it, middle column by middle column.
    by_middle_column: bool,
}

const RESULTS: [RecordedCount; 6] = [
    RecordedCount { name: "british-15", rules: "british", size: 15, by_block: true, by_middle_column: true },
    RecordedCount { name: "british-16", rules: "british", size: 16, by_block: true, by_middle_column: false },
    RecordedCount { name: "british-17", rules: "british", size: 17, by_block: false, by_middle_column: true },
    RecordedCount { name: "american-17", rules: "american", size: 17, by_block: true, by_middle_column: true },
    RecordedCount { name: "american-19", rules: "american", size: 19, by_block: false, by_middle_column: true },
    RecordedCount { name: "american-21", rules: "american", size: 21, by_block: false, by_middle_column: true },
];

impl RecordedCount {
    fn problem(&self) -> Problem {
        Problem::new(self.size, rules(self.rules)).expect("a fair problem")
    }

    /// Returns its files by engine: their ending, the name of their parts in the notes, and the engine.
    fn files(&self) -> Vec<(&'static str, &'static str, &'static dyn Engine)> {
        let blocks: (_, _, &dyn Engine) = ("sums", "blocks", &Pinwheel);
        let uprights: (_, _, &dyn Engine) = ("uprights", "uprights", &Window);
        [(self.by_block, blocks), (self.by_middle_column, uprights)]
            .into_iter()
            .filter_map(|(is_there, file)| is_there.then_some(file))
            .collect()
    }

    fn in_blocks(&self, engine: &dyn Engine) -> InBlocks {
        let prepared = engine.prepare(&self.problem(), &SumKind::Plain);
        prepared.and_then(|prepared| InBlocks::new(&prepared)).expect("the engine counts it in blocks")
    }

    fn sums(&self, ending: &str, engine: &dyn Engine) -> BlockSums {
        let sums = BlockSums::read(&file(self.name, ending), &self.in_blocks(engine));
        sums.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the total of each file, with its number of parts; all must be finished.
    fn totals(&self) -> Vec<(u128, String)> {
        let total = |(ending, noun, engine): (&str, &str, &dyn Engine)| {
            let sums = self.sums(ending, engine);
            assert!(sums.is_finished(), "{}: {noun}", self.name);
            let total = sums.total().and_then(|total| total.grids()).expect("it fits");
            (total, format!("{} {noun}", in_groups(sums.len() as u128)))
        };
        self.files().into_iter().map(total).collect()
    }
}

fn file(name: &str, ending: &str) -> PathBuf {
    Path::new("fixtures/results").join(format!("{name}.{ending}"))
}

/// Returns the names of the records of a file, and its text.
fn records(name: &str, ending: &str) -> (Vec<String>, String) {
    let text = fs::read_to_string(file(name, ending)).expect("the file is there");
    let names = text.lines().skip(1).filter_map(|line| line.split_once(' ')).map(|(block, _)| block.to_owned());
    (names.filter(|block| block != "total").collect(), text)
}

/// Formats a number in groups of three digits.
fn in_groups(number: u128) -> String {
    let digits = number.to_string();
    let ends = (1..=digits.len()).filter(|end| (digits.len() - end).is_multiple_of(3));
    let groups: Vec<&str> = ends.scan(0, |from, end| Some(&digits[std::mem::replace(from, end)..end])).collect();
    groups.join(",")
}

#[test]
fn the_notes_give_the_totals_of_the_files() {
    let notes = fs::read_to_string("fixtures/results/README.md").expect("the notes are there");
    for result in &RESULTS {
        let (name, totals) = (result.name, result.totals());
        for (total, parts) in &totals {
            assert_eq!(*total, totals[0].0, "{name}: two engines");
            for told in [in_groups(*total), parts.clone()] {
                assert!(notes.contains(&told), "{name}: the notes do not give {told}");
            }
        }
    }
}

/// Returns the cells of the table in the notes whose header row begins like this.
fn table(title: &str) -> Vec<Vec<String>> {
    let notes = fs::read_to_string("fixtures/results/README.md").expect("the notes are there");
    let rows =
        notes.lines().skip_while(|line| !line.starts_with(title)).skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

/// The small counts that the notes give without a file are counted again.
#[test]
fn the_tables_of_the_notes_come_out_the_same() {
    let count = |engine: &dyn Engine, rules: Ruleset, size: usize| {
        let problem = Problem::new(size, rules).expect("a fair problem");
        in_groups(engine.count(&problem, &Run::new()).expect("a count"))
    };
    let size = |cell: &str| cell.parse::<usize>().expect("a size");
    let sets = ["british", "american", "american-loose"];
    let mirrored = table("| size | british | american | american-loose |");
    for row in mirrored.iter().filter(|row| size(&row[0]) <= 17) {
        // British 17 × 17 takes seconds.
        let is_slow = |name: &str| name == "british" && size(&row[0]) > 15;
        for (name, given) in sets.into_iter().zip(&row[1..]).filter(|(name, _)| !is_slow(name)) {
            let rules = Ruleset { symmetry: Symmetry::Mirrors, ..rules(name) };
            assert_eq!(&count(&Kaleidoscope, rules, size(&row[0])), given, "{name}, {row:?}");
        }
    }
    let even = table("| size | grids | processor time |");
    for row in even.iter().filter(|row| size(&row[0]) <= 10) {
        assert_eq!(count(&Pinwheel, rules("british"), size(&row[0])), row[1], "{row:?}");
    }
    let sixteen = RESULTS.iter().find(|result| result.name == "british-16").expect("it is there").totals();
    assert_eq!(even.last().map(|row| row[1].clone()), Some(in_groups(sixteen[0].0)));
    assert_eq!((mirrored.len(), even.len()), (7, 7), "the tables have other rows");
}

/// The types of British 15 × 15 add up to the total, and the two with both mirrors to the number in the table of mirrors.
#[test]
fn the_types_of_the_notes_add_up() {
    let rows = table("| type | symmetry | primitive | multiplicity | grids | engines |");
    let number = |cell: &str| cell.replace(',', "").parse::<u128>().expect("a number");
    let (last, types) = rows.split_last().expect("a total");
    let names: Vec<&str> = types.iter().map(|row| row[0].as_str()).collect();
    assert_eq!((names, last[0].as_str()), (vec!["A", "h", "r", "t", "N"], "total"));
    for row in types {
        assert_eq!(number(&row[2]) * number(&row[3]), number(&row[4]), "{row:?}");
    }
    let sum = |column: usize| types.iter().map(|row| number(&row[column])).sum::<u128>();
    assert_eq!((sum(2), sum(4)), (number(&last[2]), number(&last[4])));
    assert_eq!(sum(4), RESULTS[0].totals()[0].0);
    let mirrored = table("| size | british | american | american-loose |");
    assert_eq!(number(&types[0][4]) + number(&types[1][4]), number(&mirrored[0][1]));
}

/// The types with reflections are counted again: some grids that a group leaves unchanged have larger groups.
#[test]
#[ignore = "a minute in release"]
fn the_types_come_out_the_same() {
    let rows = table("| type | symmetry | primitive | multiplicity | grids | engines |");
    let grids = |name: &str| {
        let row = rows.iter().find(|row| row[0] == name).expect("a type");
        row[4].replace(',', "").parse::<u128>().expect("a number")
    };
    let unchanged = |engine: &dyn Engine, symmetry: Symmetry| {
        let problem = Problem::new(15, Ruleset { symmetry, ..rules("british") }).expect("a fair problem");
        engine.count(&problem, &Run::new()).expect("a count")
    };
    let all = unchanged(&Kaleidoscope, Symmetry::All);
    assert_eq!(all, grids("A"));
    assert_eq!(unchanged(&Kaleidoscope, Symmetry::Diagonals) - all, grids("t"));
    assert_eq!(unchanged(&Kaleidoscope, Symmetry::Mirrors) - all, grids("h"));
    assert_eq!(unchanged(&Pinwheel, Symmetry::Rot90) - all, grids("r"));
}

/// Returns the grids of a size by a measure, as `count --format csv` writes them.
fn sorted(size: usize, by: Measure) -> BTreeMap<Vec<u32>, u128> {
    let text = fs::read_to_string(file(&format!("british-{size}-by-{by}"), "csv")).expect("the file is there");
    let (title, lines) = text.split_once('\n').expect("a title");
    assert_eq!(title, format!("{by},grids"));
    let line = |line: &str| {
        let (value, grids) = line.split_once(',').expect("a value and a number");
        (vec![value.parse().expect("a value")], grids.parse().expect("a number"))
    };
    lines.lines().map(line).collect()
}

/// Each measure gives the same total.
#[test]
fn sorted_grids_add_up_to_the_counts() {
    let [thirteen, fifteen] = [13, 15].map(|size| {
        let [words, letters] = [Measure::Words, Measure::Letters].map(|by| sorted(size, by).values().sum::<u128>());
        assert_eq!(words, letters, "{size}");
        words
    });
    assert_eq!(fifteen, RESULTS[0].totals()[0].0);
    let claims = fs::read_to_string("crates/verdict/audit/claims/keith-2026.json").expect("the claims are there");
    let claim = format!(r#""value": "{}", "where": "table""#, in_groups(thirteen));
    assert!(claims.contains(&claim), "{claim}");
}

/// Two engines compute the distributions of 13 × 13 again.
#[test]
#[ignore = "minutes in release"]
fn thirteen_by_thirteen_sorted_again() {
    let problem = Problem::new(13, rules("british")).expect("a fair problem");
    for by in [Measure::Words, Measure::Letters] {
        for engine in [&Window as &dyn Engine, &Pinwheel] {
            let found = engine.distribution(&problem, &[by], &Run::new()).expect("a distribution");
            assert_eq!(found.grids, sorted(13, by), "{} by {by}", engine.name());
        }
    }
}

/// The code that reads and writes such files has changed since, but their lines have not.
#[test]
fn recorded_lines_equal_those_written_today() {
    let files = RESULTS.iter().flat_map(|result| result.files().into_iter().map(|(ending, ..)| (result.name, ending)));
    for (name, ending) in files {
        let (_, text) = records(name, ending);
        let (header, records) = text.split_once('\n').expect("a first line");
        for line in records.lines() {
            let (said, _) = line.rsplit_once(' ').expect("a check");
            assert_eq!(record(header, said), format!("{line}\n"), "{name}.{ending}");
        }
    }
}

/// A few blocks, spread over each file, are counted again.
#[test]
#[ignore = "minutes in release"]
fn some_blocks_come_out_as_recorded() {
    for result in &RESULTS {
        let name = result.name;
        for ((ending, _, engine), most) in result.files().into_iter().zip([8, 4]) {
            let sums = result.sums(ending, engine);
            let prepared = result.in_blocks(engine);
            let (blocks, _) = records(name, ending);
            for block in blocks.iter().skip(blocks.len() / 3).step_by(blocks.len() / most) {
                let counted = prepared.count_block(&Run::new(), block, &sums);
                let (counted, recorded) = counted.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(Some(counted), recorded, "{name}: {block}");
            }
        }
    }
}

/// Sizes up to which the terms of b-files are counted again: squares, and the long side of strips.
const SMALL: [usize; 2] = [8, 12];

/// A b-file of the repository.
struct BFile {
    name: String,
    /// The comments, each a line.
    comments: Vec<String>,
    /// The terms, each a line.
    terms: Vec<String>,
}

impl BFile {
    fn named(name: &str) -> Self {
        let text = fs::read_to_string(format!("fixtures/results/bfiles/{name}.txt")).expect("a b-file");
        let (comments, terms) = text.lines().map(str::to_owned).partition(|line: &String| line.starts_with('#'));
        BFile { name: name.to_owned(), comments, terms }
    }

    fn all() -> Vec<Self> {
        let entries = fs::read_dir("fixtures/results/bfiles").expect("the b-files");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let files = paths.filter(|path| path.extension().is_some_and(|kind| kind == "txt"));
        files.map(|path| BFile::named(&path.file_stem().expect("a name").to_string_lossy())).collect()
    }

    /// Returns indices and values.
    fn numbers(&self) -> Vec<(usize, i128)> {
        let number = |term: &String| {
            let (index, value) = term.split_once(' ').expect("an index and a value");
            (index.parse().expect("an index"), value.parse().expect("a value"))
        };
        self.terms.iter().map(number).collect()
    }

    /// Returns the arguments of the file's command, limited to small sizes.
    fn small_command(&self) -> Vec<String> {
        let (_, command) = self.comments[1].split_once(": gridcheck ").expect("the command");
        let mut args: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let sizes = args.iter().position(|arg| arg == "--size").expect("sizes") + 1;
        let (from, to) = args[sizes].split_once("..").expect("a range");
        let least = |limit: usize, text: &str| limit.min(text.parse().expect("a number"));
        let to = match to.split_once('x') {
            Some((height, width)) => format!("{height}x{}", least(SMALL[1], width)),
            None => least(SMALL[0], to).to_string(),
        };
        args[sizes] = format!("{from}..{to}");
        args
    }
}

fn run_all(args: &[String]) -> crate::program::Said {
    run(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns the terms of the first entry of docs/OEIS.md after this text.
fn data_after<'a>(sequences: &'a str, text: &str) -> &'a str {
    let (_, entry) = sequences.split_once(text).unwrap_or_else(|| panic!("no entry for {text}"));
    entry.lines().find_map(|line| line.strip_prefix("DATA     ")).expect("the terms")
}

/// Each b-file names its command. The command gives the small terms again, and files of sums give the large ones.
#[test]
fn b_files_are_what_their_commands_print() {
    let script = fs::read_to_string("fixtures/results/bfiles/make").expect("the script");
    let sequences = fs::read_to_string("docs/OEIS.md").expect("the document");
    let files = BFile::all();
    let links = sequences.split("](../fixtures/results/bfiles/").skip(1);
    let linked: BTreeSet<&str> = links.filter_map(|link| link.split_once(".txt)")).map(|(name, _)| name).collect();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<BTreeSet<_>>(), linked);
    for file in files {
        let name = &file.name;
        let by_height = format!("make {}$height ", name.trim_end_matches(char::is_numeric));
        assert!(script.contains(&format!("make {name} ")) || script.contains(&by_height), "{name}");
        let numbers = file.numbers();
        assert!(numbers.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0), "{name}");

        let said = run_all(&file.small_command());
        assert_eq!(said.code, 0, "{name}: {}", said.err);
        let again: Vec<&str> = said.out.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(again.len() > 3, "{name}");
        assert_eq!(file.terms[..again.len()], again, "{name}");

        for comment in &file.comments[2..] {
            let term = comment.strip_prefix("# a(").and_then(|rest| rest.split_once("): gridcheck "));
            let (index, command) = term.expect("a term and its command");
            let args: Vec<&str> = command.split(' ').collect();
            let term = format!("{index} {}", run(&args).out.trim_end());
            assert!(file.terms.contains(&term), "{name}: {term}");
        }

        let values: Vec<String> = numbers.iter().map(|(_, value)| value.to_string()).collect();
        let data = data_after(&sequences, &format!("bfiles/{name}.txt)"));
        assert!(values.join(", ").starts_with(data), "{name}: {data}");
    }
}

/// An entry has the command of its b-file, and its example is one of the terms.
#[test]
fn entries_of_the_oeis_fit_their_b_files() {
    let sequences = fs::read_to_string("docs/OEIS.md").expect("the document");
    for file in BFile::all() {
        let (name, numbers) = (&file.name, file.numbers());
        let (_, entry) = sequences.split_once(&format!("bfiles/{name}.txt)")).expect("an entry");
        let (entry, _) = entry.split_once("\n```\n").expect("the entry ends");
        let (_, command) = file.comments[1].split_once(": ").expect("the command");
        let command = command.trim_end_matches(" --format bfile");
        assert!(entry.contains(&format!("PROG     (gridcheck) {command}\n")), "{name}: {command}");
        let example = entry.lines().find_map(|line| line.strip_prefix("EXAMPLE  a(")).expect("an example");
        let (index, rest) = example.split_once(") = ").expect("a term");
        let value: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let term = (index.parse().expect("an index"), value.parse().expect("a value"));
        assert!(numbers.contains(&term), "{name}: {example}");
    }
    // The OEIS takes about 260 characters.
    let data = sequences.lines().filter_map(|line| line.strip_prefix("DATA "));
    assert!(data.clone().count() > 30 && data.clone().all(|terms| terms.trim().len() <= 260));
    for (title, file) in [("A325409", "american-mirrors"), ("A325408", "american-loose-mirrors")] {
        let numbers = BFile::named(file).numbers();
        let odd: Vec<String> =
            numbers.iter().filter(|(n, _)| n % 2 == 1 && *n > 1).map(|(_, value)| value.to_string()).collect();
        let (_, entry) = sequences.split_once(&format!("### {title}:")).expect("the edit");
        let data = entry.lines().find_map(|line| line.strip_prefix("DATA       ")).expect("the terms");
        assert!(odd.len() > 9 && data.starts_with(&odd.join(", ")), "{title}");
    }
}

/// Primitive grids and types follow from the counts by symmetry, as the document's formulas say.
#[test]
fn derived_sequences_follow_from_b_files() {
    let sequences = fs::read_to_string("docs/OEIS.md").expect("the document");
    for base in ["british", "american"] {
        let (_, entries) = sequences.split_once(&format!("bfiles/{base}.txt)")).expect("the entry of all grids");
        let groups = ["", "-mirrors", "-rot90", "-diagonals", "-all"];
        let counts = groups.map(|group| BFile::named(&format!("{base}{group}")).numbers());
        let formulas: [(&str, [i128; 5], i128); 5] = [
            ("Primitive grids", [1, 1, 1, 1, 0], 4),
            ("Type h", [0, 1, 0, 0, -1], 2),
            ("Type r", [0, 0, 1, 0, -1], 2),
            ("Type t", [0, 0, 0, 1, -1], 2),
            ("Type N", [1, -1, -1, -1, 2], 4),
        ];
        for (title, factors, divisor) in formulas {
            let data = data_after(entries, &format!("### {title}\n"));
            for (i, value) in data.split(", ").enumerate() {
                let terms = counts.iter().zip(factors).map(|(counts, factor)| factor * counts[i].1);
                let sum: i128 = terms.sum();
                assert_eq!(format!("{} {}", sum % divisor, sum / divisor), format!("0 {value}"), "{base} {title} {i}");
            }
        }
    }
}

/// The formulas for model counters have the size that their table states, and a count that an engine without clauses finds.
#[test]
fn formulas_for_model_counters_are_as_their_table_says() {
    let table = fs::read_to_string("examples/model-counting/instances.csv").expect("the table");
    let mut counted = 0;
    for line in table.lines().skip(1) {
        let [name, set, symmetry, size, count, variables, clauses, _] =
            line.split(',').collect::<Vec<_>>().try_into().expect("eight columns");
        let symmetry = *Symmetry::ALL.iter().find(|known| known.name() == symmetry).expect("a symmetry");
        let problem = problem(size.parse().expect("a size"), Ruleset { symmetry, ..rules(set) });
        let mut formula = Vec::new();
        Cnf::of(&problem).write(&mut formula).expect("memory is not a file");
        let formula = String::from_utf8(formula).expect("text");
        assert!(formula.contains(&format!("\np cnf {variables} {clauses}\n")), "{name}");
        let count: u128 = count.parse().expect("a count");
        if count < 1_000_000 {
            let engine = ENGINES.fastest(&problem, &SumKind::Plain).expect("an engine can");
            assert_eq!(engine.count(&Run::new()), Ok(count), "{name}");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}
