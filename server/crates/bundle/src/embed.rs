//! What the binary includes: every asset as it is and in three compressed forms, and the Rust source that names them.
//!
//! Brotli at its highest level takes seconds, so a form is kept as long as its asset is: a file whose identity is
//! already in the folder, byte for byte, is not compressed again. The identity is written last, so it vouches for the
//! other three.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use flate2::write::GzEncoder;

use crate::FileError;
use crate::assets::{Asset, Compression};

/// Suffixes of the compressed forms, in the order of the table's columns.
const SUFFIXES: [&str; 3] = ["br", "zst", "gz"];

/// Below this many bytes, headers and one round trip outweigh what compression saves.
const WORTH_BYTES: usize = 256;

/// Why the assets could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The folder for the outputs, or a file in it.
    #[error("the compressed assets cannot be written")]
    Output(#[source] FileError),
    /// An encoder failed, which on memory it does not.
    #[error("{path} cannot be compressed")]
    Encoder {
        /// Path of the asset's URL.
        path: String,
        /// What the encoder said.
        source: io::Error,
    },
}

/// Writes `assets/` and `assets.rs` into `out` and removes files of earlier builds from the former.
///
/// `assets.rs` defines `ASSETS`: URL path, content type, identity, brotli, zstd, gzip; sorted by path. A form that
/// would be no smaller than the identity is empty.
pub fn write(assets: &[Asset], out: &Path) -> Result<(), EmbedError> {
    let folder = out.join("assets");
    fs::create_dir_all(&folder)
        .map_err(FileError::at(&folder))
        .map_err(EmbedError::Output)?;
    compress_all(assets, &folder)?;
    sweep(assets, &folder).map_err(EmbedError::Output)?;
    let table = out.join("assets.rs");
    fs::write(&table, source(assets))
        .map_err(FileError::at(&table))
        .map_err(EmbedError::Output)
}

/// As many assets at a time as there are cores; one file is one unit of work.
fn compress_all(assets: &[Asset], folder: &Path) -> Result<(), EmbedError> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let work = || -> Result<(), EmbedError> {
        while let Some(asset) = assets.get(next.fetch_add(1, Ordering::Relaxed)) {
            prepare(asset, folder)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| match thread.join() {
                Ok(done) => done,
                Err(payload) => std::panic::resume_unwind(payload),
            })
    })
}

fn prepare(asset: &Asset, folder: &Path) -> Result<(), EmbedError> {
    let identity = folder.join(asset.name());
    if fs::read(&identity).is_ok_and(|known| known == asset.bytes) {
        return Ok(());
    }
    let forms = compress(asset).map_err(|source| EmbedError::Encoder {
        path: asset.path.clone(),
        source,
    })?;
    for (suffix, bytes) in SUFFIXES.iter().zip(forms) {
        let path = folder.join(format!("{}.{suffix}", asset.name()));
        fs::write(&path, bytes)
            .map_err(FileError::at(&path))
            .map_err(EmbedError::Output)?;
    }
    fs::write(&identity, &asset.bytes)
        .map_err(FileError::at(&identity))
        .map_err(EmbedError::Output)
}

/// The three forms in the order of [`SUFFIXES`]; one that saves nothing is empty.
fn compress(asset: &Asset) -> io::Result<[Vec<u8>; 3]> {
    let bytes = asset.bytes.as_slice();
    if asset.compression() == Compression::Useless || bytes.len() < WORTH_BYTES {
        return Ok(Default::default());
    }
    let forms = [
        brotli(bytes)?,
        zstd::bulk::compress(bytes, 19)?,
        gzip(bytes)?,
    ];
    Ok(forms.map(|form| {
        if form.len() < bytes.len() {
            form
        } else {
            Vec::new()
        }
    }))
}

fn brotli(mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut out, &parameters)?;
    Ok(out)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Removes what belongs to no asset of this build.
fn sweep(assets: &[Asset], folder: &Path) -> Result<(), FileError> {
    let kept: BTreeSet<OsString> = assets
        .iter()
        .flat_map(|asset| {
            let forms = SUFFIXES.map(|suffix| format!("{}.{suffix}", asset.name()));
            forms.into_iter().chain([asset.name().to_owned()])
        })
        .map(OsString::from)
        .collect();
    for entry in fs::read_dir(folder).map_err(FileError::at(folder))? {
        let entry = entry.map_err(FileError::at(folder))?;
        if !kept.contains(&entry.file_name()) {
            fs::remove_file(entry.path()).map_err(FileError::at(&entry.path()))?;
        }
    }
    Ok(())
}

