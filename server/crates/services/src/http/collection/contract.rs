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
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Ref, Schema, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{RefOr, Required};
use utoipa::{PartialSchema, ToSchema};

use super::listing::Askable;
use super::{COMPANY, ORIGINAL};
use crate::collection::Collection;
use crate::collection::as_of::AsOf;
use crate::collection::bulk::{BulkAction, BulkResult, MAX_ROWS};
use crate::http::document::{PERMISSION, SIGNED_IN};
use crate::http::routes::Schemas;
use crate::log::audit::AuditEntry;
use crate::permissions::{Action, Permission};
use crate::problem::Problem;

mod answers;
mod original;
mod parameters;
mod schemas;
mod tables;
pub(crate) mod whole;

use answers::{add_envelope, answers, either, json};
use parameters::{header, if_match, list_parameters, moment, query, uuid_schema};

const JSON: &str = "application/json";

/// What the contract says of a noun, as plain data, so that it is written by code that is compiled once.
#[derive(Clone, Copy)]
pub(super) struct Contract {
    pub(super) path: &'static str,
    service: &'static str,
    name: &'static str,
    plural: &'static str,
    required: &'static [&'static str],
    read_only: &'static [&'static str],
    replacement: Option<&'static str>,
    askable: Askable,
    bulk_edit: Action,
    /// None where it takes no right.
    permission: Option<fn(Action) -> Permission>,
    example: fn() -> Value,
    /// Adds the schemas that the fields name, and gives that of the fields.
    fields: fn(&mut Schemas) -> RefOr<Schema>,
    /// Adds the schema of what is computed, and gives its name.
    more: fn(&mut Schemas) -> String,
}

impl Contract {
    pub(super) fn of<C: Collection>() -> Self {
        Self {
            path: C::PATH,
            service: C::SERVICE,
            name: C::NAME,
            plural: C::PLURAL,
            required: C::REQUIRED,
            read_only: C::READ_ONLY,
            replacement: C::REPLACEMENT,
            askable: Askable::of::<C>(),
            bulk_edit: C::RESOURCE.bulk_edit(),
            permission: (!C::OPEN).then_some(C::permission),
            example: C::example,
            fields: |schemas| {
                C::Fields::schemas(schemas);
                C::Fields::schema()
            },
            more: |schemas| {
                add::<C::Computed>(schemas);
                C::Computed::name().into_owned()
            },
        }
    }

    /// The schemas and the contract of one operation on the list at `list`.
    pub(super) fn operation(
        &self,
        method: &HttpMethod,
        list: &str,
        below: &str,
    ) -> (Schemas, Operation) {
        let mut schemas = Schemas::new();
        let (action, mut operation) = match (method, below) {
            (HttpMethod::Get, "") => (Action::View, self.list(&mut schemas)),
            (HttpMethod::Post, "") => (Action::Create, self.create(&mut schemas)),
            (_, "/paginate") => (Action::View, self.paginate(&mut schemas)),
            (HttpMethod::Get, "/{id}") => (Action::View, self.get(&mut schemas)),
            (HttpMethod::Patch, _) => (Action::Edit, self.change(&mut schemas)),
            (HttpMethod::Put, _) => (Action::Edit, self.replace(&mut schemas)),
            (HttpMethod::Delete, _) => (Action::Delete, self.remove()),
            (_, "/{id}/restore") => (Action::Restore, self.restore(&mut schemas)),
            (_, "/{id}/history") => (Action::View, self.history(&mut schemas)),
            (_, "/{id}/as-of") => (Action::View, self.as_of(&mut schemas)),
            (HttpMethod::Get, ORIGINAL) => (Action::View, self.original(&mut schemas)),
            (_, ORIGINAL) => (Action::Edit, self.choose_original(&mut schemas)),
            (_, "/bulk") => (self.bulk_edit, self.bulk(&mut schemas)),
            (_, "/import") => (Action::Import, self.import(&mut schemas)),
            (_, "/import/columns") => (Action::Import, self.import_columns(&mut schemas)),
            (_, "/export") => (Action::Export, self.export()),
            _ => (Action::Edit, self.undo(&mut schemas)),
        };
        let right = match self.permission {
            None => SIGNED_IN.to_owned(),
            Some(permission) => permission(action).to_string(),
        };
        operation.extensions = Some(ExtensionsBuilder::new().add(PERMISSION, right).build());
        if list != self.path {
            operation.operation_id = Some(operation_id("list", list));
        }
        if list.contains(COMPANY) {
            operation
                .parameters
                .get_or_insert_default()
                .push(Self::id().into());
            let not_found = answers(&[404]).build().responses;
            operation.responses.responses.extend(not_found);
        }
        add::<Problem>(&mut schemas);
        (schemas, operation)
    }

