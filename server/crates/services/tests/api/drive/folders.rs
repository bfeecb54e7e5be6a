//! Folders, names and places.

use axum::http::StatusCode;
use serde_json::json;

use super::{FILES, destroy, file, folder, id, small};
use crate::actors::{Actor, TestApp};

async fn made(actor: &Actor, name: &str, within: Option<&str>) -> String {
    id(&folder(actor, name, within).await.data(StatusCode::CREATED))
}

#[tokio::test]
async fn a_folder_lists_folders_first_and_then_files() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ocean = made(&ann, "Ocean", None).await;
    file(&ann, "name=a.txt", b"x").await;
    made(&ann, "air", None).await;
    let within = format!("folderId={ocean}");
    file(&ann, &format!("name=b.txt&docType=bl&{within}"), b"x").await;
    let top = ann.get(&format!("{FILES}?filter=folderId:eq:")).await;
    assert_eq!(top.column("name"), ["air", "Ocean", "a.txt"]);
    let held = ann
        .get(&format!("{FILES}?filter=folderId:eq:{ocean}"))
        .await;
    assert_eq!(held.column("name"), ["b.txt"]);
    let bills = ann.get(&format!("{FILES}?filter=docType:eq:bl")).await;
    assert_eq!(bills.column("name"), ["b.txt"]);
}

#[tokio::test]
async fn names_that_lead_elsewhere_are_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let long = "x".repeat(201);
    for name in [
        "../../etc/cron.d/x",
        "..\\x",
        "C:\\x",
        "C:",
        "a/b",
        ".",
        "..",
        "a\0.png",
        "a\nb",
        "gpj.\u{202e}exe",
        "",
        " ",
        &long,
    ] {
        let answer = folder(&ann, name, None).await;
        assert_eq!(answer.faults(), ["/name"], "{name:?}");
    }
}

#[tokio::test]
async fn bytes_lie_under_ids_and_never_under_names() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for name in ["CON", ".htaccess", "cargo.txt"] {
        file(&ann, &format!("name={name}"), b"x").await;
    }
    let mut folders = vec![app.folder.path().join("files")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let name = entry.file_name().into_string().unwrap();
                assert!(name.parse::<uuid::Uuid>().is_ok(), "{name}");
                found += 1;
            }
        }
    }
    assert_eq!(found, 3);
}

#[tokio::test]
async fn a_name_is_taken_once_in_a_folder() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ocean = made(&ann, "Ocean", None).await;
    let plan = file(&ann, "name=Plan.txt", b"x").await;
    assert_eq!(small(&ann, "name=pLAN.txt", b"x").await.faults(), ["/name"]);
    assert_eq!(folder(&ann, "plan.TXT", None).await.faults(), ["/name"]);
    let other = file(&ann, &format!("name=plan.txt&folderId={ocean}"), b"x").await;
    let path = format!("{FILES}/{other}");
    let up = ann.patch(&path, "*", json!({ "folderId": null })).await;
    assert_eq!(up.faults(), ["/name"]);

    ann.delete(&format!("{FILES}/{plan}"), "*").await;
    let up = ann.patch(&path, "*", json!({ "folderId": null })).await;
    assert_eq!(up.status, StatusCode::OK);
    let back = ann.restore(&format!("{FILES}/{plan}"), "*").await;
    assert_eq!(back.faults(), ["/name"]);
}

#[tokio::test]
async fn folders_lie_neither_within_themselves_nor_too_deep() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut chain = vec![made(&ann, "1", None).await];
    for level in 2..=20 {
        let within = chain.last().cloned();
        chain.push(made(&ann, &level.to_string(), within.as_deref()).await);
    }
    let deepest = chain.last().map(String::as_str);
    assert_eq!(folder(&ann, "21", deepest).await.faults(), ["/folderId"]);
    let held = small(&ann, &format!("name=a.txt&folderId={}", chain[19]), b"x").await;
    assert_eq!(held.status, StatusCode::CREATED);
    for within in [&chain[0], &chain[5]] {
        let path = format!("{FILES}/{}", chain[0]);
        let moved = ann.patch(&path, "*", json!({ "folderId": within })).await;
        assert_eq!(moved.faults(), ["/folderId"]);
    }
    // One level with two below it has no room on the last but one.
    let pair = made(&ann, "pair", None).await;
    made(&ann, "inner", Some(&pair)).await;
    let path = format!("{FILES}/{pair}");
    let moved = ann
        .patch(&path, "*", json!({ "folderId": chain[18] }))
        .await;
    assert_eq!(moved.faults(), ["/folderId"]);
    let moved = ann
        .patch(&path, "*", json!({ "folderId": chain[17] }))
        .await;
    assert_eq!(moved.status, StatusCode::OK);
    let into_file = id(&held.data(StatusCode::CREATED));
    assert_eq!(
        folder(&ann, "x", Some(&into_file)).await.faults(),
        ["/folderId"]
    );
}

#[tokio::test]
async fn only_an_empty_folder_goes() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ocean = made(&ann, "Ocean", None).await;
    let plan = file(&ann, &format!("name=plan.txt&folderId={ocean}"), b"x").await;
    let (folder, plan_path) = (format!("{FILES}/{ocean}"), format!("{FILES}/{plan}"));
    assert_eq!(ann.delete(&folder, "*").await.status, StatusCode::CONFLICT);
    ann.delete(&plan_path, "*").await;
    assert_eq!(
        ann.delete(&folder, "*").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(ann.restore(&plan_path, "*").await.faults(), ["/folderId"]);
    assert_eq!(destroy(&ann, &ocean).await, StatusCode::CONFLICT);
    assert_eq!(ann.restore(&folder, "*").await.status, StatusCode::OK);
    assert_eq!(ann.restore(&plan_path, "*").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_server_says_what_a_file_is_and_people_what_it_is_about() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let plan = file(&ann, "name=plan.txt", b"x").await;
    let path = format!("{FILES}/{plan}");
    let forged = json!({ "mime": "text/html", "size": 1, "versions": [], "uploaderId": ann.id(), "isFolder": true });
    let mut faults = ann.patch(&path, "*", forged).await.faults();
    faults.sort_unstable();
    assert_eq!(
        faults,
        ["/isFolder", "/mime", "/size", "/uploaderId", "/versions"]
    );
    let contact = json!({ "displayName": "Ada" });
    let contact = ann.post("/contact/api/v1/contacts", contact).await;
    let subject = id(&contact.data(StatusCode::CREATED));
    let about = json!({ "subject": { "type": "contact", "id": subject }, "tags": ["reefer"], "docType": "awb" });
    let told = ann.patch(&path, "*", about).await.data(StatusCode::OK);
    assert_eq!(told["subject"]["id"], json!(subject));
    let found = ann
        .get(&format!("{FILES}?filter=subject.id:eq:{subject}"))
        .await;
    assert_eq!(found.column("name"), ["plan.txt"]);
    let private = json!({ "name": "Mine", "isFolder": true, "visibility": "private" });
    assert_eq!(ann.post(FILES, private).await.faults(), ["/visibility"]);
}
