//! Reads compressed files and streams, which are recognised by their first bytes.

use std::io::{self, Cursor, Read};

/// The first bytes of a gzip file (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd file (RFC 8878).
const ZSTD: [u8; 2] = [0x28, 0xb5];

/// Returns a reader of the uncompressed content.
///
/// # Errors
/// Returns an error if the first bytes cannot be read, or belong to a compression that this build does not read.
pub(crate) fn plain(mut from: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut first = Vec::new();
    from.by_ref().take(GZIP.len() as u64).read_to_end(&mut first)?;
    let (is_gzip, is_zstd) = (first == GZIP, first == ZSTD);
    let whole = Cursor::new(first).chain(from);
    if is_zstd {
        let what = "compressed with zstd, which is not read: pipe the output of zstd -dc into this program";
        return Err(io::Error::other(what));
    }
    if !is_gzip {
        return Ok(Box::new(whole));
    }
    #[cfg(feature = "gzip")]
    return Ok(Box::new(Unzipped(flate2::read::MultiGzDecoder::new(whole))));
    #[cfg(not(feature = "gzip"))]
    Err(io::Error::other("compressed with gzip, which this build does not read"))
}

/// The content of a gzip file, whose errors name the compression.
#[cfg(feature = "gzip")]
struct Unzipped<R>(flate2::read::MultiGzDecoder<R>);

#[cfg(feature = "gzip")]
impl<R: Read> Read for Unzipped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::other("the gzip file ends too early"),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                io::Error::other(format!("damaged gzip file: {error}"))
            }
            _ => error,
        })
    }
}
