//! The company's own profile: who sees it, who changes it, what is refused, and what follows from a change.

use axum::http::{Method, StatusCode};
use insta::assert_json_snapshot;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp, uuid};
use crate::drive::{PNG, file};

const COMPANIES: &str = "/iam/api/v1/companies";
const CURRENCIES: &str = "/master/api/v1/currency-list";

pub(crate) async fn own(actor: &Actor) -> String {
    let rows = actor.get(COMPANIES).await.rows();
    let [company] = &rows[..] else {
        panic!("{rows:?}")
    };
    format!("{COMPANIES}/{}", company["_id"].as_str().unwrap())
}

async fn changed(actor: &Actor, body: Value) -> Value {
    let path = own(actor).await;
    actor.patch(&path, "*", body).await.data(StatusCode::OK)
}

async fn faults(actor: &Actor, body: Value) -> Vec<String> {
    let path = own(actor).await;
    let mut faults = actor.patch(&path, "*", body).await.faults();
    faults.sort();
    faults
}

#[tokio::test]
async fn everybody_sees_the_own_company_and_no_other() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let (lines, cargo) = (own(&ann).await, own(&zoe).await);
    assert_eq!(own(&viewer).await, lines);
    assert_json_snapshot!(viewer.get(&lines).await.data(StatusCode::OK), {
        "._id" => uuid(), ".companyId" => uuid(), ".createdBy" => uuid(), ".updatedBy" => uuid()
    });
    let foreign = ann.get(&cargo).await;
    let never = ann
        .get(&format!("{COMPANIES}/{}", uuid::Uuid::now_v7()))
        .await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    assert_eq!(foreign.text, never.text);
    let taken = ann.patch(&cargo, "*", json!({ "name": "Mine" })).await;
    assert_eq!(taken.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_company_reads_alike_everywhere() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let check = async || {
        let record = ann.get(&own(&ann).await).await.data(StatusCode::OK);
        let current = ann.get("/iam/api/v1/users-token").await.rows();
        let caller = app.services.caller(ann.id()).await.unwrap();
        let session = app.services.session_view(&caller).await.unwrap();
        let session = serde_json::to_value(session.company).unwrap();
        assert_eq!(current[0]["company"], session);
        for (name, value) in session.as_object().unwrap() {
            assert_eq!(*value, record[name], "{name}");
        }
    };
    check().await;
    let body = json!({
        "short_name": "LNS", "phone": "+31101234567", "address": { "lines": ["Waalhaven 1"], "country": "NL" }
    });
    changed(&ann, body).await;
    check().await;
}

#[tokio::test]
async fn a_change_wants_the_right_the_version_and_a_subscription() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let manager = app.colleague(&ann, "Manager").await;
    let path = own(&ann).await;
    let body = json!({ "legalName": "Lines Forwarding B.V." });
    let refused = manager.patch(&path, "*", body.clone()).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["permission"], "company:edit");

    let without = ann
        .send(
            Method::PATCH,
            &path,
            body.to_string().into(),
            Some("application/json"),
        )
        .await;
    assert_eq!(without.status, StatusCode::PRECONDITION_REQUIRED);
    assert_eq!(
        without.json()["detail"],
        "Send the version that you read in If-Match, or * for any version."
    );
    let etag = ann.get(&path).await.header("etag").to_owned();
    let first = ann.patch(&path, &etag, body.clone()).await;
    assert_eq!(first.data(StatusCode::OK)["version"], 2);
    let stale = ann.patch(&path, &etag, json!({ "scac": "LNES" })).await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    assert_eq!(stale.json()["current"]["version"], 2);
    assert_eq!(stale.json()["current"]["updatedBy"], "Ann Ähnlich");

    app.subscribe_until(&ann, date(2026, 11, 19)).await;
    let ended = ann.patch(&path, "*", body).await;
    assert_eq!(ended.json()["type"], "/problems/subscription-expired");
    let kept = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (&kept["legalName"], &kept["subscripedPlan"]["name"]),
        (&json!("Lines Forwarding B.V."), &json!("Standard"))
    );
}

