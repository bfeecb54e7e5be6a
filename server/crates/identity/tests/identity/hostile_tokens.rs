//! Hostile ID tokens: rows C07 to C16 of the hostile inputs, most of them signed with the provider's own key, so that only
//! the rule under test can refuse them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, crypto};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use waybill_identity::Error;
use waybill_storage::identity::keys;

use crate::server::{ANN, Server, text};

/// Somebody who holds a genuine token, and in these tests even the signing key.
struct Forger {
    server: Server,
    genuine: String,
    kid: String,
    key: EncodingKey,
    public_jwk: Value,
    claims: Map<String, Value>,
}

impl Forger {
    async fn start() -> Self {
        let server = Server::start().await;
        let genuine = text(&server.sign_up(ANN).await, "idToken").to_owned();
        let stored = keys::all(server.storage.reader()).await.unwrap().remove(0);
        let payload = genuine.split('.').nth(1).unwrap();
        let claims =
            serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap();
        Self {
            server,
            genuine,
            kid: stored.kid,
            key: EncodingKey::from_ec_der(&BASE64_STANDARD.decode(stored.private_key).unwrap()),
            public_jwk: serde_json::from_str(&stored.public_jwk).unwrap(),
            claims,
        }
    }

    fn header(&self) -> Value {
        json!({ "alg": "ES256", "kid": self.kid, "typ": "JWT" })
    }

    /// Exactly this JSON, signed by the provider's own key.
    fn signed(&self, header: &str, claims: &str) -> String {
        let message = format!(
            "{}.{}",
            BASE64_URL_SAFE_NO_PAD.encode(header),
            BASE64_URL_SAFE_NO_PAD.encode(claims)
        );
        let signature = crypto::sign(message.as_bytes(), &self.key, Algorithm::ES256).unwrap();
        format!("{message}.{signature}")
    }

    fn with_header(&self, header: &Value) -> String {
        self.signed(
            &header.to_string(),
            &Value::Object(self.claims.clone()).to_string(),
        )
    }

    /// The genuine claims with one member replaced by this JSON text, or left out.
    fn with_claim(&self, name: &str, json: Option<&str>) -> String {
        let mut claims = self.claims.clone();
        claims.remove(name);
        let mut text = Value::Object(claims).to_string();
        if let Some(json) = json {
            text.pop();
            write!(text, r#","{name}":{json}}}"#).unwrap();
        }
        self.signed(&self.header().to_string(), &text)
    }

    async fn refused(&self, token: &str, why: &str) {
        match self.server.provider.verify(token).await {
            Err(Error::InvalidIdToken(_)) => {}
            other => panic!("{why}: {other:?}"),
        }
        assert_eq!(
            self.server.lookup(&json!(token)).await.code(),
            "INVALID_ID_TOKEN",
            "{why}"
        );
    }

    async fn accepted(&self, token: &str) {
        let identity = self.server.provider.verify(token).await.unwrap();
        assert_eq!(identity.email.as_deref(), Some(ANN));
    }
}

#[tokio::test]
async fn the_forger_can_make_genuine_tokens() {
    let forger = Forger::start().await;
    forger.accepted(&forger.genuine).await;
    forger.accepted(&forger.with_header(&forger.header())).await;
    forger
        .accepted(&forger.with_claim("exp", Some(&forger.claims["exp"].to_string())))
        .await;
}

#[tokio::test]
async fn c07_anything_but_three_whole_segments_is_refused() {
    let forger = Forger::start().await;
    let [header, claims, signature] = forger
        .genuine
        .split('.')
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    for token in [
        String::new(),
        ".".to_owned(),
        "..".to_owned(),
        header.to_owned(),
        format!("{header}.{claims}"),
        format!("{header}.{claims}."),
        format!("{header}..{signature}"),
        format!(".{claims}.{signature}"),
        format!("{header}.{claims}.{signature}."),
        format!(".{header}.{claims}.{signature}"),
        format!("{header}.{claims}.{signature}.{signature}"),
        format!("{header}.{claims}.{signature}.{signature}.{signature}"),
        format!("{}=", forger.genuine),
        format!("{} ", forger.genuine),
        format!(" {}", forger.genuine),
        format!("Bearer {}", forger.genuine),
        forger.genuine.replace('.', "%2E"),
        format!("{header}.{claims}.{}", &signature[..signature.len() - 1]),
        format!("{}.{claims}.{signature}", "A".repeat(9000)),
    ] {
        forger.refused(&token, &token).await;
    }
}

#[tokio::test]
async fn c09_only_es256_is_an_algorithm() {
    let forger = Forger::start().await;
    let with_alg = |alg: Value| {
        let mut header = forger.header();
        header["alg"] = alg;
        header
    };
    let algorithms = [
        json!("none"),
        json!("nOnE"),
        json!("NONE"),
        json!(""),
        Value::Null,
        json!(0),
        json!(["ES256"]),
        json!({ "alg": "ES256" }),
        json!("es256"),
        json!("ES256 "),
        json!("ES384"),
        json!("RS256"),
        json!("HS256"),
        json!("EdDSA"),
        json!("ES256K"),
    ];
    for header in algorithms.map(with_alg) {
        let token = forger.with_header(&header);
        forger.refused(&token, &header.to_string()).await;
        forger
            .refused(
                &format!("{}.", token.rsplit_once('.').unwrap().0),
                &header.to_string(),
            )
            .await;
    }
    forger
        .refused(&forger.with_header(&json!({ "kid": forger.kid })), "no alg")
        .await;
}

#[tokio::test]
async fn c10_the_public_key_is_no_shared_secret() {
    let forger = Forger::start().await;
    let coordinate = |name: &str| {
        BASE64_URL_SAFE_NO_PAD
            .decode(forger.public_jwk[name].as_str().unwrap())
            .unwrap()
    };
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    // SubjectPublicKeyInfo of a P-256 key, RFC 5480.
    let der = [
        BASE64_STANDARD
            .decode("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=")
            .unwrap(),
        point.clone(),
    ]
    .concat();
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
        BASE64_STANDARD.encode(&der)
    );
    assert!(
        DecodingKey::from_ec_pem(pem.as_bytes()).is_ok(),
        "it is the key, as an attacker has it"
    );
    let claims = BASE64_URL_SAFE_NO_PAD.encode(Value::Object(forger.claims.clone()).to_string());
    for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
        let jwk = forger.public_jwk.to_string();
        for secret in [
            pem.as_bytes(),
            pem.trim_end().as_bytes(),
            &der,
            &point,
            jwk.as_bytes(),
            b"",
        ] {
            for named in [json!(algorithm), json!("ES256")] {
                let header = json!({ "alg": named, "kid": forger.kid, "typ": "JWT" });
                let message = format!(
                    "{}.{claims}",
                    BASE64_URL_SAFE_NO_PAD.encode(header.to_string())
                );
                let signature = crypto::sign(
                    message.as_bytes(),
                    &EncodingKey::from_secret(secret),
                    algorithm,
                )
                .unwrap();
                forger
                    .refused(&format!("{message}.{signature}"), &header.to_string())
                    .await;
            }
        }
    }
}

