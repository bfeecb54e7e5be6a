//! What is refused of a port, and what follows from other fields.
//!
//! Invariant: `parentId` and `replacedBy` hold the id by which rows are named ([`Row::named_by`]), so a company's own version
//! of a port keeps what refers to it.

use std::collections::BTreeMap;

use uuid::Uuid;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Id, Link, Row, links};
use waybill_storage::reference::timezones;

use super::{
    Airports, CoordinateQuality, Kind, OceanPorts, Port, PortKind, Ports, ReceivingLocations,
};
use crate::collection::Writing;
use crate::collection::reach::seen;
use crate::collection::write::refuse_used as refuse_linked;
use crate::error::ServiceError;
use crate::master::countries;
use crate::permissions::{Action, Permission};
use crate::problem::{FieldProblem, UseOfRecord};
use crate::validate::Faults;
use crate::zones;

/// Members of XZ are installations in international waters (UN/LOCODE manual).
const HIGH_SEAS: &str = "XZ";

/// More steps than any real chain of parents has.
const MAX_PARENTS: usize = 10;

pub(super) async fn check<K: Kind>(
    writing: &Writing<'_>,
    before: Option<&Row<Ports<K>>>,
    fields: &mut Port,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if before.is_some_and(|row| row.fields.enabled) && !fields.enabled {
        let action = Action::Deactivate;
        let resource = K::RESOURCE;
        writing
            .caller
            .require_permission(Permission { resource, action })?;
    }
    codes(before.map(|row| &row.fields), fields, faults);
    coordinates(fields, faults);
    place(writing, before.map(|row| &row.fields), fields, faults).await?;
    parent(writing, before, fields, faults).await?;
    replacement(writing, before, fields, faults).await?;
    partner_codes(writing, before.map(|row| row.id.as_uuid()), fields, faults).await
}

fn codes(before: Option<&Port>, fields: &Port, faults: &mut Faults) {
    let Port {
        unlocode, country, ..
    } = fields;
    let prefix = unlocode.get(..2).unwrap_or_default();
    if !unlocode.is_empty() && prefix != country && prefix != HIGH_SEAS {
        let detail = format!("Start with the country code {country}, or with {HIGH_SEAS}.");
        faults.add(FieldProblem::member("unlocode", detail));
    }
    if fields.kind == PortKind::Airport && fields.iata.is_empty() && fields.icao.is_empty() {
        let detail = "Enter an IATA or an ICAO code.";
        faults.add(FieldProblem::member("iata", detail));
    }
    // Of the seed, six ports lost their code with the Netherlands Antilles; nobody else begins without one.
    let is_exempt = before.is_some_and(|it| it.unlocode.is_empty() && it.source.is_some());
    if fields.kind == PortKind::OceanPort && unlocode.is_empty() && !is_exempt {
        let detail = "Enter a UN/LOCODE.";
        faults.add(FieldProblem::member("unlocode", detail));
    }
}

fn coordinates(fields: &mut Port, faults: &mut Faults) {
    match (fields.lat, fields.lng) {
        (Some(_), Some(_)) if fields.coord_quality == CoordinateQuality::None => {
            fields.coord_quality = CoordinateQuality::Unverified;
        }
        (Some(_), Some(_)) => {}
        (None, None) => fields.coord_quality = CoordinateQuality::None,
        (lat, _) => {
            let name = if lat.is_none() { "lat" } else { "lng" };
            let detail = "Enter both coordinates, or none.";
            faults.add(FieldProblem::member(name, detail));
        }
    }
}

/// The country is known, and the zone is one of its zones or has a reason.
async fn place(
    writing: &Writing<'_>,
    before: Option<&Port>,
    fields: &mut Port,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if let Some(canonical) = timezones::canonical(&fields.timezone) {
        canonical.clone_into(&mut fields.timezone);
    } else if zones::get(&fields.timezone).is_err() && !fields.timezone.is_empty() {
        let detail = "Choose a time zone from the list.";
        faults.add(FieldProblem::member("timezone", detail));
        return Ok(());
    }
    let unchanged = before.is_some_and(|it| {
        (&it.country, &it.timezone, &it.timezone_reason)
            == (&fields.country, &fields.timezone, &fields.timezone_reason)
    });
    if unchanged || fields.country.is_empty() || fields.timezone.is_empty() {
        return Ok(());
    }
    let Some(zones) = countries::zones_of(writing.tx, writing.company(), &fields.country).await?
    else {
        let detail = "Choose a country from the list.";
        faults.add(FieldProblem::member("country", detail));
        return Ok(());
    };
    if zones.contains(&fields.timezone) {
        fields.timezone_reason.clear();
    } else if fields.timezone_reason.is_empty() {
        let detail = format!(
            "{} is not a time zone of {}. Enter the reason in timezoneReason.",
            fields.timezone, fields.country
        );
        faults.add(FieldProblem::member("timezone", detail));
    }
    Ok(())
}

