//! The issue tracker: numbers, statuses, people, comments.

use axum::http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::actors::{Actor, TestApp, uuid};

const ISSUES: &str = "/iam/api/v1/issue/tracker";

async fn issue(actor: &Actor, body: Value) -> Value {
    actor.post(ISSUES, body).await.data(StatusCode::CREATED)
}

fn path(issue: &Value) -> String {
    format!("{ISSUES}/{}", issue["_id"].as_str().unwrap())
}

/// Moves an issue through these statuses.
async fn moved(actor: &Actor, issue: &Value, statuses: &[&str]) -> Value {
    let mut now = issue.clone();
    for status in statuses {
        let body = json!({ "status": status, "resolution": "Done." });
        now = actor
            .patch(&path(issue), "*", body)
            .await
            .data(StatusCode::OK);
    }
    now
}

#[tokio::test]
async fn an_issue_is_reported_by_whoever_sends_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "title": "Wrong date", "description": "**bold** <script>alert(1)</script>\n\nnext", "labels": ["mail", "mail"],
        "subject": { "type": "user", "id": ann.id() }, "route": "/settings", "dueAt": "2026-12-01T00:00:00Z"
    });
    let stored = issue(&ann, body).await;
    assert_json_snapshot!(stored, {
        "._id" => uuid(), ".companyId" => uuid(), ".createdBy" => uuid(), ".updatedBy" => uuid(), ".reporterId" => uuid(),
        ".watchers[]" => uuid(),
        ".subject.id" => uuid()
    });
    assert_eq!(stored["reporterId"], json!(ann.id()));
    assert_eq!(
        ann.get(&format!("{ISSUES}?search=iss-1"))
            .await
            .column("key"),
        ["ISS-1"]
    );
    let by_subject = format!("{ISSUES}?filter=subjectId:eq:{}", ann.id());
    assert_eq!(ann.get(&by_subject).await.column("key"), ["ISS-1"]);
}

#[tokio::test]
async fn an_issue_is_about_what_its_writer_sees() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let about =
        |kind: &str, id: Value| json!({ "title": "Wrong", "subject": { "type": kind, "id": id } });
    // Another company's, one of another kind, and one that never was.
    for (kind, id) in [
        ("user", json!(cargo.id())),
        ("contact", json!(ann.id())),
        ("audit", json!(Uuid::now_v7())),
    ] {
        let refused = ann.post(ISSUES, about(kind, id)).await;
        assert_eq!(refused.faults(), ["/subject/id"], "{kind}");
    }
    let entry = ann.get("/log/api/v1/audit?pageSize=1").await.rows()[0]["_id"].clone();
    issue(&ann, about("audit", entry.clone())).await;
    // Whoever does not see the trail names no entry of it, and whoever finds a subject there leaves it.
    let bob = app
        .colleague_with(
            &ann,
            &[("issue:create", "company"), ("issue:edit", "company")],
        )
        .await;
    let refused = bob.post(ISSUES, about("audit", entry)).await;
    assert_eq!(refused.faults(), ["/subject/id"]);
    let known = ann.get(ISSUES).await.rows()[0].clone();
    let body = json!({ "title": "Worse" });
    let renamed = bob.patch(&path(&known), "*", body).await;
    assert_eq!(renamed.status, StatusCode::OK);
}

#[tokio::test]
async fn all_fields_at_fault_are_named_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let never = Uuid::now_v7();
    let body = json!({
        "key": "ISS-9", "number": 9, "reporterId": never, "type": "wish", "severity": "none", "priority": "now",
        "status": "closed", "assigneeId": cargo.id(), "watchers": [never], "labels": ["x".repeat(31)],
        "subject": { "type": "ship" }, "dueAt": "soon", "duplicateOf": never, "attachments": ["x"]
    });
    let mut faults = ann.post(ISSUES, body).await.faults();
    faults.sort();
    assert_eq!(
        faults,
        [
            "/assigneeId",
            "/attachments",
            "/dueAt",
            "/duplicateOf",
            "/key",
            "/labels",
            "/number",
            "/priority",
            "/reporterId",
            "/severity",
            "/status",
            "/subject/type",
            "/title",
            "/type",
            "/watchers"
        ]
    );
    assert_eq!(
        issue(&ann, json!({ "title": "First" })).await["key"],
        "ISS-1",
        "a refused one takes no number"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn issues_reported_at_once_are_numbered_without_gaps() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let mut reports = tokio::task::JoinSet::new();
    for at in 0..24 {
        let actor = ann.clone();
        reports.spawn(async move {
            // Every fourth is refused and must leave no gap.
            let title = if at % 4 == 0 { "" } else { "Report" };
            actor.post(ISSUES, json!({ "title": title })).await.status
        });
    }
    let statuses = reports.join_all().await;
    assert_eq!(
        statuses
            .iter()
            .filter(|it| **it == StatusCode::CREATED)
            .count(),
        18
    );
    let listed = ann.get(&format!("{ISSUES}?sort=number")).await.rows();
    let numbers: Vec<i64> = listed
        .iter()
        .map(|it| it["number"].as_i64().unwrap())
        .collect();
    assert_eq!(numbers, (1..=18).collect::<Vec<_>>());
    assert_eq!(
        issue(&cargo, json!({ "title": "Ours" })).await["key"],
        "ISS-1"
    );
}

