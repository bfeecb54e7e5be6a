//! Answers of a collection's operations in the contract: what came of it, or a problem.
//!
//! Invariant: a failure is always problem details.

use utoipa::ToSchema as _;
use utoipa::openapi::RefOr;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::response::{ResponseBuilder, ResponsesBuilder};
use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Ref, Schema, Type};

use super::{JSON, Schemas};
use crate::problem::Problem;

pub(super) fn json(schema: &str, description: &str, versioned: bool) -> ResponseBuilder {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .build();
    let response = ResponseBuilder::new()
        .description(description)
        .content(JSON, content);
    match versioned {
        true => {
            let etag = HeaderBuilder::new()
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                .description(Some("Its version"));
            response.header("ETag", etag.build())
        }
        false => response,
    }
}

/// One of two bodies; the second one has a tag.
pub(super) fn either(schemas: [&str; 2], description: &str) -> ResponseBuilder {
    let either = schemas
        .into_iter()
        .fold(AnyOfBuilder::new(), |either, schema| {
            either.item(Ref::from_schema_name(schema))
        });
    let content = ContentBuilder::new()
        .schema(Some(Schema::AnyOf(either.build())))
        .build();
    let etag = HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .description(Some("What the brief form holds; absent otherwise"));
    ResponseBuilder::new()
        .description(description)
        .content(JSON, content)
        .header("ETag", etag.build())
}

/// The failures with these statuses, and those of the server.
pub(super) fn answers(statuses: &[u16]) -> ResponsesBuilder {
    let problem = |description: &str| {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(Problem::name())))
            .build();
        ResponseBuilder::new()
            .description(description)
            .content("application/problem+json", content)
    };
    let mut responses =
        ResponsesBuilder::new().response("5XX", problem("Something went wrong on the server"));
    for status in statuses {
        let description = match status {
            400 => "The request cannot be read",
            401 => "Nobody is signed in",
            403 => "The right is missing, the account was suspended, or the subscription has ended",
            404 => "The company has no such record",
            409 => "The record does not allow it now",
            412 => "Somebody else has changed it meanwhile",
            413 => "The body is too large",
            415 => "The body has another media type",
            428 => "If-Match is missing: send a version or *",
            _ => "Fields or parameters are at fault",
        };
        responses = responses.response(status.to_string(), problem(description));
    }
    responses
}

pub(super) fn add_envelope(schemas: &mut Schemas, name: &str, data: RefOr<Schema>) -> String {
    let object = ObjectBuilder::new().property("data", data).required("data");
    schemas.push((name.to_owned(), object.into()));
    name.to_owned()
}
