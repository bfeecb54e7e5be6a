//! People sign in with a project at Firebase: what is wired otherwise, and a whole visit with the unmodified SDK against an Auth
//! emulator that is not ours.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

#[expect(dead_code, reason = "the tests of the provider say more of it")]
#[path = "../crates/identity/tests/identity/external/google.rs"]
mod google;
mod mirror;
mod visit;

use crate::start::{assert_refused, waybill};
use crate::support::TestApp;

const PROJECT: &str = "[firebase.other]\nproject_id = \"demo-waybill\"\napi_key = \"AIza-1\"\n";

#[tokio::test]
async fn pages_name_the_project_and_may_talk_to_google_and_nobody_else() {
    let app = TestApp::with(PROJECT).await;
    let page = app.anonymous().open("/login").await;
    assert_eq!(page.status(), 200);
    let identity = page.state()["env"]["identity"].clone();
    assert_eq!(identity["embedded"], false);
    assert_eq!(identity["apiKey"], "AIza-1");
    assert_eq!(identity["projectId"], "demo-waybill");
    assert_eq!(identity["authDomain"], "demo-waybill.firebaseapp.com");
    assert!(identity["authEmulator"].is_null());
    let policy = page.header("content-security-policy");
    let connect = policy.split("; ").find(|it| it.starts_with("connect-src"));
    assert_eq!(
        connect.unwrap(),
        "connect-src 'self' ws://waybill.test https://identitytoolkit.googleapis.com \
         https://securetoken.googleapis.com"
    );
    // Without a project, nobody else is named.
    let page = TestApp::new().await;
    let page = page.anonymous().open("/login").await;
    let policy = page.header("content-security-policy");
    assert!(!policy.contains("googleapis"), "{policy}");
}

#[tokio::test]
async fn the_own_provider_does_not_answer_in_googles_place() {
    let app = TestApp::with(PROJECT).await;
    for path in [
        "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
        "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
        "/identitytoolkit.googleapis.com",
        "/securetoken.googleapis.com/v1/token?key=k",
    ] {
        for method in ["GET", "POST"] {
            let answer = app.anonymous().request(method, path).await;
            answer.assert_problem(404);
        }
    }
    // The page of mailed links is Google's as well; here it is as any that is not there.
    let mailed = app
        .anonymous()
        .open("/auth/action?mode=verifyEmail&oobCode=x")
        .await;
    assert!(mailed.location().starts_with("/login"), "{mailed:?}");
}

#[tokio::test]
async fn tokens_that_nobody_signed_or_somebody_else_did_open_nothing() {
    let app = TestApp::with(PROJECT).await;
    let own = TestApp::new().await;
    let of_embedded = own.anonymous().sign_up("ada@waybill.test").await;
    let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhIn0.";
    for token in [of_embedded.as_str(), unsigned, "", "x.y.z"] {
        for path in ["/iam/api/v1/auth/login", "/iam/api/v1/users-token"] {
            let answer = app.anonymous().request("GET", path).bearer(token).await;
            answer.assert_problem(401);
            assert!(answer.set_cookies().is_empty());
        }
    }
}

#[test]
fn what_only_the_own_provider_can_do_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("waybill.toml"), PROJECT).unwrap();
    for arguments in [&["serve", "--demo"][..], &["seed", "--rows", "10"][..]] {
        let output = waybill(folder.path())
            .args(["--config", "waybill.toml"])
            .args(arguments)
            .output()
            .unwrap();
        assert_refused(&output, "Firebase");
    }
    let emulators = ["http://10.0.0.1:9099", "http://localhost:9099"];
    for emulator in emulators {
        let output = waybill(folder.path())
            .args([
                "--config",
                "waybill.toml",
                "--trust-auth-emulator",
                emulator,
            ])
            .output()
            .unwrap();
        assert_refused(&output, "only an address of this machine");
    }
    let made: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(made.len(), 1, "nothing but the configuration: {made:?}");
}

#[test]
fn help_does_not_offer_what_is_for_tests() {
    let folder = tempfile::tempdir().unwrap();
    let output = waybill(folder.path()).arg("--help").output().unwrap();
    let help = String::from_utf8_lossy(&output.stdout);
    assert!(help.contains("--public-origin") && !help.contains("emulator"));
}
