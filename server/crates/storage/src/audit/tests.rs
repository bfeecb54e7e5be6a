//! The chain, and what breaks it.

use super::*;
use crate::audit::list::{Condition, Field, FieldValue};
use crate::companies::tests::{NOW, company, storage};
use crate::listing::{Direction, Total};
use crate::records::Op;
use crate::records::read::Part;

pub(crate) fn entry(action: &'static str) -> NewAuditEntry {
    NewAuditEntry {
        actor: Actor {
            actor_type: "user".to_owned(),
            id: None,
            name: "Ann".to_owned(),
            email: "ann@lines.test".to_owned(),
        },
        action: action.to_owned(),
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
        batch_id: None,
        origin: "ui",
        ip: None,
        browser: None,
        session_ref: None,
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

    let listed = list(storage.reader(), lines, AuditListing::default())
        .await
        .unwrap();
    let actions: Vec<_> = listed
        .rows
        .iter()
        .map(|entry| entry.action.as_str())
        .collect();
    assert_eq!(actions, ["second", "first"]);
    assert_eq!(listed.rows[0].changes, entry("second").changes);
    let walked = async |company| {
        let chain = verify(storage.reader(), company).await.unwrap();
        (chain.entries, chain.broken_at)
    };
    assert_eq!(walked(lines).await, (2, None));
    assert_eq!(walked(cargo).await, (1, None));
}

#[tokio::test]
async fn a_commit_writes_all_entries_of_its_transaction_in_their_order() {
    let (_folder, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    for at in 0..1203 {
        let company = if at % 3 == 0 { cargo } else { lines };
        let mut numbered = entry("numbered");
        numbered.subject.label = at.to_string();
        append(&tx, company, numbered, NOW).await.unwrap();
    }
    let chain = verify(&tx, lines).await.unwrap();
    assert_eq!((chain.entries, chain.broken_at), (802, None));
    append(&tx, lines, entry("last"), NOW).await.unwrap();
    tx.commit().await.unwrap();
    for (company, count) in [(lines, 803), (cargo, 401)] {
        let chain = verify(storage.reader(), company).await.unwrap();
        assert_eq!((chain.entries, chain.broken_at), (count, None));
    }
    let sort = vec![(list::SORT_KEYS[0], Direction::Ascending)];
    let listing = AuditListing {
        sort,
        ..AuditListing::default()
    };
    let listed = list(storage.reader(), cargo, listing).await.unwrap();
    let labels = listed.rows.iter().map(|it| it.subject.label.clone());
    let expected = (0..1203).step_by(3).map(|at: i32| at.to_string());
    assert!(labels.eq(expected));
}

#[tokio::test]
async fn an_entry_of_a_transaction_that_was_dropped_never_was() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    append(&tx, lines, entry("lost"), NOW).await.unwrap();
    drop(tx);
    assert_eq!(
        list(storage.reader(), lines, AuditListing::default())
            .await
            .unwrap()
            .total,
        Some(Total::exact(0))
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
        assert_eq!(verify(&tx, lines).await.unwrap().broken_at, None);
        tx.executor().execute_unprepared(tampering).await.unwrap();
        let chain = verify(&tx, lines).await.unwrap();
        assert_eq!(
            (chain.entries, chain.broken_at),
            (1, Some(2)),
            "{tampering}"
        );
    }
}

#[tokio::test]
async fn actions_are_sorted_by_their_bytes() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    for action in ["user.b", "userA", "user", "User.b", "user-b", "userä"] {
        append(&tx, lines, entry(action), NOW).await.unwrap();
    }
    let listing = AuditListing {
        sort: vec![(list::SORT_KEYS[1], Direction::Ascending)],
        ..AuditListing::default()
    };
    let listed = list(&tx, lines, listing).await.unwrap();
    let actions: Vec<_> = listed.rows.iter().map(|it| it.action.as_str()).collect();
    assert_eq!(
        actions,
        ["User.b", "user", "user-b", "user.b", "userA", "userä"]
    );
}

#[tokio::test]
async fn parts_behind_cursors_hold_every_entry_once() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    for action in ["b", "a", "c", "a", "b", "a", "c"] {
        append(&tx, lines, entry(action), NOW).await.unwrap();
    }
    for (sort, expected) in [
        (vec![], "cabacab"),
        (vec![(list::SORT_KEYS[0], Direction::Ascending)], "bacabac"),
        (vec![(list::SORT_KEYS[1], Direction::Descending)], "ccbbaaa"),
    ] {
        let mut said = String::new();
        let mut cursor = None;
        loop {
            let listing = AuditListing {
                sort: sort.clone(),
                part: Part::After {
                    cursor,
                    limit: 2,
                    counted: false,
                },
                ..AuditListing::default()
            };
            let page = list(&tx, lines, listing).await.unwrap();
            assert!(page.rows.len() <= 2);
            said.extend(page.rows.iter().map(|row| row.action.as_str()));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(said, expected);
    }
}

#[tokio::test]
async fn entries_are_found_by_their_fields_and_by_what_is_missing() {
    let (_folder, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let (batch, user) = (BatchId::generate(), UserId::generate());
    let mut of_batch = entry("contact.edit");
    of_batch.batch_id = Some(batch);
    of_batch.actor.id = Some(user);
    append(&tx, lines, of_batch, NOW).await.unwrap();
    append(&tx, lines, entry("user.signIn"), NOW).await.unwrap();
    let found = async |name: &str, op, values: Vec<FieldValue>| {
        let field = Field::named(name).unwrap();
        let listing = AuditListing {
            conditions: vec![Condition::new(field, op, values).unwrap()],
            ..AuditListing::default()
        };
        let page = list(&tx, lines, listing).await.unwrap();
        let mut actions: Vec<_> = page.rows.into_iter().map(|row| row.action).collect();
        actions.sort();
        actions.join(" ")
    };
    let text = |text: &str| FieldValue::Text(text.to_owned());
    let id = FieldValue::Id(batch.as_uuid());
    assert_eq!(
        found("batchId", Op::Eq, vec![id.clone()]).await,
        "contact.edit"
    );
    assert_eq!(
        found("batchId", Op::Ne, vec![id.clone()]).await,
        "user.signIn"
    );
    assert_eq!(
        found("batchId", Op::In, vec![id, FieldValue::Missing]).await,
        "contact.edit user.signIn"
    );
    assert_eq!(
        found("batchId", Op::Eq, vec![FieldValue::Missing]).await,
        "user.signIn"
    );
    assert_eq!(
        found("actor.id", Op::Eq, vec![FieldValue::Id(user.as_uuid())]).await,
        "contact.edit"
    );
    assert_eq!(
        found("action", Op::Starts, vec![text("user.")]).await,
        "user.signIn"
    );
    assert_eq!(
        found("action", Op::Has, vec![text("edit")]).await,
        "contact.edit"
    );
    assert_eq!(found("at", Op::Gt, vec![FieldValue::Moment(NOW)]).await, "");
    let at = Field::named("at").unwrap();
    assert!(Condition::new(at, Op::Eq, vec![text("now")]).is_none());
    assert!(Condition::new(at, Op::Has, vec![FieldValue::Moment(NOW)]).is_none());
}
