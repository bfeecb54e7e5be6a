//! Report sketches: reports as they are saved (domain reference, section 4).
//!
//! Invariant: a stored sketch fits its dataset; its name is unique among its owner's; a private one is its owner's alone.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Filter, Key, KeyValue, Link, Record, Row, read};
use waybill_storage::report_runs::{self, ReportRun};
use waybill_storage::{Handle, UserId, report_schedules, roles, users};

use super::check::check_query;
use super::dataset::DatasetName;
use super::deliveries::ReportDeliverySummary;
use super::filter::{self, ReportFilter};
use super::last_run::LastRun;
use super::schedule::{self, ReportSchedule};
use super::sharing::is_shared_anew;
use crate::caller::Caller;
use crate::collection::headings::Heading;
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// How a column is summed up.
    ReportAgg {
        /// Not at all.
        None = "none",
        /// How many records say something there.
        Count = "count",
        /// How many different things they say.
        CountDistinct = "countDistinct",
        /// Their sum.
        Sum = "sum",
        /// Their average.
        Avg = "avg",
        /// The least.
        Min = "min",
        /// The greatest.
        Max = "max",
    }
}

impl ReportAgg {
    /// What the screens call it, in English.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::None => "No aggregation",
            Self::Count => "Count",
            Self::CountDistinct => "Count distinct",
            Self::Sum => "Sum",
            Self::Avg => "Average",
            Self::Min => "Minimum",
            Self::Max => "Maximum",
        }
    }
}

wire_enum! {
    /// Which way a column is sorted. The first sorted column decides first.
    ReportSort { None = "none", Asc = "asc", Desc = "desc" }
}

wire_enum! {
    /// By what a field is grouped: its value, or the part of time in which its moment lies, in the runner's zone.
    ReportUnit {
        Value = "value", Day = "day", Week = "week", Month = "month", Quarter = "quarter", Year = "year",
    }
}

wire_enum! {
    /// The kind of a chart.
    ChartType { None = "none", Bar = "bar", Line = "line", Pie = "pie" }
}

wire_enum! {
    /// Who sees a report.
    ReportVisibility {
        /// Its owner.
        Private = "private",
        /// Its owner, and who holds one of the roles it is shared with.
        Roles = "roles",
        /// Everybody in the company.
        Company = "company",
    }
}

/// The report sketches of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReportSketches;

/// What a report sketch holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportSketch {
    /// Its name, unique among its owner's.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What it is for.
    #[schema(max_length = 500)]
    pub description: String,
    /// What it is about.
    pub dataset: DatasetName,
    /// What it shows, from left to right.
    #[schema(min_items = 1, max_items = 40)]
    pub columns: Vec<ReportColumn>,
    /// Which records; none means all.
    pub filters: Option<ReportFilter>,
    /// By what records are put together into one row; empty means a row for each record.
    #[schema(max_items = 3)]
    pub group_by: Vec<ReportGroup>,
    /// Whether the columns that are summed up are summed up over all records too.
    pub totals: bool,
    /// Its chart.
    pub chart: ReportChart,
    /// How many rows it has at most.
    #[schema(minimum = 1, maximum = 100_000)]
    pub limit: i64,
    /// Who sees it.
    pub visibility: ReportVisibility,
    /// Roles that it is shared with.
    #[schema(max_items = 50)]
    pub shared_roles: Vec<Uuid>,
    /// Whose it is.
    pub owner_id: Option<UserId>,
    /// Words by which it is found.
    #[schema(max_items = 20)]
    pub tags: Vec<String>,
    /// Whether it is shown first.
    pub pinned: bool,
    /// When and to whom it is mailed; none where it is not.
    pub schedule: Option<ReportSchedule>,
}

/// A column of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportColumn {
    /// Name of the field, as the dataset has it.
    #[schema(max_length = 100)]
    pub field: String,
    /// Its heading; empty means the field's own.
    #[schema(max_length = 80)]
    pub label: String,
    /// Its width in pixels; none means as wide as it needs.
    #[schema(minimum = 20, maximum = 2000)]
    pub width: Option<i64>,
    /// How it is summed up.
    pub agg: ReportAgg,
    /// Which way it is sorted.
    pub sort: ReportSort,
}

/// By what records are put together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportGroup {
    /// Name of the field.
    #[schema(max_length = 100)]
    pub field: String,
    /// By what of it.
    pub by: ReportUnit,
}

/// The chart of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportChart {
    /// Its kind.
    #[serde(rename = "type")]
    pub chart_type: ChartType,
    /// The column along it: a field, or how it is summed up and the field, such as `count:_id`.
    #[schema(max_length = 120)]
    pub x: String,
    /// The column of numbers.
    #[schema(max_length = 120)]
    pub y: String,
}

