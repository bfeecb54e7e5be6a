//! Half a year of work: people sign in on working days, and change contacts.
//!
//! Invariant: nothing is dated after the present.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use uuid::Uuid;
use waybill_storage::records::Id;
use waybill_storage::{Clock as _, audit, users};

use super::words::NOTES;
use super::{FillError, World, members};
use crate::caller::Caller;
use crate::collection::bulk::{BulkAction, Changes};
use crate::contact::contacts::Contacts;
use crate::log::audit::{done, subject_user};
use crate::permissions::Permission;

/// Contacts that are changed in a day.
const CHANGES: usize = 12;

/// Lets the company work until its audit trail has `wanted` entries and its clock shows `now`.
pub(super) async fn fill(
    world: &mut World,
    wanted: u64,
    colleagues: &[Caller],
    contacts: &[Uuid],
    tags: &[Uuid],
    now: Timestamp,
) -> Result<(), FillError> {
    let editors: Vec<&Caller> = colleagues.iter().filter(|it| may_change(it)).collect();
    while entries(world).await? < wanted {
        // A night; the last days are as full as it takes.
        let left = now.duration_since(world.clock.now());
        if left > SignedDuration::from_hours(48) {
            world.later(23 * 60);
        }
        let day = world.clock.now().to_zoned(TimeZone::UTC).weekday();
        let is_weekend = matches!(
            day,
            jiff::civil::Weekday::Saturday | jiff::civil::Weekday::Sunday
        );
        if is_weekend && left > SignedDuration::from_hours(48) {
            continue;
        }
        sign_ins(world, colleagues).await?;
        if let Some(editor) = world.dice.one(&editors) {
            changes(world, editor, contacts, tags).await?;
        }
    }
    Ok(())
}

async fn entries(world: &World) -> Result<u64, FillError> {
    let db = world
        .services
        .storage
        .read(world.founder.company_id())
        .await?;
    Ok(audit::count(&db, world.founder.company_id()).await?)
}

/// Three of four come to work.
async fn sign_ins(world: &mut World, colleagues: &[Caller]) -> Result<(), FillError> {
    let company = world.founder.company_id();
    let present: Vec<&Caller> = colleagues
        .iter()
        .filter(|_| world.dice.below(4) > 0)
        .collect();
    let tx = world.services.storage.begin_for(company).await?;
    for caller in present {
        let (user, at) = (caller.user(), world.clock.now());
        users::note_sign_in(&tx, company, user.id, true, at).await?;
        let entry = done(user, "user.signIn", subject_user(user), &world.source);
        audit::append(&tx, company, entry, at).await?;
        world.clock.advance(SignedDuration::from_secs(40));
    }
    Ok(tx.commit().await?)
}

async fn changes(
    world: &mut World,
    editor: &Caller,
    contacts: &[Uuid],
    tags: &[Uuid],
) -> Result<(), FillError> {
    let mut ids: Vec<Uuid> = (0..CHANGES)
        .filter_map(|_| world.dice.one(contacts).copied())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let ids: Vec<Id<Contacts>> = ids.into_iter().map(Id::from).collect();
    let changes = Changes {
        fields: change(world, editor, tags),
        ..Changes::default()
    };
    let services = &world.services;
    services
        .bulk::<Contacts>(editor, BulkAction::Edit, ids, changes, &world.source)
        .await?;
    Ok(())
}

fn change(world: &mut World, editor: &Caller, tags: &[Uuid]) -> Map<String, Value> {
    members(match world.dice.below(4) {
        0 => json!({ "favourite": world.dice.below(2) == 0 }),
        1 => json!({ "ownerId": editor.user_id().to_string() }),
        2 => json!({ "tags": world.dice.one(tags).into_iter().collect::<Vec<_>>() }),
        _ => json!({ "notes": world.dice.one(&NOTES) }),
    })
}

fn may_change(caller: &Caller) -> bool {
    "contact:bulkEdit"
        .parse()
        .is_ok_and(|right: Permission| caller.require_permission(right).is_ok())
}
