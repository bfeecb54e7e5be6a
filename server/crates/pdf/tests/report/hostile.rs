//! Reports that nobody would send on purpose: each becomes a file or an error.

use crate::shipments;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use waybill_pdf::{Chart, ChartKind, Column, MAX_COLUMNS, Paper, PdfError, Point, Sheet, write};

const TEXTS: [&str; 9] = [
    "",
    "\u{0}\u{1}\u{7f}\u{85}\r\n\t\u{feff}\u{ffff}",
    "\u{202e}\u{2066}\u{2067}abc\u{202c}\u{2069}\u{2069}",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\u{30b}\u{30c}",
    "👩‍👩‍👧‍👦🏳️‍🌈🇳🇱",
    "لا إله الله ﷺ ١٢٣ abc",
    "שלום 12 नमस्ते สวัสดี 上海",
    "a\u{ad}b\u{200b}c\u{2060}d\u{a0}e",
    "\u{e000}\u{10ffff}\u{378}",
];

const VALUES: [f64; 9] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    0.0,
    -0.0,
    -3.5,
];

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        proptest::sample::select(TEXTS.as_slice()).prop_map(str::to_owned),
        (proptest::sample::select(TEXTS.as_slice()), 1_usize..400)
            .prop_map(|(text, times)| text.repeat(times)),
    ]
}

fn point() -> impl Strategy<Value = Point> {
    let value = prop_oneof![any::<f64>(), proptest::sample::select(VALUES.as_slice())];
    (words(), value, words()).prop_map(|(label, value, text)| Point { label, value, text })
}

fn chart() -> impl Strategy<Value = Chart> {
    let kind = prop_oneof![
        Just(ChartKind::Bar),
        Just(ChartKind::Line),
        Just(ChartKind::Pie)
    ];
    let chart = (kind, words(), words(), vec(point(), 0..24));
    chart.prop_map(|(kind, label, others, points)| Chart {
        kind,
        label,
        others,
        points,
    })
}

prop_compose! {
    fn paper()(
        title in words(),
        notes in vec(words(), 0..3),
        columns in vec((words(), any::<bool>()), 0..7),
        rows in vec(vec(words(), 0..7), 0..6),
        totals in proptest::option::of(vec(words(), 0..7)),
        chart in proptest::option::of(chart()),
        (page_words, language, is_right_to_left) in (words(), words(), any::<bool>()),
        (truncated, is_letter) in (proptest::option::of(words()), any::<bool>()),
    ) -> Paper {
        let columns = columns.into_iter().map(|(label, is_number)| Column { label, is_number }).collect();
        let sheet = if is_letter { Sheet::Letter } else { Sheet::A4 };
        Paper { title, notes, columns, rows, totals, chart, page_words, language, is_right_to_left, truncated, sheet }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: waybill_test_extent::of(16, 400),
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_report_becomes_a_file(paper in paper()) {
        prop_assert!(write(&paper).unwrap().starts_with(b"%PDF-"));
    }
}

#[test]
fn a_report_of_nothing_is_a_page() {
    assert!(write(&Paper::default()).is_ok());
}

#[test]
fn values_without_size_are_drawn_by_each_kind() {
    for kind in [ChartKind::Bar, ChartKind::Line, ChartKind::Pie] {
        for count in [1, VALUES.len(), 20, 3_000] {
            let points = VALUES.iter().cycle().take(count).map(|value| Point {
                label: "label".to_owned(),
                value: *value,
                text: value.to_string(),
            });
            let mut paper = shipments(1);
            paper.chart = Some(Chart {
                kind,
                points: points.collect(),
                ..Chart::default()
            });
            assert!(write(&paper).is_ok(), "{kind:?} of {count}");
        }
    }
}

#[test]
fn columns_fit_up_to_the_limit() {
    let paper = |count| Paper {
        columns: vec![
            Column {
                label: "Estimated time of departure".to_owned(),
                is_number: false,
            };
            count
        ],
        rows: vec![vec!["2026-07-04".to_owned(); count]],
        ..Paper::default()
    };
    assert!(write(&paper(MAX_COLUMNS)).is_ok());
    assert!(matches!(
        write(&paper(MAX_COLUMNS + 1)),
        Err(PdfError::TooManyColumns(count)) if count == MAX_COLUMNS + 1
    ));
}
