//! Cookies, sessions and tokens through the whole server: rows C01 to C28 of the hostile inputs.

mod address;
mod authorization;
mod causes;
mod ended;
mod everywhere;
mod lock_out;
mod locked;
mod notices;
mod over;
mod password;
mod rights;

use jiff::SignedDuration;

use crate::sockets::{OWN, Socket};
use crate::support::{Actor, TestApp};

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Past the life of a token and the leeway of clocks.
const TOKEN_OVER: SignedDuration = SignedDuration::from_mins(17);

#[tokio::test]
async fn registration_signs_in_and_the_page_shows_who() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/dashboard").await;
    assert_eq!(page.status(), 200);
    let state = page.state();
    assert_eq!(state["session"]["user"]["firstName"], "Ada");
    assert_eq!(state["session"]["company"]["name"], "Analytical Freight");
    assert_eq!(page.shell(), None);
    assert!(page.text().contains("Analytical Freight"));
}

#[tokio::test]
async fn what_is_no_token_cookie_is_nobody() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let token = ada.token().to_owned();
    let sid = format!("sid={}", ada.cookie("sid"));
    for cookie in [
        String::new(),
        "token=".to_owned(),
        "token".to_owned(),
        "token=;".to_owned(),
        format!("Token={token}"),
        format!("token ={token}"),
        format!("token={token}x"),
        format!("token={}", &token[..token.len() - 1]),
        "token=a.b.c".to_owned(),
        "token=a.b.c.d.e".to_owned(),
    ] {
        let page = app
            .anonymous()
            .request("GET", "/dashboard")
            .header("cookie", &format!("{cookie}; {sid}"))
            .await;
        page.assert_signed_out();
    }
}

#[tokio::test]
async fn of_two_different_tokens_the_one_that_verifies_counts_and_is_left_alone() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let grace = app.other_company().await;
    let first = ada.token().to_owned();
    app.pass(SignedDuration::from_mins(2));
    ada.refresh().await;
    let (token, sid) = (ada.token().to_owned(), ada.cookie("sid").to_owned());
    let open = async |tokens: [&str; 2]| {
        let [one, other] = tokens;
        let cookies = format!("token={one}; sid={sid}; token={other}");
        let page = app.anonymous().request("GET", "/dashboard");
        page.host("app.example.test")
            .header("cookie", &cookies)
            .await
    };
    for planted in ["planted", "a.b.c.d.e", grace.token()] {
        for tokens in [[planted, &token], [&token, planted]] {
            let page = open(tokens).await;
            assert_eq!(page.status(), 200, "{tokens:?}");
            assert_eq!(
                page.set_cookies_of("token"),
                [
                    "token=; SameSite=Lax; Path=/; Domain=app.example.test; Max-Age=0".to_owned(),
                    "token=; SameSite=Lax; Path=/; Domain=example.test; Max-Age=0".to_owned(),
                    format!("token={token}; SameSite=Lax; Path=/; Max-Age=604800"),
                ]
            );
        }
    }
    // Past their life the latest is renewed; the one before it would be taken for a stolen one.
    app.pass(SignedDuration::from_hours(2));
    let page = open([&first, &token]).await;
    assert_eq!(page.status(), 200, "{page:?}");
    let renewed = page.set_cookies_of("token");
    let renewed = renewed.last().copied().unwrap_or_default();
    assert!(
        !renewed.contains(&token) && !renewed.contains("Max-Age=0"),
        "{renewed}"
    );
    // Where none verifies, nobody is signed in, and the session goes on.
    open(["planted", "other"]).await.assert_signed_out();
    ada.set_cookie(
        "token",
        renewed.split(['=', ';']).nth(1).unwrap_or_default(),
    );
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn the_same_token_sent_twice_is_one() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (token, sid) = (ada.token(), ada.cookie("sid"));
    let page = app
        .anonymous()
        .request("GET", "/dashboard")
        .header(
            "cookie",
            &format!("token={token}; token={token}; sid={sid}"),
        )
        .await;
    assert_eq!(page.status(), 200);
}

#[tokio::test]
async fn a_stolen_token_alone_opens_nothing() {
    let app = TestApp::new().await;
    let thief = app.stolen_token().await;
    thief.open("/dashboard").await.assert_signed_out();
    thief
        .call("/iam/api/v1/users-token")
        .await
        .assert_problem(401);
    thief
        .call("/iam/api/v1/auth/token-refresh")
        .await
        .assert_problem(401);
}

