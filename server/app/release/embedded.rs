//! What `build.rs` put into the binary.

use bytes::Bytes;

use super::{Asset, Assets};

#[expect(
    unreachable_pub,
    clippy::type_complexity,
    reason = "the build writes the table, as bare as can be"
)]
mod table {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

pub(super) const MANIFEST: &str = include_str!(concat!(env!("OUT_DIR"), "/manifest.json"));
pub(super) const SNAPSHOT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/snapshot.bin"));

pub(super) fn assets() -> Assets {
    let mut assets = Assets::default();
    for (path, content_type, identity, brotli, zstd, gzip) in table::ASSETS {
        let forms = [
            ("br", Bytes::from_static(brotli)),
            ("zstd", Bytes::from_static(zstd)),
            ("gzip", Bytes::from_static(gzip)),
        ];
        assets.insert(
            path,
            Asset::new(content_type, Bytes::from_static(identity), forms),
        );
    }
    assets
}
