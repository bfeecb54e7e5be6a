//! The names of which the demo data are made, and the dice that choose among them.
//!
//! Invariant: no name, address or number belongs to anybody: mail goes to `.example`, numbers are those of no subscriber.

/// Chooses, alike in every run (`SplitMix64`).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new() -> Self {
        Self(0x5741_5942_494c_4c00)
    }

    /// A number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % (limit.max(1) as u64)).unwrap_or(0)
    }

    /// One of these.
    pub(super) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

pub(super) const FIRST: [&str; 36] = [
    "Anouk", "Bram", "Chiara", "Daan", "Elif", "Femke", "Gijs", "Hanna", "Ibrahim", "Jasmijn",
    "Koen", "Lotte", "Mateo", "Noor", "Oskar", "Priya", "Quinten", "Rosa", "Sven", "Thandi",
    "Umar", "Vera", "Wei", "Xavier", "Yara", "Zoë", "Aiko", "Björn", "Céline", "Diego", "Emeka",
    "Freya", "Grzegorz", "Hye-jin", "Ines", "João",
];

pub(super) const LAST: [&str; 34] = [
    "Jansen",
    "de Vries",
    "Bakker",
    "Øverland",
    "Kowalski",
    "Nguyen",
    "García",
    "Müller",
    "Rossi",
    "Okafor",
    "Tanaka",
    "Silva",
    "Dubois",
    "Novák",
    "Haddad",
    "Lindqvist",
    "O’Brien",
    "Petrov",
    "Chen",
    "Kaya",
    "van den Berg",
    "Smit",
    "Singh",
    "Costa",
    "Fernández",
    "Yılmaz",
    "Ito",
    "Moreau",
    "Weber",
    "Larsen",
    "Papadopoulos",
    "Horvat",
    "Mensah",
    "Visser",
];

pub(super) const HOUSES: [&str; 32] = [
    "Noordzee",
    "Baltic",
    "Orient",
    "Delta",
    "Atlas",
    "Polaris",
    "Zephyr",
    "Kestrel",
    "Harbour",
    "Meridiaan",
    "Cormorant",
    "Blue Anchor",
    "Tradewind",
    "Evergate",
    "Halcyon",
    "Ostara",
    "Rhine",
    "Lagoon",
    "Sable",
    "Northgate",
    "Pelican",
    "Aurora",
    "Coral",
    "Ironbridge",
    "Juniper",
    "Kaap",
    "Lantern",
    "Monsoon",
    "Nautilus",
    "Obsidian",
    "Pacifica",
    "Quayside",
];

/// Trades, and the part that somebody in it has in shipments.
pub(super) const TRADES: [(&str, &str); 12] = [
    ("Foods", "shipper; customer"),
    ("Steel", "consignee; customer"),
    ("Chemicals", "shipper; customer"),
    ("Lines", "carrier"),
    ("Customs", "broker"),
    ("Trucking", "trucker"),
    ("Warehousing", "warehouse"),
    ("Textiles", "consignee; customer"),
    ("Machinery", "shipper; customer"),
    ("Forwarding", "forwarder"),
    ("Flowers", "shipper; notify"),
    ("Electronics", "consignee; notify"),
];

/// A place of business.
pub(super) struct Place {
    pub(super) city: &'static str,
    pub(super) country: &'static str,
    pub(super) unlocode: &'static str,
    pub(super) form: &'static str,
    pub(super) dial: &'static str,
    pub(super) timezone: &'static str,
    pub(super) language: &'static str,
}

const fn place(
    city: &'static str,
    [country, unlocode]: [&'static str; 2],
    [form, dial]: [&'static str; 2],
    [timezone, language]: [&'static str; 2],
) -> Place {
    Place {
        city,
        country,
        unlocode,
        form,
        dial,
        timezone,
        language,
    }
}

pub(super) const PLACES: [Place; 14] = [
    place(
        "Rotterdam",
        ["NL", "NLRTM"],
        ["BV", "+3110"],
        ["Europe/Amsterdam", "nl"],
    ),
    place(
        "Amsterdam",
        ["NL", "NLAMS"],
        ["BV", "+3120"],
        ["Europe/Amsterdam", "nl"],
    ),
    place(
        "Antwerpen",
        ["BE", "BEANR"],
        ["NV", "+323"],
        ["Europe/Brussels", "nl"],
    ),
    place(
        "Hamburg",
        ["DE", "DEHAM"],
        ["GmbH", "+4940"],
        ["Europe/Berlin", "de"],
    ),
    place(
        "Le Havre",
        ["FR", "FRLEH"],
        ["SA", "+332"],
        ["Europe/Paris", "fr"],
    ),
    place(
        "Valencia",
        ["ES", "ESVLC"],
        ["SL", "+3496"],
        ["Europe/Madrid", "es"],
    ),
    place(
        "Gdańsk",
        ["PL", "PLGDN"],
        ["Sp. z o.o.", "+4858"],
        ["Europe/Warsaw", "pl"],
    ),
    place(
        "Göteborg",
        ["SE", "SEGOT"],
        ["AB", "+4631"],
        ["Europe/Stockholm", "sv"],
    ),
    place(
        "Singapore",
        ["SG", "SGSIN"],
        ["Pte Ltd", "+656"],
        ["Asia/Singapore", "en"],
    ),
    place(
        "Shanghai",
        ["CN", "CNSHA"],
        ["Co. Ltd", "+8621"],
        ["Asia/Shanghai", "zh"],
    ),
    place(
        "New York",
        ["US", "USNYC"],
        ["Inc.", "+1212"],
        ["America/New_York", "en"],
    ),
    place(
        "Santos",
        ["BR", "BRSSZ"],
        ["Ltda", "+5513"],
        ["America/Sao_Paulo", "pt-BR"],
    ),
    place(
        "Durban",
        ["ZA", "ZADUR"],
        ["Pty Ltd", "+2731"],
        ["Africa/Johannesburg", "en"],
    ),
    place(
        "Yokohama",
        ["JP", "JPYOK"],
        ["KK", "+8145"],
        ["Asia/Tokyo", "ja"],
    ),
];

pub(super) const JOBS: [(&str, &str); 8] = [
    ("Export manager", "Export"),
    ("Import clerk", "Import"),
    ("Account manager", "Sales"),
    ("Dispatcher", "Operations"),
    ("Customs declarant", "Customs"),
    ("Invoice clerk", "Finance"),
    ("Warehouse planner", "Warehouse"),
    ("Shipping coordinator", "Operations"),
];

pub(super) const NOTES: [&str; 6] = [
    "",
    "",
    "Wants the pre-alert two days before arrival.",
    "Invoices go to the head office.",
    "Asks for a call before delivery.",
    "Prefers documents as one PDF.",
];
