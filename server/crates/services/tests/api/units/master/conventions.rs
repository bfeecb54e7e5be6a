//! Conventions of countries: every line of the seed is read, and tax numbers are known by their shape.

use std::collections::BTreeSet;

use waybill_services::Language;
use waybill_services::iam::companies::fields::{MassUnit, NumberFormat, PaperSize};
use waybill_services::iam::offices::hours::Weekday;
use waybill_services::iam::user::{DateFormat, HourCycle};
use waybill_services::master::conventions::{is_tax_number, of, working_days};
use waybill_services::phone::international;
use waybill_storage::reference::seed::{CONVENTIONS, COUNTRIES};

fn countries() -> Vec<String> {
    let rows = COUNTRIES.text().lines();
    rows.map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap()["alpha2"].to_string())
        .map(|code| code.trim_matches('"').to_owned())
        .collect()
}

#[test]
fn every_country_has_whole_conventions() {
    let countries = countries();
    assert_eq!(countries.len(), CONVENTIONS.text().lines().count());
    for country in &countries {
        let it = of(country).unwrap_or_else(|| panic!("{country} has none"));
        let formats = it.formats();
        assert_ne!(formats.date, DateFormat::Auto, "{country}");
        assert_ne!(formats.time, HourCycle::Auto, "{country}");
        assert_ne!(formats.number, NumberFormat::Auto, "{country}");
        assert!((1..=2).contains(&it.weekend.len()), "{country}");
        assert_eq!(
            working_days(country).len() + it.weekend.len(),
            7,
            "{country}"
        );
        let has_short_name = |name: &String| (1..=20).contains(&name.chars().count());
        assert!(it.tax_name.as_ref().is_none_or(has_short_name), "{country}");
        assert!(it.ports.len() <= 3, "{country}");
    }
}

fn dialled(country: &str) -> &'static str {
    let phone = of(country).unwrap().phone.as_ref();
    phone.unwrap().dialled_in(country)
}

#[test]
fn an_example_number_is_understood_as_it_is_dialled() {
    assert_eq!(dialled("NL"), "06 12345678");
    // Seven digits without a prefix could lack their area.
    assert_eq!(dialled("MH"), "+692 235 1234");
    let mut without = BTreeSet::new();
    for country in countries() {
        match &of(&country).unwrap().phone {
            Some(phone) => {
                let read = international(phone.dialled_in(&country), &country);
                assert_eq!(read.as_ref(), Some(&phone.number), "{country}");
            }
            None => drop(without.insert(country)),
        }
    }
    let expected = ["AQ", "BV", "GS", "HM", "PN", "TF", "UM"];
    assert_eq!(without, expected.map(str::to_owned).into());
}

#[test]
fn countries_write_and_count_as_cldr_says() {
    let check = |country: &str, date, time, number, paper, mass, language| {
        let it = of(country).unwrap();
        let formats = it.formats();
        assert_eq!(
            (formats.date, formats.time, formats.number, formats.paper),
            (date, time, number, paper),
            "{country}"
        );
        assert_eq!(
            (it.units().mass, it.language),
            (mass, language),
            "{country}"
        );
    };
    use DateFormat::{Dmy, Mdy, Ymd};
    use HourCycle::{Hours12, Hours24};
    use Language::{Arabic, English, Spanish};
    use MassUnit::{Kilogram, Pound};
    use NumberFormat::{Apostrophe, Comma, Indian, Point, Space};
    use PaperSize::{A4, Letter};
    check("NL", Dmy, Hours24, Point, A4, Kilogram, English);
    check("US", Mdy, Hours12, Comma, Letter, Pound, English);
    check("JP", Ymd, Hours24, Comma, A4, Kilogram, English);
    check("FR", Dmy, Hours24, Space, A4, Kilogram, English);
    check("CH", Dmy, Hours24, Apostrophe, A4, Kilogram, English);
    check("IN", Dmy, Hours12, Indian, A4, Kilogram, English);
    check("MX", Dmy, Hours12, Comma, Letter, Kilogram, Spanish);
    check("EG", Dmy, Hours12, Comma, A4, Kilogram, Arabic);
}

#[test]
fn people_work_on_other_days_elsewhere() {
    use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    assert_eq!(
        working_days("SA"),
        [Monday, Tuesday, Wednesday, Thursday, Sunday]
    );
    assert_eq!(
        working_days("IN"),
        [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday]
    );
    assert_eq!(
        working_days("ZZ"),
        [Monday, Tuesday, Wednesday, Thursday, Friday]
    );
}

#[test]
fn a_tax_number_is_known_by_its_shape() {
    let check = |country, number, expected| {
        assert_eq!(
            is_tax_number(country, number),
            expected,
            "{country} {number}"
        );
    };
    check("NL", "NL001234567B01", Some(true));
    check("NL", "0012.34.567.b.01", Some(true));
    check("NL", "NL001234567", Some(false));
    check("BR", "12.345.678/0001-95", Some(true));
    check("BR", "12.345.678", Some(false));
    check("IN", "27AAPFU0939F1ZV", Some(true));
    check("CL", "76.086.428-5", Some(true));
    check("DE", "DE 136695976", Some(true));
    check("MX", "GODE561231GR8", Some(true));
    // Nothing is known of these.
    check("NG", "12345678-0001", None);
    check("ZZ", "1", None);
}
