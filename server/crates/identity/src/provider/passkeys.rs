//! Passkeys (WebAuthn Level 3): an account signs in by a key of its owner's device in place of the password.
//!
//! Invariant: a passkey signs in only where the device has verified its owner, by a finger, a face or a PIN, so that it counts as both
//! factors; and each challenge is answered once.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::identity::passkeys::{self, Ceremony};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};
use webauthn_rs_proto::ResidentKeyRequirement;

use super::{
    Account, Error, Provider, Tokens, Uid, accounts, check_alive, fingerprint, refused, secret_word,
};
use crate::counting::per_address;
use crate::notice::{Client, Event};

/// How long a challenge may be answered.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);

/// How many passkeys an account may have.
const MOST: usize = 20;

const MAX_NAME_CHARS: usize = 100;

/// Challenges to sign in, to one network.
const CHALLENGES: &str = "passkey/address";

/// What the second factor of a sign-in by a passkey is called in tokens, before the id of the passkey.
pub(crate) const FACTOR_PREFIX: &str = "passkey:";

/// What a browser hands to its authenticators.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub options: Value,
    /// The word that goes on with it.
    pub session: String,
}

/// A passkey, as it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// Its id.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// Since when it signs in.
    pub created_at: Timestamp,
    /// When it last did.
    pub used_at: Option<Timestamp>,
}

impl From<passkeys::Passkey> for Passkey {
    fn from(passkey: passkeys::Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            created_at: passkey.created_at,
            used_at: passkey.used_at,
        }
    }
}

/// The site that passkeys are for, by its public origin; none where that has no host name, as WebAuthn knows no addresses.
pub(super) fn relying_party(origin: &str) -> Option<Webauthn> {
    let origin: Url = origin.parse().ok()?;
    let builder = WebauthnBuilder::new(origin.domain()?, &origin).ok()?;
    builder.rp_name("Waybill").build().ok()
}

impl Provider {
    /// Whether passkeys can be made and used: not where the public origin has no host name.
    pub fn offers_passkeys(&self) -> bool {
        self.webauthn.is_some()
    }

    /// The passkeys of the bearer of this ID token, the oldest first; none at all where they are not offered.
    pub async fn passkeys(&self, id_token: &str) -> Result<Option<Vec<Passkey>>, Error> {
        let (account, _) = self.bearer(id_token).await?;
        if self.webauthn.is_none() {
            return Ok(None);
        }
        let found = passkeys::of_account(self.storage.reader(), &account.uid).await?;
        Ok(Some(found.into_iter().map(Passkey::from).collect()))
    }

    /// Begins to make a passkey for the bearer of this ID token.
    ///
    /// [`Error::NotOffered`] where the public origin has no host name; [`Error::SignInTooOld`], [`Error::UnverifiedEmail`],
    /// [`Error::TooManyPasskeys`].
    pub async fn begin_passkey(&self, id_token: &str) -> Result<Challenge, Error> {
        let webauthn = self.webauthn.as_ref().ok_or(Error::NotOffered)?;
        let (account, _) = self.recent_bearer(id_token).await?;
        if !account.email_verified {
            return Err(Error::UnverifiedEmail);
        }
        let present = passkeys::of_account(self.storage.reader(), &account.uid).await?;
        if MOST <= present.len() {
            return Err(Error::TooManyPasskeys);
        }
        let present = present.iter();
        let present = present.filter_map(|it| BASE64_URL_SAFE_NO_PAD.decode(&it.id).ok());
        let name = account.display_name.as_deref().unwrap_or(&account.email);
        let (mut challenge, state) = webauthn
            .start_passkey_registration(
                handle_of(&account.uid),
                &account.email,
                name,
                Some(present.collect()),
            )
            .map_err(|_| Error::Cryptography("no challenge for a passkey"))?;
        // Who signs in by it names no account, so the device has to keep whose it is.
        if let Some(wanted) = &mut challenge.public_key.authenticator_selection {
            wanted.resident_key = Some(ResidentKeyRequirement::Required);
            wanted.require_resident_key = true;
        }
        self.begin_ceremony(&challenge.public_key, &state, Some(account.uid))
            .await
    }

