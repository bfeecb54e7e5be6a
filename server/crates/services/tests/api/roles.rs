//! Roles and groups: what they give, who may write them, and that somebody remains administrator.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const ROLES: &str = "/iam/api/v1/roles";
const GROUPS: &str = "/iam/api/v1/groups";

async fn role_named(actor: &Actor, name: &str) -> Value {
    let rows = actor.get(ROLES).await.rows();
    rows.into_iter().find(|row| row["name"] == name).unwrap()
}

async fn made(actor: &Actor, list: &str, body: Value) -> Value {
    let answer = actor.post(list, body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{answer:?}");
    answer.json()["data"].clone()
}

fn path(list: &str, row: &Value) -> String {
    format!("{list}/{}", row["_id"].as_str().unwrap())
}

fn pointers(body: &Value) -> Vec<&str> {
    let errors = body["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|it| it["pointer"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_matrix_is_stored_with_all_that_it_implies() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "name": "Importer",
        "permissions": [{ "resource": "contact", "actions": ["import"], "scope": "office" }]
    });
    let role = made(&ann, ROLES, body).await;
    assert_eq!(role["code"], "importer");
    assert_eq!(role["type"], "custom");
    assert_eq!(
        role["permissions"],
        json!([{ "resource": "contact", "actions": ["view", "create", "edit", "import"], "scope": "office" }])
    );
}

#[tokio::test]
async fn what_cannot_be_granted_is_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "name": "super ADMIN", "code": "Nö",
        "permissions": [{ "resource": "audit", "actions": ["delete"] }, { "actions": ["view"] }]
    });
    let answer = ann.post(ROLES, body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        pointers(&answer.json()),
        [
            "/code",
            "/permissions/0/actions",
            "/permissions/1/resource",
            "/name"
        ]
    );
}

#[tokio::test]
async fn nobody_writes_a_right_into_a_role_that_they_lack() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [("role:create", "company"), ("contact:edit", "office")];
    let bob = app.colleague_with(&ann, &rights).await;
    let with = |scope: &str| {
        json!({
            "name": format!("Contacts {scope}"),
            "permissions": [{ "resource": "contact", "actions": ["edit"], "scope": scope }]
        })
    };
    assert_eq!(
        bob.post(ROLES, with("office")).await.status,
        StatusCode::CREATED
    );
    let refused = bob.post(ROLES, with("company")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(pointers(&refused.json()), ["/permissions"]);
    let administrator = role_named(&ann, "Administrator").await;
    let clone = format!("{}/clone", path(ROLES, &administrator));
    let refused = bob.post(&clone, json!({ "name": "Mine" })).await;
    assert_eq!(pointers(&refused.json()), ["/permissions"]);
}

#[tokio::test]
async fn a_role_of_the_product_is_only_cloned_or_made_the_default() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = role_named(&ann, "Viewer").await;
    let changed = ann
        .patch(&path(ROLES, &viewer), "*", json!({ "name": "Guest" }))
        .await;
    assert_eq!(changed.status, StatusCode::CONFLICT);
    assert_eq!(
        ann.delete(&path(ROLES, &viewer), "*").await.status,
        StatusCode::CONFLICT
    );

    let clone = ann
        .post(
            &format!("{}/clone", path(ROLES, &viewer)),
            json!({ "name": "Guest" }),
        )
        .await;
    assert_eq!(clone.status, StatusCode::CREATED, "{clone:?}");
    let clone = clone.json()["data"].clone();
    assert_eq!(
        (&clone["clonedFrom"], &clone["type"]),
        (&viewer["_id"], &json!("custom"))
    );
    assert_eq!(
        (&clone["permissions"], &clone["code"]),
        (&viewer["permissions"], &json!("guest"))
    );

    let changed = ann
        .patch(&path(ROLES, &viewer), "*", json!({ "isDefault": true }))
        .await;
    assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
    let rows = ann.get(&format!("{ROLES}?filter=isDefault:eq:true")).await;
    assert_eq!(rows.column("name"), ["Viewer"]);
    let unset = ann
        .patch(&path(ROLES, &viewer), "*", json!({ "isDefault": false }))
        .await;
    assert_eq!(pointers(&unset.json()), ["/isDefault"]);
}

#[tokio::test]
async fn a_role_with_members_goes_when_another_takes_its_place() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let night = made(&ann, ROLES, json!({ "name": "Night" })).await;
    let day = made(&ann, ROLES, json!({ "name": "Day" })).await;
    let bob = app.colleague(&ann, "Night").await;
    let team = json!({ "name": "Team", "memberIds": [bob.id()], "roleIds": [night["_id"]] });
    made(&ann, GROUPS, team).await;

    let members = ann.get(&format!("{}/members", path(ROLES, &night))).await;
    let through: Vec<Value> = members
        .rows()
        .iter()
        .map(|it| it["groupName"].clone())
        .collect();
    assert_eq!(through, [Value::Null, json!("Team")]);
    assert_eq!(role_named(&ann, "Night").await["memberCount"], 1);

    let refused = ann.delete(&path(ROLES, &night), "*").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.json()["uses"].as_array().unwrap().len(), 2);
    let replacing = format!(
        "{}?replacementRoleId={}",
        path(ROLES, &night),
        day["_id"].as_str().unwrap()
    );
    let gone = ann.delete(&replacing, "*").await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT, "{gone:?}");
    assert_eq!(role_named(&ann, "Day").await["memberCount"], 1);
    let own = ann.get(&format!("/iam/api/v1/users/{}", bob.id())).await;
    assert_eq!(own.json()["data"]["roleIds"], json!([day["_id"]]));

    let restored = ann
        .send_with(
            Method::POST,
            &format!("{}/restore", path(ROLES, &night)),
            &[("if-match", "*")],
            String::new(),
        )
        .await;
    assert_eq!(restored.status, StatusCode::OK, "{restored:?}");
    assert_eq!(role_named(&ann, "Night").await["memberCount"], 0);
}

