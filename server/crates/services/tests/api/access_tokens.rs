//! Access tokens: what programs bring in place of a session.

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_services::iam::access_tokens::TokenScope;
use waybill_storage::{access_tokens, roles, users};

use crate::actors::{Actor, Answer, TestApp, uuid};

mod of_others;

const TOKENS: &str = "/iam/api/v1/access-tokens";
const CONTACTS: &str = "/contact/api/v1/contacts";
const READS: &[TokenScope] = &[TokenScope::ContactRead];
const WRITES: &[TokenScope] = &[TokenScope::ContactWrite];

async fn listed(actor: &Actor) -> Vec<Value> {
    let answer = actor.get(TOKENS).await;
    answer.data(StatusCode::OK).as_array().unwrap().clone()
}

async fn create(actor: &Actor, body: Value) -> Value {
    actor.post(TOKENS, body).await.data(StatusCode::CREATED)
}

async fn revoke(actor: &Actor, id: &str) -> Answer {
    let path = format!("{TOKENS}/{id}");
    actor.send_with(Method::DELETE, &path, &[], "").await
}

fn nightly() -> Value {
    json!({ "name": "Nightly export", "scopes": ["contact:read", "log:read"], "expiresInDays": 90 })
}

/// The answer says that the token is not valid, in the words of RFC 6750.
async fn assert_refused(program: &Actor) {
    let answer = program.get(CONTACTS).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{answer:?}");
    assert_eq!(answer.json()["type"], "/problems/invalid-token");
    let challenge = answer.header("www-authenticate");
    assert_eq!(challenge, "Bearer error=\"invalid_token\"");
}

async fn assert_opened(program: &Actor) {
    let answer = program.get(CONTACTS).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
}

#[tokio::test]
async fn a_secret_is_shown_once_and_opens_its_scopes() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let created = create(&ann, nightly()).await;
    let secret = created["secret"].as_str().unwrap();
    assert_eq!((secret.len(), &secret[..3]), (39, "wb_"));
    let rows = listed(&ann).await;
    insta::assert_json_snapshot!(rows, { "[]._id" => uuid(), "[].ending" => "[four characters]" });
    assert_eq!(rows[0]["ending"], secret[secret.len() - 4..]);

    let program = app.program_with(secret);
    assert_opened(&program).await;
    let (user, company) = users::by_id(app.storage.reader(), ann.id())
        .await
        .unwrap()
        .unwrap();
    let db = app.storage.read(company.id).await.unwrap();
    let stored = access_tokens::of_user(&db, company.id, user.id).await;
    assert!(!format!("{:?}", stored.unwrap()).contains(secret));
}

#[tokio::test]
async fn what_only_looks_like_a_secret_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let secret = create(&ann, nightly()).await["secret"].clone();
    let secret = secret.as_str().unwrap();
    let swapped = |at: usize| {
        let other = if secret.as_bytes()[at] == b'a' {
            "b"
        } else {
            "a"
        };
        format!("{}{other}{}", &secret[..at], &secret[at + 1..])
    };
    let wrong = [
        "wb_".to_owned(),
        format!("wb_{}", "a".repeat(36)),
        format!("wb_{}", "é".repeat(18)),
        swapped(3),
        swapped(38),
        format!("{secret}a"),
        secret[..38].to_owned(),
        secret.to_lowercase(),
    ];
    for wrong in wrong {
        assert_refused(&app.program_with(&wrong)).await;
    }
    assert_opened(&app.program_with(secret)).await;
}

#[tokio::test]
async fn a_revoked_token_opens_nothing_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let created = create(&ann, nightly()).await;
    let program = app.program_with(created["secret"].as_str().unwrap());
    let id = created["_id"].as_str().unwrap();
    assert_opened(&program).await;
    let foreign = revoke(&bob, id).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND, "{foreign:?}");
    assert_opened(&program).await;
    assert_eq!(revoke(&ann, id).await.status, StatusCode::NO_CONTENT);
    assert_refused(&program).await;
    assert_eq!(listed(&ann).await, Vec::<Value>::new());
    assert_eq!(revoke(&ann, id).await.text, foreign.text);

    let trail = ann.get("/log/api/v1/audit?pageSize=2").await.rows();
    let entries: Vec<_> = trail
        .iter()
        .map(|it| (&it["action"], &it["changes"][0]))
        .collect();
    let described = json!({
        "name": "Nightly export", "scopes": ["contact:read", "log:read"], "roleId": null,
        "expiresAt": "2027-02-18T11:00:00Z",
    });
    let path = format!("/accessTokens/{id}");
    let change =
        |old: Value, new: Value| json!({ "path": path, "old": old, "new": new, "masked": false });
    let (created, revoked) = (
        change(Value::Null, described.clone()),
        change(described, Value::Null),
    );
    let expected = [
        (&json!("user.revokeAccessToken"), &revoked),
        (&json!("user.createAccessToken"), &created),
    ];
    assert_eq!(entries, expected);
}

#[tokio::test]
async fn a_token_opens_nothing_once_it_has_expired() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let program = app.program(&ann, READS).await;
    app.clock
        .advance(SignedDuration::from_hours(24 * 30) - SignedDuration::from_secs(1));
    assert_opened(&program).await;
    app.clock.advance(SignedDuration::from_secs(1));
    assert_refused(&program).await;
    assert_eq!(listed(&ann).await.len(), 1, "its owner still sees it");
}

