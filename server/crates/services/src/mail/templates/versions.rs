//! Versions of a template: what it said each time it was published.
//!
//! Invariant: a version never changes; going back to one makes a new one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Listing};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Record, Row, write};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::{Template, TemplateStatus, Templates, seed};
use crate::collection::Writing;

/// The versions of templates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TemplateVersions;

/// What a version holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TemplateVersion {
    /// The template.
    pub template_id: String,
    /// Its number, from 1.
    pub number: i64,
    /// The version that it was made from, where somebody went back.
    pub rollback_of: Option<i64>,
    /// The template as it was published.
    pub template: Template,
}

impl Record for TemplateVersions {
    type Fields = TemplateVersion;

    const KIND: &'static str = "templateVersion";
    const TABLE: &'static str = "mail_template_versions";
    const KEYS: &'static [Key] = &[
        Key::text("templateId", "template_id"),
        Key::number("number", "number"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("number", Direction::Descending)];

    fn keys(fields: &TemplateVersion) -> Vec<KeyValue> {
        vec![fields.template_id.as_str().into(), fields.number.into()]
    }

    fn label(fields: &TemplateVersion) -> String {
        format!("{} {}", fields.template.name, fields.number)
    }

    fn searched(fields: &TemplateVersion) -> Vec<&str> {
        vec![&fields.template.name]
    }
}

/// Keeps what the template says now as its published version.
pub(super) async fn keep(
    writing: &Writing<'_>,
    template: &Row<Templates>,
    rollback_of: Option<i64>,
) -> Result<(), StorageError> {
    let version = TemplateVersion {
        template_id: template.id.to_string(),
        number: template.fields.published_version,
        rollback_of,
        template: template.fields.clone(),
    };
    let (company, id) = (writing.company(), Id::generate());
    write::insert::<TemplateVersions>(writing.tx, company, id, version, writing.stamp()).await?;
    Ok(())
}

/// All versions of the template, the latest first.
pub(super) async fn all(
    db: &dyn Handle,
    company: CompanyId,
    template: Id<Templates>,
) -> Result<Vec<Row<TemplateVersions>>, StorageError> {
    let listing = Listing {
        filter: of(template),
        ..Listing::default()
    };
    Ok(read::list(db, company, listing).await?.rows)
}

/// One version.
pub(super) async fn get(
    db: &dyn Handle,
    company: CompanyId,
    template: Id<Templates>,
    number: i64,
) -> Result<Option<Row<TemplateVersions>>, StorageError> {
    let filter = of(template).and(Filter::eq::<TemplateVersions>("number", number));
    read::find(db, company, filter).await
}

/// What mails are written by: the version that was published last, or of the program's templates the program's text. None
/// when nothing was published, and when the template is archived.
pub(crate) async fn in_force(
    db: &dyn Handle,
    company: CompanyId,
    row: &Row<Templates>,
) -> Result<Option<Template>, StorageError> {
    let fields = &row.fields;
    if fields.status == TemplateStatus::Archived {
        return Ok(None);
    }
    if fields.published_version != 0 {
        let version = get(db, company, row.id, fields.published_version).await?;
        return Ok(version.map(|version| version.fields.template));
    }
    Ok(match fields.is_system {
        true => fields.code.parse().ok().map(seed::template),
        false => None,
    })
}

fn of(template: Id<Templates>) -> Filter {
    Filter::eq::<TemplateVersions>("templateId", template)
}