#[tokio::test]
async fn a_group_gives_its_members_its_roles_from_the_next_request() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    assert_eq!(
        bob.get("/log/api/v1/audit").await.status,
        StatusCode::FORBIDDEN
    );
    let manager = role_named(&ann, "Manager").await;
    let team = json!({ "name": "Team", "memberIds": [bob.id()], "roleIds": [manager["_id"]] });
    let team = made(&ann, GROUPS, team).await;
    assert_eq!(bob.get("/log/api/v1/audit").await.status, StatusCode::OK);

    let rights = format!("/iam/api/v1/users/{}/effective-permissions", bob.id());
    let rows = ann.get(&rights).await.rows();
    let right = rows
        .iter()
        .find(|row| row["permission"] == "audit:view")
        .unwrap();
    assert_eq!(right["scope"], "company");
    assert_eq!(right["sources"][0]["roleName"], "Manager");
    assert_eq!(right["sources"][0]["groupName"], "Team");

    assert_eq!(
        ann.delete(&path(GROUPS, &team), "*").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        bob.get("/log/api/v1/audit").await.status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn nobody_gives_themselves_or_others_more_through_a_group() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [("group:create", "company"), ("user:assign", "company")];
    let bob = app.colleague_with(&ann, &rights).await;
    let eve = app.colleague_with(&ann, &[]).await;
    let manager = role_named(&ann, "Manager").await;
    let team =
        |member| json!({ "name": "Team", "memberIds": [member], "roleIds": [manager["_id"]] });
    let others = bob.post(GROUPS, team(eve.id())).await;
    assert_eq!(pointers(&others.json()), ["/roleIds"]);
    assert_eq!(
        bob.post(GROUPS, team(bob.id())).await.status,
        StatusCode::CONFLICT
    );
    let without_assign = app
        .colleague_with(&ann, &[("group:create", "company")])
        .await;
    let refused = without_assign.post(GROUPS, team(eve.id())).await;
    assert_eq!(refused.json()["permission"], "user:assign");
}

#[tokio::test]
async fn a_group_that_makes_the_only_administrator_cannot_let_it_go() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let administrator = role_named(&ann, "Administrator").await;
    let team =
        json!({ "name": "Team", "memberIds": [bob.id()], "roleIds": [administrator["_id"]] });
    let team = made(&ann, GROUPS, team).await;
    // Bob sends Ann away, and is then the only one.
    let suspend = format!("/iam/api/v1/users/{}/suspend", ann.id());
    let headers = [("if-match", "*"), ("content-type", "application/json")];
    let gone = bob
        .send_with(
            Method::POST,
            &suspend,
            &headers,
            json!({ "reason": "Left" }).to_string(),
        )
        .await;
    assert_eq!(gone.status, StatusCode::OK, "{gone:?}");
    let refused = bob.delete(&path(GROUPS, &team), "*").await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{refused:?}");
    let eve = app.colleague(&bob, "Administrator").await;
    let left = eve.delete(&path(GROUPS, &team), "*").await;
    assert_eq!(left.status, StatusCode::NO_CONTENT, "{left:?}");
}

#[tokio::test]
async fn who_can_grant_a_missing_right_is_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let refused = bob.get("/log/api/v1/audit").await;
    assert_eq!(refused.json()["grantedBy"], json!(["Ann Ähnlich"]));
    app.colleague(&ann, "Manager").await;
    let refused = bob.get("/log/api/v1/audit").await;
    assert_eq!(
        refused.json()["grantedBy"],
        json!(["Ann Ähnlich", "Bob Manager"])
    );
}

#[tokio::test]
async fn exactly_one_office_is_the_head_office() {
    const OFFICES: &str = "/iam/api/v1/companies/offices";
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let head = ann.get(OFFICES).await.rows().remove(0);
    assert_eq!(
        (&head["name"], &head["isHead"]),
        (&json!("Head office"), &json!(true))
    );
    let stays = ann.delete(&path(OFFICES, &head), "*").await;
    assert_eq!(stays.status, StatusCode::CONFLICT);
    let port = made(
        &ann,
        OFFICES,
        json!({ "name": "Port", "unlocode": "NLRTM", "isHead": true }),
    )
    .await;
    let heads = ann.get(&format!("{OFFICES}?filter=isHead:eq:true")).await;
    assert_eq!(heads.column("name"), ["Port"]);
    let unset = ann
        .patch(&path(OFFICES, &port), "*", json!({ "isHead": false }))
        .await;
    assert_eq!(pointers(&unset.json()), ["/isHead"]);
    // Ann sits in the old one.
    let used = ann.delete(&path(OFFICES, &head), "*").await;
    assert_eq!(used.json()["uses"][0]["kind"], "user");
}
