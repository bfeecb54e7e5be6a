//! Notifications: told to those whom it concerns, once, and looked at by nobody else.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::actors::{Actor, TestApp};

const NOTIFICATIONS: &str = "/iam/api/v1/notifications";
const LOADED: &str = "/iam/api/v1/notifications/loaded";
const ISSUES: &str = "/iam/api/v1/issue/tracker";

async fn assigned(by: &Actor, to: &Actor, title: &str) -> Value {
    let body = json!({ "title": title, "assigneeId": to.id() });
    by.post(ISSUES, body).await.data(StatusCode::CREATED)
}

async fn unread(actor: &Actor) -> Value {
    actor.get(NOTIFICATIONS).await.json()["unread"].clone()
}

#[tokio::test]
async fn whoever_gets_an_issue_is_told_unless_they_took_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let cargo = app.administrator("Cargo").await;
    let issue = assigned(&ann, &bob, "Wrong date").await;
    assigned(&ann, &ann, "Mine").await;
    let told = bob.get(NOTIFICATIONS).await.rows();
    assert_eq!(told.len(), 1);
    let expected = json!({
        "status": "new", "kind": "issueAssigned", "severity": "info", "title": "ISS-1 is yours now", "body": "Wrong date",
        "actorId": ann.id(), "subject": { "type": "issue", "id": issue["_id"] }, "href": null, "readAt": null,
        "_id": told[0]["_id"], "createdAt": "2026-11-20T11:00:00Z"
    });
    assert_eq!(told[0], expected);
    for other in [&ann, &cargo] {
        assert_eq!(other.get(NOTIFICATIONS).await.rows(), Vec::<Value>::new());
    }
    // A change to something else tells nobody again.
    let path = format!("{ISSUES}/{}", issue["_id"].as_str().unwrap());
    ann.patch(&path, "*", json!({ "priority": "high" })).await;
    assert_eq!(unread(&bob).await, 1);
    // Once it was taken away and given back, there is something to tell.
    ann.patch(&path, "*", json!({ "assigneeId": null })).await;
    ann.patch(&path, "*", json!({ "assigneeId": bob.id() }))
        .await;
    assert_eq!(unread(&bob).await, 2);
}

#[tokio::test]
async fn everybody_is_told_by_the_ways_that_it_has_chosen() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let me = "/iam/api/v1/users/me";
    let wanted = |channel| json!({ "notificationPrefs": { "issueAssigned": channel } });
    let own = bob.get(me).await.data(StatusCode::OK)["notificationPrefs"].clone();
    assert_eq!(own["issueAssigned"], "inApp");
    let changed = bob.patch(me, "*", wanted("off")).await;
    let prefs = changed.data(StatusCode::OK)["notificationPrefs"].clone();
    assert_eq!(
        (&prefs["issueAssigned"], &prefs["mailFailed"]),
        (&json!("off"), &json!("inApp"))
    );
    assigned(&ann, &bob, "Nobody hears of it").await;
    assert_eq!(unread(&bob).await, 0);

    let mut spanish = wanted("email");
    spanish["language"] = json!("es");
    bob.patch(me, "*", spanish).await.data(StatusCode::OK);
    let before = app.mails().await.len();
    assigned(&ann, &bob, "Wrong date").await;
    assert_eq!(unread(&bob).await, 1);
    let mails = app.mails().await;
    assert_eq!(mails.len(), before + 1);
    let mail = mails.iter().find(|it| it.contains("ISS-2")).unwrap();
    for part in [
        "Subject: ISS-2 is yours now",
        "Wrong date",
        "Abrir en Waybill",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    bob.patch(me, "*", wanted("inApp"))
        .await
        .data(StatusCode::OK);
    assigned(&ann, &bob, "By the bell alone").await;
    assert_eq!(
        (unread(&bob).await, app.mails().await.len()),
        (json!(2), before + 1)
    );
}

