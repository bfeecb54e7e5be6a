//! Needs of documents: what the routes declare is there, and belongs to who asks.

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
    let countries = page.state()["data"]["countries"].clone();
    assert_eq!(countries["page"], 2);
    assert_eq!(countries["data"].as_array().unwrap().len(), 25);
}

#[tokio::test]
async fn a_need_the_service_refuses_comes_as_its_problem() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/settings/countries?page=nonsense").await;
    assert_eq!(page.status(), 200);
    let error = page.state()["data"]["countries"]["error"].clone();
    assert_eq!(error["status"], 422, "{error}");
}

#[tokio::test]
async fn people_of_two_companies_are_given_their_own() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let grace = app.other_company().await;
    let users = |state: serde_json::Value| state["data"]["users"]["data"].to_string();
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
