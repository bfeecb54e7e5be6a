//! Deadline, shapes and failures of needs, with services that answer as they are told.

use super::*;
use crate::routes::{Matcher, Path, Query};

/// Answers by the last segment of the path.
#[derive(Clone)]
struct Scripted;

impl Fetch for Scripted {
    async fn fetch(&self, address: String) -> Option<Answer> {
        let data = Answer::Body(Bytes::from_static(b"{\"data\":[1,2]}"));
        match address.as_str() {
            "/iam/api/v1/fast" => Some(data),
            "/iam/api/v1/never" => std::future::pending().await,
            "/iam/api/v1/refused" => Some(problem(403)),
            "/iam/api/v1/users/7" => Some(problem(404)),
            "/iam/api/v1/users/8" => Some(problem(403)),
            "/iam/api/v1/users/9" => Some(problem(429)),
            "/iam/api/v1/html" => Some(Answer::Body(Bytes::from_static(b"<html>"))),
            "/iam/api/v1/number" => Some(Answer::Body(Bytes::from_static(b"1"))),
            "/iam/api/v1/gone" => None,
            other => {
                let echo = format!("{{\"data\":\"{other}\"}}");
                Some(Answer::Body(echo.into()))
            }
        }
    }
}

fn problem(status: u16) -> Answer {
    let body = format!("{{\"status\":{status}}}").into();
    Answer::Problem { status, body }
}

fn manifest(needs: &str) -> Manifest {
    let json = format!(
        r#"{{"version":"1","entry":{{"script":"/assets/e.js","imports":[],"styles":[],"fonts":[],"icon":null}},
           "routes":[{{"id":"page","path":"/page/:id","auth":"public","needs":{needs}}}]}}"#
    );
    Manifest::parse(&json).unwrap()
}

async fn fetch(needs: &str, address: &str) -> BTreeMap<String, String> {
    let results = fetched(needs, address).await.results;
    let texts = results
        .into_iter()
        .map(|(key, json)| (key, json.get().to_owned()));
    texts.collect()
}

async fn fetched(needs: &str, address: &str) -> Fetched {
    let manifest = manifest(needs);
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let matcher = Matcher::new(&manifest.routes).unwrap();
    let matched = matcher.match_path(&Path::parse(path).unwrap()).unwrap();
    let query = Query::parse(query);
    let variables = Variables {
        params: matched.params(),
        query: &query,
        session: None,
    };
    Needs::of(&manifest)
        .unwrap()
        .fetch(&matched, &variables, &Scripted, Duration::from_millis(150))
        .await
}

#[tokio::test(start_paused = true)]
async fn a_service_that_never_answers_costs_the_budget_and_no_other_need() {
    let start = Instant::now();
    let needs = r#"{"fast":"/iam/api/v1/fast","never":"/iam/api/v1/never"}"#;
    let results = fetch(needs, "/page/1").await;
    assert_eq!(start.elapsed(), Duration::from_millis(150));
    assert_eq!(results["fast"], r#"{"data":[1,2]}"#);
    assert_eq!(results["never"], "null");
}

#[tokio::test(start_paused = true)]
async fn a_page_whose_needs_are_there_does_not_wait() {
    let start = Instant::now();
    fetch(r#"{"fast":"/iam/api/v1/fast"}"#, "/page/1").await;
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn a_refusal_is_an_error_and_what_is_no_json_object_is_not_ready() {
    let needs = r#"{"refused":"/iam/api/v1/refused","html":"/iam/api/v1/html",
        "number":"/iam/api/v1/number","gone":"/iam/api/v1/gone"}"#;
    let results = fetch(needs, "/page/1").await;
    assert_eq!(results["refused"], r#"{"error":{"status":403}}"#);
    for key in ["html", "number", "gone"] {
        assert_eq!(results[key], "null", "{key}");
    }
}

#[tokio::test]
async fn what_a_page_is_about_says_by_its_refusal_what_the_page_is() {
    let record = r#"{"record":"/iam/api/v1/users/{id}","other":"/iam/api/v1/refused"}"#;
    let refusal = async |needs, address| fetched(needs, address).await.refusal;
    assert_eq!(refusal(record, "/page/7").await, Some(Refusal::NotFound));
    assert_eq!(refusal(record, "/page/8").await, Some(Refusal::Forbidden));
    assert_eq!(refusal(record, "/page/9").await, None);
    assert_eq!(refusal(record, "/page/1").await, None);
    // Another part of the page may be withheld; the page is there.
    let part = r#"{"history":"/iam/api/v1/refused{?id}","tags":"/iam/api/v1/users/{id}/tags"}"#;
    assert_eq!(refusal(part, "/page/7").await, None);
    for key in SUBJECTS {
        let list = format!(r#"{{"{key}":"/iam/api/v1/refused{{?sort}}"}}"#);
        let refusal = fetched(&list, "/page/7").await.refusal;
        assert_eq!(refusal, Some(Refusal::Forbidden), "{key}");
    }
    let nothing = r#"{"record":"/iam/api/v1/users/{other}"}"#;
    assert_eq!(refusal(nothing, "/page/7").await, Some(Refusal::NotFound));
}

#[tokio::test]
async fn templates_are_filled_from_the_path_and_the_query() {
    let needs = r#"{"user":"/iam/api/v1/roles/{id}{?page,sort}","mine":"/iam/api/v1/{userId}"}"#;
    let results = fetch(needs, "/page/7?page=2&other=3").await;
    assert_eq!(results["user"], r#"{"data":"/iam/api/v1/roles/7?page=2"}"#);
    assert_eq!(results["mine"], "null");
}

#[test]
fn a_template_that_cannot_be_used_stops_the_start() {
    let error = Needs::of(&manifest(r#"{"x":"users{"}"#)).unwrap_err();
    assert_eq!(error.route, "page");
}
