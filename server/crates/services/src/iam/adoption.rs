//! Adoption: a user whom an IAM service on another machine keeps, as its answer to `users-token` tells of it (specification 7), becomes
//! one here.
//!
//! Invariant: an answer says as much as this program understands of it. A word that it does not know is left out where rights are
//! meant, so nobody may do more than was said; everywhere else the word that a new user begins with takes its place.

use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;
use waybill_storage::adoptions::{self, Told};
use waybill_storage::companies::AdoptedCompany;
use waybill_storage::offices::{AdoptedOffice, OfficeId};
use waybill_storage::users::{self, AdoptedUser};
use waybill_storage::{StorageError, UserId, hashing};

use crate::iam::company::{AccountSetup, AccountType, Address, CompanyType, SubscribedPlan};
use crate::iam::elsewhere::data_of;
use crate::iam::role;
use crate::iam::user::{DateFormat, Density, HourCycle, Theme, TimeFormat};
use crate::languages::Language;
use crate::permissions::{Action, Grants, Resource, Scope};
use crate::services::Services;
use crate::zones;

/// Why nobody was adopted.
#[derive(Debug, thiserror::Error)]
pub enum AdoptionError {
    /// The answer cannot be read.
    #[error("the answer of the IAM service tells of no user: {0}")]
    Unusable(#[source] serde_json::Error),
    /// The user, its company or its address is this database's own.
    #[error(
        "the IAM service on another machine tells of a user, a company or an address that this database keeps itself; give the program a database of its own"
    )]
    Own,
    /// Storage failed.
    #[error("a user of the IAM service on another machine could not be stored")]
    Storage(#[source] StorageError),
}

/// Section 3 of the specification, as far as it is needed here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    #[serde(rename = "_id")]
    id: UserId,
    email_id: String,
    #[serde(default)]
    email_verified: bool,
    name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    phone: Option<String>,
    job_title: Option<String>,
    department: Option<String>,
    office_id: Option<OfficeId>,
    #[serde(default)]
    two_factor_auth: bool,
    language: Option<String>,
    timezone: Option<String>,
    date_format: Option<String>,
    time_format: Option<String>,
    hour_cycle: Option<String>,
    theme: Option<String>,
    density: Option<String>,
    products: Option<Vec<String>>,
    permissions: Option<Vec<Right>>,
    company: Company,
}

#[derive(Deserialize)]
struct Right {
    resource: String,
    actions: Vec<String>,
    scope: String,
}

#[derive(Deserialize)]
struct Company {
    #[serde(rename = "_id")]
    id: Uuid,
    name: String,
    #[serde(rename = "company_type")]
    kind: Option<String>,
    account_type: Option<String>,
    account_setup: Option<String>,
    #[serde(rename = "prefered_language")]
    preferred_language: Option<String>,
    operating_country: Option<String>,
    currency: Option<String>,
    timezone: Option<String>,
    address: Option<Address>,
    phone: Option<String>,
    #[serde(rename = "subscripedPlan")]
    plan: Option<SubscribedPlan>,
    products: Option<Vec<String>>,
}

impl Services {
    /// Takes over the user in an answer to `users-token`, whose account at the identity provider is `uid` where that is known. None when
    /// the answer has no user.
    ///
    /// # Errors
    /// See [`AdoptionError`]; nothing was written then.
    pub async fn adopt(
        &self,
        answer: &[u8],
        uid: Option<&str>,
    ) -> Result<Option<UserId>, AdoptionError> {
        let Some(mut data) = data_of(answer).map_err(AdoptionError::Unusable)? else {
            return Ok(None);
        };
        // Every session has another token, and the user is the same.
        data.remove("jwt");
        let data = Value::Object(data);
        let hash = hashing::sha256_hex(data.to_string().as_bytes());
        let user = User::deserialize(data).map_err(AdoptionError::Unusable)?;
        let id = user.id;
        let told = told(user, hash, uid);
        match self.write_adopted(told).await {
            Ok(()) => Ok(Some(id)),
            Err(StorageError::Conflict) => Err(AdoptionError::Own),
            Err(error) => Err(AdoptionError::Storage(error)),
        }
    }

    async fn write_adopted(&self, told: Told) -> Result<(), StorageError> {
        if self.is_known(&told).await? {
            return Ok(());
        }
        let tx = self.storage.begin().await?;
        adoptions::write(&tx, told, self.now()).await?;
        tx.commit().await
    }

