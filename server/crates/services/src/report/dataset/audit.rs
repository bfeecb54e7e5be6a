//! The audit trail as a dataset.

use async_trait::async_trait;
use serde_json::Value;
use waybill_storage::audit::list::{Condition, Field, FieldValue};
use waybill_storage::audit::{AuditListing, list};
use waybill_storage::records::Op;
use waybill_storage::records::read::Part;

use super::collection::ROWS_AT_ONCE;
use super::schema::fields_of;
use super::{Batch, Dataset, DatasetField, Wanted};
use crate::caller::Caller;
use crate::collection::changes;
use crate::collection::headings::{Heading, Holds};
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::permissions::{Action, Permission, Resource};
use crate::report::matching::{Matcher, Span};
use crate::services::Services;

/// What the screens call what an entry says.
pub const HEADINGS: &[Heading] = &[
    Heading::new("at", "Time").holding(Holds::Moment),
    Heading::new("actor.name", "User"),
    Heading::new("action", "Action"),
    Heading::new("entity.type", "Record type"),
    Heading::new("entity.label", "Record"),
    Heading::new("result", "Result").holding(Holds::Words(&[
        ("ok", "Done"),
        ("denied", "Denied"),
        ("failed", "Failed"),
    ])),
    Heading::new("reason", "Reason"),
    Heading::new("ip", "IP address"),
    Heading::new("browser", "Browser"),
];

/// What was done, the latest first.
pub struct Audit;

#[async_trait]
impl Dataset for Audit {
    fn fields(&self) -> Vec<DatasetField> {
        let fields = fields_of::<AuditEntry>().into_iter();
        let as_shown = fields.map(
            |field| match HEADINGS.iter().find(|it| it.path == field.name) {
                Some(heading) => field.under(heading),
                None => field,
            },
        );
        as_shown.collect()
    }

    fn right(&self, action: Action) -> Option<Permission> {
        let resource = Resource::Audit;
        let is_known = resource.actions().contains(&action);
        is_known.then_some(Permission { resource, action })
    }

    async fn batch(
        &self,
        services: &Services,
        caller: &Caller,
        wanted: Wanted<'_>,
    ) -> Result<Batch, ServiceError> {
        caller.require("audit:view")?;
        let listing = AuditListing {
            conditions: narrowed(wanted.matcher),
            part: Part::After {
                cursor: wanted.after,
                limit: ROWS_AT_ONCE,
                counted: false,
            },
            ..AuditListing::default()
        };
        let db = services.storage.read(caller.company_id()).await?;
        let page = list(&db, caller.company_id(), listing).await?;
        let rows = page.rows.into_iter().map(|entry| {
            let entry = AuditEntry::try_from(entry)?;
            Ok(Value::Object(changes::object(Some(&entry))?))
        });
        Ok(Batch {
            rows: rows.collect::<Result<_, ServiceError>>()?,
            next: page.next,
        })
    }
}

/// Bounds in time, which the index serves; everything else is looked at entry by entry.
fn narrowed(matcher: &Matcher) -> Vec<Condition> {
    let Some(field) = Field::named("at") else {
        return Vec::new();
    };
    let Span { from, to } = matcher.span("at");
    let bound = |op, at| Condition::new(field, op, vec![FieldValue::Moment(at)]);
    let from = from.and_then(|at| bound(Op::Ge, at));
    let to = to.and_then(|at| bound(Op::Lt, at));
    from.into_iter().chain(to).collect()
}
