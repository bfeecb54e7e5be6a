//! Sending mails, and what is done to templates and messages besides reading and writing them.

use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::http::collection::{IfMatch, idempotency_key, one, was_created};
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded, Listing, Versioned};
use crate::http::json::JsonObject;
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::mail::BODY_LIMIT;
use crate::mail::letter::Letter;
use crate::mail::merged::SentMail;
use crate::mail::messages::MailMessages;
use crate::mail::previews::{LetterPreview, MailPreview};
use crate::mail::templates::Templates;
use crate::mail::templates::actions::ShownVersion;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    let sending = Routes::new()
        .routes(routes!(send_mail))
        .routes(routes!(preview_letter))
        .body_limit(BODY_LIMIT);
    Routes::new()
        .merge(sending)
        .routes(routes!(cancel_message))
        .routes(routes!(retry_message))
        .routes(routes!(send_message_at_once))
        .routes(routes!(get_sent_mail))
        .routes(routes!(publish_template))
        .routes(routes!(archive_template))
        .routes(routes!(clone_template))
        .routes(routes!(preview_template))
        .routes(routes!(send_test))
        .routes(routes!(list_template_versions))
        .routes(routes!(roll_back_template))
}

/// A mail as it would be written.
#[derive(Debug, Serialize, ToSchema)]
struct MailPreviewResponse {
    data: MailPreview,
}

/// What a letter would say, and to whom it would go.
#[derive(Debug, Serialize, ToSchema)]
struct LetterPreviewResponse {
    data: LetterPreview,
}

/// A mail of a message.
#[derive(Debug, Serialize, ToSchema)]
struct SentMailResponse {
    data: SentMail,
}

/// Which mail of a message, for the contract.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `OneResult` reads")]
struct SentMailParams {
    /// Id of a result; that of the first recipient who gets a mail when it is left out.
    result: Option<uuid::Uuid>,
}

struct OneResult(Option<uuid::Uuid>);

impl FromParameters for OneResult {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self(parameters.filled_text("result", 36).and_then(|text| {
            let id = text.parse().ok();
            if id.is_none() {
                parameters.fault("result", "Give the id of a result.");
            }
            id
        }))
    }
}

/// The versions of a template, the latest first.
#[derive(Debug, Serialize, ToSchema)]
struct TemplateVersionList {
    data: Vec<ShownVersion>,
}

/// The `{n}` of a path. What is no number is the number of nothing.
struct Number(i64);

impl<S: Send + Sync> FromRequestParts<S> for Number {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let not_found = || ApiError::from(ServiceError::NotFound);
        let params = RawPathParams::from_request_parts(parts, state)
            .await
            .map_err(|_| not_found())?;
        let number = params.iter().find(|(name, _)| *name == "n");
        let number = number.and_then(|(_, text)| text.parse().ok());
        number.map(Self).ok_or_else(not_found)
    }
}

