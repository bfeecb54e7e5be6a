//! Looking for a place by whatever is known of it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

async fn found(actor: &Actor, search: &str) -> Vec<String> {
    let answer = actor
        .get(&format!("/master/api/v1/location?search={search}"))
        .await;
    answer.data(StatusCode::OK);
    let rows = answer.rows();
    rows.iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            format!("{} {} {}", text("code"), text("kind"), text("match"))
        })
        .collect()
}

#[tokio::test]
async fn a_code_comes_first_however_it_is_written() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for search in ["NLRTM", "nl+rtm", "nl-rtm"] {
        assert_eq!(
            found(&ann, search).await[0],
            "NLRTM oceanport code",
            "{search}"
        );
    }
    assert_eq!(found(&ann, "ams").await[0], "AMS airport code");
    assert_eq!(found(&ann, "EHAM").await[0], "AMS airport code");
    assert_eq!(found(&ann, "lon").await[0], "LON airport code");
    // The second code of Shanghai is an alias.
    assert_eq!(found(&ann, "cnsgh").await[0], "CNSHA oceanport code");
}

#[tokio::test]
async fn beginnings_come_before_words_and_words_before_misspellings() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rotterdam = found(&ann, "rotterdam").await;
    assert!(rotterdam[0] == "NLRTM oceanport name", "{rotterdam:?}");
    assert_eq!(found(&ann, "nlr").await[0], "NLRTM oceanport prefix");
    assert_eq!(found(&ann, "kennedy+york").await[0], "JFK airport words");
    assert_eq!(
        found(&ann, "los+angeles+us").await[0]
            .split(' ')
            .next_back(),
        Some("words")
    );
    assert_eq!(found(&ann, "rotterdm").await[0], "NLRTM oceanport typo");
    assert_eq!(found(&ann, "hambrug").await[0], "DEHAM oceanport typo");
    assert_eq!(
        found(&ann, "curaçao").await.len(),
        found(&ann, "curacao").await.len()
    );
    assert_eq!(found(&ann, "qqqqqqq").await, [""; 0]);
}

/// What was typed, and the code of the place that was meant.
fn queries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("locations/queries.tsv").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test]
async fn clerks_find_the_place_in_the_first_three() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    assert!(queries().count() >= 200);
    let mut missed = Vec::new();
    for (typed, code) in queries() {
        let path = format!("/master/api/v1/location?limit=3&search={}", encoded(typed));
        let found = ann.get(&path).await.column("code");
        if !found.iter().any(|it| it == code) {
            missed.push(format!("{typed}: {code} is not in {found:?}"));
        }
    }
    assert_eq!(missed, [""; 0]);
}

#[tokio::test]
async fn the_end_of_a_code_ranks_behind_whole_codes() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rtm = found(&ann, "rtm").await;
    assert_eq!(
        rtm[..2],
        ["RTM airport code", "NLRTM oceanport codeEnd"],
        "{rtm:?}"
    );
    let path = "/master/api/v1/location?search=RTM&kind=oceanport";
    assert_eq!(ann.get(path).await.column("code")[0], "NLRTM");
}

#[tokio::test]
async fn names_in_other_scripts_find_the_place() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for typed in ["上海", "Шанхай", "شنغهاي"] {
        let found = found(&ann, &encoded(typed)).await;
        assert_eq!(found[0], "CNSHA oceanport name", "{typed}");
    }
    // Nobody wrote this name down: its consonants are Marseille's.
    let found = found(&ann, &encoded("مرسيليا")).await;
    assert_eq!(found[0], "FRMRS oceanport sound");
}

#[tokio::test]
async fn a_result_says_what_a_picker_needs() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let answer = ann
        .get("/master/api/v1/location?search=nlrtm&limit=1")
        .await;
    insta::assert_json_snapshot!(answer.rows()[0], { "._id" => crate::actors::uuid() });
}

#[tokio::test]
async fn kinds_and_countries_narrow_the_search() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let search = "/master/api/v1/location?search=rotterdam";
    let airports = ann.get(&format!("{search}&kind=airport&country=nl")).await;
    assert_eq!(airports.column("code"), ["RTM"]);
    assert_eq!(
        ann.get(&format!("{search}&country=DE&kind=oceanport"))
            .await
            .rows(),
        Vec::<Value>::new()
    );
    assert_eq!(
        ann.get("/master/api/v1/location").await.faults(),
        ["?search"]
    );
    assert_eq!(
        ann.get(&format!("{search}&limit=51")).await.faults(),
        ["?limit"]
    );
}

#[tokio::test]
async fn a_company_finds_its_own_ports_and_nobody_elses() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    assert_eq!(found(&ann, "zwartewaal").await, [""; 0]);
    let shed = json!({
        "name": "Shed Zwartewaal", "country": "NL", "timezone": "Europe/Amsterdam", "aliases": ["Kade 9"],
        "partnerCodes": { "portbase": "ZW09X" }
    });
    let made = ann.post("/master/api/v1/receivinglocation", shed).await;
    made.data(StatusCode::CREATED);
    for search in ["zwartewaal", "zwartewal", "kade+9", "zw09x"] {
        assert_eq!(found(&ann, search).await.len(), 1, "{search}");
    }
    assert_eq!(found(&zoe, "zwartewaal").await, [""; 0]);

    // Its own version of a seed port takes that port's place, for this company.
    let rotterdam = ann
        .get("/master/api/v1/location?search=nlrtm&limit=1")
        .await
        .rows()
        .remove(0);
    let path = format!(
        "/master/api/v1/oceanport/{}",
        rotterdam["_id"].as_str().unwrap()
    );
    let etag = ann.get(&path).await.header("etag").to_owned();
    ann.patch(&path, &etag, json!({ "name": "Mainport Zuid" }))
        .await
        .data(StatusCode::OK);
    let names = |actor: Actor| async move {
        actor
            .get("/master/api/v1/location?search=nlrtm")
            .await
            .column("name")
    };
    assert_eq!(names(ann.clone()).await, ["Mainport Zuid"]);
    assert_eq!(names(zoe.clone()).await, ["Rotterdam"]);
    let etag = ann.get(&path).await.header("etag").to_owned();
    ann.patch(&path, &etag, json!({ "enabled": false }))
        .await
        .data(StatusCode::OK);
    assert_eq!(names(ann).await, [""; 0]);
    assert_eq!(names(zoe).await, ["Rotterdam"]);
}

#[tokio::test]
async fn only_kinds_that_one_may_see_are_found() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(&ann, &[("port.oceanport:view", "company")])
        .await;
    let kinds = bob
        .get("/master/api/v1/location?search=rotterdam")
        .await
        .column("kind");
    assert!(
        !kinds.is_empty() && kinds.iter().all(|kind| kind == "oceanport"),
        "{kinds:?}"
    );
    let refused = bob
        .get("/master/api/v1/location?search=rotterdam&kind=airport")
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let nobody = app.colleague_with(&ann, &[]).await;
    assert_eq!(
        nobody
            .get("/master/api/v1/location?search=ams")
            .await
            .status,
        StatusCode::FORBIDDEN
    );
}
