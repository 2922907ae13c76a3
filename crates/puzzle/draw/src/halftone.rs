//! A picture made of grids: assigns a grid to each tile of the picture.
//!
//! The darkness of a grid is its share of black squares. First each tile gets a number of black squares. Then each tile gets one of the
//! grids that have that number.
//!
//! *Darkness.* Shades are stretched: the picture's lightest tile requests the lightest grids, and its darkest tile requests the darkest.
//! There are few such grids and each may be used only once, so some tiles get another darkness. The assignment minimizes the sum of the
//! squared differences. An optimal assignment keeps the order of shades, because exchanging two crossed tiles never makes it worse. So for
//! sorted tiles it is a path through the numbers of black squares, found by dynamic programming. The best cost of the first *i* tiles with
//! at most *b* black squares is the minimum over a sliding window of earlier costs. A monotone queue keeps this minimum in constant time a
//! step.
//!
//! *Choice of the grid.* Tiles choose in turn, those with the strongest pattern first. Each takes the grid whose blocks are most similar to
//! the tile's, in the best of the grid's eight positions: a grid represents its class.
//!
//! If there are more tiles than grids, the numbers of uses of any two grids differ by at most one.
//!
//! Invariant: `Stock::levels[b]` holds grids with `b` black squares, at most `most` of them. They are the offered grids with the smallest
//! digests, and are sorted by the digest when they are taken out. So the order in which grids are offered does not matter.

use std::collections::{BinaryHeap, VecDeque};

use super::tones::{BLOCKS, Shades, Tones, mean};
use gridcheck_core::grid::{Grid, Transform};

/// Maximum number of unused grids that a tile compares.
const CANDIDATES: usize = 512;

/// The grids that are kept for a picture.
pub struct Stock {
    size: usize,
    most: usize,
    levels: Vec<Level>,
}

/// The grids with one number of black squares.
#[derive(Default)]
struct Level {
    /// Number of offered grids, kept or not.
    offered: u64,
    /// The kept grids. The digest comes first, so that the heap removes the greatest digest when it is full.
    kept: BinaryHeap<(u64, u128)>,
}

impl Stock {
    /// Returns an empty stock for a picture of `tiles` tiles. Grids have `size` × `size` squares.
    ///
    /// # Panics
    /// If a grid has more than 128 squares.
    pub fn new(size: usize, tiles: usize) -> Self {
        assert!(size * size <= 128, "grids of {size} x {size}");
        let levels = (0..=size * size).map(|_| Level::default()).collect();
        Stock { size, most: tiles, levels }
    }

    /// Keeps a grid if its digest is among the smallest of its level.
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

    /// Returns the number of grids that were offered.
    pub fn offered(&self) -> u64 {
        self.levels.iter().map(|level| level.offered).sum()
    }
}

/// Returns a hash that orders the grids: neighbours in a listing look alike, so that order is not used.
fn digest(grid: u128) -> u64 {
    let hash = blake3::hash(&grid.to_le_bytes());
    // A hash has 32 bytes.
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"))
}

/// Returns a grid for each tile, row by row, or `None` if no grid was offered.
pub fn grids(stock: Stock, tones: &Tones) -> Option<Vec<Grid>> {
    let offered = stock.offered();
    if offered == 0 {
        return None;
    }
    let (size, tiles) = (stock.size, tones.tiles.len());
    let squares = (size * size) as f64;
    let levels: Vec<(usize, Level)> =
        stock.levels.into_iter().enumerate().filter(|(_, level)| level.offered > 0).collect();
    // Each grid is used at least `least` and at most `most` times.
    let (least, most) = ((tiles as u64 / offered) as usize, (tiles as u64).div_ceil(offered) as usize);

    let shades: Vec<f64> = tones.tiles.iter().map(mean).collect();
    let (lightest, darkest) = (levels[0].0 as f64 / squares, levels[levels.len() - 1].0 as f64 / squares);
    let stretch = stretch(&shades, lightest, darkest);
    let mut sorted: Vec<usize> = (0..tiles).collect();
    sorted.sort_by(|&a, &b| shades[a].total_cmp(&shades[b]));
    let wanted: Vec<f64> = sorted.iter().map(|&tile| stretch(shades[tile]) * squares).collect();
    // A level keeps at most `tiles` grids, and no more can be needed.
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
        choose(&kept, least, those, |tile| tones.tiles[tile].map(&stretch), size, &mut chosen);
    }
    Some(chosen)
}

