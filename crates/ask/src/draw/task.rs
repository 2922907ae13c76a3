//! The task that the options of a drawing ask for. Here, and only here, they are held against each other.

use gridcheck_draw::paper::{Paper, Parts};

use super::halftone::{OTHER_SIZE, SIZES};
use super::{Draw, LookOptions, Order, PaperLayout, PaperOptions, PaperSize, PictureFormat, PrintedPart};
use crate::failure::Failure;
use crate::given::Given;
use crate::input::Input;
use crate::usage;

/// Maximum number of grids side by side.
pub(super) const MAX_COLUMNS: u32 = 10_000;
/// Maximum width of a square in pixels.
pub(super) const MAX_SCALE: u16 = 256;

/// The task of a drawing.
pub(super) enum Task<'a> {
    /// Draw the grids of files.
    Grids(GridsTask),
    /// Make a picture out of grids.
    Halftone(&'a Input, HalftoneTask),
}

/// The form in which grids are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GridsTask {
    /// Rows of text.
    Text,
    /// One picture.
    Image(ImageFormat),
    /// PDF with one page for all grids.
    OnePage,
    /// PDF with a page for each grid.
    EachPage,
    /// An HTML page to browse them.
    Gallery,
    /// Puzzles with their clues, as PDF.
    Paper(Parts, Paper),
}

/// A halftone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HalftoneTask {
    /// The number of rows and columns of each of its grids.
    pub size: usize,
    /// The format. Without one, it is text.
    pub format: Option<ImageFormat>,
}

/// The format of a single picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
}

