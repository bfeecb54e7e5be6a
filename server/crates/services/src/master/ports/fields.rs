//! What a port holds, and how it is read.
//!
//! Invariant: codes are in upper case without spaces, so `nl rtm` is stored as `NLRTM`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::reference::place_names;
use waybill_storage::reference::seed::Origin;

use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Which list a port is in.
    PortKind {
        /// A place where aircraft land.
        Airport = "airport",
        /// A place where ships berth.
        OceanPort = "oceanport",
        /// A place on land where goods are handed over.
        ReceivingLocation = "receivinglocation",
    }
}

wire_enum! {
    /// What a place can do (UN/LOCODE, function).
    PortFunction {
        Port = "1", Rail = "2", Road = "3", Airport = "4", Post = "5", Multimodal = "6", Fixed = "7",
        Border = "B",
    }
}

wire_enum! {
    /// How far coordinates can be trusted.
    CoordinateQuality { Unverified = "unverified", Verified = "verified", None = "none" }
}

/// What a port holds. `dockHours`, `instructions` and `appointmentRequired` are those of receiving locations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Port {
    /// Its list; fixed.
    pub kind: PortKind,
    /// Its name.
    #[schema(min_length = 1, max_length = 128)]
    pub name: String,
    /// The name in ASCII; follows from the name unless it is given.
    #[schema(max_length = 128)]
    pub name_ascii: String,
    /// UN/LOCODE; unique in the list.
    #[schema(example = "NLRTM")]
    pub unlocode: String,
    /// IATA location code; unique in the list.
    #[schema(example = "AMS")]
    pub iata: String,
    /// ICAO location indicator.
    #[schema(example = "EHAM")]
    pub icao: String,
    /// Location identifier of the FAA.
    pub faa_lid: String,
    /// Code of US Schedule K; several places may share one.
    #[schema(example = "42157")]
    pub schedule_k: String,
    /// Other names and codes, which are searched too.
    #[schema(max_items = 20)]
    pub aliases: Vec<String>,
    /// The city.
    #[schema(max_length = 80)]
    pub city: String,
    /// Its state or province.
    #[schema(max_length = 80)]
    pub subdivision: String,
    /// ISO 3166-1 alpha-2.
    #[schema(pattern = "^[A-Z]{2}$", example = "NL")]
    pub country: String,
    /// IANA name of its zone, in its present form.
    #[schema(example = "Europe/Amsterdam")]
    pub timezone: String,
    /// Why the zone is none of the country's, where it is none.
    #[schema(max_length = 200)]
    pub timezone_reason: String,
    /// The port whose code stands for this one too, such as LON for LHR.
    #[schema(required)]
    pub parent_id: Option<Uuid>,
    /// What the place can do.
    pub functions: Vec<PortFunction>,
    /// Degrees north.
    #[schema(required, minimum = -90, maximum = 90)]
    pub lat: Option<f64>,
    /// Degrees east.
    #[schema(required, minimum = -180, maximum = 180)]
    pub lng: Option<f64>,
    /// How far the coordinates can be trusted.
    pub coord_quality: CoordinateQuality,
    /// Height above the sea in feet.
    #[schema(required, minimum = -1500, maximum = 20_000)]
    pub elevation_ft: Option<i64>,
    /// Its postal address.
    #[schema(max_length = 300)]
    pub address: String,
    /// Its site on the web.
    #[schema(max_length = 200)]
    pub website: String,
    /// Its telephone, E.164.
    #[schema(example = "+31101234567")]
    pub phone: String,
    /// What else there is to know.
    #[schema(max_length = 2000)]
    pub notes: String,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// The port that has taken its place; it is disabled then.
    #[schema(required)]
    pub replaced_by: Option<Uuid>,
    /// Its codes in partners' systems, each unique in its system.
    pub partner_codes: BTreeMap<String, String>,
    /// When goods are taken in.
    #[schema(max_length = 200)]
    pub dock_hours: String,
    /// What drivers must know.
    #[schema(max_length = 1000)]
    pub instructions: String,
    /// Whether drivers must announce themselves.
    pub appointment_required: bool,
    /// Where the row comes from; none of a company's own. Set by the server.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

