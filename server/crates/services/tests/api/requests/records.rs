//! Records that are made otherwise than by the `POST` of their list.

use axum::http::{Method, StatusCode};
use waybill_storage::mail_suppressions::{NewSuppression, insert};

use super::bodies::{CONTENT, json};
use super::{APP_ADMIN, COMPANIES, Made, Place, Supply, id_of};
use crate::actors::START;
use crate::operations::{Content, creation};
use crate::sessions::begin_session;

/// The record at this path as it is read.
pub(super) async fn whole(place: &Place<'_>, path: &str) -> Result<Content, String> {
    let reader = match path.starts_with(APP_ADMIN) {
        true => place.doer,
        false => place.owner,
    };
    let answer = reader.get(path).await;
    match answer.status {
        StatusCode::OK => Ok(json(&answer.data(StatusCode::OK))),
        _ => Err(format!("GET {path} shows no record: {}", answer.text)),
    }
}

/// The own company, which registration made.
pub(super) async fn own_company(place: &Place<'_>) -> Result<Made, String> {
    let own = place.owner.get(COMPANIES).await.rows();
    let id = own.first().and_then(|it| it["_id"].as_str());
    Ok(Made {
        id: id.ok_or("nobody sees the own company")?.to_owned(),
        etag: "*".to_owned(),
    })
}

/// They are the same for all companies.
pub(crate) const TIMEZONES: &str = "/master/api/v1/timezone";

/// The first record of a list that nobody adds to.
pub(super) async fn first(place: &Place<'_>, list: &str) -> Result<Made, String> {
    let rows = place.owner.get(list).await.rows();
    let id = rows.first().and_then(|it| it["_id"].as_str());
    Ok(Made {
        id: id.ok_or_else(|| format!("{list} is empty"))?.to_owned(),
        etag: "*".to_owned(),
    })
}

/// Publishes the record above the list of versions, which gives its first one.
pub(super) async fn version(place: &Place<'_>, versions: &str) -> Result<u8, String> {
    let record = versions.trim_end_matches("/versions");
    let path = format!("{record}/publish");
    let headers = [("if-match", "*")];
    let answer = place
        .owner
        .send_with(Method::POST, &path, &headers, "")
        .await;
    match answer.status {
        StatusCode::OK => Ok(1),
        _ => Err(format!("POST {path} made no version: {}", answer.text)),
    }
}

pub(super) const FILES: &str = "/drive/api/v1/filesystem/file";

/// A file of a small content.
pub(super) async fn small_file(place: &Place<'_>) -> Result<Made, String> {
    let path = format!("{FILES}/content?name=Stowage%20plan.txt");
    let headers = [("content-type", "application/octet-stream")];
    let answer = place
        .owner
        .send_with(Method::POST, &path, &headers, CONTENT)
        .await;
    Ok(Made {
        id: id_of(&answer)?,
        etag: answer.header("etag").to_owned(),
    })
}

/// An upload of whoever goes on with it; it is all there when it is about to be completed.
pub(super) async fn upload(place: &Place<'_>, below: &str) -> Result<Made, String> {
    let creation = creation(&format!("{FILES}/uploads")).unwrap();
    let example = creation.example().unwrap_or_default();
    let uploads = format!("{FILES}/uploads");
    let id = id_of(&place.doer.post(&uploads, example).await)?;
    if below.ends_with("/complete") {
        let headers = [
            ("content-type", "application/offset+octet-stream"),
            ("upload-offset", "0"),
        ];
        let part = format!("{uploads}/{id}");
        let answer = place
            .doer
            .send_with(Method::PATCH, &part, &headers, CONTENT);
        assert_eq!(answer.await.status, StatusCode::NO_CONTENT);
    }
    let etag = "*".to_owned();
    Ok(Made { id, etag })
}

/// A session of the owner's.
pub(super) async fn session(place: &Place<'_>) -> Made {
    let id = begin_session(place.app, place.owner.id()).await;
    Made {
        id: id.to_string(),
        etag: "*".to_owned(),
    }
}

