//! The brief forms of reference data: what pages keep of them, for how long, and when they ask again.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};

const COUNTRIES: &str = "/master/api/v1/country?brief=true";
const DROPDOWNS: &str = "/master/api/v1/dropdown?module=home&brief=true";

/// The list, unless it still has this tag.
async fn unless(actor: &Actor, path: &str, tag: &str) -> Answer {
    let headers = [("if-none-match", tag)];
    actor
        .send_with(Method::GET, path, &headers, Body::empty())
        .await
}

fn named(answer: &Answer, key: &str, value: &str) -> Value {
    let mut rows = answer.rows().into_iter();
    rows.find(|row| row[key] == value).unwrap()
}

#[tokio::test]
async fn brief_rows_hold_what_pages_name_them_by() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let countries = ann.get(COUNTRIES).await;
    assert_eq!(countries.rows().len(), 250);
    assert_eq!(
        named(&countries, "alpha2", "AX"),
        json!({
            "alpha2": "AX", "alpha3": "ALA", "numeric": "248", "name": "Åland Islands", "aliases": ["Aland Islands"],
            "localNames": {}, "defaultCurrency": "EUR", "timezones": ["Europe/Mariehamn"], "enabled": true,
            "favourite": false
        })
    );
    assert_eq!(
        named(&ann.get(DROPDOWNS).await, "code", "notify"),
        json!({
            "group": "contact_role", "code": "notify", "label": "Notify party", "labels": {}, "validFrom": null,
            "validTo": null, "isLocalOverride": false
        })
    );
    for (path, count) in [("timezone", 419), ("currency-list", 184)] {
        let list = ann.get(&format!("/master/api/v1/{path}?brief=true")).await;
        assert_eq!(list.rows().len(), count, "{path}");
    }
}

#[tokio::test]
async fn brief_list_unchanged_is_not_sent_again() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let first = ann.get(COUNTRIES).await;
    let tag = first.header("etag");
    assert!(tag.starts_with("W/\""), "{tag}");
    let known = unless(&ann, COUNTRIES, tag).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    assert_eq!(known.text, "");
    for answer in [&first, &known] {
        assert_eq!(answer.header("etag"), tag);
        assert_eq!(answer.header("cache-control"), "private, max-age=86400");
        assert_eq!(
            answer.header("vary"),
            "authorization, x-viewing, accept-encoding"
        );
    }
    let full = ann
        .get("/master/api/v1/country?filter=alpha2:eq:BE")
        .await
        .rows();
    let belgium = format!(
        "/master/api/v1/country/{}",
        full[0]["_id"].as_str().unwrap()
    );
    let renamed = ann
        .patch(&belgium, "*", json!({ "name": "Belgique" }))
        .await;
    assert_eq!(renamed.status, StatusCode::OK);
    let changed = unless(&ann, COUNTRIES, tag).await;
    assert_eq!(named(&changed, "alpha2", "BE")["name"], "Belgique");
    assert_ne!(changed.header("etag"), tag);
    let elsewhere = unless(&zoe, COUNTRIES, tag).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_MODIFIED);
    let theirs = unless(&zoe, COUNTRIES, changed.header("etag")).await;
    assert_eq!(named(&theirs, "alpha2", "BE")["name"], "Belgium");
}

#[tokio::test]
async fn brief_lists_take_no_right_but_for_the_bin() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    for path in ["country", "currency-list", "timezone", "dropdown"] {
        let brief = bob.get(&format!("/master/api/v1/{path}?brief=true")).await;
        assert_eq!(brief.status, StatusCode::OK, "{path}");
    }
    let list = bob.get("/master/api/v1/country").await;
    assert_eq!(list.status, StatusCode::FORBIDDEN);
    let bin = bob.get(&format!("{COUNTRIES}&bin=true")).await;
    assert_eq!(bin.status, StatusCode::FORBIDDEN);
    let nobody = app.anonymous().get(COUNTRIES).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn lists_without_a_brief_form_do_not_know_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let contacts = ann.get("/contact/api/v1/contacts?brief=true").await;
    assert_eq!(contacts.faults(), ["?brief"]);
    let wrong = ann.get("/master/api/v1/country?brief=yes").await;
    assert_eq!(wrong.faults(), ["?brief"]);
}