#[tokio::test]
async fn the_last_use_is_noted_once_a_minute() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let program = app.program(&ann, READS).await;
    let mut noted = Vec::new();
    for seconds in [0, 59, 1] {
        app.clock.advance(SignedDuration::from_secs(seconds));
        assert_opened(&program).await;
        let row = listed(&ann).await.remove(0);
        assert_eq!(row["lastUsedIp"], "192.0.2.9");
        noted.push(row["lastUsedAt"].as_str().unwrap().to_owned());
    }
    let expected = [
        "2026-11-20T11:00:00Z",
        "2026-11-20T11:00:00Z",
        "2026-11-20T11:01:00Z",
    ];
    assert_eq!(noted, expected);
}

#[tokio::test]
async fn a_token_of_one_role_has_its_rights_alone() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    let (_, company) = users::by_id(app.storage.reader(), bob.id())
        .await
        .unwrap()
        .unwrap();
    let db = app.storage.read(company.id).await.unwrap();
    let all = roles::all(&db, company.id).await.unwrap();
    let manager = all.into_iter().find(|it| it.code == "manager").unwrap();
    drop(db);
    let narrow = bob.caller().await.roles()[0].id;
    let tx = app.storage.begin_for(company.id).await.unwrap();
    roles::give(&tx, company.id, bob.id(), manager.id)
        .await
        .unwrap();
    tx.commit().await.unwrap();

    let of_role = |role: Value| json!({ "name": "Web shop", "scopes": ["contact:write"], "expiresInDays": 1, "roleId": role });
    let limited = create(&bob, of_role(json!(narrow))).await;
    let limited = app.program_with(limited["secret"].as_str().unwrap());
    let whole = create(&bob, of_role(Value::Null)).await;
    let whole = app.program_with(whole["secret"].as_str().unwrap());
    let contact = json!({ "lastName": "Novak" });
    assert_opened(&limited).await;
    let refused = limited.post(CONTACTS, contact.clone()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    assert_eq!(refused.json()["permission"], "contact:create");
    let written = whole.post(CONTACTS, contact).await;
    assert_eq!(written.status, StatusCode::CREATED, "{written:?}");

    // A role that its user does not hold restricts nothing.
    let foreign = bob.post(TOKENS, of_role(json!(uuid::Uuid::now_v7()))).await;
    assert_eq!(foreign.faults(), ["/roleId"]);
    let body = json!({ "roleIds": [manager.id] });
    let path = format!("/iam/api/v1/users/{}", bob.id());
    let taken = ann.patch(&path, "*", body).await;
    assert_eq!(taken.status, StatusCode::OK, "{taken:?}");
    let refused = limited.get(CONTACTS).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    assert_opened(&whole).await;
}

#[tokio::test]
async fn the_trail_names_the_user_and_the_program() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let program = app.program(&ann, WRITES).await;
    let written = program.post(CONTACTS, json!({ "lastName": "Novak" })).await;
    assert_eq!(written.status, StatusCode::CREATED, "{written:?}");
    let trail = ann.get("/log/api/v1/audit?pageSize=1").await.rows();
    let entry = &trail[0];
    assert_eq!(
        entry["actor"],
        json!({
            "type": "api", "id": ann.id(), "name": "Ann Ähnlich (Nightly export)", "emailId": "ann@lines.test",
        })
    );
    assert_eq!(entry["origin"], "api");
    assert!(entry["sessionRef"].is_string(), "{entry}");
}

#[tokio::test]
async fn a_program_may_no_longer_what_its_user_may_not() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let program = app.program(&bob, READS).await;
    assert_opened(&program).await;
    app.set_status(&bob, "suspended").await;
    let refused = program.get(CONTACTS).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    assert_eq!(refused.json()["type"], "/problems/suspended");
    app.set_status(&bob, "deactivated").await;
    assert_refused(&program).await;
    app.set_status(&bob, "active").await;
    assert_opened(&program).await;
}

#[tokio::test]
async fn fields_at_fault_are_all_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let faults = async |body: Value| ann.post(TOKENS, body).await.faults();
    assert_eq!(
        faults(json!({})).await,
        ["/name", "/scopes", "/expiresInDays"]
    );
    let wrong = json!({
        "name": "a".repeat(61), "scopes": ["contact:read", "contact:all"], "expiresInDays": 367, "roleId": "mine",
        "userId": ann.id(),
    });
    let all = ["/name", "/scopes", "/expiresInDays", "/roleId", "/userId"];
    assert_eq!(faults(wrong).await, all);
    let empty = json!({ "name": " ", "scopes": [], "expiresInDays": 0 });
    assert_eq!(faults(empty).await, ["/name", "/scopes", "/expiresInDays"]);
    assert_eq!(listed(&ann).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_user_has_fifty_tokens_at_most() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for _ in 0..50 {
        create(&ann, nightly()).await;
    }
    let refused = ann.post(TOKENS, nightly()).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{refused:?}");
    let id = listed(&ann).await[49]["_id"].clone();
    revoke(&ann, id.as_str().unwrap()).await;
    create(&ann, nightly()).await;
}

#[tokio::test]
async fn a_mail_tells_the_owner_of_a_new_token() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.note_verified(&ann).await;
    create(&ann, nightly()).await;
    let mut mails = app.mails().await;
    mails.retain(|mail| mail.contains("Subject: An access token was created"));
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("Nightly export"), "{}", mails[0]);
    assert!(!mails[0].contains("wb_"));
}
