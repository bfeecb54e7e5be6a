//! The rules of clean-up of airports and ocean ports (domain reference, section 5), checked on the files.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::*;
use crate::reference::timezones;

fn lines(dataset: Dataset) -> Vec<Value> {
    parse(&dataset).unwrap()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

fn by<'a>(rows: &'a [Value], name: &str) -> BTreeMap<&'a str, &'a Value> {
    let with = rows.iter().filter(|row| !text(row, name).is_empty());
    with.map(|row| (text(row, name), row)).collect()
}

fn zones_by_country() -> BTreeMap<String, Vec<String>> {
    let rows: Vec<super::lines::Country> = parse(&COUNTRIES).unwrap();
    rows.into_iter()
        .map(|row| (row.alpha2, row.timezones))
        .collect()
}

#[test]
fn there_are_7884_airports_each_with_an_iata_code_of_its_own() {
    let rows = lines(AIRPORTS);
    assert_eq!(rows.len(), 7884);
    assert_eq!(by(&rows, "iata").len(), 7884);
    let is_code = |code: &str| code.len() == 3 && code.bytes().all(|it| it.is_ascii_uppercase());
    assert!(rows.iter().all(|row| is_code(text(row, "iata"))));
    assert!(rows.iter().all(|row| row.get("unlocode").is_none()));
    assert!(rows.iter().all(|row| !text(row, "city").is_empty()));
}

#[test]
fn what_is_no_icao_code_of_four_letters_is_an_faa_identifier_or_an_alias() {
    let rows = lines(AIRPORTS);
    let without: Vec<_> = rows
        .iter()
        .filter(|row| text(row, "icao").is_empty())
        .collect();
    assert_eq!(without.len(), 247);
    let aliased = |row: &&&Value| row["aliases"].as_array().is_some_and(|it| it.len() == 1);
    assert_eq!(without.iter().filter(aliased).count(), 247 - 41);
    let faa = by(&rows, "iata")["OCA"];
    assert_eq!((text(faa, "faaLid"), faa.get("aliases")), ("07FA", None));
    let is_icao = |code: &str| code.len() == 4 && code.bytes().all(|it| it.is_ascii_uppercase());
    let codes = rows.iter().map(|row| text(row, "icao"));
    assert!(codes.filter(|code| !code.is_empty()).all(is_icao));
}

#[test]
fn an_airport_lies_in_its_metropolitan_area() {
    let (airports, areas) = (lines(AIRPORTS), lines(METROPOLITAN_AREAS));
    assert_eq!(areas.len(), 22);
    let (airport_codes, area_codes) = (by(&airports, "iata"), by(&areas, "iata"));
    assert!(
        area_codes
            .keys()
            .all(|code| !airport_codes.contains_key(code))
    );
    let parents = by(&airports, "parent");
    for parent in parents.keys() {
        assert!(airport_codes.contains_key(parent) || area_codes.contains_key(parent));
        let above = airport_codes.get(parent).and_then(|row| row.get("parent"));
        assert_eq!(above, None, "{parent} has a parent");
    }
    assert_eq!(text(airport_codes["LHR"], "parent"), "LON");
    assert_eq!(text(airport_codes["DWC"], "parent"), "DXB");
    assert_eq!(airport_codes["DXB"].get("parent"), None);
}

#[test]
fn every_zone_is_one_of_the_country_or_has_a_reason() {
    let zones = zones_by_country();
    for dataset in [METROPOLITAN_AREAS, AIRPORTS, SEA_PORTS] {
        let mut reasons = 0;
        for row in lines(dataset) {
            let zone = text(&row, "timezone").to_owned();
            let has_reason = !text(&row, "timezoneReason").is_empty();
            assert_ne!(
                zones[text(&row, "country")].contains(&zone),
                has_reason,
                "{row}"
            );
            reasons += usize::from(has_reason);
            assert_eq!(timezones::canonical(&zone), Some(zone.as_str()));
        }
        assert!(
            dataset.name == "airports" || reasons == 0,
            "{}",
            dataset.name
        );
    }
    // The source says Tehran, Stockholm, Amsterdam, and nothing that is a zone.
    let ports = lines(SEA_PORTS);
    let zone = |code: &str| text(by(&ports, "key")[code], "timezone").to_owned();
    assert_eq!(zone("THBKK"), "Asia/Bangkok");
    assert_eq!(zone("BRMAO"), "America/Manaus");
    assert_eq!(zone("MOMFM"), "Asia/Macau");
    assert!(zone("ARRIC").starts_with("America/Argentina/"));
}

