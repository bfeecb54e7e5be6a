//! Too many wrong passwords lock an account; its owner reads of it, and stays where they are signed in.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{TestApp, email_of};

const SIGN_IN: &str = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";

#[tokio::test]
async fn the_owner_of_a_locked_account_is_told_once_by_mail_and_the_company_by_its_audit_trail() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let before = mails(&app).await.len();
    for n in 0..10 {
        let body = json!({ "email": email_of("Ada"), "password": format!("guess {n}"), "returnSecureToken": true });
        let answer = app.anonymous().request("POST", SIGN_IN).json(&body).await;
        let message = &answer.json()["error"]["message"];
        assert_eq!(message, "INVALID_LOGIN_CREDENTIALS");
    }

    let start = Instant::now();
    let told = loop {
        let mails = mails(&app).await;
        if before < mails.len() {
            break mails;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "nobody is told");
        tokio::task::yield_now().await;
    };
    assert_eq!(told.len(), before + 1);
    let mail = told.last().map(String::as_str).unwrap_or_default();
    assert!(mail.contains("Your Waybill account is locked"), "{mail}");
    assert!(mail.contains(&email_of("Ada")), "{mail}");

    assert_eq!(ada.open("/dashboard").await.status(), 200);
    let entries = ada
        .call("/log/api/v1/audit?pageSize=1&filter=action:eq:user.lock")
        .await;
    let entry = &entries.json()["data"][0];
    assert_eq!(
        (&entry["actor"]["type"], &entry["result"], &entry["ip"]),
        (&json!("system"), &json!("denied"), &json!("192.0.2.1")),
        "{entries:?}"
    );
    assert_eq!(entry["entity"]["label"], "Ada Tester");
}

/// The mails that left, the oldest first.
pub(super) async fn mails(app: &TestApp) -> Vec<String> {
    while app
        .app
        .services
        .deliver_next()
        .await
        .is_ok_and(|is_more| is_more)
    {}
    let Ok(files) = std::fs::read_dir(app.app.config().data_dir.join("mail")) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort_unstable();
    paths
        .into_iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}
