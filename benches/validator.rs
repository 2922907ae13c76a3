//! Measures the validator's time per grid. Criterion's times are for one grid.
//!
//! The grids are patterns made for this bench (annealed from lattices, half-turn symmetry). Thousands of others are reached from
//! them by changing a square or two at a time. So no branch predictor can learn them by heart.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gridcheck::grid::Grid;
use gridcheck::rules::{Ruleset, builtin};
use gridcheck::validator::{Validator, is_valid, violations};

/// Patterns that are valid by the british rules.
const BRITISH: [&str; 12] = [
    "........#.#####/#.#.#.#...#..../#.#.#.#.#.#.##./#............../###.#.#.#.#.##./\
     ###...#.#....../....#.....#.##./.##.#.#.#.#.##./.##.#.....#..../......#.#...###/\
     .##.#.#.#.#.###/..............#/.##.#.#.#.#.#.#/....#...#.#.#.#/#####.#........",
    "..........#.#.#/.#.#.##.#.#..../............#.#/.#.#.##.#.##.../#...........##./\
     ##.#.#.##.#.##./...#.....#...../#.#.##.#.##.#.#/.....#.....#.../.##.#.##.#.#.##/\
     .##...........#/...##.#.##.#.#./#.#............/....#.#.##.#.#./#.#.#..........",
    "#.#.#.#.#.#..../......#....#.#./#.#.#.#.#.##.#./.............../###.##.#######./\
     .............../.###.#.#.#.##.#/.......#......./#.##.#.#.#.###./.............../\
     .#######.##.###/.............../.#.##.#.#.#.#.#/.#.#....#....../....#.#.#.#.#.#",
    ".#.##.##.###.##/....#....#....#/.#.##.##.#.#.#./...........#.../#.######.#.#.#./\
     .....#........./.###.#.#.#.#.#./.............../.#.#.#.#.#.###./.........#...../\
     .#.#.#.######.#/...#.........../.#.#.#.##.##.#./#....#....#..../##.###.##.##.#.",
    "#.#.#........../....##.#.#.#.#./#.#............/....##.#.#.#.#./###.#.....#...#/\
     #.#.##.##.#.###/..........#..../#.#.##.#.##.#.#/....#........../###.#.##.##.#.#/\
     #...#.....#.###/.#.#.#.#.##..../............#.#/.#.#.#.#.##..../..........#.#.#",
    ".#.###.#.#.#.../.............#./.#.#.#.#.#.#.../.......#.#.#.#./.#.#.#.#......./\
     .....#...#.#.#./##.#...###.#.##/#....#.#.#....#/##.#.###...#.##/.#.#.#...#...../\
     .......#.#.#.#./.#.#.#.#......./...#.#.#.#.#.#./.#............./...#.#.#.###.#.",
    "#.#.#........##/....#.#.#.#.###/#.#.#........../.....##.#.#.#.#/#.##.####.###.#/\
     ...#.......#.../##.##.##.#####./.............../.#####.##.##.##/...#.......#.../\
     #.###.####.##.#/#.#.#.#.##...../..........#.#.#/###.#.#.#.#..../##........#.#.#",
    ".............../.#.#.#.#.#.#.#./...........#.../.#.#.#.#.#.#.#./..........#..../\
     .#.#.#.#.#.#.#./......#......../####.#.#.#.####/........#....../.#.#.#.#.#.#.#./\
     ....#........../.#.#.#.#.#.#.#./...#.........../.#.#.#.#.#.#.#./...............",
    "........#....../#.#.#.#.#.#.#.#/....#...#....../#.#.#.###.#.#.#/###.#.#.#....../\
     #.#.....#.#.###/....###.......#/#.###.#.#.###.#/#.......###..../###.#.#.....#.#/\
     ......#.#.#.###/#.#.#.###.#.#.#/......#...#..../#.#.#.#.#.#.#.#/......#........",
    ".#.##.##.#.#.##/....#........##/.#.##.##.#.#.##/.............../.#.###.#.#.#.#./\
     .............../.###.#.#.#.#.#./.............../.#.#.#.#.#.###./.............../\
     .#.#.#.#.###.#./.............../##.#.#.##.##.#./##........#..../##.#.#.##.##.#.",
    "........#....../.#.#.#.#.#.#.#./...#.#.#......./##.#...#.###.#./.....###...#.../\
     #.##.###.#.#.##/#.##.......#.##/...#.##.##.#.../##.#.......##.#/##.#.#.###.##.#/\
     ...#...###...../.#.###.#...#.##/.......#.#.#.../.#.#.#.#.#.#.#./......#........",
    ".###......#.#.#/....#.#.#.#..../.##.#.#.#.#.#.#/..........#..../.##.#.#.#...#.#/\
     ........#.##.../.##.#####.##.##/.......#......./##.##.#####.##./...##.#......../\
     #.#...#.#.#.##./....#........../#.#.#.#.#.#.##./....#.#.#.#..../#.#.#......###.",
];

