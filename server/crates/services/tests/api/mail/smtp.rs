//! SMTP over a real socket: the dialogue that a mail server sees (RFC 5321).

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use waybill_services::mail::smtp::Smtp;
use waybill_services::mail::{MailAddress, Post};

use super::{SEND, state, with};
use crate::actors::TestApp;

/// What a mail server was told: commands without their line ends, and the lines of each mail.
type Told = mpsc::UnboundedReceiver<String>;

/// A mail server on a port of its own. It knows the mailboxes of `x.example`, and refuses all others.
async fn server() -> (u16, Told) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(talk(stream, tell.clone()));
        }
    });
    (port, told)
}

async fn talk(stream: TcpStream, tell: mpsc::UnboundedSender<String>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mx.example ready\r\n").await.unwrap();
    let mut in_mail = false;
    while let Ok(Some(line)) = lines.next_line().await {
        let answer: &[u8] = if in_mail {
            in_mail = line != ".";
            if in_mail { b"" } else { b"250 taken\r\n" }
        } else if line.starts_with("EHLO") {
            b"250-mx.example\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n"
        } else if line.starts_with("RCPT") && !line.contains("@x.example>") {
            b"550 5.1.1 no such mailbox\r\n"
        } else if line.starts_with("AUTH") {
            b"235 welcome\r\n"
        } else if line == "DATA" {
            in_mail = true;
            b"354 go on\r\n"
        } else {
            b"250 ok\r\n"
        };
        if tell.send(line).is_err() || write.write_all(answer).await.is_err() {
            return;
        }
    }
}

async fn app_with(port: u16) -> TestApp {
    let url = format!("smtp://ann:s3cret@127.0.0.1:{port}");
    let post = Post {
        transport: Arc::new(Smtp::new(&url, "waybill.example").unwrap()),
        from: MailAddress::new("Waybill", "no-reply@waybill.example"),
    };
    TestApp::with_post(post).await
}

#[tokio::test]
async fn a_mail_reaches_the_server_with_its_envelope() {
    let (port, mut told) = server().await;
    let app = app_with(port).await;
    let ann = app.administrator("Lines").await;
    let body = with(json!({
        "to": [{ "name": "Jörg", "address": "joerg@x.example" }], "bcc": [{ "address": "hidden@x.example" }],
        "text": "Dear Jörg,\n.\nbye", "html": ""
    }));
    let message = ann.post(SEND, body).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
    let mut said = Vec::new();
    while let Ok(line) = told.try_recv() {
        said.push(line);
    }
    let at = |wanted: &str| {
        said.iter()
            .position(|line| line.starts_with(wanted))
            .unwrap_or_else(|| panic!("no {wanted} in {said:#?}"))
    };
    let order = [
        at("EHLO waybill.example"),
        at("AUTH PLAIN"),
        at("MAIL FROM:<no-reply@waybill.example>"),
        at("RCPT TO:<joerg@x.example>"),
        at("RCPT TO:<hidden@x.example>"),
        at("DATA"),
        at("Message-ID: <"),
    ];
    assert!(order.is_sorted(), "{said:#?}");
    assert_eq!(
        said.iter().filter(|line| line.contains("hidden")).count(),
        1
    );
}

#[tokio::test]
async fn a_mailbox_that_is_not_there_bounces() {
    let (port, _told) = server().await;
    let app = app_with(port).await;
    let ann = app.administrator("Lines").await;
    let message = ann
        .post(SEND, with(json!({})))
        .await
        .data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    let bounced = state(&ann, &message).await;
    assert_eq!(bounced["state"], "bounced");
    let why = bounced["error"].as_str().unwrap();
    assert!(
        why.contains("no such mailbox") && !why.contains("s3cret"),
        "{why}"
    );
}

#[tokio::test]
async fn a_server_that_is_not_there_is_asked_again_later() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let app = app_with(port).await;
    let ann = app.administrator("Lines").await;
    let message = ann
        .post(SEND, with(json!({})))
        .await
        .data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "queued");
}

#[tokio::test]
async fn an_address_that_cannot_be_used_is_not_repeated() {
    for url in [
        "ann:s3cret@mx.example",
        "http://ann:s3cret@mx.example",
        "smtp://ann:s3cret@mx.example?tls=maybe",
    ] {
        let refused = Smtp::new(url, "waybill.example").unwrap_err();
        assert!(!format!("{refused} {refused:?}").contains("s3cret"));
    }
}