#[tokio::test]
async fn c12_a_token_cannot_bring_its_own_key() {
    let forger = Forger::start().await;
    let attacker = Forger::start().await;
    let claims = Value::Object(forger.claims.clone()).to_string();
    for kid in [&forger.kid, &attacker.kid] {
        for (name, value) in [
            ("jwk", attacker.public_jwk.clone()),
            ("jku", json!("https://evil.test/jwks.json")),
            ("x5u", json!("https://evil.test/chain.pem")),
            ("x5c", json!(["MIIB"])),
        ] {
            let header = json!({ "alg": "ES256", "kid": kid, "typ": "JWT", name: value });
            forger
                .refused(&attacker.signed(&header.to_string(), &claims), name)
                .await;
        }
    }
    for kid in [
        json!("../../dev/null"),
        json!(""),
        Value::Null,
        json!(1),
        json!([forger.kid]),
    ] {
        forger
            .refused(
                &forger.with_header(&json!({ "alg": "ES256", "kid": kid, "typ": "JWT" })),
                "kid",
            )
            .await;
    }
    forger
        .refused(
            &forger.with_header(&json!({ "alg": "ES256", "typ": "JWT" })),
            "no kid",
        )
        .await;
    for (name, value) in [
        ("crit", json!(["exp"])),
        ("crit", json!([])),
        ("typ", json!("at+jwt")),
        ("typ", json!(null)),
    ] {
        let mut header = forger.header();
        header[name] = value;
        forger.refused(&forger.with_header(&header), name).await;
    }
}

#[tokio::test]
async fn c14_times_are_whole_seconds_within_reason() {
    let forger = Forger::start().await;
    let now = forger.claims["iat"].as_i64().unwrap();
    let odd = [
        "null",
        "[]",
        "{}",
        "true",
        "\"9999999999\"",
        "1e400",
        "-1",
        "9007199254740993",
        "18446744073709551616",
        "1795179600.5",
        "1.7951796e9",
        "\"\"",
        "NaN",
    ];
    for name in ["exp", "iat", "auth_time"] {
        forger.refused(&forger.with_claim(name, None), name).await;
        for value in odd {
            forger
                .refused(
                    &forger.with_claim(name, Some(value)),
                    &format!("{name}: {value}"),
                )
                .await;
        }
    }
    for (name, value) in [
        ("exp", now - 61),
        ("exp", now),
        ("exp", now + 3601),
        ("iat", now + 61),
        ("auth_time", now + 61),
    ] {
        forger
            .refused(
                &forger.with_claim(name, Some(&value.to_string())),
                &format!("{name} {}", value - now),
            )
            .await;
    }
}

