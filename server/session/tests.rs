//! The life of a session against a real database, and tokens that were not made here.

mod forgery;
mod issuer;
mod keys;
mod replacement;

use std::path::Path;
use std::sync::Arc;

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use tower_sessions::Session;
use waybill_storage::{Storage, UserId};
use waybill_test_postgres::Template;

use super::*;
use crate::config::arguments::Options;

const START: i64 = 1_790_000_000;

#[test]
fn every_session_lives_alike_on_postgres() {
    waybill_test_postgres::run_again(&["session::"]);
}

struct Bench {
    folder: tempfile::TempDir,
    database: Option<String>,
    clock: Clock,
    sessions: Sessions,
}

impl Bench {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::manual(Timestamp::from_second(START).unwrap());
        static TEMPLATE: Template = Template::new();
        let make = async |folder: &Path, url: Option<&str>| {
            storage(folder, url).await.close().await.unwrap();
        };
        let database = TEMPLATE.copy_to(folder.path(), make).await;
        let sessions = open(folder.path(), database.as_deref(), &clock).await;
        Self {
            folder,
            database,
            clock,
            sessions,
        }
    }

    /// What is left after the server was stopped and started.
    async fn restarted(self) -> Self {
        let sessions = open(self.folder.path(), self.database.as_deref(), &self.clock).await;
        Self { sessions, ..self }
    }

    fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
    }

    /// The session of a request with this cookie.
    fn cookie(&self, id: Option<tower_sessions::session::Id>) -> Session {
        Session::new(id, Arc::new(self.sessions.store()), None)
    }

    async fn signed_in(&self) -> SignedIn {
        self.sign_in_over(None).await
    }

    async fn sign_in_over(&self, planted: Option<tower_sessions::session::Id>) -> SignedIn {
        let session = self.cookie(planted);
        let user_id = UserId::generate();
        let started = self
            .sessions
            .start(&session, beginning(user_id))
            .await
            .unwrap();
        SignedIn {
            user_id,
            token: started.token,
            sid: session.id().unwrap(),
        }
    }

    async fn call(&self, who: &SignedIn) -> Result<Login, SessionError> {
        let session = self.cookie(Some(who.sid));
        self.sessions.authenticate(&who.token, &session).await
    }

    async fn refresh(&self, who: &SignedIn) -> Result<Token, SessionError> {
        let session = self.cookie(Some(who.sid));
        let started = self.sessions.refresh(&who.token, &session).await?;
        Ok(started.token)
    }

    async fn open_page(&self, who: &SignedIn) -> Visitor {
        let mut headers = HeaderMap::new();
        let cookie = format!("token={}", who.token.as_str());
        headers.insert(COOKIE, HeaderValue::try_from(cookie).unwrap());
        let session = self.cookie(Some(who.sid));
        self.sessions.resolve(&headers, &session).await.unwrap()
    }
}

fn beginning(user_id: UserId) -> Beginning {
    Beginning {
        user_id,
        method: SignInMethod::Sdk,
        place: Place::default(),
        authenticated_at: None,
    }
}

#[derive(Clone)]
struct SignedIn {
    user_id: UserId,
    token: Token,
    sid: tower_sessions::session::Id,
}

impl SignedIn {
    fn with_token(&self, token: Token) -> Self {
        Self {
            token,
            ..self.clone()
        }
    }
}

async fn storage(folder: &Path, url: Option<&str>) -> Storage {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await.unwrap()
}

async fn open(folder: &Path, database: Option<&str>, clock: &Clock) -> Sessions {
    let storage = storage(folder, database).await;
    let config = Config::load(&Options::default()).unwrap();
    Sessions::open(storage, clock.clone(), &config)
        .await
        .unwrap()
}

#[track_caller]
fn assert_signed_out<T: std::fmt::Debug>(answer: &Result<T, SessionError>) {
    assert!(
        matches!(answer, Err(SessionError::SignedOut)),
        "expected nobody, got {answer:?}"
    );
}

#[track_caller]
fn assert_ended<T: std::fmt::Debug>(answer: &Result<T, SessionError>, cause: EndCause) {
    assert!(
        matches!(answer, Err(SessionError::Ended(it)) if *it == cause),
        "expected {cause:?}, got {answer:?}"
    );
}

#[tokio::test]
async fn token_and_cookie_together_open_the_session() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let login = bench.call(&who).await.unwrap();
    assert_eq!(login.user_id, who.user_id);
    assert_eq!(login.method, SignInMethod::Sdk);
}

#[tokio::test]
async fn neither_opens_anything_alone() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let nobody = bench.cookie(None);
    let answer = bench.sessions.authenticate(&who.token, &nobody).await;
    assert_signed_out(&answer);
    let page = bench
        .sessions
        .resolve(&HeaderMap::new(), &bench.cookie(Some(who.sid)))
        .await
        .unwrap();
    assert!(matches!(page, Visitor::Nobody { had_token: false }));
}

