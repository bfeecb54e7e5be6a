//! The audit trail: who sees it, how it is searched, that it is whole, and what is noted of what was refused.

use axum::http::{Method, StatusCode};
use jiff::Timestamp;
use serde_json::{Value, json};
use waybill_storage::audit::{Actor as By, NewAuditEntry, Subject, append_all};
use waybill_storage::users;

use crate::actors::{Actor, Answer, TestApp};

const AUDIT: &str = "/log/api/v1/audit";
const TAGS: &str = "/contact/api/v1/contact-tags";

/// Adds this many entries to the trail of the actor's company.
pub(crate) async fn fill(app: &TestApp, actor: &Actor, entries: usize) {
    let found = users::by_id(app.storage.reader(), actor.id()).await;
    let (_, company) = found.unwrap().unwrap();
    let entry = |at: usize| NewAuditEntry {
        actor: By {
            actor_type: "system".to_owned(),
            id: None,
            name: "Loader".to_owned(),
            email: String::new(),
        },
        action: format!("load.{}", at % 7),
        subject: Subject {
            entity_type: "company".to_owned(),
            id: company.id.as_uuid(),
            label: format!("=row {at}"),
        },
        changes: Vec::new(),
        result: "ok",
        reason: None,
        request_id: None,
        batch_id: None,
        origin: "api",
        ip: None,
        browser: None,
        session_ref: None,
    };
    let tx = app.storage.begin_for(company.id).await.unwrap();
    let entries = (0..entries).map(entry).collect();
    append_all(&tx, company.id, entries, Timestamp::UNIX_EPOCH)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

async fn tag(actor: &Actor, name: &str) -> Value {
    let made = actor.post(TAGS, json!({ "name": name })).await;
    made.data(StatusCode::CREATED)
}

fn seqs(answer: &Answer) -> Vec<i64> {
    let rows = answer.rows();
    rows.iter()
        .map(|row| row["seq"].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn parts_behind_cursors_hold_the_whole_trail_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 500).await;
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let part = ann.get(&format!("{AUDIT}?limit=120{after}")).await;
        seen.extend(seqs(&part));
        match part.json()["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 502);
    seen.sort_unstable();
    assert!(seen.iter().copied().eq(1..=502));
}

#[tokio::test]
async fn pages_are_numbered_and_counted_as_elsewhere() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 30).await;
    let page = ann.get(&format!("{AUDIT}?page=2&pageSize=10")).await.json();
    assert_eq!(
        (&page["page"], &page["pageSize"], &page["total"]),
        (&json!(2), &json!(10), &json!(32))
    );
    let counted = ann.get(&format!("{AUDIT}?limit=1&count=true")).await.json();
    assert_eq!(
        (&counted["page"], &counted["total"]),
        (&Value::Null, &json!(32))
    );
}

#[tokio::test]
async fn entries_are_found_by_who_what_when_and_how() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 14).await;
    app.clock.advance(jiff::SignedDuration::from_hours(48));
    let reefer = tag(&ann, "Reefer").await;
    let id = reefer["_id"].as_str().unwrap();
    let me = ann.id();
    let found = async |filters: &[&str]| {
        let query: Vec<String> = filters.iter().map(|it| format!("filter={it}")).collect();
        let answer = ann
            .get(&format!("{AUDIT}?pageSize=200&{}", query.join("&")))
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.rows().len()
    };
    assert_eq!(found(&[&format!("entity.id:eq:{id}")]).await, 1);
    assert_eq!(
        found(&["entity.type:eq:contactTag", "result:eq:ok"]).await,
        1
    );
    assert_eq!(found(&[&format!("actor.id:eq:{me}")]).await, 3);
    assert_eq!(found(&["actor.id:eq:"]).await, 14);
    assert_eq!(found(&["action:starts:load."]).await, 14);
    assert_eq!(found(&["action:in:load.1|load.2"]).await, 4);
    assert_eq!(found(&["at:ge:2026-11-22"]).await, 1);
    assert_eq!(found(&["at:lt:2026-11-20", "origin:eq:api"]).await, 14);
    assert_eq!(found(&["batchId:eq:"]).await, 17);
    let searched = ann
        .get(&format!("{AUDIT}?search=REEFER%20contacttag"))
        .await;
    assert_eq!(searched.column("action"), ["contactTag.create"]);
    let sorted = ann.get(&format!("{AUDIT}?sort=action&limit=1")).await;
    assert_eq!(sorted.column("action"), ["company.register"]);
}

