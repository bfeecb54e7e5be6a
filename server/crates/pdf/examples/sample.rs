//! Writes a report of made-up shipments, to look at: `cargo run -p waybill-pdf --example sample -- out.pdf [KIND]`, where KIND is
//! `ar`, `zh`, `pie`, `line`, `line12`, `columns`, `negative` or a number of rows.

#![expect(clippy::print_stderr, reason = "it says what it took")]

use std::time::Instant;
use waybill_pdf::{Chart, ChartKind, Column, Paper, Point, Sheet};

const CARRIERS: [(&str, f64); 8] = [
    ("Maersk", 412.0),
    ("MSC", 388.0),
    ("CMA CGM", 265.0),
    ("Hapag-Lloyd", 198.0),
    ("Ocean Network Express", 121.0),
    ("Evergreen", 84.0),
    ("HMM", 37.0),
    ("Yang Ming", 22.0),
];
const PORTS: [&str; 6] = [
    "Rotterdam (NLRTM)",
    "Göteborg (SEGOT)",
    "Πειραιάς (GRPIR)",
    "Новороссийск (RUNVS)",
    "Thành phố Hồ Chí Minh (VNSGN)",
    "Jebel Ali (AEJEA)",
];
const CHINESE_PORTS: [&str; 6] = [
    "上海港 (CNSHA)",
    "宁波舟山港 (CNNGB)",
    "東京港 (JPTYO)",
    "부산항 (KRPUS)",
    "แหลมฉบัง (THLCH)",
    "नावा शेवा (INNSA)",
];
const ARABIC_PORTS: [&str; 6] = [
    "جبل علي (AEJEA)",
    "ميناء خليفة – رصيف 12",
    "الدمام (SADMM)",
    "بورسعيد (EGPSD)",
    "Rotterdam (NLRTM)",
    "طنجة المتوسط (MAPTM)",
];

fn paper(title: &str, notes: &[&str], labels: &[&str], ports: &[&str], rows: usize) -> Paper {
    let row = |index: usize| {
        let (carrier, _) = CARRIERS
            .iter()
            .cycle()
            .nth(index % 8)
            .copied()
            .unwrap_or_default();
        let port = |shift: usize| {
            (*ports
                .iter()
                .cycle()
                .nth((index * 7 + shift) % 6)
                .unwrap_or(&""))
            .to_owned()
        };
        let weight = (index * 7919) % 24_000 + 800;
        vec![
            format!("WB-2026-{:05}", 4200 + index),
            carrier.to_owned(),
            port(0),
            port(3),
            if index % 9 == 4 {
                "Reefer 20'; hold at -18 °C, call the consignee before delivery".to_owned()
            } else {
                "40' HC".to_owned()
            },
            format!("2026-{:02}-{:02}", index % 12 + 1, index % 28 + 1),
            format!("{},{:03}", weight / 1000, weight % 1000),
            format!("{}.{:02}", (index * 337) % 9000 + 400, index % 100),
        ]
    };
    Paper {
        title: title.to_owned(),
        notes: notes.iter().map(|note| (*note).to_owned()).collect(),
        columns: labels
            .iter()
            .enumerate()
            .map(|(index, label)| Column {
                label: (*label).to_owned(),
                is_number: index >= 6,
            })
            .collect(),
        rows: (0..rows).map(row).collect(),
        totals: Some(
            ["Total", "", "", "", "", "", "1,012,480", "387,204.50"]
                .map(str::to_owned)
                .to_vec(),
        ),
        chart: Some(Chart {
            kind: ChartKind::Bar,
            label: "Shipments by carrier".to_owned(),
            others: "Others".to_owned(),
            points: CARRIERS
                .iter()
                .map(|(label, value)| Point {
                    label: (*label).to_owned(),
                    value: *value,
                    text: value.to_string(),
                })
                .collect(),
        }),
        page_words: "Page {page} of {pages}".to_owned(),
        language: "en-GB".to_owned(),
        is_right_to_left: false,
        truncated: None,
        sheet: Sheet::A4,
    }
}

fn english(rows: usize) -> Paper {
    paper(
        "Shipments by carrier, second quarter",
        &[
            "Northbound Forwarding B.V. · Ocean export",
            "4 July 2026, 07:00 (Europe/Amsterdam)",
        ],
        &[
            "Shipment",
            "Carrier",
            "Port of loading",
            "Port of discharge",
            "Equipment",
            "ETD",
            "Weight (kg)",
            "Revenue (EUR)",
        ],
        &PORTS,
        rows,
    )
}

fn arabic() -> Paper {
    let mut paper = paper(
        "تقرير الشحنات حسب الناقل – Q2 2026",
        &[
            "شركة الشمال للشحن (Northbound B.V.)",
            "4 يوليو 2026، 07:00 (Asia/Dubai)",
        ],
        &[
            "رقم الشحنة",
            "الناقل",
            "ميناء التحميل",
            "ميناء التفريغ",
            "المعدات",
            "تاريخ المغادرة",
            "الوزن (كجم)",
            "الإيراد (AED)",
        ],
        &ARABIC_PORTS,
        80,
    );
    "ar-AE".clone_into(&mut paper.language);
    paper.is_right_to_left = true;
    "صفحة {page} من {pages}".clone_into(&mut paper.page_words);
    paper.truncated = Some("يعرض التقرير أول 80 صفًا من 1,527.".to_owned());
    if let Some(chart) = &mut paper.chart {
        "الشحنات حسب الناقل".clone_into(&mut chart.label);
    }
    paper
}

fn months(count: usize) -> Vec<Point> {
    (0..count)
        .map(|index| {
            let value = f64::from(u8::try_from((index * 37) % 50).unwrap_or(0)) * 12.5 - 80.0;
            Point {
                label: format!("{}-{:02}", 2020 + index / 12, index % 12 + 1),
                value,
                text: format!("{value:.1}"),
            }
        })
        .collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "out.pdf".to_owned());
    let kind = arguments.next().unwrap_or_default();
    let mut paper = match kind.as_str() {
        "ar" => arabic(),
        "zh" => paper(
            "按承运人统计的货运量 2026 Q2",
            &["Northbound Forwarding · 海运出口"],
            &[
                "运单",
                "承运人",
                "装货港",
                "卸货港",
                "设备",
                "ETD",
                "重量 (kg)",
                "收入 (CNY)",
            ],
            &CHINESE_PORTS,
            40,
        ),
        rows => english(rows.parse().unwrap_or(80)),
    };
    if let Some(chart) = &mut paper.chart {
        match kind.as_str() {
            "pie" => chart.kind = ChartKind::Pie,
            "line" | "columns" => {
                chart.points = months(36);
                if kind == "line" {
                    chart.kind = ChartKind::Line;
                }
            }
            "line12" => {
                chart.points = months(12);
                chart.kind = ChartKind::Line;
            }
            "negative" => chart.points = months(12),
            _ => {}
        }
    }
    if matches!(kind.as_str(), "pie" | "negative") {
        for row in &mut paper.rows {
            row.truncate(4);
        }
        paper.columns.truncate(4);
        paper.totals = None;
        paper.truncated = Some("This report shows the first 80 rows of 1,527.".to_owned());
    }
    let start = Instant::now();
    let pdf = waybill_pdf::write(&paper)?;
    eprintln!("{} bytes in {:?}", pdf.len(), start.elapsed());
    std::fs::write(path, pdf)?;
    Ok(())
}
