//! The provider's keys: fetched once, kept, followed as they turn, and not lost while nobody answers (protocol section 8).

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use waybill_identity::Error;

use super::World;
use super::google::{Reply, Signer, claims};

fn fetches(world: &World) -> usize {
    world.google.asked("/keys").len()
}

#[tokio::test]
async fn a_token_of_google_says_who_it_is() {
    let world = World::new().await;
    let identity = world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(identity.uid.as_str(), "uid-of-ann");
    assert_eq!(identity.email.as_deref(), Some("ann@example.test"));
    assert!(identity.email_verified);
    assert_eq!(identity.name.as_deref(), Some("Ann"));
    assert_eq!(Value::Object(identity.claims), json!({ "shift": "night" }));
    let now = world.server.clock.as_ref();
    let now = waybill_storage::Clock::now(now).as_second();
    assert_eq!(identity.authenticated_at.as_second(), now);
    assert_eq!(identity.expires_at.as_second(), now + 3600);
}

#[tokio::test]
async fn a_hundred_sign_ins_at_once_fetch_the_keys_once() {
    let world = World::new().await;
    let keys = Reply::json(&json!({ "keys": [world.signer.jwk()] }));
    world
        .google
        .says("/keys", keys.after(Duration::from_millis(200)));
    let token = world.token();
    let verified = join_all((0..100).map(|_| world.firebase.verify(&token))).await;
    assert!(verified.iter().all(Result::is_ok));
    assert_eq!(fetches(&world), 1);
}

#[tokio::test]
async fn keys_are_kept_for_as_long_as_was_said() {
    let world = World::new().await;
    let verify = async || world.firebase.verify(&world.token()).await.unwrap();
    verify().await;
    world.pass(3599);
    verify().await;
    assert_eq!(fetches(&world), 1);
    world.pass(1);
    verify().await;
    assert_eq!(fetches(&world), 2);
    // Without a word of it, six hours.
    let keys = Reply::json(&json!({ "keys": [world.signer.jwk()] }));
    world.google.says("/keys", keys);
    world.pass(3600);
    verify().await;
    world.pass(6 * 3600 - 1);
    verify().await;
    assert_eq!(fetches(&world), 3);
    world.pass(1);
    verify().await;
    assert_eq!(fetches(&world), 4);
}

#[tokio::test]
async fn a_new_key_is_found_and_an_old_one_goes() {
    let world = World::new().await;
    let old = world.token();
    world.firebase.verify(&old).await.unwrap();
    let next = Signer::new("next");
    let token = next.token(&claims(world.server.clock.as_ref()));
    // Half a minute has not passed since the last fetch.
    world.google.publish(&[&next]);
    world.refused(&token, "not known yet").await;
    world.pass(30);
    world.firebase.verify(&token).await.unwrap();
    world.refused(&old, "its key was taken back").await;
    assert_eq!(fetches(&world), 2);
}

#[tokio::test]
async fn invented_key_ids_cost_one_fetch_in_half_a_minute() {
    let world = World::new().await;
    world.firebase.verify(&world.token()).await.unwrap();
    let now = Value::Object(claims(world.server.clock.as_ref()));
    for round in 0..3 {
        for at in 0..3 {
            let header = json!({ "alg": "RS256", "kid": format!("{round}-{at}"), "typ": "JWT" });
            let token = world.signer.signed(&header.to_string(), &now.to_string());
            let judged = join_all((0..20).map(|_| world.firebase.verify(&token))).await;
            let is_refused = |it: &Result<_, Error>| matches!(it, Err(Error::InvalidIdToken(_)));
            assert!(judged.iter().all(is_refused));
        }
        assert_eq!(fetches(&world), 1 + round);
        world.firebase.verify(&world.token()).await.unwrap();
        world.pass(30);
    }
}

