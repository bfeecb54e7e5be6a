//! What a reader finds in the file: words, pages, directions; and that no input is too much.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is how a test fails"
)]

mod hostile;
mod reader;

use reader::{Piece, pages, text};
use waybill_pdf::{Chart, Column, Paper, Point, write};

/// A report of three columns, the last of them numbers.
pub(crate) fn shipments(rows: usize) -> Paper {
    let column = |label: &str, is_number| Column {
        label: label.to_owned(),
        is_number,
    };
    Paper {
        title: "Shipments by carrier".to_owned(),
        notes: vec!["Northbound Forwarding B.V.".to_owned()],
        columns: vec![
            column("Shipment", false),
            column("Port", false),
            column("Weight", true),
        ],
        rows: (0..rows)
            .map(|row| {
                vec![
                    format!("WB-{row:04}"),
                    "Göteborg".to_owned(),
                    format!("{row}.5"),
                ]
            })
            .collect(),
        page_words: "Page {page} of {pages}".to_owned(),
        language: "en-GB".to_owned(),
        ..Paper::default()
    }
}

fn read(paper: &Paper) -> Vec<Vec<Piece>> {
    pages(&write(paper).unwrap())
}

fn all_text(paper: &Paper) -> String {
    read(paper).iter().map(|page| text(page)).collect()
}

#[test]
fn words_of_the_report_can_be_selected() {
    let mut paper = shipments(2);
    paper.totals = Some(vec!["Total".to_owned(), String::new(), "2.0".to_owned()]);
    paper.truncated = Some("Only the first 2 rows".to_owned());
    assert_eq!(
        all_text(&paper),
        "Shipments by carrier\nNorthbound Forwarding B.V.\nShipmentPortWeight\nWB-0000Göteborg0.5\nWB-0001Göteborg1.5\
         \nTotal2.0\nOnly the first 2 rows\nPage 1 of 1"
    );
}

#[test]
fn scripts_of_the_carried_fonts_are_written() {
    let mut paper = shipments(0);
    for word in [
        "Πειραιάς",
        "Новороссийск",
        "Thành phố Hồ Chí Minh",
        "Łódź €",
    ] {
        paper.rows.push(vec![word.to_owned()]);
        assert!(all_text(&paper).contains(word), "{word}");
    }
}

#[test]
fn each_page_has_the_header_and_its_number() {
    let pages = read(&shipments(120));
    assert!(pages.len() > 2);
    for (index, page) in pages.iter().enumerate() {
        let text = text(page);
        assert!(text.contains("ShipmentPortWeight"), "{text}");
        let footer = format!("Page {} of {}", index + 1, pages.len());
        assert!(text.contains(&footer), "{text}");
    }
    let text: String = pages.iter().map(|page| text(page)).collect();
    for row in 0..120 {
        assert_eq!(text.matches(&format!("WB-{row:04}")).count(), 1);
    }
}

#[test]
fn a_table_without_rows_has_its_header() {
    assert!(all_text(&shipments(0)).contains("ShipmentPortWeight"));
}

#[test]
fn additional_cells_are_shown() {
    let mut paper = shipments(1);
    paper.rows[0].push("additional".to_owned());
    paper.rows.push(vec!["short".to_owned()]);
    let text = all_text(&paper);
    assert!(
        text.contains("additional") && text.contains("short"),
        "{text}"
    );
}

#[test]
fn numbers_end_at_one_place() {
    let mut paper = shipments(0);
    for weight in ["7", "1,234,567.25"] {
        paper
            .rows
            .push(vec![String::new(), String::new(), weight.to_owned()]);
    }
    let pages = read(&paper);
    let x = |text: &str| pages[0].iter().find(|it| it.text == text).unwrap().x;
    assert!(x("7") > x("1,234,567.25") + 30.0);
}

#[test]
fn long_texts_wrap_and_keep_every_word() {
    let mut paper = shipments(1);
    let words: Vec<_> = (0..60).map(|word| format!("word{word}")).collect();
    paper.rows[0][1] = words.join(" ");
    let text = all_text(&paper);
    for word in words {
        assert!(text.contains(&word), "{word}: {text}");
    }
}

#[test]
fn what_a_cell_cannot_hold_ends_in_an_ellipsis() {
    for text in [
        "x".repeat(10_000),
        "long word ".repeat(1_000),
        "\n".repeat(5_000) + "y",
    ] {
        let mut paper = shipments(3);
        paper.rows[1][1] = text;
        let pages = read(&paper);
        assert_eq!(pages.len(), 1);
    }
    let mut paper = shipments(1);
    paper.rows[0][1] = "long word ".repeat(1_000);
    assert!(all_text(&paper).contains('…'));
}

#[test]
fn right_to_left_starts_at_the_right() {
    let mut paper = shipments(1);
    paper.is_right_to_left = true;
    let page = read(&paper).remove(0);
    let x = |text: &str| page.iter().find(|it| it.text == text).unwrap().x;
    assert!(x("WB-0000") > x("Göteborg") && x("Göteborg") > x("0.5"));
    assert!(x("Shipments by carrier") > 200.0);
    assert!(x("Page 1 of 1") < 100.0);
}

#[test]
fn codes_inside_arabic_keep_their_order() {
    let mut paper = shipments(0);
    paper.is_right_to_left = true;
    paper.rows = vec![vec!["ميناء دبي MSCU 7301 رصيف 12".to_owned()]];
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let expected = format!(
        "12 {} MSCU 7301 {}",
        reversed("رصيف"),
        reversed("ميناء دبي")
    );
    let text = all_text(&paper);
    assert!(text.contains(&expected), "{text}");
}

#[test]
fn letters_of_a_ligature_stay_together() {
    let mut paper = shipments(0);
    paper.rows = vec![vec!["سلام".to_owned()]];
    let text = all_text(&paper);
    assert!(text.contains("م\u{644}\u{627}س"), "{text:?}");
}

#[test]
fn a_code_before_arabic_is_read_first() {
    let mut paper = shipments(0);
    paper.rows = vec![vec!["MSC 42 – ميناء".to_owned()]];
    let reversed: String = "ميناء".chars().rev().collect();
    assert!(all_text(&paper).contains(&format!("MSC 42 – {reversed}")));
    paper.is_right_to_left = true;
    assert!(all_text(&paper).contains(&format!("{reversed} – MSC 42")));
}

#[test]
fn the_file_has_title_and_language() {
    let pdf = write(&shipments(1)).unwrap();
    let has = |text: &str| {
        pdf.windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(has("/Lang(en-GB)") && has("/Title(Shipments by carrier)"));
    assert!(has("/StructTreeRoot"), "not tagged");
}

#[test]
fn the_same_report_is_the_same_file() {
    let mut paper = shipments(90);
    paper.chart = Some(Chart {
        label: "Shipments".to_owned(),
        points: vec![Point {
            label: "Maersk".to_owned(),
            value: 3.0,
            text: "3".to_owned(),
        }],
        ..Chart::default()
    });
    paper.title += " · 上海 ไทย";
    assert!(write(&paper).unwrap() == write(&paper).unwrap());
}
