//! Recovery codes: ten words that an account with an authenticator app signs in with, once each, where the app is lost.
//!
//! Invariant: a code has 120 random bits, so that its hash alone in storage tells nothing; it is shown once, when it is made, and
//! counted as a guess before it is looked at, like a code of the app.

use waybill_storage::Transaction;
use waybill_storage::identity::recovery_codes;

use super::{Account, Error, Provider, accounts, check_alive, fingerprint, totp};
use crate::notice::{Client, Event};

/// How many an account has.
const COUNT: usize = 10;

/// Letters and digits without 0, 1, l and o, which are mistaken for each other: 32, so that each is five bits.
const ALPHABET: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Characters of a code: 120 bits.
const LENGTH: usize = 24;

/// Characters between two hyphens.
const GROUP: usize = 6;

impl Provider {
    /// Gives the bearer of this ID token new recovery codes, in place of those that were left, to be shown once.
    ///
    /// [`Error::SignInTooOld`]; [`Error::UnknownFactor`] when the account has no authenticator app, or this sign-in did not prove
    /// it.
    pub async fn renew_recovery_codes(
        &self,
        id_token: &str,
        client: &Client,
    ) -> Result<Vec<String>, Error> {
        let (bearer, statement) = self.recent_bearer(id_token).await?;
        let codes: Vec<String> = std::iter::repeat_with(new_code).take(COUNT).collect();
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        let factor = totp::find(&tx, &account.uid).await?;
        let proved = statement.second_factor.as_deref();
        if factor.is_none_or(|factor| proved != Some(&*factor.id)) {
            return Err(Error::UnknownFactor);
        }
        let hashes = codes.iter().filter_map(|code| hash_of(code)).collect();
        recovery_codes::replace(&tx, &account.uid, hashes, self.clock.now()).await?;
        tx.commit().await?;
        tracing::info!(uid = %account.uid, "Recovery codes renewed.");
        self.notify(&account, Event::RecoveryCodesRenewed, client)
            .await;
        Ok(codes)
    }

    /// How many recovery codes the bearer of this ID token has left.
    pub async fn recovery_codes_left(&self, id_token: &str) -> Result<u64, Error> {
        let (account, _) = self.bearer(id_token).await?;
        Ok(recovery_codes::remaining(self.storage.reader(), &account.uid).await?)
    }

    /// Uses up the code with this hash, within the sign-in that it is given for; gives how many are left.
    ///
    /// [`Error::InvalidFactorCode`] when the account has none such.
    pub(super) async fn use_recovery_code(
        &self,
        tx: &Transaction,
        account: &Account,
        hash: &str,
    ) -> Result<u64, Error> {
        if !recovery_codes::consume(tx, &account.uid, hash).await? {
            return Err(Error::InvalidFactorCode);
        }
        Ok(recovery_codes::remaining(tx, &account.uid).await?)
    }
}

/// The hash of a recovery code as somebody types it, with any hyphens, spaces and capitals; none of what cannot be one.
pub(super) fn hash_of(typed: &str) -> Option<String> {
    let code: String = typed
        .chars()
        .filter(|it| *it != '-' && !it.is_whitespace())
        .map(|it| it.to_ascii_lowercase())
        .collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then(|| fingerprint(&format!("recovery code\n{code}")))
}

fn new_code() -> String {
    let mut bytes = [0_u8; LENGTH];
    rand::fill(&mut bytes);
    let mut code = String::new();
    for (at, byte) in bytes.iter().enumerate() {
        if at != 0 && at % GROUP == 0 {
            code.push('-');
        }
        let letter = ALPHABET.get(usize::from(byte % 32)).copied();
        code.push(char::from(letter.unwrap_or(b'2')));
    }
    code
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{COUNT, hash_of, new_code};

    #[test]
    fn code_is_recognised_however_it_is_typed() {
        let code = new_code();
        assert_eq!(code.len(), 27, "{code}");
        let hash = hash_of(&code);
        assert!(hash.is_some());
        assert_eq!(hash_of(&format!(" {} ", code.to_uppercase())), hash);
        assert_eq!(hash_of(&code.replace('-', "")), hash);
        assert_eq!(hash_of(&code.replace('-', " ")), hash);
    }

    #[test]
    fn other_texts_are_no_code() {
        let code = new_code();
        for other in [
            "",
            "123456",
            &code[1..],
            &format!("{code}2"),
            &code.replace('-', "é"),
        ] {
            assert_eq!(hash_of(other), None, "{other}");
        }
    }

    #[test]
    fn codes_use_the_whole_alphabet() {
        let codes: Vec<String> = std::iter::repeat_with(new_code).take(100 * COUNT).collect();
        let letters: BTreeSet<char> = codes.concat().chars().collect();
        // 32 and the hyphen.
        assert_eq!(letters.len(), 33, "{letters:?}");
        let different: BTreeSet<&String> = codes.iter().collect();
        assert_eq!(different.len(), codes.len());
    }
}
