//! A picture made of grids: which grid shows which tile.
//!
//! A grid is as dark as its share of black squares. First every tile gets a number of black squares, then, among the grids
//! that have that number, a grid.
//!
//! *How dark.* Shades are stretched so that the picture's lightest tile asks for the lightest grids and its darkest for the
//! darkest. There are few such grids and each may be used once only, so not every tile gets what it asks for; the sum of the
//! squared differences is made least. The best assignment keeps the order of shades (exchanging two crossed tiles never makes it
//! worse), so with the tiles sorted it is a path through numbers of black squares, found by dynamic programming over them:
//! the best way to serve the first *i* tiles with at most so many black squares is the least of a window of the ways before,
//! and the least of a sliding window costs nothing to keep (a monotone queue).
//!
//! *Which grid.* Tiles choose in turn, those with the strongest pattern first, the grid whose blocks are most like theirs, in
//! the best of its eight positions: a grid stands for its class.
//!
//! When there are more tiles than grids, the uses of any two grids differ by one at most.
//!
//! Invariant: `Stock::levels[b]` holds grids with `b` black squares, at most `most` of them, those of the least digests that
//! were offered, sorted by the digest when taken out. So what is kept does not depend on the order in which grids come.

use std::collections::{BinaryHeap, VecDeque};

use super::tones::{BLOCKS, Shades, Tones, mean};
use gridcheck_core::grid::{Grid, Transform};

/// How many of the grids that are left a tile looks at.
const LOOKED_AT: usize = 512;

/// Grids kept for a picture.
pub struct Stock {
    size: usize,
    most: usize,
    levels: Vec<Level>,
}

/// The grids with one number of black squares.
#[derive(Default)]
struct Level {
    /// How many there are, kept or not.
    offered: u64,
    /// The digest first, so that the greatest goes when there is no room.
    kept: BinaryHeap<(u64, u128)>,
}

impl Stock {
    /// Room for the grids of a picture of so many tiles. Grids are of `size` × `size` squares.
    ///
    /// # Panics
    /// If a grid has more than 128 squares.
    pub fn new(size: usize, tiles: usize) -> Self {
        assert!(size * size <= 128, "grids of {size} x {size}");
        let levels = (0..=size * size).map(|_| Level::default()).collect();
        Stock { size, most: tiles, levels }
    }

    /// Takes a grid, or not.
    pub fn offer(&mut self, grid: &Grid) {
        let grid = grid.rows().iter().rev().fold(0, |packed, &row| packed << self.size | u128::from(row));
        let level = &mut self.levels[self.size * self.size - grid.count_ones() as usize];
        level.offered += 1;
        let entry = (digest(grid), grid);
        if level.kept.len() < self.most {
            level.kept.push(entry);
        } else if let Some(mut greatest) = level.kept.peek_mut()
            && entry < *greatest
        {
            *greatest = entry;
        }
    }

    /// How many grids were offered.
    pub fn offered(&self) -> u64 {
        self.levels.iter().map(|level| level.offered).sum()
    }
}

/// A fixed, well-mixed order of grids: neighbours in a listing look alike.
fn digest(grid: u128) -> u64 {
    let hash = blake3::hash(&grid.to_le_bytes());
    // A hash has 32 bytes.
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"))
}

/// A grid for each tile, row by row. `None` if there is no grid at all.
pub fn grids(stock: Stock, tones: &Tones) -> Option<Vec<Grid>> {
    let offered = stock.offered();
    if offered == 0 {
        return None;
    }
    let (size, tiles) = (stock.size, tones.tiles.len());
    let squares = (size * size) as f64;
    let levels: Vec<(usize, Level)> =
        stock.levels.into_iter().enumerate().filter(|(_, level)| level.offered > 0).collect();
    // Every grid is used so often, and some once more.
    let (least, most) = ((tiles as u64 / offered) as usize, (tiles as u64).div_ceil(offered) as usize);

    let shades: Vec<f64> = tones.tiles.iter().map(mean).collect();
    let (lightest, darkest) = (levels[0].0 as f64 / squares, levels[levels.len() - 1].0 as f64 / squares);
    let stretch = Stretch::of(&shades, lightest, darkest);
    let mut sorted: Vec<usize> = (0..tiles).collect();
    sorted.sort_by(|&a, &b| shades[a].total_cmp(&shades[b]));
    let wanted: Vec<f64> = sorted.iter().map(|&tile| stretch.apply(shades[tile]) * squares).collect();
    // No more than `tiles` were kept, and no more can be needed.
    let supply: Vec<Supply> = levels
        .iter()
        .map(|(black, level)| {
            let grids = level.kept.len();
            Supply { black: *black as f64, least: grids * least, most: grids * most }
        })
        .collect();

    let mut chosen = vec![Grid::black(size, size); tiles];
    let mut rest = sorted.as_slice();
    for ((_, level), served) in levels.into_iter().zip(serve(&wanted, &supply)) {
        let (those, after) = rest.split_at(served);
        rest = after;
        let kept: Vec<u128> = level.kept.into_sorted_vec().into_iter().map(|(_, grid)| grid).collect();
        choose(&kept, least, those, |tile| tones.tiles[tile].map(|shade| stretch.apply(shade)), size, &mut chosen);
    }
    Some(chosen)
}