#[tokio::test]
async fn the_status_moves_along_its_arrows() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let reported = issue(&ann, json!({ "title": "A" })).await;
    let jump = ann
        .patch(
            &path(&reported),
            "*",
            json!({ "status": "closed", "resolution": "x" }),
        )
        .await;
    assert_eq!(jump.faults(), ["/status"]);
    assert_eq!(
        jump.json()["errors"][0]["detail"],
        "An issue cannot change from new to closed. It can change to triaged."
    );
    let round = [
        "triaged",
        "inProgress",
        "waiting",
        "inProgress",
        "resolved",
        "closed",
        "reopened",
        "triaged",
    ];
    let now = moved(&ann, &reported, &round).await;
    assert_eq!(now["nextStatuses"], json!(["inProgress"]));
}

#[tokio::test]
async fn an_issue_is_not_resolved_without_saying_how() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (first, second) = (
        issue(&ann, json!({ "title": "A" })).await,
        issue(&ann, json!({ "title": "B" })).await,
    );
    moved(&ann, &first, &["triaged", "inProgress"]).await;
    let silent = ann
        .patch(
            &path(&first),
            "*",
            json!({ "status": "resolved", "resolution": "" }),
        )
        .await;
    assert_eq!(silent.faults(), ["/resolution"]);
    let body = json!({ "status": "resolved", "resolution": "", "duplicateOf": second["_id"] });
    let resolved = ann.patch(&path(&first), "*", body).await;
    assert_eq!(resolved.status, StatusCode::OK);
    let emptied = ann
        .patch(&path(&first), "*", json!({ "duplicateOf": null }))
        .await;
    assert_eq!(emptied.faults(), ["/resolution"]);

    let itself = ann
        .patch(&path(&second), "*", json!({ "duplicateOf": second["_id"] }))
        .await;
    assert_eq!(itself.faults(), ["/duplicateOf"]);
    let chain = ann
        .patch(&path(&second), "*", json!({ "duplicateOf": first["_id"] }))
        .await;
    assert_eq!(chain.faults(), ["/duplicateOf"]);
    let named = ann.delete(&path(&second), "*").await;
    assert_eq!(named.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn what_the_program_noted_can_be_removed_and_not_written_anew() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let reported = issue(
        &ann,
        json!({ "title": "A", "route": "/x", "browser": "B", "errorId": "e" }),
    )
    .await;
    let anew = json!({ "route": "/y", "browser": "", "appVersion": "2" });
    assert_eq!(
        ann.patch(&path(&reported), "*", anew).await.faults(),
        ["/route", "/appVersion"]
    );
    let stripped = ann
        .patch(
            &path(&reported),
            "*",
            json!({ "route": null, "browser": "" }),
        )
        .await;
    assert_eq!(stripped.data(StatusCode::OK)["errorId"], "e");
}

#[tokio::test]
async fn assigning_is_a_right_of_its_own() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [("issue:create", "own"), ("issue:edit", "own")];
    let bob = app.colleague_with(&ann, &rights).await;
    let reported = issue(&bob, json!({ "title": "A" })).await;
    let refused = bob
        .patch(&path(&reported), "*", json!({ "assigneeId": bob.id() }))
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["permission"], "issue:assign");
    let assigned = ann
        .patch(&path(&reported), "*", json!({ "assigneeId": ann.id() }))
        .await;
    assert_eq!(assigned.data(StatusCode::OK)["assigneeName"], "Ann Ähnlich");
    let kept = bob
        .patch(
            &path(&reported),
            "*",
            json!({ "assigneeId": ann.id(), "title": "B" }),
        )
        .await;
    assert_eq!(kept.status, StatusCode::OK, "nothing is assigned anew");
    app.set_status(&bob, "suspended").await;
    let gone = ann
        .patch(&path(&reported), "*", json!({ "assigneeId": bob.id() }))
        .await;
    assert_eq!(gone.faults(), ["/assigneeId"]);
}

#[tokio::test]
async fn within_the_own_scope_lies_what_one_reported_or_works_on() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [
        ("issue:view", "own"),
        ("issue:create", "own"),
        ("issue:edit", "own"),
    ];
    let bob = app.colleague_with(&ann, &rights).await;
    let others = issue(&ann, json!({ "title": "A" })).await;
    let own = issue(&bob, json!({ "title": "B" })).await;
    assert_eq!(bob.get(ISSUES).await.column("title"), ["B"]);
    assert_eq!(bob.get(&path(&others)).await.status, StatusCode::NOT_FOUND);
    let comments = format!("{}/comments", path(&others));
    assert_eq!(bob.get(&comments).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        bob.post(&comments, json!({ "body": "x" })).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(bob.get(&path(&own)).await.status, StatusCode::OK);
    ann.patch(&path(&others), "*", json!({ "assigneeId": bob.id() }))
        .await
        .data(StatusCode::OK);
    assert_eq!(bob.get(ISSUES).await.json()["total"], 2);
}

