//! What the rules of reference data have in common.
//!
//! Invariant: a value that other data name is never taken away without their being told of.

use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::UseOfRecord;
use crate::validate::Members;

/// A code that is required, in upper case, and fixed once it is there.
pub(super) fn fixed(
    members: &mut Members,
    name: &str,
    field: &mut String,
    check: impl Fn(&str) -> bool,
    detail: &'static str,
) {
    let before = field.clone();
    let mut read = Some(before.clone()).filter(|it| !it.is_empty());
    members.parsed(name, 40, &mut read, |text| {
        let code = text.to_uppercase();
        if check(&code) { Ok(code) } else { Err(detail) }
    });
    *field = read.unwrap_or_default();
    keep(members, name, &before, field);
}

/// Refuses to change a value that is there, and to leave it empty.
pub(super) fn keep(members: &mut Members, name: &str, before: &str, after: &str) {
    members.ensure(name, !after.is_empty(), "This field is required.");
    members.ensure(
        name,
        before.is_empty() || before == after,
        "This cannot be changed.",
    );
}

/// To disable is a right of its own.
pub(super) fn check_deactivation<C: Collection>(
    writing: &Writing<'_>,
    was_enabled: Option<bool>,
    is_enabled: bool,
) -> Result<(), ServiceError> {
    if was_enabled == Some(true) && !is_enabled {
        writing
            .caller
            .require_permission(C::permission(Action::Deactivate))?;
    }
    Ok(())
}

/// One record that names another.
pub(super) fn one_use(kind: &str, field: &str) -> UseOfRecord {
    UseOfRecord {
        kind: kind.to_owned(),
        field: field.to_owned(),
        count: 1,
    }
}

/// Passes when there is no use.
pub(super) fn refuse(uses: Vec<UseOfRecord>) -> Result<(), ServiceError> {
    match uses.is_empty() {
        true => Ok(()),
        false => Err(ServiceError::InUse(uses)),
    }
}