/// Sends a mail.
///
/// It leaves after ten seconds, within which it can be cancelled, or when it is scheduled. With `inWorkingHours` it waits, from
/// then on, until its recipient is at work: on a working day of their country between 09:00 and 17:00 of their clock. That is the
/// one of the contact, or else of its organisation, of the country of its address, or of the company. A message of its own to
/// each leaves for each at its own time; one to all when all are at work, and where that is not the case within two weeks, it is
/// refused. `leaving` of the message says when. A draft that is named with
/// `draftId` gives what the body leaves out, and goes. A template gives subject, text and files; the body wins over it. Merge
/// fields of either are replaced.
///
/// With `mode` `each`, which is the default, each of several recipients gets a mail of its own, in its language and with its
/// values, that names no other. They are one message with a result for each; contacts that have opted out are left out, and
/// their result says so. With `together`, one mail goes to all.
///
/// Whoever has not verified their own address can write to it alone: `/problems/address-unverified`. What is over a quota of the
/// company, the writer or the recipient waits in the outbox; `held` says which, and until when.
#[utoipa::path(
    post,
    path = "/mail/api/v1/send",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:send"))),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A text of up to 100 characters: the same request with the same key within a day sends nothing again")),
    request_body(content = Letter, example = json!({
        "to": [{ "name": "Joan Wolf", "address": "joan@shipper.example" }],
        "subject": "Your shipment", "html": "<p>Dear Joan, your goods have arrived.</p>"
    })),
    responses(
        (status = 201, description = "The message, queued", body = ref("#/components/schemas/MailMessageResponse"),
            headers(("ETag" = String, description = "Its version"))),
        (status = 400, description = "The request cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "The caller has no such draft", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn send_mail(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    headers: HeaderMap,
    JsonObject { object, bytes }: JsonObject,
) -> Result<Response, ApiError> {
    let key = idempotency_key::<MailMessages>(&headers, &bytes)?;
    let sent = services.send_mail(&caller, object, &source, key).await?;
    Ok(was_created::<MailMessages>(sent))
}

/// What a letter would say to one of its recipients, and to whom it would go.
///
/// Nothing is sent or kept.
#[utoipa::path(
    post,
    path = "/mail/api/v1/send/preview",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:create"))),
    request_body(content = Object, description = "The letter, and `recipient`: the place among `to`, from 0, of who would read it", example = json!({
        "to": [{ "name": "Joan Wolf", "address": "joan@shipper.example" }, { "name": "Li Wei", "address": "li@carrier.example" }],
        "subject": "Your shipment", "html": "<p>Dear {{contact.displayName|Sir or Madam}}, your goods have arrived.</p>",
        "recipient": 1
    })),
    responses(
        (status = 200, description = "The mail, and the recipients", body = LetterPreviewResponse),
        (status = 400, description = "The request cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn preview_letter(
    State(services): State<Arc<Services>>,
    caller: Caller,
    JsonObject { object, .. }: JsonObject,
) -> Result<axum::Json<LetterPreviewResponse>, ApiError> {
    let data = services.preview_letter(&caller, object).await?;
    Ok(axum::Json(LetterPreviewResponse { data }))
}

/// Takes back what of a message did not leave yet.
#[utoipa::path(
    post,
    path = "/mail/api/v1/messages/{id}/cancel",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:send"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the message")),
    responses(
        (status = 200, description = "The message, cancelled", body = ref("#/components/schemas/MailMessageResponse")),
        (status = 404, description = "The company has no such message", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It has left, or is leaving", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn cancel_message(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<MailMessages>>,
) -> Result<Response, ApiError> {
    Ok(one(services.cancel_message(&caller, id, &source).await?))
}

/// Sends what of a message waits, as if it were sent only now.
///
/// It leaves after ten seconds, within which it can be cancelled, whatever moment or working hours it waited for.
#[utoipa::path(
    post,
    path = "/mail/api/v1/messages/{id}/send-now",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:send"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the message")),
    responses(
        (status = 200, description = "The message", body = ref("#/components/schemas/MailMessageResponse")),
        (status = 404, description = "The company has no such message", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It has left, or is leaving", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "One message was to reach all, and somebody has opted out meanwhile", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn send_message_at_once(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<MailMessages>>,
) -> Result<Response, ApiError> {
    let sent = services.send_message_at_once(&caller, id, &source);
    Ok(one(sent.await?))
}

/// Sends once more what did not arrive.
///
/// To the recipients of the results that are named, or to all whom the message did not reach; nobody else gets it again. A
/// recipient who has opted out meanwhile is left out.
#[utoipa::path(
    post,
    path = "/mail/api/v1/messages/{id}/retry",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:send"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the message")),
    request_body(content = Object, description = "`results`: ids of results of the message", example = json!({})),
    responses(
        (status = 200, description = "The message", body = ref("#/components/schemas/MailMessageResponse")),
        Acting,
    )
)]
async fn retry_message(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<MailMessages>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let retried = services.retry_message(&caller, id, object, &source);
    Ok(one(retried.await?))
}