    /// Adds the passkey that a device has made for the challenge of this session. `answer` is a `RegistrationResponseJSON`.
    ///
    /// [`Error::InvalidCeremony`], [`Error::InvalidPasskey`], [`Error::PasskeyExists`], [`Error::TooManyPasskeys`];
    /// [`Error::InvalidMember`] when the name is empty or longer than 100 characters.
    pub async fn finish_passkey(
        &self,
        id_token: &str,
        session: &str,
        answer: Value,
        name: &str,
        client: &Client,
    ) -> Result<Passkey, Error> {
        let webauthn = self.webauthn.as_ref().ok_or(Error::NotOffered)?;
        let (bearer, statement) = self.bearer(id_token).await?;
        let name = name.trim();
        let length = name.chars().count();
        if length == 0 || MAX_NAME_CHARS < length || name.chars().any(char::is_control) {
            return Err(Error::InvalidMember("name"));
        }
        let state: PasskeyRegistration = self.take_ceremony(session, Some(&bearer.uid)).await?;
        let answer: RegisterPublicKeyCredential = read(answer)?;
        let made = webauthn.finish_passkey_registration(&answer, &state);
        let made = made.map_err(|error| refuse(&error))?;
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        if MOST <= passkeys::of_account(&tx, &account.uid).await?.len() {
            return Err(Error::TooManyPasskeys);
        }
        let passkey = passkeys::Passkey {
            id: BASE64_URL_SAFE_NO_PAD.encode(made.cred_id()),
            uid: account.uid.clone(),
            name: name.to_owned(),
            credential: written(&made)?,
            created_at: self.clock.now(),
            used_at: None,
        };
        let inserted = passkeys::insert(&tx, passkey.clone()).await;
        inserted.map_err(|error| match error {
            StorageError::Conflict => Error::PasskeyExists,
            error => error.into(),
        })?;
        tx.commit().await?;
        tracing::info!(uid = %account.uid, "Passkey added.");
        self.notify(&account, Event::PasskeyAdded(name), client)
            .await;
        Ok(passkey.into())
    }

    /// Removes a passkey of the bearer of this ID token. Sign-ins go on.
    ///
    /// [`Error::SignInTooOld`]; [`Error::UnknownPasskey`] when the account has no such one.
    pub async fn remove_passkey(
        &self,
        id_token: &str,
        id: &str,
        client: &Client,
    ) -> Result<(), Error> {
        let (account, _) = self.recent_bearer(id_token).await?;
        let tx = self.storage.begin().await?;
        let passkey = passkeys::find(&tx, id).await?;
        let passkey = passkey.ok_or(Error::UnknownPasskey)?;
        if !passkeys::remove(&tx, &account.uid, id).await? {
            return Err(Error::UnknownPasskey);
        }
        tx.commit().await?;
        tracing::info!(uid = %account.uid, "Passkey removed.");
        self.notify(&account, Event::PasskeyRemoved(&passkey.name), client)
            .await;
        Ok(())
    }

    /// Begins to sign somebody in, of whom nothing is known yet.
    ///
    /// [`Error::NotOffered`] where the public origin has no host name; [`Error::TooManyAttempts`].
    pub async fn begin_passkey_sign_in(&self, client: &Client) -> Result<Challenge, Error> {
        let webauthn = self.webauthn.as_ref().ok_or(Error::NotOffered)?;
        let allowed = self.config.limits.passkeys_per_address;
        self.counters
            .admit(&[per_address(CHALLENGES, client.address, allowed)])
            .await?;
        let (challenge, state) = webauthn
            .start_discoverable_authentication()
            .map_err(|_| Error::Cryptography("no challenge for a passkey"))?;
        self.begin_ceremony(&challenge.public_key, &state, None)
            .await
    }

