//! Contents on their way in.

use std::io;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use futures_util::future::join_all;
use futures_util::stream;
use serde_json::json;

use super::{
    FILES, PNG, begin, begin_text, complete, content, file, id, part, replace, small, text,
};
use crate::actors::TestApp;

const KIB: usize = 1024;

#[tokio::test]
async fn an_upload_goes_on_where_a_part_broke_off() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let whole = text(700 * KIB);
    let upload = begin_text(&ann, "manifest.txt", whole.len()).await;
    let first = part(&ann, &upload, 0, whole[..300 * KIB].to_vec()).await;
    assert_eq!(first.header("upload-offset"), (300 * KIB).to_string());

    let broken: [Result<Bytes, io::Error>; 2] = [
        Ok(Bytes::copy_from_slice(&whole[300 * KIB..400 * KIB])),
        Err(io::ErrorKind::ConnectionReset.into()),
    ];
    let broken = Body::from_stream(stream::iter(broken));
    let answer = part(&ann, &upload, 300 * KIB, broken).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{answer:?}");
    let after = ann.get(&upload).await;
    assert_eq!(after.header("upload-offset"), (300 * KIB).to_string());

    let rest = part(&ann, &upload, 300 * KIB, whole[300 * KIB..].to_vec()).await;
    assert_eq!(rest.status, StatusCode::NO_CONTENT);
    let made = complete(&ann, &upload).await.data(StatusCode::OK);
    assert_eq!(made["size"], 700 * KIB);
    assert_eq!(made["mime"], "text/plain");
    let read = content(&ann, &id(&made)).await;
    assert!(read.bytes == whole, "other bytes came back");
    let history = ann.get(&format!("{FILES}/{}/history", id(&made))).await;
    assert_eq!(history.column("action"), ["file.create"]);
}

#[tokio::test]
async fn a_part_counts_once_and_at_its_offset() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let whole = text(600 * KIB);
    let upload = begin_text(&ann, "manifest.txt", whole.len()).await;
    for (offset, bytes, status) in [
        (1, 300 * KIB, StatusCode::CONFLICT),
        (0, 10, StatusCode::CONFLICT),
        (0, 300 * KIB, StatusCode::NO_CONTENT),
        (0, 300 * KIB, StatusCode::CONFLICT),
        (300 * KIB, 301 * KIB, StatusCode::CONFLICT),
    ] {
        let answer = part(&ann, &upload, offset, text(bytes)).await;
        assert_eq!(answer.status, status, "{offset} {bytes}: {answer:?}");
    }
    let answer = complete(&ann, &upload).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{answer:?}");
    let large = part(&ann, &upload, 300 * KIB, text(4 * KIB * KIB + 1)).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let both = tokio::join!(
        part(&ann, &upload, 300 * KIB, text(300 * KIB)),
        part(&ann, &upload, 300 * KIB, text(300 * KIB)),
    );
    let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
}

#[tokio::test]
async fn content_with_another_hash_is_refused_and_can_be_sent_again() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    // FIPS 180-4, example of one block.
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let body = json!({ "name": "a.txt", "size": 3, "sha256": hash });
    let upload = begin(&ann, body).await.header("location").to_owned();
    part(&ann, &upload, 0, "abd").await;
    assert_eq!(complete(&ann, &upload).await.faults(), ["/sha256"]);
    assert_eq!(ann.get(&upload).await.header("upload-offset"), "0");
    part(&ann, &upload, 0, "abc").await;
    let made = complete(&ann, &upload).await.data(StatusCode::OK);
    assert_eq!(made["sha256"], hash);
}

#[tokio::test]
async fn content_is_what_its_name_says() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    assert_eq!(small(&ann, "name=scan.pdf", PNG).await.faults(), ["/name"]);
    let upload = begin(&ann, json!({ "name": "a.jpg", "size": PNG.len() })).await;
    let upload = upload.header("location").to_owned();
    part(&ann, &upload, 0, PNG).await;
    assert_eq!(complete(&ann, &upload).await.faults(), ["/name"]);

    let scan = file(&ann, "name=scan.png", PNG).await;
    let path = format!("{FILES}/{scan}");
    let renamed = ann.patch(&path, "*", json!({ "name": "scan.pdf" })).await;
    assert_eq!(renamed.faults(), ["/name"]);
    assert_eq!(
        replace(&ann, &scan, "*", b"%PDF-1.7").await.faults(),
        ["/name"]
    );
    let renamed = ann.patch(&path, "*", json!({ "name": "photo.png" })).await;
    assert_eq!(renamed.status, StatusCode::OK);
}

