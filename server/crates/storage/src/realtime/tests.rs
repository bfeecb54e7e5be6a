//! Subtrees, against a real database.

use super::*;
use crate::Storage;
use crate::testing::storage;

const NAMESPACE: &str = "test-default-rtdb";

fn leaf_at(path: &str, value: &str) -> Leaf {
    Leaf {
        path: path.to_owned(),
        value: value.to_owned(),
    }
}

async fn put_all(storage: &Storage, paths: &[&str]) {
    let leaves: Vec<Leaf> = paths.iter().map(|it| leaf_at(it, "1")).collect();
    let tx = storage.begin().await.unwrap();
    put(&tx, NAMESPACE, &leaves).await.unwrap();
    tx.commit().await.unwrap();
}

async fn paths_within(storage: &Storage, path: &str) -> Vec<String> {
    let leaves = subtree(storage.reader(), NAMESPACE, path).await.unwrap();
    leaves.into_iter().map(|it| it.path).collect()
}

#[tokio::test]
async fn a_subtree_is_its_row_and_what_is_behind_its_slash() {
    let (_place, storage) = storage().await;
    let paths = [
        "a",
        "a b/x",
        "a!/x",
        "a-b",
        "a/.priority",
        "a/1",
        "a/b/c",
        "a/é😀",
        "a0",
        "ab/c",
        "b",
    ];
    put_all(&storage, &paths).await;
    let within = paths_within(&storage, "a").await;
    assert_eq!(within, ["a", "a/.priority", "a/1", "a/b/c", "a/é😀"]);
    assert_eq!(paths_within(&storage, "a/b").await, ["a/b/c"]);
    assert_eq!(paths_within(&storage, "a/é😀").await, ["a/é😀"]);
    assert!(paths_within(&storage, "none").await.is_empty());
    assert_eq!(paths_within(&storage, "").await.len(), paths.len());
    let other = subtree(storage.reader(), "other", "").await.unwrap();
    assert!(other.is_empty());
}

#[tokio::test]
async fn leaves_are_written_over_and_deleted() {
    let (_place, storage) = storage().await;
    let many: Vec<String> = (0..600).map(|it| format!("m/{it:03}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    put_all(&storage, &many).await;
    let tx = storage.begin().await.unwrap();
    lock(&tx, NAMESPACE, "m").await.unwrap();
    put(&tx, NAMESPACE, &[leaf_at("m/000", "\"two\"")])
        .await
        .unwrap();
    let gone: Vec<String> = many.iter().skip(2).map(|&it| it.to_owned()).collect();
    delete(&tx, NAMESPACE, &gone).await.unwrap();
    tx.commit().await.unwrap();
    let asked = ["m/000", "m/001", "m/002"].map(str::to_owned);
    let left = at(storage.reader(), NAMESPACE, &asked).await.unwrap();
    assert_eq!(left, [leaf_at("m/000", "\"two\""), leaf_at("m/001", "1")]);
    assert_eq!(paths_within(&storage, "m").await.len(), 2);
}

#[tokio::test]
async fn a_priority_alone_is_nothing() {
    let (_place, storage) = storage().await;
    put_all(&storage, &["a/.priority", "b/.priority", "b/c"]).await;
    for (path, expected) in [("a", false), ("b", true), ("b/c", true), ("c", false)] {
        let found = exists(storage.reader(), NAMESPACE, path).await.unwrap();
        assert_eq!(found, expected, "{path}");
    }
}

#[tokio::test]
async fn a_path_of_the_greatest_length_is_stored() {
    let (_place, storage) = storage().await;
    // Of many different characters, so that PostgreSQL cannot compress it.
    let key: String = (0..2048_u32)
        .map(|it| char::from(b'A' + (it * it % 57) as u8))
        .collect();
    put_all(&storage, &[&key]).await;
    assert_eq!(paths_within(&storage, &key).await, [key]);
}
