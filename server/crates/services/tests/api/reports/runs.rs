//! What a run gives, to whom, and how it leaves as a table.

use super::*;

#[tokio::test]
async fn upper_levels_have_sums_of_their_own_and_a_report_of_sums_has_one_row() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 7).await;
    let result = preview(
        &ann,
        json!({
            "columns": [{ "field": "actor.type" }, { "field": "action" }, { "field": "_id", "agg": "count" }],
            "groupBy": [{ "field": "actor.type" }, { "field": "action" }]
        }),
    )
    .await;
    assert_eq!(result["rows"].as_array().unwrap().len(), 9);
    assert_eq!(result["rows"][0], json!(["system", "load.0", 1]));
    assert_eq!(
        result["groups"],
        json!([
            { "keys": ["system"], "records": 7, "cells": ["system", null, 7] },
            { "keys": ["user"], "records": 2, "cells": ["user", null, 2] }
        ])
    );
    let one = preview(
        &ann,
        json!({ "columns": [{ "field": "_id", "agg": "count" }] }),
    )
    .await;
    assert_eq!(
        (&one["rows"], &one["totals"]),
        (&json!([[9]]), &Value::Null)
    );
}

#[tokio::test]
async fn days_are_those_of_the_runner_and_relative_ones_move() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let tag = async |name: &str| {
        let made = ann
            .post("/contact/api/v1/contact-tags", json!({ "name": name }))
            .await;
        assert_eq!(made.status, StatusCode::CREATED);
    };
    // 23:30 UTC is the next day in Amsterdam.
    app.set_time("2026-11-24T23:30:00Z");
    tag("late").await;
    app.set_time("2026-11-30T12:00:00Z");
    tag("today").await;
    let counted = async |by: &str, value: &str| {
        let result = preview(
            &ann,
            json!({
                "columns": [{ "field": "at" }, { "field": "_id", "agg": "count" }],
                "filters": { "all": [{ "field": "action", "op": "eq", "value": "contactTag.create" },
                                     { "field": "at", "op": "ge", "value": value }] },
                "groupBy": [{ "field": "at", "by": by }]
            }),
        )
        .await;
        assert_eq!(result["timezone"], "Europe/Amsterdam");
        result["rows"].clone()
    };
    assert_eq!(
        counted("day", "-7d").await,
        json!([["2026-11-25", 1], ["2026-11-30", 1]])
    );
    assert_eq!(
        counted("week", "-5d").await,
        json!([["2026-W48", 1], ["2026-W49", 1]])
    );
    assert_eq!(
        counted("month", "2026-11-01").await,
        json!([["2026-11", 2]])
    );
    assert_eq!(counted("quarter", "-4d").await, json!([["2026-Q4", 1]]));
    assert_eq!(counted("year", "2026-11-30T12:00:00.001Z").await, json!([]));
}

#[tokio::test]
async fn a_report_shows_its_runner_nothing_that_a_list_would_not() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let (path, _) = saved(&ann, json!({ "visibility": "company" })).await;
    let bob = app.colleague_with(&ann, &[("report:run", "company")]).await;
    let refused = run(&bob, &path).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["permission"], "audit:view");
    assert_eq!(run(&zoe, &path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(zoe.get(&path).await.status, StatusCode::NOT_FOUND);
    let datasets = async |who: &Actor| who.get(&format!("{REPORTS}/datasets")).await.column("name");
    assert!(datasets(&ann).await.contains(&"audit".to_owned()));
    assert!(!datasets(&bob).await.contains(&"audit".to_owned()));
}

#[tokio::test]
async fn datasets_tell_what_the_fields_hold_and_how_they_compare() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rows = ann.get(&format!("{REPORTS}/datasets")).await.rows();
    let audit = rows.iter().find(|it| it["name"] == "audit").unwrap();
    let fields = audit["fields"].as_array().unwrap();
    let field = |name: &str| fields.iter().find(|it| it["name"] == name).unwrap();
    assert_eq!(field("result")["kind"], "choice");
    assert_eq!(field("result")["words"], json!(["ok", "denied", "failed"]));
    assert_eq!(
        field("at")["aggregates"],
        json!(["count", "countDistinct", "min", "max"])
    );
    assert_eq!(field("actor.name")["label"], "User");
    assert_eq!(
        field("_id")["ops"],
        json!(["eq", "ne", "in", "empty", "filled"])
    );
}

