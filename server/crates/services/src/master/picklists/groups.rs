//! Groups: the picklists themselves.
//!
//! Invariant: a group that came with the product, or that has values, is not deleted.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::StorageError;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Key, KeyValue, Record, Row};
use waybill_storage::reference::seed::{GROUPS, Loading, Origin};

use super::PicklistValues;
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::{Collection, Nothing, Writing};
use crate::error::ServiceError;
use crate::master::shared;
use crate::permissions::Resource;
use crate::problem::UseOfRecord;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// How a picklist is ordered.
    PicklistSort { Manual = "manual", Alpha = "alpha", Usage = "usage" }
}

/// The picklists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PicklistGroups;

/// What a picklist holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PicklistGroup {
    /// Its code, which fields name; fixed.
    #[schema(max_length = 40)]
    pub code: String,
    /// Its name.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// The part of the product that needs it; fixed.
    #[schema(example = "home", max_length = 40)]
    pub module: String,
    /// What it is for.
    #[schema(max_length = 300)]
    pub description: String,
    /// Whether it came with the product and cannot be removed. Set by the server.
    #[schema(read_only)]
    pub is_system: bool,
    /// Whether companies may add values.
    pub allow_custom: bool,
    /// Whether a field takes several values.
    pub multi_select: bool,
    /// How it is ordered.
    pub sort: PicklistSort,
    /// Where the row comes from; none of a company's own. Set by the server.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

impl Default for PicklistGroup {
    fn default() -> Self {
        Self {
            code: String::new(),
            name: String::new(),
            module: "home".to_owned(),
            description: String::new(),
            is_system: false,
            allow_custom: true,
            multi_select: false,
            sort: PicklistSort::Manual,
            source: None,
        }
    }
}

impl Record for PicklistGroups {
    type Fields = PicklistGroup;

    const KIND: &'static str = "picklistGroup";
    const TABLE: &'static str = "picklist_groups";
    const KEYS: &'static [Key] = &[
        Key::text("code", "code"),
        Key::folded("name", "name_key"),
        Key::text("module", "module"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];
    const SHARED: bool = true;

    fn keys(fields: &PicklistGroup) -> Vec<KeyValue> {
        vec![
            fields.code.as_str().into(),
            fold(&fields.name).into(),
            fields.module.as_str().into(),
        ]
    }

    fn label(fields: &PicklistGroup) -> String {
        fields.name.clone()
    }

    fn searched(fields: &PicklistGroup) -> Vec<&str> {
        vec![&fields.name, &fields.code, &fields.description]
    }

    fn codes(fields: &PicklistGroup) -> Vec<&str> {
        vec![&fields.code]
    }

    fn natural_key(fields: &PicklistGroup) -> Option<String> {
        fields.source.as_ref().map(|source| source.key.clone())
    }

    fn origin(fields: &PicklistGroup) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut PicklistGroup, origin: Origin) {
        fields.source = Some(origin);
    }
}

#[async_trait]
impl Collection for PicklistGroups {
    type Computed = Nothing;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = "/master/api/v1/dropdown-groups";
    const NAME: &'static str = "PicklistGroup";
    const PLURAL: &'static str = "picklists";
    const RESOURCE: Resource = Resource::Picklist;
    const HAS_ORIGINAL: bool = true;
    const REQUIRED: &'static [&'static str] = &["code", "name"];
    const UNIQUE: &'static [&'static str] = &["code"];
    const IMPORT_KEY: Option<&'static str> = Some("code");
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("code", "Code"),
        Heading::new("sort", "Order").holding(Holds::Words(&[
            ("manual", "Custom"),
            ("alpha", "By name"),
            ("usage", "Most used first"),
        ])),
        Heading::new("description", "Description").also(&["What it is for"]),
        Heading::new("module", "Module"),
    ];
    const WHOLE: bool = true;
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] = &[("module", None)];

    fn blank(_: &Caller) -> PicklistGroup {
        PicklistGroup::default()
    }

    fn read(fields: &mut PicklistGroup, members: &mut Members) {
        let (code, module) = (fields.code.clone(), fields.module.clone());
        let is_code = |it: &str| {
            it.bytes()
                .all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
        };
        members.checked_text(
            "code",
            40,
            &mut fields.code,
            is_code,
            "Use the letters a to z, digits, _ and -.",
        );
        members.text("module", 40, &mut fields.module);
        shared::keep(members, "code", &code, &fields.code);
        // A new one has no code yet, so its module may still be chosen.
        let module = if code.is_empty() { "" } else { &module };
        shared::keep(members, "module", module, &fields.module);
        members.filled_text("name", 80, &mut fields.name);
        members.text("description", 300, &mut fields.description);
        members.flag("allowCustom", &mut fields.allow_custom);
        members.flag("multiSelect", &mut fields.multi_select);
        members.word("sort", &mut fields.sort);
    }

    fn example() -> serde_json::Value {
        json!({
            "code": "dock_door", "name": "Dock door", "module": "home", "description": "Doors of our warehouse",
            "allowCustom": true, "multiSelect": false, "sort": "manual"
        })
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.is_system {
            return Err(ServiceError::State("Built-in picklists cannot be deleted."));
        }
        let filter = Filter::eq::<PicklistValues>("group", row.fields.code.as_str());
        let count =
            read::count::<PicklistValues>(writing.tx, writing.company(), &filter, Bin::Outside)
                .await?;
        shared::refuse(match count {
            0 => Vec::new(),
            count => vec![UseOfRecord {
                kind: PicklistValues::KIND.to_owned(),
                field: "group".to_owned(),
                count: i64::try_from(count).unwrap_or(i64::MAX),
            }],
        })
    }
}

/// A line of the seed file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    code: String,
    name: String,
    module: String,
    description: String,
    is_system: bool,
    allow_custom: bool,
    multi_select: bool,
    sort: PicklistSort,
}

/// Loads the picklists, if their file changed.
pub(crate) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let group = |line: Line, origin| PicklistGroup {
        code: line.code,
        name: line.name,
        module: line.module,
        description: line.description,
        is_system: line.is_system,
        allow_custom: line.allow_custom,
        multi_select: line.multi_select,
        sort: line.sort,
        source: Some(origin),
    };
    let key = |line: &Line| line.code.clone();
    loading
        .records::<PicklistGroups, Line>(&[GROUPS], key, group)
        .await
}
