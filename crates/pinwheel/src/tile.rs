//! Tiles: the blocks that are counted together, so that their groups fit into memory.
//!
//! A tile is a set of pairs of patterns of open sites; its blocks have one of the two on the one side and the other on the
//! other. It is cut between patterns in **depth-first order**, the order in which a sweep comes to them: the first row's site
//! weighs most. Patterns that follow one another there begin alike, so the upper rows that lead to them are gone through once for all
//! of them, and two tiles that have no such beginning in common share none of that work.

/// The place of a pattern in depth-first order, and the pattern at a place.
pub fn rank(height: usize, pattern: u32) -> u32 {
    pattern.reverse_bits() >> (u32::BITS as usize - height)
}

/// A set of pairs of patterns.
///
/// Invariant: of each pair the first comes no later in depth-first order; the pairs are sorted by that order, and each is there
/// once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    height: usize,
    pairs: Vec<[u32; 2]>,
}

impl Tile {
    /// All pairs of patterns of so many sites; only those of a pattern with itself if `alike`.
    pub fn whole(height: usize, alike: bool) -> Self {
        let all = 1_u32 << height;
        let pairs = (0..all).flat_map(|one| {
            let end = if alike { one + 1 } else { all };
            (one..end).map(move |other| [one, other].map(|place| rank(height, place)))
        });
        Tile { height, pairs: pairs.collect() }
    }

    /// These pairs, in whatever order.
    pub fn of(height: usize, pairs: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut places: Vec<[u32; 2]> = pairs
            .into_iter()
            .map(|pair| {
                let mut places = pair.map(|pattern| rank(height, pattern));
                places.sort_unstable();
                places
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        Tile { height, pairs: places.into_iter().map(|pair| pair.map(|place| rank(height, place))).collect() }
    }

    /// The pairs.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Whether there is more than one pair in it.
    pub fn can_be_cut(&self) -> bool {
        self.pairs.len() > 1
    }

    /// The same blocks in smaller tiles: the first patterns of its pairs in so many ranges of about equal weight, the second ones
    /// too, and a tile for each two ranges that have a pair. `weight` is what a pattern brings with it.
    pub fn cut(&self, parts: usize, weight: impl Fn(u32) -> u64) -> Vec<Tile> {
        // There are no more parts than patterns.
        let parts = parts.min(1 << self.height);
        let part_of = [0, 1].map(|side| {
            let mut places: Vec<u32> = self.pairs.iter().map(|pair| rank(self.height, pair[side])).collect();
            places.sort_unstable();
            places.dedup();
            let weights: Vec<u64> = places.iter().map(|&place| weight(rank(self.height, place)).max(1)).collect();
            let mut part_of = vec![0; 1 << self.height];
            for (part, range) in ranges(&weights, parts).into_iter().enumerate() {
                for &place in &places[range] {
                    part_of[rank(self.height, place) as usize] = part;
                }
            }
            part_of
        });
        let mut tiles: Vec<Vec<[u32; 2]>> = vec![Vec::new(); parts * parts];
        for &[one, other] in &self.pairs {
            tiles[part_of[0][one as usize] * parts + part_of[1][other as usize]].push([one, other]);
        }
        let tiles = tiles.into_iter().filter(|pairs| !pairs.is_empty());
        tiles.map(|pairs| Tile { height: self.height, pairs }).collect()
    }
}

/// So many items, or as many as there are, of these weights in so many ranges, one after the other, of about the same weight; none is
/// empty. An item goes to the range that its middle is in.
pub fn ranges(weights: &[u64], parts: usize) -> Vec<std::ops::Range<usize>> {
    let parts = parts.min(weights.len());
    let all: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut ranges = Vec::with_capacity(parts);
    let (mut start, mut before) = (0, 0_u128);
    for (item, &weight) in weights.iter().enumerate() {
        let middle = 2 * before + u128::from(weight);
        let is_beyond = middle * parts as u128 >= 2 * all * (ranges.len() as u128 + 1);
        // As many items must be left as there are ranges to fill.
        let must = weights.len() - item == parts - ranges.len() - 1;
        if item > start && ranges.len() + 1 < parts && (is_beyond || must) {
            ranges.push(start..item);
            start = item;
        }
        before += u128::from(weight);
    }
    if start < weights.len() {
        ranges.push(start..weights.len());
    }
    ranges
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_tile_cut_in_parts_is_the_same_pairs() {
        for alike in [false, true] {
            let whole = Tile::whole(4, alike);
            assert_eq!(whole.pairs().len(), if alike { 16 } else { 16 * 17 / 2 });
            assert_eq!(Tile::of(4, whole.pairs().iter().map(|&[one, other]| [other, one])), whole);
            for parts in [1, 2, 3, 7, 16, 40] {
                let mut tiles = vec![whole.clone()];
                // Again and again, until nothing can be cut.
                while let Some(at) = tiles.iter().position(Tile::can_be_cut).filter(|_| parts > 1) {
                    let tile = tiles.swap_remove(at);
                    let cut = tile.cut(parts, |pattern| u64::from(pattern) * 5 % 7);
                    assert!(cut.len() > 1, "{parts}: {tile:?} cannot be cut");
                    tiles.extend(cut);
                }
                let pairs: Vec<[u32; 2]> = tiles.iter().flat_map(|tile| tile.pairs().to_vec()).collect();
                assert_eq!(Tile::of(4, pairs.clone()), whole, "{parts}");
                assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), pairs.len());
            }
        }
    }

    #[test]
    fn ranges_are_as_even_as_items_allow() {
        assert_eq!(ranges(&[1, 1, 1, 1, 1, 1], 3), [0..2, 2..4, 4..6]);
        assert_eq!(ranges(&[9, 1, 1, 1], 2), [0..1, 1..4]);
        assert_eq!(ranges(&[1, 1, 1, 9], 3), [0..2, 2..3, 3..4]);
        assert_eq!(ranges(&[1, 1], 5), [0..1, 1..2]);
        assert_eq!(ranges(&[0, 0, 0], 2).len(), 2);
        assert_eq!(ranges(&[], 2), []);
    }
}
