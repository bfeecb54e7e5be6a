//! Locations: ports of all kinds, found by whatever is known of them: UN/LOCODE, IATA, ICAO, name, alias, or a misspelling.
//!
//! The seed ports are indexed in memory, once for all companies; the rows of a company in a small index of their own, which
//! is made anew when one of them was written.
//!
//! Invariant: a company finds what its lists show and offer: its own rows, and the seed rows that it has no row for.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;
use tokio::sync::OnceCell;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::records::shared::{self, Stamp};
use waybill_storage::records::{Record, Row};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::ports::{Airports, Kind, OceanPorts, Port, PortKind, Ports, ReceivingLocations};
use super::timezones::written;
use crate::caller::Caller;
use crate::collection::SearchMatch;
use crate::error::ServiceError;
use crate::permissions::{Action, Permission, Resource};
use crate::services::Services;
use crate::vocabulary::wire_enum;
use crate::zones;

mod index;
pub mod vocabulary;

use index::{Hit, Index};

wire_enum! {
    /// What to mind when a place is taken.
    LocationWarning {
        /// Its IATA code is not the end of its UN/LOCODE: one of them is easily taken for the other.
        CodesDiffer = "codesDiffer",
        /// Its code covers several airports of a city.
        SharedCode = "sharedCode",
    }
}

/// A change of a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClockChange {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// What it is ahead of UTC from then on.
    #[schema(example = "+02:00")]
    pub offset: String,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationSearch {
    /// What was typed.
    pub text: String,
    /// Only places of this kind.
    pub kind: Option<PortKind>,
    /// Only places of this country.
    pub country: Option<String>,
    /// How many at most.
    pub limit: u64,
}

/// A place that was found.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Its id in its list.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its list.
    pub kind: PortKind,
    /// The code to show: IATA of an airport, UN/LOCODE of others; empty when there is none.
    #[schema(example = "NLRTM")]
    pub code: String,
    /// UN/LOCODE.
    pub unlocode: String,
    /// IATA location code.
    pub iata: String,
    /// ICAO location indicator.
    pub icao: String,
    /// Its name.
    #[schema(example = "Rotterdam")]
    pub name: String,
    /// The city.
    pub city: String,
    /// ISO 3166-1 alpha-2.
    #[schema(example = "NL")]
    pub country: String,
    /// IANA name of its zone.
    #[schema(example = "Europe/Amsterdam")]
    pub timezone: String,
    /// What its clock is ahead of UTC now.
    #[schema(example = "+01:00")]
    pub offset: String,
    /// When its clock changes next; none where it never does.
    #[schema(required)]
    pub next_change: Option<ClockChange>,
    /// Degrees north.
    #[schema(required)]
    pub lat: Option<f64>,
    /// Degrees east.
    #[schema(required)]
    pub lng: Option<f64>,
    /// How it was found.
    #[serde(rename = "match")]
    pub found_by: SearchMatch,
    /// How many letters differ; 0 unless it was misspelt.
    pub distance: u32,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// What to mind.
    pub warnings: Vec<LocationWarning>,
}

/// The indexes.
#[derive(Debug, Default)]
pub(crate) struct Locations {
    seed: OnceCell<Arc<Index>>,
    /// Those of companies that have searched. A lost one is made anew.
    own: Mutex<HashMap<CompanyId, (Stamps, Arc<Own>)>>,
}

/// What changes when a company writes one of its ports.
type Stamps = [Stamp; 3];

/// The most companies whose rows are kept in memory.
const MAX_COMPANIES: usize = 1000;

/// The rows of one company.
#[derive(Debug)]
struct Own {
    index: Index,
    /// The seed rows that it has rows of its own for.
    replaced: HashSet<(PortKind, String)>,
}

impl Services {
    /// Places that fit what was typed, the best first.
    pub async fn search_locations(
        &self,
        caller: &Caller,
        search: &LocationSearch,
    ) -> Result<Vec<Location>, ServiceError> {
        let kinds = visible_kinds(caller, search.kind)?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        let seed = self
            .locations
            .seed
            .get_or_try_init(async || seed_index(&db).await);
        let seed = Arc::clone(seed.await?);
        let own = self.locations.own(&db, company).await?;
        let fits = |port: &index::Place| {
            kinds.contains(&port.kind)
                && search.country.as_ref().is_none_or(|it| *it == port.country)
        };
        let limit = usize::try_from(search.limit).unwrap_or(usize::MAX);
        let mut hits = own.index.search(&search.text, limit, &fits);
        hits.extend(seed.search(&search.text, limit, &|port| {
            fits(port)
                && !port
                    .key
                    .as_ref()
                    .is_some_and(|key| own.replaced.contains(&(port.kind, key.clone())))
        }));
        hits.sort_by(Hit::compare);
        hits.truncate(limit);
        let now = self.clock.now();
        let locations = hits.iter().map(|hit| Location::of(hit, now));
        Ok(locations.collect::<Result<_, _>>()?)
    }
}

