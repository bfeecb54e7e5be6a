//! When schedules come round, on clocks that are put forward and back.

use super::*;

fn next_of(schedule: &ReportSchedule, after: &str, zone: &str) -> String {
    let after: Timestamp = after.parse().unwrap();
    let next = schedule.next_after(after, &TimeZone::get(zone).unwrap());
    next.unwrap().to_string()
}

fn weekly(days: &[Weekday], time: &str) -> ReportSchedule {
    ReportSchedule {
        weekdays: days.to_vec(),
        time: time.to_owned(),
        ..ReportSchedule::default()
    }
}

fn monthly(day: i64, time: &str) -> ReportSchedule {
    ReportSchedule {
        every: ReportRhythm::Month,
        month_day: day,
        time: time.to_owned(),
        ..ReportSchedule::default()
    }
}

#[test]
fn a_week_comes_round_on_its_days() {
    let schedule = weekly(&[Weekday::Monday, Weekday::Thursday], "08:00");
    // 2026-11-26 is a Thursday.
    for (after, next) in [
        ("2026-11-26T06:59:59Z", "2026-11-26T07:00:00Z"),
        ("2026-11-26T07:00:00Z", "2026-11-30T07:00:00Z"),
        ("2026-11-30T07:00:01Z", "2026-12-03T07:00:00Z"),
    ] {
        assert_eq!(next_of(&schedule, after, "Europe/Amsterdam"), next);
    }
}

#[test]
fn a_day_begins_where_the_company_is() {
    let schedule = weekly(&[Weekday::Monday], "01:00");
    // Sunday afternoon in Europe is Monday morning in Auckland.
    let next = next_of(&schedule, "2026-11-29T11:00:00Z", "Pacific/Auckland");
    assert_eq!(next, "2026-11-29T12:00:00Z");
}

#[test]
fn a_short_month_has_its_last_day() {
    let schedule = monthly(31, "09:30");
    for (after, next) in [
        ("2027-01-31T10:00:00Z", "2027-02-28T09:30:00Z"),
        ("2028-02-01T00:00:00Z", "2028-02-29T09:30:00Z"),
        ("2027-03-01T00:00:00Z", "2027-03-31T09:30:00Z"),
        ("2027-03-31T09:30:00Z", "2027-04-30T09:30:00Z"),
    ] {
        assert_eq!(next_of(&schedule, after, "UTC"), next);
    }
    let next = next_of(&monthly(1, "00:00"), "2027-01-01T00:00:00Z", "UTC");
    assert_eq!(next, "2027-02-01T00:00:00Z");
}

#[test]
fn a_clock_change_moves_no_time() {
    let schedule = weekly(&[Weekday::Sunday], "02:30");
    // On 2027-03-28 clocks in Amsterdam skip from two to three, on 2027-10-31 they show half past two twice.
    for (after, next) in [
        ("2027-03-21T12:00:00Z", "2027-03-28T01:30:00Z"),
        ("2027-03-28T12:00:00Z", "2027-04-04T00:30:00Z"),
        ("2027-10-30T12:00:00Z", "2027-10-31T00:30:00Z"),
        ("2027-10-31T00:30:00Z", "2027-11-07T01:30:00Z"),
    ] {
        assert_eq!(next_of(&schedule, after, "Europe/Amsterdam"), next);
    }
}

#[test]
fn no_day_never_comes() {
    let zone = TimeZone::UTC;
    assert_eq!(
        weekly(&[], "08:00").next_after(Timestamp::UNIX_EPOCH, &zone),
        None
    );
    assert_eq!(
        monthly(1, "").next_after(Timestamp::UNIX_EPOCH, &zone),
        None
    );
}
