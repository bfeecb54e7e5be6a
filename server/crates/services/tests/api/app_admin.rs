//! What the operator's people see and change, and that each use of it is told.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const ADMIN: &str = "/iam/api/v1/app-admin";

async fn path_of(operator: &Actor, company: &str) -> String {
    let rows = operator
        .get(&format!("{ADMIN}?search={company}"))
        .await
        .rows();
    let [row] = &rows[..] else { panic!("{rows:?}") };
    format!("{ADMIN}/{}", row["_id"].as_str().unwrap())
}

#[tokio::test]
async fn the_operator_sees_every_company_with_its_plan_its_state_and_its_users() {
    let app = TestApp::init().await;
    let operator = app.operator().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    app.colleague(&ann, "Viewer").await;
    let gone = app.colleague(&ann, "Viewer").await;
    app.set_status(&gone, "suspended").await;
    app.subscribe_until(&cargo, jiff::civil::date(2026, 11, 19))
        .await;
    let listed = operator.get(&format!("{ADMIN}?sort=-name")).await;
    assert_eq!(listed.column("name"), ["Operator", "Lines", "Cargo"]);
    assert_eq!(listed.json()["total"], 3);
    let rows = listed.rows();
    assert_eq!(
        rows[1]["users"],
        json!({ "total": 3, "invited": 0, "active": 2, "suspended": 1, "deactivated": 0 })
    );
    assert_eq!(
        (&rows[1]["state"], &rows[1]["subscripedPlan"]),
        (
            &json!("active"),
            &json!({ "name": "Trial", "expiryDate": "2026-12-20" })
        )
    );
    assert_eq!(rows[2]["state"], "expired");
    let by_end = operator
        .get(&format!("{ADMIN}?sort=expiryDate&pageSize=1"))
        .await;
    assert_eq!(by_end.column("name"), ["Cargo"]);
    let trials = operator
        .get(&format!(
            "{ADMIN}?filter=expiryDate:ge:2026-12-01&filter=account_type:eq:trial&paged=true"
        ))
        .await;
    assert_eq!(trials.column("name"), ["Lines", "Operator"]);
    assert_eq!(
        (&trials.json()["page"], &trials.json()["pageSize"]),
        (&json!(1), &json!(25))
    );
    for (query, fault) in [
        ("sort=owner", "?sort"),
        ("filter=owner:eq:ann", "?filter"),
        ("after=x", "?after"),
    ] {
        let wrong = operator.get(&format!("{ADMIN}?{query}")).await;
        assert_eq!(wrong.faults(), [fault]);
    }
}

#[tokio::test]
async fn an_agreement_is_changed_at_a_version_and_both_sides_can_read_of_it() {
    let app = TestApp::init().await;
    let operator = app.operator().await;
    let ann = app.administrator("Lines").await;
    app.subscribe_until(&ann, jiff::civil::date(2026, 11, 19))
        .await;
    let path = path_of(&operator, "lines").await;
    let etag = operator.get(&path).await.header("etag").to_owned();
    let body = json!({
        "account_type": "standard", "subscripedPlan": { "name": "Standard", "expiryDate": "2027-11-30" }
    });
    let changed = operator
        .patch(&path, &etag, body)
        .await
        .data(StatusCode::OK);
    assert_eq!(
        (&changed["account_type"], &changed["state"]),
        (&json!("standard"), &json!("active"))
    );
    let stale = operator.patch(&path, &etag, json!({})).await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    // The end alone can be moved, and what was agreed can be for ever.
    let body = json!({ "subscripedPlan": { "expiryDate": null } });
    let open = operator.patch(&path, "*", body).await.data(StatusCode::OK);
    assert_eq!(
        (&open["subscripedPlan"], &open["state"]),
        (
            &json!({ "name": "Standard", "expiryDate": null }),
            &json!("active")
        )
    );
    let current = ann.get("/iam/api/v1/users-token").await.rows().remove(0);
    assert_eq!(current["isExpired"], false);
    let none = json!({ "subscripedPlan": null });
    let none = operator.patch(&path, "*", none).await.data(StatusCode::OK);
    assert_eq!(none["subscripedPlan"], Value::Null);

    let own = ann
        .get("/log/api/v1/audit?search=company.edit")
        .await
        .rows();
    assert_eq!(own.len(), 3);
    for entry in &own {
        assert_eq!(
            (&entry["actor"]["type"], &entry["actor"]["name"]),
            (&json!("support"), &json!("Operator"))
        );
        assert_eq!(
            (&entry["actor"]["id"], &entry["ip"]),
            (&Value::Null, &Value::Null)
        );
    }
    let path_of_change = &own[2]["changes"][0]["path"];
    assert_eq!(path_of_change, "/account_type");
    let used = operator.get("/log/api/v1/audit?search=appadmin").await;
    let mut used = used.column("action");
    used.sort();
    assert_eq!(
        used,
        [
            "appAdmin.edit",
            "appAdmin.edit",
            "appAdmin.edit",
            "appAdmin.list",
            "appAdmin.view"
        ]
    );
    let history = operator.get(&format!("{path}/history")).await.rows();
    assert_eq!(history.len(), 3);
    assert_eq!(
        (&history[0]["action"], &history[0]["actor"]["name"]),
        (&json!("appAdmin.edit"), &json!("Ann Ähnlich"))
    );
    assert_eq!(history[2]["changes"][0]["path"], "/account_type");
    let chain = ann.get("/log/api/v1/audit/verify").await;
    assert_eq!(chain.status, StatusCode::OK, "{chain:?}");
}

