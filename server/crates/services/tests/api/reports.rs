//! Reports: kept, shared, run with the runner's rights, and exported.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use jiff::civil::date;
use serde_json::{Value, json};
use waybill_services::ServiceError;

use crate::actors::{Actor, Answer, TestApp};
use crate::audit::fill;

mod runs;
mod scheduled;

const REPORTS: &str = "/report/api/v1/reportSketch";

/// A report over the audit trail, with these members besides or instead.
fn sketch(members: Value) -> Value {
    let mut sketch = json!({
        "name": "What happened", "dataset": "audit", "columns": [{ "field": "seq" }, { "field": "action" }]
    });
    let Value::Object(members) = members else {
        panic!("{members} is no object")
    };
    sketch.as_object_mut().unwrap().extend(members);
    sketch
}

async fn saved(actor: &Actor, members: Value) -> (String, Value) {
    let data = actor
        .post(REPORTS, sketch(members))
        .await
        .data(StatusCode::CREATED);
    let id = data["_id"].as_str().unwrap();
    (format!("{REPORTS}/{id}"), data)
}

async fn run(actor: &Actor, path: &str) -> Answer {
    actor.post(&format!("{path}/run"), json!({})).await
}

async fn preview(actor: &Actor, members: Value) -> Value {
    let answer = actor
        .post(&format!("{REPORTS}/preview"), sketch(members))
        .await;
    answer.data(StatusCode::OK)
}

#[tokio::test]
async fn a_new_report_is_private_and_its_maker_s() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, data) = saved(&ann, json!({})).await;
    assert_eq!(
        (
            &data["visibility"],
            &data["limit"],
            &data["ownerId"],
            &data["isOwn"]
        ),
        (
            &json!("private"),
            &json!(1000),
            &json!(ann.id().to_string()),
            &json!(true)
        )
    );
    assert_eq!(
        (&data["chart"]["type"], &data["filters"], &data["lastRun"]),
        (&json!("none"), &Value::Null, &Value::Null)
    );
    let manager = app.colleague(&ann, "Manager").await;
    assert_eq!(manager.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(run(&manager, &path).await.status, StatusCode::NOT_FOUND);
    assert!(manager.get(REPORTS).await.rows().is_empty());
    assert_eq!(ann.get(REPORTS).await.rows().len(), 1);
}

#[tokio::test]
async fn what_does_not_fit_the_dataset_is_named_where_it_stands() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let column = |members: Value| json!({ "columns": [{ "field": "seq" }, members] });
    for (members, pointers) in [
        (json!({ "name": "" }), vec!["/name"]),
        (json!({ "dataset": "ships" }), vec!["/dataset"]),
        (json!({ "columns": [] }), vec!["/columns"]),
        (json!({ "limit": 0 }), vec!["/limit"]),
        (json!({ "limit": 100_001 }), vec!["/limit"]),
        (json!({ "lastRun": {} }), vec!["/lastRun"]),
        (
            column(json!({ "field": "weight" })),
            vec!["/columns/1/field"],
        ),
        (
            column(json!({ "field": "action", "agg": "sum" })),
            vec!["/columns/1/agg"],
        ),
        (
            column(json!({ "field": "action", "width": 1 })),
            vec!["/columns/1/width"],
        ),
        (column(json!({ "field": "seq" })), vec!["/columns/1/field"]),
        (
            json!({ "groupBy": [{ "field": "action" }] }),
            vec!["/columns/0/agg"],
        ),
        (
            json!({ "columns": [{ "field": "action" }], "groupBy": [{ "field": "action", "by": "day" }, { "field": "x" }] }),
            vec!["/groupBy/0/by", "/groupBy/1/field"],
        ),
        (
            json!({ "chart": { "type": "pie", "x": "result", "y": "action" } }),
            vec!["/chart/x", "/chart/y"],
        ),
        (
            json!({ "filters": { "field": "weight", "op": "eq", "value": 1 } }),
            vec!["/filters/field"],
        ),
        (
            json!({ "filters": { "all": [
                { "field": "at", "op": "has", "value": "x" },
                { "any": [{ "field": "at", "op": "ge", "value": "soon" }, { "field": "result", "op": "eq", "value": "maybe" }] },
                { "not": { "field": "seq", "op": "in", "value": 1 } },
                { "field": "actor.id", "op": "eq", "value": "ann" }
            ] } }),
            vec![
                "/filters/all/0/op",
                "/filters/all/1/any/0/value",
                "/filters/all/1/any/1/value",
                "/filters/all/2/not/value",
                "/filters/all/3/value",
            ],
        ),
        (json!({ "filters": { "all": [] } }), vec!["/filters/all"]),
        (json!({ "visibility": "roles" }), vec!["/sharedRoles"]),
        (
            json!({ "visibility": "roles", "sharedRoles": ["01980000-0000-7000-8000-000000000000"] }),
            vec!["/sharedRoles/0"],
        ),
        (
            json!({ "ownerId": "01980000-0000-7000-8000-000000000000" }),
            vec!["/ownerId"],
        ),
    ] {
        let answer = ann.post(REPORTS, sketch(members.clone())).await;
        assert_eq!(answer.faults(), pointers, "{members}");
    }
    let without = ann.post(REPORTS, json!({ "name": "x" })).await;
    assert_eq!(without.faults(), ["/dataset", "/columns"]);
}

