//! The operator's view of the installation: all companies, and what was agreed with each of them.
//!
//! Who may use it is said in the operator's configuration alone (domain reference, section 3, rule 10); no right of a company
//! opens it.
//!
//! Invariant: each use is in the trail of whoever used it, and a change is also in the trail of the company that it is
//! about, as the operator's, in the same transaction.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit::Actor;
use waybill_storage::audit::list::{AuditListing, Condition};
use waybill_storage::companies::{self, Company};
use waybill_storage::listing::Listed;
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::write::{self, Stamp};
use waybill_storage::records::{Id, Row};
use waybill_storage::{Handle, Transaction, audit, support_grants, users};

use crate::caller::{Caller, is_expired};
use crate::collection::changes::{between, object};
use crate::collection::write::Expected;
use crate::error::ServiceError;
use crate::iam::companies::{Companies, CompanyFields};
use crate::iam::company::{AccountType, SubscribedPlan};
use crate::iam::products::{PRODUCTS, WORKSPACE};
use crate::iam::user::UserStatus;
use crate::log::audit::{ActorType, AuditEntry, done, subject_company};
use crate::problem::{Current, FieldProblem};
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Whether a company's people can work.
    CompanyState {
        /// They can.
        Active = "active",
        /// The subscription has ended: they read.
        Expired = "expired",
    }
}

/// A company as the operator sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCompany {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A short form of the name; empty when it has none.
    #[serde(rename = "short_name")]
    pub short_name: String,
    /// Its kind of contract.
    #[serde(rename = "account_type")]
    pub account_type: AccountType,
    /// What it has subscribed to; none when nothing was agreed, which never expires.
    #[serde(rename = "subscripedPlan")]
    #[schema(required)]
    pub subscribed_plan: Option<SubscribedPlan>,
    /// Codes of the products it has.
    pub products: Vec<String>,
    /// Whether its people can work.
    pub state: CompanyState,
    /// ISO 3166-1 alpha-2.
    #[serde(rename = "operating_country")]
    pub operating_country: String,
    /// How many users it has.
    pub users: AdminUserCounts,
    /// When its active grant of support access ends; null when there is none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub support_until: Option<Timestamp>,
    /// One step per write; the `ETag` holds it.
    pub version: i32,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

/// How many users a company has, by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdminUserCounts {
    /// All of them.
    pub total: u64,
    /// Invited, and not there yet.
    pub invited: u64,
    /// Active.
    pub active: u64,
    /// Suspended.
    pub suspended: u64,
    /// Deactivated.
    pub deactivated: u64,
}

/// What the operator changes of a company. What is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractPatch {
    /// Its kind of contract.
    #[serde(default)]
    pub account_type: AccountType,
    /// What it has subscribed to; null for nothing, which never expires.
    #[serde(default, rename = "subscripedPlan")]
    pub subscribed_plan: Option<SubscribedPlan>,
    /// Codes of the products it has. `workspace` is always among them: without it, nobody could administer the company.
    #[serde(default)]
    pub products: Vec<String>,
}

/// Path of the list of companies.
pub const PATH: &str = "/iam/api/v1/app-admin";

/// The action of a contract change in the audit trail of the super administrator.
const EDIT: &str = "appAdmin.edit";

/// The largest number of changes in a history.
const MAX_HISTORY: u64 = 500;

impl Services {
    /// All companies of the installation.
    pub async fn admin_list_companies(
        &self,
        caller: &Caller,
        listing: Listing,
        source: &Source,
    ) -> Result<Listed<AdminCompany>, ServiceError> {
        caller.require_super_admin()?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let entry = done(
            caller.user(),
            "appAdmin.list",
            subject_company(caller.company()),
            source,
        );
        audit::append(&tx, caller.company_id(), entry, self.now()).await?;
        tx.commit().await?;
        let db = self.storage.reader();
        let listed = companies::list(db, caller.company_id(), listing).await?;
        Ok(Listed {
            rows: self.administered(db, &listed.rows).await?,
            total: listed.total,
        })
    }

