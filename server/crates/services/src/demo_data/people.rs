//! Roles and colleagues.
//!
//! Invariant: colleagues have no account, so nobody can sign in as one of them.

use serde_json::{Value, json};
use waybill_storage::records::Id;
use waybill_storage::users::{self, NewUser};
use waybill_storage::{Clock as _, UserId, audit, offices, roles};

use super::words::{FIRST, JOBS, LAST, PLACES};
use super::{FillError, World, members};
use crate::caller::Caller;
use crate::collection::write::Expected;
use crate::error::ServiceError;
use crate::iam::roles::Roles;
use crate::iam::user::UserStatus;
use crate::iam::users::Users;
use crate::log::audit::{done, subject_user};
use crate::permissions::{Action, Resource};

/// Roles besides those that every company has: name, what for, colour, what they work on.
const ROLES: [(&str, &str, &str, &[&str]); 4] = [
    (
        "Sales",
        "Looks after customers and writes to them.",
        "teal",
        &["contact", "contactTag", "template", "mail"],
    ),
    (
        "Customs",
        "Prepares declarations and keeps the documents.",
        "amber",
        &["file", "contact", "issue"],
    ),
    (
        "Finance",
        "Checks invoices and reads reports.",
        "indigo",
        &["report", "file"],
    ),
    (
        "Planning",
        "Keeps ports and places of receipt right.",
        "pink",
        &["port.airport", "port.oceanport", "issue"],
    ),
];

/// How many of ten colleagues hold which role.
const HOLDERS: [&str; 10] = [
    "Operator", "Sales", "Operator", "Manager", "Customs", "Operator", "Finance", "Planning",
    "Viewer", "Operator",
];

/// Makes roles and colleagues; gives everybody, the founder first.
pub(super) async fn fill(world: &World, count: usize) -> Result<Vec<Caller>, FillError> {
    let mut all = vec![world.founder.clone()];
    if count < 2 {
        return Ok(all);
    }
    for (name, description, color, resources) in ROLES {
        let permissions: Vec<_> = resources.iter().map(|it| grant(it)).collect();
        let body = json!({ "name": name, "description": description, "color": color, "permissions": permissions });
        let services = &world.services;
        let made = services
            .create::<Roles>(&world.founder, members(body), &world.source, None)
            .await;
        made?;
        world.later(4);
    }
    for at in 1..count {
        all.push(colleague(world, at).await?);
        world.later(11);
    }
    Ok(all)
}

/// To see, make and change what the resource is about, as far as it can be.
fn grant(name: &str) -> Value {
    let possible = name
        .parse()
        .map_or(&[][..], |resource: Resource| resource.actions());
    let wanted = [Action::View, Action::Create, Action::Edit].into_iter();
    let actions = wanted.filter(|it| possible.contains(it));
    let actions: Vec<&str> = actions.map(Action::as_str).collect();
    json!({ "resource": name, "actions": actions, "scope": "company" })
}

async fn colleague(world: &World, at: usize) -> Result<Caller, FillError> {
    let (services, founder) = (&world.services, &world.founder);
    let company = founder.company_id();
    let storage = &services.storage;
    let head = offices::all(storage.reader(), company).await?;
    let head = head.first().ok_or(ServiceError::NotFound)?;
    let wanted = HOLDERS[at % HOLDERS.len()];
    let known = roles::all(storage.reader(), company).await?;
    let role = known.into_iter().find(|it| it.name == wanted);
    let role = role.ok_or(ServiceError::NotFound)?;
    let (first, last) = (FIRST[at % FIRST.len()], LAST[(at * 7) % LAST.len()]);
    let id = UserId::generate();
    let address = waybill_storage::folding::fold(&format!("{first}.{last}"));
    let address: String = address
        .chars()
        .filter(|it| it.is_ascii_alphanumeric() || *it == '.')
        .collect();
    let new = NewUser {
        id,
        identity_uid: format!("demo-{id}"),
        email: format!("{address}@meridian-freight.example"),
        email_verified: true,
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        office_id: head.id,
        status: UserStatus::Active.as_str().to_owned(),
        language: "en".to_owned(),
        timezone: PLACES[0].timezone.to_owned(),
    };
    let now = world.clock.now();
    let tx = storage.begin_for(company).await?;
    let user = users::insert(&tx, company, new, founder.user_id(), now).await?;
    roles::give(&tx, company, id, role.id).await?;
    let entry = done(
        founder.user(),
        "user.create",
        subject_user(&user),
        &world.source,
    );
    audit::append(&tx, company, entry, now).await?;
    tx.commit().await?;
    let (job, department) = JOBS[at % JOBS.len()];
    let body =
        json!({ "jobTitle": job, "department": department, "phone": format!("+3110555{at:04}") });
    let row = Id::<Users>::from(id.as_uuid());
    services
        .change::<Users>(founder, row, Expected::Any, members(body), &world.source)
        .await?;
    Ok(services.caller(id).await?)
}
