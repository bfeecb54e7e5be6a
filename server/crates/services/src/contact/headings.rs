//! Headings of contacts: the columns of the tables that people keep them in, as other programs and spreadsheets call them.

use super::contacts::{Contact, ContactKind};
use super::parts::without_spacing;
use crate::collection::headings::{Heading, Holds, Named, plain};
use crate::collection::import::RowCells;
use crate::languages::Language;

const KINDS: &[(&str, &str)] = &[("person", "Person"), ("organisation", "Organisation")];

const ROLES: &[(&str, &str)] = &[
    ("shipper", "Shipper"),
    ("consignee", "Consignee"),
    ("notify", "Notify party"),
    ("carrier", "Carrier"),
    ("forwarder", "Forwarder"),
    ("broker", "Customs broker"),
    ("trucker", "Trucker"),
    ("warehouse", "Warehouse"),
    ("supplier", "Supplier"),
    ("customer", "Customer"),
    ("authority", "Authority"),
];

/// By their own names, as the screens offer them.
const LANGUAGES: &[(&str, &str)] = &[("en", "English"), ("es", "Español"), ("ar", "العربية")];

const NAME: &str = "displayName";
const FIRST: &str = "firstName";
const LAST: &str = "lastName";
const KIND: &str = "kind";
const EMAIL: &str = "emails.1.address";
const PHONE: &str = "phones.1.e164";
const COUNTRY: &str = "addresses.1.country";
const TAX_ID: &str = "taxIds.1.no";
/// The column that names the organisation of a person.
pub(super) const ORGANISATION: &str = "organisationName";
/// The column that names the user who looks after a contact.
pub(super) const OWNER: &str = "ownerName";
/// The column that names the tags.
pub(super) const TAGS: &str = "tags";

pub(super) const NAMED: &[Named] = &[
    Named {
        column: ORGANISATION,
        field: "organisationId",
        is_list: false,
    },
    Named {
        column: OWNER,
        field: "ownerId",
        is_list: false,
    },
    Named {
        column: TAGS,
        field: "tags",
        is_list: true,
    },
];

