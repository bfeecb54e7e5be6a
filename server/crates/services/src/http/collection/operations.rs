//! The operations of a noun without its types, so that the router and what it does with a request are compiled once and not
//! for each noun.
//!
//! Invariant: what is asked has been understood as far as that takes no noun; a query is read here, before anything is done.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use uuid::Uuid;
use waybill_storage::records::Id;
use waybill_storage::records::batches::BatchId;

use super::listing::{Askable, CollectionQuery};
use super::tables::ColumnsQuery;
use super::{Data, brief, idempotency_key, one, one_unless_known, tables, was_created};
use crate::caller::Caller;
use crate::collection::Collection;
use crate::collection::as_of::AsOf;
use crate::collection::bulk::{BulkAction, BulkResult, Changes};
use crate::collection::export::ExportOf;
use crate::collection::import::job::TableFile;
use crate::collection::import::recognise::{ImportColumns, Names};
use crate::collection::import::{ImportOptions, ImportResult};
use crate::collection::nouns::Of;
use crate::collection::original::{Original, OriginalChoice};
use crate::collection::table::{Table, TableRow};
use crate::collection::write::Expected;
use crate::error::ServiceError;
use crate::http::error::{ApiError, no_content};
use crate::http::json::JsonObject;
use crate::http::query::{Parameters, Unread};
use crate::log::audit::AuditEntry;
use crate::services::Services;
use crate::source::Source;
use crate::zones;

/// Who asks whom.
pub(super) struct Asked {
    pub(super) services: Arc<Services>,
    pub(super) caller: Caller,
}

/// A change of one record: who asks whom, where from, of which record, and of which version of it.
pub(super) struct Change {
    pub(super) asked: Asked,
    pub(super) source: Source,
    pub(super) id: Uuid,
    pub(super) expected: Expected,
}

/// What is asked of many records.
pub(super) struct Bulk {
    pub(super) action: BulkAction,
    pub(super) ids: Vec<Uuid>,
    pub(super) changes: Changes,
}

/// The operations of a noun, see [`super::routes`]. An ability that it lacks is `None`, and its code is not compiled.
pub(super) struct Operations {
    /// The largest body of a create or a change, in bytes.
    pub(super) body_limit: usize,
    /// Fields that name other records, see [`Collection::LINKS`].
    pub(super) links: &'static [&'static str],
    pub(super) reads: &'static dyn Reads,
    pub(super) creates: Option<&'static dyn Creates>,
    pub(super) edits: Option<&'static dyn Edits>,
    pub(super) deletes: Option<&'static dyn Deletes>,
    pub(super) changes_many: Option<&'static dyn ChangesMany>,
    pub(super) undoes: Option<&'static dyn Undoes>,
    pub(super) imports: Option<&'static dyn Imports>,
    pub(super) exports: Option<&'static dyn Exports>,
    pub(super) has_originals: Option<&'static dyn HasOriginals>,
}

impl<C: Collection> Of<C> {
    /// What can be done to the noun. As a constant it names the code of what can be done, and of nothing else.
    pub(super) const OPERATIONS: Operations = {
        let can = C::ABILITIES;
        Operations {
            body_limit: C::BODY_LIMIT,
            links: C::LINKS,
            reads: &Self::NOUN,
            creates: if can.create { Some(&Self::NOUN) } else { None },
            edits: if can.edit { Some(&Self::NOUN) } else { None },
            deletes: if can.delete { Some(&Self::NOUN) } else { None },
            changes_many: if can.bulk { Some(&Self::NOUN) } else { None },
            undoes: if can.bulk || can.import {
                Some(&Self::NOUN)
            } else {
                None
            },
            imports: if can.import { Some(&Self::NOUN) } else { None },
            exports: if can.export { Some(&Self::NOUN) } else { None },
            has_originals: if C::HAS_ORIGINAL {
                Some(&Self::NOUN)
            } else {
                None
            },
        }
    };
}

