//! What a country proposes to a company that works there, and what follows once the company has taken it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const COMPANIES: &str = "/iam/api/v1/companies";
const OFFICES: &str = "/iam/api/v1/companies/offices";

async fn proposal(actor: &Actor, country: &str) -> Value {
    let path = format!("/master/api/v1/country-proposal?country={country}");
    actor.get(&path).await.data(StatusCode::OK)
}

async fn own(actor: &Actor) -> String {
    let id = actor.get(COMPANIES).await.rows()[0]["_id"].clone();
    format!("{COMPANIES}/{}", id.as_str().unwrap())
}

async fn changed(actor: &Actor, body: Value) -> Value {
    actor
        .patch(&own(actor).await, "*", body)
        .await
        .data(StatusCode::OK)
}

/// Stores the whole proposal of the country in the company's profile, and finds it there.
async fn take(actor: &Actor, path: &str, country: &str) {
    let it = proposal(actor, country).await;
    let phone = &it["phone"];
    let body = json!({
        "operating_country": country,
        "currency": it["currency"],
        "timezone": it["timezones"][0],
        "prefered_language": it["language"],
        "formats": it["formats"],
        "units": it["units"],
        "phone": if phone.is_null() { json!("") } else { phone["example"].clone() },
        "taxIds": if it["taxName"].is_null() { json!([]) } else { json!([{ "country": country, "no": "1" }]) },
    });
    let stored = actor.patch(path, "*", body.clone()).await;
    let stored = stored.data(StatusCode::OK);
    for name in [
        "operating_country",
        "currency",
        "timezone",
        "prefered_language",
        "formats",
        "units",
    ] {
        assert_eq!(stored[name], body[name], "{country} {name}");
    }
    if !phone.is_null() {
        assert_eq!(stored["phone"], phone["number"], "{country}");
        assert!(
            phone["dialCode"].as_str().unwrap().starts_with('+'),
            "{country}"
        );
    }
    if !it["taxName"].is_null() {
        assert_eq!(stored["taxIds"][0]["type"], it["taxName"], "{country}");
    }
    let off = it["weekend"].as_array().unwrap();
    let on = stored["workingDays"].as_array().unwrap();
    assert_eq!(off.len() + on.len(), 7, "{country}");
    assert!(off.iter().all(|day| !on.contains(day)), "{country}");
    assert!(
        (1..=7).contains(&it["weekStart"].as_i64().unwrap()),
        "{country}"
    );
    assert!(it["holidays"].is_array(), "{country}");
    let has_holidays = !it["holidays"].as_array().unwrap().is_empty();
    assert_eq!(it["holidaysUntil"].is_string(), has_holidays, "{country}");
    for port in it["ports"].as_array().unwrap() {
        let id = port["_id"].as_str().unwrap();
        let found = actor.get(&format!("/master/api/v1/oceanport/{id}")).await;
        let found = found.data(StatusCode::OK);
        assert_eq!(found["unlocode"], port["unlocode"], "{country}");
        assert_eq!(found["country"], country);
        assert_eq!(found["enabled"], true, "{country}");
    }
}

#[tokio::test]
async fn every_country_proposes_what_can_be_stored() {
    let app = TestApp::for_many_reads().await;
    let ann = app.administrator("Lines").await;
    let countries = ann.get("/master/api/v1/country").await.column("alpha2");
    assert_eq!(countries.len(), 250);
    let path = own(&ann).await;
    for country in countries {
        take(&ann, &path, &country).await;
    }
}

#[tokio::test]
async fn a_proposal_says_what_is_known_and_what_is_not() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let brazil = proposal(&ann, "BR").await;
    assert_eq!(brazil["timezones"][0], "America/Sao_Paulo");
    assert_eq!(brazil["timezones"].as_array().unwrap().len(), 16);
    assert_eq!(brazil["taxName"], "CNPJ");
    assert_eq!(brazil["weekStart"], 7);
    assert_eq!(brazil["language"], "en");
    assert_eq!(brazil["isOfficialLanguage"], false);
    assert_eq!(brazil["phone"]["dialCode"], "+55");
    assert_eq!(brazil["ports"][0]["unlocode"], "BRSSZ");
    assert_eq!(brazil["ports"][0]["countries"], 27);
    assert_eq!(
        brazil["holidays"][0],
        json!({ "date": "2026-11-20", "name": "National Day of Zumbi and Black Awareness" })
    );

    let antarctica = proposal(&ann, "AQ").await;
    assert_eq!(antarctica["currency"], "USD");
    assert_eq!(antarctica["isOwnCurrency"], false);
    assert_eq!(antarctica["phone"], Value::Null);
    assert_eq!(antarctica["taxName"], Value::Null);
    assert_eq!(antarctica["ports"], json!([]));
    let island = proposal(&ann, "HM").await;
    assert_eq!(island["timezones"], json!(["UTC"]));
    assert_eq!(island["isOwnTimezone"], false);
    assert_eq!(island["holidays"], json!([]));

    for wrong in ["QQ", "nl", ""] {
        let path = format!("/master/api/v1/country-proposal?country={wrong}");
        assert_eq!(ann.get(&path).await.faults(), ["?country"], "{wrong}");
    }
}

#[tokio::test]
async fn a_proposal_follows_the_companys_own_country() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let row = ann.get("/master/api/v1/country?filter=alpha2:eq:BE").await;
    let id = row.rows()[0]["_id"].as_str().unwrap().to_owned();
    let body = json!({ "defaultCurrency": "USD", "weekStart": 7 });
    ann.patch(&format!("/master/api/v1/country/{id}"), "*", body)
        .await
        .data(StatusCode::OK);
    let it = proposal(&ann, "BE").await;
    assert_eq!(
        (&it["currency"], &it["weekStart"]),
        (&json!("USD"), &json!(7))
    );
}

