//! Issues: what staff report as wrong or missing, and how far it is (domain reference, section 4).
//!
//! Invariant: an issue is called `ISS-<n>`, and the numbers of a company run from 1 without a gap; its status moves along the
//! arrows of [`status`], and it is not resolved without saying how.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Id, Key, KeyValue, Link, Record, Row, counters, links};
use waybill_storage::{Handle, UserId, users};

use crate::caller::Caller;
use crate::collection::headings::Heading;
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::mail::attachments;
use crate::notifications::{Notice, NotificationKind, NotificationSubject, Recipient, notify};
use crate::permissions::Resource;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

pub mod comments;
mod headings;
mod rules;
pub mod status;
pub mod subject;

use comments::IssueComments;
use status::IssueStatus;
use subject::IssueSubject;

wire_enum! {
    /// What kind of thing is reported.
    IssueType {
        Bug = "bug", DataError = "dataError", Access = "access", Request = "request", Question = "question",
    }
}

wire_enum! {
    /// How bad it is.
    IssueSeverity { Low = "low", Medium = "medium", High = "high", Critical = "critical" }
}

wire_enum! {
    /// How soon it is to be done.
    IssuePriority { Low = "low", Normal = "normal", High = "high", Urgent = "urgent" }
}

/// The issues of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Issues;

/// What an issue holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Issue {
    /// What it is called, as ISS-17.
    #[schema(example = "ISS-17")]
    pub key: String,
    /// Its number in the company.
    pub number: i64,
    /// What it is about, in one line.
    #[schema(min_length = 1, max_length = 160)]
    pub title: String,
    /// What happened, in Markdown, which is kept as it was written.
    #[schema(max_length = 20_000)]
    pub description: String,
    /// What kind of thing it is.
    #[serde(rename = "type")]
    pub kind: IssueType,
    /// How bad it is.
    pub severity: IssueSeverity,
    /// How soon it is to be done.
    pub priority: IssuePriority,
    /// How far it is.
    pub status: IssueStatus,
    /// Who reported it.
    pub reporter_id: Option<UserId>,
    /// Who works on it.
    pub assignee_id: Option<UserId>,
    /// Who wants to hear of it; whoever reports it, unless given.
    #[schema(max_items = 50)]
    pub watchers: Vec<UserId>,
    /// Words by which issues are sorted.
    #[schema(max_items = 20)]
    pub labels: Vec<String>,
    /// The record that it is about.
    pub subject: Option<IssueSubject>,
    /// When it should be done.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub due_at: Option<Timestamp>,
    /// The page on which it was reported; can be removed.
    #[schema(max_length = 300)]
    pub route: String,
    /// The version of the program; can be removed.
    #[schema(max_length = 60)]
    pub app_version: String,
    /// The id of the failed request; can be removed.
    #[schema(max_length = 100)]
    pub error_id: String,
    /// What the browser calls itself; can be removed.
    #[schema(max_length = 200)]
    pub browser: String,
    /// Files that show it.
    #[schema(max_items = 10)]
    pub attachments: Vec<Uuid>,
    /// What was done about it.
    #[schema(max_length = 2000)]
    pub resolution: String,
    /// The issue that says the same.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub duplicate_of: Option<Id<Issues>>,
}

/// What is computed for an issue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueMore {
    /// Name of who reported it.
    #[schema(required)]
    pub reporter_name: Option<String>,
    /// Name of who works on it.
    #[schema(required)]
    pub assignee_name: Option<String>,
    /// How many comments the caller sees on it.
    pub comment_count: i64,
    /// The statuses that it can move to next.
    pub next_statuses: Vec<IssueStatus>,
}

impl Record for Issues {
    type Fields = Issue;

    const KIND: &'static str = "issue";
    const TABLE: &'static str = "issues";
    const KEYS: &'static [Key] = &[
        Key::text("key", "key"),
        Key::number("number", "number"),
        Key::folded("title", "title_key"),
        Key::text("type", "type"),
        Key::text("severity", "severity"),
        Key::text("priority", "priority"),
        Key::text("status", "status"),
        Key::text("reporterId", "reporter_id"),
        Key::text("assigneeId", "assignee_id"),
        Key::text("subjectId", "subject_id"),
        Key::moment("dueAt", "due_at"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("number", Direction::Descending)];

    fn keys(fields: &Issue) -> Vec<KeyValue> {
        let subject = fields.subject.map(|it| it.id.to_string());
        vec![
            fields.key.as_str().into(),
            fields.number.into(),
            fold(&fields.title).into(),
            fields.kind.as_str().into(),
            fields.severity.as_str().into(),
            fields.priority.as_str().into(),
            fields.status.as_str().into(),
            fields.reporter_id.into(),
            fields.assignee_id.into(),
            subject.as_deref().into(),
            fields.due_at.into(),
        ]
    }

    fn label(fields: &Issue) -> String {
        format!("{} {}", fields.key, fields.title)
    }

    fn searched(fields: &Issue) -> Vec<&str> {
        let mut texts = vec![fields.key.as_str(), &fields.title, &fields.description];
        texts.extend(fields.labels.iter().map(String::as_str));
        texts
    }

    fn codes(fields: &Issue) -> Vec<&str> {
        vec![&fields.key]
    }

