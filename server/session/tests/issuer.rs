//! Sessions that rest on tokens of an IAM service on another machine, which is played here: it knows some tokens, counts what it is asked,
//! and can be away.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;

use super::*;

/// A public key whose other half nobody has.
const KEY: &str = "-----BEGIN PUBLIC KEY-----\n\
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvUX6dAWKj9nORJx+pEQEmCLpOiOa\n\
cD7XHSEojxMvEXPGQOwQpCApm0t+RAvQQrGiGK54+jmT0aT5AuiuvQTqfQ==\n\
-----END PUBLIC KEY-----\n";

#[derive(Default)]
struct Played {
    users: Mutex<HashMap<String, UserId>>,
    next: Mutex<HashMap<String, String>>,
    asked: AtomicUsize,
    is_away: AtomicBool,
}

impl Played {
    fn knows(&self, token: &str, user: UserId) {
        self.users.lock().unwrap().insert(token.to_owned(), user);
    }

    fn forgets(&self, token: &str) {
        self.users.lock().unwrap().remove(token);
    }

    fn asked(&self) -> usize {
        self.asked.swap(0, Ordering::SeqCst)
    }

    fn answer(&self) -> Result<(), IssuerError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        match self.is_away.load(Ordering::SeqCst) {
            true => Err(IssuerError("it is away".into())),
            false => Ok(()),
        }
    }
}

#[async_trait]
impl Issuer for Played {
    async fn prove(&self, token: &Token) -> Result<Option<UserId>, IssuerError> {
        // So that others come meanwhile.
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        self.answer()?;
        Ok(self.users.lock().unwrap().get(token.as_str()).copied())
    }

    async fn renew(&self, token: &Token) -> Result<Option<Token>, IssuerError> {
        self.answer()?;
        let next = self.next.lock().unwrap();
        Ok(next.get(token.as_str()).map(|it| Token::from_request(it)))
    }
}

struct Place {
    bench: Bench,
    iam: Arc<Played>,
}

impl Place {
    async fn new() -> Self {
        let (bench, iam) = (Bench::new().await, Arc::new(Played::default()));
        bench
            .sessions
            .rest_on_tokens_of(Arc::clone(&iam) as _, None);
        Self { bench, iam }
    }

    /// Somebody with this token of the service's.
    async fn enter(&self, token: &str) -> SignedIn {
        let user_id = UserId::generate();
        self.iam.knows(token, user_id);
        let session = self.bench.cookie(None);
        let token = Token::from_request(token);
        let started = self
            .bench
            .sessions
            .start_with(&session, beginning(user_id), token)
            .await
            .unwrap();
        SignedIn {
            user_id,
            token: started.token,
            sid: session.id().unwrap(),
        }
    }
}

#[tokio::test]
async fn what_the_service_said_of_a_token_stands_for_half_a_minute() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    for _ in 0..3 {
        let login = place.bench.call(&ada).await.unwrap();
        assert_eq!(login.user_id, ada.user_id);
    }
    assert_eq!(place.iam.asked(), 0);
    place.bench.pass(SignedDuration::from_secs(31));
    place.bench.call(&ada).await.unwrap();
    place.bench.call(&ada).await.unwrap();
    assert_eq!(place.iam.asked(), 1);
    // What it takes back is good for no longer than that.
    place.iam.forgets("t1");
    place.bench.call(&ada).await.unwrap();
    place.bench.pass(SignedDuration::from_secs(31));
    assert_signed_out(&place.bench.call(&ada).await);
    assert!(matches!(
        place.bench.open_page(&ada).await,
        Visitor::Nobody { had_token: true }
    ));
}

/// The key that a configuration names.
fn token_key() -> Option<TokenKey> {
    let folder = tempfile::tempdir().unwrap();
    let (key, file) = (folder.path().join("key"), folder.path().join("toml"));
    std::fs::write(&key, KEY).unwrap();
    let toml = format!(
        "[firebase.other]\nproject_id = \"demo\"\napi_key = \"k\"\n\
         [upstream.services]\niam = \"https://api.lines.example\"\n\
         [upstream.token]\nkey_file = {key:?}\nalgorithm = \"ES256\""
    );
    std::fs::write(&file, toml).unwrap();
    let options = Options {
        config: Some(file),
        ..Options::default()
    };
    Config::load(&options).unwrap().upstreams.token_key
}

