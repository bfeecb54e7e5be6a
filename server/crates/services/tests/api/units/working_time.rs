//! When people are at work.

use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::TimeZone;
use waybill_services::working_time::{Workplace, all_at_work_from, is_working_day};

fn place(zone: &str, country: &str) -> Workplace {
    Workplace::new(TimeZone::get(zone).unwrap(), country)
}

fn moment(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// From a moment, in a place, the first working time.
fn check(cases: &[(&str, &str, &str, &str)]) {
    for (zone, country, from, at) in cases {
        let first = place(zone, country).at_work_from(moment(from));
        assert_eq!(first, Some(moment(at)), "{zone} from {from}");
    }
}

#[test]
fn each_country_has_its_own_days_off() {
    // Thursday to Monday.
    let days: Vec<_> = (19..=23).map(|day| date(2026, 11, day)).collect();
    for (country, works) in [
        ("NL", [true, true, false, false, true]),
        ("CN", [true, true, false, false, true]),
        ("AE", [true, true, false, false, true]),
        ("SA", [true, false, false, true, true]),
        ("QA", [true, false, false, true, true]),
        ("KW", [true, false, false, true, true]),
        ("BH", [true, false, false, true, true]),
        ("OM", [true, false, false, true, true]),
        ("EG", [true, false, false, true, true]),
        ("IL", [true, false, false, true, true]),
        ("BD", [true, false, false, true, true]),
        ("IR", [true, false, true, true, true]),
        ("AF", [false, false, true, true, true]),
        ("BN", [true, false, true, false, true]),
        ("IN", [true, true, true, false, true]),
        ("", [true, true, false, false, true]),
    ] {
        let shown: Vec<bool> = days.iter().map(|it| is_working_day(country, *it)).collect();
        assert_eq!(shown, works, "{country}");
    }
}

#[test]
fn a_public_holiday_is_no_working_day() {
    for (country, day, works) in [
        ("NL", date(2027, 4, 26), true),
        ("NL", date(2027, 4, 27), false),
        ("US", date(2026, 11, 26), false),
        ("US", date(2026, 11, 27), true),
        ("SA", date(2027, 2, 22), false),
        // Nothing is known of these.
        ("UA", date(2027, 1, 1), true),
        ("", date(2027, 1, 1), true),
        ("NL", date(2032, 4, 27), true),
    ] {
        assert_eq!(is_working_day(country, day), works, "{country} {day}");
    }
    check(&[
        // From Thursday before Easter to Tuesday, over the day of the clock change.
        (
            "Europe/Amsterdam",
            "NL",
            "2027-03-25T16:00:00Z",
            "2027-03-30T07:00:00Z",
        ),
        // The last day of the holidays at the new year, and from it.
        (
            "Europe/Moscow",
            "RU",
            "2026-01-01T06:00:00Z",
            "2026-01-12T06:00:00Z",
        ),
    ]);
}

#[test]
fn a_working_day_begins_at_nine_and_ends_before_five() {
    check(&[
        // Thursday, by the clock of Amsterdam an hour later.
        (
            "Europe/Amsterdam",
            "NL",
            "2026-11-19T07:59:59Z",
            "2026-11-19T08:00:00Z",
        ),
        (
            "Europe/Amsterdam",
            "NL",
            "2026-11-19T08:00:00Z",
            "2026-11-19T08:00:00Z",
        ),
        (
            "Europe/Amsterdam",
            "NL",
            "2026-11-19T15:59:59Z",
            "2026-11-19T15:59:59Z",
        ),
        (
            "Europe/Amsterdam",
            "NL",
            "2026-11-19T16:00:00Z",
            "2026-11-20T08:00:00Z",
        ),
        // Over the weekend, which in the Gulf begins a day earlier, except in the Emirates.
        (
            "Europe/Amsterdam",
            "NL",
            "2026-11-20T16:00:00Z",
            "2026-11-23T08:00:00Z",
        ),
        (
            "Asia/Riyadh",
            "SA",
            "2026-11-20T07:00:00Z",
            "2026-11-22T06:00:00Z",
        ),
        (
            "Asia/Dubai",
            "AE",
            "2026-11-20T07:00:00Z",
            "2026-11-20T07:00:00Z",
        ),
    ]);
}

#[test]
fn clocks_that_are_put_forward_or_back_still_show_nine() {
    check(&[
        // Spring in New York: on Sunday 14 March.
        (
            "America/New_York",
            "US",
            "2027-03-12T22:00:00Z",
            "2027-03-15T13:00:00Z",
        ),
        // Autumn in Amsterdam: on Sunday 25 October.
        (
            "Europe/Amsterdam",
            "NL",
            "2026-10-23T15:00:00Z",
            "2026-10-26T08:00:00Z",
        ),
        // Where the weekend is over on the day of the change: Cairo, Thursday 29 October at midnight.
        (
            "Africa/Cairo",
            "EG",
            "2026-10-29T15:00:00Z",
            "2026-11-01T07:00:00Z",
        ),
        // Samoa had no Friday 30 December 2011; Thursday's evening is followed by the weekend.
        (
            "Pacific/Apia",
            "WS",
            "2011-12-30T04:00:00Z",
            "2012-01-01T19:00:00Z",
        ),
    ]);
}

#[test]
fn a_change_within_the_day_moves_neither_begin_nor_end() {
    // Put forward from 08:30 to 09:30 and back from 17:30 to 16:30, as no country does it: the rules are those of a zone of its
    // own, with both changes on Wednesdays.
    let rule = "XXX0YYY,J76/8:30,J307/17:30";
    let place = Workplace::new(TimeZone::posix(rule).unwrap(), "GB");
    // Wednesday 17 March 2027: nine o'clock is skipped, and the day begins with half past nine.
    let from = moment("2027-03-17T00:00:00Z");
    assert_eq!(
        place.at_work_from(from),
        Some(moment("2027-03-17T08:30:00Z"))
    );
    let end = moment("2027-03-17T16:00:00Z");
    let next = Some(moment("2027-03-18T08:00:00Z"));
    assert_eq!(place.at_work_from(end), next);
    // Wednesday 3 November 2027: five o'clock comes twice, and the day ends the first time.
    let end = moment("2027-11-03T16:00:00Z");
    let next = Some(moment("2027-11-04T09:00:00Z"));
    assert_eq!(place.at_work_from(end), next);
    let before = moment("2027-11-03T15:59:59Z");
    assert_eq!(place.at_work_from(before), Some(before));
}

#[test]
fn zones_at_the_date_line_have_days_of_their_own() {
    check(&[
        // Sunday in London is Monday, 09:00, at UTC+14.
        (
            "Pacific/Kiritimati",
            "KI",
            "2026-11-22T18:00:00Z",
            "2026-11-22T19:00:00Z",
        ),
        // Monday in London is still Sunday at UTC-11.
        (
            "Pacific/Niue",
            "NU",
            "2026-11-23T09:00:00Z",
            "2026-11-23T20:00:00Z",
        ),
        (
            "Etc/GMT+12",
            "US",
            "2026-11-23T09:00:00Z",
            "2026-11-23T21:00:00Z",
        ),
    ]);
    // 25 hours apart they share most of a day: Tuesday here is Monday there.
    let both = [
        place("Pacific/Kiritimati", "KI"),
        place("Pacific/Niue", "NU"),
    ];
    let (from, until) = (
        moment("2026-11-20T11:00:00Z"),
        moment("2026-11-27T11:00:00Z"),
    );
    assert_eq!(
        all_at_work_from(&both, from, until),
        Some(moment("2026-11-23T20:00:00Z"))
    );
}

#[test]
fn several_places_are_at_work_at_once_or_never() {
    let (from, until) = (
        moment("2026-11-20T11:00:00Z"),
        moment("2026-11-27T11:00:00Z"),
    );
    let first = |places: &[Workplace]| all_at_work_from(places, from, until);
    assert_eq!(first(&[]), Some(from));
    let amsterdam = place("Europe/Amsterdam", "NL");
    assert_eq!(first(std::slice::from_ref(&amsterdam)), Some(from));
    // An hour of each day, from Monday on.
    let shanghai = place("Asia/Shanghai", "CN");
    let both = [amsterdam.clone(), shanghai];
    assert_eq!(first(&both), Some(moment("2026-11-23T08:00:00Z")));
    // Sunday is off here and Friday there.
    let riyadh = place("Asia/Riyadh", "SA");
    let both = [amsterdam, riyadh];
    assert_eq!(first(&both), Some(moment("2026-11-23T08:00:00Z")));
    let never = [
        place("Europe/London", "GB"),
        place("Pacific/Auckland", "NZ"),
    ];
    assert_eq!(first(&never), None);
    assert_eq!(all_at_work_from(&both, from, from), None);
}

#[test]
fn time_that_ends_has_no_working_day() {
    let place = place("Europe/Amsterdam", "NL");
    assert_eq!(place.at_work_from(Timestamp::MAX), None);
}
