//! Everything of a company as one file: what is in it, what is not, and that nothing of it is left.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Read as _};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use jiff::civil::date;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use waybill_services::ServiceError;
use waybill_services::source::Source;
use waybill_storage::audit;
use zip::ZipArchive;

use crate::actors::{Actor, TestApp};
use crate::audit::fill;
use crate::drive::{PNG, file};
use crate::mail::TEMPLATES;

const EXPORT: &str = "/iam/api/v1/companies/company/export";
const PREVIEW: &str = "/iam/api/v1/companies/company/export-preview";
const CONTACTS: &str = "/contact/api/v1/contacts";
const FILES: &str = "/drive/api/v1/filesystem/file";

/// The files of an archive by their paths.
type Unpacked = BTreeMap<String, Vec<u8>>;

fn unpacked(bytes: &[u8]) -> Unpacked {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let mut content = Vec::new();
        // It checks the CRC-32 at the end.
        file.read_to_end(&mut content).unwrap();
        let name = file.name().unwrap().into_owned();
        let twice = files.insert(name.clone(), content);
        assert!(twice.is_none(), "{name} is there twice");
    }
    files
}

async fn download(actor: &Actor) -> Unpacked {
    let answer = actor.get(EXPORT).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "application/zip");
    unpacked(&answer.bytes)
}

fn text<'f>(files: &'f Unpacked, path: &str) -> &'f str {
    let content = files.get(path);
    let content = content.unwrap_or_else(|| panic!("no {path} among {:?}", files.keys()));
    std::str::from_utf8(content).unwrap()
}

