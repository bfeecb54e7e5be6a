//! Hostile paths and headers in process: rows H10 to H21, H27, H28, J09, P01.

use crate::support::TestApp;

#[tokio::test]
async fn spellings_of_a_page_never_show_it_to_nobody() {
    let app = TestApp::new().await;
    for path in [
        "/dashboard/",
        "//dashboard",
        "/./dashboard",
        "/Dashboard",
        "/dashboard;x",
        "/dashboard%2f",
        "/%64ashboard",
        "/dashboard%00",
        "/dashboard.json",
        "/dashboard.rsc",
        "/dashboard.css",
        "/dashboard?_data=1",
        "/en/dashboard",
        "/x/../dashboard",
        "/%2e/dashboard",
    ] {
        let answer = app.anonymous().open(path).await;
        let status = answer.status();
        assert!(matches!(status, 303 | 400 | 404), "{path}: {status}");
        assert!(!answer.text().contains("id=\"root\""), "{path}");
        if status == 303 {
            assert!(answer.location().starts_with("/login"), "{path}");
        }
    }
}

#[tokio::test]
async fn escaped_separators_and_nul_are_refused_everywhere() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for prefix in [
        "/",
        "/dashboard",
        "/assets/",
        "/iam/api/v1/users/",
        "/healthz",
    ] {
        for escape in ["%2F", "%2f", "%5C", "%5c", "%00", "%ff"] {
            let path = format!("{prefix}{escape}");
            ada.open(&path).await.assert_problem(400);
        }
    }
    for path in [
        "//",
        "/a//b",
        "/a/../b",
        "/a/%2e%2e/b",
        "/iam/api/v1/../../x",
    ] {
        ada.open(path).await.assert_problem(404);
    }
}

#[tokio::test]
async fn headers_that_claim_to_be_internal_change_nothing() {
    let app = TestApp::new().await;
    for (name, value) in [
        ("x-middleware-subrequest", "middleware:middleware"),
        ("x-company-id", "1"),
        ("x-user-id", "1"),
        ("x-ssr-session", "{}"),
        ("x-react-router-spa-mode", "yes"),
        ("rsc", "1"),
        ("next-action", "x"),
        ("x-original-url", "/login"),
        ("x-rewrite-url", "/login"),
        ("x-forwarded-host", "evil.test"),
        ("x-forwarded-proto", "javascript"),
        ("forwarded", "host=evil.test"),
        ("user-agent", "kube-probe/1.0"),
    ] {
        let page = app
            .anonymous()
            .request("GET", "/dashboard")
            .header(name, value)
            .await;
        page.assert_signed_out();
        assert!(!page.location().contains("evil"), "{name}");
        assert!(
            !format!("{:?}", page.headers()).contains("evil.test"),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_state_change_that_another_site_caused_is_refused() {
    let app = TestApp::with("public_origin = \"https://waybill.test\"").await;
    let ada = app.user().await;
    for origin in [
        "null",
        "https://evil.test",
        "https://waybill.test.evil.test",
        "http://waybill.test:444",
        "https://waybill.test:444",
    ] {
        let logout = ada
            .request("POST", "/iam/api/v1/auth/logout")
            .bearer(ada.token())
            .header("origin", origin)
            .header("sec-fetch-site", "cross-site")
            .await;
        logout.assert_problem(403);
        let by_form = ada
            .request("POST", "/logout")
            .header("origin", origin)
            .await;
        by_form.assert_problem(403);
    }
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn services_take_json_and_nothing_else() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for content_type in [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "text/x-component",
    ] {
        let call = ada
            .request("POST", "/iam/api/v1/auth")
            .bearer(ada.token())
            .content(content_type, "{\"companyName\":\"x\"}")
            .await;
        call.assert_problem(415);
    }
    let untyped = ada
        .request("POST", "/iam/api/v1/auth")
        .bearer(ada.token())
        .untyped("{\"companyName\":\"x\"}")
        .await;
    untyped.assert_problem(415);
    let compressed = ada
        .request("POST", "/iam/api/v1/auth")
        .header("content-encoding", "gzip")
        .content("application/json", "{}")
        .await;
    compressed.assert_problem(415);
}

#[tokio::test]
async fn imports_take_tables_that_are_larger_than_other_content() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let table = format!("name\n{}", "x".repeat(3 << 20));
    let import = "/contact/api/v1/contact-tags/import";
    for (path, status) in [(import, 200), ("/contact/api/v1/contact-tags", 413)] {
        let answer = ada
            .request("POST", path)
            .bearer(ada.token())
            .header("content-length", &table.len().to_string())
            .content("text/csv", &table)
            .await;
        assert_eq!(answer.status(), status, "{answer:?}");
    }
    let as_text = ada
        .request("POST", import)
        .bearer(ada.token())
        .content("text/plain", "name\nReefer\n")
        .await;
    as_text.assert_problem(415);
}

#[tokio::test]
async fn service_names_are_a_closed_set() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for service in [
        "evil.test",
        "iam@evil.test",
        "iam:8080",
        "IAM",
        "127.0.0.1",
        "unknown",
    ] {
        let answer = ada.call(&format!("/{service}/api/v1/users-token")).await;
        answer.assert_problem(404);
    }
    ada.call("/iam/api/v1/no-such-thing")
        .await
        .assert_problem(404);
    ada.call("/iam/api/v1").await.assert_problem(404);
    ada.call("/mail/api/v1/no-such-thing")
        .await
        .assert_problem(404);
}

#[tokio::test]
async fn a_service_answers_a_final_slash_by_the_same_rules() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for path in ["/log/api/v1/audit", "/master/api/v1/type"] {
        let plain = ada.call(path).await;
        let slashed = ada.call(&format!("{path}/")).await;
        assert_eq!((plain.status(), slashed.status()), (200, 200), "{path}");
        assert_eq!(plain.text(), slashed.text(), "{path}");
    }
    let anonymous = app.anonymous();
    let nobody = anonymous.call("/iam/api/v1/users/").await;
    nobody.assert_problem(401);
    ada.call("/iam/api/v1/").await.assert_problem(404);
}

