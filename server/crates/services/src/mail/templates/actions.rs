//! What is done to a template besides writing it: publishing, going back, archiving, copying, looking at it.
//!
//! Invariant: what is published has no error that lint knows.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waybill_storage::UserId;
use waybill_storage::records::{Filter, Id, Row, read};

use super::versions::{self, TemplateVersion};
use super::{Template, TemplateStatus, Templates};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, insert_in, require_live, require_version, update_in};
use crate::collection::{Shown, Writing};
use crate::error::ServiceError;
use crate::mail::lint;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

/// A version of a template as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownVersion {
    /// Its number, from 1.
    pub number: i64,
    /// The version that it was made from, where somebody went back.
    #[schema(required)]
    pub rollback_of: Option<i64>,
    /// What it says.
    pub template: Template,
    /// When it was published.
    #[schema(value_type = String, format = DateTime)]
    pub published_at: Timestamp,
    /// Who published it.
    #[schema(required)]
    pub published_by: Option<UserId>,
}

/// What a change of a template's state makes of its fields, and the version that it goes back to.
type Turned = (Template, Option<i64>);

impl Services {
    /// Makes what the template says now what mails are written by. [`ServiceError::Invalid`] with every error of the lint.
    pub async fn publish_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<Templates>, ServiceError> {
        caller.require("template:publish")?;
        self.turn_template(caller, id, expected, source, "publish", async |_, row| {
            Ok((row.fields.clone(), None))
        })
        .await
    }

    /// Publishes what the template said in an earlier version, as a new one. [`ServiceError::NotFound`] when there is no such
    /// version.
    pub async fn roll_back_template(
        &self,
        caller: &Caller,
        (id, number): (Id<Templates>, i64),
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<Templates>, ServiceError> {
        caller.require("template:publish")?;
        self.turn_template(
            caller,
            id,
            expected,
            source,
            "rollback",
            async |writing, row| {
                let version = versions::get(writing.tx, writing.company(), row.id, number).await?;
                let old = version.ok_or(ServiceError::NotFound)?.fields.template;
                let fields = Template {
                    languages: old.languages,
                    default_lang: old.default_lang,
                    context_entity: old.context_entity,
                    from: old.from,
                    reply_to: old.reply_to,
                    cc: old.cc,
                    bcc: old.bcc,
                    attachments: old.attachments,
                    ..row.fields.clone()
                };
                Ok((fields, Some(number)))
            },
        )
        .await
    }

    async fn turn_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        expected: Expected,
        source: &Source,
        verb: &str,
        turn: impl AsyncFnOnce(&Writing<'_>, &Row<Templates>) -> Result<Turned, ServiceError>,
    ) -> Result<Shown<Templates>, ServiceError> {
        let scope = caller.require("template:publish")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        let (mut fields, rollback_of) = turn(&writing, &row).await?;
        let faults = lint::faults(&fields);
        if !faults.is_empty() {
            return Err(ServiceError::Invalid(faults));
        }
        fields.status = TemplateStatus::Published;
        fields.published_version += 1;
        fields.published_at = Some(writing.now);
        fields.published_by = Some(caller.user_id());
        let row = update_in(&writing, row, fields, verb).await?;
        versions::keep(&writing, &row, rollback_of).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Puts the template away: no mail is written by it until it is published again.
    pub async fn archive_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<Templates>, ServiceError> {
        let scope = caller.require("template:publish")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        if row.fields.is_system {
            return Err(ServiceError::State(
                "System templates are required. Change the template instead.",
            ));
        }
        let fields = Template {
            status: TemplateStatus::Archived,
            ..row.fields.clone()
        };
        let row = update_in(&writing, row, fields, "archive").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// A draft that says the same under another name: that of the body, or one made from the old.
    pub async fn clone_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<Templates>, ServiceError> {
        let scope = caller.require("template:create")?;
        let mut members = Members::new(body);
        let (mut name, mut code) = (String::new(), String::new());
        members.text("name", 80, &mut name);
        members.checked_text(
            "code",
            40,
            &mut code,
            super::is_code,
            "Use letters, digits, - and _.",
        );
        members.finish().check()?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        if name.is_empty() {
            name = row.fields.name.chars().take(75).collect::<String>() + " (2)";
        }
        let wanted = match code.is_empty() {
            true => super::code_of(&name),
            false => code,
        };
        let fields = Template {
            name,
            code: free_code(&writing, &wanted).await?,
            status: TemplateStatus::Draft,
            published_version: 0,
            published_at: None,
            published_by: None,
            is_system: false,
            ..row.fields
        };
        let row = insert_in::<Templates>(&writing, fields).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// The versions of the template, the latest first.
    pub async fn template_versions(
        &self,
        caller: &Caller,
        id: Id<Templates>,
    ) -> Result<Vec<ShownVersion>, ServiceError> {
        let scope = caller.require("template:view")?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let rows = versions::all(&db, caller.company_id(), row.id).await?;
        let shown = rows.into_iter().map(|row| {
            let TemplateVersion {
                number,
                rollback_of,
                template,
                ..
            } = row.fields;
            ShownVersion {
                number,
                rollback_of,
                template,
                published_at: row.meta.created_at,
                published_by: row.meta.created_by,
            }
        });
        Ok(shown.collect())
    }
}

/// The code, or the first of `code-2`, `code-3` … that nobody has.
async fn free_code(writing: &Writing<'_>, wanted: &str) -> Result<String, ServiceError> {
    let base: String = wanted.chars().take(36).collect();
    let mut code = wanted.to_owned();
    for number in 2..=99 {
        let taken = Filter::eq::<Templates>("code", code.as_str());
        if read::find::<Templates>(writing.tx, writing.company(), taken)
            .await?
            .is_none()
        {
            return Ok(code);
        }
        code = format!("{base}-{number}");
    }
    Err(ServiceError::State(
        "There are too many copies. Enter a code.",
    ))
}
