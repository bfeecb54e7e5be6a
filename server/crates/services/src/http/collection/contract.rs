//! The contract of a collection: its operations, parameters and schemas, written out for the OpenAPI document.
//!
//! Invariant: an operation names every status that its handler answers with.

use serde_json::Value;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, Ref, Schema, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{RefOr, Required};
use utoipa::{PartialSchema, ToSchema};

use crate::collection::Collection;
use crate::collection::bulk::{BulkAction, BulkResult, MAX_ROWS};
use crate::collection::import::ImportResult;
use crate::collection::shown::ShownMeta;
use crate::collection::table::TableFormat;
use crate::http::document::{PERMISSION, SIGNED_IN};
use crate::log::audit::AuditEntry;
use crate::permissions::Action;
use crate::problem::Problem;

mod answers;
mod parameters;

use answers::{add_envelope, answers, json};
use parameters::{
    boolean, choice, described, header, if_match, list_parameters, query, uuid_schema,
};

type Schemas = Vec<(String, RefOr<Schema>)>;

const JSON: &str = "application/json";

/// The schemas and the contract of one operation on the list at `list`.
pub(super) fn operation<C: Collection>(
    method: &HttpMethod,
    list: &str,
    below: &str,
) -> (Schemas, Operation) {
    let mut schemas = Schemas::new();
    let (action, mut operation) = match (method, below) {
        (HttpMethod::Get, "") => (Action::View, Contract::<C>::list(&mut schemas)),
        (HttpMethod::Post, "") => (Action::Create, Contract::<C>::create(&mut schemas)),
        (_, "/paginate") => (Action::View, Contract::<C>::paginate(&mut schemas)),
        (HttpMethod::Get, "/{id}") => (Action::View, Contract::<C>::get(&mut schemas)),
        (HttpMethod::Patch, _) => (Action::Edit, Contract::<C>::change(&mut schemas)),
        (HttpMethod::Delete, _) => (Action::Delete, Contract::<C>::remove()),
        (_, "/{id}/restore") => (Action::Restore, Contract::<C>::restore(&mut schemas)),
        (_, "/{id}/history") => (Action::View, Contract::<C>::history(&mut schemas)),
        (_, "/bulk") => (C::RESOURCE.bulk_edit(), Contract::<C>::bulk(&mut schemas)),
        (_, "/import") => (Action::Import, Contract::<C>::import(&mut schemas)),
        (_, "/export") => (Action::Export, Contract::<C>::export()),
        _ => (Action::Edit, Contract::<C>::undo(&mut schemas)),
    };
    let right = match C::OPEN {
        true => SIGNED_IN.to_owned(),
        false => C::permission(action).to_string(),
    };
    operation.extensions = Some(ExtensionsBuilder::new().add(PERMISSION, right).build());
    if list != C::PATH {
        operation.operation_id = Some(operation_id("list", list));
    }
    add::<Problem>(&mut schemas);
    (schemas, operation)
}

/// What the operations of a collection say; never made, it only names the collection.
struct Contract<C>(std::marker::PhantomData<C>);

impl<C: Collection> Contract<C> {
    fn list(schemas: &mut Schemas) -> Operation {
        let name = Self::add_list(schemas);
        let mut operation = Self::named("list", format!("The {}", C::PLURAL));
        for parameter in list_parameters::<C>() {
            operation = operation.parameter(parameter);
        }
        operation
            .responses(
                answers(&[401, 403, 422]).response("200", json(&name, "A part of the list", false)),
            )
            .build()
    }

    fn paginate(schemas: &mut Schemas) -> Operation {
        let name = Self::add_list(schemas);
        let mut operation = Self::named("paginate", format!("The {}, by cursor", C::PLURAL));
        let numbered = ["page", "pageSize", "paged"];
        for parameter in list_parameters::<C>() {
            if !numbered.contains(&parameter.name.as_str()) {
                operation = operation.parameter(parameter);
            }
        }
        operation
            .description(Some(
                "The same list a part at a time: each part costs the same, however far down the list it is.",
            ))
            .responses(
                answers(&[401, 403, 422]).response("200", json(&name, "A part of the list", false)),
            )
            .build()
    }

