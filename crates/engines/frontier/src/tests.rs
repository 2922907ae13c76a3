//! Tests the internals of the engine.

use super::key::Key;
use super::regions::{Links, Regions};
use super::rows::{Row, reversed, runs};
use super::sweep::{ReadyBuckets, Sink, Spec};
use super::*;
use gridcheck_core::rules::builtin;

fn of(name: &str, size: usize) -> Problem {
    Problem::new(size, builtin(name).expect("built in")).expect("a fair size")
}

/// Counts the grids with ways of this type.
fn count_in<W: RowWeight + Into<u128>>(problem: &Problem, run: &Run) -> Result<u128, EngineError> {
    let board = board(problem, TrackedMeasures::default()).expect("the states fit");
    SumRequest { problem: problem.clone(), way: Way::Count, board }.count::<W>(run)
}

/// Known totals (Keith 2026; OEIS A323839).
#[test]
fn known_totals() {
    let totals = |name: &str, sizes: &[usize]| -> Vec<u128> {
        sizes.iter().map(|&size| count_in::<u64>(&of(name, size), &Run::new()).expect("a count")).collect()
    };
    assert_eq!(totals("british", &[3, 5, 7, 9]), [1, 17, 650, 68_956]);
    assert_eq!(totals("american", &[4, 6, 8, 10]), [3, 48, 2190, 586_731]);
}

/// The total 650 does not fit one byte; nothing may wrap.
#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let problem = of("british", 7);
    assert_eq!(count_in::<u128>(&problem, &Run::new()), Ok(650));
    assert_eq!(count_in::<u8>(&problem, &Run::new()), Err(EngineError::Overflow));
    // Here the ways to single states overflow too, not only the total.
    assert_eq!(count_in::<u8>(&of("british", 9), &Run::new()), Err(EngineError::Overflow));
}

/// Compares both widths of key.
#[test]
fn wide_keys_count_like_narrow_ones() {
    for (name, size) in [("british", 7), ("american-loose", 8)] {
        let problem = of(name, size);
        let starts = || Starts::new(problem.rules(), size, 0).expect("few starts");
        let board = Board::new(&problem, 0, starts(), &starts(), TrackedMeasures::default()).expect("no givens");
        let pairs = Pairs::new(&board);
        let run = Run::new();
        assert!(Upper::<u64>::fits(&board));
        let narrow = Upper::<u64>::new(&board, &pairs, &run).expect("not stopped");
        let wide = Upper::<Wide<8>>::new(&board, &pairs, &run).expect("not stopped");
        let long = Upper::<Wide<4>>::new(&board, &pairs, &run).expect("not stopped");
        let narrow = sweep::count::<_, u64>(&narrow, &run);
        assert_eq!(narrow, sweep::count::<_, u64>(&wide, &run), "{name}");
        assert_eq!(narrow, sweep::count::<_, u64>(&long, &run), "{name}");
    }
}

/// Checks that the count is the same with and without the merging of mirror images.
#[test]
fn count_is_equal_with_and_without_merging_mirror_images() {
    for (name, size) in [("british", 7), ("british", 8), ("no-pairs", 9)] {
        let problem = of(name, size);
        let starts = || Starts::new(problem.rules(), size, 0).expect("few starts");
        let mut board = Board::new(&problem, 0, starts(), &starts(), TrackedMeasures::default()).expect("no givens");
        let mut counts = Vec::new();
        for mirrored in [true, false] {
            board.mirrored = mirrored;
            let pairs = Pairs::new(&board);
            let run = Run::new();
            let upper = Upper::<u64>::new(&board, &pairs, &run).expect("not stopped");
            counts.push(sweep::count::<_, u64>(&upper, &run).expect("a count"));
        }
        assert_eq!(counts[0], counts[1], "{name} {size}");
    }
}

/// The ternary numbers with a given number of digits, by their remainder: one digit a level, remainders in two buckets.
struct Remainders {
    digits: usize,
    divisor: u32,
    wanted: u32,
}

impl Spec for Remainders {
    type Bucket = u32;
    type Key = u32;
    type Ready<W: RowWeight> = Vec<(u32, W)>;

    fn levels(&self) -> usize {
        self.digits
    }

    fn buckets(&self, _level: usize) -> Vec<u32> {
        vec![0, 1]
    }

    fn fill<W: RowWeight>(
        &self,
        level: usize,
        bucket: u32,
        before: &ReadyBuckets<Self, W>,
        sink: &mut Sink<u32, W>,
    ) -> Result<(), EngineError> {
        let root = [(0, W::one())];
        let before = before.values().flatten().chain(root.iter().filter(|_| level == 0));
        for (remainder, ways) in before {
            let next = (0..3).map(|digit| (3 * remainder + digit) % self.divisor);
            next.filter(|next| next % 2 == bucket).for_each(|next| sink.add(next, ways.clone()));
        }
        sink.check()
    }

    fn ready<W: RowWeight>(&self, _: usize, _: u32, states: Vec<(u32, W)>) -> Result<Vec<(u32, W)>, EngineError> {
        Ok(states)
    }

    fn ends<W: RowWeight>(&self, _: u32, states: &[(u32, W)], _: &Run) -> Result<W, EngineError> {
        let mut total = W::default();
        let wanted = states.iter().filter(|(remainder, _)| *remainder == self.wanted);
        wanted.map(|(_, ways)| total.add(ways)).collect::<Option<()>>().ok_or(EngineError::Overflow)?;
        Ok(total)
    }
}