/// The straight line from a picture's shades to those of grids.
struct Stretch {
    from: f64,
    factor: f64,
    to: f64,
}

impl Stretch {
    fn of(shades: &[f64], lightest: f64, darkest: f64) -> Self {
        let (mut least, mut most) =
            shades.iter().fold((f64::MAX, f64::MIN), |(least, most), &shade| (least.min(shade), most.max(shade)));
        // One shade all over has no contrast to stretch, and the noise of a file should not become one.
        if most - least < 0.02 {
            (least, most) = (0.0, 1.0);
        }
        Stretch { from: least, factor: (darkest - lightest) / (most - least), to: lightest }
    }

    fn apply(&self, shade: f64) -> f64 {
        self.to + (shade - self.from) * self.factor
    }
}

/// How often grids with some number of black squares are to be used.
struct Supply {
    black: f64,
    least: usize,
    most: usize,
}

/// How many of the tiles, which want `wanted` black squares, the fewest first, get what each entry of `supply` has. The
/// squared differences are least. The supply must be able to serve all tiles.
fn serve(wanted: &[f64], supply: &[Supply]) -> Vec<usize> {
    let tiles = wanted.len();
    // What the first i tiles cost at best, served by the levels so far.
    let mut best = vec![f64::INFINITY; tiles + 1];
    best[0] = 0.0;
    let mut before: Vec<Vec<u32>> = Vec::with_capacity(supply.len());
    for level in supply {
        // What the first i tiles cost if this level serves them all.
        let mut alone = Vec::with_capacity(tiles + 1);
        let mut sum = 0.0;
        alone.push(sum);
        for constraint in wanted {
            sum += (constraint - level.black).powi(2);
            alone.push(sum);
        }
        let saved = |k: usize| best[k] - alone[k];
        let mut next = vec![f64::INFINITY; tiles + 1];
        let mut from = vec![0; tiles + 1];
        // Those k in reach of i that may still be the best; what they save grows from front to back.
        let mut window: VecDeque<usize> = VecDeque::new();
        for i in level.least..=tiles {
            let entering = i - level.least;
            while window.back().is_some_and(|&k| saved(k) >= saved(entering)) {
                window.pop_back();
            }
            window.push_back(entering);
            while window.front().is_some_and(|&k| k + level.most < i) {
                window.pop_front();
            }
            if let Some(&k) = window.front() {
                next[i] = saved(k) + alone[i];
                from[i] = k as u32;
            }
        }
        best = next;
        before.push(from);
    }
    let mut served = vec![0; supply.len()];
    let mut i = tiles;
    for (level, from) in before.iter().enumerate().rev() {
        let k = from[i] as usize;
        served[level] = i - k;
        i = k;
    }
    served
}

/// Gives each of `tiles` one of `grids`, each at least `least` times and at most once more.
fn choose(
    grids: &[u128],
    least: usize,
    tiles: &[usize],
    shades: impl Fn(usize) -> Shades,
    size: usize,
    chosen: &mut [Grid],
) {
    let mut tiles: Vec<(usize, Shades)> = tiles.iter().map(|&tile| (tile, pattern(&shades(tile)))).collect();
    let strength = |shades: &Shades| shades.iter().map(|shade| shade * shade).sum::<f64>();
    tiles.sort_by(|(a, one), (b, other)| strength(other).total_cmp(&strength(one)).then(a.cmp(b)));
    let patterns: Vec<[Shades; 8]> = grids.iter().map(|&grid| positions(&unpacked(grid, size))).collect();
    // Grids that may still be used once more, and how often they were.
    let mut left: Vec<(usize, usize)> = (0..grids.len()).map(|grid| (grid, 0)).collect();
    let mut extra = tiles.len() - least * grids.len();
    if least == 0 && extra == 0 {
        return;
    }
    for (tile, wanted) in tiles {
        let mut nearest = (f64::INFINITY, 0, 0);
        for (at, &(grid, _)) in left.iter().take(LOOKED_AT).enumerate() {
            for (position, pattern) in patterns[grid].iter().enumerate() {
                let difference: f64 = pattern.iter().zip(&wanted).map(|(a, b)| (a - b) * (a - b)).sum();
                if difference < nearest.0 {
                    nearest = (difference, at, position);
                }
            }
        }
        let (_, at, position) = nearest;
        let (grid, used) = &mut left[at];
        chosen[tile] = unpacked(grids[*grid], size).transformed(Transform::ALL[position]);
        *used += 1;
        let beyond = *used > least;
        if beyond {
            extra -= 1;
        }
        if beyond || (*used == least && extra == 0) {
            left.swap_remove(at);
        }
        if beyond && extra == 0 {
            left.retain(|&(_, used)| used < least);
        }
    }
}

