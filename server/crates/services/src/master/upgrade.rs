//! Upgrades of reference data: what a release would change about the lists that a database holds, what the latest one did
//! change, and what of it is in use.
//!
//! Invariant: nothing is written, and what is said to change is what loading the same seed changes. A company is told of its own
//! uses alone.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Record as _;
use waybill_storage::records::write::seed::{SeedChange, SeedStep};
use waybill_storage::reference::seed::{Loading, Seed, SeedChanges};
use waybill_storage::reference::timezones::Timezones;
use waybill_storage::reference::upgrades;
use waybill_storage::reference::usage::{self, Holder, Whose};
use waybill_storage::{Handle, Reader, StorageError};

use super::countries::Countries;
use super::currencies::Currencies;
use super::picklists::{PicklistValues, counted_as};
use super::ports::{Airports, OceanPorts, Ports};
use super::seed::{self, Counts};
use crate::caller::Caller;
use crate::collection::nouns;
use crate::error::ServiceError;
use crate::mail::templates;
use crate::services::Services;
use crate::vocabulary::wire_enum;

/// What a release changes about one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListUpgrade {
    /// What the list is called in a sentence, such as `ocean ports`.
    pub list: &'static str,
    /// The changes, in the order of the release; not empty.
    pub changes: Vec<SeedChange>,
    /// Ids of those changed rows that a company uses: it has a version of its own, or its records name or hold the row.
    pub used: BTreeSet<Uuid>,
}

impl ListUpgrade {
    /// How many rows change.
    pub fn counts(&self) -> Counts {
        Counts::of(&self.changes)
    }
}

/// What loading the seed would change, list by list; nothing is written. The schema of the database may be an older one.
pub async fn preview(db: &Reader, seed: Seed) -> Result<Vec<ListUpgrade>, StorageError> {
    let mut loading = Loading::preview(db.clone(), seed).await?;
    seed::walk(&mut loading).await?;
    templates::seed::walk(&mut loading).await?;
    let mut lists = Vec::new();
    for SeedChanges { kind, changes } in loading.changes().to_vec() {
        let used = used(db, Whose::All, kind, &changes).await?;
        let list = nouns::of_kind(kind).map_or(kind, |noun| noun.plural());
        lists.push(ListUpgrade {
            list,
            changes,
            used,
        });
    }
    Ok(lists)
}

/// The latest upgrade of the reference data, as a company sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatestUpgrade {
    /// When it was applied.
    #[schema(value_type = String, format = DateTime)]
    pub applied_at: Timestamp,
    /// What it changed, list by list; lists that the caller may not see are left out.
    pub lists: Vec<UpgradedList>,
}

/// What the latest upgrade changed about one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpgradedList {
    /// What the audit trail calls a record of the list.
    #[schema(example = "oceanport")]
    pub kind: String,
    /// New rows.
    pub added: usize,
    /// Rows with another name.
    pub renamed: usize,
    /// Rows with other values under the same name.
    pub edited: usize,
    /// Rows that the source no longer has and that are no longer offered.
    pub withdrawn: usize,
    /// The changed rows that the company uses: it has a version of its own, or its records name or hold the row.
    pub used: Vec<UsedRow>,
}

/// A changed row that the company uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedRow {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What it is called.
    #[schema(example = "NLVLI Vlissingen")]
    pub label: String,
    /// How it changed.
    pub change: RowChange,
}

wire_enum! {
    /// How an upgrade changed a row.
    RowChange {
        /// It has another name.
        Renamed = "renamed",
        /// It has other values under the same name.
        Edited = "edited",
        /// The source no longer has it.
        Withdrawn = "withdrawn",
    }
}

impl Services {
    /// The latest upgrade of the reference data; none where there was none yet.
    pub async fn latest_upgrade(
        &self,
        caller: &Caller,
    ) -> Result<Option<LatestUpgrade>, ServiceError> {
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        let Some(upgrade) = upgrades::latest(&db).await? else {
            return Ok(None);
        };
        let mut lists = Vec::new();
        for upgrades::UpgradedList {
            kind,
            added,
            changes,
        } in upgrade.lists
        {
            if !nouns::of_kind(&kind).is_some_and(|noun| noun.may_view(caller)) {
                continue;
            }
            let used = used(&db, Whose::Company(company), &kind, &changes).await?;
            let counts = Counts::of(&changes);
            lists.push(UpgradedList {
                kind,
                added: usize::try_from(added).unwrap_or_default(),
                renamed: counts.renamed,
                edited: counts.edited,
                withdrawn: counts.withdrawn,
                used: changes
                    .into_iter()
                    .filter(|change| used.contains(&change.id))
                    .filter_map(used_row)
                    .collect(),
            });
        }
        let applied_at = upgrade.applied_at;
        Ok(Some(LatestUpgrade { applied_at, lists }))
    }
}

