//! Contacts.

use sea_orm_migration::prelude::*;

use super::columns::{Owner, RecordTable};

/// See the module.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[expect(
        elided_lifetimes_in_paths,
        reason = "async_trait wants the signature of the trait, letter by letter"
    )]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let contacts = RecordTable {
            name: "contacts",
            owner: Owner::Company,
            texts: &[
                "kind",
                "display_name_key",
                "organisation_id",
                "owner_id",
                "email",
                "phone",
                "country",
            ],
            numbers: &["do_not_contact", "favourite"],
            orders: &[
                &["display_name_key"],
                &["kind", "display_name_key"],
                &["organisation_id", "display_name_key"],
                &["owner_id", "display_name_key"],
                &["email"],
                &["created_at"],
                &["updated_at"],
            ],
            unique: &[],
        };
        contacts.create(manager).await
    }
}
