//! Ports: airports, ocean ports and receiving locations, one shape in three lists (domain reference, section 4).
//!
//! | Module | What |
//! |---|---|
//! | [`fields`] | what a port holds |
//! | `rules` | what is refused, and what follows from other fields |
//! | [`merge`] | one port takes the place of another |
//! | `seed` | the ports that the program brings along |
//!
//! Invariant: a parent, and a port that takes the place of another, is of the same kind; neither chain has a cycle, and the
//! second has one step at most.

use std::marker::PhantomData;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::Handle;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Key, KeyValue, Link, Record, Row, StoredRow};
use waybill_storage::reference::seed::Origin;

use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::services::Services;
use crate::validate::{Faults, Members};

pub mod fields;
pub mod merge;
mod rules;
pub(crate) mod seed;

pub use fields::{CoordinateQuality, Port, PortFunction, PortKind};

/// The lists of ports.
pub trait Kind: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The word for it.
    const WORD: PortKind;
    /// [`Record::TABLE`].
    const TABLE: &'static str;
    /// [`Collection::PATH`].
    const PATH: &'static str;
    /// [`Collection::NAME`].
    const NAME: &'static str;
    /// [`Collection::PLURAL`].
    const PLURAL: &'static str;
    /// What its permissions are about.
    const RESOURCE: Resource;
    /// Fields that a new one must have.
    const REQUIRED: &'static [&'static str];
    /// [`Collection::READ_ONLY`]: those that ports of this kind do not have.
    const READ_ONLY: &'static [&'static str] =
        &["dockHours", "instructions", "appointmentRequired"];
    /// [`Collection::HAS_ORIGINAL`].
    const HAS_ORIGINAL: bool = true;
    /// The key by whose value an import finds the port that a row means.
    const IMPORT_KEY: Option<&'static str>;
    /// An example for the contract.
    fn example() -> serde_json::Value;
}

/// Airports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Airports;

/// Ocean ports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OceanPorts;

/// Receiving locations: where goods are handed over on land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceivingLocations;

/// The ports of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ports<K>(PhantomData<fn() -> K>);

impl Kind for Airports {
    const WORD: PortKind = PortKind::Airport;
    const TABLE: &'static str = "airports";
    const PATH: &'static str = "/master/api/v1/airport";
    const NAME: &'static str = "Airport";
    const PLURAL: &'static str = "airports";
    const RESOURCE: Resource = Resource::Airport;
    const REQUIRED: &'static [&'static str] = &["name", "country", "timezone"];
    const IMPORT_KEY: Option<&'static str> = Some("iata");

    fn example() -> serde_json::Value {
        fields::example(
            &[
                ("name", "Waalhaven Airport"),
                ("iata", "QWH"),
                ("icao", "EHQW"),
            ],
            &["4"],
        )
    }
}

impl Kind for OceanPorts {
    const WORD: PortKind = PortKind::OceanPort;
    const TABLE: &'static str = "oceanports";
    const PATH: &'static str = "/master/api/v1/oceanport";
    const NAME: &'static str = "OceanPort";
    const PLURAL: &'static str = "ocean ports";
    const RESOURCE: Resource = Resource::OceanPort;
    const REQUIRED: &'static [&'static str] = &["name", "unlocode", "country", "timezone"];
    const IMPORT_KEY: Option<&'static str> = Some("unlocode");

    fn example() -> serde_json::Value {
        fields::example(&[("name", "Waalhaven"), ("unlocode", "NLWHV")], &["1"])
    }
}

impl Kind for ReceivingLocations {
    const WORD: PortKind = PortKind::ReceivingLocation;
    const TABLE: &'static str = "receiving_locations";
    const PATH: &'static str = "/master/api/v1/receivinglocation";
    const NAME: &'static str = "ReceivingLocation";
    const PLURAL: &'static str = "receiving locations";
    const RESOURCE: Resource = Resource::ReceivingLocation;
    const REQUIRED: &'static [&'static str] = &["name", "country", "timezone"];
    const READ_ONLY: &'static [&'static str] = &[];
    const HAS_ORIGINAL: bool = false;
    const IMPORT_KEY: Option<&'static str> = Some("name");

    fn example() -> serde_json::Value {
        fields::example(
            &[
                ("name", "Shed 12, Waalhaven"),
                ("dockHours", "Mon-Fri 07:00-18:00"),
            ],
            &["3"],
        )
    }
}

impl<K: Kind> Record for Ports<K> {
    type Fields = Port;

    const KIND: &'static str = K::WORD.as_str();
    const TABLE: &'static str = K::TABLE;
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::folded("city", "city_key"),
        Key::text("unlocode", "unlocode"),
        Key::text("iata", "iata"),
        Key::text("icao", "icao"),
        Key::text("country", "country"),
        Key::text("timezone", "timezone"),
        Key::text("parentId", "parent_id"),
        Key::text("replacedBy", "replaced_by"),
        Key::flag("enabled", "enabled"),
        Key::flag("favourite", "favourite"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];
    const SHARED: bool = true;
    const INDEXED: bool = true;