fn used_row(change: SeedChange) -> Option<UsedRow> {
    Some(UsedRow {
        id: change.id,
        label: change.label,
        change: match change.step {
            SeedStep::Added => return None,
            SeedStep::Renamed { .. } => RowChange::Renamed,
            SeedStep::Edited => RowChange::Edited,
            SeedStep::Withdrawn => RowChange::Withdrawn,
        },
    })
}

/// Ids of the changed rows that companies use.
async fn used(
    db: &dyn Handle,
    whose: Whose,
    kind: &str,
    changes: &[SeedChange],
) -> Result<BTreeSet<Uuid>, StorageError> {
    let known: Vec<&SeedChange> = changes
        .iter()
        .filter(|change| change.step != SeedStep::Added)
        .collect();
    let ids: Vec<Uuid> = known.iter().map(|change| change.id).collect();
    let mut used = usage::named(db, whose, kind, &ids).await?;
    let mut note = |is_used: &dyn Fn(&SeedChange) -> bool| {
        used.extend(known.iter().filter(|it| is_used(it)).map(|it| it.id));
    };
    if let Some(noun) = nouns::of_kind(kind) {
        let keys = known.iter().map(|change| change.key.clone()).collect();
        let replaced = usage::replaced(db, whose, noun.table(), &keys).await?;
        note(&|change| replaced.contains(&change.key));
    }
    let codes: BTreeSet<String> = known.iter().flat_map(|it| it.codes.clone()).collect();
    for holder in holders(kind) {
        let held = usage::held(db, whose, *holder, &codes).await?;
        note(&|change| change.codes.iter().any(|code| held.contains(code)));
    }
    if kind == PicklistValues::KIND {
        let names_of_all = known.iter().flat_map(|it| names(it)).collect();
        let counted = usage::counted(db, whose, &names_of_all).await?;
        note(&|change| !names(change).is_disjoint(&counted));
    }
    Ok(used)
}

/// Where records of companies hold a code of a row of the kind.
fn holders(kind: &str) -> &'static [Holder] {
    const COUNTRY: &[Holder] = &[
        Holder::Member("companies", &["operatingCountry"]),
        Holder::Member("offices", &["address", "country"]),
        Holder::Column("contacts", "country"),
        Holder::Column("airports", "country"),
        Holder::Column("oceanports", "country"),
        Holder::Column("receiving_locations", "country"),
    ];
    const CURRENCY: &[Holder] = &[
        Holder::Member("companies", &["currency"]),
        Holder::Column("countries", "default_currency"),
    ];
    const TIMEZONE: &[Holder] = &[
        Holder::Member("companies", &["timezone"]),
        Holder::Member("offices", &["timezone"]),
        Holder::Member("users", &["timezone"]),
        Holder::Column("airports", "timezone"),
        Holder::Column("oceanports", "timezone"),
        Holder::Column("receiving_locations", "timezone"),
    ];
    const PORT: &[Holder] = &[Holder::Member("offices", &["unlocode"])];
    if kind == Countries::KIND {
        COUNTRY
    } else if kind == Currencies::KIND {
        CURRENCY
    } else if kind == Timezones::KIND {
        TIMEZONE
    } else if kind == Ports::<Airports>::KIND || kind == Ports::<OceanPorts>::KIND {
        PORT
    } else {
        &[]
    }
}

/// Under which names the uses of a value of a picklist are counted.
fn names(change: &SeedChange) -> BTreeSet<String> {
    let was = match &change.step {
        SeedStep::Renamed { was } => was,
        _ => &change.label,
    };
    // The natural key of a value is `group/code`.
    let (group, code) = change.key.split_once('/').unwrap_or_default();
    counted_as(group, [code, was])
}
