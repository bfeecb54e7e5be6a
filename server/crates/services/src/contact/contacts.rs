//! Contacts: the people and organisations that a company deals with (domain reference, section 4).
//!
//! Invariant: a contact has a name to be shown under; of its mail addresses and telephone numbers one each is primary and
//! comes first.

use std::collections::HashMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::batches::{BatchId, Touched};
use waybill_storage::records::{
    Filter, Id, Key, KeyValue, Link, PicklistValue, Record, Row, StoredRow, links,
};
use waybill_storage::{Handle, UserId};

use super::parts::{
    ContactAddress, ContactEmail, ContactPhone, TaxId, read_addresses, read_emails, read_phones,
    read_tax_ids,
};
use super::rules::{self, Others};
use super::tags::{ContactTags, PaletteColor};
use super::{headings, named, names};
use crate::caller::Caller;
use crate::collection::bulk::{BulkRow, take_back_all};
use crate::collection::headings::{Heading, Named};
use crate::collection::import::{Found, RowCells};
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::services::Services;
use crate::validate::fields::is_language;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;
use crate::zones;

wire_enum! {
    /// What a contact is.
    ContactKind { Person = "person", Organisation = "organisation" }
}

wire_enum! {
    /// What part a contact has in shipments.
    ContactRole {
        Shipper = "shipper", Consignee = "consignee", Notify = "notify", Carrier = "carrier", Forwarder = "forwarder",
        Broker = "broker", Trucker = "trucker", Warehouse = "warehouse", Supplier = "supplier", Customer = "customer",
        Authority = "authority",
    }
}

/// The contacts of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contacts;

/// What a contact holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Contact {
    /// What it is.
    pub kind: ContactKind,
    /// The name it is shown under; from its names unless given.
    #[schema(max_length = 120)]
    pub display_name: String,
    /// How a person is addressed.
    #[schema(max_length = 20)]
    pub salutation: String,
    /// First name of a person.
    #[schema(max_length = 60)]
    pub first_name: String,
    /// Last name of a person.
    #[schema(max_length = 60)]
    pub last_name: String,
    /// The organisation that a person works for.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub organisation_id: Option<Id<Contacts>>,
    /// What a person's job is called.
    #[schema(max_length = 80)]
    pub job_title: String,
    /// Where in the organisation.
    #[schema(max_length = 80)]
    pub department: String,
    /// Its parts in shipments.
    pub roles: Vec<ContactRole>,
    /// Its mail addresses, the primary one first.
    #[schema(max_items = 20)]
    pub emails: Vec<ContactEmail>,
    /// Its telephone numbers, the primary one first.
    #[schema(max_items = 10)]
    pub phones: Vec<ContactPhone>,
    /// Its postal addresses.
    #[schema(max_items = 10)]
    pub addresses: Vec<ContactAddress>,
    /// Its website, with https.
    #[schema(max_length = 200, example = "https://example.com")]
    pub website: String,
    /// Its tax ids.
    #[schema(max_items = 10)]
    pub tax_ids: Vec<TaxId>,
    /// Standard carrier alpha code.
    #[schema(example = "MAEU")]
    pub scac: String,
    /// The language to write to it in, BCP 47.
    #[schema(example = "en")]
    pub language: String,
    /// Its IANA time zone; the company's unless given.
    #[schema(example = "Europe/Amsterdam")]
    pub timezone: String,
    /// Its tags.
    #[schema(max_items = 20, value_type = Vec<uuid::Uuid>)]
    pub tags: Vec<Id<ContactTags>>,
    /// The user who looks after it; its maker unless given.
    pub owner_id: Option<UserId>,
    /// Notes, in several lines.
    #[schema(max_length = 4000)]
    pub notes: String,
    /// Whether no mail may be sent to it.
    pub do_not_contact: bool,
    /// Whether it is a favourite.
    pub favourite: bool,
    /// The contact that it was merged into.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub merged_into: Option<Id<Contacts>>,
}