#[tokio::test]
async fn ports_are_proposed_to_those_who_see_ports() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let guest = app
        .colleague_with(&ann, &[("country:view", "company")])
        .await;
    assert_eq!(proposal(&guest, "NL").await["ports"], json!([]));
    let port = proposal(&ann, "NL").await["ports"][0].clone();
    assert_eq!(
        (&port["name"], &port["favourite"]),
        (&json!("Rotterdam"), &json!(false))
    );
    let body = json!({ "action": "edit", "ids": [port["_id"]], "changes": { "favourite": true } });
    let result = ann.post("/master/api/v1/oceanport/bulk", body).await;
    assert_eq!(result.status, StatusCode::OK);
    assert_eq!(proposal(&ann, "NL").await["ports"][0]["favourite"], true);
}

#[tokio::test]
async fn company_formats_are_those_of_users_without_own() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let formats = async || {
        let view = ann.get("/iam/api/v1/sessions/current").await;
        let user = view.data(StatusCode::OK)["user"].clone();
        (user["dateFormat"].clone(), user["timeFormat"].clone())
    };
    assert_eq!(formats().await, (json!("auto"), json!("24")));
    let body =
        json!({ "formats": { "date": "mdy", "time": "12", "number": "comma", "paper": "letter" } });
    changed(&ann, body).await;
    assert_eq!(formats().await, (json!("mdy"), json!("12")));
    let chosen = json!({ "dateFormat": "ymd", "hourCycle": "24" });
    ann.patch("/iam/api/v1/users/me", "*", chosen)
        .await
        .data(StatusCode::OK);
    assert_eq!(formats().await, (json!("ymd"), json!("24")));

    let path = own(&ann).await;
    let wrong = json!({ "formats": { "date": "dym", "paper": "a5" } });
    let mut faults = ann.patch(&path, "*", wrong).await.faults();
    faults.sort();
    assert_eq!(faults, ["/formats/date", "/formats/paper"]);
}

/// A version of the program that does not know of `hourCycle` reads `timeFormat`, and leaves the former out of what it writes.
#[tokio::test]
async fn both_names_of_hours_agree() {
    const ME: &str = "/iam/api/v1/users/me";
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let formats = json!({ "date": "auto", "time": "12", "number": "auto", "paper": "a4" });
    changed(&ann, json!({ "formats": formats })).await;
    let check = async |body: Value, hour_cycle: Value, time_format: &str, shown: &str| {
        let user = ann.patch(ME, "*", body.clone()).await.data(StatusCode::OK);
        assert_eq!(user["hourCycle"], hour_cycle, "{body}");
        assert_eq!(user["timeFormat"], time_format, "{body}");
        let view = ann.get("/iam/api/v1/sessions/current").await;
        let view = view.data(StatusCode::OK);
        assert_eq!(view["user"]["timeFormat"], shown, "{body}");
    };
    check(json!({}), json!("auto"), "24", "12").await;
    check(json!({ "hourCycle": "24" }), json!("24"), "24", "24").await;
    check(json!({ "hourCycle": "12" }), json!("12"), "12", "12").await;
    check(json!({ "timeFormat": "24" }), Value::Null, "24", "24").await;
    check(json!({ "timeFormat": "12" }), Value::Null, "12", "12").await;
    check(json!({ "hourCycle": "auto" }), json!("auto"), "24", "12").await;
    let refused = ann.patch(ME, "*", json!({ "timeFormat": "auto" })).await;
    assert_eq!(refused.faults(), ["/timeFormat"]);
}

#[tokio::test]
async fn a_tax_number_gets_the_name_of_its_country() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let numbers = json!({ "taxIds": [
        { "country": "BR", "no": "12.345.678/0001-95" },
        { "country": "IN", "type": "PAN", "no": "AAPFU0939F" },
    ] });
    let company = changed(&ann, numbers).await;
    let names: Vec<&Value> = company["taxIds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["type"])
        .collect();
    assert_eq!(names, ["CNPJ", "PAN"]);
    let warnings = company["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0]["pointer"], "/taxIds/1/no");

    let unknown = json!({ "taxIds": [{ "country": "NG", "no": "12345678-0001" }] });
    let answer = ann.patch(&own(&ann).await, "*", unknown).await;
    assert_eq!(answer.faults(), ["/taxIds/0/type"]);

    let body = json!({ "kind": "organisation", "displayName": "Carga", "taxIds": [{ "country": "CL", "no": "76.086.428-5" }] });
    let contact = ann.post("/contact/api/v1/contacts", body).await;
    assert_eq!(
        contact.data(StatusCode::CREATED)["taxIds"][0]["type"],
        "RUT"
    );
}

#[tokio::test]
async fn an_office_says_when_its_country_closes() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    changed(&ann, json!({ "operating_country": "US" })).await;
    let thanksgiving = json!([{ "date": "2026-11-26", "name": "Thanksgiving Day" }]);
    let head = ann.get(OFFICES).await.rows()[0].clone();
    assert_eq!(head["holidays"], thanksgiving);
    let office = json!({
        "name": "Madrid", "timezone": "Europe/Madrid", "address": { "country": "ES" }
    });
    let madrid = ann.post(OFFICES, office).await.data(StatusCode::CREATED);
    assert_eq!(madrid["holidays"][0]["name"], "Immaculate Conception");
    ann.patch("/iam/api/v1/users/me", "*", json!({ "language": "es" }))
        .await
        .data(StatusCode::OK);
    let path = format!("{OFFICES}/{}", madrid["_id"].as_str().unwrap());
    let madrid = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(madrid["holidays"][0]["name"], "Inmaculada Concepción");
}