    fn list(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_list(schemas);
        let mut operation = self.named("list", format!("The {}", self.plural));
        for parameter in list_parameters(self.askable) {
            operation = operation.parameter(parameter);
        }
        let responses = answers(&[401, 403, 422]);
        let Some(brief) = self.add_brief_list(schemas) else {
            let part = json(&name, "A part of the list", false);
            return operation.responses(responses.response("200", part)).build();
        };
        let unchanged =
            ResponseBuilder::new().description("The brief form that If-None-Match names");
        operation
            .parameter(query(
                "brief",
                ObjectBuilder::new()
                    .schema_type(Type::Boolean)
                    .enum_values(Some([true]))
                    .into(),
                "Rows hold only the members by which pages list and name them. Needs no right; may be cached for a day, and has an ETag",
            ))
            .parameter(header(
                "If-None-Match",
                "The ETag of a brief form that is known already",
                false,
            ))
            .responses(
                responses
                    .response("200", either([&name, &brief], "A part of the list"))
                    .response("304", unchanged),
            )
            .build()
    }

    fn paginate(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_list(schemas);
        let mut operation = self.named("paginate", format!("The {}, by cursor", self.plural));
        let numbered = ["page", "pageSize", "paged"];
        for parameter in list_parameters(self.askable) {
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

    fn get(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        let unchanged = ResponseBuilder::new().description("The version that If-None-Match names");
        self.named("get", format!("One of the {}", self.plural))
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

    fn create(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        let body = self.add_fields(schemas, "New", self.required);
        self.named("create", format!("Adds to the {}", self.plural))
            .parameter(header(
                "Idempotency-Key",
                "A text of up to 100 characters: the same request with the same key within a day creates nothing again",
                false,
            ))
            .request_body(Some(Self::body(&body, Some((self.example)()))))
            .responses(
                answers(&[400, 401, 403, 409, 413, 415, 422])
                    .response("201", json(&name, "What was created", true)),
            )
            .build()
    }

    fn change(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        let body = self.add_fields(schemas, "Patch", &[]);
        self.named("change", format!("Changes one of the {}", self.plural))
            .description(Some("Fields that are left out stay; null empties a field."))
            .parameter(Self::id())
            .parameter(if_match())
            .request_body(Some(Self::body(&body, Some((self.example)()))))
            .responses(
                answers(&[400, 401, 403, 404, 409, 412, 413, 415, 422, 428])
                    .response("200", json(&name, "The record after the change", true)),
            )
            .build()
    }

    fn replace(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        let body = self.add_whole(schemas);
        self.named("replace", format!("Replaces one of the {}", self.plural))
            .description(Some(
                "The whole record: every field that can be changed, with every member of the objects in it; what is missing is \
                 named with 422. Members that the server sets may be sent as they were read; they are ignored.",
            ))
            .parameter(Self::id())
            .parameter(if_match())
            .request_body(Some(Self::body(&body, None)))
            .responses(
                answers(&[400, 401, 403, 404, 409, 412, 413, 415, 422, 428])
                    .response("200", json(&name, "The record after the change", true)),
            )
            .build()
    }

    fn remove(&self) -> Operation {
        let gone = ResponseBuilder::new().description("It is in the bin");
        let summary = format!("Moves one of the {} to the bin", self.plural);
        let mut operation = self.named("delete", summary).parameter(Self::id());
        operation = operation.parameter(if_match());
        if let Some(name) = self.replacement {
            let description = "The record that takes over where this one is used";
            operation = operation.parameter(query(name, uuid_schema(), description));
        }
        operation
            .responses(answers(&[401, 403, 404, 409, 412, 422, 428]).response("204", gone))
            .build()
    }

    fn restore(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        self.named(
            "restore",
            format!("Takes one of the {} out of the bin", self.plural),
        )
        .parameter(Self::id())
        .parameter(if_match())
        .responses(
            answers(&[401, 403, 404, 409, 412, 422, 428])
                .response("200", json(&name, "The record", true)),
        )
        .build()
    }

    fn history(&self, schemas: &mut Schemas) -> Operation {
        add::<AuditEntry>(schemas);
        let data = ArrayBuilder::new().items(Ref::from_schema_name(AuditEntry::name()));
        let name = add_envelope(schemas, "History", data.into());
        self.named(
            "history",
            format!("What was done to one of the {}", self.plural),
        )
        .parameter(Self::id())
        .responses(answers(&[401, 403, 404]).response(
            "200",
            json(&name, "At most 500 entries, the latest first", false),
        ))
        .build()
    }

    fn as_of(&self, schemas: &mut Schemas) -> Operation {
        add::<AsOf>(schemas);
        let name = add_envelope(
            schemas,
            "AsOfResponse",
            Ref::from_schema_name(AsOf::name()).into(),
        );
        self.named(
            "as_of",
            format!("One of the {} as it was at a moment", self.plural),
        )
        .description(Some(
            "Told by the audit trail: what it does not say is named in `unknown` and not invented. A moment before the record \
             was created is a 404 of type `/problems/not-yet`.",
        ))
        .parameter(Self::id())
        .parameter(moment())
        .responses(answers(&[401, 403, 404, 422]).response(
            "200",
            json(&name, "The record as it was, and what differs from today", false),
        ))
        .build()
    }

    /// Ids by the fields that name other records.
    fn named_lists(&self, description: &str) -> ObjectBuilder {
        let lists = ObjectBuilder::new().description(Some(description));
        let ids = || ArrayBuilder::new().items(uuid_schema());
        let fields = self.askable.links.iter();
        fields
            .fold(lists, |lists, field| lists.property(*field, ids()))
            .additional_properties(Some(
                utoipa::openapi::schema::AdditionalProperties::<Schema>::FreeForm(false),
            ))
    }

    fn bulk(&self, schemas: &mut Schemas) -> Operation {
        add::<BulkResult>(schemas);
        let patch = self.add_fields(schemas, "Patch", &[]);
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
            .property(
                "add",
                self.named_lists("Ids that each record names besides"),
            )
            .property(
                "remove",
                self.named_lists("Ids that no record names any longer"),
            )
            .additional_properties(Some(
                utoipa::openapi::schema::AdditionalProperties::<Schema>::FreeForm(false),
            ));
        let body = format!("{}Bulk", self.name);
        schemas.push((body.clone(), request.into()));
        let name = add_envelope(
            schemas,
            "BulkResponse",
            Ref::from_schema_name(BulkResult::name()).into(),
        );
        self.named("bulk", format!("Changes many of the {} at once", self.plural))
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

    fn undo(&self, schemas: &mut Schemas) -> Operation {
        add::<BulkResult>(schemas);
        let name = add_envelope(
            schemas,
            "BulkResponse",
            Ref::from_schema_name(BulkResult::name()).into(),
        );
        self.named(
            "undo",
            format!("Takes back what a batch did to the {}", self.plural),
        )
        .parameter(Self::id())
        .responses(
            answers(&[401, 403, 404, 409])
                .response("200", json(&name, "What became of each", false)),
        )
        .build()
    }

    fn named(&self, verb: &str, summary: String) -> OperationBuilder {
        OperationBuilder::new()
            .operation_id(Some(operation_id(verb, self.path)))
            .summary(Some(summary))
            .tag(self.service)
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
