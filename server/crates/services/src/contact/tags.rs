//! Contact tags: words by which contacts are sorted (domain reference, section 4).
//!
//! Invariant: a tag's name is unique in its company, whatever its case; a private tag is seen by whoever made it.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::batches::BatchId;
use waybill_storage::records::{Filter, Id, Key, KeyValue, Record, Row, links};

use super::contacts::Contacts;
use super::names;
use crate::caller::Caller;
use crate::collection::bulk::{BulkRow, take_back_all};
use crate::collection::headings::{Heading, Holds};
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// The twelve colours of tags, roles and values; each is legible in both themes.
    PaletteColor {
        Slate = "slate", Red = "red", Orange = "orange", Amber = "amber", Lime = "lime", Green = "green",
        Teal = "teal", Cyan = "cyan", Blue = "blue", Indigo = "indigo", Purple = "purple", Pink = "pink",
    }
}

wire_enum! {
    /// Who sees a tag.
    TagScope {
        /// Everybody in the company.
        Company = "company",
        /// Whoever made it.
        Private = "private",
    }
}

/// As the screens call them.
const SCOPES: &[(&str, &str)] = &[
    ("company", "Everyone in the company"),
    ("private", "Only me"),
];

/// The contact tags of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactTags;

/// What a contact tag holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ContactTag {
    /// Its name, unique in the company.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    /// A palette token.
    pub color: PaletteColor,
    /// What it is for.
    #[schema(max_length = 200)]
    pub description: String,
    /// Who sees it.
    pub scope: TagScope,
    /// Its place among the tags.
    pub sort_order: i64,
    /// Its name as a part of an address.
    pub slug: String,
    /// Whether it came with the company.
    pub is_system: bool,
    /// The tag that it was merged into.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub merged_into: Option<Id<ContactTags>>,
}

/// What is computed for a contact tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactTagMore {
    /// How many contacts outside the bin have it.
    pub usage_count: i64,
}

impl ContactTag {
    /// Whether everybody in the company sees it.
    pub(super) fn is_shared(&self) -> bool {
        self.scope == TagScope::Company
    }
}

impl Record for ContactTags {
    type Fields = ContactTag;

    const KIND: &'static str = "contactTag";
    const TABLE: &'static str = "contact_tags";
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::text("scope", "scope"),
        Key::number("sortOrder", "sort_order"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[
        ("sortOrder", Direction::Ascending),
        ("name", Direction::Ascending),
    ];

    fn keys(fields: &ContactTag) -> Vec<KeyValue> {
        vec![
            fold(&fields.name).into(),
            fields.scope.as_str().into(),
            fields.sort_order.into(),
        ]
    }

    fn label(fields: &ContactTag) -> String {
        fields.name.clone()
    }

    fn searched(fields: &ContactTag) -> Vec<&str> {
        vec![&fields.name, &fields.description]
    }
}

#[async_trait]
impl Collection for ContactTags {
    type Computed = ContactTagMore;

    const SERVICE: &'static str = "contact";
    const PATH: &'static str = "/contact/api/v1/contact-tags";
    const NAME: &'static str = "ContactTag";
    const PLURAL: &'static str = "contact tags";
    const RESOURCE: Resource = Resource::ContactTag;
    const REQUIRED: &'static [&'static str] = &["name"];
    const READ_ONLY: &'static [&'static str] = &["slug", "isSystem", "mergedInto"];
    const UNIQUE: &'static [&'static str] = &["name"];
    const IMPORT_KEY: Option<&'static str> = Some("name");
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name").also(&["Tag", "Label"]),
        Heading::new("description", "Description").also(&["What it is for"]),
        Heading::new("scope", "Visible to")
            .also(&["Scope", "Seen by"])
            .holding(Holds::Words(SCOPES)),
        Heading::new("usageCount", "Contacts"),
        Heading::new("color", "Colour").also(&["Color"]),
        Heading::new("sortOrder", "Position in lists").also(&["Place in lists"]),
    ];

    fn blank(_: &Caller) -> ContactTag {
        ContactTag::default()
    }

    fn read(fields: &mut ContactTag, members: &mut Members) {
        members.filled_text("name", 40, &mut fields.name);
        members.word("color", &mut fields.color);
        members.text("description", 200, &mut fields.description);
        members.word("scope", &mut fields.scope);
        members.number("sortOrder", 0..=1_000_000, &mut fields.sort_order);
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Reefer", "color": "teal", "description": "Ships refrigerated goods", "scope": "company",
            "sortOrder": 10
        })
    }

    async fn check(
        _: &Writing<'_>,
        _: Option<&Row<Self>>,
        fields: &mut ContactTag,
        _: &mut Faults,
    ) -> Result<(), ServiceError> {
        fields.slug = names::slug(&fields.name);
        Ok(())
    }

    async fn undo_others(
        writing: &Writing<'_>,
        batch: BatchId,
    ) -> Result<Vec<BulkRow>, ServiceError> {
        take_back_all::<Contacts>(writing, batch).await
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<ContactTagMore>, ServiceError> {
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id.as_uuid()).collect();
        let company = caller.company_id();
        let uses = links::counts(db, company, Contacts::KIND, "tags", &ids).await?;
        let more = ids.iter().map(|id| ContactTagMore {
            usage_count: uses.get(id).copied().unwrap_or_default(),
        });
        Ok(more.collect())
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        let private = Filter::eq::<Self>("scope", TagScope::Private.as_str());
        Some(private.and(Filter::Not(Box::new(Filter::MadeBy(caller.owner_id())))))
    }
}