    fn keys(fields: &Port) -> Vec<KeyValue> {
        let id = |id: Option<uuid::Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        vec![
            fold(&fields.name).into(),
            fold(&fields.city).into(),
            fields.unlocode.as_str().into(),
            fields.iata.as_str().into(),
            fields.icao.as_str().into(),
            fields.country.as_str().into(),
            fields.timezone.as_str().into(),
            id(fields.parent_id).into(),
            id(fields.replaced_by).into(),
            fields.enabled.into(),
            fields.favourite.into(),
        ]
    }

    fn label(fields: &Port) -> String {
        match fields.codes().next() {
            Some(code) => format!("{code} {}", fields.name),
            None => fields.name.clone(),
        }
    }

    fn searched(fields: &Port) -> Vec<&str> {
        let texts = [fields.name.as_str(), &fields.name_ascii, &fields.city];
        texts
            .into_iter()
            .chain(fields.codes())
            .chain(fields.aliases.iter().map(String::as_str))
            .chain(fields.other_names())
            .collect()
    }

    fn codes(fields: &Port) -> Vec<&str> {
        let partner_codes = fields.partner_codes.values().map(String::as_str);
        fields.codes().chain(partner_codes).collect()
    }

    fn code_ends(fields: &Port) -> Vec<&str> {
        fields.unlocode.get(2..).into_iter().collect()
    }

    fn links(fields: &Port) -> Vec<Link> {
        rules::partner_links(&fields.partner_codes)
    }

    fn natural_key(fields: &Port) -> Option<String> {
        fields.source.as_ref().map(|source| source.key.clone())
    }

    fn origin(fields: &Port) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut Port, origin: Origin) {
        fields.source = Some(origin);
    }

    fn set_unavailable(fields: &mut Port) {
        fields.enabled = false;
    }
}

/// What is computed for a port.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PortNotes {
    /// What somebody should look at, as sentences.
    pub warnings: Vec<String>,
}

/// Of a port, what its notes follow from.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct PortZone {
    timezone: String,
    country: String,
    timezone_reason: String,
}

impl PortNotes {
    fn of(timezone: &str, country: &str, reason: &str) -> Self {
        let mut warnings = Vec::new();
        if !reason.is_empty() {
            let warning = format!("{timezone} is not a time zone of {country}: {reason}");
            warnings.push(warning);
        }
        Self { warnings }
    }
}

#[async_trait]
impl<K: Kind> Collection for Ports<K> {
    type Computed = PortNotes;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = K::PATH;
    const NAME: &'static str = K::NAME;
    const PLURAL: &'static str = K::PLURAL;
    const RESOURCE: Resource = K::RESOURCE;
    const HAS_ORIGINAL: bool = K::HAS_ORIGINAL;
    const REQUIRED: &'static [&'static str] = K::REQUIRED;
    const READ_ONLY: &'static [&'static str] = K::READ_ONLY;
    const UNIQUE: &'static [&'static str] = &["unlocode", "iata"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name").also(&["Port", "Airport", "Location"]),
        Heading::new("unlocode", "UN/LOCODE").also(&["Locode", "Code"]),
        Heading::new("iata", "IATA").also(&["IATA code"]),
        Heading::new("icao", "ICAO").also(&["ICAO code"]),
        Heading::new("city", "City").also(&["Town", "Place"]),
        Heading::new("country", "Country")
            .also(&["Country code"])
            .holding(Holds::Country),
        Heading::new("timezone", "Time zone"),
        Heading::new("phone", "Phone").holding(Holds::Phone),
        Heading::new("website", "Website").holding(Holds::Website),
        Heading::new("enabled", "Active")
            .also(&["Offered"])
            .holding(Holds::Flag),
    ];
    const IMPORT_KEY: Option<&'static str> = K::IMPORT_KEY;

    fn blank(_: &Caller) -> Port {
        Port::of(K::WORD)
    }

    fn read(fields: &mut Port, members: &mut Members) {
        fields.read(members);
    }

    fn example() -> serde_json::Value {
        K::example()
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Port,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        rules::check::<K>(writing, before, fields, faults).await
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        rules::refuse_used::<K>(writing, row).await
    }

    async fn more(
        _: &Services,
        _: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<PortNotes>, ServiceError> {
        let ports = rows.iter().map(|row| &row.fields);
        let notes = ports.map(|it| PortNotes::of(&it.timezone, &it.country, &it.timezone_reason));
        Ok(notes.collect())
    }

    async fn more_of_stored(
        _: &Services,
        _: &Caller,
        _: &dyn Handle,
        rows: &[StoredRow],
    ) -> Result<Vec<PortNotes>, ServiceError> {
        let notes = |row: &StoredRow| {
            let it: PortZone = row.part(Self::KIND)?;
            Ok(PortNotes::of(
                &it.timezone,
                &it.country,
                &it.timezone_reason,
            ))
        };
        rows.iter().map(notes).collect()
    }
}