    /// Whether the same was told last time.
    async fn is_known(&self, told: &Told) -> Result<bool, StorageError> {
        let (reader, id) = (self.storage.reader(), told.user.id);
        let before = adoptions::of_user(reader, id).await?;
        if before.is_none_or(|it| it.answer_hash != told.answer_hash) {
            return Ok(false);
        }
        // An account that is not named stays the one that was.
        let Some(uid) = &told.user.identity_uid else {
            return Ok(true);
        };
        let user = users::by_id(reader, id).await?;
        Ok(user.is_some_and(|(user, _)| user.identity_uid.as_ref() == Some(uid)))
    }
}

fn told(user: User, answer_hash: String, uid: Option<&str>) -> Told {
    let text = Option::unwrap_or_default;
    let company = company(user.company);
    let grants = grants(user.permissions, user.office_id.is_some());
    let (first_name, last_name) = (text(user.first_name), text(user.last_name));
    let name = user.name.unwrap_or_else(|| {
        let both = format!("{first_name} {last_name}");
        both.trim().to_owned()
    });
    Told {
        office: user.office_id.map(|id| AdoptedOffice {
            id,
            name: id.to_string(),
        }),
        user: AdoptedUser {
            id: user.id,
            identity_uid: uid.map(str::to_owned),
            email: user.email_id,
            email_verified: user.email_verified,
            first_name,
            last_name,
            name,
            phone: text(user.phone),
            job_title: text(user.job_title),
            department: text(user.department),
            products: user.products,
            two_factor_auth: user.two_factor_auth,
            language: language(user.language, &company.preferred_language),
            timezone: zone(user.timezone, &company.timezone),
            date_format: known::<DateFormat>(user.date_format).as_str().to_owned(),
            time_format: known::<TimeFormat>(user.time_format).as_str().to_owned(),
            hour_cycle: user
                .hour_cycle
                .and_then(|it| it.parse::<HourCycle>().ok())
                .map(|it| it.as_str().to_owned()),
            theme: known::<Theme>(user.theme).as_str().to_owned(),
            density: known::<Density>(user.density).as_str().to_owned(),
        },
        company,
        grants: grants.to_stored(),
        answer_hash,
    }
}

fn company(told: Company) -> AdoptedCompany {
    let english = Language::default().as_str();
    AdoptedCompany {
        id: told.id,
        name: told.name,
        company_type: known::<CompanyType>(told.kind).as_str().to_owned(),
        account_type: known::<AccountType>(told.account_type).as_str().to_owned(),
        account_setup: known::<AccountSetup>(told.account_setup)
            .as_str()
            .to_owned(),
        preferred_language: language(told.preferred_language, english),
        operating_country: told.operating_country.unwrap_or_default(),
        currency: told.currency.unwrap_or_else(|| "USD".to_owned()),
        timezone: zone(told.timezone, "UTC"),
        address: told.address.unwrap_or_default().into(),
        phone: told.phone.unwrap_or_default(),
        plan: told.plan.map(|plan| waybill_storage::companies::Plan {
            name: plan.name,
            expiry_date: plan.expiry_date,
        }),
        products: told
            .products
            .unwrap_or_else(crate::iam::products::all_codes),
    }
}

/// What was said that the user may do; of a service that does not say, to look. Whose office is not known has no rights in it.
fn grants(told: Option<Vec<Right>>, has_office: bool) -> Grants {
    let Some(told) = told else {
        return role::viewer();
    };
    let mut grants = Grants::new();
    for right in told {
        let (Ok(resource), Ok(scope)) = (right.resource.parse(), right.scope.parse()) else {
            continue;
        };
        let scope = match scope {
            Scope::Office if !has_office => Scope::Own,
            scope => scope,
        };
        let resource: Resource = resource;
        let actions = right.actions.iter().filter_map(|it| it.parse().ok());
        for action in actions {
            let action: Action = action;
            grants.allow(resource, action, scope);
        }
    }
    grants
}

fn known<T: Default + std::str::FromStr>(word: Option<String>) -> T {
    word.and_then(|word| word.parse().ok()).unwrap_or_default()
}

fn language(tag: Option<String>, otherwise: &str) -> String {
    let tag = tag.filter(|tag| Language::of(tag).is_some());
    tag.unwrap_or_else(|| otherwise.to_owned())
}

fn zone(name: Option<String>, otherwise: &str) -> String {
    let name = name.filter(|name| zones::get(name).is_ok());
    name.unwrap_or_else(|| otherwise.to_owned())
}
