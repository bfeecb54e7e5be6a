//! Users of a company as its records: whoever may, invites them, changes them and lets them go.
//!
//! | Module | What |
//! |---|---|
//! | [`fields`] | what a user holds, and which of it is the user's own |
//! | [`address`] | another mail address, once it is confirmed there |
//! | `authenticator` | an authenticator app that was lost |
//! | `invitation` | from an invitation to an active user |
//! | `status` | suspend, deactivate, reactivate |
//! | `profile` | what users change of themselves |
//! | `photo` | what they look like |
//! | [`rights`] | what a user may do, and why |
//!
//! Invariant: nobody changes their own roles, products or status, gives a right that they lack, or touches a user who holds
//! more than they do (domain reference, section 3, rules 3 to 5). Whoever leaves `active` has no session, and none that began
//! elsewhere outlives a change of the second factor.

use std::collections::BTreeSet;

use async_trait::async_trait;
use serde_json::json;
use waybill_storage::listing::Direction;
use waybill_storage::login_sessions::EndCause;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Link, PicklistValue, Record, Row};
use waybill_storage::{Handle, UserId, roles, users};

use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::write::refuse_used;
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::iam::access::tell_changed;
use crate::iam::groups::Groups;
use crate::iam::offices::Offices;
use crate::iam::rights::{beyond, cannot_give, require_administrator, require_not_above};
use crate::iam::role::grants_of;
use crate::iam::roles::Roles;
use crate::iam::user::{HourCycle, RoleLabel, UserStatus};
use crate::mail::MailAddress;
use crate::mail::outbox::require_proved;
use crate::mail::suppressions::refusal_of;
use crate::permissions::Resource;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};

pub mod account;
pub mod address;
mod authenticator;
pub mod fields;
mod invitation;
mod photo;
mod profile;
pub mod rights;
mod status;

pub use fields::{GroupLabel, Invite, UserFields, UserMore};
pub use invitation::{Acceptance, Invitation};
pub use profile::Extent;
pub(crate) use profile::seen_by_itself;
pub use status::{Reactivation, StatusChange, Suspension, SuspensionOfMany};

/// The most roles of a user.
const MAX_ROLES: usize = 10;

/// The users of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Users;

impl Record for Users {
    type Fields = UserFields;

    const KIND: &'static str = users::KIND;
    const HOLDS: bool = true;
    const TABLE: &'static str = users::TABLE;
    const KEYS: &'static [Key] = users::KEYS;
    const NOTED: &'static [Key] = users::NOTED;
    const ORDER: &'static [(&'static str, Direction)] = users::ORDER;

    fn keys(fields: &UserFields) -> Vec<KeyValue> {
        users::keys(
            &fields.name,
            &fields.email_id,
            fields.status.as_str(),
            fields.office_id.map(|id| id.as_uuid()),
            &fields.department,
        )
    }

    fn label(fields: &UserFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &UserFields) -> Vec<&str> {
        vec![
            &fields.name,
            &fields.email_id,
            &fields.job_title,
            &fields.department,
        ]
    }

    fn codes(fields: &UserFields) -> Vec<&str> {
        vec![&fields.email_id]
    }

    fn picklist_values(fields: &UserFields) -> Vec<PicklistValue<'_>> {
        users::picklist_values(&fields.department)
    }

    fn links(fields: &UserFields) -> Vec<Link> {
        users::links(
            fields.office_id.map(|id| id.as_uuid()),
            fields.role_ids.iter().map(Id::as_uuid),
            fields.photo_file_id.map(|id| id.as_uuid()),
        )
    }
}