#[tokio::test]
async fn a_run_is_noted_and_changes_no_version() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = saved(&ann, json!({})).await;
    run(&ann, &path).await;
    app.clock.advance(SignedDuration::from_mins(5));
    run(&ann, &path).await;
    let seen = ann.get(&path).await;
    assert_eq!(seen.header("etag"), "\"1\"");
    let last = seen.json()["data"]["lastRun"].clone();
    assert_eq!(
        (&last["status"], &last["rows"], &last["error"], &last["at"]),
        (
            &json!("ok"),
            &json!(3),
            &Value::Null,
            &json!("2026-11-20T11:05:00Z")
        )
    );
    assert_eq!(last["by"], json!(ann.id().to_string()));
}

#[tokio::test]
async fn a_run_that_takes_too_long_is_stopped_and_said_so() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, data) = saved(&ann, json!({})).await;
    let caller = app.services.caller(ann.id()).await.unwrap();
    let id = data["_id"].as_str().unwrap().parse().unwrap();
    let stopped = app.services.run_report(&caller, id, Duration::ZERO).await;
    assert!(
        matches!(stopped, Err(ServiceError::State(_))),
        "{stopped:?}"
    );
    let last = ann.get(&path).await.json()["data"]["lastRun"].clone();
    assert_eq!(
        (&last["status"], &last["rows"]),
        (&json!("failed"), &json!(0))
    );
    assert!(last["error"].as_str().unwrap().contains("takes too long"));
    assert_eq!(run(&ann, &path).await.status, StatusCode::OK);
    let odd = ann
        .post(&format!("{path}/run?deadlineMs=60000"), json!({}))
        .await;
    assert_eq!(odd.faults(), ["?deadlineMs"]);
}

#[tokio::test]
async fn exports_say_what_the_screen_says() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let contact = json!({
        "kind": "organisation", "displayName": "Atlas Steel", "roles": ["shipper", "notify"],
        "addresses": [{ "type": "billing", "country": "DE" }], "doNotContact": true,
    });
    ann.post("/contact/api/v1/contacts", contact).await;
    let columns = [
        "displayName",
        "kind",
        "roles",
        "addresses.country",
        "addresses.type",
        "doNotContact",
    ];
    let columns: Vec<Value> = columns.iter().map(|it| json!({ "field": it })).collect();
    let (named, _) = saved(&ann, json!({ "dataset": "contacts", "columns": columns })).await;
    let csv = ann.get(&format!("{named}/export")).await;
    assert_eq!(
        csv.text.lines().collect::<Vec<_>>(),
        [
            "Name,Kind,Roles,Country,Addresses: type,Do not contact",
            "Atlas Steel,Organisation,Shipper; Notify party,Germany,Billing,Yes",
        ]
    );
    let spanish = json!({ "language": "es" });
    ann.patch("/iam/api/v1/users/me", "*", spanish).await;
    let csv = ann.get(&format!("{named}/export")).await;
    let last = csv.text.lines().last().unwrap();
    assert!(
        last.contains("Alemania") && last.contains("Organizaci\u{f3}n"),
        "{last}"
    );
    let extremes =
        json!([{ "field": "createdAt", "agg": "min" }, { "field": "kind", "agg": "count" }]);
    let (path, _) = saved(
        &ann,
        json!({ "name": "First", "dataset": "contacts", "columns": extremes }),
    )
    .await;
    let csv = ann.get(&format!("{path}/export")).await;
    let last = csv.text.lines().last().unwrap();
    assert!(last.ends_with(",1") && !last.contains('T'), "{last}");
    // What is run is for programs, too: it has the codes, and what they are called.
    let result = run(&ann, &named).await.json();
    assert_eq!(result["data"]["rows"][0][1], "organisation");
    let kind = &result["data"]["columns"][1];
    assert_eq!(kind["labels"]["organisation"], "Organisation");
}

