//! A new password ends the other sessions of that user, and nobody else's.

use crate::support::{Actor, TestApp};

const NEW_PASSWORD: &str = "basalt-harbour-17";

/// Ada on another device.
async fn phone_of_ada(app: &TestApp) -> Actor<'_> {
    let mut phone = app.anonymous();
    assert_eq!(phone.log_in("Ada").await.status(), 200);
    phone
}

#[tokio::test]
async fn a_new_password_signs_out_the_other_devices_and_not_the_one_it_came_from() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut phone = phone_of_ada(&app).await;
    let changed = ada.change_password("Ada", NEW_PASSWORD).await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    assert!(changed.set_cookies().is_empty());
    assert_eq!(ada.open("/dashboard").await.status(), 200);
    phone.open("/dashboard").await.assert_signed_out();
    phone.refresh().await.assert_problem(401);
}

#[tokio::test]
async fn a_new_password_from_a_browser_without_a_session_signs_out_everywhere_also_after_a_restart()
{
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (token, sid) = (ada.token().to_owned(), ada.cookie("sid").to_owned());
    let elsewhere = app.anonymous().change_password("Ada", NEW_PASSWORD).await;
    assert_eq!(elsewhere.status(), 200, "{elsewhere:?}");
    ada.open("/dashboard").await.assert_signed_out();

    let app = app.restarted().await;
    let mut revenant = app.anonymous();
    revenant.set_cookie("token", &token);
    revenant.set_cookie("sid", &sid);
    revenant.open("/dashboard").await.assert_signed_out();
}

#[tokio::test]
async fn the_session_of_somebody_else_neither_ends_nor_spares_any() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let grace = app.other_company().await;
    let changed = grace.change_password("Ada", NEW_PASSWORD).await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    assert_eq!(grace.open("/dashboard").await.status(), 200);
    ada.open("/dashboard").await.assert_signed_out();
}

#[tokio::test]
async fn a_password_that_is_refused_signs_nobody_out() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let phone = phone_of_ada(&app).await;
    let refused = ada.change_password("Ada", "short").await;
    assert_eq!(refused.status(), 400, "{refused:?}");
    assert_eq!(phone.open("/dashboard").await.status(), 200);
}