#[tokio::test]
async fn the_current_user_comes_with_the_token_of_the_call() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let answer = ada.call("/iam/api/v1/users-token").await;
    assert_eq!(answer.json()["data"][0]["jwt"], ada.token());
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn the_session_cookie_alone_opens_nothing() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    ada.drop_cookie("token");
    ada.open("/dashboard").await.assert_signed_out();
    let call = ada.request("GET", "/iam/api/v1/users-token").await;
    call.assert_problem(401);
    let refresh = ada.request("GET", "/iam/api/v1/auth/token-refresh").await;
    refresh.assert_problem(401);
}

#[tokio::test]
async fn the_token_of_one_with_the_session_cookie_of_another_opens_nothing() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let grace = app.other_company().await;
    ada.set_cookie("sid", grace.cookie("sid"));
    ada.open("/dashboard").await.assert_signed_out();
    ada.call("/iam/api/v1/users-token")
        .await
        .assert_problem(401);
}

#[tokio::test]
async fn an_id_token_is_no_session_token() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let id_token = ada.id_token("Ada").await;
    ada.set_cookie("token", &id_token);
    ada.open("/dashboard").await.assert_signed_out();
    ada.call("/iam/api/v1/roles").await.assert_problem(401);
}

#[tokio::test]
async fn who_is_suspended_is_out_with_the_next_request() {
    let app = TestApp::new().await;
    let ada = app.suspended().await;
    let call = ada.call("/iam/api/v1/users-token").await;
    call.assert_problem(401);
    assert_eq!(call.json()["detail"], "Account was suspended");
    ada.open("/dashboard").await.assert_signed_out();
    ada.call("/iam/api/v1/users-token")
        .await
        .assert_problem(401);
    let login = app.anonymous().log_in("Ada").await;
    login.assert_problem(403);
    assert_eq!(login.json()["detail"], "Account was suspended");
}

#[tokio::test]
async fn sign_out_deletes_both_cookies_and_what_the_browser_keeps_and_holds_after_a_restart() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let goodbye = ada.log_out().await;
    assert_eq!(goodbye.status(), 204);
    goodbye.assert_token_deleted();
    assert!(goodbye.set_cookies_of("sid")[0].contains("Max-Age=0"));
    assert_eq!(goodbye.header("clear-site-data"), "\"cache\", \"storage\"");
    ada.open("/dashboard").await.assert_signed_out();
    let (token, sid) = (ada.token().to_owned(), ada.cookie("sid").to_owned());

    let app = app.restarted().await;
    let mut revenant = app.anonymous();
    revenant.set_cookie("token", &token);
    revenant.set_cookie("sid", &sid);
    revenant.open("/dashboard").await.assert_signed_out();
    revenant.refresh().await.assert_problem(401);
}

#[tokio::test]
async fn a_session_survives_a_restart_of_the_server() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (token, sid) = (ada.token().to_owned(), ada.cookie("sid").to_owned());
    let app = app.restarted().await;
    let mut ada = app.anonymous();
    ada.set_cookie("token", &token);
    ada.set_cookie("sid", &sid);
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn a_session_cookie_planted_before_the_sign_in_opens_nothing_afterwards() {
    let app = TestApp::new().await;
    let planted = app.user().await.cookie("sid").to_owned();
    let grace = app.other_company().await;
    let mut victim = app.anonymous();
    victim.set_cookie("sid", &planted);
    victim.log_in("Grace").await;
    assert_ne!(victim.cookie("sid"), planted);
    assert_ne!(victim.cookie("sid"), grace.cookie("sid"));
    let mut attacker = app.anonymous();
    attacker.set_cookie("sid", &planted);
    attacker.set_cookie("token", victim.token());
    attacker.open("/dashboard").await.assert_signed_out();
    attacker
        .call("/iam/api/v1/users-token")
        .await
        .assert_problem(401);
    assert_eq!(victim.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn storage_that_is_gone_means_later_and_nobody() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    app.app.storage.close().await.unwrap();
    let page = ada.open("/dashboard").await;
    page.assert_problem(503);
    assert_eq!(page.header("retry-after"), "2");
    assert!(!page.text().contains("Ada"));
    ada.call("/iam/api/v1/users-token")
        .await
        .assert_problem(503);
    let socket = Socket::open(address, OWN, Some(ada.cookie("sid"))).await;
    assert_eq!(socket.err(), Some(503));
    assert_eq!(app.anonymous().open("/healthz").await.status(), 200);
    assert_eq!(app.anonymous().open("/readyz").await.status(), 503);
}

#[tokio::test]
async fn over_http_both_cookies_go_without_secure() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let login = ada.log_in("Ada").await;
    let token = login.set_cookies_of("token")[0].to_owned();
    for attribute in ["SameSite=Lax", "Path=/", "Max-Age=604800"] {
        assert!(token.contains(attribute), "{token}");
    }
    assert!(
        !token.contains("HttpOnly") && !token.contains("Secure"),
        "{token}"
    );
    let sid = login.set_cookies_of("sid")[0].to_owned();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(sid.contains(attribute), "{sid}");
    }
    assert!(!sid.contains("Domain"), "{sid}");
    assert!(token.len() < 3 * 1024);
}