impl Default for Port {
    fn default() -> Self {
        Self::of(PortKind::Airport)
    }
}

impl Port {
    /// A port of a kind of which nothing is said yet.
    pub fn of(kind: PortKind) -> Self {
        let functions = match kind {
            PortKind::Airport => vec![PortFunction::Airport],
            PortKind::OceanPort => vec![PortFunction::Port],
            PortKind::ReceivingLocation => Vec::new(),
        };
        Self {
            kind,
            functions,
            enabled: true,
            name: String::new(),
            name_ascii: String::new(),
            unlocode: String::new(),
            iata: String::new(),
            icao: String::new(),
            faa_lid: String::new(),
            schedule_k: String::new(),
            aliases: Vec::new(),
            city: String::new(),
            subdivision: String::new(),
            country: String::new(),
            timezone: String::new(),
            timezone_reason: String::new(),
            parent_id: None,
            lat: None,
            lng: None,
            coord_quality: CoordinateQuality::Unverified,
            elevation_ft: None,
            address: String::new(),
            website: String::new(),
            phone: String::new(),
            notes: String::new(),
            favourite: false,
            replaced_by: None,
            partner_codes: BTreeMap::new(),
            dock_hours: String::new(),
            instructions: String::new(),
            appointment_required: false,
            source: None,
        }
    }

    /// Its codes, the one to show first.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self.kind {
            PortKind::Airport => (&self.iata, &self.unlocode),
            PortKind::OceanPort | PortKind::ReceivingLocation => (&self.unlocode, &self.iata),
        };
        [first, second, &self.icao, &self.faa_lid, &self.schedule_k]
            .into_iter()
            .map(String::as_str)
            .filter(|code| !code.is_empty())
    }

    /// What the place is called in other languages, by which it is found.
    pub fn other_names(&self) -> impl Iterator<Item = &str> {
        let of_name = place_names::names_of(&self.country, &self.name);
        let of_city: &[String] = match self.city == self.name {
            true => &[],
            false => place_names::names_of(&self.country, &self.city),
        };
        of_name.iter().chain(of_city).map(String::as_str)
    }

    /// Takes in what was sent.
    pub(super) fn read(&mut self, members: &mut Members) {
        let name_before = self.name.clone();
        members.filled_text("name", 128, &mut self.name);
        if self.name_ascii == ascii(&name_before) {
            self.name_ascii = ascii(&self.name);
        }
        members.checked_text(
            "nameAscii",
            128,
            &mut self.name_ascii,
            str::is_ascii,
            "Use ASCII letters.",
        );
        if self.name_ascii.is_empty() {
            self.name_ascii = ascii(&self.name);
        }
        let mut kind = self.kind;
        members.word("kind", &mut kind);
        members.ensure(
            "kind",
            kind == self.kind,
            "The kind of a port cannot be changed.",
        );
        self.read_codes(members);
        members.texts("aliases", 20, 128, &mut self.aliases);
        members.text("city", 80, &mut self.city);
        members.text("subdivision", 80, &mut self.subdivision);
        members.filled_text("timezone", 60, &mut self.timezone);
        members.text("timezoneReason", 200, &mut self.timezone_reason);
        members.optional_id("parentId", &mut self.parent_id);
        members.words("functions", 8, &mut self.functions);
        members.optional_decimal("lat", -90.0..=90.0, &mut self.lat);
        members.optional_decimal("lng", -180.0..=180.0, &mut self.lng);
        members.word("coordQuality", &mut self.coord_quality);
        members.optional_number("elevationFt", -1500..=20_000, &mut self.elevation_ft);
        members.long_text("address", 300, &mut self.address);
        members.checked_text(
            "website",
            200,
            &mut self.website,
            is_web,
            "Enter an address that starts with https://.",
        );
        members.phone("phone", Some(&self.country), &mut self.phone);
        members.long_text("notes", 2000, &mut self.notes);
        members.flag("enabled", &mut self.enabled);
        members.flag("favourite", &mut self.favourite);
        members.optional_id("replacedBy", &mut self.replaced_by);
        members.texts_by_name("partnerCodes", 50, 40, &mut self.partner_codes);
        if self.kind == PortKind::ReceivingLocation {
            members.text("dockHours", 200, &mut self.dock_hours);
            members.long_text("instructions", 1000, &mut self.instructions);
            members.flag("appointmentRequired", &mut self.appointment_required);
        }
    }

    fn read_codes(&mut self, members: &mut Members) {
        let letters = |text: &str| text.bytes().all(|it| it.is_ascii_uppercase());
        let mut code = |name: &str, field: &mut String, check: &dyn Fn(&str) -> bool, detail| {
            let mut read = Some(field.clone()).filter(|it| !it.is_empty());
            members.parsed(name, 20, &mut read, |text| {
                let code = compact(text);
                if check(&code) { Ok(code) } else { Err(detail) }
            });
            *field = read.unwrap_or_default();
        };
        let is_locode = |it: &str| {
            it.len() == 5
                && letters(&it[..2])
                && it[2..]
                    .bytes()
                    .all(|it| matches!(it, b'A'..=b'Z' | b'2'..=b'9'))
        };
        let is_faa = |it: &str| {
            (3..=4).contains(&it.len())
                && it
                    .bytes()
                    .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
        };
        let is_schedule_k = |it: &str| it.len() == 5 && it.bytes().all(|it| it.is_ascii_digit());
        code(
            "unlocode",
            &mut self.unlocode,
            &is_locode,
            "Enter a UN/LOCODE, for example NLRTM.",
        );
        code(
            "iata",
            &mut self.iata,
            &|it| it.len() == 3 && letters(it),
            "Enter three letters.",
        );
        code(
            "icao",
            &mut self.icao,
            &|it| it.len() == 4 && letters(it),
            "Enter four letters.",
        );
        code(
            "faaLid",
            &mut self.faa_lid,
            &is_faa,
            "Enter three or four letters or digits.",
        );
        code(
            "scheduleK",
            &mut self.schedule_k,
            &is_schedule_k,
            "Enter five digits.",
        );
        code(
            "country",
            &mut self.country,
            &|it| it.len() == 2 && letters(it),
            "Enter two letters, for example NL.",
        );
        members.ensure(
            "country",
            !self.country.is_empty(),
            "This field is required.",
        );
    }
}