#[tokio::test]
async fn all_fields_at_fault_are_named_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "name": "", "legalName": "x".repeat(121), "short_name": "x".repeat(21), "company_type": "bank",
        "prefered_language": "xx", "operating_country": "nl", "currency": "euro", "timezone": "Mars/Olympus",
        "address": { "lines": ["1", "2", "3", "4", "5"], "country": "Nl", "street": "x" }, "phone": "1234567",
        "email": "lines", "website": "http://lines.example", "logoFileId": "x", "registrationNo": "x".repeat(41),
        "taxIds": [{ "country": "NL", "type": "VAT", "no": "x".repeat(31) }], "scac": "lnes",
        "units": { "mass": "stone" }, "defaultIncoterm": "DAT", "is_subscribed_for_campaign": "yes",
        "twoFactorAuth": 1, "account_type": "enterprise", "account_setup": "done", "products": [],
        "subscripedPlan": { "name": "Free" }
    });
    assert_eq!(
        faults(&ann, body).await,
        [
            "/account_setup",
            "/account_type",
            "/address/country",
            "/address/lines",
            "/address/street",
            "/company_type",
            "/currency",
            "/defaultIncoterm",
            "/email",
            "/is_subscribed_for_campaign",
            "/legalName",
            "/logoFileId",
            "/name",
            "/operating_country",
            "/phone",
            "/prefered_language",
            "/products",
            "/registrationNo",
            "/scac",
            "/short_name",
            "/subscripedPlan",
            "/taxIds/0/no",
            "/timezone",
            "/twoFactorAuth",
            "/units/mass",
            "/website",
        ]
    );
    let unknown = json!({
        "operating_country": "QQ", "currency": "QQQ", "address": { "country": "QQ" },
        "taxIds": [{ "country": "QQ", "type": "VAT", "no": "1" }], "logoFileId": uuid::Uuid::now_v7()
    });
    assert_eq!(
        faults(&ann, unknown).await,
        [
            "/address/country",
            "/currency",
            "/logoFileId",
            "/operating_country",
            "/taxIds/0/country",
        ]
    );
    assert_eq!(ann.get(&own(&ann).await).await.header("etag"), "\"1\"");
}

#[tokio::test]
async fn a_complete_profile_is_noted_as_such_and_every_change_is_in_the_history() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let address =
        json!({ "lines": ["Waalhaven 1"], "city": "Rotterdam", "postal": "x", "country": "NL" });
    let after = changed(&ann, json!({ "address": address, "short_name": "LNS" })).await;
    assert_eq!(after["account_setup"], "done");
    let path = own(&ann).await;
    let history = ann.get(&format!("{path}/history")).await;
    assert_eq!(
        history.column("action"),
        ["company.edit", "company.register"]
    );
    let paths: Vec<_> = history.rows()[0]["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["path"].clone())
        .collect();
    for path in ["/address/city", "/short_name", "/account_setup"] {
        assert!(paths.contains(&json!(path)), "{path} of {paths:?}");
    }
    // The same text elsewhere, and nothing of the others' in it.
    let id = path.rsplit('/').next().unwrap();
    let elsewhere = format!("/log/api/v1/audit-history?entityType=company&entityId={id}");
    assert_eq!(
        ann.get(&elsewhere).await.column("action"),
        history.column("action")
    );
    // What changed nothing is no change.
    let same = changed(&ann, json!({ "short_name": "LNS" })).await;
    assert_eq!(same["version"], after["version"]);
}

#[tokio::test]
async fn a_short_name_is_one_companys_whatever_its_case() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    changed(&ann, json!({ "short_name": "Lns" })).await;
    assert_eq!(
        faults(&zoe, json!({ "short_name": "LNS" })).await,
        ["/short_name"]
    );
    changed(&ann, json!({ "short_name": "LNS" })).await;
    changed(&ann, json!({ "short_name": null })).await;
    changed(&zoe, json!({ "short_name": "lns" })).await;
}

