//! Who may hold which role, and how members are counted.

use super::*;
use crate::companies::tests::{NOW, company, storage, user};

fn role(name: &str) -> NewRole {
    NewRole {
        name: name.to_owned(),
        code: name.to_lowercase(),
        description: String::new(),
        color: "slate".to_owned(),
        role_type: "custom".to_owned(),
        is_default: false,
        is_assignable: true,
        permissions: Vec::new(),
    }
}

#[tokio::test]
async fn a_role_is_never_given_across_companies() {
    let (_folder, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    let foreign = user(&tx, cargo, "bob@cargo.test").await;
    let role = insert(&tx, lines, role("Clerk"), foreign, NOW)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    for company in [lines, cargo] {
        let tx = storage.begin().await.unwrap();
        let refused = give(&tx, company, foreign, role.id).await;
        assert!(
            matches!(refused, Err(StorageError::Conflict)),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn names_are_unique_in_a_company_whatever_their_case() {
    let (_folder, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    let by = UserId::generate();
    insert(&tx, lines, role("Clerk"), by, NOW).await.unwrap();
    insert(&tx, cargo, role("Clerk"), by, NOW).await.unwrap();
    let twin = NewRole {
        code: "other".to_owned(),
        ..role("CLÉRK")
    };
    let refused = insert(&tx, lines, twin, by, NOW).await;
    assert!(
        matches!(refused, Err(StorageError::Conflict)),
        "{refused:?}"
    );
}

#[tokio::test]
async fn members_are_counted_and_roles_come_by_name() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let (ann, bob) = (
        user(&tx, lines, "ann@lines.test").await,
        user(&tx, lines, "bob@lines.test").await,
    );
    let writer = insert(&tx, lines, role("Writer"), ann, NOW).await.unwrap();
    let clerk = insert(&tx, lines, role("clerk"), ann, NOW).await.unwrap();
    for (user, role) in [(ann, writer.id), (ann, clerk.id), (bob, clerk.id)] {
        give(&tx, lines, user, role).await.unwrap();
    }
    let listed = all(&tx, lines).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|role| role.name.as_str()).collect();
    assert_eq!(listed, ["clerk", "Writer"]);
    let held = holders(&tx, lines, &[writer.id, clerk.id]).await.unwrap();
    let of = |role| held.iter().filter(|it| it.role == role).count();
    assert_eq!((of(clerk.id), of(writer.id)), (2, 1));

    let found = of_users(&tx, lines, &[ann, bob]).await.unwrap();
    let names = |user| {
        found[&user]
            .iter()
            .map(|role| role.name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (names(ann), names(bob)),
        (vec!["clerk", "Writer"], vec!["clerk"])
    );
    let labels = labels_of_users(&tx, lines, &[ann, bob]).await.unwrap();
    for user in [ann, bob] {
        let called: Vec<_> = labels[&user].iter().map(|it| it.name.as_str()).collect();
        assert_eq!(called, names(user));
    }
}