    fn add_list(schemas: &mut Schemas) -> String {
        Self::add_record(schemas);
        let name = format!("{}List", C::NAME);
        let object = ObjectBuilder::new()
            .description(Some(format!("A part of the {}.", C::PLURAL)))
            .property(
                "data",
                ArrayBuilder::new().items(Ref::from_schema_name(C::NAME)),
            )
            .required("data")
            .property(
                "page",
                described(
                    Type::Integer,
                    "Number of the page, from 1; absent behind a cursor.",
                ),
            )
            .property(
                "pageSize",
                described(Type::Integer, "Rows of a part at most."),
            )
            .required("pageSize")
            .property(
                "total",
                described(
                    Type::Integer,
                    "Rows of all parts, where that was asked for.",
                ),
            )
            .property(
                "next",
                described(
                    Type::String,
                    "Where the next part begins; absent on the last one.",
                ),
            );
        schemas.push((name.clone(), object.into()));
        name
    }

    fn get(schemas: &mut Schemas) -> Operation {
        let name = Self::add_response(schemas);
        let unchanged = ResponseBuilder::new().description("The version that If-None-Match names");
        Self::named("get", format!("One of the {}", C::PLURAL))
            .parameter(Self::id())
            .parameter(header(
                "If-None-Match",
                "A version that is known already",
                false,
            ))
            .responses(
                answers(&[401, 403, 404])
                    .response("200", json(&name, "The record", true))
                    .response("304", unchanged),
            )
            .build()
    }

    fn create(schemas: &mut Schemas) -> Operation {
        let name = Self::add_response(schemas);
        let body = Self::add_fields(schemas, "New", C::REQUIRED);
        Self::named("create", format!("Adds to the {}", C::PLURAL))
            .parameter(header(
                "Idempotency-Key",
                "A text of up to 100 characters: the same request with the same key within a day creates nothing again",
                false,
            ))
            .request_body(Some(Self::body(&body, Some(C::example()))))
            .responses(
                answers(&[400, 401, 403, 409, 413, 415, 422])
                    .response("201", json(&name, "What was created", true)),
            )
            .build()
    }

    fn change(schemas: &mut Schemas) -> Operation {
        let name = Self::add_response(schemas);
        let body = Self::add_fields(schemas, "Patch", &[]);
        Self::named("change", format!("Changes one of the {}", C::PLURAL))
            .description(Some("Fields that are left out stay; null empties a field."))
            .parameter(Self::id())
            .parameter(if_match())
            .request_body(Some(Self::body(&body, Some(C::example()))))
            .responses(
                answers(&[400, 401, 403, 404, 409, 412, 413, 415, 422, 428])
                    .response("200", json(&name, "The record after the change", true)),
            )
            .build()
    }

    fn remove() -> Operation {
        let gone = ResponseBuilder::new().description("It is in the bin");
        let summary = format!("Moves one of the {} to the bin", C::PLURAL);
        let mut operation = Self::named("delete", summary).parameter(Self::id());
        operation = operation.parameter(if_match());
        if let Some(name) = C::REPLACEMENT {
            let description = "The record that takes over where this one is used";
            operation = operation.parameter(query(name, uuid_schema(), description));
        }
        operation
            .responses(answers(&[401, 403, 404, 409, 412, 422, 428]).response("204", gone))
            .build()
    }

    fn restore(schemas: &mut Schemas) -> Operation {
        let name = Self::add_response(schemas);
        Self::named(
            "restore",
            format!("Takes one of the {} out of the bin", C::PLURAL),
        )
        .parameter(Self::id())
        .parameter(if_match())
        .responses(
            answers(&[401, 403, 404, 409, 412, 422, 428])
                .response("200", json(&name, "The record", true)),
        )
        .build()
    }

