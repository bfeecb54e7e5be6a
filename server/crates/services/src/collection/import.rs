//! Import: a table whose rows become records, or change those that they mean. A dry run says for each row, and for each
//! wrong cell, what would happen; the commit does it for the rows that are right, as one batch that can be undone.
//!
//! Invariant: a dry run and a commit decide alike, by the same rules as single changes; the commit is one transaction.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit;
use waybill_storage::records::batches::{self, BatchId, Touched};
use waybill_storage::records::{Id, Row, write};

use super::table::{Table, TableRow};
use super::write::{apply_body, drafted};
use super::{Collection, Writing, bulk, cells, changes, export};
use crate::caller::Caller;
use crate::drive::kept::Kept;
use crate::error::ServiceError;
use crate::notifications::{Notice, NotificationKind, NotificationSeverity, Recipient, notify};
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::{Origin, Source};
use crate::validate::Faults;
use crate::vocabulary::wire_enum;

pub mod job;
mod known;
mod named;
pub(crate) mod recognise;
mod sheet;

use job::TableFile;
use known::{Known, Seen, known};
pub use named::Found;
use named::NamedRecords;
pub use sheet::RowCells;
use sheet::Sheet;
pub(crate) use sheet::full_path;

wire_enum! {
    /// What an import does with rows.
    ImportMode {
        /// New records are made; rows that mean a record are errors.
        Insert = "insert",
        /// Records are changed; rows that mean none are errors.
        Update = "update",
        /// Both.
        Upsert = "upsert",
    }
}

wire_enum! {
    /// What becomes of a row.
    ImportOutcome {
        /// It makes a record.
        New = "new",
        /// It changes one.
        Changed = "changed",
        /// It says what is stored already.
        Same = "same",
        /// It is wrong.
        Error = "error",
    }
}

/// What becomes of one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportRow {
    /// Its number as a spreadsheet shows it.
    pub row: usize,
    /// What becomes of it.
    pub outcome: ImportOutcome,
    /// The record; none of a row that is wrong, and of a new one in a dry run.
    #[serde(rename = "_id")]
    #[schema(required)]
    pub id: Option<Uuid>,
    /// The cells at fault.
    pub errors: Vec<CellProblem>,
}

/// A cell at fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellProblem {
    /// Name of its column; none when the row as a whole is at fault.
    #[schema(required)]
    pub column: Option<String>,
    /// What is wrong with it.
    pub detail: String,
}

/// How many rows become what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ImportCounts {
    /// Rows that make a record.
    pub new: usize,
    /// Rows that change one.
    pub changed: usize,
    /// Rows that say what is stored already.
    pub same: usize,
    /// Rows that are wrong.
    pub error: usize,
}

/// What became, or would become, of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// The batch, by which it can be undone; none when nothing was written.
    #[schema(required)]
    pub batch_id: Option<Uuid>,
    /// The job that stays of it; none of a dry run.
    #[schema(required)]
    pub job_id: Option<Uuid>,
    /// How many rows become what.
    pub counts: ImportCounts,
    /// Records that rows name and that no record was: they are made, too.
    pub named: Vec<NamedCount>,
    /// Every row.
    pub rows: Vec<ImportRow>,
}

/// How many records are made because rows name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NamedCount {
    /// Path of the column that names them, such as `organisationName`.
    pub field: String,
    /// How many.
    pub count: usize,
}

/// How a table is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether to say only what would happen.
    pub dry_run: bool,
    /// What to do with rows.
    pub mode: ImportMode,
    /// Columns under another name than their field's: name in the file, then path of the field; an empty path leaves the
    /// column out. Columns that are not in it are recognised by their names.
    pub mapping: Vec<(String, String)>,
    /// Number of the row that names the columns; found unless given.
    pub header_row: Option<usize>,
}

/// New records that are written, and told of in the audit trail, at once.
const ROWS_AT_ONCE: usize = 500;

