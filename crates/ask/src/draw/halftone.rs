//! Makes a picture out of primitive grids: dark grids where it is dark.

use gridcheck_compare::classes::canonical::primitive;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_draw::figure::Look;
use gridcheck_draw::halftone::{Stock, grids};
use gridcheck_draw::png;
use gridcheck_draw::sheet::Sheet;
use gridcheck_draw::tones::{MAX_TILES, Picture as Image, Tones};
use gridcheck_draw::typeface::Fonts;
use gridcheck_engine::listing::AnyOrder;

use super::Draw;
use super::picture::{Arranged, Drawing, Form, Picture};
use super::task::{HalftoneTask, ImageFormat};
use crate::engines::fastest_lister;
use crate::failure::Failure;
use crate::host::Host;
use crate::input::Input;
use crate::names::rules_named;
#[cfg(feature = "clap")]
use crate::parse::WrongValue;
use crate::rules::DEFAULT;
use crate::usage;

/// The sizes of grids: small enough to list, large enough to have shades.
pub(super) const SIZES: [usize; 3] = [7, 9, 11];
/// The error of another size.
pub(super) const OTHER_SIZE: &str = "expected 7, 9 or 11: smaller grids are too few, larger ones too many";

/// Width of a square in pixels, if none is given.
const SCALE: u16 = 2;
/// Maximum number of columns, if none is given.
const MAX_COLUMNS: usize = 100;
const MAX_FILE_BYTES: u64 = 1 << 28;

/// Parses a size.
#[cfg(feature = "clap")]
pub(super) fn size(text: &str) -> Result<usize, WrongValue> {
    text.parse().ok().filter(|size| SIZES.contains(size)).ok_or_else(|| WrongValue::new(OTHER_SIZE))
}

impl Draw {
    /// Makes the picture out of grids. Without a number of columns, it has the most for which each grid is used only once, up to
    /// [`MAX_COLUMNS`].
    pub(super) fn halftone(&self, image: &Input, task: HalftoneTask, host: &dyn Host) -> Result<Drawing, Failure> {
        let HalftoneTask { size, format } = task;
        let picture = read(image, host)?;
        let problem = Problem::new(size, rules_named(DEFAULT)?)?;
        let lister = fastest_lister(&problem)?;
        let run = host.run(lister.name());
        // The number of grids limits the number of tiles, which decides how many grids are kept.
        let most = picture.columns_for(MAX_TILES, MAX_COLUMNS);
        let wanted = |columns| picture.tiles(columns).map_err(|error| Failure::unusable(error).about(image.name()));
        let mut tones = wanted(self.columns.map_or(most, |columns| columns as usize))?;
        let pixels = usize::from(self.scale.unwrap_or(SCALE));
        // Listing may take long, so a picture that is too large is refused before.
        if format == Some(ImageFormat::Png) && png::size(&sheet(size, &tones), &[], pixels).is_none() {
            let most = png::MAX_PIXELS >> 20;
            return Err(usage!((most) " million pixels at most: " [scale] " or " [columns] " makes fewer"));
        }
        let mut stock = Stock::new(size, tones.tiles.len());
        lister.list(&run, &primitive(&problem, &AnyOrder::new(|grid: &Grid| stock.offer(grid))))?;
        let offered = stock.offered();
        if self.columns.is_none() && tones.tiles.len() as u64 > offered {
            tones = wanted(picture.columns_for(offered as usize, MAX_COLUMNS))?;
        }
        note_repetition(tones.tiles.len() as u64, offered, host);
        let grids = grids(stock, &tones).ok_or_else(|| Failure::unusable("no grid obeys the rules"))?;
        let form = match format {
            None => Form::Text { columns: Some(tones.columns), labels: Vec::new() },
            Some(ImageFormat::Svg) => Form::Svg(sheet(size, &tones), pixels),
            Some(ImageFormat::Png) => Form::Png(sheet(size, &tones), pixels, Fonts::embedded()),
        };
        Ok(Drawing { picture: Picture::Halftone(Arranged { grids, look: Look::default(), form }), unreadable: 0 })
    }
}

fn sheet(size: usize, tones: &Tones) -> Sheet {
    Sheet::mosaic(size, tones.tiles.len(), tones.columns)
}

/// Notes how often each grid is used, if there are more tiles than grids.
fn note_repetition(tiles: u64, offered: u64, host: &dyn Host) {
    if tiles > offered {
        let (least, most) = (tiles / offered.max(1), tiles.div_ceil(offered.max(1)));
        let times = if least == most { plural(most, "time") } else { format!("{least} or {most} times") };
        let (tiles, offered) = (plural(tiles, "tile"), plural(offered, "grid"));
        host.note(format!("{tiles} and {offered}: each grid is used {times}"));
    }
}

/// Reads the picture, PNG or JPEG.
fn read(image: &Input, host: &dyn Host) -> Result<Image, Failure> {
    let bytes = image.bytes(host, MAX_FILE_BYTES)?;
    Image::read(&bytes).map_err(|error| Failure::unusable(error).about(image.name()))
}
