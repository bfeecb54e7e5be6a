//! The reach of references: a record may newly name only what its writer sees.
//!
//! Invariant: what a field newly names is looked at here, by the links of its record or by a rule that asks [`seen`], for every
//! collection. What was named before stays, whoever writes. Colleagues, roles and offices are named by everybody in the
//! company, since a user belongs to them; what they hold is not shown by that.

use uuid::Uuid;
use waybill_storage::records::answers::once;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Link, Record, Row};

use super::{Collection, Writing, nouns};
use crate::error::ServiceError;
use crate::iam::offices::Offices;
use crate::iam::roles::Roles;
use crate::iam::users::Users;
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// What a field is told that names nothing that the caller sees.
pub(crate) const NO_RECORD: &str = "No record found.";

/// Notes the fields that name what the caller does not see, unless it was `known` before the body was read; the answer is the same as for
/// what does not exist.
pub(super) async fn refuse_unseen<C: Collection>(
    writing: &Writing<'_>,
    known: &[Link],
    fields: &C::Fields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    for link in C::links(fields) {
        let pointer = format!("/{}", link.field.replace('.', "/"));
        if known.contains(&link) || faults.has_within(&pointer) || is_seen(writing, &link).await? {
            continue;
        }
        faults.add(FieldProblem {
            pointer,
            detail: NO_RECORD.to_owned(),
        });
    }
    Ok(())
}

/// The record outside the bin that a field newly names, if the caller sees it: for rules about what is named, which would tell of it
/// otherwise.
pub(crate) async fn seen<C: Collection>(
    writing: &Writing<'_>,
    id: Id<C>,
) -> Result<Option<Row<C>>, ServiceError> {
    match nouns::is_any_seen(writing, &[C::KIND], id.as_uuid()).await? {
        true => Ok(read::get(writing.tx, writing.company(), id, Bin::Outside).await?),
        false => Ok(None),
    }
}

async fn is_seen(writing: &Writing<'_>, link: &Link) -> Result<bool, ServiceError> {
    let id = link.to_id;
    match link.to_kind {
        _ if link.is_value() => Ok(true),
        Users::KIND => is_in_company::<Users>(writing, id).await,
        Roles::KIND => is_in_company::<Roles>(writing, id).await,
        Offices::KIND => is_in_company::<Offices>(writing, id).await,
        kind => nouns::is_any_seen(writing, &[kind], id).await,
    }
}

async fn is_in_company<R: Record>(writing: &Writing<'_>, id: Uuid) -> Result<bool, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ask = async {
        let row = read::get(tx, company, Id::<R>::from(id), Bin::Outside).await?;
        Ok(row.is_some())
    };
    once::<R, _, _>(tx, company, &format!("is in company {id}"), ask).await
}
