//! A picture as shades of grey, one for each ninth of each tile.
//!
//! `photo` reads the picture. It is cut into tiles, as square as its shape allows, and a tile into three by three blocks. The shade of a
//! block is the mean of its pixels. The lightness of a pixel is its value in the file, not the physical light of a screen. To the eye,
//! equal steps of these values are about equal. The same is nearly true for shares of black in a pattern that is seen from near.

use thiserror::Error;

pub(super) const MAX_PIXELS_A_SIDE: usize = 20_000;
/// Maximum number of bytes of the unpacked pixels.
pub(super) const MAX_BYTES: usize = 1 << 29;
/// Number of blocks along the side of a tile.
pub const BLOCKS: usize = 3;
/// Maximum number of tiles of a picture.
pub const MAX_TILES: usize = 1 << 16;

/// The darkness of the blocks of a tile, from 0 (white) to 1, row by row.
pub type Shades = [f64; BLOCKS * BLOCKS];

/// A picture as tiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Tones {
    /// Number of tiles side by side.
    pub columns: usize,
    /// Number of tiles one above the other.
    pub rows: usize,
    /// The tiles, row by row.
    pub tiles: Vec<Shades>,
}

/// The reason why there are no tiles.
#[derive(Debug, Error)]
pub enum TonesError {
    /// The file is faulty, or not a picture in a supported format.
    #[error("not a PNG or JPEG picture that can be read: {0}")]
    Unreadable(String),
    /// The picture is too large.
    #[error(
        "a picture of {width} × {height} pixels: at most {MAX_PIXELS_A_SIDE} a side, and 512 MB unpacked, are read"
    )]
    TooLarge {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The number of tiles would exceed [`MAX_TILES`].
    #[error("{columns} columns make {rows} rows: more than {MAX_TILES} tiles")]
    TooManyTiles {
        /// Number of tiles side by side.
        columns: usize,
        /// Number of tiles one above the other.
        rows: usize,
    },
}

/// A picture in memory, with each pixel's lightness from 0 to 255.
pub struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) light: Vec<u8>,
}

impl Picture {
    /// Returns the number of rows of square tiles for this number of columns.
    fn rows(&self, columns: usize) -> usize {
        ((columns * self.height) as f64 / self.width as f64).round().max(1.0) as usize
    }

    /// Returns the largest number of columns, up to `most`, that needs at most `grids` tiles and no tile smaller than a pixel.
    pub fn columns_for(&self, grids: usize, most: usize) -> usize {
        let fits = |&columns: &usize| columns * self.rows(columns) <= grids;
        (1..=most.min(self.width)).rev().find(fits).unwrap_or(1)
    }

    /// Cuts the picture into tiles, `columns` side by side.
    ///
    /// # Errors
    /// Returns an error if there are more than [`MAX_TILES`] tiles.
    pub fn tiles(&self, columns: usize) -> Result<Tones, TonesError> {
        let rows = self.rows(columns);
        if columns * rows > MAX_TILES {
            return Err(TonesError::TooManyTiles { columns, rows });
        }
        // The pixels of a block: at least one, even if there are more blocks than pixels.
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

/// Returns the mean shade of a tile.
pub fn mean(shades: &Shades) -> f64 {
    shades.iter().sum::<f64>() / shades.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_mean_of_their_pixels() {
        // Six pixels a side, so two a block: the left half is black, the right half is white.
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