/// What is computed for a contact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactMore {
    /// Name of its organisation.
    #[schema(required)]
    pub organisation_name: Option<String>,
    /// Name of the user who looks after it.
    #[schema(required)]
    pub owner_name: Option<String>,
    /// Its tags in their order, as far as the caller sees them.
    pub named_tags: Vec<NamedTag>,
}

/// A tag of a contact as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct NamedTag {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A palette token.
    pub color: PaletteColor,
}

impl Contact {
    /// The mail address to write to; empty when there is none.
    pub fn primary_email(&self) -> &str {
        self.emails.first().map_or("", |it| &it.address)
    }

    /// The number to call; empty when there is none.
    pub fn primary_phone(&self) -> &str {
        self.phones.first().map_or("", |it| &it.e164)
    }

    /// The country of its first address, alpha-2; empty when there is none.
    pub(crate) fn country(&self) -> &str {
        self.addresses.first().map_or("", |it| &it.country)
    }
}

impl Record for Contacts {
    type Fields = Contact;

    const KIND: &'static str = "contact";
    const HOLDS: bool = true;
    const TABLE: &'static str = "contacts";
    const KEYS: &'static [Key] = &[
        Key::text("kind", "kind"),
        Key::folded("displayName", "display_name_key"),
        Key::text("organisationId", "organisation_id"),
        Key::text("ownerId", "owner_id"),
        Key::text("email", "email"),
        Key::text("phone", "phone"),
        Key::text("country", "country"),
        Key::flag("doNotContact", "do_not_contact"),
        Key::flag("favourite", "favourite"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("displayName", Direction::Ascending)];
    const INDEXED: bool = true;

    fn keys(fields: &Contact) -> Vec<KeyValue> {
        vec![
            fields.kind.as_str().into(),
            fold(&fields.display_name).into(),
            fields.organisation_id.into(),
            fields.owner_id.into(),
            fields.primary_email().into(),
            fields.primary_phone().into(),
            fields.country().into(),
            fields.do_not_contact.into(),
            fields.favourite.into(),
        ]
    }

    fn label(fields: &Contact) -> String {
        fields.display_name.clone()
    }

    fn searched(fields: &Contact) -> Vec<&str> {
        let mut texts = vec![
            fields.display_name.as_str(),
            &fields.first_name,
            &fields.last_name,
            &fields.job_title,
            &fields.department,
            &fields.scac,
        ];
        texts.extend(fields.emails.iter().map(|it| it.address.as_str()));
        texts.extend(fields.phones.iter().map(|it| it.e164.as_str()));
        texts.extend(fields.addresses.iter().map(|it| it.city.as_str()));
        texts.extend(fields.tax_ids.iter().map(|it| it.no.as_str()));
        texts
    }

    fn codes(fields: &Contact) -> Vec<&str> {
        let mut codes = vec![fields.scac.as_str()];
        codes.extend(fields.emails.iter().map(|it| it.address.as_str()));
        codes.extend(fields.phones.iter().map(|it| it.e164.as_str()));
        codes.extend(fields.tax_ids.iter().map(|it| it.no.as_str()));
        codes
    }

    fn picklist_values(fields: &Contact) -> Vec<PicklistValue<'_>> {
        let value = |field, text| PicklistValue { field, text };
        let roles = fields.roles.iter().map(|it| value("roles", it.as_str()));
        roles
            .chain([
                value("salutation", &fields.salutation),
                value("department", &fields.department),
            ])
            .collect()
    }

    fn links(fields: &Contact) -> Vec<Link> {
        let tags = fields.tags.iter().map(|tag| Link {
            field: "tags",
            to_kind: ContactTags::KIND,
            to_id: tag.as_uuid(),
        });
        let organisation = fields.organisation_id.map(|id| Link {
            field: "organisationId",
            to_kind: Self::KIND,
            to_id: id.as_uuid(),
        });
        let owner = fields.owner_id.map(|id| Link {
            field: "ownerId",
            to_kind: "user",
            to_id: id.as_uuid(),
        });
        let emails = fields
            .emails
            .iter()
            .map(|it| Link::to_text("emails", &it.address));
        let phones = fields
            .phones
            .iter()
            .map(|it| Link::to_text("phones", &it.e164));
        let roles = fields
            .roles
            .iter()
            .map(|it| Link::to_text("roles", it.as_str()));
        let words = names::words(&fields.display_name);
        let name = (!words.is_empty()).then(|| Link::to_text("displayName", &words));
        tags.chain(organisation)
            .chain(owner)
            .chain(emails)
            .chain(phones)
            .chain(roles)
            .chain(name)
            .collect()
    }
}

