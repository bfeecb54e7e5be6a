//! Bodies of requests.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Place, Ready, USERS};
use crate::operations::{Content, Operation, creation};

/// A content as long as the example of the contract announces.
pub(super) const CONTENT: &str = "Bill of lading, draft";

pub(super) fn json(value: &Value) -> Content {
    Content {
        media_type: "application/json".to_owned(),
        text: value.to_string(),
    }
}

/// Another record of the same list, under another name.
async fn another(place: &Place<'_>, operation: &Operation) -> Result<String, String> {
    let creation = operation.collection().and_then(creation);
    let Some((creation, mut example)) = creation.and_then(|it| it.example().map(|body| (it, body)))
    else {
        return Err(format!("{operation} has no other record to merge into"));
    };
    for name in ["name", "code"] {
        if let Some(text) = example[name].as_str() {
            example[name] = json!(format!("{text}2"));
        }
    }
    let answer = place.owner.post(&creation.path, example).await;
    match answer.json()["data"]["_id"].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => Err(format!("{creation} made no other record: {}", answer.text)),
    }
}

/// The body of a merge: another record of the list, one that all companies share where there is one.
pub(super) async fn merge(
    operation: &Operation,
    place: &Place<'_>,
    ready: &Ready,
) -> Result<Content, String> {
    let list = operation.collection().unwrap_or_default();
    let listed = place.owner.get(list).await.rows();
    let is_made = |row: &&Value| ready.made.iter().any(|made| row["_id"] == *made);
    // Values are merged within their picklist.
    let group = listed.iter().find(is_made).map(|row| &row["group"]);
    let other = listed
        .iter()
        .filter(|row| !is_made(row) && group.is_none_or(|group| row["group"] == *group))
        .find_map(|row| row["_id"].as_str().map(str::to_owned));
    let other = match other {
        Some(id) => id,
        None => another(place, operation).await?,
    };
    Ok(Content {
        media_type: "application/json".to_owned(),
        text: json!({ "into": other }).to_string(),
    })
}

/// The body of a request: what the operation is about where that is known, and otherwise the example of the contract.
pub(super) fn body(
    operation: &Operation,
    ids: &mut Vec<String>,
    made: &[String],
) -> Result<Option<Content>, String> {
    match operation.below() {
        "/bulk" => {
            ids.extend_from_slice(made);
            let body = json!({ "action": "edit", "ids": made, "changes": {} });
            return Ok(Some(json(&body)));
        }
        "/import" | "/import/columns" => {
            ids.extend_from_slice(made);
            let text = format!("_id\n{}\n", made.join("\n"));
            return Ok(Some(Content {
                media_type: "text/csv".to_owned(),
                text,
            }));
        }
        _ => {}
    }
    let media_types = operation.media_types();
    let Some(media_type) = media_types.first() else {
        return Ok(None);
    };
    if media_type.ends_with("octet-stream") {
        return Ok(Some(Content {
            media_type: (*media_type).to_owned(),
            text: CONTENT.to_owned(),
        }));
    }
    if operation.method == Method::PATCH {
        let list = operation.collection().and_then(creation);
        let example = operation.example().filter(|it| *it != json!({}));
        let mut example = example.or_else(|| list?.example());
        // An address is not changed.
        if let Some(Value::Object(members)) = &mut example
            && operation.collection() == Some(USERS)
        {
            members.remove("emailId");
        }
        return Ok(Some(json(&example.unwrap_or_else(|| json!({})))));
    }
    match operation.example() {
        Some(example) => Ok(Some(json(&example))),
        None => Err(format!(
            "{operation} has no example of its body: add one to the contract, or say in tests/api/requests.rs what it is"
        )),
    }
}
