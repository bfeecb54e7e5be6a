//! Traces: what a request went through, told to a collector by OTLP over HTTP where one is named.
//!
//! Invariant: a trace that begins here has the id of its request, so that one id finds the answer, the log lines and the trace; a
//! trace says no more than a log line may.

use std::cell::Cell;
use std::time::Duration;

use http::{HeaderMap, Method, StatusCode};
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{
    Link, SpanId, SpanKind, Status, TraceContextExt as _, TraceId, TraceState, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{HeaderExtractor, HeaderInjector};
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{
    IdGenerator, RandomIdGenerator, SamplingDecision, SamplingResult, SdkTracerProvider,
    ShouldSample,
};
use tracing::{Instrument as _, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

use crate::config::Traces;

/// How long the collector may take for a batch, and the last one at the end of the program.
const PATIENCE: Duration = Duration::from_secs(2);

/// What requests and their parts are told as. They are for traces alone: log lines have a span of their own.
pub(super) const PART: &str = "waybill_part";

/// What the trace of the service is found under.
const SERVICE: &str = "waybill";

thread_local! {
    /// The request whose first span is about to begin.
    static REQUEST: Cell<Option<u128>> = const { Cell::new(None) };
}

tokio::task_local! {
    /// The span of the request that this task answers: the current one may be a library's.
    static CURRENT: Span;
}

/// Tells of spans until it is dropped, and then of those that it still has.
#[derive(Debug)]
pub struct Exporter(SdkTracerProvider);

impl Exporter {
    /// Not to be called on a tokio runtime: it speaks from a thread of its own.
    ///
    /// # Errors
    /// When its client cannot be made.
    pub(super) fn new(traces: &Traces) -> Result<Self, ExporterBuildError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(traces.endpoint.as_str())
            .with_timeout(PATIENCE)
            .build()?;
        let resource = Resource::builder_empty()
            .with_service_name(SERVICE)
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_resource(resource)
            .with_id_generator(Ids::default())
            .with_sampler(Sampler {
                share: traces.share,
            })
            .with_batch_exporter(exporter)
            .build();
        Ok(Self(provider))
    }

    /// What turns spans that are made for it into those of a trace; log lines, and spans of libraries, stay out.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let ours = Targets::new().with_target(PART, LevelFilter::INFO);
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(SERVICE))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(ours)
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // What cannot be told at the very end is told nowhere.
        drop(self.0.shutdown_with_timeout(PATIENCE));
    }
}

/// A request that has begun: the span that its log lines show, and the one that its trace does.
#[derive(Debug)]
pub struct Begun {
    shown: Span,
    traced: Span,
}

/// Begins a request. `asked_by` are headers of a peer that is trusted to say which trace it is part of.
pub fn begin(request: u128, method: &Method, asked_by: Option<&HeaderMap>) -> Begun {
    let id = format!("{request:032x}");
    let shown = tracing::info_span!("request", id, trace = tracing::field::Empty);
    let traced = tracing::info_span!(target: PART, "request", otel.kind = "server");
    if let Some(headers) = asked_by {
        let context = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        // Without a context of theirs, a trace of its own begins.
        let _begun = traced.set_parent(context);
    }
    REQUEST.set(Some(request));
    // Asking for the context is what begins the span.
    let trace = traced.context().span().span_context().trace_id();
    REQUEST.set(None);
    if trace != TraceId::INVALID && trace != TraceId::from(request) {
        shown.record("trace", trace.to_string());
    }
    traced.set_attribute("waybill.request_id", id);
    traced.set_attribute("http.request.method", method.to_string());
    Begun { shown, traced }
}

/// Answers the request within its spans.
pub async fn within<T>(Begun { shown, traced }: Begun, answering: impl Future<Output = T>) -> T {
    CURRENT
        .scope(traced.clone(), answering.instrument(traced))
        .instrument(shown)
        .await
}

/// What became of the request: its route, as a template, and the status of its answer.
pub fn end(route: &str, status: StatusCode) {
    of_request(|span| {
        span.set_attribute("http.route", route.to_owned());
        span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
        if status.is_server_error() {
            span.set_status(Status::error(""));
        }
    });
}

/// What a phase of the request took; `name` is of a closed set.
pub fn took(name: &'static str, duration: Duration) {
    of_request(|span| {
        let key = format!("waybill.{name}_ms");
        span.set_attribute(key, duration.as_secs_f64() * 1_000.0);
    });
}

/// Nothing is done outside of a request.
fn of_request(tell: impl FnOnce(&Span)) {
    let _outside = CURRENT.try_with(tell);
}

/// A part of a request: what a page needs of a service.
pub fn need(service: Option<&str>) -> Span {
    tracing::info_span!(target: PART, "need", service)
}

/// A part of a request: a call to a service on another machine.
pub fn upstream(service: &str) -> Span {
    tracing::info_span!(target: PART, "upstream", service, otel.kind = "client")
}

/// A part of a request: drawing a page.
pub fn render() -> Span {
    tracing::info_span!(target: PART, "render")
}

/// Names the current span to whoever is asked on its behalf, if it is traced.
pub fn write(headers: &mut HeaderMap) {
    let context = Span::current().context();
    TraceContextPropagator::new().inject_context(&context, &mut HeaderInjector(headers));
}

/// Ids of traces are those of requests.
#[derive(Debug, Default)]
struct Ids(RandomIdGenerator);

impl IdGenerator for Ids {
    fn new_trace_id(&self) -> TraceId {
        match REQUEST.get() {
            Some(request) => TraceId::from(request),
            None => self.0.new_trace_id(),
        }
    }

    fn new_span_id(&self) -> SpanId {
        self.0.new_span_id()
    }
}

/// A share of what begins here, and of what others began that which they trace. The sampler of the library takes the last bits
/// of the id for random, and some of ours say that it is a UUID.
#[derive(Clone, Debug)]
struct Sampler {
    share: f64,
}

impl ShouldSample for Sampler {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        _trace: TraceId,
        _name: &str,
        _kind: &SpanKind,
        _attributes: &[KeyValue],
        _links: &[Link],
    ) -> SamplingResult {
        let begun = parent.filter(|it| it.has_active_span());
        let is_wanted = match begun {
            Some(parent) => parent.span().span_context().is_sampled(),
            None => rand::random::<f64>() < self.share,
        };
        SamplingResult {
            decision: match is_wanted {
                true => SamplingDecision::RecordAndSample,
                false => SamplingDecision::Drop,
            },
            attributes: Vec::new(),
            trace_state: TraceState::NONE,
        }
    }
}
