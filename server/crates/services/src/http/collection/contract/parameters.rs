//! The parameters of the operations of a collection, and the small schemas that they share.
//!
//! Invariant: a list promises the keys and links that its noun has, and no others.

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{
    ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type,
};
use utoipa::openapi::{RefOr, Required};

use crate::http::collection::listing::{Askable, MAX_PAGE_SIZE, PAGE_SIZE};

pub(super) fn list_parameters(askable: Askable) -> Vec<Parameter> {
    let text = || {
        RefOr::from(Schema::from(
            ObjectBuilder::new().schema_type(Type::String).build(),
        ))
    };
    let whole = |maximum: Option<u64>| -> RefOr<Schema> {
        let mut number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1));
        if let Some(maximum) = maximum {
            number = number.maximum(Some(maximum));
        }
        number.into()
    };
    let keys = askable.key_names().join(", ");
    let links = match askable.links {
        [] => String::new(),
        links => format!("; {} by ids with eq, ne and in", links.join(", ")),
    };
    let texts = match askable.texts {
        [] => String::new(),
        texts => format!(
            "; {} by one of their texts with eq, ne and in",
            texts.join(", ")
        ),
    };
    let filter = format!(
        "A condition as field:op:value; several must all hold. Operators: eq, ne, lt, le, gt, ge, in (values between |), \
         starts, has. One of several: any:[\"field:op:value\", …]. Fields: {keys}{links}{texts}; _id with eq and in"
    );
    let filters = ArrayBuilder::new()
        .items(ObjectBuilder::new().schema_type(Type::String))
        .max_items(Some(20));
    let page = match askable.is_whole {
        true => "Number of the page, from 1; the list comes whole unless a part of it is asked for",
        false => "Number of the page, from 1",
    };
    let mut parameters = vec![
        query(
            "search",
            text(),
            "Words that must all occur; case and diacritics do not matter",
        ),
        query("filter", filters.into(), &filter),
        query(
            "sort",
            text(),
            &format!(
                "Names of fields, separated by commas; a minus before one turns its order round. Fields: {keys}"
            ),
        ),
        query("page", whole(Some(1_000_000)), page),
        query(
            "paged",
            ObjectBuilder::new()
                .schema_type(Type::Boolean)
                .enum_values(Some([true]))
                .into(),
            "The first page, unless another part is asked for, also of a list that comes whole otherwise",
        ),
        query(
            "pageSize",
            whole(Some(MAX_PAGE_SIZE)),
            &format!("Rows of a page; {PAGE_SIZE} unless said otherwise"),
        ),
        query(
            "after",
            text(),
            "Where the part begins: next of the part before it, however far down the list",
        ),
        query(
            "limit",
            whole(Some(MAX_PAGE_SIZE)),
            "Rows of the part, instead of pageSize",
        ),
        query(
            "count",
            boolean(),
            "Whether to count all rows, instead of numbering pages",
        ),
    ];
    for (name, otherwise) in askable.parameters {
        let otherwise = match otherwise {
            Some(value) => format!("; {value} unless said otherwise"),
            None => String::new(),
        };
        let description = format!("Only rows with this {name}, or any{otherwise}");
        parameters.push(query(name, text(), &description));
    }
    if askable.has_bin {
        parameters.push(query("bin", boolean(), "Whether to list the bin"));
    }
    parameters
}

pub(super) fn query(name: &str, schema: RefOr<Schema>, description: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(schema))
        .build()
}

pub(super) fn header(name: &str, description: &str, required: bool) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(if required {
            Required::True
        } else {
            Required::False
        })
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

pub(super) fn if_match() -> Parameter {
    header(
        "If-Match",
        "The version that was read, as its ETag, or * for any version",
        true,
    )
}

/// The moment at which a record is looked at.
pub(super) fn moment() -> Parameter {
    let text = ObjectBuilder::new()
        .schema_type(Type::String)
        .examples(["2026-11-20T11:00:00Z"]);
    let description = "An instant that has passed (RFC 3339), or a date and time on the clock of the caller's own zone";
    let mut moment = query("at", text.into(), description);
    moment.required = Required::True;
    moment
}

pub(super) fn boolean() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Boolean).into()
}

pub(super) fn choice(words: &[&str]) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words.to_vec()))
        .into()
}

pub(super) fn described(kind: Type, text: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(kind)
        .description(Some(text))
        .into()
}

pub(super) fn uuid_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .into()
}