async fn parent<K: Kind>(
    writing: &Writing<'_>,
    before: Option<&Row<Ports<K>>>,
    fields: &mut Port,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let unchanged = before.is_some_and(|row| row.fields.parent_id == fields.parent_id);
    let Some(id) = fields.parent_id.filter(|_| !unchanged) else {
        return Ok(());
    };
    let mut refuse = |detail: &str| faults.add(FieldProblem::member("parentId", detail));
    let Some(parent) = seen::<Ports<K>>(writing, Id::from(id)).await? else {
        refuse("Port not found in this list.");
        return Ok(());
    };
    fields.parent_id = Some(parent.named_by().as_uuid());
    if let Some(own) = before.map(Row::named_by)
        && (parent.named_by() == own || is_below(writing, &parent, own).await?)
    {
        refuse("A port cannot be its own parent.");
    }
    Ok(())
}

/// Whether the port lies below `above`, or below more ports than there should be.
pub(super) async fn is_below<K: Kind>(
    writing: &Writing<'_>,
    row: &Row<Ports<K>>,
    above: Id<Ports<K>>,
) -> Result<bool, ServiceError> {
    let mut next = row.fields.parent_id;
    for _ in 0..MAX_PARENTS {
        let Some(id) = next else {
            return Ok(false);
        };
        if id == above.as_uuid() {
            return Ok(true);
        }
        let parent = live::<K>(writing, Id::from(id)).await?;
        next = parent.and_then(|row| row.fields.parent_id);
    }
    Ok(true)
}

async fn replacement<K: Kind>(
    writing: &Writing<'_>,
    before: Option<&Row<Ports<K>>>,
    fields: &mut Port,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let Some(id) = fields.replaced_by else {
        return Ok(());
    };
    fields.enabled = false;
    if before.is_some_and(|row| row.fields.replaced_by == Some(id)) {
        return Ok(());
    }
    let mut refuse = |detail: &str| faults.add(FieldProblem::member("replacedBy", detail));
    let own = before.map(Row::named_by);
    match seen::<Ports<K>>(writing, Id::from(id)).await? {
        None => refuse("Port not found in this list."),
        Some(row) if Some(row.named_by()) == own => refuse("A port cannot replace itself."),
        Some(row) if row.fields.replaced_by.is_some() => {
            refuse("That port has been replaced by another one. Choose that port instead.");
        }
        Some(row) => fields.replaced_by = Some(row.named_by().as_uuid()),
    }
    if let Some(own) = own {
        let filter = Filter::eq::<Ports<K>>("replacedBy", own);
        if read::count::<Ports<K>>(writing.tx, writing.company(), &filter, Bin::Outside).await? > 0
        {
            refuse("This port has replaced others. Merge it instead.");
        }
    }
    Ok(())
}

/// A partner's code names one port.
async fn partner_codes(
    writing: &Writing<'_>,
    own: Option<Uuid>,
    fields: &Port,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    for (system, code) in &fields.partner_codes {
        let target = partner_code(system, code);
        let mut holders = holders_of::<Airports>(writing, target).await?;
        holders.extend(holders_of::<OceanPorts>(writing, target).await?);
        holders.extend(holders_of::<ReceivingLocations>(writing, target).await?);
        if holders.iter().any(|holder| Some(*holder) != own) {
            let detail = "Another port already has this code in that system.";
            faults.add(FieldProblem::at("/partnerCodes", system, detail));
        }
    }
    Ok(())
}

async fn holders_of<K: Kind>(
    writing: &Writing<'_>,
    target: Uuid,
) -> Result<Vec<Uuid>, ServiceError> {
    let naming =
        links::naming::<Ports<K>>(writing.tx, writing.company(), "partnerCodes", target).await?;
    Ok(naming.iter().map(Id::as_uuid).collect())
}

/// Links by which the holder of a partner's code is found: what is named is the code itself.
pub(super) fn partner_links(codes: &BTreeMap<String, String>) -> Vec<Link> {
    let link = |(system, code): (&String, &String)| {
        Link::to_value("partnerCodes", partner_code(system, code))
    };
    codes.iter().map(link).collect()
}

fn partner_code(system: &str, code: &str) -> Uuid {
    Id::<Ports<Airports>>::of_seed(&format!("partner\n{system}\n{code}")).as_uuid()
}

/// A port outside the bin.
pub(super) async fn live<K: Kind>(
    writing: &Writing<'_>,
    id: Id<Ports<K>>,
) -> Result<Option<Row<Ports<K>>>, ServiceError> {
    Ok(read::get(writing.tx, writing.company(), id, Bin::Outside).await?)
}

/// Ports that others name stay: those below it, those whose place it took, and records of other nouns.
pub(super) async fn refuse_used<K: Kind>(
    writing: &Writing<'_>,
    row: &Row<Ports<K>>,
) -> Result<(), ServiceError> {
    let named = row.named_by();
    let mut uses = Vec::new();
    for field in ["parentId", "replacedBy"] {
        let filter = Filter::eq::<Ports<K>>(field, named);
        let count =
            read::count::<Ports<K>>(writing.tx, writing.company(), &filter, Bin::Outside).await?;
        if count > 0 {
            uses.push(UseOfRecord {
                kind: K::WORD.as_str().to_owned(),
                field: field.to_owned(),
                count: i64::try_from(count).unwrap_or(i64::MAX),
            });
        }
    }
    if !uses.is_empty() {
        return Err(ServiceError::InUse(uses));
    }
    refuse_linked(writing, K::WORD.as_str(), named.as_uuid()).await?;
    refuse_linked(writing, K::WORD.as_str(), row.id.as_uuid()).await
}
