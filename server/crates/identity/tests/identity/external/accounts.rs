//! What is asked of Google besides keys: access tokens, whether an account is still good, passwords, claims.

use futures_util::future::join_all;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::{Value, json};
use waybill_identity::external::FormSignIn;
use waybill_identity::{Error, Uid};

use super::google::Reply;
use super::{Account, World};

const LOOKUP: &str = "/toolkit/v1/projects/freight-test/accounts:lookup";
const UPDATE: &str = "/toolkit/v1/projects/freight-test/accounts:update";
const SIGN_IN: &str = "/toolkit/v1/accounts:signInWithPassword";
const FINISH: &str = "/toolkit/v2/accounts/mfaSignIn:finalize";
const RESET: &str = "/toolkit/v1/accounts:sendOobCode";

fn ann() -> Value {
    json!({
        "localId": "uid-of-ann", "email": "ann@example.test", "emailVerified": true,
        "validSince": "1795000000", "createdAt": "1795000000000",
    })
}

async fn known(change: &Value) -> World {
    let world = World::with(Account::Given, None).await;
    say(&world, change);
    world
}

fn say(world: &World, change: &Value) {
    let mut user = ann();
    for (name, value) in change.as_object().unwrap() {
        user[name] = value.clone();
    }
    world
        .google
        .says(LOOKUP, Reply::json(&json!({ "users": [user] })));
}

#[tokio::test]
async fn a_service_account_proves_itself_by_its_key_once_for_all_who_ask() {
    let world = known(&json!({})).await;
    let token = world.token();
    let verified = join_all((0..50).map(|_| world.firebase.verify(&token))).await;
    assert!(verified.iter().all(Result::is_ok), "{:?}", verified[0]);
    let asked = world.google.asked("/token");
    assert_eq!(asked.len(), 1);
    let assertion = asked[0].body.split_once("assertion=").unwrap().1;
    assert!(
        asked[0]
            .body
            .starts_with("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&")
    );
    let key = DecodingKey::from_jwk(&world.google.account_jwk()).unwrap();
    let mut validation = Validation::new(Algorithm::RS256);
    validation.set_audience(&[world.google.url("/token")]);
    validation.validate_exp = false;
    let claims = jsonwebtoken::decode::<Value>(assertion, &key, &validation).unwrap();
    assert_eq!(claims.header.kid.as_deref(), Some("account"));
    assert_eq!(
        claims.claims["iss"],
        "waybill@freight-test.iam.gserviceaccount.com"
    );
    let scopes = claims.claims["scope"].as_str().unwrap();
    assert!(scopes.contains("firebase.database") && scopes.contains("userinfo.email"));
    let life = claims.claims["exp"].as_i64().unwrap() - claims.claims["iat"].as_i64().unwrap();
    assert_eq!(life, 300);
    let lookups = world.google.asked(LOOKUP);
    assert_eq!(lookups.len(), 50, "a session begins: each is asked anew");
    assert!(lookups.iter().all(|it| it.bearer == "Bearer ya29.first"));
    // It is renewed before it ends.
    world.pass(3599 - 300 - 1);
    world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(world.google.asked("/token").len(), 1);
    world.pass(1);
    world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(world.google.asked("/token").len(), 2);
}

#[tokio::test]
async fn c18_disabled_gone_and_revoked_accounts_open_nothing() {
    let world = known(&json!({})).await;
    let token = world.token();
    world.firebase.verify(&token).await.unwrap();
    say(&world, &json!({ "disabled": true }));
    assert!(matches!(
        world.firebase.verify(&token).await,
        Err(Error::Disabled)
    ));
    let now = waybill_storage::Clock::now(world.server.clock.as_ref()).as_second();
    say(&world, &json!({ "validSince": (now + 1).to_string() }));
    assert!(matches!(
        world.firebase.verify(&token).await,
        Err(Error::Revoked)
    ));
    say(&world, &json!({ "validSince": now.to_string() }));
    world.firebase.verify(&token).await.unwrap();
    world
        .google
        .says(LOOKUP, Reply::json(&json!({ "kind": "x" })));
    assert!(matches!(
        world.firebase.verify(&token).await,
        Err(Error::NotFound)
    ));
    say(&world, &json!({ "localId": "somebody-else" }));
    assert!(matches!(
        world.firebase.verify(&token).await,
        Err(Error::NotFound)
    ));
}

