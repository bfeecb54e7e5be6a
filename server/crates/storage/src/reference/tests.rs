//! A company's own rows hide the seed's, for that company alone.

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait as _, EntityTrait as _, IntoActiveModel as _};

use super::*;
use crate::companies::tests::{NOW, company, storage};
use crate::database::sealed::Connected as _;
use crate::listing::{Listing, Window};

#[tokio::test]
async fn a_row_of_a_company_hides_the_seed_row_of_the_same_key() {
    let (_folder, storage) = storage().await;
    seed::load(&storage, NOW).await.unwrap();
    let (lines, cargo) = (company(&storage).await, company(&storage).await);

    let tx = storage.begin().await.unwrap();
    let dutch = countries::seeded(&tx, "NL").await.unwrap().unwrap();
    let row = countries::entity::Entity::find_by_id(dutch.id)
        .one(tx.connection())
        .await
        .unwrap()
        .unwrap();
    let mut own = row.into_active_model();
    own.id = Set(ReferenceId::generate());
    own.company_id = Set(Some(lines));
    own.name = Set("Holland".to_owned());
    own.search_key = Set("holland".to_owned());
    own.insert(tx.connection()).await.unwrap();

    let names = async |company, search: &str| {
        let listing = Listing {
            search: search.to_owned(),
            ..Listing::default()
        };
        let listed = countries::list(&tx, company, None, listing).await.unwrap();
        listed
            .rows
            .into_iter()
            .map(|row| (row.name, row.is_local_override))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(lines, "holland").await,
        [("Holland".to_owned(), true)]
    );
    assert_eq!(names(lines, "nld").await, []);
    assert_eq!(
        names(cargo, "nld").await,
        [("Netherlands".to_owned(), false)]
    );
    assert_eq!(names(cargo, "holland").await, []);
    for company in [lines, cargo] {
        assert_eq!(countries::count(&tx, company).await.unwrap(), 250);
    }
}

#[tokio::test]
async fn a_value_is_hidden_by_group_and_code_together() {
    let (_folder, storage) = storage().await;
    seed::load(&storage, NOW).await.unwrap();
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let filter = || picklists::ValueFilter {
        group: Some("company_type".to_owned()),
        ..Default::default()
    };
    let seeded = picklists::values(&tx, lines, filter(), Listing::default())
        .await
        .unwrap();
    // `warehouse` is a code of company types and of contact roles.
    let warehouse = seeded
        .rows
        .iter()
        .find(|value| value.code == "warehouse")
        .unwrap();
    let row = picklists::value::Entity::find_by_id(warehouse.id)
        .one(tx.connection())
        .await
        .unwrap()
        .unwrap();
    let mut own = row.into_active_model();
    own.id = Set(ReferenceId::generate());
    own.company_id = Set(Some(lines));
    own.enabled = Set(false);
    own.insert(tx.connection()).await.unwrap();

    let enabled = async |group: &str| {
        let filter = picklists::ValueFilter {
            group: Some(group.to_owned()),
            enabled: Some(true),
            ..Default::default()
        };
        let listed = picklists::values(&tx, lines, filter, Listing::default())
            .await
            .unwrap();
        listed
            .rows
            .into_iter()
            .any(|value| value.code == "warehouse")
    };
    assert!(!enabled("company_type").await);
    assert!(enabled("contact_role").await);
}

#[tokio::test]
async fn pages_join_into_the_whole_list() {
    let (_folder, storage) = storage().await;
    seed::load(&storage, NOW).await.unwrap();
    let lines = company(&storage).await;
    let page = async |window| {
        let listing = Listing {
            window,
            ..Listing::default()
        };
        picklists::values(
            storage.reader(),
            lines,
            picklists::ValueFilter::default(),
            listing,
        )
        .await
        .unwrap()
    };
    let whole = page(None).await;
    let mut joined = Vec::new();
    for offset in (0..whole.total).step_by(500) {
        let part = page(Some(Window { offset, limit: 500 })).await;
        assert_eq!(part.total, whole.total);
        joined.extend(part.rows);
    }
    assert_eq!(joined, whole.rows);
}
