//! Merging values of a picklist, and putting them in order.
//!
//! Invariant: a merged value stays for the records that hold its code, and says what has taken its place.

use std::cmp::Reverse;
use std::collections::HashMap;

use waybill_storage::folding::fold;
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Filter, Id, Row};

use super::{PicklistGroups, PicklistSort, PicklistValue, PicklistValues};
use crate::caller::Caller;
use crate::collection::reach::seen;
use crate::collection::read::{show, show_one, within_reach};
use crate::collection::write::{require_live, update_in};
use crate::collection::{Collection, Shown};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::zones;

type ValueId = Id<PicklistValues>;

impl Services {
    /// Lets `into` take the place of `id`, which is disabled; values below it go below `into`. Gives `into`.
    pub async fn merge_picklist_values(
        &self,
        caller: &Caller,
        id: ValueId,
        into: ValueId,
        source: &Source,
    ) -> Result<Shown<PicklistValues>, ServiceError> {
        let scope = caller.require_permission(PicklistValues::permission(Action::Merge))?;
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let from = within_reach(&tx, caller, id, scope).await?;
        require_live(&from)?;
        let target = seen::<PicklistValues>(&writing, into).await?;
        let target = target
            .filter(|row| row.fields.group == from.fields.group && row.fields.merged_into.is_none())
            .filter(|row| row.named_by() != from.named_by())
            .ok_or_else(|| refused("into", "No other such value in this picklist."))?;
        if from.fields.merged_into.is_some() {
            return Err(ServiceError::State(
                "Another value has already replaced it.",
            ));
        }
        let (old, new) = (from.named_by(), target.named_by());
        let below = Listing {
            filter: Filter::eq::<PicklistValues>("parentValue", old),
            bin: Bin::Either,
            ..Listing::default()
        };
        let above = from.fields.parent_value;
        let below = read::list::<PicklistValues>(&tx, company, below).await?;
        for row in below.rows {
            // The value that stays moves up, so that it is not below itself.
            let parent_value = match row.named_by() == new {
                true => above,
                false => Some(new.as_uuid()),
            };
            let fields = PicklistValue {
                parent_value,
                ..row.fields.clone()
            };
            update_in(&writing, row, fields, "edit").await?;
        }
        let fields = PicklistValue {
            merged_into: Some(new.as_uuid()),
            enabled: false,
            is_default: false,
            ..from.fields.clone()
        };
        update_in(&writing, from, fields, "merge").await?;
        let target = read::get(&tx, company, into, Bin::Outside).await?;
        let target = target.ok_or(ServiceError::NotFound)?;
        let shown = show_one(self, caller, &tx, target).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// The values that picklists offer today, picklist by picklist and in the order of each; those of one when its code is
    /// given.
    pub async fn list_types(
        &self,
        caller: &Caller,
        group: Option<&str>,
    ) -> Result<Vec<Shown<PicklistValues>>, ServiceError> {
        let mut filter = Filter::eq::<PicklistValues>("enabled", true);
        if let Some(group) = group {
            filter = filter.and(Filter::eq::<PicklistValues>("group", group));
        }
        let today = self
            .now()
            .to_zoned(zones::get(&caller.company().timezone)?)
            .date();
        let mut found = self.list_shown::<PicklistValues>(caller, filter).await?;
        found.retain(|it| {
            it.fields.valid_from.is_none_or(|from| from <= today)
                && it.fields.valid_to.is_none_or(|to| today <= to)
        });
        let sorts = self.sorts(caller, group).await?;
        found.sort_by_cached_key(|it| {
            let group = it.fields.group.clone();
            let label = || fold(&it.fields.label);
            match sorts.get(&group).copied().unwrap_or_default() {
                // They come so.
                PicklistSort::Manual => (group, Reverse(0), String::new()),
                PicklistSort::Alpha => (group, Reverse(0), label()),
                PicklistSort::Usage => (group, Reverse(it.more.usage_count), label()),
            }
        });
        Ok(found)
    }

    /// How picklists are ordered, by their codes; one of them when its code is given.
    async fn sorts(
        &self,
        caller: &Caller,
        group: Option<&str>,
    ) -> Result<HashMap<String, PicklistSort>, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let coded = group.map(|group| Filter::eq::<PicklistGroups>("code", group));
        let listing = Listing {
            filter: coded.unwrap_or_default(),
            ..Listing::default()
        };
        let found = read::list::<PicklistGroups>(&db, caller.company_id(), listing).await?;
        let sorts = found.rows.into_iter();
        Ok(sorts
            .map(|row| (row.fields.code.clone(), row.fields.sort))
            .collect())
    }

    /// Puts values of one picklist in this order. Gives them in it.
    pub async fn reorder_picklist_values(
        &self,
        caller: &Caller,
        ids: Vec<ValueId>,
        source: &Source,
    ) -> Result<Vec<Shown<PicklistValues>>, ServiceError> {
        let scope = caller.require_permission(PicklistValues::permission(Action::Edit))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let mut rows: Vec<Row<PicklistValues>> = Vec::with_capacity(ids.len());
        for (place, id) in (0_i64..).zip(ids) {
            let row = within_reach(&tx, caller, id, scope).await?;
            require_live(&row)?;
            if rows
                .first()
                .is_some_and(|first| first.fields.group != row.fields.group)
            {
                return Err(refused("ids", "Choose values of one picklist."));
            }
            let fields = PicklistValue {
                sort_order: place,
                ..row.fields.clone()
            };
            rows.push(update_in(&writing, row, fields, "edit").await?);
        }
        let shown = show(self, caller, &tx, rows).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

fn refused(member: &str, detail: &str) -> ServiceError {
    ServiceError::Invalid(vec![FieldProblem::member(member, detail)])
}
