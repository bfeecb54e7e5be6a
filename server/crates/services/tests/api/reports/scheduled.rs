//! Reports by mail: who gets them, when, and what in them.

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::sync::watch;
use waybill_services::source::Source;
use waybill_storage::report_schedules::{self, ReportDelivery};
use waybill_storage::{Clock as _, users};

use super::{REPORTS, saved};
use crate::actors::{Actor, TestApp};

/// The first Monday, 08:00 in Amsterdam, after [`crate::actors::START`], which is a Friday.
const MONDAY: &str = "2026-11-23T07:00:00Z";

const GROUPS: &str = "/iam/api/v1/groups";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// A report of contacts that everybody in the company sees, mailed to these users every Monday at 08:00.
fn mailed(users: &[&Actor], members: Value) -> Value {
    let ids: Vec<String> = users.iter().map(|it| it.id().to_string()).collect();
    let mut schedule =
        json!({ "weekdays": ["mon"], "time": "08:00", "users": ids, "format": "csv" });
    let Value::Object(members) = members else {
        panic!("{members} is no object")
    };
    schedule.as_object_mut().unwrap().extend(members);
    json!({
        "name": "Who we know", "dataset": "contacts", "columns": [{ "field": "displayName", "sort": "asc" }],
        "visibility": "company", "schedule": schedule
    })
}

async fn contact(actor: &Actor, name: &str) {
    let body = json!({ "kind": "person", "firstName": name, "lastName": "Smit" });
    actor.post(CONTACTS, body).await.data(StatusCode::CREATED);
}

/// Waits until then, and mails what is due.
async fn mail_at(app: &TestApp, moment: &str) {
    app.set_time(moment);
    mail_all(app).await;
}

async fn mail_all(app: &TestApp) {
    let (_ends, ending) = watch::channel(false);
    while app.services.deliver_next_report(&ending).await.unwrap() {}
}

/// The mails to this address, each with its file as text.
async fn mails_to(app: &TestApp, actor: &Actor) -> Vec<(String, String)> {
    let (user, _) = users::by_id(app.storage.reader(), actor.id())
        .await
        .unwrap()
        .unwrap();
    let email = user.email;
    let all = app.mails().await;
    let own = all
        .iter()
        .filter(|it| it.contains(&format!("<{email}>")) || it.contains(&format!("To: {email}")));
    own.map(|mail| (mail.clone(), file_of(mail))).collect()
}

/// What the last part of a mail holds.
fn file_of(mail: &str) -> String {
    let Some((_, part)) = mail.split_once("Content-Disposition: attachment") else {
        return String::new();
    };
    let (_, body) = part.split_once("\r\n\r\n").unwrap();
    let body = body.split("--").next().unwrap();
    // The end of a line that is quoted took the padding along, and the end of the line.
    let packed = body.replace("\r\n", "").replace('=', "");
    match STANDARD_NO_PAD.decode(packed) {
        Ok(bytes) if mail.contains("Content-Transfer-Encoding: base64") => {
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => body.to_owned(),
    }
}

async fn statuses(actor: &Actor, path: &str) -> Vec<(String, String)> {
    let rows = actor.get(&format!("{path}/deliveries")).await.rows();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    rows.iter()
        .map(|row| (text(&row["user"]["name"]), text(&row["status"])))
        .collect()
}

#[tokio::test]
async fn each_gets_what_their_own_rights_show() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (manager, member) = (
        app.colleague(&ann, "Manager").await,
        app.colleague(&ann, "Viewer").await,
    );
    contact(&ann, "Zoe").await;
    let (path, data) = saved(&ann, mailed(&[&ann, &manager, &member], json!({}))).await;
    assert_eq!(
        (&data["nextDelivery"], &data["lastDelivery"]),
        (&json!(MONDAY), &Value::Null)
    );
    mail_at(&app, "2026-11-23T06:59:59Z").await;
    assert!(mails_to(&app, &ann).await.is_empty());
    mail_at(&app, MONDAY).await;
    for reader in [&ann, &manager] {
        let mails = mails_to(&app, reader).await;
        assert_eq!(mails.len(), 1);
        let (mail, file) = &mails[0];
        assert!(mail.contains("Subject: Who we know"), "{mail}");
        assert!(mail.contains("Who we know 2026-11-23.csv"), "{mail}");
        assert_eq!(file.trim_end(), "Name\r\nZoe Smit");
    }
    let data = ann.get(&path).await.data(StatusCode::OK);
    let last = &data["lastDelivery"];
    assert_eq!(
        (
            &last["dueAt"],
            &last["sent"],
            &last["refused"],
            &last["isDone"]
        ),
        (&json!(MONDAY), &json!(2), &json!(1), &json!(true)),
        "{last}"
    );
    assert_eq!(data["nextDelivery"], "2026-11-30T07:00:00Z");
    // A viewer exports nothing, and is mailed nothing.
    assert!(mails_to(&app, &member).await.is_empty());
    let refused = statuses(&ann, &path).await;
    assert_eq!(refused.iter().filter(|(_, it)| it == "refused").count(), 1);
}

