//! Somebody who registers companies over HTTP, and knows what came of each attempt.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "an answer of another shape than expected should stop the test"
)]

use std::time::Duration;

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::time::sleep;

const PASSWORD: &str = "granite-anchor-42";

/// A company about to register, and its first user.
#[derive(Clone, Debug)]
pub(super) struct Registration {
    pub(super) email: String,
    pub(super) company: String,
}

impl Registration {
    pub(super) fn number(n: usize) -> Self {
        Self {
            email: format!("n{n}@crash.example"),
            company: format!("Crash {n}"),
        }
    }
}

/// What came of an attempt to register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The answer came whole: 201.
    Acknowledged,
    /// No answer came; nobody knows what was written.
    CutOff,
    /// The server was too busy to begin: 503.
    TurnedAway,
}

/// A client of one server.
#[derive(Clone)]
pub(super) struct Registrar {
    client: Client,
    origin: String,
}

impl Registrar {
    pub(super) fn at(origin: &str) -> Self {
        Self {
            client: Client::new(),
            origin: origin.to_owned(),
        }
    }

    /// Signs up with the identity provider and registers the company.
    pub(super) async fn register(&self, registration: &Registration) -> Outcome {
        let id_token = match send(self.sign_up(registration)).await {
            Ok((StatusCode::OK, account)) => id_token(&account),
            Ok(other) => return turned_away(&other),
            Err(CutOff) => return Outcome::CutOff,
        };
        match send(self.new_company(&id_token, registration)).await {
            Ok((StatusCode::CREATED, _)) => Outcome::Acknowledged,
            Ok(other) => panic!("{registration:?}: {other:?}"),
            Err(CutOff) => Outcome::CutOff,
        }
    }

    /// Does all of it that was not done before the server was killed.
    pub(super) async fn register_again(&self, registration: &Registration) {
        let (status, _) = patiently(|| self.sign_up(registration)).await;
        // The address has an account already, or has one now.
        assert!(matches!(status, StatusCode::OK | StatusCode::BAD_REQUEST));
        let id_token = self.id_token(&registration.email).await;
        let (status, answer) = patiently(|| self.new_company(&id_token, registration)).await;
        assert!(
            matches!(status, StatusCode::CREATED | StatusCode::CONFLICT),
            "{registration:?}: {answer}"
        );
    }

    /// The company whose user signs in with this address.
    pub(super) async fn company_of(&self, email: &str) -> Option<String> {
        let id_token = self.id_token(email).await;
        let login = || {
            let path = format!("{}/iam/api/v1/auth/login", self.origin);
            self.client.get(path).bearer_auth(&id_token)
        };
        let (_, answer) = patiently(login).await;
        let name = answer["data"]["company"]["name"].as_str();
        name.map(str::to_owned)
    }

    async fn id_token(&self, email: &str) -> String {
        let (status, account) = patiently(|| self.identity("signInWithPassword", email)).await;
        assert_eq!(status, StatusCode::OK, "{email}: {account}");
        id_token(&account)
    }

    fn sign_up(&self, registration: &Registration) -> RequestBuilder {
        self.identity("signUp", &registration.email)
    }

    fn identity(&self, method: &str, email: &str) -> RequestBuilder {
        let origin = &self.origin;
        self.client
            .post(format!(
                "{origin}/identitytoolkit.googleapis.com/v1/accounts:{method}?key=k"
            ))
            .json(&json!({ "email": email, "password": PASSWORD, "returnSecureToken": true }))
    }

    fn new_company(&self, id_token: &str, registration: &Registration) -> RequestBuilder {
        self.client
            .post(format!("{}/iam/api/v1/auth", self.origin))
            .bearer_auth(id_token)
            .json(&json!({
                "firstName": "Crash", "lastName": "Test",
                "companyName": registration.company, "operatingCountry": "NL",
            }))
    }
}

struct CutOff;

/// Status and JSON of an answer that came whole.
async fn send(request: RequestBuilder) -> Result<(StatusCode, Value), CutOff> {
    let response = request.send().await.map_err(|_| CutOff)?;
    let status = response.status();
    let body = response.text().await.map_err(|_| CutOff)?;
    Ok((status, serde_json::from_str(&body).unwrap_or_default()))
}

/// Asks again for as long as the server is too busy; it has to be there.
async fn patiently(request: impl Fn() -> RequestBuilder) -> (StatusCode, Value) {
    loop {
        match send(request()).await {
            Ok((StatusCode::SERVICE_UNAVAILABLE, _)) => sleep(Duration::from_millis(50)).await,
            Ok(answer) => return answer,
            Err(CutOff) => panic!("the server does not answer"),
        }
    }
}

fn turned_away((status, answer): &(StatusCode, Value)) -> Outcome {
    assert_eq!(*status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
    Outcome::TurnedAway
}

fn id_token(account: &Value) -> String {
    account["idToken"].as_str().unwrap().to_owned()
}
