//! REST of the realtime database in the whole server: the socket's rules, without a socket.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use http::header::{ACCEPT, AUTHORIZATION, HOST};
use http::{Request, Response};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{Actor, Answer, TestApp};

const OWN: &str = "http://waybill.test";

fn at(path: &str, query: &str) -> String {
    format!("/{path}.json?ns=waybill-embedded-default-rtdb{query}")
}

async fn inbox(actor: &Actor<'_>) -> String {
    let user = actor.call("/iam/api/v1/users-token").await.json();
    let company = user["data"][0]["companyId"].as_str().unwrap();
    format!("{company}/general-notification/{}", actor.user_id())
}

/// Has a notification arrive.
async fn notify(actor: &Actor<'_>, tag: &str) {
    let path = "/contact/api/v1/contact-tags/import?dryRun=false";
    let import = actor.request("POST", path).bearer(actor.token());
    let done = import.content("text/csv", format!("name\n{tag}\n")).await;
    assert_eq!(done.status(), 200, "{}", done.text());
}

/// Opens an event stream as a program.
async fn listen(app: &TestApp, inbox: &str, token: &str) -> Response<Body> {
    let request = Request::get(at(inbox, ""))
        .header(HOST, "waybill.test")
        .header(ACCEPT, "text/event-stream")
        .header(AUTHORIZATION, format!("Bearer {token}"))
        .body(Body::empty());
    let Ok(response) = app.router().oneshot(request.unwrap()).await;
    response
}

/// The next event and its data; none at the end.
async fn next(
    events: &mut (impl stream::Stream<Item = Result<bytes::Bytes, axum::Error>> + Unpin),
) -> Option<(String, Value)> {
    let event = tokio::time::timeout(Duration::from_secs(20), events.next());
    let event = event.await.unwrap()?.unwrap();
    let text = std::str::from_utf8(&event).unwrap();
    let (name, data) = text.trim_end().split_once('\n').unwrap();
    let data = data.strip_prefix("data: ").unwrap();
    let name = name.strip_prefix("event: ").unwrap();
    Some((name.to_owned(), serde_json::from_str(data).unwrap()))
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16) {
    assert_eq!(answer.status(), status, "{answer:?}");
    assert!(answer.json()["error"].is_string(), "{answer:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_program_reads_and_marks_its_inbox() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (inbox, token) = (inbox(&ada).await, ada.id_token("Ada").await);
    let auth = format!("&auth={token}");
    let program = app.anonymous();
    let get = async |path: &str, query: &str| {
        let answer = program.open(&at(path, &format!("{query}{auth}"))).await;
        assert_eq!(answer.status(), 200, "{answer:?}");
        answer
    };
    let empty = get(&inbox, "").await;
    assert_eq!(empty.json(), Value::Null);
    assert_eq!(empty.header("etag"), "null_etag");
    notify(&ada, "Reefer").await;

    let list = get(&inbox, "").await.json();
    let (id, record) = list.as_object().unwrap().iter().next().unwrap();
    assert_eq!(record["status"], "new");
    assert_eq!(record["title"], "Your import is done");
    let first = get(&inbox, "&orderBy=%22$key%22&limitToFirst=1").await;
    assert_eq!(first.json(), list);
    assert_eq!(
        get(&inbox, "&shallow=true").await.json(),
        json!({ id: true })
    );

    let status = format!("{inbox}/{id}/status");
    let was = get(&status, "").await;
    let put = async |value: Value, etag: &str| {
        let put = program.request("PUT", &at(&status, ""));
        let put = put.bearer(&token).header("if-match", etag);
        put.json(&value).await
    };
    assert_refused(&put(json!("gone"), was.header("etag")).await, 401);
    let stale = put(json!("loaded"), "null_etag").await;
    assert_eq!((stale.status(), stale.json()), (412, json!("new")));
    let marked = put(json!("loaded"), was.header("etag")).await;
    assert_eq!((marked.status(), marked.json()), (200, json!("loaded")));
    let list = ada.call("/iam/api/v1/notifications").await.json();
    assert_eq!(
        (&list["unread"], &list["data"][0]["_id"]),
        (&json!(0), &json!(id))
    );

    let patch = program.request("PATCH", &at(&inbox, "&print=silent"));
    let patch = patch.bearer(&token);
    let patch = patch
        .untyped(&json!({ format!("{id}/status"): "new" }).to_string())
        .await;
    assert_eq!((patch.status(), patch.bytes()), (204, &b""[..]));
    assert_eq!(get(&status, "&print=pretty").await.text(), "\"new\"\n");
    for (method, path) in [("DELETE", &inbox), ("POST", &inbox), ("PUT", &inbox)] {
        let write = program.request(method, &at(path, "")).bearer(&token);
        assert_refused(&write.json(&json!({ "status": "new" })).await, 401);
    }
}

#[tokio::test]
async fn who_is_refused_at_the_socket_is_refused() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.user().await, app.other_company().await);
    let (own, other) = (inbox(&ada).await, inbox(&grace).await);
    let company = own.split('/').next().unwrap();
    let token = ada.id_token("Ada").await;
    let program = app.anonymous();
    for (path, token, expected) in [
        (own.as_str(), Some(token.as_str()), 200),
        (&own, None, 401),
        (&own, Some("nonsense"), 401),
        // The session's token is none of the identity provider's.
        (&own, Some(ada.token()), 401),
        (&other, Some(&token), 401),
        (company, Some(&token), 401),
        ("", Some(&token), 401),
        ("a/$b", Some(&token), 400),
    ] {
        for method in ["GET", "PUT"] {
            let request = program.request(method, &at(path, ""));
            let request = match token {
                Some(token) => request.bearer(token),
                None => request,
            };
            let answer = match method {
                "PUT" => request.json(&json!("loaded")).await,
                _ => request.await,
            };
            match (method, expected) {
                ("GET", 200) => assert_eq!(answer.status(), 200, "{answer:?}"),
                // Nobody but the server writes there.
                (_, 200) => assert_refused(&answer, 401),
                _ => assert_refused(&answer, expected),
            }
        }
    }
    // What goes with a socket is written by one.
    let lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k";
    let account = program.request("POST", lookup);
    let account = account.json(&json!({ "idToken": token })).await.json();
    let uid = account["users"][0]["localId"].as_str().unwrap();
    let entry = json!({ "name": "Ada Tester", "at": 1 });
    let presence = format!("{company}/presence");
    for (method, path, body) in [
        ("PUT", format!("{presence}/r1/{uid}"), entry.clone()),
        ("PATCH", presence, json!({ format!("r1/{uid}"): entry })),
    ] {
        let write = program.request(method, &at(&path, "")).bearer(&token);
        assert_refused(&write.untyped(&body.to_string()).await, 401);
    }
    let elsewhere = format!("/{own}.json?ns=other&auth={token}");
    assert_refused(&program.open(&elsewhere).await, 404);
    let trace = program.request("TRACE", &at(&own, "")).bearer(&token);
    assert_refused(&trace.await, 405);

    let large = program.request("PUT", &at(&own, "")).bearer(&token);
    let large = large.json(&json!("x".repeat(1 << 20)));
    assert_refused(&large.await, 413);
    let announced = program.request("PUT", &at(&own, "")).bearer(&token);
    let announced = announced.header("content-length", "2097153");
    announced.await.assert_problem(413);
}

