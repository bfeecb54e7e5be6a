//! Files of reports: a result as the file that is mailed, in its reader's language and zone.
//!
//! Invariant: it is made off the threads that answer, and no larger than a mail may carry.

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use waybill_storage::StorageError;

use super::dataset::{DatasetName, FieldKind};
use super::run::{ReportResult, ResultColumn};
use super::schedule::ReportForm;
use super::sketch::ReportSketch;
use crate::caller::Caller;
use crate::collection::table::{TableFormat, csv_lines};
use crate::collection::wording::Wording;
use crate::error::ServiceError;
use crate::iam::companies::fields::PaperSize;
use crate::languages::Language;
use crate::mail::outbox::MadeFile;
use crate::mail::show::{Format, Reader};
use crate::services::Services;
use crate::zones;

mod paper;
mod workbook;

/// The most bytes of a file: with what a mail adds it stays below what mail servers take.
const MAX_BYTES: usize = 10 << 20;

/// A result, and for whom it is written.
struct Shown {
    /// Name of the report.
    name: String,
    /// Name of the company.
    company: String,
    /// What the company prints on.
    paper: PaperSize,
    dataset: DatasetName,
    result: ReportResult,
    language: Language,
    reader: Reader,
    zone: TimeZone,
    /// How the values of each column are written in tables.
    wordings: Vec<Wording>,
}

/// The file; none when it would be too large for a mail.
pub(super) async fn make(
    services: &Services,
    form: ReportForm,
    caller: &Caller,
    sketch: &ReportSketch,
    result: ReportResult,
) -> Result<Option<MadeFile>, ServiceError> {
    let user = caller.user();
    let language = Language::of(&user.language).unwrap_or_default();
    let wordings = wordings(services, caller, &result.columns).await?;
    let shown = Shown {
        name: sketch.name.clone(),
        company: caller.company().name.clone(),
        paper: caller
            .company()
            .formats
            .paper
            .parse()
            .map_err(StorageError::from)?,
        dataset: sketch.dataset,
        language,
        wordings,
        reader: Reader::new(&user.language, &user.timezone),
        zone: zones::get(&user.timezone)?,
        result,
    };
    let name = shown.file_name(form);
    let made = tokio::task::spawn_blocking(move || shown.written(form)).await;
    let content = made.unwrap_or(None);
    let content = content.ok_or(ServiceError::State("The file could not be written."))?;
    let fits = content.len() <= MAX_BYTES;
    Ok(fits.then(|| MadeFile::new(name, media_type(form), &content)))
}

/// How the values of these columns are written in tables for the caller.
pub(super) async fn wordings(
    services: &Services,
    caller: &Caller,
    columns: &[ResultColumn],
) -> Result<Vec<Wording>, ServiceError> {
    let language = Language::of(&caller.user().language).unwrap_or_default();
    let db = services.storage.read(caller.company_id()).await?;
    let mut wordings = Vec::with_capacity(columns.len());
    for column in columns {
        wordings.push(Wording::of(caller, &db, column.holds, language).await?);
    }
    Ok(wordings)
}

/// The cells of a row in a table.
pub(super) fn cells(row: &[Value], columns: &[Wording]) -> Vec<String> {
    row.iter()
        .zip(columns)
        .map(|(cell, it)| it.cell(cell))
        .collect()
}

fn media_type(form: ReportForm) -> &'static str {
    match form {
        ReportForm::Csv => TableFormat::Csv.media_type(),
        ReportForm::Xlsx => TableFormat::Xlsx.media_type(),
        ReportForm::Pdf => "application/pdf",
    }
}

impl Shown {
    /// The report's name and the day, without what file systems do not take.
    fn file_name(&self, form: ReportForm) -> String {
        let is_taken = |it: char| !it.is_control() && !"/\\:*?\"<>|".contains(it);
        let name: String = self.name.chars().filter(|it| is_taken(*it)).collect();
        let day = self.result.at.to_zoned(self.zone.clone()).date();
        format!("{} {day}.{}", name.trim(), form.as_str())
    }

    fn written(&self, form: ReportForm) -> Option<Vec<u8>> {
        match form {
            ReportForm::Csv => Some(self.csv()),
            ReportForm::Xlsx => workbook::write(self).ok(),
            ReportForm::Pdf => paper::write(self),
        }
    }

    /// As an export writes it.
    fn csv(&self) -> Vec<u8> {
        let columns = self.result.columns.iter();
        let labels: Vec<String> = columns.map(|it| self.label(it)).collect();
        let rows = self.result.rows.iter().chain(self.result.totals.iter());
        let lines = rows.map(|row| cells(row, &self.wordings));
        csv_lines(std::iter::once(labels).chain(lines))
    }

    fn label(&self, column: &ResultColumn) -> String {
        column.heading(self.dataset, self.language)
    }

    /// What a cell says.
    fn text(&self, value: &Value, (column, wording): (&ResultColumn, &Wording)) -> String {
        match value {
            Value::Null => String::new(),
            Value::Bool(flag) => self
                .language
                .translated(if *flag { "Yes" } else { "No" })
                .to_owned(),
            Value::Array(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|it| self.text(it, (column, wording)))
                    .collect();
                parts.join(", ")
            }
            Value::Number(number) => {
                // As on the screen: two decimals at most.
                let text = match number.as_f64() {
                    Some(number) if number.fract() != 0.0 => format!("{number:.2}"),
                    _ => number.to_string(),
                };
                let shown = self.reader.show(&Value::String(text), Format::Number);
                shown.unwrap_or_else(|| number.to_string())
            }
            Value::String(text) => {
                if let Some(known) = wording.known(text) {
                    return known.to_owned();
                }
                let format = match column.kind {
                    FieldKind::Moment => Format::DateTime,
                    _ if text.parse::<jiff::civil::Date>().is_ok() && text.len() == 10 => {
                        Format::Date
                    }
                    _ => return text.clone(),
                };
                self.reader
                    .show(value, format)
                    .unwrap_or_else(|| text.clone())
            }
            Value::Object(_) => value.to_string(),
        }
    }

    /// The columns, each with how its values are written in tables.
    fn columns(&self) -> impl Iterator<Item = (&ResultColumn, &Wording)> {
        self.result.columns.iter().zip(&self.wordings)
    }

    /// The cells of a row as texts.
    fn texts(&self, row: &[Value]) -> Vec<String> {
        let cells = row.iter().zip(self.columns());
        cells
            .map(|(cell, column)| self.text(cell, column))
            .collect()
    }

    /// What the columns come to, named where there is room for it.
    fn totals(&self) -> Option<Vec<String>> {
        let mut totals = self.texts(self.result.totals.as_ref()?);
        if let Some(first) = totals.first_mut().filter(|it| it.is_empty()) {
            self.language.translated("All records").clone_into(first);
        }
        Some(totals)
    }

    /// When it was made, for a line under the title.
    fn made_at(&self) -> String {
        let at = json!(self.result.at.to_string());
        self.reader.show(&at, Format::DateTime).unwrap_or_default()
    }
}
