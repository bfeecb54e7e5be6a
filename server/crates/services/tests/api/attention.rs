//! What needs a user: only what is theirs to do, and only kinds that they may view.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const ATTENTION: &str = "/iam/api/v1/users/me/attention";
const ISSUES: &str = "/iam/api/v1/issue/tracker";
const TAGS: &str = "/contact/api/v1/contact-tags";
const USERS: &str = "/iam/api/v1/users";
const DAY: i64 = 86_400;

/// Kind, count and labels of each group.
async fn groups(actor: &Actor) -> Value {
    let data = actor.get(ATTENTION).await.data(StatusCode::OK);
    let groups = data.as_array().unwrap().iter().map(|group| {
        let items = group["items"].as_array().unwrap();
        let labels: Vec<_> = items.iter().map(|item| item["label"].clone()).collect();
        json!([group["kind"], group["count"], labels])
    });
    groups.collect()
}

async fn issue(actor: &Actor, changes: Value) -> Value {
    let mut body = json!({ "title": "Seal number missing" });
    let (Value::Object(members), Value::Object(changes)) = (&mut body, changes) else {
        panic!("no objects")
    };
    members.extend(changes);
    actor.post(ISSUES, body).await.data(StatusCode::CREATED)
}

#[tokio::test]
async fn issues_with_a_due_date_come_first() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bo = app.colleague(&ann, "Operator").await;
    assert_eq!(groups(&ann).await, json!([]));
    let me = ann.id();
    issue(&ann, json!({ "title": "Of nobody" })).await;
    issue(&ann, json!({ "title": "Of Bo", "assigneeId": bo.id() })).await;
    issue(&ann, json!({ "title": "Undated", "assigneeId": me })).await;
    for (title, due) in [("Later", "2026-12-24"), ("Sooner", "2026-12-01")] {
        let due = format!("{due}T12:00:00Z");
        issue(
            &ann,
            json!({ "title": title, "assigneeId": me, "dueAt": due }),
        )
        .await;
    }
    issue(&ann, json!({ "title": "Also undated", "assigneeId": me })).await;
    assert_eq!(
        groups(&ann).await,
        json!([[
            "assignedIssue",
            4,
            ["ISS-5 Sooner", "ISS-4 Later", "ISS-6 Also undated"]
        ]])
    );
    assert_eq!(
        groups(&bo).await,
        json!([["assignedIssue", 1, ["ISS-2 Of Bo"]]])
    );
    let data = ann.get(ATTENTION).await.data(StatusCode::OK);
    let first = &data[0]["items"][0];
    assert_eq!(
        (&first["at"], &first["isDeadline"]),
        (&json!("2026-12-01T12:00:00Z"), &json!(true))
    );
    assert_eq!(data[0]["items"][2]["isDeadline"], false);
}

#[tokio::test]
async fn resolved_issues_need_nobody() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let made = issue(&ann, json!({ "assigneeId": ann.id() })).await;
    let path = format!("{ISSUES}/{}", made["_id"].as_str().unwrap());
    for status in ["triaged", "inProgress", "resolved"] {
        assert_eq!(groups(&ann).await[0][1], 1, "{status}");
        let body = json!({ "status": status, "resolution": "Asked the terminal." });
        ann.patch(&path, "*", body).await.data(StatusCode::OK);
    }
    assert_eq!(groups(&ann).await, json!([]));
}

#[tokio::test]
async fn own_drafts_and_imports_with_errors_wait() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bo = app.colleague(&ann, "Operator").await;
    let draft = json!({ "subject": "Arrival notice" });
    ann.post("/mail/api/v1/drafts", draft)
        .await
        .data(StatusCode::CREATED);
    let imported = async |table: &str| {
        let path = format!("{TAGS}/import?dryRun=false&mode=insert");
        let headers = [("content-type", "text/csv")];
        let answer = ann
            .send_with(Method::POST, &path, &headers, table.to_owned())
            .await;
        answer.data(StatusCode::OK)
    };
    imported("name,color\r\nReefer,teal\r\n").await;
    let faulty = imported("name,color\r\nDry,teal\r\nOversize,invisible\r\n").await;
    assert_eq!(
        groups(&ann).await,
        json!([
            ["faultyImport", 1, ["contactTag"]],
            ["mailDraft", 1, ["Arrival notice"]]
        ])
    );
    assert_eq!(groups(&bo).await, json!([]));

    let undo = format!(
        "{TAGS}/batches/{}/undo",
        faulty["batchId"].as_str().unwrap()
    );
    assert_eq!(ann.post(&undo, json!({})).await.status, StatusCode::OK);
    assert_eq!(groups(&ann).await[0][0], "mailDraft");
    imported("name,color\r\nFragile,invisible\r\n").await;
    assert_eq!(groups(&ann).await[0][0], "faultyImport");
    app.wait(14 * DAY + 1);
    assert_eq!(groups(&ann).await[0][0], "mailDraft");
}

#[tokio::test]
async fn invitations_wait_two_days_before_they_end() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "firstName": "Ida", "lastName": "Brandt", "emailId": "ida@lines.test" });
    ann.post(USERS, body).await.data(StatusCode::CREATED);
    app.wait(5 * DAY - 1);
    assert_eq!(groups(&ann).await, json!([]));
    app.wait(1);
    let ends = json!([["expiringInvitation", 1, ["Ida Brandt"]]]);
    assert_eq!(groups(&ann).await, ends);
    app.wait(3 * DAY);
    assert_eq!(groups(&ann).await, ends, "an expired one waits for another");
}

#[tokio::test]
async fn kinds_without_the_right_to_view_are_absent() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bo = app
        .colleague_with(&ann, &[("dashboard:view", "company")])
        .await;
    issue(&ann, json!({ "assigneeId": bo.id() })).await;
    assert_eq!(groups(&bo).await, json!([]));
    let none = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    assert_eq!(none.get(ATTENTION).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn office_hours_are_whole_or_absent() {
    const OFFICES: &str = "/iam/api/v1/companies/offices";
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let made = async |name: &str, hours: Value| {
        ann.post(OFFICES, json!({ "name": name, "hours": hours }))
            .await
    };
    let hours = json!({ "days": ["fri", "mon"], "opens": "08:30", "closes": "17:00" });
    let office = made("Rotterdam", hours).await.data(StatusCode::CREATED);
    assert_eq!(
        office["hours"],
        json!({ "days": ["mon", "fri"], "opens": "08:30", "closes": "17:00" })
    );
    let none = made("Antwerp", json!({})).await.data(StatusCode::CREATED);
    assert_eq!(
        none["hours"],
        json!({ "days": [], "opens": "", "closes": "" })
    );
    for (hours, pointer) in [
        (
            json!({ "days": ["mon"], "opens": "09:00" }),
            "/hours/closes",
        ),
        (
            json!({ "opens": "09:00", "closes": "17:00" }),
            "/hours/days",
        ),
        (
            json!({ "days": ["mon"], "opens": "17:00", "closes": "09:00" }),
            "/hours/closes",
        ),
        (
            json!({ "days": ["mon"], "opens": "24:00", "closes": "25:00" }),
            "/hours/opens",
        ),
        (
            json!({ "days": ["monday"], "opens": "09:00", "closes": "17:00" }),
            "/hours/days",
        ),
    ] {
        let refused = made("Genoa", hours.clone()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{hours}");
        let pointers: Vec<_> = refused.json()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["pointer"].clone())
            .collect();
        assert!(pointers.contains(&json!(pointer)), "{hours}: {pointers:?}");
    }
}
