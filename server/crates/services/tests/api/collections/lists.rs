//! Lists: search, filters, order, pages and cursors.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::TAGS;
use crate::actors::{Actor, TestApp};

/// Five tags, made a minute apart.
async fn five(app: &TestApp) -> Actor {
    let ann = app.administrator("Lines").await;
    for (at, (name, order, color)) in [
        ("Ägypten", 3, "red"),
        ("Bulk", 1, "red"),
        ("bulk 100%", 2, "blue"),
        ("Cool|Dry", 2, "teal"),
        ("Zone", 1, "teal"),
    ]
    .into_iter()
    .enumerate()
    {
        app.set_time(&format!("2026-11-20T12:0{at}:00Z"));
        let body =
            json!({ "name": name, "sortOrder": order, "color": color, "description": "Für alle" });
        let created = ann.post(TAGS, body).await;
        assert_eq!(created.status, StatusCode::CREATED, "{created:?}");
    }
    ann
}

/// The names that a query gives, and the query without what must be escaped.
async fn names(actor: &Actor, query: &str) -> Vec<String> {
    let query = query
        .replace('%', "%25")
        .replace(' ', "%20")
        .replace('|', "%7C")
        .replace('\\', "%5C");
    let query = url::form_urlencoded::byte_serialize(query.as_bytes()).collect::<String>();
    let query = query
        .replace("%3D", "=")
        .replace("%26", "&")
        .replace("%25", "%")
        .replace("%3A", ":");
    let answer = actor.get(&format!("{TAGS}?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
    answer.column("name")
}

#[tokio::test]
async fn lists_have_their_own_order_unless_another_one_is_asked_for() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    assert_eq!(
        names(&ann, "").await,
        ["Bulk", "Zone", "bulk 100%", "Cool|Dry", "Ägypten"]
    );
    assert_eq!(
        names(&ann, "sort=name").await,
        ["Ägypten", "Bulk", "bulk 100%", "Cool|Dry", "Zone"]
    );
    assert_eq!(
        names(&ann, "sort=-sortOrder,-name").await,
        ["Ägypten", "Cool|Dry", "bulk 100%", "Zone", "Bulk"]
    );
    assert_eq!(names(&ann, "sort=-createdAt").await[0], "Zone");
}

#[tokio::test]
async fn search_finds_words_in_any_order_without_case_and_marks() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    assert_eq!(names(&ann, "search=agypten").await, ["Ägypten"]);
    assert_eq!(names(&ann, "search=FUR zone").await, ["Zone"]);
    assert_eq!(names(&ann, "search=0%").await, ["bulk 100%"]);
    assert_eq!(names(&ann, "search=_").await, [""; 0]);
}

#[tokio::test]
async fn every_operator_filters() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    for (filter, expected) in [
        ("name:eq:BULK", &["Bulk"][..]),
        (
            "name:ne:bulk",
            &["Zone", "bulk 100%", "Cool|Dry", "Ägypten"],
        ),
        ("name:starts:BÜLK", &["Bulk", "bulk 100%"]),
        ("name:starts:%", &[]),
        ("name:has:0%", &["bulk 100%"]),
        ("name:lt:bulk", &["Ägypten"]),
        ("name:le:bulk", &["Bulk", "Ägypten"]),
        ("name:gt:cool", &["Zone", "Cool|Dry"]),
        ("name:ge:zone", &["Zone"]),
        ("name:in:zone|Cool\\|Dry", &["Zone", "Cool|Dry"]),
        ("sortOrder:eq:2", &["bulk 100%", "Cool|Dry"]),
        ("sortOrder:in:1|3", &["Bulk", "Zone", "Ägypten"]),
        (
            "scope:eq:company",
            &["Bulk", "Zone", "bulk 100%", "Cool|Dry", "Ägypten"],
        ),
        ("scope:eq:private", &[]),
        ("createdAt:ge:2026-11-20T12:03:00Z", &["Zone", "Cool|Dry"]),
        ("createdAt:lt:2026-11-20", &[]),
        (
            "updatedAt:gt:2026-11-20",
            &["Bulk", "Zone", "bulk 100%", "Cool|Dry", "Ägypten"],
        ),
    ] {
        assert_eq!(
            names(&ann, &format!("filter={filter}")).await,
            expected,
            "{filter}"
        );
    }
    assert_eq!(
        names(
            &ann,
            "filter=sortOrder:ge:2&filter=sortOrder:lt:3&search=cool"
        )
        .await,
        ["Cool|Dry"]
    );
}

