//! Whom the server runs as: PostgreSQL refuses root, so root lends it the account of Debian's package, `nobody`, or any other.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// An account by its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    user: u32,
    group: u32,
}

impl Account {
    /// The account to lend; none when the tests do not run as root.
    pub(crate) fn to_lend() -> Option<Self> {
        let is_root = fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
        is_root.then(|| {
            let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
            unprivileged(&accounts).unwrap_or_else(|| {
                panic!("root cannot run PostgreSQL, and /etc/passwd has no other account to run it")
            })
        })
    }

    pub(crate) fn give(self, directory: &Path) {
        if let Err(error) = chown(directory, Some(self.user), Some(self.group)) {
            panic!("{} cannot be given away: {error}", directory.display());
        }
    }

    pub(crate) fn lend(self, command: &mut Command) {
        command.uid(self.user).gid(self.group);
    }
}

fn unprivileged(accounts: &str) -> Option<Account> {
    let known: Vec<(&str, Account)> = accounts.lines().filter_map(account).collect();
    let named = |name| known.iter().find(|(it, _)| *it == name);
    let any = known.iter().find(|(_, account)| account.user != 0);
    let (_, account) = named("postgres").or_else(|| named("nobody")).or(any)?;
    Some(*account)
}

/// A line of passwd(5): name, password, user, group, comment, home, shell.
fn account(line: &str) -> Option<(&str, Account)> {
    let mut fields = line.split(':');
    let (name, _password) = (fields.next()?, fields.next()?);
    let user = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    Some((name, Account { user, group }))
}
