//! Contents on their way out: headers, ranges, versions, and who sees them.

use axum::http::{Method, StatusCode};
use serde_json::json;

use super::{FILES, PNG, content, destroy, file, folder, id, replace, text};
use crate::actors::TestApp;

#[tokio::test]
async fn contents_are_inert_wherever_a_browser_shows_them() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let script = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for (name, bytes, mime, shown) in [
        ("x.svg", script.as_slice(), "image/svg+xml", "attachment"),
        ("x.html", b"<html><script>", "text/html", "attachment"),
        ("x.gif", b"GIF89a/*\n*/=alert(1)", "image/gif", "inline"),
        ("x.png", PNG, "image/png", "inline"),
        (".htaccess", b"Deny from all", "text/plain", "attachment"),
        ("CON", b"\0\x01", "application/octet-stream", "attachment"),
    ] {
        let id = file(&ann, &format!("name={name}"), bytes).await;
        let path = format!("{FILES}/{id}/content");
        let answer = ann.get(&path).await;
        assert_eq!(answer.header("content-type"), mime);
        let disposition = answer.header("content-disposition");
        assert!(disposition.starts_with("attachment;"), "{disposition}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").contains("sandbox"));
        let answer = ann.get(&format!("{path}?disposition=inline")).await;
        let disposition = answer.header("content-disposition");
        assert!(disposition.starts_with(shown), "{name}: {disposition}");
    }
}

#[tokio::test]
async fn names_arrive_whole_and_harmless() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let id = file(&ann, "name=L%C3%A4nge%20%22%3B%0Ax.txt", b"x");
    // A line break is no part of a name.
    assert_eq!(
        super::small(&ann, "name=a%0Ab.txt", b"x").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    drop(id);
    let id = file(&ann, "name=L%C3%A4nge%20%22%3B.txt", b"x").await;
    assert_eq!(
        content(&ann, &id).await.header("content-disposition"),
        "attachment; filename=\"L_nge __.txt\"; filename*=UTF-8''L%C3%A4nge%20%22%3B.txt"
    );
}

#[tokio::test]
async fn a_range_is_read_alone() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let whole = text(1000);
    let id = file(&ann, "name=a.txt", &whole).await;
    let path = format!("{FILES}/{id}/content");
    let etag = ann.get(&path).await.header("etag").to_owned();
    let ask = async |headers: &[(&str, &str)]| ann.send_with(Method::GET, &path, headers, "").await;
    for (range, bytes, told) in [
        ("bytes=0-9", &whole[..10], "bytes 0-9/1000"),
        ("bytes=990-", &whole[990..], "bytes 990-999/1000"),
        ("bytes=-1", &whole[999..], "bytes 999-999/1000"),
    ] {
        let answer = ask(&[("range", range), ("if-range", &etag)]).await;
        assert_eq!(answer.status, StatusCode::PARTIAL_CONTENT);
        assert_eq!(answer.header("content-range"), told);
        assert_eq!(answer.header("content-length"), bytes.len().to_string());
        assert_eq!(answer.bytes, bytes, "{range}");
    }
    let answer = ask(&[("range", "bytes=1000-")]).await;
    assert_eq!(answer.status, StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(answer.header("content-range"), "bytes */1000");
    let answer = ask(&[("range", "bytes=0-9"), ("if-range", "\"other\"")]).await;
    assert_eq!((answer.status, answer.bytes.len()), (StatusCode::OK, 1000));
    let answer = ask(&[("if-none-match", &etag)]).await;
    assert_eq!(answer.status, StatusCode::NOT_MODIFIED);
    let empty = file(&ann, "name=empty.txt", b"").await;
    assert_eq!(content(&ann, &empty).await.header("content-length"), "0");
}