/// What is computed for a report sketch.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportMore {
    /// Its last run; none when it was never run.
    #[schema(required)]
    pub last_run: Option<LastRun>,
    /// Whether it is the caller's own.
    pub is_own: bool,
    /// When it is next mailed; none where it is not.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub next_delivery: Option<Timestamp>,
    /// What came of it the last time that it was due; none before.
    #[schema(required)]
    pub last_delivery: Option<ReportDeliverySummary>,
}

impl ReportColumn {
    /// What the column is called within its report: the field, or how it is summed up and the field.
    pub fn key(&self) -> String {
        match self.agg {
            ReportAgg::None => self.field.clone(),
            agg => format!("{}:{}", agg.as_str(), self.field),
        }
    }
}

impl Record for ReportSketches {
    type Fields = ReportSketch;

    const KIND: &'static str = "report";
    const TABLE: &'static str = "report_sketches";
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::text("dataset", "dataset"),
        Key::text("visibility", "visibility"),
        Key::text("ownerId", "owner_id"),
        Key::flag("pinned", "pinned"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];

    fn keys(fields: &ReportSketch) -> Vec<KeyValue> {
        vec![
            fold(&fields.name).into(),
            fields.dataset.as_str().into(),
            fields.visibility.as_str().into(),
            fields.owner_id.into(),
            fields.pinned.into(),
        ]
    }

    fn label(fields: &ReportSketch) -> String {
        fields.name.clone()
    }

    fn searched(fields: &ReportSketch) -> Vec<&str> {
        let tags = fields.tags.iter().map(String::as_str);
        [fields.name.as_str(), &fields.description]
            .into_iter()
            .chain(tags)
            .collect()
    }

    fn links(fields: &ReportSketch) -> Vec<Link> {
        let roles = fields.shared_roles.iter().map(|id| Link {
            field: "sharedRoles",
            to_kind: "role",
            to_id: *id,
        });
        let owner = fields.owner_id.map(|id| Link {
            field: "ownerId",
            to_kind: "user",
            to_id: id.as_uuid(),
        });
        let recipients = fields.schedule.iter().flat_map(schedule::links);
        roles.chain(owner).chain(recipients).collect()
    }
}

#[async_trait::async_trait]
impl Collection for ReportSketches {
    type Computed = ReportMore;