/// What every noun does: its records are read.
#[async_trait]
pub(super) trait Reads: Send + Sync {
    async fn list(
        &self,
        asked: Asked,
        headers: HeaderMap,
        query: Unread,
    ) -> Result<Response, ApiError>;

    async fn paginate(&self, asked: Asked, query: Unread) -> Result<Response, ApiError>;

    async fn get(&self, asked: Asked, headers: HeaderMap, id: Uuid) -> Result<Response, ApiError>;

    async fn history(&self, asked: Asked, id: Uuid) -> Result<Data<Vec<AuditEntry>>, ApiError>;

    async fn as_of(&self, asked: Asked, id: Uuid, query: Unread) -> Result<Data<AsOf>, ApiError>;
}

/// New records are made.
#[async_trait]
pub(super) trait Creates: Send + Sync {
    async fn create(
        &self,
        asked: Asked,
        source: Source,
        headers: HeaderMap,
        body: JsonObject,
    ) -> Result<Response, ApiError>;
}

/// Records are changed.
#[async_trait]
pub(super) trait Edits: Send + Sync {
    async fn change(&self, change: Change, body: JsonObject) -> Result<Response, ApiError>;
}

/// Records are moved to the bin and back.
#[async_trait]
pub(super) trait Deletes: Send + Sync {
    async fn remove(&self, change: Change, query: Unread) -> Result<Response, ApiError>;

    async fn restore(&self, change: Change) -> Result<Response, ApiError>;
}

/// Many records are changed at once.
#[async_trait]
pub(super) trait ChangesMany: Send + Sync {
    async fn bulk(
        &self,
        asked: Asked,
        source: Source,
        bulk: Bulk,
    ) -> Result<Data<BulkResult>, ApiError>;
}

/// A bulk change or an import is undone.
#[async_trait]
pub(super) trait Undoes: Send + Sync {
    async fn undo(
        &self,
        asked: Asked,
        source: Source,
        id: BatchId,
    ) -> Result<Data<BulkResult>, ApiError>;
}

/// Records are read from tables.
#[async_trait]
pub(super) trait Imports: Send + Sync {
    async fn import(
        &self,
        asked: Asked,
        source: Source,
        options: ImportOptions,
        table: (Vec<TableRow>, TableFile),
    ) -> Result<Data<ImportResult>, ApiError>;

    async fn import_columns(
        &self,
        asked: Asked,
        query: ColumnsQuery,
        rows: Vec<TableRow>,
    ) -> Result<Data<ImportColumns>, ApiError>;
}

/// Records are written as tables.
#[async_trait]
pub(super) trait Exports: Send + Sync {
    async fn export(
        &self,
        asked: Asked,
        source: Source,
        query: Unread,
    ) -> Result<Response, ApiError>;
}

/// A company's version of a shared record has an original.
#[async_trait]
pub(super) trait HasOriginals: Send + Sync {
    async fn original(&self, asked: Asked, id: Uuid) -> Result<Data<Original>, ApiError>;

    async fn choose_original(
        &self,
        change: Change,
        choice: OriginalChoice,
    ) -> Result<Response, ApiError>;
}

#[async_trait]
impl<C: Collection> Reads for Of<C> {
    async fn list(
        &self,
        asked: Asked,
        headers: HeaderMap,
        query: Unread,
    ) -> Result<Response, ApiError> {
        let askable = Askable::of::<C>();
        let query = query.read(|parameters| CollectionQuery::read(askable, parameters))?;
        match query.is_brief {
            true => brief::listed::<C>(&asked, &headers, query).await,
            false => listed::<C>(&asked, query).await,
        }
    }

    async fn paginate(&self, asked: Asked, query: Unread) -> Result<Response, ApiError> {
        let askable = Askable::of::<C>();
        let query =
            query.read(|parameters| CollectionQuery::read_by_cursor(askable, parameters))?;
        listed::<C>(&asked, query).await
    }

