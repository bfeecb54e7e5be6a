//! A relying party that remembers what it was told, and can refuse.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use waybill_identity::relying_party::{Ended, RelyingParty};
use waybill_storage::{StorageError, Transaction};

/// Whose sessions ended, and which was spared.
pub(crate) type Told = (String, Option<String>);

#[derive(Debug, Default)]
pub(crate) struct Witness {
    told: Mutex<Vec<Told>>,
    is_broken: AtomicBool,
}

impl Witness {
    /// What it was told since it was last asked.
    pub(crate) fn told(&self) -> Vec<Told> {
        std::mem::take(&mut self.told.lock().unwrap())
    }

    /// From now on it cannot end any session.
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
}