/// What a right row means.
enum Planned<C: Collection> {
    New(Id<C>, C::Fields),
    Changed(Box<Row<C>>, C::Fields),
    Same(Id<C>),
}

impl Services {
    /// Imports a table that came in a file, which is kept with the job of the import, and so are the rows that are wrong.
    /// [`ServiceError::Invalid`] when a column has no field.
    pub async fn import_file<C: Collection>(
        &self,
        caller: &Caller,
        (table, file): (&Table, TableFile),
        options: &ImportOptions,
        source: &Source,
    ) -> Result<ImportResult, ServiceError> {
        if options.dry_run {
            return self.import::<C>(caller, table, options, source).await;
        }
        C::scope(caller, Action::Import)?;
        let extension = file.format.as_str();
        let kept = self.put_kept("import", extension, file.bytes).await?;
        let done = self.import_with::<C>(caller, table, options, Some(&kept), source);
        let result = self.or_remove_kept(&kept, done.await).await?;
        if let Some(job) = result.job_id.filter(|_| result.counts.error > 0) {
            let kept = self.keep_wrong_rows(caller, Id::from(job), table, &result.rows, source);
            if let Err(error) = kept.await {
                tracing::warn!(%error, "The rejected rows of an import could not be saved.");
            }
        }
        Ok(result)
    }

    /// Imports a table that came in no file: no job stays of it.
    pub async fn import<C: Collection>(
        &self,
        caller: &Caller,
        table: &Table,
        options: &ImportOptions,
        source: &Source,
    ) -> Result<ImportResult, ServiceError> {
        self.import_with::<C>(caller, table, options, None, source)
            .await
    }

    async fn import_with<C: Collection>(
        &self,
        caller: &Caller,
        table: &Table,
        options: &ImportOptions,
        file: Option<&Kept>,
        source: &Source,
    ) -> Result<ImportResult, ServiceError> {
        C::scope(caller, Action::Import)?;
        let example = export::example::<C>()?;
        let batch_id = BatchId::generate();
        let source = source.in_batch(Origin::Import, batch_id);
        let tx = self.storage.begin_for(caller.company_id()).await?;
        // All rows are planned before the first is written.
        tx.take_time().await?;
        let writing = self.writing(caller, &tx, &source, self.now());
        let sheet = Sheet::of::<C>(&writing, table, options, &example).await?;
        let known = known::<C>(&writing, &sheet).await?;
        let mut planning = Planning {
            sheet: &sheet,
            known: &known,
            seen: Seen::default(),
            named: NamedRecords::default(),
            counts: ImportCounts::default(),
        };
        let mut rows = Vec::with_capacity(table.rows.len());
        let mut touched = Vec::new();
        let (first, others): (Vec<&TableRow>, Vec<&TableRow>) = table
            .rows
            .iter()
            .partition(|row| C::goes_first(&sheet.line::<C>(row)));
        for (part, may_be_named) in [(first, true), (others, false)] {
            planning.named.look_up::<C>(&writing, &sheet, &part).await?;
            let mut plan = Vec::new();
            for row in part {
                let planned = planning.row(&writing, row).await?;
                rows.push(row_result(
                    row.number,
                    &planned,
                    options.dry_run,
                    &mut planning.counts,
                ));
                plan.extend(planned.ok());
            }
            // A dry run, too, writes what later rows may name, and then takes all of it back.
            if !options.dry_run || (may_be_named && C::NAMED.iter().any(|it| sheet.has(it.column)))
            {
                touched.extend(carry_out(&writing, plan).await?);
            }
        }
        rows.sort_by_key(|row| row.row);
        let Planning { named, counts, .. } = planning;
        let mut result = ImportResult {
            dry_run: options.dry_run,
            batch_id: None,
            job_id: None,
            counts,
            named: named.counts(),
            rows,
        };
        if options.dry_run {
            return Ok(result);
        }
        if counts.new + counts.changed > 0 {
            note_batch(&writing, (&named.made, touched), batch_id, &counts).await?;
            result.batch_id = Some(batch_id.as_uuid());
        }
        if let Some(file) = file {
            let job = job::note::<C>(&writing, options, file, counts, result.batch_id).await?;
            result.job_id = Some(job.as_uuid());
        }
        tx.commit().await?;
        Ok(result)
    }
}

