//! Pictures of people: PNG, JPEG or WebP that came from somebody, drawn anew.
//!
//! Nothing of the file itself is kept: no metadata (where a photo was taken, with what), no second image, no bytes behind the
//! end. What says that it is turned is turned.
//!
//! Invariant: the head of a picture is looked at before any of its points takes memory, so a small file that claims to be a
//! large picture costs nothing.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

/// Bytes that are taken at most.
pub const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Points that are taken at most: twice what most telephones make.
const MAX_POINTS: u64 = 24_000_000;

/// Points on a side at most, of what is taken.
const MAX_SIDE: u32 = 10_000;

/// Memory for the points, and for what a decoder needs besides.
const MAX_MEMORY: u64 = 128 * 1024 * 1024;

/// Pictures that are drawn at once.
pub const TURNS: usize = 2;

/// Points on the longer side of what comes out, at most.
const SIDE: u32 = 512;

/// Of 100; what is smaller shows, what is larger does not.
const JPEG_QUALITY: u8 = 85;

/// A picture as it is kept.
#[derive(Debug)]
pub struct Picture {
    /// The end of its name.
    pub extension: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why something is not taken for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It is another kind of file.
    #[error("Choose a PNG, JPEG or WebP image.")]
    Kind,
    /// It is too large as a file.
    #[error("Choose an image of at most 2 MB.")]
    Bytes,
    /// It has too many points.
    #[error("Choose an image of at most 24 megapixels.")]
    Points,
    /// It broke off, or is none behind its first bytes.
    #[error("This image is damaged. Choose another one.")]
    Damaged,
}

/// Encodes a picture again, at most 512 points wide and high. It takes a moment: not for threads that must not wait.
pub fn reencode(bytes: &[u8]) -> Result<Picture, PictureError> {
    if MAX_BYTES < bytes.len() {
        return Err(PictureError::Bytes);
    }
    let mut image = decoded(bytes)?;
    if SIDE < image.width().max(image.height()) {
        image = image.thumbnail(SIDE, SIDE);
    }
    let mut drawn = Cursor::new(Vec::new());
    let is_solid = || image.to_rgba8().pixels().all(|point| point.0[3] == u8::MAX);
    let (extension, written) = if !image.color().has_alpha() || is_solid() {
        let encoder = JpegEncoder::new_with_quality(&mut drawn, JPEG_QUALITY);
        ("jpg", image.to_rgb8().write_with_encoder(encoder))
    } else {
        let points = image.to_rgba8();
        ("png", points.write_to(&mut drawn, ImageFormat::Png))
    };
    written.map_err(|_| PictureError::Damaged)?;
    Ok(Picture {
        extension,
        bytes: drawn.into_inner(),
    })
}

fn decoded(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) =
        image::guess_format(bytes)
    else {
        return Err(PictureError::Kind);
    };
    if format == ImageFormat::Jpeg && !ends(bytes) {
        return Err(PictureError::Damaged);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(fault)?;
    let (width, height) = decoder.dimensions();
    let points = u64::from(width) * u64::from(height);
    if MAX_POINTS < points || MAX_MEMORY < decoder.total_bytes() {
        return Err(PictureError::Points);
    }
    // What cannot be read of how it is turned is not turned.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).map_err(fault)?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Ok(image)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it stands where the error is mapped"
)]
fn fault(error: image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::Points,
        _ => PictureError::Damaged,
    }
}

/// Whether a JPEG has an end behind the beginning of its last scan (ITU-T T.81, B.1.1.3: within a scan neither marker occurs).
/// The decoder fills what is missing with grey and says nothing.
fn ends(jpeg: &[u8]) -> bool {
    let last = |marker: [u8; 2]| jpeg.windows(2).rposition(|it| it == marker);
    last([0xFF, 0xDA]) < last([0xFF, 0xD9])
}
