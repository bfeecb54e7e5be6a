//! What the archive says of itself: `README.txt` for people, `manifest.json` for programs.
//!
//! Invariant: what is not in the archive although it could be expected is named with the reason.

use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

use super::drive::DriveWritten;
use super::mails::MailsWritten;
use super::records::RecordsWritten;
use super::trail::{CHAIN, TrailWritten};
use crate::caller::Caller;

/// Where the hashes of all files are.
pub(super) const HASHES: &str = "SHA256SUMS";

/// Something that is not in the archive, or not as it was.
#[derive(Debug, Serialize)]
pub(super) struct Missing {
    path: String,
    why: String,
}

impl Missing {
    pub(super) fn new(path: String, why: &str) -> Self {
        Self {
            path,
            why: why.to_owned(),
        }
    }
}

/// What was read in one snapshot.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FromDatabase {
    pub(super) records: Vec<RecordsWritten>,
    pub(super) audit: TrailWritten,
}

/// `manifest.json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest<'m> {
    format: &'static str,
    program: &'static str,
    company: Company<'m>,
    /// The moment of the snapshot.
    made_at: Timestamp,
    made_by: MadeBy<'m>,
    #[serde(flatten)]
    database: &'m FromDatabase,
    mails: &'m MailsWritten,
    drive: &'m DriveWritten,
    missing: &'m [Missing],
    /// Files before this one.
    files: u64,
    hashes: &'static str,
}

#[derive(Debug, Serialize)]
struct Company<'m> {
    #[serde(rename = "_id")]
    id: Uuid,
    name: &'m str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MadeBy<'m> {
    #[serde(rename = "_id")]
    id: Uuid,
    name: &'m str,
    email_id: &'m str,
}

/// Everything that is known once all other files are written.
pub(super) struct Told<'m> {
    pub(super) database: &'m FromDatabase,
    pub(super) mails: &'m MailsWritten,
    pub(super) drive: &'m DriveWritten,
    pub(super) missing: &'m [Missing],
    pub(super) files: u64,
}

/// The manifest as a file.
pub(super) fn manifest(caller: &Caller, at: Timestamp, told: &Told<'_>) -> Vec<u8> {
    let (company, user) = (caller.company(), caller.user());
    let manifest = Manifest {
        format: "waybill-company-export-1",
        program: concat!("Waybill ", env!("CARGO_PKG_VERSION")),
        company: Company {
            id: company.id.as_uuid(),
            name: &company.name,
        },
        made_at: at,
        made_by: MadeBy {
            id: user.id.as_uuid(),
            name: &user.name,
            email_id: &user.email,
        },
        database: told.database,
        mails: told.mails,
        drive: told.drive,
        missing: told.missing,
        files: told.files,
        hashes: HASHES,
    };
    // It has string keys and no floats, so it always serialises.
    serde_json::to_vec_pretty(&manifest).unwrap_or_default()
}

/// The text that whoever unpacks the archive reads first.
pub(super) fn readme(caller: &Caller, at: Timestamp) -> String {
    let (company, by) = (&caller.company().name, &caller.user().name);
    let text = format!(
        "Everything that {company} has in Waybill, as of {at} (UTC).
Downloaded by {by}.

What is in it
  records/               The records of each kind twice: as .jsonl, one JSON object a line
                         with every field, records in the bin included; and as .csv without
                         those in the bin. Kinds whose canBeImported is true in
                         manifest.json can be imported from their .csv again.
                         Reference data: your company's own rows and changes only.
  audit/audit.csv        The audit trail to read, the oldest entry first.
  {CHAIN}      The same entries as the hashes are of them. See below.
  mails/                 Each mail as an .eml file with its attachments, by month. Who got a
                         blind copy is in records/mailMessage.jsonl only.
  suppressed-addresses.csv  Where mails no longer leave to, since when and why.
  files/                 The files of the drive in their folders, latest versions.
  files-older-versions/  Their earlier versions, the number first.
  files-in-bin/          Files that are in the bin.
  manifest.json          Counts, the moment, and what is missing and why.
  {HASHES}             SHA-256 of every other file. Check them with: sha256sum -c {HASHES}

What is not in it
  Passwords, tokens and keys of second factors: nobody can read those.
  What is private to somebody else: their drafts, private files, private reports, private
  tags and private views. leftOut in manifest.json counts them.
  Countries, ports and other reference data that all companies share.

What may have moved meanwhile
  Records, the audit trail and the lists of mails and files are of one moment. Mails and
  files are read after it. What they say does not change; one that was removed for good in
  between is named under missing in manifest.json. Names that Windows does not take are
  changed; records/file.jsonl has the true ones.

How to check the audit trail
  Line n of {CHAIN} is the text whose SHA-256 is the hash of entry n. It begins
  with the hash of the entry before it. Run this in the unpacked folder; it prints how many
  entries follow from each other, and the last hash, which is audit.head in manifest.json:

import hashlib, json
before, count = \"\", 0
for line in open(\"{CHAIN}\", \"rb\"):
    line = line.rstrip(b\"\\n\")
    if json.loads(line)[0][0] != before:
        raise SystemExit(f\"Entry {{count + 1}} does not follow from the one before it.\")
    before, count = hashlib.sha256(line).hexdigest(), count + 1
print(count, before)
"
    );
    // Windows' own editor of old wants both.
    text.replace('\n', "\r\n")
}