    fn links(fields: &Issue) -> Vec<Link> {
        let duplicate = fields.duplicate_of.map(|id| Link {
            field: "duplicateOf",
            to_kind: Self::KIND,
            to_id: id.as_uuid(),
        });
        let assignee = fields.assignee_id.map(|id| Link {
            field: "assigneeId",
            to_kind: "user",
            to_id: id.as_uuid(),
        });
        let labels = fields
            .labels
            .iter()
            .map(|it| Link::to_text("labels", &fold(it)));
        let files = attachments::links(fields.attachments.iter().copied());
        let named = duplicate.into_iter().chain(assignee).chain(files);
        labels.chain(named).collect()
    }
}

#[async_trait]
impl Collection for Issues {
    type Computed = IssueMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/issue/tracker";
    const NAME: &'static str = "Issue";
    const PLURAL: &'static str = "issues";
    const RESOURCE: Resource = Resource::Issue;
    const REQUIRED: &'static [&'static str] = &["title"];
    const HEADINGS: &'static [Heading] = headings::HEADINGS;
    const READ_ONLY: &'static [&'static str] = &["key", "number", "reporterId"];
    // Whoever reported it made it.
    const OWNER: Option<&'static str> = Some("assigneeId");
    const ABILITIES: Abilities = Abilities::WITHOUT_TABLES;

    fn blank(caller: &Caller) -> Issue {
        Issue {
            reporter_id: Some(caller.user_id()),
            watchers: vec![caller.user_id()],
            severity: IssueSeverity::Medium,
            priority: IssuePriority::Normal,
            ..Issue::default()
        }
    }

    fn read(fields: &mut Issue, members: &mut Members) {
        members.filled_text("title", 160, &mut fields.title);
        members.long_text("description", 20_000, &mut fields.description);
        members.word("type", &mut fields.kind);
        members.word("severity", &mut fields.severity);
        members.word("priority", &mut fields.priority);
        members.word("status", &mut fields.status);
        members.optional_id("assigneeId", &mut fields.assignee_id);
        members.ids("watchers", 50, &mut fields.watchers);
        members.texts("labels", 20, 30, &mut fields.labels);
        subject::read(members, &mut fields.subject);
        members.optional_moment("dueAt", &mut fields.due_at);
        members.text("route", 300, &mut fields.route);
        members.text("appVersion", 60, &mut fields.app_version);
        members.text("errorId", 100, &mut fields.error_id);
        members.text("browser", 200, &mut fields.browser);
        members.ids("attachments", 10, &mut fields.attachments);
        members.long_text("resolution", 2000, &mut fields.resolution);
        members.optional_id("duplicateOf", &mut fields.duplicate_of);
    }

    fn example() -> serde_json::Value {
        json!({
            "title": "Arrival notice shows yesterday's date",
            "description": "Open any shipment to **Rotterdam** after midnight UTC.", "type": "bug", "severity": "medium",
            "priority": "normal", "labels": ["mail"], "route": "/settings/templates"
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Issue,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let known = before.map(|row| &row.fields);
        status::check(known, fields, faults);
        rules::strip_only(known, fields, faults);
        rules::check(writing, before, fields, faults).await?;
        if before.is_none() && faults.is_empty() {
            fields.number = counters::next(writing.tx, writing.company(), Self::KIND).await?;
            fields.key = format!("ISS-{}", fields.number);
        }
        Ok(())
    }

    /// Whoever is to deal with it learns of it, unless they took it themselves.
    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let Some(issue) = after else { return Ok(()) };
        let caller = writing.caller.user_id();
        let assigned = before.and_then(|row| row.fields.assignee_id);
        let assignee = issue.fields.assignee_id;
        let Some(user) = assignee.filter(|it| Some(*it) != assigned && *it != caller) else {
            return Ok(());
        };
        let key = format!("issue:{}:{}", issue.id.as_uuid(), issue.meta.version);
        let recipient = Recipient {
            company: writing.company(),
            user,
            key: &key,
        };
        let notice = Notice {
            kind: NotificationKind::IssueAssigned,
            title: format!("{} is yours now", issue.fields.key),
            body: issue.fields.title.clone(),
            actor_id: Some(caller),
            subject: Some(NotificationSubject {
                kind: Self::KIND.to_owned(),
                id: issue.id.as_uuid(),
            }),
            ..Notice::default()
        };
        notify(writing.services, writing.tx, recipient, notice).await
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<IssueMore>, ServiceError> {
        let company = caller.company_id();
        let mut people: Vec<UserId> = rows
            .iter()
            .flat_map(|row| [row.fields.reporter_id, row.fields.assignee_id])
            .flatten()
            .collect();
        people.sort_unstable();
        people.dedup();
        let people = users::names(db, company, &people).await?;
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id.as_uuid()).collect();
        let field = comments::link_field(comments::sees_internal(caller));
        let counts = links::counts(db, company, IssueComments::KIND, field, &ids).await?;
        let name = |id: Option<UserId>| id.and_then(|id| people.get(&id).cloned());
        Ok(rows
            .iter()
            .map(|row| IssueMore {
                reporter_name: name(row.fields.reporter_id),
                assignee_name: name(row.fields.assignee_id),
                comment_count: counts.get(&row.id.as_uuid()).copied().unwrap_or_default(),
                next_statuses: row.fields.status.next().to_vec(),
            })
            .collect())
    }

    /// Comments go with their issue, so that they keep no issue from being deleted.
    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        rules::refuse_duplicated(writing, row.id).await
    }
}