#[tokio::test]
async fn changed_rights_are_always_told_and_unknown_ways_are_none() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let refused = |prefs| {
        ann.patch(
            "/iam/api/v1/users/me",
            "*",
            json!({ "notificationPrefs": prefs }),
        )
    };
    let off = refused(json!({ "accessChanged": "off" })).await;
    assert_eq!(off.faults(), ["/notificationPrefs/accessChanged"]);
    let unknown = refused(json!({ "mailFailed": "pigeon", "tides": "off" })).await;
    assert_eq!(
        unknown.faults(),
        ["/notificationPrefs/mailFailed", "/notificationPrefs/tides"]
    );
}

#[tokio::test]
async fn the_own_ones_alone_are_looked_at() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    for title in ["One", "Two", "Three"] {
        assigned(&ann, &bob, title).await;
    }
    assigned(&bob, &ann, "Back").await;
    let of_ann = ann.get(NOTIFICATIONS).await.column("_id");
    let of_bob = bob.get(NOTIFICATIONS).await.column("_id");
    let body = json!({ "ids": [of_bob[2], of_ann[0], Uuid::now_v7()] });
    let left = bob.post(LOADED, body).await.data(StatusCode::OK);
    assert_eq!(left, json!({ "unread": 2 }));
    let statuses = bob.get(NOTIFICATIONS).await.column("status");
    assert_eq!(statuses, ["new", "new", "loaded"]);
    assert_eq!(unread(&ann).await, 1);

    let view = app.services.caller(bob.id()).await.unwrap();
    let view = app.services.session_view(&view).await.unwrap();
    assert_eq!(view.unread, 2);
    let left = bob.post(LOADED, json!({ "all": true })).await;
    assert_eq!(left.data(StatusCode::OK), json!({ "unread": 0 }));
    let rows = bob.get(NOTIFICATIONS).await.rows();
    assert!(
        rows.iter()
            .all(|row| row["readAt"] == "2026-11-20T11:00:00Z")
    );
    assert_eq!(unread(&ann).await, 1);
}

#[tokio::test]
async fn they_come_in_parts_and_are_counted_up_to_ten() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    for at in 0..13 {
        assigned(&ann, &bob, &format!("Issue {at}")).await;
    }
    let first = bob.get(&format!("{NOTIFICATIONS}?limit=10")).await;
    assert_eq!(first.rows().len(), 10);
    assert_eq!(first.json()["unread"], 10);
    let next = first.json()["next"].as_str().unwrap().to_owned();
    let rest = bob
        .get(&format!("{NOTIFICATIONS}?limit=10&before={next}"))
        .await;
    assert_eq!(rest.column("body"), ["Issue 2", "Issue 1", "Issue 0"]);
    assert_eq!(rest.json()["next"], Value::Null);
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (query, expected) in [
        ("before=x", "?before"),
        ("before=", "?before"),
        ("limit=0", "?limit"),
        ("limit=101", "?limit"),
        ("status=new", "?status"),
    ] {
        let refused = ann.get(&format!("{NOTIFICATIONS}?{query}")).await;
        assert_eq!(refused.faults(), [expected]);
    }
    for (body, expected) in [
        (json!({}), "/ids"),
        (json!({ "ids": [] }), "/ids"),
        (json!({ "ids": ["x"] }), "/ids"),
        (json!({ "all": 1, "ids": [Uuid::nil()] }), "/all"),
        (json!({ "all": true, "more": 1 }), "/more"),
    ] {
        assert_eq!(ann.post(LOADED, body).await.faults(), [expected]);
    }
}

#[tokio::test]
async fn an_import_that_is_done_is_told_with_its_numbers() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = "/contact/api/v1/contact-tags/import";
    let csv = "name,color\nA,red\nB,blue\nC,mauve\n";
    let done = ann
        .send(
            Method::POST,
            &format!("{path}?dryRun=false"),
            csv.into(),
            Some("text/csv"),
        )
        .await;
    assert_eq!(done.status, StatusCode::OK, "{done:?}");
    let told = ann.get(NOTIFICATIONS).await.rows();
    assert_eq!(told[0]["kind"], "importFinished");
    assert_eq!(told[0]["body"], "2 new, 1 wrong and left out");
}
