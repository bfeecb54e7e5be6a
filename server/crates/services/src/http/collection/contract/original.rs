//! The contract of the original of a record: what releases changed about it, and the company's choice.
//!
//! Invariant: a choice answers as any other change of the record does.

use serde_json::json;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, Ref};
use utoipa::{PartialSchema as _, ToSchema as _};

use super::answers::{add_envelope, answers, json as body_of};
use super::parameters::if_match;
use super::{Contract, Schemas, add};
use crate::collection::original::{Original, OriginalChoice};

impl Contract {
    pub(super) fn original(&self, schemas: &mut Schemas) -> Operation {
        add::<Original>(schemas);
        let data = Ref::from_schema_name(Original::name());
        let name = add_envelope(schemas, "OriginalResponse", data.into());
        let summary = format!(
            "What releases changed about the original of one of the {}",
            self.plural
        );
        let found = body_of(&name, "The original beside the company's version", false);
        self.named("original", summary)
            .description(Some(
                "Fields that the company itself changed and no release did are left out. Empty where the record has no original.",
            ))
            .parameter(Self::id())
            .responses(answers(&[401, 403, 404]).response("200", found))
            .build()
    }

    pub(super) fn choose_original(&self, schemas: &mut Schemas) -> Operation {
        let name = self.add_response(schemas);
        let request = ObjectBuilder::new()
            .property("choice", OriginalChoice::schema())
            .required("choice")
            .additional_properties(Some(utoipa::openapi::schema::AdditionalProperties::<
                utoipa::openapi::Schema,
            >::FreeForm(false)));
        schemas.push(("OriginalChoiceRequest".to_owned(), request.into()));
        let example = json!({ "choice": "keep" });
        let summary = format!(
            "Takes what releases changed about the original of one of the {}, or keeps the own values",
            self.plural
        );
        let chosen = body_of(&name, "The record after the choice", true);
        self.named("choose_original", summary)
            .parameter(Self::id())
            .parameter(if_match())
            .request_body(Some(Self::body("OriginalChoiceRequest", Some(example))))
            .responses(
                answers(&[400, 401, 403, 404, 409, 412, 413, 415, 422, 428])
                    .response("200", chosen),
            )
            .build()
    }
}
