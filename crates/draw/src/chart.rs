//! Charts of distributions: bars for one measure, a heat map for two.
//!
//! Numbers of grids differ by many powers of ten. Therefore the height of a bar, and the darkness of a field, is logarithmic. A label
//! states the number. The chart is written as SVG, with text, or as PNG, with the letters of captions.

use std::io::{self, Write};

use super::svg::escaped;
use gridcheck_core::constraint::Distribution;

/// A rectangle: left, top, width, height, and its darkness from 0 to 1.
struct Field {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    shade: f64,
}

/// A text that begins at, is centred on, or ends at a point.
struct Label {
    x: f64,
    y: f64,
    anchor: &'static str,
    text: String,
    /// `true` if the text is rotated and read upward.
    vertical: bool,
}

/// The contents of a chart.
struct Chart {
    width: f64,
    height: f64,
    fields: Vec<Field>,
    labels: Vec<Label>,
}

/// Width of the margins, of a step along an axis, and of the highest bar, in pixels.
const MARGIN: f64 = 64.0;
const STEP: f64 = 18.0;
const HIGHEST: f64 = 320.0;
/// The font size, in pixels.
const LETTER: f64 = 11.0;
/// Maximum number of steps along an axis.
const MOST_STEPS: u32 = 4000;

/// Returns the height or darkness for a number of grids, from 0 (no grid) to 1 (`most`), by its number of digits.
fn size(grids: u128, most: u128) -> f64 {
    let digits = |number: u128| (number as f64).log10() + 1.0;
    if grids == 0 { 0.0 } else { digits(grids) / digits(most.max(1)) }
}

