//! The lines of the seed files, and the rows that they become.

use sea_orm::ActiveValue::Set;
use serde::Deserialize;

use super::{COUNTRIES, CURRENCIES, GROUPS, TIMEZONES, VALUES, id};
use crate::clock::Millis;
use crate::folding::fold;
use crate::reference::{countries, currencies, picklists, timezones};
use crate::{StorageError, json_text};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Country {
    pub(super) alpha2: String,
    pub(super) alpha3: String,
    pub(super) numeric: String,
    pub(super) name: String,
    pub(super) aliases: Vec<String>,
    pub(super) dial_code: Option<String>,
    pub(super) default_currency: Option<String>,
    pub(super) timezones: Vec<String>,
    pub(super) customs_union: String,
    pub(super) is_user_assigned: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Currency {
    pub(super) code: String,
    pub(super) numeric: String,
    pub(super) name: String,
    pub(super) symbol: String,
    pub(super) exponent: Option<i32>,
    pub(super) status: String,
    pub(super) superseded_by: Option<String>,
    pub(super) countries: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Timezone {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) aliases: Vec<String>,
    pub(super) countries: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Group {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) module: String,
    pub(super) description: String,
    pub(super) is_system: bool,
    pub(super) allow_custom: bool,
    pub(super) multi_select: bool,
    pub(super) sort: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Value {
    pub(super) group: String,
    pub(super) code: String,
    pub(super) label: String,
    pub(super) description: Option<String>,
    pub(super) sort_order: i32,
    pub(super) is_default: bool,
    pub(super) standard: Option<Standard>,
    pub(super) enabled: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Standard {
    pub(super) list: String,
    pub(super) code: String,
}

pub(super) fn country(
    it: Country,
    now: Millis,
) -> Result<countries::entity::ActiveModel, StorageError> {
    let searched = [&it.name, &it.alpha2, &it.alpha3, &it.numeric]
        .into_iter()
        .chain(&it.aliases);
    Ok(countries::entity::ActiveModel {
        id: Set(id(&COUNTRIES, &it.alpha2)),
        company_id: Set(None),
        search_key: Set(folded(searched)),
        sort_key: Set(fold(&it.name)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        alpha2: Set(it.alpha2),
        alpha3: Set(it.alpha3),
        numeric: Set(it.numeric),
        name: Set(it.name),
        aliases: Set(json_text::write(&it.aliases, "country's aliases")?),
        local_names: Set("{}".to_owned()),
        dial_code: Set(it.dial_code),
        default_currency: Set(it.default_currency),
        timezones: Set(json_text::write(&it.timezones, "country's time zones")?),
        postal_pattern: Set(None),
        postal_label: Set(None),
        customs_union: Set(it.customs_union),
        week_start: Set(1),
        is_user_assigned: Set(it.is_user_assigned),
        enabled: Set(true),
        favourite: Set(false),
    })
}

pub(super) fn currency(
    it: Currency,
    now: Millis,
) -> Result<currencies::entity::ActiveModel, StorageError> {
    Ok(currencies::entity::ActiveModel {
        id: Set(id(&CURRENCIES, &it.code)),
        company_id: Set(None),
        search_key: Set(folded([&it.code, &it.name, &it.numeric, &it.symbol])),
        sort_key: Set(fold(&it.name)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        code: Set(it.code),
        numeric: Set(it.numeric),
        name: Set(it.name),
        symbol: Set(it.symbol),
        exponent: Set(it.exponent),
        // Funds, special codes and what was superseded are for old documents, not for new ones.
        enabled: Set(it.status == "active"),
        status: Set(it.status),
        superseded_by: Set(it.superseded_by),
        cash_rounding: Set(None),
        countries: Set(json_text::write(&it.countries, "currency's countries")?),
        favourite: Set(false),
    })
}

pub(super) fn timezone(
    it: Timezone,
    now: Millis,
) -> Result<timezones::entity::ActiveModel, StorageError> {
    let spoken = it.id.replace(['/', '_'], " ");
    let searched = [&it.id, &spoken]
        .into_iter()
        .chain(&it.aliases)
        .chain(&it.countries);
    Ok(timezones::entity::ActiveModel {
        search_key: Set(folded(searched)),
        id: Set(id(&TIMEZONES, &it.id)),
        company_id: Set(None),
        sort_key: Set(fold(&it.label)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        name: Set(it.id),
        label: Set(it.label),
        aliases: Set(json_text::write(&it.aliases, "time zone's aliases")?),
        countries: Set(json_text::write(&it.countries, "time zone's countries")?),
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "every kind of row is made by a function of the same shape"
)]
pub(super) fn group(it: Group, now: Millis) -> Result<picklists::group::ActiveModel, StorageError> {
    Ok(picklists::group::ActiveModel {
        id: Set(id(&GROUPS, &it.code)),
        company_id: Set(None),
        search_key: Set(folded([&it.name, &it.code, &it.description])),
        sort_key: Set(fold(&it.name)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        code: Set(it.code),
        name: Set(it.name),
        module: Set(it.module),
        description: Set(it.description),
        is_system: Set(it.is_system),
        allow_custom: Set(it.allow_custom),
        multi_select: Set(it.multi_select),
        sort: Set(it.sort),
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "every kind of row is made by a function of the same shape"
)]
pub(super) fn value(it: Value, now: Millis) -> Result<picklists::value::ActiveModel, StorageError> {
    let (standard_list, standard_code) = it
        .standard
        .map(|standard| (standard.list, standard.code))
        .unzip();
    Ok(picklists::value::ActiveModel {
        id: Set(id(&VALUES, &format!("{}/{}", it.group, it.code))),
        company_id: Set(None),
        search_key: Set(folded([&it.label, &it.code])),
        sort_key: Set(fold(&it.label)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        group_code: Set(it.group),
        code: Set(it.code),
        label: Set(it.label),
        description: Set(it.description),
        color: Set(None),
        sort_order: Set(it.sort_order),
        is_default: Set(it.is_default),
        standard_list: Set(standard_list),
        standard_code: Set(standard_code),
        is_system: Set(true),
        enabled: Set(it.enabled),
    })
}

fn folded<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let all: Vec<&str> = texts.into_iter().map(String::as_str).collect();
    fold(&all.join(" "))
}