#[tokio::test]
async fn the_base_currency_is_the_companys_and_can_be_used() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rows = ann.get(CURRENCIES).await.rows();
    let of = |code: &str| {
        let row = rows.iter().find(|row| row["code"] == code).unwrap();
        format!("{CURRENCIES}/{}", row["_id"].as_str().unwrap())
    };
    let (euro, dollar, yen) = (of("EUR"), of("USD"), of("JPY"));
    let base = async || {
        let rows = ann.get(CURRENCIES).await.rows();
        let is_base = |row: &&Value| row["isBase"] == true;
        let codes = rows.iter().filter(is_base).map(|row| row["code"].clone());
        codes.collect::<Vec<_>>()
    };
    assert_eq!(base().await, ["EUR"]);
    ann.patch(&yen, "*", json!({ "enabled": false }))
        .await
        .data(StatusCode::OK);
    for refused in ["JPY", "XAU", "ANG", "EURO"] {
        let body = json!({ "currency": refused });
        assert_eq!(faults(&ann, body).await, ["/currency"], "{refused}");
    }
    changed(&ann, json!({ "currency": "USD" })).await;
    assert_eq!(base().await, ["USD"]);
    let body = json!({ "enabled": false });
    let refused = ann.patch(&dollar, "*", body.clone()).await;
    assert_eq!(refused.faults(), ["/enabled"]);
    ann.patch(&euro, "*", body).await.data(StatusCode::OK);
}

#[tokio::test]
async fn a_currency_is_never_disabled_while_it_becomes_the_base() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = own(&ann).await;
    for code in ["USD", "GBP", "CHF", "NOK", "DKK", "SEK"] {
        let list = format!("{CURRENCIES}?filter=code:eq:{code}");
        let row = ann.get(&list).await.rows().remove(0);
        let currency = format!("{CURRENCIES}/{}", row["_id"].as_str().unwrap());
        let (chosen, disabled) = tokio::join!(
            ann.patch(&path, "*", json!({ "currency": code })),
            ann.patch(&currency, "*", json!({ "enabled": false })),
        );
        let passed = [chosen.status, disabled.status].map(|it| it == StatusCode::OK);
        assert!(
            passed == [true, false] || passed == [false, true],
            "{code}: {passed:?}"
        );
    }
}

#[tokio::test]
async fn the_country_proposes_and_a_postal_code_that_does_not_fit_is_only_told() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let list = "/master/api/v1/country?filter=alpha2:eq:NL";
    let id = ann.get(list).await.rows()[0]["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let body = json!({ "postalPattern": "[1-9][0-9]{3} ?[A-Z]{2}" });
    ann.patch(&format!("/master/api/v1/country/{id}"), "*", body)
        .await
        .data(StatusCode::OK);
    let address = |postal: &str| json!({ "address": { "country": "NL", "postal": postal } });
    let odd = changed(&ann, address("0123")).await;
    assert_eq!(odd["address"]["postal"], "0123");
    assert_eq!(odd["warnings"][0]["pointer"], "/address/postal");
    let right = changed(&ann, address("3089 JH")).await;
    assert_eq!(right["warnings"], json!([]));

    let moved = changed(&ann, json!({ "operating_country": "JP" })).await;
    assert_eq!(
        moved["proposed"],
        json!({ "currency": "JPY", "timezone": "Asia/Tokyo" })
    );
    assert_eq!(
        (&moved["currency"], &moved["timezone"]),
        (&json!("EUR"), &json!("Europe/Amsterdam"))
    );
}