impl Chart {
    fn of(distribution: &Distribution, title: &str) -> io::Result<Self> {
        let most = distribution.grids.values().copied().max().unwrap_or(0);
        let range = |axis: usize| {
            let values = || distribution.grids.keys().filter_map(|values| values.get(axis).copied());
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let (left, right) = range(0);
        let (low, high) = range(1);
        if right - left > MOST_STEPS || high - low > MOST_STEPS {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many values for a chart"));
        }
        let two = distribution.by.len() > 1;
        let wide = f64::from(right - left + 1) * STEP;
        let high_pixels = if two { f64::from(high - low + 1) * STEP } else { HIGHEST };
        let mut chart = Chart {
            width: wide + 2.0 * MARGIN,
            height: high_pixels + 2.0 * MARGIN,
            fields: Vec::new(),
            labels: Vec::new(),
        };
        let bottom = MARGIN + high_pixels;
        let x = |value: u32| MARGIN + f64::from(value - left) * STEP;
        let y = |value: u32| bottom - f64::from(value - low + 1) * STEP;
        for (values, &grids) in &distribution.grids {
            let shade = size(grids, most);
            match values[..] {
                [value] => {
                    let height = HIGHEST * shade;
                    chart.fields.push(Field {
                        left: x(value) + 1.0,
                        top: bottom - height,
                        width: STEP - 2.0,
                        height,
                        shade: 0.7,
                    });
                    chart.label(
                        x(value) + STEP / 2.0 + LETTER / 3.0,
                        bottom - height - 4.0,
                        "start",
                        short(grids),
                        true,
                    );
                }
                [value, other] => {
                    chart.fields.push(Field { left: x(value), top: y(other), width: STEP, height: STEP, shade });
                }
                _ => {}
            }
        }
        for value in (left..=right).filter(|value| two || value % 2 == left % 2) {
            chart.label(x(value) + STEP / 2.0, bottom + LETTER + 4.0, "middle", value.to_string(), false);
        }
        for value in (low..=high).filter(|_| two) {
            chart.label(MARGIN - 4.0, y(value) + STEP / 2.0 + LETTER / 3.0, "end", value.to_string(), false);
        }
        chart.label(MARGIN, MARGIN / 3.0, "start", title.to_owned(), false);
        let name = |axis: usize| distribution.by.get(axis).map(ToString::to_string).unwrap_or_default();
        chart.label(MARGIN + wide / 2.0, bottom + 2.5 * LETTER + 8.0, "middle", name(0), false);
        chart.label(LETTER, MARGIN + high_pixels / 2.0, "middle", if two { name(1) } else { "grids".to_owned() }, true);
        chart.width = chart.width.max(2.0 * MARGIN + 0.55 * LETTER * title.chars().count() as f64);
        Ok(chart)
    }

    fn label(&mut self, x: f64, y: f64, anchor: &'static str, text: String, vertical: bool) {
        self.labels.push(Label { x, y, anchor, text, vertical });
    }
}

/// Returns a number in a few characters, as in 60.4M.
fn short(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() <= 5 {
        return digits;
    }
    let thousands = (digits.len() - 1) / 3;
    let (whole, rest) = digits.split_at(digits.len() - 3 * thousands);
    let unit = ["", "k", "M", "G", "T", "P", "E"].get(thousands).copied();
    match unit {
        Some(unit) if whole.len() < 3 => format!("{whole}.{}{unit}", &rest[..1]),
        Some(unit) => format!("{whole}{unit}"),
        None => format!("{}e{}", &digits[..1], digits.len() - 1),
    }
}

/// Returns the colour of a shade, from the lightest at 0 to the darkest at 1.
fn colour(shade: f64) -> [u8; 3] {
    let (light, dark) = ([222.0, 235.0, 247.0], [8.0, 48.0, 107.0]);
    [0, 1, 2].map(|i| (light[i] + (dark[i] - light[i]) * shade) as u8)
}

/// Writes the chart as SVG.
///
/// # Errors
/// Returns an error if the distribution has too many values, or if `out` cannot be written.
pub fn svg(out: &mut impl Write, distribution: &Distribution, title: &str) -> io::Result<()> {
    let chart = Chart::of(distribution, title)?;
    let (width, height) = (chart.width, chart.height);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<style>text{{fill:#111;font-family:Helvetica,Arial,sans-serif;font-size:{LETTER}px}}</style>")?;
    writeln!(out, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
    for Field { left, top, width, height, shade } in &chart.fields {
        let [red, green, blue] = colour(*shade);
        writeln!(
            out,
            r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="#{red:02x}{green:02x}{blue:02x}"/>"##
        )?;
    }
    for Label { x, y, anchor, text, vertical } in &chart.labels {
        let turn = if *vertical { format!(r#" transform="rotate(-90 {x:.1} {y:.1})""#) } else { String::new() };
        writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{turn}>{}</text>"#, escaped(text))?;
    }
    writeln!(out, "</svg>")
}

/// Writes the chart as PNG.
///
/// # Errors
/// Returns an error if the distribution has too many values, or if `out` cannot be written.
#[cfg(feature = "png")]
pub fn png(out: &mut impl Write, distribution: &Distribution, title: &str) -> io::Result<()> {
    use super::caption::Captions;

    let chart = Chart::of(distribution, title)?;
    let (width, height) = (chart.width.ceil() as usize, chart.height.ceil() as usize);
    let mut pixels = vec![255_u8; 3 * width * height];
    let mut dot = |x: f64, y: f64, colour: [u8; 3]| {
        let (x, y) = (x.round(), y.round());
        if x >= 0.0 && y >= 0.0 && (x as usize) < width && (y as usize) < height {
            let at = 3 * (y as usize * width + x as usize);
            pixels[at..at + 3].copy_from_slice(&colour);
        }
    };
    for Field { left, top, width, height, shade } in &chart.fields {
        for down in 0..(height.ceil() as usize) {
            for right in 0..(width.ceil() as usize) {
                dot(left + right as f64, top + down as f64, colour(*shade));
            }
        }
    }
    for Label { x, y, anchor, text, vertical } in &chart.labels {
        // The letters of captions have no multiplication sign.
        let text = text.replace('×', "x");
        let dots: Vec<(usize, usize)> = Captions::dots(&text).collect();
        let long = dots.iter().map(|&(right, _)| right + 1).max().unwrap_or(0) as f64;
        let high = dots.iter().map(|&(_, down)| down + 1).max().unwrap_or(0) as f64;
        let begin = match *anchor {
            "middle" => -long / 2.0,
            "end" => -long,
            _ => 0.0,
        };
        for (right, down) in dots {
            let (along, across) = (begin + right as f64, down as f64 - high);
            let (dx, dy) = if *vertical { (across, -along) } else { (along, across) };
            dot(x + dx, y + dy, [17, 17, 17]);
        }
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    Ok(writer.finish()?)
}