    /// One of them.
    pub async fn admin_company(
        &self,
        caller: &Caller,
        id: Uuid,
        source: &Source,
    ) -> Result<AdminCompany, ServiceError> {
        caller.require_super_admin()?;
        let db = self.storage.reader();
        let company = companies::by_uuid(db, id).await?;
        let company = company.ok_or(ServiceError::NotFound)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let entry = done(
            caller.user(),
            "appAdmin.view",
            subject_company(&company),
            source,
        );
        audit::append(&tx, caller.company_id(), entry, self.now()).await?;
        tx.commit().await?;
        self.one_administered(db, &company).await
    }

    /// Changes of one company's contract by people of the caller's company, the latest first. They come from the caller's own
    /// audit trail, so reading them is not audited.
    pub async fn admin_company_history(
        &self,
        caller: &Caller,
        id: Uuid,
    ) -> Result<Vec<AuditEntry>, ServiceError> {
        caller.require_super_admin()?;
        let company = companies::by_uuid(self.storage.reader(), id).await?;
        let company = company.ok_or(ServiceError::NotFound)?;
        let subject = subject_company(&company);
        let mut conditions = Condition::of_entity(&subject.entity_type, subject.id);
        conditions.extend(Condition::of_action(EDIT));
        let listing = AuditListing {
            conditions,
            part: Part::After {
                cursor: None,
                limit: MAX_HISTORY,
                counted: false,
            },
            ..AuditListing::default()
        };
        Ok(self.audit_page(caller, listing).await?.rows)
    }

