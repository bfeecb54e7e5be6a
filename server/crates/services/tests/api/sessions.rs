//! Sessions of the caller: the own ones alone are seen and ended.

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_storage::login_sessions::{self, NewLoginSession, Place};
use waybill_storage::{Clock as _, LoginSessionId, UserId};

use crate::actors::{Actor, Answer, TestApp};

pub(crate) const SESSIONS: &str = "/iam/api/v1/sessions";
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// A session of this user, as sign-in begins it.
pub(crate) async fn begin_session(app: &TestApp, user_id: UserId) -> LoginSessionId {
    let tx = app.storage.begin().await.unwrap();
    let new = NewLoginSession {
        sid_hash: &uuid::Uuid::now_v7().to_string(),
        user_id,
        sign_in_method: "sdk",
        place: Place {
            ip: Some("192.0.2.7".to_owned()),
            browser: Some(FIREFOX.to_owned()),
        },
        authenticated_at: None,
    };
    let session = login_sessions::insert(&tx, new, app.clock.now()).await;
    tx.commit().await.unwrap();
    session.unwrap().id
}

async fn end(actor: &Actor, id: &str) -> Answer {
    let path = format!("{SESSIONS}/{id}");
    actor.send_with(Method::DELETE, &path, &[], "").await
}

async fn listed(actor: &Actor) -> Vec<Value> {
    let answer = actor.get(SESSIONS).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_session_is_listed_with_where_and_when_it_began_and_the_one_used_last_comes_first() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Other").await;
    let first = begin_session(&app, ann.id()).await;
    begin_session(&app, zoe.id()).await;
    app.clock.advance(SignedDuration::from_hours(1));
    let second = begin_session(&app, ann.id()).await;
    let rows = listed(&ann).await;
    let ids: Vec<_> = rows.iter().map(|it| it["_id"].clone()).collect();
    assert_eq!(ids, [json!(second), json!(first)]);
    assert_eq!(
        rows[1],
        json!({
            "_id": first, "isCurrent": false, "browser": "Firefox on Windows", "ip": "192.0.2.7", "signInMethod": "sdk",
            "startedAt": "2026-11-20T11:00:00Z", "lastSeenAt": "2026-11-20T11:00:00Z",
        })
    );
}

#[tokio::test]
async fn an_ended_session_is_gone_and_the_audit_trail_says_which_it_was() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let kept = begin_session(&app, ann.id()).await;
    let ended = begin_session(&app, ann.id()).await;
    let answer = end(&ann, &ended.to_string()).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{answer:?}");
    let ids: Vec<_> = listed(&ann)
        .await
        .iter()
        .map(|it| it["_id"].clone())
        .collect();
    assert_eq!(ids, [json!(kept)]);
    let since = app.clock.now() - SignedDuration::from_secs(1);
    let lately = login_sessions::ended_since(app.storage.reader(), since).await;
    assert_eq!(lately.unwrap(), [ended], "sockets learn of it from here");

    let trail = ann
        .get("/log/api/v1/audit?pageSize=1&filter=action:eq:user.endSession")
        .await;
    let entry = &trail.json()["data"][0];
    assert_eq!(
        entry["changes"],
        json!([{ "path": format!("/sessions/{ended}"), "old": "Firefox on Windows", "new": null, "masked": false }])
    );
    assert_eq!(entry["entity"]["id"], json!(ann.id()));
}

#[tokio::test]
async fn what_is_no_open_session_of_the_caller_cannot_be_ended() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let (own, his) = (
        begin_session(&app, ann.id()).await.to_string(),
        begin_session(&app, bob.id()).await.to_string(),
    );
    assert_eq!(end(&ann, &own).await.status, StatusCode::NO_CONTENT);
    let mut told = Vec::new();
    for id in [own, his, uuid::Uuid::now_v7().to_string()] {
        let answer = end(&ann, &id).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
        told.push(answer.text);
    }
    told.dedup();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(listed(&bob).await.len(), 1);
}

#[tokio::test]
async fn all_others_end_at_once_and_are_one_entry() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    for user in [ann.id(), ann.id(), bob.id()] {
        begin_session(&app, user).await;
    }
    let path = format!("{SESSIONS}/end-others");
    let answer = ann.send_with(Method::POST, &path, &[], "").await;
    assert_eq!(answer.data(StatusCode::OK), json!({ "ended": 2 }));
    assert!(app.ended().contains(&ann.id()));
    let trail = ann
        .get("/log/api/v1/audit?filter=action:eq:user.endSession")
        .await
        .rows();
    assert_eq!(trail.len(), 1);
    assert_eq!(trail[0]["changes"].as_array().map(Vec::len), Some(2));
    assert!(!app.ended().contains(&bob.id()));
}

#[tokio::test]
async fn the_second_factor_is_turned_on_for_a_verified_address_alone() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    let me = "/iam/api/v1/users/me";
    let on = json!({ "twoFactorAuth": true });
    let refused = ann.patch(me, "*", on.clone()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        refused.json()["errors"],
        json!([{
            "pointer": "/twoFactorAuth",
            "detail": "Verify your e-mail address first. The codes are sent there.",
        }])
    );
    assert!(app.ended().is_empty());

    app.note_verified(&ann).await;
    let changed = ann.patch(me, "*", on).await;
    assert_eq!(changed.data(StatusCode::OK)["twoFactorAuth"], true);
    let off = json!({ "twoFactorAuth": false });
    let changed = ann.patch(me, "*", off).await;
    assert_eq!(changed.data(StatusCode::OK)["twoFactorAuth"], false);
}
