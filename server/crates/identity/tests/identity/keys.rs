//! Keys take turns, and nobody is signed out by it.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use serde_json::Value;
use waybill_identity::Provider;
use waybill_storage::clock::ManualClock;

use crate::folder::Folder;
use crate::server::{ANN, PASSWORD, Server, config, text};
use crate::witness::Witness;

fn kid(token: &str) -> String {
    let header = token.split('.').next().unwrap();
    let header: Value =
        serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(header).unwrap()).unwrap();
    header["kid"].as_str().unwrap().to_owned()
}

fn published(provider: &Provider) -> Vec<String> {
    let keys = provider.public_keys();
    let keys = keys["keys"].as_array().unwrap();
    let kid = |key: &Value| key["kid"].as_str().unwrap().to_owned();
    keys.iter().map(kid).collect()
}

async fn token(server: &Server) -> String {
    let answer = server.sign_in(ANN, PASSWORD).await.ok();
    text(&answer, "idToken").to_owned()
}

#[tokio::test]
async fn the_next_key_signs_while_tokens_of_the_one_before_are_taken_to_their_end() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let first = token(&server).await;
    assert_eq!(published(&server.provider), [kid(&first)]);

    server
        .clock
        .advance(SignedDuration::from_hours(30 * 24 - 1));
    server.provider.turn_keys().await.unwrap();
    let last_of_it = token(&server).await;
    assert_eq!(kid(&last_of_it), kid(&first), "its turn is not over");

    server
        .clock
        .advance(SignedDuration::from_hours(1) - SignedDuration::from_secs(1));
    server.provider.turn_keys().await.unwrap();
    assert_eq!(kid(&token(&server).await), kid(&first));
    server.clock.advance(SignedDuration::from_secs(1));
    server.provider.turn_keys().await.unwrap();
    let second = token(&server).await;
    assert_ne!(kid(&second), kid(&first));
    assert_eq!(published(&server.provider), [kid(&second), kid(&first)]);
    server.provider.verify(&last_of_it).await.unwrap();

    server.clock.advance(SignedDuration::from_hours(24));
    server.provider.turn_keys().await.unwrap();
    assert_eq!(published(&server.provider), [kid(&second)]);
}

#[tokio::test]
async fn a_token_of_the_next_key_is_taken_by_an_instance_that_has_not_heard_of_it() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let other = Provider::start(
        server.storage.clone(),
        Arc::<ManualClock>::clone(&server.clock),
        Arc::new(Witness::default()),
        Arc::new(Folder::of(server.directory.path())),
        config(),
    )
    .await
    .unwrap();
    server.clock.advance(SignedDuration::from_hours(30 * 24));
    server.provider.turn_keys().await.unwrap();
    let next = token(&server).await;
    assert_eq!(published(&other).len(), 1);
    other.verify(&next).await.unwrap();
    assert_eq!(published(&other).len(), 2);
}
