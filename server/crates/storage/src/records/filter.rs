//! Which rows: a tree of conditions over keys, links and makers.
//!
//! Invariant: a filter names keys of its noun only ([`Comparison::new`] sees to it), and every value is a parameter.

use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, LikeExpr, Query, SelectStatement};
use uuid::Uuid;

use super::noun::Noun;
use super::{Key, KeyKind, KeyValue, Record, search_keys};
use crate::folding::fold;
use crate::listing::like_pattern;
use crate::offices::OfficeId;
use crate::searching::Search;
use crate::{CompanyId, UserId};

/// Which rows are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Those that all of these let through; of none, every row.
    All(Vec<Self>),
    /// Those that one of these lets through; of none, no row.
    Any(Vec<Self>),
    /// The others.
    Not(Box<Self>),
    /// Those whose key compares so.
    Is(Comparison),
    /// Those that name one of these rows in the field.
    Names(&'static str, Vec<Uuid>),
    /// Those with one of these ids.
    Ids(Vec<Uuid>),
    /// Those whose texts contain all words of this one, or that have a code which begins so; case, diacritics and script do not
    /// matter.
    Contains(String),
    /// Those that belong to the company itself: of a shared noun, not the seed rows.
    Owned,
    /// Those that the user made.
    MadeBy(UserId),
    /// Those that somebody of the office made.
    MadeInOffice(OfficeId),
    /// Those that name somebody of the office in the field.
    NamesInOffice(&'static str, OfficeId),
}

/// A key compared with values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    key: &'static Key,
    op: Op,
    values: Vec<KeyValue>,
}

/// How a key is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Equal to the value.
    Eq,
    /// Not equal to it.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Equal to one of the values.
    In,
    /// Begins with the text.
    Starts,
    /// Has the text somewhere.
    Has,
}

impl Default for Filter {
    /// Every row.
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl Filter {
    /// This filter and another one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::All(mut all) => {
                all.push(other);
                Self::All(all)
            }
            one => Self::All(vec![one, other]),
        }
    }

    /// Rows of `R` whose key is equal to the value. A key that `R` does not have lets nothing through.
    pub fn eq<R: Record>(key: &str, value: impl Into<KeyValue>) -> Self {
        Comparison::new::<R>(key, Op::Eq, vec![value.into()])
            .map_or(Self::Any(Vec::new()), Self::Is)
    }

    /// What is searched for, if one thing is.
    pub(super) fn sought(&self) -> Option<Search> {
        match self {
            Self::Contains(text) => Some(Search::new(text)),
            Self::All(parts) => parts.iter().find_map(Self::sought),
            _ => None,
        }
    }

    /// The conditions that each have to let a row through.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::All(parts) => parts.iter().flat_map(Self::parts).collect(),
            one => vec![one],
        }
    }

    /// The column that it compares with one value, or with several.
    pub(super) fn column(&self) -> Option<&'static str> {
        match self {
            Self::Is(it) if matches!(it.op, Op::Eq | Op::In) => Some(it.key.column),
            _ => None,
        }
    }

    /// The ids of the rows that name what it asks for; none where it does not ask for that.
    pub(super) fn naming(&self, noun: Noun, company: CompanyId) -> Option<SelectStatement> {
        let (field, named) = match self {
            Self::Names(field, ids) => (field, among("to_id", ids)),
            Self::NamesInOffice(field, office) => (field, of_office("to_id", company, *office)),
            _ => return None,
        };
        Some(naming(noun, company, field, named))
    }

    pub(super) fn condition(&self, noun: Noun, company: CompanyId) -> Condition {
        self.written(noun, company, Naming::Known)
    }

    /// The same, asked of each row that is read: what it names is not read before.
    pub(super) fn asked(&self, noun: Noun, company: CompanyId) -> Condition {
        self.written(noun, company, Naming::Asked)
    }

    fn written(&self, noun: Noun, company: CompanyId, how: Naming) -> Condition {
        let one = |expr: Expr| Condition::all().add(expr);
        let names = |field, named| one(how.names(noun, naming(noun, company, field, named)));
        match self {
            Self::All(parts) => parts.iter().fold(Condition::all(), |all, it| {
                all.add(it.written(noun, company, how))
            }),
            // `any` of nothing would be left out, and everything let through.
            Self::Any(parts) if parts.is_empty() => one(Expr::value(1).eq(0)),
            Self::Any(parts) => parts.iter().fold(Condition::any(), |any, it| {
                any.add(it.written(noun, company, how))
            }),
            Self::Not(part) => part.written(noun, company, how).not(),
            Self::Is(comparison) => one(comparison.expr()),
            Self::Names(field, ids) => names(field, among("to_id", ids)),
            Self::NamesInOffice(field, office) => {
                names(field, of_office("to_id", company, *office))
            }
            Self::Ids(ids) => one(among("id", ids)),
            Self::Contains(text) => search_keys::found(&Search::new(text)),
            Self::Owned => one(Expr::col("company_id").eq(company.as_uuid())),
            Self::MadeBy(user) => one(Expr::col("created_by").eq(user.as_uuid())),
            Self::MadeInOffice(office) => one(of_office("created_by", company, *office)),
        }
    }
}

