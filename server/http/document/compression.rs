//! Compression of pages: zstd at level 3 or brotli at 4, whichever the browser takes, in the time of a few milliseconds.

use std::cell::RefCell;
use std::io::Write;

use http::HeaderMap;

use crate::http::negotiation;

/// Content codings for pages, the cheaper first.
const OFFERED: [&str; 2] = ["zstd", "br"];

const ZSTD_LEVEL: i32 = 3;
const BROTLI_LEVEL: i32 = 4;

thread_local! {
    /// The tables of a compressor are larger than most pages.
    static ZSTD: RefCell<Option<zstd::bulk::Compressor<'static>>> =
        RefCell::new(zstd::bulk::Compressor::new(ZSTD_LEVEL).ok());
}

/// The page as it is sent, and its coding if it has one.
pub(super) fn compress(html: String, accepted: &HeaderMap) -> (Vec<u8>, Option<&'static str>) {
    let coding = negotiation::coding(accepted, &OFFERED);
    let compressed = match coding {
        Some("zstd") => zstd(html.as_bytes()),
        Some(_) => brotli(html.as_bytes()),
        None => None,
    };
    match compressed {
        Some(bytes) => (bytes, coding),
        None => (html.into_bytes(), None),
    }
}

fn zstd(bytes: &[u8]) -> Option<Vec<u8>> {
    ZSTD.with_borrow_mut(|compressor| compressor.as_mut()?.compress(bytes).ok())
}

fn brotli(bytes: &[u8]) -> Option<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_LEVEL,
        lgwin: 20,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut compressed = Vec::with_capacity(bytes.len() / 4);
    let mut writer = brotli::CompressorWriter::with_params(&mut compressed, 16 * 1024, &parameters);
    writer.write_all(bytes).ok()?;
    drop(writer);
    Some(compressed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use http::HeaderValue;
    use http::header::ACCEPT_ENCODING;

    use super::*;

    fn compressed(accepted: &'static str) -> (Vec<u8>, Option<&'static str>) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        compress("<p>A page.</p>".repeat(100), &headers)
    }

    #[test]
    fn a_page_reads_the_same_in_every_coding() {
        let page = "<p>A page.</p>".repeat(100);
        let (bytes, coding) = compressed("gzip, deflate, br, zstd");
        assert_eq!(coding, Some("zstd"));
        assert_eq!(zstd::decode_all(bytes.as_slice()).unwrap(), page.as_bytes());
        let (bytes, coding) = compressed("gzip, br");
        assert_eq!(coding, Some("br"));
        let mut read = String::new();
        brotli::Decompressor::new(bytes.as_slice(), 4096)
            .read_to_string(&mut read)
            .unwrap();
        assert_eq!(read, page);
        let (bytes, coding) = compressed("identity");
        assert_eq!((bytes.as_slice(), coding), (page.as_bytes(), None));
    }
}
