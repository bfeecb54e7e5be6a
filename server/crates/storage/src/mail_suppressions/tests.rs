//! Suppressions and keys, against a real database.

use jiff::SignedDuration;

use super::*;
use crate::Storage;
use crate::companies::tests::{NOW, company, storage};

async fn suppress(
    storage: &Storage,
    company: CompanyId,
    address: &str,
    reason: &'static str,
) -> bool {
    let tx = storage.begin_for(company).await.unwrap();
    let new = NewSuppression {
        address,
        reason,
        detail: "550 5.1.1",
    };
    let later = NOW + SignedDuration::from_secs(i64::try_from(address.len()).unwrap());
    let is_new = insert(&tx, company, new, later).await.unwrap();
    tx.commit().await.unwrap();
    is_new
}

#[tokio::test]
async fn an_address_is_suppressed_once_for_its_company() {
    let (_place, storage) = storage().await;
    let (lines, freight) = (company(&storage).await, company(&storage).await);
    assert!(suppress(&storage, lines, "joan@x.example", "bounced").await);
    assert!(!suppress(&storage, lines, "joan@x.example", "complained").await);
    let wanted = vec!["joan@x.example".to_owned(), "li@x.example".to_owned()];
    let db = storage.read(lines).await.unwrap();
    let found = among(&db, lines, wanted.clone()).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].reason.as_str(), found[0].detail.as_str()),
        ("bounced", "550 5.1.1")
    );
    drop(db);
    let db = storage.read(freight).await.unwrap();
    assert_eq!(among(&db, freight, wanted).await.unwrap(), []);
}

#[tokio::test]
async fn a_suppression_ends_in_its_own_company_only() {
    let (_place, storage) = storage().await;
    let (lines, freight) = (company(&storage).await, company(&storage).await);
    suppress(&storage, lines, "joan@x.example", "unsubscribed").await;
    let db = storage.read(lines).await.unwrap();
    let id = all(&db, lines).await.unwrap()[0].id;
    drop(db);
    let tx = storage.begin_for(freight).await.unwrap();
    assert_eq!(remove(&tx, freight, id).await.unwrap(), None);
    drop(tx);
    let tx = storage.begin_for(lines).await.unwrap();
    let ended = remove(&tx, lines, id).await.unwrap().unwrap();
    assert_eq!(ended.address, "joan@x.example");
    assert_eq!(remove(&tx, lines, id).await.unwrap(), None);
    tx.commit().await.unwrap();
    assert!(suppress(&storage, lines, "joan@x.example", "complained").await);
}

#[tokio::test]
async fn a_list_is_searched_letter_by_letter() {
    let (_place, storage) = storage().await;
    let lines = company(&storage).await;
    for address in ["a_b@x.example", "axb@x.example", "somebody@else.example"] {
        suppress(&storage, lines, address, "bounced").await;
    }
    let db = storage.read(lines).await.unwrap();
    let found = async |search: &str, limit| {
        let (rows, total) = list(&db, lines, search, limit).await.unwrap();
        let addresses: Vec<String> = rows.into_iter().map(|it| it.address).collect();
        (addresses, total)
    };
    assert_eq!(
        found("A_B", 10).await,
        (vec!["a_b@x.example".to_owned()], 1)
    );
    assert_eq!(
        found("", 1).await,
        (vec!["somebody@else.example".to_owned()], 3)
    );
}

#[tokio::test]
async fn a_company_keeps_the_key_that_it_has() {
    let (_place, storage) = storage().await;
    let (lines, freight) = (company(&storage).await, company(&storage).await);
    assert!(
        key(storage.reader(), lines.as_uuid())
            .await
            .unwrap()
            .is_none()
    );
    let tx = storage.begin_for(lines).await.unwrap();
    let first = key_or_new(&tx, lines).await.unwrap();
    let again = key_or_new(&tx, lines).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(first.secret, again.secret);
    assert_eq!(first.secret.len(), 64);
    assert!(!format!("{first:?}").contains(&first.secret));
    let tx = storage.begin_for(freight).await.unwrap();
    let others = key_or_new(&tx, freight).await.unwrap();
    assert_ne!(first.secret, others.secret);
    let found = key(storage.reader(), lines.as_uuid())
        .await
        .unwrap()
        .unwrap();
    assert_eq!((found.company_id, found.secret), (lines, first.secret));
}
