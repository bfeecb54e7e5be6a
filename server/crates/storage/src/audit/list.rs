//! Parts of a company's audit entries, filtered and sorted.
//!
//! Invariant: the order is total (the number in the chain decides between equals), so no entry is in two parts or in none.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Condition as Where, ExprTrait as _, LikeExpr, Value};
use sea_orm::{QueryOrder as _, QuerySelect as _, QueryTrait as _};

use super::{AuditEntry, Column, Model, of_company};
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::listing::{Direction, Total, Window, containing, like_pattern};
use crate::records::read::{Cursor, Part, after, total_of};
use crate::records::{Key, KeyValue, Op};
use crate::{CompanyId, Handle, StorageError};

const AT: Key = Key::moment("at", "at");
const ACTION: Key = Key::text("action", "action");
const SEQ: Key = Key::number("seq", "seq");

/// What entries are sorted by.
pub const SORT_KEYS: &[&Key] = &[&AT, &ACTION];

/// What is wanted of the entries.
#[derive(Clone, Debug)]
pub struct AuditListing {
    /// Words that must all occur in who, what and to what; case and diacritics do not matter.
    pub search: String,
    /// Conditions, all of which must hold.
    pub conditions: Vec<Condition>,
    /// Keys of the order out of [`SORT_KEYS`]; none means the latest first.
    pub sort: Vec<(&'static Key, Direction)>,
    /// Which part.
    pub part: Part,
}

/// A part of the entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditPage {
    /// In the order asked for.
    pub rows: Vec<AuditEntry>,
    /// How many there are in all, where that was asked for.
    pub total: Option<Total>,
    /// Where the next part begins; none on the last one, and none where parts are numbered.
    pub next: Option<Cursor>,
}

/// A field by which entries are found.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    column: Column,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Text that is compared as it is.
    Text,
    /// An id.
    Id,
    /// A moment.
    Moment,
}

/// A value to compare a field with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// No value.
    Missing,
    /// Of text fields.
    Text(String),
    /// Of fields that hold ids.
    Id(Uuid),
    /// Of fields that hold moments.
    Moment(Timestamp),
}

/// A field compared with values.
#[derive(Clone, Debug)]
pub struct Condition {
    field: &'static Field,
    op: Op,
    values: Vec<FieldValue>,
}

/// The fields by which entries are found.
pub const FIELDS: &[Field] = &[
    Field::new("at", FieldKind::Moment, Column::At),
    Field::new("actor.id", FieldKind::Id, Column::ActorId),
    Field::new("actor.type", FieldKind::Text, Column::ActorType),
    Field::new("actor.emailId", FieldKind::Text, Column::ActorEmail),
    Field::new("action", FieldKind::Text, Column::Action),
    Field::new("entity.type", FieldKind::Text, Column::EntityType),
    Field::new("entity.id", FieldKind::Id, Column::EntityId),
    Field::new("result", FieldKind::Text, Column::Result),
    Field::new("origin", FieldKind::Text, Column::Origin),
    Field::new("batchId", FieldKind::Id, Column::BatchId),
    Field::new("requestId", FieldKind::Text, Column::RequestId),
    Field::new("ip", FieldKind::Text, Column::Ip),
    Field::new("sessionRef", FieldKind::Text, Column::SessionRef),
];

impl Default for AuditListing {
    /// All entries, the latest first.
    fn default() -> Self {
        Self {
            search: String::new(),
            conditions: Vec::new(),
            sort: Vec::new(),
            part: Part::Whole,
        }
    }
}

impl Field {
    const fn new(name: &'static str, kind: FieldKind, column: Column) -> Self {
        Self { name, kind, column }
    }

    /// The field that the wire calls so.
    pub fn named(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }
}

impl Condition {
    /// Compares a field; none when there is no value, one of another kind, or a comparison that the field does not know.
    pub fn new(field: &'static Field, op: Op, values: Vec<FieldValue>) -> Option<Self> {
        let is_of_kind = |value: &FieldValue| match value {
            FieldValue::Missing => matches!(op, Op::Eq | Op::Ne | Op::In),
            FieldValue::Text(_) => field.kind == FieldKind::Text,
            FieldValue::Id(_) => {
                field.kind == FieldKind::Id && matches!(op, Op::Eq | Op::Ne | Op::In)
            }
            FieldValue::Moment(_) => field.kind == FieldKind::Moment,
        };
        let fits = field.kind == FieldKind::Text || !matches!(op, Op::Starts | Op::Has);
        (fits && !values.is_empty() && values.iter().all(is_of_kind)).then_some(Self {
            field,
            op,
            values,
        })
    }

    /// The conditions that what was done to one record fulfils.
    pub fn of_entity(entity_type: &str, id: Uuid) -> Vec<Self> {
        let of_type = Self::equal("entity.type", FieldValue::Text(entity_type.to_owned()));
        let of_id = Self::equal("entity.id", FieldValue::Id(id));
        of_type.into_iter().chain(of_id).collect()
    }

