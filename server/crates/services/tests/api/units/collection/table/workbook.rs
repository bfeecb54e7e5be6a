//! Workbooks: what one may be once it is unpacked.

use std::io::{Cursor, Write as _};

use waybill_services::collection::table::{Table, TableFormat};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// How much the parts of a workbook may be together once they are unpacked.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;

#[test]
fn a_few_bytes_that_stand_for_gigabytes_are_refused() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default();
    archive.start_file("xl/sharedStrings.xml", packed).unwrap();
    let zeros = vec![0; 1024 * 1024];
    for _ in 0..=MAX_UNPACKED / 1024 / 1024 {
        archive.write_all(&zeros).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    assert!(bytes.len() < 1024 * 1024);
    let refused = Table::read(TableFormat::Xlsx, &bytes).unwrap_err();
    assert_eq!(refused.detail, "The file is too large when decompressed.");
}
