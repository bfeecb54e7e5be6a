//! Guessing passwords, and telling accounts apart without knowing them.

use http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;
use tokio::time::Instant;
use waybill_identity::config::Allowance;

use crate::server::{ANN, Answer, PASSWORD, Server, config, futures, text};

const WRONG: &str = "wrong password";

fn count(answers: &[Answer], code: &str) -> usize {
    answers
        .iter()
        .filter(|answer| answer.status != StatusCode::OK && answer.code() == code)
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_parallel_wrong_passwords_exactly_ten_are_evaluated() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    for (address, email) in [("192.0.2.7", ANN), ("192.0.2.8", "nobody@example.test")] {
        let guess = json!({ "email": email, "password": WRONG });
        let tries =
            (0..100).map(|_| server.call_from(address, "signInWithPassword", guess.clone()));
        let answers = futures(tries).await;
        assert_eq!(count(&answers, "INVALID_LOGIN_CREDENTIALS"), 10, "{email}");
        assert_eq!(
            count(&answers, "TOO_MANY_ATTEMPTS_TRY_LATER"),
            90,
            "{email}"
        );
    }
    assert_eq!(
        server.sign_in(ANN, PASSWORD).await.code(),
        "TOO_MANY_ATTEMPTS_TRY_LATER",
        "the right one comes too late"
    );
    let server = server.restarted().await;
    assert_eq!(
        server.sign_in(ANN, PASSWORD).await.code(),
        "TOO_MANY_ATTEMPTS_TRY_LATER",
        "a restart forgets nothing"
    );
    server.advance(SignedDuration::from_mins(15));
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_guesses_lock_the_account_and_its_owner_is_told_once() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    for batch in 0..10 {
        // From everywhere, so that the limit of the account alone holds.
        let tries = (0..100).map(|n| {
            let guess = json!({ "email": ANN, "password": format!("{WRONG} {batch} {n}") });
            let address = format!("198.51.{batch}.{n}");
            let server = &server;
            async move {
                server
                    .call_from(&address, "signInWithPassword", guess)
                    .await
            }
        });
        let answers = futures(tries).await;
        let evaluated = if batch == 0 { 10 } else { 0 };
        assert_eq!(
            count(&answers, "INVALID_LOGIN_CREDENTIALS"),
            evaluated,
            "{batch}"
        );
        assert_eq!(
            count(&answers, "TOO_MANY_ATTEMPTS_TRY_LATER"),
            100 - evaluated,
            "{batch}"
        );
    }
    let told = told_of_locks(&server, 1).await;
    let first = format!(
        "{} {ANN}\nYour Waybill account is locked for 15 minutes\n",
        text(&account, "localId")
    );
    assert!(told[0].starts_with(&first), "{told:?}");
    for part in ["10 times", "The last one came from 198.51.0."] {
        assert!(told[0].contains(part), "{told:?}");
    }
    server.advance(SignedDuration::from_mins(15));
    let again = futures((0..10).map(|_| server.sign_in(ANN, WRONG))).await;
    assert_eq!(count(&again, "INVALID_LOGIN_CREDENTIALS"), 10);
    told_of_locks(&server, 2).await;
}

/// What owners were told, once so many were.
async fn told_of_locks(server: &Server, expected: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let told = server.witness.locked();
        if told.len() == expected {
            return told;
        }
        assert!(
            start.elapsed() < std::time::Duration::from_secs(20),
            "{told:?}"
        );
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_owner_whom_the_relying_party_does_not_know_is_told_by_the_provider() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    server.witness.breaks();
    for email in [ANN, "nobody@example.test"] {
        futures((0..20).map(|_| server.sign_in(email, WRONG))).await;
    }
    let folder = server.directory.path().join("mail");
    let start = Instant::now();
    let mails = loop {
        let files: Vec<_> = std::fs::read_dir(&folder)
            .map(|files| files.map(|file| file.unwrap().path()).collect())
            .unwrap_or_default();
        if !files.is_empty() {
            break files;
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
        tokio::task::yield_now().await;
    };
    assert_eq!(mails.len(), 1, "nobody has no mailbox");
    let mail = std::fs::read_to_string(&mails[0]).unwrap();
    assert!(
        mail.starts_with(&format!(
            "To: {ANN}\r\nSubject: Your Waybill account is locked"
        )),
        "{mail}"
    );
}

#[tokio::test]
async fn the_guess_that_locks_is_answered_like_any_other_whether_or_not_there_is_an_account() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let mut last = Vec::new();
    for email in [ANN, "nobody@example.test"] {
        let mut answers = futures((0..10).map(|_| server.sign_in(email, WRONG))).await;
        answers.dedup();
        assert_eq!(answers.len(), 1, "{email}");
        last.push((answers, server.sign_in(email, WRONG).await));
    }
    assert_eq!(last[0], last[1]);
    told_of_locks(&server, 1).await;
}

