//! Viewing as a role: what its holder would see, no more than the viewer may see, nothing written, and for an hour at most.

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::source::Source;
use waybill_storage::users;

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::{Needed, Operation};
use crate::requests::{Place, Ready, Supply};

const CONTACTS: &str = "/contact/api/v1/contacts";
const CURRENT: &str = "/iam/api/v1/sessions/current";

/// What is sent with a body and changes nothing, and what keeps or ends the session.
const PASSING: [&str; 4] = [
    "run_report",
    "preview_report",
    "preview_template",
    "sign_out",
];

/// Reads of what is its maker's alone: whoever views as a role owns nothing.
const OWN: [&str; 2] = ["/mail/api/v1/drafts/{id}", "/iam/api/v1/saved-views/{id}"];

/// Id of the role of this name.
async fn role(app: &TestApp, of: &Actor, name: &str) -> uuid::Uuid {
    let (_, company) = users::by_id(app.storage.reader(), of.id())
        .await
        .unwrap()
        .unwrap();
    let all = waybill_storage::roles::all(app.storage.reader(), company.id)
        .await
        .unwrap();
    let found = all.into_iter().find(|role| role.name == name);
    found.unwrap().id.as_uuid()
}

async fn begin(app: &TestApp, viewer: &Actor, name: &str) {
    let role = role(app, viewer, name).await;
    let caller = viewer.caller().await;
    app.services
        .view_as_role(&caller, role, &Source::default())
        .await
        .unwrap();
}

async fn end(app: &TestApp, viewer: &Actor) {
    let caller = viewer.caller().await;
    let left = app.services.end_viewing(&caller, &Source::default()).await;
    assert!(left.unwrap().is_some());
}

fn problem(answer: &Answer) -> (StatusCode, String) {
    let told: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    let kind = match answer.status.is_success() {
        true => "",
        false => told["type"].as_str().unwrap_or_default(),
    };
    (answer.status, kind.to_owned())
}

fn refused(kind: &str) -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, format!("/problems/{kind}"))
}

async fn actions(actor: &Actor) -> Vec<String> {
    let trail = actor.get("/log/api/v1/audit?pageSize=200").await;
    trail.column("action")
}

#[tokio::test]
async fn viewer_sees_what_a_holder_sees() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.in_session(&ann).await;
    begin(&app, &viewer, "Viewer").await;

    let holder = app.colleague(&ann, "Viewer").await;
    let [seen, held] = [&viewer, &holder].map(|actor| actor.get(CURRENT));
    let (seen, held) = (
        seen.await.data(StatusCode::OK),
        held.await.data(StatusCode::OK),
    );
    assert_eq!(seen["permissions"], held["permissions"]);
    assert_eq!(
        (&seen["viewing"]["kind"], &seen["viewing"]["name"]),
        (&json!("role"), &json!("Viewer"))
    );
    assert_eq!(seen["viewing"]["until"], "2026-11-20T12:00:00Z");
    assert_eq!(seen["user"]["_id"], json!(ann.id()));
    assert_eq!(held["viewing"], Value::Null);

    let trail = viewer.get("/log/api/v1/audit").await;
    assert_eq!(trail.json()["permission"], "audit:view");
    assert_eq!(viewer.get(CONTACTS).await.status, StatusCode::OK);
    let body = json!({ "firstName": "Grace", "lastName": "Hopper" });
    let written = viewer.post(CONTACTS, body.clone()).await;
    assert_eq!(problem(&written), refused("viewing"));
    assert_eq!(
        written.json()["detail"],
        "You are viewing as another role. Nothing can be changed."
    );
    assert_eq!(ann.get(CONTACTS).await.json()["total"], 0);

    end(&app, &viewer).await;
    let written = viewer.post(CONTACTS, body).await;
    assert_eq!(written.status, StatusCode::CREATED, "{written:?}");
    let told = actions(&viewer).await;
    let told: Vec<_> = told.iter().filter(|it| it.contains("View")).collect();
    assert_eq!(told, ["role.endView", "role.beginView"]);
}

