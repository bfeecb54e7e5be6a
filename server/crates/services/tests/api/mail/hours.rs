//! Mail that waits for the working hours of its recipients. The clock of the tests begins at noon in Amsterdam, on a Friday.

use super::*;

const PREVIEW: &str = "/mail/api/v1/send/preview";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// Adds a contact of this address, and what else is said of it; gives its id.
async fn contact(ann: &Actor, address: &str, more: Value) -> Value {
    let name = address.split('@').next().unwrap();
    let mut contact = json!({ "displayName": name, "emails": [{ "address": address }] });
    contact
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    ann.post(CONTACTS, contact).await.data(StatusCode::CREATED)["_id"].clone()
}

/// Joan is in Amsterdam, as the company is, Li in Shanghai, and Salem in Riyadh.
async fn contacts(ann: &Actor) {
    for (address, zone) in [
        ("joan@shipper.example", "Europe/Amsterdam"),
        ("li@carrier.example", "Asia/Shanghai"),
        ("salem@broker.example", "Asia/Riyadh"),
    ] {
        contact(ann, address, json!({ "timezone": zone })).await;
    }
}

/// A letter to these that waits for their hours.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a test says json!(…) and no more"
)]
fn waiting(addresses: &[&str], more: Value) -> Value {
    let to: Vec<Value> = addresses
        .iter()
        .map(|it| json!({ "address": it }))
        .collect();
    let mut letter = with(json!({ "to": to, "inWorkingHours": true }));
    letter
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    letter
}

/// Who is written to, by which clock, and when.
fn leaving(message: &Value) -> Vec<[String; 3]> {
    let all = message["leaving"].as_array().unwrap().iter();
    all.map(|it| ["address", "timezone", "at"].map(|name| it[name].as_str().unwrap().to_owned()))
        .collect()
}

fn owned(rows: &[[&str; 3]]) -> Vec<[String; 3]> {
    rows.iter().map(|row| row.map(str::to_owned)).collect()
}

fn states(message: &Value) -> Vec<&str> {
    let results = message["results"].as_array().unwrap().iter();
    results.map(|it| it["state"].as_str().unwrap()).collect()
}

fn at(message: &Value, action: &str) -> String {
    format!("{MESSAGES}/{}/{action}", message["_id"].as_str().unwrap())
}

#[tokio::test]
async fn each_gets_the_mail_in_their_own_hours() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let all = [
        "li@carrier.example",
        "joan@shipper.example",
        "salem@broker.example",
    ];
    let letter = waiting(&all, json!({}));
    let expected = owned(&[
        [
            "li@carrier.example",
            "Asia/Shanghai",
            "2026-11-23T01:00:00Z",
        ],
        [
            "joan@shipper.example",
            "Europe/Amsterdam",
            "2026-11-20T11:00:10Z",
        ],
        // Friday and Saturday are off in Saudi Arabia.
        [
            "salem@broker.example",
            "Asia/Riyadh",
            "2026-11-22T06:00:00Z",
        ],
    ]);
    let preview = ann.post(PREVIEW, letter.clone()).await.data(StatusCode::OK);
    assert_eq!(leaving(&preview), expected);
    assert_eq!(preview["apart"], json!([]));
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "k1"),
    ];
    let send = || ann.send_with(Method::POST, SEND, &headers, letter.to_string());
    let (first, again) = (send().await, send().await);
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    let message = first.data(StatusCode::CREATED);
    assert_eq!(leaving(&message), expected);
    let now: Vec<&Value> = (0..3).map(|at| &message["leaving"][at]["atOnce"]).collect();
    assert_eq!(now, [false, true, false]);
    assert_eq!(
        (&message["undoUntil"], &message["scheduledAt"]),
        (
            &json!("2026-11-20T11:00:10Z"),
            &json!("2026-11-22T06:00:00Z")
        )
    );
    for (instant, expected) in [
        ("2026-11-20T11:00:09Z", ["queued", "queued", "queued"]),
        ("2026-11-20T11:00:10Z", ["queued", "sent", "queued"]),
        ("2026-11-22T05:59:59Z", ["queued", "sent", "queued"]),
        ("2026-11-22T06:00:00Z", ["queued", "sent", "sent"]),
        ("2026-11-23T00:59:59Z", ["queued", "sent", "sent"]),
        ("2026-11-23T01:00:00Z", ["sent", "sent", "sent"]),
    ] {
        app.set_time(instant);
        app.deliver().await;
        let message = state(&ann, &message).await;
        assert_eq!(states(&message), expected, "at {instant}");
    }
    app.set_time("2026-11-24T12:00:00Z");
    app.deliver().await;
    assert_eq!(app.kept().len(), 3);
}

