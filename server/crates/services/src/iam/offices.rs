//! Offices of a company.
//!
//! Invariant: exactly one office is the head office; it is the one that becomes it that ends the other's being it.

use async_trait::async_trait;
use jiff::ToSpan as _;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Filter, Key, KeyValue, Record, Row};
use waybill_storage::{Handle, offices};

use crate::caller::Caller;
use crate::collection::write::{refuse_used, take_over};
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::iam::company::{Address, read_address};
use crate::languages::Language;
use crate::master::proposal::HolidayOn;
use crate::permissions::{Action, Permission, Resource};
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::zones;

pub mod hours;

use hours::OfficeHours;

/// How far ahead holidays are said: longer than any country closes at a stretch.
const DAYS_AHEAD: i32 = 21;

/// The offices of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offices;

/// What an office holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OfficeFields {
    /// Its name, unique in the company.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Where it is: UN/LOCODE.
    #[schema(max_length = 5)]
    pub unlocode: String,
    /// Postal address.
    pub address: Address,
    /// IANA zone.
    pub timezone: String,
    /// When it is open, on the clock of its zone.
    pub hours: OfficeHours,
    /// E.164.
    pub phone: String,
    /// Whether it is the head office; true of exactly one.
    pub is_head: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
}

/// What is computed for an office.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfficeMore {
    /// Public holidays of its country, or of the company's where it names none: those of yesterday, today and the three weeks
    /// ahead, by their days.
    pub holidays: Vec<HolidayOn>,
}

impl Record for Offices {
    type Fields = OfficeFields;

    const KIND: &'static str = offices::KIND;
    const TABLE: &'static str = offices::TABLE;
    const KEYS: &'static [Key] = offices::KEYS;
    const ORDER: &'static [(&'static str, Direction)] = offices::ORDER;

    fn keys(fields: &OfficeFields) -> Vec<KeyValue> {
        offices::keys(
            &fields.name,
            &fields.unlocode,
            fields.is_head,
            fields.enabled,
        )
    }

    fn label(fields: &OfficeFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &OfficeFields) -> Vec<&str> {
        vec![&fields.name, &fields.unlocode]
    }

    fn codes(fields: &OfficeFields) -> Vec<&str> {
        vec![&fields.unlocode]
    }

    fn code_ends(fields: &OfficeFields) -> Vec<&str> {
        fields.unlocode.get(2..).into_iter().collect()
    }
}

#[async_trait]
impl Collection for Offices {
    type Computed = OfficeMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/companies/offices";
    const NAME: &'static str = "Office";
    const PLURAL: &'static str = "offices";
    const RESOURCE: Resource = Resource::Company;
    const REQUIRED: &'static [&'static str] = &["name"];
    const UNIQUE: &'static [&'static str] = &["name"];
    const ABILITIES: Abilities = Abilities {
        export: false,
        ..Abilities::ONE_BY_ONE
    };

    /// Offices are managed by who manages the company (domain reference, section 3).
    fn permission(action: Action) -> Permission {
        let action = match action {
            Action::View => Action::View,
            _ => Action::Manage,
        };
        Permission {
            resource: Self::RESOURCE,
            action,
        }
    }

    fn blank(caller: &Caller) -> OfficeFields {
        OfficeFields {
            timezone: caller.company().timezone.clone(),
            enabled: true,
            ..OfficeFields::default()
        }
    }

    fn read(fields: &mut OfficeFields, members: &mut Members) {
        members.filled_text("name", 80, &mut fields.name);
        members.checked_text(
            "unlocode",
            5,
            &mut fields.unlocode,
            is_unlocode,
            "Enter a UN/LOCODE, for example NLRTM.",
        );
        members.object("address", |members| {
            read_address(&mut fields.address, members);
        });
        members.checked_text(
            "timezone",
            64,
            &mut fields.timezone,
            |name| zones::get(name).is_ok(),
            "Choose a time zone from the list.",
        );
        members.ensure(
            "timezone",
            !fields.timezone.is_empty(),
            "This field is required.",
        );
        members.object("hours", |members| hours::read(&mut fields.hours, members));
        members.phone("phone", Some(&fields.address.country), &mut fields.phone);
        members.flag("isHead", &mut fields.is_head);
        members.flag("enabled", &mut fields.enabled);
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Rotterdam", "unlocode": "NLRTM", "timezone": "Europe/Amsterdam", "phone": "+31101234567",
            "address": { "lines": ["Waalhaven 1"], "city": "Rotterdam", "subdivision": "", "postal": "3089 JH", "country": "NL" },
            "hours": { "days": ["mon", "tue", "wed", "thu", "fri"], "opens": "08:30", "closes": "17:30" },
            "isHead": false, "enabled": true
        })
    }

    async fn check(
        _: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut OfficeFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        hours::check(&fields.hours, faults);
        if before.is_some_and(|row| row.fields.is_head) && !fields.is_head {
            let detail = "Set another office as the head office instead.";
            faults.add(FieldProblem::member("isHead", detail));
        }
        if fields.is_head && !fields.enabled {
            let detail = "The head office cannot be inactive.";
            faults.add(FieldProblem::member("enabled", detail));
        }
        Ok(())
    }

    async fn more(
        services: &Services,
        caller: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<OfficeMore>, ServiceError> {
        let language = Language::of(&caller.user().language).unwrap_or_default();
        let mut more = Vec::with_capacity(rows.len());
        for OfficeFields {
            address, timezone, ..
        } in rows.iter().map(|row| &row.fields)
        {
            let country = match address.country.as_str() {
                "" => caller.company().operating_country.as_str(),
                own => own,
            };
            let today = services.now().to_zoned(zones::get(timezone)?).date();
            let from = today.yesterday().unwrap_or(today);
            let until = today.checked_add(DAYS_AHEAD.days()).unwrap_or(today);
            let holidays = HolidayOn::between(country, from, until, language);
            more.push(OfficeMore { holidays });
        }
        Ok(more)
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.is_head {
            return Err(ServiceError::State(
                "This is the head office. Set another office as the head office first.",
            ));
        }
        refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    /// An office that becomes the head office takes the place of the one before it.
    async fn written(
        writing: &Writing<'_>,
        _: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        match after {
            Some(row) if row.fields.is_head => {
                let take = |fields: &mut OfficeFields| fields.is_head = false;
                take_over(writing, row, Filter::default(), "isHead", take).await
            }
            _ => Ok(()),
        }
    }
}

/// `[A-Z]{2}[A-Z2-9]{3}`
fn is_unlocode(text: &str) -> bool {
    text.len() == 5
        && text
            .bytes()
            .enumerate()
            .all(|(at, it)| it.is_ascii_uppercase() || (2 <= at && matches!(it, b'2'..=b'9')))
}