    fn history(schemas: &mut Schemas) -> Operation {
        add::<AuditEntry>(schemas);
        let data = ArrayBuilder::new().items(Ref::from_schema_name(AuditEntry::name()));
        let name = add_envelope(schemas, "History", data.into());
        Self::named(
            "history",
            format!("What was done to one of the {}", C::PLURAL),
        )
        .parameter(Self::id())
        .responses(answers(&[401, 403, 404]).response(
            "200",
            json(&name, "At most 500 entries, the latest first", false),
        ))
        .build()
    }

    fn bulk(schemas: &mut Schemas) -> Operation {
        add::<BulkResult>(schemas);
        let patch = Self::add_fields(schemas, "Patch", &[]);
        let ids = ArrayBuilder::new()
            .items(uuid_schema())
            .min_items(Some(1))
            .max_items(Some(MAX_ROWS));
        let request = ObjectBuilder::new()
            .property("action", BulkAction::schema())
            .required("action")
            .property("ids", ids)
            .required("ids")
            .property("changes", Ref::from_schema_name(patch))
            .additional_properties(Some(
                utoipa::openapi::schema::AdditionalProperties::<Schema>::FreeForm(false),
            ));
        let body = format!("{}Bulk", C::NAME);
        schemas.push((body.clone(), request.into()));
        let name = add_envelope(
            schemas,
            "BulkResponse",
            Ref::from_schema_name(BulkResult::name()).into(),
        );
        Self::named("bulk", format!("Changes many of the {} at once", C::PLURAL))
            .description(Some(
                "Each action needs its own right: edit that to change many at once, delete and restore those of one record.",
            ))
            .request_body(Some(Self::body(&body, None)))
            .responses(
                answers(&[400, 401, 403, 409, 413, 415, 422])
                    .response("200", json(&name, "What became of each", false)),
            )
            .build()
    }

    fn undo(schemas: &mut Schemas) -> Operation {
        add::<BulkResult>(schemas);
        let name = add_envelope(
            schemas,
            "BulkResponse",
            Ref::from_schema_name(BulkResult::name()).into(),
        );
        Self::named(
            "undo",
            format!("Takes back what a batch did to the {}", C::PLURAL),
        )
        .parameter(Self::id())
        .responses(
            answers(&[401, 403, 404, 409])
                .response("200", json(&name, "What became of each", false)),
        )
        .build()
    }

    fn import(schemas: &mut Schemas) -> Operation {
        add::<ImportResult>(schemas);
        let name = add_envelope(
            schemas,
            "ImportResponse",
            Ref::from_schema_name(ImportResult::name()).into(),
        );
        let file = || ObjectBuilder::new().schema_type(Type::String);
        let mut body = RequestBodyBuilder::new()
            .description(Some(
                "The table; its first row names the columns as the export does",
            ))
            .required(Some(Required::True));
        for format in TableFormat::ALL {
            let content = ContentBuilder::new().schema(Some(file())).build();
            let essence = format.media_type().split(';').next().unwrap_or_default();
            body = body.content(essence, content);
        }
        Self::named("import", format!("Reads {} from a table", C::PLURAL))
            .parameter(query(
                "dryRun",
                boolean(),
                "Whether to say only what would happen; true unless said otherwise",
            ))
            .parameter(query(
                "mode",
                choice(&["insert", "update", "upsert"]),
                "What to do with rows; upsert unless said otherwise",
            ))
            .parameter(query(
                "map",
                ArrayBuilder::new()
                    .items(ObjectBuilder::new().schema_type(Type::String))
                    .into(),
                "A column under another name, as column:field",
            ))
            .request_body(Some(body.build()))
            .responses(
                answers(&[400, 401, 403, 409, 413, 415, 422])
                    .response("200", json(&name, "What became of each row", false)),
            )
            .build()
    }