    const SERVICE: &'static str = "report";
    const PATH: &'static str = "/report/api/v1/reportSketch";
    const NAME: &'static str = "ReportSketch";
    const PLURAL: &'static str = "report sketches";
    const RESOURCE: Resource = Resource::Report;
    const REQUIRED: &'static [&'static str] = &["name", "dataset", "columns"];
    const HEADINGS: &'static [Heading] = super::headings::HEADINGS;
    const ABILITIES: Abilities = Abilities {
        import: false,
        ..Abilities::ALL
    };
    const OWNER: Option<&'static str> = Some("ownerId");
    const LINKS: &'static [&'static str] = &["sharedRoles"];

    fn blank(caller: &Caller) -> ReportSketch {
        ReportSketch {
            owner_id: Some(caller.user_id()),
            limit: 1000,
            ..ReportSketch::default()
        }
    }

    fn read(fields: &mut ReportSketch, members: &mut Members) {
        let is_new = fields.columns.is_empty();
        members.ensure(
            "dataset",
            !is_new || members.has("dataset"),
            "This field is required.",
        );
        members.filled_text("name", 80, &mut fields.name);
        members.long_text("description", 500, &mut fields.description);
        members.word("dataset", &mut fields.dataset);
        members.objects("columns", 40, &mut fields.columns, column);
        members.ensure(
            "columns",
            !fields.columns.is_empty(),
            "Choose at least one column.",
        );
        filter::read(members, &mut fields.filters);
        members.objects("groupBy", 3, &mut fields.group_by, group);
        members.flag("totals", &mut fields.totals);
        members.object("chart", |members| {
            members.word("type", &mut fields.chart.chart_type);
            members.text("x", 120, &mut fields.chart.x);
            members.text("y", 120, &mut fields.chart.y);
        });
        members.number("limit", 1..=100_000, &mut fields.limit);
        members.word("visibility", &mut fields.visibility);
        members.ids("sharedRoles", 50, &mut fields.shared_roles);
        members.optional_id("ownerId", &mut fields.owner_id);
        members.texts("tags", 20, 30, &mut fields.tags);
        members.flag("pinned", &mut fields.pinned);
        schedule::read(members, &mut fields.schedule);
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Who did what this week", "description": "Entries of the audit trail by action", "dataset": "audit",
            "columns": [
                { "field": "action", "label": "What", "width": 240, "agg": "none", "sort": "asc" },
                { "field": "_id", "label": "How often", "agg": "count" }
            ],
            "filters": { "all": [
                { "field": "at", "op": "ge", "value": "-7d" },
                { "any": [
                    { "field": "result", "op": "in", "value": ["ok", "denied"] },
                    { "not": { "field": "actor.type", "op": "eq", "value": "system" } }
                ] }
            ] },
            "groupBy": [{ "field": "action", "by": "value" }],
            "totals": true,
            "chart": { "type": "bar", "x": "action", "y": "count:_id" },
            "limit": 100, "tags": ["weekly"], "pinned": true
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut ReportSketch,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        check_query(fields, faults);
        let owner = fields.owner_id.unwrap_or(writing.caller.user_id());
        fields.owner_id = Some(owner);
        // Roles are looked at before they are dropped: one that is not there is told either way.
        check_people(writing, before, fields, faults).await?;
        if fields.visibility != ReportVisibility::Roles {
            fields.shared_roles.clear();
        }
        if is_shared_anew(writing.caller, before, fields) {
            writing.caller.require("report:share")?;
        }
        schedule::check(writing, before.map(|row| &row.fields), fields, faults).await?;
        let others = Filter::eq::<Self>("name", fold(&fields.name))
            .and(Filter::eq::<Self>("ownerId", owner));
        let other = read::find::<Self>(writing.tx, writing.company(), others).await?;
        if other.is_some_and(|other| before.is_none_or(|row| row.id != other.id)) {
            faults.add(FieldProblem::member(
                "name",
                "You already have a report with this name.",
            ));
        }
        Ok(())
    }

    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        schedule::plan(writing, before, after).await
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        let is =
            |visibility: ReportVisibility| Filter::eq::<Self>("visibility", visibility.as_str());
        let roles = caller
            .roles()
            .iter()
            .map(|role| role.id.as_uuid())
            .collect();
        let shared = is(ReportVisibility::Roles).and(Filter::Names("sharedRoles", roles));
        let seen = Filter::Any(vec![
            Filter::eq::<Self>("ownerId", caller.owner_id()),
            is(ReportVisibility::Company),
            shared,
        ]);
        Some(Filter::Not(Box::new(seen)))
    }

    async fn more(
        _services: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<ReportMore>, ServiceError> {
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id.as_uuid()).collect();
        let mut runs: HashMap<Uuid, ReportRun> =
            report_runs::last(db, caller.company_id(), &ids).await?;
        let mut states = report_schedules::states(db, caller.company_id(), &ids).await?;
        let more = rows.iter().map(|row| {
            let run = runs.remove(&row.id.as_uuid());
            let state = states.remove(&row.id.as_uuid()).unwrap_or_default();
            Ok(ReportMore {
                last_run: run.map(LastRun::try_from).transpose()?,
                is_own: row.fields.owner_id == Some(caller.owner_id()),
                next_delivery: state.next,
                last_delivery: ReportDeliverySummary::of(&state),
            })
        });
        more.collect()
    }
}

fn column(members: &mut Members) -> ReportColumn {
    let mut column = ReportColumn::default();
    members.filled_text("field", 100, &mut column.field);
    members.text("label", 80, &mut column.label);
    members.optional_number("width", 20..=2000, &mut column.width);
    members.word("agg", &mut column.agg);
    members.word("sort", &mut column.sort);
    column
}

fn group(members: &mut Members) -> ReportGroup {
    let mut group = ReportGroup::default();
    members.filled_text("field", 100, &mut group.field);
    members.word("by", &mut group.by);
    group
}

/// The owner and the roles that are new must be the company's.
async fn check_people(
    writing: &Writing<'_>,
    before: Option<&Row<ReportSketches>>,
    fields: &ReportSketch,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let company = writing.company();
    let before = before.map(|row| &row.fields);
    if let Some(owner) = fields.owner_id
        && before.is_none_or(|before| before.owner_id != Some(owner))
        && users::get(writing.tx, company, owner).await?.is_none()
    {
        let fault = FieldProblem::member("ownerId", "User not found.");
        faults.add(fault);
    }
    if fields.visibility == ReportVisibility::Roles && fields.shared_roles.is_empty() {
        let fault = FieldProblem::member("sharedRoles", "Choose at least one role.");
        faults.add(fault);
    }
    if before.is_none_or(|before| before.shared_roles != fields.shared_roles)
        && !fields.shared_roles.is_empty()
    {
        let known = roles::all(writing.tx, company).await?;
        for (at, id) in fields.shared_roles.iter().enumerate() {
            if !known.iter().any(|role| role.id.as_uuid() == *id) {
                let fault = FieldProblem::at("/sharedRoles", &at.to_string(), "Role not found.");
                faults.add(fault);
            }
        }
    }
    Ok(())
}