/// Notes what was written as one batch, and tells whoever imports.
async fn note_batch<C: Collection>(
    writing: &Writing<'_>,
    (made, touched): (&[(&'static str, Uuid)], Vec<Touched<C>>),
    batch_id: BatchId,
    counts: &ImportCounts,
) -> Result<(), ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    // What rows name was there before them, so an undo comes to it after them.
    let mut all = C::made_among(made);
    all.extend(touched);
    batches::insert(tx, company, batch_id, "import", &all, writing.stamp()).await?;
    C::note_others(writing, batch_id, made).await?;
    let key = format!("import:{}", batch_id.as_uuid());
    let recipient = Recipient {
        company,
        user: writing.caller.user_id(),
        key: &key,
    };
    notify(writing.services, tx, recipient, finished(counts)).await
}

/// What whoever has imported a table is told when that is done, which may be when the page has long been left.
fn finished(counts: &ImportCounts) -> Notice {
    let ImportCounts {
        new,
        changed,
        same,
        error,
    } = counts;
    let said: Vec<String> = [
        (new, "new"),
        (changed, "changed"),
        (same, "as they were"),
        (error, "wrong and left out"),
    ]
    .into_iter()
    .filter(|(count, _)| **count > 0)
    .map(|(count, what)| format!("{count} {what}"))
    .collect();
    Notice {
        kind: NotificationKind::ImportFinished,
        severity: match error {
            0 => NotificationSeverity::Info,
            _ => NotificationSeverity::Warning,
        },
        title: "Your import is done".to_owned(),
        body: said.join(", "),
        ..Notice::default()
    }
}

/// The rows as they are planned, one after the other.
struct Planning<'a, C: Collection> {
    sheet: &'a Sheet<'a>,
    known: &'a Known<C>,
    seen: Seen,
    named: NamedRecords,
    counts: ImportCounts,
}

impl<C: Collection> Planning<'_, C> {
    /// What the row means, or the cells at fault.
    async fn row(
        &mut self,
        writing: &Writing<'_>,
        row: &TableRow,
    ) -> Result<Result<Planned<C>, Vec<CellProblem>>, ServiceError> {
        let sheet = self.sheet;
        let line = sheet.line::<C>(row);
        let meant = match self.known.meant(sheet, &line) {
            Ok(meant) => meant,
            Err(problem) => return Ok(Err(vec![problem])),
        };
        let stored = changes::object(meant.map(|row| &row.fields))?;
        let mut body = cells::read(line.of_fields::<C>(), sheet.example, &stored);
        let wrong_mode = match (sheet.options.mode, meant) {
            (ImportMode::Insert, Some(_)) => Some("This record already exists."),
            (ImportMode::Update, None) => Some("No record found."),
            _ => None,
        };
        if let Some(detail) = wrong_mode {
            return Ok(Err(vec![whole_row(detail)]));
        }
        if meant.is_some_and(|row| !self.seen.records.insert(row.id.as_uuid())) {
            let detail = "A row above is for the same record.";
            return Ok(Err(vec![whole_row(detail)]));
        }
        let (missing, mut problems) = match self.named.put::<C>(sheet, &line, &mut body) {
            Ok(missing) => (missing, Vec::new()),
            Err(problems) => (Vec::new(), problems),
        };
        let (mut fields, mut faults) = checked(writing, meant, body.clone()).await?;
        let taken = self
            .seen
            .take::<C>(&fields, row.number, line.get("_id").is_some());
        for (name, by) in taken {
            faults.add(FieldProblem::member(
                name,
                format!("Row {by} has this already."),
            ));
        }
        if faults.is_empty() && problems.is_empty() && !missing.is_empty() {
            problems = self
                .named
                .make::<C>(writing, sheet, missing, &mut body)
                .await?;
            (fields, faults) = checked(writing, meant, body).await?;
        }
        let faults = faults.into_inner().into_iter();
        problems.extend(faults.map(|it| sheet.located::<C>(&line, it)));
        if !problems.is_empty() {
            return Ok(Err(problems));
        }
        Ok(Ok(match meant {
            None => Planned::New(Id::generate(), fields),
            Some(row) if row.fields == fields => Planned::Same(row.id),
            Some(row) => Planned::Changed(Box::new(row.clone()), fields),
        }))
    }
}