#[tokio::test]
async fn the_members_of_a_group_get_it_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let ids = [ann.id().to_string(), manager.id().to_string()];
    let group = json!({ "name": "Desk", "memberIds": ids });
    let group = ann.post(GROUPS, group).await.data(StatusCode::CREATED);
    let members = json!({ "groups": [group["_id"]] });
    let (path, _) = saved(&ann, mailed(&[&ann], members)).await;
    mail_at(&app, MONDAY).await;
    assert_eq!(mails_to(&app, &ann).await.len(), 1);
    assert_eq!(mails_to(&app, &manager).await.len(), 1);
    // A group that gets a report does not go unnoticed.
    let id = group["_id"].as_str().unwrap();
    let answer = ann.delete(&format!("{GROUPS}/{id}"), "*").await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(statuses(&ann, &path).await.len(), 2);
}

#[tokio::test]
async fn two_instances_mail_a_report_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    saved(&ann, mailed(&[&ann, &manager], json!({}))).await;
    app.wait(4 * 86_400);
    tokio::join!(mail_all(&app), mail_all(&app), mail_all(&app));
    for reader in [&ann, &manager] {
        assert_eq!(mails_to(&app, reader).await.len(), 1);
    }
}

#[tokio::test]
async fn another_goes_on_where_one_has_died() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let (path, _) = saved(&ann, mailed(&[&ann, &manager], json!({}))).await;
    app.wait(4 * 86_400);
    // One has claimed the report, mailed it to the first, and is gone.
    let now = app.clock.now();
    let tx = app.storage.begin().await.unwrap();
    let until = now + SignedDuration::from_mins(10);
    let due = report_schedules::claim(&tx, now, until)
        .await
        .unwrap()
        .unwrap();
    let had = ReportDelivery {
        due_at: due.due_at,
        user_id: ann.id(),
        at: now,
        status: "sent".to_owned(),
        rows: 0,
        detail: None,
    };
    report_schedules::note(&tx, due.company_id, due.report_id, &had)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    mail_all(&app).await;
    assert_eq!(statuses(&ann, &path).await.len(), 1);
    let data = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(data["lastDelivery"]["isDone"], false);
    app.wait(600);
    mail_all(&app).await;
    assert!(mails_to(&app, &ann).await.is_empty());
    assert_eq!(mails_to(&app, &manager).await.len(), 1);
    let data = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(data["lastDelivery"]["isDone"], true);
}

#[tokio::test]
async fn a_process_that_ends_leaves_the_rest() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = saved(&ann, mailed(&[&ann], json!({}))).await;
    app.wait(4 * 86_400);
    let (_ends, ending) = watch::channel(true);
    assert!(app.services.deliver_next_report(&ending).await.unwrap());
    assert!(statuses(&ann, &path).await.is_empty());
    mail_all(&app).await;
    assert_eq!(statuses(&ann, &path).await.len(), 1);
}

