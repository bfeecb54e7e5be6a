//! Import of users by who may import but lacks a right that a row would need: a table opens nothing that a form does not.

use axum::http::{Method, StatusCode};
use serde_json::Value;

use super::USERS;
use crate::actors::{Actor, Answer, TestApp};

const IMPORTER: [(&str, &str); 4] = [
    ("user:import", "company"),
    ("user:create", "company"),
    ("user:edit", "company"),
    ("user:view", "company"),
];

async fn import(actor: &Actor, table: &str) -> Answer {
    let path = format!("{USERS}/import?dryRun=false");
    let table = table.to_owned().into();
    actor
        .send(Method::POST, &path, table, Some("text/csv"))
        .await
}

/// Users by their address, as an administrator sees them.
async fn users(administrator: &Actor) -> Vec<Value> {
    administrator.get(USERS).await.rows()
}

async fn administrators_role(administrator: &Actor) -> String {
    let rows = administrator.get("/iam/api/v1/roles").await.rows();
    let role = rows.into_iter().find(|it| it["name"] == "Administrator");
    role.unwrap()["_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_table_gives_no_role_without_the_right_to_assign() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ian = app.colleague_with(&ann, &IMPORTER).await;
    let role = administrators_role(&ann).await;
    let answer = import(&ian, "firstName,emailId\nIna,ina@lines.test\n").await;
    let rows = answer.data(StatusCode::OK)["rows"].clone();
    assert_eq!(rows[0]["outcome"], "new", "what may be imported is");
    let before = users(&ann).await;
    let own = before.iter().find(|it| it["_id"] == ian.id().to_string());
    let own = own.unwrap()["emailId"].as_str().unwrap();

    for (what, table) in [
        (
            "a new user",
            format!("firstName,emailId,roleIds\nMal,mal@lines.test,{role}\n"),
        ),
        ("oneself", format!("emailId,roleIds\n{own},{role}\n")),
        (
            "oneself by the id",
            format!("_id,roleIds\n{},{role}\n", ian.id()),
        ),
        (
            "new users, the last one with a role",
            format!("firstName,emailId,roleIds\nEve,eve@lines.test,\nMal,mal@lines.test,{role}\n"),
        ),
    ] {
        let answer = import(&ian, &table).await;
        let after = users(&ann).await;
        let of_role = |users: &[Value]| {
            let held = |user: &&Value| user["roleIds"].to_string().contains(&role);
            users.iter().filter(held).count()
        };
        assert_eq!(of_role(&after), of_role(&before), "{what}: {answer:?}");
    }
}

#[tokio::test]
async fn a_table_changes_no_administrator_and_no_status() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ian = app.colleague_with(&ann, &IMPORTER).await;
    let before = ann.get(&format!("{USERS}/{}", ann.id())).await;
    let before = before.data(StatusCode::OK);
    let address = before["emailId"].as_str().unwrap();
    for (what, table) in [
        ("a name", format!("emailId,firstName\n{address},Owned\n")),
        ("a status", format!("emailId,status\n{address},suspended\n")),
        (
            "an address",
            format!("_id,emailId\n{},mal@lines.test\n", ann.id()),
        ),
        ("products", format!("emailId,products\n{address},\n")),
    ] {
        let answer = import(&ian, &table).await;
        let after = ann.get(&format!("{USERS}/{}", ann.id())).await;
        assert_eq!(after.data(StatusCode::OK), before, "{what}: {answer:?}");
    }
}

#[tokio::test]
async fn without_the_right_to_import_a_table_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let others = [("user:create", "company"), ("user:assign", "company")];
    let bob = app.colleague_with(&ann, &others).await;
    let before = users(&ann).await.len();
    let answer = import(&bob, "firstName,emailId\nMal,mal@lines.test\n").await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN, "{answer:?}");
    assert_eq!(answer.json()["permission"], "user:import");
    assert_eq!(users(&ann).await.len(), before);
}
