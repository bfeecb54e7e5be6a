//! Values of picklists.
//!
//! Invariant: of a picklist that gives a field one value, at most one value is the default.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use async_trait::async_trait;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Record, Row};
use waybill_storage::reference::seed::{Loading, Origin, VALUES};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::usage::{self, ValueMore};
use super::{PicklistGroup, PicklistGroups};
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::write::take_over;
use crate::collection::{Collection, Writing, reach};
use crate::contact::tags::PaletteColor;
use crate::error::ServiceError;
use crate::master::shared;
use crate::permissions::Resource;
use crate::problem::{FieldProblem, UseOfRecord};
use crate::services::Services;
use crate::validate::{Faults, Members};

/// More steps than any real chain of parents has.
const MAX_PARENTS: usize = 10;

/// The values of all picklists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PicklistValues;

/// What a value of a picklist holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PicklistValue {
    /// Code of its picklist; fixed.
    #[schema(max_length = 40)]
    pub group: String,
    /// The part of the product that needs the picklist. Set by the server.
    #[schema(read_only)]
    pub module: String,
    /// Its code, which records hold; fixed.
    #[schema(max_length = 40)]
    pub code: String,
    /// What is shown.
    #[schema(min_length = 1, max_length = 80)]
    pub label: String,
    /// The same by language.
    pub labels: BTreeMap<String, String>,
    /// More about it.
    #[schema(max_length = 300)]
    pub description: String,
    /// A palette token.
    #[schema(required)]
    pub color: Option<PaletteColor>,
    /// Its place in a picklist that is ordered by hand.
    pub sort_order: i64,
    /// Whether an empty field begins with it.
    pub is_default: bool,
    /// The value of the same picklist above it.
    #[schema(required)]
    pub parent_value: Option<Uuid>,
    /// The first day on which it is offered.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub valid_from: Option<Date>,
    /// The last day on which it is offered.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub valid_to: Option<Date>,
    /// Where it comes from.
    #[schema(required)]
    pub standard: Option<StandardCode>,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether it came with the product and cannot be removed. Set by the server.
    #[schema(read_only)]
    pub is_system: bool,
    /// The value that has taken its place. Set by the server.
    #[schema(required, read_only)]
    pub merged_into: Option<Uuid>,
    /// Where the row comes from; none of a company's own. Set by the server.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

/// A code in a published list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StandardCode {
    /// The list.
    #[schema(example = "UNECE Rec 21")]
    pub list: String,
    /// The code there.
    #[schema(example = "CT")]
    pub code: String,
}

impl Default for PicklistValue {
    fn default() -> Self {
        Self {
            group: String::new(),
            module: String::new(),
            code: String::new(),
            label: String::new(),
            labels: BTreeMap::new(),
            description: String::new(),
            color: None,
            sort_order: 0,
            is_default: false,
            parent_value: None,
            valid_from: None,
            valid_to: None,
            standard: None,
            enabled: true,
            is_system: false,
            merged_into: None,
            source: None,
        }
    }
}

impl Record for PicklistValues {
    type Fields = PicklistValue;

    const KIND: &'static str = "picklistValue";
    const TABLE: &'static str = "picklist_values";
    const KEYS: &'static [Key] = &[
        Key::text("group", "group_code"),
        Key::text("code", "code"),
        Key::folded("label", "label_key"),
        Key::text("module", "module"),
        Key::text("parentValue", "parent_value"),
        Key::number("sortOrder", "sort_order"),
        Key::flag("isDefault", "is_default"),
        Key::flag("enabled", "enabled"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[
        ("group", Direction::Ascending),
        ("sortOrder", Direction::Ascending),
        ("label", Direction::Ascending),
    ];
    const SHARED: bool = true;

    fn keys(fields: &PicklistValue) -> Vec<KeyValue> {
        let parent = fields.parent_value.map(|id| id.to_string());
        vec![
            fields.group.as_str().into(),
            fields.code.as_str().into(),
            fold(&fields.label).into(),
            fields.module.as_str().into(),
            parent.unwrap_or_default().into(),
            fields.sort_order.into(),
            fields.is_default.into(),
            fields.enabled.into(),
        ]
    }

    fn label(fields: &PicklistValue) -> String {
        fields.label.clone()
    }

    fn searched(fields: &PicklistValue) -> Vec<&str> {
        let labels = fields.labels.values().map(String::as_str);
        [fields.label.as_str(), &fields.code]
            .into_iter()
            .chain(labels)
            .collect()
    }

    fn codes(fields: &PicklistValue) -> Vec<&str> {
        vec![&fields.code]
    }

    fn natural_key(fields: &PicklistValue) -> Option<String> {
        fields.source.as_ref().map(|source| source.key.clone())
    }

    fn origin(fields: &PicklistValue) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut PicklistValue, origin: Origin) {
        fields.source = Some(origin);
    }

