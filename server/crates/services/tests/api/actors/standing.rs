//! The standing of people and their companies, as it changes without a request.

use jiff::Timestamp;
use jiff::civil::Date;
use waybill_storage::companies::{self, Plan};
use waybill_storage::users;

use super::{Actor, TestApp};

impl TestApp {
    /// The services know the address of the actor as verified, as the provider does.
    pub(crate) async fn note_verified(&self, actor: &Actor) {
        let (user, company) = users::by_id(self.storage.reader(), actor.id())
            .await
            .unwrap()
            .unwrap();
        self.verify_email(user.identity_uid.as_deref().unwrap());
        let tx = self.storage.begin_for(company.id).await.unwrap();
        users::note_email_verified(&tx, company.id, user.id, true)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// Moves the actor to another status.
    pub(crate) async fn set_status(&self, actor: &Actor, status: &str) {
        let (user, company) = users::by_id(self.storage.reader(), actor.id())
            .await
            .unwrap()
            .unwrap();
        let tx = self.storage.begin().await.unwrap();
        assert!(
            users::set_status(
                &tx,
                company.id,
                user.id,
                status,
                Some("test"),
                Timestamp::UNIX_EPOCH
            )
            .await
            .unwrap()
        );
        tx.commit().await.unwrap();
    }

    /// Sets the last day of the subscription of the actor's company.
    pub(crate) async fn subscribe_until(&self, actor: &Actor, day: Date) {
        let (_, company) = users::by_id(self.storage.reader(), actor.id())
            .await
            .unwrap()
            .unwrap();
        let plan = Plan {
            name: "Standard".to_owned(),
            expiry_date: Some(day),
        };
        let tx = self.storage.begin().await.unwrap();
        let account = &company.account_type;
        companies::set_contract(&tx, company.id, account, Some(&plan), Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
}
