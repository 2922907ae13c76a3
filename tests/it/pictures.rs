//! Pictures for tests of drawing and reading.

use std::io::Cursor;

/// Returns width, height and the red, green and blue of each pixel of a PNG.
pub fn decoded(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().expect("a PNG");
    assert_eq!(reader.output_color_type().0, png::ColorType::Rgb);
    let mut pixels = vec![0; reader.output_buffer_size().expect("room in memory")];
    reader.next_frame(&mut pixels).expect("a PNG");
    let (width, height) = reader.info().size();
    (width, height, pixels.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

/// Returns a PNG of that size; each pixel has a byte for each channel.
pub fn encoded<const CHANNELS: usize>(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; CHANNELS]) -> Vec<u8> {
    let channels =
        [png::ColorType::Grayscale, png::ColorType::GrayscaleAlpha, png::ColorType::Rgb, png::ColorType::Rgba];
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(channels[CHANNELS - 1]);
    let mut writer = encoder.write_header().expect("room in memory");
    let pixels: Vec<u8> =
        (0..height).flat_map(|y| (0..width).flat_map(move |x| [(x, y)])).flat_map(|(x, y)| pixel(x, y)).collect();
    writer.write_image_data(&pixels).expect("room in memory");
    writer.finish().expect("room in memory");
    bytes
}

/// Returns a JPEG of 140 × 130 pixels, redder to the right and greener to the bottom.
pub fn slope() -> Vec<u8> {
    std::fs::read("fixtures/pictures/slope.jpg").expect("a fixture")
}

/// Returns the pixels of [`slope`] as a PNG, of any size.
pub fn slope_of(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, |x, y| [x as u8, y as u8, 128])
}
