//! A data folder as the first start of the program leaves it, with all tables and reference data. Unoptimised, a start that loads
//! them takes five seconds, one on a copy of the folder a seventh of one.
//!
//! Invariant: the folder is made by the program itself, once for each test program, and no server runs on it.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use waybill_test_postgres::Files;

use crate::demo::Server;
use crate::start::waybill;

/// Where the program has its data, below the folder in which it is started.
const DATA: &str = "waybill-data";

/// The program in `folder`, which has been started there once.
pub(crate) fn ready(folder: &Path) -> Command {
    static MADE: OnceLock<Files> = OnceLock::new();
    let data = folder.join(DATA);
    // A second start in the folder goes on with what the first has left.
    if !data.exists() {
        fs::create_dir_all(&data).unwrap();
        MADE.get_or_init(make).write_to(&data);
    }
    waybill(folder)
}

fn make() -> Files {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&mut waybill(folder.path()));
    server.line();
    server.end();
    Files::of(&folder.path().join(DATA))
}