#[tokio::test]
async fn a_page_reads_with_its_session_alone() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.user().await, app.other_company().await);
    let (inbox, token) = (inbox(&ada).await, ada.id_token("Ada").await);
    let nobody = app.anonymous();
    for (page, header, expected) in [
        (&ada, ("origin", OWN), 200),
        (&ada, ("sec-fetch-site", "same-origin"), 200),
        (&grace, ("origin", OWN), 401),
        (&nobody, ("origin", OWN), 401),
        (&nobody, ("sec-fetch-site", "same-origin"), 401),
        (&ada, ("origin", "https://evil.test"), 403),
        (&ada, ("sec-fetch-site", "cross-site"), 403),
    ] {
        let request = page.request("GET", &at(&inbox, "")).bearer(&token);
        let answer = request.header(header.0, header.1).await;
        assert_eq!(answer.status(), expected, "{header:?} {answer:?}");
    }
    let foreign = ada.request("PUT", &at(&inbox, "")).bearer(&token);
    let foreign = foreign.header("origin", "https://evil.test");
    foreign.json(&json!(1)).await.assert_problem(403);

    app.suspend(&ada).await;
    let refused = nobody.request("GET", &at(&inbox, "")).bearer(&token);
    assert_refused(&refused.await, 401);
}

#[tokio::test]
async fn a_second_factor_is_owed_by_programs_too() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let inbox = inbox(&ada).await;
    app.verify(&ada).await;
    let me = ada.request("PATCH", "/iam/api/v1/users/me");
    let me = me.bearer(ada.token()).header("if-match", "*");
    let me = me.json(&json!({ "twoFactorAuth": true })).await;
    assert_eq!(me.status(), 200, "{me:?}");
    let token = ada.id_token("Ada").await;
    let program = app.anonymous().request("GET", &at(&inbox, ""));
    assert_refused(&program.bearer(&token).await, 401);
}