#[tokio::test]
async fn filters_are_five_deep_and_fifty_long_at_most() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let condition = json!({ "field": "seq", "op": "ge", "value": 1 });
    let nested =
        |depth: usize| (0..depth).fold(condition.clone(), |inner, _| json!({ "not": inner }));
    let tried = async |filters: Value| {
        let body = sketch(json!({ "filters": filters }));
        ann.post(&format!("{REPORTS}/preview"), body).await
    };
    assert_eq!(tried(nested(5)).await.status, StatusCode::OK);
    assert_eq!(
        tried(nested(6)).await.faults(),
        ["/filters/not/not/not/not/not/not"]
    );
    let ten = json!({ "any": vec![condition.clone(); 10] });
    assert_eq!(
        tried(json!({ "all": vec![ten.clone(); 5] })).await.status,
        StatusCode::OK
    );
    assert_eq!(
        tried(json!({ "all": [ten, { "all": vec![condition.clone(); 41] }] }))
            .await
            .faults(),
        ["/filters/all/1/all/40/field"]
    );
}

#[tokio::test]
async fn a_name_is_unique_among_its_owner_s() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    saved(&ann, json!({ "name": "Week" })).await;
    let again = ann.post(REPORTS, sketch(json!({ "name": "WEEK" }))).await;
    assert_eq!(again.faults(), ["/name"]);
    let (path, _) = saved(&manager, json!({ "name": "Week" })).await;
    let kept = manager
        .patch(&path, "\"1\"", json!({ "name": "week" }))
        .await;
    assert_eq!(kept.status, StatusCode::OK, "{}", kept.text);
}

#[tokio::test]
async fn a_report_is_shared_by_whoever_may_and_seen_by_whom_it_is_shared_with() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = ["view", "create", "edit", "run"].map(|it| format!("report:{it}"));
    let rights: Vec<(&str, &str)> = rights.iter().map(|it| (it.as_str(), "company")).collect();
    let bob = app.colleague_with(&ann, &rights).await;
    let (viewer, manager) = (
        app.colleague(&ann, "Viewer").await,
        app.colleague(&ann, "Manager").await,
    );
    let lacks = async |answer: Answer| {
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", answer.text);
        assert_eq!(answer.json()["permission"], "report:share");
    };
    let body = sketch(json!({ "visibility": "company" }));
    lacks(bob.post(REPORTS, body).await).await;
    let (path, _) = saved(&bob, json!({})).await;
    let all = json!({ "visibility": "company" });
    lacks(bob.patch(&path, "\"1\"", all.clone()).await).await;

    let (path, _) = saved(&ann, json!({ "name": "Shared" })).await;
    let roles = ann.get("/iam/api/v1/roles").await.rows();
    let role = roles.iter().find(|role| role["name"] == "Manager").unwrap();
    let share = async |etag: &str, body: Value| {
        let headers = [("content-type", "application/json"), ("if-match", etag)];
        let path = format!("{path}/share");
        ann.send_with(Method::POST, &path, &headers, body.to_string())
            .await
    };
    let to_managers = json!({ "visibility": "roles", "sharedRoles": [role["_id"]] });
    assert_eq!(share("\"1\"", to_managers).await.header("etag"), "\"2\"");
    assert_eq!(manager.get(&path).await.status, StatusCode::OK);
    assert_eq!(viewer.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        share("\"1\"", all.clone()).await.status,
        StatusCode::PRECONDITION_FAILED
    );
    let shared = share("\"2\"", all).await.data(StatusCode::OK);
    assert_eq!(shared["sharedRoles"], json!([]));
    assert_eq!(viewer.get(&path).await.json()["data"]["isOwn"], false);
    let history = ann.get(&format!("{path}/history")).await;
    assert_eq!(
        history.column("action"),
        ["report.share", "report.share", "report.create"]
    );
}

#[tokio::test]
async fn a_copy_is_its_maker_s_own_and_private() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let (path, data) = saved(&ann, json!({ "visibility": "company" })).await;
    let copy = manager.post(&format!("{path}/clone"), json!({})).await;
    let copied = copy.data(StatusCode::CREATED);
    assert_eq!(copied["name"], "What happened (copy)");
    assert_eq!(copied["ownerId"], json!(manager.id().to_string()));
    assert_eq!(
        (&copied["visibility"], &copied["columns"]),
        (&json!("private"), &data["columns"])
    );
    assert_eq!(
        ann.get(copy.header("location")).await.status,
        StatusCode::NOT_FOUND
    );
    let again = manager.post(&format!("{path}/clone"), json!({})).await;
    assert_eq!(
        again.data(StatusCode::CREATED)["name"],
        "What happened (copy 2)"
    );
}

