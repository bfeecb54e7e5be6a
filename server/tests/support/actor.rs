//! Somebody with a browser: a jar of cookies, and requests that carry them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot write its request should stop"
)]

use std::collections::BTreeMap;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use axum::body::Body;
use axum::extract::Request;
use http::HeaderValue;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST};
use serde_json::{Value, json};

use super::{Answer, PASSWORD, TestApp, email_of};

/// Where everybody believes the server to be.
pub(crate) const HOST_NAME: &str = "waybill.test";

#[derive(Clone)]
pub(crate) struct Actor<'a> {
    app: &'a TestApp,
    cookies: BTreeMap<String, String>,
    user_id: String,
}

impl<'a> Actor<'a> {
    pub(super) fn new(app: &'a TestApp) -> Self {
        Self {
            app,
            cookies: BTreeMap::new(),
            user_id: String::new(),
        }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> Draft<'a> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method.parse().unwrap();
        *request.uri_mut() = path.parse().unwrap();
        let headers = request.headers_mut();
        headers.insert(HOST, HeaderValue::from_static(HOST_NAME));
        if !self.cookies.is_empty() {
            let pairs: Vec<String> = self
                .cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            headers.insert(COOKIE, HeaderValue::try_from(pairs.join("; ")).unwrap());
        }
        Draft {
            app: self.app,
            request,
        }
    }

    /// Opens a page.
    pub(crate) async fn open(&self, path: &str) -> Answer {
        self.request("GET", path).await
    }

    /// Calls a service with the token.
    pub(crate) async fn call(&self, path: &str) -> Answer {
        self.request("GET", path).bearer(self.token()).await
    }

    pub(crate) fn token(&self) -> &str {
        self.cookies.get("token").map_or("", String::as_str)
    }

    pub(crate) fn cookie(&self, name: &str) -> &str {
        &self.cookies[name]
    }

    pub(crate) fn set_cookie(&mut self, name: &str, value: &str) {
        self.cookies.insert(name.to_owned(), value.to_owned());
    }

    pub(crate) fn drop_cookie(&mut self, name: &str) {
        self.cookies.remove(name);
    }

    pub(crate) fn user_id(&self) -> &str {
        &self.user_id
    }

    /// Keeps the cookies of an answer, and who it says we are.
    pub(crate) fn accept(&mut self, answer: &Answer) {
        for cookie in answer.set_cookies() {
            let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.set_cookie(name, value);
            }
        }
        if answer.header("content-type") == "application/json"
            && let Some(id) = answer.json()["data"]["user"]["_id"].as_str()
        {
            id.clone_into(&mut self.user_id);
        }
    }

    /// An account at the identity provider; gives its ID token.
    pub(crate) async fn sign_up(&self, email: &str) -> String {
        self.provider("accounts:signUp", email).await
    }

    /// Signs in at the identity provider; gives the ID token.
    pub(crate) async fn id_token(&self, first_name: &str) -> String {
        let email = email_of(first_name);
        self.provider("accounts:signInWithPassword", &email).await
    }

    async fn provider(&self, method: &str, email: &str) -> String {
        let body = json!({ "email": email, "password": PASSWORD, "returnSecureToken": true });
        let path = format!("/identitytoolkit.googleapis.com/v1/{method}?key=k");
        let answer = self.request("POST", &path).json(&body).await;
        assert_eq!(answer.status(), 200, "{answer:?}");
        answer.json()["idToken"].as_str().unwrap().to_owned()
    }

    /// Sets a new password at the identity provider, after signing in there anew.
    pub(crate) async fn change_password(&self, first_name: &str, password: &str) -> Answer {
        let id_token = self.id_token(first_name).await;
        let body = json!({ "idToken": id_token, "password": password, "returnSecureToken": true });
        let path = "/identitytoolkit.googleapis.com/v1/accounts:update?key=k";
        self.request("POST", path).json(&body).await
    }

    /// The login exchange.
    pub(crate) async fn log_in(&mut self, first_name: &str) -> Answer {
        let id_token = self.id_token(first_name).await;
        let answer = self
            .request("GET", "/iam/api/v1/auth/login")
            .bearer(&id_token)
            .await;
        self.accept(&answer);
        answer
    }

    pub(crate) async fn refresh(&mut self) -> Answer {
        let answer = self.call("/iam/api/v1/auth/token-refresh").await;
        self.accept(&answer);
        answer
    }

    pub(crate) async fn log_out(&self) -> Answer {
        self.request("POST", "/iam/api/v1/auth/logout")
            .bearer(self.token())
            .await
    }
}

/// A request about to be sent; await it.
pub(crate) struct Draft<'a> {
    app: &'a TestApp,
    request: Request,
}

impl Draft<'_> {
    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = HeaderValue::try_from(value).unwrap();
        self.request.headers_mut().append(name, value);
        self
    }

    /// The same with any bytes that a header may hold, in place of those that stand there.
    pub(crate) fn raw_header(mut self, name: &'static str, value: HeaderValue) -> Self {
        self.request.headers_mut().insert(name, value);
        self
    }

    /// For another host than the usual one.
    pub(crate) fn host(mut self, host: &str) -> Self {
        let host = HeaderValue::try_from(host).unwrap();
        self.request.headers_mut().insert(HOST, host);
        self
    }

    pub(crate) fn bearer(mut self, token: &str) -> Self {
        let value = HeaderValue::try_from(format!("Bearer {token}")).unwrap();
        self.request.headers_mut().insert(AUTHORIZATION, value);
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.content("application/json", body.to_string())
    }

    pub(crate) fn form(self, fields: &[(&str, &str)]) -> Self {
        let body: String = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        self.content("application/x-www-form-urlencoded", &body)
    }

    /// Content that does not say what it is.
    pub(crate) fn untyped(mut self, body: &str) -> Self {
        *self.request.body_mut() = Body::from(body.to_owned());
        self
    }

    pub(crate) fn content(mut self, content_type: &str, body: impl AsRef<[u8]>) -> Self {
        let value = HeaderValue::try_from(content_type).unwrap();
        self.request.headers_mut().insert(CONTENT_TYPE, value);
        *self.request.body_mut() = Body::from(body.as_ref().to_vec());
        self
    }
}

impl<'a> IntoFuture for Draft<'a> {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.app.send(self.request))
    }
}