    /// The condition that entries of an action fulfil, such as `user.signIn`.
    pub fn of_action(action: &str) -> Option<Self> {
        Self::equal("action", FieldValue::Text(action.to_owned()))
    }

    fn equal(name: &str, value: FieldValue) -> Option<Self> {
        Some(Self {
            field: Field::named(name)?,
            op: Op::Eq,
            values: vec![value],
        })
    }

    fn holds(&self) -> Where {
        let column = self.field.column;
        let values: Vec<Value> = self.values.iter().filter_map(FieldValue::stored).collect();
        let is_missing = || Where::all().add(column.is_null());
        let wants_missing = values.len() < self.values.len();
        let Some(first) = values.first().cloned() else {
            return match self.op {
                Op::Ne => Where::all().add(column.is_not_null()),
                _ => is_missing(),
            };
        };
        let like = |before: &str| {
            let text = match self.values.first() {
                Some(FieldValue::Text(text)) => like_pattern(text),
                _ => String::new(),
            };
            LikeExpr::new(format!("{before}{text}%")).escape('\\')
        };
        let of_column = column.into_expr();
        let compared = match self.op {
            Op::Eq => of_column.eq(first),
            // What is missing differs from every value.
            Op::Ne => {
                return Where::any().add(of_column.ne(first)).add(column.is_null());
            }
            Op::Lt => of_column.lt(first),
            Op::Le => of_column.lte(first),
            Op::Gt => of_column.gt(first),
            Op::Ge => of_column.gte(first),
            Op::In => of_column.is_in(values),
            Op::Starts => of_column.like(like("")),
            Op::Has => of_column.like(like("%")),
        };
        if wants_missing {
            Where::any().add(compared).add(is_missing())
        } else {
            Where::all().add(compared)
        }
    }
}

impl FieldValue {
    fn stored(&self) -> Option<Value> {
        match self {
            Self::Missing => None,
            Self::Text(text) => Some(text.clone().into()),
            Self::Id(id) => Some((*id).into()),
            Self::Moment(at) => Some(Millis::from(*at).into()),
        }
    }
}

/// The whole order behind the one that was asked for, by which a [`Cursor`] is read.
pub fn order_of(sort: &[(&'static Key, Direction)]) -> Vec<(&'static Key, Direction)> {
    let mut order = sort.to_vec();
    let direction = order.last().map_or(Direction::Descending, |(_, way)| *way);
    if !order.iter().any(|(key, _)| *key == &AT) {
        order.push((&AT, direction));
    }
    order.push((&SEQ, direction));
    order
}

/// A part of the company's entries.
pub async fn list(
    db: &dyn Handle,
    company: CompanyId,
    listing: AuditListing,
) -> Result<AuditPage, StorageError> {
    db.settle().await?;
    let order = order_of(&listing.sort);
    let mut query = of_company(company).filter(containing(Column::SearchKey, &listing.search));
    for condition in &listing.conditions {
        query = query.filter(condition.holds());
    }
    let counted = match &listing.part {
        Part::Whole => false,
        Part::Window(_) => true,
        Part::After { counted, .. } => *counted,
    };
    let mut total = None;
    if counted {
        let entries = query.clone().select_only().column(Column::Seq);
        total = Some(total_of(db, entries.into_query()).await?);
    }
    for (key, direction) in &order {
        query = query.order_by(Expr::col(key.column), (*direction).into());
    }
    let mut limit = None;
    match &listing.part {
        Part::Whole => {}
        Part::Window(Window { offset, limit }) => query = query.offset(*offset).limit(*limit),
        Part::After {
            cursor, limit: at, ..
        } => {
            if let Some(cursor) = cursor {
                query = query.filter(after(&order, cursor));
            }
            // One more shows whether there is a next part.
            query = query.limit(at + 1);
            limit = usize::try_from(*at).ok();
        }
    }
    let mut rows = query.rows(db).await?;
    let mut next = None;
    if let Some(limit) = limit
        && limit < rows.len()
    {
        rows.truncate(limit);
        next = rows.last().map(|last| place(last, &order));
    }
    let total = match listing.part {
        Part::Whole => Some(Total::exact(rows.len())),
        Part::Window(_) | Part::After { .. } => total,
    };
    let rows = rows.into_iter().map(AuditEntry::try_from);
    Ok(AuditPage {
        rows: rows.collect::<Result<_, _>>()?,
        total,
        next,
    })
}

fn place(last: &Model, order: &[(&'static Key, Direction)]) -> Cursor {
    let value = |(key, _): &(&'static Key, Direction)| match *key {
        key if key == &ACTION => KeyValue::from(last.action.as_str()),
        key if key == &AT => KeyValue::from(last.at.0),
        _ => KeyValue::from(last.seq),
    };
    Cursor {
        values: order.iter().map(value).collect(),
        id: last.id.as_uuid(),
    }
}
