//! Two instances on one database, the second the services of the first.

use serde_json::json;

use crate::support::TestApp;

/// The services that may be elsewhere.
const SERVICES: [&str; 6] = ["master", "drive", "log", "mail", "report", "contact"];

struct Pair {
    front: TestApp,
    behind: TestApp,
}

impl Pair {
    async fn new() -> Self {
        let database = waybill_test_postgres::database();
        let behind = format!(
            "database_url = \"{database}\"\ndrive.shared_folder = true\n[edge]\nfront_instances = [\"127.0.0.1\"]\n"
        );
        let behind = TestApp::with(&behind).await;
        let address = behind.listen().await;
        let services = SERVICES.map(|it| format!("{it} = \"http://{address}\"\n"));
        let front = format!(
            "database_url = \"{database}\"\ndrive.shared_folder = true\n[needs]\nbudget_ms = 10000\n[upstream.services]\n{}",
            services.concat()
        );
        let front = TestApp::with(&front).await;
        Self { front, behind }
    }
}

#[tokio::test]
async fn a_record_lives_through_both() {
    waybill_workshop::needs!(Postgres);
    let pair = Pair::new().await;
    let ada = pair.front.user().await;
    let list = "/contact/api/v1/contacts";
    let body = json!({ "displayName": "Lovelace Lines", "kind": "organisation" });
    let made = ada.request("POST", list).bearer(ada.token());
    let made = made.header("idempotency-key", "k1").json(&body).await;
    assert_eq!(made.status(), 201, "{made:?}");
    let again = ada.request("POST", list).bearer(ada.token());
    let again = again.header("idempotency-key", "k1").json(&body).await;
    assert_eq!(again.json()["data"]["_id"], made.json()["data"]["_id"]);
    let one = format!("{list}/{}", made.json()["data"]["_id"].as_str().unwrap());

    let read = ada.call(&one).await;
    assert_eq!(read.status(), 200);
    let version = read.header("etag").to_owned();
    let unchanged = ada.request("GET", &one).bearer(ada.token());
    let unchanged = unchanged.header("if-none-match", &version).await;
    assert_eq!(unchanged.status(), 304);
    let change = json!({ "displayName": "Lovelace & Lines" });
    let blind = ada.request("PATCH", &one).bearer(ada.token());
    blind.json(&change).await.assert_problem(428);
    let changed = ada.request("PATCH", &one).bearer(ada.token());
    let changed = changed.header("if-match", &version).json(&change).await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    let stale = ada.request("PATCH", &one).bearer(ada.token());
    let stale = stale.header("if-match", &version).json(&change).await;
    stale.assert_problem(412);

    let page = ada.open("/contacts?page=1").await;
    assert_eq!(
        page.state()["data"]["rows"]["data"][0]["displayName"],
        "Lovelace & Lines"
    );
    let export = ada.call(&format!("{list}/export?format=csv")).await;
    assert!(export.text().contains("Lovelace & Lines"), "{export:?}");
    assert!(
        export
            .header("content-disposition")
            .starts_with("attachment")
    );
    let history = ada.call(&format!("{one}/history")).await;
    assert_eq!(history.json()["data"].as_array().unwrap().len(), 2);

    let grace = pair.front.other_company().await;
    grace.call(&one).await.assert_problem(404);
    let gone = ada.request("DELETE", &one).bearer(ada.token());
    let gone = gone.header("if-match", changed.header("etag")).await;
    assert_eq!(gone.status(), 204, "{gone:?}");
    assert_eq!(ada.call(list).await.json()["total"], 0);
    pair.front.anonymous().open(list).await.assert_problem(401);
}

#[tokio::test]
async fn a_request_has_one_id_at_both_and_the_client_is_the_browser() {
    waybill_workshop::needs!(Postgres);
    let pair = Pair::new().await;
    let ada = pair.front.user().await;
    let answer = ada.call("/contact/api/v1/contacts/nonsense").await;
    answer.assert_problem(404);
    let body = answer.json();
    assert_eq!(body["instance"], answer.header("x-request-id"));
    let list = ada.request("POST", "/contact/api/v1/contacts");
    let body = json!({ "displayName": "Lovelace Lines", "kind": "organisation" });
    let made = list.bearer(ada.token()).json(&body).await;
    let audit = ada.call("/log/api/v1/audit").await.json();
    let entries = audit["data"].as_array().unwrap();
    let id = made.header("x-request-id");
    let entry = entries.iter().find(|it| it["requestId"] == id);
    let entry = entry.unwrap_or_else(|| unreachable!("{id} in {audit:#}"));
    assert_eq!(entry["ip"], "192.0.2.1");
}

#[tokio::test]
async fn a_token_alone_counts_only_from_an_instance_and_only_for_services() {
    waybill_workshop::needs!(Postgres);
    let pair = Pair::new().await;
    let ada = pair.front.user().await;
    // From 192.0.2.1, which is no instance.
    let stranger = pair.behind.anonymous();
    let asked = stranger.request("GET", "/contact/api/v1/contacts");
    asked.bearer(ada.token()).await.assert_problem(401);
    let asked = stranger
        .request("GET", "/contact/api/v1/contacts")
        .header("x-forwarded-for", "127.0.0.1");
    asked.bearer(ada.token()).await.assert_problem(401);
    // From an instance no page either.
    let behind = pair.behind.listen().await;
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let page = client
        .build()
        .unwrap()
        .get(format!("http://{behind}/dashboard"));
    let page = page
        .header("cookie", format!("token={}", ada.token()))
        .send();
    assert_eq!(page.await.unwrap().status(), 303);
}

#[tokio::test]
async fn a_session_that_has_ended_opens_nothing_at_either() {
    waybill_workshop::needs!(Postgres);
    let pair = Pair::new().await;
    let ada = pair.front.user().await;
    assert_eq!(ada.call("/contact/api/v1/contacts").await.status(), 200);
    assert_eq!(ada.log_out().await.status(), 204);
    ada.call("/contact/api/v1/contacts")
        .await
        .assert_problem(401);
    let behind = pair.behind.listen().await;
    let call = reqwest::Client::new().get(format!("http://{behind}/contact/api/v1/contacts"));
    let answer = call.bearer_auth(ada.token()).send().await.unwrap();
    assert_eq!(answer.status(), 401);
}