fn lines(files: &Unpacked, path: &str) -> Vec<Value> {
    let lines = text(files, path).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn hash(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let mut text = String::new();
    for byte in digest {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

async fn folder(actor: &Actor, name: &str, within: Option<&str>) -> String {
    let body = json!({ "name": name, "isFolder": true, "folderId": within });
    let made = actor.post(FILES, body).await.data(StatusCode::CREATED);
    made["_id"].as_str().unwrap().to_owned()
}

/// A company with something of everything, beside another one.
async fn busy(app: &TestApp) -> Actor {
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Foreign").await;
    let other = json!({ "displayName": "Nobody of ours" });
    zoe.post(CONTACTS, other).await.data(StatusCode::CREATED);

    let contact = json!({ "displayName": "Müller, \"Haven\" & Co", "notes": "=1+1\nsecond line" });
    let made = ann.post(CONTACTS, contact).await.data(StatusCode::CREATED);
    let gone = json!({ "displayName": "Thrown away" });
    let gone = ann.post(CONTACTS, gone).await.data(StatusCode::CREATED);
    let path = format!("{CONTACTS}/{}", gone["_id"].as_str().unwrap());
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
    let report = json!({
        "name": "What happened", "dataset": "audit",
        "columns": [{ "field": "seq" }], "visibility": "company"
    });
    let report = ann.post("/report/api/v1/reportSketch", report).await;
    report.data(StatusCode::CREATED);
    let template = json!({
        "name": "Arrival", "type": "arrivalNotice", "contextEntity": "user",
        "languages": { "en": { "subject": "Arrival", "html": "<p>It is here.</p>" } }
    });
    let template = ann.post(TEMPLATES, template).await;
    template.data(StatusCode::CREATED);
    // Their own version of a row that all companies share.
    let euro = ann
        .get("/master/api/v1/currency-list?filter=code:eq:EUR")
        .await
        .rows();
    let path = format!(
        "/master/api/v1/currency-list/{}",
        euro[0]["_id"].as_str().unwrap()
    );
    let own = ann.patch(&path, "*", json!({ "symbol": "EUR€" })).await;
    own.data(StatusCode::OK);

    let customs = folder(&ann, "Customs", None).await;
    let aux = folder(&ann, "aux", Some(&customs)).await;
    let notice = file(&ann, &format!("name=Notice.txt&folderId={aux}"), b"Monday").await;
    let path = format!("{FILES}/{notice}/content");
    let newer = ann.send_with(
        Method::PUT,
        &path,
        &[
            ("content-type", "application/octet-stream"),
            ("if-match", "*"),
        ],
        "Tuesday",
    );
    newer.await.data(StatusCode::OK);
    file(&ann, "name=Scan.png", PNG).await;
    let binned = file(&ann, "name=Old.txt", b"old").await;
    let binned = format!("{FILES}/{binned}");
    assert_eq!(
        ann.delete(&binned, "*").await.status,
        StatusCode::NO_CONTENT
    );

    let colleague = app.colleague(&ann, "Manager").await;
    file(
        &colleague,
        "name=Diary.txt&visibility=private",
        b"secret diary",
    )
    .await;
    let draft = json!({ "subject": "Not ready", "html": "<p>secret draft</p>" });
    let draft = colleague.post("/mail/api/v1/drafts", draft).await;
    draft.data(StatusCode::CREATED);

    let mail = json!({
        "to": [{ "name": "Joan Wölf", "address": "joan@shipper.example" }],
        "subject": "Ihre Sendung: da / dort", "html": "<p>Dear Joan</p>", "attachments": [notice]
    });
    let sent = ann.post("/mail/api/v1/send", mail).await;
    sent.data(StatusCode::CREATED);
    app.wait(10);
    assert_eq!(app.mails().await.len(), 1);
    assert_eq!(made["displayName"], "Müller, \"Haven\" & Co");
    ann
}

#[tokio::test]
async fn records_are_what_the_services_answer() {
    let app = TestApp::init().await;
    let ann = busy(&app).await;
    let files = download(&ann).await;
    for (kind, path) in [
        ("contact", CONTACTS),
        ("template", TEMPLATES),
        ("currency", "/master/api/v1/currency-list"),
        ("user", "/iam/api/v1/users"),
        ("role", "/iam/api/v1/roles"),
        ("report", "/report/api/v1/reportSketch"),
    ] {
        let records = lines(&files, &format!("records/{kind}.jsonl"));
        assert!(!records.is_empty(), "{kind}");
        for record in records {
            let id = record["_id"].as_str().unwrap();
            let answered = ann.get(&format!("{path}/{id}")).await.data(StatusCode::OK);
            for (name, value) in record.as_object().unwrap() {
                assert_eq!(&answered[name], value, "{kind} {name}");
            }
        }
    }
}

#[tokio::test]
async fn an_expired_company_takes_all_its_data_along() {
    let app = TestApp::init().await;
    let ann = busy(&app).await;
    app.subscribe_until(&ann, date(2026, 11, 1)).await;
    let preview = ann.get(PREVIEW).await.data(StatusCode::OK);
    let files = download(&ann).await;
    let manifest: Value = serde_json::from_str(text(&files, "manifest.json")).unwrap();

    // Every file is as its hash says, and every other one has a hash.
    let sums = text(&files, "SHA256SUMS");
    let mut hashed = 0;
    for line in sums.lines() {
        let (sum, path) = line.split_once("  ").unwrap();
        assert_eq!(hash(&files[path]), sum, "{path}");
        hashed += 1;
    }
    assert_eq!(hashed, files.len() - 1);
    assert_eq!(manifest["files"], json!(files.len() - 2));
    assert_eq!(manifest["missing"], json!([]));
    assert!(text(&files, "README.txt").contains("that Lines has in Waybill"));

    // Records: everything in the lines, what is outside the bin in the tables.
    let contacts = lines(&files, "records/contact.jsonl");
    assert_eq!(contacts.len(), 2);
    let thrown = contacts
        .iter()
        .find(|it| it["displayName"] == "Thrown away");
    assert!(thrown.unwrap()["deletedAt"].is_string());
    assert!(!text(&files, "records/contact.csv").contains("Thrown away"));
    assert_eq!(
        lines(&files, "records/report.jsonl")[0]["name"],
        "What happened"
    );
    assert_eq!(
        lines(&files, "records/template.jsonl")[0]["name"],
        "Arrival"
    );
    let currencies = lines(&files, "records/currency.jsonl");
    let symbols: Vec<_> = currencies.iter().map(|it| &it["symbol"]).collect();
    assert_eq!(symbols, ["EUR€"], "only the company's own");
    let told = manifest["records"].as_array().unwrap();
    let of = |kind: &str| told.iter().find(|it| it["kind"] == kind).unwrap();
    assert_eq!(of("contact")["records"], json!(2));
    assert_eq!(of("contact")["inBin"], json!(1));
    assert_eq!(of("mailDraft")["leftOut"], json!(1));
    assert_eq!(of("file")["leftOut"], json!(1));
    let all: u64 = told.iter().map(|it| it["records"].as_u64().unwrap()).sum();
    assert_eq!(preview["records"], json!(all));
    assert_eq!(preview["leftOut"], json!(2));

    // Files under names that every system takes.
    assert_eq!(text(&files, "files/Customs/_aux/Notice.txt"), "Tuesday");
    assert_eq!(
        text(&files, "files-older-versions/Customs/_aux/1 Notice.txt"),
        "Monday"
    );
    assert_eq!(files["files/Scan.png"], PNG);
    assert_eq!(text(&files, "files-in-bin/Old.txt"), "old");

    // Mails with what travelled with them.
    let mails: Vec<_> = files.keys().filter(|it| it.starts_with("mails/")).collect();
    assert_eq!(
        mails,
        ["mails/2026-11/2026-11-20 1100 Ihre Sendung_ da _ dort.eml"]
    );
    let mail = text(&files, mails[0]);
    for part in ["joan@shipper.example", "filename=\"Notice.txt\"", "Tuesday"] {
        assert!(mail.contains(part), "{part} is not in\n{mail}");
    }

    // What is nobody else's to read, and what nobody reads.
    for (path, content) in &files {
        let content = String::from_utf8_lossy(content);
        for secret in [
            "secret diary",
            "secret draft",
            "Nobody of ours",
            "$argon2",
            "passwordHash",
            "totp",
        ] {
            assert!(!content.contains(secret), "{secret} is in {path}");
        }
    }

    // The table is what an import reads as the same.
    app.subscribe_until(&ann, date(2036, 11, 1)).await;
    let table = text(&files, "records/contact.csv").to_owned();
    let import = format!("{CONTACTS}/import?dryRun=true");
    let read = ann.send(Method::POST, &import, table.into(), Some("text/csv"));
    assert_eq!(
        read.await.data(StatusCode::OK)["counts"],
        json!({ "new": 0, "changed": 0, "same": 1, "error": 0 })
    );
}

#[tokio::test]
async fn the_chain_in_the_archive_is_checked_by_anybody() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 1200).await;
    let files = download(&ann).await;
    let manifest: Value = serde_json::from_str(text(&files, "manifest.json")).unwrap();
    // As the readme says.
    let (mut before, mut count) = (String::new(), 0);
    for line in text(&files, "audit/chain.jsonl").lines() {
        let hashed: Value = serde_json::from_str(line).unwrap();
        assert_eq!(hashed[0][0], before.as_str(), "entry {}", count + 1);
        before = hash(line.as_bytes());
        count += 1;
    }
    // Registration with its two entries, 1200 more, and the download itself.
    assert_eq!(count, 1203);
    let trail = &manifest["audit"];
    assert_eq!(
        (&trail["entries"], &trail["head"], &trail["isWhole"]),
        (&json!(1203), &json!(before), &json!(true))
    );
    assert_eq!(text(&files, "audit/audit.csv").lines().count(), 1204);
    let latest = ann.get("/log/api/v1/audit?limit=1").await.rows();
    assert_eq!(latest[0]["action"], "company.export");
    let verified = ann
        .get("/log/api/v1/audit/verify")
        .await
        .data(StatusCode::OK);
    assert_eq!(verified["head"], json!(before));
}

#[tokio::test]
async fn who_lacks_the_right_gets_nothing_and_learns_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let refused = manager.get(EXPORT).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["permission"], "company:export");
    assert_eq!(manager.get(PREVIEW).await.data(StatusCode::OK), Value::Null);
    let own = app
        .colleague_with(
            &ann,
            &[("company:view", "company"), ("company:export", "own")],
        )
        .await;
    assert_eq!(own.get(EXPORT).await.status, StatusCode::FORBIDDEN);
}

