//! Registration: a company, and the first user, who becomes its administrator.
//!
//! Invariant: all of it is one transaction, so there is never a company without an administrator, nor an answer before the
//! write is durable. An identity and a mail address register once, whoever else tries at the same time.

use jiff::ToSpan as _;
use serde::Deserialize;
use utoipa::ToSchema;
use waybill_storage::companies::{self, NewCompany, Plan};
use waybill_storage::records::shared;
use waybill_storage::users::{self, NewUser};
use waybill_storage::{StorageError, Transaction, UserId, audit, offices, roles};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::company::{AccountSetup, AccountType, CompanyType};
use crate::iam::second_factor::SignedIn;
use crate::iam::user::UserStatus;
use crate::iam::{products, role};
use crate::languages::Language;
use crate::log::audit::{done, subject_company, subject_user};
use crate::master::countries::{Countries, Country};
use crate::problem::FieldProblem;
use crate::seams::Identity;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};
use crate::zones;

/// How long a trial can be used after the day of registration.
const TRIAL_DAYS: i32 = 30;

/// A company and its first user about to be registered.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRegistration {
    /// First name of the user.
    #[schema(min_length = 1, max_length = 60)]
    pub first_name: String,
    /// Last name of the user.
    #[serde(default)]
    #[schema(max_length = 60)]
    pub last_name: String,
    /// Name of the company.
    #[schema(min_length = 1, max_length = 120)]
    pub company_name: String,
    /// ISO 3166-1 alpha-2 code of the country in which the company works.
    #[schema(pattern = "^[A-Z]{2}$", example = "NL")]
    pub operating_country: String,
    /// The language in which the company and its user begin; English unless given.
    #[serde(default)]
    pub language: Language,
}

impl FromMembers for NewRegistration {
    fn from_members(members: &mut Members) -> Self {
        let mut names = [const { String::new() }; 3];
        let [first_name, last_name, company_name] = &mut names;
        members.filled_name("firstName", 60, first_name);
        members.name("lastName", 60, last_name);
        members.filled_company_name("companyName", 120, company_name);
        let [first_name, last_name, company_name] = names;
        Self {
            first_name,
            last_name,
            company_name,
            operating_country: members.required_text("operatingCountry", 2),
            language: {
                let mut language = Language::default();
                members.word("language", &mut language);
                language
            },
        }
    }
}

impl Services {
    /// Registers the holder of `id_token` and its company, and signs in the new administrator.
    ///
    /// [`ServiceError::AlreadyRegistered`] when the identity or its mail address has a user, [`ServiceError::Invalid`] with
    /// all fields at fault.
    pub async fn register(
        &self,
        id_token: &str,
        draft: Draft<NewRegistration>,
        source: &Source,
    ) -> Result<SignedIn, ServiceError> {
        let identity = self.identities.verify(id_token).await?;
        let caller = self.register_identity(&identity, draft, source).await?;
        let caller = caller.identified_by(&identity);
        self.admit(caller, source).await
    }

    /// The same for an identity that is known.
    pub(crate) async fn register_identity(
        &self,
        identity: &Identity,
        draft: Draft<NewRegistration>,
        source: &Source,
    ) -> Result<Caller, ServiceError> {
        let (registration, country) = self.checked(draft).await?;
        let user_id = self.write(identity, registration, country, source).await?;
        self.caller(user_id).await
    }

    async fn checked(
        &self,
        draft: Draft<NewRegistration>,
    ) -> Result<(NewRegistration, Country), ServiceError> {
        let Draft { value, mut faults } = draft;
        let code = &value.operating_country;
        let country = shared::seed_row::<Countries>(self.storage.reader(), code)
            .await?
            .map(|row| row.fields)
            .filter(|country| country.enabled);
        if country.is_none() {
            faults.add(FieldProblem::member(
                "operatingCountry",
                "Choose a country from the list.",
            ));
        }
        faults.check()?;
        // Without faults there is a country.
        let country = country.ok_or(ServiceError::NotFound)?;
        Ok((value, country))
    }

    async fn write(
        &self,
        identity: &Identity,
        new: NewRegistration,
        country: Country,
        source: &Source,
    ) -> Result<UserId, ServiceError> {
        let email = identity.email.as_deref().ok_or_else(no_address)?;
        let tx = self.storage.begin().await?;
        if users::exists(&tx, &identity.uid, email).await? {
            return Err(ServiceError::AlreadyRegistered);
        }
        let user_id = self
            .write_rows(&tx, identity, email, new, country, source)
            .await
            .map_err(|error| match error {
                // Another instance of the server was faster.
                StorageError::Conflict => ServiceError::AlreadyRegistered,
                other => ServiceError::Storage(other),
            })?;
        tx.commit().await?;
        Ok(user_id)
    }

    async fn write_rows(
        &self,
        tx: &Transaction,
        identity: &Identity,
        email: &str,
        new: NewRegistration,
        country: Country,
        source: &Source,
    ) -> Result<UserId, StorageError> {
        let now = self.now();
        let user_id = UserId::generate();
        let timezone = country.first_timezone().to_owned();
        let today = now.to_zoned(zones::get(&timezone)?).date();
        let expiry_date = today
            .checked_add(TRIAL_DAYS.days())
            .map_err(|_| StorageError::Corrupt("clock"))?;
        let company = NewCompany {
            name: new.company_name,
            company_type: CompanyType::Forwarder.as_str().to_owned(),
            account_type: AccountType::Trial.as_str().to_owned(),
            account_setup: AccountSetup::Pending.as_str().to_owned(),
            preferred_language: new.language.as_str().to_owned(),
            currency: country.first_currency().to_owned(),
            operating_country: country.alpha2,
            timezone: timezone.clone(),
            plan: Some(Plan {
                name: "Trial".to_owned(),
                expiry_date: Some(expiry_date),
            }),
            products: products::all_codes(),
        };
        let company = companies::insert(tx, company, user_id, now).await?;
        let office =
            offices::insert_head(tx, company.id, "Head office", &timezone, user_id, now).await?;
        let user = NewUser {
            id: user_id,
            identity_uid: identity.uid.clone(),
            email: email.to_owned(),
            email_verified: identity.email_verified,
            first_name: new.first_name,
            last_name: new.last_name,
            office_id: office.id,
            status: UserStatus::Active.as_str().to_owned(),
            language: new.language.as_str().to_owned(),
            timezone,
        };
        let user = users::insert(tx, company.id, user, user_id, now).await?;
        for (at, new) in role::seed().into_iter().enumerate() {
            let role = roles::insert(tx, company.id, new, user_id, now).await?;
            if at == 0 {
                roles::give(tx, company.id, user_id, role.id).await?;
            }
        }
        let entries = [
            done(&user, "company.register", subject_company(&company), source),
            done(&user, "user.create", subject_user(&user), source),
        ];
        for entry in entries {
            audit::append(tx, company.id, entry, now).await?;
        }
        users::note_sign_in(tx, company.id, user_id, identity.email_verified, now).await?;
        Ok(user_id)
    }
}

fn no_address() -> ServiceError {
    let pointer = String::new();
    ServiceError::Invalid(vec![FieldProblem {
        pointer,
        detail: "Your account has no e-mail address.".to_owned(),
    }])
}
