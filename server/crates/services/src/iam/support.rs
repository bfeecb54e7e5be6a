//! Support access: the operator's read-only access to a company, granted by that company for a time, and the visits under it.
//!
//! Invariant: nobody of the operator reads a company's records without a running grant of that company, and each visit is in its
//! trail, marked as support.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit::{self, Change};
use waybill_storage::companies::{self, Company};
use waybill_storage::support_grants::{self, NewSupportGrant, SupportGrant, SupportGrantId};
use waybill_storage::viewings::{self, Basis, NewViewing, Viewing};
use waybill_storage::{Transaction, UserId, users};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::rights::administrators;
use crate::iam::viewings::{Ending, session_of};
use crate::log::audit::{done, subject_company};
use crate::notifications::{Notice, NotificationKind, NotificationSeverity, Recipient, notify};
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

/// How many visits are shown.
const VISITS: u64 = 50;

wire_enum! {
    /// How long a grant lasts.
    SupportLength {
        /// An hour.
        Hour = "1h",
        /// Four hours.
        FourHours = "4h",
        /// A day.
        Day = "1d",
        /// Three days.
        ThreeDays = "3d",
    }
}

impl SupportLength {
    fn duration(self) -> SignedDuration {
        SignedDuration::from_hours(match self {
            Self::Hour => 1,
            Self::FourHours => 4,
            Self::Day => 24,
            Self::ThreeDays => 72,
        })
    }
}

/// A request to grant support access.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub struct NewSupportAccess {
    /// How long it lasts.
    pub length: SupportLength,
    /// What support should look at.
    #[serde(default)]
    #[schema(max_length = 300, nullable)]
    pub note: String,
}

/// An active grant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningGrant {
    /// Its id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    pub id: SupportGrantId,
    /// What support should look at; may be empty.
    pub note: String,
    /// Name of the user who granted it.
    pub granted_by: String,
    /// When it was granted.
    #[schema(value_type = String, format = DateTime)]
    pub began_at: Timestamp,
    /// When it ends unless it is revoked first.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
}

/// A visit by one of the operator's staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportVisit {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Name of the visitor.
    pub name: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub began_at: Timestamp,
    /// When it ended; null while it lasts.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Timestamp>,
}

/// The operator's access to a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupportAccess {
    /// The active grant, the one that ends last of several; null when there is none.
    #[schema(required)]
    pub running: Option<RunningGrant>,
    /// The latest visits, newest first.
    pub visits: Vec<SupportVisit>,
}

impl From<SupportGrant> for RunningGrant {
    fn from(grant: SupportGrant) -> Self {
        Self {
            id: grant.id,
            note: grant.note,
            granted_by: grant.granted_by_name,
            began_at: grant.began_at,
            until: grant.until,
        }
    }
}

impl Services {
    /// Whether the operator's people have access to the caller's company, and who of them used it.
    pub async fn support_access(&self, caller: &Caller) -> Result<SupportAccess, ServiceError> {
        caller.require("company:view")?;
        let (company, now) = (caller.company_id(), self.now());
        let db = self.storage.read(company).await?;
        let running = support_grants::running(&db, company, now).await?;
        let visits = viewings::visits(&db, company, VISITS).await?;
        Ok(SupportAccess {
            running: running.map(RunningGrant::from),
            visits: visits.iter().map(|visit| shown(visit, now)).collect(),
        })
    }

