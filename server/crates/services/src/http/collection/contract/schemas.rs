//! The schemas of a noun in the contract: its record, its fields as they are sent, and the envelopes of both.
//!
//! Invariant: what the server sets is shown and never asked for.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, Ref, Schema, Type};
use utoipa::{PartialSchema as _, ToSchema as _};

use super::parameters::{described, uuid_schema};
use super::{Contract, Schemas, add};
use crate::collection::SearchMatch;
use crate::collection::shown::ShownMeta;

impl Contract {
    pub(super) fn add_list(&self, schemas: &mut Schemas) -> String {
        self.add_record(schemas);
        self.add_list_of(self.name, schemas)
    }

    /// The brief form of the list, where there is one.
    pub(super) fn add_brief_list(&self, schemas: &mut Schemas) -> Option<String> {
        let brief = self.askable.brief;
        if brief.is_empty() {
            return None;
        }
        let about = format!("One of the {} as pages offer and name it.", self.plural);
        let mut row = ObjectBuilder::new().description(Some(about));
        for part in [(self.fields)(schemas), ShownMeta::schema()] {
            let RefOr::T(Schema::Object(part)) = part else {
                continue;
            };
            for (name, schema) in part.properties {
                if brief.contains(&name.as_str()) {
                    row = row.property(&name, schema).required(&name);
                }
            }
        }
        let name = format!("Brief{}", self.name);
        schemas.push((name.clone(), row.into()));
        Some(self.add_list_of(&name, schemas))
    }

    fn add_list_of(&self, row: &str, schemas: &mut Schemas) -> String {
        let name = format!("{row}List");
        let object = ObjectBuilder::new()
            .description(Some(format!("A part of the {}.", self.plural)))
            .property(
                "data",
                ArrayBuilder::new().items(Ref::from_schema_name(row)),
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
                    "Rows of all parts, where that was asked for; at most 10,000 are counted, see `totalIsLowerBound`.",
                ),
            )
            .property(
                "totalIsLowerBound",
                described(
                    Type::Boolean,
                    "True where there are more rows than `total`, which are not counted; absent otherwise.",
                ),
            )
            .property(
                "next",
                described(
                    Type::String,
                    "Where the next part begins; absent on the last one.",
                ),
            )
            .property(
                "matches",
                ArrayBuilder::new()
                    .items(Ref::from_schema_name(SearchMatch::name()))
                    .description(Some(
                        "How each row was found, the best first; only where `search` is given and `sort` is not, on a numbered page.",
                    )),
            );
        add::<SearchMatch>(schemas);
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