pub(super) const HEADINGS: &[Heading] = &[
    Heading::new(NAME, "Name").also(&[
        "Shown as",
        "Display name",
        "Full name",
        "Contact name",
        "Contact person",
        "Contact",
        "Nombre completo",
        "Contacto",
        "Vollständiger Name",
        "Ansprechpartner",
        "Volledige naam",
        "Naam",
        "Contactpersoon",
        "Nom complet",
        "Nom",
        "الاسم الكامل",
    ]),
    Heading::new(KIND, "Kind")
        .also(&["Type", "Contact type", "Art", "Soort"])
        .holding(Holds::Words(KINDS)),
    Heading::new(ORGANISATION, "Organisation").also(&[
        "Organization",
        "Company",
        "Company name",
        "Organisation name",
        "Account",
        "Account name",
        "Business",
        "Employer",
        "Firm",
        "Empresa",
        "Compañía",
        "Sociedad",
        "Firma",
        "Unternehmen",
        "Firmenname",
        "Bedrijf",
        "Bedrijfsnaam",
        "Organisatie",
        "Société",
        "Entreprise",
        "شركة",
        "الشركة",
        "اسم الشركة",
        "مؤسسة",
    ]),
    Heading::new("roles", "Roles")
        .also(&[
            "Role",
            "Shipment roles",
            "Roles in a shipment",
            "Rol",
            "Rolle",
            "Rollen",
        ])
        .holding(Holds::Picklist("contact_role", ROLES)),
    Heading::new(EMAIL, "E-mail address")
        .also(&[
            "E-mail",
            "Mail",
            "Mail address",
            "E-mail addresses",
            "E-mails",
            "Electronic mail",
            "Correo",
            "Correo electrónico",
            "Correo-e",
            "E-Mail-Adresse",
            "E-mailadres",
            "Courriel",
            "Adresse e-mail",
            "Mél",
            "البريد الإلكتروني",
            "بريد إلكتروني",
            "الإيميل",
        ])
        .holding(Holds::Email),
    Heading::new(PHONE, "Phone")
        .also(&[
            "Telephone",
            "Phones",
            "Tel",
            "Phone number",
            "Telephone number",
            "Mobile",
            "Mobile phone",
            "Cell",
            "Cell phone",
            "Direct line",
            "Teléfono",
            "Tel. móvil",
            "Móvil",
            "Celular",
            "Telefon",
            "Telefonnummer",
            "Rufnummer",
            "Handy",
            "Mobil",
            "Telefoon",
            "Telefoonnummer",
            "Mobiel",
            "Téléphone",
            "Portable",
            "هاتف",
            "رقم الهاتف",
            "تليفون",
            "الجوال",
            "جوال",
        ])
        .holding(Holds::Phone),
    Heading::new(COUNTRY, "Country")
        .also(&[
            "Country code",
            "Country/region",
            "Nation",
            "País",
            "Land",
            "Pays",
            "البلد",
            "الدولة",
            "دولة",
        ])
        .holding(Holds::Country),
    Heading::new("addresses.1.city", "City").also(&[
        "Town",
        "Place",
        "Locality",
        "Ciudad",
        "Localidad",
        "Población",
        "Stadt",
        "Ort",
        "Plaats",
        "Woonplaats",
        "Ville",
        "المدينة",
        "مدينة",
    ]),
    Heading::new("addresses.1.postal", "Postal code").also(&[
        "Zip",
        "Zip code",
        "Postcode",
        "Post code",
        "Zip/postal code",
        "CP",
        "PLZ",
        "Postleitzahl",
        "Code postal",
    ]),
    Heading::new("addresses.1.lines", "Street").also(&[
        "Address",
        "Street address",
        "Address line 1",
        "Postal address",
        "Mailing address",
        "Dirección",
        "Domicilio",
        "Straße",
        "Anschrift",
        "Adresse",
        "Adres",
        "Straat",
        "Rue",
        "العنوان",
    ]),
    Heading::new("addresses.1.subdivision", "State or province").also(&[
        "State",
        "Province",
        "State/province",
        "Region",
        "County",
        "Provincia",
        "Estado",
        "Bundesland",
        "Provincie",
    ]),
    Heading::new("addresses.1.unlocode", "UN/LOCODE").also(&["Locode"]),
    Heading::new(FIRST, "First name")
        .also(&["Given name", "Forename", "Vorname", "Voornaam", "Prénom"])
        .beside(LAST, &["Name", "Nombre"]),
    Heading::new(LAST, "Last name")
        .also(&[
            "Surname",
            "Family name",
            "Apellido",
            "Nachname",
            "Familienname",
            "Achternaam",
            "Nom de famille",
            "اللقب",
        ])
        .beside(FIRST, &["Name", "Nom", "Naam"]),
    Heading::new("salutation", "Salutation").also(&["Mr/Ms", "Anrede", "Aanhef", "Civilité"]),
    Heading::new("jobTitle", "Job title").also(&[
        "Title", "Position", "Function", "Job", "Puesto", "Funktion", "Functie", "Fonction",
    ]),
    Heading::new("department", "Department").also(&["Dept", "Abteilung", "Afdeling", "Service"]),
    Heading::new("website", "Website")
        .also(&[
            "Web",
            "Web site",
            "Homepage",
            "URL",
            "Web address",
            "Página web",
            "Webseite",
            "Site web",
        ])
        .holding(Holds::Website),
    Heading::new(TAX_ID, "Tax number").also(&[
        "VAT number",
        "VAT",
        "VAT no",
        "VAT ID",
        "Tax ID",
        "EORI",
        "NIF",
        "CIF",
        "RFC",
        "USt-IdNr",
        "Btw-nummer",
        "N° TVA",
    ]),
    Heading::new("scac", "SCAC").also(&["SCAC code"]),
    Heading::new("language", "Language")
        .also(&["Sprache", "Taal", "Langue"])
        .holding(Holds::Words(LANGUAGES)),
    Heading::new("timezone", "Time zone").also(&["Timezone"]),
    Heading::new(TAGS, "Tags").also(&[
        "Tag",
        "Labels",
        "Label",
        "Category",
        "Categories",
        "Group",
        "Groups",
        "Keywords",
        "Etiqueta",
        "Categoría",
        "Schlagworte",
        "Kategorie",
        "Categorie",
        "Catégorie",
        "وسوم",
    ]),
    Heading::new(OWNER, "Owner").also(&[
        "Account owner",
        "Contact owner",
        "Assigned to",
        "Account manager",
        "Responsable",
        "Betreuer",
        "Accountmanager",
    ]),
    Heading::new("notes", "Notes").also(&[
        "Note",
        "Comment",
        "Comments",
        "Remark",
        "Remarks",
        "Observaciones",
        "Comentarios",
        "Notizen",
        "Bemerkungen",
        "Opmerkingen",
        "Remarques",
        "ملاحظة",
    ]),
    Heading::new("favourite", "Favourite")
        .also(&["Favorite"])
        .holding(Holds::Flag),
    Heading::new("doNotContact", "Do not contact")
        .also(&["Opted out", "Unsubscribed"])
        .holding(Holds::Flag),
];