#[tokio::test]
async fn tokens_are_read_by_the_key_of_the_last_reload() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    let sessions = &place.bench.sessions;
    place.bench.call(&ada).await.unwrap();
    sessions.replace_token_key(token_key());
    assert_signed_out(&place.bench.call(&ada).await);
    sessions.replace_token_key(None);
    place.bench.call(&ada).await.unwrap();
}

#[tokio::test]
async fn of_many_requests_at_once_one_asks() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    place.bench.pass(SignedDuration::from_secs(31));
    let calls = (0..20).map(|_| place.bench.call(&ada));
    for answer in futures_util::future::join_all(calls).await {
        answer.unwrap();
    }
    assert_eq!(place.iam.asked(), 1);
}

#[tokio::test]
async fn a_token_and_a_cookie_of_different_people_open_nothing() {
    let place = Place::new().await;
    let (ada, bob) = (place.enter("t1").await, place.enter("t2").await);
    let mixed = ada.with_token(bob.token.clone());
    assert_signed_out(&place.bench.call(&mixed).await);
    let session = place.bench.cookie(None);
    let alone = place.bench.sessions.authenticate(&ada.token, &session);
    assert_signed_out(&alone.await);
    let alone = place.bench.sessions.authenticate_alone(&ada.token).await;
    assert_signed_out(&alone);
    // Nor does one that this server would have made itself.
    let own = Bench::new().await.signed_in().await;
    assert_signed_out(&place.bench.call(&ada.with_token(own.token)).await);
    // Each goes on as before.
    place.bench.call(&ada).await.unwrap();
    place.bench.call(&bob).await.unwrap();
}

#[tokio::test]
async fn a_page_has_its_token_renewed_by_the_service() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    place.iam.forgets("t1");
    place.iam.knows("t2", ada.user_id);
    let renewed = ("t1".to_owned(), "t2".to_owned());
    place.iam.next.lock().unwrap().extend([renewed]);
    place.bench.pass(SignedDuration::from_mins(1));
    let Visitor::SignedIn {
        token, set_cookie, ..
    } = place.bench.open_page(&ada).await
    else {
        unreachable!("signed out");
    };
    assert_eq!(token.as_str(), "t2");
    let cookie = set_cookie[0].to_str().unwrap();
    assert!(cookie.starts_with("token=t2; "), "{cookie}");
    place.iam.asked();
    place.bench.call(&ada.with_token(token)).await.unwrap();
    assert_eq!(place.iam.asked(), 0);
    // A call has to bring one that is good; the browser asks for it first.
    place.bench.pass(SignedDuration::from_mins(1));
    assert_signed_out(&place.bench.call(&ada).await);
    assert_eq!(place.bench.refresh(&ada).await.unwrap().as_str(), "t2");
}

#[tokio::test]
async fn a_renewed_token_of_somebody_else_opens_nothing() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    place.iam.forgets("t1");
    place.iam.knows("t2", UserId::generate());
    let renewed = ("t1".to_owned(), "t2".to_owned());
    place.iam.next.lock().unwrap().extend([renewed]);
    place.bench.pass(SignedDuration::from_mins(1));
    assert!(matches!(
        place.bench.open_page(&ada).await,
        Visitor::Nobody { had_token: true }
    ));
    assert_signed_out(&place.bench.refresh(&ada).await);
}

#[tokio::test]
async fn a_service_that_is_away_signs_nobody_out() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    place.iam.is_away.store(true, Ordering::SeqCst);
    place.bench.call(&ada).await.unwrap();
    place.bench.pass(SignedDuration::from_secs(31));
    let undecided = place.bench.call(&ada).await;
    assert!(
        matches!(undecided, Err(SessionError::Issuer(_))),
        "{undecided:?}"
    );
    let undecided = place.bench.refresh(&ada).await;
    assert!(matches!(undecided, Err(SessionError::Issuer(_))));
    place.iam.is_away.store(false, Ordering::SeqCst);
    place.bench.call(&ada).await.unwrap();
}

#[tokio::test]
async fn a_session_that_ended_here_is_over_whatever_the_service_says() {
    let place = Place::new().await;
    let ada = place.enter("t1").await;
    let session = place.bench.cookie(Some(ada.sid));
    let cleared = place.bench.sessions.end(&session, None).await.unwrap();
    assert!(!cleared.is_empty());
    assert_signed_out(&place.bench.call(&ada).await);
    assert_signed_out(&place.bench.refresh(&ada).await);
}
