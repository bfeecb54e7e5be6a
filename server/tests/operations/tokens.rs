//! `waybill tokens`, beside a running server.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{Reader, demo, run, said};
use crate::start::{assert_refused, waybill};

const TOKENS: &str = "/iam/api/v1/access-tokens";
const REVOKE: [&str; 4] = ["tokens", "revoke", "--data-dir", "data"];

/// The secret of a new token of this name.
async fn create(reader: &Reader, name: &str) -> String {
    let body =
        json!({ "name": name, "scopes": ["iam:read", "contact:write"], "expiresInDays": 30 });
    let body = body.to_string().into();
    let answer = reader.send("POST", TOKENS, body, "application/json").await;
    let (head, body) = answer.split_once('\n').unwrap();
    assert!(head.starts_with("201"), "{answer}");
    let body: Value = serde_json::from_str(body).unwrap();
    body["data"]["secret"].as_str().unwrap().to_owned()
}

/// The status of what a program gets with this token.
async fn opened(reader: &Reader, secret: &str) -> u16 {
    let call = reqwest::Client::new()
        .get(format!("{}/iam/api/v1/users/me", reader.origin()))
        .bearer_auth(secret);
    call.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn tokens_are_listed_and_revoked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (server, reader) = demo(folder.path()).await;
    let list = ["tokens", "list", "--data-dir", "data"];
    assert_eq!(said(&run(folder.path(), &list)), "No access tokens.");
    let export = create(&reader, "Nightly export").await;
    let shop = create(&reader, "Web shop").await;
    assert_eq!(opened(&reader, &export).await, 200);

    let listed = said(&run(folder.path(), &list));
    let rows: Vec<Vec<&str>> = listed.lines().map(|it| it.split('\t').collect()).collect();
    let [_, newest, oldest] = &rows[..] else {
        panic!("{listed}")
    };
    let ending = |secret: &str| secret[secret.len() - 4..].to_owned();
    let scopes = "iam:read,contact:write";
    let known = [reader.address(), "Web shop", &ending(&shop), scopes];
    assert_eq!(newest[..4], known);
    assert_eq!(newest[5..], ["never", "-"]);
    assert_eq!(oldest[1..3], ["Nightly export", &ending(&export)]);
    assert_eq!(oldest[6], "127.0.0.1");
    assert!(!listed.contains(&shop) && !listed.contains(&export));

    let nobody = [&REVOKE[..], &["--user", "nobody@lines.example"]].concat();
    assert_refused(&run(folder.path(), &nobody), "nobody@lines.example");
    assert_eq!(opened(&reader, &export).await, 200);
    let of_user = [&REVOKE[..], &["--user", reader.address()]].concat();
    let revoked = said(&run(folder.path(), &of_user));
    let whose = reader.address();
    let expected = format!(
        "Access tokens that were revoked: 2.\nWeb shop of {whose}\nNightly export of {whose}"
    );
    assert_eq!(revoked, expected);
    for secret in [&export, &shop] {
        assert_eq!(opened(&reader, secret).await, 401);
    }
    let (_, trail) = reader.get("/log/api/v1/audit?pageSize=1").await;
    let trail: Value = serde_json::from_str(&trail).unwrap();
    let entry = &trail["data"][0];
    assert_eq!(entry["action"], "user.revokeAccessToken");
    assert_eq!(entry["actor"]["type"], "system");
    assert_eq!(entry["reason"], "Revoked by the operator");
    // Sessions go on.
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 200);
    server.end();
}

#[tokio::test]
async fn leaked_tokens_are_revoked_by_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let (server, reader) = demo(folder.path()).await;
    let leaked = create(&reader, "Nightly export").await;
    let kept = create(&reader, "Web shop").await;
    let mut revoke = waybill(folder.path());
    revoke.args(REVOKE).arg("--found");
    revoke
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut revoke = revoke.spawn().unwrap();
    let unknown = format!("wb_{}", "a".repeat(36));
    let text = format!("ci/deploy.env:3: TOKEN={leaked}\u{fffd}é wb_ {unknown} ({leaked})\n");
    let mut input = revoke.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    input.write_all(b"\xff\xfe").unwrap();
    drop(input);
    let revoked = said(&revoke.wait_with_output().unwrap());
    let whose = reader.address();
    let expected = format!("Access tokens that were revoked: 1.\nNightly export of {whose}");
    assert_eq!(revoked, expected);
    assert_eq!(opened(&reader, &leaked).await, 401);
    assert_eq!(opened(&reader, &kept).await, 200);

    let all = said(&run(folder.path(), &[&REVOKE[..], &["--all"]].concat()));
    assert_eq!(
        all,
        format!("Access tokens that were revoked: 1.\nWeb shop of {whose}")
    );
    assert_eq!(opened(&reader, &kept).await, 401);
    server.end();
}
