//! Arranges grids for the form in which they are drawn: the pixels of a square, the columns, captions and contents.

use std::collections::BTreeSet;
use std::ops::Range;

use gridcheck_core::plural::plural;
use gridcheck_draw::caption::Captions;
use gridcheck_draw::figure::Labels;
use gridcheck_draw::sheet::Sheet;
use gridcheck_draw::typeface::Face;
use gridcheck_draw::{lengths, pdf, png};
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::contents::Contents;

use super::paper::{self, PrintedPuzzles, puzzle};
use super::picture::{Arranged, Drawing, Form, Picture};
use super::reading::GridsRead;
use super::task::{GridsTask, ImageFormat};
use super::{ContentsOptions, Draw};
use crate::failure::Failure;
use crate::host::Host;
use crate::usage;

impl Draw {
    /// Arranges the grids. They have captions if they are `from_several_files`.
    pub(super) fn arranged(
        &self,
        read: GridsRead,
        task: GridsTask,
        from_several_files: bool,
        host: &dyn Host,
    ) -> Result<Drawing, Failure> {
        let GridsRead { grids, names, captions, unreadable } = read;
        let (look, pixels) = (self.look(), self.pixels(grids.len()));
        let columns = self.columns.map(|columns| columns as usize);
        let labels_of = |grids: &[InputGrid]| grids.iter().map(labels).collect();
        let sheet = |range: Range<usize>| {
            let grids = &grids[range.clone()];
            let sheet = if from_several_files && !self.no_names {
                Sheet::captioned(grids, columns, Captions::new(&captions[range], pixels))
            } else {
                Sheet::spaced(grids, columns)
            };
            let sheet = sheet.with_labels(labels_of(grids));
            sheet.with_contents(grids.iter().map(|grid| self.contents.shown(&grid.contents)).collect())
        };
        let on_pages = |pages: Vec<pdf::Page>| {
            let texts = pages.iter().flat_map(|(range, sheet)| sheet.texts(&grids[range.clone()], &look));
            let texts: Vec<_> = texts.map(|text| (Face::Plain, text)).collect();
            Ok::<_, Failure>(Form::Pdf(pages, self.fonts.fonts_for(&texts, host)?))
        };
        let form = match task {
            GridsTask::Text => Form::Text { columns, labels: labels_of(&grids) },
            GridsTask::Image(ImageFormat::Svg) => Form::Svg(sheet(0..grids.len()), pixels),
            GridsTask::Image(ImageFormat::Png) => {
                let sheet = sheet(0..grids.len());
                self.expect_pixels(pixels)?;
                if png::size(&sheet, &lengths::shown(&grids, &look), pixels).is_none() {
                    let most = png::MAX_PIXELS >> 20;
                    return Err(usage!("more than " (most) " million pixels; " [scale] " takes fewer a square"));
                }
                let texts = sheet.texts(&grids, &look).into_iter().map(|text| (Face::Mono, text)).collect::<Vec<_>>();
                Form::Png(sheet, pixels, self.fonts.fonts_for(&texts, host)?)
            }
            GridsTask::OnePage => on_pages(vec![(0..grids.len(), sheet(0..grids.len()))])?,
            GridsTask::EachPage => on_pages((0..grids.len()).map(|i| (i..i + 1, sheet(i..i + 1))).collect())?,
            GridsTask::Gallery => Form::Gallery { names, is_beside_painting_page: self.is_beside_painting_page },
            GridsTask::Paper(parts, size) => {
                let fonts = self.fonts.fonts_for(&paper::texts(&grids, parts), host)?;
                let puzzles = PrintedPuzzles { grids, parts, paper: size, fonts };
                puzzles.note_lacks(host);
                return Ok(Drawing { picture: Picture::Paper(puzzles), unreadable });
            }
        };
        if self.contents.shows_letters() {
            note_lack("letters", &grids, has_letters, host);
        }
        Ok(Drawing { picture: Picture::Grids(Arranged { grids, look, form }), unreadable })
    }

    /// Returns the width of a square.
    fn pixels(&self, grids: usize) -> usize {
        let fit = match grids {
            0 | 1 => 32,
            _ if self.contents.shows_letters() && self.look.numbers => 24,
            _ if self.look.numbers || self.contents.shows_letters() => png::MIN_WITH_NUMBERS,
            _ => 8,
        };
        self.scale.map_or(fit, usize::from)
    }

    /// Fails if squares of this width have no room for what is drawn in them.
    fn expect_pixels(&self, pixels: usize) -> Result<(), Failure> {
        let needs = [
            (self.look.numbers, "clue numbers", png::MIN_WITH_NUMBERS, ""),
            (self.contents.shows_letters(), "letters", png::MIN_WITH_LETTERS, ""),
            (self.look.lengths, "letters coloured by length", png::MIN_WITH_LENGTHS, ", for the legend"),
        ];
        match needs.into_iter().find(|&(is_drawn, _, least, _)| is_drawn && pixels < least) {
            None => Ok(()),
            Some((_, what, least, why)) => {
                Err(Failure::unusable(format!("{what} need at least {least} pixels a square{why}")))
            }
        }
    }
}

impl ContentsOptions {
    /// Returns those contents of a grid that are drawn.
    fn shown(&self, contents: &Contents) -> Contents {
        let Contents { letters, circles, shading } = contents;
        let letters = if self.shows_letters() { letters.clone() } else { Vec::new() };
        let (circles, shading) = if self.circles || self.solution {
            (circles.clone(), shading.clone())
        } else {
            (BTreeSet::new(), BTreeSet::new())
        };
        Contents { letters, circles, shading }
    }

    fn shows_letters(&self) -> bool {
        self.letters || self.solution
    }
}

/// Returns the texts in the corners of the squares of a puzzle, if they are not the numbers of a newspaper.
fn labels(grid: &InputGrid) -> Labels {
    puzzle(grid).map_or_else(Labels::new, |puzzle| puzzle.numbers.clone())
}

pub(super) fn has_letters(grid: &InputGrid) -> bool {
    !grid.contents.letters.iter().all(String::is_empty)
}

/// Notes how many of the grids lack something that is to be drawn.
pub(super) fn note_lack(what: &str, grids: &[InputGrid], has_it: impl Fn(&InputGrid) -> bool, host: &dyn Host) {
    let without = grids.iter().filter(|grid| !has_it(grid)).count();
    if without > 0 {
        host.note(format!("no {what} in {without} of {}", plural(grids.len(), "grid")));
    }
}