#[tokio::test]
async fn the_token_of_one_session_with_the_cookie_of_another_opens_nothing() {
    let bench = Bench::new().await;
    let one = bench.signed_in().await;
    let other = bench.signed_in().await;
    let mixed = other.with_token(one.token);
    assert_signed_out(&bench.call(&mixed).await);
    assert_signed_out(&bench.refresh(&mixed).await);
}

#[tokio::test]
async fn signing_in_gives_a_new_session_id_and_ends_the_old_session() {
    let bench = Bench::new().await;
    let before = bench.signed_in().await;
    let after = bench.sign_in_over(Some(before.sid)).await;
    assert_ne!(before.sid, after.sid);
    assert_signed_out(&bench.call(&before).await);
    assert!(bench.call(&after).await.is_ok());
}

#[tokio::test]
async fn a_planted_unknown_session_id_is_not_taken_over() {
    let bench = Bench::new().await;
    let planted = tower_sessions::session::Id(42);
    let who = bench.sign_in_over(Some(planted)).await;
    assert_ne!(who.sid, planted);
}

#[tokio::test]
async fn an_expired_token_calls_nothing_but_its_refresh() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    bench.pass(TOKEN_LIFE + LEEWAY);
    assert_signed_out(&bench.call(&who).await);
    let renewed = bench.refresh(&who).await.unwrap();
    assert!(bench.call(&who.with_token(renewed)).await.is_ok());
}

#[tokio::test]
async fn a_page_renews_an_expired_token_on_the_way() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let Visitor::SignedIn { set_cookie, .. } = bench.open_page(&who).await else {
        unreachable!("the token is fresh");
    };
    assert!(set_cookie.is_empty());
    bench.pass(TOKEN_LIFE + LEEWAY);
    let Visitor::SignedIn { set_cookie, .. } = bench.open_page(&who).await else {
        unreachable!("the session lives");
    };
    assert_eq!(set_cookie.len(), 1);
}

#[tokio::test]
async fn tabs_that_refresh_together_get_the_same_generation() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let first = bench.refresh(&who).await.unwrap();
    bench.pass(SignedDuration::from_secs(9));
    let second = bench.refresh(&who).await.unwrap();
    for token in [first, second] {
        assert!(bench.call(&who.with_token(token.clone())).await.is_ok());
    }
}

#[tokio::test]
async fn reuse_of_a_renewed_token_after_the_grace_ends_the_session_for_good() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let newer = who.with_token(bench.refresh(&who).await.unwrap());
    bench.pass(REUSE_GRACE + SignedDuration::from_secs(1));
    assert!(bench.call(&newer).await.is_ok());
    for token in [&who, &newer] {
        assert_ended(&bench.refresh(token).await, EndCause::Reuse);
    }
    assert_signed_out(&bench.call(&newer).await);
    let bench = bench.restarted().await;
    assert_signed_out(&bench.call(&newer).await);
}

#[tokio::test]
async fn sign_out_survives_a_restart() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let session = bench.cookie(Some(who.sid));
    bench.sessions.end(&session, None).await.unwrap();
    let bench = bench.restarted().await;
    assert_signed_out(&bench.call(&who).await);
    assert_ended(&bench.refresh(&who).await, EndCause::SignedOut);
    assert!(matches!(
        bench.open_page(&who).await,
        Visitor::Nobody { had_token: true }
    ));
}

#[tokio::test]
async fn a_session_survives_a_restart() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let bench = bench.restarted().await;
    assert!(bench.call(&who).await.is_ok());
}

#[tokio::test]
async fn a_session_that_is_not_used_ends_after_the_idle_limit() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    bench.pass(bench.sessions.limits.idle);
    assert_signed_out(&bench.refresh(&who).await);
}

#[tokio::test]
async fn use_keeps_a_session_until_its_absolute_limit() {
    let bench = Bench::new().await;
    let mut who = bench.signed_in().await;
    let step = SignedDuration::from_hours(11);
    let steps = bench.sessions.limits.absolute.as_hours() / step.as_hours();
    for _ in 0..steps {
        bench.pass(step);
        who.token = bench.refresh(&who).await.unwrap();
    }
    bench.pass(step);
    assert_signed_out(&bench.refresh(&who).await);
}

#[tokio::test]
async fn storage_that_does_not_answer_is_not_nobody() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    bench.sessions.storage.close().await.unwrap();
    let answer = bench.call(&who).await;
    assert!(
        matches!(answer, Err(SessionError::Unavailable(_))),
        "{answer:?}"
    );
}

#[tokio::test]
async fn old_sessions_are_forgotten_and_live_ones_kept() {
    let bench = Bench::new().await;
    bench.signed_in().await;
    bench.pass(bench.sessions.limits.absolute);
    let who = bench.signed_in().await;
    bench.pass(bench.sessions.limits.idle - SignedDuration::from_mins(1));
    assert_eq!(bench.sessions.forget_old().await.unwrap(), 0);
    bench.pass(SignedDuration::from_mins(2));
    assert_eq!(bench.sessions.forget_old().await.unwrap(), 1);
    assert_signed_out(&bench.call(&who).await);
}

#[test]
fn debug_does_not_show_a_token() {
    assert_eq!(format!("{:?}", Token::from_request("secret")), "Token(•)");
}