/// Tests the sweep alone, on a problem unrelated to grids.
#[test]
fn the_sweep_counts_ways() {
    let count = |digits, divisor, wanted| {
        sweep::count::<_, u64>(&Remainders { digits, divisor, wanted }, &Run::new()).expect("a count")
    };
    for (digits, divisor, wanted) in [(1, 5, 2), (1, 5, 3), (7, 10, 9), (12, 10_007, 5), (12, 10_006, 77)] {
        let numbers = (0..3u32.pow(digits as u32)).filter(|number| number % divisor == wanted).count();
        assert_eq!(count(digits, divisor, wanted), numbers as u64, "{digits} digits, {wanted} mod {divisor}");
    }
    // All 729 ways lead to the only remainder.
    let single = Remainders { digits: 6, divisor: 1, wanted: 0 };
    assert_eq!(sweep::count::<_, u16>(&single, &Run::new()), Ok(729));
    assert_eq!(sweep::count::<_, u8>(&single, &Run::new()), Err(EngineError::Overflow));
}

fn keys_keep_what_is_put_in<K: Key + std::fmt::Debug>() {
    let longest = (K::WIDTH - 1) / K::FIELD;
    for size in [3, 8, 15, longest.min(17)] {
        let values: Vec<usize> = (0..size).map(|c| (5 * c + 3) % (1 << K::FIELD)).collect();
        let put = |values: &mut dyn Iterator<Item = &usize>| {
            values.enumerate().fold(K::default(), |key, (c, &value)| key | K::put(c, value))
        };
        let key = put(&mut values.iter());
        assert!((0..size).all(|c| key.field(c) == values[c]));
        assert_eq!(key.mirrored(size), put(&mut values.iter().rev()));
        assert_eq!((key | K::put(size, 5)).flags(size), 5);
    }
}

#[test]
fn keys() {
    keys_keep_what_is_put_in::<u64>();
    keys_keep_what_is_put_in::<Wide<4>>();
    keys_keep_what_is_put_in::<Wide<8>>();
}

/// Returns the region of each white square of the rows, numbered by its first square.
fn flooded(rows: &[Row], size: usize) -> Vec<Vec<usize>> {
    let white = |r: usize, c: usize| rows[r] >> c & 1 == 1;
    let mut region = vec![vec![usize::MAX; size]; rows.len()];
    for start in 0..rows.len() * size {
        let mut reached = vec![(start / size, start % size)];
        while let Some((r, c)) = reached.pop() {
            if white(r, c) && region[r][c] == usize::MAX {
                region[r][c] = start;
                reached.extend([(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)]);
                reached.retain(|&(r, c)| r < rows.len() && c < size);
            }
        }
    }
    region
}

/// Returns the region of each run of the last row, and `true` if all regions reach that row.
fn flooded_runs(rows: &[Row], size: usize) -> (Vec<usize>, bool) {
    let region = flooded(rows, size);
    let last = &region[rows.len() - 1];
    let reach = region.iter().flatten().all(|region| *region == usize::MAX || last.contains(region));
    (runs(rows[rows.len() - 1]).map(|(start, _)| last[start]).collect(), reach)
}

/// Compares the regions with a flood fill: for all grids of three rows of five squares, and all of 5 x 5 and 4 x 4 with a half turn.
#[test]
fn regions_are_those_of_a_flood() {
    const SIZE: usize = 5;
    for above in 0..1 << SIZE {
        for row in 0..1 << SIZE {
            let regions = Regions::apart(above).below(&Links::new(above, row));
            assert_eq!(regions.is_some(), flooded_runs(&[above, row], SIZE).1);
            let Some(regions) = regions else { continue };
            for next in 0..1 << SIZE {
                let (labels, reach) = flooded_runs(&[above, row, next], SIZE);
                let Some(below) = regions.below(&Links::new(row, next)) else {
                    assert!(!reach);
                    continue;
                };
                assert!(reach);
                let first = |run: usize| labels.iter().position(|&label| label == labels[run]).expect("itself");
                assert_eq!(below, Regions::from_labels((0..labels.len()).map(first)));
                assert_eq!(u64::labels(next, below).regions(next), below);
                let turned = (0..labels.len()).map(|run| labels[labels.len() - 1 - run]).collect::<Vec<_>>();
                let first = |run: usize| turned.iter().position(|&label| label == turned[run]).expect("itself");
                assert_eq!(below.mirrored(next), Regions::from_labels((0..labels.len()).map(first)));
            }
            let is_one_region = |rows: &[Row], size| {
                let mut regions = flooded(rows, size).concat();
                regions.sort_unstable();
                regions.dedup();
                regions.iter().filter(|&&region| region != usize::MAX).count() == 1
            };
            for middle in (0..1 << SIZE).filter(|&middle| middle == reversed(middle, SIZE)) {
                let rows = [above, row, middle, reversed(row, SIZE), reversed(above, SIZE)];
                assert_eq!(regions.close_around(row, middle, SIZE), is_one_region(&rows, SIZE), "{rows:?}");
            }
            if (above | row) < 1 << 4 {
                let rows = [above, row, reversed(row, 4), reversed(above, 4)];
                assert_eq!(regions.close(row, 4), is_one_region(&rows, 4), "{rows:?}");
            }
        }
    }
}
