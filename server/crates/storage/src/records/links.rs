//! Links: which row names which. They are written with the row and answer where a row is used.
//!
//! Invariant: the links of a row are those of its stored fields; a row in the bin keeps its links, but is no user of
//! anything.

use std::collections::HashSet;

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Order, Query};
use serde::Serialize;
use uuid::Uuid;

use super::Record;
use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::hashing::sha256;
use crate::{Answer, CompanyId, Handle, StorageError, Transaction};

/// A row named by a field of another row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The field that names it, as the wire calls it.
    pub field: &'static str,
    /// [`Record::KIND`] of the row that is named, or `user`, `role`.
    pub to_kind: &'static str,
    /// Its id.
    pub to_id: Uuid,
}

/// What links to values name.
const VALUE: &str = "text";

impl Link {
    /// A link to a text that several rows may have, such as a mail address: nothing has its id, and rows with the same
    /// text in the field are found by it.
    pub fn to_text(field: &'static str, text: &str) -> Self {
        Self::to_value(field, text_id(text))
    }

    /// The same for a value that its caller makes an id of.
    pub fn to_value(field: &'static str, to_id: Uuid) -> Self {
        Self {
            field,
            to_kind: VALUE,
            to_id,
        }
    }

    /// Whether it names a value and no row.
    pub fn is_value(&self) -> bool {
        self.to_kind == VALUE
    }
}

/// The id that stands for a text in links.
pub fn text_id(text: &str) -> Uuid {
    let mut id = [0; 16];
    id.copy_from_slice(&sha256(text.as_bytes())[..16]);
    Uuid::from_bytes(id)
}

/// Rows that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared<R> {
    /// The field in which they name the same.
    pub field: String,
    /// Who they are, in the order of their making.
    pub ids: Vec<super::Id<R>>,
}

/// How often a row is named by rows of a kind in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Use {
    /// Kind of the rows that name it.
    pub kind: String,
    /// The field.
    pub field: String,
    /// How many name it there.
    pub count: i64,
}

/// Where `id` of the kind is named, by kind and field.
pub fn where_used<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    kind: &'a str,
    id: Uuid,
) -> Answer<'a, Vec<Use>> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .columns(["from_kind", "field"])
            .expr_as(Expr::col("from_id").count(), "uses")
            .from("links")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("to_kind").eq(kind))
            .and_where(Expr::col("to_id").eq(id))
            .and_where(Expr::col("is_live").eq(true))
            .group_by_columns(["from_kind", "field"])
            .order_by("from_kind", Order::Asc)
            .order_by("field", Order::Asc);
        let rows = db.connection().query_all(&query).await?;
        rows.iter()
            .map(|row| {
                Ok(Use {
                    kind: row.get("from_kind")?,
                    field: row.get("field")?,
                    count: row.get("uses")?,
                })
            })
            .collect()
    })
}

/// Asks at once which of these rows nobody names, for [`is_unused`] to answer until the transaction ends.
pub async fn ask_unused<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    ids: &[super::Id<R>],
) -> Result<(), StorageError> {
    let ids = ids.iter().map(super::Id::as_uuid).collect();
    ask_unused_of(tx, company, R::KIND, ids).await
}

fn ask_unused_of<'a>(
    tx: &'a Transaction,
    company: CompanyId,
    kind: &'static str,
    ids: Vec<Uuid>,
) -> Answer<'a, ()> {
    Box::pin(async move {
        for chunk in ids.chunks(500) {
            let mut query = Query::select();
            query
                .distinct()
                .column("to_id")
                .from("links")
                .and_where(Expr::col("company_id").eq(company.as_uuid()))
                .and_where(Expr::col("to_kind").eq(kind))
                .and_where(Expr::col("to_id").is_in(chunk.to_vec()))
                .and_where(Expr::col("is_live").eq(true));
            let used: Vec<Uuid> = tx.connection().query_column(&query, "to_id").await?;
            let used: HashSet<Uuid> = used.into_iter().collect();
            let unused = chunk.iter().copied().filter(|id| !used.contains(id));
            tx.answers().note_unused(kind, unused);
        }
        Ok(())
    })
}

/// Whether it is known that nobody names this row of the kind.
pub fn is_unused(tx: &Transaction, kind: &str, id: Uuid) -> bool {
    tx.answers().is_unused(kind, id)
}

/// How often each of `ids` is named by live rows of `from_kind` in `field`. An id that nobody names is left out.
pub fn counts<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    from_kind: &'a str,
    field: &'a str,
    ids: &'a [Uuid],
) -> Answer<'a, std::collections::HashMap<Uuid, i64>> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .column("to_id")
            .expr_as(Expr::col("from_id").count(), "uses")
            .from("links")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("from_kind").eq(from_kind))
            .and_where(Expr::col("field").eq(field))
            .and_where(Expr::col("to_id").is_in(ids.to_vec()))
            .and_where(Expr::col("is_live").eq(true))
            .group_by_columns(["to_id"]);
        let rows = db.connection().query_all(&query).await?;
        rows.iter()
            .map(|row| Ok((row.get("to_id")?, row.get("uses")?)))
            .collect()
    })
}

