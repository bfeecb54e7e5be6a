//! The OpenAPI document: what the handlers say of themselves, and what holds for all of them.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApi};
use utoipa::{Modify, PartialSchema, ToSchema};

use super::programs::scope_of;
use super::viewing::changes_nothing;
use crate::collection::table::TableFormat;
use crate::iam::session_view::SessionView;
use crate::problem::Problem;
use crate::report::filter::ReportCondition;

/// The extension of an operation that names the right it needs, such as `user:view`, or [`SIGNED_IN`].
///
/// An operation on behalf of somebody who is signed in has it; the authorisation matrix of the tests goes by it.
pub const PERMISSION: &str = "x-permission";

/// What [`PERMISSION`] says where every user may.
pub const SIGNED_IN: &str = "signedIn";

/// What [`PERMISSION`] says where only the operator's own people may.
pub const SUPER_ADMIN: &str = "superAdmin";

/// What the document calls the tokens of programs.
const ACCESS_TOKEN: &str = "accessToken";

/// Adds to the operations what they do not say: title, tags, how to sign in, and the schemas of documents and problems.
pub(super) fn complete(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Waybill")
        .description(Some(
            "Services of a freight company's staff. Every path is answered with a final slash, too. Failures are problem details, \
             RFC 9457. A change wants `If-Match` with the version that was read, or `*` for any version; `PATCH` changes the \
             fields that are sent, `PUT` replaces all of them. `x-permission` names the right that an operation needs; \
             `signedIn` is everybody's who is signed in, `superAdmin` the operator's own people's.",
        ))
        .version(env!("CARGO_PKG_VERSION"))
        .license(Some(
            LicenseBuilder::new()
                .name("Apache-2.0")
                .identifier(Some("Apache-2.0"))
                .build(),
        ))
        .build();
    let tag = |name: &str, description| {
        TagBuilder::new()
            .name(name)
            .description(Some(description))
            .build()
    };
    document.tags = Some(vec![
        tag("iam", "Companies, their people, and what these may do"),
        tag("master", "Reference data"),
        tag("log", "What was done"),
        tag("report", "Saved reports over the company's data"),
        tag("mail", "Mail templates, drafts and messages"),
    ]);
    add_schema::<SessionView>(&mut document);
    add_schema::<Problem>(&mut document);
    // Named by parameters, whose schemas utoipa does not collect.
    add_schema::<TableFormat>(&mut document);
    // Behind a filter that holds filters, which utoipa does not follow.
    add_schema::<ReportCondition>(&mut document);
    Credentials.modify(&mut document);
    open_to_programs(&mut document);
    document
}

/// Says of each operation on behalf of a user which scope opens it to programs, if one does.
fn open_to_programs(document: &mut OpenApi) {
    let none: [&str; 0] = [];
    let session = SecurityRequirement::new("token", none).add("sid", none);
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("GET", &mut item.get),
            ("POST", &mut item.post),
            ("PUT", &mut item.put),
            ("PATCH", &mut item.patch),
            ("DELETE", &mut item.delete),
        ];
        for (method, operation) in operations {
            let Some(security) = operation.as_mut().and_then(|it| it.security.as_mut()) else {
                continue;
            };
            let takes_session = security.contains(&session);
            let scope = scope_of(path, !changes_nothing(method, path));
            if let Some(scope) = scope.filter(|_| takes_session) {
                security.push(SecurityRequirement::new(ACCESS_TOKEN, [scope.as_str()]));
            }
        }
    }
}

/// Answers with the document.
pub(super) async fn serve() -> Response {
    // The same for every request, and milliseconds to put together.
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
        serde_json::to_vec(&super::openapi()).map_or_else(|_| Bytes::new(), Bytes::from)
    });
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.clone()).into_response()
}

fn add_schema<T: ToSchema + PartialSchema>(document: &mut OpenApi) {
    let mut schemas = Vec::new();
    T::schemas(&mut schemas);
    schemas.push((T::name().into_owned(), T::schema()));
    let components = document.components.get_or_insert_default();
    for (name, schema) in schemas {
        components.schemas.entry(name).or_insert(schema);
    }
}

struct Credentials;

impl Modify for Credentials {
    fn modify(&self, document: &mut OpenApi) {
        let bearer = |description: &str| {
            let scheme = HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .bearer_format("JWT");
            SecurityScheme::Http(scheme.description(Some(description)).build())
        };
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(
            "idToken",
            bearer("An ID token of the identity provider; it may stand without `Bearer`"),
        );
        components.add_security_scheme(
            "token",
            bearer("The session token, which may stand without `Bearer`; worth nothing without the session cookie"),
        );
        let cookie =
            ApiKeyValue::with_description("__Host-sid", "The session cookie; `sid` on plain http");
        let program = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("wb_…")
            .description(Some(
                "An access token of a program, which needs no cookie; an operation names the scope that it takes",
            ));
        components.add_security_scheme(ACCESS_TOKEN, SecurityScheme::Http(program.build()));
        components.add_security_scheme("sid", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}
