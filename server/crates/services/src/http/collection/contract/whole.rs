//! The whole record, as `PUT` takes it (RFC 9110 section 9.3.4).
//!
//! Invariant: what the contract requires is what is required of a request, for both come from the schema of the fields.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType};
use utoipa::{PartialSchema, ToSchema};

use super::{Contract, Schemas, add};
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// What a whole record has to hold, and what it may hold besides.
#[derive(Debug)]
pub(crate) struct Whole {
    required: Vec<Field>,
    /// What the server sets.
    ignored: Vec<String>,
}

/// A field that has to be there, with those of the object in it.
#[derive(Debug)]
struct Field {
    name: String,
    fields: Vec<Self>,
}

impl Whole {
    /// Of records whose fields `T` holds, and which are shown as `S`.
    pub(crate) fn of<T: ToSchema + PartialSchema, S: ToSchema + PartialSchema>() -> Self {
        let mut schemas = Schemas::new();
        add::<T>(&mut schemas);
        add::<S>(&mut schemas);
        Self::between(&Named::of(&schemas), &T::name(), &S::name())
    }

    fn between(named: &Named, sent: &str, shown: &str) -> Self {
        let required = named.fields(sent);
        let is_sent = |name: &String| required.iter().any(|it| it.name == *name);
        let shown = named.members(named.schema(shown)).into_iter();
        let ignored = shown.map(|(name, _)| name.clone());
        Self {
            ignored: ignored.filter(|name| !is_sent(name)).collect(),
            required,
        }
    }

    /// The record as changes of all its fields; the error names the fields that are missing.
    pub(crate) fn changes(
        &self,
        mut record: Map<String, Value>,
    ) -> Result<Map<String, Value>, ServiceError> {
        let mut faults = Faults::default();
        note_missing(&self.required, &record, "", &mut faults);
        faults.check()?;
        record.retain(|name, _| !self.ignored.contains(name));
        Ok(record)
    }
}

fn note_missing(fields: &[Field], object: &Map<String, Value>, place: &str, faults: &mut Faults) {
    for Field { name, fields } in fields {
        match object.get(name) {
            None => faults.add(FieldProblem::at(place, name, "This field is required.")),
            Some(Value::Object(inner)) => {
                note_missing(fields, inner, &format!("{place}/{name}"), faults);
            }
            Some(_) => {}
        }
    }
}

/// Schemas by their names.
struct Named(BTreeMap<String, Value>);

impl Named {
    fn of(schemas: &Schemas) -> Self {
        let schemas = schemas.iter().map(|(name, schema)| {
            // A schema has string keys, so it always serialises.
            (
                name.clone(),
                serde_json::to_value(schema).unwrap_or_default(),
            )
        });
        Self(schemas.collect())
    }

    fn schema(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// The schema itself where it is named, and that of the value where there may be none.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.schema(reference.rsplit('/').next().unwrap_or_default());
        }
        let values = schema["oneOf"].as_array().into_iter().flatten();
        let mut values = values.filter(|it| it["type"] != "null");
        match (values.next(), values.next()) {
            (Some(value), None) => self.resolved(value),
            _ => schema,
        }
    }

    /// The members of an object, those of all schemas that it is put together from.
    fn members<'a>(&'a self, schema: &'a Value) -> Vec<(&'a String, &'a Value)> {
        let schema = self.resolved(schema);
        let parts = schema["allOf"].as_array().into_iter().flatten();
        let parts = parts.flat_map(|part| self.members(part));
        let own = schema["properties"].as_object().into_iter().flatten();
        parts.chain(own).collect()
    }

    /// The fields of the object of this name that can be set.
    fn fields(&self, name: &str) -> Vec<Field> {
        self.fields_of(self.schema(name))
    }

    fn fields_of(&self, schema: &Value) -> Vec<Field> {
        let members = self.members(schema).into_iter();
        let members = members.filter(|(_, schema)| schema["readOnly"] != true);
        let fields = members.map(|(name, schema)| Field {
            name: name.clone(),
            fields: self.fields_of(schema),
        });
        fields.collect()
    }
}

impl Contract {
    /// What a request that replaces a record has to hold.
    pub(in crate::http::collection) fn whole(&self) -> Whole {
        let mut schemas = Schemas::new();
        self.add_record(&mut schemas);
        let sent = self.add_fields(&mut schemas, "Patch", &[]);
        Whole::between(&Named::of(&schemas), &sent, self.name)
    }

    /// The whole record as it is sent.
    pub(super) fn add_whole(&self, schemas: &mut Schemas) -> String {
        let Whole { required, ignored } = self.whole();
        let required: Vec<&str> = required.iter().map(|it| it.name.as_str()).collect();
        let name = self.add_fields(schemas, "Put", &required);
        if let Some((_, RefOr::T(Schema::Object(object)))) = schemas.last_mut() {
            for name in ignored {
                let anything = ObjectBuilder::new()
                    .schema_type(SchemaType::AnyValue)
                    .description(Some(
                        "Set by the server and ignored; it may be sent as it was read.",
                    ));
                object.properties.insert(name, anything.into());
            }
        }
        name
    }
}