#[tokio::test]
async fn a_logo_is_a_small_image_that_all_see_and_it_stays_while_it_is_one() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let image = file(&ann, "name=logo.png", PNG).await;
    let text = file(&ann, "name=logo.txt", b"no image").await;
    let padding = vec![0; 1_000_000];
    let large = file(&ann, "name=large.png", &[PNG, &padding].concat()).await;
    let private = file(&ann, "name=own.png&visibility=private", PNG).await;
    for refused in [text, large, private] {
        assert_eq!(
            faults(&ann, json!({ "logoFileId": refused })).await,
            ["/logoFileId"]
        );
    }
    let zoe = app.administrator("Cargo").await;
    let body = json!({ "logoFileId": image });
    assert_eq!(faults(&zoe, body.clone()).await, ["/logoFileId"]);
    changed(&ann, body).await;
    // What the operator changes meanwhile takes nothing away.
    app.subscribe_until(&ann, date(2036, 1, 1)).await;
    let path = format!("/drive/api/v1/filesystem/file/{image}");
    let used = ann.delete(&path, "*").await;
    assert_eq!(used.status, StatusCode::CONFLICT);
    assert_eq!(used.json()["uses"][0]["kind"], "company");
    changed(&ann, json!({ "logoFileId": null })).await;
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn the_second_factor_of_everybody_is_a_right_of_its_own() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let editor = app
        .colleague_with(&ann, &[("company:edit", "company")])
        .await;
    let path = own(&ann).await;
    let body = json!({ "twoFactorAuth": true });
    let refused = editor.patch(&path, "*", body.clone()).await;
    assert_eq!(refused.json()["permission"], "company:manage");
    let same = json!({ "twoFactorAuth": false, "phone": "+31101234567" });
    editor.patch(&path, "*", same).await.data(StatusCode::OK);
    assert_eq!(changed(&ann, body).await["twoFactorAuth"], true);
}

#[tokio::test]
async fn users_groups_and_roles_are_listed_below_the_company_too() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    app.administrator("Cargo").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    ann.post("/iam/api/v1/groups", json!({ "name": "Night shift" }))
        .await
        .data(StatusCode::CREATED);
    for (noun, search) in [
        ("users", "ähnlich"),
        ("groups", "night"),
        ("roles", "admin"),
    ] {
        let (below, own) = (format!("{COMPANIES}/{noun}"), format!("/iam/api/v1/{noun}"));
        for query in ["", "?pageSize=1", &format!("?search={search}"), "?page=x"] {
            let (below, own) = (
                ann.get(&format!("{below}{query}")).await,
                ann.get(&format!("{own}{query}")).await,
            );
            assert_eq!(
                (below.status, below.text),
                (own.status, own.text),
                "{query}"
            );
        }
        assert_eq!(ann.get(&format!("{below}/")).await.status, StatusCode::OK);
    }
    let refused = viewer.get(&format!("{COMPANIES}/roles")).await;
    assert_eq!(refused.json()["permission"], "role:view");
    assert_eq!(
        viewer.get(&format!("{COMPANIES}/users")).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn mails_of_a_company_look_as_it_says() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let sender = json!({
        "fromName": "Lines Desk", "replyTo": "Desk@lines.example", "footer": "Lines B.V.\nRotterdam & Antwerp"
    });
    let company = changed(&ann, json!({ "mail": sender })).await;
    assert_eq!(company["mail"]["fromName"], "Lines Desk");
    let guest = json!({ "firstName": "Grace", "emailId": "grace@lines.test" });
    let invited = ann.post("/iam/api/v1/users", guest).await;
    invited.data(StatusCode::CREATED);
    let mails = app.mails().await;
    let invitation = mails.iter().find(|it| it.contains("grace@lines.test"));
    for part in [
        "From: \"Lines Desk\" <",
        "Reply-To: Desk@lines.example",
        "\r\n\r\nLines B.V.\r\nRotterdam & Antwerp\r\n",
        "Lines B.V.<br>Rotterdam &amp; Antwerp</p>",
    ] {
        assert!(invitation.unwrap().contains(part), "{part}: {invitation:?}");
    }
    let letter = json!({
        "to": [{ "name": "Wolf", "address": "wolf@consignee.example" }], "subject": "Sailing", "html": "<p>It sails.</p>"
    });
    let sent = ann.post("/mail/api/v1/send", letter).await;
    let sent = sent.data(StatusCode::CREATED);
    assert_eq!(sent["html"], "<p>It sails.</p>");
    assert_eq!(sent["from"]["name"], "Ann Ähnlich (Lines Desk)");
    app.wait(10);
    let mails = app.mails().await;
    let mail = mails
        .iter()
        .find(|it| it.contains("wolf@consignee.example"));
    assert!(mail.unwrap().contains("Lines B.V.<br>"), "{mail:?}");
    let wrong = json!({ "mail": { "replyTo": "nobody" } });
    assert_eq!(faults(&ann, wrong).await, ["/mail/replyTo"]);
}
