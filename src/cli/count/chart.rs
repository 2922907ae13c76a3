//! `gridcheck count --by … --out`: draws a distribution as a chart.

use super::super::draw::picture_format;
use super::super::sum::title;
use crate::ask::destination::OutFile;
use crate::ask::draw::PictureFormat;
use crate::ask::failure::Failure;
use crate::constraint::Distribution;
use crate::draw::chart::{self, Scale};
use crate::problem::Problem;

/// A chart to draw: one measure makes bars, two a heat map; more have no chart.
pub(super) struct Chart<'a> {
    file: OutFile<'a>,
    format: PictureFormat,
    scale: Scale,
}

impl<'a> Chart<'a> {
    /// Checks that there is a chart of these measures, in the format of the path's ending.
    pub(super) fn new(file: OutFile<'a>, scale: Scale, measures: usize) -> Result<Self, Failure> {
        let path = file.path();
        let format = picture_format(path)?;
        if matches!(format, PictureFormat::Html | PictureFormat::Pdf) {
            return Err(Failure::unusable(format!("{}: a chart's name ends in .svg or .png", path.display())));
        }
        if measures > 2 {
            return Err(Failure::unusable("--out: a chart has one measure, or two"));
        }
        Ok(Chart { file, format, scale })
    }

    pub(super) fn draw(&self, problem: &Problem, distribution: &Distribution) -> Result<(), Failure> {
        let &Chart { file, format, scale } = self;
        let title = title(problem, &distribution.by);
        file.fill(|file| match format {
            PictureFormat::Png => chart::png(file, distribution, &title, scale),
            PictureFormat::Svg | PictureFormat::Pdf | PictureFormat::Html => {
                chart::svg(file, distribution, &title, scale)
            }
        })
    }
}