#[tokio::test]
async fn what_cannot_be_asked_begins_no_session_and_ends_none() {
    let world = known(&json!({})).await;
    let token = world.token();
    world.firebase.recognise(&token).await.unwrap();
    for reply in [
        Reply::text(503, ""),
        Reply::text(200, "{"),
        Reply::refusal("X"),
    ] {
        world.google.says(LOOKUP, reply);
        world.pass(301);
        let token = world.token();
        let judged = world.firebase.verify(&token).await;
        assert!(matches!(judged, Err(Error::External(_))), "{judged:?}");
        world.firebase.recognise(&token).await.unwrap();
    }
}

#[tokio::test]
async fn where_nothing_begins_what_was_heard_is_good_for_five_minutes() {
    let world = known(&json!({})).await;
    let token = world.token();
    for _ in 0..10 {
        world.firebase.recognise(&token).await.unwrap();
    }
    assert_eq!(world.google.asked(LOOKUP).len(), 1);
    say(&world, &json!({ "disabled": true }));
    world.pass(299);
    world.firebase.recognise(&token).await.unwrap();
    world.pass(1);
    assert!(matches!(
        world.firebase.recognise(&token).await,
        Err(Error::Disabled)
    ));
}

#[tokio::test]
async fn the_account_counts_and_not_what_the_token_once_said() {
    let world = known(&json!({ "email": "new@example.test", "emailVerified": false })).await;
    let identity = world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(identity.email.as_deref(), Some("new@example.test"));
    assert!(!identity.email_verified);
}

#[tokio::test]
async fn an_address_that_was_just_verified_is_so_by_the_next_token() {
    let world = known(&json!({ "emailVerified": false })).await;
    let first = world.token();
    world.pass(1);
    assert!(!world.firebase.verify(&first).await.unwrap().email_verified);
    world.pass(10);
    let renewed = world.token();
    let identity = world.firebase.recognise(&renewed).await.unwrap();
    assert!(
        identity.email_verified,
        "the token is newer than what was heard"
    );
    let identity = world.firebase.recognise(&first).await.unwrap();
    assert!(!identity.email_verified, "this one is older");
    assert!(
        !world
            .firebase
            .verify(&renewed)
            .await
            .unwrap()
            .email_verified
    );
}

