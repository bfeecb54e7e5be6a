//! Pictures that are taken, and files that only claim to be some.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use waybill_services::drive::picture::{MAX_BYTES, Picture, PictureError, reencode};

const WORD: &[u8] = b"51.9167N 4.5E";

fn solid(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| match x * 2 < width {
        true => Rgb([200, 30, 30]),
        false => Rgb([30, 30, 200]),
    })
}

fn written(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image: DynamicImage = image.into();
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn drawn(bytes: &[u8]) -> (DynamicImage, Picture) {
    let picture = reencode(bytes).unwrap();
    (image::load_from_memory(&picture.bytes).unwrap(), picture)
}

#[track_caller]
fn check(bytes: &[u8], expected: PictureError) {
    assert_eq!(reencode(bytes).unwrap_err(), expected);
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|it| it == word)
}

/// A chunk of a PNG (RFC 2083 section 3.2) with its checksum.
fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [name, data].concat();
    let checksum = !body.iter().fold(u32::MAX, |checksum, byte| {
        (0..8).fold(checksum ^ u32::from(*byte), |it, _| match it & 1 {
            1 => (it >> 1) ^ 0xEDB8_8320,
            _ => it >> 1,
        })
    });
    let size = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&size[..], &body, &checksum.to_be_bytes()].concat()
}

/// The beginning of a PNG of that many points.
fn png_head(width: u32, height: u32) -> Vec<u8> {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let head = [&size[..], &[8, 6, 0, 0, 0]].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &head)].concat()
}

/// A JPEG with an APP1 that says so about how it is turned, and holds more.
fn with_exif(jpeg: &[u8], orientation: u8, more: &[u8]) -> Vec<u8> {
    let entry = [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    let tiff = [&b"II*\0\x08\0\0\0\x01\0"[..], &entry, &[0; 4], more].concat();
    let data = [&b"Exif\0\0"[..], &tiff].concat();
    let size = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &size, &data, &jpeg[2..]].concat()
}

#[test]
fn a_large_picture_becomes_a_small_one_of_the_same_shape() {
    let (image, picture) = drawn(&written(solid(1200, 300), ImageFormat::Png));
    assert_eq!((image.width(), image.height()), (512, 128));
    assert_eq!(picture.extension, "jpg");
    let (image, _) = drawn(&written(solid(30, 20), ImageFormat::WebP));
    assert_eq!((image.width(), image.height()), (30, 20));
}

#[test]
fn what_is_transparent_stays_so() {
    let glass = RgbaImage::from_pixel(8, 8, Rgba([10, 20, 30, 128]));
    let (image, picture) = drawn(&written(glass, ImageFormat::WebP));
    assert_eq!(picture.extension, "png");
    assert_eq!(image.to_rgba8().get_pixel(3, 3).0, [10, 20, 30, 128]);
    let solid = RgbaImage::from_pixel(8, 8, Rgba([10, 20, 30, 255]));
    let (_, picture) = drawn(&written(solid, ImageFormat::Png));
    assert_eq!(picture.extension, "jpg");
}

#[test]
fn nothing_of_the_file_is_kept_but_its_points() {
    let jpeg = written(solid(40, 20), ImageFormat::Jpeg);
    let turned = with_exif(&jpeg, 6, WORD);
    assert!(holds(&turned, WORD));
    let (image, picture) = drawn(&turned);
    assert_eq!((image.width(), image.height()), (20, 40));
    assert!(!holds(&picture.bytes, WORD) && !holds(&picture.bytes, b"Exif"));

    let mut png = png_head(1, 1);
    let plain = written(RgbaImage::new(1, 1), ImageFormat::Png);
    png.extend(chunk(b"tEXt", &[b"Comment\0", WORD].concat()));
    png.extend(&plain[33..]);
    png.extend(b"<script>alert(1)</script>");
    let (_, picture) = drawn(&png);
    assert!(!holds(&picture.bytes, WORD) && !holds(&picture.bytes, b"script"));
}

#[test]
fn what_is_no_picture_is_refused_whatever_it_is_called() {
    let gif = b"GIF89a\x01\0\x01\0\0\0\0;".to_vec();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".to_vec();
    let tiff = b"II*\0\x08\0\0\0\0\0".to_vec();
    for other in [Vec::new(), gif, svg, tiff, b"%PDF-1.7\n".to_vec()] {
        check(&other, PictureError::Kind);
    }
}

#[test]
fn what_broke_off_is_refused() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let whole = written(solid(64, 64), format);
        drawn(&whole);
        for kept in [12, whole.len() / 2, whole.len() - 9] {
            check(&whole[..kept], PictureError::Damaged);
        }
    }
    // The small picture within, which ends, is not the picture.
    let small = written(solid(4, 4), ImageFormat::Jpeg);
    let large = with_exif(&written(solid(64, 64), ImageFormat::Jpeg), 1, &small);
    drawn(&large);
    check(&large[..large.len() - 40], PictureError::Damaged);
    // Points that are not there.
    check(&png_head(4, 4), PictureError::Damaged);
}

#[test]
fn a_small_file_that_claims_to_be_large_is_refused_by_its_head() {
    let zeros = chunk(b"IDAT", &[0; 64]);
    for (width, height) in [(60_000, 60_000), (u32::MAX >> 1, 1), (9_000, 9_000)] {
        let bomb = [png_head(width, height), zeros.clone()].concat();
        check(&bomb, PictureError::Points);
    }
    let sized = |head: &[u8], tail: &[u8]| [head, &[0xFF, 0xFF, 0xFF, 0xFF], tail].concat();
    let mut jpeg = written(solid(8, 8), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|it| it == [0xFF, 0xC0]).unwrap();
    let tail = jpeg.split_off(frame + 9);
    jpeg.truncate(frame + 5);
    check(&sized(&jpeg, &tail), PictureError::Points);
    let canvas = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xFE\x7F\0\xFE\x7F\0";
    let refused = reencode(canvas).unwrap_err();
    assert!(matches!(
        refused,
        PictureError::Points | PictureError::Damaged
    ));
}

#[test]
fn a_file_of_more_than_two_megabytes_is_not_looked_at() {
    check(&vec![0; MAX_BYTES + 1], PictureError::Bytes);
}