/// Returns the linear map from a picture's shades to the shades of grids.
fn stretch(shades: &[f64], lightest: f64, darkest: f64) -> impl Fn(f64) -> f64 {
    let (mut least, mut most) =
        shades.iter().fold((f64::MAX, f64::MIN), |(least, most), &shade| (least.min(shade), most.max(shade)));
    // A picture of one shade has no contrast to stretch. Stretching would amplify the noise of the file.
    if most - least < 0.02 {
        (least, most) = (0.0, 1.0);
    }
    let factor = (darkest - lightest) / (most - least);
    move |shade| lightest + (shade - least) * factor
}

/// The permitted number of uses of the grids with one number of black squares.
struct Supply {
    black: f64,
    least: usize,
    most: usize,
}

/// Returns the number of tiles that each level of `supply` serves, with the minimum sum of squared differences.
///
/// `wanted` holds the number of black squares that each tile requests, in increasing order. The supply must be able to serve all tiles.
fn serve(wanted: &[f64], supply: &[Supply]) -> Vec<usize> {
    let tiles = wanted.len();
    // Minimum cost of the first i tiles, served by the levels so far.
    let mut best = vec![f64::INFINITY; tiles + 1];
    best[0] = 0.0;
    let mut before: Vec<Vec<u32>> = Vec::with_capacity(supply.len());
    for level in supply {
        // Cost of the first i tiles if this level serves all of them.
        let mut alone = Vec::with_capacity(tiles + 1);
        let mut sum = 0.0;
        alone.push(sum);
        for number in wanted {
            sum += (number - level.black).powi(2);
            alone.push(sum);
        }
        let saved = |k: usize| best[k] - alone[k];
        let mut next = vec![f64::INFINITY; tiles + 1];
        let mut from = vec![0; tiles + 1];
        // The k within reach of i that may still be optimal. Their savings increase from front to back.
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

/// Gives each of `tiles` one of `grids`. Each grid is used at least `least` times and at most once more.
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
    // The grids that may be used again, with their numbers of uses.
    let mut left: Vec<(usize, usize)> = (0..grids.len()).map(|grid| (grid, 0)).collect();
    let mut extra = tiles.len() - least * grids.len();
    if least == 0 && extra == 0 {
        return;
    }
    for (tile, wanted) in tiles {
        let mut nearest = (f64::INFINITY, 0, 0);
        for (at, &(grid, _)) in left.iter().take(CANDIDATES).enumerate() {
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
        // `set_row` drops the bits of later rows.
        unpacked.set_row(r, (grid >> (r * size)) as u64);
    }
    unpacked
}

/// Returns the shades shifted to a mean of 0.
fn pattern(shades: &Shades) -> Shades {
    let mean = mean(shades);
    shades.map(|shade| shade - mean)
}

/// Returns the pattern of each of a grid's images, in the order of [`Transform::ALL`].
fn positions(grid: &Grid) -> [Shades; 8] {
    let size = grid.width();
    // The blocks are as even as possible and the same from both ends.
    let edge = |i: usize| (i * size + 1) / BLOCKS;
    let share = |row: usize, column: usize| {
        let (down, across) = (edge(row)..edge(row + 1), edge(column)..edge(column + 1));
        let squares = down.len() * across.len();
        let black = down.flat_map(|r| across.clone().map(move |c| (r, c))).filter(|&(r, c)| !grid.is_white(r, c));
        black.count() as f64 / squares as f64
    };
    let own = pattern(&std::array::from_fn(|block| share(block / BLOCKS, block % BLOCKS)));
    Transform::ALL.map(|transform| {
        let mut image = [0.0; BLOCKS * BLOCKS];
        for (block, shade) in own.iter().enumerate() {
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

    /// Returns the minimum sum of squared differences, by exhaustive search.
    fn least(wanted: &[f64], supply: &[Supply]) -> f64 {
        let Some((level, others)) = supply.split_first() else {
            return if wanted.is_empty() { 0.0 } else { f64::INFINITY };
        };
        // The subsets of tiles, in any order, that this level can serve.
        let subsets = 0u32..1 << wanted.len();
        let allowed = subsets.filter(|subset| (level.least..=level.most).contains(&(subset.count_ones() as usize)));
        allowed
            .map(|subset| {
                let (here, there): (Vec<_>, Vec<_>) =
                    wanted.iter().enumerate().partition(|(i, _)| subset >> i & 1 == 1);
                let rest: Vec<f64> = there.into_iter().map(|(_, &number)| number).collect();
                here.into_iter().map(|(_, number)| (number - level.black).powi(2)).sum::<f64>() + least(&rest, others)
            })
            .fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn serving_tiles_has_the_least_total_squared_difference(
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
                cost += rest[..number].iter().map(|wanted| (wanted - level.black).powi(2)).sum::<f64>();
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