/// A row with a company and no name is about the company; a tax number has a kind and a country.
pub(super) fn complete_row(cells: &mut RowCells) {
    let has_name = [NAME, FIRST, LAST].iter().any(|it| cells.get(it).is_some());
    let organisation = cells.get(ORGANISATION).map(str::to_owned);
    if let Some(organisation) = organisation {
        if !has_name && cells.get(KIND).is_none_or(is_organisation) {
            cells.set(NAME, &organisation);
            cells.set(KIND, ContactKind::Organisation.as_str());
        }
        let is_itself = cells
            .get(NAME)
            .is_some_and(|it| plain(it) == plain(&organisation));
        if is_itself && cells.get(KIND).is_some_and(is_organisation) {
            cells.set(ORGANISATION, "");
        }
    }
    if let Some(number) = cells.get(TAX_ID).map(str::to_owned) {
        let prefix: String = number.chars().take(2).collect();
        let is_code = prefix.len() == 2 && prefix.bytes().all(|it| it.is_ascii_uppercase());
        let country = match is_code {
            true => prefix,
            false => cells.get(COUNTRY).unwrap_or_default().to_owned(),
        };
        for (path, text) in [("taxIds.1.type", "VAT"), ("taxIds.1.country", &country)] {
            if cells.get(path).is_none() {
                cells.set(path, text);
            }
        }
    }
}

/// Whether the row is about an organisation, which rows of people may name.
pub(super) fn goes_first(cells: &RowCells) -> bool {
    cells.get(KIND).is_some_and(is_organisation)
}

/// A name alone means a contact only where nothing else says that it is another one.
pub(super) fn may_mean(cells: &RowCells, fields: &Contact) -> bool {
    let is_kind = cells.get(KIND).is_none_or(|it| it == fields.kind.as_str());
    let has_same_email = !cells.has(EMAIL) || fields.emails.is_empty();
    let digits = |text: &str| {
        let text = without_spacing(text);
        text.chars().rev().take(7).collect::<String>()
    };
    let has_same_phone = match cells.get(PHONE) {
        None => true,
        Some(_) if fields.phones.is_empty() => true,
        Some(phone) => fields
            .phones
            .iter()
            .any(|it| digits(&it.e164) == digits(phone)),
    };
    is_kind && has_same_email && has_same_phone
}

fn is_organisation(kind: &str) -> bool {
    kind == ContactKind::Organisation.as_str()
        || Language::ALL
            .iter()
            .any(|it| it.translated("Organisation") == kind)
}