#[tokio::test]
async fn role_adds_nothing_to_the_viewers_rights() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [
        ("role:edit", "company"),
        ("contact:view", "own"),
        ("profile:view", "own"),
    ];
    let bob = app.colleague_with(&ann, &rights).await;
    let viewer = app.in_session(&bob).await;
    begin(&app, &viewer, "Administrator").await;
    let session = viewer.get(CURRENT).await.data(StatusCode::OK);
    assert_eq!(
        session["permissions"],
        json!([
            "profile:view",
            "profile:edit",
            "role:view",
            "role:edit",
            "contact:view"
        ])
    );
    assert_eq!(session["isSuperAdmin"], false);
    let users = viewer.get("/iam/api/v1/users").await;
    assert_eq!(users.json()["permission"], "user:view");

    // An operator of the installation who views as a role is none meanwhile.
    let operator = app.operator().await;
    let desk = app.in_session(&operator).await;
    begin(&app, &desk, "Administrator").await;
    let companies = desk.get("/iam/api/v1/app-admin").await;
    assert_eq!(problem(&companies), refused("operator-only"));
}

#[tokio::test]
async fn viewer_owns_no_records() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "firstName": "Grace", "lastName": "Hopper" });
    let made = ann.post(CONTACTS, body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let rights = [("contact:view", "own")];
    let holder = app.colleague_with(&ann, &rights).await;
    let name = holder.caller().await.roles()[0].name.clone();
    let viewer = app.in_session(&ann).await;
    begin(&app, &viewer, &name).await;
    assert_eq!(viewer.get(CONTACTS).await.json()["total"], 0);
    assert_eq!(ann.get(CONTACTS).await.json()["total"], 1);
}

#[tokio::test]
async fn view_ends_after_an_hour() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.in_session(&ann).await;
    begin(&app, &viewer, "Viewer").await;
    app.clock.advance(SignedDuration::from_mins(59));
    assert_eq!(viewer.get(CONTACTS).await.status, StatusCode::OK);
    app.clock.advance(SignedDuration::from_mins(1));
    for path in [CONTACTS, CURRENT, "/iam/api/v1/users-token"] {
        assert_eq!(problem(&viewer.get(path).await), refused("viewing-over"));
    }
    let written = viewer.post(CONTACTS, json!({})).await;
    assert_eq!(problem(&written), refused("viewing-over"));
    assert_eq!(app.services.close_viewings().await.unwrap(), 1);
    assert_eq!(app.services.close_viewings().await.unwrap(), 0);

    // What a document does.
    end(&app, &viewer).await;
    assert_eq!(
        viewer.get(CURRENT).await.data(StatusCode::OK)["viewing"],
        Value::Null
    );
    let path = "/log/api/v1/audit?filter=action:eq:role.endView";
    let ends = ann.get(path).await.rows();
    assert_eq!(ends.len(), 1, "{ends:?}");
    assert_eq!(
        ends[0]["reason"],
        "The time limit was reached or the session ended."
    );
    assert_eq!(ends[0]["actor"]["id"], json!(ann.id()));
}

#[tokio::test]
async fn view_ends_with_session_role_and_right() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let other = app.in_session(&ann).await;
    let viewer = app.in_session(&ann).await;
    begin(&app, &viewer, "Viewer").await;
    // It is that session's alone.
    assert_eq!(
        other.get(CURRENT).await.data(StatusCode::OK)["viewing"],
        Value::Null
    );
    let left = viewer
        .send_with(Method::POST, "/iam/api/v1/auth/logout", &[], "")
        .await;
    assert_eq!(left.status, StatusCode::NO_CONTENT, "{left:?}");
    let mut told = actions(&ann).await;
    told.truncate(3);
    assert_eq!(told, ["user.signOut", "role.endView", "role.beginView"]);

    let made = ann
        .post("/iam/api/v1/roles", json!({ "name": "Night" }))
        .await;
    let night = made.data(StatusCode::CREATED)["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    begin(&app, &other, "Night").await;
    assert_eq!(other.get(CURRENT).await.status, StatusCode::OK);
    ann.delete(&format!("/iam/api/v1/roles/{night}"), "*").await;
    assert_eq!(problem(&other.get(CURRENT).await), refused("viewing-over"));
    end(&app, &other).await;

    let rights = [("role:edit", "company")];
    let bob = app.colleague_with(&ann, &rights).await;
    let role = bob.caller().await.roles()[0].id;
    let viewer = app.in_session(&bob).await;
    begin(&app, &viewer, "Viewer").await;
    let path = format!("/iam/api/v1/roles/{role}");
    let none = ann.patch(&path, "*", json!({ "permissions": [] })).await;
    assert_eq!(none.status, StatusCode::OK, "{none:?}");
    assert_eq!(problem(&viewer.get(CURRENT).await), refused("viewing-over"));
}

