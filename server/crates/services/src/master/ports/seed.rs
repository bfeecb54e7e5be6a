//! The lines of the seed files of ports, and what becomes of them.
//!
//! Invariant: a line without an `unlocode` keeps it empty; none is made up.

use serde::Deserialize;
use waybill_storage::StorageError;
use waybill_storage::records::Id;
use waybill_storage::reference::seed::{AIRPORTS, Loading, METROPOLITAN_AREAS, Origin, SEA_PORTS};

use super::fields::ascii;
use super::{Airports, CoordinateQuality, Kind, OceanPorts, Port, PortFunction, Ports};

/// A line of a seed file; what says nothing is left out there.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    key: String,
    unlocode: String,
    iata: String,
    icao: String,
    faa_lid: String,
    schedule_k: String,
    aliases: Vec<String>,
    name: String,
    city: String,
    subdivision: String,
    country: String,
    timezone: String,
    timezone_reason: String,
    lat: Option<f64>,
    lng: Option<f64>,
    coord_quality: CoordinateQuality,
    elevation_ft: Option<i64>,
    enabled: Option<bool>,
    notes: String,
    /// IATA code of the metropolitan area.
    parent: Option<String>,
}

/// Loads the ports whose files changed. The two files of airports are one list.
pub(crate) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let iata = |line: &Line| line.iata.clone();
    let airports = [METROPOLITAN_AREAS, AIRPORTS];
    loading
        .records::<Ports<Airports>, Line>(&airports, iata, port::<Airports>)
        .await?;
    let key = |line: &Line| line.key.clone();
    loading
        .records::<Ports<OceanPorts>, Line>(&[SEA_PORTS], key, port::<OceanPorts>)
        .await
}

fn port<K: Kind>(line: Line, origin: Origin) -> Port {
    let is_area = origin.key == line.iata && line.lat.is_none();
    let parent = line
        .parent
        .map(|code| Id::<Ports<K>>::of_seed(&code).as_uuid());
    let blank = Port::of(K::WORD);
    Port {
        name_ascii: ascii(&line.name),
        name: line.name,
        unlocode: line.unlocode,
        iata: line.iata,
        icao: line.icao,
        faa_lid: line.faa_lid,
        schedule_k: line.schedule_k,
        aliases: line.aliases,
        city: line.city,
        subdivision: line.subdivision,
        country: line.country,
        timezone: line.timezone,
        timezone_reason: line.timezone_reason,
        parent_id: parent,
        // An area is no place where anything lands.
        functions: if is_area {
            Vec::<PortFunction>::new()
        } else {
            blank.functions.clone()
        },
        lat: line.lat,
        lng: line.lng,
        coord_quality: line.coord_quality,
        elevation_ft: line.elevation_ft,
        notes: line.notes,
        enabled: line.enabled.unwrap_or(true),
        source: Some(origin),
        ..blank
    }
}
