//! The data of the first version, made by that version, are served by this one: its own answers to 500 reads come again.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::reads::Reader;
use super::{READS, free_address, run, said};
use crate::demo::Server;
use crate::start::waybill;

const DATABASE: &[u8] = include_bytes!("first/waybill.sqlite3.zst");
const ANSWERS: &[u8] = include_bytes!("first/answers.json.zst");

/// What is to be another, by the beginning of the address and the member, and why.
const OTHERWISE: [(&str, &str); 20] = [
    // Whoever reads has signed in to do so, which the trail tells, newest first. That it is whole is asked apart.
    ("/log/api/v1/audit", ""),
    ("/iam/api/v1/", "lastLoginAt"),
    // The sample templates come with the program, until somebody changes them.
    ("/mail/api/v1/templates", "languages"),
    ("/mail/api/v1/templates", "version"),
    ("/mail/api/v1/templates", "updatedAt"),
    // The program writes more mails of its own by now.
    ("/mail/api/v1/templates", "total"),
    // The set of time zones was replaced; records name them, and do not hold their ids.
    ("/master/api/v1/timezone", "_id"),
    // What is the time there depends on the day.
    ("/master/api/v1/timezone", "offset"),
    ("/master/api/v1/timezone", "offsetMinutes"),
    ("/master/api/v1/timezone", "abbreviation"),
    ("/master/api/v1/timezone-utc", ""),
    // The source of countries tells their own first day of the week by now, and more.
    ("/master/api/v1/country", "weekStart"),
    ("/master/api/v1/country", "rowHash"),
    ("/master/api/v1/country", "version"),
    ("/master/api/v1/country", "updatedAt"),
    // Whether the subscription is over, too.
    ("/iam/api/v1/users-token", "isExpired"),
    ("/iam/api/v1/companies", "isExpired"),
    ("/iam/api/v1/users", "isExpired"),
    // Administrators may do more.
    ("/iam/api/v1/", "actions"),
    // Reports can be made of more.
    ("/report/api/v1/reportSketch/datasets", "fields"),
];

/// Names of the program's own that have changed since: what the first version called it, and this one.
const RENAMED: &[(&str, &str)] = &[("Code for signing in", "Sign-in code")];

/// Lays the first version's database there.
pub(crate) fn unpack_database(to: &Path) {
    unpack(DATABASE, to);
}

fn unpack(bytes: &[u8], to: &Path) {
    fs::write(to, zstd::decode_all(bytes).unwrap()).unwrap();
}

fn may_differ(path: &str, member: &str) -> bool {
    OTHERWISE
        .iter()
        .any(|(begins, name)| path.starts_with(begins) && (name.is_empty() || *name == member))
}

/// Whether it is what the first version left out of who is signed in, where their record and their company's had it.
fn was_not_said(path: &str, member: &str, then: &Value) -> bool {
    let unsaid: &[&str] = match path.split('?').next() {
        Some("/iam/api/v1/users-token") => {
            &["phone", "jobTitle", "department", "short_name", "address"]
        }
        Some("/iam/api/v1/users/me") => &["products"],
        _ => &[],
    };
    then.is_null() && unsaid.contains(&member)
}

/// Whether it is a list of templates, to which the program's own are added.
fn is_of_templates(path: &str, member: &str) -> bool {
    path.starts_with("/mail/api/v1/templates?") && member == "data"
}

/// Notes what the first version answered and this one does not. Members may have been added.
fn compare(path: &str, member: &str, then: &Value, now: &Value, differences: &mut Vec<String>) {
    if may_differ(path, member) {
        return;
    }
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            let missing = Value::Null;
            for (name, value) in then {
                let found = now.get(name).unwrap_or(&missing);
                compare(path, name, value, found, differences);
            }
        }
        (Value::Array(then), Value::Array(now)) if is_of_templates(path, member) => {
            for row in then {
                let found = now.iter().find(|it| it["_id"] == row["_id"]);
                compare(path, "row", row, found.unwrap_or(&Value::Null), differences);
            }
            let is_own = |row: &&Value| row["isSystem"] == true;
            let others = now
                .iter()
                .filter(|row| !then.iter().any(|it| it["_id"] == row["_id"]));
            let foreign: Vec<&Value> = others.filter(|row| !is_own(row)).collect();
            if !foreign.is_empty() {
                differences.push(format!("{path}: {foreign:?} came along"));
            }
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            for (then, now) in then.iter().zip(now) {
                compare(path, member, then, now, differences);
            }
        }
        _ if then == now || was_not_said(path, member, then) => {}
        (Value::String(then), Value::String(now))
            if RENAMED.contains(&(then.as_str(), now.as_str())) => {}
        _ => differences.push(format!("{path}: {member} was {then}, is {now}")),
    }
}

#[tokio::test]
async fn what_the_first_version_answered_500_times_this_one_answers_after_the_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    unpack(DATABASE, &data.join("waybill.sqlite3"));
    let recorded: Value = serde_json::from_slice(&zstd::decode_all(ANSWERS).unwrap()).unwrap();
    let answers: &Map<String, Value> = recorded["answers"].as_object().unwrap();
    assert_eq!(answers.len(), READS);

    let applied = said(&run(folder.path(), &["migrate", "--data-dir", "data"]));
    assert!(applied.starts_with("Applied: m0022_"), "{applied}");
    let address = free_address();
    let mut command = waybill(folder.path());
    let mut server = Server::start_at(&address, command.args(["--data-dir", "data"]));
    server.line();
    let reader = Reader::sign_in(&address, recorded["told"].as_str().unwrap()).await;
    let mut differences = Vec::new();
    let mut is_compared = 0;
    for (path, answer) in answers {
        let (status, now) = reader.get(path).await;
        assert_eq!(status, 200, "{path}: {now}");
        is_compared += usize::from(!may_differ(path, ""));
        let then = answer.as_str().unwrap();
        match (serde_json::from_str(then), serde_json::from_str(&now)) {
            (Ok(then), Ok(now)) => compare(path, "", &then, &now, &mut differences),
            _ if then == now => {}
            _ => differences.push(format!("{path}: was {then:.80}, is {now:.80}")),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(READS - is_compared < 10, "only {is_compared} were compared");
    // The administrators of companies that were there may download all data, as those of new ones.
    let preview = "/iam/api/v1/companies/company/export-preview";
    let (status, preview) = reader.get(preview).await;
    assert_eq!(status, 200, "{preview}");
    assert!(preview.contains("\"auditEntries\":"), "{preview}");
    let (status, verified) = reader.get("/log/api/v1/audit/verify").await;
    assert_eq!(status, 200, "{verified}");
    let verified: Value = serde_json::from_str(&verified).unwrap();
    assert_eq!(verified["data"]["isWhole"], true, "{verified}");
    server.end();
}
