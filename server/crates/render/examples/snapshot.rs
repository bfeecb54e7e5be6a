//! Makes a snapshot of a bundle, as the build script does: `snapshot <bundle.js> <snapshot.bin> [function…]` prints the
//! answer of each function on a line. The tests run it, because a process that makes a snapshot cannot run one.

use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [bundle, blob, calls @ ..] = arguments.as_slice() else {
        return Err("usage: snapshot <bundle.js> <snapshot.bin> [function…]".into());
    };
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let snapshot = waybill_render::snapshot::create(std::fs::read_to_string(bundle)?, &calls)?;
    std::fs::write(blob, &snapshot.blob)?;
    let mut out = std::io::stdout();
    for answer in snapshot.answers {
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