/// Bytes that no compression makes fewer.
fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    });
    next.take(bytes).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_at_a_time_and_nothing_is_left_when_it_breaks_off() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Other").await;
    file(&ann, "name=noise.bin", &noise(3 << 20)).await;
    let names = || {
        let folder = std::fs::read_dir(app.folder.path()).unwrap();
        let mut names: Vec<_> = folder.map(|it| it.unwrap().file_name()).collect();
        names.sort_unstable();
        names
    };
    let before = names();
    let caller = app.services.caller(ann.id()).await.unwrap();
    let source = Source::default();
    let services = Arc::clone(&app.services);
    let held = services.begin_archive(caller, &source).await;
    let mut held = held.unwrap();
    let refused = ann.get(EXPORT).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    let preview = ann.get(PREVIEW).await.data(StatusCode::OK);
    assert_eq!(preview["isUnderWay"], true);
    assert_eq!(zoe.get(EXPORT).await.status, StatusCode::OK);
    assert!(held.next().await.unwrap().is_some());
    // The client hangs up.
    drop(held);
    let mut left = 200;
    while ann.get(PREVIEW).await.data(StatusCode::OK)["isUnderWay"] == true {
        assert_ne!(left, 0, "nobody notices that the client is gone");
        left -= 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(names(), before);
    assert!(download(&ann).await.contains_key("files/noise.bin"));
    assert_eq!(names(), before);
}

