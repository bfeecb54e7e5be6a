//! Sign-in, renewal, sign-out, and what stands against them.

use axum::http::StatusCode;
use insta::{assert_json_snapshot, assert_snapshot};
use jiff::civil::date;
use serde_json::json;

use crate::actors::{TestApp, uuid};

#[tokio::test]
async fn the_holder_of_an_id_token_signs_in() {
    let app = TestApp::init().await;
    app.administrator("Lines").await;
    app.verify_email("lines");
    let answer = app.identity_of("lines").get("/iam/api/v1/auth/login").await;
    assert_snapshot!(answer.status, @"200 OK");
    assert_eq!(answer.header("cache-control"), "no-store");
    let data = answer.json()["data"].clone();
    assert_eq!(data["emailId"], "ann@lines.test");
    assert_eq!(
        (&data["twoFactorAuth"], &data["isExpired"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(data["company"]["name"], "Lines");
    assert_eq!(data["products"][0], "workspace");
    assert!(data["jwt"].as_str().unwrap().starts_with("jwt:"));
    assert_eq!(data["user"]["emailVerified"], true);
}

#[tokio::test]
async fn an_identity_without_a_user_has_registration_to_finish() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "ann@lines.test");
    let answer = ann.get("/iam/api/v1/auth/login").await;
    assert_snapshot!(answer.status, @"404 Not Found");
    assert_json_snapshot!(answer.json());
    assert_eq!(
        ann.get("/iam/api/v1/users-token").await.rows(),
        Vec::<serde_json::Value>::new()
    );
}

#[tokio::test]
async fn a_suspended_user_reads_the_text_of_the_specification_everywhere() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.set_status(&ann, "suspended").await;
    for answer in [
        app.identity_of("lines").get("/iam/api/v1/auth/login").await,
        app.identity_of("lines")
            .get("/iam/api/v1/users-token")
            .await,
        app.bearer_of(&ann)
            .get("/iam/api/v1/auth/token-refresh")
            .await,
        ann.get("/iam/api/v1/users").await,
    ] {
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert_eq!(answer.json()["detail"], "Account was suspended");
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    app.set_status(&ann, "active").await;
    let audit = ann.get("/log/api/v1/audit?search=signin").await;
    assert_eq!(
        (audit.column("action"), audit.column("result")),
        (vec!["user.signIn".into()], vec!["denied".into()])
    );
}

#[tokio::test]
async fn a_deactivated_user_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.set_status(&ann, "deactivated").await;
    let answer = app.identity_of("lines").get("/iam/api/v1/auth/login").await;
    assert_snapshot!(answer.status, @"403 Forbidden");
    assert_eq!(answer.json()["type"], "/problems/not-active");
}

#[tokio::test]
async fn the_token_is_renewed_for_a_living_session_only() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let renewed = app
        .bearer_of(&ann)
        .get("/iam/api/v1/auth/token-refresh")
        .await;
    assert_eq!(renewed.json()["data"]["jwt"], format!("jwt:{}", ann.id()));
    assert!(renewed.header("set-cookie").starts_with("token="));
    let stranger = app
        .identity("stranger", "s@s.test")
        .get("/iam/api/v1/auth/token-refresh")
        .await;
    assert_snapshot!(stranger.status, @"401 Unauthorized");
}

