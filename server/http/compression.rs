//! Compression while a browser waits: zstd at level 3, brotli at 4 or gzip at 6, whichever it takes, in a few milliseconds.
//!
//! Invariant: of the services' answers only those are compressed that say of themselves that they may be.

use std::cell::RefCell;
use std::io::Write;

use axum::body::Body;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::{HeaderMap, HeaderValue};
use waybill_services::http::cacheable::Compressible;

use super::negotiation;

/// Content codings, the cheaper first. Over plain http browsers take gzip alone, but from their own machine.
const OFFERED: [&str; 3] = ["zstd", "br", "gzip"];

const ZSTD_LEVEL: i32 = 3;
const BROTLI_LEVEL: i32 = 4;
const GZIP_LEVEL: u32 = 6;

/// What a packet holds is sent as it is.
const SMALL_BYTES: usize = 1024;

thread_local! {
    /// The tables of a compressor are larger than most pages.
    static ZSTD: RefCell<Option<zstd::bulk::Compressor<'static>>> =
        RefCell::new(zstd::bulk::Compressor::new(ZSTD_LEVEL).ok());
}

/// The content in the coding that the client likes best, with its name; none where the client takes none of them.
pub(super) fn compress(content: &[u8], accepted: &HeaderMap) -> Option<(Vec<u8>, &'static str)> {
    let coding = negotiation::coding(accepted, &OFFERED)?;
    let bytes = match coding {
        "zstd" => zstd(content),
        "br" => brotli(content),
        _ => gzip(content),
    };
    bytes.map(|bytes| (bytes, coding))
}

/// The answer of a service, compressed if it may be.
pub(super) fn answer(mut response: Response) -> Response {
    if let Some(Compressible { content, accepted }) = response.extensions_mut().remove()
        && SMALL_BYTES <= content.len()
        && let Some((bytes, coding)) = compress(&content, &accepted)
    {
        let headers = response.headers_mut();
        headers.remove(CONTENT_LENGTH);
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
        *response.body_mut() = Body::from(bytes);
    }
    response
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

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    writer.write_all(bytes).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use http::header::ACCEPT_ENCODING;

    use super::*;

    fn page_in(accepted: &'static str) -> Option<(Vec<u8>, &'static str)> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        compress("<p>A page.</p>".repeat(100).as_bytes(), &headers)
    }

    #[test]
    fn a_page_reads_the_same_in_every_coding() {
        let page = "<p>A page.</p>".repeat(100);
        let (bytes, coding) = page_in("gzip, deflate, br, zstd").unwrap();
        assert_eq!(coding, "zstd");
        assert_eq!(zstd::decode_all(bytes.as_slice()).unwrap(), page.as_bytes());
        let (bytes, coding) = page_in("gzip, br").unwrap();
        assert_eq!(coding, "br");
        let mut read = String::new();
        brotli::Decompressor::new(bytes.as_slice(), 4096)
            .read_to_string(&mut read)
            .unwrap();
        assert_eq!(read, page);
        let (bytes, coding) = page_in("gzip, deflate").unwrap();
        assert_eq!(coding, "gzip");
        read.clear();
        GzDecoder::new(bytes.as_slice())
            .read_to_string(&mut read)
            .unwrap();
        assert_eq!(read, page);
        assert_eq!(page_in("identity"), None);
    }
}