#[tokio::test]
async fn what_cannot_be_understood_is_a_fault() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (query, pointer) in [
        ("filter=name:eq:x", "?filter"),
        ("filter=at:eq:soon", "?filter"),
        ("filter=at:has:2026-11-22", "?filter"),
        ("filter=actor.id:eq:ann", "?filter"),
        ("filter=action", "?filter"),
        ("sort=name", "?sort"),
        ("after=nowhere", "?after"),
        ("limit=500", "?limit"),
        ("who=ann", "?who"),
    ] {
        let answer = ann.get(&format!("{AUDIT}?{query}")).await;
        assert_eq!(answer.faults(), [pointer], "{query}");
    }
}

#[tokio::test]
async fn a_trail_is_its_company_s_alone() {
    let app = TestApp::init().await;
    let (lines, cargo) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let id = tag(&cargo, "Secret").await["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for path in [
        format!("{AUDIT}?filter=entity.id:eq:{id}"),
        format!("/log/api/v1/audit-history?entityType=contactTag&entityId={id}"),
    ] {
        let answer = lines.get(&path).await;
        assert_eq!((answer.status, answer.rows()), (StatusCode::OK, vec![]));
    }
}

#[tokio::test]
async fn who_sees_a_record_sees_its_history_and_no_other() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let shared = tag(&ann, "Reefer").await;
    let private = ann
        .post(TAGS, json!({ "name": "Mine", "scope": "private" }))
        .await
        .data(StatusCode::CREATED);
    let history = async |who: &Actor, kind: &str, id: &Value| {
        let id = id.as_str().unwrap();
        let path = format!("/log/api/v1/audit-history?entityType={kind}&entityId={id}");
        who.get(&path).await
    };
    let seen = history(&viewer, "contactTag", &shared["_id"]).await;
    assert_eq!(seen.column("action"), ["contactTag.create"]);
    let hidden = history(&viewer, "contactTag", &private["_id"]).await;
    assert_eq!(hidden.status, StatusCode::NOT_FOUND);
    let company = history(&viewer, "company", &shared["companyId"]).await;
    assert_eq!(company.column("action"), ["company.register"]);
    let no_noun = history(&viewer, "audit", &shared["_id"]).await;
    assert_eq!(no_noun.status, StatusCode::FORBIDDEN);
    assert_eq!(no_noun.json()["permission"], "audit:view");
    let all = history(&ann, "contactTag", &private["_id"]).await;
    assert_eq!(all.rows().len(), 1);
    let nothing = ann.get("/log/api/v1/audit-history?entityId=1").await;
    assert_eq!(nothing.faults(), ["?entityType", "?entityId"]);
    let newest = ann.get("/log/api/v1/audit-history").await;
    assert_eq!(newest.rows(), ann.get(AUDIT).await.rows());
    let refused = viewer.get("/log/api/v1/audit-history").await;
    assert_eq!(refused.json()["permission"], "audit:view");
}

#[tokio::test]
async fn the_trail_is_exported_as_a_table_and_the_export_is_noted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 1200).await;
    let csv = ann.get(&format!("{AUDIT}/export?sort=at")).await;
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!(lines.len(), 1 + 1200 + 3);
    assert!(lines[0].starts_with("_id,seq,at,actor.type,actor.id,actor.name"));
    assert!(
        lines.iter().any(|line| line.contains(",'=row 7,")),
        "{}",
        lines[9]
    );
    assert_eq!(
        csv.header("content-disposition"),
        "attachment; filename=\"audit.csv\""
    );
    let few = ann
        .get(&format!("{AUDIT}/export?filter=action:eq:audit.export"))
        .await;
    assert_eq!(few.text.lines().count(), 3);
    let xlsx = ann.get(&format!("{AUDIT}/export?format=xlsx")).await;
    assert!(xlsx.bytes.starts_with(b"PK"));
    let viewer = app.colleague(&ann, "Viewer").await;
    let refused = viewer.get(&format!("{AUDIT}/export")).await;
    assert_eq!(refused.json()["permission"], "audit:export");
}