#[tokio::test]
async fn a_removed_product_takes_its_rights_along() {
    let app = TestApp::init().await;
    let operator = app.operator().await;
    let ann = app.administrator("Lines").await;
    let path = path_of(&operator, "lines").await;
    let contacts = "/contact/api/v1/contacts";
    assert_eq!(ann.get(contacts).await.status, StatusCode::OK);
    let body = json!({ "products": ["mail", "workspace"] });
    let changed = operator.patch(&path, "*", body).await.data(StatusCode::OK);
    assert_eq!(changed["products"], json!(["workspace", "mail"]));
    assert_eq!(ann.get(contacts).await.status, StatusCode::FORBIDDEN);
    for products in [json!(["mail"]), json!([]), json!(["workspace", "rockets"])] {
        let body = json!({ "products": products });
        let faults = operator.patch(&path, "*", body).await.faults();
        assert_eq!(faults, ["/products"]);
    }
}

#[tokio::test]
async fn a_view_of_the_companies_can_be_kept() {
    let app = TestApp::init().await;
    let operator = app.operator().await;
    let view = json!({ "list": ADMIN, "name": "Trials", "query": "filter=account_type:eq:trial" });
    let kept = operator.post("/iam/api/v1/saved-views", view).await;
    assert_eq!(kept.status, StatusCode::CREATED);
}

#[tokio::test]
async fn nothing_else_of_a_company_is_changed_here() {
    let app = TestApp::init().await;
    let operator = app.operator().await;
    app.administrator("Lines").await;
    let path = path_of(&operator, "lines").await;
    let body = json!({
        "name": "Ours", "account_type": "free", "subscripedPlan": { "name": "", "expiryDate": "soon", "seats": 1 }
    });
    let mut faults = operator.patch(&path, "*", body).await.faults();
    faults.sort();
    assert_eq!(
        faults,
        [
            "/account_type",
            "/name",
            "/subscripedPlan/expiryDate",
            "/subscripedPlan/name",
            "/subscripedPlan/seats"
        ]
    );
    let never = format!("{ADMIN}/{}", uuid::Uuid::now_v7());
    assert_eq!(
        operator.patch(&never, "*", json!({})).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(operator.get(&never).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_address_counts_once_it_is_verified_and_no_user_makes_itself_one() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let refused = ann.get(ADMIN).await;
    assert_eq!(refused.json()["type"], "/problems/operator-only");
    for body in [
        json!({ "isSuperAdmin": true }),
        json!({ "roleIds": [], "isSuperAdmin": true }),
    ] {
        let faults = ann.patch("/iam/api/v1/users/me", "*", body).await.faults();
        assert!(faults.contains(&"/isSuperAdmin".to_owned()), "{faults:?}");
    }
    let root = app.identity("root", "root@operator.test");
    let body = crate::actors::registration("Operator");
    let user = root
        .post("/iam/api/v1/auth", body)
        .await
        .data(StatusCode::CREATED);
    let unverified = app.signed_in(user["user"]["_id"].as_str().unwrap().parse().unwrap());
    assert_eq!(unverified.get(ADMIN).await.status, StatusCode::FORBIDDEN);
}
