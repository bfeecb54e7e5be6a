//! Countries: ISO 3166-1, and Kosovo's user-assigned code (domain reference, section 4).
//!
//! Invariant: the codes of a country are fixed once it is made; other data name it by its alpha-2 code.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Filter, Key, KeyValue, Record, Row};
use waybill_storage::reference::seed::{COUNTRIES, Loading, Origin};
use waybill_storage::reference::{place_names, timezones};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::currencies::Currencies;
use super::ports::{Airports, OceanPorts, Ports, ReceivingLocations};
use super::shared;
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds, plain};
use crate::collection::{Collection, Nothing, Writing};
use crate::error::ServiceError;
use crate::languages::Language;
use crate::permissions::Resource;
use crate::problem::{FieldProblem, UseOfRecord};
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// A union of countries with one customs border.
    CustomsUnion {
        None = "none",
        Eu = "eu",
        Eaeu = "eaeu",
        Gcc = "gcc",
        Mercosur = "mercosur",
        Sacu = "sacu",
    }
}

/// As the screens call them.
const UNIONS: &[(&str, &str)] = &[
    ("none", "None"),
    ("eu", "European Union"),
    ("eaeu", "Eurasian Economic Union"),
    ("gcc", "Gulf Cooperation Council"),
    ("mercosur", "Mercosur"),
    ("sacu", "Southern African Customs Union"),
];

/// The countries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Countries;

/// What a country holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Country {
    /// ISO 3166-1 alpha-2; fixed.
    pub alpha2: String,
    /// ISO 3166-1 alpha-3; fixed.
    pub alpha3: String,
    /// ISO 3166-1 numeric, three digits; fixed.
    pub numeric: String,
    /// English name.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Other English names.
    pub aliases: Vec<String>,
    /// Names by language.
    pub local_names: BTreeMap<String, String>,
    /// Calling code; in a shared numbering plan with the country's own digits after a dash.
    #[schema(required)]
    pub dial_code: Option<String>,
    /// ISO 4217 code of the currency to propose.
    #[schema(required)]
    pub default_currency: Option<String>,
    /// IANA names of its zones, the one to propose first.
    pub timezones: Vec<String>,
    /// Regular expression of postal codes.
    #[schema(required)]
    pub postal_pattern: Option<String>,
    /// What a postal code is called there.
    #[schema(required)]
    pub postal_label: Option<String>,
    /// Its customs union.
    pub customs_union: CustomsUnion,
    /// Day on which the week begins: 1 is Monday, 7 Sunday.
    #[schema(minimum = 1, maximum = 7)]
    pub week_start: i64,
    /// Whether its codes are outside ISO 3166-1. Set by the server.
    #[schema(read_only)]
    pub is_user_assigned: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// Where the row comes from; none of a company's own. Set by the server.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

impl Default for Country {
    fn default() -> Self {
        Self {
            alpha2: String::new(),
            alpha3: String::new(),
            numeric: String::new(),
            name: String::new(),
            aliases: Vec::new(),
            local_names: BTreeMap::new(),
            dial_code: None,
            default_currency: None,
            timezones: Vec::new(),
            postal_pattern: None,
            postal_label: None,
            customs_union: CustomsUnion::None,
            week_start: 1,
            is_user_assigned: false,
            enabled: true,
            favourite: false,
            source: None,
        }
    }
}

impl Country {
    /// The currency that a company there begins with: that of the country, or the US dollar.
    pub fn first_currency(&self) -> &str {
        self.default_currency.as_deref().unwrap_or("USD")
    }

    /// The zone that a company there begins with; UTC in a country without one.
    pub fn first_timezone(&self) -> &str {
        self.timezones.first().map_or("UTC", String::as_str)
    }
}

impl Record for Countries {
    type Fields = Country;

    const KIND: &'static str = "country";
    const TABLE: &'static str = "countries";
    const KEYS: &'static [Key] = &[
        Key::text("alpha2", "alpha2"),
        Key::text("alpha3", "alpha3"),
        Key::text("numeric", "numeric"),
        Key::folded("name", "name_key"),
        Key::text("dialCode", "dial_code"),
        Key::text("defaultCurrency", "default_currency"),
        Key::flag("enabled", "enabled"),
        Key::flag("favourite", "favourite"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];
    const SHARED: bool = true;

    fn keys(fields: &Country) -> Vec<KeyValue> {
        vec![
            fields.alpha2.as_str().into(),
            fields.alpha3.as_str().into(),
            fields.numeric.as_str().into(),
            fold(&fields.name).into(),
            fields.dial_code.as_deref().into(),
            fields.default_currency.as_deref().into(),
            fields.enabled.into(),
            fields.favourite.into(),
        ]
    }

