//! Hostile tokens against a project of Firebase: rows C07 to C16, as for the own provider, most of them signed by Google's own key.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, crypto};
use serde_json::{Value, json};
use waybill_identity::external::outgoing::Reach;
use waybill_identity::external::{Endpoints, Firebase, Outgoing, Project};

use super::google::{PROJECT, Signer, claims, message};
use super::{Account, World};

impl World {
    /// The claims of this moment with one member replaced by this JSON text, or left out.
    fn with_claim(&self, name: &str, json: Option<&str>) -> String {
        let mut claims = claims(self.server.clock.as_ref());
        claims.remove(name);
        let mut text = Value::Object(claims).to_string();
        if let Some(json) = json {
            text.pop();
            write!(text, r#","{name}":{json}}}"#).unwrap();
        }
        let header = self.signer.header().to_string();
        self.signer.signed(&header, &text)
    }

    fn with_header(&self, header: &Value) -> String {
        let claims = Value::Object(claims(self.server.clock.as_ref()));
        self.signer.signed(&header.to_string(), &claims.to_string())
    }
}

#[tokio::test]
async fn c07_anything_but_three_whole_segments_is_refused() {
    let world = World::new().await;
    let genuine = world.token();
    let [header, claims, signature] = genuine.split('.').collect::<Vec<_>>().try_into().unwrap();
    for token in [
        String::new(),
        "..".to_owned(),
        header.to_owned(),
        format!("{header}.{claims}"),
        format!("{header}.{claims}."),
        format!("{header}..{signature}"),
        format!("{header}.{claims}.{signature}."),
        format!("{header}.{claims}.{signature}.{signature}.{signature}"),
        format!("{genuine}="),
        format!("{genuine} "),
        format!("Bearer {genuine}"),
        format!("{header}.{claims}.{}", &signature[..signature.len() - 1]),
        format!("{}.{claims}.{signature}", "A".repeat(9000)),
    ] {
        world.refused(&token, &token).await;
    }
    world.firebase.verify(&genuine).await.unwrap();
}

#[tokio::test]
async fn c09_only_rs256_is_an_algorithm_and_unsigned_is_refused() {
    let world = World::new().await;
    let with_alg = |alg: Value| {
        let mut header = world.signer.header();
        header["alg"] = alg;
        header
    };
    let algorithms = [
        json!("none"),
        json!("nOnE"),
        json!(""),
        Value::Null,
        json!(0),
        json!(["RS256"]),
        json!("rs256"),
        json!("RS384"),
        json!("RS512"),
        json!("PS256"),
        json!("ES256"),
        json!("HS256"),
    ];
    for header in algorithms.map(with_alg) {
        let token = world.with_header(&header);
        world.refused(&token, &header.to_string()).await;
        let unsigned = format!("{}.", token.rsplit_once('.').unwrap().0);
        world.refused(&unsigned, &header.to_string()).await;
    }
    let claims = Value::Object(claims(world.server.clock.as_ref())).to_string();
    // As the Auth emulator writes them.
    let unsigned = format!("{}.", message(r#"{"alg":"none","typ":"JWT"}"#, &claims));
    world.refused(&unsigned, "unsigned").await;
}

#[tokio::test]
async fn c10_googles_public_key_is_no_shared_secret() {
    let world = World::new().await;
    let jwk = world.signer.jwk();
    let modulus = BASE64_URL_SAFE_NO_PAD
        .decode(jwk["n"].as_str().unwrap())
        .unwrap();
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
        BASE64_STANDARD.encode(&modulus)
    );
    let claims = Value::Object(claims(world.server.clock.as_ref())).to_string();
    let jwk = jwk.to_string();
    for secret in [&modulus, pem.as_bytes(), jwk.as_bytes(), b""] {
        for named in ["HS256", "RS256"] {
            let mut header = world.signer.header();
            header["alg"] = json!(named);
            let message = message(&header.to_string(), &claims);
            let key = EncodingKey::from_secret(secret);
            let signature = crypto::sign(message.as_bytes(), &key, Algorithm::HS256).unwrap();
            let token = format!("{message}.{signature}");
            world.refused(&token, named).await;
        }
    }
}

#[tokio::test]
async fn c12_a_token_cannot_bring_its_own_key_nor_have_one_fetched() {
    let world = World::new().await;
    world.firebase.verify(&world.token()).await.unwrap();
    let attacker = Signer::new("first");
    let claims = Value::Object(claims(world.server.clock.as_ref())).to_string();
    for (name, value) in [
        ("jwk", attacker.jwk()),
        ("jku", json!(world.google.url("/evil"))),
        ("x5u", json!(world.google.url("/evil"))),
        ("x5c", json!(["MIIB"])),
        ("crit", json!([])),
        ("typ", json!("at+jwt")),
    ] {
        let mut header = attacker.header();
        header[name] = value;
        world
            .refused(&attacker.signed(&header.to_string(), &claims), name)
            .await;
    }
    for kid in [
        json!("../x"),
        json!(""),
        Value::Null,
        json!(1),
        json!(["first"]),
    ] {
        let header = json!({ "alg": "RS256", "kid": kid, "typ": "JWT" });
        world
            .refused(&world.with_header(&header), &header.to_string())
            .await;
    }
    world
        .refused(&world.with_header(&json!({ "alg": "RS256" })), "no kid")
        .await;
    assert!(world.google.asked("/evil").is_empty());
    assert_eq!(world.google.asked("/keys").len(), 1);
}

#[tokio::test]
async fn c14_times_are_whole_seconds_within_reason() {
    let world = World::new().await;
    let now = claims(world.server.clock.as_ref())["iat"].as_i64().unwrap();
    let odd = [
        "null",
        "[]",
        "\"9999999999\"",
        "1e400",
        "-1",
        "9007199254740993",
        "1795179600.5",
    ];
    for name in ["exp", "iat", "auth_time"] {
        world.refused(&world.with_claim(name, None), name).await;
        for value in odd {
            let why = format!("{name}: {value}");
            world
                .refused(&world.with_claim(name, Some(value)), &why)
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
        let token = world.with_claim(name, Some(&value.to_string()));
        world.refused(&token, name).await;
    }
    let token = world.token();
    world.pass(3600 + 59);
    world.firebase.verify(&token).await.unwrap();
    world.pass(1);
    world.refused(&token, "expired").await;
}

#[tokio::test]
async fn c16_tokens_of_other_projects_and_of_nobody_are_refused() {
    let world = World::new().await;
    for (name, value) in [
        ("iss", "\"https://securetoken.google.com/other\""),
        (
            "iss",
            "\"https://session.firebase.google.com/freight-test\"",
        ),
        ("iss", "null"),
        ("aud", "\"other\""),
        ("aud", "\"freight-production\""),
        ("aud", "\"waybill-embedded\""),
        ("aud", "[\"freight-test\",\"other\"]"),
        ("sub", "\"\""),
        ("sub", "7"),
        ("sub", "\"somebody else\""),
        ("user_id", "null"),
        ("firebase", "[]"),
        ("firebase", "{\"tenant\":\"customers\"}"),
        ("firebase", "{\"tenant\":null}"),
    ] {
        let why = format!("{name}: {value}");
        world
            .refused(&world.with_claim(name, Some(value)), &why)
            .await;
    }
    let long = format!("\"{}\"", "u".repeat(129));
    world
        .refused(&world.with_claim("sub", Some(&long)), "long")
        .await;
    for name in ["iss", "aud", "sub", "user_id"] {
        world.refused(&world.with_claim(name, None), name).await;
    }
    // The own provider's, in whose place Google is.
    let own = world.server.sign_up("bob@example.test").await;
    let own = crate::server::text(&own, "idToken").to_owned();
    world.refused(&own, "of the embedded provider").await;
    // And the other way round.
    assert!(world.server.provider.verify(&world.token()).await.is_err());
}

#[tokio::test]
async fn people_of_another_tenant_are_strangers() {
    let world = World::with(Account::None, Some("customers")).await;
    let tenant = |it: &str| format!("{{\"tenant\":\"{it}\",\"sign_in_provider\":\"password\"}}");
    let own = world.with_claim("firebase", Some(&tenant("customers")));
    world.firebase.verify(&own).await.unwrap();
    let other = world.with_claim("firebase", Some(&tenant("others")));
    world.refused(&other, "another tenant").await;
    world.refused(&world.token(), "no tenant").await;
    world
        .refused(&world.with_claim("firebase", None), "nothing")
        .await;
}

#[tokio::test]
async fn a_member_that_appears_twice_is_refused() {
    let world = World::new().await;
    let claims = Value::Object(claims(world.server.clock.as_ref())).to_string();
    let header = world.signer.header().to_string();
    let twice = claims.replacen('{', r#"{"sub":"uid-of-bob","#, 1);
    world
        .refused(&world.signer.signed(&header, &twice), "sub")
        .await;
    let twice = header.replace('}', r#","alg":"RS256"}"#);
    world
        .refused(&world.signer.signed(&twice, &claims), "alg")
        .await;
}

#[tokio::test]
async fn an_address_counts_as_verified_only_where_the_token_says_true() {
    let world = World::new().await;
    for value in ["false", "null", "\"true\"", "1", "[true]"] {
        let token = world.with_claim("email_verified", Some(value));
        let identity = world.firebase.verify(&token).await.unwrap();
        assert!(!identity.email_verified, "{value}");
    }
    for email in ["\"ann@b@example.test\"", "7", "\"\"", "null"] {
        let token = world.with_claim("email", Some(email));
        let identity = world.firebase.verify(&token).await.unwrap();
        assert_eq!(
            (identity.email, identity.email_verified),
            (None, false),
            "{email}"
        );
    }
}

#[tokio::test]
async fn an_emulators_tokens_are_taken_where_it_is_trusted_and_still_have_to_be_right() {
    let world = World::new().await;
    let outgoing = Outgoing::new(Reach::Loopback).unwrap();
    let project = Project {
        id: PROJECT.to_owned(),
        api_key: "k".to_owned(),
        tenant: None,
    };
    let clock = std::sync::Arc::<waybill_storage::clock::ManualClock>::clone(&world.server.clock);
    let endpoints = Endpoints::emulator(&world.google.url(""));
    let storage = world.server.storage.clone();
    let trusting = Firebase::new(project, &endpoints, &outgoing, None, storage, clock);
    let claims = claims(world.server.clock.as_ref());
    let unsigned = |claims: &Value| {
        let header = r#"{"alg":"none","typ":"JWT"}"#;
        format!("{}.", message(header, &claims.to_string()))
    };
    let right = Value::Object(claims);
    trusting.verify(&unsigned(&right)).await.unwrap();
    for (name, value) in [
        ("aud", json!("other")),
        ("exp", right["iat"].clone()),
        ("sub", json!("")),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        assert!(trusting.verify(&unsigned(&wrong)).await.is_err(), "{name}");
    }
    let signed = format!("{}x", unsigned(&right));
    assert!(trusting.verify(&signed).await.is_err());
    assert!(trusting.verify(&world.token()).await.is_err());
    assert!(world.google.asked("/keys").is_empty());
}
