//! Sessions of the relying party end with the sign-ins they rest on.

use axum::body::Body;
use http::Request;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use waybill_identity::SessionMark;

use crate::server::{ANN, Answer, PASSWORD, Server, TOOLKIT, text, uid};

const NEW_PASSWORD: &str = "another horse";

/// Sets a new password from a browser that has this session.
async fn change_password(server: &Server, id_token: &Value, session: &str) -> Answer {
    let body = json!({ "idToken": id_token, "password": NEW_PASSWORD, "returnSecureToken": true });
    let mut request = Request::post(format!("{TOOLKIT}update?key=embedded"))
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    let extensions = request.extensions_mut();
    extensions.insert(SessionMark(session.to_owned()));
    server.send(request, "192.0.2.1").await
}

#[tokio::test]
async fn a_new_password_ends_all_sessions_but_that_of_the_browser_it_came_from() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    change_password(&server, &account["idToken"], "laptop")
        .await
        .ok();
    let ann = text(&account, "localId").to_owned();
    assert_eq!(server.witness.told(), [(ann, Some("laptop".to_owned()))]);
}

#[tokio::test]
async fn revoking_and_disabling_end_all_sessions_and_nothing_else_does() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let ann = (text(&account, "localId").to_owned(), None);
    let signed_in = server.sign_in(ANN, PASSWORD).await.ok();
    server.refresh(text(&signed_in, "refreshToken")).await.ok();
    let name = json!({ "idToken": signed_in["idToken"], "displayName": "Ann" });
    server.call("update", name).await.ok();
    assert_eq!(server.witness.told(), []);

    server.provider.revoke(&uid(&account)).await.unwrap();
    assert_eq!(server.witness.told(), std::slice::from_ref(&ann));
    for disabled in [true, false] {
        server
            .provider
            .set_disabled(&uid(&account), disabled)
            .await
            .unwrap();
    }
    assert_eq!(server.witness.told(), [ann]);
}

#[tokio::test]
async fn while_sessions_cannot_end_the_old_password_and_its_sign_ins_stay() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server.witness.breaks();
    let answer = change_password(&server, &account["idToken"], "laptop").await;
    assert_eq!(answer.status, 503, "{answer:?}");
    server.refresh(text(&account, "refreshToken")).await.ok();
    server.sign_in(ANN, PASSWORD).await.ok();
    let with_the_new = server.sign_in(ANN, NEW_PASSWORD).await;
    assert_eq!(with_the_new.code(), "INVALID_LOGIN_CREDENTIALS");
}