    async fn get(&self, asked: Asked, headers: HeaderMap, id: Uuid) -> Result<Response, ApiError> {
        let Asked { services, caller } = asked;
        let shown = services.get::<C>(&caller, id.into()).await?;
        Ok(one_unless_known(&headers, shown))
    }

    async fn history(&self, asked: Asked, id: Uuid) -> Result<Data<Vec<AuditEntry>>, ApiError> {
        let Asked { services, caller } = asked;
        let data = services.history::<C>(&caller, id.into()).await?;
        Ok(Data { data })
    }

    async fn as_of(&self, asked: Asked, id: Uuid, query: Unread) -> Result<Data<AsOf>, ApiError> {
        let Asked { services, caller } = asked;
        let zone = zones::get(&caller.user().timezone)?;
        let at = query.read(|parameters| moment_at(parameters, zone))?;
        // Without one, the query was refused.
        let at = at.ok_or(ServiceError::NotFound)?;
        let data = services.as_of::<C>(&caller, id.into(), at).await?;
        Ok(Data { data })
    }
}

#[async_trait]
impl<C: Collection> Creates for Of<C> {
    async fn create(
        &self,
        asked: Asked,
        source: Source,
        headers: HeaderMap,
        JsonObject { object, bytes }: JsonObject,
    ) -> Result<Response, ApiError> {
        let Asked { services, caller } = asked;
        let key = idempotency_key::<C>(&headers, &bytes)?;
        let created = services.create::<C>(&caller, object, &source, key).await?;
        Ok(was_created::<C>(created))
    }
}

#[async_trait]
impl<C: Collection> Edits for Of<C> {
    async fn change(
        &self,
        change: Change,
        JsonObject { object, .. }: JsonObject,
    ) -> Result<Response, ApiError> {
        let (asked, id) = (change.asked, change.id.into());
        let changed = asked
            .services
            .change::<C>(&asked.caller, id, change.expected, object, &change.source)
            .await?;
        Ok(one(changed))
    }
}

#[async_trait]
impl<C: Collection> Deletes for Of<C> {
    async fn remove(&self, change: Change, query: Unread) -> Result<Response, ApiError> {
        let replacement = query.read(replacement::<C>)?;
        let (asked, id) = (change.asked, change.id.into());
        asked
            .services
            .delete::<C>(
                &asked.caller,
                id,
                change.expected,
                replacement,
                &change.source,
            )
            .await?;
        Ok(no_content([]))
    }

    async fn restore(&self, change: Change) -> Result<Response, ApiError> {
        let (asked, id) = (change.asked, change.id.into());
        let restored = asked
            .services
            .restore::<C>(&asked.caller, id, change.expected, &change.source)
            .await?;
        Ok(one(restored))
    }
}

#[async_trait]
impl<C: Collection> ChangesMany for Of<C> {
    async fn bulk(
        &self,
        asked: Asked,
        source: Source,
        bulk: Bulk,
    ) -> Result<Data<BulkResult>, ApiError> {
        let Asked { services, caller } = asked;
        let ids = bulk.ids.into_iter().map(Id::from).collect();
        let data = services
            .bulk::<C>(&caller, bulk.action, ids, bulk.changes, &source)
            .await?;
        Ok(Data { data })
    }
}

#[async_trait]
impl<C: Collection> Undoes for Of<C> {
    async fn undo(
        &self,
        asked: Asked,
        source: Source,
        id: BatchId,
    ) -> Result<Data<BulkResult>, ApiError> {
        let Asked { services, caller } = asked;
        let data = services.undo::<C>(&caller, id, &source).await?;
        Ok(Data { data })
    }
}

