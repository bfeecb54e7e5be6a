//! The rules of clean-up (domain reference, section 5), checked on the files themselves and on the loaded rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};
use sea_orm::entity::prelude::*;

use super::loading::loaded;
use super::*;
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::records::{shared, write};
use crate::reference::timezones::{self, Timezone, Timezones};
use crate::testing::storage;

mod lines;
mod ports;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn currencies_by_code() -> BTreeMap<String, lines::Currency> {
    parse(&CURRENCIES)
        .unwrap()
        .into_iter()
        .map(|row: lines::Currency| (row.code.clone(), row))
        .collect()
}

#[test]
fn the_index_tells_the_hash_and_the_number_of_rows_of_each_file() {
    let index = index().unwrap();
    assert_eq!(index.len(), 11);
    for dataset in ALL.into_iter().chain([PLACE_NAMES, CONVENTIONS, HOLIDAYS]) {
        let digest = sha256_hex(dataset.text.as_bytes());
        assert_eq!(
            index[dataset.name].sha256, digest,
            "{}: run seed/generate.mjs",
            dataset.name
        );
        assert_eq!(
            index[dataset.name].rows,
            dataset.text.lines().count(),
            "{}",
            dataset.name
        );
    }
}

#[test]
fn there_are_250_countries_each_with_codes_of_its_own() {
    let rows: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    assert_eq!(rows.len(), 250);
    let keys: [fn(&lines::Country) -> &str; 4] = [
        |it| &it.alpha2,
        |it| &it.alpha3,
        |it| &it.numeric,
        |it| &it.name,
    ];
    for key in keys {
        assert_eq!(rows.iter().map(key).collect::<BTreeSet<_>>().len(), 250);
    }
    let is_number = |it: &lines::Country| {
        it.numeric.len() == 3 && it.numeric.bytes().all(|digit| digit.is_ascii_digit())
    };
    assert!(rows.iter().all(is_number));
}

#[test]
fn only_kosovo_is_user_assigned() {
    let rows: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    let assigned: Vec<_> = rows.iter().filter(|it| it.is_user_assigned).collect();
    let [kosovo] = assigned[..] else {
        panic!("{assigned:?}")
    };
    assert_eq!(
        (
            kosovo.alpha2.as_str(),
            kosovo.alpha3.as_str(),
            kosovo.numeric.as_str()
        ),
        ("XK", "XKK", "983")
    );
    assert_eq!(kosovo.timezones, ["Europe/Belgrade"]);
}

#[test]
fn the_first_of_several_names_is_the_name_and_the_rest_are_aliases() {
    let rows: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    let ivory_coast = rows.iter().find(|it| it.alpha2 == "CI").unwrap();
    assert_eq!(ivory_coast.name, "Cote d'Ivoire");
    assert_eq!(ivory_coast.aliases, ["Côte d'Ivoire", "Ivory Coast"]);
}

#[test]
fn a_country_proposes_its_own_currency_and_the_zone_where_most_people_live() {
    let rows: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    let currencies = currencies_by_code();
    let check = |alpha2: &str, currency: &str, timezone: &str, dial_code: &str| {
        let it = rows.iter().find(|it| it.alpha2 == alpha2).unwrap();
        assert_eq!(it.default_currency.as_deref(), Some(currency), "{alpha2}");
        assert_eq!(it.timezones[0], timezone, "{alpha2}");
        assert_eq!(it.dial_code.as_deref(), Some(dial_code), "{alpha2}");
    };
    check("NL", "EUR", "Europe/Amsterdam", "+31");
    check("AU", "AUD", "Australia/Sydney", "+61");
    check("BT", "BTN", "Asia/Thimphu", "+975");
    check("NA", "NAD", "Africa/Windhoek", "+264");
    check("AG", "XCD", "America/Antigua", "+1-268");
    for row in &rows {
        if let Some(code) = &row.default_currency {
            assert_eq!(currencies[code].status, "active", "{}", row.alpha2);
        }
    }
}

#[test]
fn the_week_begins_as_cldr_says() {
    let rows: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    let start = |alpha2: &str| {
        rows.iter()
            .find(|it| it.alpha2 == alpha2)
            .unwrap()
            .week_start
    };
    assert_eq!(["NL", "AE", "AF", "US", "BR"].map(start), [1, 1, 6, 7, 7]);
    assert!(rows.iter().all(|it| (1..=7).contains(&it.week_start)));
}

#[test]
fn there_are_184_currencies_of_four_kinds() {
    let rows = currencies_by_code();
    assert_eq!(rows.len(), 184);
    let count = |status| rows.values().filter(|it| it.status == status).count();
    assert_eq!(
        ["active", "fund", "special", "superseded"].map(count),
        [154, 9, 14, 7]
    );
    assert_eq!(rows.values().filter(|it| it.symbol.is_empty()).count(), 30);
    assert!(rows.values().all(|it| !it.symbol.contains('¤')));
    assert!(rows.values().all(|it| !it.name.contains("Caribean")));
}

#[test]
fn exponents_are_those_of_iso_4217() {
    let rows = currencies_by_code();
    let exponent = |code: &str| rows[code].exponent;
    assert_eq!(
        ["JPY", "HUF", "KWD", "IQD", "CLF", "UYW", "UYI", "XAU"].map(exponent),
        [
            Some(0),
            Some(2),
            Some(3),
            Some(3),
            Some(4),
            Some(4),
            Some(0),
            None
        ]
    );
    // Intl says 0 for these.
    for code in "AFN ALL COP IDR IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER".split(' ') {
        assert_eq!(exponent(code), Some(2), "{code}");
    }
    assert_eq!(rows.values().filter(|it| it.exponent.is_none()).count(), 13);
    assert!(
        rows.values()
            .all(|it| it.exponent.is_some() || it.status == "special")
    );
}