#[test]
fn the_country_of_an_ocean_port_is_its_prefix() {
    let rows = lines(SEA_PORTS);
    assert_eq!(rows.len(), 1634 - 1 - 8);
    for row in &rows {
        let (code, key) = (text(row, "unlocode"), text(row, "key"));
        if !key.starts_with("AN") {
            assert_eq!((code, &key[..2]), (key, text(row, "country")));
        }
    }
    assert_eq!(by(&rows, "unlocode").len(), rows.len() - 6);
}

#[test]
fn codes_of_the_netherlands_antilles_are_aliases_of_disabled_ports() {
    let rows = lines(SEA_PORTS);
    let old: Vec<_> = rows
        .iter()
        .filter(|row| text(row, "key").starts_with("AN"))
        .collect();
    let countries: Vec<_> = old
        .iter()
        .map(|row| (text(row, "key"), text(row, "country")))
        .collect();
    assert_eq!(
        countries,
        [
            ("ANBON", "BQ"),
            ("ANCUR", "CW"),
            ("ANEUX", "BQ"),
            ("ANPHI", "SX"),
            ("ANSXM", "SX"),
            ("ANWIL", "CW")
        ]
    );
    for row in old {
        assert_eq!(row.get("unlocode"), None);
        assert_eq!(
            (&row["enabled"], &row["aliases"][0]),
            (&Value::Bool(false), &row["key"])
        );
    }
}

#[test]
fn the_second_code_of_a_place_is_an_alias_of_the_first() {
    let rows = lines(SEA_PORTS);
    let ports = by(&rows, "key");
    for pair in "CNSHA/CNSGH CNXMN/CNXAM CNNGB/CNNBO CNTAO/CNQIN CNDLC/CNDAL CNXGG/CNXGA CNYNT/CNYTG DJJIB/DJPOD".split(' ') {
        let (first, second) = pair.split_once('/').unwrap();
        assert_eq!(ports[first]["aliases"][0], second);
        assert!(!ports.contains_key(second), "{second}");
    }
    // Equal names that are left tell of each other.
    let mut names: BTreeMap<_, Vec<&Value>> = BTreeMap::new();
    for row in &rows {
        let name = (text(row, "country"), text(row, "name").to_lowercase());
        names.entry(name).or_default().push(row);
    }
    let alike: Vec<_> = names.into_values().filter(|rows| rows.len() > 1).collect();
    assert!(!alike.is_empty());
    for row in alike.into_iter().flatten() {
        assert!(
            text(row, "notes").contains("Not to be confused with"),
            "{row}"
        );
    }
}

#[test]
fn ocean_ports_lie_within_400_km_of_an_airport_of_their_country() {
    let airports = lines(AIRPORTS);
    let rows = lines(SEA_PORTS);
    let place = |row: &Value| Some((row["lat"].as_f64()?, row["lng"].as_f64()?));
    for row in &rows {
        let Some(port) = place(row) else {
            assert_eq!(row["coordQuality"], "none", "{row}");
            continue;
        };
        let own = airports.iter().filter(|it| it["country"] == row["country"]);
        let distances = own
            .filter_map(place)
            .map(|airport| kilometres(port, airport));
        let nearest = distances.fold(f64::INFINITY, f64::min);
        assert!(
            nearest <= 400.0 || nearest.is_infinite(),
            "{nearest} km: {row}"
        );
    }
    let without: BTreeSet<_> = rows
        .iter()
        .filter(|row| place(row).is_none())
        .map(|row| text(row, "key"))
        .collect();
    assert_eq!(without.len(), 28);
    assert!(
        ["CLCAP", "BMSOU", "TNJAR", "ANSXM"]
            .iter()
            .all(|code| without.contains(code))
    );
    let (lat, lng) = place(by(&rows, "key")["ISESK"]).unwrap();
    assert!(
        (63.0..67.0).contains(&lat) && (-25.0..-13.0).contains(&lng),
        "{lat} {lng}"
    );
}

/// On a sphere.
fn kilometres(a: (f64, f64), b: (f64, f64)) -> f64 {
    let half = |angle: f64| (angle.to_radians() / 2.0).sin().powi(2);
    let scale = a.0.to_radians().cos() * b.0.to_radians().cos();
    let chord = half(b.0 - a.0) + scale * half(b.1 - a.1);
    2.0 * 6371.0 * chord.sqrt().asin()
}

#[test]
fn schedule_k_has_five_digits() {
    let rows = lines(SEA_PORTS);
    let codes = by(&rows, "key");
    assert_eq!(text(codes["CABCK"], "scheduleK"), "01694");
    let known: Vec<_> = rows
        .iter()
        .map(|row| text(row, "scheduleK"))
        .filter(|it| !it.is_empty())
        .collect();
    assert!(known.len() > 1000);
    assert!(
        known
            .iter()
            .all(|code| code.len() == 5 && code.bytes().all(|it| it.is_ascii_digit()))
    );
}