#[tokio::test]
async fn nothing_is_mailed_that_was_not_wanted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (empty, _) = saved(&ann, mailed(&[&ann], json!({ "onlyIfRows": true }))).await;
    let mut body = mailed(&[&ann], json!({ "isPaused": true }));
    body["name"] = json!("Paused");
    let (paused, data) = saved(&ann, body).await;
    assert_eq!(data["nextDelivery"], Value::Null);
    mail_at(&app, MONDAY).await;
    assert!(mails_to(&app, &ann).await.is_empty());
    assert_eq!(statuses(&ann, &empty).await[0].1, "empty");
    assert!(statuses(&ann, &paused).await.is_empty());
    // In the bin nothing is due; out of it, the next time is.
    ann.delete(&empty, "*").await;
    app.wait(8 * 86_400);
    mail_all(&app).await;
    assert_eq!(statuses(&ann, &empty).await.len(), 1);
}

#[tokio::test]
async fn a_schedule_that_reaches_nobody_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    for (members, pointer) in [
        (json!({ "weekdays": [] }), "/schedule/weekdays"),
        (json!({ "time": "" }), "/schedule/time"),
        (json!({ "time": "8" }), "/schedule/time"),
        (json!({ "monthDay": 32 }), "/schedule/monthDay"),
        (json!({ "users": [] }), "/schedule/users"),
        (
            json!({ "users": ["0193f3a0-0000-7000-8000-000000000000"] }),
            "/schedule/users",
        ),
        (
            json!({ "groups": ["0193f3a0-0000-7000-8000-000000000000"] }),
            "/schedule/groups",
        ),
    ] {
        let answer = ann.post(REPORTS, mailed(&[&ann], members)).await;
        assert_eq!(answer.faults(), [pointer]);
    }
    let mut own = mailed(&[&ann, &manager], json!({}));
    own["visibility"] = json!("private");
    let answer = ann.post(REPORTS, own.clone()).await;
    assert_eq!(answer.faults(), ["/schedule/users"]);
    own["schedule"]["users"] = json!([ann.id().to_string()]);
    saved(&ann, own).await;
}

#[tokio::test]
async fn only_who_may_schedules() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let (path, _) = saved(&ann, mailed(&[&ann], json!({}))).await;
    let deliveries = viewer.get(&format!("{path}/deliveries")).await;
    assert_eq!(deliveries.status, StatusCode::FORBIDDEN);
    let sent = viewer.post(&format!("{path}/deliver"), json!({})).await;
    assert_eq!(sent.status, StatusCode::FORBIDDEN);
    // A copy is mailed to nobody.
    let copy = ann.post(&format!("{path}/clone"), json!({})).await;
    assert_eq!(copy.data(StatusCode::CREATED)["schedule"], Value::Null);
}

#[tokio::test]
async fn an_address_that_is_not_proved_gets_none() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    contact(&ann, "Zoe").await;
    let (path, _) = saved(&ann, mailed(&[&ann], json!({}))).await;
    let sent = ann.post(&format!("{path}/deliver"), json!({})).await;
    assert_eq!(sent.data(StatusCode::ACCEPTED)["status"], "refused");
    assert!(mails_to(&app, &ann).await.is_empty());
    app.note_verified(&ann).await;
    let sent = ann.post(&format!("{path}/deliver"), json!({})).await;
    assert_eq!(sent.data(StatusCode::ACCEPTED)["status"], "sent");
    assert_eq!(mails_to(&app, &ann).await.len(), 1);
}

