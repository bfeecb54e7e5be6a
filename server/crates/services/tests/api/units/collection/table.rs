//! Tables: read, written, and disarmed.

use waybill_services::collection::table::{
    Table, TableFormat, XlsxWriter, armed, csv_line, disarmed,
};

mod workbook;

#[test]
fn formulas_are_disarmed_and_come_back_as_they_were() {
    for formula in [
        "=1+1",
        "+31201234567",
        "-cmd",
        "@SUM(A1)",
        "=HYPERLINK(\"x\")",
    ] {
        let written = disarmed(formula);
        assert!(written.starts_with('\''), "{written}");
        assert_eq!(armed(&written), formula);
    }
    for plain in ["-5", "-5.25", "Ann", "'quoted'", ""] {
        assert_eq!(disarmed(plain), plain);
        assert_eq!(armed(plain), plain);
    }
}

#[test]
fn tables_of_both_forms_read_alike() {
    let rows = [["name", "note"], ["Łódź", "a,\"b\"\nc"], ["=x", ""]];
    let rows = rows.map(|row| row.map(str::to_owned));
    let csv: Vec<u8> = rows.iter().flat_map(|row| csv_line(row)).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut xlsx = XlsxWriter::new(folder.path()).unwrap();
    for row in &rows {
        xlsx.push(row).unwrap();
    }
    let from_csv = Table::read(TableFormat::Csv, &csv).unwrap();
    let from_xlsx = Table::read(TableFormat::Xlsx, &xlsx.finish().unwrap()).unwrap();
    assert_eq!(from_csv, from_xlsx);
    assert_eq!(from_csv.rows[1].cells, ["=x", ""]);
    assert_eq!(from_csv.rows[0].number, 2);
}

#[test]
fn semicolons_and_byte_order_marks_are_understood() {
    let table = Table::read(TableFormat::Csv, "\u{feff}a;b\n1;2\n\n3\n".as_bytes()).unwrap();
    assert_eq!(table.header, ["a", "b"]);
    assert_eq!(table.rows[1].cells, ["3", ""]);
    assert_eq!(table.rows[1].number, 4);
}

#[test]
fn rows_are_numbered_as_a_spreadsheet_shows_them() {
    let text = "a,b\r\n\"1\n1\",2\r\n\r\n3,4\r\n";
    let table = Table::read(TableFormat::Csv, text.as_bytes()).unwrap();
    let numbers: Vec<usize> = table.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, [2, 4]);
}

#[test]
fn what_is_no_table_is_explained() {
    for (format, bytes) in [
        (TableFormat::Csv, &b""[..]),
        (TableFormat::Csv, b"a,b\n\x01\xff,1\n"),
        (TableFormat::Xlsx, b"PK\x03\x04 not really"),
        (TableFormat::Csv, b",,\n,,\n"),
    ] {
        assert!(Table::read(format, bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn media_types_are_known_by_their_essence() {
    assert_eq!(TableFormat::of("text/csv"), Some(TableFormat::Csv));
    assert_eq!(
        TableFormat::of("Text/CSV; charset=UTF-8"),
        Some(TableFormat::Csv)
    );
    assert_eq!(TableFormat::of("text"), None);
    assert_eq!(TableFormat::of(""), None);
}
