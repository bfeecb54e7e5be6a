//! Adoptions against a real database.

use super::*;
use crate::Storage;
use crate::companies::tests::{NOW, company, storage, user};

fn told(user: UserId, company: Uuid, email: &str) -> Told {
    let text = str::to_owned;
    Told {
        user: AdoptedUser {
            id: user,
            identity_uid: Some(format!("uid of {user}")),
            email: email.to_owned(),
            email_verified: true,
            first_name: text("Ada"),
            last_name: text("Lovelace"),
            name: text("Ada Lovelace"),
            phone: String::new(),
            job_title: text("Planner"),
            department: text("Sea"),
            products: Some(vec![text("mail")]),
            two_factor_auth: false,
            language: text("en"),
            timezone: text("Europe/Amsterdam"),
            date_format: text("auto"),
            time_format: text("24"),
            hour_cycle: Some(text("auto")),
            theme: text("dark"),
            density: text("compact"),
        },
        company: AdoptedCompany {
            id: company,
            name: text("Lines"),
            company_type: text("forwarder"),
            account_type: text("trial"),
            account_setup: text("done"),
            preferred_language: text("en"),
            operating_country: text("NL"),
            currency: text("EUR"),
            timezone: text("Europe/Amsterdam"),
            address: companies::Address::default(),
            phone: String::new(),
            plan: None,
            products: vec![text("mail")],
        },
        office: None,
        grants: vec![grant("view")],
        answer_hash: text("h1"),
    }
}

fn grant(action: &str) -> Grant {
    Grant {
        resource: "contact".to_owned(),
        actions: vec![action.to_owned()],
        scope: "company".to_owned(),
    }
}

async fn adopt(storage: &Storage, told: Told) -> Result<(), StorageError> {
    let tx = storage.begin().await?;
    write(&tx, told, NOW).await?;
    tx.commit().await
}

#[tokio::test]
async fn of_whom_something_may_have_changed_is_asked_again() {
    use crate::login_sessions::{self, NewLoginSession, Place, tokens::Proof};
    let (_folder, storage) = storage().await;
    let people = [(); 2].map(|()| (UserId::generate(), Uuid::now_v7()));
    let mut sessions = Vec::new();
    for (user, company) in people {
        let address = format!("{user}@lines.test");
        adopt(&storage, told(user, company, &address))
            .await
            .unwrap();
        let tx = storage.begin().await.unwrap();
        let new = NewLoginSession {
            sid_hash: &address,
            user_id: user,
            sign_in_method: "sdk",
            place: Place::default(),
            authenticated_at: None,
        };
        let session = login_sessions::insert(&tx, new, NOW).await.unwrap();
        let proof = Proof {
            token_hash: address,
            at: NOW,
        };
        tokens::note(&tx, session.id, &proof).await.unwrap();
        tx.commit().await.unwrap();
        sessions.push(session.id);
    }
    let (user, _) = people[0];
    let company = of_user(storage.reader(), user).await.unwrap().unwrap();
    let tx = storage.begin_for(company.company_id).await.unwrap();
    doubt(&tx, company.company_id).await.unwrap();
    tx.commit().await.unwrap();
    let mut proved = Vec::new();
    for id in sessions {
        let session = login_sessions::get(storage.reader(), id).await.unwrap();
        proved.push(session.unwrap().proof.is_some());
    }
    assert_eq!(proved, [false, true]);
}

