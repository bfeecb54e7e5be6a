//! What can be done to contacts and their tags beyond what every collection offers: duplicates and merging.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waybill_storage::records::Id;

use super::collection::paginated;
use crate::caller::Caller;
use crate::collection::bulk::BulkResult;
use crate::contact::contacts::Contacts;
use crate::contact::duplicates::DuplicateGroup;
use crate::contact::merge::MergedField;
use crate::contact::related::ContactRelated;
use crate::contact::tags::ContactTags;
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded};
use crate::http::json::JsonObject;
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

pub(super) fn routes() -> Routes {
    Routes::new()
        .merge(paginated::<Contacts>())
        .routes(routes!(list_duplicates))
        .routes(routes!(related_to_contact))
        .routes(routes!(merge_contacts))
        .routes(routes!(merge_contact_tags))
}

/// Contacts that are probably one.
#[derive(Debug, Serialize, ToSchema)]
struct DuplicateGroupList {
    data: Vec<DuplicateGroup>,
}

/// What belongs to a contact.
#[derive(Debug, Serialize, ToSchema)]
struct ContactRelatedResponse {
    data: ContactRelated,
}

/// What became of each record of a merge.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MergeResponse {
    pub(super) data: BulkResult,
}

/// What a contact becomes part of.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it is read member by member, and stands here for the contract"
)]
struct MergeContact {
    /// The contact that stays.
    into: uuid::Uuid,
    /// Fields whose values are taken from the contact that goes.
    #[schema(required = false)]
    fields: Vec<MergedField>,
}

/// What a tag becomes part of.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it is read member by member, and stands here for the contract"
)]
struct MergeContactTag {
    /// The tag that stays.
    into: uuid::Uuid,
}

/// Groups of contacts that are probably one.
///
/// They share a mail address, a telephone number or the words of their names. At most 300 things that are shared are looked
/// at, those shared by most contacts first.
#[utoipa::path(
    get,
    path = "/contact/api/v1/contacts/duplicates",
    tag = "contact",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("contact:view"))),
    responses((status = 200, description = "The groups, the surest first", body = DuplicateGroupList), Guarded)
)]
async fn list_duplicates(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<DuplicateGroupList>, ApiError> {
    let data = services.duplicate_contacts(&caller).await?;
    Ok(JsonBody(DuplicateGroupList { data }))
}

/// What belongs to a contact: people, files, mails and what was done recently.
///
/// Files and mails of an organisation are also those of its people, the first 50 by name. Each part holds what the caller may
/// see of it, and is null without the right to see any.
#[utoipa::path(
    get,
    path = "/contact/api/v1/contacts/{id}/related",
    tag = "contact",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("contact:view"))),
    params(("id" = uuid::Uuid, Path, description = "The contact")),
    responses(
        (status = 200, description = "What belongs to it", body = ContactRelatedResponse),
        (status = 404, description = "There is no such contact", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn related_to_contact(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Contacts>>,
) -> Result<JsonBody<ContactRelatedResponse>, ApiError> {
    let data = services.related_to_contact(&caller, id).await?;
    Ok(JsonBody(ContactRelatedResponse { data }))
}

/// Makes a contact part of another one.
///
/// Lists are joined, empty fields are filled. The batch can be undone like those of bulk changes.
#[utoipa::path(
    post,
    path = "/contact/api/v1/contacts/{id}/merge",
    tag = "contact",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("contact:merge"))),
    params(("id" = uuid::Uuid, Path, description = "The contact that goes")),
    request_body = MergeContact,
    responses((status = 200, description = "What became of each record", body = MergeResponse), Acting)
)]
async fn merge_contacts(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(from): Path<Id<Contacts>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    let mut fields = Vec::new();
    let into = into(object, |members| {
        members.words("fields", MergedField::ALL.len(), &mut fields);
    })?;
    let data = services
        .merge_contacts(&caller, from, into, &fields, &source)
        .await?;
    Ok(JsonBody(MergeResponse { data }))
}

/// Gives another tag to all contacts that have this one, which goes.
///
/// The batch can be undone like those of bulk changes.
#[utoipa::path(
    post,
    path = "/contact/api/v1/contact-tags/{id}/merge",
    tag = "contact",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("contactTag:merge"))),
    params(("id" = uuid::Uuid, Path, description = "The tag that goes")),
    request_body = MergeContactTag,
    responses((status = 200, description = "What became of each record", body = MergeResponse), Acting)
)]
async fn merge_contact_tags(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(from): Path<Id<ContactTags>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    let into = into(object, |_| {})?;
    let data = services
        .merge_contact_tags(&caller, from, into, &source)
        .await?;
    Ok(JsonBody(MergeResponse { data }))
}

/// The record that stays, once the whole body was read.
fn into<R>(
    object: Map<String, Value>,
    rest: impl FnOnce(&mut Members),
) -> Result<Id<R>, ServiceError> {
    let mut members = Members::new(object);
    let mut into: Option<Id<R>> = None;
    members.optional_id("into", &mut into);
    members.ensure("into", into.is_some(), "This field is required.");
    rest(&mut members);
    members.finish().check()?;
    into.ok_or(ServiceError::NotFound)
}
