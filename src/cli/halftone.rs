//! `gridcheck draw --halftone`: makes a picture out of grids.

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::args::open;
use super::draw::PictureFormat;
use super::stoppable::Stoppable;
use super::walk::name_of;
use super::{Output, Terminal, Verdict, report};
use crate::ask::destination::OutFile;
use crate::ask::engines::fastest_lister;
use crate::classes::canonical::primitive;
use crate::draw::figure::Look;
use crate::draw::halftone::{Stock, grids};
use crate::draw::sheet::Sheet;
use crate::draw::terminal::{Screen, write_row};
use crate::draw::tones::{MOST_TILES, Picture, Tones};
use crate::draw::{png, svg};
use crate::engine::listing::AnyOrder;
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run};
use crate::file::NewFile;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::Problem;
use crate::rules::builtin;

/// A picture made out of primitive grids: dark grids where it is dark.
pub struct Halftone<'a> {
    /// The picture to read, PNG or JPEG; - is standard input.
    pub image: &'a Path,
    pub size: usize,
    /// Number of grids side by side. The default is 100, or the most for which each grid is used only once.
    pub columns: Option<u32>,
    pub scale: u16,
    /// The file to draw; `None` for standard output, as # and . characters.
    pub out: Option<(OutFile<'a>, PictureFormat)>,
}

/// Width of a square in pixels, if none is given.
pub const SCALE: u16 = 2;
const MOST_COLUMNS: usize = 100;
const MOST_FILE_BYTES: u64 = 1 << 28;

/// Parses a size: small enough to list, large enough to have shades.
pub fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| [7, 9, 11].contains(size));
    size.ok_or_else(|| "expected 7, 9 or 11: smaller grids are too few, larger ones too many".to_owned())
}

impl Halftone<'_> {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let kind = self.out.map(|(_, kind)| kind);
        if matches!(kind, Some(PictureFormat::Html | PictureFormat::Pdf)) {
            bail!("a halftone is an .svg or .png picture");
        }
        if let Some((place, _)) = self.out {
            place.check([self.image])?;
        }
        let picture = read(self.image)?;
        let rules = builtin("british").context("the rules british are built in")?;
        let problem = Problem::new(self.size, rules)?;
        let lister = fastest_lister(&problem)?;
        let run = terminal.run(lister.name());
        let list = |tiles| {
            let mut stock = Stock::new(self.size, tiles);
            let offered = AnyOrder::new(|grid: &Grid| stock.offer(grid));
            lister.list(&run, &primitive(&problem, &offered))?;
            Ok::<_, EngineError>(stock)
        };
        // The number of grids limits the number of tiles, which decides how many grids are kept.
        let most = picture.columns_for(MOST_TILES, MOST_COLUMNS);
        let wanted = |columns| picture.tiles(columns).with_context(|| self.image.display().to_string());
        let mut tones = wanted(self.columns.map_or(most, |columns| columns as usize))?;
        self.refuse_too_many_pixels(kind, &tones)?;
        // Fail before the grids are listed if no file can be created there.
        let file = self.out.map(|(place, kind)| anyhow::Ok((place, place.begin()?, kind))).transpose()?;
        let stock = list(tones.tiles.len())?;
        let offered = stock.offered();
        if self.columns.is_none() && tones.tiles.len() as u64 > offered {
            tones = wanted(picture.columns_for(offered as usize, MOST_COLUMNS))?;
        }
        terminal.clear();
        let tiles = tones.tiles.len();
        if tiles as u64 > offered {
            let (least, most) = (tiles as u64 / offered.max(1), (tiles as u64).div_ceil(offered.max(1)));
            let times = if least == most { plural(most, "time") } else { format!("{least} or {most} times") };
            let (tiles, offered) = (plural(tiles, "tile"), plural(offered, "grid"));
            report(&format!("note: {tiles} and {offered}: each grid is used {times}"));
        }
        let grids = grids(stock, &tones).ok_or_else(|| anyhow!("no grid obeys the rules"))?;
        match file {
            Some((place, file, kind)) => self.write(&grids, &tones, kind, &run, (place, file))?,
            None => print(&grids, &tones, output)?,
        }
        Ok(Verdict::Well)
    }

    fn sheet(&self, tones: &Tones) -> Sheet {
        Sheet::mosaic(self.size, tones.tiles.len(), tones.columns)
    }

    /// Fails if the picture is too large. This is tested before the grids are listed, which may take long.
    fn refuse_too_many_pixels(&self, kind: Option<PictureFormat>, tones: &Tones) -> anyhow::Result<()> {
        if kind == Some(PictureFormat::Png) && png::size(&self.sheet(tones), &[], self.scale.into()).is_none() {
            let most = png::MOST_PIXELS >> 20;
            bail!("{most} million pixels at most: --scale or --columns makes fewer");
        }
        Ok(())
    }

    fn write(
        &self,
        grids: &[Grid],
        tones: &Tones,
        kind: PictureFormat,
        run: &Run,
        (place, file): (OutFile, NewFile),
    ) -> anyhow::Result<()> {
        let (look, sheet, pixels) = (Look::default(), self.sheet(tones), usize::from(self.scale));
        let written = place.complete(file, |out| {
            let mut out = Stoppable { out, run };
            if kind == PictureFormat::Png {
                png::write(&mut out, grids, &look, &sheet, pixels)
            } else {
                svg::write(&mut out, grids, &look, &sheet, pixels)
            }
        });
        // If the run was stopped, the write error is only a consequence.
        run.check()?;
        Ok(written?)
    }
}

/// Prints the picture to the terminal, when no picture file is given.
fn print(grids: &[Grid], tones: &Tones, output: &mut Output) -> anyhow::Result<()> {
    let screen = Screen { blocks: output.terminal(), colour: output.colour() };
    for (i, row) in grids.chunks(tones.columns).enumerate() {
        if i > 0 {
            writeln!(output)?;
        }
        write_row(output, row, &Look::default(), screen)?;
    }
    Ok(())
}

/// Reads the picture from a file, or from standard input.
fn read(path: &Path) -> anyhow::Result<Picture> {
    let name = || name_of(path);
    let mut bytes = Vec::new();
    open(path)?.take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes).with_context(name)?;
    if bytes.len() as u64 > MOST_FILE_BYTES {
        bail!("{}: larger than a picture that is read can be ({} MB)", name(), MOST_FILE_BYTES >> 20);
    }
    Picture::read(&bytes).with_context(name)
}
