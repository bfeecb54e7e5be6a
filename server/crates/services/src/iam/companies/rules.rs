//! What a change of a company must meet, and what is computed for it.
//!
//! Invariant: the base currency is always one that can be used: a company takes none that is disabled, and
//! [`crate::master::currencies`] disables none that is somebody's.

use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Id};
use waybill_storage::{CompanyId, Handle, StorageError, companies};

use super::fields::{CompanyFields, CompanyMore, CompanyProposal};
use crate::collection::Writing;
use crate::drive::file::{FileVisibility, Files};
use crate::error::ServiceError;
use crate::iam::company::{AccountSetup, Address};
use crate::master::conventions;
use crate::master::countries::{Countries, Country};
use crate::master::currencies::{Currencies, CurrencyStatus};
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// The largest logo in bytes.
const LOGO_BYTES: i64 = 1_000_000;

/// Media types of logos.
const LOGO_TYPES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];

/// Checks what was changed, and completes what follows from it.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: &CompanyFields,
    fields: &mut CompanyFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if fields.two_factor_auth != before.two_factor_auth {
        writing.caller.require("company:manage")?;
    }
    check_short_name(writing, before, fields, faults).await?;
    check_country(writing, before, fields, faults).await?;
    check_currency(writing, before, fields, faults).await?;
    check_logo(writing, before, fields, faults).await?;
    if is_complete(fields) {
        fields.account_setup = AccountSetup::Done;
    }
    Ok(())
}

fn is_complete(fields: &CompanyFields) -> bool {
    let Address {
        lines,
        city,
        country,
        ..
    } = &fields.address;
    !fields.name.is_empty() && !lines.is_empty() && !city.is_empty() && !country.is_empty()
}

async fn check_short_name(
    writing: &Writing<'_>,
    before: &CompanyFields,
    fields: &CompanyFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if fields.short_name == before.short_name || fields.short_name.is_empty() {
        return Ok(());
    }
    // It is one company's in the whole installation, which a transaction of one company does not see.
    let everywhere = writing.services.storage.reader();
    if companies::has_short_name(everywhere, &fields.short_name, writing.company()).await? {
        faults.add(FieldProblem::member(
            "short_name",
            "This is already in use.",
        ));
    }
    Ok(())
}

async fn check_country(
    writing: &Writing<'_>,
    before: &CompanyFields,
    fields: &CompanyFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let detail = "Choose a country from the list.";
    let (code, was) = (&fields.operating_country, &before.operating_country);
    if code != was {
        let found = country(writing.tx, writing.company(), code).await?;
        if !found.is_some_and(|country| country.enabled) {
            faults.add(FieldProblem::member("operating_country", detail));
        }
    }
    let (code, was) = (&fields.address.country, &before.address.country);
    if code != was && !code.is_empty() {
        let found = country(writing.tx, writing.company(), code).await?;
        if found.is_none() {
            faults.add(FieldProblem::at("/address", "country", detail));
        }
    }
    for (at, tax_id) in fields.tax_ids.iter().enumerate() {
        let is_new = !before.tax_ids.iter().any(|it| it.country == tax_id.country);
        if is_new
            && country(writing.tx, writing.company(), &tax_id.country)
                .await?
                .is_none()
        {
            let place = format!("/taxIds/{at}");
            faults.add(FieldProblem::at(&place, "country", detail));
        }
    }
    Ok(())
}

async fn check_currency(
    writing: &Writing<'_>,
    before: &CompanyFields,
    fields: &CompanyFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if fields.currency == before.currency {
        return Ok(());
    }
    let named = Filter::eq::<Currencies>("code", fields.currency.as_str());
    let found = read::find::<Currencies>(writing.tx, writing.company(), named).await?;
    let is_money = |it: &crate::master::currencies::Currency| {
        it.enabled && it.status == CurrencyStatus::Active && it.exponent.is_some()
    };
    if !found.is_some_and(|row| is_money(&row.fields)) {
        let detail = "Choose an active currency.";
        faults.add(FieldProblem::member("currency", detail));
    }
    Ok(())
}

async fn check_logo(
    writing: &Writing<'_>,
    before: &CompanyFields,
    fields: &CompanyFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let Some(id) = fields
        .logo_file_id
        .filter(|_| fields.logo_file_id != before.logo_file_id)
    else {
        return Ok(());
    };
    let id: Id<Files> = id;
    let found = read::get(writing.tx, writing.company(), id, Bin::Outside).await?;
    // Somebody else's private file is none to the caller.
    let seen = found.filter(|row| row.fields.visibility == FileVisibility::Company);
    let detail = match seen {
        None => "Choose a file that is visible to the whole company.",
        Some(row) if !LOGO_TYPES.contains(&row.fields.mime.as_str()) => {
            "Choose a PNG, JPEG or WebP image."
        }
        Some(row) if LOGO_BYTES < row.fields.size => "Choose an image of at most 1 MB.",
        Some(_) => return Ok(()),
    };
    faults.add(FieldProblem::member("logoFileId", detail));
    Ok(())
}

/// What is computed for a company.
pub(super) async fn more(
    db: &dyn Handle,
    company: CompanyId,
    fields: &CompanyFields,
) -> Result<CompanyMore, ServiceError> {
    let working = country(db, company, &fields.operating_country).await?;
    let proposed = working.map(|country| CompanyProposal {
        currency: country.default_currency.unwrap_or_default(),
        timezone: country.timezones.into_iter().next().unwrap_or_default(),
    });
    let working_days = conventions::working_days(&fields.operating_country);
    let mut warnings = Vec::new();
    let Address {
        country: code,
        postal,
        ..
    } = &fields.address;
    if !code.is_empty() && !postal.is_empty() {
        let found = country(db, company, code).await?;
        let pattern = found.and_then(|country| country.postal_pattern);
        if pattern.is_some_and(|pattern| !fits(&pattern, postal)) {
            let detail = "This does not look like a postal code of this country.";
            warnings.push(FieldProblem::at("/address", "postal", detail));
        }
    }
    for (at, tax_id) in fields.tax_ids.iter().enumerate() {
        if conventions::is_tax_number(&tax_id.country, &tax_id.no) == Some(false) {
            let detail = "This does not look like a tax number of the country.";
            let place = format!("/taxIds/{at}");
            warnings.push(FieldProblem::at(&place, "no", detail));
        }
    }
    Ok(CompanyMore {
        warnings,
        proposed,
        working_days,
    })
}

/// Whether the pattern of a country matches the whole code. One that does not compile any more fits everything.
pub fn fits(pattern: &str, postal: &str) -> bool {
    regex::Regex::new(&format!("^(?:{pattern})$")).map_or(true, |it| it.is_match(postal))
}

async fn country(
    db: &dyn Handle,
    company: CompanyId,
    alpha2: &str,
) -> Result<Option<Country>, StorageError> {
    let named = Filter::eq::<Countries>("alpha2", alpha2);
    let found = read::find::<Countries>(db, company, named).await?;
    Ok(found.map(|row| row.fields))
}
