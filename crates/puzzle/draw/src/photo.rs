//! Reads a PNG or JPEG as lightness, one byte a pixel, turned upright by the orientation that the camera recorded.
//!
//! The lightness of a colour follows ITU-R BT.709. Transparent pixels are white. The size that a file states is checked before memory is
//! allocated.

use std::io::Cursor;

use png::Transformations;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::tones::{MAX_BYTES, MAX_PIXELS_A_SIDE, Picture, TonesError};
use gridcheck_core::grid::Transform;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8";

/// The output of a decoder: pixels row by row, each of the same number of bytes.
struct Decoded {
    height: usize,
    width: usize,
    bytes: Vec<u8>,
    exif: Option<Vec<u8>>,
}

impl Picture {
    /// Reads PNG or JPEG, and turns it by the orientation that the camera recorded.
    ///
    /// # Errors
    /// Returns an error if the file is neither, if it is faulty, or if the picture is too large.
    pub fn read(bytes: &[u8]) -> Result<Self, TonesError> {
        let decoded = if bytes.starts_with(PNG) {
            png(bytes)?
        } else if bytes.starts_with(JPEG) {
            jpeg(bytes)?
        } else {
            return Err(unreadable("it begins as neither does"));
        };
        let Decoded { height, width, bytes, exif } = decoded;
        if bytes.is_empty() {
            return Err(unreadable("it has no pixels"));
        }
        let light: Vec<u8> = bytes.chunks_exact(bytes.len() / (height * width)).map(lightness).collect();
        Ok(turned(height, width, light, exif.as_deref().and_then(orientation).unwrap_or(Transform::Identity)))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn unreadable(error: impl ToString) -> TonesError {
    TonesError::Unreadable(error.to_string().trim_end().to_owned())
}

/// Returns an error if there are too many pixels.
fn check_size(height: usize, width: usize, bytes: Option<usize>) -> Result<(), TonesError> {
    let fits = width.max(height) <= MAX_PIXELS_A_SIDE && bytes.is_some_and(|bytes| bytes <= MAX_BYTES);
    if fits { Ok(()) } else { Err(TonesError::TooLarge { width, height }) }
}

fn png(bytes: &[u8]) -> Result<Decoded, TonesError> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MAX_BYTES });
    // One byte a channel, and no palette.
    decoder.set_transformations(Transformations::normalize_to_color8());
    let (width, height) = decoder.read_header_info().map_err(unreadable)?.size();
    let (width, height) = (width as usize, height as usize);
    check_size(height, width, Some(0))?;
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let size = reader.output_buffer_size();
    check_size(height, width, size)?;
    let mut pixels = vec![0; size.unwrap_or(0)];
    reader.next_frame(&mut pixels).map_err(unreadable)?;
    let exif = reader.info().exif_metadata.as_ref().map(|exif| exif.to_vec());
    Ok(Decoded { height, width, bytes: pixels, exif })
}

fn jpeg(bytes: &[u8]) -> Result<Decoded, TonesError> {
    if is_cut_short(bytes) {
        return Err(unreadable("the file ends before the picture does"));
    }
    let options = DecoderOptions::default().set_max_width(usize::MAX).set_max_height(usize::MAX).set_strict_mode(false);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(unreadable)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let colours = if decoder.input_colorspace() == Some(ColorSpace::Luma) { ColorSpace::Luma } else { ColorSpace::RGB };
    decoder.set_options(options.jpeg_set_out_colorspace(colours));
    check_size(height, width, decoder.output_buffer_size())?;
    let pixels = decoder.decode().map_err(unreadable)?;
    Ok(Decoded { height, width, bytes: pixels, exif: decoder.exif().cloned() })
}

/// Returns `true` if a JPEG has no end marker.
///
/// The decoder silently fills in missing pixels, as a viewer does. Here half a picture is an error. The end marker FF D9 cannot occur
/// inside a scan, which begins with FF DA.
fn is_cut_short(bytes: &[u8]) -> bool {
    let last = |marker: [u8; 2]| bytes.windows(2).rposition(|pair| pair == marker);
    last([0xff, 0xd9]) < last([0xff, 0xda])
}

/// Returns the lightness of a pixel of one to four channels: grey, grey and alpha, colours, or colours and alpha.
fn lightness(pixel: &[u8]) -> u8 {
    let (light, alpha) = match *pixel {
        [light] => (light, u8::MAX),
        [light, alpha] => (light, alpha),
        [red, green, blue] => (luminance(red, green, blue), u8::MAX),
        [red, green, blue, alpha, ..] => (luminance(red, green, blue), alpha),
        // A pixel has at least one channel.
        [] => (u8::MAX, u8::MAX),
    };
    let (light, alpha) = (u32::from(light), u32::from(alpha));
    ((light * alpha + 255 * (255 - alpha)) / 255) as u8
}

fn luminance(red: u8, green: u8, blue: u8) -> u8 {
    let [red, green, blue] = [red, green, blue].map(u32::from);
    ((2126 * red + 7152 * green + 722 * blue) / 10_000) as u8
}

/// Reads the orientation from Exif data (2.3, tag 0x0112): a TIFF header, and an entry of that tag in the first directory.
fn orientation(exif: &[u8]) -> Option<Transform> {
    let little = exif.starts_with(b"II*\0");
    if !little && !exif.starts_with(b"MM\0*") {
        return None;
    }
    let short = |at: usize| {
        let bytes = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(usize::from(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) }))
    };
    let long = |at: usize| {
        let (first, second) = (short(at)?, short(at + 2)?);
        Some(if little { second << 16 | first } else { first << 16 | second })
    };
    let directory = long(4)?;
    // An entry is a tag, a type (3 is a short number), the number of values, and the value if it is short.
    let entries = (0..short(directory)?).map(|i| directory + 2 + 12 * i);
    let entry =
        entries.into_iter().find(|&at| (short(at), short(at + 2), long(at + 4)) == (Some(0x0112), Some(3), Some(1)))?;
    Some(match short(entry + 8)? {
        2 => Transform::MirrorLeftRight,
        3 => Transform::Rot180,
        4 => Transform::MirrorTopBottom,
        5 => Transform::MainDiagonal,
        6 => Transform::Rot90,
        7 => Transform::AntiDiagonal,
        8 => Transform::Rot270,
        _ => Transform::Identity,
    })
}

fn turned(height: usize, width: usize, light: Vec<u8>, transform: Transform) -> Picture {
    if transform == Transform::Identity {
        return Picture { width, height, light };
    }
    let (new_height, new_width) = if transform.swaps_sides() { (width, height) } else { (height, width) };
    let mut upright = vec![0; light.len()];
    for (i, &pixel) in light.iter().enumerate() {
        let (r, c) = transform.square(height, width, (i / width, i % width));
        upright[r * new_width + c] = pixel;
    }
    Picture { width: new_width, height: new_height, light: upright }
}