    fn export() -> Operation {
        let mut operation = Self::named("export", format!("The {} as a table", C::PLURAL))
            .parameter(query(
                "format",
                choice(&["csv", "xlsx"]),
                "The form; csv unless said otherwise",
            ))
            .parameter(query(
                "columns",
                ObjectBuilder::new().schema_type(Type::String).into(),
                "Paths of the fields that are wanted, separated by commas, such as name,address.city; without it, all that an \
                 import reads again",
            ));
        for parameter in list_parameters::<C>() {
            operation = operation.parameter(parameter);
        }
        let mut table = ResponseBuilder::new().description("The table");
        for format in TableFormat::ALL {
            let content = ContentBuilder::new()
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                .build();
            let essence = format.media_type().split(';').next().unwrap_or_default();
            table = table.content(essence, content);
        }
        operation
            .responses(answers(&[401, 403, 422]).response("200", table))
            .build()
    }

    fn named(verb: &str, summary: String) -> OperationBuilder {
        OperationBuilder::new()
            .operation_id(Some(operation_id(verb, C::PATH)))
            .summary(Some(summary))
            .tag(C::SERVICE)
            .security(
                SecurityRequirement::new("token", [] as [&str; 0]).add("sid", [] as [&str; 0]),
            )
    }

    fn id() -> Parameter {
        ParameterBuilder::new()
            .name("id")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(uuid_schema()))
            .build()
    }

    fn body(schema: &str, example: Option<Value>) -> utoipa::openapi::request_body::RequestBody {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(schema)))
            .example(example)
            .build();
        RequestBodyBuilder::new()
            .content(JSON, content)
            .required(Some(Required::True))
            .build()
    }

    /// The record as it is shown.
    fn add_record(schemas: &mut Schemas) {
        add::<C::More>(schemas);
        add::<ShownMeta>(schemas);
        C::Fields::schemas(schemas);
        let mut fields = C::Fields::schema();
        let id = ObjectBuilder::new()
            .property("_id", uuid_schema())
            .required("_id");
        if let RefOr::T(Schema::Object(object)) = &mut fields {
            object.required = object.properties.keys().cloned().collect();
        }
        let record = AllOfBuilder::new()
            .description(Some(format!("One of the {}.", C::PLURAL)))
            .item(id)
            .item(fields)
            .item(Ref::from_schema_name(C::More::name()))
            .item(Ref::from_schema_name(ShownMeta::name()));
        schemas.push((C::NAME.to_owned(), record.into()));
    }

    /// The fields as they are sent.
    fn add_fields(schemas: &mut Schemas, prefix: &str, required: &[&str]) -> String {
        C::Fields::schemas(schemas);
        let mut fields = C::Fields::schema();
        if let RefOr::T(Schema::Object(object)) = &mut fields {
            let is_sent = |name: &str| !C::READ_ONLY.contains(&name);
            object.properties.retain(|name, _| is_sent(name));
            object.required = required.iter().map(|it| (*it).to_owned()).collect();
            let unknown = utoipa::openapi::schema::AdditionalProperties::FreeForm(false);
            object.additional_properties = Some(Box::new(unknown));
        }
        let name = format!("{prefix}{}", C::NAME);
        schemas.push((name.clone(), fields));
        name
    }

    fn add_response(schemas: &mut Schemas) -> String {
        Self::add_record(schemas);
        let name = format!("{}Response", C::NAME);
        let object = ObjectBuilder::new()
            .property("data", Ref::from_schema_name(C::NAME))
            .required("data");
        schemas.push((name.clone(), object.into()));
        name
    }
}

/// `/contact/api/v1/contact-tags` is `contact_tags`.
fn operation_id(verb: &str, path: &str) -> String {
    let path = path.split("/api/v1/").nth(1).unwrap_or_default();
    let noun = path.trim_matches('/').replace(['/', '-', '{', '}'], "_");
    format!("{verb}_{noun}")
}

fn add<T: ToSchema + PartialSchema>(schemas: &mut Schemas) {
    T::schemas(schemas);
    schemas.push((T::name().into_owned(), T::schema()));
}
