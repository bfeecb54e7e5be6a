//! Public holidays and weekends, for a clock card and for mails that wait for a working day.

use jiff::civil::{Date, Weekday, date};
use waybill_services::Language;
use waybill_services::master::holidays::{
    FIRST_YEAR, LAST_YEAR, between, holiday, is_weekend, known_until,
};
use waybill_storage::reference::seed::{COUNTRIES, HOLIDAYS};

fn country_of(line: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    let code = row.get("alpha2").or_else(|| row.get("country")).unwrap();
    code.as_str().unwrap().to_owned()
}

#[test]
fn fixed_and_movable_holidays_are_known() {
    assert_eq!(holiday("NL", date(2027, 4, 27)), Some("King's Day"));
    assert_eq!(holiday("NL", date(2027, 3, 29)), Some("Easter Monday"));
    assert_eq!(holiday("NL", date(2027, 3, 30)), None);
    assert_eq!(holiday("US", date(2026, 11, 26)), Some("Thanksgiving Day"));
    assert_eq!(
        holiday("US", date(2027, 7, 5)),
        Some("Independence Day (observed)")
    );
    assert_eq!(
        holiday("AE", date(2027, 3, 9)),
        Some("Eid al-Fitr (estimated)")
    );
    assert_eq!(holiday("ZZ", date(2027, 1, 1)), None);
}

#[test]
fn nothing_is_said_of_years_that_are_not_known() {
    let new_year = |year| holiday("NL", date(year, 1, 1));
    assert_eq!(new_year(FIRST_YEAR - 1), None);
    assert_eq!(new_year(FIRST_YEAR), Some("New Year's Day"));
    assert_eq!(new_year(LAST_YEAR), Some("New Year's Day"));
    assert_eq!(new_year(LAST_YEAR + 1), None);
    let until = |country| known_until(country).map(|day| day.to_string());
    assert_eq!(until("NL").as_deref(), Some("2031-12-31"));
    // Its source knows no later year.
    assert_eq!(until("LK").as_deref(), Some("2026-12-31"));
    assert_eq!(until("UA"), None);
}

#[test]
fn every_country_has_holidays_in_every_known_year() {
    let countries: Vec<String> = COUNTRIES.text().lines().map(country_of).collect();
    let calendars: Vec<String> = HOLIDAYS.text().lines().map(country_of).collect();
    assert_eq!(countries, calendars);
    let without = ["BV", "HM", "IO", "UA"];
    for country in &countries {
        for year in FIRST_YEAR..=LAST_YEAR {
            let days = between(country, date(year, 1, 1), date(year, 12, 31));
            let until = known_until(country).map(Date::year);
            assert_eq!(
                until.is_none(),
                without.contains(&country.as_str()),
                "{country}"
            );
            let is_known = until.is_some_and(|until| year <= until);
            assert_eq!(!days.is_empty(), is_known, "{country} {year}");
            assert!(days.iter().all(|it| !it.name.is_empty()), "{country}");
            let dates: Vec<Date> = days.iter().map(|it| it.date).collect();
            assert!(
                dates.is_sorted_by(|one, other| one < other),
                "{country} {year}"
            );
        }
    }
}

#[test]
fn every_entry_of_the_seed_is_a_date_once() {
    let first = date(FIRST_YEAR, 1, 1);
    let last = date(LAST_YEAR, 12, 31);
    let known = |line: &&str| known_until(&country_of(line)).is_some();
    for line in HOLIDAYS.text().lines().filter(known) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let days = row["days"].as_array().unwrap().iter();
        let texts = days.flat_map(|it| it[2].as_str().unwrap().split(' '));
        let years = usize::try_from(LAST_YEAR - FIRST_YEAR + 1).unwrap();
        let expected: usize = texts.map(|it| if it.len() == 4 { years } else { 1 }).sum();
        let country = country_of(line);
        assert_eq!(between(&country, first, last).len(), expected, "{country}");
    }
}

#[test]
fn a_holiday_is_called_as_its_country_calls_it() {
    let [day] = between("ES", date(2027, 1, 6), date(2027, 1, 6))[..] else {
        panic!("none, or several")
    };
    assert_eq!(day.name, "Epiphany");
    assert_eq!(day.name_in(Language::Spanish), "Epifanía del Señor");
    assert_eq!(day.name_in(Language::Arabic), "Epiphany");
}

#[test]
fn weekends_are_those_of_the_country() {
    use Weekday::{Friday, Saturday, Sunday, Thursday};
    let weekend = |country: &str| {
        let days = [Thursday, Friday, Saturday, Sunday].into_iter();
        days.filter(|day| is_weekend(country, *day))
            .collect::<Vec<_>>()
    };
    assert_eq!(weekend("NL"), [Saturday, Sunday]);
    assert_eq!(weekend("AE"), [Saturday, Sunday]);
    assert_eq!(weekend("SA"), [Friday, Saturday]);
    assert_eq!(weekend("BD"), [Friday, Saturday]);
    assert_eq!(weekend("IR"), [Friday]);
    assert_eq!(weekend("ZZ"), [Saturday, Sunday]);
}