    fn set_unavailable(fields: &mut PicklistValue) {
        fields.enabled = false;
    }
}

#[async_trait]
impl Collection for PicklistValues {
    type Computed = ValueMore;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = "/master/api/v1/dropdown";
    const NAME: &'static str = "PicklistValue";
    const PLURAL: &'static str = "picklist values";
    const RESOURCE: Resource = Resource::Picklist;
    const HAS_ORIGINAL: bool = true;
    const REQUIRED: &'static [&'static str] = &["group", "code", "label"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("label", "Label").also(&["Name", "Value"]),
        Heading::new("code", "Code"),
        Heading::new("group", "Picklist").also(&["Group"]),
        Heading::new("standard.list", "Standard"),
        Heading::new("standard.code", "Standard code"),
        Heading::new("validFrom", "From"),
        Heading::new("validTo", "Until"),
        Heading::new("usageCount", "Used"),
        Heading::new("enabled", "Active")
            .also(&["Offered"])
            .holding(Holds::Flag),
    ];
    const WHOLE: bool = true;
    const BRIEF: &'static [&'static str] = &[
        "group",
        "code",
        "label",
        "labels",
        "validFrom",
        "validTo",
        "isLocalOverride",
    ];
    /// Two UNECE lists have more than two thousand values of which pickers offer fifty.
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] =
        &[("module", None), ("group", None), ("enabled", Some("true"))];

    fn blank(_: &Caller) -> PicklistValue {
        PicklistValue::default()
    }

    fn read(fields: &mut PicklistValue, members: &mut Members) {
        let (group, code) = (fields.group.clone(), fields.code.clone());
        members.text("group", 40, &mut fields.group);
        members.text("code", 40, &mut fields.code);
        shared::keep(members, "group", &group, &fields.group);
        shared::keep(members, "code", &code, &fields.code);
        members.filled_text("label", 80, &mut fields.label);
        members.texts_by_language("labels", 80, &mut fields.labels);
        members.text("description", 300, &mut fields.description);
        members.optional_word("color", &mut fields.color);
        members.number("sortOrder", 0..=1_000_000, &mut fields.sort_order);
        members.flag("isDefault", &mut fields.is_default);
        members.optional_id("parentValue", &mut fields.parent_value);
        members.optional_day("validFrom", &mut fields.valid_from);
        members.optional_day("validTo", &mut fields.valid_to);
        let is_ordered = fields
            .valid_from
            .zip(fields.valid_to)
            .is_none_or(|(from, to)| from <= to);
        members.ensure("validTo", is_ordered, "The last day is before the first.");
        let mut standard = fields.standard.clone().unwrap_or_default();
        members.object("standard", |standard_members| {
            standard = StandardCode::default();
            standard_members.text("list", 80, &mut standard.list);
            standard_members.text("code", 40, &mut standard.code);
        });
        fields.standard = Some(standard).filter(|it| !it.list.is_empty() || !it.code.is_empty());
        members.flag("enabled", &mut fields.enabled);
    }

    fn example() -> serde_json::Value {
        json!({
            "group": "salutation", "code": "captain", "label": "Captain", "labels": { "nl": "Kapitein" },
            "description": "Masters of ships", "color": "blue", "sortOrder": 90, "isDefault": false, "parentValue": null,
            "validFrom": "2026-01-01", "validTo": null, "standard": null, "enabled": true
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut PicklistValue,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        shared::check_deactivation::<Self>(
            writing,
            before.map(|row| row.fields.enabled),
            fields.enabled,
        )?;
        let Some(group) = group_of(writing, &fields.group).await? else {
            faults.add(FieldProblem::member("group", "Choose a picklist."));
            return Ok(());
        };
        fields.module = group.module;
        if before.is_none() && !group.allow_custom {
            faults.add(FieldProblem::member(
                "group",
                "This picklist does not allow custom values.",
            ));
        }
        if before.is_none_or(|row| row.meta.deleted_at.is_some()) {
            let same = Filter::eq::<Self>("group", fields.group.as_str())
                .and(Filter::eq::<Self>("code", fields.code.as_str()));
            if read::count::<Self>(writing.tx, writing.company(), &same, Bin::Outside).await? > 0 {
                faults.add(FieldProblem::member("code", "This is already in use."));
            }
        }
        parent(writing, before, fields, faults).await
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.is_system {
            return Err(ServiceError::State(
                "Built-in values cannot be deleted. Deactivate the value instead.",
            ));
        }
        let filter = Filter::eq::<Self>("parentValue", row.named_by());
        let count =
            read::count::<Self>(writing.tx, writing.company(), &filter, Bin::Outside).await?;
        let held = usage::held(writing.tx, writing.company(), &[&row.fields]).await?;
        let mut uses = held.concat();
        if 0 < count {
            uses.push(UseOfRecord {
                kind: Self::KIND.to_owned(),
                field: "parentValue".to_owned(),
                count: i64::try_from(count).unwrap_or(i64::MAX),
            });
        }
        shared::refuse(uses)
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<ValueMore>, ServiceError> {
        let values: Vec<&PicklistValue> = rows.iter().map(|row| &row.fields).collect();
        let held = usage::held(db, caller.company_id(), &values).await?;
        let groups = ids_of_groups(db, caller.company_id(), &values).await?;
        let more = values.iter().zip(&held).map(|(value, uses)| ValueMore {
            group_id: groups.get(&value.group).copied(),
            usage_count: uses.iter().map(|it| it.count).sum(),
        });
        Ok(more.collect())
    }

    /// A new default of a picklist that gives one value takes the place of the old one.
    async fn written(
        writing: &Writing<'_>,
        _: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let Some(row) = after.filter(|row| row.fields.is_default && row.meta.deleted_at.is_none())
        else {
            return Ok(());
        };
        let group = group_of(writing, &row.fields.group).await?;
        if group.is_none_or(|group| group.multi_select) {
            return Ok(());
        }
        let of_group = Filter::eq::<Self>("group", row.fields.group.as_str());
        let take = |value: &mut PicklistValue| value.is_default = false;
        take_over(writing, row, of_group, "isDefault", take).await
    }
}

/// The ids of the picklists of these values, by their codes.
async fn ids_of_groups(
    db: &dyn Handle,
    company: CompanyId,
    values: &[&PicklistValue],
) -> Result<HashMap<String, Uuid>, StorageError> {
    let codes: BTreeSet<&str> = values.iter().map(|value| value.group.as_str()).collect();
    if codes.is_empty() {
        return Ok(HashMap::new());
    }
    let named = codes.into_iter();
    let named = named.map(|code| Filter::eq::<PicklistGroups>("code", code));
    let listing = Listing {
        filter: Filter::Any(named.collect()),
        ..Listing::default()
    };
    let groups = read::list::<PicklistGroups>(db, company, listing).await?;
    let ids = groups.rows.into_iter();
    let ids = ids.map(|row| (row.fields.code.clone(), row.named_by().as_uuid()));
    Ok(ids.collect())
}

/// The picklist with this code.
async fn group_of(
    writing: &Writing<'_>,
    code: &str,
) -> Result<Option<PicklistGroup>, ServiceError> {
    let filter = Filter::eq::<PicklistGroups>("code", code);
    let group = read::find::<PicklistGroups>(writing.tx, writing.company(), filter).await?;
    Ok(group.map(|row| row.fields))
}

/// A parent is of the same picklist and not below the value.
async fn parent(
    writing: &Writing<'_>,
    before: Option<&Row<PicklistValues>>,
    fields: &mut PicklistValue,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let unchanged = before.is_some_and(|row| row.fields.parent_value == fields.parent_value);
    let mut next = fields.parent_value.filter(|_| !unchanged);
    let own = before.map(Row::named_by);
    for step in 0..=MAX_PARENTS {
        let Some(id) = next else {
            return Ok(());
        };
        let id = Id::<PicklistValues>::from(id);
        // What is above a value that the writer sees may be told of.
        let row = match step {
            0 => reach::seen(writing, id).await?,
            _ => read::get(writing.tx, writing.company(), id, Bin::Outside).await?,
        };
        let mut refuse = |detail| faults.add(FieldProblem::member("parentValue", detail));
        match row {
            Some(row) if row.fields.group != fields.group => {
                refuse("Value not found in this picklist.");
                return Ok(());
            }
            Some(row) if Some(row.named_by()) == own || step == MAX_PARENTS => {
                refuse("A value cannot be its own parent.");
                return Ok(());
            }
            Some(row) => {
                if step == 0 {
                    fields.parent_value = Some(row.named_by().as_uuid());
                }
                next = row.fields.parent_value;
            }
            None => {
                refuse("Value not found in this picklist.");
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A line of the seed file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    group: String,
    code: String,
    label: String,
    description: Option<String>,
    sort_order: i64,
    is_default: bool,
    standard: Option<StandardCode>,
    enabled: bool,
}

/// Loads the values, if their file changed. All seed picklists are of the same part of the product.
pub(crate) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let value = |line: Line, origin| PicklistValue {
        group: line.group,
        module: PicklistGroup::default().module,
        code: line.code,
        label: line.label,
        description: line.description.unwrap_or_default(),
        sort_order: line.sort_order,
        is_default: line.is_default,
        standard: line.standard,
        enabled: line.enabled,
        is_system: true,
        source: Some(origin),
        ..PicklistValue::default()
    };
    let key = |line: &Line| format!("{}/{}", line.group, line.code);
    loading
        .records::<PicklistValues, Line>(&[VALUES], key, value)
        .await
}
