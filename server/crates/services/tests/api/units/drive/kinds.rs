//! Kinds: what a content is by its first bytes, and what it may be called.

use waybill_services::drive::kinds::{fits, is_shown, recognise};

/// What is said of content that is nothing known.
const UNKNOWN: &str = "application/octet-stream";

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// The first bytes of a compound file ([MS-CFB] section 2.2).
const COMPOUND: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

#[track_caller]
fn check(name: &str, head: &[u8], expected: Option<&str>) {
    assert_eq!(recognise(name, head).ok(), expected, "{name}");
}

#[test]
fn content_and_name_say_the_same() {
    check("a.png", PNG, Some("image/png"));
    check("A.PNG", PNG, Some("image/png"));
    check("a.jpg", PNG, None);
    check("a.pdf", b"%PDF-1.7\n", Some("application/pdf"));
    check("a.pdf", b"<html>", None);
    check("a.txt", PNG, None);
    check("a.csv", b"name;port\nx;NLRTM\n", Some("text/csv"));
    check("a.csv", b"", Some("text/csv"));
    check("a.svg", b"<svg><script/></svg>", Some("image/svg+xml"));
    check("a.docx", b"PK\x03\x04\x14\0\0\0", Some(DOCX));
    check("a.xls", &COMPOUND, Some("application/vnd.ms-excel"));
    check("a.doc", b"MZ\x90\0", None);
    // An image that is a script as well is an image to everybody who is told so.
    check("a.gif", b"GIF89a/*\n*/=alert(1)", Some("image/gif"));
    check("a.html", b"GIF89a/*\n*/=alert(1)", None);
}

#[test]
fn content_under_other_names_is_what_it_looks_like() {
    check("scan", PNG, Some("image/png"));
    check(".htaccess", b"Deny from all\n", Some("text/plain"));
    check("CON", &[0, 1, 2], Some(UNKNOWN));
}

#[test]
fn a_new_name_still_says_what_the_content_is() {
    assert!(fits("b.png", "image/png"));
    assert!(fits("b", "image/png"));
    assert!(fits("b.txt", "text/csv"));
    assert!(!fits("b.pdf", "image/png"));
    assert!(!fits("b.txt", "image/png"));
    assert!(!fits("b.pdf", UNKNOWN));
}

#[test]
fn nothing_that_can_hold_a_script_is_shown() {
    assert!(is_shown("image/png"));
    for mime in ["image/svg+xml", "text/html", "application/xml", UNKNOWN] {
        assert!(!is_shown(mime), "{mime}");
    }
}
