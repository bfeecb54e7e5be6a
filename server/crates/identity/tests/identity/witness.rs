//! A relying party that remembers what it was told, and can refuse.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use waybill_identity::mail::PostError;
use waybill_identity::relying_party::{Ended, Locked, Readdressed, RelyingParty};
use waybill_storage::{StorageError, Transaction};

/// Whose sessions ended, and which was spared.
pub(crate) type Told = (String, Option<String>);

#[derive(Debug, Default)]
pub(crate) struct Witness {
    told: Mutex<Vec<Told>>,
    addresses: Mutex<Vec<String>>,
    /// An address that somebody has there.
    taken: Mutex<String>,
    locked: Mutex<Vec<String>>,
    is_broken: AtomicBool,
}

impl Witness {
    /// What it was told since it was last asked.
    pub(crate) fn told(&self) -> Vec<Told> {
        std::mem::take(&mut self.told.lock().unwrap())
    }

    /// What it was told of addresses since it was last asked.
    pub(crate) fn addresses(&self) -> Vec<String> {
        std::mem::take(&mut self.addresses.lock().unwrap())
    }

    /// From now on somebody has this address there.
    pub(crate) fn takes(&self, address: &str) {
        address.clone_into(&mut self.taken.lock().unwrap());
    }

    fn note(&self, what: &str, address: Readdressed<'_>) -> Result<(), StorageError> {
        if *self.taken.lock().unwrap() == address.email {
            return Err(StorageError::Conflict);
        }
        let told = format!("{what} {}", address.email);
        self.addresses.lock().unwrap().push(told);
        Ok(())
    }

    /// Accounts whose owners were to be told of a lock-out, each with the mail's first line and text.
    pub(crate) fn locked(&self) -> Vec<String> {
        self.locked.lock().unwrap().clone()
    }

    /// From now on it cannot end any session, and knows nobody.
    pub(crate) fn breaks(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }
}

#[async_trait]
impl RelyingParty for Witness {
    async fn end_sessions(&self, _: &Transaction, ended: Ended<'_>) -> Result<(), StorageError> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(StorageError::Corrupt("sessions"));
        }
        let spared = ended.spared.map(|mark| mark.0.clone());
        let told = (ended.uid.to_string(), spared);
        self.told.lock().unwrap().push(told);
        Ok(())
    }

    async fn address_asked(
        &self,
        _: &Transaction,
        asked: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        self.note("asked", asked)
    }

    async fn address_changed(
        &self,
        _: &Transaction,
        changed: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        self.note("changed", changed)
    }

    async fn tell_locked(&self, locked: Locked<'_>) -> Result<bool, PostError> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let Locked { uid, mail, .. } = locked;
        let told = format!(
            "{uid} {}\n{}\n{}",
            mail.to.as_str(),
            mail.subject,
            mail.text
        );
        self.locked.lock().unwrap().push(told);
        Ok(true)
    }
}
