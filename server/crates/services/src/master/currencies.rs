//! Currencies: ISO 4217, with funds, special codes and the superseded ones that old documents carry.
//!
//! Invariant: the base currency of a company is the one its profile names; it is neither disabled nor deleted, and the digits
//! after its point are fixed.

use async_trait::async_trait;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Key, KeyValue, Record, Row};
use waybill_storage::reference::seed::{CURRENCIES, Loading, Origin};
use waybill_storage::{Handle, StorageError, companies};

use super::countries::Countries;
use super::shared;
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::problem::{FieldProblem, UseOfRecord};
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What a currency is good for.
    CurrencyStatus {
        /// Money.
        Active = "active",
        /// Was money; names its successor.
        Superseded = "superseded",
        /// A unit of contracts and indices.
        Fund = "fund",
        /// Metals, units of account, tests.
        Special = "special",
    }
}

const REQUIRED: &str = "This field is required.";

/// The currencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Currencies;

/// What a currency is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CurrencyRate {
    /// What one unit of it is worth in the company's own currency: a decimal number greater than zero.
    #[schema(max_length = 20, example = "0.9215")]
    pub value: String,
    /// The day on which it is worth that.
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// Who says so.
    #[serde(default)]
    #[schema(max_length = 80, example = "ECB")]
    pub source: String,
}

/// What a currency holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Currency {
    /// ISO 4217 code; fixed.
    pub code: String,
    /// ISO 4217 number, three digits.
    pub numeric: String,
    /// English name.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// What its hundredth, or the like, is called.
    #[schema(max_length = 30)]
    pub subunit_name: String,
    /// Empty when there is none and the code is printed.
    #[schema(max_length = 8)]
    pub symbol: String,
    /// Digits after the point by ISO 4217; null for special codes that have no minor unit.
    #[schema(required, minimum = 0, maximum = 4)]
    pub exponent: Option<i64>,
    /// What it is good for.
    pub status: CurrencyStatus,
    /// Code of the successor.
    #[schema(required)]
    pub superseded_by: Option<String>,
    /// Smallest amount in cash, a decimal number.
    #[schema(required)]
    pub cash_rounding: Option<String>,
    /// What it is worth, as the company says; the company's own currency has none.
    #[schema(required)]
    pub rate: Option<CurrencyRate>,
    /// Alpha-2 codes of the countries that use it.
    pub countries: Vec<String>,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// Where the row comes from; none of a company's own. Set by the server.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

/// What is computed for a currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyNotes {
    /// Whether it is the company's own currency; true of exactly one.
    pub is_base: bool,
}

impl Record for Currencies {
    type Fields = Currency;

    const KIND: &'static str = "currency";
    const TABLE: &'static str = "currencies";
    const KEYS: &'static [Key] = &[
        Key::text("code", "code"),
        Key::text("numeric", "numeric"),
        Key::folded("name", "name_key"),
        Key::text("status", "status"),
        Key::number("exponent", "exponent"),
        Key::flag("enabled", "enabled"),
        Key::flag("favourite", "favourite"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("code", Direction::Ascending)];
    const SHARED: bool = true;

    fn keys(fields: &Currency) -> Vec<KeyValue> {
        vec![
            fields.code.as_str().into(),
            fields.numeric.as_str().into(),
            fold(&fields.name).into(),
            fields.status.as_str().into(),
            fields.exponent.unwrap_or(-1).into(),
            fields.enabled.into(),
            fields.favourite.into(),
        ]
    }

    fn label(fields: &Currency) -> String {
        format!("{} {}", fields.code, fields.name)
    }

    fn searched(fields: &Currency) -> Vec<&str> {
        vec![&fields.code, &fields.name, &fields.numeric, &fields.symbol]
    }

    fn codes(fields: &Currency) -> Vec<&str> {
        vec![&fields.code, &fields.numeric]
    }

    fn natural_key(fields: &Currency) -> Option<String> {
        fields.source.as_ref().map(|source| source.key.clone())
    }

    fn origin(fields: &Currency) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut Currency, origin: Origin) {
        fields.source = Some(origin);
    }

    fn set_unavailable(fields: &mut Currency) {
        fields.enabled = false;
    }
}