#[tokio::test]
async fn a_file_that_is_gone_is_named_as_missing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    file(&ann, "name=Lost.txt", b"lost").await;
    let contents = app.folder.path().join("files").join("contents");
    std::fs::remove_dir_all(contents).unwrap();
    let files = download(&ann).await;
    let manifest: Value = serde_json::from_str(text(&files, "manifest.json")).unwrap();
    assert_eq!(manifest["missing"][0]["path"], "files/Lost.txt");
    assert_eq!(manifest["drive"]["files"], 0);
}

#[tokio::test]
async fn a_snapshot_sees_one_state_while_others_write() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let company = app.services.caller(ann.id()).await.unwrap().company_id();
    let snapshot = app.storage.snapshot(company).await.unwrap();
    let before = audit::count(&snapshot, company).await.unwrap();
    fill(&app, &ann, 10).await;
    assert_eq!(audit::count(&snapshot, company).await.unwrap(), before);
    drop(snapshot);
    let later = app.storage.snapshot(company).await.unwrap();
    assert_eq!(audit::count(&later, company).await.unwrap(), before + 10);
}

#[tokio::test]
async fn an_archive_that_nobody_writes_any_more_is_an_error() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let caller = app.services.caller(ann.id()).await.unwrap();
    let services = Arc::clone(&app.services);
    let source = Source::default();
    let archive = services.begin_archive(caller, &source).await;
    let mut archive = archive.unwrap();
    let mut bytes = Vec::new();
    while let Some(part) = archive.next().await.unwrap() {
        bytes.extend_from_slice(&part);
    }
    assert!(unpacked(&bytes).contains_key("manifest.json"));
    // Behind the end there is nothing, and it is not taken for more of it.
    assert!(matches!(archive.next().await, Err(ServiceError::State(_))));
}