    /// Lets the operator's people read the caller's company for a time.
    pub async fn grant_support_access(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<RunningGrant, ServiceError> {
        caller.require("company:manage")?;
        let NewSupportAccess { length, note } = read(body)?;
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin_for(company).await?;
        let new = NewSupportGrant {
            note: &note,
            granted_by: caller.user_id(),
            granted_by_name: &caller.user().name,
            until: now + length.duration(),
        };
        let grant = support_grants::insert(&tx, company, new, now).await?;
        let subject = subject_company(caller.company());
        let mut entry = done(caller.user(), "company.grantSupport", subject, source);
        entry.changes = terms(&grant);
        audit::append(&tx, company, entry, now).await?;
        tx.commit().await?;
        Ok(grant.into())
    }

    /// Ends all access of the operator's people to the caller's company at once, and every visit.
    pub async fn revoke_support_access(
        &self,
        caller: &Caller,
        source: &Source,
    ) -> Result<(), ServiceError> {
        caller.require("company:manage")?;
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin().await?;
        companies::hold(&tx, company).await?;
        let mut revoked = Vec::new();
        while let Some(grant) = support_grants::running(&tx, company, now).await? {
            support_grants::revoke(&tx, company, grant.id, now).await?;
            revoked.push(grant);
        }
        for grant in &revoked {
            let subject = subject_company(caller.company());
            let mut entry = done(caller.user(), "company.revokeSupport", subject, source);
            entry.changes = terms(grant);
            audit::append(&tx, company, entry, now).await?;
        }
        for visit in viewings::open_visits(&tx, company).await? {
            if viewings::close(&tx, &visit, now).await? {
                // The visitor did not do this: the request is that of the administrator.
                let none = Source::default();
                self.note_end(&tx, &visit, Ending::Revoked, &none).await?;
                self.tell_visitor(&tx, caller.company(), visit.user_id)
                    .await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Has the caller's session, that of one of the operator's people, read this company for as long as it grants access.
    ///
    /// [`ServiceError::State`] when it grants none now.
    pub async fn visit_company(
        &self,
        caller: &Caller,
        id: Uuid,
        source: &Source,
    ) -> Result<(), ServiceError> {
        if let Some(viewing) = caller.viewing() {
            return Err(ServiceError::Viewing(viewing.kind));
        }
        caller.require_super_admin()?;
        let session = session_of(caller)?;
        let now = self.now();
        let tx = self.storage.begin().await?;
        let company = companies::by_uuid(&tx, id).await?;
        let company = company.ok_or(ServiceError::NotFound)?;
        if company.id == caller.company_id() {
            return Err(ServiceError::State("This is your own company."));
        }
        let mut both = [company.id, caller.company_id()];
        // In one order everywhere, so that no two wait for each other.
        both.sort_unstable();
        for held in both {
            companies::hold(&tx, held).await?;
        }
        let grant = support_grants::running(&tx, company.id, now).await?;
        let grant = grant.ok_or(ServiceError::State(
            "This company does not grant support access now.",
        ))?;
        let new = NewViewing {
            session_id: session,
            user_id: caller.user_id(),
            user_name: &caller.user().name,
            company_id: company.id,
            basis: Basis::Grant(grant.id),
            until: grant.until,
        };
        let visit = viewings::begin(&tx, new, now).await?;
        let own = done(
            caller.user(),
            "appAdmin.visit",
            subject_company(&company),
            source,
        );
        audit::append(&tx, caller.company_id(), own, now).await?;
        let as_support = Source {
            is_support: true,
            ..source.clone()
        };
        let mut entry = done(
            caller.user(),
            "company.beginVisit",
            subject_company(&company),
            &as_support,
        );
        entry.changes = terms(&grant);
        entry
            .changes
            .push(term("/grantedBy", &grant.granted_by_name));
        audit::append(&tx, company.id, entry, now).await?;
        self.tell_administrators(&tx, &company, &visit).await?;
        Ok(tx.commit().await?)
    }

    async fn tell_administrators(
        &self,
        tx: &Transaction,
        company: &Company,
        visit: &Viewing,
    ) -> Result<(), ServiceError> {
        let key = format!("visit:{}", visit.id);
        for administrator in administrators(tx, company.id).await? {
            let recipient = Recipient {
                company: company.id,
                user: administrator.id,
                key: &key,
            };
            let notice = Notice {
                kind: NotificationKind::SupportVisit,
                severity: NotificationSeverity::Info,
                title: "Support is visiting your company".to_owned(),
                body: format!("{} is using the access you granted.", visit.user_name),
                href: Some("/settings/company".to_owned()),
                ..Notice::default()
            };
            notify(self, tx, recipient, notice).await?;
        }
        Ok(())
    }

    /// Open pages of the visitor learn by it that they show nothing any more.
    async fn tell_visitor(
        &self,
        tx: &Transaction,
        visited: &Company,
        visitor: UserId,
    ) -> Result<(), ServiceError> {
        let found = users::by_id(self.storage.reader(), visitor).await?;
        let Some((user, home)) = found else {
            return Ok(());
        };
        let key = format!("revoked:{}:{}", visited.id, self.now());
        let recipient = Recipient {
            company: home.id,
            user: user.id,
            key: &key,
        };
        let notice = Notice {
            kind: NotificationKind::AccessChanged,
            severity: NotificationSeverity::Info,
            title: "Support access was revoked".to_owned(),
            body: format!("{} no longer grants access.", visited.name),
            href: Some(format!("/settings/companies/{}", visited.id)),
            ..Notice::default()
        };
        notify(self, tx, recipient, notice).await
    }
}

fn read(body: Map<String, Value>) -> Result<NewSupportAccess, ServiceError> {
    let mut access = NewSupportAccess::default();
    let mut members = Members::new(body);
    members.ensure("length", members.has("length"), "Choose a duration.");
    members.word("length", &mut access.length);
    members.text("note", 300, &mut access.note);
    members.finish().check()?;
    Ok(access)
}

/// What was granted, for the trail.
fn terms(grant: &SupportGrant) -> Vec<Change> {
    let mut terms = vec![term("/until", &grant.until.to_string())];
    if !grant.note.is_empty() {
        terms.push(term("/note", &grant.note));
    }
    terms
}

fn term(path: &str, value: &str) -> Change {
    Change {
        path: path.to_owned(),
        old: Value::Null,
        new: value.into(),
        masked: false,
    }
}

fn shown(visit: &Viewing, now: Timestamp) -> SupportVisit {
    SupportVisit {
        id: visit.id.as_uuid(),
        name: visit.user_name.clone(),
        began_at: visit.began_at,
        ended_at: visit
            .ended_at
            .or_else(|| (visit.until <= now).then_some(visit.until)),
    }
}