#[async_trait]
impl Collection for Currencies {
    type Computed = CurrencyNotes;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = "/master/api/v1/currency-list";
    const NAME: &'static str = "Currency";
    const PLURAL: &'static str = "currencies";
    const RESOURCE: Resource = Resource::Currency;
    const HAS_ORIGINAL: bool = true;
    const REQUIRED: &'static [&'static str] = &["code", "numeric", "name"];
    const UNIQUE: &'static [&'static str] = &["code"];
    const IMPORT_KEY: Option<&'static str> = Some("code");
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Currency").also(&["Name", "English name"]),
        Heading::new("code", "Code"),
        Heading::new("numeric", "Numeric"),
        Heading::new("symbol", "Symbol"),
        Heading::new("exponent", "Decimals"),
        Heading::new("rate.value", "Rate"),
        Heading::new("status", "Status").holding(Holds::Words(&[
            ("active", "Active"),
            ("superseded", "Superseded"),
            ("fund", "Fund"),
            ("special", "Special"),
        ])),
        Heading::new("cashRounding", "Smallest cash amount").also(&["Smallest in cash"]),
        Heading::new("enabled", "Active")
            .also(&["Offered"])
            .holding(Holds::Flag),
    ];
    const WHOLE: bool = true;
    const BRIEF: &'static [&'static str] =
        &["code", "numeric", "name", "symbol", "enabled", "favourite"];
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] = &[("enabled", None)];

    fn blank(_: &Caller) -> Currency {
        Currency {
            enabled: true,
            exponent: Some(2),
            ..Currency::default()
        }
    }

    fn read(fields: &mut Currency, members: &mut Members) {
        let letters = |it: &str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_uppercase());
        let digits = |it: &str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_digit());
        shared::fixed(
            members,
            "code",
            &mut fields.code,
            letters,
            "Enter three letters.",
        );
        members.checked_text(
            "numeric",
            3,
            &mut fields.numeric,
            digits,
            "Enter three digits.",
        );
        members.ensure("numeric", !fields.numeric.is_empty(), REQUIRED);
        members.filled_text("name", 60, &mut fields.name);
        members.text("subunitName", 30, &mut fields.subunit_name);
        members.text("symbol", 8, &mut fields.symbol);
        members.optional_number("exponent", 0..=4, &mut fields.exponent);
        members.word("status", &mut fields.status);
        members.parsed("supersededBy", 3, &mut fields.superseded_by, |it| {
            Ok(it.to_uppercase())
        });
        members.parsed("cashRounding", 12, &mut fields.cash_rounding, decimal);
        read_rate(&mut fields.rate, members);
        members.texts("countries", 100, 2, &mut fields.countries);
        members.flag("enabled", &mut fields.enabled);
        members.flag("favourite", &mut fields.favourite);
    }

    fn example() -> serde_json::Value {
        json!({
            "code": "QQQ", "numeric": "000", "name": "House unit", "subunitName": "Cent", "symbol": "Q", "exponent": 2,
            "status": "active", "supersededBy": null, "cashRounding": "0.05", "rate": { "value": "0.9215", "date": "2026-11-20", "source": "ECB" }, "countries": ["NL"], "enabled": true,
            "favourite": false
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Currency,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        shared::check_deactivation::<Self>(
            writing,
            before.map(|row| row.fields.enabled),
            fields.enabled,
        )?;
        let is_base = fields.code == base(writing).await?;
        let mut ensure = |name, passed: bool, detail: &str| {
            if !passed {
                faults.add(FieldProblem::member(name, detail));
            }
        };
        ensure(
            "enabled",
            fields.enabled || !is_base,
            "This is the company's currency.",
        );
        ensure(
            "rate",
            fields.rate.is_none() || !is_base,
            "The company's currency has no rate, since other rates are given in it.",
        );
        let kept = before.is_none_or(|row| row.fields.exponent == fields.exponent);
        ensure(
            "exponent",
            kept || !is_base,
            "The number of decimals cannot change because amounts exist in this currency.",
        );
        let is_special = fields.status == CurrencyStatus::Special;
        ensure(
            "exponent",
            fields.exponent.is_some() || is_special,
            "Only special codes have no minor unit.",
        );
        let is_superseded = fields.status == CurrencyStatus::Superseded;
        ensure(
            "supersededBy",
            fields.superseded_by.is_some() || !is_superseded,
            "Choose the currency that replaced it.",
        );
        ensure(
            "supersededBy",
            fields.superseded_by.is_none() || is_superseded,
            "Only superseded currencies have a successor.",
        );
        let fits = |rounding: &String| is_multiple(rounding, fields.exponent.unwrap_or(0));
        ensure(
            "cashRounding",
            fields.cash_rounding.as_ref().is_none_or(fits),
            "Enter at least one minor unit.",
        );
        if let Some(code) = &fields.superseded_by {
            let known = Filter::eq::<Self>("code", code.as_str());
            let found =
                read::count::<Self>(writing.tx, writing.company(), &known, Bin::Outside).await?;
            ensure(
                "supersededBy",
                found > 0 && *code != fields.code,
                "Choose another currency from the list.",
            );
        }
        for code in &fields.countries {
            let known = Filter::eq::<Countries>("alpha2", code.as_str());
            let found =
                read::count::<Countries>(writing.tx, writing.company(), &known, Bin::Outside)
                    .await?;
            ensure("countries", found > 0, "Choose countries from the list.");
        }
        Ok(())
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        let code = &row.fields.code;
        let mut uses = Vec::new();
        if *code == base(writing).await? {
            uses.push(shared::one_use("company", "currency"));
        }
        let filter = Filter::eq::<Countries>("defaultCurrency", code.as_str());
        let count =
            read::count::<Countries>(writing.tx, writing.company(), &filter, Bin::Outside).await?;
        if count > 0 {
            uses.push(UseOfRecord {
                kind: Countries::KIND.to_owned(),
                field: "defaultCurrency".to_owned(),
                count: i64::try_from(count).unwrap_or(i64::MAX),
            });
        }
        shared::refuse(uses)
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<CurrencyNotes>, ServiceError> {
        let base = &caller.company().currency;
        let notes = |row: &Row<Self>| CurrencyNotes {
            is_base: row.fields.code == *base,
        };
        Ok(rows.iter().map(notes).collect())
    }
}

/// The company's own currency as it is now: it may have changed since the caller was looked up.
async fn base(writing: &Writing<'_>) -> Result<String, ServiceError> {
    let company = companies::get(writing.tx, writing.company()).await?;
    Ok(company.ok_or(ServiceError::NotFound)?.currency)
}

/// Takes in what the currency is worth; `null`, or an object of nothing, says that this is not known.
fn read_rate(rate: &mut Option<CurrencyRate>, members: &mut Members) {
    if members.is_null("rate") {
        *rate = None;
    }
    members.object("rate", |members| {
        let (mut value, mut date, mut source) = match rate.take() {
            Some(old) => (Some(old.value), Some(old.date), old.source),
            None => (None, None, String::new()),
        };
        members.parsed("value", 20, &mut value, decimal);
        members.optional_day("date", &mut date);
        members.text("source", 80, &mut source);
        let is_said = value.is_some() || date.is_some() || !source.is_empty();
        members.ensure("value", value.is_some() || !is_said, REQUIRED);
        members.ensure("date", date.is_some() || !is_said, REQUIRED);
        *rate = value.zip(date).map(|(value, date)| CurrencyRate {
            value,
            date,
            source,
        });
    });
}

/// A decimal number greater than zero as it was written, or what is wrong with it as a sentence.
pub fn decimal(text: &str) -> Result<String, &'static str> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_some = text.bytes().any(|it| matches!(it, b'1'..=b'9'));
    match digits(whole) && digits(fraction) && is_some {
        true => Ok(text.to_owned()),
        false => Err("Enter a decimal number, for example 0.05."),
    }
}

/// Whether the amount has no more digits after the point than the currency.
pub fn is_multiple(amount: &str, exponent: i64) -> bool {
    let fraction = amount.split_once('.').map_or("", |(_, fraction)| fraction);
    let digits = fraction.trim_end_matches('0').len();
    i64::try_from(digits).is_ok_and(|digits| digits <= exponent)
}

/// A line of the seed file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    code: String,
    numeric: String,
    name: String,
    symbol: String,
    exponent: Option<i64>,
    status: CurrencyStatus,
    superseded_by: Option<String>,
    countries: Vec<String>,
}

/// Loads the currencies, if their file changed.
pub(crate) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let currency = |line: Line, origin| Currency {
        code: line.code,
        numeric: line.numeric,
        name: line.name,
        symbol: line.symbol,
        exponent: line.exponent,
        // Funds, special codes and what was superseded are for old documents, not for new ones.
        enabled: line.status == CurrencyStatus::Active,
        status: line.status,
        superseded_by: line.superseded_by,
        countries: line.countries,
        source: Some(origin),
        ..Currency::default()
    };
    let key = |line: &Line| line.code.clone();
    loading
        .records::<Currencies, Line>(&[CURRENCIES], key, currency)
        .await
}
