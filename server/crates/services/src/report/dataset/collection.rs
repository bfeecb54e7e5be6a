//! Any collection as a dataset.
//!
//! Invariant: what a batch leaves out because of the report's filter, the filter leaves out too.

use std::marker::PhantomData;

use async_trait::async_trait;
use waybill_storage::records::read::{Listing, Part};
use waybill_storage::records::{Comparison, Filter, Key, KeyKind, KeyValue, Op};

use super::schema::fields_of;
use super::{Batch, Dataset, DatasetField, FieldKind, Wanted};
use crate::caller::Caller;
use crate::collection::Collection;
use crate::collection::headings::of_field;
use crate::collection::plain::PlainPage;
use crate::collection::shown::ShownMeta;
use crate::error::ServiceError;
use crate::permissions::{Action, Permission};
use crate::report::filter::FilterOp;
use crate::report::matching::{Matcher, Test, Value as Compared};
use crate::services::Services;

/// How many records are read at once.
pub(super) const ROWS_AT_ONCE: u64 = 500;

/// What is kept about every record and worth a report.
const META: &[&str] = &["createdAt", "createdBy", "updatedAt", "updatedBy"];

/// The records of a collection outside the bin.
pub struct Of<C>(PhantomData<fn() -> C>);

impl<C: Collection> Of<C> {
    /// Its only value.
    pub const DATASET: Self = Self(PhantomData);
}

#[async_trait]
impl<C: Collection> Dataset for Of<C> {
    fn fields(&self) -> Vec<DatasetField> {
        let id = super::schema::field("_id".to_owned(), FieldKind::Id, Vec::new());
        let own = fields_of::<C::Fields>().into_iter();
        let own = own.filter(|field| !is_secret::<C>(&field.name));
        let meta = fields_of::<ShownMeta>().into_iter();
        let meta = meta.filter(|field| META.contains(&field.name.as_str()));
        let mut fields: Vec<DatasetField> = Vec::new();
        for field in [id]
            .into_iter()
            .chain(own)
            .chain(fields_of::<C::Computed>())
            .chain(meta)
        {
            if !fields.iter().any(|it| it.name == field.name) {
                fields.push(field);
            }
        }
        let as_shown = fields
            .into_iter()
            .map(|field| match of_field::<C>(&field.name) {
                Some(heading) => field.under(heading),
                None => field,
            });
        as_shown.collect()
    }

    fn right(&self, action: Action) -> Option<Permission> {
        let is_known = C::RESOURCE.actions().contains(&action);
        is_known.then(|| C::permission(action))
    }

    async fn batch(
        &self,
        services: &Services,
        caller: &Caller,
        wanted: Wanted<'_>,
    ) -> Result<Batch, ServiceError> {
        let listing = Listing {
            filter: narrowed::<C>(wanted.matcher).unwrap_or_default(),
            part: Part::After {
                cursor: wanted.after,
                limit: ROWS_AT_ONCE,
                counted: false,
            },
            ..Listing::default()
        };
        let computed = fields_of::<C::Computed>();
        let is_computed = |name: &&str| computed.iter().any(|field| field.name == **name);
        let is_computed_wanted = wanted.fields.iter().any(is_computed);
        let page = services.list_plain::<C>(caller, listing, is_computed_wanted);
        let PlainPage { records, next } = page.await?;
        Ok(Batch {
            rows: records,
            next,
        })
    }
}

fn is_secret<C: Collection>(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    C::SECRET.contains(&first)
}

/// A filter over keys that lets through at least what the matcher does; none when nothing is known of it.
fn narrowed<C: Collection>(matcher: &Matcher) -> Option<Filter> {
    match matcher {
        Matcher::All(parts) => {
            let known: Vec<Filter> = parts.iter().filter_map(narrowed::<C>).collect();
            (!known.is_empty()).then_some(Filter::All(known))
        }
        Matcher::Any(parts) => {
            let known: Option<Vec<Filter>> = parts.iter().map(narrowed::<C>).collect();
            known.map(Filter::Any)
        }
        Matcher::Not(_) => None,
        Matcher::Is(test) => compared::<C>(test).map(Filter::Is),
    }
}

fn compared<C: Collection>(test: &Test) -> Option<Comparison> {
    let key = Key::named::<C>(&test.field.name)?;
    let first = test.values.first()?;
    let op = match test.op {
        FilterOp::Eq => Op::Eq,
        FilterOp::Lt => Op::Lt,
        FilterOp::Le => Op::Le,
        FilterOp::Gt => Op::Gt,
        FilterOp::Ge => Op::Ge,
        FilterOp::In => Op::In,
        _ => return None,
    };
    let exact = |texts: Vec<KeyValue>| Comparison::new::<C>(key.name, op, texts);
    match (test.field.kind, key.kind, first) {
        (FieldKind::Choice | FieldKind::Id, KeyKind::Text, _) => {
            let words = test.values.iter().filter_map(Compared::word);
            exact(words.map(KeyValue::from).collect())
        }
        (FieldKind::Flag, KeyKind::Flag, Compared::Flag(flag)) => exact(vec![(*flag).into()]),
        (FieldKind::Moment, KeyKind::Moment, Compared::Span(span)) => {
            let (op, at) = match op {
                Op::Lt => (Op::Lt, span.from?),
                Op::Le => (Op::Lt, span.to?),
                Op::Gt => (Op::Ge, span.to?),
                Op::Ge => (Op::Ge, span.from?),
                _ => return None,
            };
            Comparison::new::<C>(key.name, op, vec![at.into()])
        }
        _ => None,
    }
}