#[tokio::test]
async fn signing_out_clears_cookies_and_storage_and_is_noted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let answer = ann.post("/iam/api/v1/auth/logout", json!({})).await;
    assert_snapshot!(answer.status, @"204 No Content");
    assert_eq!(answer.header("clear-site-data"), "\"cache\", \"storage\"");
    assert_eq!(answer.header("set-cookie"), "token=; Max-Age=0");
    assert_eq!(
        ann.get("/log/api/v1/audit").await.column("action")[0],
        "user.signOut"
    );
    assert_eq!(
        app.anonymous()
            .post("/iam/api/v1/auth/logout", json!({}))
            .await
            .status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn the_current_user_comes_as_the_only_row_by_either_token() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    let by_session = ann.get("/iam/api/v1/users-token").await;
    assert_eq!(by_session.header("cache-control"), "no-store");
    let mut user = by_session.rows().remove(0);
    assert_eq!(user["jwt"], format!("jwt:{}", ann.id()));
    assert_json_snapshot!(by_session.json(), {
        ".data[0].jwt" => "[jwt]",
        ".data[0]._id" => uuid(), ".data[0].companyId" => uuid(), ".data[0].company._id" => uuid(),
        ".data[0].roles[0]._id" => uuid(), ".data[0].officeId" => uuid()
    });
    let by_identity = app
        .identity_of("lines")
        .get("/iam/api/v1/users-token")
        .await;
    // An ID token opens no session, so it is given none.
    user["jwt"] = json!(null);
    assert_eq!(by_identity.rows(), [user]);
    assert_eq!(
        app.anonymous().get("/iam/api/v1/users-token").await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn a_verified_address_is_learned_from_the_provider_and_noted_once() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    app.verify_email("lines");
    for _ in 0..2 {
        let user = app
            .identity_of("lines")
            .get("/iam/api/v1/users-token")
            .await
            .rows()
            .remove(0);
        assert_eq!(user["emailVerified"], true);
    }
    let audit = ann.get("/log/api/v1/audit?search=verifyemail").await;
    assert_eq!(audit.json()["total"], 1);
}

#[tokio::test]
async fn a_trial_ends_thirty_days_after_registration_at_the_end_of_the_companys_day() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let is_expired =
        || async { ann.get("/iam/api/v1/users-token").await.rows()[0]["isExpired"].clone() };
    let user = ann.get("/iam/api/v1/users-token").await.rows().remove(0);
    assert_eq!(
        user["company"]["subscripedPlan"],
        json!({ "name": "Trial", "expiryDate": "2026-12-20" })
    );

    // 23:59 on that day in Amsterdam, and a minute later.
    app.set_time("2026-12-20T22:59:00Z");
    assert_eq!(is_expired().await, false);
    app.set_time("2026-12-20T23:00:00Z");
    assert_eq!(is_expired().await, true);
}

#[tokio::test]
async fn an_expired_subscription_leaves_reading_and_the_own_profile() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.subscribe_until(&ann, date(2026, 11, 19)).await;
    assert_eq!(ann.get("/iam/api/v1/users").await.status, StatusCode::OK);

    let caller = app.services.caller(ann.id()).await.unwrap();
    let view = app.services.session_view(&caller).await.unwrap();
    assert!(view.is_expired);
    let writing: Vec<_> = view
        .permissions
        .iter()
        .filter(|it| !it.ends_with(":view") && !it.ends_with(":export") && *it != "profile:edit")
        .collect();
    // Drafts stay (domain reference, section 3, rule 7); to send them is another right.
    assert_eq!(writing, ["mail:create"]);
    let refused = caller.require("user:create").unwrap_err();
    assert_eq!(refused.to_string(), "the subscription has ended");
}

#[tokio::test]
async fn the_operators_people_are_super_admins_once_their_address_is_verified() {
    let app = TestApp::init().await;
    let root = app.identity("root", "root@operator.test");
    let body = crate::actors::registration("Operator");
    let id = root.post("/iam/api/v1/auth", body).await.json()["data"]["user"]["_id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(!app.services.caller(id).await.unwrap().is_super_admin());
    app.verify_email("root");
    root.get("/iam/api/v1/auth/login").await;
    assert!(app.services.caller(id).await.unwrap().is_super_admin());
}

#[tokio::test]
async fn whoever_forgot_a_password_is_mailed_by_the_provider_and_told_nothing() {
    const RESET: &str = "/iam/api/v1/auth/reset-pwd";
    let app = TestApp::init().await;
    app.administrator("Lines").await;
    let nobody = app.anonymous();
    let mut told = Vec::new();
    for email in ["ann@lines.test", "nobody@lines.test"] {
        for _ in 0..3 {
            let answer = nobody.post(RESET, json!({ "emailId": email })).await;
            told.push((answer.status, answer.headers, answer.text));
        }
    }
    assert_eq!(told[..3], told[3..]);
    assert_eq!(
        (told[0].0, told[2].0),
        (StatusCode::ACCEPTED, StatusCode::TOO_MANY_REQUESTS)
    );
    assert_eq!(app.forgotten().len(), 4);
    for (body, pointer) in [
        (json!({}), "/emailId"),
        (json!({ "emailId": "a@b@c" }), "/emailId"),
        (json!({ "emailId": "ann@lines.test", "x": 1 }), "/x"),
    ] {
        assert_eq!(nobody.post(RESET, body).await.faults(), [pointer]);
    }
}