/// The fields of the record that a body means, or of a new one, and what is at fault.
async fn checked<C: Collection>(
    writing: &Writing<'_>,
    meant: Option<&Row<C>>,
    body: Map<String, Value>,
) -> Result<(C::Fields, Faults), ServiceError> {
    match meant {
        None => drafted::<C>(writing, body).await,
        Some(row) => {
            let mut fields = row.fields.clone();
            let faults = apply_body(writing, Some(row), &mut fields, body).await?;
            Ok((fields, faults))
        }
    }
}

fn whole_row(detail: &str) -> CellProblem {
    CellProblem {
        column: None,
        detail: detail.to_owned(),
    }
}

/// What is told of a row, which is also counted.
fn row_result<C: Collection>(
    row: usize,
    planned: &Result<Planned<C>, Vec<CellProblem>>,
    dry_run: bool,
    counts: &mut ImportCounts,
) -> ImportRow {
    let (outcome, id, count) = match planned {
        Ok(Planned::New(id, _)) => {
            let id = (!dry_run).then(|| id.as_uuid());
            (ImportOutcome::New, id, &mut counts.new)
        }
        Ok(Planned::Changed(row, _)) => (
            ImportOutcome::Changed,
            Some(row.id.as_uuid()),
            &mut counts.changed,
        ),
        Ok(Planned::Same(id)) => (ImportOutcome::Same, Some(id.as_uuid()), &mut counts.same),
        Err(_) => (ImportOutcome::Error, None, &mut counts.error),
    };
    *count += 1;
    ImportRow {
        row,
        outcome,
        id,
        errors: planned.as_ref().err().cloned().unwrap_or_default(),
    }
}

/// Writes what was planned, with one audit entry for each record.
async fn carry_out<C: Collection>(
    writing: &Writing<'_>,
    plan: Vec<Planned<C>>,
) -> Result<Vec<Touched<C>>, ServiceError> {
    let (tx, company, stamp) = (writing.tx, writing.company(), writing.stamp());
    let (mut new, mut touched) = (Vec::new(), Vec::new());
    for planned in plan {
        match planned {
            Planned::New(id, fields) => new.push((id, fields)),
            Planned::Same(_) => {}
            Planned::Changed(before, fields) => {
                let after = write::update(tx, company, &before, fields, stamp)
                    .await?
                    .ok_or(ServiceError::State(
                        "Someone changed a record in the meantime.",
                    ))?;
                C::written(writing, Some(&before), Some(&after)).await?;
                let (old, held) = (Some(&before.fields), Some(&after.fields));
                let entry = changes::entry(writing, "edit", old, &after, held)?;
                audit::append(tx, company, entry, writing.now).await?;
                touched.push(bulk::touch(&before, &after));
            }
        }
    }
    let mut new = new.into_iter();
    loop {
        let part: Vec<_> = new.by_ref().take(ROWS_AT_ONCE).collect();
        if part.is_empty() {
            return Ok(touched);
        }
        for after in write::insert_all::<C>(tx, company, part, stamp).await? {
            C::written(writing, None, Some(&after)).await?;
            let held = Some(&after.fields);
            let entry = changes::entry(writing, "create", None, &after, held)?;
            audit::append(tx, company, entry, writing.now).await?;
            touched.push(Touched {
                id: after.id,
                before: None,
                was_deleted: false,
                version_after: after.meta.version,
            });
        }
    }
}