#[tokio::test]
async fn a_public_holiday_is_waited_over() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let zone = json!({ "timezone": "America/New_York" });
    contact(&ann, "kim@port.example", zone).await;
    // The evening before Thanksgiving, on which Amsterdam works.
    app.set_time("2026-11-25T22:30:00Z");
    let all = ["kim@port.example", "joan@shipper.example"];
    let message = ann.post(SEND, waiting(&all, json!({}))).await;
    let message = message.data(StatusCode::CREATED);
    let (kims, joans) = ("2026-11-27T14:00:00Z", "2026-11-26T08:00:00Z");
    assert_eq!(
        leaving(&message),
        owned(&[
            ["kim@port.example", "America/New_York", kims],
            ["joan@shipper.example", "Europe/Amsterdam", joans],
        ])
    );
    // One message to both waits for Friday afternoon.
    let together = waiting(&all, json!({ "mode": "together" }));
    let preview = ann.post(PREVIEW, together).await.data(StatusCode::OK);
    let moments: Vec<String> = leaving(&preview).into_iter().map(|[.., at]| at).collect();
    assert_eq!(moments, [kims, kims]);
    for (instant, expected) in [
        (joans, ["queued", "sent"]),
        ("2026-11-26T15:00:00Z", ["queued", "sent"]),
        (kims, ["sent", "sent"]),
    ] {
        app.set_time(instant);
        app.deliver().await;
        let message = state(&ann, &message).await;
        assert_eq!(states(&message), expected, "at {instant}");
    }
    // Longer than a week: over the new year in Moscow.
    let zone = json!({ "timezone": "Europe/Moscow" });
    contact(&ann, "ivan@port.example", zone).await;
    let more = json!({ "mode": "together", "scheduledAt": "2026-12-30T15:00:00Z" });
    let letter = waiting(&["ivan@port.example"], more);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    let monday = "2027-01-11T06:00:00Z";
    let expected = owned(&[["ivan@port.example", "Europe/Moscow", monday]]);
    assert_eq!(leaving(&message), expected);
}

#[tokio::test]
async fn the_list_tells_when_the_next_one_leaves() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = waiting(&["li@carrier.example", "salem@broker.example"], json!({}));
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(message["scheduledAt"], "2026-11-22T06:00:00Z");
    app.set_time("2026-11-22T06:00:00Z");
    app.deliver().await;
    let listed = &ann.get(MESSAGES).await.rows()[0];
    assert_eq!(
        (
            &listed["state"],
            &listed["scheduledAt"],
            &listed["undoUntil"]
        ),
        (
            &json!("queued"),
            &json!("2026-11-23T01:00:00Z"),
            &json!("2026-11-23T01:00:00Z")
        )
    );
}

