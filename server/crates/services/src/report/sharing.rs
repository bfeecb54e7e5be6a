//! Sharing a report with others, and making one's own copy of it.
//!
//! Invariant: a copy is its maker's, private until it is shared, and mailed to nobody.

use serde_json::{Map, Value};
use waybill_storage::folding::fold;
use waybill_storage::records::{Filter, Id, Row, read};

use super::sketch::{ReportSketch, ReportSketches, ReportVisibility};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, insert_in, require_live, require_version, update_in};
use crate::collection::{Collection as _, Shown, Writing};
use crate::error::ServiceError;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// The longest name.
const NAME_LIMIT: usize = 80;

impl Services {
    /// Says who sees the report: `visibility`, and `sharedRoles` where it is `roles`.
    pub async fn share_report(
        &self,
        caller: &Caller,
        id: Id<ReportSketches>,
        expected: Expected,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<ReportSketches>, ServiceError> {
        let scope = caller.require("report:share")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        let mut fields = row.fields.clone();
        let mut members = Members::new(body);
        members.word("visibility", &mut fields.visibility);
        members.ids("sharedRoles", 50, &mut fields.shared_roles);
        let mut faults = members.finish();
        ReportSketches::check(&writing, Some(&row), &mut fields, &mut faults).await?;
        faults.check()?;
        let row = update_in(&writing, row, fields, "share").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Makes the caller's own copy of a report that it sees.
    pub async fn clone_report(
        &self,
        caller: &Caller,
        id: Id<ReportSketches>,
        source: &Source,
    ) -> Result<Shown<ReportSketches>, ServiceError> {
        caller.require("report:create")?;
        let scope = caller.require("report:view")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        let mut fields = row.fields;
        fields.owner_id = Some(caller.user_id());
        fields.visibility = ReportVisibility::Private;
        fields.shared_roles.clear();
        fields.schedule = None;
        fields.name = free_name(&writing, &fields.name).await?;
        let mut faults = Faults::default();
        ReportSketches::check(&writing, None, &mut fields, &mut faults).await?;
        faults.check()?;
        let row = insert_in::<ReportSketches>(&writing, fields).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// A name for a copy that the caller has no report of yet.
async fn free_name(writing: &Writing<'_>, name: &str) -> Result<String, ServiceError> {
    let mut number = 1;
    loop {
        let end = match number {
            1 => " (copy)".to_owned(),
            number => format!(" (copy {number})"),
        };
        let kept = NAME_LIMIT - end.chars().count();
        let name: String = name.chars().take(kept).chain(end.chars()).collect();
        let same =
            Filter::eq::<ReportSketches>("name", fold(&name)).and(Filter::eq::<ReportSketches>(
                "ownerId",
                writing.caller.user_id(),
            ));
        let found = read::find::<ReportSketches>(writing.tx, writing.company(), same).await?;
        if found.is_none() {
            return Ok(name);
        }
        number += 1;
    }
}

/// Whether more people, or other people, come to see the report than before.
pub(super) fn is_shared_anew(
    caller: &Caller,
    before: Option<&Row<ReportSketches>>,
    fields: &ReportSketch,
) -> bool {
    match before.map(|row| &row.fields) {
        None => {
            fields.visibility != ReportVisibility::Private
                || fields.owner_id != Some(caller.user_id())
        }
        Some(before) => {
            let is_changed = fields.visibility != before.visibility
                || fields.shared_roles != before.shared_roles;
            // To make it private again shares nothing.
            is_changed && fields.visibility != ReportVisibility::Private
                || fields.owner_id != before.owner_id
        }
    }
}