#[tokio::test]
async fn a_token_expires_an_hour_and_the_leeway_after_its_issue() {
    let forger = Forger::start().await;
    forger.server.advance(SignedDuration::from_secs(3600 + 59));
    forger.accepted(&forger.genuine).await;
    forger.server.advance(SignedDuration::from_secs(1));
    forger.refused(&forger.genuine, "expired").await;
}

#[tokio::test]
async fn c16_tokens_of_others_and_for_others_are_refused() {
    let forger = Forger::start().await;
    for (name, value) in [
        ("iss", "\"https://securetoken.google.com/other\""),
        (
            "iss",
            "\"https://securetoken.google.com/waybill-embedded/\"",
        ),
        ("iss", "null"),
        (
            "iss",
            "[\"https://securetoken.google.com/waybill-embedded\"]",
        ),
        ("aud", "\"other\""),
        ("aud", "[\"waybill-embedded\"]"),
        ("aud", "[\"waybill-embedded\",\"other\"]"),
        ("aud", "\"WAYBILL-EMBEDDED\""),
        ("aud", "null"),
        ("sub", "\"\""),
        ("sub", "null"),
        ("sub", "7"),
        ("sub", "\"somebody else\""),
        ("user_id", "\"somebody else\""),
        ("user_id", "null"),
    ] {
        forger
            .refused(
                &forger.with_claim(name, Some(value)),
                &format!("{name}: {value}"),
            )
            .await;
    }
    for name in ["iss", "aud", "sub", "user_id"] {
        forger.refused(&forger.with_claim(name, None), name).await;
    }
    // The same words by another instance with another key.
    forger
        .refused(&Forger::start().await.genuine, "another instance")
        .await;
}

#[tokio::test]
async fn a_genuine_token_of_an_account_that_is_gone_says_so() {
    let forger = Forger::start().await;
    let mut claims = forger.claims.clone();
    for name in ["sub", "user_id"] {
        claims.insert(name.to_owned(), json!("nobody"));
    }
    let token = forger.signed(
        &forger.header().to_string(),
        &Value::Object(claims).to_string(),
    );
    assert!(matches!(
        forger.server.provider.verify(&token).await,
        Err(Error::NotFound)
    ));
    assert_eq!(
        forger.server.lookup(&json!(token)).await.code(),
        "USER_NOT_FOUND"
    );
}

#[tokio::test]
async fn a_member_that_appears_twice_is_refused_even_with_the_same_value() {
    let forger = Forger::start().await;
    let claims = Value::Object(forger.claims.clone()).to_string();
    let header = forger.header().to_string();
    for name in ["sub", "exp", "aud", "unknown"] {
        let value = forger.claims.get(name).unwrap_or(&json!(1)).to_string();
        let mut twice = claims.clone();
        twice.pop();
        write!(twice, r#","{name}":{value},"{name}":{value}}}"#).unwrap();
        forger.refused(&forger.signed(&header, &twice), name).await;
    }
    let twice = header.replace('}', r#","alg":"ES256"}"#);
    forger.refused(&forger.signed(&twice, &claims), "alg").await;
    forger
        .refused(
            &forger.signed(&header, &format!("{claims}{{}}")),
            "trailing",
        )
        .await;
    forger
        .refused(&forger.signed(&header, "[]"), "no object")
        .await;
}

#[test]
fn no_changed_or_invented_token_is_ever_accepted() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let forger = runtime.block_on(Forger::start());
    let is_accepted = |token: &str| {
        runtime
            .block_on(forger.server.provider.verify(token))
            .is_ok()
    };
    let length = forger.genuine.len();
    proptest!(ProptestConfig::with_cases(2000), |(at in 0..length, char in "[A-Za-z0-9_.=-]|\\PC", cut in 0..length, noise in "\\PC{0,80}")| {
        let mut changed = forger.genuine.clone();
        changed.replace_range(at..=at, &char);
        prop_assert!(changed == forger.genuine || !is_accepted(&changed));
        prop_assert!(!is_accepted(&forger.genuine[..cut]));
        prop_assert!(!is_accepted(&noise));
        let inserted = format!("{}{noise}{}", &forger.genuine[..cut], &forger.genuine[cut..]);
        prop_assert!(noise.is_empty() || !is_accepted(&inserted));
    });
}
