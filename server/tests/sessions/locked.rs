//! A database that another process holds: reading goes on, nobody becomes somebody else, and no session begins half.
//!
//! On SQLite alone, where one writer keeps all others out; the storage crate tests PostgreSQL's waiting.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot hold its database should stop"
)]

use jiff::SignedDuration;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection};

use crate::support::{PASSWORD, TestApp};

/// Holds the database against all other writers until it is dropped.
async fn hold(app: &TestApp) -> DatabaseConnection {
    let file = app.app.config().data_dir.join("waybill.sqlite3");
    let mut options = ConnectOptions::new(format!("sqlite://{}", file.display()));
    options.max_connections(1);
    let database = Database::connect(options).await.unwrap();
    database
        .execute_unprepared("BEGIN IMMEDIATE")
        .await
        .unwrap();
    database
}

#[tokio::test]
async fn while_the_database_is_locked_people_see_their_own_pages_and_nobody_signs_in() {
    if waybill_test_postgres::is_wanted() {
        return;
    }
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.other_company().await;
    let id_token = app.anonymous().id_token("Grace").await;
    // Long enough that the use of the session would be noted.
    app.pass(SignedDuration::from_mins(2));
    let held = hold(&app).await;
    let (page, login, form) = tokio::join!(
        async { ada.open("/dashboard").await },
        async {
            let login = app.anonymous().request("GET", "/iam/api/v1/auth/login");
            login.bearer(&id_token).await
        },
        async {
            let fields = [("email", "grace@waybill.test"), ("password", PASSWORD)];
            let form = app.anonymous().request("POST", "/login");
            form.form(&fields).await
        },
    );
    assert_eq!(page.status(), 200, "{page:?}");
    assert_eq!(page.state()["session"]["user"]["firstName"], "Ada");
    assert!(!page.text().contains("Grace"));
    login.assert_problem(503);
    assert!(!login.header("retry-after").is_empty());
    assert!(login.set_cookies().is_empty());
    assert_eq!(form.status(), 503, "{form:?}");
    assert!(form.set_cookies().is_empty());

    held.execute_unprepared("ROLLBACK").await.unwrap();
    held.close().await.unwrap();
    let mut grace = app.anonymous();
    assert_eq!(grace.log_in("Grace").await.status(), 200);
}
