//! What belongs to a contact, and who sees which part of it.

use super::*;

async fn related(actor: &Actor, contact: &Value) -> Value {
    let answer = actor.get(&format!("{}/related", path(contact))).await;
    answer.data(StatusCode::OK)
}

/// The member of each row of a part.
fn column(part: &Value, name: &str) -> Vec<String> {
    let rows = part["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row[name].as_str().unwrap().to_owned())
        .collect()
}

async fn mail(actor: &Actor, subject: &str, to: &str) {
    let letter =
        json!({ "to": [{ "name": "", "address": to }], "subject": subject, "html": "<p>x</p>" });
    actor
        .post("/mail/api/v1/send", letter)
        .await
        .data(StatusCode::CREATED);
}

async fn folder_about(actor: &Actor, name: &str, contact: &Value) {
    let subject = json!({ "type": "contact", "id": contact["_id"] });
    let body = json!({ "name": name, "isFolder": true, "subject": subject });
    actor
        .post("/drive/api/v1/filesystem/file", body)
        .await
        .data(StatusCode::CREATED);
}

/// An organisation with two people, a file and a mail each, and one that has nothing to do with it.
async fn atlas(ann: &Actor) -> (Value, Value) {
    let mut atlas = organisation("Atlas");
    atlas["emails"] = json!([{ "address": "info@atlas.example" }]);
    let atlas = contact(ann, atlas).await;
    let mut zoe = person("Zoe", "Berg");
    zoe["organisationId"] = atlas["_id"].clone();
    zoe["emails"] = json!([{ "address": "Zoe@Atlas.example" }]);
    zoe["jobTitle"] = json!("Buyer");
    let zoe = contact(ann, zoe).await;
    let mut abe = person("Abe", "Berg");
    abe["organisationId"] = atlas["_id"].clone();
    contact(ann, abe).await;
    let other = contact(ann, organisation("Brisk")).await;
    folder_about(ann, "Rates", &atlas).await;
    folder_about(ann, "Passport", &zoe).await;
    folder_about(ann, "Brisk only", &other).await;
    mail(ann, "To all", "info@atlas.example").await;
    mail(ann, "To Zoe", "zoe@atlas.example").await;
    mail(ann, "To nobody here", "info@brisk.example").await;
    (atlas, zoe)
}

#[tokio::test]
async fn an_organisation_has_its_people_files_mails_and_activity() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (atlas, zoe) = atlas(&ann).await;
    let all = related(&ann, &atlas).await;
    assert_eq!(
        column(&all["people"], "displayName"),
        ["Abe Berg", "Zoe Berg"]
    );
    assert_eq!(all["people"]["total"], 2);
    assert_eq!(all["people"]["rows"][1]["email"], "zoe@atlas.example");
    assert_eq!(all["people"]["rows"][1]["jobTitle"], "Buyer");
    let mut files = column(&all["files"], "name");
    files.sort();
    assert_eq!(files, ["Passport", "Rates"]);
    let mut mails = column(&all["mails"], "subject");
    mails.sort();
    assert_eq!(mails, ["To Zoe", "To all"]);
    let activity = all["activity"].as_array().unwrap();
    let actions: Vec<_> = activity
        .iter()
        .map(|it| it["action"].as_str().unwrap())
        .collect();
    assert!(actions.contains(&"contact.create") && actions.contains(&"file.create"));

    let of_zoe = related(&ann, &zoe).await;
    assert_eq!(of_zoe["people"], Value::Null);
    assert_eq!(column(&of_zoe["files"], "name"), ["Passport"]);
    assert_eq!(column(&of_zoe["mails"], "subject"), ["To Zoe"]);
}

#[tokio::test]
async fn parts_without_their_right_are_left_out() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (atlas, _) = atlas(&ann).await;
    let clerk = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    let all = related(&clerk, &atlas).await;
    assert_eq!(all["people"]["total"], 2);
    assert_eq!(all["files"], Value::Null);
    assert_eq!(all["mails"], Value::Null);
    let mine = app
        .colleague_with(
            &ann,
            &[
                ("contact:view", "company"),
                ("mail:view", "own"),
                ("mail:send", "own"),
            ],
        )
        .await;
    mail(&mine, "Mine", "info@atlas.example").await;
    assert_eq!(
        column(&related(&mine, &atlas).await["mails"], "subject"),
        ["Mine"]
    );
}

#[tokio::test]
async fn what_belongs_to_a_contact_out_of_reach_is_not_there() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (atlas, _) = atlas(&ann).await;
    let path = format!("{}/related", path(&atlas));
    let own = app.colleague_with(&ann, &[("contact:view", "own")]).await;
    assert_eq!(own.get(&path).await.status, StatusCode::NOT_FOUND);
    let none = app.colleague_with(&ann, &[("file:view", "company")]).await;
    assert_eq!(none.get(&path).await.status, StatusCode::FORBIDDEN);
    let other = app.administrator("Cargo").await;
    assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND);
}