    fn label(fields: &Country) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Country) -> Vec<&str> {
        let texts = [
            fields.name.as_str(),
            &fields.alpha2,
            &fields.alpha3,
            &fields.numeric,
        ];
        let own = fields.aliases.iter().chain(fields.local_names.values());
        let names = own.chain(place_names::names_of(&fields.alpha2, ""));
        texts.into_iter().chain(names.map(String::as_str)).collect()
    }

    fn codes(fields: &Country) -> Vec<&str> {
        vec![&fields.alpha2, &fields.alpha3, &fields.numeric]
    }

    fn natural_key(fields: &Country) -> Option<String> {
        fields.source.as_ref().map(|source| source.key.clone())
    }

    fn origin(fields: &Country) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut Country, origin: Origin) {
        fields.source = Some(origin);
    }

    fn set_unavailable(fields: &mut Country) {
        fields.enabled = false;
    }
}

#[async_trait]
impl Collection for Countries {
    type Computed = Nothing;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = "/master/api/v1/country";
    const NAME: &'static str = "Country";
    const PLURAL: &'static str = "countries";
    const RESOURCE: Resource = Resource::Country;
    const HAS_ORIGINAL: bool = true;
    const REQUIRED: &'static [&'static str] = &["alpha2", "alpha3", "numeric", "name"];
    const UNIQUE: &'static [&'static str] = &["alpha2", "alpha3", "numeric"];
    const IMPORT_KEY: Option<&'static str> = Some("alpha2");
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Country").also(&["Name", "English name"]),
        Heading::new("alpha2", "Alpha-2"),
        Heading::new("alpha3", "Alpha-3"),
        Heading::new("numeric", "Numeric"),
        Heading::new("dialCode", "Dialling code"),
        Heading::new("defaultCurrency", "Currency"),
        Heading::new("customsUnion", "Customs union").holding(Holds::Words(UNIONS)),
        Heading::new("enabled", "Active")
            .also(&["Offered"])
            .holding(Holds::Flag),
    ];
    const WHOLE: bool = true;
    const BRIEF: &'static [&'static str] = &[
        "alpha2",
        "alpha3",
        "numeric",
        "name",
        "aliases",
        "localNames",
        "defaultCurrency",
        "timezones",
        "enabled",
        "favourite",
    ];
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] = &[("enabled", None)];

    fn blank(_: &Caller) -> Country {
        Country {
            // ISO 3166-1 is in the seed as a whole.
            is_user_assigned: true,
            ..Country::default()
        }
    }

    fn read(fields: &mut Country, members: &mut Members) {
        let letters =
            |it: &str, count| it.len() == count && it.bytes().all(|it| it.is_ascii_uppercase());
        let digits = |it: &str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_digit());
        shared::fixed(
            members,
            "alpha2",
            &mut fields.alpha2,
            |it| letters(it, 2),
            "Enter two letters.",
        );
        shared::fixed(
            members,
            "alpha3",
            &mut fields.alpha3,
            |it| letters(it, 3),
            "Enter three letters.",
        );
        shared::fixed(
            members,
            "numeric",
            &mut fields.numeric,
            digits,
            "Enter three digits.",
        );
        members.filled_text("name", 80, &mut fields.name);
        members.texts("aliases", 20, 80, &mut fields.aliases);
        members.texts_by_language("localNames", 80, &mut fields.local_names);
        members.parsed("dialCode", 10, &mut fields.dial_code, dial_code);
        members.parsed("defaultCurrency", 3, &mut fields.default_currency, |it| {
            Ok(it.to_uppercase())
        });
        members.texts("timezones", 40, 60, &mut fields.timezones);
        members.parsed("postalPattern", 80, &mut fields.postal_pattern, |it| {
            regex::Regex::new(it)
                .map(|_| it.to_owned())
                .map_err(|_| "This is not a valid regular expression.")
        });
        members.parsed("postalLabel", 20, &mut fields.postal_label, |it| {
            Ok(it.to_owned())
        });
        members.word("customsUnion", &mut fields.customs_union);
        members.number("weekStart", 1..=7, &mut fields.week_start);
        members.flag("enabled", &mut fields.enabled);
        members.flag("favourite", &mut fields.favourite);
    }

    fn example() -> serde_json::Value {
        json!({
            "alpha2": "QZ", "alpha3": "QZZ", "numeric": "999", "name": "Free zone", "aliases": ["Zone"],
            "localNames": { "nl": "Vrijhandelszone" }, "dialCode": "+31", "defaultCurrency": "EUR",
            "timezones": ["Europe/Amsterdam"], "postalPattern": "^[0-9]{4}$", "postalLabel": "Postcode",
            "customsUnion": "none", "weekStart": 1, "enabled": true, "favourite": false
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Country,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        shared::check_deactivation::<Self>(
            writing,
            before.map(|row| row.fields.enabled),
            fields.enabled,
        )?;
        for zone in &mut fields.timezones {
            match timezones::canonical(zone) {
                Some(name) => name.clone_into(zone),
                None => faults.add(FieldProblem::member(
                    "timezones",
                    "Choose time zones from the list.",
                )),
            }
        }
        let unchanged =
            before.is_some_and(|row| row.fields.default_currency == fields.default_currency);
        if let Some(code) = fields.default_currency.as_deref().filter(|_| !unchanged) {
            let known = Filter::eq::<Currencies>("code", code);
            if read::count::<Currencies>(writing.tx, writing.company(), &known, Bin::Outside)
                .await?
                == 0
            {
                faults.add(FieldProblem::member(
                    "defaultCurrency",
                    "Choose a currency from the list.",
                ));
            }
        }
        Ok(())
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        let code = &row.fields.alpha2;
        let mut uses = Vec::new();
        if *code == writing.caller.company().operating_country {
            uses.push(shared::one_use("company", "operatingCountry"));
        }
        uses.extend(port_uses::<Ports<Airports>>(writing, code).await?);
        uses.extend(port_uses::<Ports<OceanPorts>>(writing, code).await?);
        uses.extend(port_uses::<Ports<ReceivingLocations>>(writing, code).await?);
        shared::refuse(uses)
    }
}

async fn port_uses<R: Record>(
    writing: &Writing<'_>,
    country: &str,
) -> Result<Option<UseOfRecord>, ServiceError> {
    let filter = Filter::eq::<R>("country", country);
    let count = read::count::<R>(writing.tx, writing.company(), &filter, Bin::Outside).await?;
    Ok((count > 0).then(|| UseOfRecord {
        kind: R::KIND.to_owned(),
        field: "country".to_owned(),
        count: i64::try_from(count).unwrap_or(i64::MAX),
    }))
}

/// The zones of the country with this code; none when the company has no such country.
pub(crate) async fn zones_of(
    db: &dyn Handle,
    company: CompanyId,
    alpha2: &str,
) -> Result<Option<Vec<String>>, StorageError> {
    let filter = Filter::eq::<Countries>("alpha2", alpha2);
    let country = read::find::<Countries>(db, company, filter).await?;
    Ok(country.map(|row| row.fields.timezones))
}

/// Names of countries by language, from Unicode CLDR, and by alpha-2.
static NAMES: LazyLock<HashMap<Language, HashMap<String, String>>> = LazyLock::new(|| {
    // A part of the program; a test reads it.
    serde_json::from_str(include_str!("country-names.json")).unwrap_or_default()
});

/// The company's countries in a language, by alpha-2.
pub(crate) async fn names_in(
    db: &dyn Handle,
    company: CompanyId,
    language: Language,
) -> Result<HashMap<String, String>, StorageError> {
    let rows = read::list::<Countries>(db, company, Listing::default())
        .await?
        .rows;
    let name = |country: &Country| {
        let own = country.local_names.get(language.as_str());
        let known = || NAMES.get(&language)?.get(&country.alpha2);
        own.or_else(known).unwrap_or(&country.name).clone()
    };
    Ok(rows
        .iter()
        .map(|row| (row.fields.alpha2.clone(), name(&row.fields)))
        .collect())
}

/// Alpha-2 of the company's countries by their codes and by their names in any language, as [`plain`] has them.
pub(crate) async fn by_name(
    db: &dyn Handle,
    company: CompanyId,
) -> Result<HashMap<String, String>, StorageError> {
    let rows = read::list::<Countries>(db, company, Listing::default())
        .await?
        .rows;
    let mut by_name = HashMap::new();
    // Of two countries with one name the first keeps it; codes are nobody else's.
    for is_code in [true, false] {
        for country in rows.iter().map(|row| &row.fields) {
            let code = &country.alpha2;
            let names: Vec<&str> = if is_code {
                vec![code.as_str(), country.alpha3.as_str()]
            } else {
                let known = NAMES.values().filter_map(|names| names.get(code));
                let others = country.aliases.iter().chain(country.local_names.values());
                let names = [&country.name].into_iter().chain(others).chain(known);
                names.map(String::as_str).collect()
            };
            for name in names {
                by_name.entry(plain(name)).or_insert_with(|| code.clone());
            }
        }
    }
    Ok(by_name)
}

/// `+31`, or `+1-268`.
fn dial_code(text: &str) -> Result<String, &'static str> {
    let digits = |it: &str| (1..=4).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
    let parts = text
        .strip_prefix('+')
        .map(|rest| rest.split_once('-').unwrap_or((rest, "0")));
    match parts {
        Some((code, own)) if digits(code) && digits(own) => Ok(text.to_owned()),
        _ => Err("Enter a dialling code, for example +31 or +1-268."),
    }
}

/// A line of the seed file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    alpha2: String,
    alpha3: String,
    numeric: String,
    name: String,
    aliases: Vec<String>,
    dial_code: Option<String>,
    default_currency: Option<String>,
    timezones: Vec<String>,
    customs_union: CustomsUnion,
    week_start: i64,
    is_user_assigned: bool,
}

/// Loads the countries, if their file changed.
pub(crate) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let country = |line: Line, origin| Country {
        alpha2: line.alpha2,
        alpha3: line.alpha3,
        numeric: line.numeric,
        name: line.name,
        aliases: line.aliases,
        dial_code: line.dial_code,
        default_currency: line.default_currency,
        timezones: line.timezones,
        customs_union: line.customs_union,
        week_start: line.week_start,
        is_user_assigned: line.is_user_assigned,
        source: Some(origin),
        ..Country::default()
    };
    let key = |line: &Line| line.alpha2.clone();
    loading
        .records::<Countries, Line>(&[COUNTRIES], key, country)
        .await
}
