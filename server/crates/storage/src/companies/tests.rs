//! A company and its first user, and the small ones that other modules' tests begin with.

use super::*;
use crate::users::{self, NewUser};
use crate::{Storage, offices};

pub(crate) const NOW: Timestamp = Timestamp::UNIX_EPOCH;

pub(crate) use crate::testing::storage;

fn new_company() -> NewCompany {
    NewCompany {
        name: "Lines".to_owned(),
        company_type: "forwarder".to_owned(),
        account_type: "trial".to_owned(),
        account_setup: "pending".to_owned(),
        preferred_language: "en".to_owned(),
        operating_country: "NL".to_owned(),
        currency: "EUR".to_owned(),
        timezone: "Europe/Amsterdam".to_owned(),
        plan: Some(Plan {
            name: "Trial".to_owned(),
            expiry_date: Some(jiff::civil::date(2026, 12, 20)),
        }),
        products: vec!["mail".to_owned()],
    }
}

/// A new company, committed.
pub(crate) async fn company(storage: &Storage) -> CompanyId {
    let tx = storage.begin().await.unwrap();
    let company = insert(&tx, new_company(), UserId::generate(), NOW)
        .await
        .unwrap();
    offices::insert_head(
        &tx,
        company.id,
        "Head office",
        "UTC",
        UserId::generate(),
        NOW,
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    company.id
}

/// A new user of the company.
pub(crate) async fn user(tx: &Transaction, company: CompanyId, email: &str) -> UserId {
    let office = offices::all(tx, company).await.unwrap().remove(0);
    let id = UserId::generate();
    let new = NewUser {
        id,
        identity_uid: email.to_owned(),
        email: email.to_owned(),
        email_verified: false,
        first_name: email.split('@').next().unwrap_or_default().to_owned(),
        last_name: String::new(),
        office_id: office.id,
        status: "active".to_owned(),
        language: "en".to_owned(),
        timezone: "UTC".to_owned(),
    };
    users::insert(tx, company, new, id, NOW).await.unwrap();
    id
}

#[tokio::test]
async fn a_company_reads_back_as_it_was_written() {
    let (_folder, storage) = storage().await;
    let tx = storage.begin().await.unwrap();
    let written = insert(&tx, new_company(), UserId::generate(), NOW)
        .await
        .unwrap();
    assert_eq!(written.plan, new_company().plan);
    assert_eq!(get(&tx, written.id).await.unwrap(), Some(written.clone()));
    set_contract(&tx, written.id, "trial", None, NOW)
        .await
        .unwrap();
    let after = get(&tx, written.id).await.unwrap().unwrap();
    assert_eq!((after.plan, after.version), (None, 2));
}

#[tokio::test]
async fn a_user_is_found_by_identity_and_by_its_company_alone() {
    let (_folder, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    let ann = user(&tx, lines, "Ann@Lines.test").await;
    let (found, of) = users::by_identity(&tx, "Ann@Lines.test")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (found.id, of.id, found.email.as_str()),
        (ann, lines, "ann@lines.test")
    );
    assert!(users::exists(&tx, "", "ANN@lines.test").await.unwrap());
    assert!(!users::exists(&tx, "", "bob@lines.test").await.unwrap());
    assert_eq!(users::get(&tx, cargo, ann).await.unwrap(), None);
    assert!(
        !users::set_status(&tx, cargo, ann, "suspended", None, NOW)
            .await
            .unwrap()
    );
    assert_eq!(
        users::get(&tx, lines, ann).await.unwrap().unwrap().status,
        "active"
    );
}

#[tokio::test]
async fn an_identity_takes_up_an_invitation_once() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let ann = user(&tx, lines, "ann@lines.test").await;
    users::set_invitation(&tx, lines, ann, Some("hash"))
        .await
        .unwrap();
    let (found, of) = users::by_invitation(&tx, "hash").await.unwrap().unwrap();
    assert_eq!((found.id, of.id), (ann, lines));
    users::link_identity(&tx, lines, ann, "uid", true)
        .await
        .unwrap();
    assert_eq!(users::by_invitation(&tx, "hash").await.unwrap(), None);
    let (found, _) = users::by_identity(&tx, "uid").await.unwrap().unwrap();
    assert!(found.email_verified);
}

#[tokio::test]
async fn what_is_noted_makes_no_version_and_survives_a_change() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let ann = user(&tx, lines, "ann@lines.test").await;
    let later = NOW + jiff::SignedDuration::from_hours(1);
    users::note_sign_in(&tx, lines, ann, true, later)
        .await
        .unwrap();
    assert!(
        users::set_status(&tx, lines, ann, "suspended", Some("Left"), NOW)
            .await
            .unwrap()
    );
    let found = users::get(&tx, lines, ann).await.unwrap().unwrap();
    assert_eq!((found.version, found.last_login_at), (2, Some(later)));
    assert_eq!(found.status_reason.as_deref(), Some("Left"));
    let noted = users::noted(&tx, lines, &[ann]).await.unwrap();
    assert_eq!(noted[&ann].last_login_at, Some(later));
    assert!(noted[&ann].email_verified);
}
