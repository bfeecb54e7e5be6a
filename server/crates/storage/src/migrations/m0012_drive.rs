//! Drive: files and folders, uploads that are under way, and which content belongs to which version of a file.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, uuid};

use super::columns::{Owner, RecordTable, Unique, of_company};
use super::row_security::fence;

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
        let files = RecordTable {
            name: "files",
            owner: Owner::Company,
            texts: &[
                "name_key",
                "folder_id",
                "doc_type",
                "visibility",
                "mime",
                "subject_type",
                "subject_id",
                "uploader_id",
            ],
            numbers: &["is_file", "is_folder", "size"],
            orders: &[
                &["folder_id", "is_file", "name_key"],
                &["name_key"],
                &["subject_id"],
                &["created_at"],
            ],
            unique: &[Unique::Always(&["folder_id", "name_key"])],
        };
        files.create(manager).await?;
        let uploads = RecordTable {
            name: "uploads",
            owner: Owner::Company,
            texts: &[],
            numbers: &["expires_at"],
            orders: &[&["expires_at"]],
            unique: &[],
        };
        uploads.create(manager).await?;
        manager.create_table(contents()).await?;
        manager.create_index(contents_of_file()).await?;
        fence(manager, "contents").await
    }
}

fn contents() -> TableCreateStatement {
    Table::create()
        .table("contents")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(uuid("file_id"))
        .col(big_integer("version"))
        .col(big_integer("size"))
        .foreign_key(&mut of_company("contents"))
        .to_owned()
}

fn contents_of_file() -> IndexCreateStatement {
    Index::create()
        .name("uq_contents_file_id_version")
        .table("contents")
        .col("company_id")
        .col("file_id")
        .col("version")
        .unique()
        .to_owned()
}