    /// Changes what was agreed with a company.
    pub async fn admin_change_company(
        &self,
        caller: &Caller,
        id: Uuid,
        expected: Expected,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<AdminCompany, ServiceError> {
        caller.require_super_admin()?;
        let tx = self.storage.begin().await?;
        let company = companies::by_uuid(&tx, id).await?;
        let company = company.ok_or(ServiceError::NotFound)?;
        let mut both = [company.id, caller.company_id()];
        // In one order everywhere, so that no two of the operator's people wait for each other.
        both.sort_unstable();
        for held in both {
            companies::hold(&tx, held).await?;
        }
        // Somebody may have written it before it was held.
        let found = read::get::<Companies>(&tx, company.id, Id::from(id), Bin::Outside).await?;
        let row = found.ok_or(ServiceError::NotFound)?;
        if matches!(expected, Expected::Version(version) if version != row.meta.version) {
            return Err(stale(&row));
        }
        let fields = read_contract(&row.fields, body)?;
        if fields != row.fields {
            self.write_contract(&tx, caller, &company, &row, fields, source)
                .await?;
        }
        let company = companies::by_uuid(&tx, id).await?;
        let company = company.ok_or(ServiceError::NotFound)?;
        let shown = self.one_administered(&tx, &company).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn write_contract(
        &self,
        tx: &Transaction,
        caller: &Caller,
        company: &Company,
        row: &Row<Companies>,
        fields: CompanyFields,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let now = self.now();
        let changes = between(&object(Some(&row.fields))?, &object(Some(&fields))?, &[]);
        // Whoever it was is none of the company's people: it knows the operator, not the person.
        let stamp = Stamp { by: None, at: now };
        let after = write::update(tx, company.id, row, fields, stamp).await?;
        if after.is_none() {
            return Err(stale(row));
        }
        let mut entry = done(caller.user(), EDIT, subject_company(company), source);
        entry.changes.clone_from(&changes);
        audit::append(tx, caller.company_id(), entry.clone(), now).await?;
        if company.id != caller.company_id() {
            entry.actor = Actor {
                actor_type: ActorType::Support.as_str().to_owned(),
                id: None,
                name: "Operator".to_owned(),
                email: String::new(),
            };
            "company.edit".clone_into(&mut entry.action);
            (entry.ip, entry.browser, entry.session_ref) = (None, None, None);
            audit::append(tx, company.id, entry, now).await?;
        }
        Ok(())
    }

    async fn one_administered(
        &self,
        db: &dyn Handle,
        company: &Company,
    ) -> Result<AdminCompany, ServiceError> {
        let shown = self.administered(db, std::slice::from_ref(company)).await?;
        shown.into_iter().next().ok_or(ServiceError::NotFound)
    }

    async fn administered(
        &self,
        db: &dyn Handle,
        companies: &[Company],
    ) -> Result<Vec<AdminCompany>, ServiceError> {
        let ids: Vec<_> = companies.iter().map(|it| it.id).collect();
        let mut counts = users::counts(db, &ids).await?;
        let now = self.now();
        let granted = support_grants::running_of(db, &ids, now).await?;
        let mut shown = Vec::with_capacity(companies.len());
        for company in companies {
            let by_status = counts.remove(&company.id).unwrap_or_default();
            let of = |status: UserStatus| by_status.get(status.as_str()).copied().unwrap_or(0);
            shown.push(AdminCompany {
                id: company.id.as_uuid(),
                name: company.name.clone(),
                short_name: company.short_name.clone().unwrap_or_default(),
                account_type: company
                    .account_type
                    .parse()
                    .map_err(waybill_storage::StorageError::from)?,
                subscribed_plan: company.plan.clone().map(SubscribedPlan::from),
                products: company.products.clone(),
                state: match is_expired(company, now)? {
                    true => CompanyState::Expired,
                    false => CompanyState::Active,
                },
                operating_country: company.operating_country.clone(),
                users: AdminUserCounts {
                    total: by_status.values().sum(),
                    invited: of(UserStatus::Invited),
                    active: of(UserStatus::Active),
                    suspended: of(UserStatus::Suspended),
                    deactivated: of(UserStatus::Deactivated),
                },
                support_until: granted.get(&company.id).copied(),
                version: company.version,
                created_at: company.created_at,
                updated_at: company.updated_at,
            });
        }
        Ok(shown)
    }
}

fn stale(row: &Row<Companies>) -> ServiceError {
    ServiceError::Stale(Box::new(Current {
        version: row.meta.version,
        updated_at: row.meta.updated_at,
        updated_by: None,
    }))
}

/// The fields with what was sent.
fn read_contract(
    before: &CompanyFields,
    body: Map<String, Value>,
) -> Result<CompanyFields, ServiceError> {
    let mut fields = before.clone();
    let mut members = Members::new(body);
    members.word("account_type", &mut fields.account_type);
    if members.is_null("subscripedPlan") {
        members.object("subscripedPlan", |_| {});
        fields.subscribed_plan = None;
    } else if members.has("subscripedPlan") {
        let mut plan = fields.subscribed_plan.take().unwrap_or_default();
        members.object("subscripedPlan", |members| {
            members.filled_text("name", 60, &mut plan.name);
            let mut day: Option<Date> = plan.expiry_date;
            members.optional_day("expiryDate", &mut day);
            plan.expiry_date = day;
        });
        fields.subscribed_plan = Some(plan);
    }
    read_products(&mut fields.products, &mut members);
    let mut faults = members.finish();
    let years = fields
        .subscribed_plan
        .as_ref()
        .and_then(|it| it.expiry_date);
    if years.is_some_and(|day| !(2000..=9999).contains(&day.year())) {
        let detail = "Enter a year from 2000 on.";
        faults.add(FieldProblem::at("/subscripedPlan", "expiryDate", detail));
    }
    faults.check()?;
    Ok(fields)
}

/// Takes in the products, which then stand in the order of all there are.
fn read_products(products: &mut Vec<String>, members: &mut Members) {
    if !members.has("products") {
        return;
    }
    let mut sent = products.clone();
    members.texts("products", PRODUCTS.len(), 40, &mut sent);
    let known = |code: &String| PRODUCTS.iter().any(|it| it.enabled && it.code == code);
    let detail = "Choose from the available products.";
    members.ensure("products", sent.iter().all(known), detail);
    let has_workspace = sent.iter().any(|code| code == WORKSPACE);
    let detail = "Every company has the product workspace.";
    members.ensure("products", has_workspace, detail);
    let chosen = PRODUCTS
        .iter()
        .filter(|it| sent.iter().any(|code| code == it.code));
    *products = chosen.map(|it| it.code.to_owned()).collect();
}
