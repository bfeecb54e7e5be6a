//! A control group: how much memory the kernel allows a process and those beside it, and how much they use.
//!
//! Invariant: what the kernel takes back by itself before it ends anybody is not in use. That is the cache of files, also of
//! those that are read often: a database makes it as large as the limit allows.

use std::fs;
use std::path::{Path, PathBuf};

/// The group that sets the narrowest limit above a process.
#[derive(Debug)]
pub(super) struct Cgroup {
    /// Bytes.
    pub(super) limit: u64,
    folder: PathBuf,
    names: &'static Names,
}

/// What the files of a version are called.
#[derive(Debug, PartialEq)]
struct Names {
    limit: &'static str,
    current: &'static str,
    /// Lines of `memory.stat` that the kernel takes back.
    reclaimable: [&'static str; 3],
}

/// `Documentation/admin-guide/cgroup-v2.rst` of the kernel.
static V2: Names = Names {
    limit: "memory.max",
    current: "memory.current",
    reclaimable: ["inactive_file", "active_file", "slab_reclaimable"],
};

/// `Documentation/admin-guide/cgroup-v1/memory.rst` of the kernel. It counts no slab.
static V1: Names = Names {
    limit: "memory.limit_in_bytes",
    current: "memory.usage_in_bytes",
    reclaimable: ["total_inactive_file", "total_active_file", ""],
};

/// A limit beyond this is none: version 1 has the largest number of pages instead of a word.
const MOST: u64 = 1 << 60;

impl Cgroup {
    /// By what `/proc/self/cgroup` tells, in the tree at `root`; none where no limit is set.
    pub(super) fn find(root: &Path, told: &str) -> Option<Self> {
        let groups = told.lines().filter_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (controllers, path) = (parts.next()?, parts.next()?);
            let path = path.trim_start_matches('/');
            match controllers {
                "" => Some((&V2, root.to_owned(), root.join(path))),
                it if it.split(',').any(|it| it == "memory") => {
                    let root = root.join("memory");
                    let folder = root.join(path);
                    Some((&V1, root, folder))
                }
                _ => None,
            }
        });
        let limits = groups.flat_map(|(names, root, folder)| {
            let above: Vec<PathBuf> = folder
                .ancestors()
                .take_while(|it| it.starts_with(&root))
                .map(Path::to_owned)
                .collect();
            above.into_iter().filter_map(move |folder| {
                let limit = number(&folder.join(names.limit))?;
                Some(Self {
                    limit,
                    folder,
                    names,
                })
            })
        });
        limits
            .filter(|it| it.limit < MOST)
            .min_by_key(|it| it.limit)
    }

    /// Bytes in use that the kernel does not take back by itself.
    pub(super) fn used(&self) -> Option<u64> {
        let current = number(&self.folder.join(self.names.current))?;
        let stat = fs::read_to_string(self.folder.join("memory.stat")).ok()?;
        let reclaimable = stat.lines().filter_map(|line| {
            let (name, bytes) = line.split_once(' ')?;
            let counts = self.names.reclaimable.contains(&name);
            counts.then(|| bytes.trim().parse::<u64>().ok())?
        });
        Some(current.saturating_sub(reclaimable.sum()))
    }
}

/// The number in a file; none where it has a word instead, or is not there.
fn number(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree with these files.
    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        root
    }

    #[test]
    fn the_narrowest_limit_above_the_process_counts() {
        let stat = "anon 300\ninactive_file 400\nactive_file 100\nslab_reclaimable 50\n";
        let root = tree(&[
            ("system.slice/waybill.service/memory.max", "max\n"),
            ("system.slice/memory.max", "2000\n"),
            ("system.slice/memory.current", "900\n"),
            ("system.slice/memory.stat", stat),
            ("memory.max", "3000\n"),
        ]);
        let group = Cgroup::find(root.path(), "0::/system.slice/waybill.service\n").unwrap();
        assert_eq!((group.limit, group.used()), (2_000, Some(350)));
    }

    #[test]
    fn a_container_sees_itself_at_the_root() {
        let files = [("memory.max", "1000"), ("memory.current", "10")];
        let root = tree(&files);
        let group = Cgroup::find(root.path(), "0::/\n").unwrap();
        assert_eq!(group.limit, 1_000);
        assert_eq!(group.used(), None);
    }

    #[test]
    fn version_1_is_read_too_also_where_the_path_is_that_of_the_host() {
        let root = tree(&[
            ("memory/memory.limit_in_bytes", "5000"),
            ("memory/memory.usage_in_bytes", "4000"),
            (
                "memory/memory.stat",
                "inactive_file 1\ntotal_inactive_file 1000\ntotal_active_file 500\n",
            ),
        ]);
        let told = "3:cpu,cpuacct:/docker/7\n2:memory:/docker/7\n0::/docker/7\n";
        let group = Cgroup::find(root.path(), told).unwrap();
        assert_eq!((group.limit, group.used()), (5_000, Some(2_500)));
    }

    #[test]
    fn no_limit_is_none_in_both_versions() {
        let root = tree(&[
            ("memory/memory.limit_in_bytes", "9223372036854771712"),
            ("memory.max", "max"),
        ]);
        let told = "2:memory:/\n0::/\n";
        assert!(Cgroup::find(root.path(), told).is_none());
        assert!(Cgroup::find(root.path(), "").is_none());
    }
}
