//! What the machine gives: a folder, room in it, files that nobody else reads.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;
use rustix::process::{Resource, getegid, geteuid, getrlimit};

use super::Finding;
use crate::config::Config;
use crate::config::arguments::Options;

/// Less free disk than this is worth a look, and than that too little: the reserve file alone takes 16 MiB.
const LITTLE: u64 = 1 << 30;
const TOO_LITTLE: u64 = 64 << 20;

/// Files that everything but connections needs.
const OWN_FILES: u64 = 128;

pub(super) fn data_directory(config: &Config) -> Finding {
    const ABOUT: &str = "data directory";
    let folder = &config.data_dir;
    let shown = folder.display();
    let metadata = match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => metadata,
        Ok(_) => {
            let next = "set `data_dir` to a folder";
            return Finding::fail(ABOUT, format!("{shown} is not a folder"), next);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return not_there_yet(folder);
        }
        Err(error) => {
            let found = format!("{shown} cannot be read: {error}");
            return Finding::fail(ABOUT, found, "run this as the user of the service");
        }
    };
    if let Err(error) = try_writing(folder) {
        let found = format!("{shown} cannot be written: {error}");
        let next = "make the service user its owner: chown, chmod 0700";
        return Finding::fail(ABOUT, found, next);
    }
    if metadata.mode() & 0o077 != 0 {
        let found = format!("other users can read {shown}, which contains hashes and keys");
        return Finding::warn(ABOUT, found, format!("chmod 0700 {shown}"));
    }
    if metadata.uid() != geteuid().as_raw() {
        let found = format!("{shown} belongs to another user");
        return Finding::warn(ABOUT, found, "run this as the user of the service");
    }
    Finding::ok(ABOUT, format!("{shown} is writable by its owner only"))
}

fn not_there_yet(folder: &Path) -> Finding {
    const ABOUT: &str = "data directory";
    let shown = folder.display();
    let parent = folder.ancestors().skip(1).find(|it| it.is_dir());
    // Of a relative path with one part, the parent is the working directory.
    let parent = parent.unwrap_or(Path::new("."));
    match try_writing(parent) {
        Ok(()) => Finding::ok(ABOUT, format!("{shown} will be created at the first start")),
        Err(error) => {
            let found = format!("{shown} does not exist and cannot be created: {error}");
            let next = format!("create it for the service user: mkdir -m 0700 {shown}");
            Finding::fail(ABOUT, found, next)
        }
    }
}

/// Makes a file and removes it.
fn try_writing(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".waybill-doctor-{}", std::process::id()));
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)?;
    fs::remove_file(path)
}

pub(super) fn disk(config: &Config) -> Finding {
    const ABOUT: &str = "disk";
    let folder = config.data_dir.ancestors().find(|it| it.is_dir());
    let folder = folder.unwrap_or(Path::new("."));
    let free = match statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let found = format!("the free space cannot be read: {error}");
            return Finding::warn(ABOUT, found, "check with df -h");
        }
    };
    let found = format!("{} MiB free at {}", free >> 20, folder.display());
    let next = "free some space; without it, writes are refused";
    if free < TOO_LITTLE {
        Finding::fail(ABOUT, found, next)
    } else if free < LITTLE {
        Finding::warn(ABOUT, found, next)
    } else {
        Finding::ok(ABOUT, found)
    }
}

pub(super) fn files_with_secrets(options: &Options) -> Finding {
    const ABOUT: &str = "secrets";
    let named = [
        &options.config,
        &options.database_url_file,
        &options.database_read_url_file,
        &options.redis_url_file,
        &options.smtp_url_file,
        &options.drive_access_key_id_file,
        &options.drive_secret_access_key_file,
    ];
    let named: Vec<&PathBuf> = named.into_iter().flatten().collect();
    // The group of the service may read what root writes for it.
    let allowed = |file: &Metadata| match geteuid().is_root() || file.gid() == getegid().as_raw() {
        true => 0o740,
        false => 0o700,
    };
    let is_open = |path: &&&PathBuf| {
        fs::metadata(path).is_ok_and(|file| file.mode() & 0o777 & !allowed(&file) != 0)
    };
    let open: Vec<String> = named
        .iter()
        .filter(is_open)
        .map(|path| path.display().to_string())
        .collect();
    if open.is_empty() {
        return Finding::ok(ABOUT, "no configured secret file is readable by others");
    }
    let found = format!("other users can read {}", open.join(", "));
    Finding::warn(ABOUT, found, format!("chmod 0640 {}", open.join(" ")))
}

/// Of the certificate's files; that nobody else reads the key, the configuration has seen to.
pub(super) fn open_files(config: &Config) -> Finding {
    const ABOUT: &str = "open files";
    let wanted = config.edge.max_connections as u64 + OWN_FILES;
    // The program asks for the most that it may have.
    let most = getrlimit(Resource::Nofile).maximum;
    match most {
        Some(most) if most < wanted => {
            let found = format!("the limit is {most}, but all connections together need {wanted}");
            let next = format!("LimitNOFILE={wanted} in the unit, or less `edge.max_connections`");
            Finding::warn(ABOUT, found, next)
        }
        Some(most) => Finding::ok(ABOUT, format!("the limit is {most}, {wanted} are needed")),
        None => Finding::ok(ABOUT, "no limit"),
    }
}
