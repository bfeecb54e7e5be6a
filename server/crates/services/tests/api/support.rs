//! Support access: the operator's people read a company while it says so, and nothing before, after or beside that.

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::permissions::Action;
use waybill_services::source::Source;
use waybill_storage::users;

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::{Needed, Operation};
use crate::requests::{Place, Ready, Supply, TIMEZONES};

const ACCESS: &str = "/iam/api/v1/support-access";
const ADMIN: &str = "/iam/api/v1/app-admin";
const CONTACTS: &str = "/contact/api/v1/contacts";
const CURRENT: &str = "/iam/api/v1/sessions/current";

async fn company_of(app: &TestApp, actor: &Actor) -> uuid::Uuid {
    let found = users::by_id(app.storage.reader(), actor.id()).await;
    found.unwrap().unwrap().1.id.as_uuid()
}

async fn grant(ann: &Actor, length: &str) {
    let body = json!({ "length": length, "note": "The import of last Tuesday" });
    let granted = ann.post(ACCESS, body).await;
    assert_eq!(granted.status, StatusCode::CREATED, "{granted:?}");
}

async fn revoke(ann: &Actor) {
    let revoked = ann.send_with(Method::DELETE, ACCESS, &[], "").await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT, "{revoked:?}");
}

async fn visit(app: &TestApp, visitor: &Actor, host: &Actor) -> Result<(), ServiceError> {
    let company = company_of(app, host).await;
    let caller = visitor.caller().await;
    let source = Source::default();
    app.services.visit_company(&caller, company, &source).await
}

async fn leave(app: &TestApp, visitor: &Actor) {
    let caller = visitor.caller().await;
    let left = app.services.end_viewing(&caller, &Source::default()).await;
    assert!(left.unwrap().is_some());
}

fn kind(answer: &Answer) -> (StatusCode, Value) {
    (answer.status, answer.json()["type"].clone())
}

fn refused(kind: &str) -> (StatusCode, Value) {
    (StatusCode::FORBIDDEN, json!(format!("/problems/{kind}")))
}

