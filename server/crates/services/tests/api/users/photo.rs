//! Photos of users: whose they are, who sees them, and what is left of what came.

use super::*;
use crate::requests::picture;

const FILES: &str = "/drive/api/v1/filesystem/file";

fn path_of(user: &Actor) -> String {
    format!("{USERS}/{}/photo", user.id())
}

async fn put(actor: &Actor, path: &str, etag: &str, content: Vec<u8>) -> Answer {
    let headers = [
        ("content-type", "application/octet-stream"),
        ("if-match", etag),
    ];
    actor.send_with(Method::PUT, path, &headers, content).await
}

async fn set(actor: &Actor, path: &str) -> Value {
    put(actor, path, "*", picture()).await.data(StatusCode::OK)
}

#[tokio::test]
async fn a_user_without_any_right_has_a_photo_that_colleagues_see() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let mine = format!("{USERS}/me/photo");
    assert_eq!(bob.get(&path_of(&bob)).await.status, StatusCode::NOT_FOUND);
    let before = bob.get(&format!("{USERS}/me")).await;
    let shown = put(&bob, &mine, before.header("etag"), picture()).await;
    assert_ne!(shown.header("etag"), before.header("etag"));
    let shown = shown.data(StatusCode::OK);
    let file = shown["photoFileId"].as_str().unwrap().to_owned();
    let stale = put(&bob, &mine, before.header("etag"), picture()).await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    let current = bob.get("/iam/api/v1/users-token").await.rows();
    assert_eq!(current[0]["photoFileId"], json!(file));

    for colleague in [&bob, &ann] {
        let photo = colleague.get(&path_of(&bob)).await;
        assert_eq!(photo.status, StatusCode::OK, "{photo:?}");
        assert_eq!(photo.header("content-type"), "image/jpeg");
        assert_eq!(photo.header("x-content-type-options"), "nosniff");
        assert!(photo.header("content-disposition").starts_with("inline;"));
        image::load_from_memory(&photo.bytes).unwrap();
    }
    // In the drive it is the user's own.
    let seen = ann.get(&format!("{FILES}/{file}")).await;
    assert_eq!(seen.status, StatusCode::NOT_FOUND);
    let eve = app.colleague_with(&ann, &[]).await;
    let denied = eve.get(&path_of(&bob)).await;
    assert_eq!(denied.json()["permission"], "user:view");
}

#[tokio::test]
async fn a_photo_is_set_and_cleared_by_whoever_may_change_the_user() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Viewer").await;
    let first = set(&ann, &path_of(&bob)).await["photoFileId"].clone();
    let second = set(&ann, &path_of(&bob)).await["photoFileId"].clone();
    assert_ne!(first, second);
    let of = |file: &Value| format!("{FILES}/{}", file.as_str().unwrap());
    // The one before is gone for good, the present one stays while it is one.
    assert_eq!(bob.get(&of(&first)).await.status, StatusCode::NOT_FOUND);
    let own = bob.get(&of(&second)).await.data(StatusCode::OK);
    assert_eq!(own["subject"], json!({ "type": "user", "id": bob.id() }));
    let rights = [("file:delete", "company"), ("user:view", "company")];
    let eve = app.colleague_with(&ann, &rights).await;
    let photo = set(&eve, &format!("{USERS}/me/photo")).await["photoFileId"].clone();
    let used = eve.delete(&of(&photo), "*").await;
    assert_eq!(used.status, StatusCode::CONFLICT, "{used:?}");
    assert_eq!(used.json()["uses"][0]["field"], "photoFileId");
    let denied = put(&eve, &path_of(&bob), "*", picture()).await;
    assert_eq!(denied.json()["permission"], "user:edit");
    // Nobody touches a user who holds more.
    let editor = app.colleague_with(&ann, &[("user:edit", "company")]).await;
    let refused = put(&editor, &path_of(&ann), "*", picture()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);

    for _ in 0..2 {
        let cleared = ann.delete(&path_of(&bob), "*").await.data(StatusCode::OK);
        assert_eq!(cleared["photoFileId"], Value::Null);
    }
    assert_eq!(bob.get(&of(&second)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.get(&path_of(&bob)).await.status, StatusCode::NOT_FOUND);
    let history = ann.get(&format!("{USERS}/{}/history", bob.id())).await;
    let touched = |it: &Value| it["changes"].to_string().contains("photoFileId");
    assert_eq!(history.rows().iter().filter(|it| touched(it)).count(), 3);
}

#[tokio::test]
async fn what_is_no_picture_leaves_everything_as_it_was() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mine = format!("{USERS}/me/photo");
    let kept = set(&ann, &mine).await["photoFileId"].clone();
    let whole = picture();
    let half = whole[..whole.len() / 2].to_vec();
    for hostile in [b"<svg/>".to_vec(), half, Vec::new()] {
        let refused = put(&ann, &mine, "*", hostile).await;
        assert_eq!(refused.faults(), ["/photoFileId"]);
    }
    let large = put(&ann, &mine, "*", vec![0; 2 * 1024 * 1024 + 1]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let headers = [("content-type", "image/png"), ("if-match", "*")];
    let typed = ann.send_with(Method::PUT, &mine, &headers, picture()).await;
    assert_eq!(typed.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let me = format!("{USERS}/me");
    let sent = ann.patch(&me, "*", json!({ "photoFileId": kept })).await;
    assert_eq!(sent.faults(), ["/photoFileId"]);
    let me = ann.get(&me).await.data(StatusCode::OK);
    assert_eq!(me["photoFileId"], kept);
    assert_eq!(ann.get(&path_of(&ann)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_version_that_the_user_puts_on_top_is_not_the_photo() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let shown = set(&ann, &format!("{USERS}/me/photo")).await;
    let drawn = ann.get(&path_of(&ann)).await.bytes;
    let file = shown["photoFileId"].as_str().unwrap();
    let path = format!("{FILES}/{file}/content");
    let raw = [&b"\xFF\xD8\xFF\xE0"[..], b"raw"].concat();
    let replaced = put(&ann, &path, "*", raw).await;
    assert_eq!(replaced.status, StatusCode::OK, "{replaced:?}");
    assert_eq!(ann.get(&path_of(&ann)).await.bytes, drawn);
}
