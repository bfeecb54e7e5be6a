//! Proving an address: the mail, its link, the page, and the code that works once.

use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::server::{ANN, Answer, Server, futures, uid};

async fn send(server: &Server, id_token: &Value, continue_url: Option<&str>) -> Answer {
    server.call("sendOobCode", json!({ "requestType": "VERIFY_EMAIL", "idToken": id_token, "continueUrl": continue_url })).await
}

/// The mails that were kept, the newest last.
pub(crate) fn mails(server: &Server) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(server.directory.path().join("mail")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect()
}

/// The link of the newest mail, without the origin.
pub(crate) fn link(server: &Server) -> String {
    let mail = mails(server).pop().unwrap();
    let link = mail
        .lines()
        .find(|line| line.starts_with("http://localhost:8080/"))
        .unwrap();
    link.strip_prefix("http://localhost:8080")
        .unwrap()
        .to_owned()
}

pub(crate) fn code(link: &str) -> &str {
    link.split("oobCode=")
        .nth(1)
        .unwrap()
        .split('&')
        .next()
        .unwrap()
}

pub(crate) async fn open(server: &Server, link: &str) -> Answer {
    server
        .send(Request::get(link).body(Body::empty()).unwrap(), "192.0.2.1")
        .await
}

pub(crate) async fn press(server: &Server, form: &str) -> Answer {
    let request =
        Request::post("/__/auth/action").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    server
        .send(request.body(form.to_owned().into()).unwrap(), "192.0.2.1")
        .await
}

async fn is_verified(server: &Server, account: &Value) -> bool {
    server
        .provider
        .account(&uid(account))
        .await
        .unwrap()
        .unwrap()
        .email_verified
}

#[tokio::test]
async fn the_link_of_the_mail_proves_the_address_once_its_button_is_pressed() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    assert_eq!(
        send(
            &server,
            &account["idToken"],
            Some("http://localhost:8080/settings/profile?a=1&b=2")
        )
        .await
        .ok()["email"],
        ANN
    );

    let mail = mails(&server).pop().unwrap();
    assert!(mail.starts_with("To: ann@example.test\r\n"), "{mail}");
    let link = link(&server);
    for _ in 0..2 {
        // Opening it, as a mail scanner does, uses nothing up.
        let page = open(&server, &link).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(
            page.text.contains("Confirm your e-mail address")
                && page
                    .text
                    .contains("value=\"/settings/profile?a=1&amp;b=2\""),
            "{}",
            page.text
        );
        for (name, part) in [
            ("content-security-policy", "default-src 'none'"),
            ("referrer-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert!(
                page.headers[name].to_str().unwrap().contains(part),
                "{name}"
            );
        }
    }
    assert!(!is_verified(&server, &account).await);
    let done = press(
        &server,
        &format!("oobCode={}&continueUrl=%2Fsettings%2Fprofile", code(&link)),
    )
    .await;
    assert_eq!(done.status, StatusCode::OK);
    assert!(
        done.text.contains("href=\"/settings/profile\""),
        "{}",
        done.text
    );
    assert!(is_verified(&server, &account).await);

    let again = press(&server, &format!("oobCode={}", code(&link))).await;
    assert_eq!(again.status, StatusCode::BAD_REQUEST);
    assert!(again.text.contains("already been used"), "{}", again.text);
}

#[tokio::test]
async fn the_sdk_applies_a_code_through_update() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    send(&server, &account["idToken"], None).await.ok();
    let link = link(&server);
    let apply = || server.call("update", json!({ "oobCode": code(&link) }));
    let answers = futures((0..5).map(|_| apply())).await;
    let (applied, refused): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer.status == StatusCode::OK);
    assert_eq!((applied.len(), refused.len()), (1, 4), "a code works once");
    assert_eq!(applied[0].json()["emailVerified"], true);
    assert!(
        refused
            .iter()
            .all(|answer| answer.code() == "INVALID_OOB_CODE")
    );
}

