//! Somebody's picture as shades of grey, one for each ninth of each tile.
//!
//! The picture, which `photo` reads, is cut into tiles as square as its shape allows, and a tile into three by three blocks, whose
//! shade is the mean of their pixels. How light a pixel is follows its numbers in the file, not the light that a screen makes of
//! them: these numbers are about even steps to the eye, and so are, nearly, shares of black in a pattern that is looked at closely.

use thiserror::Error;

/// The most pixels that a picture may have from side to side.
pub(super) const MOST_PIXELS_A_SIDE: usize = 20_000;
/// The most bytes that its pixels may take when they are unpacked.
pub(super) const MOST_BYTES: usize = 1 << 29;
/// Blocks along the side of a tile.
pub const BLOCKS: usize = 3;
/// The most tiles of a picture.
pub const MOST_TILES: usize = 1 << 16;

/// How dark the blocks of a tile are, from 0 (white) to 1, row by row.
pub type Shades = [f64; BLOCKS * BLOCKS];

/// A picture as tiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Tones {
    /// Tiles side by side.
    pub columns: usize,
    /// Tiles one above the other.
    pub rows: usize,
    /// Row by row.
    pub tiles: Vec<Shades>,
}

/// Why there are no tiles.
#[derive(Debug, Error)]
pub enum TonesError {
    /// It is no picture of a kind that is read, or a faulty one.
    #[error("not a PNG or JPEG picture that can be read: {0}")]
    Unreadable(String),
    /// It is too large.
    #[error(
        "a picture of {width} × {height} pixels: at most {MOST_PIXELS_A_SIDE} a side, and 512 MB unpacked, are read"
    )]
    TooLarge {
        /// Pixels from left to right.
        width: usize,
        /// Pixels from top to bottom.
        height: usize,
    },
    /// More tiles than [`MOST_TILES`].
    #[error("{columns} columns make {rows} rows: more than {MOST_TILES} tiles")]
    TooManyTiles {
        /// Tiles side by side.
        columns: usize,
        /// Tiles one above the other.
        rows: usize,
    },
}

/// A picture in memory, each pixel's lightness from 0 to 255.
pub struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) light: Vec<u8>,
}

impl Picture {
    /// How many rows of square tiles go with so many columns.
    fn rows(&self, columns: usize) -> usize {
        ((columns * self.height) as f64 / self.width as f64).round().max(1.0) as usize
    }

    /// The most columns, up to `most`, for which a tile each is enough for so many grids and no tile is under a pixel.
    pub fn columns_for(&self, grids: usize, most: usize) -> usize {
        let fits = |&columns: &usize| columns * self.rows(columns) <= grids;
        (1..=most.min(self.width)).rev().find(fits).unwrap_or(1)
    }

    /// The tiles, `columns` side by side.
    pub fn tiles(&self, columns: usize) -> Result<Tones, TonesError> {
        let rows = self.rows(columns);
        if columns * rows > MOST_TILES {
            return Err(TonesError::TooManyTiles { columns, rows });
        }
        // The first pixel of a block and the one after its last: at least one, also where there are more blocks than pixels.
        let part = |i: usize, parts: usize, pixels: usize| {
            let from = i * pixels / parts;
            from..((i + 1) * pixels / parts).max(from + 1)
        };
        let shade = |row: usize, column: usize| {
            let down = part(row, rows * BLOCKS, self.height);
            let across = part(column, columns * BLOCKS, self.width);
            let pixels = down.len() * across.len();
            let line = |r: usize| &self.light[r * self.width..][across.clone()];
            let light: u64 = down.map(|r| line(r).iter().copied().map(u64::from).sum::<u64>()).sum();
            1.0 - light as f64 / (255 * pixels) as f64
        };
        let tile = |i: usize| {
            let (row, column) = (i / columns * BLOCKS, i % columns * BLOCKS);
            std::array::from_fn(|block| shade(row + block / BLOCKS, column + block % BLOCKS))
        };
        Ok(Tones { columns, rows, tiles: (0..columns * rows).map(tile).collect() })
    }
}

/// The mean shade of a tile.
pub fn mean(shades: &Shades) -> f64 {
    shades.iter().sum::<f64>() / shades.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_mean_of_their_pixels() {
        // Six pixels a side, so two a block: the left half black, the right white.
        let light = (0..36).map(|i| if i % 6 < 3 { 0 } else { 255 }).collect();
        let picture = Picture { width: 6, height: 6, light };
        let tones = picture.tiles(1).expect("a small picture");
        assert_eq!((tones.columns, tones.rows), (1, 1));
        assert_eq!(tones.tiles, [[1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 0.0]]);
        assert!((mean(&tones.tiles[0]) - 0.5).abs() < 1e-9);
        // More blocks than pixels.
        assert_eq!(picture.tiles(4).expect("a small picture").tiles.len(), 16);
        assert_eq!(picture.tiles(4).expect("a small picture").tiles[0].to_vec(), vec![1.0; 9]);
        assert!(picture.tiles(300).is_err());
    }

    #[test]
    fn tiles_are_as_square_as_the_picture_allows() {
        let picture = |width, height| Picture { width, height, light: vec![0; width * height] };
        assert_eq!((picture(400, 300).rows(100), picture(1000, 1).rows(10)), (75, 1));
        assert_eq!(picture(400, 300).columns_for(17_000, 100), 100);
        assert_eq!(picture(400, 300).columns_for(12, 100), 4);
        assert_eq!(picture(5, 5).columns_for(1000, 100), 5);
        assert_eq!(picture(1, 1000).columns_for(10, 100), 1);
    }
}