#[tokio::test]
async fn the_clock_is_the_nearest_that_is_known() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let own = |address: &'static str, more: Value| contact(&ann, address, more);
    let address = |country: &str| json!({ "country": country, "city": "Somewhere" });
    let kind = "organisation";
    let singapore = own(
        "desk@singapore.example",
        json!({ "kind": kind, "timezone": "Asia/Singapore" }),
    )
    .await;
    let oman = own(
        "desk@oman.example",
        json!({ "kind": kind, "addresses": [address("OM")] }),
    )
    .await;
    own(
        "zone@x.example",
        json!({ "timezone": "Asia/Calcutta", "addresses": [address("NL")] }),
    )
    .await;
    own("firm@x.example", json!({ "organisationId": singapore })).await;
    own(
        "home@x.example",
        json!({ "organisationId": singapore, "addresses": [address("NL")] }),
    )
    .await;
    own("land@x.example", json!({ "organisationId": oman })).await;
    // Both of Germany's clocks show the same, and those of the United States do not.
    own("one@x.example", json!({ "addresses": [address("DE")] })).await;
    own("many@x.example", json!({ "addresses": [address("US")] })).await;
    own("none@x.example", json!({ "timezone": "" })).await;
    let bobs = ann.get(&format!("/iam/api/v1/users/{}", bob.id())).await;
    let bobs = bobs.data(StatusCode::OK)["emailId"].clone();
    let expected = [
        ("zone@x.example", "Asia/Kolkata", "contact", "IN"),
        ("firm@x.example", "Asia/Singapore", "organisation", "SG"),
        ("home@x.example", "Europe/Amsterdam", "contact", "NL"),
        ("land@x.example", "Asia/Muscat", "country", "OM"),
        ("one@x.example", "Europe/Berlin", "country", "DE"),
        ("many@x.example", "Europe/Amsterdam", "company", "US"),
        ("none@x.example", "Europe/Amsterdam", "company", "NL"),
        ("nobody@x.example", "Europe/Amsterdam", "company", "NL"),
        (bobs.as_str().unwrap(), "Europe/Amsterdam", "user", "NL"),
    ];
    let addresses = expected.map(|(address, ..)| address);
    let preview = ann.post(PREVIEW, waiting(&addresses, json!({}))).await;
    let preview = preview.data(StatusCode::OK);
    let found: Vec<_> = preview["leaving"].as_array().unwrap().iter().collect();
    for (found, (address, timezone, of, country)) in found.iter().zip(expected) {
        assert_eq!(
            (
                &found["address"],
                &found["timezone"],
                &found["clockOf"],
                &found["country"]
            ),
            (
                &json!(address),
                &json!(timezone),
                &json!(of),
                &json!(country)
            )
        );
    }
    assert_eq!(found.len(), expected.len());
}

#[tokio::test]
async fn who_sees_no_contacts_waits_by_the_clock_of_the_company() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let rights = [("mail:create", "company"), ("mail:send", "company")];
    let bob = app.colleague_with(&ann, &rights).await;
    let preview = bob
        .post(PREVIEW, waiting(&["li@carrier.example"], json!({})))
        .await;
    let expected = [
        "li@carrier.example",
        "Europe/Amsterdam",
        "2026-11-20T11:00:10Z",
    ];
    assert_eq!(leaving(&preview.data(StatusCode::OK)), owned(&[expected]));
}

#[tokio::test]
async fn one_message_leaves_when_all_are_at_work() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let copy = json!({ "mode": "together", "cc": [{ "address": "li@carrier.example" }] });
    let letter = waiting(&["joan@shipper.example"], copy);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    // Nine in Amsterdam is four in Shanghai.
    let monday = "2026-11-23T08:00:00Z";
    assert_eq!(
        leaving(&message),
        owned(&[
            ["joan@shipper.example", "Europe/Amsterdam", monday],
            ["li@carrier.example", "Asia/Shanghai", monday],
        ])
    );
    assert_eq!(message["scheduledAt"], monday);
    app.set_time("2026-11-23T07:59:59Z");
    app.deliver().await;
    assert_eq!(app.kept().len(), 0);
    app.set_time(monday);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
    assert_eq!(app.kept().len(), 1);
}

#[tokio::test]
async fn one_message_to_people_who_are_never_at_work_together_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let zone = json!({ "timezone": "Pacific/Auckland" });
    contact(&ann, "aroha@port.example", zone).await;
    let all = [
        "li@carrier.example",
        "joan@shipper.example",
        "aroha@port.example",
    ];
    let letter = waiting(&all, json!({ "mode": "together" }));
    let preview = ann.post(PREVIEW, letter.clone()).await.data(StatusCode::OK);
    assert_eq!(preview["leaving"], json!([]));
    let apart: Vec<&Value> = (0..2).map(|at| &preview["apart"][at]["address"]).collect();
    assert_eq!(apart, ["joan@shipper.example", "aroha@port.example"]);
    let refused = ann.post(SEND, letter).await;
    assert_eq!(refused.faults(), ["/inWorkingHours"]);
    assert_eq!(ann.get(MESSAGES).await.rows().len(), 0);
    // Each in their own hours is possible.
    ann.post(SEND, waiting(&all, json!({})))
        .await
        .data(StatusCode::CREATED);
}