#[tokio::test]
async fn what_cannot_be_understood_is_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let many = "filter=name:eq:x&".repeat(21);
    let values = format!("filter=name:in:{}", "x%7C".repeat(300));
    for (query, parameter) in [
        ("filter=name", "?filter"),
        ("filter=nmae:eq:x", "?filter"),
        ("filter=name:like:x", "?filter"),
        ("filter=color:eq:red", "?filter"),
        ("filter=sortOrder:eq:one", "?filter"),
        ("filter=sortOrder:has:1", "?filter"),
        ("filter=createdAt:gt:soon", "?filter"),
        ("filter=name:eq:a%00b", "?filter"),
        (many.trim_end_matches('&'), "?filter"),
        (&values, "?filter"),
        ("sort=color", "?sort"),
        ("page=0", "?page"),
        ("pageSize=201", "?pageSize"),
        ("limit=0", "?limit"),
        ("limit=5&page=1", "?after"),
        ("after=nonsense", "?after"),
        ("count=perhaps", "?count"),
        ("bin=maybe", "?bin"),
        ("seach=x", "?seach"),
        ("search=a&search=b", "?search"),
    ] {
        let answer = ann.get(&format!("{TAGS}?{query}")).await;
        assert_eq!(answer.faults(), [parameter], "{query}");
    }
    let answer = ann.get(&format!("{TAGS}?page=x&sort=y&filter=z")).await;
    assert_eq!(answer.faults().len(), 3);
}

#[tokio::test]
async fn pages_are_numbered_and_counted() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    let page = ann
        .get(&format!("{TAGS}?page=2&pageSize=2&sort=name"))
        .await;
    assert_eq!(page.column("name"), ["bulk 100%", "Cool|Dry"]);
    let told = page.json();
    assert_eq!(
        (
            &told["page"],
            &told["pageSize"],
            &told["total"],
            &told["next"]
        ),
        (&json!(2), &json!(2), &json!(5), &Value::Null)
    );
    assert_eq!(names(&ann, "page=9").await, [""; 0]);
    assert_eq!(ann.get(TAGS).await.json()["pageSize"], 25);
}

#[tokio::test]
async fn cursors_lead_through_the_list_in_every_order() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    for order in [
        "",
        "sort=name",
        "sort=-sortOrder,name",
        "sort=-createdAt",
        "sort=scope",
    ] {
        let whole = names(&ann, order).await;
        let mut walked = Vec::new();
        let mut query = format!("{order}&limit=2");
        loop {
            let part = ann.get(&format!("{TAGS}?{query}")).await;
            walked.extend(part.column("name"));
            let told = part.json();
            assert_eq!(
                (&told["page"], &told["total"]),
                (&Value::Null, &Value::Null)
            );
            let Some(next) = told["next"].as_str() else {
                break;
            };
            query = format!("{order}&limit=2&after={next}");
        }
        assert_eq!(walked, whole, "{order}");
    }
    let counted = ann.get(&format!("{TAGS}?limit=2&count=true")).await.json();
    assert_eq!(counted["total"], 5);
}

#[tokio::test]
async fn a_cursor_of_another_order_or_a_forged_one_is_no_place() {
    let app = TestApp::init().await;
    let ann = five(&app).await;
    let first = ann.get(&format!("{TAGS}?sort=name&limit=1")).await.json();
    let next = first["next"].as_str().unwrap();
    let other = ann
        .get(&format!("{TAGS}?sort=sortOrder&after={next}"))
        .await;
    assert_eq!(other.faults(), ["?after"]);
    let id = &first["data"][0]["_id"];
    let forged = json!({ "values": ["a\u{0}"], "id": id }).to_string();
    let forged = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, forged);
    let refused = ann.get(&format!("{TAGS}?sort=name&after={forged}")).await;
    assert_eq!(refused.faults(), ["?after"]);
}