/// Patterns that are valid by the american rules.
const AMERICAN: [&str; 4] = [
    "#....#...##...#/#.............#/.............../...#.........../.....#........./\
     .....###...#.../....##........./#.............#/.........##..../...#...###...../\
     .........#...../...........#.../.............../#.............#/#...##...#....#",
    "####...##....../##.....#......./.......#......./.............../...........#.../\
     ...#.........../..........#...#/#......#......#/#...#........../...........#.../\
     ...#.........../.............../.......#......./.......#.....##/......##...####",
    ".....#....#..../..........#..../.............../...##........##/#......##.....#/\
     #.........#..../..........##.../...#.......#.../...##........../....#.........#/\
     #.....##......#/##........##.../.............../....#........../....#....#.....",
    "#....#.....#.../.....#........./.............../.......#.....##/###..........##/\
     .....#........#/.....#....##.../.............../...##....#...../#........#...../\
     ##..........###/##.....#......./.............../.........#...../...#.....#....#",
];

/// Number of grids in a bench's cycle.
const GRIDS: usize = 4096;

fn rules(name: &str) -> Ruleset {
    builtin(name).expect("a built-in set")
}

/// Knuth's linear congruential generator (MMIX), so that the walk is always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns valid grids, reached from `patterns` by flipping pairs of opposite squares.
fn valid_grids(patterns: &[&str], rules: &Ruleset) -> Vec<Grid> {
    let validator = Validator::new(rules);
    let mut walkers: Vec<Grid> = patterns.iter().map(|text| text.parse().expect("a pattern")).collect();
    for grid in &walkers {
        assert_eq!(violations(grid, rules), [], "{grid:?}");
    }
    let mut random = Random(15);
    let mut grids = Vec::new();
    while grids.len() < GRIDS {
        let index = random.below(walkers.len());
        let mut next = walkers[index].clone();
        for _ in 0..=random.below(2) {
            flip(&mut next, &mut random);
        }
        if validator.is_valid(&next) {
            grids.push(next.clone());
            walkers[index] = next;
        }
    }
    grids
}

/// Flips the colours of a square and the one opposite.
fn flip(grid: &mut Grid, random: &mut Random) {
    let (height, width) = (grid.height(), grid.width());
    let (r, c) = (random.below(height), random.below(width));
    let white = !grid.is_white(r, c);
    grid.set_white(r, c, white);
    grid.set_white(height - 1 - r, width - 1 - c, white);
}

/// Times `judge` on one grid after the other.
fn each(criterion: &mut Criterion, name: &str, grids: &[Grid], mut judge: impl FnMut(&Grid)) {
    let mut next = grids.iter().cycle();
    criterion.bench_function(name, |bencher| {
        // A cycle over a non-empty list has no end.
        bencher.iter(|| judge(black_box(next.next().expect("a grid"))));
    });
}

fn validator(criterion: &mut Criterion) {
    let british_rules = rules("british");
    let british = Validator::new(&british_rules);
    let grids = valid_grids(&BRITISH, &british_rules);
    each(criterion, "is_valid, british 15x15", &grids, |grid| assert!(british.is_valid(grid)));
    each(criterion, "violations, british 15x15", &grids, |grid| assert!(british.violations(grid).is_empty()));
    each(criterion, "free is_valid, british 15x15", &grids, |grid| assert!(is_valid(grid, &british_rules)));

    // Typical faults of published grids: a pair of squares breaks the british rules.
    let mut random = Random(16);
    let mut failing = grids.clone();
    for grid in &mut failing {
        while british.is_valid(grid) {
            flip(grid, &mut random);
        }
    }
    each(criterion, "is_valid, failing 15x15", &failing, |grid| assert!(!british.is_valid(grid)));
    each(criterion, "violations, failing 15x15", &failing, |grid| assert!(!british.violations(grid).is_empty()));

    let american_rules = rules("american");
    let american = Validator::new(&american_rules);
    let grids = valid_grids(&AMERICAN, &american_rules);
    each(criterion, "is_valid, american 15x15", &grids, |grid| assert!(american.is_valid(grid)));

    // A lattice of odd size is valid: every second row and column is one word, the others are runs of one.
    for size in [21, 63] {
        let mut lattice = Grid::black(size, size);
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            lattice.set_white(r, c, r % 2 == 0 || c % 2 == 0);
        }
        each(criterion, &format!("is_valid, lattice {size}x{size}"), &[lattice], |grid| {
            assert!(british.is_valid(grid));
        });
    }

    criterion.bench_function("new, british", |bencher| bencher.iter(|| Validator::new(black_box(&british_rules))));
}

criterion_group!(benches, validator);
criterion_main!(benches);
