//! Mails of the identity provider, in the words of the company whose user gets them.
//!
//! Invariant: a mail with a link leaves, whatever is the matter with templates: then in the provider's own words.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use waybill_identity::Mail;
use waybill_identity::mail::{About, PostError};
use waybill_identity::provider::Purpose;
use waybill_services::mail::{
    MailAddress, NewMail, Post, SystemMail, SystemTemplate, mime, write_system,
};
use waybill_storage::{Storage, users};

use super::adapters;

/// What the identity provider sends its mails by. They leave at once: whoever asked for one waits for it.
pub(super) fn post(storage: &Storage, post: &Post) -> Arc<dyn waybill_identity::Post> {
    Arc::new(IdentityPost {
        storage: storage.clone(),
        post: post.clone(),
    })
}

struct IdentityPost {
    storage: Storage,
    post: Post,
}

#[async_trait]
impl waybill_identity::Post for IdentityPost {
    async fn send(&self, mail: Mail<'_>) -> Result<(), PostError> {
        let new = match mail.about {
            Some(about) => self.in_own_words(&mail, &about).await,
            None => None,
        };
        let new = new.unwrap_or_else(|| adapters::letter(mail));
        let Post { transport, from } = &self.post;
        let outgoing = mime::write(uuid::Uuid::now_v7(), from, &new, Vec::new(), mail.at)?;
        Ok(transport.deliver(&outgoing).await?)
    }
}

impl IdentityPost {
    /// The mail by the template of the user's company, in the user's language; none for somebody who has no company yet, and
    /// where the template does not do.
    async fn in_own_words(&self, mail: &Mail<'_>, about: &About<'_>) -> Option<NewMail> {
        let found = users::by_identity(self.storage.reader(), about.uid.as_str()).await;
        let (user, company) = match found {
            Ok(found) => found?,
            Err(error) => {
                tracing::warn!(%error, "The company of a message could not be determined.");
                return None;
            }
        };
        let mut values = Map::new();
        values.insert("link".to_owned(), Value::from(about.link));
        let expires_at = about.expires_at.to_string();
        values.insert("expiresAt".to_owned(), Value::from(expires_at));
        let system = SystemMail {
            template: match about.purpose {
                Purpose::PasswordReset => SystemTemplate::PasswordReset,
                Purpose::VerifyEmail | Purpose::ChangeEmail => SystemTemplate::Verification,
                // There is no template for it.
                Purpose::RevertSecondFactor => return None,
            },
            to: MailAddress::new(user.name.as_str(), mail.to.as_str()),
            language: &user.language,
            timezone: &user.timezone,
            values,
        };
        match write_system(&self.storage, &company, system).await {
            Ok(new) => Some(new),
            Err(error) => {
                tracing::warn!(%error, "A message is sent with the identity provider's own text.");
                None
            }
        }
    }
}
