//! Requests over connections that are kept, and what they took.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use waybill_trials::child::Server;

/// How long one sample takes.
const DURATION: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    origin: Arc<str>,
    bearer: Arc<str>,
}

/// What came of requests that were sent for a while.
pub(crate) struct Sample {
    /// Requests a second.
    pub(crate) rate: f64,
    /// Half of them took no longer, in milliseconds.
    pub(crate) median: f64,
    /// 99 of 100 took no longer.
    pub(crate) tail: f64,
    /// Processor time of the server for each, in milliseconds.
    pub(crate) processor: f64,
}

/// What is sent again and again.
#[derive(Clone, Copy)]
pub(crate) enum Request<'a> {
    Get(&'a str),
    /// A new contact each time.
    Create(&'a str),
}

impl Client {
    pub(crate) fn new(origin: String, user: &str) -> Self {
        Self {
            http: reqwest::Client::new(),
            origin: origin.into(),
            bearer: format!("jwt:{user}").into(),
        }
    }

    /// Sends the request over so many connections for a while.
    pub(crate) async fn sample(
        &self,
        server: &Server,
        connections: usize,
        request: Request<'_>,
    ) -> Sample {
        let spent = server.processor_time().unwrap();
        let began = Instant::now();
        let mut clients = JoinSet::new();
        for number in 0..connections {
            let client = self.clone();
            let (path, creates) = match request {
                Request::Get(path) => (path.to_owned(), false),
                Request::Create(path) => (path.to_owned(), true),
            };
            clients.spawn(async move {
                let mut took = Vec::new();
                while began.elapsed() < DURATION {
                    let sent = Instant::now();
                    match creates {
                        true => client.create(&path, number).await,
                        false => drop(client.get(&path).await.bytes().await.unwrap()),
                    }
                    took.push(sent.elapsed().as_secs_f64() * 1000.0);
                }
                took
            });
        }
        let took: Vec<f64> = clients.join_all().await.into_iter().flatten().collect();
        let spent = server.processor_time().unwrap().saturating_sub(spent);
        Sample {
            rate: took.len() as f64 / began.elapsed().as_secs_f64(),
            median: percentile(&took, 0.5),
            tail: percentile(&took, 0.99),
            processor: spent.as_secs_f64() * 1000.0 / took.len() as f64,
        }
    }

    /// Asks for the same so often, over so many connections.
    pub(crate) async fn repeat(&self, path: &str, connections: usize, times: usize) {
        let mut clients = JoinSet::new();
        for _ in 0..connections {
            let (client, path) = (self.clone(), path.to_owned());
            clients.spawn(async move {
                for _ in 0..times / connections {
                    drop(client.get(&path).await.bytes().await.unwrap());
                }
            });
        }
        clients.join_all().await;
    }

    async fn create(&self, path: &str, number: usize) {
        let body = json!({
            "firstName": "Bench", "lastName": format!("Mark {number}"), "roles": ["shipper"],
            "emails": [{ "address": format!("bench{number}@trials.test") }], "addresses": [{ "country": "NL" }]
        });
        let request = self.http.post(self.url(path)).bearer_auth(&self.bearer);
        let answer = request
            .header("content-type", "application/json")
            .body(body.to_string());
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        drop(answer.bytes().await.unwrap());
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    async fn get(&self, path: &str) -> reqwest::Response {
        let request = self.http.get(self.url(path)).bearer_auth(&self.bearer);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        serde_json::from_slice(&self.get(path).await.bytes().await.unwrap()).unwrap()
    }

    pub(crate) async fn import(&self, path: &str, csv: String) -> Value {
        let request = self.http.post(self.url(path)).bearer_auth(&self.bearer);
        let answer = request
            .header("content-type", "text/csv")
            .body(csv)
            .send()
            .await
            .unwrap();
        serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
    }

    /// How many lines the answer has; none of it is kept.
    pub(crate) async fn lines(&self, path: &str) -> usize {
        let (mut answer, mut lines) = (self.get(path).await, 0);
        while let Some(chunk) = answer.chunk().await.unwrap() {
            lines += chunk.split(|it| *it == b'\n').count() - 1;
        }
        lines
    }
}

/// The value below which this part of the values lies; 0 of none.
pub(crate) fn percentile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a length is a place in it"
    )]
    let at = (sorted.len().saturating_sub(1) as f64 * part).round() as usize;
    sorted.get(at).copied().unwrap_or_default()
}

/// The least and the greatest.
pub(crate) fn spread(values: &[f64]) -> String {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(0.0, f64::max);
    if greatest < 100.0 {
        format!("{least:.2}–{greatest:.2}")
    } else {
        format!("{least:.0}–{greatest:.0}")
    }
}