#[tokio::test]
async fn every_version_stays_readable() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let id = file(&ann, "name=plan.txt", b"one").await;
    let second = replace(&ann, &id, "\"1\"", b"second").await;
    let versions = &second.data(StatusCode::OK)["versions"];
    assert_eq!(versions[1]["size"], 6);
    assert_eq!(versions[1]["by"], ann.id().to_string());
    assert_eq!(content(&ann, &id).await.text, "second");
    let path = format!("{FILES}/{id}/content");
    assert_eq!(ann.get(&format!("{path}?version=1")).await.text, "one");
    let third = ann.get(&format!("{path}?version=3")).await;
    assert_eq!(third.status, StatusCode::NOT_FOUND);
    let stale = replace(&ann, &id, "\"1\"", b"third").await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    let history = ann.get(&format!("{FILES}/{id}/history")).await;
    assert_eq!(history.column("action"), ["file.upload", "file.create"]);
}

#[tokio::test]
async fn the_bin_gives_back_until_it_is_destroyed() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let id = file(&ann, "name=plan.txt", b"one").await;
    let path = format!("{FILES}/{id}");
    assert_eq!(destroy(&ann, &id).await, StatusCode::CONFLICT);
    ann.delete(&path, "*").await;
    assert_eq!(content(&ann, &id).await.status, StatusCode::CONFLICT);
    assert_eq!(
        replace(&ann, &id, "*", b"two").await.status,
        StatusCode::CONFLICT
    );
    assert_eq!(
        ann.get(&format!("{FILES}?bin=true")).await.column("_id"),
        std::slice::from_ref(&id)
    );
    assert_eq!(ann.restore(&path, "*").await.status, StatusCode::OK);
    assert_eq!(content(&ann, &id).await.text, "one");

    ann.delete(&path, "*").await;
    assert_eq!(destroy(&manager, &id).await, StatusCode::FORBIDDEN);
    assert_eq!(destroy(&ann, &id).await, StatusCode::NO_CONTENT);
    assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.restore(&path, "*").await.status, StatusCode::NOT_FOUND);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(
        app.services.sweep_files().await.unwrap(),
        0,
        "no bytes are left"
    );
    let audit = ann.get("/log/api/v1/audit?search=destroy").await;
    assert_eq!(audit.column("action"), ["file.destroy", "file.destroy"]);
    assert_eq!(audit.column("result"), ["ok", "denied"]);
}

#[tokio::test]
async fn other_companies_files_never_were() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    let scans = id(&folder(&ann, "Scans", None).await.data(StatusCode::CREATED));
    let plan = file(&ann, "name=plan.txt", b"one").await;
    assert_eq!(content(&zoe, &plan).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        replace(&zoe, &plan, "*", b"x").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(destroy(&zoe, &plan).await, StatusCode::NOT_FOUND);
    let body = json!({ "fileId": plan, "size": 1 });
    assert_eq!(super::begin(&zoe, body).await.status, StatusCode::NOT_FOUND);
    let into = super::small(&zoe, &format!("name=a.txt&folderId={scans}"), b"x").await;
    assert_eq!(into.faults(), ["/folderId"]);
}

#[tokio::test]
async fn a_private_file_is_its_uploaders_until_it_is_shared() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let uploads = &[("file:create", "company"), ("file:edit", "company")];
    let bob = app.colleague_with(&ann, uploads).await;
    let note = file(&bob, "name=note.txt&visibility=private", b"x").await;
    let path = format!("{FILES}/{note}");
    assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(content(&ann, &note).await.status, StatusCode::NOT_FOUND);
    assert!(ann.get(FILES).await.rows().is_empty());
    assert_eq!(bob.get(FILES).await.column("name"), ["note.txt"]);
    let shared = json!({ "visibility": "company" });
    let answer = bob.patch(&path, "*", shared.clone()).await;
    assert_eq!(answer.json()["permission"], "file:share");

    let own = file(&ann, "name=own.txt&visibility=private", b"x").await;
    let answer = ann.patch(&format!("{FILES}/{own}"), "*", shared).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(content(&bob, &own).await.text, "x");
}