/// Rust source with the table; `include_bytes!` is relative to the file it stands in.
fn source(assets: &[Asset]) -> String {
    let mut table = String::from(
        "/// URL path, content type, identity, brotli, zstd, gzip; sorted by path. An empty form is not offered.\n\
         pub static ASSETS: &[(&str, &str, &[u8], &[u8], &[u8], &[u8])] = &[\n",
    );
    for asset in assets {
        let name = asset.name();
        // A String takes every write.
        let _ = writeln!(
            table,
            "    ({:?}, {:?}, include_bytes!(\"assets/{name}\"), include_bytes!(\"assets/{name}.br\"), \
             include_bytes!(\"assets/{name}.zst\"), include_bytes!(\"assets/{name}.gz\")),",
            asset.path, asset.content_type,
        );
    }
    table.push_str("];\n");
    table
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn script(name: &str) -> Asset {
        let text = "export const rows = [\"consignee\", \"shipper\", \"incoterm\"]\n".repeat(20);
        Asset::new(name, text.into_bytes()).unwrap()
    }

    fn read(out: &Path, name: &str) -> Vec<u8> {
        fs::read(out.join("assets").join(name)).unwrap()
    }

    #[test]
    fn each_form_unpacks_to_the_identity() {
        let out = tempfile::tempdir().unwrap();
        let asset = script("entry-A.js");
        write(std::slice::from_ref(&asset), out.path()).unwrap();
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut &*read(out.path(), "entry-A.js.br"), &mut unpacked).unwrap();
        assert_eq!(unpacked, asset.bytes);
        let zstd = zstd::bulk::decompress(&read(out.path(), "entry-A.js.zst"), 1 << 20).unwrap();
        assert_eq!(zstd, asset.bytes);
        let mut unpacked = Vec::new();
        let gzip = read(out.path(), "entry-A.js.gz");
        flate2::read::GzDecoder::new(&*gzip)
            .read_to_end(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, asset.bytes);
        assert_eq!(read(out.path(), "entry-A.js"), asset.bytes);
    }

    #[test]
    fn what_saves_nothing_is_empty() {
        let tiny = Asset::new("icon-B.svg", b"<svg/>".to_vec()).unwrap();
        let packed = Asset::new("sofia-C.woff2", vec![0; 4096]).unwrap();
        assert!(compress(&tiny).unwrap().iter().all(Vec::is_empty));
        assert!(compress(&packed).unwrap().iter().all(Vec::is_empty));
    }

    #[test]
    fn a_second_build_keeps_what_is_there_and_removes_what_is_gone() {
        let out = tempfile::tempdir().unwrap();
        write(&[script("kept-A.js"), script("gone-A.js")], out.path()).unwrap();
        let kept = out.path().join("assets/kept-A.js.br");
        fs::write(&kept, "as it was").unwrap();
        write(&[script("kept-A.js"), script("new-A.js")], out.path()).unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"as it was");
        let mut names: Vec<_> = fs::read_dir(out.path().join("assets"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let of = |name: &str| ["", ".br", ".gz", ".zst"].map(|it| format!("{name}{it}"));
        assert_eq!(names, [of("kept-A.js"), of("new-A.js")].concat());
    }

    #[test]
    fn a_form_without_its_identity_is_made_anew() {
        let out = tempfile::tempdir().unwrap();
        write(&[script("entry-A.js")], out.path()).unwrap();
        fs::remove_file(out.path().join("assets/entry-A.js")).unwrap();
        fs::write(out.path().join("assets/entry-A.js.br"), "half").unwrap();
        write(&[script("entry-A.js")], out.path()).unwrap();
        assert_ne!(read(out.path(), "entry-A.js.br"), b"half");
    }

    #[test]
    fn the_table_names_every_asset_with_its_type_and_four_forms() {
        let table = source(&[script("entry-A.js")]);
        assert!(table.contains(
            "(\"/assets/entry-A.js\", \"text/javascript; charset=utf-8\", include_bytes!(\"assets/entry-A.js\"), \
             include_bytes!(\"assets/entry-A.js.br\"), include_bytes!(\"assets/entry-A.js.zst\"), \
             include_bytes!(\"assets/entry-A.js.gz\")),"
        ));
    }
}