fn unpacked(grid: u128, size: usize) -> Grid {
    let mut unpacked = Grid::black(size, size);
    for r in 0..size {
        // Bits of later rows are dropped.
        unpacked.set_row(r, (grid >> (r * size)) as u64);
    }
    unpacked
}

/// The same shades around a mean of 0.
fn pattern(shades: &Shades) -> Shades {
    let mean = mean(shades);
    shades.map(|shade| shade - mean)
}

/// The pattern of each of a grid's images, in the order of [`Transform::ALL`].
fn positions(grid: &Grid) -> [Shades; 8] {
    let size = grid.width();
    // Blocks as even as can be and the same from both ends.
    let edge = |i: usize| (i * size + 1) / BLOCKS;
    let share = |row: usize, column: usize| {
        let (down, across) = (edge(row)..edge(row + 1), edge(column)..edge(column + 1));
        let squares = down.len() * across.len();
        let black = down.flat_map(|r| across.clone().map(move |c| (r, c))).filter(|&(r, c)| !grid.is_white(r, c));
        black.count() as f64 / squares as f64
    };
    let upright = pattern(&std::array::from_fn(|block| share(block / BLOCKS, block % BLOCKS)));
    Transform::ALL.map(|transform| {
        let mut image = [0.0; BLOCKS * BLOCKS];
        for (block, shade) in upright.iter().enumerate() {
            let (r, c) = transform.square(BLOCKS, BLOCKS, (block / BLOCKS, block % BLOCKS));
            image[r * BLOCKS + c] = *shade;
        }
        image
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least sum of squared differences, by trying everything.
    fn least(wanted: &[f64], supply: &[Supply]) -> f64 {
        let Some((level, others)) = supply.split_first() else {
            return if wanted.is_empty() { 0.0 } else { f64::INFINITY };
        };
        // Which of the tiles, whatever their order, this level serves.
        let subsets = 0u32..1 << wanted.len();
        let allowed = subsets.filter(|subset| (level.least..=level.most).contains(&(subset.count_ones() as usize)));
        allowed
            .map(|subset| {
                let (here, there): (Vec<_>, Vec<_>) =
                    wanted.iter().enumerate().partition(|(i, _)| subset >> i & 1 == 1);
                let rest: Vec<f64> = there.into_iter().map(|(_, &constraint)| constraint).collect();
                here.into_iter().map(|(_, constraint)| (constraint - level.black).powi(2)).sum::<f64>()
                    + least(&rest, others)
            })
            .fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn no_way_to_serve_the_tiles_is_better(
            mut wanted in prop::collection::vec(0.0f64..9.0, 0..7),
            levels in prop::collection::vec((0usize..2, 0usize..4), 1..4),
        ) {
            wanted.sort_by(f64::total_cmp);
            let levels = levels.iter().enumerate();
            let supply: Vec<Supply> = levels
                .map(|(i, &(least, more))| Supply { black: 2.5 * i as f64, least, most: least + more })
                .collect();
            let tiles = wanted.len();
            prop_assume!(supply.iter().map(|level| level.least).sum::<usize>() <= tiles);
            prop_assume!(supply.iter().map(|level| level.most).sum::<usize>() >= tiles);
            let served = serve(&wanted, &supply);
            prop_assert_eq!(served.iter().sum::<usize>(), tiles);
            let (mut cost, mut rest) = (0.0, wanted.as_slice());
            for (level, &number) in supply.iter().zip(&served) {
                prop_assert!((level.least..=level.most).contains(&number));
                cost += rest[..number].iter().map(|constraint| (constraint - level.black).powi(2)).sum::<f64>();
                rest = &rest[number..];
            }
            prop_assert!((cost - least(&wanted, &supply)).abs() < 1e-6, "{} is not the least", cost);
        }
    }

    #[test]
    fn every_position_has_its_own_pattern() {
        let grid: Grid = "##.../#..../...../...../....#".parse().expect("a grid in the test");
        let positions = positions(&grid);
        for (transform, pattern) in Transform::ALL.into_iter().zip(positions) {
            let turned = super::positions(&grid.transformed(transform))[0];
            assert!(pattern.iter().zip(&turned).all(|(a, b)| (a - b).abs() < 1e-9), "{transform:?}");
        }
    }
}
