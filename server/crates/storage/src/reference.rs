//! Reference data that all companies share: time zones, and the seed of all lists that companies adapt.
//!
//! Invariant: a row without a company is a seed row, written by [`seed`] alone. A company sees its own rows, and each seed
//! row that it has no row of its own for under the same natural key.

use sea_orm::sea_query::{Expr, ExprTrait as _, Query, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter as _, Select};

use crate::CompanyId;
use crate::ids::typed_id;

pub mod seed;
pub mod timezones;

typed_id!(
    /// A row of reference data.
    open ReferenceId
);

/// The rows that `company` sees of an entity whose natural key is `key`.
fn visible<E, C, const N: usize>(company: CompanyId, owner: C, key: [C; N]) -> Select<E>
where
    E: EntityTrait<Column = C>,
    C: ColumnTrait,
{
    let mut own_keys = Query::select();
    own_keys
        .columns(key)
        .from(E::default())
        .and_where(owner.eq(company));
    let natural_key: SimpleExpr = match key {
        // SQLite takes no row value of one column.
        ref key if N == 1 => key[0].into_expr(),
        _ => Expr::tuple(key.map(ColumnTrait::into_expr)),
    };
    let seed = Condition::all()
        .add(owner.is_null())
        .add(natural_key.not_in_subquery(own_keys));
    E::find().filter(Condition::any().add(owner.eq(company)).add(seed))
}
