//! Needs of documents: what the routes declare is there, and belongs to who asks.

use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn the_dashboard_brings_what_its_routes_declare() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let data = ada.open("/dashboard").await.state()["data"].clone();
    let overview = ada.call("/iam/api/v1/companies/overview").await.json();
    assert_eq!(data["overview"], overview);
    assert_eq!(data["activity"]["page"], 1);
    assert!(data["activity"]["data"].is_array());
}

#[tokio::test]
async fn parameters_of_the_address_reach_the_service() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/settings/countries?page=2&pageSize=25").await;
    let countries = page.state()["data"]["rows"].clone();
    assert_eq!(countries["page"], 2);
    assert_eq!(countries["data"].as_array().unwrap().len(), 25);
}

#[tokio::test]
async fn a_need_the_service_refuses_comes_as_its_problem() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/settings/countries?page=nonsense").await;
    assert_eq!(page.status(), 200);
    let error = page.state()["data"]["rows"]["error"].clone();
    assert_eq!(error["status"], 422, "{error}");
}

#[tokio::test]
async fn people_of_two_companies_are_given_their_own() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let grace = app.other_company().await;
    let users = |state: serde_json::Value| state["data"]["rows"]["data"].to_string();
    let of_ada = users(ada.open("/settings/users").await.state());
    let of_grace = users(grace.open("/settings/users").await.state());
    assert!(
        of_ada.contains("ada@") && !of_ada.contains("grace@"),
        "{of_ada}"
    );
    assert!(
        of_grace.contains("grace@") && !of_grace.contains("ada@"),
        "{of_grace}"
    );
}

#[tokio::test]
async fn a_list_that_is_whole_elsewhere_shows_its_first_page() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/settings/countries").await;
    let countries = page.state()["data"]["rows"].clone();
    assert_eq!(countries["page"], 1);
    assert_eq!(countries["data"].as_array().unwrap().len(), 25);
    let whole = ada.call("/master/api/v1/country").await.json();
    assert!(200 < whole["data"].as_array().unwrap().len());
}

#[tokio::test]
async fn a_page_about_nothing_that_the_visitor_may_see_is_not_found_and_still_a_page() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let contact = ada.request("POST", "/contact/api/v1/contacts");
    let body = serde_json::json!({ "displayName": "Lovelace Lines", "kind": "organisation" });
    let made = contact.bearer(ada.token()).json(&body).await.json();
    let address = format!("/contacts/{}", made["data"]["_id"].as_str().unwrap());
    assert_eq!(ada.open(&address).await.status(), 200);
    let grace = app.other_company().await;
    for page in [
        grace.open(&address).await,
        ada.open("/contacts/00000000-0000-4000-8000-000000000000")
            .await,
        ada.open("/contacts/nonsense").await,
    ] {
        assert_eq!(page.status(), 404);
        assert_eq!(page.state()["data"]["record"]["error"]["status"], 404);
        assert!(page.text().contains("<h1"), "{}", page.text());
    }
}

#[tokio::test]
async fn a_page_about_what_the_visitor_may_not_see_is_forbidden() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mira = app.colleague(&ada, "Mira").await;
    let page = mira.open("/settings/roles").await;
    assert_eq!(page.state()["data"]["rows"]["error"]["status"], 403);
    assert_eq!(page.status(), 403);
}

#[tokio::test]
async fn a_list_that_is_asked_for_nothing_is_shown_as_its_visitor_wants_it_at_first() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let view = json!({
        "list": "/contact/api/v1/contacts", "name": "Steel", "query": "search=steel works&sort=-displayName",
        "visibility": "company", "isDefault": true
    });
    let made = ada
        .request("POST", "/iam/api/v1/saved-views")
        .bearer(ada.token())
        .json(&view)
        .await;
    assert_eq!(made.status(), 201, "{made:?}");
    let page = ada.open("/contacts").await;
    assert_eq!(page.status(), 303);
    let there = "/contacts?search=steel%20works&sort=-displayName&page=1";
    assert_eq!(page.header("location"), there);
    assert_eq!(ada.open(there).await.status(), 200);
    assert_eq!(ada.open("/contacts?page=1").await.status(), 200);
    // It is nobody else's.
    let bob = app.colleague(&ada, "Bob").await;
    assert_eq!(bob.open("/contacts").await.status(), 200);
}