#[tokio::test]
async fn known_keys_are_used_while_nobody_answers() {
    let world = World::new().await;
    world.firebase.verify(&world.token()).await.unwrap();
    world.google.says("/keys", Reply::text(503, "away"));
    world.pass(48 * 3600);
    world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(fetches(&world), 2);
    // Nor is it asked all the time.
    world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(fetches(&world), 2);
    // What cannot be known is not refused: nobody is signed out by it.
    let next = Signer::new("next");
    let token = next.token(&claims(world.server.clock.as_ref()));
    let judged = world.firebase.verify(&token).await;
    assert!(matches!(judged, Err(Error::External(_))), "{judged:?}");
    world.google.publish(&[&next]);
    world.pass(30);
    world.firebase.verify(&token).await.unwrap();
}

#[tokio::test]
async fn while_somebody_waits_for_new_keys_nobody_else_does() {
    let world = World::new().await;
    world.firebase.verify(&world.token()).await.unwrap();
    let keys = Reply::json(&json!({ "keys": [world.signer.jwk()] }));
    world
        .google
        .says("/keys", keys.after(Duration::from_mins(1)));
    world.pass(7200);
    let token = world.token();
    let waiting = world.firebase.verify(&token);
    tokio::pin!(waiting);
    // It has asked, and waits.
    while fetches(&world) < 2 {
        let still = tokio::time::timeout(Duration::from_millis(20), &mut waiting).await;
        assert!(still.is_err());
    }
    let others = join_all((0..50).map(|_| world.firebase.verify(&token)));
    let others = tokio::time::timeout(Duration::from_secs(5), others).await;
    assert!(others.unwrap().iter().all(Result::is_ok));
    // And the one who does, not for ever.
    assert!(waiting.await.is_ok());
    assert_eq!(fetches(&world), 2);
}

#[tokio::test]
async fn p04_answers_that_are_too_large_or_make_no_sense_are_no_keys() {
    let world = World::new().await;
    let mut endless = Reply::text(200, "");
    endless.is_endless = true;
    let good = json!({ "keys": [world.signer.jwk()] }).to_string();
    let mut weak = world.signer.jwk();
    weak["alg"] = json!("HS256");
    let mut for_secrets = world.signer.jwk();
    for_secrets["use"] = json!("enc");
    let many: Vec<Value> = (0..33).map(|_| world.signer.jwk()).collect();
    for (reply, why) in [
        (endless, "endless"),
        (Reply::text(200, ""), "nothing"),
        (Reply::text(200, "<html>"), "a page"),
        (Reply::text(200, "{\"keys\":{}}"), "no list"),
        (Reply::text(200, "{\"keys\":[]}"), "no key"),
        (
            Reply::text(200, "{\"keys\":[1,{\"kty\":\"RSA\"}]}"),
            "odd keys",
        ),
        (Reply::json(&json!({ "keys": [weak] })), "another algorithm"),
        (
            Reply::json(&json!({ "keys": [for_secrets] })),
            "another use",
        ),
        (Reply::json(&json!({ "keys": many })), "too many"),
        (Reply::text(500, &good), "an error"),
        (Reply::text(204, ""), "no content"),
    ] {
        world.google.says("/keys", reply);
        world.pass(30);
        let judged = world.firebase.verify(&world.token()).await;
        assert!(
            matches!(judged, Err(Error::External(_))),
            "{why}: {judged:?}"
        );
    }
    world.google.publish(&[&world.signer]);
    world.pass(30);
    world.firebase.verify(&world.token()).await.unwrap();
}

#[tokio::test]
async fn p03_keys_are_not_fetched_from_where_an_answer_points() {
    let world = World::new().await;
    let good = Reply::json(&json!({ "keys": [world.signer.jwk()] }));
    world.google.says("/elsewhere", good);
    let elsewhere = world.google.url("/elsewhere");
    world.google.says("/keys", Reply::to(&elsewhere));
    let judged = world.firebase.verify(&world.token()).await;
    assert!(matches!(judged, Err(Error::External(_))), "{judged:?}");
    assert!(world.google.asked("/elsewhere").is_empty());
}

#[tokio::test]
async fn before_there_are_keys_a_failure_is_forgotten_soon() {
    let world = World::new().await;
    world.google.says("/keys", Reply::text(503, ""));
    assert!(world.firebase.verify(&world.token()).await.is_err());
    world.google.publish(&[&world.signer]);
    world.pass(5);
    world.firebase.verify(&world.token()).await.unwrap();
}
