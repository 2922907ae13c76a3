//! Somebody's picture as shades of grey, one for each ninth of each tile.
//!
//! The picture is cut into tiles as square as its shape allows, and a tile into three by three blocks, whose shade is the
//! mean of their pixels. What is transparent is white. How light a pixel is follows its numbers in the file, not the light
//! that a screen makes of them: these numbers are about even steps to the eye, and so are, nearly, shares of black in a
//! pattern that is looked at closely.

use std::fmt::Display;
use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use thiserror::Error;

/// The most pixels that a picture may have from side to side. Decoding takes at most [`MOST_BYTES`].
const MOST_PIXELS_A_SIDE: u32 = 20_000;
const MOST_BYTES: u64 = 1 << 29;
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
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
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
    width: usize,
    height: usize,
    light: Vec<u8>,
}

impl Picture {
    /// Reads PNG or JPEG, turned as the camera says it was held.
    pub fn read(bytes: &[u8]) -> Result<Self, TonesError> {
        let unreadable = |error: &dyn Display| TonesError::Unreadable(error.to_string().trim_end().to_owned());
        if is_cut_short(bytes) {
            return Err(unreadable(&"the file ends before the picture does"));
        }
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| unreadable(&error))?;
        reader.limits(Limits::no_limits());
        let mut decoder = reader.into_decoder().map_err(|error| unreadable(&error))?;
        // What a file says of its size is looked at before room is made for it.
        let (width, height) = decoder.dimensions();
        let mut limits = Limits::default();
        limits.max_alloc = Some(MOST_BYTES);
        let too_large = width.max(height) > MOST_PIXELS_A_SIDE || decoder.total_bytes() > MOST_BYTES;
        if too_large || decoder.set_limits(limits).is_err() {
            return Err(TonesError::TooLarge { width, height });
        }
        let orientation = decoder.orientation().map_err(|error| unreadable(&error))?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| unreadable(&error))?;
        picture.apply_orientation(orientation);
        let pixels = picture.into_luma_alpha8();
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let over_white = |light: u8, alpha: u8| {
            let (light, alpha) = (u32::from(light), u32::from(alpha));
            ((light * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        let light = pixels.pixels().map(|pixel| over_white(pixel.0[0], pixel.0[1])).collect();
        Ok(Picture { width, height, light })
    }

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

/// Whether a JPEG has no end. The decoder makes up what is missing, as a viewer should, and says nothing; but half a picture
/// is a mistake here. Inside a scan (which begins with FF DA) the end's FF D9 cannot occur.
fn is_cut_short(bytes: &[u8]) -> bool {
    let last = |marker: [u8; 2]| bytes.windows(2).rposition(|pair| pair == marker);
    bytes.starts_with(&[0xff, 0xd8]) && last([0xff, 0xd9]) < last([0xff, 0xda])
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
