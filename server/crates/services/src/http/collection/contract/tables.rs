//! The contract of tables: imports, what their columns are about, and exports.
//!
//! Invariant: what goes out can come in, in the same forms.

use utoipa::ToSchema as _;
use utoipa::openapi::Required;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Ref, Type};

use super::answers::{add_envelope, answers, json};
use super::parameters::{boolean, choice, list_parameters, query};
use super::{Contract, Schemas, add};
use crate::collection::import::ImportResult;
use crate::collection::import::recognise::ImportColumns;
use crate::collection::table::TableFormat;

impl Contract {
    pub(super) fn import(&self, schemas: &mut Schemas) -> Operation {
        add::<ImportResult>(schemas);
        let name = add_envelope(
            schemas,
            "ImportResponse",
            Ref::from_schema_name(ImportResult::name()).into(),
        );
        self.named("import", format!("Reads {} from a table", self.plural))
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
                "A column as column:field; those that are not named are recognised by their names",
            ))
            .parameter(header_row())
            .request_body(Some(table_body()))
            .responses(
                answers(&[400, 401, 403, 409, 413, 415, 422])
                    .response("200", json(&name, "What became of each row", false)),
            )
            .build()
    }

    pub(super) fn import_columns(&self, schemas: &mut Schemas) -> Operation {
        add::<ImportColumns>(schemas);
        let name = add_envelope(
            schemas,
            "ImportColumnsResponse",
            Ref::from_schema_name(ImportColumns::name()).into(),
        );
        let summary = format!("What the columns of a table of {} are about", self.plural);
        self.named("columns_of_import", summary)
            .parameter(header_row())
            .request_body(Some(table_body()))
            .responses(answers(&[400, 401, 403, 413, 415, 422]).response(
                "200",
                json(&name, "The table as an import understands it", false),
            ))
            .build()
    }

    pub(super) fn export(&self) -> Operation {
        let mut operation = self.named("export", format!("The {} as a table", self.plural))
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
            ))
            .parameter(query(
                "shown",
                choice(&["en", "es", "ar"]),
                "The language of the screens whose headings and words the table has; without it, it has paths and codes",
            ));
        for parameter in list_parameters(self.askable) {
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
}

fn header_row() -> Parameter {
    query(
        "headerRow",
        ObjectBuilder::new().schema_type(Type::Integer).into(),
        "Number of the row that names the columns, as a spreadsheet shows it; found unless given",
    )
}

/// The body of an import.
fn table_body() -> RequestBody {
    let mut body = RequestBodyBuilder::new()
        .description(Some(
            "The table; one of its first rows names the columns, as the export does or as people do",
        ))
        .required(Some(Required::True));
    for format in TableFormat::ALL {
        let file = ObjectBuilder::new().schema_type(Type::String);
        let content = ContentBuilder::new().schema(Some(file)).build();
        let essence = format.media_type().split(';').next().unwrap_or_default();
        body = body.content(essence, content);
    }
    body.build()
}
