//! Operations: what the contract says of each, for tests that are generated from it.
//!
//! Invariant: nothing here is known of an operation but what the document says, so one that is added is tested too.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::{Map, Value};
use waybill_services::http::document::{PERMISSION, SIGNED_IN, SUPER_ADMIN};
use waybill_services::iam::access_tokens::TokenScope;
use waybill_services::permissions::Permission;

/// The document.
pub(crate) static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(waybill_services::http::openapi()).unwrap());

/// One method of one path.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    said: &'static Value,
}

/// What somebody needs who calls it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Needed {
    /// To be signed in.
    SignIn,
    /// This right.
    Right(Permission),
    /// To be one of the operator's people.
    Operator,
}

/// Whether a member names one record or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Several {
    Yes,
    No,
}

/// A place in a body at which a record is named, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// A JSON pointer, in which `0` is the first of a list.
    pub(crate) pointer: String,
    pub(crate) several: Several,
    /// What it may be, where the member `type` beside it tells.
    pub(crate) types: Vec<&'static str>,
}

/// A body with its media type.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) media_type: String,
    pub(crate) text: String,
}

impl Operation {
    /// All of the document.
    pub(crate) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
            for method in ["get", "post", "put", "patch", "delete"] {
                let Some(said) = item.get(method) else {
                    continue;
                };
                all.push(Self {
                    id: said["operationId"].as_str().unwrap().to_owned(),
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    said,
                });
            }
        }
        all
    }

    /// What the contract says that it needs; none when it says nothing.
    pub(crate) fn needed(&self) -> Option<Needed> {
        match self.said[PERMISSION].as_str()? {
            SIGNED_IN => Some(Needed::SignIn),
            SUPER_ADMIN => Some(Needed::Operator),
            right => Some(Needed::Right(right.parse().unwrap_or_else(|_| {
                panic!("{self}: there is no right {right}");
            }))),
        }
    }

    /// The scope that opens it to programs, as the contract has it; none where no access token opens it.
    pub(crate) fn scope(&self) -> Option<TokenScope> {
        let mut ways = self.said["security"].as_array().into_iter().flatten();
        let scopes = ways.find_map(|way| way.get("accessToken"))?;
        Some(scopes[0].as_str().unwrap().parse().unwrap())
    }

    /// The status of its success.
    pub(crate) fn success(&self) -> StatusCode {
        let statuses = self.responses().keys();
        let mut successes = statuses.filter(|status| status.starts_with('2'));
        let status = successes
            .next()
            .unwrap_or_else(|| panic!("{self}: the contract names no success"));
        status.parse().unwrap()
    }

    /// Why the contract does not allow this answer; none when it does.
    pub(crate) fn objection(&self, status: StatusCode, media_type: Option<&str>) -> Option<String> {
        let responses = self.responses();
        let Some(said) = responses
            .get(status.as_str())
            .or_else(|| responses.get(&format!("{}XX", status.as_u16() / 100)))
        else {
            return Some(format!("{self}: the contract does not name {status}"));
        };
        let essence = media_type.and_then(|it| it.split(';').next());
        let content = said["content"].as_object();
        let is_said = match (essence, content) {
            (None, None) => true,
            (Some(essence), Some(content)) => {
                content.contains_key(essence) || content.contains_key("*/*")
            }
            _ => false,
        };
        (!is_said).then(|| format!("{self}: the contract does not name {essence:?} of {status}"))
    }

    fn responses(&self) -> &'static Map<String, Value> {
        self.said["responses"].as_object().unwrap()
    }

    /// The example of the body: that of its content, or one put together from those of its schema. None when the operation
    /// takes no body, or no JSON.
    pub(crate) fn example(&self) -> Option<Value> {
        let content = &self.said["requestBody"]["content"]["application/json"];
        if let Some(example) = content.get("example") {
            return Some(example.clone());
        }
        example(content.get("schema")?)
    }

    /// Members of the body that are texts of any words, as far as their schema tells.
    pub(crate) fn free_texts(&self) -> Vec<&'static str> {
        let is_free = |schema: &Value| {
            let is_long = schema["maxLength"].as_u64().is_none_or(|limit| 40 <= limit);
            let is_any = ["format", "pattern", "enum", "$ref"]
                .iter()
                .all(|it| schema.get(it).is_none());
            schema["type"] == "string" && is_long && is_any
        };
        let free = self.members().filter(|(_, schema)| is_free(schema));
        free.map(|(name, _)| name).collect()
    }

    /// Places in the body at which other records are named, those of a whole record where the body holds changes of one.
    pub(crate) fn references(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        let content = &self.said["requestBody"]["content"]["application/json"];
        walk(&content["schema"], "", 0, &mut references);
        // What the schema leaves open stands in the example.
        in_example(&content["example"], "", &mut references);
        let record = self.collection().and_then(creation);
        let Some(record) = record.filter(|it| it.id != self.id) else {
            return references;
        };
        let prefix = match self.below() {
            "/bulk" => "/changes",
            "/{id}" if self.method == Method::PATCH => "",
            _ => return references,
        };
        for mut reference in record.references() {
            reference.pointer.insert_str(0, prefix);
            if !references.iter().any(|it| it.pointer == reference.pointer) {
                references.push(reference);
            }
        }
        references
    }

    /// Parameters of the query that may name a record.
    pub(crate) fn naming_parameters(&self) -> Vec<&'static str> {
        let parameters = self.said["parameters"].as_array();
        let naming = parameters
            .into_iter()
            .flatten()
            .filter(|it| it["in"] == "query" && it["schema"]["format"] == "uuid");
        naming.filter_map(|it| it["name"].as_str()).collect()
    }

    /// Members that the body has to have.
    pub(crate) fn required_members(&self) -> Vec<&'static str> {
        let schema = &self.said["requestBody"]["content"]["application/json"]["schema"];
        let required = resolved(schema)["required"].as_array();
        let required = required.into_iter().flatten();
        required.filter_map(Value::as_str).collect()
    }

    fn members(&self) -> impl Iterator<Item = (&'static str, &'static Value)> {
        let schema = &self.said["requestBody"]["content"]["application/json"]["schema"];
        let members = resolved(schema)["properties"].as_object();
        members
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str(), schema))
    }

    /// Whether it is a list, or the export of one, that can be searched.
    pub(crate) fn searches(&self) -> bool {
        let parameters = self.said["parameters"].as_array();
        let mut names = parameters.into_iter().flatten().map(|it| &it["name"]);
        names.any(|name| name == "search") && self.required("query").is_empty()
    }

    /// Names of fields by which a list is filtered.
    pub(crate) fn filters(&self) -> Vec<&'static str> {
        let parameters = self.said["parameters"].as_array();
        let filter = parameters
            .into_iter()
            .flatten()
            .find(|it| it["name"] == "filter");
        let said = filter.and_then(|it| it["description"].as_str());
        let fields = said
            .and_then(|it| it.split("Fields: ").nth(1))
            .unwrap_or_default();
        // Behind the semicolon stand those that want ids.
        let names = fields
            .split([',', ';'])
            .map(|it| it.split(" by ids").next().unwrap_or(it));
        names.map(str::trim).filter(|it| !it.is_empty()).collect()
    }

    /// Whether it replaces a record that can be read at the same path.
    pub(crate) fn takes_whole_record(&self) -> bool {
        let is_read = DOCUMENT["paths"][&self.path].get("get").is_some();
        self.method == Method::PUT && self.media_types() == ["application/json"] && is_read
    }

    /// Media types that the body may have.
    pub(crate) fn media_types(&self) -> Vec<&'static str> {
        let content = self.said["requestBody"]["content"].as_object();
        content.map_or_else(Vec::new, |it| it.keys().map(String::as_str).collect())
    }

    /// The parameters at this place that a request must have, with an example of each.
    pub(crate) fn required(&self, place: &str) -> Vec<(&'static str, String)> {
        let parameters = self.said["parameters"].as_array();
        let wanted = parameters
            .into_iter()
            .flatten()
            .filter(|it| it["in"] == place && it["required"] == Value::Bool(true));
        wanted
            .map(|it| {
                let name = it["name"].as_str().unwrap();
                let example = it.get("example").cloned();
                let example = example.or_else(|| example_of_text(&it["schema"]));
                let text = match example {
                    Some(Value::String(text)) => text,
                    Some(other) => other.to_string(),
                    None => String::new(),
                };
                (name, text)
            })
            .collect()
    }

    /// The list of the records that the operation is about: the longest path above it at which they are created or listed,
    /// and below which one of them stands.
    pub(crate) fn collection(&self) -> Option<&'static str> {
        let paths = DOCUMENT["paths"].as_object().unwrap();
        paths
            .keys()
            .map(String::as_str)
            .filter(|list| paths.contains_key(&format!("{list}/{{id}}")))
            .filter(|list| {
                let below = self.path.strip_prefix(list);
                below.is_some_and(|it| it.is_empty() || it.starts_with('/'))
            })
            .max_by_key(|list| list.len())
    }

    /// What stands in the path below the list of the records.
    pub(crate) fn below(&self) -> &str {
        let list = self.collection().unwrap_or(&self.path);
        self.path.strip_prefix(list).unwrap_or_default()
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

/// The operation that makes records of a list, if there is one.
pub(crate) fn creation(list: &str) -> Option<Operation> {
    let said = DOCUMENT["paths"][list].get("post")?;
    Some(Operation {
        id: said["operationId"].as_str().unwrap().to_owned(),
        method: Method::POST,
        path: list.to_owned(),
        said,
    })
}

/// The schema itself, where it is named.
pub(crate) fn resolved(schema: &'static Value) -> &'static Value {
    match schema["$ref"].as_str() {
        Some(name) => resolved(DOCUMENT.pointer(&name[1..]).unwrap()),
        None => schema,
    }
}

/// Collects where a body of this schema names records.
fn walk(schema: &'static Value, pointer: &str, depth: usize, found: &mut Vec<Reference>) {
    const DEEPEST: usize = 5;
    if DEEPEST < depth {
        return;
    }
    let schema = resolved(schema);
    for way in ["allOf", "anyOf", "oneOf"] {
        for part in schema[way].as_array().into_iter().flatten() {
            walk(part, pointer, depth + 1, found);
        }
    }
    let is_id = |schema: &'static Value| resolved(schema)["format"] == "uuid";
    let members = schema["properties"].as_object();
    for (name, member) in members.into_iter().flatten() {
        let pointer = format!("{pointer}/{name}");
        let several = match (is_id(member), is_id(&member["items"])) {
            (true, _) => Several::No,
            (_, true) => Several::Yes,
            _ => {
                walk(member, &pointer, depth + 1, found);
                walk(&member["items"], &format!("{pointer}/0"), depth + 1, found);
                continue;
            }
        };
        let words = resolved(&schema["properties"]["type"])["enum"].as_array();
        found.push(Reference {
            pointer,
            several,
            types: words
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
        });
    }
}

/// Collects where an example holds ids.
fn in_example(example: &Value, pointer: &str, found: &mut Vec<Reference>) {
    match example {
        Value::Object(members) => {
            for (name, value) in members {
                in_example(value, &format!("{pointer}/{name}"), found);
            }
        }
        Value::String(text) if text.parse::<uuid::Uuid>().is_ok() => {
            let reference = Reference {
                pointer: pointer.to_owned(),
                several: Several::No,
                types: Vec::new(),
            };
            if !found.iter().any(|it| it.pointer == pointer) {
                found.push(reference);
            }
        }
        _ => {}
    }
}

/// The example of a schema, or one made of those of its members; members without one are left out.
fn example(schema: &'static Value) -> Option<Value> {
    let schema = resolved(schema);
    if let Some(example) = example_of_text(schema) {
        return Some(example);
    }
    let members = schema["properties"].as_object()?;
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|it| it.iter().any(|it| it == name));
    let made = members.iter().filter_map(|(name, member)| {
        let said = example(member).filter(|it| is_required(name) || !is_empty(it));
        Some((name.clone(), said?))
    });
    Some(Value::Object(made.collect()))
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

fn example_of_text(schema: &Value) -> Option<Value> {
    let said = schema.get("example").or_else(|| schema["examples"].get(0));
    said.or_else(|| schema["enum"].get(0)).cloned()
}
