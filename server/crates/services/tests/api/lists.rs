//! Lists: pages, search, order, and the seed data that they show.

use axum::http::StatusCode;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::actors::{TestApp, uuid};
use crate::demo_data::assert_shown_alone_as_listed;

#[tokio::test]
async fn reference_data_come_whole_unless_a_page_is_asked_for() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (path, total) in [
        ("/master/api/v1/country", 250),
        ("/master/api/v1/currency-list", 184),
        ("/master/api/v1/timezone", 419),
        ("/master/api/v1/dropdown-groups", 12),
    ] {
        let whole = ann.get(path).await;
        assert_eq!(whole.rows().len(), total, "{path}");
        assert_eq!(page_of(&whole.json()), json!([1, total, total]), "{path}");
        let second = ann.get(&format!("{path}?page=2&pageSize=5")).await;
        assert_eq!(second.rows(), whole.rows()[5..10], "{path}");
        assert_eq!(page_of(&second.json()), json!([2, 5, total]), "{path}");
    }
}

#[tokio::test]
async fn a_page_past_the_end_is_empty() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let answer = ann.get("/iam/api/v1/users?page=1000000&pageSize=200").await;
    assert_eq!((answer.status, answer.rows()), (StatusCode::OK, Vec::new()));
    assert_eq!(page_of(&answer.json()), json!([1_000_000, 200, 1]));
}

#[tokio::test]
async fn search_ignores_case_diacritics_and_the_order_of_words() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let names = |query: &'static str| {
        let ann = ann.clone();
        async move {
            ann.get(&format!("/master/api/v1/country?search={query}"))
                .await
                .column("name")
        }
    };
    assert_eq!(names("curacao").await, ["Curaçao"]);
    assert_eq!(names("IVORY").await, ["Cote d'Ivoire"]);
    // What merely sounds so in another language comes after it.
    assert_eq!(names("islands+aland").await[0], "Åland Islands");
    assert_eq!(names("nld").await, ["Netherlands"]);
    // No sign stands for any text; a country is found by its number.
    assert_eq!(names("100%25").await, ["Bulgaria"]);
    assert_eq!(names("%25").await, [""; 0]);
    assert_eq!(names("_").await, [""; 0]);
    let users = ann.get("/iam/api/v1/users?search=ahnlich+ann").await;
    assert_eq!(users.column("name"), ["Ann Ähnlich"]);
}

#[tokio::test]
async fn the_order_is_that_of_folded_names_and_a_minus_turns_it_round() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let by_name = ann.get("/master/api/v1/country").await.column("name");
    assert_eq!(by_name[..3], ["Afghanistan", "Åland Islands", "Albania"]);
    let backwards = ann
        .get("/master/api/v1/country?sort=-name&page=1&pageSize=2")
        .await
        .column("name");
    assert_eq!(backwards, ["Zimbabwe", "Zambia"]);
    let by_two = ann
        .get("/master/api/v1/currency-list?sort=-status,code&page=1&pageSize=2")
        .await
        .column("code");
    assert_eq!(by_two, ["ANG", "BGN"]);
}

#[tokio::test]
async fn the_currency_of_the_company_is_the_base() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rows = ann.get("/master/api/v1/currency-list").await.rows();
    let base: Vec<_> = rows.iter().filter(|row| row["isBase"] == true).collect();
    let [euro] = base[..] else { panic!("{base:?}") };
    assert_json_snapshot!(euro, { "._id" => uuid(), ".source.rowHash" => "[hash]" });
    let gold = rows.iter().find(|row| row["code"] == "XAU").unwrap();
    assert_eq!(
        (&gold["exponent"], &gold["enabled"]),
        (&Value::Null, &json!(false))
    );
    let enabled = ann.get("/master/api/v1/currency-list?enabled=true").await;
    assert_eq!(enabled.json()["total"], 154);
}

