//! Access: whoever's rights change is told, wherever they come from, and nobody else.

use axum::http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const ROLES: &str = "/iam/api/v1/roles";
const GROUPS: &str = "/iam/api/v1/groups";

struct World {
    app: TestApp,
    ann: Actor,
    bob: Actor,
    eve: Actor,
    role: Value,
}

/// Ann administers, Bob holds a role, Eve another one.
async fn world() -> World {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let eve = app.colleague_with(&ann, &[]).await;
    let role = json!({ "name": "Reader", "permissions": [] });
    let role = ann.post(ROLES, role).await.json()["data"]["_id"].clone();
    let user = user(&bob);
    ann.patch(&user, "*", json!({ "roleIds": [role] })).await;
    let world = World {
        app,
        ann,
        bob,
        eve,
        role,
    };
    assert_eq!(world.news(&world.bob).await, 1, "his roles were changed");
    world
}

fn user(actor: &Actor) -> String {
    format!("/iam/api/v1/users/{}", actor.id())
}

impl World {
    /// How often somebody was told since it was asked before.
    async fn news(&self, of: &Actor) -> usize {
        let rows = of.get("/iam/api/v1/notifications").await.rows();
        let body = json!({ "all": true });
        of.post("/iam/api/v1/notifications/loaded", body).await;
        // What is told in one moment is one change.
        self.app.clock.advance(SignedDuration::from_secs(1));
        let new = rows
            .iter()
            .filter(|row| row["kind"] == "accessChanged" && row["status"] == "new");
        new.count()
    }

    async fn change_role(&self, body: Value) {
        let path = format!("{ROLES}/{}", self.role.as_str().unwrap());
        let changed = self.ann.patch(&path, "*", body).await;
        assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
    }
}

#[tokio::test]
async fn the_holders_of_a_role_learn_of_its_rights_and_of_nothing_else_of_it() {
    let world = world().await;
    let views = json!([{ "resource": "contact", "actions": ["view"], "scope": "company" }]);
    world.change_role(json!({ "permissions": views })).await;
    assert_eq!(world.news(&world.bob).await, 1);
    world.change_role(json!({ "description": "Reads" })).await;
    assert_eq!(world.news(&world.bob).await, 0);
    for other in [&world.ann, &world.eve] {
        assert_eq!(world.news(other).await, 0);
    }
    let view = world.bob.get("/iam/api/v1/sessions/current").await.json();
    let rights = view["data"]["permissions"].as_array().unwrap();
    assert!(rights.contains(&json!("contact:view")), "{rights:?}");
}

#[tokio::test]
async fn a_group_that_gives_roles_tells_those_who_join_and_leave() {
    let world = world().await;
    let group = json!({ "name": "Readers", "memberIds": [world.eve.id()] });
    let group = world.ann.post(GROUPS, group).await.json()["data"]["_id"].clone();
    assert_eq!(world.news(&world.eve).await, 0, "it gives nothing yet");
    let path = format!("{GROUPS}/{}", group.as_str().unwrap());
    let change = async |body: Value| {
        let changed = world.ann.patch(&path, "*", body).await;
        assert_eq!(changed.status, StatusCode::OK, "{changed:?}");
    };
    change(json!({ "roleIds": [world.role] })).await;
    assert_eq!(world.news(&world.eve).await, 1);
    change(json!({ "memberIds": [world.eve.id(), world.bob.id()] })).await;
    assert_eq!(world.news(&world.eve).await, 0);
    assert_eq!(world.news(&world.bob).await, 1);
    change(json!({ "memberIds": [world.bob.id()] })).await;
    assert_eq!(world.news(&world.eve).await, 1);
    assert_eq!(world.news(&world.bob).await, 0);
}
