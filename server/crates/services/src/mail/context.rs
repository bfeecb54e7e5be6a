//! The context of a mail: the values that its merge fields are replaced by.
//!
//! Invariant: a record gives its values to whoever may see it, and to nobody else.

use serde_json::{Map, Value, json};
use uuid::Uuid;
use waybill_storage::records::{Id, Row};
use waybill_storage::{Handle, UserId, users};

use super::letter::MailContext;
use super::merge::Values;
use super::recipients::Recipient;
use super::show::Reader;
use super::templates::ContextEntity;
use crate::caller::Caller;
use crate::collection::Collection;
use crate::collection::changes::object;
use crate::collection::read::within_reach;
use crate::contact::contacts::Contacts;
use crate::error::ServiceError;
use crate::iam::issues::Issues;
use crate::master::ports::{Airports, OceanPorts, Ports, ReceivingLocations};
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::zones;

/// What a mail can show of its writer, the record it is about, and what was sent along.
pub(crate) struct MailData(Map<String, Value>);

impl MailData {
    /// The values for a reader of the language; `recipient` stands beside the others, and gives way to the record.
    pub(crate) fn values(
        &self,
        caller: &Caller,
        recipient: Option<&Recipient>,
        language: &str,
    ) -> Values {
        let mut data = self.0.clone();
        for (name, value) in recipient.into_iter().flat_map(Recipient::values) {
            data.entry(name).or_insert_with(|| value.clone());
        }
        Values {
            data: Value::Object(data),
            reader: Reader::new(language, &caller.user().timezone),
        }
    }

    /// Lets sample values win over what is there.
    pub(crate) fn extend(&mut self, sample: Map<String, Value>) {
        self.0.extend(sample);
    }
}

impl Services {
    /// The data for a mail of the caller: who writes, the record it is about, and what was sent along.
    pub(crate) async fn mail_data(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        about: Option<&MailContext>,
        along: &Map<String, Value>,
    ) -> Result<MailData, ServiceError> {
        let (user, company) = (caller.user(), caller.company());
        let today = self.now().to_zoned(zones::get(&user.timezone)?).date();
        let city = company.address.as_ref().map(|it| it.city.as_str());
        let mut data = members(json!({
            "company": {
                "name": company.name, "shortName": company.short_name, "phone": company.phone, "city": city,
            },
            "sender": {
                "name": user.name, "firstName": user.first_name, "lastName": user.last_name, "emailId": user.email,
                "phone": user.phone, "jobTitle": user.job_title,
            },
            "today": today.to_string(),
            "values": along,
        }));
        if let Some(about) = about
            && let Some(record) = record(caller, db, about).await?
        {
            data.insert(about.kind.as_str().to_owned(), Value::Object(record));
        }
        Ok(MailData(data))
    }
}

fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// The record, if the caller may see it and it is not in the bin.
async fn reached<C: Collection>(
    caller: &Caller,
    db: &dyn Handle,
    id: Uuid,
) -> Result<Option<Row<C>>, ServiceError> {
    let scope = C::scope(caller, Action::View)?;
    match within_reach(db, caller, Id::<C>::from(id), scope).await {
        Ok(row) if row.meta.deleted_at.is_none() => Ok(Some(row)),
        Ok(_) | Err(ServiceError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The fields of the record under their names on the wire.
async fn fields<C: Collection>(
    caller: &Caller,
    db: &dyn Handle,
    id: Uuid,
) -> Result<Option<Value>, ServiceError> {
    let row = reached::<C>(caller, db, id).await?;
    let object = row.map(|row| object(Some(&row.fields))).transpose()?;
    Ok(object.map(Value::Object))
}

/// The fields of a contact, with the address and the number to reach it by.
pub(super) fn contact(row: &Row<Contacts>) -> Result<Value, ServiceError> {
    let mut members = object(Some(&row.fields))?;
    members.insert("email".to_owned(), row.fields.primary_email().into());
    members.insert("phone".to_owned(), row.fields.primary_phone().into());
    Ok(Value::Object(members))
}

/// What the record gives; none for the company, which is known anyway.
async fn record(
    caller: &Caller,
    db: &dyn Handle,
    about: &MailContext,
) -> Result<Option<Map<String, Value>>, ServiceError> {
    let company = caller.company_id();
    let found = match about.kind {
        ContextEntity::User => {
            caller.require("user:view")?;
            users::get(db, company, UserId::from(about.id))
                .await?
                .map(|user| {
                    json!({
                        "name": user.name, "firstName": user.first_name, "lastName": user.last_name,
                        "emailId": user.email, "phone": user.phone, "jobTitle": user.job_title,
                        "department": user.department,
                    })
                })
        }
        ContextEntity::Company | ContextEntity::None => return Ok(None),
        ContextEntity::Contact => {
            let row = reached::<Contacts>(caller, db, about.id).await?;
            row.as_ref().map(contact).transpose()?
        }
        ContextEntity::Issue => fields::<Issues>(caller, db, about.id).await?,
        ContextEntity::Port => {
            let mut found = fields::<Ports<OceanPorts>>(caller, db, about.id).await?;
            if found.is_none() {
                found = fields::<Ports<Airports>>(caller, db, about.id).await?;
            }
            if found.is_none() {
                found = fields::<Ports<ReceivingLocations>>(caller, db, about.id).await?;
            }
            found
        }
    };
    match found {
        Some(Value::Object(members)) => Ok(Some(members)),
        _ => Err(ServiceError::Invalid(vec![FieldProblem::at(
            "/context",
            "id",
            "No record found.",
        )])),
    }
}