impl Draw {
    /// Returns the task.
    ///
    /// # Errors
    /// The options contradict each other, or one has no meaning.
    pub(super) fn task(&self) -> Result<Task<'_>, Failure> {
        // Every option is named, so that a new one is held against the others.
        let Draw { files, folders, conditions, reading, format, is_beside_painting_page: _, columns, .. } = self;
        let Draw { order, look, contents, each_page, paper, fonts, no_names, scale, halftone, .. } = self;
        let LookOptions { numbers, marks, open_edge, lengths } = look;
        let given = Given([
            ("halftone", halftone.is_some()),
            ("glob", !folders.glob.is_empty()),
            ("where", !conditions.constraints.is_empty()),
            ("black", reading.black.is_some()),
            ("white", reading.white.is_some()),
            ("input_format", reading.input_format.is_some()),
            ("columns", columns.is_some()),
            ("order", *order != Order::default()),
            ("numbers", *numbers),
            ("mark", !marks.is_empty()),
            ("open_edge", *open_edge),
            ("lengths", *lengths),
            ("letters", contents.letters),
            ("circles", contents.circles),
            ("solution", contents.solution),
            ("each_page", *each_page),
            ("with", !paper.with.is_empty()),
            ("layout", paper.layout.is_some()),
            ("paper", paper.paper != PaperSize::default()),
            ("font", !fonts.fonts.is_empty()),
            ("no_system_fonts", fonts.no_system_fonts),
            ("no_names", *no_names),
        ]);
        if columns.is_some_and(|columns| !(1..=MAX_COLUMNS).contains(&columns)) {
            return Err(usage!([columns] ": expected a whole number from 1 to " (MAX_COLUMNS)));
        }
        if scale.is_some_and(|scale| !(1..=MAX_SCALE).contains(&scale)) {
            return Err(usage!([scale] ": expected a whole number from 1 to " (MAX_SCALE)));
        }
        if halftone.is_some_and(|size| !SIZES.contains(&size)) {
            return Err(usage!([halftone] ": " (OTHER_SIZE)));
        }
        given.refuse("halftone", &["glob", "where", "black", "white", "input_format", "order"])?;
        given.refuse("halftone", &["numbers", "mark", "open_edge", "lengths", "letters", "circles", "solution"])?;
        given.refuse("halftone", &["each_page", "with", "layout", "paper", "font", "no_system_fonts", "no_names"])?;
        given.refuse("each_page", &["columns"])?;
        given.refuse("with", &["layout"])?;
        given.refuse("solution", &["numbers"])?;
        let Some(size) = *halftone else { return self.grids_task().map(Task::Grids) };
        let [image] = &files[..] else { return Err(usage!([halftone] " makes one picture: name one file")) };
        let format = match format {
            None => None,
            Some(PictureFormat::Svg) => Some(ImageFormat::Svg),
            Some(PictureFormat::Png) => Some(ImageFormat::Png),
            Some(PictureFormat::Pdf | PictureFormat::Html) => {
                return Err(Failure::unusable("a halftone is an .svg or .png picture"));
            }
        };
        Ok(Task::Halftone(image, HalftoneTask { size, format }))
    }

    /// Returns the form in which grids are drawn.
    fn grids_task(&self) -> Result<GridsTask, Failure> {
        let Draw { format, columns, look, contents, each_page, paper, fonts, scale, .. } = self;
        let parts = paper.parts();
        let (is_pdf, on_paper) = (*format == Some(PictureFormat::Pdf), parts.is_some());
        let shows_contents = contents.letters || contents.circles || contents.solution;
        let not_on_paper = look.lengths || look.open_edge || shows_contents || *each_page || columns.is_some();
        if scale.is_some() && !matches!(format, Some(PictureFormat::Svg | PictureFormat::Png)) {
            return Err(usage!([scale] " is for .svg and .png pictures"));
        }
        let has_fonts = !fonts.fonts.is_empty() || fonts.no_system_fonts;
        if has_fonts && !matches!(format, Some(PictureFormat::Png | PictureFormat::Pdf)) {
            return Err(usage!(
                [font] " and " [no_system_fonts] " are for .png and .pdf pictures: " [out] " takes the name of one"
            ));
        }
        if look.lengths && format.is_none() {
            return Err(usage!(
                [lengths] " is for pictures, .svg, .png, .pdf or .html: " [out] " takes the name of one"
            ));
        }
        if shows_contents && matches!(format, None | Some(PictureFormat::Html)) {
            return Err(usage!(
                [letters] ", " [circles] " and " [solution] " are for .svg, .png and .pdf pictures: " [out]
                " takes the name of one"
            ));
        }
        if *each_page && !is_pdf {
            return Err(usage!([each_page] " is for .pdf pictures"));
        }
        if on_paper && !is_pdf {
            return Err(usage!(
                [with] " and " [layout] " are for .pdf pictures: " [out] " takes the name of one"
            ));
        }
        if on_paper && not_on_paper {
            return Err(usage!(
                [with] " and " [layout] " print whole pages: leave out " [lengths] ", " [open_edge] ", " [letters] ", "
                [circles] ", " [solution] ", " [each_page] " and " [columns]
            ));
        }
        if columns.is_some() && *format == Some(PictureFormat::Html) {
            return Err(usage!(
                [columns] " is not for .html pages, which have as many as the window has room for"
            ));
        }
        Ok(match (format, parts) {
            (None, _) => GridsTask::Text,
            (Some(PictureFormat::Svg), _) => GridsTask::Image(ImageFormat::Svg),
            (Some(PictureFormat::Png), _) => GridsTask::Image(ImageFormat::Png),
            (Some(PictureFormat::Html), _) => GridsTask::Gallery,
            (Some(PictureFormat::Pdf), Some(parts)) => GridsTask::Paper(parts, paper.size()),
            (Some(PictureFormat::Pdf), None) if *each_page => GridsTask::EachPage,
            (Some(PictureFormat::Pdf), None) => GridsTask::OnePage,
        })
    }
}

impl PaperOptions {
    /// Returns the pages to print, or `None` if grids are drawn without clues.
    fn parts(&self) -> Option<Parts> {
        let has = |part| self.with.contains(&part);
        let parts = Parts {
            clues: has(PrintedPart::Clues),
            solution: has(PrintedPart::Solution),
            submission: self.layout == Some(PaperLayout::Submission),
        };
        (!self.with.is_empty() || parts.submission).then_some(parts)
    }

    fn size(&self) -> Paper {
        match self.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}