#[tokio::test]
async fn a_user_is_what_was_told_of_it_last() {
    let (_folder, storage) = storage().await;
    let (ada, lines) = (UserId::generate(), Uuid::now_v7());
    adopt(&storage, told(ada, lines, "Ada@Lines.test"))
        .await
        .unwrap();
    let reader = storage.reader();
    let (user, company) = users::by_id(reader, ada).await.unwrap().unwrap();
    assert_eq!(
        (company.id.as_uuid(), company.name.as_str()),
        (lines, "Lines")
    );
    assert_eq!(
        (user.email.as_str(), user.status.as_str()),
        ("ada@lines.test", "active")
    );
    assert_eq!(user.theme, "dark");
    assert!(user.email_verified);
    let found = users::by_identity(reader, &format!("uid of {ada}")).await;
    assert_eq!(found.unwrap().unwrap().0.id, ada);

    let mut next = told(ada, lines, "ada@lines.test");
    next.user.name = "Ada King".to_owned();
    next.user.identity_uid = None;
    next.user.email_verified = false;
    next.company.name = "Lines & Sons".to_owned();
    next.grants = vec![grant("edit")];
    next.answer_hash = "h2".to_owned();
    adopt(&storage, next).await.unwrap();
    let (user, company) = users::by_id(reader, ada).await.unwrap().unwrap();
    assert_eq!(user.name, "Ada King");
    assert_eq!(company.name, "Lines & Sons");
    assert!(!user.email_verified);
    assert!(
        user.identity_uid.is_some(),
        "an account that is not named stays"
    );
    let adoption = of_user(reader, ada).await.unwrap().unwrap();
    assert_eq!(adoption.answer_hash, "h2");
    let db = storage.read(company.id).await.unwrap();
    let roles = roles::of_users(&db, company.id, &[ada]).await.unwrap();
    assert_eq!(roles[&ada].len(), 1);
    assert_eq!(roles[&ada][0].permissions, [grant("edit")]);
}

#[tokio::test]
async fn what_this_database_keeps_itself_is_not_written() {
    let (_folder, storage) = storage().await;
    let own = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let bob = user(&tx, own, "bob@lines.test").await;
    tx.commit().await.unwrap();
    let before = users::by_id(storage.reader(), bob).await.unwrap();
    for told in [
        told(bob, own.as_uuid(), "bob@lines.test"),
        told(bob, Uuid::now_v7(), "bob@lines.test"),
        told(UserId::generate(), own.as_uuid(), "eve@lines.test"),
        told(UserId::generate(), Uuid::now_v7(), "bob@lines.test"),
    ] {
        let refused = adopt(&storage, told).await;
        assert!(
            matches!(refused, Err(StorageError::Conflict)),
            "{refused:?}"
        );
    }
    assert_eq!(users::by_id(storage.reader(), bob).await.unwrap(), before);
    assert_eq!(users::count(storage.reader(), own).await.unwrap(), 1);
}

#[tokio::test]
async fn an_address_that_has_passed_to_another_user_is_the_others() {
    let (_folder, storage) = storage().await;
    let (ada, bob, lines) = (UserId::generate(), UserId::generate(), Uuid::now_v7());
    for user in [ada, bob] {
        adopt(&storage, told(user, lines, "desk@lines.test"))
            .await
            .unwrap();
    }
    let reader = storage.reader();
    let (first, _) = users::by_id(reader, ada).await.unwrap().unwrap();
    let (second, _) = users::by_id(reader, bob).await.unwrap().unwrap();
    assert_eq!(second.email, "desk@lines.test");
    assert_eq!(first.email, format!("{ada}@address.invalid"));
}

#[tokio::test]
async fn a_user_stays_in_its_company_and_offices_are_shared() {
    let (_folder, storage) = storage().await;
    let (ada, bob, lines) = (UserId::generate(), UserId::generate(), Uuid::now_v7());
    let office = AdoptedOffice {
        id: offices::OfficeId::generate(),
        name: "Rotterdam".to_owned(),
    };
    for (user, email) in [(ada, "ada@lines.test"), (bob, "bob@lines.test")] {
        let mut told = told(user, lines, email);
        told.office = Some(office.clone());
        adopt(&storage, told).await.unwrap();
    }
    let (user, company) = users::by_id(storage.reader(), bob).await.unwrap().unwrap();
    assert_eq!(user.office_id, office.id);
    let db = storage.read(company.id).await.unwrap();
    assert_eq!(offices::all(&db, company.id).await.unwrap().len(), 1);
    let elsewhere = adopt(&storage, told(ada, Uuid::now_v7(), "ada@lines.test")).await;
    assert!(matches!(elsewhere, Err(StorageError::Conflict)));
}

#[tokio::test]
async fn a_role_of_an_adopted_user_is_its_own() {
    let (_folder, storage) = storage().await;
    let (ada, bob, lines) = (UserId::generate(), UserId::generate(), Uuid::now_v7());
    for (user, email) in [(ada, "ada@lines.test"), (bob, "bob@lines.test")] {
        adopt(&storage, told(user, lines, email)).await.unwrap();
    }
    let of = async |user| of_user(storage.reader(), user).await.unwrap().unwrap();
    assert_ne!(of(ada).await.role_id, of(bob).await.role_id);
}