#[tokio::test]
async fn what_cannot_be_is_said_before_the_bytes_come() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (body, pointers) in [
        (
            json!({ "name": "a.txt", "size": 52_428_801 }),
            vec!["/size"],
        ),
        (json!({ "name": "a.txt", "size": -1 }), vec!["/size"]),
        (json!({ "name": "a.txt" }), vec!["/size"]),
        (
            json!({ "name": "a/b", "size": 1, "sha256": "x", "mime": "text/html" }),
            vec!["/sha256", "/name", "/mime"],
        ),
        (
            json!({ "name": "a", "size": 1, "isFolder": true }),
            vec!["/isFolder"],
        ),
        (
            json!({ "name": "a", "size": 1, "folderId": uuid::Uuid::now_v7() }),
            vec!["/folderId"],
        ),
    ] {
        let mut faults = begin(&ann, body.clone()).await.faults();
        faults.sort_unstable();
        let mut pointers = pointers;
        pointers.sort_unstable();
        assert_eq!(faults, pointers, "{body}");
    }
    let posted = ann.post(FILES, json!({ "name": "a.txt", "isFolder": false }));
    assert_eq!(posted.await.faults(), ["/isFolder"]);
}

#[tokio::test]
async fn a_company_keeps_no_more_than_it_may() {
    let app = TestApp::with(|_, settings| {
        settings.reload(|it| {
            it.drive.files = 2;
            it.drive.company_bytes = 100;
        });
    })
    .await;
    let ann = app.administrator("Lines").await;
    let first = file(&ann, "name=a.txt", &text(60)).await;
    assert_eq!(
        small(&ann, "name=b.txt", &text(41)).await.status,
        StatusCode::CONFLICT
    );
    assert_eq!(
        replace(&ann, &first, "*", &text(41)).await.status,
        StatusCode::CONFLICT
    );
    file(&ann, "name=b.txt", &text(40)).await;
    assert_eq!(
        small(&ann, "name=c.txt", b"").await.status,
        StatusCode::CONFLICT
    );
    let zoe = app.administrator("Cargo").await;
    assert_eq!(
        small(&zoe, "name=a.txt", &text(60)).await.status,
        StatusCode::CREATED
    );
}

#[tokio::test]
async fn completing_at_once_makes_one_file() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let whole = text(8 * 300 * KIB);
    let upload = begin_text(&ann, "manifest.txt", whole.len()).await;
    for offset in (0..whole.len()).step_by(300 * KIB) {
        let bytes = whole[offset..offset + 300 * KIB].to_vec();
        part(&ann, &upload, offset, bytes).await;
    }
    // The last ones begin while the first removes the parts.
    let completions = join_all((0..12).map(|_| complete(&ann, &upload))).await;
    let mut files = completions.into_iter().map(|it| it.data(StatusCode::OK));
    let one = files.next().unwrap();
    assert!(files.all(|other| other["_id"] == one["_id"]));
    assert_eq!(
        complete(&ann, &upload).await.data(StatusCode::OK)["_id"],
        one["_id"]
    );
    assert_eq!(ann.get(FILES).await.column("name"), ["manifest.txt"]);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(app.services.sweep_files().await.unwrap(), 0);
    assert!(content(&ann, &id(&one)).await.bytes == whole);
}

#[tokio::test]
async fn an_upload_is_of_whoever_began_it_and_ends_after_a_day() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let zoe = app.administrator("Cargo").await;
    let upload = begin_text(&ann, "a.txt", 3).await;
    for other in [&bob, &zoe] {
        assert_eq!(other.get(&upload).await.status, StatusCode::NOT_FOUND);
        assert_eq!(
            part(other, &upload, 0, "abc").await.status,
            StatusCode::NOT_FOUND
        );
        assert_eq!(complete(other, &upload).await.status, StatusCode::NOT_FOUND);
        assert_eq!(
            other.delete(&upload, "*").await.status,
            StatusCode::NOT_FOUND
        );
    }
    part(&ann, &upload, 0, "abc").await;
    app.set_time("2026-11-21T11:00:00Z");
    assert_eq!(ann.get(&upload).await.status, StatusCode::NOT_FOUND);
    assert_eq!(complete(&ann, &upload).await.status, StatusCode::NOT_FOUND);
    let given_up = begin_text(&ann, "a.txt", 3).await;
    assert_eq!(
        ann.delete(&given_up, "*").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(ann.get(&given_up).await.status, StatusCode::NOT_FOUND);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(app.services.sweep_files().await.unwrap(), 1);
}

#[tokio::test]
async fn a_new_version_comes_in_parts_too() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let plan = file(&ann, "name=plan.txt", b"one").await;
    let upload = begin(&ann, json!({ "fileId": plan, "size": 3 })).await;
    let upload = upload.header("location").to_owned();
    part(&ann, &upload, 0, "two").await;
    let made = complete(&ann, &upload).await.data(StatusCode::OK);
    assert_eq!(
        (id(&made), &made["versions"][1]["n"]),
        (plan.clone(), &json!(2))
    );
    let named = begin(&ann, json!({ "fileId": plan, "size": 3, "name": "x.txt" })).await;
    assert_eq!(named.faults(), ["/name"]);
}
