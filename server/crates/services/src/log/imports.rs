//! Import jobs: what was imported, by whom, and what became of it (domain reference, section 4). A dry run writes nothing, so it
//! leaves none.
//!
//! Invariant: a job is written in the transaction of its import, and by nothing else. Its files are its maker's, who may remove
//! them: the job stays.

use std::collections::HashMap;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::listing::Direction;
use waybill_storage::records::batches::{self, BatchId};
use waybill_storage::records::{Id, Key, KeyValue, Record, Row};

use crate::caller::Caller;
use crate::collection::import::{ImportCounts, ImportMode};
use crate::collection::{Abilities, Collection};
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::permissions::{Action, Resource, Scope};
use crate::services::Services;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Where an import stands.
    ImportState {
        /// It is done.
        Done = "done",
        /// It was undone.
        Undone = "undone",
    }
}

/// The import jobs of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImportJobs;

/// What an import job holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportJob {
    /// Kind of the records, as the audit trail has it.
    #[schema(example = "contact")]
    pub entity: String,
    /// The table as it came, a file of whoever imported it.
    #[schema(value_type = Option<Uuid>)]
    pub file_id: Option<Id<Files>>,
    /// Columns under another name than their field's.
    pub mapping: Vec<MappedColumn>,
    /// What was done with rows.
    pub mode: ImportMode,
    /// How many rows became what.
    pub counts: ImportCounts,
    /// The rows that were wrong, with what is wrong with them, as a table that can be mended and imported; none when none was.
    #[schema(value_type = Option<Uuid>)]
    pub error_file_id: Option<Id<Files>>,
    /// The batch, by which it can be undone; none when there was nothing to write.
    pub batch_id: Option<Uuid>,
}

/// A column under another name than its field's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MappedColumn {
    /// Name of the column.
    pub column: String,
    /// Path of the field; empty where the column was left out.
    pub field: String,
}

/// What is computed for an import job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportJobMore {
    /// Where it stands.
    pub state: ImportState,
    /// When it was undone; none while it was not.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub undone_at: Option<Timestamp>,
}

impl Record for ImportJobs {
    type Fields = ImportJob;

    const KIND: &'static str = "importJob";
    const TABLE: &'static str = "import_jobs";
    const KEYS: &'static [Key] = &[Key::text("entity", "entity"), Key::text("mode", "mode")];
    const ORDER: &'static [(&'static str, Direction)] = &[("createdAt", Direction::Descending)];

    fn keys(fields: &ImportJob) -> Vec<KeyValue> {
        vec![fields.entity.as_str().into(), fields.mode.as_str().into()]
    }

    fn label(fields: &ImportJob) -> String {
        format!("Import of {}", fields.entity)
    }

    fn searched(fields: &ImportJob) -> Vec<&str> {
        vec![&fields.entity]
    }
}

#[async_trait]
impl Collection for ImportJobs {
    type Computed = ImportJobMore;

    const SERVICE: &'static str = "log";
    const PATH: &'static str = "/log/api/v1/import-jobs";
    const NAME: &'static str = "ImportJob";
    const PLURAL: &'static str = "import jobs";
    const RESOURCE: Resource = Resource::Audit;
    const OPEN: bool = true;
    const REQUIRED: &'static [&'static str] = &[];
    /// The import itself writes them.
    const ABILITIES: Abilities = Abilities::NONE;

    /// Everybody sees the own ones, and whoever sees the audit trail those of others too.
    fn scope(caller: &Caller, action: Action) -> Result<Scope, ServiceError> {
        let granted = caller.require_permission(Self::permission(action));
        match action {
            Action::View => Ok(granted.unwrap_or(Scope::Own)),
            _ => granted,
        }
    }

    fn blank(_: &Caller) -> ImportJob {
        ImportJob::default()
    }

    fn read(_: &mut ImportJob, _: &mut Members) {}

    fn example() -> serde_json::Value {
        json!({})
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<ImportJobMore>, ServiceError> {
        let ids = rows.iter().filter_map(|row| row.fields.batch_id);
        let ids: Vec<BatchId> = ids.map(BatchId::from).collect();
        let undone: HashMap<BatchId, Timestamp> =
            batches::undone(db, caller.company_id(), &ids).await?;
        let more = rows.iter().map(|row| {
            let batch = row.fields.batch_id.map(BatchId::from);
            let undone_at = batch.and_then(|batch| undone.get(&batch).copied());
            let state = match undone_at {
                Some(_) => ImportState::Undone,
                None => ImportState::Done,
            };
            ImportJobMore { state, undone_at }
        });
        Ok(more.collect())
    }
}