/// Whether the column has one of these ids.
fn among(column: &'static str, ids: &[Uuid]) -> Expr {
    Expr::col(column).is_in(ids.to_vec())
}

/// Whether the column has the id of somebody of the office.
fn of_office(column: &'static str, company: CompanyId, office: OfficeId) -> Expr {
    let people = Query::select()
        .column("id")
        .from("users")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("office_id").eq(office.to_string()))
        .take();
    Expr::col(column).in_subquery(people)
}

/// Ids of the rows of the noun that name, in the field, what the condition on `to_id` lets through.
fn naming(noun: Noun, company: CompanyId, field: &str, named: Expr) -> SelectStatement {
    Query::select()
        .column("from_id")
        .from("links")
        .and_where(Expr::col(("links", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col("from_kind").eq(noun.kind))
        .and_where(Expr::col("field").eq(field))
        .and_where(named)
        .take()
}

/// How it is found out whether a row names something.
#[derive(Clone, Copy)]
enum Naming {
    /// All that do are known before the first row is read.
    Known,
    /// Each row is asked.
    Asked,
}

impl Naming {
    /// Whether a row of the noun is one of those.
    fn names(self, noun: Noun, mut naming: SelectStatement) -> Expr {
        let id = Expr::col((noun.table, "id"));
        match self {
            Self::Known => id.in_subquery(naming),
            Self::Asked => {
                naming.and_where(Expr::col("from_id").eq(id));
                Expr::exists(naming)
            }
        }
    }
}

impl Comparison {
    /// Compares the key of `R` that the wire calls `name`; none when there is no such key, when a value is of another kind,
    /// or when there is no value. Folded keys are compared with the folded value.
    pub fn new<R: Record>(name: &str, op: Op, values: Vec<KeyValue>) -> Option<Self> {
        Self::of_key(Key::named::<R>(name)?, op, values)
    }

    /// The same of a key that is known.
    pub fn of_key(key: &'static Key, op: Op, mut values: Vec<KeyValue>) -> Option<Self> {
        for value in &mut values {
            match (key.kind, value) {
                (KeyKind::Folded, KeyValue::Text(text)) => *text = fold(text),
                (KeyKind::Text, KeyValue::Text(_))
                | (KeyKind::Number | KeyKind::Flag | KeyKind::Moment, KeyValue::Number(_)) => {}
                _ => return None,
            }
        }
        let textual = matches!(key.kind, KeyKind::Text | KeyKind::Folded);
        let fits = textual || !matches!(op, Op::Starts | Op::Has);
        (fits && !values.is_empty()).then_some(Self { key, op, values })
    }

    fn expr(&self) -> Expr {
        let column = Expr::col(self.key.column);
        let mut values = self.values.iter().cloned();
        // There is one: `new` makes sure of it.
        let first = values.next().unwrap_or(KeyValue::Number(0));
        let like = |before: &str| {
            let text = match &first {
                KeyValue::Text(text) => like_pattern(text),
                KeyValue::Number(_) => String::new(),
            };
            LikeExpr::new(format!("{before}{text}%")).escape('\\')
        };
        match self.op {
            Op::Eq => column.eq(first),
            Op::Ne => column.ne(first),
            Op::Lt => column.lt(first),
            Op::Le => column.lte(first),
            Op::Gt => column.gt(first),
            Op::Ge => column.gte(first),
            Op::In => column.is_in(self.values.clone()),
            Op::Starts => column.like(like("")),
            Op::Has => column.like(like("%")),
        }
    }
}
