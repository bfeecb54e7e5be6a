//! The relying party, as federated sign-in calls it: whoever lets people in because they signed in here, and keeps sessions of
//! its own for them. It is told when those have to end, and when an account changes its address.
//!
//! Invariant: it is told within the transaction that ends the sign-ins, so that both are ended or neither is.

use std::net::IpAddr;

use async_trait::async_trait;
use jiff::Timestamp;
use waybill_storage::identity::Uid;
use waybill_storage::{StorageError, Transaction};

use crate::mail::{Mail, PostError};
use crate::notice::Notice;

/// Keeps sessions that rest on sign-ins of this provider.
#[async_trait]
pub trait RelyingParty: Send + Sync {
    /// Ends the sessions of an account in this transaction. An error lets the whole change fail.
    async fn end_sessions(&self, tx: &Transaction, ended: Ended<'_>) -> Result<(), StorageError>;

    /// A token of this sign-in was used again, so one of two who have it is not the account's owner: ends the sessions that rest
    /// on it in this transaction.
    async fn sign_in_copied(
        &self,
        _tx: &Transaction,
        _copied: Copied<'_>,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// Tells the owner of an account that a token of it was used again and its sign-in was ended. Both are durable by then.
    async fn tell_copied(&self, _copied: Copied<'_>) {}

    /// An account is to have this address, once it is confirmed there. [`StorageError::Conflict`] when it cannot have it.
    async fn address_asked(
        &self,
        _tx: &Transaction,
        _asked: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// An account has this address from now on. [`StorageError::Conflict`] when it cannot have it; then it has the old one.
    async fn address_changed(
        &self,
        _tx: &Transaction,
        _changed: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// An account is about to be deleted by its owner. [`StorageError::Conflict`] when others depend on it; then it stays.
    async fn account_deleted(
        &self,
        _tx: &Transaction,
        _uid: &Uid,
        _at: Timestamp,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// Takes responsibility for telling the owner of an account what has happened to it; `false` when it knows nobody of that
    /// account. What has happened is durable by then.
    async fn tell(&self, _notice: Notice<'_>) -> Result<bool, PostError> {
        Ok(false)
    }

    /// Takes responsibility for telling the owner of an account that it is locked; `false` when it knows nobody of that account.
    async fn tell_locked(&self, locked: Locked<'_>) -> Result<bool, PostError>;
}

/// A sign-in whose token was used again.
#[derive(Clone, Copy, Debug)]
pub struct Copied<'a> {
    /// The account.
    pub uid: &'a Uid,
    /// When its owner signed in.
    pub authenticated_at: Timestamp,
    /// When the token was used again.
    pub at: Timestamp,
}

/// Another address of an account.
#[derive(Clone, Copy)]
pub struct Readdressed<'a> {
    /// The account.
    pub uid: &'a Uid,
    /// The canonical address.
    pub email: &'a str,
    /// When.
    pub at: Timestamp,
}

/// Whose account takes no password for a while.
#[derive(Clone, Copy)]
pub struct Locked<'a> {
    /// The account.
    pub uid: &'a Uid,
    /// What its owner is to read.
    pub mail: Mail<'a>,
    /// Where the last wrong password came from.
    pub address: Option<IpAddr>,
}

/// Why sign-ins ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The account has another password.
    Password,
    /// The account has another second factor.
    SecondFactor,
    /// The account has another address.
    Address,
    /// The account was disabled or deleted.
    Account,
    /// The operator ended them.
    Operator,
}

/// Whose sign-ins ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// The account.
    pub uid: &'a Uid,
    /// Why.
    pub cause: Cause,
    /// The session that goes on: that of the browser from which the account's owner asked for the change.
    pub spared: Option<&'a SessionMark>,
    /// On which sign-in that session rests from now on, as it begins with the change.
    pub rests_on: Option<Timestamp>,
    /// When.
    pub at: Timestamp,
}

/// What the relying party recognises one of its sessions by; no secret, and never read here. The server's edge puts that of
/// the browser into the extensions of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMark(pub String);
