//! The company's own profile: what its staff read of it, and what those who may change of it.
//!
//! | Module | What |
//! |---|---|
//! | [`fields`] | what a company holds, and how it is read |
//! | [`rules`] | what a change must meet |
//!
//! Invariant: the list of companies that anybody sees holds one, their own; what the operator agreed with it (kind of
//! account, subscription, products) is nobody's to change here.

use async_trait::async_trait;
use serde_json::json;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Id, Key, KeyValue, Link, Record, Row};
use waybill_storage::{Handle, companies};

use crate::caller::Caller;
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::report::schedule;
use crate::services::Services;
use crate::validate::{Faults, Members};

pub mod fields;
pub mod rules;

pub use fields::{CompanyFields, CompanyMore};

/// The companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Companies;

impl Record for Companies {
    type Fields = CompanyFields;

    const KIND: &'static str = companies::KIND;
    const TABLE: &'static str = companies::TABLE;
    const KEYS: &'static [Key] = companies::KEYS;
    const ORDER: &'static [(&'static str, Direction)] = companies::ORDER;

    fn keys(fields: &CompanyFields) -> Vec<KeyValue> {
        let plan = fields.subscribed_plan.as_ref();
        companies::keys(
            &fields.name,
            &fields.short_name,
            fields.account_type.as_str(),
            plan.and_then(|plan| plan.expiry_date),
        )
    }

    fn label(fields: &CompanyFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &CompanyFields) -> Vec<&str> {
        vec![&fields.name, &fields.short_name]
    }

    fn links(fields: &CompanyFields) -> Vec<Link> {
        companies::links(fields.logo_file_id.as_ref().map(Id::as_uuid))
    }
}

#[async_trait]
impl Collection for Companies {
    type Computed = CompanyMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/companies";
    const NAME: &'static str = "CompanyProfile";
    const PLURAL: &'static str = "companies";
    const RESOURCE: Resource = Resource::Company;
    const REQUIRED: &'static [&'static str] = &[];
    const READ_ONLY: &'static [&'static str] = &[
        "account_type",
        "account_setup",
        "subscripedPlan",
        "products",
    ];
    /// It is made by registration, and it does not go.
    const ABILITIES: Abilities = Abilities {
        create: false,
        edit: true,
        delete: false,
        bulk: false,
        import: false,
        export: false,
    };

    fn blank(_: &Caller) -> CompanyFields {
        CompanyFields::default()
    }

    fn read(fields: &mut CompanyFields, members: &mut Members) {
        fields::read(fields, members);
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Lines", "legalName": "Lines Forwarding B.V.", "company_type": "forwarder",
            "prefered_language": "en", "operating_country": "NL", "currency": "EUR", "timezone": "Europe/Amsterdam",
            "address": { "lines": ["Waalhaven 1"], "city": "Rotterdam", "subdivision": "", "postal": "3089 JH", "country": "NL" },
            "phone": "+31101234567", "email": "office@lines.example", "website": "https://lines.example",
            "registrationNo": "24123456", "taxIds": [{ "country": "NL", "type": "VAT", "no": "NL001234567B01" }],
            "mail": { "fromName": "Lines Forwarding", "replyTo": "office@lines.example", "footer": "Lines Forwarding B.V." },
            "scac": "LNES", "units": { "mass": "kg", "volume": "m3" }, "defaultIncoterm": "FCA",
            "formats": { "date": "dmy", "time": "24", "number": "point", "paper": "a4" },
            "is_subscribed_for_campaign": false, "twoFactorAuth": false
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut CompanyFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let before = before.ok_or(ServiceError::NotFound)?;
        rules::check(writing, &before.fields, fields, faults).await
    }

    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let zone = |row: Option<&Row<Self>>| row.map(|row| row.fields.timezone.clone());
        match zone(after) {
            Some(timezone) if zone(before).as_ref() != Some(&timezone) => {
                schedule::plan_all(writing.tx, writing.company(), &timezone, writing.now).await
            }
            _ => Ok(()),
        }
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<CompanyMore>, ServiceError> {
        let mut more = Vec::with_capacity(rows.len());
        for row in rows {
            more.push(rules::more(db, caller.company_id(), &row.fields).await?);
        }
        Ok(more)
    }
}
