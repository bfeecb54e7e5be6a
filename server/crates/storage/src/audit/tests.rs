//! The chain, and what breaks it.

use super::*;
use crate::companies::tests::{NOW, company, storage};

fn entry(action: &'static str) -> NewAuditEntry {
    NewAuditEntry {
        actor: Actor {
            actor_type: "user".to_owned(),
            id: None,
            name: "Ann".to_owned(),
            email: "ann@lines.test".to_owned(),
        },
        action,
        subject: Subject {
            entity_type: "user".to_owned(),
            id: Uuid::nil(),
            label: "Ann".to_owned(),
        },
        changes: vec![Change {
            path: "/name".to_owned(),
            old: "Anne".into(),
            new: "Ann".into(),
            masked: false,
        }],
        result: "ok",
        reason: None,
        request_id: None,
    }
}

#[tokio::test]
async fn entries_are_listed_latest_first_and_for_their_company_alone() {
    let (_folder, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    append(&tx, lines, entry("first"), NOW).await.unwrap();
    append(&tx, cargo, entry("foreign"), NOW).await.unwrap();
    append(&tx, lines, entry("second"), NOW).await.unwrap();
    tx.commit().await.unwrap();

    let listed = list(storage.reader(), lines, Listing::default())
        .await
        .unwrap();
    let actions: Vec<_> = listed
        .rows
        .iter()
        .map(|entry| entry.action.as_str())
        .collect();
    assert_eq!(actions, ["second", "first"]);
    assert_eq!(listed.rows[0].changes, entry("second").changes);
    assert_eq!(verify(storage.reader(), lines).await.unwrap(), None);
    assert_eq!(verify(storage.reader(), cargo).await.unwrap(), None);
}

#[tokio::test]
async fn an_entry_of_a_transaction_that_was_dropped_never_was() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    append(&tx, lines, entry("lost"), NOW).await.unwrap();
    drop(tx);
    assert_eq!(
        list(storage.reader(), lines, Listing::default())
            .await
            .unwrap()
            .total,
        0
    );
}

#[tokio::test]
async fn a_changed_or_removed_entry_breaks_the_chain() {
    let (_folder, storage) = storage().await;
    for tampering in [
        "UPDATE audit_entries SET actor_name = 'Eve' WHERE seq = 2",
        "UPDATE audit_entries SET at = at + 1 WHERE seq = 2",
        "DELETE FROM audit_entries WHERE seq = 2",
    ] {
        let lines = company(&storage).await;
        let tx = storage.begin().await.unwrap();
        for action in ["first", "second", "third"] {
            append(&tx, lines, entry(action), NOW).await.unwrap();
        }
        assert_eq!(verify(&tx, lines).await.unwrap(), None);
        tx.connection().execute_unprepared(tampering).await.unwrap();
        assert_eq!(verify(&tx, lines).await.unwrap(), Some(2), "{tampering}");
    }
}
