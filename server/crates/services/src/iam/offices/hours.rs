//! Hours of an office: on which days it is open, and from when to when on its own clock.
//!
//! Invariant: hours are whole or absent: both times or none, and it opens before it closes.

use jiff::civil::Weekday as DayOfWeek;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::FieldProblem;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// A day of the week, in the order of ISO 8601.
    Weekday {
        Monday = "mon", Tuesday = "tue", Wednesday = "wed", Thursday = "thu", Friday = "fri", Saturday = "sat",
        Sunday = "sun",
    }
}

impl Weekday {
    /// The day as dates have it.
    pub(crate) const fn of_week(self) -> DayOfWeek {
        match self {
            Self::Monday => DayOfWeek::Monday,
            Self::Tuesday => DayOfWeek::Tuesday,
            Self::Wednesday => DayOfWeek::Wednesday,
            Self::Thursday => DayOfWeek::Thursday,
            Self::Friday => DayOfWeek::Friday,
            Self::Saturday => DayOfWeek::Saturday,
            Self::Sunday => DayOfWeek::Sunday,
        }
    }
}

/// When an office is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OfficeHours {
    /// Its working days; none while its hours are not known.
    #[schema(max_items = 7)]
    pub days: Vec<Weekday>,
    /// When it opens, `HH:MM` on its own clock; empty while its hours are not known.
    #[schema(max_length = 5, example = "09:00")]
    pub opens: String,
    /// When it closes, on the same day.
    #[schema(max_length = 5, example = "17:30")]
    pub closes: String,
}

/// Reads the members of the object.
pub(super) fn read(hours: &mut OfficeHours, members: &mut Members) {
    let detail = "Enter a time, for example 09:00.";
    members.words("days", 7, &mut hours.days);
    members.checked_text("opens", 5, &mut hours.opens, is_time, detail);
    members.checked_text("closes", 5, &mut hours.closes, is_time, detail);
    hours.days.sort_unstable();
}

/// Refuses hours of which a part is missing, and those that end before they begin.
pub(super) fn check(hours: &OfficeHours, faults: &mut Faults) {
    let OfficeHours {
        days,
        opens,
        closes,
    } = hours;
    if opens.is_empty() && closes.is_empty() && days.is_empty() {
        return;
    }
    let parts = [
        (
            "days",
            days.is_empty(),
            "Choose the days on which the office is open.",
        ),
        ("opens", opens.is_empty(), "Enter when the office opens."),
        ("closes", closes.is_empty(), "Enter when the office closes."),
    ];
    for (member, is_missing, detail) in parts {
        if is_missing {
            faults.add(FieldProblem::at("/hours", member, detail));
        }
    }
    // Both are of one length, so that their order is that of the clock.
    if !closes.is_empty() && closes <= opens {
        let detail = "Enter a time after the opening time.";
        faults.add(FieldProblem::at("/hours", "closes", detail));
    }
}

/// `00:00` to `23:59`; empty is no time.
pub(crate) fn is_time(text: &str) -> bool {
    let is_below = |part: &str, limit: u8| {
        part.len() == 2
            && part.bytes().all(|it| it.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|it| it < limit)
    };
    text.split_once(':')
        .is_some_and(|(hour, minute)| is_below(hour, 24) && is_below(minute, 60))
}