/// The kinds that the caller may see, of those asked for.
fn visible_kinds(caller: &Caller, wanted: Option<PortKind>) -> Result<Vec<PortKind>, ServiceError> {
    let may_see = |kind: &PortKind| {
        let resource = match kind {
            PortKind::Airport => Resource::Airport,
            PortKind::OceanPort => Resource::OceanPort,
            PortKind::ReceivingLocation => Resource::ReceivingLocation,
        };
        let action = Action::View;
        caller.require_permission(Permission { resource, action })
    };
    let wanted: Vec<PortKind> = match wanted {
        Some(kind) => vec![kind],
        None => PortKind::ALL.to_vec(),
    };
    let mut refused = None;
    let mut kinds = Vec::new();
    for kind in wanted {
        match may_see(&kind) {
            Ok(_) => kinds.push(kind),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match refused {
        Some(error) if kinds.is_empty() => Err(error),
        _ => Ok(kinds),
    }
}

impl Locations {
    /// The rows of the company, as they are now.
    async fn own(&self, db: &dyn Handle, company: CompanyId) -> Result<Arc<Own>, StorageError> {
        let stamps = [
            shared::stamp::<Ports<Airports>>(db, company).await?,
            shared::stamp::<Ports<OceanPorts>>(db, company).await?,
            shared::stamp::<Ports<ReceivingLocations>>(db, company).await?,
        ];
        if let Some((known, own)) = self.locked().get(&company)
            && *known == stamps
        {
            return Ok(Arc::clone(own));
        }
        let mut index = index::Builder::default();
        let mut replaced = HashSet::new();
        add_own::<Airports>(db, company, &mut index, &mut replaced).await?;
        add_own::<OceanPorts>(db, company, &mut index, &mut replaced).await?;
        add_own::<ReceivingLocations>(db, company, &mut index, &mut replaced).await?;
        let own = Arc::new(Own {
            index: index.build(),
            replaced,
        });
        let mut all = self.locked();
        if MAX_COMPANIES <= all.len() {
            all.clear();
        }
        all.insert(company, (stamps, Arc::clone(&own)));
        Ok(own)
    }

    /// A panic elsewhere leaves the map whole: each entry is put in as one.
    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<CompanyId, (Stamps, Arc<Own>)>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn seed_index(db: &dyn Handle) -> Result<Arc<Index>, StorageError> {
    let mut index = index::Builder::default();
    for row in shared::seed_rows::<Ports<Airports>>(db).await? {
        index.add(&row);
    }
    for row in shared::seed_rows::<Ports<OceanPorts>>(db).await? {
        index.add(&row);
    }
    Ok(Arc::new(index.build()))
}

async fn add_own<K: Kind>(
    db: &dyn Handle,
    company: CompanyId,
    index: &mut index::Builder,
    replaced: &mut HashSet<(PortKind, String)>,
) -> Result<(), StorageError> {
    for row in shared::own_rows::<Ports<K>>(db, company).await? {
        if let Some(key) = Ports::<K>::natural_key(&row.fields) {
            replaced.insert((K::WORD, key));
        }
        index.add(&row);
    }
    Ok(())
}

impl Location {
    fn of(hit: &Hit<'_>, now: Timestamp) -> Result<Self, StorageError> {
        let port = hit.place;
        let zone = zones::get(&port.timezone)?;
        let change = zone.following(now).next();
        let are_different =
            !port.iata.is_empty() && port.unlocode.get(2..).is_some_and(|end| end != port.iata);
        let warnings = [
            (LocationWarning::CodesDiffer, are_different),
            (LocationWarning::SharedCode, port.is_shared),
        ];
        Ok(Self {
            id: port.id,
            kind: port.kind,
            code: port.code.clone(),
            unlocode: port.unlocode.clone(),
            iata: port.iata.clone(),
            icao: port.icao.clone(),
            name: port.name.clone(),
            city: port.city.clone(),
            country: port.country.clone(),
            timezone: port.timezone.clone(),
            offset: written(zone.to_offset(now)),
            next_change: change.map(|change| ClockChange {
                at: change.timestamp(),
                offset: written(change.offset()),
            }),
            lat: port.lat,
            lng: port.lng,
            found_by: hit.rank.into(),
            distance: hit.distance,
            favourite: port.favourite,
            warnings: warnings
                .into_iter()
                .filter_map(|(warning, is_due)| is_due.then_some(warning))
                .collect(),
        })
    }
}

impl index::Place {
    /// The place of a row that is offered; none of one that is disabled or in the bin.
    fn of<K: Kind>(row: &Row<Ports<K>>) -> Option<Self> {
        let port: &Port = &row.fields;
        if !port.enabled || row.meta.deleted_at.is_some() {
            return None;
        }
        Some(Self {
            id: row.id.as_uuid(),
            key: Ports::<K>::natural_key(port),
            kind: port.kind,
            code: port.codes().next().unwrap_or_default().to_owned(),
            unlocode: port.unlocode.clone(),
            iata: port.iata.clone(),
            icao: port.icao.clone(),
            name: port.name.clone(),
            city: port.city.clone(),
            country: port.country.clone(),
            timezone: port.timezone.clone(),
            lat: port.lat,
            lng: port.lng,
            favourite: port.favourite,
            folded: fold(&port.name),
            is_listed: !port.schedule_k.is_empty(),
            parent: port.parent_id,
            is_shared: false,
        })
    }
}