#[tokio::test]
async fn rows_are_exported_with_their_totals_and_no_formula() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 1200).await;
    let filters = json!({ "field": "action", "op": "starts", "value": "load" });
    let (flowing, _) = saved(
        &ann,
        json!({ "columns": [{ "field": "entity.label", "label": "What" }, { "field": "seq" }], "filters": filters, "limit": 1100 }),
    )
    .await;
    let csv = ann.get(&format!("{flowing}/export")).await;
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (1101, "What,Seq"));
    assert_eq!(lines[1], "'=row 1199,1202");
    let (grouped, _) = saved(
        &ann,
        json!({
            "name": "Sums", "columns": [{ "field": "action" }, { "field": "_id", "agg": "count" }],
            "groupBy": [{ "field": "action" }], "filters": filters, "totals": true
        }),
    )
    .await;
    let csv = ann.get(&format!("{grouped}/export")).await;
    assert_eq!(csv.text.lines().next(), Some("Action,Count: ID"));
    assert_eq!(csv.text.lines().last(), Some(",1200"));
    let xlsx = ann.get(&format!("{grouped}/export?format=xlsx")).await;
    assert!(xlsx.bytes.starts_with(b"PK"));
    let noted = ann
        .get("/log/api/v1/audit?filter=action:eq:report.export")
        .await;
    assert_eq!(noted.rows().len(), 3);
    // A report is no way around the right to export what it is about.
    let seen = [("report:export", "company"), ("audit:view", "company")];
    let bob = app.colleague_with(&ann, &seen).await;
    let etag = [("content-type", "application/json"), ("if-match", "*")];
    let share = format!("{grouped}/share");
    let all = json!({ "visibility": "company" }).to_string();
    ann.send_with(Method::POST, &share, &etag, all).await;
    let refused = bob.get(&format!("{grouped}/export")).await;
    assert_eq!(refused.json()["permission"], "audit:export");
}

#[tokio::test]
async fn after_the_subscription_reports_are_read_and_exported_but_not_run() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = saved(&ann, json!({})).await;
    app.subscribe_until(&ann, date(2026, 11, 1)).await;
    for refused in [
        run(&ann, &path).await,
        ann.post(REPORTS, sketch(json!({}))).await,
    ] {
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert_eq!(
            refused.json()["detail"],
            "Your Subscription has been expired. Please Contact Support Team"
        );
    }
    assert_eq!(ann.get(&path).await.status, StatusCode::OK);
    assert_eq!(
        ann.get(&format!("{path}/export")).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn ports_of_all_kinds_are_one_dataset_of_those_that_the_runner_may_view() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let of_the_netherlands = json!({
        "dataset": "ports", "columns": [{ "field": "kind" }, { "field": "_id", "agg": "count" }, { "field": "name", "agg": "min" }],
        "filters": { "all": [
            { "field": "country", "op": "in", "value": ["NL", "be"] }, { "field": "createdAt", "op": "filled" }
        ] },
        "groupBy": [{ "field": "kind" }], "totals": true
    });
    let result = preview(&ann, of_the_netherlands.clone()).await;
    let rows = result["rows"].as_array().unwrap().clone();
    let kinds: Vec<&str> = rows.iter().map(|row| row[0].as_str().unwrap()).collect();
    assert_eq!(kinds, ["airport", "oceanport"], "{result}");
    let sum: i64 = rows.iter().map(|row| row[1].as_i64().unwrap()).sum();
    assert_eq!(result["totals"][1], sum);

    let rights = [
        ("report:run", "company"),
        ("port.oceanport:view", "company"),
    ];
    let bob = app.colleague_with(&ann, &rights).await;
    let seen = preview(&bob, of_the_netherlands).await;
    assert_eq!(seen["rows"], json!([rows[1]]));

    let functions = preview(&ann, json!({
        "dataset": "ports", "columns": [{ "field": "name" }, { "field": "country" }],
        "filters": { "all": [{ "field": "name", "op": "has", "value": "ROTTERDAM" }, { "field": "kind", "op": "eq", "value": "oceanport" }] }
    }))
    .await;
    assert_eq!(
        functions["rows"],
        json!([["Rotterdam", "NL"], ["Rotterdam", "US"]])
    );
}

