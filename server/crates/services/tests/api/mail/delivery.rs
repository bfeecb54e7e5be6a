//! What becomes of a mail on its way: retries, refusals, instances that die, instances that race.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::http::StatusCode;
use serde_json::json;
use waybill_services::mail::{MailAddress, Outgoing, Post, Transport, TransportError};

use super::{SEND, letter, state};
use crate::actors::TestApp;

/// A mail server that answers as it is told, and remembers what it took.
#[derive(Default)]
struct Server {
    /// What it says next; it takes mails once there is nothing more to say.
    says: Mutex<Vec<TransportError>>,
    took: Mutex<HashMap<uuid::Uuid, usize>>,
}

#[async_trait]
impl Transport for Server {
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError> {
        // Others get their turn while this mail is on its way.
        tokio::task::yield_now().await;
        if let Some(error) = self.says.lock().unwrap().pop() {
            return Err(error);
        }
        *self.took.lock().unwrap().entry(mail.id).or_default() += 1;
        Ok(())
    }
}

async fn app_with(server: &Arc<Server>) -> TestApp {
    let post = Post {
        transport: Arc::clone(server) as _,
        from: MailAddress::new("Waybill", "no-reply@lines.test"),
    };
    TestApp::with_post(post).await
}

#[tokio::test]
async fn a_mail_that_was_not_taken_is_tried_again_later() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    server
        .says
        .lock()
        .unwrap()
        .push(TransportError::Later("busy".to_owned()));
    let message = ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    let waiting = state(&ann, &message).await;
    assert_eq!(
        (&waiting["state"], &waiting["error"], &waiting["attempts"]),
        (&json!("queued"), &json!("busy"), &json!(1))
    );
    app.wait(29);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["attempts"], 1);
    app.wait(1);
    app.deliver().await;
    let sent = state(&ann, &message).await;
    assert_eq!(
        (&sent["state"], &sent["error"], &sent["attempts"]),
        (&json!("sent"), &json!(null), &json!(2))
    );
}

#[tokio::test]
async fn a_mail_is_given_up_after_a_day_of_trying() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    for _ in 0..20 {
        server
            .says
            .lock()
            .unwrap()
            .push(TransportError::Later("busy".to_owned()));
    }
    let message = ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    for _ in 0..20 {
        app.wait(43_200);
        app.deliver().await;
    }
    let failed = state(&ann, &message).await;
    assert_eq!(
        (&failed["state"], &failed["attempts"]),
        (&json!("failed"), &json!(9))
    );
    assert_eq!(server.says.lock().unwrap().len(), 11);
}

#[tokio::test]
async fn a_refused_mail_bounces_and_is_not_tried_again() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    let no = TransportError::Refused("550 no such mailbox".to_owned());
    server.says.lock().unwrap().push(no);
    let message = ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(86_400);
    app.deliver().await;
    let bounced = state(&ann, &message).await;
    assert_eq!(
        (&bounced["state"], &bounced["error"]),
        (&json!("bounced"), &json!("550 no such mailbox"))
    );
    let told = ann.get("/iam/api/v1/notifications").await.rows();
    assert_eq!(
        (&told[0]["kind"], &told[0]["severity"], &told[0]["body"]),
        (
            &json!("mailFailed"),
            &json!("warning"),
            &json!("550 no such mailbox")
        )
    );
    assert_eq!(told[0]["subject"]["id"], message["_id"]);
    assert!(server.took.lock().unwrap().is_empty());
    let waiting = ann.get("/iam/api/v1/users/me/attention").await;
    let group = &waiting.data(StatusCode::OK)[0];
    assert_eq!(
        (&group["kind"], &group["items"][0]["_id"]),
        (&json!("failedMail"), &message["_id"])
    );
}

#[tokio::test]
async fn instances_that_race_hand_each_mail_on_once() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    for _ in 0..12 {
        ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    }
    app.wait(10);
    tokio::join!(app.deliver(), app.deliver(), app.deliver(), app.deliver());
    let took = server.took.lock().unwrap().clone();
    assert_eq!(took.len(), 12);
    assert!(took.values().all(|times| *times == 1), "{took:?}");
}

#[tokio::test]
async fn a_mail_of_an_instance_that_died_is_taken_up_by_another() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    let message = ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(10);
    // An instance claims the mail, and never says more.
    let tx = app.storage.begin().await.unwrap();
    let now = waybill_storage::Clock::now(&*app.clock);
    let until = now + jiff::SignedDuration::from_mins(10);
    let claimed = waybill_storage::outbox::claim(&tx, now, until)
        .await
        .unwrap();
    assert!(claimed.is_some());
    tx.commit().await.unwrap();
    app.deliver().await;
    assert!(server.took.lock().unwrap().is_empty());
    app.wait(600);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
}

#[tokio::test]
async fn the_job_ends_when_it_is_told_to() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(10);
    let (end, ends) = tokio::sync::watch::channel(false);
    let services = Arc::clone(&app.services);
    let job =
        tokio::spawn(async move { Box::pin(services.run_outbox(ends, |_went_well| {})).await });
    while server.took.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    end.send(true).unwrap();
    job.await.unwrap();
}