#[tokio::test]
async fn what_belongs_to_machines_is_never_a_page() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for path in [
        "/identitytoolkit.googleapis.com/v1/nothing",
        "/identitytoolkit.googleapis.com",
        "/securetoken.googleapis.com/v1/nothing",
        "/__/auth/handler",
        "/__/firebase/init.json",
        "/assets/nothing.js",
        "/assets/",
        "/iam/api/v1/nothing",
    ] {
        let answer = ada.open(path).await;
        assert!(!answer.header("content-type").contains("html"), "{path}");
        assert!(
            (400..500).contains(&answer.status()),
            "{path}: {}",
            answer.status()
        );
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_before_it_is_read() {
    let app = TestApp::new().await;
    let answer = app
        .anonymous()
        .request("POST", "/iam/api/v1/auth")
        .header("content-length", "107374182400")
        .content("application/json", "{}")
        .await;
    answer.assert_problem(413);
    assert_eq!(answer.header("connection"), "close");
}

#[tokio::test]
async fn assets_are_kept_for_ever_and_offered_compressed() {
    let app = TestApp::new().await;
    let release = app.app.release();
    let script = release.manifest.entry.script.clone();
    let asset = app
        .anonymous()
        .request("GET", &script)
        .header("accept-encoding", "gzip, br")
        .await;
    assert_eq!(asset.status(), 200);
    assert_eq!(
        asset.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(asset.header("content-encoding"), "br");
    assert_eq!(
        asset.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    assert_eq!(asset.header("vary"), "Accept-Encoding");
    let again = app
        .anonymous()
        .request("GET", &script)
        .header("accept-encoding", "gzip, br")
        .header("if-none-match", asset.header("etag"))
        .await;
    assert_eq!(again.status(), 304);
    assert!(again.bytes().is_empty());
    let head = app.anonymous().request("HEAD", &script).await;
    assert_eq!(head.status(), 200);
    assert!(head.bytes().is_empty());
    let plain = app.anonymous().open(&script).await;
    assert_eq!(
        head.header("content-length"),
        plain.bytes().len().to_string()
    );
    assert_eq!(plain.header("content-encoding"), "");
    let favicon = app.anonymous().open("/favicon.ico").await;
    assert_eq!(app.anonymous().open(favicon.location()).await.status(), 200);
}

#[tokio::test]
async fn security_txt_says_where_faults_are_reported() {
    let path = "/.well-known/security.txt";
    let contact = "[security]\ncontact = \"mailto:security@lines.example\"\n";
    let app = TestApp::with(contact).await;
    let answer = app.anonymous().open(path).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    let lines: Vec<&str> = answer.text().lines().collect();
    let [reported, expires, languages] = lines[..] else {
        unreachable!("{lines:?}")
    };
    assert_eq!(reported, "Contact: mailto:security@lines.example");
    assert_eq!(languages, "Preferred-Languages: en, es, ar");
    let expires = expires.strip_prefix("Expires: ").unwrap();
    assert!(expires.ends_with("T00:00:00Z"), "{expires}");
    let expires: jiff::Timestamp = expires.parse().unwrap();
    let life = expires.duration_since(app.clock.now()).as_hours() / 24;
    assert!((363..365).contains(&life), "{life}");

    let whole = format!(
        "public_origin = \"https://waybill.test\"\n{contact}policy = \"https://lines.example/rules\"\n"
    );
    let app = TestApp::with(&whole).await;
    let answer = app.anonymous().open(path).await;
    for line in [
        "Policy: https://lines.example/rules",
        "Canonical: https://waybill.test/.well-known/security.txt",
    ] {
        assert!(answer.text().lines().any(|it| it == line), "{answer:?}");
    }
}

#[tokio::test]
async fn without_a_contact_there_is_no_security_txt() {
    let app = TestApp::new().await;
    let answer = app.anonymous().open("/.well-known/security.txt").await;
    answer.assert_problem(404);
}

#[tokio::test]
async fn reports_of_browsers_are_taken_in_both_forms() {
    let app = TestApp::new().await;
    let old =
        r#"{"csp-report":{"violated-directive":"img-src","blocked-uri":"https://evil.test"}}"#;
    let new = r#"[{"type":"csp-violation","body":{"effectiveDirective":"img-src"}}]"#;
    for (content_type, body) in [
        ("application/csp-report", old),
        ("application/reports+json", new),
    ] {
        let answer = app
            .anonymous()
            .request("POST", "/csp-report")
            .content(content_type, body)
            .await;
        assert_eq!(answer.status(), 204);
    }
    let large = "x".repeat(20_000);
    let answer = app
        .anonymous()
        .request("POST", "/csp-report")
        .content("text/plain", &large)
        .await;
    answer.assert_problem(413);
}

#[tokio::test]
async fn faults_of_pages_are_taken_up_to_a_size() {
    let app = TestApp::new().await;
    let visitor = app.anonymous();
    let report = |body: &str| {
        visitor
            .request("POST", "/fault-report")
            .content("application/json", body)
    };
    let fault =
        r#"{"message":"x is undefined","stack":"at a.js:1:2","route":"contact","release":"8cd7"}"#;
    assert_eq!(report(fault).await.status(), 204);
    assert_eq!(report("{}").await.status(), 204);
    report("no JSON").await.assert_problem(415);
    report(&"x".repeat(20_000)).await.assert_problem(413);
}
