//! The schemas of a noun in the contract: its record, its fields as they are sent, and the envelopes of both.
//!
//! Invariant: what the server sets is shown and never asked for.

use utoipa::ToSchema as _;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, Ref, Schema, Type};

use super::parameters::{described, uuid_schema};
use super::{Contract, Schemas, add};
use crate::collection::shown::ShownMeta;

impl Contract {
    pub(super) fn add_list(&self, schemas: &mut Schemas) -> String {
        self.add_record(schemas);
        let name = format!("{}List", self.name);
        let object = ObjectBuilder::new()
            .description(Some(format!("A part of the {}.", self.plural)))
            .property(
                "data",
                ArrayBuilder::new().items(Ref::from_schema_name(self.name)),
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

    /// The record as it is shown.
    pub(super) fn add_record(&self, schemas: &mut Schemas) {
        let more = (self.more)(schemas);
        add::<ShownMeta>(schemas);
        let mut fields = (self.fields)(schemas);
        let id = ObjectBuilder::new()
            .property("_id", uuid_schema())
            .required("_id");
        if let RefOr::T(Schema::Object(object)) = &mut fields {
            object.required = object.properties.keys().cloned().collect();
        }
        let record = AllOfBuilder::new()
            .description(Some(format!("One of the {}.", self.plural)))
            .item(id)
            .item(fields)
            .item(Ref::from_schema_name(more))
            .item(Ref::from_schema_name(ShownMeta::name()));
        schemas.push((self.name.to_owned(), record.into()));
    }

    /// The fields as they are sent.
    pub(super) fn add_fields(
        &self,
        schemas: &mut Schemas,
        prefix: &str,
        required: &[&str],
    ) -> String {
        let mut fields = (self.fields)(schemas);
        if let RefOr::T(Schema::Object(object)) = &mut fields {
            let is_sent = |name: &str| !self.read_only.contains(&name);
            object.properties.retain(|name, _| is_sent(name));
            object.required = required.iter().map(|it| (*it).to_owned()).collect();
            let unknown = utoipa::openapi::schema::AdditionalProperties::FreeForm(false);
            object.additional_properties = Some(Box::new(unknown));
        }
        let name = format!("{prefix}{}", self.name);
        schemas.push((name.clone(), fields));
        name
    }

    pub(super) fn add_response(&self, schemas: &mut Schemas) -> String {
        self.add_record(schemas);
        let name = format!("{}Response", self.name);
        let object = ObjectBuilder::new()
            .property("data", Ref::from_schema_name(self.name))
            .required("data");
        schemas.push((name.clone(), object.into()));
        name
    }
}