#[tokio::test]
async fn a_whole_trail_is_told_from_a_changed_one() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 1100).await;
    let whole = ann.get(&format!("{AUDIT}/verify")).await.json()["data"].clone();
    assert_eq!(whole["isWhole"], true);
    assert_eq!(
        (&whole["entries"], &whole["brokenAt"]),
        (&json!(1102), &Value::Null)
    );
    assert_eq!(whole["head"].as_str().map(str::len), Some(64));
    tag(&ann, "Reefer").await;
    let longer = ann.get(&format!("{AUDIT}/verify")).await.json()["data"].clone();
    assert_eq!(longer["entries"], 1103);
    assert_ne!(longer["head"], whole["head"]);
}

#[tokio::test]
async fn what_somebody_may_not_do_is_noted_and_no_more_than_twenty_times_an_hour() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let reefer = tag(&ann, "Reefer").await;
    let id = reefer["_id"].as_str().unwrap();
    let refused = viewer
        .patch(&format!("{TAGS}/{id}"), "\"1\"", json!({ "name": "Mine" }))
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let denied = async || {
        let path = format!("{AUDIT}?filter=result:eq:denied&pageSize=200");
        ann.get(&path).await.rows()
    };
    let noted = denied().await;
    assert_eq!(noted.len(), 1);
    assert_eq!(
        (
            &noted[0]["action"],
            &noted[0]["entity"]["id"],
            &noted[0]["reason"]
        ),
        (
            &json!("contactTag.edit"),
            &json!(id),
            &json!("The right contactTag:edit is missing.")
        )
    );
    assert_eq!(noted[0]["actor"]["id"], json!(viewer.id().to_string()));
    // Looking is not noted, trying again and again is not noted for ever.
    viewer.get(AUDIT).await;
    let tokens = format!("/iam/api/v1/users/{}/access-tokens", ann.id());
    for (path, right) in [
        ("/mail/api/v1/suppressions", "company:edit"),
        (&tokens, "user:suspend"),
    ] {
        let refused = viewer.get(path).await;
        assert_eq!(refused.json()["permission"], right, "{refused:?}");
    }
    assert_eq!(denied().await.len(), 1);
    for _ in 0..30 {
        viewer.post(TAGS, json!({ "name": "Mine" })).await;
    }
    assert_eq!(denied().await.len(), 20);
    app.clock.advance(jiff::SignedDuration::from_mins(61));
    viewer.post(TAGS, json!({ "name": "Mine" })).await;
    assert_eq!(denied().await.len(), 21);
    let whole = ann.get(&format!("{AUDIT}/verify")).await;
    assert_eq!(whole.json()["data"]["isWhole"], true);
}

#[tokio::test]
async fn what_somebody_may_not_carry_away_is_noted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app
        .colleague_with(&ann, &[("contactTag:view", "company")])
        .await;
    let refused = viewer.get(&format!("{TAGS}/export?format=csv")).await;
    assert_eq!(refused.json()["permission"], "contactTag:export");
    let path = format!("{AUDIT}?filter=result:eq:denied");
    let noted = ann.get(&path).await.column("action");
    assert_eq!(noted, ["contactTag.export"]);
}

#[tokio::test]
async fn entries_of_one_session_have_a_reference_in_common_that_opens_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let make = async |name: &str, cookie: &str| {
        let headers = [("content-type", "application/json"), ("cookie", cookie)];
        let body = json!({ "name": name }).to_string();
        let made = ann.send_with(Method::POST, TAGS, &headers, body).await;
        assert_eq!(made.status, StatusCode::CREATED);
    };
    make("one", "token=t; sid=secret-session").await;
    make("two", "sid=secret-session").await;
    make("three", "sid=another").await;
    let answer = ann
        .get(&format!("{AUDIT}?filter=action:eq:contactTag.create"))
        .await;
    let refs = answer.column("sessionRef");
    assert_eq!(refs[1], refs[2]);
    assert_ne!(refs[0], refs[1]);
    assert!(!answer.text.contains("secret-session"));
    let found = ann
        .get(&format!("{AUDIT}?filter=sessionRef:eq:{}", refs[1]))
        .await;
    assert_eq!(found.rows().len(), 2);
}