/// When each of `ids` was last named in `field` by a row of `R` that was made then. An id that no live row names is left out.
pub async fn last_named<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    field: &str,
    ids: &[Uuid],
) -> Result<std::collections::HashMap<Uuid, Timestamp>, StorageError> {
    let row = |name: &'static str| Expr::col((R::TABLE, name));
    let link = |name: &'static str| Expr::col(("links", name));
    let mut query = Query::select();
    query
        .column(("links", "to_id"))
        .expr_as(row("created_at").max(), "last")
        .from("links")
        .inner_join(R::TABLE, row("id").equals(("links", "from_id")))
        .and_where(link("company_id").eq(company.as_uuid()))
        .and_where(row("company_id").eq(company.as_uuid()))
        .and_where(link("from_kind").eq(R::KIND))
        .and_where(link("field").eq(field))
        .and_where(link("to_id").is_in(ids.to_vec()))
        .and_where(link("is_live").eq(true))
        .group_by_columns([("links", "to_id")]);
    let rows = db.connection().query_all(&query).await?;
    rows.iter()
        .map(|row| {
            let last: Millis = row.get("last")?;
            Ok((row.get("to_id")?, last.into()))
        })
        .collect()
}

/// Ids of the live rows of `R` that name `to` in `field`, in the order of their making.
pub async fn naming<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    field: &str,
    to: Uuid,
) -> Result<Vec<super::Id<R>>, StorageError> {
    let ids = ids_naming(db, company, R::KIND, field, to).await?;
    Ok(ids.into_iter().map(super::Id::from).collect())
}

fn ids_naming<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    kind: &'static str,
    field: &'a str,
    to: Uuid,
) -> Answer<'a, Vec<Uuid>> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .column("from_id")
            .from("links")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("from_kind").eq(kind))
            .and_where(Expr::col("field").eq(field))
            .and_where(Expr::col("to_id").eq(to))
            .and_where(Expr::col("is_live").eq(true))
            .order_by("from_id", Order::Asc);
        Ok(db.connection().query_column(&query, "from_id").await?)
    })
}

/// Live rows of `R` that name the same in one of `fields`: at most `limit` things that are shared, those shared by most rows
/// first, with at most `most` rows each.
pub async fn shared<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    fields: &[&'static str],
    limit: u64,
    most: usize,
) -> Result<Vec<Shared<R>>, StorageError> {
    let live = |columns: &[&'static str]| {
        let mut query = Query::select();
        query
            .columns(columns.to_vec())
            .from("links")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("from_kind").eq(R::KIND))
            .and_where(Expr::col("field").is_in(fields.to_vec()))
            .and_where(Expr::col("is_live").eq(true));
        query
    };
    let mut groups = live(&["field", "to_id"]);
    groups
        .group_by_columns(["field", "to_id"])
        .and_having(Expr::col("from_id").count().gt(1))
        .order_by_expr(Expr::col("from_id").count(), Order::Desc)
        .order_by("to_id", Order::Asc)
        .limit(limit);
    let mut shared = Vec::new();
    for group in db.connection().query_all(&groups).await? {
        let field: String = group.get("field")?;
        let to: Uuid = group.get("to_id")?;
        let mut ids = naming::<R>(db, company, &field, to).await?;
        ids.truncate(most);
        shared.push(Shared { field, ids });
    }
    Ok(shared)
}

/// Makes a row a user of what it names, or none, as it leaves the bin or goes there.
pub(super) async fn set_live(
    tx: &Transaction,
    company: CompanyId,
    kind: &'static str,
    id: Uuid,
    named: &[Link],
    is_live: bool,
) -> Result<(), StorageError> {
    if named.is_empty() {
        return Ok(());
    }
    if is_live {
        tx.answers().note_used(named);
    }
    let mut update = Query::update();
    update
        .table("links")
        .value("is_live", is_live)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("from_kind").eq(kind))
        .and_where(Expr::col("from_id").eq(id));
    tx.executor().execute(&update).await?;
    Ok(())
}

/// The links of a row, each once.
pub(super) fn of<R: Record>(fields: &R::Fields) -> Vec<Link> {
    let mut own = R::links(fields);
    own.sort_unstable();
    own.dedup();
    own
}

/// Removes the links of a row.
pub(super) async fn remove(
    tx: &Transaction,
    company: CompanyId,
    kind: &'static str,
    id: Uuid,
) -> Result<(), StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table("links")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("from_kind").eq(kind))
        .and_where(Expr::col("from_id").eq(id));
    tx.executor().execute(&delete).await?;
    Ok(())
}

/// Writes the links of rows outside the bin or in it.
pub(super) async fn insert(
    tx: &Transaction,
    company: CompanyId,
    kind: &'static str,
    rows: Vec<(Uuid, Vec<Link>)>,
    is_live: bool,
) -> Result<(), StorageError> {
    let mut links: Vec<(Uuid, Link)> = Vec::new();
    for (id, own) in rows {
        if is_live {
            tx.answers().note_used(&own);
        }
        links.extend(own.into_iter().map(|link| (id, link)));
    }
    // Seven parameters a row; SQLite takes 32,766 in a statement.
    for chunk in links.chunks(1000) {
        let mut insert = Query::insert();
        insert.into_table("links").columns([
            "company_id",
            "from_kind",
            "from_id",
            "field",
            "to_kind",
            "to_id",
            "is_live",
        ]);
        for (id, link) in chunk {
            insert.values_panic([
                company.as_uuid().into(),
                kind.into(),
                (*id).into(),
                link.field.into(),
                link.to_kind.into(),
                link.to_id.into(),
                is_live.into(),
            ]);
        }
        tx.executor().execute(&insert).await?;
    }
    Ok(())
}