#[tokio::test]
async fn over_https_both_cookies_are_secure_and_the_session_has_the_host_prefix() {
    let app = TestApp::with("public_origin = \"https://waybill.test\"").await;
    let mut ada = app.user().await;
    let login = ada.log_in("Ada").await;
    let token = login.set_cookies_of("token")[0].to_owned();
    assert!(token.contains("Secure"), "{token}");
    let sid = login.set_cookies_of("__Host-sid")[0].to_owned();
    assert!(sid.contains("Secure") && sid.contains("HttpOnly"), "{sid}");
    assert!(!sid.contains("Domain"), "{sid}");
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn a_page_renews_the_token_with_one_change_of_the_cookie() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let old = ada.token().to_owned();
    app.pass(TOKEN_OVER);
    ada.call("/iam/api/v1/users-token")
        .await
        .assert_problem(401);
    let page = ada.open("/dashboard").await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.set_cookies_of("token").len(), 1);
    ada.accept(&page);
    assert_ne!(ada.token(), old);
    assert_eq!(ada.call("/iam/api/v1/users-token").await.status(), 200);
    assert!(ada.open("/dashboard").await.set_cookies().is_empty());
}

#[tokio::test]
async fn refresh_rotates_and_the_old_token_used_again_ends_the_session() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let thief = ada.clone();
    let renewed = ada.refresh().await;
    assert_eq!(renewed.status(), 200);
    assert_eq!(renewed.json()["data"]["jwt"], ada.token());
    app.pass(MINUTE);
    thief.clone().refresh().await.assert_problem(401);
    ada.open("/dashboard").await.assert_signed_out();
}

#[tokio::test]
async fn tabs_that_refresh_at_the_same_time_all_stay_signed_in() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let tabs: Vec<Actor<'_>> = (0..8).map(|_| ada.clone()).collect();
    let mut refreshed = Vec::new();
    for mut tab in tabs {
        let answer = tab.refresh().await;
        assert_eq!(answer.status(), 200);
        refreshed.push(tab);
    }
    for tab in &refreshed {
        assert_eq!(tab.call("/iam/api/v1/users-token").await.status(), 200);
    }
}

#[tokio::test]
async fn a_session_ends_when_it_was_not_used_for_twelve_hours() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.pass(SignedDuration::from_hours(12));
    ada.open("/dashboard").await.assert_signed_out();
}

#[tokio::test]
async fn people_on_one_isolate_see_only_themselves() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let grace = app.other_company().await;
    let (first, second) = tokio::join!(
        pages_of(&ada, "Analytical Freight", "Compiler Cargo"),
        pages_of(&grace, "Compiler Cargo", "Analytical Freight"),
    );
    assert_eq!((first, second), (20, 20));
}

async fn pages_of(actor: &Actor<'_>, own: &str, foreign: &str) -> usize {
    for _ in 0..20 {
        let page = actor.open("/dashboard").await;
        assert!(page.text().contains(own));
        assert!(!page.text().contains(foreign));
    }
    20
}

#[tokio::test]
async fn a_cross_site_page_cannot_refresh_a_token() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let image = ada
        .request("GET", "/iam/api/v1/auth/token-refresh")
        .header("sec-fetch-site", "cross-site")
        .await;
    image.assert_problem(403);
    assert!(image.set_cookies().is_empty());
    assert_eq!(ada.call("/iam/api/v1/users-token").await.status(), 200);
}

#[tokio::test]
async fn a_page_says_when_its_session_ends_however_much_it_is_used() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let thirty_days_on = "2026-12-20T11:00:00Z";
    let page = ada.open("/dashboard").await;
    assert_eq!(page.state()["session"]["endsAt"], thirty_days_on);

    app.clock.advance(SignedDuration::from_mins(11 * 60));
    ada.refresh().await;
    let current = ada.call("/iam/api/v1/sessions/current").await;
    assert_eq!(current.json()["data"]["endsAt"], thirty_days_on);
}
