//! The lines of the seed file of time zones, and the rows that they become.

use sea_orm::ActiveValue::Set;
use serde::Deserialize;

use super::{TIMEZONES, id};
use crate::clock::Millis;
use crate::folding::fold;
use crate::reference::timezones;
use crate::{StorageError, json_text};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Timezone {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) aliases: Vec<String>,
    pub(super) countries: Vec<String>,
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

fn folded<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let all: Vec<&str> = texts.into_iter().map(String::as_str).collect();
    fold(&all.join(" "))
}
