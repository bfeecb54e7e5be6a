//! The templates that the program brings along, as rows that all companies share until they change one.
//!
//! Invariant: a company's own change is never overwritten by a newer text of the program.

use waybill_storage::records::write;
use waybill_storage::reference::seed::Loading;
use waybill_storage::{Storage, StorageError};

use super::{ContextEntity, Template, TemplateStatus, TemplateText, Templates};
use crate::mail::system::{SystemTemplate, built_in};

/// Writes them anew where they differ from what is stored.
pub(crate) async fn load(storage: &Storage, now: jiff::Timestamp) -> Result<(), StorageError> {
    let tx = storage.begin().await?;
    match write::update_seed::<Templates>(&tx, all(), now).await? {
        0 => Ok(()),
        count => {
            tx.commit().await?;
            tracing::info!(count, "Mail templates loaded.");
            Ok(())
        }
    }
}

/// Walks through them as through the datasets of the seed.
pub(crate) async fn walk(loading: &mut Loading) -> Result<(), StorageError> {
    loading.rows::<Templates>(all()).await
}

fn all() -> Vec<Template> {
    SystemTemplate::ALL.iter().map(|it| template(*it)).collect()
}

/// A template of the program as a row.
pub fn template(which: SystemTemplate) -> Template {
    let built_in = built_in(which);
    let text = |words: &crate::mail::system::Words| TemplateText {
        subject: words.subject.to_owned(),
        html: words.html(),
        text: String::new(),
    };
    let languages = built_in.languages.iter();
    Template {
        name: built_in.name.to_owned(),
        code: which.as_str().to_owned(),
        // Each of them is a type, too.
        template_type: which.as_str().parse().unwrap_or_default(),
        context_entity: ContextEntity::User,
        languages: languages
            .map(|(language, words)| ((*language).to_owned(), text(words)))
            .collect(),
        default_lang: "en".to_owned(),
        status: TemplateStatus::Published,
        is_system: true,
        ..Template::default()
    }
}
