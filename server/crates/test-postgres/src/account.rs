//! Whom the server runs as: PostgreSQL refuses root, so root lends it the `postgres` account of Debian's package.

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
            of_postgres(&accounts).unwrap_or_else(|| {
                panic!("root cannot run PostgreSQL, and there is no account `postgres` to run it")
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

/// A line of passwd(5): name, password, user, group, comment, home, shell.
fn of_postgres(accounts: &str) -> Option<Account> {
    accounts.lines().find_map(|line| {
        let mut fields = line.strip_prefix("postgres:")?.split(':').skip(1);
        let user = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        Some(Account { user, group })
    })
}
