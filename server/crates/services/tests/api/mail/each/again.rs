//! Messages to each that failed, were taken back, or are sent again.

use super::*;

#[tokio::test]
async fn a_failed_recipient_alone_is_tried_again() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    server.refuses.lock().unwrap().push("juergen");
    let letter = greeting(&[
        "joan@shipper.example",
        "juergen@carrier.example",
        "ann@lines.test",
    ]);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    let failed = state(&ann, &message).await;
    assert_eq!(failed["state"], "bounced");
    assert_eq!(
        states(&failed),
        [
            ("joan@shipper.example", "sent"),
            ("juergen@carrier.example", "bounced"),
            ("ann@lines.test", "sent")
        ]
    );
    assert_eq!(failed["results"][1]["error"], "550 no such mailbox");
    let told = ann.get("/iam/api/v1/notifications").await.rows();
    assert_eq!(
        (&told[0]["title"], &told[0]["body"]),
        (
            &json!("Not delivered: For Jürgen"),
            &json!("juergen@carrier.example: 550 no such mailbox")
        )
    );

    server.refuses.lock().unwrap().clear();
    let path = format!("{MESSAGES}/{}/retry", message["_id"].as_str().unwrap());
    let id = |at: usize| message["results"][at]["id"].clone();
    // One that arrived is not sent again, whoever asks.
    let arrived = ann.post(&path, json!({ "results": [id(0)] })).await;
    assert_eq!(arrived.data(StatusCode::OK)["state"], "bounced");
    let unknown = json!({ "results": [uuid::Uuid::now_v7()] });
    assert_eq!(ann.post(&path, unknown).await.faults(), ["/results/0"]);
    let again = ann.post(&path, json!({ "results": [id(1)] })).await;
    let again = again.data(StatusCode::OK);
    assert_eq!(
        (&again["state"], &again["results"][1]["error"]),
        (&json!("queued"), &Value::Null)
    );
    // Twice asked is once sent.
    ann.post(&path, json!({})).await.data(StatusCode::OK);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
    let counts = server.counts();
    assert_eq!(counts.len(), 3);
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
    assert!(server.took()["juergen@carrier.example"][0].contains("Dear J=C3=BCrgen,"));
}

#[tokio::test]
async fn a_single_mail_that_failed_is_tried_again() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    server.refuses.lock().unwrap().push("joan");
    let message = ann.post(SEND, with(json!({}))).await;
    let message = message.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "bounced");
    server.refuses.lock().unwrap().clear();
    let path = format!("{MESSAGES}/{}/retry", message["_id"].as_str().unwrap());
    ann.post(&path, json!({})).await.data(StatusCode::OK);
    app.deliver().await;
    let sent = state(&ann, &message).await;
    assert_eq!(
        (&sent["state"], &sent["error"]),
        (&json!("sent"), &Value::Null)
    );
    assert_eq!(server.counts()["joan@shipper.example"], 1);
}

#[tokio::test]
async fn who_opts_out_meanwhile_is_not_tried_again() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    server.refuses.lock().unwrap().push("juergen");
    let letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    server.refuses.lock().unwrap().clear();
    let juergen = &ann.get(&format!("{CONTACTS}?search=klein")).await.rows()[0];
    let path = format!("{CONTACTS}/{}", juergen["_id"].as_str().unwrap());
    let out = json!({ "doNotContact": true });
    ann.patch(&path, "*", out).await.data(StatusCode::OK);
    let path = format!("{MESSAGES}/{}/retry", message["_id"].as_str().unwrap());
    let again = ann.post(&path, json!({})).await.data(StatusCode::OK);
    assert_eq!(
        (&again["state"], &again["results"][1]["state"]),
        (&json!("sent"), &json!("leftOut"))
    );
    app.deliver().await;
    assert_eq!(server.took().len(), 1);
}

#[tokio::test]
async fn all_mails_of_a_message_are_taken_back_at_once() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let mut letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    letter["scheduledAt"] = json!("2026-11-20T15:00:00Z");
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(message["undoUntil"], "2026-11-20T15:00:00Z");
    let path = format!("{MESSAGES}/{}/cancel", message["_id"].as_str().unwrap());
    let cancelled = ann.post(&path, json!({})).await.data(StatusCode::OK);
    assert_eq!(cancelled["state"], "cancelled");
    assert!(states(&cancelled).iter().all(|(_, it)| *it == "cancelled"));
    app.set_time("2026-11-20T15:00:00Z");
    app.deliver().await;
    assert_eq!(server.took().len(), 0);
    let answer = ann.post(&path, json!({})).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);
}

#[tokio::test]
async fn one_key_sends_all_of_them_once() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "k1"),
    ];
    let body = letter.to_string();
    let first = ann
        .send_with(Method::POST, SEND, &headers, body.clone())
        .await;
    let again = ann.send_with(Method::POST, SEND, &headers, body).await;
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    app.wait(10);
    app.deliver().await;
    assert_eq!(server.took().len(), 2);
    assert!(server.counts().values().all(|count| *count == 1));
}