#[async_trait]
impl Collection for Contacts {
    type Computed = ContactMore;

    const SERVICE: &'static str = "contact";
    const PATH: &'static str = "/contact/api/v1/contacts";
    const NAME: &'static str = "Contact";
    const PLURAL: &'static str = "contacts";
    const RESOURCE: Resource = Resource::Contact;
    const REQUIRED: &'static [&'static str] = &[];
    const READ_ONLY: &'static [&'static str] = &["mergedInto"];
    const OWNER: Option<&'static str> = Some("ownerId");
    const LINKS: &'static [&'static str] = &["tags"];
    const TEXTS: &'static [&'static str] = &["roles"];
    const IMPORT_KEY: Option<&'static str> = Some("email");
    const IMPORT_NAME: Option<&'static str> = Some("displayName");
    const HEADINGS: &'static [Heading] = headings::HEADINGS;
    const NAMED: &'static [Named] = headings::NAMED;
    const SHORT_PATHS: &'static [(&'static str, &'static str)] = &[
        ("email", "emails.1.address"),
        ("phone", "phones.1.e164"),
        ("country", "addresses.1.country"),
        ("city", "addresses.1.city"),
    ];

    fn blank(caller: &Caller) -> Contact {
        Contact {
            timezone: caller.company().timezone.clone(),
            owner_id: Some(caller.user_id()),
            ..Contact::default()
        }
    }

    fn import_key(text: &str) -> String {
        text.to_lowercase()
    }

    fn complete_row(cells: &mut RowCells) {
        headings::complete_row(cells);
    }

    fn goes_first(cells: &RowCells) -> bool {
        headings::goes_first(cells)
    }

    fn may_mean(cells: &RowCells, fields: &Contact) -> bool {
        headings::may_mean(cells, fields)
    }

    async fn find_named(
        writing: &Writing<'_>,
        column: &'static str,
        names: &[String],
    ) -> Result<Vec<(String, Found)>, ServiceError> {
        named::find(writing, column, names).await
    }

    async fn make_named(
        writing: &Writing<'_>,
        column: &'static str,
        name: &str,
    ) -> Result<Uuid, ServiceError> {
        named::make(writing, column, name).await
    }

    fn made_among(made: &[(&'static str, Uuid)]) -> Vec<Touched<Self>> {
        named::made_organisations(made)
    }

    async fn note_others(
        writing: &Writing<'_>,
        batch: BatchId,
        made: &[(&'static str, Uuid)],
    ) -> Result<(), ServiceError> {
        named::note_tags(writing, batch, made).await
    }

    async fn undo_others(
        writing: &Writing<'_>,
        batch: BatchId,
    ) -> Result<Vec<BulkRow>, ServiceError> {
        take_back_all::<ContactTags>(writing, batch).await
    }

    async fn names_of(
        caller: &Caller,
        db: &dyn Handle,
        column: &'static str,
        ids: &[Uuid],
    ) -> Result<HashMap<Uuid, String>, ServiceError> {
        match column {
            headings::TAGS => named::tag_names(caller, db, ids).await,
            _ => Ok(HashMap::new()),
        }
    }

    fn read(fields: &mut Contact, members: &mut Members) {
        members.word("kind", &mut fields.kind);
        members.text("displayName", 120, &mut fields.display_name);
        members.text("salutation", 20, &mut fields.salutation);
        members.text("firstName", 60, &mut fields.first_name);
        members.text("lastName", 60, &mut fields.last_name);
        members.optional_id("organisationId", &mut fields.organisation_id);
        members.text("jobTitle", 80, &mut fields.job_title);
        members.text("department", 80, &mut fields.department);
        members.words("roles", ContactRole::ALL.len(), &mut fields.roles);
        if members.has("emails") {
            read_emails(members, &mut fields.emails);
        }
        if members.has("phones") {
            read_phones(members, &mut fields.phones);
        }
        read_addresses(members, &mut fields.addresses);
        let detail = "Enter an address that starts with https://.";
        members.checked_text("website", 200, &mut fields.website, is_website, detail);
        read_tax_ids(members, &mut fields.tax_ids);
        let detail = "Enter two to four capital letters.";
        members.checked_text("scac", 4, &mut fields.scac, is_scac, detail);
        let detail = "Enter the language code, for example en or pt-BR.";
        members.checked_text("language", 20, &mut fields.language, is_language, detail);
        let is_zone = |name: &str| zones::get(name).is_ok();
        let detail = "Enter a time zone, for example Europe/Amsterdam.";
        members.checked_text("timezone", 60, &mut fields.timezone, is_zone, detail);
        members.ids("tags", 20, &mut fields.tags);
        members.optional_id("ownerId", &mut fields.owner_id);
        members.long_text("notes", 4000, &mut fields.notes);
        members.flag("doNotContact", &mut fields.do_not_contact);
        members.flag("favourite", &mut fields.favourite);
    }

    fn example() -> serde_json::Value {
        json!({
            "kind": "person", "displayName": "Ann Smith", "salutation": "Ms", "firstName": "Ann", "lastName": "Smith",
            "jobTitle": "Export manager", "department": "Export", "roles": ["shipper", "customer"],
            "emails": [{ "address": "ann.smith@example.com", "type": "work", "primary": true, "purpose": "docs" }],
            "phones": [{ "e164": "+31201234567", "type": "work", "primary": true }],
            "addresses": [{
                "type": "work", "lines": ["Havenstraat 1"], "city": "Rotterdam", "subdivision": "", "postal": "3011 AA",
                "country": "NL", "unlocode": "NLRTM"
            }],
            "website": "https://example.com", "taxIds": [{ "country": "NL", "type": "VAT", "no": "NL001234567B01" }],
            "scac": "", "language": "en", "timezone": "Europe/Amsterdam", "tags": [], "notes": "Prefers mail.",
            "doNotContact": false, "favourite": true
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Contact,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        rules::name(before.map(|row| &row.fields), fields, faults);
        rules::check(writing, before, fields, faults).await
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<ContactMore>, ServiceError> {
        let others = rows.iter().map(|row| Others::of(&row.fields)).collect();
        rules::names_of_others(caller, db, others).await
    }

    async fn more_of_stored(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[StoredRow],
    ) -> Result<Vec<ContactMore>, ServiceError> {
        let others = rows.iter().map(|row| row.part(Self::KIND));
        rules::names_of_others(caller, db, others.collect::<Result<_, _>>()?).await
    }
}

fn is_website(text: &str) -> bool {
    text.starts_with("https://")
        && url::Url::parse(text).is_ok_and(|url| {
            url.host_str().is_some_and(|host| host.contains('.')) && url.username().is_empty()
        })
}

fn is_scac(text: &str) -> bool {
    (2..=4).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_uppercase())
}

/// The contacts that have one of these mail addresses, whichever of their own it is.
pub fn with_emails(addresses: impl IntoIterator<Item = String>) -> Filter {
    let addresses = addresses
        .into_iter()
        .map(|it| links::text_id(&it.to_lowercase()));
    Filter::Names("emails", addresses.collect())
}
