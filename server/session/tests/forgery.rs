//! Tokens that were not made here, or say nonsense under our signature: rows C07 to C16 of the hostile inputs.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::*;

fn encode(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// The three parts of a token, the first two as JSON.
fn parts(token: &Token) -> (Value, Value, String) {
    let mut parts = token.as_str().split('.');
    let mut json = || {
        let bytes = URL_SAFE_NO_PAD.decode(parts.next().unwrap()).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let (header, claims) = (json(), json());
    (header, claims, parts.next().unwrap().to_owned())
}

impl Bench {
    /// A token with these claims under our own signature, text as given.
    fn signed_text(&self, claims: &str) -> Token {
        let key = self.sessions.keys.known();
        let key = key.signing();
        let header = encode(&serde_json::to_value(key.header()).unwrap());
        // The encoded header must be the one that is compared; key order is serde's.
        let header_of_ours = jsonwebtoken::encode(key.header(), &json!({}), key.private()).unwrap();
        let header = header_of_ours
            .split('.')
            .next()
            .map_or(header, str::to_owned);
        let message = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims));
        let signature = jsonwebtoken::crypto::sign(
            message.as_bytes(),
            key.private(),
            jsonwebtoken::Algorithm::ES256,
        )
        .unwrap();
        Token::from_request(&format!("{message}.{signature}"))
    }

    async fn assert_refused(&self, who: &SignedIn, token: Token, what: &str) {
        let forged = who.with_token(token);
        assert!(
            matches!(self.call(&forged).await, Err(SessionError::SignedOut)),
            "called with {what}"
        );
        assert!(
            matches!(self.refresh(&forged).await, Err(SessionError::SignedOut)),
            "refreshed with {what}"
        );
        let page = self.open_page(&forged).await;
        assert!(
            matches!(page, Visitor::Nobody { .. }),
            "opened a page with {what}"
        );
    }
}

#[tokio::test]
async fn truncated_and_longer_tokens_are_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let text = who.token.as_str().to_owned();
    let (header, rest) = text.split_once('.').unwrap();
    let (claims, signature) = rest.split_once('.').unwrap();
    for forged in [
        String::new(),
        header.to_owned(),
        format!("{header}."),
        format!("{header}.{claims}"),
        format!("{header}.{claims}."),
        format!("{header}..{signature}"),
        format!("{text}.x"),
        format!("{text}.x.y"),
        format!("{text}="),
        format!(" {text}"),
        "x".repeat(1 << 20),
    ] {
        let what = forged.chars().take(40).collect::<String>();
        bench
            .assert_refused(&who, Token::from_request(&forged), &what)
            .await;
    }
}

#[tokio::test]
async fn another_algorithm_is_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (header, claims, signature) = parts(&who.token);
    for algorithm in [
        json!("none"),
        json!("nOnE"),
        json!(""),
        json!(null),
        json!(1),
        json!([]),
        json!("HS256"),
        json!("ES384"),
    ] {
        let mut header = header.clone();
        header["alg"] = algorithm.clone();
        for signature in ["", &signature] {
            let token = format!("{}.{}.{signature}", encode(&header), encode(&claims));
            let what = format!("alg {algorithm}");
            bench
                .assert_refused(&who, Token::from_request(&token), &what)
                .await;
        }
    }
    let mut header = header.clone();
    header.as_object_mut().unwrap().remove("alg");
    let token = format!("{}.{}.{signature}", encode(&header), encode(&claims));
    bench
        .assert_refused(&who, Token::from_request(&token), "no alg")
        .await;
}

#[tokio::test]
async fn a_mac_with_the_public_key_is_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (mut header, claims, _) = parts(&who.token);
    header["alg"] = json!("HS256");
    let message = format!("{}.{}", encode(&header), encode(&claims));
    let keys = bench.sessions.keys.known();
    let point = keys.signing().public().try_get_as_bytes().unwrap();
    // SubjectPublicKeyInfo of a P-256 key, RFC 5480.
    let mut der = STANDARD
        .decode("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=")
        .unwrap();
    der.extend_from_slice(point);
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
        STANDARD.encode(&der)
    );
    assert!(
        jsonwebtoken::DecodingKey::from_ec_pem(pem.as_bytes()).is_ok(),
        "it is the key, as an attacker has it"
    );
    for secret in [pem.as_bytes(), pem.trim_end().as_bytes(), &der, point, b""] {
        let tag = hmac::sign(
            &hmac::Key::new(hmac::HMAC_SHA256, secret),
            message.as_bytes(),
        );
        let token = format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag));
        bench
            .assert_refused(&who, Token::from_request(&token), "a MAC")
            .await;
    }
}