    /// Signs in whose passkey has answered the challenge of this session, opening a family of refresh tokens. `answer` is an
    /// `AuthenticationResponseJSON`. No code is owed beside it.
    ///
    /// [`Error::InvalidCeremony`]; [`Error::InvalidPasskey`] for one that is not known, too; [`Error::Disabled`].
    pub async fn finish_passkey_sign_in(
        &self,
        session: &str,
        answer: Value,
        client: &Client,
    ) -> Result<(Account, Tokens), Error> {
        let checked = self.check_passkey(session, answer).await;
        let checked = checked.inspect_err(|error| refused::tell(error, client.address, None));
        let (passkey, at) = checked?;
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, &passkey.uid)
            .await?
            .ok_or(Error::InvalidPasskey)?;
        if account.disabled {
            refused::tell(&Error::Disabled, client.address, Some(&account.uid));
            return Err(Error::Disabled);
        }
        // It may have been removed meanwhile.
        if !passkeys::note_use(&tx, &passkey, at).await? {
            return Err(Error::InvalidPasskey);
        }
        account.last_login_at = at;
        accounts::save(&tx, &account).await?;
        let factor = format!("{FACTOR_PREFIX}{}", passkey.id);
        self.signed_in(tx, account, Some(&factor)).await
    }

    /// The passkey that answered, with what its use changes about it, and when.
    async fn check_passkey(
        &self,
        session: &str,
        answer: Value,
    ) -> Result<(passkeys::Passkey, Timestamp), Error> {
        let webauthn = self.webauthn.as_ref().ok_or(Error::NotOffered)?;
        let state: DiscoverableAuthentication = self.take_ceremony(session, None).await?;
        let answer: PublicKeyCredential = read(answer)?;
        let identified = webauthn.identify_discoverable_authentication(&answer);
        let (handle, id) = identified.map_err(|error| refuse(&error))?;
        let id = BASE64_URL_SAFE_NO_PAD.encode(id);
        let found = passkeys::find(self.storage.reader(), &id).await?;
        let mut passkey = found
            .filter(|it| handle_of(&it.uid) == handle)
            .ok_or(Error::InvalidPasskey)?;
        let stored = serde_json::from_str(&passkey.credential);
        let mut credential: webauthn_rs::prelude::Passkey =
            stored.map_err(|_| Error::Cryptography("a stored passkey cannot be read"))?;
        let proved = webauthn.finish_discoverable_authentication_v2(&answer, state, &credential);
        let proved = proved.map_err(|error| refuse(&error))?;
        if !proved.user_verified() {
            return Err(Error::InvalidPasskey);
        }
        if credential.update_credential(&proved) == Some(true) {
            passkey.credential = written(&credential)?;
        }
        Ok((passkey, self.clock.now()))
    }

    async fn begin_ceremony(
        &self,
        options: &impl Serialize,
        state: &impl Serialize,
        uid: Option<Uid>,
    ) -> Result<Challenge, Error> {
        let session = secret_word();
        let now = self.clock.now();
        let ceremony = Ceremony {
            hash: fingerprint(&session),
            uid,
            state: written(state)?,
            expires_at: now + GOOD_FOR,
        };
        let tx = self.storage.begin().await?;
        passkeys::begin_ceremony(&tx, ceremony, now).await?;
        tx.commit().await?;
        let options = serde_json::to_value(options).map_err(|_| UNWRITABLE)?;
        Ok(Challenge { options, session })
    }

    /// What the answer is checked against. Whatever comes of that, the challenge is used up.
    async fn take_ceremony<T: DeserializeOwned>(
        &self,
        session: &str,
        uid: Option<&Uid>,
    ) -> Result<T, Error> {
        let tx = self.storage.begin().await?;
        let ceremony = passkeys::take_ceremony(&tx, &fingerprint(session)).await?;
        tx.commit().await?;
        let now = self.clock.now();
        let ceremony = ceremony.filter(|it| it.uid.as_ref() == uid && now < it.expires_at);
        let ceremony = ceremony.ok_or(Error::InvalidCeremony)?;
        serde_json::from_str(&ceremony.state).map_err(|_| Error::InvalidCeremony)
    }
}

const UNWRITABLE: Error = Error::Cryptography("a passkey cannot be written as JSON");

fn written(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|_| UNWRITABLE)
}

fn read<T: DeserializeOwned>(answer: Value) -> Result<T, Error> {
    serde_json::from_value(answer).map_err(|_| Error::InvalidPasskey)
}

/// The log learns more than who asks.
fn refuse(error: &webauthn_rs::prelude::WebauthnError) -> Error {
    tracing::info!(%error, "A passkey was refused.");
    Error::InvalidPasskey
}

/// What devices keep of whose a passkey is: no address, and the same for all passkeys of an account.
fn handle_of(uid: &Uid) -> Uuid {
    let hash = Sha256::new()
        .chain_update("passkey\n")
        .chain_update(uid.as_str())
        .finalize();
    let mut bytes = [0; 16];
    for (byte, hashed) in bytes.iter_mut().zip(hash) {
        *byte = hashed;
    }
    Uuid::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::relying_party;

    #[test]
    fn passkeys_need_a_host_name() {
        for origin in [
            "http://localhost:8080",
            "https://waybill.example",
            "https://freight.example.co.uk:8443",
        ] {
            assert!(relying_party(origin).is_some(), "{origin}");
        }
        for origin in ["http://127.0.0.1:8080", "https://[::1]", ""] {
            assert!(relying_party(origin).is_none(), "{origin}");
        }
    }
}
