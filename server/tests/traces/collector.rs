//! A collector: takes OTLP as protobuf over HTTP, and keeps it.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use tokio::net::TcpListener;

#[derive(Clone)]
pub(crate) struct Collector {
    address: SocketAddr,
    batches: Arc<Mutex<Vec<Bytes>>>,
}

impl Collector {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let batches = Arc::<Mutex<Vec<Bytes>>>::default();
        let kept = Arc::clone(&batches);
        let take = move |batch: Bytes| async move { kept.lock().unwrap().push(batch) };
        let router = Router::new().route("/v1/traces", post(take));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, batches }
    }

    /// The part of a configuration that names it.
    pub(crate) fn config(&self) -> String {
        let address = self.address;
        format!("[traces]\nendpoint = \"http://{address}/v1/traces\"\n")
    }

    /// All that it was told, as text: what is no text in it is replaced.
    pub(crate) fn text(&self) -> String {
        let batches = self.batches.lock().unwrap();
        let texts = batches.iter().map(|it| String::from_utf8_lossy(it));
        texts.collect()
    }

    /// The spans so far of the trace with this id.
    pub(super) fn spans(&self, trace: &str) -> Vec<Span> {
        let batches = self.batches.lock().unwrap();
        let requests = batches
            .iter()
            .map(|it| ExportTraceServiceRequest::decode(it.clone()).unwrap());
        requests
            .flat_map(|it| it.resource_spans)
            .flat_map(|it| it.scope_spans)
            .flat_map(|it| it.spans)
            .filter(|it| hex(&it.trace_id) == trace)
            .collect()
    }

    /// The same, once there are so many.
    pub(super) async fn wait_for(&self, trace: &str, count: usize) -> Vec<Span> {
        let began = Instant::now();
        loop {
            let spans = self.spans(trace);
            if count <= spans.len() {
                return spans;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "{spans:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

pub(super) fn hex(id: &[u8]) -> String {
    id.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// An attribute as text.
pub(super) fn attribute(span: &Span, key: &str) -> Option<String> {
    let pair = span.attributes.iter().find(|it| it.key == key)?;
    match pair.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        other => Some(format!("{other:?}")),
    }
}
