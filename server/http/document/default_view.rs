//! The default view: how somebody wants to see a list at first, when the address asks for nothing else.
//!
//! Invariant: an address with a query is never left, and every link within a list has one (`page`), so nobody is led in a circle.

use serde::Deserialize;

use crate::http::middleware::address::Address;
use crate::needs::Results;
use crate::routes::{Query, Value};

/// Key of the need that holds the views of a list.
const VIEWS: &str = "views";

#[derive(Deserialize)]
struct Views {
    data: Vec<View>,
}

/// What of a saved view matters here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    query: String,
    is_own: bool,
    is_default: bool,
}

/// Where the visitor's own default view of the list at this address is, unless the address is a view itself.
pub(super) fn address_of(address: &Address, results: &Results) -> Option<String> {
    if !address.query.search().is_empty() {
        return None;
    }
    let Views { data } = serde_json::from_str(results.get(VIEWS)?.get()).ok()?;
    let view = data.into_iter().find(|it| it.is_own && it.is_default)?;
    let query = Query::parse(view.query.trim_start_matches('?'));
    let search = query.search();
    if search.is_empty() {
        return None;
    }
    let page = match query.first("page") {
        Value::Absent => "&page=1",
        Value::IllFormed | Value::Text(_) => "",
    };
    Some(format!("{}{search}{page}", address.path))
}