#[tokio::test]
async fn a_report_gives_a_row_for_each_record_in_the_order_asked_for() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 20).await;
    let columns = json!([{ "field": "action", "sort": "desc" }, { "field": "seq", "sort": "asc" }, { "field": "actor.name", "label": "Who" }]);
    let filters = json!({ "all": [
        { "field": "action", "op": "starts", "value": "LOAD." },
        { "not": { "field": "seq", "op": "gt", "value": 12 } }
    ] });
    let (path, _) = saved(
        &ann,
        json!({ "columns": columns, "filters": filters, "limit": 3 }),
    )
    .await;
    let result = run(&ann, &path).await.data(StatusCode::OK);
    assert_eq!(
        result["rows"],
        json!([
            ["load.6", 9, "Loader"],
            ["load.5", 8, "Loader"],
            ["load.4", 7, "Loader"]
        ])
    );
    assert_eq!(result["truncated"], true);
    assert_eq!(
        (&result["totals"], &result["chart"]),
        (&Value::Null, &Value::Null)
    );
    let column = |at: usize, member: &str| result["columns"][at][member].clone();
    assert_eq!(
        (column(1, "label"), column(1, "kind")),
        (json!("Seq"), json!("number"))
    );
    assert_eq!(column(2, "label"), "Who");
    let all = preview(&ann, json!({ "columns": columns, "filters": filters })).await;
    assert_eq!(
        (all["rows"].as_array().unwrap().len(), &all["truncated"]),
        (10, &json!(false))
    );
}

#[tokio::test]
async fn groups_are_counted_summed_up_and_drawn() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    fill(&app, &ann, 30).await;
    let result = preview(
        &ann,
        json!({
            "columns": [
                { "field": "action" }, { "field": "_id", "agg": "count", "sort": "desc" },
                { "field": "seq", "agg": "sum" }, { "field": "seq", "agg": "avg" }, { "field": "seq", "agg": "max" },
                { "field": "actor.name", "agg": "countDistinct" }
            ],
            "filters": { "field": "seq", "op": "ge", "value": 3 },
            "groupBy": [{ "field": "action" }], "totals": true, "limit": 2,
            "chart": { "type": "bar", "x": "action", "y": "count:_id" }
        }),
    )
    .await;
    assert_eq!(
        result["rows"],
        json!([
            ["load.0", 5, 85, 17.0, 31, 1],
            ["load.1", 5, 90, 18.0, 32, 1]
        ])
    );
    assert_eq!(result["totals"], json!([null, 30, 525, 17.5, 32, 1]));
    assert_eq!(result["truncated"], true);
    assert_eq!(
        result["chart"]["points"],
        json!([{ "x": "load.0", "y": 5 }, { "x": "load.1", "y": 5 }])
    );
}

#[tokio::test]
async fn fields_are_called_as_on_the_screens() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let datasets = ann.get(&format!("{REPORTS}/datasets")).await.rows();
    let contacts = datasets.iter().find(|it| it["name"] == "contacts").unwrap();
    let fields = contacts["fields"].as_array().unwrap();
    for (name, label) in [
        ("displayName", "Name"),
        ("phones.e164", "Phone"),
        ("emails.address", "E-mail address"),
        ("addresses.country", "Country"),
        ("taxIds.no", "Tax number"),
        ("jobTitle", "Job title"),
    ] {
        let field = fields.iter().find(|it| it["name"] == name).unwrap();
        assert_eq!(field["label"], label);
    }
    let of = |dataset: &str, name: &str| {
        let dataset = datasets.iter().find(|it| it["name"] == dataset).unwrap();
        let mut fields = dataset["fields"].as_array().unwrap().iter();
        fields.find(|it| it["name"] == name).unwrap().clone()
    };
    let due = of("issues", "dueAt");
    assert_eq!(
        (&due["label"], &due["kind"]),
        (&json!("Due"), &json!("moment"))
    );
    assert_eq!(of("audit", "entity.label")["label"], "Record");
    assert_eq!(of("mail", "state")["labels"]["queued"], "Waiting");
    let roles = of("contacts", "roles");
    assert_eq!(roles["picklist"], "contact_role");
    assert_eq!(roles["labels"]["shipper"], "Shipper");
}

/// Fields whose words stay as they are: what people set for themselves, and what no screen names.
const UNCALLED: &[&str] = &[
    "dateFormat",
    "density",
    "held.quota",
    "hourCycle",
    "namedTags.color",
    "nextStatuses",
    "functions",
    "results.held.quota",
    "theme",
    "timeFormat",
];

#[tokio::test]
async fn closed_words_are_called_as_on_the_screens() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let datasets = ann.get(&format!("{REPORTS}/datasets")).await.rows();
    let mut uncalled = Vec::new();
    for dataset in &datasets {
        for field in dataset["fields"].as_array().unwrap() {
            let name = field["name"].as_str().unwrap();
            if UNCALLED.contains(&name) || name.starts_with("notificationPrefs.") {
                continue;
            }
            for word in field["words"].as_array().unwrap() {
                if field["labels"].get(word.as_str().unwrap()).is_none() {
                    uncalled.push(format!("{} {name} {word}", dataset["name"]));
                }
            }
        }
    }
    assert_eq!(uncalled, Vec::<String>::new());
}