#[tokio::test]
async fn view_needs_the_right_to_edit_roles() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Other").await;
    let viewer_role = role(&app, &ann, "Viewer").await;
    let manager = app.colleague(&ann, "Manager").await;
    let manager = app.in_session(&manager).await.caller().await;
    let stranger = app.in_session(&zoe).await.caller().await;
    let nowhere = ann.caller().await;
    let source = Source::default();
    let view = |caller| app.services.view_as_role(caller, viewer_role, &source);
    assert!(matches!(
        view(&manager).await,
        Err(ServiceError::Forbidden(_))
    ));
    assert!(matches!(view(&stranger).await, Err(ServiceError::NotFound)));
    assert!(matches!(view(&nowhere).await, Err(ServiceError::State(_))));
    let viewer = app.in_session(&ann).await;
    begin(&app, &viewer, "Administrator").await;
    let again = viewer.caller().await;
    assert!(matches!(view(&again).await, Err(ServiceError::Viewing(_))));
}

#[tokio::test]
async fn page_of_another_view_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.in_session(&ann).await;
    let ask = async |page: &str| {
        let headers = [("x-viewing", page)];
        viewer.send_with(Method::GET, CONTACTS, &headers, "").await
    };
    assert_eq!(ask("none").await.status, StatusCode::OK);
    begin(&app, &viewer, "Administrator").await;
    assert_eq!(problem(&ask("none").await), refused("viewing-over"));
    let view = viewer.get(CURRENT).await.data(StatusCode::OK)["viewing"]["_id"].clone();
    let view = view.as_str().unwrap();
    assert_eq!(ask(view).await.status, StatusCode::OK);
    end(&app, &viewer).await;
    assert_eq!(problem(&ask(view).await), refused("viewing-over"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn viewer_reads_but_never_writes() {
    let app = TestApp::for_many_reads().await;
    let operator = app.operator().await;
    let mut wrong = Vec::new();
    let mut written = 0;
    for (at, operation) in Operation::all().into_iter().enumerate() {
        if operation.id == "sign_out" {
            continue;
        }
        let ann = app.administrator(&format!("Own{at}")).await;
        let place = Place {
            app: &app,
            owner: &ann,
            doer: match operation.needed() {
                Some(Needed::Operator) => &operator,
                _ => &ann,
            },
            supply: Supply::Fresh,
        };
        let ready = Ready::make(&operation, &place).await;
        let ready = ready.unwrap_or_else(|lack| panic!("{lack}"));
        let viewer = app.in_session(&ann).await;
        begin(&app, &viewer, "Administrator").await;
        let answer = ready.sent_by(&viewer).await;
        if let Some(expected) = expected(&operation)
            && problem(&answer) != expected
        {
            let text: String = answer.text.chars().take(200).collect();
            wrong.push(format!("{operation}: {} {text}", answer.status));
        }
        // What was read is noted where it leaves the house; nothing else is.
        let latest = actions(&ann).await.remove(0);
        if latest != "role.beginView" && !latest.ends_with(".export") {
            wrong.push(format!("{operation}: {latest} was noted"));
        }
        written += usize::from(operation.method != Method::GET);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(100 < written, "{written} operations write");
}

/// What a viewer who holds all rights is answered; none for what is not decided by them.
fn expected(operation: &Operation) -> Option<(StatusCode, String)> {
    let success = (operation.success(), String::new());
    if operation.method != Method::GET && !PASSING.contains(&operation.id.as_str()) {
        return Some(refused("viewing"));
    }
    if OWN.iter().any(|path| operation.path.starts_with(path)) {
        return Some((StatusCode::NOT_FOUND, "/problems/not-found".to_owned()));
    }
    match operation.needed()? {
        Needed::SignIn => Some(success),
        Needed::Operator => Some(refused("operator-only")),
        Needed::Right(right) if right.action.reads() => Some(success),
        Needed::Right(_) => Some(refused("viewing")),
    }
}