#[test]
fn a_superseded_currency_names_one_that_is_not() {
    let rows = currencies_by_code();
    for row in rows.values() {
        assert_eq!(
            row.superseded_by.is_some(),
            row.status == "superseded",
            "{}",
            row.code
        );
        if let Some(successor) = &row.superseded_by {
            assert_eq!(rows[successor].status, "active", "{}", row.code);
        }
    }
    assert_eq!(rows["ANG"].superseded_by.as_deref(), Some("XCG"));
}

#[test]
fn there_are_418_zones_and_utc_and_every_old_name_leads_to_one() {
    let rows: Vec<timezones::Line> = parse(&TIMEZONES).unwrap();
    assert_eq!(rows.len(), 419);
    let mut canonical = HashMap::new();
    for row in &rows {
        for name in row.aliases.iter().chain([&row.id]) {
            assert_eq!(
                canonical.insert(name.as_str(), row.id.as_str()),
                None,
                "{name} is there twice"
            );
        }
    }
    for (old, expected) in [
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Etc/UTC", "UTC"),
        ("Africa/Asmera", "Africa/Asmara"),
        ("America/Coral_Harbour", "America/Atikokan"),
        ("Pacific/Ponape", "Pacific/Pohnpei"),
        ("Pacific/Truk", "Pacific/Chuuk"),
        ("Europe/Amsterdam", "Europe/Amsterdam"),
    ] {
        assert_eq!(canonical.get(old), Some(&expected));
    }
    let countries: Vec<lines::Country> = parse(&COUNTRIES).unwrap();
    for zone in countries.iter().flat_map(|it| &it.timezones) {
        assert_eq!(canonical.get(zone.as_str()), Some(&zone.as_str()));
    }
}

#[test]
fn packages_lose_the_invoice_letter_and_few_values_are_enabled() {
    let rows: Vec<lines::Value> = parse(&VALUES).unwrap();
    let of = |group: &str| {
        rows.iter()
            .filter(|it| it.group == group)
            .collect::<Vec<_>>()
    };
    let packages = of("package_type");
    assert_eq!(packages.len(), 405);
    assert_eq!(
        packages
            .iter()
            .find(|it| it.label == "Carton")
            .unwrap()
            .code,
        "CT"
    );
    assert_eq!(packages.iter().filter(|it| it.enabled).count(), 30);
    let units = of("unit");
    assert_eq!(units.len(), 1756);
    assert_eq!(units.iter().filter(|it| it.enabled).count(), 18);
    assert_eq!(units[0].code, "KGM");
    let terms: Vec<_> = of("incoterm")
        .into_iter()
        .map(|it| it.code.as_str())
        .collect();
    assert_eq!(
        terms,
        [
            "EXW", "FCA", "CPT", "CIP", "DAP", "DPU", "DDP", "FAS", "FOB", "CFR", "CIF"
        ]
    );

    let groups: Vec<lines::Group> = parse(&GROUPS).unwrap();
    let mut codes = BTreeSet::new();
    for row in &rows {
        assert!(groups.iter().any(|group| group.code == row.group));
        assert!(
            codes.insert((&row.group, &row.code)),
            "{} {}",
            row.group,
            row.code
        );
        assert!(row.label.chars().count() <= 80, "{}", row.label);
    }
}

#[tokio::test]
async fn loading_again_touches_nothing() {
    let (_folder, storage) = storage().await;
    let loaded = load(&storage, NOW).await.unwrap();
    assert_eq!(loaded, ["timezones"]);
    assert_eq!(
        load(&storage, NOW + SignedDuration::from_hours(1))
            .await
            .unwrap(),
        [""; 0]
    );
    let rows = loaded::Entity::find().rows(storage.reader()).await;
    let rows = rows.unwrap();
    assert!(rows.iter().all(|row| row.loaded_at == Millis::from(NOW)));
}

#[tokio::test]
async fn a_changed_file_is_loaded_over_the_old_rows_and_keeps_their_ids() {
    let (_folder, storage) = storage().await;
    load(&storage, NOW).await.unwrap();
    let versions = async || {
        let tx = storage.begin().await.unwrap();
        let rows = shared::seed_rows::<Timezones>(&tx).await.unwrap();
        let versions = rows
            .into_iter()
            .map(|row| (row.id, (row.meta.version, row.fields)));
        versions.collect::<Vec<_>>()
    };
    let before = versions().await;

    let tx = storage.begin().await.unwrap();
    loaded::Entity::update_many()
        .col_expr(loaded::Column::Sha256, Expr::value("of an older file"))
        .exec(&tx.executor())
        .await
        .unwrap();
    let elsewhere = before.iter().map(|(_, (_, zone))| Timezone {
        label: "Elsewhere".to_owned(),
        ..zone.clone()
    });
    write::update_seed::<Timezones>(&tx, elsewhere.collect(), NOW)
        .await
        .unwrap();
    tx.commit().await.unwrap();

    assert_eq!(load(&storage, NOW).await.unwrap(), ["timezones"]);
    let after = versions().await;
    assert_eq!(after.len(), 419);
    for ((id, (version, zone)), after) in before.into_iter().zip(after) {
        assert_eq!(after, (id, (version + 2, zone)));
    }
}