#[tokio::test]
async fn a_success_clears_the_account_and_does_not_count_for_the_address() {
    let mut config = config();
    config.limits.sign_in_per_address.count = 25;
    let server = Server::start_with(config).await;
    server.sign_up(ANN).await;
    for _ in 0..3 {
        let answers = futures((0..5).map(|_| server.sign_in(ANN, WRONG))).await;
        assert_eq!(count(&answers, "INVALID_LOGIN_CREDENTIALS"), 5);
        for _ in 0..5 {
            server.sign_in(ANN, PASSWORD).await.ok();
        }
    }
}

#[tokio::test]
async fn one_address_cannot_try_one_password_on_everybody() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let from = async |address: &str, n: usize| {
        let body =
            json!({ "email": format!("user{n}@example.test"), "password": "Summer in 2026" });
        server.call_from(address, "signInWithPassword", body).await
    };
    let network = |n: usize| format!("2001:db8:1:2::{n:x}");
    let answers = futures((0..110).map(|n| async move { from(&network(n), n).await })).await;
    assert_eq!(
        count(&answers, "INVALID_LOGIN_CREDENTIALS"),
        100,
        "all of a /64 is one address"
    );
    assert_eq!(count(&answers, "TOO_MANY_ATTEMPTS_TRY_LATER"), 10);
    assert_eq!(
        from("2001:db8:1:3::1", 0).await.code(),
        "INVALID_LOGIN_CREDENTIALS",
        "the neighbour is not affected"
    );
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test]
async fn one_address_makes_only_so_many_accounts() {
    let mut config = config();
    config.limits.sign_up_per_address = Allowance {
        count: 3,
        window: std::time::Duration::from_hours(1),
    };
    let server = Server::start_with(config).await;
    let sign_up = async |n: usize| {
        server
            .call(
                "signUp",
                json!({ "email": format!("u{n}@example.test"), "password": PASSWORD }),
            )
            .await
    };
    for n in 0..3 {
        sign_up(n).await.ok();
    }
    assert_eq!(sign_up(3).await.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");
    server.advance(SignedDuration::from_hours(1));
    sign_up(3).await.ok();
}

#[tokio::test]
async fn one_address_learns_of_only_so_many_accounts_that_they_exist() {
    let mut config = config();
    config.limits.taken_per_address = Allowance {
        count: 3,
        window: std::time::Duration::from_hours(1),
    };
    let server = Server::start_with(config).await;
    server.sign_up(ANN).await;
    let sign_up = async |email: &str| {
        let body = json!({ "email": email, "password": PASSWORD });
        server.call("signUp", body).await
    };
    sign_up("first@example.test").await.ok();
    for _ in 0..3 {
        assert_eq!(sign_up(ANN).await.code(), "EMAIL_EXISTS");
    }
    let (known, unknown) = (sign_up(ANN).await, sign_up("second@example.test").await);
    assert_eq!(known.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");
    assert_eq!(known, unknown);
    server.advance(SignedDuration::from_hours(1));
    sign_up("second@example.test").await.ok();
    assert_eq!(sign_up(ANN).await.code(), "EMAIL_EXISTS");
}

#[tokio::test]
async fn unknown_account_and_wrong_password_are_answered_with_the_same_bytes() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let known = server.sign_in(ANN, WRONG).await;
    let unknown = server.sign_in("nobody@example.test", WRONG).await;
    assert_eq!(known.code(), "INVALID_LOGIN_CREDENTIALS");
    assert_eq!(known, unknown);
}

#[tokio::test]
async fn no_evaluated_sign_in_is_answered_before_the_floor() {
    let mut config = config();
    config.answer_floor = std::time::Duration::from_millis(120);
    let server = Server::start_with(config).await;
    server.sign_up(ANN).await;
    for (email, password) in [
        (ANN, PASSWORD),
        (ANN, WRONG),
        ("nobody@example.test", WRONG),
    ] {
        let started = Instant::now();
        server.sign_in(email, password).await;
        assert!(
            started.elapsed() >= std::time::Duration::from_millis(120),
            "{email} {password}"
        );
    }
}

#[tokio::test]
async fn beyond_the_hashing_queue_sign_ins_are_turned_away_uncounted() {
    let mut config = config();
    config.hashing.concurrency = 1;
    config.hashing.queue = 1;
    // So long that the others come while the first two are busy: one takes the only place to run, one the only place to wait.
    config.hashing.passes = 5_000;
    let server = Server::start_with(config).await;
    server.sign_up(ANN).await;
    let answers = futures((0..50).map(|_| server.sign_in(ANN, WRONG))).await;
    // On a busy machine some come late, when a place is free again. With ten, the account would be locked.
    let evaluated = count(&answers, "INVALID_LOGIN_CREDENTIALS");
    assert!((2..10).contains(&evaluated), "{evaluated} of 50");
    let turned_away: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::SERVICE_UNAVAILABLE)
        .collect();
    assert_eq!(turned_away.len(), 50 - evaluated);
    for answer in turned_away {
        assert_eq!(
            (
                answer.code().as_str(),
                answer.headers["retry-after"].to_str().unwrap()
            ),
            ("TOO_MANY_ATTEMPTS_TRY_LATER", "1")
        );
    }
    server.sign_in(ANN, PASSWORD).await.ok();
}