#[tokio::test]
async fn who_unsubscribed_gets_none_until_allowed() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contact(&ann, "Zoe").await;
    let (path, _) = saved(&ann, mailed(&[&ann], json!({}))).await;
    mail_at(&app, MONDAY).await;
    let (mail, _) = mails_to(&app, &ann).await.remove(0);
    let mail = mail.replace("\r\n ", "");
    let (_, rest) = mail.split_once("/unsubscribe?token=").unwrap();
    let (token, _) = rest.split_once('>').unwrap();
    let ended = app.services.unsubscribe(token, &Source::default()).await;
    ended.unwrap();
    mail_at(&app, "2026-11-30T07:00:00Z").await;
    assert_eq!(mails_to(&app, &ann).await.len(), 1);
    let latest = ann
        .get(&format!("{path}/deliveries"))
        .await
        .rows()
        .remove(0);
    assert_eq!(latest["status"], "refused");
    let detail = latest["detail"].as_str().unwrap();
    assert!(detail.contains("is suppressed"), "{detail}");

    let list = ann
        .get("/mail/api/v1/suppressions")
        .await
        .data(StatusCode::OK);
    let id = list["addresses"][0]["_id"].as_str().unwrap();
    let allowed = ann
        .delete(&format!("/mail/api/v1/suppressions/{id}"), "*")
        .await;
    assert_eq!(allowed.status, StatusCode::NO_CONTENT);
    mail_at(&app, "2026-12-07T07:00:00Z").await;
    assert_eq!(mails_to(&app, &ann).await.len(), 2);
}

#[tokio::test]
async fn one_is_sent_at_once_to_its_asker() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    contact(&ann, "Zoe").await;
    let (path, _) = saved(&ann, mailed(&[&manager], json!({}))).await;
    let sent = ann.post(&format!("{path}/deliver"), json!({})).await;
    let sent = sent.data(StatusCode::ACCEPTED);
    assert_eq!(
        (&sent["status"], &sent["rows"]),
        (&json!("sent"), &json!(1))
    );
    assert_eq!(mails_to(&app, &ann).await.len(), 1);
    assert!(mails_to(&app, &manager).await.is_empty());
    let listed = statuses(&ann, &path).await;
    assert_eq!(listed, [("Ann Ähnlich".to_owned(), "sent".to_owned())]);
    // It takes nothing from those whose time comes.
    mail_at(&app, MONDAY).await;
    assert_eq!(mails_to(&app, &manager).await.len(), 1);
}

#[tokio::test]
async fn a_company_that_moves_takes_its_clock_along() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = saved(&ann, mailed(&[&ann], json!({}))).await;
    let company = ann.get("/iam/api/v1/companies").await.rows()[0]["_id"].clone();
    let company = format!("/iam/api/v1/companies/{}", company.as_str().unwrap());
    let body = json!({ "timezone": "America/New_York" });
    ann.patch(&company, "*", body).await.data(StatusCode::OK);
    let data = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(data["nextDelivery"], "2026-11-23T13:00:00Z");
}

#[tokio::test]
async fn a_workbook_and_a_paper_carry_the_chart() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for name in ["Zoe", "Yan"] {
        contact(&ann, name).await;
    }
    for (form, start) in [("xlsx", "PK"), ("pdf", "%PDF-")] {
        let mut body = mailed(&[&ann], json!({ "format": form }));
        body["name"] = json!(form);
        body["columns"] = json!([{ "field": "kind" }, { "field": "_id", "agg": "count" }]);
        body["groupBy"] = json!([{ "field": "kind" }]);
        body["chart"] = json!({ "type": "bar", "x": "kind", "y": "count:_id" });
        body["totals"] = json!(true);
        let (path, _) = saved(&ann, body).await;
        let sent = ann.post(&format!("{path}/deliver"), json!({})).await;
        assert_eq!(sent.data(StatusCode::ACCEPTED)["status"], "sent");
        let mails = mails_to(&app, &ann).await;
        let (_, file) = mails.last().unwrap();
        assert!(
            file.starts_with(start),
            "{form}: {}",
            &file[..file.len().min(40)]
        );
    }
}