#[tokio::test]
async fn clocks_are_computed_for_now() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let clock = || async {
        let zone = ann
            .get("/master/api/v1/timezone?search=Europe/Amsterdam")
            .await
            .rows()
            .remove(0);
        (
            zone["offset"].clone(),
            zone["offsetMinutes"].clone(),
            zone["abbreviation"].clone(),
        )
    };
    assert_eq!(clock().await, (json!("+01:00"), json!(60), json!("CET")));
    app.set_time("2027-07-01T12:00:00Z");
    assert_eq!(clock().await, (json!("+02:00"), json!(120), json!("CEST")));

    let old_name = ann.get("/master/api/v1/timezone?search=calcutta").await;
    assert_eq!(old_name.column("id"), ["Asia/Kolkata"]);
    let offsets = ann.get("/master/api/v1/timezone-utc").await;
    assert_eq!(offsets.column("offset").first().unwrap(), "-11:00");
    assert_eq!(offsets.column("offset").last().unwrap(), "+14:00");
    let zones: usize = offsets
        .rows()
        .iter()
        .map(|row| row["timezones"].as_array().unwrap().len())
        .sum();
    assert_eq!(zones, 419);
}

#[tokio::test]
async fn dropdowns_offer_what_is_enabled_in_the_order_of_their_group() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let home = ann.get("/master/api/v1/dropdown?module=home").await;
    assert!(home.rows().iter().all(|row| row["enabled"] == true));
    assert_eq!(
        home.text,
        ann.get("/master/api/v1/dropdown/?module=home").await.text
    );
    assert_eq!(
        ann.get("/master/api/v1/dropdown?module=nowhere")
            .await
            .rows(),
        Vec::<Value>::new()
    );

    let packages = ann.get("/master/api/v1/dropdown?group=package_type").await;
    assert_eq!(packages.column("code")[..3], ["CT", "BX", "PX"]);
    assert_json_snapshot!(packages.rows()[0], { "._id" => uuid(), ".source.rowHash" => "[hash]" });
    let all = ann
        .get("/master/api/v1/dropdown?group=package_type&enabled=any&page=1&pageSize=1")
        .await;
    assert_eq!(all.json()["total"], 405);
}

#[tokio::test]
async fn the_overview_counts_what_the_lists_hold() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    assert_json_snapshot!(ann.get("/iam/api/v1/companies/overview").await.json());
    let dropdowns = ann.get("/master/api/v1/dropdown").await;
    assert_eq!(
        dropdowns.json()["total"],
        ann.get("/iam/api/v1/companies/overview").await.json()["data"]["picklistValues"]
    );
}

#[tokio::test]
async fn the_keys_are_those_of_the_operator() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    assert_eq!(
        ann.get("/iam/api/v1/auth/fetch-google-map-key")
            .await
            .json()["data"]["googleMapKey"],
        "maps-key"
    );
    assert_eq!(
        ann.get("/iam/api/v1/auth/fetch-config-key").await.json()["data"]["pendoKey"],
        ""
    );
}

fn page_of(body: &Value) -> Value {
    json!([body["page"], body["pageSize"], body["total"]])
}

#[tokio::test]
async fn zones_are_paged_sorted_filtered_and_read_alone_without_any_right() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let zones = "/master/api/v1/timezone";
    let ids = async |query: &str| bob.get(&format!("{zones}?{query}")).await.column("id");
    assert_eq!(ids("filter=id:eq:Asia/Tokyo").await, ["Asia/Tokyo"]);
    assert_eq!(
        ids("filter=id:starts:Europe/Am&sort=-label").await,
        ["Europe/Amsterdam"]
    );
    assert_eq!(
        ids("sort=label&page=1&pageSize=1").await,
        ["Africa/Abidjan"]
    );
    let part = bob.get(&format!("{zones}?limit=2")).await.json();
    let next = part["next"].as_str().unwrap();
    let rest = bob.get(&format!("{zones}?limit=2&after={next}")).await;
    assert_ne!(rest.rows()[0]["id"], part["data"][0]["id"]);
    let tokyo = &bob.get(&format!("{zones}?search=tokyo")).await.rows()[0];
    let path = format!("{zones}/{}", tokyo["_id"].as_str().unwrap());
    let alone = bob.get(&path).await.data(StatusCode::OK);
    assert_eq!((&alone, &alone["offset"]), (tokyo, &json!("+09:00")));
    let unknown = bob.get(&format!("{zones}?filter=offset:eq:1")).await;
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn an_exact_code_comes_first_in_every_list() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (list, typed, field, expected) in [
        ("master/api/v1/oceanport", "RTM", "unlocode", "NLRTM"),
        ("master/api/v1/oceanport", "nl-rtm", "unlocode", "NLRTM"),
        ("master/api/v1/airport", "sin", "iata", "SIN"),
        ("master/api/v1/country", "us", "alpha2", "US"),
        ("master/api/v1/country", "DEU", "alpha2", "DE"),
        ("master/api/v1/country", "528", "alpha2", "NL"),
        ("master/api/v1/currency-list", "usd", "code", "USD"),
        ("master/api/v1/currency-list", "all", "code", "ALL"),
        ("master/api/v1/timezone", "Asia/Tokyo", "id", "Asia/Tokyo"),
    ] {
        let path = format!("/{list}?page=1&pageSize=3&search={typed}");
        let found = ann.get(&path).await.column(field);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{path}");
    }
}