#[tokio::test]
async fn contacts_are_reported_by_what_their_lists_say_and_by_what_is_computed() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let operator = app.colleague(&ann, "Operator").await;
    for (who, name, roles, city) in [
        (&ann, "Émile", json!(["shipper", "customer"]), "Lyon"),
        (&ann, "Zoe", json!(["shipper"]), "Gdańsk"),
        (&operator, "Carl", json!([]), ""),
    ] {
        let contact = json!({
            "kind": "person", "firstName": name, "lastName": "X", "roles": roles,
            "addresses": [{ "type": "work", "lines": [], "city": city, "country": "FR" }]
        });
        let made = who.post("/contact/api/v1/contacts", contact).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    }
    let by_role = preview(
        &ann,
        json!({
            "dataset": "contacts", "columns": [{ "field": "roles" }, { "field": "_id", "agg": "count" }],
            "groupBy": [{ "field": "roles" }], "totals": true
        }),
    )
    .await;
    assert_eq!(
        by_role["rows"],
        json!([[null, 1], ["customer", 1], ["shipper", 2]])
    );
    assert_eq!(by_role["totals"], json!([null, 3]));
    let listed = async |filters: Value| {
        let columns = json!([
            { "field": "displayName", "sort": "asc" }, { "field": "ownerName" }, { "field": "addresses.city" }
        ]);
        let report = json!({ "dataset": "contacts", "columns": columns, "filters": filters });
        preview(&ann, report).await["rows"].clone()
    };
    let mine = json!({ "field": "ownerId", "op": "eq", "value": ann.id().to_string() });
    assert_eq!(
        listed(mine.clone()).await,
        json!([
            ["Émile X", "Ann Ähnlich", ["Lyon"]],
            ["Zoe X", "Ann Ähnlich", ["Gdańsk"]]
        ])
    );
    let others = json!({ "any": [{ "not": mine }, { "field": "addresses.city", "op": "has", "value": "GDANSK" }] });
    assert_eq!(
        listed(others).await,
        json!([
            ["Carl X", "Bob Operator", []],
            ["Zoe X", "Ann Ähnlich", ["Gdańsk"]]
        ])
    );
    let filled = json!({ "all": [
        { "field": "addresses.city", "op": "filled" }, { "field": "roles", "op": "in", "value": ["customer"] },
        { "field": "createdAt", "op": "ge", "value": "0d" }
    ] });
    assert_eq!(
        listed(filled).await,
        json!([["Émile X", "Ann Ähnlich", ["Lyon"]]])
    );
}

#[tokio::test]
async fn mails_and_users_are_reported_on_without_what_the_mails_say() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let letter = json!({
        "to": [{ "address": "joan@shipper.example" }], "subject": "Your shipment", "text": "a secret"
    });
    let sent = ann.post("/mail/api/v1/send", letter).await;
    assert_eq!(sent.status, StatusCode::CREATED, "{sent:?}");
    let result = preview(
        &ann,
        json!({
            "dataset": "mail",
            "columns": [{ "field": "state" }, { "field": "subject" }],
            "filters": { "field": "state", "op": "eq", "value": "queued" }
        }),
    )
    .await;
    assert_eq!(result["rows"], json!([["queued", "Your shipment"]]));
    let users = json!({ "dataset": "users", "columns": [{ "field": "emailId" }] });
    assert_eq!(
        preview(&ann, users).await["rows"],
        json!([["ann@lines.test"]])
    );
    let datasets = ann.get(&format!("{REPORTS}/datasets")).await.rows();
    let mail = datasets.iter().find(|it| it["name"] == "mail").unwrap();
    let mut names = mail["fields"].as_array().unwrap().iter();
    assert!(names.all(|field| field["name"] != "html" && field["name"] != "text"));
}

#[tokio::test]
async fn a_report_opens_with_what_it_last_gave() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bo = app.colleague(&ann, "Administrator").await;
    let (path, _) = saved(&ann, json!({ "visibility": "company" })).await;
    let latest = async |actor: &Actor| {
        let answer = actor.get(&format!("{path}/result")).await;
        answer.data(StatusCode::OK)
    };
    let first = latest(&ann).await;
    assert_eq!(first["at"], "2026-11-20T11:00:00Z");
    app.clock.advance(SignedDuration::from_secs(59));
    assert_eq!(latest(&ann).await, first);
    let of_bo = latest(&bo).await;
    assert_eq!(of_bo["at"], "2026-11-20T11:00:59Z", "each reads their own");

    // What is run anew takes the place of what was there.
    let second = run(&ann, &path).await.data(StatusCode::OK);
    assert_eq!(latest(&ann).await, second);
    app.clock.advance(SignedDuration::from_secs(60));
    assert_eq!(latest(&ann).await["at"], "2026-11-20T11:01:59Z");

    // Another version is another question.
    let change = json!({ "columns": [{ "field": "action" }] });
    ann.patch(&path, "*", change).await.data(StatusCode::OK);
    let columns = latest(&ann).await["columns"].as_array().unwrap().len();
    assert_eq!(columns, 1);
}

#[tokio::test]
async fn changed_rights_end_a_latest_result() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = saved(&ann, json!({})).await;
    let read = async || {
        let answer = ann.get(&format!("{path}/result")).await;
        answer.data(StatusCode::OK)["at"].clone()
    };
    let first = read().await;
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(read().await, first);
    let role = json!({ "name": "Clerk", "permissions": [] });
    let made = ann.post("/iam/api/v1/roles", role).await;
    made.data(StatusCode::CREATED);
    assert_ne!(read().await, first);
}
