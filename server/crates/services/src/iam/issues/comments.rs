//! Comments on issues: what people say about one, some of it among those who work on it.
//!
//! Invariant: a comment is reached through its issue; an internal one is seen by those who may assign issues, and its text is
//! changed by whoever wrote it.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Link, Record, Row};
use waybill_storage::{Handle, UserId, users};

use super::Issues;
use crate::caller::Caller;
use crate::collection::read::{show, show_one, within_reach};
use crate::collection::write::{
    Expected, bin_in, change_in, drafted, insert_in, require_live, require_version,
};
use crate::collection::{Abilities, Collection, Shown, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// The comments on issues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IssueComments;

/// What a comment holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct IssueComment {
    /// The issue that it is on.
    pub issue_id: Uuid,
    /// What is said, in Markdown, which is kept as it was written.
    #[schema(
        min_length = 1,
        max_length = 10_000,
        example = "It happens with every shipment."
    )]
    pub body: String,
    /// Whether only those see it who may assign issues.
    pub internal: bool,
}

/// What is computed for a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueCommentMore {
    /// Name of who said it.
    #[schema(required)]
    pub author_name: Option<String>,
}

/// Whether the caller sees internal comments.
pub(super) fn sees_internal(caller: &Caller) -> bool {
    caller.require("issue:assign").is_ok()
}

/// The field in which comments name their issue, among all of them or among those that everybody sees.
pub(super) const fn link_field(with_internal: bool) -> &'static str {
    if with_internal { "issueId" } else { "public" }
}

impl Record for IssueComments {
    type Fields = IssueComment;

    const KIND: &'static str = "issueComment";
    const TABLE: &'static str = "issue_comments";
    const KEYS: &'static [Key] = &[
        Key::text("issueId", "issue_id"),
        Key::flag("internal", "internal"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("createdAt", Direction::Ascending)];

    fn keys(fields: &IssueComment) -> Vec<KeyValue> {
        vec![fields.issue_id.into(), fields.internal.into()]
    }

    fn label(fields: &IssueComment) -> String {
        fields.body.chars().take(60).collect()
    }

    fn searched(fields: &IssueComment) -> Vec<&str> {
        vec![&fields.body]
    }

    fn links(fields: &IssueComment) -> Vec<Link> {
        let link = |field| Link {
            field,
            to_kind: Issues::KIND,
            to_id: fields.issue_id,
        };
        let mut links = vec![link(link_field(true))];
        if !fields.internal {
            links.push(link(link_field(false)));
        }
        links
    }
}

#[async_trait]
impl Collection for IssueComments {
    type Computed = IssueCommentMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/issue/tracker/{id}/comments";
    const NAME: &'static str = "IssueComment";
    const PLURAL: &'static str = "comments on issues";
    const RESOURCE: Resource = Resource::Issue;
    const REQUIRED: &'static [&'static str] = &["body"];
    const READ_ONLY: &'static [&'static str] = &["issueId"];
    const ABILITIES: Abilities = Abilities::ONE_BY_ONE;

    fn blank(_: &Caller) -> IssueComment {
        IssueComment::default()
    }

    fn read(fields: &mut IssueComment, members: &mut Members) {
        members.long_text("body", 10_000, &mut fields.body);
        let is_there = !fields.body.is_empty();
        members.ensure("body", is_there, "This field is required.");
        members.flag("internal", &mut fields.internal);
    }

    fn example() -> Value {
        json!({ "body": "It happens with every shipment.", "internal": false })
    }

    async fn check(
        writing: &Writing<'_>,
        _: Option<&Row<Self>>,
        fields: &mut IssueComment,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        if fields.internal && !sees_internal(writing.caller) {
            let detail = "Only people who can assign issues can write internal comments.";
            faults.add(FieldProblem::member("internal", detail));
        }
        Ok(())
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        (!sees_internal(caller)).then(|| Filter::eq::<Self>("internal", true))
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<IssueCommentMore>, ServiceError> {
        let mut authors: Vec<UserId> = rows.iter().filter_map(|row| row.meta.created_by).collect();
        authors.sort_unstable();
        authors.dedup();
        let names = users::names(db, caller.company_id(), &authors).await?;
        let more = rows.iter().map(|row| IssueCommentMore {
            author_name: row.meta.created_by.and_then(|id| names.get(&id).cloned()),
        });
        Ok(more.collect())
    }
}

impl Services {
    /// The comments on an issue that the caller sees, the oldest first.
    pub async fn list_issue_comments(
        &self,
        caller: &Caller,
        issue: Id<Issues>,
    ) -> Result<Vec<Shown<IssueComments>>, ServiceError> {
        let scope = caller.require("issue:view")?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        within_reach(&db, caller, issue, scope).await?;
        let mut filter = Filter::eq::<IssueComments>("issueId", issue.as_uuid());
        if let Some(hidden) = IssueComments::hidden(caller) {
            filter = Filter::All(vec![filter, Filter::Not(Box::new(hidden))]);
        }
        let listing = Listing {
            filter,
            ..Listing::default()
        };
        let page = read::list::<IssueComments>(&db, company, listing).await?;
        show(self, caller, &db, page.rows).await
    }

    /// Adds a comment to an issue.
    pub async fn add_issue_comment(
        &self,
        caller: &Caller,
        issue: Id<Issues>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<IssueComments>, ServiceError> {
        let scope = caller.require("issue:edit")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        require_live(&within_reach(&tx, caller, issue, scope).await?)?;
        let (mut fields, faults) = drafted::<IssueComments>(&writing, body).await?;
        faults.check()?;
        fields.issue_id = issue.as_uuid();
        let row = insert_in(&writing, fields).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Changes a comment that the caller wrote.
    pub async fn change_issue_comment(
        &self,
        caller: &Caller,
        (issue, comment): (Id<Issues>, Id<IssueComments>),
        expected: Expected,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<IssueComments>, ServiceError> {
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = own_comment(&writing, issue, comment).await?;
        require_version(&writing, &row, expected).await?;
        let row = change_in(&writing, row, body).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Removes a comment that the caller wrote.
    pub async fn delete_issue_comment(
        &self,
        caller: &Caller,
        (issue, comment): (Id<Issues>, Id<IssueComments>),
        expected: Expected,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = own_comment(&writing, issue, comment).await?;
        require_version(&writing, &row, expected).await?;
        bin_in(&writing, &row).await?;
        Ok(tx.commit().await?)
    }
}

/// The comment on the issue, if the caller wrote it.
async fn own_comment(
    writing: &Writing<'_>,
    issue: Id<Issues>,
    comment: Id<IssueComments>,
) -> Result<Row<IssueComments>, ServiceError> {
    let caller = writing.caller;
    let scope = caller.require("issue:edit")?;
    let issue = within_reach(writing.tx, caller, issue, scope).await?;
    let row = read::get(writing.tx, writing.company(), comment, Bin::Outside)
        .await?
        .filter(|row| row.fields.issue_id == issue.id.as_uuid())
        .filter(|row| !row.fields.internal || sees_internal(caller))
        .ok_or(ServiceError::NotFound)?;
    if row.meta.created_by == Some(caller.user_id()) {
        Ok(row)
    } else {
        Err(ServiceError::State("Only its author can change a comment."))
    }
}
