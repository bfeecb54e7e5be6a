//! Comments on issues; everything else of an issue is what every collection offers.

use std::sync::{Arc, LazyLock};

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::Id;

use super::collection::{IfMatch, Whole, one};
use crate::caller::Caller;
use crate::collection::Shown;
use crate::collection::shown::ShownMeta;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::{Acting, Guarded, Versioned};
use crate::http::json::JsonObject;
use crate::http::path::{Path, PathBelow};
use crate::http::routes::{Routes, routes};
use crate::iam::issues::Issues;
use crate::iam::issues::comments::{IssueComment, IssueCommentMore, IssueComments};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_issue_comments, add_issue_comment))
        .routes(routes!(
            change_issue_comment,
            replace_issue_comment,
            delete_issue_comment
        ))
}

/// The comments on an issue.
#[derive(Debug, Serialize)]
struct Comments {
    data: Vec<Shown<IssueComments>>,
}

/// A comment on an issue as it is shown.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it stands for `Shown<IssueComments>` in the contract"
)]
struct ShownIssueComment {
    /// Its id.
    #[schema(rename = "_id")]
    id: uuid::Uuid,
    #[schema(inline)]
    #[serde(flatten)]
    comment: IssueComment,
    #[serde(flatten)]
    more: IssueCommentMore,
    #[serde(flatten)]
    meta: ShownMeta,
}

/// A comment.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for what `one` answers in the contract")]
struct IssueCommentResponse {
    data: ShownIssueComment,
}

/// The comments on an issue.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for `Comments` in the contract")]
struct IssueCommentList {
    data: Vec<ShownIssueComment>,
}

/// What is said about an issue.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it is read member by member, and stands here for the contract"
)]
struct NewIssueComment {
    /// What is said, in Markdown.
    #[schema(
        min_length = 1,
        max_length = 10_000,
        example = "It happens with every shipment."
    )]
    body: String,
    /// Whether only those see it who may assign issues.
    #[schema(required = false)]
    internal: bool,
}

/// All that is said in a comment on an issue.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it says what `replace_issue_comment` requires")]
struct WholeIssueComment {
    /// What is said, in Markdown.
    #[schema(min_length = 1, max_length = 10_000)]
    body: String,
    /// Whether only those see it who may assign issues.
    internal: bool,
}

/// The comments on an issue, the oldest first.
///
/// Internal ones are among them for those who may assign issues.
#[utoipa::path(
    get,
    path = "/iam/api/v1/issue/tracker/{id}/comments",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("issue:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the issue")),
    responses(
        (status = 200, description = "The comments", body = IssueCommentList),
        (status = 404, description = "The company has no such issue", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_issue_comments(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(issue): Path<Id<Issues>>,
) -> Result<Response, ApiError> {
    let data = services.list_issue_comments(&caller, issue).await?;
    Ok(JsonBody(Comments { data }).into_response())
}

/// Says something about an issue.
#[utoipa::path(
    post,
    path = "/iam/api/v1/issue/tracker/{id}/comments",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("issue:edit"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the issue")),
    request_body = NewIssueComment,
    responses(
        (status = 201, description = "The comment", body = IssueCommentResponse, headers(("ETag" = String, description = "Its version"))),
        Acting,
    )
)]
async fn add_issue_comment(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(issue): Path<Id<Issues>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services
        .add_issue_comment(&caller, issue, object, &source)
        .await?;
    Ok((StatusCode::CREATED, one(shown)).into_response())
}

/// Changes what one said about an issue.
#[utoipa::path(
    patch,
    path = "/iam/api/v1/issue/tracker/{id}/comments/{commentId}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("issue:edit"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the issue"),
        ("commentId" = uuid::Uuid, Path, description = "Id of the comment"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *"),
    ),
    request_body = NewIssueComment,
    responses(
        (status = 200, description = "The comment", body = IssueCommentResponse, headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn change_issue_comment(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    PathBelow(issue, comment): PathBelow<Id<Issues>, Id<IssueComments>>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let place = (issue, comment);
    let shown = services
        .change_issue_comment(&caller, place, expected, object, &source)
        .await?;
    Ok(one(shown))
}

/// Replaces what one said about an issue. Other members of the record may be sent as they were read; they are ignored.
#[utoipa::path(
    put,
    path = "/iam/api/v1/issue/tracker/{id}/comments/{commentId}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("issue:edit"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the issue"),
        ("commentId" = uuid::Uuid, Path, description = "Id of the comment"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *"),
    ),
    request_body(
        content = WholeIssueComment,
        example = json!({ "body": "It happens with every shipment.", "internal": false })
    ),
    responses(
        (status = 200, description = "The comment", body = IssueCommentResponse, headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn replace_issue_comment(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    PathBelow(issue, comment): PathBelow<Id<Issues>, Id<IssueComments>>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    static WHOLE: LazyLock<Whole> =
        LazyLock::new(Whole::of::<WholeIssueComment, ShownIssueComment>);
    let place = (issue, comment);
    let changes = WHOLE.changes(object)?;
    let shown = services
        .change_issue_comment(&caller, place, expected, changes, &source)
        .await?;
    Ok(one(shown))
}

/// Removes what one said about an issue.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/issue/tracker/{id}/comments/{commentId}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("issue:edit"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the issue"),
        ("commentId" = uuid::Uuid, Path, description = "Id of the comment"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *"),
    ),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "There is no such comment", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "Somebody else wrote it", body = Problem, content_type = "application/problem+json"),
        Versioned,
        Guarded,
    )
)]
async fn delete_issue_comment(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    PathBelow(issue, comment): PathBelow<Id<Issues>, Id<IssueComments>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let place = (issue, comment);
    services
        .delete_issue_comment(&caller, place, expected, &source)
        .await?;
    Ok(no_content([]))
}