#[async_trait]
impl<C: Collection> Imports for Of<C> {
    async fn import(
        &self,
        asked: Asked,
        source: Source,
        options: ImportOptions,
        (rows, file): (Vec<TableRow>, TableFile),
    ) -> Result<Data<ImportResult>, ApiError> {
        let Asked { services, caller } = asked;
        let table = headed::<C>(rows, options.header_row)?;
        let data = services
            .import_file::<C>(&caller, (&table, file), &options, &source)
            .await?;
        Ok(Data { data })
    }

    async fn import_columns(
        &self,
        asked: Asked,
        query: ColumnsQuery,
        rows: Vec<TableRow>,
    ) -> Result<Data<ImportColumns>, ApiError> {
        let Asked { services, caller } = asked;
        let table = headed::<C>(rows, query.header_row)?;
        let data = services.import_columns::<C>(&caller, &table).await?;
        Ok(Data { data })
    }
}

#[async_trait]
impl<C: Collection> Exports for Of<C> {
    async fn export(
        &self,
        asked: Asked,
        source: Source,
        query: Unread,
    ) -> Result<Response, ApiError> {
        let Asked { services, caller } = asked;
        let query = query.read(tables::ExportQuery::read::<C>)?;
        let folder = services.storage.directory().to_owned();
        let cells = ExportOf::<C>::begin(services, caller, query.exported, &source).await?;
        tables::attachment(&folder, C::TABLE, query.format, Box::new(cells)).await
    }
}

#[async_trait]
impl<C: Collection> HasOriginals for Of<C> {
    async fn original(&self, asked: Asked, id: Uuid) -> Result<Data<Original>, ApiError> {
        let Asked { services, caller } = asked;
        let data = services.original::<C>(&caller, id.into()).await?;
        Ok(Data { data })
    }

    async fn choose_original(
        &self,
        change: Change,
        choice: OriginalChoice,
    ) -> Result<Response, ApiError> {
        let (asked, id) = (change.asked, change.id.into());
        let chosen = asked
            .services
            .choose_original::<C>(&asked.caller, id, change.expected, choice, &change.source)
            .await?;
        Ok(one(chosen))
    }
}

async fn listed<C: Collection>(
    asked: &Asked,
    query: CollectionQuery,
) -> Result<Response, ApiError> {
    let CollectionQuery { listing, page, .. } = query;
    let found = asked.services.list::<C>(&asked.caller, listing).await?;
    let json = [(CONTENT_TYPE, "application/json")];
    Ok((json, page.envelope(found)?).into_response())
}

/// The table of these rows, whose header is found by the names that the noun's fields have.
fn headed<C: Collection>(
    rows: Vec<TableRow>,
    header_row: Option<usize>,
) -> Result<Table, ServiceError> {
    let names = Names::of::<C>();
    Table::headed(rows, header_row, &|name| names.knows::<C>(name))
        .map_err(|fault| ServiceError::Invalid(vec![fault]))
}

/// The record that a delete names to take over from the one that goes.
fn replacement<C: Collection>(parameters: &mut Parameters) -> Option<Id<C>> {
    let text = C::REPLACEMENT.and_then(|name| parameters.text(name, 36));
    let replacement = text.as_deref().and_then(|text| text.parse().ok());
    if let (Some(name), Some(_), None) = (C::REPLACEMENT, text, replacement) {
        parameters.fault(name, "This is not a valid id.");
    }
    replacement
}

/// The parameter `at`: an instant (RFC 3339), or a time of the clock in the reader's zone, as a form without script sends it.
fn moment_at(parameters: &mut Parameters, zone: TimeZone) -> Option<Timestamp> {
    let text = parameters.text("at", 60).unwrap_or_default();
    let local = || {
        let local: DateTime = text.parse().ok()?;
        Some(local.to_zoned(zone).ok()?.timestamp())
    };
    let instant = text.parse().ok().or_else(local);
    if instant.is_none() {
        parameters.fault(
            "at",
            "Enter a date and time, for example 2026-11-20T11:00:00Z.",
        );
    }
    instant
}
