//! The photo of a user: a picture that was drawn anew, kept in the drive as a private file of the user's own.
//!
//! Invariant: whoever sees the user sees the photo, whatever they see of the drive; the file is there as long as the user
//! names it, and no longer.

use waybill_storage::UserId;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Row};

use super::{UserFields, Users};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, require_live, require_version, update_in};
use crate::collection::{Collection as _, Shown, Writing};
use crate::drive::content::Attachment;
use crate::drive::file::Files;
use crate::drive::kept::{Kept, keep_in};
use crate::drive::picture::{PictureError, reencode};
use crate::drive::removal::destroy_in;
use crate::drive::subject::{FileSubject, FileSubjectType};
use crate::error::ServiceError;
use crate::iam::rights::require_not_above;
use crate::permissions::{Action, Scope};
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;

/// The version of the file that was drawn here. Its owner may put another one on top of it, which nobody has looked at.
const DRAWN: i64 = 1;

impl Services {
    /// The photo of a user whom the caller sees, or of the caller.
    pub async fn photo(&self, caller: &Caller, id: Id<Users>) -> Result<Attachment, ServiceError> {
        // A visitor of another company has a photo in its own.
        let own = caller.own();
        let caller = match id.as_uuid() == own.user_id().as_uuid() {
            true => &own,
            false => caller,
        };
        let scope = right_to(caller, id, "profile:view", Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let file = row.fields.photo_file_id.ok_or(ServiceError::NotFound)?;
        let photo = self.content_of(&db, caller.company_id(), file, DRAWN);
        photo.await?.ok_or(ServiceError::NotFound)
    }

    /// Makes a picture the photo of a user whom the caller may change, or of the caller. The one before is removed.
    pub async fn set_photo(
        &self,
        caller: &Caller,
        id: Id<Users>,
        expected: Expected,
        picture: Vec<u8>,
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        right_to(caller, id, "profile:edit", Action::Edit)?;
        let turn = self.picture_turns.acquire().await;
        let drawn = tokio::task::spawn_blocking(move || reencode(&picture)).await;
        drop(turn);
        // A decoder that gave up on it altogether has said the same.
        let drawn = drawn.unwrap_or(Err(PictureError::Damaged));
        let drawn = drawn.map_err(|fault| {
            ServiceError::Invalid(vec![FieldProblem::member("photoFileId", fault.to_string())])
        })?;
        let kept = self
            .put_kept("photo", drawn.extension, drawn.bytes.into())
            .await?;
        let done = self
            .change_photo(caller, id, expected, Some(&kept), source)
            .await;
        self.or_remove_kept(&kept, done).await
    }

    /// Removes the photo of a user whom the caller may change, or of the caller; nothing happens where there is none.
    pub async fn clear_photo(
        &self,
        caller: &Caller,
        id: Id<Users>,
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        self.change_photo(caller, id, expected, None, source).await
    }

    async fn change_photo(
        &self,
        caller: &Caller,
        id: Id<Users>,
        expected: Expected,
        photo: Option<&Kept>,
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        let scope = right_to(caller, id, "profile:edit", Action::Edit)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        let user = UserId::from(id.as_uuid());
        require_not_above(&writing, user).await?;
        let before = row.fields.photo_file_id;
        let photo_file_id = match photo {
            Some(kept) => {
                let subject = FileSubject {
                    subject_type: FileSubjectType::User,
                    id: id.as_uuid(),
                };
                Some(keep_in(&writing, kept, user, Some(subject)).await?.id)
            }
            None => None,
        };
        let fields = UserFields {
            photo_file_id,
            ..row.fields.clone()
        };
        let row = update_in(&writing, row, fields, "edit").await?;
        // Nobody names it any more.
        let objects = match file(&writing, before).await? {
            Some(file) => destroy_in(&writing, &file).await?,
            None => Vec::new(),
        };
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        self.remove_objects(objects).await;
        Ok(shown)
    }
}

/// How far the caller's right reaches: as far as itself for what is its own, by the right to the own profile.
fn right_to(
    caller: &Caller,
    id: Id<Users>,
    own: &str,
    action: Action,
) -> Result<Scope, ServiceError> {
    if id.as_uuid() == caller.user_id().as_uuid() {
        caller.require(own)?;
        // The row is found by its id, whoever made it.
        return Ok(Scope::Company);
    }
    caller.require_permission(Users::permission(action))
}

async fn file(
    writing: &Writing<'_>,
    id: Option<Id<Files>>,
) -> Result<Option<Row<Files>>, ServiceError> {
    match id {
        Some(id) => Ok(read::get(writing.tx, writing.company(), id, Bin::Either).await?),
        None => Ok(None),
    }
}
