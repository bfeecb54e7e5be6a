//! Tables over HTTP: a file in the body of an import, and an export that flows.
//!
//! Invariant: an export holds no more than a part of the list in memory, unless its form is a file that has to be whole.

use std::path::Path;

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;

use super::listing::{Askable, CollectionQuery};
use crate::collection::Collection;
use crate::collection::export::{Cells, Exported, is_column};
use crate::collection::import::{ImportMode, ImportOptions};
use crate::collection::table::{MAX_ROWS, TableFormat, XlsxWriter, csv_line, csv_lines};
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::http::query::{FromParameters, Parameters};
use crate::languages::Language;

/// The largest table that is imported.
pub(crate) const IMPORT_LIMIT: usize = 20 * 1024 * 1024;

impl FromParameters for ImportOptions {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let modes = ImportMode::ALL.iter().map(|mode| (mode.as_str(), *mode));
        let modes: Vec<_> = modes.collect();
        let dry_run = parameters.choice("dryRun", &[("true", true), ("false", false)]);
        let mode = parameters.choice("mode", &modes);
        let mut mapping = Vec::new();
        for pair in parameters.all("map") {
            match pair.rsplit_once(':') {
                Some((from, to)) => mapping.push((from.to_owned(), to.to_owned())),
                None => parameters.fault("map", "Write each as column:field."),
            }
        }
        Self {
            dry_run: dry_run.unwrap_or(true),
            mode: mode.unwrap_or(ImportMode::Upsert),
            mapping,
            header_row: header_row(parameters),
        }
    }
}

/// How the columns of a table are recognised.
pub(super) struct ColumnsQuery {
    pub(super) header_row: Option<usize>,
}

impl FromParameters for ColumnsQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            header_row: header_row(parameters),
        }
    }
}

/// The number of the row that names the columns.
fn header_row(parameters: &mut Parameters) -> Option<usize> {
    let last = u64::try_from(MAX_ROWS).unwrap_or(u64::MAX);
    let number = parameters.number("headerRow", 1..=last)?;
    usize::try_from(number).ok()
}

/// The most columns of a table.
const MAX_COLUMNS: usize = 100;

/// The query of an export: that of the list, and the form.
#[derive(Debug)]
pub(super) struct ExportQuery {
    pub(super) format: TableFormat,
    pub(super) exported: Exported,
}

impl ExportQuery {
    pub(super) fn read<C: Collection>(parameters: &mut Parameters) -> Self {
        let format = table_format(parameters);
        let columns = columns::<C>(parameters);
        let languages = Language::ALL.iter().map(|it| (it.as_str(), *it));
        let shown = parameters.choice("shown", &languages.collect::<Vec<_>>());
        let query = CollectionQuery::read(Askable::of::<C>(), parameters);
        Self {
            format,
            exported: Exported {
                listing: query.listing,
                columns,
                shown,
            },
        }
    }
}

/// Paths of the fields that are wanted, in their order; none where all are.
fn columns<C: Collection>(parameters: &mut Parameters) -> Option<Vec<String>> {
    let text = parameters.text("columns", MAX_COLUMNS * 100)?;
    let columns: Vec<String> = text.split(',').map(str::to_owned).collect();
    let wrong = columns.iter().find(|path| !is_column::<C>(path));
    match wrong {
        Some(path) => parameters.fault("columns", format!("Column {path} does not exist.")),
        None if MAX_COLUMNS < columns.len() => {
            let detail = format!("Name at most {MAX_COLUMNS} columns.");
            parameters.fault("columns", detail);
        }
        None => {}
    }
    Some(columns)
}

/// A table as a file to be kept, called `name`. What waits to be sent lies in `folder`.
pub(crate) async fn attachment(
    folder: &Path,
    name: &str,
    format: TableFormat,
    cells: Box<dyn Cells>,
) -> Result<Response, ApiError> {
    let name = format!("attachment; filename=\"{name}.{}\"", format.as_str());
    let headers = [
        (CONTENT_TYPE, format.media_type().to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    let body = match format {
        TableFormat::Csv => flowing(cells),
        TableFormat::Xlsx => whole(folder, cells).await?,
    };
    Ok((StatusCode::OK, headers, body).into_response())
}

/// CSV, a part of the table at a time, as fast as the client reads.
fn flowing(cells: Box<dyn Cells>) -> Body {
    let header = csv_line(cells.header());
    let first = (Some(header), cells);
    Body::from_stream(stream::try_unfold(first, async |(header, mut cells)| {
        if let Some(header) = header {
            return Ok(Some((header, (None, cells))));
        }
        let rows = cells.next_rows().await;
        // The status is long sent: a failure can only cut the file off, which the client notices.
        let Some(rows) =
            rows.inspect_err(|error| tracing::error!(%error, "An export was interrupted."))?
        else {
            return Ok(None);
        };
        Ok::<_, ServiceError>(Some((csv_lines(rows), (None, cells))))
    }))
}

/// XLSX, which is an archive and has no first row before it has its last. Rows that are done lie in a temporary file.
async fn whole(folder: &Path, mut cells: Box<dyn Cells>) -> Result<Body, ApiError> {
    let broken = |_| ApiError::Malformed("The table could not be written.");
    let mut table = XlsxWriter::new(folder).map_err(broken)?;
    table.push(cells.header()).map_err(broken)?;
    while let Some(rows) = cells.next_rows().await? {
        for row in &rows {
            table.push(row).map_err(broken)?;
        }
    }
    let bytes = tokio::task::spawn_blocking(move || table.finish())
        .await
        .map_err(|_| ApiError::Malformed("The table could not be written."))?
        .map_err(broken)?;
    Ok(Body::from(bytes))
}

/// The form that a query asks for; CSV when it says none.
pub(crate) fn table_format(parameters: &mut Parameters) -> TableFormat {
    let formats: Vec<_> = TableFormat::ALL
        .iter()
        .map(|it| (it.as_str(), *it))
        .collect();
    parameters
        .choice("format", &formats)
        .unwrap_or(TableFormat::Csv)
}