#[async_trait]
impl Collection for Users {
    type Computed = UserMore;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/users";
    const NAME: &'static str = "User";
    const PLURAL: &'static str = "users";
    const RESOURCE: Resource = Resource::User;
    const REQUIRED: &'static [&'static str] = &["firstName", "emailId"];
    const UNIQUE: &'static [&'static str] = &["emailId"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("emailId", "E-mail address")
            .also(&["E-mail", "Mail", "User"])
            .holding(Holds::Email),
        Heading::new("firstName", "First name")
            .also(&["Given name"])
            .beside("lastName", &["Name", "Nombre"]),
        Heading::new("lastName", "Last name")
            .also(&["Surname", "Family name"])
            .beside("firstName", &["Name"]),
        Heading::new("roles", "Roles"),
        Heading::new("status", "Status").holding(Holds::Words(&[
            ("invited", "Invited"),
            ("active", "Active"),
            ("suspended", "Suspended"),
            ("deactivated", "Deactivated"),
        ])),
        Heading::new("jobTitle", "Job title").also(&["Title", "Position"]),
        Heading::new("department", "Department"),
        Heading::new("phone", "Phone")
            .also(&["Telephone", "Tel", "Mobile"])
            .holding(Holds::Phone),
        Heading::new("lastLoginAt", "Last sign-in").holding(Holds::Moment),
        Heading::new("language", "Language"),
        Heading::new("timezone", "Time zone"),
    ];
    const READ_ONLY: &'static [&'static str] = &[
        "name",
        "pendingEmail",
        "photoFileId",
        "status",
        "statusReason",
        "invite",
    ];
    const ABILITIES: Abilities = Abilities::ALL;
    const LINKS: &'static [&'static str] = &["roleIds"];
    const IMPORT_KEY: Option<&'static str> = Some("emailId");

    fn blank(caller: &Caller) -> UserFields {
        let company = caller.company();
        UserFields {
            language: company.preferred_language.clone(),
            timezone: company.timezone.clone(),
            two_factor_auth: company.two_factor_auth,
            hour_cycle: Some(HourCycle::Auto),
            // Who may use only some products invites others to no more.
            products: caller.user().products.clone(),
            ..UserFields::default()
        }
    }

    fn read(fields: &mut UserFields, members: &mut Members) {
        fields::read_personal(fields, members);
        fields::read_address(fields, members);
        members.optional_id("officeId", &mut fields.office_id);
        members.ids("roleIds", MAX_ROLES, &mut fields.role_ids);
        fields::read_products(fields, members);
    }

    fn example() -> serde_json::Value {
        json!({
            "firstName": "Grace", "lastName": "Hopper", "emailId": "grace.hopper@example.com", "phone": "+31201234567",
            "jobTitle": "Dispatcher", "department": "Imports", "language": "en", "timezone": "Europe/Amsterdam",
            "twoFactorAuth": false, "dateFormat": "auto", "timeFormat": "24", "hourCycle": "24", "theme": "system", "density": "comfortable"
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut UserFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        match before {
            None => complete_new(writing, fields, faults).await?,
            Some(before) => {
                require_not_above(writing, UserId::from(before.id.as_uuid())).await?;
                if fields.email_id != before.fields.email_id {
                    let detail = "Only the user can change this address, through a link sent to the new one.";
                    faults.add(FieldProblem::member("emailId", detail));
                }
            }
        }
        check_office(writing, fields, faults).await?;
        if writing.caller.company().two_factor_auth && !fields.two_factor_auth {
            let detail = "Your company requires two-factor authentication.";
            faults.add(FieldProblem::member("twoFactorAuth", detail));
        }
        check_products(writing, before, fields, faults)?;
        check_roles(writing, before, fields, faults).await
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        let id = UserId::from(row.id.as_uuid());
        if id == writing.caller.user_id() {
            return Err(ServiceError::State("You cannot delete yourself."));
        }
        require_not_above(writing, id).await?;
        refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let Some(after) = after else {
            return Ok(());
        };
        let Some(before) = before else {
            return invitation::send(writing, after).await;
        };
        let id = UserId::from(after.id.as_uuid());
        let has_left = is_active(before) && !is_active(after);
        if has_left || before.fields.two_factor_auth != after.fields.two_factor_auth {
            // Whoever changes the own setting has just been here.
            let own = writing.caller.session();
            let spared = own.filter(|_| id == writing.caller.user_id() && !has_left);
            let cause = match has_left {
                true => EndCause::Account,
                false => EndCause::SecondFactor,
            };
            let sessions = &writing.services.sessions;
            sessions
                .end_all(writing.tx, id, spared, cause, writing.now)
                .await?;
        }
        if after.meta.deleted_at.is_some() {
            users::set_invitation(writing.tx, writing.company(), id, None).await?;
        }
        let administers = |row: &Row<Self>| {
            let roles: BTreeSet<_> = row.fields.role_ids.iter().copied().collect();
            (is_active(row), roles, row.fields.products.clone())
        };
        if administers(before) == administers(after) {
            return Ok(());
        }
        // Whoever has left, or comes back, has no open page.
        if is_active(before) && is_active(after) {
            tell_changed(writing, &BTreeSet::from([id])).await?;
        }
        require_administrator(writing.tx, writing.company()).await
    }

    async fn more(
        services: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<UserMore>, ServiceError> {
        let company = caller.company_id();
        let ids: Vec<UserId> = rows
            .iter()
            .map(|row| UserId::from(row.id.as_uuid()))
            .collect();
        let noted = users::noted(db, company, &ids).await?;
        let mut roles = roles::labels_of_users(db, company, &ids).await?;
        let mut groups = groups_of(db, caller, &ids).await?;
        let more = ids.iter().zip(rows).map(|(id, row)| {
            let roles = roles.remove(id).unwrap_or_default();
            let noted = noted.get(id).copied().unwrap_or_default();
            let is_super_admin = services.is_operators(&row.fields.email_id, noted.email_verified);
            UserMore {
                email_verified: noted.email_verified,
                is_super_admin,
                last_login_at: noted.last_login_at,
                roles: roles.into_iter().map(RoleLabel::from).collect(),
                groups: groups.remove(id).unwrap_or_default(),
            }
        });
        Ok(more.collect())
    }
}

fn is_active(row: &Row<Users>) -> bool {
    row.fields.status == UserStatus::Active && row.meta.deleted_at.is_none()
}

/// The groups that each of the users is in, by name.
async fn groups_of(
    db: &dyn Handle,
    caller: &Caller,
    ids: &[UserId],
) -> Result<std::collections::HashMap<UserId, Vec<GroupLabel>>, ServiceError> {
    let naming = Filter::Names("memberIds", ids.iter().map(UserId::as_uuid).collect());
    let listing = read::Listing {
        filter: naming,
        ..read::Listing::default()
    };
    let mut found: std::collections::HashMap<UserId, Vec<GroupLabel>> =
        std::collections::HashMap::new();
    for group in read::list::<Groups>(db, caller.company_id(), listing)
        .await?
        .rows
    {
        for member in &group.fields.member_ids {
            found.entry(*member).or_default().push(GroupLabel {
                id: group.id,
                name: group.fields.name.clone(),
            });
        }
    }
    Ok(found)
}

/// A new user is an invited one.
async fn complete_new(
    writing: &Writing<'_>,
    fields: &mut UserFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let guest = MailAddress::new("", fields.email_id.as_str());
    require_proved(writing.caller, std::iter::once(&guest))?;
    fields.status = UserStatus::Invited;
    fields.invite = Some(invitation::sent_now(writing, 0));
    if fields.office_id.is_none() {
        let head = Filter::eq::<Offices>("isHead", true);
        let head = read::find::<Offices>(writing.tx, writing.company(), head).await?;
        fields.office_id = head.map(|office| office.id);
    }
    if fields.role_ids.is_empty() {
        let default = default_role(writing).await?;
        fields.role_ids.extend(default);
    }
    if let Some(why) = refusal_of(writing.tx, writing.company(), &guest).await? {
        faults.add(FieldProblem::member("emailId", why));
    }
    // The address is one user's in the whole installation, which a transaction of one company does not see.
    let everywhere = writing.services.storage.reader();
    if users::exists(everywhere, "", &fields.email_id).await? {
        faults.add(FieldProblem::member("emailId", "This is already in use."));
    }
    Ok(())
}

async fn default_role(writing: &Writing<'_>) -> Result<Option<Id<Roles>>, ServiceError> {
    let default = Filter::eq::<Roles>("isDefault", true);
    let found = read::find::<Roles>(writing.tx, writing.company(), default).await?;
    Ok(found.map(|role| role.id))
}

async fn check_office(
    writing: &Writing<'_>,
    fields: &UserFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let known = match fields.office_id {
        Some(id) => read::get(writing.tx, writing.company(), id, Bin::Outside).await?,
        None => None,
    };
    if known.is_none() {
        let detail = "Choose an office of the company.";
        faults.add(FieldProblem::member("officeId", detail));
    }
    Ok(())
}

fn is_self(writing: &Writing<'_>, before: Option<&Row<Users>>) -> bool {
    before.is_some_and(|row| row.id.as_uuid() == writing.caller.user_id().as_uuid())
}

fn check_products(
    writing: &Writing<'_>,
    before: Option<&Row<Users>>,
    fields: &UserFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let had = match before {
        Some(row) => row.fields.products.clone(),
        None => writing.caller.user().products.clone(),
    };
    if had == fields.products {
        return Ok(());
    }
    writing.caller.require("user:assign")?;
    let all = &writing.caller.company().products;
    let given = fields.products.as_ref().unwrap_or(all);
    if is_self(writing, before) {
        let detail = "You cannot change your own products.";
        faults.add(FieldProblem::member("products", detail));
    } else if !given.iter().all(|code| all.contains(code)) {
        let detail = "Choose from the company's products.";
        faults.add(FieldProblem::member("products", detail));
    } else if !given
        .iter()
        .all(|code| writing.caller.products().contains(code))
    {
        let detail = "You cannot grant a product that you cannot use.";
        faults.add(FieldProblem::member("products", detail));
    }
    Ok(())
}

async fn check_roles(
    writing: &Writing<'_>,
    before: Option<&Row<Users>>,
    fields: &UserFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let had: BTreeSet<_> = match before {
        Some(row) => row.fields.role_ids.iter().copied().collect(),
        // Whoever may invite, gives the default role.
        None => default_role(writing).await?.into_iter().collect(),
    };
    let wanted: BTreeSet<_> = fields.role_ids.iter().copied().collect();
    let is_restored = before.is_some_and(|row| row.meta.deleted_at.is_some());
    if had == wanted && !is_restored {
        return Ok(());
    }
    let mut fault = |detail: String| faults.add(FieldProblem::member("roleIds", detail));
    if had != wanted {
        writing.caller.require("user:assign")?;
        if is_self(writing, before) {
            fault("You cannot change your own roles.".to_owned());
        }
    }
    if wanted.is_empty() {
        fault("Choose at least one role.".to_owned());
    }
    let found = read::get_all(
        writing.tx,
        writing.company(),
        &fields.role_ids,
        Bin::Outside,
    )
    .await?;
    let is_known = |role: &Row<Roles>| role.fields.is_assignable || had.contains(&role.id);
    if found.len() < wanted.len() || !found.iter().all(is_known) {
        fault("Choose assignable roles.".to_owned());
    }
    for role in found.iter().filter(|role| !had.contains(&role.id)) {
        if let Some(lacking) = beyond(writing.caller, &grants_of(&role.fields.permissions)) {
            fault(cannot_give(lacking));
        }
    }
    Ok(())
}
