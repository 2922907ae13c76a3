//! Tiles: the blocks that are counted together, so that their groups fit into memory.

/// The blocks that have on one side a pattern of open sites of the first set, and on the other one of the second.
///
/// Invariant: the two sets are the same, or have nothing in common.
#[derive(Clone)]
pub struct Tile {
    pub sides: [Vec<u32>; 2],
}

impl Tile {
    /// All blocks whose sides have these patterns.
    pub fn square(patterns: Vec<u32>) -> Self {
        Tile { sides: [patterns.clone(), patterns] }
    }

    fn is_square(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Whether there is more than one block in it.
    pub fn can_be_cut(&self) -> bool {
        self.sides.iter().any(|side| side.len() > 1)
    }

    /// How many pairs of side patterns, not counting the order.
    pub fn pairs(&self) -> usize {
        let [one, two] = [self.sides[0].len(), self.sides[1].len()];
        if self.is_square() { one * (one + 1) / 2 } else { one * two }
    }

    /// The same blocks in smaller tiles: either side in so many parts.
    pub fn cut(&self, parts: usize) -> Vec<Tile> {
        // Every so-manieth pattern, so that each part has some with few open sites and some with many.
        let cut = |side: &[u32]| -> Vec<Vec<u32>> {
            let part = |first: usize| side.iter().copied().skip(first).step_by(parts).collect::<Vec<u32>>();
            (0..parts).map(part).filter(|part| !part.is_empty()).collect()
        };
        let ones = cut(&self.sides[0]);
        let twos = cut(&self.sides[1]);
        let mut tiles = Vec::new();
        for (i, one) in ones.iter().enumerate() {
            for two in twos.iter().skip(if self.is_square() { i } else { 0 }) {
                tiles.push(Tile { sides: [one.clone(), two.clone()] });
            }
        }
        tiles
    }
}
