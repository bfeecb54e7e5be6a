//! Refresh tokens: replaced at each use, stolen ones found out, revocation that outlives the process.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::accounts::claims;
use crate::server::{ANN, PASSWORD, Server, futures, text, uid};

/// When the sign-in was that an ID token stems from.
fn auth_time(account: &Value) -> Timestamp {
    let seconds = claims(&account["idToken"])["auth_time"].as_i64();
    Timestamp::from_second(seconds.unwrap()).unwrap()
}

const BEYOND_GRACE: SignedDuration = SignedDuration::from_secs(11);

#[tokio::test]
async fn each_refresh_gives_the_next_token() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let mut token = text(&account, "refreshToken").to_owned();
    for _ in 0..5 {
        server.advance(SignedDuration::from_hours(1));
        let answer = server.refresh(&token).await.ok();
        assert_eq!(
            answer,
            serde_json::json!({
                "id_token": answer["id_token"],
                "access_token": answer["id_token"],
                "expires_in": "3600",
                "refresh_token": answer["refresh_token"],
                "token_type": "Bearer",
                "user_id": account["localId"],
                "project_id": "waybill-embedded",
            })
        );
        assert_ne!(text(&answer, "refresh_token"), token);
        server.lookup(&answer["id_token"]).await.ok();
        text(&answer, "refresh_token").clone_into(&mut token);
    }
}

#[tokio::test]
async fn tabs_that_refresh_at_once_all_succeed() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let token = text(&account, "refreshToken");
    let answers: Vec<Value> = futures((0..8).map(|_| server.refresh(token)))
        .await
        .into_iter()
        .map(|answer| answer.ok())
        .collect();
    server.advance(SignedDuration::from_hours(1));
    for answer in answers {
        server.refresh(text(&answer, "refresh_token")).await.ok();
    }
}

#[tokio::test]
async fn of_one_token_there_is_one_successor_however_many_ask() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let token = text(&account, "refreshToken");
    let answers = futures((0..50).map(|_| server.refresh(token))).await;
    let mut next: Vec<_> = answers
        .into_iter()
        .map(|answer| text(&answer.ok(), "refresh_token").to_owned())
        .collect();
    next.dedup();
    assert_eq!(next.len(), 1, "families that all live: {next:?}");
    // Whoever comes a little later is given the one that is good by then.
    let after = server.refresh(&next[0]).await.ok();
    let late = server.refresh(token).await.ok();
    assert_eq!(late["refresh_token"], after["refresh_token"]);
    server.advance(SignedDuration::from_hours(1));
    server.refresh(text(&late, "refresh_token")).await.ok();
}

#[tokio::test]
async fn sign_ins_within_a_second_end_one_by_one() {
    let server = Server::start().await;
    let first = server.sign_up(ANN).await;
    let other = server.sign_in(ANN, PASSWORD).await.ok();
    let (at, others) = (auth_time(&first), auth_time(&other));
    assert_ne!(at.as_second(), others.as_second());
    let tx = server.storage.begin().await.unwrap();
    let ended = server.provider.end_sign_in(&tx, &uid(&first), at).await;
    ended.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        server.lookup(&first["idToken"]).await.code(),
        "TOKEN_EXPIRED"
    );
    server.lookup(&other["idToken"]).await.ok();
    server.refresh(text(&other, "refreshToken")).await.ok();
}

#[tokio::test]
async fn a_token_used_again_ends_its_sign_in_and_no_other() {
    let server = Server::start().await;
    let stolen = server.sign_up(ANN).await;
    let other = server.sign_in(ANN, PASSWORD).await.ok();
    let first = text(&stolen, "refreshToken");
    let next = server.refresh(first).await.ok();
    server.advance(BEYOND_GRACE);
    assert_eq!(server.refresh(first).await.code(), "TOKEN_EXPIRED");
    assert_eq!(
        server.refresh(text(&next, "refresh_token")).await.code(),
        "TOKEN_EXPIRED",
        "the thief's or the owner's"
    );
    server.refresh(text(&other, "refreshToken")).await.ok();
}

#[tokio::test]
async fn a_token_used_long_ago_still_ends_its_sign_in() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let first = text(&account, "refreshToken");
    let mut token = first.to_owned();
    for _ in 0..3 {
        server.advance(BEYOND_GRACE);
        text(&server.refresh(&token).await.ok(), "refresh_token").clone_into(&mut token);
    }
    assert_eq!(server.refresh(first).await.code(), "TOKEN_EXPIRED");
    assert_eq!(server.refresh(&token).await.code(), "TOKEN_EXPIRED");
}

#[tokio::test]
async fn revocation_holds_after_a_restart() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let alive = server.sign_up("bob@example.test").await;
    server.provider.revoke(&uid(&account)).await.unwrap();
    let server = server.restarted().await;
    assert_eq!(
        server.lookup(&account["idToken"]).await.code(),
        "TOKEN_EXPIRED"
    );
    assert_eq!(
        server.refresh(text(&account, "refreshToken")).await.code(),
        "TOKEN_EXPIRED"
    );
    server.lookup(&alive["idToken"]).await.ok();
    server.refresh(text(&alive, "refreshToken")).await.ok();
    let again = server.sign_in(ANN, PASSWORD).await.ok();
    server.lookup(&again["idToken"]).await.ok();
}

#[tokio::test]
async fn two_revocations_within_a_second_are_two() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server.provider.revoke(&uid(&account)).await.unwrap();
    let between = server.sign_in(ANN, PASSWORD).await.ok();
    server.lookup(&between["idToken"]).await.ok();
    server.provider.revoke(&uid(&account)).await.unwrap();
    assert_eq!(
        server.lookup(&between["idToken"]).await.code(),
        "TOKEN_EXPIRED"
    );
}

#[tokio::test]
async fn a_sign_in_that_nobody_used_for_months_is_over() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server.advance(SignedDuration::from_hours(24 * 61));
    assert_eq!(
        server.refresh(text(&account, "refreshToken")).await.code(),
        "TOKEN_EXPIRED"
    );
}

#[tokio::test]
async fn what_is_no_refresh_token_is_refused() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let token = text(&account, "refreshToken");
    for (form, code) in [
        (String::new(), "INVALID_GRANT_TYPE"),
        (
            format!("grant_type=password&refresh_token={token}"),
            "INVALID_GRANT_TYPE",
        ),
        (
            "grant_type=refresh_token".to_owned(),
            "MISSING_REFRESH_TOKEN",
        ),
        (
            "grant_type=refresh_token&refresh_token=".to_owned(),
            "MISSING_REFRESH_TOKEN",
        ),
        (
            "grant_type=refresh_token&refresh_token=x".to_owned(),
            "INVALID_REFRESH_TOKEN",
        ),
        (
            format!("grant_type=refresh_token&refresh_token={token}A"),
            "INVALID_REFRESH_TOKEN",
        ),
        (
            format!(
                "grant_type=refresh_token&refresh_token={}",
                text(&account, "idToken")
            ),
            "INVALID_REFRESH_TOKEN",
        ),
        // Well-formed, of a sign-in that this database never saw: the page has to sign in again.
        (
            format!("grant_type=refresh_token&refresh_token={}", "A".repeat(64)),
            "TOKEN_EXPIRED",
        ),
    ] {
        assert_eq!(server.token(&form).await.code(), code, "{form}");
    }
    server.refresh(token).await.ok();
}
