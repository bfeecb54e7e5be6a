//! Google as far as it is asked: keys, access tokens and accounts, by a script; and a note of what was asked.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use http::HeaderMap;
use http::header::{AUTHORIZATION, CACHE_CONTROL, LOCATION};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, crypto};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use waybill_storage::Clock;

pub(super) const PROJECT: &str = "freight-test";

/// A pair of keys that signs ID tokens.
pub(super) struct Signer {
    kid: String,
    key: EncodingKey,
    pem: String,
}

/// What the server answers.
#[derive(Clone)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    /// What it thinks before.
    pub(super) delay: Duration,
    /// Whether it goes on for ever after that.
    pub(super) is_endless: bool,
}

/// What was asked.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) path: String,
    pub(super) bearer: String,
    pub(super) body: String,
}

#[derive(Default)]
struct Script {
    replies: HashMap<String, Reply>,
    asked: Vec<Asked>,
}

/// A running server. It ends with the test.
pub(super) struct Google {
    origin: String,
    script: Arc<Mutex<Script>>,
    account: Signer,
}

impl Signer {
    pub(super) fn new(kid: &str) -> Self {
        let key = KeyPair::generate(KeySize::Rsa2048).unwrap();
        let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&key).unwrap();
        let mut pem = "-----BEGIN PRIVATE KEY-----\n".to_owned();
        for line in BASE64_STANDARD.encode(der.as_ref()).as_bytes().chunks(64) {
            writeln!(pem, "{}", std::str::from_utf8(line).unwrap()).unwrap();
        }
        pem.push_str("-----END PRIVATE KEY-----\n");
        Self {
            kid: kid.to_owned(),
            key: EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap(),
            pem,
        }
    }

    pub(super) fn jwk(&self) -> Value {
        let jwk = Jwk::from_encoding_key(&self.key, Algorithm::RS256).unwrap();
        let mut jwk = serde_json::to_value(jwk).unwrap();
        for (name, value) in [("kid", self.kid.as_str()), ("use", "sig"), ("alg", "RS256")] {
            jwk[name] = json!(value);
        }
        jwk
    }

    pub(super) fn header(&self) -> Value {
        json!({ "alg": "RS256", "kid": self.kid, "typ": "JWT" })
    }

    pub(super) fn token(&self, claims: &Map<String, Value>) -> String {
        let claims = Value::Object(claims.clone()).to_string();
        self.signed(&self.header().to_string(), &claims)
    }

    /// Exactly this JSON.
    pub(super) fn signed(&self, header: &str, claims: &str) -> String {
        let message = message(header, claims);
        let signature = crypto::sign(message.as_bytes(), &self.key, Algorithm::RS256).unwrap();
        format!("{message}.{signature}")
    }
}

pub(super) fn message(header: &str, claims: &str) -> String {
    let encode = |text| BASE64_URL_SAFE_NO_PAD.encode(text);
    format!("{}.{}", encode(header), encode(claims))
}

/// What a token of this moment says.
pub(super) fn claims(clock: &dyn Clock) -> Map<String, Value> {
    let now = clock.now().as_second();
    let claims = json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"),
        "aud": PROJECT,
        "auth_time": now,
        "user_id": "uid-of-ann",
        "sub": "uid-of-ann",
        "iat": now,
        "exp": now + 3600,
        "email": "Ann@example.test",
        "email_verified": true,
        "name": "Ann",
        "shift": "night",
        "firebase": { "identities": { "email": ["Ann@example.test"] }, "sign_in_provider": "password" },
    });
    claims.as_object().unwrap().clone()
}

impl Reply {
    pub(super) fn json(body: &Value) -> Self {
        Self::text(200, &body.to_string())
    }

    pub(super) fn text(status: u16, body: &str) -> Self {
        Self {
            status,
            headers: HeaderMap::new(),
            body: body.as_bytes().to_vec(),
            delay: Duration::ZERO,
            is_endless: false,
        }
    }

    /// In Google's words.
    pub(super) fn refusal(code: &str) -> Self {
        let error = json!({ "code": 400, "message": code, "errors": [] });
        Self::text(400, &json!({ "error": error }).to_string())
    }

    pub(super) fn kept_for(mut self, cache_control: &'static str) -> Self {
        self.headers
            .insert(CACHE_CONTROL, cache_control.parse().unwrap());
        self
    }

    pub(super) fn to(url: &str) -> Self {
        let mut reply = Self::text(302, "");
        reply.headers.insert(LOCATION, url.parse().unwrap());
        reply
    }

    pub(super) fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

impl Google {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let script = Arc::new(Mutex::new(Script::default()));
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let google = Self {
            origin,
            script,
            account: Signer::new("account"),
        };
        let granted =
            json!({ "access_token": "ya29.first", "expires_in": 3599, "token_type": "Bearer" });
        google.says("/token", Reply::json(&granted));
        google
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    pub(super) fn says(&self, path: &str, reply: Reply) {
        let mut script = self.script.lock().unwrap();
        script.replies.insert(path.to_owned(), reply);
    }

    /// Publishes these keys, to be kept for an hour.
    pub(super) fn publish(&self, signers: &[&Signer]) {
        let keys: Vec<Value> = signers.iter().map(|signer| signer.jwk()).collect();
        let reply = Reply::json(&json!({ "keys": keys }));
        self.says(
            "/keys",
            reply.kept_for("public, max-age=3600, must-revalidate"),
        );
    }

    pub(super) fn asked(&self, path: &str) -> Vec<Asked> {
        let script = self.script.lock().unwrap();
        let asked = script.asked.iter().filter(|asked| asked.path == path);
        asked.cloned().collect()
    }

    /// The key of a service account, as it is handed out.
    pub(super) fn service_account(&self) -> Value {
        json!({
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": "account",
            "private_key": self.account.pem,
            "client_email": "waybill@freight-test.iam.gserviceaccount.com",
            "token_uri": self.url("/token"),
        })
    }

    /// The public half of that key.
    pub(super) fn account_jwk(&self) -> Jwk {
        serde_json::from_value(self.account.jwk()).unwrap()
    }
}

async fn answer(State(script): State<Arc<Mutex<Script>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let path = parts.uri.path().to_owned();
    let bearer = parts.headers.get(AUTHORIZATION);
    let bearer = bearer.map_or("", |it| it.to_str().unwrap());
    let asked = Asked {
        path: path.clone(),
        bearer: bearer.to_owned(),
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    let reply = {
        let mut script = script.lock().unwrap();
        script.asked.push(asked);
        script.replies.get(&path).cloned()
    };
    let reply = reply.unwrap_or_else(|| Reply::text(404, ""));
    tokio::time::sleep(reply.delay).await;
    let body = if reply.is_endless {
        let chunk = axum::body::Bytes::from(vec![b' '; 1 << 16]);
        let chunks =
            futures_util::stream::repeat_with(move || Ok::<_, std::io::Error>(chunk.clone()));
        Body::from_stream(chunks)
    } else {
        Body::from(reply.body)
    };
    let mut response = Response::new(body);
    *response.status_mut() = reply.status.try_into().unwrap();
    *response.headers_mut() = reply.headers;
    response
}
