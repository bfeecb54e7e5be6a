//! Content streams through in both directions, and ends where somebody leaves.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::routing::{get, post};
use futures_util::StreamExt as _;
use futures_util::stream;
use http::Response;
use sha2::{Digest, Sha256};
use tokio::sync::{mpsc, oneshot};

use super::contacts_at;
use super::fake::Fake;
use crate::support::{Actor, TestApp};

const CHUNK: usize = 64 << 10;

/// Ada at a real connection.
fn client(
    app: SocketAddr,
    ada: &Actor<'_>,
    method: reqwest::Method,
    path: &str,
) -> reqwest::RequestBuilder {
    let cookies = format!("token={}; sid={}", ada.token(), ada.cookie("sid"));
    reqwest::Client::new()
        .request(method, format!("http://{app}{path}"))
        .bearer_auth(ada.token())
        .header("cookie", cookies)
}

fn chunk(number: usize) -> Bytes {
    let byte = u8::try_from(number % 251).unwrap();
    Bytes::from(vec![byte; CHUNK])
}

#[tokio::test]
async fn an_upload_arrives_while_it_is_sent() {
    const CHUNKS: usize = 300;
    let (arrived, mut arrivals) = mpsc::channel::<Vec<u8>>(1);
    let import = async move |request: Request| {
        let mut content = request.into_body().into_data_stream();
        let mut hash = Sha256::new();
        let mut first = Some(arrived);
        while let Some(bytes) = content.next().await {
            let bytes = bytes.unwrap();
            hash.update(&bytes);
            if let Some(arrived) = first.take() {
                arrived.send(bytes.to_vec()).await.unwrap();
            }
        }
        format!("{:?}", hash.finalize().as_slice())
    };
    let fake =
        Fake::start(Router::new().route("/contact/api/v1/contacts/import", post(import))).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let address = app.listen().await;
    let expected = (0..CHUNKS).fold(Sha256::new(), |hash, number| {
        hash.chain_update(chunk(number))
    });
    let (go_on, wait) = oneshot::channel::<()>();
    let rest = stream::once(async move {
        // Only when the service has the first of it is there more.
        wait.await.unwrap();
        chunk(1)
    });
    let content = stream::once(async { chunk(0) })
        .chain(rest)
        .chain(stream::iter((2..CHUNKS).map(chunk)))
        .map(Ok::<_, Infallible>);
    let path = "/contact/api/v1/contacts/import";
    let sent = client(address, &ada, reqwest::Method::POST, path)
        .header("content-type", "text/csv")
        .body(reqwest::Body::wrap_stream(content))
        .send();
    let watched = async {
        let first = arrivals.recv().await.unwrap();
        assert!(!first.is_empty() && first.iter().all(|it| *it == 0));
        go_on.send(()).unwrap();
    };
    let (answer, ()) = tokio::join!(sent, watched);
    let answer = answer.unwrap();
    assert_eq!(answer.status(), 200);
    let text = answer.text().await.unwrap();
    assert_eq!(text, format!("{:?}", expected.finalize().as_slice()));
}

#[tokio::test]
async fn a_download_leaves_while_it_arrives() {
    const CHUNKS: usize = 2_000;
    let (go_on, wait) = oneshot::channel::<()>();
    let wait = Arc::new(Mutex::new(Some(wait)));
    let export = async move || {
        let wait = wait.lock().unwrap().take().unwrap();
        let rest = stream::once(async move {
            // Only when somebody has the first of it is there more.
            wait.await.unwrap();
            chunk(1)
        });
        let content = stream::once(async { chunk(0) })
            .chain(rest)
            .chain(stream::iter((2..CHUNKS).map(chunk)))
            .map(Ok::<_, Infallible>);
        Body::from_stream(content)
    };
    let fake =
        Fake::start(Router::new().route("/contact/api/v1/contacts/export", get(export))).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let address = app.listen().await;
    let path = "/contact/api/v1/contacts/export";
    let answer = client(address, &ada, reqwest::Method::GET, path)
        .send()
        .await;
    let mut answer = answer.unwrap();
    assert_eq!(answer.status(), 200);
    let mut hash = Sha256::new();
    let mut length = 0;
    let mut go_on = Some(go_on);
    while let Some(bytes) = answer.chunk().await.unwrap() {
        hash.update(&bytes);
        length += bytes.len();
        if let Some(go_on) = go_on.take() {
            go_on.send(()).unwrap();
        }
    }
    assert_eq!(length, CHUNKS * CHUNK);
    let expected = (0..CHUNKS).fold(Sha256::new(), |hash, number| {
        hash.chain_update(chunk(number))
    });
    assert_eq!(hash.finalize(), expected.finalize());
}

/// Tells when it is dropped.
struct Gone(Option<oneshot::Sender<()>>);

impl Drop for Gone {
    fn drop(&mut self) {
        if let Some(tell) = self.0.take() {
            let _told = tell.send(());
        }
    }
}

#[tokio::test]
async fn who_leaves_ends_the_call_before_its_answer_and_in_the_middle_of_it() {
    for is_begun in [false, true] {
        let (tell, told) = oneshot::channel();
        let gone = Arc::new(Mutex::new(Some(Gone(Some(tell)))));
        let answer = async move || {
            let gone = gone.lock().unwrap().take().unwrap();
            if !is_begun {
                std::future::pending::<()>().await;
            }
            let endless = stream::unfold(gone, |gone| async {
                tokio::time::sleep(Duration::from_millis(5)).await;
                Some((Ok::<_, Infallible>(chunk(0)), gone))
            });
            Response::new(Body::from_stream(endless))
        };
        let fake = Fake::start(Router::new().fallback(answer)).await;
        let app = contacts_at(fake.address, "").await;
        let ada = app.user().await;
        let address = app.listen().await;
        let path = "/contact/api/v1/contacts";
        let call = client(address, &ada, reqwest::Method::GET, path);
        let asking = tokio::spawn(async move {
            let mut answer = call.send().await.unwrap();
            while answer.chunk().await.unwrap().is_some() {}
        });
        wait_until(|| !fake.asked().is_empty()).await;
        assert_eq!(in_work(&app), 1);
        asking.abort();
        told.await.unwrap();
        wait_until(|| in_work(&app) == 0).await;
    }
}

fn in_work(app: &TestApp) -> usize {
    app.app.upstreams.get("contact").unwrap().in_work()
}

async fn wait_until(is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_no_whole_one() {
    let (go_on, wait) = oneshot::channel::<()>();
    let wait = Arc::new(Mutex::new(Some(wait)));
    let breaking = async move || {
        let wait = wait.lock().unwrap().take().unwrap();
        let broken = stream::once(async move {
            wait.await.unwrap();
            Err("the disk is gone")
        });
        Body::from_stream(stream::once(async { Ok(chunk(0)) }).chain(broken))
    };
    let fake = Fake::start(Router::new().fallback(breaking)).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let address = app.listen().await;
    let path = "/contact/api/v1/contacts";
    let answer = client(address, &ada, reqwest::Method::GET, path)
        .send()
        .await;
    let mut answer = answer.unwrap();
    assert!(answer.chunk().await.unwrap().is_some());
    go_on.send(()).unwrap();
    let rest = async {
        while answer.chunk().await?.is_some() {}
        Ok::<_, reqwest::Error>(())
    };
    assert!(rest.await.is_err());
}