/// A company with one contact, and one of the operator's people in a session.
async fn both(app: &TestApp) -> (Actor, Actor) {
    let ann = app.administrator("Lines").await;
    let body = json!({ "firstName": "Grace", "lastName": "Hopper" });
    let made = ann.post(CONTACTS, body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let operator = app.operator().await;
    (ann, app.in_session(&operator).await)
}

#[tokio::test]
async fn visitor_reads_and_both_companies_audit_it() {
    let app = TestApp::init().await;
    let (ann, operator) = both(&app).await;
    let path = format!("{ADMIN}/{}", company_of(&app, &ann).await);
    assert!(matches!(
        visit(&app, &operator, &ann).await,
        Err(ServiceError::State(_))
    ));
    let seen = operator.get(&path).await.data(StatusCode::OK);
    assert_eq!(seen["supportUntil"], Value::Null);

    grant(&ann, "4h").await;
    let seen = operator.get(&path).await.data(StatusCode::OK);
    assert_eq!(seen["supportUntil"], "2026-11-20T15:00:00Z");
    visit(&app, &operator, &ann).await.unwrap();
    let session = operator.get(CURRENT).await.data(StatusCode::OK);
    assert_eq!(session["company"]["name"], "Lines");
    assert_eq!(session["viewing"]["kind"], "support");
    assert_eq!(session["viewing"]["until"], "2026-11-20T15:00:00Z");
    assert_eq!(session["isSuperAdmin"], false);
    let rights = session["permissions"].as_array().unwrap();
    assert!(
        rights
            .iter()
            .all(|it| it.as_str().unwrap().ends_with(":view"))
    );
    let contacts = operator.get(CONTACTS).await;
    assert_eq!(contacts.json()["total"], 1, "{contacts:?}");
    let written = operator.post(CONTACTS, json!({})).await;
    assert_eq!(kind(&written), refused("viewing"));
    assert_eq!(
        written.json()["detail"],
        "You are visiting as support. Nothing can be changed."
    );
    assert_eq!(kind(&operator.get(ADMIN).await), refused("operator-only"));

    let shown = ann.get(ACCESS).await.data(StatusCode::OK);
    assert_eq!(shown["running"]["note"], "The import of last Tuesday");
    assert_eq!(shown["running"]["grantedBy"], "Ann Ähnlich");
    assert_eq!(shown["visits"][0]["endedAt"], Value::Null);
    app.clock.advance(SignedDuration::from_mins(20));
    leave(&app, &operator).await;
    let shown = ann.get(ACCESS).await.data(StatusCode::OK);
    assert_eq!(shown["visits"].as_array().unwrap().len(), 1);
    assert_eq!(shown["visits"][0]["endedAt"], "2026-11-20T11:20:00Z");
    let home = operator.get(CURRENT).await.data(StatusCode::OK);
    assert_eq!(
        (&home["company"]["name"], &home["viewing"]),
        (&json!("Operator"), &Value::Null)
    );

    let trail = ann.get("/log/api/v1/audit?search=visit").await.rows();
    let told: Vec<_> = trail.iter().map(|it| &it["action"]).collect();
    assert_eq!(told, ["company.endVisit", "company.beginVisit"]);
    for entry in &trail {
        assert_eq!(entry["actor"]["type"], "support");
        assert_eq!(entry["actor"]["name"], "Ann Ähnlich");
        assert_eq!(entry["actor"]["emailId"], "root@operator.test");
        assert_eq!(entry["actor"]["id"], Value::Null);
    }
    let terms = trail[1]["changes"].as_array().unwrap();
    let terms: Vec<_> = terms.iter().map(|it| (&it["path"], &it["new"])).collect();
    assert_eq!(
        terms,
        [
            (&json!("/until"), &json!("2026-11-20T15:00:00Z")),
            (&json!("/note"), &json!("The import of last Tuesday")),
            (&json!("/grantedBy"), &json!("Ann Ähnlich")),
        ]
    );
    let own = operator
        .get("/log/api/v1/audit?filter=action:eq:appAdmin.visit")
        .await
        .rows();
    assert_eq!(own[0]["entity"]["label"], "Lines");
    let notices = ann.get("/iam/api/v1/notifications").await.rows();
    assert_eq!(notices[0]["kind"], "supportVisit");
}

#[tokio::test]
async fn access_ends_by_time_revocation_or_suspension() {
    let app = TestApp::init().await;
    let (ann, operator) = both(&app).await;
    grant(&ann, "1h").await;
    visit(&app, &operator, &ann).await.unwrap();
    app.clock.advance(SignedDuration::from_secs(3599));
    assert_eq!(operator.get(CONTACTS).await.status, StatusCode::OK);
    app.clock.advance(SignedDuration::from_secs(1));
    let over = operator.get(CONTACTS).await;
    assert_eq!(kind(&over), refused("viewing-over"));
    assert_eq!(
        over.json()["detail"],
        "Support access has ended. Reload the page."
    );
    leave(&app, &operator).await;
    assert!(matches!(
        visit(&app, &operator, &ann).await,
        Err(ServiceError::State(_))
    ));
    let shown = ann.get(ACCESS).await.data(StatusCode::OK);
    assert_eq!(shown["running"], Value::Null);
    assert_eq!(shown["visits"][0]["endedAt"], "2026-11-20T12:00:00Z");

    grant(&ann, "1d").await;
    grant(&ann, "3d").await;
    visit(&app, &operator, &ann).await.unwrap();
    revoke(&ann).await;
    for path in [CONTACTS, CURRENT] {
        assert_eq!(kind(&operator.get(path).await), refused("viewing-over"));
    }
    let shown = ann.get(ACCESS).await.data(StatusCode::OK);
    assert_eq!(shown["running"], Value::Null);
    leave(&app, &operator).await;
    assert!(matches!(
        visit(&app, &operator, &ann).await,
        Err(ServiceError::State(_))
    ));
    // Its pages learn of it where it is told of things.
    let notices = operator.get("/iam/api/v1/notifications").await.rows();
    assert_eq!(notices[0]["title"], "Support access was revoked");
    let trail = ann
        .get("/log/api/v1/audit?filter=action:eq:company.endVisit")
        .await
        .rows();
    let reasons: Vec<_> = trail.iter().map(|it| &it["reason"]).collect();
    assert_eq!(
        reasons,
        [
            "Support access was revoked.",
            "The time limit was reached or the session ended."
        ]
    );
    let revoked = ann
        .get("/log/api/v1/audit?filter=action:eq:company.revokeSupport")
        .await;
    assert_eq!(revoked.rows().len(), 2);
    revoke(&ann).await;

    grant(&ann, "1h").await;
    visit(&app, &operator, &ann).await.unwrap();
    app.set_status(&operator, "suspended").await;
    assert_eq!(kind(&operator.get(CONTACTS).await), refused("suspended"));
}

#[tokio::test]
async fn only_the_operator_visits_and_only_by_grant() {
    let app = TestApp::init().await;
    let (ann, operator) = both(&app).await;
    let zoe = app.administrator("Other").await;
    grant(&ann, "1h").await;
    let stranger = app.in_session(&zoe).await;
    let refusal = visit(&app, &stranger, &ann).await;
    assert!(matches!(refusal, Err(ServiceError::NotOperator)));
    assert!(matches!(
        visit(&app, &operator, &zoe).await,
        Err(ServiceError::State(_))
    ));
    assert!(matches!(
        visit(&app, &operator, &operator).await,
        Err(ServiceError::State(_))
    ));
    visit(&app, &operator, &ann).await.unwrap();
    let again = visit(&app, &operator, &ann).await;
    assert!(matches!(again, Err(ServiceError::Viewing(_))));
    // Neither company sees anything of the other through the visit.
    assert_eq!(
        zoe.get(ACCESS).await.data(StatusCode::OK),
        json!({ "running": null, "visits": [] })
    );
    let own = app.operator().await;
    assert_eq!(own.get(CONTACTS).await.json()["total"], 0);
    assert_eq!(
        own.get(ACCESS).await.data(StatusCode::OK)["visits"],
        json!([])
    );
}

#[tokio::test]
async fn grant_needs_duration_and_administrator() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for body in [
        json!({}),
        json!({ "length": "1y" }),
        json!({ "length": null }),
    ] {
        assert_eq!(ann.post(ACCESS, body).await.faults(), ["/length"]);
    }
    let long = json!({ "length": "1h", "note": "x".repeat(301) });
    assert_eq!(ann.post(ACCESS, long).await.faults(), ["/note"]);
    let manager = app.colleague(&ann, "Manager").await;
    let refused = manager.post(ACCESS, json!({ "length": "1h" })).await;
    assert_eq!(refused.json()["permission"], "company:manage");
    assert_eq!(manager.get(ACCESS).await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn visitor_never_writes_or_sees_other_companies() {
    let app = TestApp::for_many_reads().await;
    let operator = app.operator().await;
    let mut wrong = Vec::new();
    for (at, operation) in Operation::all().into_iter().enumerate() {
        if operation.id == "sign_out" {
            continue;
        }
        let ann = app.administrator(&format!("Own{at}")).await;
        let zoe = app.administrator(&format!("Other{at}")).await;
        let [own, other] = [&ann, &zoe].map(|owner| Place {
            app: &app,
            owner,
            doer: match operation.needed() {
                Some(Needed::Operator) => &operator,
                _ => owner,
            },
            supply: Supply::Fresh,
        });
        let own = Ready::make(&operation, &own).await.unwrap();
        grant(&ann, "1h").await;
        let visitor = app.in_session(&operator).await;
        visit(&app, &visitor, &ann).await.unwrap();
        let answer = own.sent_by(&visitor).await;
        if !is_allowed(&operation, &answer) {
            let text: String = answer.text.chars().take(200).collect();
            wrong.push(format!("{operation}: {} {text}", answer.status));
        }
        // Time zones are the same for all companies, and nobody's own.
        if operation.method != Method::GET || operation.path.starts_with(TIMEZONES) {
            continue;
        }
        let other = Ready::make(&operation, &other).await.unwrap();
        let foreign = other.sent_by(&visitor).await;
        if other.names_record_in_path() && !other.ids.is_empty() {
            if foreign.status.is_success() {
                wrong.push(format!("{operation}: shows what is another company's"));
            }
        } else if let Some(id) = other.made.iter().find(|id| foreign.text.contains(*id)) {
            wrong.push(format!("{operation}: shows {id} of another company"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a visitor may be answered so: nothing that writes succeeds, and whatever is seen by a right to see is seen.
fn is_allowed(operation: &Operation, answer: &Answer) -> bool {
    if operation.method != Method::GET && operation.id != "preview_template" {
        return answer.status == StatusCode::FORBIDDEN;
    }
    match operation.needed() {
        // What is its maker's alone is not the visitor's.
        Some(Needed::Right(_)) if operation.path.contains("/drafts/") => {
            answer.status == StatusCode::NOT_FOUND
        }
        Some(Needed::Right(right)) if right.action == Action::View => {
            answer.status == operation.success()
        }
        Some(Needed::Right(_) | Needed::Operator) => answer.status == StatusCode::FORBIDDEN,
        Some(Needed::SignIn) | None => !answer.status.is_server_error(),
    }
}