#[tokio::test]
async fn a_name_ranks_above_what_contains_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let contact = async |body: Value| {
        let made = ann.post("/contact/api/v1/contacts", body).await;
        made.data(StatusCode::CREATED);
    };
    contact(json!({ "kind": "organisation", "displayName": "A Maersk agent" })).await;
    contact(json!({ "kind": "organisation", "displayName": "Maersk Line" })).await;
    contact(json!({ "kind": "organisation", "displayName": "Maersk" })).await;
    contact(json!({ "kind": "organisation", "displayName": "Zim", "scac": "MAER" })).await;
    contact(json!({
        "kind": "person", "firstName": "Zoe", "lastName": "Zhang", "emails": [{ "address": "maer@lines.test", "type": "work" }]
    }))
    .await;
    let found = async |typed: &str| {
        let path = format!("/contact/api/v1/contacts?page=1&search={typed}");
        ann.get(&path).await.column("displayName")
    };
    assert_eq!(
        found("maersk").await,
        ["Maersk", "Maersk Line", "A Maersk agent"]
    );
    assert_eq!(found("MAER").await[0], "Zim");
    assert_eq!(found("maer@lines.test").await, ["Zoe Zhang"]);
    // An order that is asked for stays.
    let sorted = ann.get("/contact/api/v1/contacts?page=1&sort=-displayName&search=maersk");
    assert_eq!(sorted.await.column("displayName")[0], "Maersk Line");
}

#[tokio::test]
async fn lists_are_searched_in_any_script() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let made = ann.post(
        "/contact/api/v1/contacts",
        json!({ "kind": "organisation", "displayName": "شنغهاي للشحن" }),
    );
    made.await.data(StatusCode::CREATED);
    for (list, typed, field, expected) in [
        (
            "master/api/v1/oceanport",
            "%D0%A0%D0%BE%D1%82%D1%82%D0%B5%D1%80%D0%B4%D0%B0%D0%BC",
            "unlocode",
            "NLRTM",
        ),
        (
            "master/api/v1/oceanport",
            "%E4%B8%8A%E6%B5%B7",
            "unlocode",
            "CNSHA",
        ),
        (
            "master/api/v1/oceanport",
            "%D9%85%D8%B1%D8%B3%D9%8A%D9%84%D9%8A%D8%A7",
            "unlocode",
            "FRMRS",
        ),
        (
            "master/api/v1/country",
            "%E8%8D%B7%E5%85%B0",
            "alpha2",
            "NL",
        ),
        ("master/api/v1/country", "Alemania", "alpha2", "DE"),
        (
            "contact/api/v1/contacts",
            "shanghai",
            "displayName",
            "شنغهاي للشحن",
        ),
    ] {
        let path = format!("/{list}?page=1&pageSize=3&search={typed}");
        let found = ann.get(&path).await.column(field);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{path}");
    }
}

#[tokio::test]
async fn lists_show_what_each_record_shows_alone() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let name = "Harbour \"Nord\" \\ Süd";
    let organisation = json!({ "kind": "organisation", "displayName": name });
    let created = ann.post("/contact/api/v1/contacts", organisation).await;
    let organisation = created.data(StatusCode::CREATED)["_id"].clone();
    let person = json!({ "kind": "person", "firstName": "Bob", "organisationId": organisation });
    let created = ann.post("/contact/api/v1/contacts", person).await;
    assert_eq!(created.status, StatusCode::CREATED);
    for path in [
        "/contact/api/v1/contacts",
        "/iam/api/v1/users",
        "/iam/api/v1/roles",
        "/mail/api/v1/templates",
        "/master/api/v1/airport",
        "/master/api/v1/country",
        "/master/api/v1/currency-list",
        "/master/api/v1/dropdown",
        "/master/api/v1/oceanport",
        "/master/api/v1/timezone",
    ] {
        assert_shown_alone_as_listed(&ann, &format!("{path}?limit=3")).await;
    }
}