#[tokio::test]
async fn people_talk_about_an_issue_some_of_it_among_themselves() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [("issue:create", "own"), ("issue:edit", "own")];
    let bob = app.colleague_with(&ann, &rights).await;
    let reported = issue(&bob, json!({ "title": "A" })).await;
    let comments = format!("{}/comments", path(&reported));
    let said = bob
        .post(&comments, json!({ "body": " It is <b>urgent</b>\n" }))
        .await;
    assert_eq!(said.header("etag"), "\"1\"");
    let said = said.data(StatusCode::CREATED);
    assert_eq!(
        said["body"], "It is <b>urgent</b>",
        "it is text and stays as it was written"
    );
    app.set_time("2026-11-20T11:01:00Z");
    ann.post(&comments, json!({ "body": "Again?", "internal": true }))
        .await
        .data(StatusCode::CREATED);
    let internal = bob
        .post(&comments, json!({ "body": "x", "internal": true }))
        .await;
    assert_eq!(internal.faults(), ["/internal"]);
    assert_eq!(
        ann.get(&comments).await.column("body"),
        ["It is <b>urgent</b>", "Again?"]
    );
    assert_eq!(
        bob.get(&comments).await.column("body"),
        ["It is <b>urgent</b>"]
    );
    assert_eq!(
        ann.get(&path(&reported)).await.data(StatusCode::OK)["commentCount"],
        2
    );
    assert_eq!(
        bob.get(&path(&reported)).await.data(StatusCode::OK)["commentCount"],
        1
    );
    for body in [
        json!({}),
        json!({ "body": " " }),
        json!({ "body": "x".repeat(10_001) }),
    ] {
        assert_eq!(bob.post(&comments, body).await.faults(), ["/body"]);
    }
    assert_eq!(
        bob.post(&comments, json!({ "body": "x", "issueId": 1 }))
            .await
            .faults(),
        ["/issueId"]
    );
}

#[tokio::test]
async fn a_comment_is_changed_and_removed_by_whoever_wrote_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Manager").await;
    let (one, other) = (
        issue(&ann, json!({ "title": "A" })).await,
        issue(&ann, json!({ "title": "B" })).await,
    );
    let comments = format!("{}/comments", path(&one));
    let said = bob
        .post(&comments, json!({ "body": "x" }))
        .await
        .data(StatusCode::CREATED);
    let id = said["_id"].as_str().unwrap();
    let comment = format!("{comments}/{id}");
    let theirs = ann.patch(&comment, "\"1\"", json!({ "body": "y" })).await;
    assert_eq!(theirs.status, StatusCode::CONFLICT);
    let blind = bob.send_with(Method::DELETE, &comment, &[], "").await;
    assert_eq!(blind.status, StatusCode::PRECONDITION_REQUIRED);
    let changed = bob.patch(&comment, "\"1\"", json!({ "body": "y" })).await;
    assert_eq!(changed.data(StatusCode::OK)["body"], "y");
    assert_eq!(
        bob.delete(&comment, "\"1\"").await.status,
        StatusCode::PRECONDITION_FAILED
    );
    let elsewhere = format!("{}/comments/{id}", path(&other));
    assert_eq!(
        bob.delete(&elsewhere, "*").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        bob.delete(&comment, "\"2\"").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        bob.delete(&comment, "*").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(ann.get(&comments).await.rows(), Vec::<Value>::new());
    let gone = ann.delete(&path(&one), "*").await;
    assert_eq!(
        gone.status,
        StatusCode::NO_CONTENT,
        "comments keep no issue"
    );
}

#[tokio::test]
async fn another_company_sees_no_issue_and_no_comment() {
    let app = TestApp::init().await;
    let lines = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let foreign = issue(&cargo, json!({ "title": "Secret" })).await;
    let comments = format!("{}/comments", path(&foreign));
    let said = cargo
        .post(&comments, json!({ "body": "x" }))
        .await
        .data(StatusCode::CREATED);
    let comment = format!("{comments}/{}", said["_id"].as_str().unwrap());
    let never = format!("{ISSUES}/{}/comments", Uuid::now_v7());
    let unknown = lines.get(&never).await;
    for answer in [
        lines.get(&comments).await,
        lines.post(&comments, json!({ "body": "x" })).await,
        lines.patch(&comment, "*", json!({ "body": "y" })).await,
        lines.delete(&comment, "*").await,
    ] {
        assert_eq!(
            (answer.status, &answer.text),
            (StatusCode::NOT_FOUND, &unknown.text)
        );
    }
    let own = issue(&lines, json!({ "title": "Ours" })).await;
    let across = format!("{}/comments/{}", path(&own), said["_id"].as_str().unwrap());
    assert_eq!(
        lines
            .patch(&across, "*", json!({ "body": "y" }))
            .await
            .status,
        StatusCode::NOT_FOUND
    );
}
