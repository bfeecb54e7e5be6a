//! A record that was typed by its name or code, with no script to propose any: found where the text leaves no doubt, or else the
//! matches to choose from.
//!
//! Invariant: the search runs on behalf of the visitor, so it finds nothing that they may not see.

use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::decode::Search;
use crate::needs::{Answer, Fetch};

/// Time for all the searches of a form.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The most choices that are shown.
const MOST_CHOICES: usize = 8;

/// A lookup field as the page draws it again.
#[derive(Debug, Default, Serialize)]
pub(super) struct LookupState {
    /// What was typed, where it did not name one record.
    pub(super) text: String,
    /// The records that it may mean.
    pub(super) choices: Vec<Choice>,
    /// Labels of the field's values.
    pub(super) names: Vec<Choice>,
}

/// A record and its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
}

/// The record that was meant, or the records that may be meant and what is wrong with the field.
pub(super) async fn find(
    search: &Search<'_>,
    fetch: &impl Fetch,
    until: Instant,
) -> Result<Choice, (Vec<Choice>, &'static str)> {
    let text = utf8_percent_encode(&search.text, NON_ALPHANUMERIC);
    let address = format!("{}&search={text}", search.source.path);
    let rows = match timeout_at(until, fetch.fetch(address)).await {
        Ok(Some(Answer::Body(body))) => serde_json::from_slice::<Value>(&body).ok(),
        Ok(Some(Answer::Problem { .. }) | None) | Err(_) => None,
    };
    let Some(rows) = rows else {
        let unanswered = "Couldn't reach the server. Check your connection and try again.";
        return Err((Vec::new(), unanswered));
    };
    let choices = choices(&rows, search);
    let chosen = choices.iter().find(|it| it.value == search.choice);
    match chosen.or_else(|| meant(&choices, &search.text)) {
        Some(found) => Ok(found.clone()),
        None if choices.is_empty() => Err((choices, "No matches.")),
        None => Err((choices, "Choose one of the matches.")),
    }
}

fn choices(body: &Value, search: &Search<'_>) -> Vec<Choice> {
    let rows = body["data"].as_array().map_or(&[][..], Vec::as_slice);
    let choice = |row: &Value| {
        Some(Choice {
            value: row.get(&search.source.value)?.as_str()?.to_owned(),
            label: row.get(&search.source.label)?.as_str()?.to_owned(),
        })
    };
    rows.iter().filter_map(choice).take(MOST_CHOICES).collect()
}

/// The record whose code or only whose label is the text; else the only match, if the text is part of its label. A search also
/// forgives typing errors and knows other names, and what it found by those is the visitor's to confirm.
fn meant<'c>(choices: &'c [Choice], text: &str) -> Option<&'c Choice> {
    let text = text.to_lowercase();
    let is = |it: &str| it.to_lowercase() == text;
    let by_code = choices
        .iter()
        .find(|it| is(&it.value) || is(&it.value.replace('_', " ")));
    let mut by_label = choices.iter().filter(|it| is(&it.label));
    let by_label = by_label.next().filter(|_| by_label.next().is_none());
    let only = match choices {
        [only] if only.label.to_lowercase().contains(&text) => Some(only),
        _ => None,
    };
    by_code.or(by_label).or(only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::form::Source;

    #[derive(Clone)]
    struct Answering(Option<Answer>);

    impl Fetch for Answering {
        async fn fetch(&self, address: String) -> Option<Answer> {
            assert_eq!(address, "/iam/api/v1/users?page=1&search=Ada%20%26%20co");
            self.0.clone()
        }
    }

    fn users() -> Source {
        Source {
            path: "/iam/api/v1/users?page=1".to_owned(),
            value: "_id".to_owned(),
            label: "name".to_owned(),
        }
    }

    async fn found(text: &str, rows: &[(&str, &str)]) -> Result<String, &'static str> {
        found_by(text, "", rows).await
    }

    async fn found_by(
        text: &str,
        choice: &str,
        rows: &[(&str, &str)],
    ) -> Result<String, &'static str> {
        let rows: Vec<Value> = rows
            .iter()
            .map(|(id, name)| serde_json::json!({ "_id": id, "name": name }))
            .collect();
        let source = users();
        let search = Search {
            path: "ownerId".to_owned(),
            text: text.to_owned(),
            choice: choice.to_owned(),
            source: &source,
        };
        let body = serde_json::json!({ "data": rows }).to_string();
        let fetch = Answering(Some(Answer::Body(body.into())));
        let until = Instant::now() + PATIENCE;
        match find(&search, &fetch, until).await {
            Ok(found) => Ok(found.value),
            Err((_, detail)) => Err(detail),
        }
    }

    #[tokio::test]
    async fn lookup_takes_what_leaves_no_doubt() {
        const TEXT: &str = "Ada & co";
        let part = found(TEXT, &[("1", "Ada & Co Lines")]).await;
        assert_eq!(part.as_deref(), Ok("1"));
        let label = found(TEXT, &[("1", "Adam"), ("2", "ada & CO")]).await;
        assert_eq!(label.as_deref(), Ok("2"));
        let code = found(TEXT, &[("1", "ada & co"), ("ada_&_co", "x")]).await;
        assert_eq!(code.as_deref(), Ok("ada_&_co"));
    }

    #[tokio::test]
    async fn lookup_asks_when_in_doubt() {
        const TEXT: &str = "Ada & co";
        let asked = Err("Choose one of the matches.");
        assert_eq!(found(TEXT, &[("1", "Adam")]).await, asked);
        let twice = [("1", "ada & co"), ("2", "ada & co")];
        assert_eq!(found(TEXT, &twice).await, asked);
        let parts = [("1", "Ada & Co Lines"), ("2", "Ada & Co Freight")];
        assert_eq!(found(TEXT, &parts).await, asked);
        assert_eq!(found_by(TEXT, "3", &parts).await, asked);
        let chosen = found_by(TEXT, "2", &parts).await;
        assert_eq!(chosen.as_deref(), Ok("2"));
        assert_eq!(found(TEXT, &[]).await, Err("No matches."));
    }

    #[tokio::test(start_paused = true)]
    async fn lookup_gives_up_after_its_time() {
        let source = users();
        let search = Search {
            path: "ownerId".to_owned(),
            text: "Ada".to_owned(),
            choice: String::new(),
            source: &source,
        };
        let refused = find(&search, &Silent, Instant::now() + PATIENCE).await;
        let (choices, detail) = refused.unwrap_err();
        assert!(choices.is_empty() && detail.starts_with("Couldn't reach"));
    }

    #[derive(Clone)]
    struct Silent;

    impl Fetch for Silent {
        async fn fetch(&self, _address: String) -> Option<Answer> {
            std::future::pending().await
        }
    }
}