#[tokio::test]
async fn routes_and_pages_keep_their_addresses() {
    let app = TestApp::new().await;
    let visitor = app.anonymous();
    let described = visitor.open(&at("openapi", "")).await;
    assert!(described.json()["openapi"].is_string());
    visitor
        .open(&at("assets/missing", ""))
        .await
        .assert_problem(404);
    visitor
        .open(&at("nobody/api/v1/x", ""))
        .await
        .assert_problem(404);
    let call = visitor.open(&at("iam/api/v1/users/x", "")).await;
    call.assert_problem(401);
    // Nothing names the database.
    let page = visitor.open("/dashboard.json").await;
    assert!(page.location().starts_with("/login"), "{page:?}");
    assert_eq!(visitor.open("/login?ns=x").await.status(), 200);
    // And what does is never a page.
    assert_refused(&visitor.open(&at("dashboard", "")).await, 401);
    let double = visitor.open(&at("a//b", "")).await;
    double.assert_problem(404);
}

#[tokio::test]
async fn a_stream_ends_with_its_sign_in_or_session() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (inbox, token) = (inbox(&ada).await, ada.id_token("Ada").await);
    let watching = tokio::spawn({
        let app = Arc::clone(&app.app);
        async move { app.end_sockets().await }
    });
    let response = listen(&app, &inbox, &token).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut events = response.into_body().into_data_stream();
    let empty = json!({ "path": "/", "data": null });
    assert_eq!(next(&mut events).await, Some(("put".to_owned(), empty)));
    notify(&ada, "Reefer").await;
    let (_, told) = next(&mut events).await.unwrap();
    let record = told["data"].as_object().unwrap().values().next().unwrap();
    assert_eq!(record["status"], "new");

    // Another page of hers, by REST and with her session.
    let page = Request::get(at(&inbox, &format!("&auth={token}")))
        .header(HOST, "waybill.test")
        .header(ACCEPT, "text/event-stream")
        .header("origin", OWN)
        .header("cookie", format!("sid={}", ada.cookie("sid")))
        .body(Body::empty());
    let Ok(page) = app.router().oneshot(page.unwrap()).await;
    let mut page = page.into_body().into_data_stream();
    assert_eq!(next(&mut page).await.unwrap().0, "put");

    ada.log_out().await;
    let start = Instant::now();
    assert_eq!(next(&mut page).await.unwrap().0, "auth_revoked");
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(next(&mut page).await, None);
    app.suspend(&ada).await;
    assert_eq!(next(&mut events).await.unwrap().0, "auth_revoked");
    assert_eq!(next(&mut events).await, None);
    watching.abort();
}

#[tokio::test]
async fn a_drain_ends_streams_and_admits_no_others() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (inbox, token) = (inbox(&ada).await, ada.id_token("Ada").await);
    let response = listen(&app, &inbox, &token).await;
    let mut events = response.into_body().into_data_stream();
    assert_eq!(next(&mut events).await.unwrap().0, "put");
    app.site.drain();
    assert_eq!(next(&mut events).await, None);
    assert_eq!(listen(&app, &inbox, &token).await.status(), 503);
    // What is answered at once is answered.
    let read = app.anonymous().request("GET", &at(&inbox, ""));
    assert_eq!(read.bearer(&token).await.status(), 200);
}

#[tokio::test]
async fn requests_have_the_places_of_calls() {
    let app = TestApp::with("[edge]\ncalls_at_once = 1\n").await;
    let ada = app.user().await;
    let (inbox, token) = (inbox(&ada).await, ada.id_token("Ada").await);
    // Content that does not come holds the only place.
    let endless = Body::from_stream(stream::pending::<Result<bytes::Bytes, std::io::Error>>());
    let waiting = Request::put(at(&inbox, &format!("&auth={token}")))
        .header(HOST, "waybill.test")
        .body(endless);
    let mut waiting = Box::pin(app.router().oneshot(waiting.unwrap()));
    let started = tokio::time::timeout(Duration::from_millis(500), &mut waiting).await;
    assert!(started.is_err(), "it is answered before its content came");
    let read = app.anonymous().request("GET", &at(&inbox, ""));
    read.bearer(&token).await.assert_problem(503);
    drop(waiting);
    // A stream that is open contains none.
    let open = listen(&app, &inbox, &token).await;
    assert_eq!(open.status(), 200);
    let read = app.anonymous().request("GET", &at(&inbox, ""));
    assert_eq!(read.bearer(&token).await.status(), 200);
}