#[tokio::test]
async fn codes_expire_and_others_are_not_guessed() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    send(&server, &account["idToken"], None).await.ok();
    let link = link(&server);
    let other_case = code(&link).chars().map(|char| {
        if char.is_lowercase() {
            char.to_ascii_uppercase()
        } else {
            char.to_ascii_lowercase()
        }
    });
    for wrong in [
        "",
        "x",
        &format!("{} ", code(&link)),
        &other_case.collect::<String>(),
    ] {
        let answer = server.call("update", json!({ "oobCode": wrong })).await;
        assert_eq!(answer.code(), "INVALID_OOB_CODE", "{wrong}");
    }
    server.advance(SignedDuration::from_hours(24));
    assert_eq!(
        server
            .call("update", json!({ "oobCode": code(&link) }))
            .await
            .code(),
        "EXPIRED_OOB_CODE"
    );
    assert!(
        press(&server, &format!("oobCode={}", code(&link)))
            .await
            .text
            .contains("has expired")
    );
    assert!(!is_verified(&server, &account).await);
}

#[tokio::test]
async fn no_code_lies_in_the_database() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    send(&server, &account["idToken"], None).await.ok();
    let link = link(&server);
    server.storage.close().await.unwrap();
    let database = match &server.database {
        Some(url) => {
            waybill_test_postgres::as_superuser(url, "SELECT database_to_xml(true, true, '')")
                .into_bytes()
        }
        None => std::fs::read(server.directory.path().join("waybill.sqlite3")).unwrap(),
    };
    let has = |text: &str| {
        database
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    assert!(has(ANN));
    for secret in [
        code(&link),
        account["refreshToken"].as_str().unwrap(),
        crate::server::PASSWORD,
    ] {
        assert!(!has(secret));
    }
}

#[tokio::test]
async fn an_account_is_mailed_only_so_often() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    for _ in 0..5 {
        send(&server, &account["idToken"], None).await.ok();
    }
    assert_eq!(
        send(&server, &account["idToken"], None).await.code(),
        "TOO_MANY_ATTEMPTS_TRY_LATER"
    );
    assert_eq!(mails(&server).len(), 5);
}

#[tokio::test]
async fn a_mailbox_gets_ten_links_a_day_for_whatever_accounts() {
    let server = Server::start().await;
    let mut sent = 0;
    for n in 0..6 {
        let account = server.sign_up(&format!("ann+{n}@lines.example")).await;
        for _ in 0..5 {
            if send(&server, &account["idToken"], None).await.status == StatusCode::OK {
                sent += 1;
            }
        }
    }
    assert_eq!((sent, mails(&server).len()), (10, 10));
}

#[tokio::test]
async fn a_mail_leads_on_to_this_site_only() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    for hostile in [
        "https://evil.test/",
        "//evil.test",
        "/\\evil.test",
        "javascript:alert(1)",
        "http://localhost:8080.evil.test/",
        "http://localhost:8080@evil.test/",
        "/\t/evil.test",
        "evil",
        "/a\r\nBcc: all@example.test",
        "/ä",
    ] {
        assert_eq!(
            send(&server, &account["idToken"], Some(hostile))
                .await
                .code(),
            "INVALID_CONTINUE_URI",
            "{hostile:?}"
        );
    }
    assert!(mails(&server).is_empty());
}

#[tokio::test]
async fn the_page_takes_nothing_from_its_address_as_markup() {
    let server = Server::start().await;
    let hostile = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
    let page = open(&server, &format!("/__/auth/action?mode=verifyEmail&oobCode={hostile}&continueUrl=https://evil.test/{hostile}")).await;
    assert!(
        !page.text.contains("<script") && !page.text.contains("evil.test"),
        "{}",
        page.text
    );
    assert!(page.text.contains("value=\"/dashboard\""));
    for incomplete in [
        "/__/auth/action",
        "/__/auth/action?mode=resetPassword",
        "/__/auth/action?mode=recoverEmail&oobCode=x",
        "/__/auth/action?mode=verifyEmail",
    ] {
        assert_eq!(
            open(&server, incomplete).await.status,
            StatusCode::BAD_REQUEST
        );
    }
}
