//! A session that is given a new id: which ids open it at which moment.

use tower_sessions::session::Id;
use waybill_storage::login_sessions::replacement;

use super::*;

/// After this long an offer that nobody took is made again.
const OFFER_OVER: SignedDuration = SignedDuration::from_mins(1);

impl Bench {
    /// What a change of somebody's rights does to their sessions.
    async fn change_rights(&self, of: &SignedIn) {
        let tx = self.sessions.storage.begin().await.unwrap();
        replacement::ask(&tx, of.user_id, self.clock.now())
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// What the answer to a call brings.
    async fn offered(&self, who: &SignedIn) -> Option<Id> {
        let login = self.call(who).await.unwrap();
        let cookie = self.sessions.offer_id(&login).await?;
        let (_, id) = cookie.to_str().unwrap().split_once('=').unwrap();
        let (id, attributes) = id.split_once(';').unwrap();
        assert_eq!(
            attributes,
            " HttpOnly; SameSite=Lax; Path=/; Max-Age=604800"
        );
        Some(id.parse().unwrap())
    }
}

impl SignedIn {
    fn with_id(&self, sid: Id) -> Self {
        Self {
            sid,
            ..self.clone()
        }
    }
}

#[tokio::test]
async fn the_new_id_takes_the_place_when_it_comes_back_and_the_old_one_ends_after_the_grace() {
    let bench = Bench::new().await;
    let old = bench.signed_in().await;
    assert_eq!(bench.offered(&old).await, None);
    bench.change_rights(&old).await;
    let new = old.with_id(bench.offered(&old).await.unwrap());
    assert_ne!(new.sid, old.sid);
    // Another request that arrives at the same time is handed none.
    assert_eq!(bench.offered(&old).await, None);
    let before = bench.call(&old).await.unwrap();
    let after = bench.call(&new).await.unwrap();
    assert_eq!((after.id, after.is_id_due), (before.id, false));

    bench.pass(SignedDuration::from_secs(9));
    assert!(bench.call(&old).await.is_ok(), "it was still under way");
    assert_eq!(bench.offered(&old).await, None);
    bench.pass(SignedDuration::from_secs(1));
    assert_signed_out(&bench.call(&old).await);
    assert_signed_out(&bench.refresh(&old).await);
    assert!(matches!(
        bench.open_page(&old).await,
        Visitor::Nobody { had_token: true }
    ));
    let bench = bench.restarted().await;
    assert_signed_out(&bench.call(&old).await);
    assert_eq!(bench.offered(&new).await, None);
}

#[tokio::test]
async fn an_answer_that_is_lost_signs_nobody_out_and_its_id_opens_nothing() {
    let bench = Bench::new().await;
    let old = bench.signed_in().await;
    bench.change_rights(&old).await;
    let lost = old.with_id(bench.offered(&old).await.unwrap());
    bench.pass(OFFER_OVER);
    let bench = bench.restarted().await;
    let new = old.with_id(bench.offered(&old).await.unwrap());
    assert_signed_out(&bench.call(&lost).await);
    assert!(bench.call(&old).await.is_ok());
    assert!(bench.call(&new).await.is_ok());
    bench.pass(REUSE_GRACE);
    assert_signed_out(&bench.call(&old).await);
    assert!(bench.call(&new).await.is_ok());
}

#[tokio::test]
async fn a_renewed_token_does_not_bring_the_old_id_back() {
    let bench = Bench::new().await;
    let mut who = bench.signed_in().await;
    bench.change_rights(&who).await;
    let new = bench.offered(&who).await.unwrap();
    for (sid, is_sent_again) in [(who.sid, false), (new, true)] {
        let session = bench.cookie(Some(sid));
        let renewed = bench.sessions.refresh(&who.token, &session).await.unwrap();
        assert_eq!(session.is_modified(), is_sent_again);
        who.token = renewed.token;
    }
    // Within its grace the old id renews a token too, and stays in the browser of nobody.
    let session = bench.cookie(Some(who.sid));
    bench.sessions.refresh(&who.token, &session).await.unwrap();
    assert!(!session.is_modified());
}

#[tokio::test]
async fn the_other_sessions_of_the_user_get_new_ids_and_nobody_elses() {
    let bench = Bench::new().await;
    let one = bench.signed_in().await;
    let session = bench.cookie(None);
    let started = bench
        .sessions
        .start(&session, beginning(one.user_id))
        .await
        .unwrap();
    let two = SignedIn {
        user_id: one.user_id,
        token: started.token,
        sid: session.id().unwrap(),
    };
    let other = bench.signed_in().await;
    bench.change_rights(&one).await;
    assert!(bench.offered(&one).await.is_some());
    assert!(bench.offered(&two).await.is_some());
    assert_eq!(bench.offered(&other).await, None);
}

#[tokio::test]
async fn a_session_that_ends_meanwhile_is_given_none_and_stays_ended_by_all_its_ids() {
    let bench = Bench::new().await;
    let old = bench.signed_in().await;
    bench.change_rights(&old).await;
    let new = old.with_id(bench.offered(&old).await.unwrap());
    bench.pass(OFFER_OVER);
    let login = bench.call(&old).await.unwrap();
    assert!(login.is_id_due);
    let session = bench.cookie(Some(new.sid));
    bench.sessions.end(&session, None).await.unwrap();
    assert_eq!(bench.sessions.offer_id(&login).await, None);
    assert_signed_out(&bench.call(&old).await);
    assert_signed_out(&bench.call(&new).await);
}
