//! Hours: when a mail leaves that waits for the working hours of its recipients, and by whose clock.
//!
//! Invariant: of one recipient it is the first working time of their clock; of one message to several, the first that is working
//! time for them all.

use std::collections::{HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::Handle;
use waybill_storage::records::filter::{Comparison, Op};
use waybill_storage::records::{Filter, Id, KeyValue};
use waybill_storage::reference::timezones::{self, Timezones};

use super::compose::Composed;
use super::letter::Letter;
use super::recipients::{self, Recipient, Workstead, listed};
use crate::caller::Caller;
use crate::collection::{Collection, reach};
use crate::contact::contacts::Contacts;
use crate::error::ServiceError;
use crate::master::countries::Countries;
use crate::permissions::Action;
use crate::vocabulary::wire_enum;
use crate::working_time::{Workplace, all_at_work_from};
use crate::zones;

/// How far ahead a moment is looked for that is working time for several: longer than any country closes at a stretch.
pub(crate) const FORTNIGHT: SignedDuration = SignedDuration::from_hours(14 * 24);

wire_enum! {
    /// Whose clock tells when a recipient is at work.
    ClockOf {
        /// The sender's company's, as nothing else is known.
        Company = "company",
        /// Their own.
        Contact = "contact",
        /// That of the colleague who they are.
        User = "user",
        /// That of the organisation they work for.
        Organisation = "organisation",
        /// That of the country of their address, or of their organisation's, where all clocks show the same.
        Country = "country",
    }
}

/// By which clock, and the working days of which country, a recipient works.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct RecipientClock {
    /// The recipient's name; may be empty.
    pub name: String,
    /// The recipient's address.
    pub address: String,
    /// IANA name of the clock's zone.
    #[schema(example = "Asia/Shanghai")]
    pub timezone: String,
    /// Whose clock it is.
    pub clock_of: ClockOf,
    /// The country whose working days count, ISO 3166-1 alpha-2.
    #[schema(example = "CN")]
    pub country: String,
}

/// When a mail leaves to a recipient, where it waits for their working hours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Leaving {
    /// Whose working hours.
    #[serde(flatten)]
    pub clock: RecipientClock,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Whether that is as soon as any mail leaves.
    pub at_once: bool,
}

/// When the mails of a letter leave that waits for working hours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Departure {
    /// By recipient; nobody of a letter that waits for none.
    pub(crate) leaving: Vec<Leaving>,
    /// Some who are never at work at the same time, where one message is to reach all.
    pub(crate) apart: Vec<RecipientClock>,
}

impl RecipientClock {
    /// Where the recipient works.
    fn workplace(&self) -> Option<Workplace> {
        let zone = zones::get(&self.timezone).ok()?;
        Some(Workplace::new(zone, self.country.as_str()))
    }
}

/// The first moment from this one on that is working time by all these clocks, within two weeks; none where there is no such moment.
pub(crate) fn common(clocks: &[RecipientClock], from: Timestamp) -> Option<Timestamp> {
    let places: Option<Vec<Workplace>> = clocks.iter().map(RecipientClock::workplace).collect();
    all_at_work_from(&places?, from, from + FORTNIGHT)
}

/// When the mails of the letter leave: from when it is scheduled, or from `soonest` on.
pub(crate) async fn departure(
    caller: &Caller,
    db: &dyn Handle,
    letter: &Letter,
    composed: &Composed,
    (soonest, now): (Timestamp, Timestamp),
) -> Result<Departure, ServiceError> {
    if !letter.in_working_hours {
        return Ok(Departure::default());
    }
    let from = letter.scheduled_at.unwrap_or(soonest);
    let (cc, bcc) = composed.copies(letter);
    let all = match letter.goes_to_each() {
        true => letter.to.clone(),
        false => letter
            .all_recipients()
            .chain(&cc)
            .chain(&bcc)
            .cloned()
            .collect(),
    };
    let mut people = recipients::known(caller, db, &all).await?;
    people.retain(|it| it.left_out.is_none());
    let clocks = clocks(caller, db, &people, now).await?;
    let leaving = |clock, at| Leaving {
        clock,
        at,
        at_once: letter.scheduled_at.is_none() && at == soonest,
    };
    let mut departure = Departure::default();
    if letter.goes_to_each() {
        for clock in clocks {
            match clock.workplace().and_then(|it| it.at_work_from(from)) {
                Some(at) => departure.leaving.push(leaving(clock, at)),
                None => departure.apart.push(clock),
            }
        }
    } else if let Some(at) = common(&clocks, from) {
        departure.leaving = clocks.into_iter().map(|it| leaving(it, at)).collect();
    } else {
        departure.apart = apart(clocks, from);
    }
    Ok(departure)
}

/// Two of these who are never at work at the same time; where any two are, all.
fn apart(clocks: Vec<RecipientClock>, from: Timestamp) -> Vec<RecipientClock> {
    let mut seen = HashSet::new();
    let mut different = clocks.clone();
    different.retain(|it| seen.insert((it.timezone.clone(), it.country.clone())));
    for (at, one) in different.iter().enumerate() {
        for other in different.iter().skip(at) {
            let mut pair = vec![one.clone(), other.clone()];
            pair.dedup();
            if common(&pair, from).is_none() {
                return pair;
            }
        }
    }
    clocks
}

