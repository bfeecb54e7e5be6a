//! Saved views: lists as somebody likes to look at them, with their filter, order and search (domain reference, section 4).
//!
//! Invariant: a view is changed by whoever made it alone, and a private one is seen by nobody else; of each list, a user has one
//! default at most.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::Handle;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read;
use waybill_storage::records::{Filter, Key, KeyValue, Record, Row};

use crate::caller::Caller;
use crate::collection::write::take_over;
use crate::collection::{Abilities, Collection, Writing, nouns};
use crate::error::ServiceError;
use crate::permissions::{Action, Resource, Scope};
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

/// Characters of a query.
const QUERY: usize = 4000;

wire_enum! {
    /// Who sees a view.
    ViewVisibility {
        /// Whoever made it.
        Private = "private",
        /// Everybody in the company.
        Company = "company",
    }
}

/// The saved views of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SavedViews;

/// What a saved view holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SavedView {
    /// The path of the list that it is of.
    #[schema(min_length = 1, max_length = 100, example = "/contact/api/v1/contacts")]
    pub list: String,
    /// Its name, unique among those of its maker for the list.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The query of the list: filter, order and search, as its operation takes them.
    #[schema(max_length = 4000, example = "filter=kind:eq:person&sort=displayName")]
    pub query: String,
    /// Who sees it.
    pub visibility: ViewVisibility,
    /// Whether its maker wants to see the list so at first. The one that was it before is it no more.
    pub is_default: bool,
}

/// What is computed for a saved view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedViewMore {
    /// Whether it is the caller's own.
    pub is_own: bool,
}

impl Record for SavedViews {
    type Fields = SavedView;

    const KIND: &'static str = "savedView";
    const TABLE: &'static str = "saved_views";
    const KEYS: &'static [Key] = &[
        Key::text("list", "list"),
        Key::folded("name", "name_key"),
        Key::text("visibility", "visibility"),
        Key::flag("isDefault", "is_default"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];

    fn keys(fields: &SavedView) -> Vec<KeyValue> {
        vec![
            fields.list.as_str().into(),
            fold(&fields.name).into(),
            fields.visibility.as_str().into(),
            fields.is_default.into(),
        ]
    }

    fn label(fields: &SavedView) -> String {
        fields.name.clone()
    }

    fn searched(fields: &SavedView) -> Vec<&str> {
        vec![&fields.name]
    }
}

#[async_trait]
impl Collection for SavedViews {
    type Computed = SavedViewMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/saved-views";
    const NAME: &'static str = "SavedView";
    const PLURAL: &'static str = "saved views";
    /// It is a setting of one's own, as those of the profile are.
    const RESOURCE: Resource = Resource::Profile;
    const OPEN: bool = true;
    const REQUIRED: &'static [&'static str] = &["list", "name"];
    const ABILITIES: Abilities = Abilities {
        bulk: false,
        import: false,
        export: false,
        ..Abilities::ALL
    };
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] = &[("list", None)];

    fn scope(_: &Caller, action: Action) -> Result<Scope, ServiceError> {
        Ok(match action {
            Action::View => Scope::Company,
            _ => Scope::Own,
        })
    }

    fn blank(_: &Caller) -> SavedView {
        SavedView::default()
    }

    fn read(fields: &mut SavedView, members: &mut Members) {
        members.filled_text("list", 100, &mut fields.list);
        members.filled_text("name", 60, &mut fields.name);
        members.text("query", QUERY, &mut fields.query);
        members.word("visibility", &mut fields.visibility);
        members.flag("isDefault", &mut fields.is_default);
    }

    fn example() -> serde_json::Value {
        json!({
            "list": "/contact/api/v1/contacts", "name": "Carriers in Rotterdam",
            "query": "filter=roles:has:carrier&search=rotterdam&sort=displayName", "visibility": "private",
            "isDefault": false
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut SavedView,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        if !nouns::is_list(&fields.list) {
            faults.add(FieldProblem::member("list", "List not found."));
        }
        let query = fields.query.trim_start_matches('?').to_owned();
        fields.query = query;
        let same = Filter::eq::<Self>("list", fields.list.as_str())
            .and(Filter::eq::<Self>("name", fold(&fields.name)));
        let other = read::find::<Self>(writing.tx, writing.company(), own(writing, same)).await?;
        if other.is_some_and(|other| before.is_none_or(|row| row.id != other.id)) {
            let detail = "You already have a view with this name for this list.";
            faults.add(FieldProblem::member("name", detail));
        }
        Ok(())
    }

    /// A new default takes the place of the old one.
    async fn written(
        writing: &Writing<'_>,
        _: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let is_default = |row: &&Row<Self>| row.fields.is_default && row.meta.deleted_at.is_none();
        let Some(row) = after.filter(is_default) else {
            return Ok(());
        };
        let of_list = own(
            writing,
            Filter::eq::<Self>("list", row.fields.list.as_str()),
        );
        let take = |fields: &mut SavedView| fields.is_default = false;
        take_over(writing, row, of_list, "isDefault", take).await
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<SavedViewMore>, ServiceError> {
        let more = rows.iter().map(|row| SavedViewMore {
            is_own: row.meta.created_by == Some(caller.owner_id()),
        });
        Ok(more.collect())
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        let private = Filter::eq::<Self>("visibility", ViewVisibility::Private.as_str());
        Some(private.and(Filter::Not(Box::new(Filter::MadeBy(caller.owner_id())))))
    }
}

/// Those of the caller.
fn own(writing: &Writing<'_>, filter: Filter) -> Filter {
    filter.and(Filter::MadeBy(writing.caller.user_id()))
}
