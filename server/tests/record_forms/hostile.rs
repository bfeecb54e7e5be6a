//! Forms of other origins, without the session or the right, and content that no page of ours sends.

use super::*;

#[tokio::test]
async fn form_of_another_origin_is_refused() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let drawn = ada.open("/contacts/create").await;
    let hidden = hidden(&drawn);
    let mut fields: Vec<(&str, &str)> = hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    fields.extend_from_slice(&TWO_MAILS);
    for foreign in [
        &[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://evil.test"),
        ][..],
        &[
            ("sec-fetch-site", "same-site"),
            ("origin", "http://other.waybill.test"),
        ],
        &[("origin", "http://evil.test")],
        &[("origin", "http://waybill.test:81")],
        &[("origin", "null")],
    ] {
        let mut request = ada.request("POST", "/contacts/create").form(&fields);
        for (name, value) in foreign {
            request = request.header(name, value);
        }
        request.await.assert_problem(403);
    }
    assert!(contacts(&ada).await.is_empty());
    // Over plain http no browser sends fetch metadata to a host that is not this machine; the origin it does send.
    let own = ada.request("POST", "/contacts/create").form(&fields);
    let answer = own.header("origin", "http://waybill.test").await;
    assert_eq!(answer.status(), 303, "{answer:?}");
}

#[tokio::test]
async fn form_without_both_cookies_is_refused() {
    let app = TestApp::new().await;
    app.user().await;
    let mut ada = app.anonymous();
    let answer = ada.log_in("Ada").await;
    let cookie = answer.set_cookies_of("sid")[0].to_owned();
    assert!(
        cookie.contains("SameSite=Lax") && cookie.contains("HttpOnly"),
        "{cookie}"
    );
    for gone in ["sid", "token"] {
        let mut ada = ada.clone();
        ada.drop_cookie(gone);
        let fields = [
            ("$base", "{}"),
            ("$fields", "firstName"),
            ("firstName", "Aiko"),
        ];
        let answer = ada.request("POST", "/contacts/create").form(&fields).await;
        answer.assert_signed_out();
    }
    // The guard has ended that session.
    ada.log_in("Ada").await;
    assert!(contacts(&ada).await.is_empty());
}

#[tokio::test]
async fn form_without_the_right_is_refused_and_kept() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (page, _) = contact(&ada, json!({ "displayName": "Aiko" })).await;
    let drawn = ada.open(&format!("{page}?edit")).await;
    let eve = app.other_company().await;
    let foreign = send_these(&eve, &drawn, &page, &[("jobTitle", "Spy")]).await;
    assert_eq!(foreign.status(), 404);
    let roles = ada.call("/iam/api/v1/roles?search=Viewer").await.json();
    let viewer = roles["data"][0]["_id"].clone();
    let bob = app.colleague(&ada, "Bob").await;
    let user = format!("/iam/api/v1/users/{}", bob.user_id());
    let version = ada.call(&user).await.json()["data"]["version"].to_string();
    let limited = ada
        .request("PATCH", &user)
        .bearer(ada.token())
        .header("if-match", &format!("\"{version}\""))
        .json(&json!({ "roleIds": [viewer] }))
        .await;
    assert_eq!(limited.status(), 200, "{limited:?}");
    let refused = send_these(&bob, &drawn, &page, &[("jobTitle", "Boss")]).await;
    assert_eq!(refused.status(), 403);
    assert_eq!(form(&refused)["record"]["values"]["jobTitle"], "Boss");
    assert_eq!(stored(&ada, &page).await["jobTitle"], "");
}

#[tokio::test]
async fn hostile_content_is_refused() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    const FORM: &str = "application/x-www-form-urlencoded";
    let post = |content_type: &'static str, content: String| {
        let request = ada.request("POST", "/contacts/create");
        request.content(content_type, &content)
    };
    post("application/json", "{}".to_owned())
        .await
        .assert_problem(415);
    post("multipart/form-data; boundary=x", "--x--".to_owned())
        .await
        .assert_problem(415);
    post(
        "application/x-www-form-urlencoded; charset=latin1",
        "a=1".to_owned(),
    )
    .await
    .assert_problem(415);
    post(
        FORM,
        "%24base=%7B%7D&%24fields=firstName&firstName=%E9".to_owned(),
    )
    .await
    .assert_problem(400);
    post(FORM, String::new()).await.assert_problem(400);
    post(FORM, "a=1&".repeat(4000)).await.assert_problem(413);
    post(FORM, "a".repeat(3 << 20)).await.assert_problem(413);
    let deep = format!("%24base={}&%24fields=emails", "[".repeat(200_000));
    post(FORM, deep).await.assert_problem(400);
    assert!(contacts(&ada).await.is_empty());
    for page in ["/dashboard", "/contacts", "/reports/create"] {
        let answer = ada.request("POST", page).form(&[("a", "1")]).await;
        answer.assert_problem(405);
    }
    let options = ada.request("OPTIONS", "/contacts/create").await;
    assert_eq!(options.header("allow"), "GET, HEAD, POST, OPTIONS");
    let strange = ada.request("PUT", "/contacts/create").await;
    strange.assert_problem(405);
    assert_eq!(strange.header("allow"), "GET, HEAD, POST, OPTIONS");
}

#[tokio::test]
async fn tampered_values_are_refused_by_the_service() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (page, _) = contact(&ada, json!({ "displayName": "Aiko" })).await;
    let path = format!("{page}?edit");
    for (base, status) in [
        ("{}", 428),
        (r#"{"version":"1"}"#, 428),
        (r#"{"version":{"a":[1]}}"#, 428),
        (r#"{"version":-1}"#, 412),
        (r#"{"version":1e300}"#, 412),
        (r#"{"version":1,"emails":"x"}"#, 422),
        (r#"{"version":1,"emails":{"0":{}}}"#, 422),
        (r#"{"version":1,"emails":[{"companyId":"x"}]}"#, 422),
    ] {
        let fields = [
            ("$base", base),
            ("$fields", "jobTitle,emails"),
            ("jobTitle", "Spy"),
            ("emails.0.address", "a@x.test"),
            ("emails.0$item", r#"{"companyId":"x","__proto__":{"a":1}}"#),
        ];
        let answer = ada.request("POST", &path).form(&fields).await;
        assert_eq!(answer.status(), status, "{base} {answer:?}");
        assert_eq!(form(&answer)["record"]["values"]["jobTitle"], "Spy");
    }
    assert_eq!(stored(&ada, &page).await["version"], 1);
}