#[tokio::test]
async fn a_refused_access_token_is_not_used_again() {
    let world = known(&json!({})).await;
    world.firebase.verify(&world.token()).await.unwrap();
    world.google.says(LOOKUP, Reply::text(401, "{}"));
    assert!(world.firebase.verify(&world.token()).await.is_err());
    say(&world, &json!({}));
    world.firebase.verify(&world.token()).await.unwrap();
    assert_eq!(world.google.asked("/token").len(), 2);
    // Nor is an endpoint that refuses asked by everybody.
    world.pass(7200);
    world
        .google
        .says("/token", Reply::text(400, r#"{"error":"invalid_grant"}"#));
    let token = world.token();
    let judged = join_all((0..20).map(|_| world.firebase.verify(&token))).await;
    assert!(
        judged
            .iter()
            .all(|it| matches!(it, Err(Error::External(_))))
    );
    assert_eq!(world.google.asked("/token").len(), 3);
}

#[tokio::test]
async fn a_form_signs_in_at_google_in_the_same_words() {
    let world = World::new().await;
    let sign_in = async || {
        let client = Some([192, 0, 2, 7].into());
        let firebase = &world.firebase;
        firebase
            .sign_in_with_password(" Ann@example.test", "granite-anchor-42", client)
            .await
    };
    world
        .google
        .says(SIGN_IN, Reply::json(&json!({ "idToken": world.token() })));
    let FormSignIn::In(ann, _) = sign_in().await.unwrap() else {
        panic!("no code is wanted")
    };
    assert_eq!(ann.uid.as_str(), "uid-of-ann");
    assert!(!ann.has_second_factor);
    let body: Value = serde_json::from_str(&world.google.asked(SIGN_IN)[0].body).unwrap();
    assert_eq!(body["email"], "ann@example.test");
    assert_eq!(body["password"], "granite-anchor-42");
    let refusal = async |code: &str| {
        world.google.says(SIGN_IN, Reply::refusal(code));
        sign_in().await.unwrap_err()
    };
    for code in [
        "INVALID_LOGIN_CREDENTIALS",
        "EMAIL_NOT_FOUND",
        "INVALID_PASSWORD",
    ] {
        assert!(
            matches!(refusal(code).await, Error::InvalidCredentials),
            "{code}"
        );
    }
    assert!(matches!(refusal("USER_DISABLED").await, Error::Disabled));
    let much = "TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled.";
    assert!(matches!(refusal(much).await, Error::TooManyAttempts));
    assert!(matches!(
        refusal("API key not valid.").await,
        Error::External(_)
    ));
    // Somebody whose codes go to a phone.
    let by_phone = json!([{ "mfaEnrollmentId": "p1", "phoneInfo": "+*******89" }]);
    let pending =
        json!({ "mfaPendingCredential": "x", "localId": "uid-of-ann", "mfaInfo": by_phone });
    world.google.says(SIGN_IN, Reply::json(&pending));
    assert!(matches!(sign_in().await, Err(Error::NotOffered)));
    // And what came from another project is no sign-in here.
    let mut claims = super::google::claims(world.server.clock.as_ref());
    claims["aud"] = json!("other");
    let foreign = world.signer.token(&claims);
    world
        .google
        .says(SIGN_IN, Reply::json(&json!({ "idToken": foreign })));
    assert!(matches!(sign_in().await, Err(Error::InvalidIdToken(_))));
}

#[tokio::test]
async fn a_form_goes_on_by_a_code_of_an_authenticator_app() {
    let world = World::new().await;
    let factors = json!([
        { "mfaEnrollmentId": "p1", "phoneInfo": "+*******89" },
        { "mfaEnrollmentId": "t1", "totpInfo": {} },
    ]);
    let owed =
        json!({ "mfaPendingCredential": "half", "localId": "uid-of-ann", "mfaInfo": factors });
    world.google.says(SIGN_IN, Reply::json(&owed));
    let firebase = &world.firebase;
    let signed_in = firebase.sign_in_with_password("ann@example.test", "granite-anchor-42", None);
    let FormSignIn::Owes(pending) = signed_in.await.unwrap() else {
        panic!("the password alone signed in")
    };
    assert_eq!(pending.factor_id, "t1");
    let give = async |code: &str| firebase.finish_sign_in_by_form(&pending, code, None).await;

    for (said, is_expected) in [
        (
            "INVALID_CODE",
            (|it| matches!(it, Error::InvalidFactorCode)) as fn(&Error) -> bool,
        ),
        ("INVALID_MFA_PENDING_CREDENTIAL", |it| {
            matches!(it, Error::InvalidPendingSignIn)
        }),
        ("TOTP_CHALLENGE_TIMEOUT", |it| {
            matches!(it, Error::InvalidPendingSignIn)
        }),
    ] {
        world.google.says(FINISH, Reply::refusal(said));
        let error = give("000000").await.unwrap_err();
        assert!(is_expected(&error), "{said}: {error}");
    }
    let mut claims = super::google::claims(world.server.clock.as_ref());
    claims["firebase"]["sign_in_second_factor"] = json!("totp");
    claims["firebase"]["second_factor_identifier"] = json!("t1");
    let token = world.signer.token(&claims);
    world.google.says(
        FINISH,
        Reply::json(&json!({ "idToken": token, "refreshToken": "r" })),
    );
    let (ann, id_token) = give("123456").await.unwrap();
    assert_eq!(id_token, token);
    assert_eq!(ann.uid.as_str(), "uid-of-ann");
    assert!(ann.has_second_factor);
    let asked = world.google.asked(FINISH);
    let body: Value = serde_json::from_str(&asked.last().unwrap().body).unwrap();
    assert_eq!(body["mfaPendingCredential"], "half");
    assert_eq!(body["mfaEnrollmentId"], "t1");
    assert_eq!(body["totpVerificationInfo"]["verificationCode"], "123456");

    // Google hears of five wrong ones and no more.
    world.google.says(FINISH, Reply::refusal("INVALID_CODE"));
    let before = world.google.asked(FINISH).len();
    let judged = join_all((0..20).map(|_| give("000000"))).await;
    let refused = judged
        .iter()
        .filter(|it| matches!(it, Err(Error::TooManyAttempts)));
    assert_eq!(refused.count(), 15);
    assert_eq!(world.google.asked(FINISH).len() - before, 5);
}

#[tokio::test]
async fn guesses_by_form_are_counted_before_google_hears_of_them() {
    let world = World::new().await;
    let guess = || {
        world
            .firebase
            .sign_in_with_password("ann@example.test", "wrong", None)
    };
    world.google.says(SIGN_IN, Reply::text(503, ""));
    for _ in 0..15 {
        assert!(
            matches!(guess().await, Err(Error::External(_))),
            "nobody heard it"
        );
    }
    world
        .google
        .says(SIGN_IN, Reply::refusal("INVALID_LOGIN_CREDENTIALS"));
    let judged = join_all((0..30).map(|_| guess())).await;
    let wrong = judged
        .iter()
        .filter(|it| matches!(it, Err(Error::InvalidCredentials)));
    assert_eq!(wrong.count(), 10);
    assert_eq!(world.google.asked(SIGN_IN).len(), 15 + 10);
}

#[tokio::test]
async fn a_forgotten_password_is_googles_to_mail() {
    let world = World::new().await;
    let ask = |email| world.firebase.send_password_reset(email, None);
    world
        .google
        .says(RESET, Reply::json(&json!({ "email": "ann@example.test" })));
    ask("Ann@example.test").await.unwrap();
    let body: Value = serde_json::from_str(&world.google.asked(RESET)[0].body).unwrap();
    assert_eq!(
        body,
        json!({ "requestType": "PASSWORD_RESET", "email": "ann@example.test" })
    );
    for code in [
        "EMAIL_NOT_FOUND",
        "RESET_PASSWORD_EXCEED_LIMIT",
        "USER_DISABLED",
    ] {
        world.google.says(RESET, Reply::refusal(code));
        ask("bob@example.test").await.unwrap();
    }
    assert!(matches!(ask("bob").await, Err(Error::InvalidEmail)));
    world.google.says(RESET, Reply::text(503, ""));
    assert!(matches!(
        ask("eve@example.test").await,
        Err(Error::External(_))
    ));
    for _ in 0..5 {
        let _away = ask("eve@example.test").await;
    }
    assert!(matches!(
        ask("eve@example.test").await,
        Err(Error::TooManyAttempts)
    ));
}

#[tokio::test]
async fn claims_are_set_once_and_beside_those_that_are_there() {
    let world = known(&json!({ "customAttributes": "{\"shift\":\"night\"}" })).await;
    world
        .google
        .says(UPDATE, Reply::json(&json!({ "localId": "uid-of-ann" })));
    let uid = Uid::new("uid-of-ann");
    let wanted = [
        ("company_id", "c1".to_owned()),
        ("waybill_user", "u1".to_owned()),
    ];
    assert!(world.firebase.ensure_claims(&uid, &wanted).await.unwrap());
    let asked = world.google.asked(UPDATE);
    let body: Value = serde_json::from_str(&asked[0].body).unwrap();
    assert_eq!(body["localId"], "uid-of-ann");
    let attributes = body["customAttributes"].as_str().unwrap();
    let attributes: Value = serde_json::from_str(attributes).unwrap();
    let expected = json!({ "shift": "night", "company_id": "c1", "waybill_user": "u1" });
    assert_eq!(attributes, expected);
    say(&world, &json!({ "customAttributes": expected.to_string() }));
    for _ in 0..3 {
        assert!(!world.firebase.ensure_claims(&uid, &wanted).await.unwrap());
    }
    assert_eq!(world.google.asked(UPDATE).len(), 1);
    world.firebase.revoke(&uid).await.unwrap();
    let body: Value = serde_json::from_str(&world.google.asked(UPDATE)[1].body).unwrap();
    let now = waybill_storage::Clock::now(world.server.clock.as_ref()).as_second();
    assert_eq!(
        body,
        json!({ "validSince": now.to_string(), "localId": "uid-of-ann" })
    );
    world.firebase.remove_factors(&uid).await.unwrap();
    let body: Value = serde_json::from_str(&world.google.asked(UPDATE)[2].body).unwrap();
    let expected = json!({ "mfa": { "enrollments": [] }, "localId": "uid-of-ann" });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn c19_a_sign_in_that_was_ended_here_stays_so_though_google_goes_on() {
    let world = World::new().await;
    let token = world.token();
    let identity = world.firebase.verify(&token).await.unwrap();
    for _ in 0..2 {
        let tx = world.server.storage.begin().await.unwrap();
        let (uid, at) = (&identity.uid, identity.authenticated_at);
        world.firebase.end_sign_in(&tx, uid, at).await.unwrap();
        tx.commit().await.unwrap();
    }
    assert!(matches!(
        world.firebase.verify(&token).await,
        Err(Error::Revoked)
    ));
    // Refreshed, the token is new and its sign-in is not.
    let mut claims = super::google::claims(world.server.clock.as_ref());
    world.pass(1800);
    let renewed = super::google::claims(world.server.clock.as_ref());
    for name in ["iat", "exp"] {
        claims[name] = renewed[name].clone();
    }
    let refreshed = world.signer.token(&claims);
    assert!(matches!(
        world.firebase.recognise(&refreshed).await,
        Err(Error::Revoked)
    ));
    // Another one is another one.
    world.firebase.verify(&world.token()).await.unwrap();
}

#[tokio::test]
async fn without_a_service_account_nothing_is_asked_or_changed() {
    let world = World::new().await;
    world.firebase.verify(&world.token()).await.unwrap();
    let uid = Uid::new("uid-of-ann");
    assert!(matches!(
        world.firebase.revoke(&uid).await,
        Err(Error::External(_))
    ));
    assert!(world.google.asked(LOOKUP).is_empty());
    assert!(world.google.asked("/token").is_empty());
}