#[tokio::test]
async fn a_header_that_names_a_key_of_its_own_is_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (header, claims, signature) = parts(&who.token);
    for (name, value) in [
        ("jku", json!("https://evil.test/jwks")),
        ("x5u", json!("https://evil.test/x5u")),
        ("x5c", json!(["MIIB"])),
        ("jwk", json!({"kty": "EC"})),
        ("kid", json!("another")),
        ("crit", json!(["exp"])),
    ] {
        let mut header = header.clone();
        header[name] = value;
        let token = format!("{}.{}.{signature}", encode(&header), encode(&claims));
        bench
            .assert_refused(&who, Token::from_request(&token), name)
            .await;
    }
}

#[tokio::test]
async fn the_signature_of_another_server_is_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (_, claims, _) = parts(&who.token);
    let elsewhere = Bench::new().await;
    let foreign = elsewhere.signed_text(&claims.to_string());
    bench
        .assert_refused(&who, foreign.clone(), "a foreign token")
        .await;
    // Our header over their signature.
    let ours = who.token.as_str().split('.').next().unwrap();
    let (_, theirs) = foreign.as_str().split_once('.').unwrap();
    let mixed = Token::from_request(&format!("{ours}.{theirs}"));
    bench.assert_refused(&who, mixed, "a mixed token").await;
}

#[tokio::test]
async fn claims_must_be_all_there_typed_and_ours() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (_, claims, _) = parts(&who.token);
    let genuine = bench.signed_text(&claims.to_string());
    assert!(bench.call(&who.with_token(genuine)).await.is_ok());

    for name in ["exp", "iat", "aud", "iss", "sub", "sid", "gen"] {
        let mut without = claims.clone();
        without.as_object_mut().unwrap().remove(name);
        let token = bench.signed_text(&without.to_string());
        bench
            .assert_refused(&who, token, &format!("no {name}"))
            .await;
    }
    let exp = claims["exp"].as_i64().unwrap();
    for (name, value) in [
        ("exp", json!(exp.to_string())),
        ("exp", json!("9999999999")),
        ("exp", json!(START - 3600)),
        ("exp", json!(-1)),
        ("exp", json!(null)),
        ("exp", json!([])),
        ("exp", json!(9_007_199_254_740_993_i64)),
        ("exp", json!(1.5)),
        ("iat", json!(START + 3600)),
        (
            "iss",
            json!("https://securetoken.google.com/waybill-embedded"),
        ),
        ("aud", json!("waybill-embedded")),
        ("aud", json!(["waybill-session", "another"])),
        ("sub", json!("not a user")),
        ("sub", json!(UserId::generate().to_string())),
        ("sid", json!(LoginSessionId::generate().to_string())),
        ("gen", json!(-1)),
        ("gen", json!(1)),
        ("admin", json!(true)),
    ] {
        let mut changed = claims.clone();
        changed[name] = value.clone();
        let token = bench.signed_text(&changed.to_string());
        bench
            .assert_refused(&who, token, &format!("{name}: {value}"))
            .await;
    }
}

#[tokio::test]
async fn json_that_readers_disagree_about_is_refused() {
    let bench = Bench::new().await;
    let who = bench.signed_in().await;
    let (_, claims, _) = parts(&who.token);
    let text = claims.to_string();
    let exp = claims["exp"].to_string();
    let changed = [
        text.replacen('{', "{\"exp\":9999999999,", 1),
        text.replacen('{', "{\"sub\":\"x\",", 1),
        text.replace(&exp, "1e400"),
        text.replace(&exp, &format!("{exp}.0")),
        format!("{text}{text}"),
        "[]".to_owned(),
        "null".to_owned(),
        String::new(),
    ];
    for claims in changed {
        let token = bench.signed_text(&claims);
        bench.assert_refused(&who, token, &claims).await;
    }
}
