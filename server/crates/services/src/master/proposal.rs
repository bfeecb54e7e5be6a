//! What a country proposes to a company that works there: everything that the country implies, as the company's own row of it
//! and its [`super::conventions`] have it.
//!
//! Invariant: every country gives a whole proposal whose values can be stored as they are; what no source knows is said to be
//! unknown, never guessed.

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Filter;
use waybill_storage::records::read;
use waybill_storage::{Handle, StorageError};

use super::conventions::{self, Conventions};
use super::countries::{Countries, Country};
use super::holidays;
use super::ports::{OceanPorts, Ports};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::companies::fields::{CompanyFormats, Units};
use crate::iam::offices::hours::Weekday;
use crate::languages::Language;
use crate::permissions::{Action, Permission, Resource};
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::zones;

/// What a country proposes.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountryProposal {
    /// ISO 3166-1 alpha-2.
    #[schema(example = "NL")]
    pub country: String,
    /// ISO 4217.
    pub currency: String,
    /// Whether it is that of the country, which may have none.
    pub is_own_currency: bool,
    /// IANA zones, the one to begin with first; at least one.
    pub timezones: Vec<String>,
    /// Whether they are those of the country, which may have none.
    pub is_own_timezone: bool,
    /// The language of ours to begin with.
    pub language: Language,
    /// Whether that is an official language there.
    pub is_official_language: bool,
    /// The locale of Unicode CLDR that the formats are from.
    #[schema(example = "nl")]
    pub locale: String,
    /// How people there write.
    pub formats: CompanyFormats,
    /// What they measure in.
    pub units: Units,
    /// Day on which the week begins: 1 is Monday, 7 Sunday.
    #[schema(minimum = 1, maximum = 7)]
    pub week_start: i64,
    /// The days on which nobody works.
    pub weekend: Vec<Weekday>,
    /// Telephone numbers there; none in a country without any.
    #[schema(required)]
    pub phone: Option<PhoneProposal>,
    /// What the tax number of a company is called there; none where that is not known.
    #[schema(required, max_length = 20)]
    pub tax_name: Option<String>,
    /// Its main sea ports, for those who may see ports; the best connected first, at most three.
    pub ports: Vec<PortProposal>,
    /// Public holidays of the coming twelve months, today's included, by their days.
    pub holidays: Vec<HolidayOn>,
    /// The last day whose holidays are known; none where no holidays are.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub holidays_until: Option<Date>,
}

/// How people there are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneProposal {
    /// Calling code.
    #[schema(example = "+31")]
    pub dial_code: String,
    /// An example as it can be typed there.
    pub example: String,
    /// The same in E.164.
    pub number: String,
}

/// A port to offer first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortProposal {
    /// Its id among the ocean ports.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// UN/LOCODE.
    #[schema(example = "NLRTM")]
    pub unlocode: String,
    /// Its name.
    pub name: String,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// How many countries it is connected with; 0 where that is not known.
    pub countries: u32,
}

/// A public holiday.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HolidayOn {
    /// Its day.
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// What it is called: in the reader's language where that is the country's too, else in English.
    pub name: String,
}

impl HolidayOn {
    /// The holidays of a country from one day to another, for the readers of a language.
    pub(crate) fn between(country: &str, from: Date, to: Date, language: Language) -> Vec<Self> {
        let found = holidays::between(country, from, to).into_iter();
        let named = |it: holidays::Holiday| Self {
            date: it.date,
            name: it.name_in(language).to_owned(),
        };
        found.map(named).collect()
    }
}

impl Services {
    /// What the country with this alpha-2 code proposes to the caller's company. [`ServiceError::Invalid`] when the company
    /// has no such country. Everybody who is signed in may ask.
    pub async fn country_proposal(
        &self,
        caller: &Caller,
        alpha2: &str,
    ) -> Result<CountryProposal, ServiceError> {
        let db = &self.storage.read(caller.company_id()).await?;
        let named = Filter::eq::<Countries>("alpha2", alpha2);
        let Some(row) = read::find::<Countries>(db, caller.company_id(), named).await? else {
            let detail = "Choose a country from the list.";
            return Err(ServiceError::Invalid(vec![FieldProblem::parameter(
                "country", detail,
            )]));
        };
        let country = row.fields;
        let known = conventions::of(alpha2);
        let today = self
            .now()
            .to_zoned(zones::get(&caller.company().timezone)?)
            .date();
        let until = today.checked_add(1.year()).unwrap_or(today);
        let language = Language::of(&caller.user().language).unwrap_or_default();
        Ok(CountryProposal {
            currency: country.first_currency().to_owned(),
            is_own_currency: country.default_currency.is_some(),
            is_own_timezone: !country.timezones.is_empty(),
            timezones: match country.timezones.is_empty() {
                true => vec![country.first_timezone().to_owned()],
                false => country.timezones.clone(),
            },
            language: known.map(|it| it.language).unwrap_or_default(),
            is_official_language: known.is_some_and(|it| it.is_official),
            locale: known.map_or_else(|| "en-001".to_owned(), |it| it.locale.clone()),
            formats: known.map(Conventions::formats).unwrap_or_default(),
            units: known.map(Conventions::units).unwrap_or_default(),
            week_start: country.week_start,
            weekend: weekend(alpha2),
            phone: known.and_then(|it| phone(&country, it)),
            tax_name: known.and_then(|it| it.tax_name.clone()),
            ports: match known {
                Some(known) if may_see_ports(caller) => ports(db, caller, known).await?,
                _ => Vec::new(),
            },
            holidays: HolidayOn::between(alpha2, today, until, language),
            holidays_until: holidays::known_until(alpha2),
            country: country.alpha2,
        })
    }
}

fn weekend(country: &str) -> Vec<Weekday> {
    let working = conventions::working_days(country);
    let days = Weekday::ALL.iter().copied();
    days.filter(|day| !working.contains(day)).collect()
}

fn phone(country: &Country, known: &Conventions) -> Option<PhoneProposal> {
    let example = known.phone.as_ref()?;
    Some(PhoneProposal {
        dial_code: country.dial_code.clone()?,
        example: example.dialled_in(&country.alpha2).to_owned(),
        number: example.number.clone(),
    })
}

fn may_see_ports(caller: &Caller) -> bool {
    let view = Permission {
        resource: Resource::OceanPort,
        action: Action::View,
    };
    caller.require_permission(view).is_ok()
}

/// The main ports as the company has them; those that it does not offer are left out.
async fn ports(
    db: &dyn Handle,
    caller: &Caller,
    known: &Conventions,
) -> Result<Vec<PortProposal>, StorageError> {
    let mut found = Vec::with_capacity(known.ports.len());
    for (unlocode, countries) in &known.ports {
        let named = Filter::eq::<Ports<OceanPorts>>("unlocode", unlocode.as_str());
        let row = read::find::<Ports<OceanPorts>>(db, caller.company_id(), named).await?;
        found.extend(
            row.filter(|row| row.fields.enabled)
                .map(|row| PortProposal {
                    id: row.id.as_uuid(),
                    unlocode: row.fields.unlocode.clone(),
                    name: row.fields.name.clone(),
                    favourite: row.fields.favourite,
                    countries: *countries,
                }),
        );
    }
    Ok(found)
}
