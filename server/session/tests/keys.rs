//! Keys that take turns, at one instance and at another beside it.

use super::*;
use crate::session::keys::Turn;

impl Bench {
    async fn turn(&self, turn: Turn) {
        // So that the new key is newer.
        self.pass(SignedDuration::from_secs(3));
        let storage = &self.sessions.storage;
        turn_keys(storage, turn, self.clock.now()).await.unwrap();
    }

    async fn kids(&self) -> Vec<String> {
        let stored = waybill_storage::session_keys::all(self.sessions.storage.reader()).await;
        stored.unwrap().into_iter().map(|key| key.kid).collect()
    }
}

#[tokio::test]
async fn a_token_of_a_key_that_another_instance_made_is_good_at_once() {
    let here = Bench::new().await;
    let old = here.signed_in().await;
    here.turn(Turn::Now).await;
    let there = open(here.folder.path(), here.database.as_deref(), &here.clock).await;
    let session = Session::new(Some(old.sid), Arc::new(there.store()), None);
    let renewed = there.refresh(&old.token, &session).await.unwrap();
    let new = old.with_token(renewed.token);
    assert_ne!(
        old.token.as_str().split_once('.').unwrap().0,
        new.token.as_str().split_once('.').unwrap().0
    );
    assert!(here.call(&new).await.is_ok());
    // Within a minute it signs with it, too.
    here.pass(SignedDuration::from_mins(1));
    here.call(&new).await.unwrap();
    let again = here.refresh(&new).await.unwrap();
    assert!(
        again
            .as_str()
            .starts_with(new.token.as_str().split_once('.').unwrap().0)
    );
}

#[tokio::test]
async fn a_key_that_was_forgotten_opens_nothing_within_a_minute() {
    let bench = Bench::new().await;
    let old = bench.signed_in().await;
    bench.turn(Turn::AndForget).await;
    bench.pass(SignedDuration::from_mins(1));
    assert!(matches!(
        bench.call(&old).await,
        Err(SessionError::SignedOut)
    ));
    assert!(bench.call(&bench.signed_in().await).await.is_ok());
}

#[tokio::test]
async fn a_key_signs_for_30_days_and_is_kept_for_as_long_as_a_session_may_rest_on_it() {
    let bench = Bench::new().await;
    let day = SignedDuration::from_hours(24);
    bench.sessions.turn_keys().await.unwrap();
    let first = bench.kids().await;
    assert_eq!(first.len(), 1);
    bench.pass(30 * day);
    bench.sessions.turn_keys().await.unwrap();
    let both = bench.kids().await;
    assert_eq!((both.len(), both.last()), (2, first.first()));
    bench.pass(30 * day);
    bench.sessions.turn_keys().await.unwrap();
    assert_eq!(bench.kids().await.len(), 3);
    bench.pass(day);
    bench.sessions.turn_keys().await.unwrap();
    assert!(!bench.kids().await.contains(&first[0]));
}

#[tokio::test]
async fn strangers_tokens_have_the_keys_read_seldom() {
    let bench = Bench::new().await;
    let stranger = Token::from_request("e30.e30.e30");
    let keys = KeySet::open(bench.sessions.storage.clone(), bench.clock.now());
    let keys = keys.await.unwrap();
    bench.turn(Turn::AndForget).await;
    let known = keys.known();
    let session = bench.cookie(None);
    assert!(
        bench
            .sessions
            .authenticate(&stranger, &session)
            .await
            .is_err()
    );
    let read = keys.latest(bench.clock.now()).await;
    assert!(
        !Arc::ptr_eq(&known, &read),
        "nobody had read them for three seconds"
    );
    let again = keys.latest(bench.clock.now()).await;
    assert!(
        Arc::ptr_eq(&read, &again),
        "they were read at this very moment"
    );
}
