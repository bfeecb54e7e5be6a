//! Traces reach a collector, under the id that the answer names, and say nothing that a log line may not.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

pub(crate) mod collector;

use std::fs;
use std::process::Command;

use reqwest::{Client, Response};
use tempfile::TempDir;

use self::collector::{Collector, attribute, hex};
use crate::ready::ready;
use crate::start::Serving;

const THEIRS: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const THEIR_TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const THEIR_SPAN: &str = "00f067aa0ba902b7";

fn command(folder: &TempDir, toml: &str) -> Command {
    fs::write(folder.path().join("waybill.toml"), toml).unwrap();
    let mut command = ready(folder.path());
    command.args(["serve", "--config", "waybill.toml"]);
    command
}

async fn get(url: String) -> Response {
    Client::new().get(url).send().await.unwrap()
}

fn id_of(answer: &Response) -> String {
    let id = answer.headers()["x-request-id"].to_str().unwrap();
    id.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_and_its_parts_have_the_trace_that_the_answer_names() {
    let collector = Collector::start().await;
    let folder = tempfile::tempdir().unwrap();
    let server = Serving::start(&mut command(&folder, &collector.config()));
    let secret = "canary-in-the-query";
    let answer = get(format!("{}/login?redirect_uri=%2F{secret}", server.origin)).await;
    assert_eq!(answer.status(), 200);

    let spans = collector.wait_for(&id_of(&answer), 2).await;
    let request = spans.iter().find(|it| it.name == "request").unwrap();
    assert!(request.parent_span_id.is_empty());
    assert_eq!(attribute(request, "http.request.method").unwrap(), "GET");
    assert_eq!(
        attribute(request, "http.response.status_code").unwrap(),
        "200"
    );
    assert!(attribute(request, "http.route").is_some());
    assert!(
        attribute(request, "waybill.render_ms").is_some(),
        "{request:?}"
    );
    let render = spans.iter().find(|it| it.name == "render").unwrap();
    assert_eq!(render.parent_span_id, request.span_id);
    assert!(!collector.text().contains(secret));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_peer_says_which_trace_it_is_and_nobody_else_does() {
    let collector = Collector::start().await;
    let folder = tempfile::tempdir().unwrap();
    let trusting = format!(
        "{}[edge]\ntrusted_proxies = [\"127.0.0.1\"]\n",
        collector.config()
    );
    for (toml, is_theirs) in [(trusting, true), (collector.config(), false)] {
        let server = Serving::start(&mut command(&folder, &toml));
        let request = Client::new().get(format!("{}/healthz", server.origin));
        let answer = request.header("traceparent", THEIRS).send().await.unwrap();
        let trace = match is_theirs {
            true => THEIR_TRACE.to_owned(),
            false => id_of(&answer),
        };
        let spans = collector.wait_for(&trace, 1).await;
        assert_eq!(hex(&spans[0].parent_span_id) == THEIR_SPAN, is_theirs);
        // Whatever the trace is, the request is found by its own id.
        assert_eq!(
            attribute(&spans[0], "waybill.request_id"),
            Some(id_of(&answer))
        );
    }
    assert_eq!(collector.spans(THEIR_TRACE).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_share_of_nothing_there_is_no_trace_unless_a_peer_has_begun_one() {
    let collector = Collector::start().await;
    let folder = tempfile::tempdir().unwrap();
    let toml = format!(
        "{}share = 0.0\n[edge]\ntrusted_proxies = [\"127.0.0.1\"]\n",
        collector.config()
    );
    let server = Serving::start(&mut command(&folder, &toml));
    let url = format!("{}/healthz", server.origin);
    let untraced = get(url.clone()).await;
    let traced = Client::new().get(url).header("traceparent", THEIRS);
    assert_eq!(traced.send().await.unwrap().status(), 200);
    collector.wait_for(THEIR_TRACE, 1).await;
    assert!(collector.spans(&id_of(&untraced)).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_that_is_asked_by_another_goes_on_with_its_trace() {
    let collector = Collector::start().await;
    let (front, behind) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let toml = format!(
        "{}[edge]\nfront_instances = [\"127.0.0.1\"]\n",
        collector.config()
    );
    let behind = Serving::start(&mut command(&behind, &toml));
    let toml = format!(
        "{}[upstream.services]\nmaster = \"{}\"\n",
        collector.config(),
        behind.origin
    );
    let front = Serving::start(&mut command(&front, &toml));
    let answer = get(format!("{}/master/api/v1/country", front.origin)).await;

    let spans = collector.wait_for(&id_of(&answer), 3).await;
    let asking = spans.iter().find(|it| it.name == "upstream").unwrap();
    assert_eq!(attribute(asking, "service").unwrap(), "master");
    let requests: Vec<_> = spans.iter().filter(|it| it.name == "request").collect();
    assert_eq!(requests.len(), 2);
    assert!(
        requests
            .iter()
            .any(|it| it.span_id == asking.parent_span_id)
    );
    assert!(
        requests
            .iter()
            .any(|it| it.parent_span_id == asking.span_id)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_costs_nobody_an_answer() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = nobody.local_addr().unwrap();
    drop(nobody);
    let folder = tempfile::tempdir().unwrap();
    let toml = format!("[traces]\nendpoint = \"http://{address}/v1/traces\"\n");
    let server = Serving::start(&mut command(&folder, &toml));
    for _ in 0..20 {
        let answer = get(format!("{}/login", server.origin)).await;
        assert_eq!(answer.status(), 200);
    }
}