/// By which clocks these people work.
async fn clocks(
    caller: &Caller,
    db: &dyn Handle,
    people: &[Recipient],
    now: Timestamp,
) -> Result<Vec<RecipientClock>, ServiceError> {
    let organisations = organisations(caller, db, people).await?;
    let told: Vec<Vec<&Workstead>> = people
        .iter()
        .map(|it| {
            let organisation = it
                .workstead
                .organisation
                .and_then(|id| organisations.get(&id));
            [Some(&it.workstead), organisation]
                .into_iter()
                .flatten()
                .collect()
        })
        .collect();
    let atlas = Atlas::of(caller, db, told.iter().flatten().copied(), now).await?;
    let clocks = people.iter().zip(told).map(|(it, told)| {
        let (timezone, clock_of, country) = atlas.clock(&told);
        RecipientClock {
            name: it.address.name.clone(),
            address: it.address.address.clone(),
            timezone,
            clock_of,
            country,
        }
    });
    Ok(clocks.collect())
}

/// The organisations that these people work for, as far as the caller sees them.
async fn organisations(
    caller: &Caller,
    db: &dyn Handle,
    people: &[Recipient],
) -> Result<HashMap<Id<Contacts>, Workstead>, ServiceError> {
    let ids: HashSet<Id<Contacts>> = people
        .iter()
        .filter_map(|it| it.workstead.organisation)
        .collect();
    let Ok(scope) = Contacts::scope(caller, Action::View) else {
        return Ok(HashMap::new());
    };
    let filter = Filter::Ids(ids.iter().map(Id::as_uuid).collect());
    let filter = filter.and(reach::<Contacts>(caller, scope));
    let rows = listed::<Contacts>(db, caller.company_id(), filter).await?;
    let worksteads = rows.into_iter().map(|row| {
        let of = ClockOf::Organisation;
        (row.id, Workstead::of_contact(&row.fields, of))
    });
    Ok(worksteads.collect())
}

/// Which countries keep which zones, of all that is asked about.
struct Atlas {
    /// Zone of the company.
    own_zone: String,
    /// Country of the company, alpha-2.
    own_country: String,
    /// Zone → countries.
    kept_by: HashMap<String, Vec<String>>,
    /// Country → the zone that its clocks show, where all show the same.
    zone_of: HashMap<String, String>,
}

impl Atlas {
    async fn of(
        caller: &Caller,
        db: &dyn Handle,
        told: impl Iterator<Item = &Workstead>,
        now: Timestamp,
    ) -> Result<Self, ServiceError> {
        let company = caller.company();
        let own_zone = present(&company.timezone);
        let (mut zones, mut countries) = (HashSet::from([own_zone.clone()]), HashSet::new());
        for it in told {
            zones.insert(present(&it.timezone));
            countries.insert(it.country.clone());
        }
        let id = caller.company_id();
        let kept_by = listed::<Timezones>(db, id, among::<Timezones>("id", zones)).await?;
        let filter = among::<Countries>("alpha2", countries);
        let found = listed::<Countries>(db, id, filter).await?.into_iter();
        Ok(Self {
            own_zone,
            own_country: company.operating_country.clone(),
            kept_by: kept_by
                .into_iter()
                .map(|row| (row.fields.id, row.fields.countries))
                .collect(),
            zone_of: found
                .filter_map(|row| {
                    let zone = one_clock(&row.fields.timezones, now)?;
                    Some((row.fields.alpha2, zone.to_owned()))
                })
                .collect(),
        })
    }

    /// The zone, whose clock it is, and the country whose week counts, by what is told of a recipient and then of their
    /// organisation.
    fn clock(&self, told: &[&Workstead]) -> (String, ClockOf, String) {
        let mut countries = told.iter().map(|it| &it.country);
        if let Some(it) = told.iter().find(|it| self.says_zone(it)) {
            let zone = present(&it.timezone);
            let keep = self.kept_by.get(&zone).map_or(&[][..], Vec::as_slice);
            let country = countries
                .find(|it| keep.contains(it))
                .or(keep.first())
                .unwrap_or(&self.own_country);
            return (zone, it.clock_of, country.clone());
        }
        if let Some((country, zone)) = countries
            .clone()
            .find_map(|it| self.zone_of.get_key_value(it))
        {
            return (zone.clone(), ClockOf::Country, country.clone());
        }
        let country = countries.find(|it| !it.is_empty());
        let country = country.unwrap_or(&self.own_country);
        (self.own_zone.clone(), ClockOf::Company, country.clone())
    }

    /// Whether the zone was chosen. A contact that nobody chose one for has the company's: unless the contact is where the company's
    /// zone is kept, that one says nothing.
    fn says_zone(&self, it: &Workstead) -> bool {
        let zone = present(&it.timezone);
        let is_kept = || {
            let countries = self.kept_by.get(&zone);
            countries.is_some_and(|countries| countries.contains(&it.country))
        };
        !zone.is_empty() && (zone != self.own_zone || it.clock_of == ClockOf::User || is_kept())
    }
}

/// The present name of the zone; empty of what is none.
fn present(zone: &str) -> String {
    timezones::canonical(zone).unwrap_or_default().to_owned()
}

/// The first of these zones, where the clocks of all show the same now.
fn one_clock(zones: &[String], now: Timestamp) -> Option<&str> {
    let offset = |zone: &str| zones::get(zone).ok().map(|it| it.to_offset(now));
    let first = zones.first()?;
    let shown = offset(first)?;
    let agree = zones.iter().all(|it| offset(it) == Some(shown));
    agree.then_some(first)
}

fn among<C: Collection>(key: &'static str, words: HashSet<String>) -> Filter {
    let words = words.into_iter().filter(|it| !it.is_empty());
    let values: Vec<KeyValue> = words.map(|it| it.as_str().into()).collect();
    Comparison::new::<C>(key, Op::In, values).map_or(Filter::Any(Vec::new()), Filter::Is)
}
