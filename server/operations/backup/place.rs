//! The folder that holds backups, each in a folder of its own named after its moment.
//!
//! Invariant: one backup or drill works in it at a time, so what another left half done belongs to nobody and is removed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::data_dir;

/// How the name of a backup says its moment, in UTC.
const NAME: &str = "waybill-%Y%m%dT%H%M%SZ";

/// Its lock.
const LOCK: &str = ".waybill.lock";

/// What the names of work in progress begin and end with.
const UNFINISHED: (&str, [&str; 2]) = (".waybill-", [".partial", ".restoring"]);

/// The folder, held until this is dropped.
#[derive(Debug)]
pub struct Place {
    folder: PathBuf,
    _lock: File,
}

/// Why nothing can be done in it.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// Somebody else is at work.
    #[error("another backup or restore drill is at work in {}", .0.display())]
    Busy(PathBuf),
    /// It cannot be read or written.
    #[error("the folder {} cannot be used for backups", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It holds no backup.
    #[error("there is no backup in {}", .0.display())]
    Empty(PathBuf),
}

impl Place {
    /// Takes hold of the folder, which is created where it is missing, and removes what was left half done.
    ///
    /// # Errors
    /// When another holds it, or it cannot be written to.
    pub fn occupy(folder: &Path) -> Result<Self, PlaceError> {
        let unusable = |source| PlaceError::Folder {
            folder: folder.to_owned(),
            source,
        };
        let lock = data_dir::lock(folder, LOCK).map_err(unusable)?;
        let lock = lock.ok_or_else(|| PlaceError::Busy(folder.to_owned()))?;
        let place = Self {
            folder: folder.to_owned(),
            _lock: lock,
        };
        place.remove_unfinished().map_err(unusable)?;
        Ok(place)
    }

    /// Where the backup of this moment is made, and where it lies once it is whole.
    pub fn for_backup(&self, at: Timestamp) -> (PathBuf, PathBuf) {
        let name = at.strftime(NAME).to_string();
        let partial = self.folder.join(format!(".{name}.partial"));
        (partial, self.folder.join(name))
    }

    /// Gives a backup that is whole its name, on the disk.
    ///
    /// # Errors
    /// When that fails.
    pub fn finish(&self, partial: &Path, folder: &Path) -> io::Result<()> {
        fs::rename(partial, folder)?;
        File::open(&self.folder)?.sync_all()
    }

    /// Removes backups that are older than `age` at `now`, and says how many. The newest stays, however old it is.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove_older(&self, age: SignedDuration, now: Timestamp) -> io::Result<usize> {
        let mut found = backups(&self.folder)?;
        found.pop();
        let mut removed = 0;
        for (at, folder) in found {
            if age < now.duration_since(at) {
                // Not a backup any more from here on, also when this is cut off.
                let (partial, _) = self.for_backup(at);
                fs::rename(&folder, &partial)?;
                fs::remove_dir_all(&partial)?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    fn remove_unfinished(&self) -> io::Result<()> {
        let (begin, ends) = UNFINISHED;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if name.starts_with(begin) && ends.iter().any(|end| name.ends_with(end)) {
                match entry.file_type()?.is_dir() {
                    true => fs::remove_dir_all(entry.path())?,
                    false => fs::remove_file(entry.path())?,
                }
                tracing::info!(name, "An unfinished backup was removed.");
            }
        }
        Ok(())
    }
}

/// The newest backup in the folder.
///
/// # Errors
/// When there is none, or the folder cannot be read.
pub fn newest(folder: &Path) -> Result<PathBuf, PlaceError> {
    let found = backups(folder).map_err(|source| PlaceError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    let newest = found.into_iter().next_back().map(|(_, newest)| newest);
    newest.ok_or_else(|| PlaceError::Empty(folder.to_owned()))
}

/// The backups in the folder with their moments, the newest last.
fn backups(folder: &Path) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(at) = entry.file_name().to_str().and_then(moment) {
            found.push((at, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// The moment that a name says; none where it is not that of a backup.
fn moment(name: &str) -> Option<Timestamp> {
    let civil = DateTime::strptime(NAME, name).ok()?;
    Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|it| it != LOCK).collect();
        names.sort();
        names
    }

    #[test]
    fn one_works_in_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::occupy(folder.path()).unwrap();
        let second = Place::occupy(folder.path());
        assert!(matches!(second, Err(PlaceError::Busy(_))), "{second:?}");
        drop(place);
        Place::occupy(folder.path()).unwrap();
    }

    #[test]
    fn what_was_left_half_done_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            ".waybill-20261101T023000Z.partial/files",
            ".waybill-20261102T023000Z.0a1b.restoring",
            "waybill-20261103T023000Z",
            ".mine.partial",
            "notes",
        ] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Place::occupy(folder.path()).unwrap();
        let left = names(folder.path());
        assert_eq!(left, [".mine.partial", "notes", "waybill-20261103T023000Z"]);
    }

    #[test]
    fn old_backups_go_and_the_newest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::occupy(folder.path()).unwrap();
        for day in ["01", "10", "19"] {
            fs::create_dir(folder.path().join(format!("waybill-202611{day}T023000Z"))).unwrap();
        }
        fs::create_dir(folder.path().join("waybill-of-ann")).unwrap();
        let now: Timestamp = "2026-11-20T02:30:00Z".parse().unwrap();
        let days = |days: i64| SignedDuration::from_hours(24 * days);
        assert_eq!(place.remove_older(days(10), now).unwrap(), 1);
        assert_eq!(
            newest(folder.path()).unwrap(),
            folder.path().join("waybill-20261119T023000Z")
        );
        let left = names(folder.path());
        assert_eq!(
            left,
            [
                "waybill-20261110T023000Z",
                "waybill-20261119T023000Z",
                "waybill-of-ann"
            ]
        );
        assert_eq!(place.remove_older(days(0), now).unwrap(), 1);
        assert_eq!(names(folder.path()).len(), 2);
    }
}
