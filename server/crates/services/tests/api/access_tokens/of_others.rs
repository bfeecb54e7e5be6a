//! Access tokens of another user: who may suspend the user sees and revokes them.

use super::*;

fn of(user: &Actor) -> String {
    format!("/iam/api/v1/users/{}/access-tokens", user.id())
}

async fn revoke_of(user: &Actor, by: &Actor, id: &Value) -> Answer {
    let path = format!("{}/{}", of(user), id.as_str().unwrap());
    by.send_with(Method::DELETE, &path, &[], "").await
}

#[tokio::test]
async fn who_may_suspend_a_user_revokes_the_tokens() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [("user:suspend", "company"), ("contact:view", "company")];
    let eve = app.colleague_with(&ann, &rights).await;
    let bob = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    let created = create(&bob, nightly()).await;
    let program = app.program_with(created["secret"].as_str().unwrap());
    assert_opened(&program).await;
    let seen = eve.get(&of(&bob)).await.data(StatusCode::OK);
    assert_eq!(seen, Value::from(listed(&bob).await));
    assert!(seen[0]["lastUsedIp"].is_string(), "{seen}");

    // The path names the owner: it is no way to the tokens of others.
    let eves = create(&eve, nightly()).await;
    let foreign = revoke_of(&bob, &eve, &eves["_id"]).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND, "{foreign:?}");
    let revoked = revoke_of(&bob, &eve, &created["_id"]).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT, "{revoked:?}");
    assert_refused(&program).await;
    assert_eq!(listed(&bob).await, Vec::<Value>::new());
    assert_eq!(listed(&eve).await.len(), 1);
    let again = revoke_of(&bob, &eve, &created["_id"]).await;
    assert_eq!(again.text, foreign.text);

    let entry = &ann.get("/log/api/v1/audit?pageSize=1").await.rows()[0];
    assert_eq!(entry["action"], "user.revokeAccessToken");
    assert_eq!(entry["actor"]["id"], json!(eve.id()));
    assert_eq!(entry["entity"]["id"], json!(bob.id()));
    assert_eq!(entry["changes"][0]["old"]["name"], "Nightly export");
}

#[tokio::test]
async fn a_mail_tells_the_owner_who_is_somebody_else() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.note_verified(&ann).await;
    let bob = app.colleague(&ann, "Administrator").await;
    for owner in [&ann, &bob] {
        let created = create(owner, nightly()).await;
        let revoked = revoke_of(owner, &ann, &created["_id"]).await;
        assert_eq!(revoked.status, StatusCode::NO_CONTENT, "{revoked:?}");
    }
    let mut mails = app.mails().await;
    mails.retain(|mail| mail.contains("Subject: An access token of your Waybill account was"));
    let [mail] = &mails[..] else {
        panic!("{mails:?}")
    };
    assert!(mail.contains("Nightly export"), "{mail}");
    assert!(
        mail.contains(&format!("{}@colleague.test", bob.id())),
        "{mail}"
    );
}

#[tokio::test]
async fn nobody_revokes_the_token_of_who_may_do_more() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let eve = app
        .colleague_with(&ann, &[("user:suspend", "company")])
        .await;
    let created = create(&ann, nightly()).await;
    let refused = revoke_of(&ann, &eve, &created["_id"]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{refused:?}");
    assert_opened(&app.program_with(created["secret"].as_str().unwrap())).await;
}

#[tokio::test]
async fn a_program_revokes_and_is_named_with_its_user() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    let created = create(&bob, nightly()).await;
    let program = app.program(&ann, &[TokenScope::IamWrite]).await;
    let revoked = revoke_of(&bob, &program, &created["_id"]).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT, "{revoked:?}");
    let entry = &ann.get("/log/api/v1/audit?pageSize=1").await.rows()[0];
    assert_eq!(entry["actor"]["name"], "Ann Ähnlich (Nightly export)");
}