#[tokio::test]
async fn hours_are_counted_from_the_moment_that_was_chosen() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    contact(
        &ann,
        "kim@port.example",
        json!({ "timezone": "America/New_York" }),
    )
    .await;
    // Over the night in which New York's clocks are put forward.
    let more = json!({ "scheduledAt": "2027-03-12T23:00:00Z" });
    let letter = waiting(&["kim@port.example", "joan@shipper.example"], more);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(
        leaving(&message),
        owned(&[
            [
                "kim@port.example",
                "America/New_York",
                "2027-03-15T13:00:00Z"
            ],
            [
                "joan@shipper.example",
                "Europe/Amsterdam",
                "2027-03-15T08:00:00Z"
            ],
        ])
    );
}

#[tokio::test]
async fn a_mail_that_waits_is_taken_back_or_sent_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let all = [
        "li@carrier.example",
        "joan@shipper.example",
        "salem@broker.example",
    ];
    let send = || ann.post(SEND, waiting(&all, json!({})));
    let (back, hurried) = (
        send().await.data(StatusCode::CREATED),
        send().await.data(StatusCode::CREATED),
    );
    app.wait(10);
    app.deliver().await;
    let cancelled = ann.post(&at(&back, "cancel"), json!({})).await;
    let cancelled = cancelled.data(StatusCode::OK);
    assert_eq!(states(&cancelled), ["cancelled", "sent", "cancelled"]);
    let answer = ann.post(&at(&back, "send-now"), json!({})).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);

    let now = ann.post(&at(&hurried, "send-now"), json!({})).await;
    let now = now.data(StatusCode::OK);
    assert_eq!(states(&now), ["queued", "sent", "queued"]);
    let left = "2026-11-20T11:00:10Z";
    let joans = owned(&[["joan@shipper.example", "Europe/Amsterdam", left]]);
    assert_eq!(leaving(&now), joans);
    assert_eq!(
        (&now["undoUntil"], &now["scheduledAt"]),
        (&json!("2026-11-20T11:00:20Z"), &Value::Null)
    );
    app.wait(9);
    app.deliver().await;
    assert_eq!(app.kept().len(), 2);
    app.wait(1);
    app.deliver().await;
    let sent = state(&ann, &hurried).await;
    assert_eq!(states(&sent), ["sent", "sent", "sent"]);
    // Nothing leaves a second time when its hours come.
    app.set_time("2026-11-24T12:00:00Z");
    app.deliver().await;
    assert_eq!(app.kept().len(), 4);
}

#[tokio::test]
async fn a_chosen_moment_need_not_be_waited_for_either() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let letter = with(json!({ "scheduledAt": "2026-11-23T15:00:00Z" }));
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    let now = ann.post(&at(&message, "send-now"), json!({})).await;
    assert_eq!(now.data(StatusCode::OK)["scheduledAt"], Value::Null);
    app.wait(10);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
    app.set_time("2026-11-23T15:00:00Z");
    app.deliver().await;
    assert_eq!(app.kept().len(), 1);
}

#[tokio::test]
async fn what_misses_its_hours_waits_for_the_next() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = waiting(&["joan@shipper.example"], json!({}));
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(message["scheduledAt"], Value::Null);
    // The server was down from before it was due until Friday evening.
    app.set_time("2026-11-20T18:00:00Z");
    app.deliver().await;
    assert_eq!(app.kept().len(), 0);
    let waits = state(&ann, &message).await;
    let monday = "2026-11-23T08:00:00Z";
    assert_eq!(
        (&waits["state"], &waits["scheduledAt"], &waits["attempts"]),
        (&json!("queued"), &json!(monday), &json!(0))
    );
    app.set_time(monday);
    app.deliver().await;
    let sent = state(&ann, &message).await;
    assert_eq!(
        (&sent["state"], &sent["attempts"]),
        (&json!("sent"), &json!(1))
    );
}

#[tokio::test]
async fn a_draft_keeps_that_it_waits_for_hours() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let draft = ann
        .post(DRAFTS, waiting(&["li@carrier.example"], json!({})))
        .await;
    let draft = draft.data(StatusCode::CREATED);
    assert_eq!(draft["inWorkingHours"], true);
    let message = ann.post(SEND, json!({ "draftId": draft["_id"] })).await;
    assert_eq!(
        message.data(StatusCode::CREATED)["scheduledAt"],
        "2026-11-23T01:00:00Z"
    );
    let wrong = with(json!({ "inWorkingHours": "yes" }));
    assert_eq!(ann.post(SEND, wrong).await.faults(), ["/inWorkingHours"]);
}
