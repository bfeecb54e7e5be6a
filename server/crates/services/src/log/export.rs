//! The trail as a table.
//!
//! Invariant: memory does not grow with the number of entries; an export is itself an entry, before its first row.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use waybill_storage::audit::{AuditListing, append, list};
use waybill_storage::records::read::Part;

use crate::caller::Caller;
use crate::collection::cells::FieldPath;
use crate::collection::export::Cells;
use crate::collection::{cells, changes};
use crate::error::ServiceError;
use crate::log::audit::{AuditEntry, done, subject_company};
use crate::services::Services;
use crate::source::Source;

/// How many entries are read at once.
const ROWS_AT_ONCE: u64 = 500;

/// The columns: paths in an [`AuditEntry`].
pub(crate) const COLUMNS: &[&str] = &[
    "_id",
    "seq",
    "at",
    "actor.type",
    "actor.id",
    "actor.name",
    "actor.emailId",
    "action",
    "entity.type",
    "entity.id",
    "entity.label",
    "changes",
    "result",
    "reason",
    "batchId",
    "requestId",
    "origin",
    "ip",
    "browser",
    "sessionRef",
];

/// An export under way.
pub struct AuditExport {
    services: Arc<Services>,
    caller: Caller,
    columns: Vec<String>,
    paths: Vec<FieldPath>,
    /// What comes next; none at the end.
    listing: Option<AuditListing>,
}

impl AuditExport {
    /// Begins an export of the entries that the listing lets through.
    pub async fn begin(
        services: Arc<Services>,
        caller: Caller,
        listing: AuditListing,
        source: &Source,
    ) -> Result<Self, ServiceError> {
        caller.require("audit:export")?;
        let subject = subject_company(caller.company());
        let entry = done(caller.user(), "audit.export", subject, source);
        let tx = services.storage.begin_for(caller.company_id()).await?;
        append(&tx, caller.company_id(), entry, services.now()).await?;
        tx.commit().await?;
        let columns: Vec<String> = COLUMNS.iter().map(|path| (*path).to_owned()).collect();
        Ok(Self {
            services,
            caller,
            paths: FieldPath::all(&columns),
            columns,
            listing: Some(AuditListing {
                part: first(),
                ..listing
            }),
        })
    }
}

fn first() -> Part {
    Part::After {
        cursor: None,
        limit: ROWS_AT_ONCE,
        counted: false,
    }
}

#[async_trait]
impl Cells for AuditExport {
    fn header(&self) -> &[String] {
        &self.columns
    }

    async fn next_rows(&mut self) -> Result<Option<Vec<Vec<String>>>, ServiceError> {
        let Some(listing) = self.listing.take() else {
            return Ok(None);
        };
        let company = self.caller.company_id();
        let db = self.services.storage.read(company).await?;
        let page = list(&db, company, listing.clone()).await?;
        self.listing = page.next.map(|next| AuditListing {
            part: Part::After {
                cursor: Some(next),
                limit: ROWS_AT_ONCE,
                counted: false,
            },
            ..listing
        });
        let rows = page.rows.into_iter().map(|entry| {
            let entry = AuditEntry::try_from(entry)?;
            let entry = Value::Object(changes::object(Some(&entry))?);
            Ok(cells::write(&entry, &self.paths))
        });
        rows.collect::<Result<_, _>>().map(Some)
    }
}