/// What a message said, or will say, to one of its recipients.
#[utoipa::path(
    get,
    path = "/mail/api/v1/messages/{id}/mail",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the message"), SentMailParams),
    responses(
        (status = 200, description = "The mail", body = SentMailResponse),
        (status = 404, description = "The company has no such message, it has no such result, or nothing is sent to that recipient",
            body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn get_sent_mail(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<MailMessages>>,
    Query(OneResult(result)): Query<OneResult>,
) -> Result<axum::Json<SentMailResponse>, ApiError> {
    let data = services.sent_mail(&caller, id, result).await?;
    Ok(axum::Json(SentMailResponse { data }))
}

/// Makes what the template says now what mails are written by.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/publish",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:publish"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template"), ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *")),
    responses(
        (status = 200, description = "The template", body = ref("#/components/schemas/TemplateResponse"), headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "The company has no such template", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        Versioned,
        Listing,
    )
)]
async fn publish_template(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Templates>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let template = services
        .publish_template(&caller, id, expected, &source)
        .await?;
    Ok(one(template))
}

/// Puts the template away: no mail is written by it until it is published again.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/archive",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:publish"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template"), ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *")),
    responses(
        (status = 200, description = "The template", body = ref("#/components/schemas/TemplateResponse"), headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "The company has no such template", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is the system's, or in the bin", body = Problem, content_type = "application/problem+json"),
        Versioned,
        Guarded,
    )
)]
async fn archive_template(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Templates>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let template = services
        .archive_template(&caller, id, expected, &source)
        .await?;
    Ok(one(template))
}

/// A draft that says the same, under the name and code of the body or under made ones.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/clone",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:create"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template")),
    request_body(content = Object, example = json!({ "name": "Arrival notice, short" })),
    responses(
        (status = 200, description = "The copy", body = ref("#/components/schemas/TemplateResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
    )
)]
async fn clone_template(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Templates>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let template = services
        .clone_template(&caller, id, object, &source)
        .await?;
    Ok(one(template))
}

/// The mail that the template as it stands would make of a record, or of sample values.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/preview",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template")),
    request_body(content = Object, description = "`language`, and `record` as `{type, id}` or `sample` values by path; `unsaved`, as `{subject, html, text}`, stands for the stored text",
        example = json!({ "language": "en", "sample": { "contact": { "displayName": "Wolf & Sons" } } })),
    responses(
        (status = 200, description = "The mail", body = MailPreviewResponse),
        Acting,
    )
)]
async fn preview_template(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Templates>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<axum::Json<MailPreviewResponse>, ApiError> {
    let data = services.preview_template(&caller, id, object).await?;
    Ok(axum::Json(MailPreviewResponse { data }))
}

/// Sends the template as it stands to the own address.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/test",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("mail:send"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template")),
    request_body(content = Object, description = "As for a preview", example = json!({ "language": "en" })),
    responses(
        (status = 201, description = "The message, queued", body = ref("#/components/schemas/MailMessageResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
    )
)]
async fn send_test(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Templates>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let sent = services.send_test(&caller, id, object, &source).await?;
    Ok(was_created::<MailMessages>(sent))
}

/// What the template said each time it was published, the latest first.
#[utoipa::path(
    get,
    path = "/mail/api/v1/templates/{id}/versions",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the template")),
    responses(
        (status = 200, description = "The versions", body = TemplateVersionList),
        (status = 404, description = "The company has no such template", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_template_versions(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Templates>>,
) -> Result<axum::Json<TemplateVersionList>, ApiError> {
    let data = services.template_versions(&caller, id).await?;
    Ok(axum::Json(TemplateVersionList { data }))
}

/// Publishes what the template said in an earlier version, as a new one.
#[utoipa::path(
    post,
    path = "/mail/api/v1/templates/{id}/versions/{n}/rollback",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("template:publish"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the template"),
        ("n" = i64, Path, description = "Number of the version"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *"),
    ),
    responses(
        (status = 200, description = "The template", body = ref("#/components/schemas/TemplateResponse"), headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "The company has no such template, or it has no such version", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        Versioned,
        Listing,
    )
)]
async fn roll_back_template(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Templates>>,
    Number(number): Number,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let template = services
        .roll_back_template(&caller, (id, number), expected, &source)
        .await?;
    Ok(one(template))
}
