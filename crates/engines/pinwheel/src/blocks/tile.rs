//! Tiles: sets of blocks that are counted together, so that their groups fit into memory.
//!
//! A tile is a set of pairs of patterns of open sites. Its blocks have one pattern of a pair on one side and the
//! other pattern on the other side. Tiles are cut in **depth-first order** of the patterns, the order in which a
//! sweep reaches them. The first row's site is the most significant. Patterns that are adjacent in this order share a
//! beginning, so the sweep computes the upper rows that lead to them once. Tiles without a common beginning share no
//! work.

/// Returns the place of a pattern in depth-first order. The function and its inverse are the same, so it also
/// returns the pattern at a place.
pub(crate) fn rank(height: usize, pattern: u32) -> u32 {
    pattern.reverse_bits() >> (u32::BITS as usize - height)
}

/// A set of pairs of patterns.
///
/// Invariant: in each pair, the first pattern is not after the second in depth-first order. The pairs are sorted by
/// that order, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tile {
    height: usize,
    pairs: Vec<[u32; 2]>,
}

impl Tile {
    /// Returns all pairs of patterns of `height` sites, or only the pairs of equal patterns if `alike`.
    pub(crate) fn whole(height: usize, alike: bool) -> Self {
        let all = 1_u32 << height;
        let pairs = (0..all).flat_map(|one| {
            let end = if alike { one + 1 } else { all };
            (one..end).map(move |other| [one, other].map(|place| rank(height, place)))
        });
        Tile { height, pairs: pairs.collect() }
    }

    /// Creates a tile of these pairs, in any order.
    pub(crate) fn of(height: usize, pairs: impl IntoIterator<Item = [u32; 2]>) -> Self {
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

    /// Returns the pairs in order.
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Returns `true` if it has more than one pair.
    pub(crate) fn can_be_cut(&self) -> bool {
        self.pairs.len() > 1
    }

    /// Cuts the tile into smaller ones. The first patterns of its pairs are divided into `parts` ranges of about
    /// equal length, and so are the second ones. Each two ranges with a pair give a tile.
    pub(crate) fn cut(&self, parts: usize) -> Vec<Tile> {
        // There are no more parts than patterns.
        let parts = parts.min(1 << self.height);
        let part_of = [0, 1].map(|side| {
            let mut places: Vec<u32> = self.pairs.iter().map(|pair| rank(self.height, pair[side])).collect();
            places.sort_unstable();
            places.dedup();
            let mut part_of = vec![0; 1 << self.height];
            for (number, &place) in places.iter().enumerate() {
                part_of[rank(self.height, place) as usize] = number * parts / places.len();
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
                // Repeats until no tile can be cut.
                while let Some(at) = tiles.iter().position(Tile::can_be_cut).filter(|_| parts > 1) {
                    let tile = tiles.swap_remove(at);
                    let cut = tile.cut(parts);
                    assert!(cut.len() > 1, "{parts}: {tile:?} cannot be cut");
                    tiles.extend(cut);
                }
                let pairs: Vec<[u32; 2]> = tiles.iter().flat_map(|tile| tile.pairs().to_vec()).collect();
                assert_eq!(Tile::of(4, pairs.clone()), whole, "{parts}");
                assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), pairs.len());
            }
        }
    }
}
