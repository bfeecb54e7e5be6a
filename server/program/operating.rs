//! Operating: the commands that do something beside a running server, or without one.
//!
//! Invariant: what a command did is said in plain sentences, and only once it is done.

use std::time::Duration;

use super::Stop;
use crate::clock::Clock;
use crate::config::arguments::{
    CompaniesAction, HashAction, KeysAction, MailAction, SessionsAction, TokensAction,
};
use crate::config::{Command, Config};
use crate::operations::backup::seal::{Identities, Recipients};
use crate::operations::backup::{Backup, Wishes};
use crate::operations::restore::Examined;
use crate::operations::sessions::Whose;
use crate::operations::{
    backup, companies, hashing, keys, mail, open_storage, restore, schema, sessions, tokens,
};

/// Does what an operator asked for, and says what was done.
pub(super) async fn operate(config: &Config, command: Command) -> Result<String, Stop> {
    let clock = Clock::system();
    Ok(match command {
        Command::Backup {
            into,
            keep,
            encrypt_to,
        } => {
            let recipients = Recipients::read(&encrypt_to)?;
            let wishes = Wishes { recipients, keep };
            made(&backup::make(config, &into, &wishes, clock.now()).await?)
        }
        Command::Restore {
            from,
            verify,
            latest,
            identity,
        } => {
            let from = restore::folder_of(&from, latest)?;
            let identities = identity.as_deref().map(Identities::read).transpose()?;
            let identities = identities.as_ref();
            if verify {
                let verified = restore::verify(config, &from, identities, clock.now()).await?;
                match verified {
                    (manifest, Examined::Whole) => {
                        format!("The backup of {} can be restored.", manifest.taken_at)
                    }
                    (manifest, Examined::Closed) => format!(
                        "The backup of {} is as it was written. It is encrypted: only with its secret key (--identity) can its content be checked.",
                        manifest.taken_at
                    ),
                }
            } else {
                let manifest = restore::restore(config, &from, identities).await?;
                let folder = config.data_dir.display();
                let database = config.database.as_ref();
                let database = database.map_or_else(String::new, |url| format!("{url} and "));
                format!(
                    "{database}{folder} hold the state of {}.",
                    manifest.taken_at
                )
            }
        }
        Command::Migrate { dry_run: true } => {
            let schema = match schema::pending(config).await?.as_slice() {
                [] => "The schema is up to date.".to_owned(),
                pending => format!("Pending migrations: {}.", pending.join(", ")),
            };
            format!("{schema}\n{}", schema::preview(config).await?)
        }
        Command::Migrate { .. } => match schema::migrate(config).await?.as_slice() {
            [] => "The schema is up to date.".to_owned(),
            applied => format!("Applied: {}.", applied.join(", ")),
        },
        Command::Hash {
            action: HashAction::Calibrate { target_ms },
        } => {
            let target = Duration::from_millis(target_ms);
            hashing::calibrate(target).await?.to_string()
        }
        Command::Keys {
            action: KeysAction::Rotate { compromised },
        } => {
            let storage = open_storage(config).await?;
            let rotated = keys::rotate(&storage, &clock, compromised).await;
            storage.close().await?;
            rotated?;
            match compromised {
                true => "Keys rotated. The old keys were removed and all sessions have ended."
                    .to_owned(),
                false => {
                    "Keys rotated. The new keys take effect within a minute; no one is signed out."
                        .to_owned()
                }
            }
        }
        Command::Companies {
            action: CompaniesAction::Adopt { user, account },
        } => {
            let storage = open_storage(config).await?;
            let adopted = companies::adopt(&storage, &clock, &user, account).await;
            storage.close().await?;
            format!("{user} is an active administrator of {}.", adopted?)
        }
        Command::Mail {
            action: MailAction::Returned,
        } => {
            let message = mail::read(std::io::stdin().lock())?;
            let storage = open_storage(config).await?;
            let taken = mail::take(&storage, &clock, &message).await;
            storage.close().await?;
            taken?
        }
        Command::Sessions {
            action: SessionsAction::Revoke { user, .. },
        } => {
            let whose = user.map_or(Whose::Everybody, Whose::User);
            let storage = open_storage(config).await?;
            let ended = sessions::revoke(&storage, &clock, &whose).await;
            storage.close().await?;
            let note = match config.firebase {
                Some(_) => " Sign-ins at Firebase are revoked there.",
                None => "",
            };
            format!("Sessions that ended: {}.{note}", ended?)
        }
        Command::Tokens {
            action: TokensAction::List { user },
        } => {
            let whose = user.map_or(tokens::Whose::Everybody, tokens::Whose::User);
            let storage = open_storage(config).await?;
            let listed = tokens::list(&storage, &whose).await;
            storage.close().await?;
            listed?
        }
        Command::Tokens {
            action: TokensAction::Revoke { user, found, .. },
        } => {
            let whose = match (found, user) {
                (true, _) => tokens::found(std::io::stdin().lock())?,
                (false, Some(user)) => tokens::Whose::User(user),
                (false, None) => tokens::Whose::Everybody,
            };
            let storage = open_storage(config).await?;
            let revoked = tokens::revoke(&storage, &clock, &whose).await;
            storage.close().await?;
            revoked?
        }
        Command::Serve
        | Command::Dev
        | Command::Seed { .. }
        | Command::CheckConfig
        | Command::Doctor
        | Command::Health
        | Command::ErrorPage { .. }
        | Command::Completions { .. }
        | Command::Man => String::new(),
    })
}

/// What is said of a backup.
fn made(backup: &Backup) -> String {
    let (folder, manifest) = (backup.folder.display(), &backup.manifest);
    let (files, bytes) = (manifest.files.len(), manifest.bytes());
    let bucket = match manifest.holds_files {
        true => "",
        false => " The bytes of people's files are in the bucket, and not in it.",
    };
    let removed = match backup.removed {
        0 => String::new(),
        1 => " 1 older backup was removed.".to_owned(),
        count => format!(" {count} older backups were removed."),
    };
    format!("{folder} holds {files} files, {bytes} bytes.{bucket}{removed}")
}
