//! Working time: when people are at work, by the clock and the week of the place where they are.
//!
//! A working day lasts from 09:00 to 17:00 of that clock. Days off are the [weekend](crate::master::conventions) and the public
//! [holidays] of the country, where it has any.
//!
//! Invariant: nothing here reads a clock or a database; the same question has the same answer.

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use crate::master::holidays;

/// Hour of the clock at which a working day begins.
const BEGINS: i8 = 9;

/// Hour of the clock at which it ends.
const ENDS: i8 = 17;

/// How many days are looked at for one on which somebody works.
const DAYS: usize = 60;

/// Whether people of the country (ISO 3166-1 alpha-2) are at work on this day: it is neither in their weekend nor a public holiday
/// of the whole country. Of an unknown country, whether it is none of Saturday and Sunday. Whatever else is a day off in a country
/// belongs here.
pub fn is_working_day(country: &str, day: Date) -> bool {
    !holidays::is_weekend(country, day.weekday()) && holidays::holiday(country, day).is_none()
}

/// Where somebody works.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// The clock on its wall.
    zone: TimeZone,
    /// The country whose working days it has, ISO 3166-1 alpha-2.
    country: String,
}

impl Workplace {
    /// A place with this clock and the working days of this country.
    pub fn new(zone: TimeZone, country: impl Into<String>) -> Self {
        let country = country.into();
        Self { zone, country }
    }

    /// The first moment from this one on that is working time there: this one itself, or the beginning of a working day. None
    /// where nobody works for two months, or where time ends.
    pub fn at_work_from(&self, from: Timestamp) -> Option<Timestamp> {
        let mut day = from.to_zoned(self.zone.clone()).date();
        for _ in 0..DAYS {
            if is_working_day(&self.country, day) {
                let (begin, end) = self.hours_of(day)?;
                let first = from.max(begin);
                if first < end {
                    return Some(first);
                }
            }
            day = day.tomorrow().ok()?;
        }
        None
    }

    /// From when until when a day lasts there: from the first time that the clock shows its beginning to the first time that it
    /// shows its end. Of a day that the clock skips both are one moment.
    fn hours_of(&self, day: Date) -> Option<(Timestamp, Timestamp)> {
        let begin = self.first_showing(day.at(BEGINS, 0, 0, 0))?;
        let end = self.first_showing(day.at(ENDS, 0, 0, 0))?;
        Some((begin, end))
    }

    /// When the clock first shows this time; where it is put forward past it, that moment.
    fn first_showing(&self, local: DateTime) -> Option<Timestamp> {
        let ambiguous = self.zone.to_ambiguous_timestamp(local);
        match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local).ok(),
            AmbiguousOffset::Fold { before, .. } => before.to_timestamp(local).ok(),
            AmbiguousOffset::Gap { before, .. } => {
                let put_forward = before.to_timestamp(local).ok()?;
                // The change itself counts as one before.
                let after = put_forward.checked_add(SignedDuration::from_secs(1)).ok()?;
                let change = self.zone.preceding(after).next()?;
                Some(change.timestamp())
            }
        }
    }
}

/// The first moment from this one on, and before `until`, that is working time at all these places; of none, this one. None where
/// there is no such moment.
pub fn all_at_work_from(
    places: &[Workplace],
    from: Timestamp,
    until: Timestamp,
) -> Option<Timestamp> {
    let mut at = from;
    while at < until {
        let mut first = at;
        for place in places {
            first = place.at_work_from(first)?;
        }
        if first == at {
            return Some(at);
        }
        at = first;
    }
    None
}
