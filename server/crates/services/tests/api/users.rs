//! Users: invited, changed, let go and back again, and what nobody may do to whom.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use waybill_storage::UserId;

use crate::actors::{Actor, Answer, TestApp};

mod import;
mod photo;

const USERS: &str = "/iam/api/v1/users";

async fn act(actor: &Actor, user: UserId, action: &str, body: Value) -> Answer {
    let path = format!("{USERS}/{user}/{action}");
    let headers = [("if-match", "*"), ("content-type", "application/json")];
    actor
        .send_with(Method::POST, &path, &headers, body.to_string())
        .await
}

async fn invited(actor: &Actor, email: &str) -> Value {
    let body = json!({ "firstName": "Ina", "lastName": "Neu", "emailId": email });
    let answer = actor.post(USERS, body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
    answer.json()["data"].clone()
}

pub(crate) fn secret_in(mail: &str) -> String {
    // The plain text breaks long lines, the link of the HTML is whole.
    let hex =
        |after: &str| -> String { after.chars().take_while(char::is_ascii_hexdigit).collect() };
    let mut found = mail.split("invite=").skip(1).map(hex);
    found.find(|secret| secret.len() == 64).unwrap()
}

fn pointers(body: &Value) -> Vec<&str> {
    let errors = body["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|it| it["pointer"].as_str().unwrap())
        .collect()
}

const INVITATION: &str = "/iam/api/v1/auth/invitation";
pub(crate) const ACCEPT: &str = "/iam/api/v1/auth/accept-invite";

#[tokio::test]
async fn an_invited_user_comes_in_once_with_the_secret_and_the_address() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ina = invited(&ann, "Ina@Lines.test").await;
    assert_eq!(
        (&ina["status"], &ina["emailId"]),
        (&json!("invited"), &json!("ina@lines.test"))
    );
    assert_eq!(ina["roles"][0]["name"], "Operator");
    assert_eq!(ina["invite"]["expiresAt"], "2026-11-27T11:00:00Z");
    let mails = app.mails().await;
    let [mail] = &mails[..] else {
        panic!("{mails:?}")
    };
    assert!(mail.contains("ina@lines.test"), "{mail}");
    let secret = secret_in(mail);
    assert_eq!(secret.len(), 64, "{mail}");

    let body = json!({ "secret": secret });
    let invitation = app.anonymous().post(INVITATION, body.clone()).await;
    let expected = json!({
        "emailId": "ina@lines.test", "firstName": "Ina", "lastName": "Neu", "companyName": "Lines",
        "expiresAt": "2026-11-27T11:00:00Z"
    });
    assert_eq!(invitation.data(StatusCode::OK), expected);
    let other = app.identity("eve", "eve@lines.test");
    assert_eq!(
        other.post(ACCEPT, body.clone()).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let identity = app.identity("ina", "ina@lines.test");
    let wrong = json!({ "secret": "0".repeat(64) });
    assert_eq!(
        identity.post(ACCEPT, wrong).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let accepted = identity.post(ACCEPT, body.clone()).await;
    assert_eq!(accepted.status, StatusCode::CREATED, "{accepted:?}");
    assert_eq!(
        identity.post(ACCEPT, body.clone()).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    for gone in [body, json!({ "secret": "0".repeat(64) })] {
        let refused = app.anonymous().post(INVITATION, gone).await;
        assert_eq!(refused.faults(), ["/secret"]);
    }

    let login = identity.get("/iam/api/v1/auth/login").await;
    assert_eq!(login.json()["data"]["company"]["name"], "Lines");
    // The provider has proved nothing; the mailed secret has.
    assert_eq!(login.json()["data"]["user"]["emailVerified"], true);
    let shown = ann
        .get(&format!("{USERS}/{}", ina["_id"].as_str().unwrap()))
        .await;
    let shown = &shown.json()["data"];
    assert_eq!(
        (&shown["status"], &shown["invite"]),
        (&json!("active"), &Value::Null)
    );
    let told = ann.get("/iam/api/v1/notifications").await.rows();
    assert_eq!(told[0]["title"], "Ina Neu has accepted your invitation");
    assert_eq!(told[0]["kind"], "inviteAccepted");
    assert_eq!(told[0]["href"], "/settings/users");
}

#[tokio::test]
async fn an_invitation_ends_after_seven_days_and_the_last_one_sent_counts() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ina = invited(&ann, "ina@lines.test").await;
    let id = ina["_id"].as_str().unwrap().parse().unwrap();
    let first = json!({ "secret": secret_in(&app.mails().await[0]) });
    app.set_time("2026-11-27T11:00:00Z");
    let identity = app.identity("ina", "ina@lines.test");
    assert_eq!(
        identity.post(ACCEPT, first.clone()).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );

    let again = act(&ann, id, "resend", json!({})).await;
    assert_eq!(again.status, StatusCode::OK, "{again:?}");
    assert_eq!(again.json()["data"]["invite"]["resendCount"], 1);
    assert_eq!(
        identity.post(ACCEPT, first).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let second = json!({ "secret": secret_in(&app.mails().await[1]) });
    assert_eq!(
        identity.post(ACCEPT, second).await.status,
        StatusCode::CREATED
    );
    assert_eq!(
        act(&ann, id, "resend", json!({})).await.status,
        StatusCode::CONFLICT
    );
}

#[tokio::test]
async fn an_address_is_one_users_in_the_whole_installation() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.administrator("Cargo").await;
    for taken in ["ann@lines.test", "ANN@cargo.test", "no address"] {
        let body = json!({ "firstName": "Ina", "emailId": taken });
        let answer = ann.post(USERS, body).await;
        assert_eq!(pointers(&answer.json()), ["/emailId"], "{taken}");
    }
}

#[tokio::test]
async fn whoever_is_sent_away_has_no_session_and_is_told_why() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Viewer").await;
    let without = act(&ann, bob.id(), "suspend", json!({})).await;
    assert_eq!(pointers(&without.json()), ["/reason"]);
    let reason = json!({ "reason": "Lost the telephone" });
    let suspended = act(&ann, bob.id(), "suspend", reason.clone()).await;
    assert_eq!(
        suspended.json()["data"]["statusReason"],
        "Lost the telephone"
    );
    assert_eq!(app.ended(), [bob.id()]);
    assert_eq!(
        bob.get(USERS).await.json()["detail"],
        "Account was suspended"
    );
    assert_eq!(
        act(&ann, bob.id(), "suspend", reason).await.status,
        StatusCode::CONFLICT
    );

    let back = act(&ann, bob.id(), "reactivate", json!({})).await;
    assert_eq!(back.json()["data"]["status"], "active");
    assert_eq!(back.json()["data"]["statusReason"], "");
    assert_eq!(bob.get(USERS).await.status, StatusCode::OK);
    let left = act(&ann, bob.id(), "deactivate", json!({})).await;
    assert_eq!(left.json()["data"]["status"], "deactivated");
    assert_eq!(app.ended(), [bob.id(), bob.id()]);
    assert_eq!(
        act(&ann, bob.id(), "reactivate", json!({})).await.status,
        StatusCode::OK
    );
    let audit = ann.get("/log/api/v1/audit").await.column("action");
    for action in ["user.suspend", "user.reactivate", "user.deactivate"] {
        assert!(audit.iter().any(|it| it == action), "{action} in {audit:?}");
    }
}

#[tokio::test]
async fn several_users_are_suspended_and_come_back_and_each_is_answered_for() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (bob, cleo) = (
        app.colleague(&ann, "Viewer").await,
        app.colleague(&ann, "Viewer").await,
    );
    let zoe = app.administrator("Cargo").await;
    let ids = json!([bob.id(), ann.id(), zoe.id(), cleo.id()]);
    let path = "/iam/api/v1/users/suspend";
    let body = json!({ "ids": ids, "reason": "The branch is closed" });
    let suspended = ann.post(path, body.clone()).await.data(StatusCode::OK);
    let outcomes = |result: &Value| {
        let rows = result["rows"].as_array().unwrap().iter();
        rows.map(|row| row["outcome"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&suspended), ["done", "refused", "refused", "done"]);
    assert_eq!(
        suspended["rows"][1]["detail"],
        "You cannot change your own status."
    );
    assert_eq!(suspended["batchId"], Value::Null);
    assert_eq!(
        bob.get("/iam/api/v1/users/me").await.status,
        StatusCode::FORBIDDEN
    );
    let users = ann
        .get("/iam/api/v1/users?filter=status:eq:suspended")
        .await;
    assert_eq!(users.rows().len(), 2);
    let again = ann.post(path, body).await.data(StatusCode::OK);
    assert_eq!(outcomes(&again), ["refused"; 4]);
    let back = json!({ "ids": [bob.id(), cleo.id()] });
    let back = ann.post("/iam/api/v1/users/reactivate", back).await;
    assert_eq!(outcomes(&back.data(StatusCode::OK)), ["done", "done"]);
    for wrong in [
        json!({ "ids": [], "reason": "x" }),
        json!({ "ids": [bob.id()] }),
    ] {
        let refused = ann.post(path, wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_user_in_the_bin_is_nobody_until_it_is_restored() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Viewer").await;
    let path = format!("{USERS}/{}", bob.id());
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
    assert_eq!(bob.get(USERS).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.ended(), [bob.id()]);
    let restored = act(&ann, bob.id(), "restore", json!({})).await;
    assert_eq!(restored.status, StatusCode::OK, "{restored:?}");
    assert_eq!(bob.get(USERS).await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_changes_their_own_roles_products_or_status() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.colleague(&ann, "Administrator").await;
    let own = format!("{USERS}/{}", ann.id());
    let roles = ann.get("/iam/api/v1/roles").await.rows();
    let viewer = roles.iter().find(|row| row["name"] == "Viewer").unwrap();
    for (body, pointer) in [
        (json!({ "roleIds": [viewer["_id"]] }), "/roleIds"),
        (json!({ "products": ["workspace"] }), "/products"),
        (json!({ "status": "deactivated" }), "/status"),
        (json!({ "emailId": "new@lines.test" }), "/emailId"),
    ] {
        let answer = ann.patch(&own, "*", body).await;
        assert_eq!(pointers(&answer.json()), [pointer]);
    }
    for action in ["suspend", "deactivate"] {
        let answer = act(&ann, ann.id(), action, json!({ "reason": "x" })).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{action}");
    }
    assert_eq!(ann.delete(&own, "*").await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn what_no_product_of_a_user_has_no_role_opens() {
    const CONTACTS: &str = "/contact/api/v1/contacts";
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Manager").await;
    assert_eq!(bob.get(CONTACTS).await.status, StatusCode::OK);
    let path = format!("{USERS}/{}", bob.id());
    let body = json!({ "products": ["workspace", "mail"] });
    ann.patch(&path, "*", body).await.data(StatusCode::OK);
    let current = bob.get("/iam/api/v1/users-token").await.rows().remove(0);
    assert_eq!(current["products"], json!(["workspace", "mail"]));
    let refused = bob.get(CONTACTS).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["permission"], "contact:view");
    assert_eq!(
        bob.get("/mail/api/v1/templates").await.status,
        StatusCode::OK
    );
    // The company still has it.
    assert_eq!(ann.get(CONTACTS).await.status, StatusCode::OK);
    let offered = ann.get("/iam/api/v1/products").await.rows();
    assert!(
        offered
            .iter()
            .any(|it| it["code"] == "contacts" && it["isSubscribed"] == true)
    );
}

#[tokio::test]
async fn users_change_what_is_personal_of_themselves_without_any_right() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let me = format!("{USERS}/me");
    let body = json!({ "firstName": "Robert", "theme": "dark", "phone": "+31201234567" });
    let changed = bob.patch(&me, "*", body).await;
    assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
    assert_eq!(bob.get(&me).await.json()["data"]["firstName"], "Robert");
    let odd =
        json!({ "phone": "020-1", "timezone": "Mars/North", "roleIds": [], "products": null });
    let refused = bob.patch(&me, "*", odd).await;
    assert_eq!(
        pointers(&refused.json()),
        ["/phone", "/timezone", "/products", "/roleIds"]
    );
    assert_eq!(
        bob.patch(&me, "\"1\"", json!({})).await.status,
        StatusCode::PRECONDITION_FAILED
    );
}

#[tokio::test]
async fn nobody_touches_a_user_who_holds_more_or_gives_what_they_lack() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [
        ("user:edit", "company"),
        ("user:assign", "company"),
        ("user:suspend", "company"),
        ("user:delete", "company"),
    ];
    let bob = app.colleague_with(&ann, &rights).await;
    let eve = app.colleague_with(&ann, &[]).await;
    let manager = app.colleague(&ann, "Manager").await;
    let path = format!("{USERS}/{}", manager.id());
    let title = json!({ "jobTitle": "Clerk" });
    assert_eq!(
        bob.patch(&path, "*", title.clone()).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(bob.delete(&path, "*").await.status, StatusCode::FORBIDDEN);
    let reason = json!({ "reason": "x" });
    assert_eq!(
        act(&bob, manager.id(), "suspend", reason).await.status,
        StatusCode::FORBIDDEN
    );
    let path = format!("{USERS}/{}", eve.id());
    assert_eq!(bob.patch(&path, "*", title).await.status, StatusCode::OK);
    let roles = ann.get("/iam/api/v1/roles").await.rows();
    let viewer = roles.iter().find(|row| row["name"] == "Viewer").unwrap();
    let given = bob
        .patch(&path, "*", json!({ "roleIds": [viewer["_id"]] }))
        .await;
    assert_eq!(pointers(&given.json()), ["/roleIds"]);
    assert_eq!(
        ann.patch(&path, "*", json!({ "roleIds": [viewer["_id"]] }))
            .await
            .status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_administrator_remains_whichever_way_the_last_one_would_go() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let roles = ann.get("/iam/api/v1/roles").await.rows();
    let viewer = roles.iter().find(|row| row["name"] == "Viewer").unwrap();
    let bobs = format!("{USERS}/{}", bob.id());
    assert_eq!(
        ann.patch(&bobs, "*", json!({ "roleIds": [viewer["_id"]] }))
            .await
            .status,
        StatusCode::OK
    );

    // Everything of an administrator, but by another role, which does not count.
    let administrator = roles
        .iter()
        .find(|row| row["name"] == "Administrator")
        .unwrap();
    let clone = format!(
        "/iam/api/v1/roles/{}/clone",
        administrator["_id"].as_str().unwrap()
    );
    assert_eq!(
        ann.post(&clone, json!({ "name": "Deputy" })).await.status,
        StatusCode::CREATED
    );
    let eve = app.colleague(&ann, "Deputy").await;
    let anns = format!("{USERS}/{}", ann.id());
    let ways = [
        eve.patch(&anns, "*", json!({ "roleIds": [viewer["_id"]] }))
            .await,
        eve.patch(&anns, "*", json!({ "products": ["mail"] })).await,
        eve.delete(&anns, "*").await,
        act(&eve, ann.id(), "suspend", json!({ "reason": "x" })).await,
        act(&eve, ann.id(), "deactivate", json!({})).await,
    ];
    for answer in ways {
        assert_eq!(answer.status, StatusCode::CONFLICT, "{answer:?}");
        assert_eq!(
            answer.json()["detail"],
            "The company needs at least one active administrator."
        );
    }
    let body =
        json!({ "action": "edit", "ids": [ann.id()], "changes": { "roleIds": [viewer["_id"]] } });
    // Nothing of such a batch stays.
    let bulk = eve.post(&format!("{USERS}/bulk"), body).await;
    assert_eq!(bulk.status, StatusCode::CONFLICT, "{bulk:?}");
    assert_eq!(ann.get("/iam/api/v1/roles").await.status, StatusCode::OK);
}

#[tokio::test]
async fn lists_of_users_are_filtered_by_status_role_and_last_sign_in() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.colleague(&ann, "Viewer").await;
    invited(&ann, "ina@lines.test").await;
    let names = async |query: &str| ann.get(&format!("{USERS}?{query}")).await.column("name");
    assert_eq!(names("filter=status:eq:invited").await, ["Ina Neu"]);
    assert_eq!(names("sort=-lastLoginAt&pageSize=1").await, ["Ann Ähnlich"]);
    let roles = ann.get("/iam/api/v1/roles").await.rows();
    let viewer = roles.iter().find(|row| row["name"] == "Viewer").unwrap();
    let by_role = format!("filter=roleIds:eq:{}", viewer["_id"].as_str().unwrap());
    assert_eq!(names(&by_role).await, ["Bob Viewer"]);
    assert_eq!(names("search=NEU+ina").await, ["Ina Neu"]);
}

#[tokio::test]
async fn a_signature_is_clean_and_short() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let me = format!("{USERS}/me");
    let signature = "<p>Ann <b>Ä</b><script>alert(1)</script></p>";
    let body = json!({ "signatureHtml": signature });
    let changed = ann.patch(&me, "*", body).await.data(StatusCode::OK);
    assert_eq!(changed["signatureHtml"], "<p>Ann <b>Ä</b></p>");
    let long = json!({ "signatureHtml": format!("<p>{}</p>", "ä".repeat(5_200)) });
    assert_eq!(ann.patch(&me, "*", long).await.faults(), ["/signatureHtml"]);
}
