//! Datasets: what can be reported on. A dataset has fields, and gives its records a batch at a time within the runner's reach.
//!
//! **Adding one:** a word in [`DatasetName`] and its line in [`parts`]. A collection is a dataset by itself
//! ([`collection::Of`]): its fields are read off its schema.
//!
//! Invariant: a dataset asks for the right to list what it gives, so a report shows nothing that a list would not.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use waybill_storage::records::Cursor;

use self::collection::Of;
use super::matching::Matcher;
use super::sketch::ReportAgg;
use crate::caller::Caller;
use crate::collection::headings::Holds;
use crate::contact::contacts::Contacts;
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::iam::issues::Issues;
use crate::iam::users::Users;
use crate::mail::messages::MailMessages;
use crate::master::ports::{Airports, OceanPorts, Ports, ReceivingLocations};
use crate::permissions::{Action, Permission};
use crate::services::Services;
use crate::vocabulary::wire_enum;

pub mod audit;
pub mod collection;
pub mod schema;
pub mod words;

wire_enum! {
    /// What a report is about.
    DatasetName { Contacts = "contacts", Ports = "ports", Audit = "audit", Issues = "issues", Files = "files", Users = "users", Mail = "mail" }
}

wire_enum! {
    /// What a field holds.
    FieldKind {
        /// Text.
        Text = "text",
        /// One of a few words.
        Choice = "choice",
        /// The id of a record.
        Id = "id",
        /// A number.
        Number = "number",
        /// Yes or no.
        Flag = "flag",
        /// A moment.
        Moment = "moment",
        /// A day.
        Day = "day",
        /// Several texts.
        List = "list",
    }
}

/// A field of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DatasetField {
    /// Its name: the path of a member of the record, such as `address.city`.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// What it holds.
    pub kind: FieldKind,
    /// The words that it knows, if they are a closed set.
    pub words: Vec<String>,
    /// How it can be summed up, besides not at all.
    pub aggregates: Vec<ReportAgg>,
    /// How it can be compared.
    pub ops: Vec<super::filter::FilterOp>,
    /// Whether records can be put together by it.
    pub is_groupable: bool,
    /// Whether its texts are codes of countries, ISO 3166-1 alpha-2.
    pub is_country: bool,
    /// What the screens call its words, in English.
    pub labels: Labels,
    /// Code of the picklist in which a company may call them otherwise.
    #[schema(required)]
    pub picklist: Option<&'static str>,
    /// What its values are written as.
    #[serde(skip)]
    pub holds: Holds,
}

/// What the screens call words, in English, by the words.
pub type Labels = BTreeMap<&'static str, &'static str>;

/// What a report can be about, and what it can show of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DatasetInfo {
    /// Its name in a report.
    pub name: DatasetName,
    /// Its name for people.
    pub label: String,
    /// What its records hold.
    pub fields: Vec<DatasetField>,
}

/// What is wanted of a dataset.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// What the report lets through. A dataset may use it to give less; it need not.
    pub matcher: &'a Matcher,
    /// Names of the fields that are looked at.
    pub fields: &'a [&'a str],
    /// Where the batch begins.
    pub after: Option<Cursor>,
}

/// Some records of a dataset.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Records as JSON objects, in the order of their list.
    pub rows: Vec<Value>,
    /// Where the next batch begins; none at the end.
    pub next: Option<Cursor>,
}

/// Records of one kind.
#[async_trait]
pub trait Dataset: Send + Sync {
    /// What they hold, the same at all times.
    fn fields(&self) -> Vec<DatasetField>;

    /// The right to do this to them; none where there is no such right.
    fn right(&self, action: Action) -> Option<Permission>;

    /// The next records that the caller may list.
    async fn batch(
        &self,
        services: &Services,
        caller: &Caller,
        wanted: Wanted<'_>,
    ) -> Result<Batch, ServiceError>;
}

/// The records that a dataset is put together of.
pub fn parts(name: DatasetName) -> &'static [&'static dyn Dataset] {
    match name {
        DatasetName::Contacts => &[&Of::<Contacts>::DATASET],
        DatasetName::Files => &[&Of::<Files>::DATASET],
        DatasetName::Issues => &[&Of::<Issues>::DATASET],
        DatasetName::Ports => &[
            &Of::<Ports<Airports>>::DATASET,
            &Of::<Ports<OceanPorts>>::DATASET,
            &Of::<Ports<ReceivingLocations>>::DATASET,
        ],
        DatasetName::Audit => &[&audit::Audit],
        DatasetName::Users => &[&Of::<Users>::DATASET],
        DatasetName::Mail => &[&Of::<MailMessages>::DATASET],
    }
}

impl DatasetName {
    fn label(self) -> &'static str {
        match self {
            Self::Contacts => "Contacts",
            Self::Issues => "Issues",
            Self::Files => "Files and folders",
            Self::Ports => "Ports",
            Self::Audit => "Audit trail",
            Self::Users => "Users",
            Self::Mail => "Mails",
        }
    }

    /// What it can show.
    pub fn info(self) -> &'static DatasetInfo {
        // A table of constants, put together once; it holds nothing of any request.
        static ALL: LazyLock<Vec<DatasetInfo>> = LazyLock::new(|| {
            let all = DatasetName::ALL.iter();
            all.map(|name| DatasetInfo {
                name: *name,
                label: name.label().to_owned(),
                fields: united(parts(*name)),
            })
            .collect()
        });
        // `ALL` has them in the order of their definition.
        &ALL[self as usize]
    }

    /// The field of this name.
    pub fn field(self, name: &str) -> Option<&'static DatasetField> {
        self.info().fields.iter().find(|field| field.name == name)
    }

    /// The parts to which the caller has the rights to do all of these. [`ServiceError::Forbidden`] names the first right
    /// that is missing where there is no such part.
    pub fn parts_for(
        self,
        caller: &Caller,
        actions: &[Action],
    ) -> Result<Vec<&'static dyn Dataset>, ServiceError> {
        let mut allowed = Vec::new();
        let mut refusal = None;
        for part in parts(self) {
            let mut rights = actions.iter().filter_map(|action| part.right(*action));
            match rights.try_for_each(|right| caller.require_permission(right).map(|_| ())) {
                Ok(()) => allowed.push(*part),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        match refusal {
            Some(error) if allowed.is_empty() => Err(error),
            _ => Ok(allowed),
        }
    }
}

/// The fields of all parts, each once.
fn united(parts: &[&dyn Dataset]) -> Vec<DatasetField> {
    let mut fields: Vec<DatasetField> = Vec::new();
    for field in parts.iter().flat_map(|part| part.fields()) {
        if !fields.iter().any(|it| it.name == field.name) {
            fields.push(field.worded());
        }
    }
    fields
}

impl Services {
    /// What the caller can report on.
    pub fn report_datasets(
        &self,
        caller: &Caller,
    ) -> Result<Vec<&'static DatasetInfo>, ServiceError> {
        caller.require("report:view")?;
        let all = DatasetName::ALL.iter();
        let seen = all.filter(|name| name.parts_for(caller, &[Action::View]).is_ok());
        Ok(seen.map(|name| name.info()).collect())
    }
}
