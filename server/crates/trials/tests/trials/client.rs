//! Somebody who reads what is stored.

use serde_json::Value;

/// A user of a server.
pub(crate) struct Client {
    http: reqwest::Client,
    origin: String,
    bearer: String,
}

impl Client {
    pub(crate) fn at(origin: &str, bearer: &str) -> Self {
        Self {
            http: reqwest::Client::new(),
            origin: origin.to_owned(),
            bearer: bearer.to_owned(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}{path}", self.origin));
        let answer = request.bearer_auth(&self.bearer).send().await.unwrap();
        let text = answer.text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"))
    }

    /// All rows of a list, whose path has a query.
    pub(crate) async fn list(&self, path: &str) -> Vec<Value> {
        let mut rows = Vec::new();
        let mut after = String::new();
        loop {
            let page = self.get(&format!("{path}{after}")).await;
            let part = page["data"].as_array();
            rows.extend(
                part.unwrap_or_else(|| panic!("{path}: {page}"))
                    .iter()
                    .cloned(),
            );
            match page["next"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => return rows,
            }
        }
    }
}