/// A code as it is compared: in upper case, without what people put between its parts.
pub fn compact(text: &str) -> String {
    text.chars()
        .filter(|it| !it.is_whitespace() && !matches!(it, '-' | '.' | '/'))
        .flat_map(char::to_uppercase)
        .collect()
}

/// The text in ASCII: letters without diacritics, and what has no such form left out.
pub fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|it| !is_combining_mark(*it)) {
        match letter {
            'Ø' => ascii.push('O'),
            'Ł' => ascii.push('L'),
            'Æ' => ascii.push_str("AE"),
            'Œ' => ascii.push_str("OE"),
            'Đ' | 'Ð' => ascii.push('D'),
            'Þ' => ascii.push_str("Th"),
            'ẞ' => ascii.push_str("SS"),
            plain if plain.is_ascii() => ascii.push(plain),
            other => ascii.extend(
                waybill_storage::folding::fold(&other.to_string())
                    .chars()
                    .filter(char::is_ascii),
            ),
        }
    }
    ascii.trim().to_owned()
}

/// Whether this is an address on the web that begins with `https://`.
pub fn is_web(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host())
}

/// An example in the Netherlands with these texts.
pub(super) fn example(texts: &[(&str, &str)], functions: &[&str]) -> Value {
    let mut example = json!({
        "name": "", "unlocode": "", "iata": "", "icao": "", "aliases": ["Waalhaven"], "city": "Rotterdam",
        "subdivision": "Zuid-Holland", "country": "NL", "timezone": "Europe/Amsterdam", "timezoneReason": "",
        "parentId": null, "functions": functions, "lat": 51.8937, "lng": 4.4432, "coordQuality": "unverified",
        "elevationFt": null, "address": "Waalhaven Z.z. 1\nRotterdam", "website": "https://port.example",
        "phone": "+31101234567", "notes": "", "enabled": true, "favourite": false, "partnerCodes": {},
        "faaLid": "", "scheduleK": "", "nameAscii": ""
    });
    for (name, text) in texts {
        example[*name] = json!(text);
    }
    example
}