pub(super) const TOKENS_OF_USER: &str = "/iam/api/v1/users/{id}/access-tokens";

/// An access token of the user whose tokens are at this path.
pub(super) async fn access_token(place: &Place<'_>, path: &str) -> Result<Made, String> {
    let user = path.split('/').find_map(|segment| segment.parse().ok());
    let user = place.app.signed_in(user.ok_or("the path names no user")?);
    let creation = creation("/iam/api/v1/access-tokens").unwrap();
    let answer = user
        .post(&creation.path, creation.example().unwrap_or_default())
        .await;
    Ok(Made {
        id: id_of(&answer)?,
        etag: "*".to_owned(),
    })
}

/// Somebody who has not accepted an invitation yet.
pub(super) async fn invited(place: &Place<'_>, path: &str) -> Result<Made, String> {
    let email = format!("{}@invited.test", uuid::Uuid::now_v7());
    let body = serde_json::json!({ "firstName": "Ina", "emailId": email });
    let answer = place.owner.post(path, body).await;
    let id = answer.json()["data"]["_id"].as_str().map(str::to_owned);
    Ok(Made {
        id: id.ok_or_else(|| format!("nobody was invited: {answer:?}"))?,
        etag: "*".to_owned(),
    })
}

/// A picture as it may be a photo.
pub(crate) fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::from_pixel(8, 8, image::Rgb([30, 90, 160]));
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Gives the user a photo.
pub(super) async fn photo(place: &Place<'_>, path: &str) -> Result<(), String> {
    let headers = [
        ("content-type", "application/octet-stream"),
        ("if-match", "*"),
    ];
    let answer = place
        .owner
        .send_with(Method::PUT, path, &headers, picture())
        .await;
    match answer.status {
        StatusCode::OK => Ok(()),
        _ => Err(format!("PUT {path} set no photo: {}", answer.text)),
    }
}

pub(super) const IMPORT_JOBS: &str = "/log/api/v1/import-jobs";

/// Addresses that mails no longer leave to.
pub(super) const SUPPRESSIONS: &str = "/mail/api/v1/suppressions";

/// What something else brings about: an import its job, somebody who unsubscribes a suppression.
pub(super) async fn caused(place: &Place<'_>, list: &str) -> Result<Made, String> {
    match list {
        SUPPRESSIONS => suppression(place).await,
        _ => import_job(place).await,
    }
}

async fn suppression(place: &Place<'_>) -> Result<Made, String> {
    let word = match place.supply {
        Supply::Fresh => "fresh",
        Supply::Shared { word, .. } => word,
    };
    let word = word.to_lowercase();
    let address = format!("{word}-{}@x.example", uuid::Uuid::now_v7().simple());
    let company = place.owner.caller().await.company_id();
    let tx = place.app.storage.begin_for(company).await.unwrap();
    let new = NewSuppression {
        address: &address,
        reason: "bounced",
        detail: "550 5.1.1",
    };
    insert(&tx, company, new, START.parse().unwrap())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let path = format!("{SUPPRESSIONS}?search={address}");
    let found = place.owner.get(&path).await.data(StatusCode::OK);
    let id = found["addresses"][0]["_id"].as_str();
    Ok(Made {
        id: id.ok_or("the suppression is not listed")?.to_owned(),
        etag: "*".to_owned(),
    })
}

/// The job of an import.
async fn import_job(place: &Place<'_>) -> Result<Made, String> {
    let headers = [("content-type", "text/csv")];
    let path = "/contact/api/v1/contact-tags/import?dryRun=false";
    let table = format!("name\n{}\n", uuid::Uuid::now_v7().simple());
    let answer = place
        .owner
        .send_with(Method::POST, path, &headers, table)
        .await;
    let id = answer.json()["data"]["jobId"].as_str().map(str::to_owned);
    Ok(Made {
        id: id.ok_or_else(|| format!("{path} gave no job: {}", answer.text))?,
        etag: "*".to_owned(),
    })
}
