//! The image that `packaging/Containerfile` describes: built by Podman from its last stage's own lines, and run with a root that cannot be
//! written to.
//!
//! No registry of images is asked: the stage that compiles is a folder with the program of this test, and the base is made of this
//! machine's own C library. Everything happens in a mount namespace, whose control groups are of version 2 whatever the machine has.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustix::process::geteuid;
use waybill_workshop::{Tool, needs};

use super::{read, root};
use crate::awaited::free_port;

/// `$1` is the folder with `base`, `build` and `empty`, `$2` the recipe, `$3` Podman.
const PREPARE: &str = r#"
set -eu
cd "$1"
recipe=$2
mount -t cgroup2 none /sys/fs/cgroup
# Its notes and locks, apart from those of a Podman that the machine uses.
mount -t tmpfs none /run
mount -t tmpfs none /dev/shm
program=$3
podman() {
	command "$program" --root "$PWD/storage" --runroot "$PWD/run" --storage-driver overlay --events-backend none \
		--cgroup-manager cgroupfs "$@"
}
build() { podman build --quiet --layers=false --isolation chroot "$@"; }
# Of the limits and control groups of containers, these need no right that a machine in a machine may lack.
run() { podman run --network none --cgroups disabled --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 "$@"; }
build --tag localhost/base base
"#;

/// Whether this kernel lets a container run.
const PROBE: &str = "run --rm --entrypoint /lib64/ld-linux-x86-64.so.2 localhost/base --version";

const IMAGE: &str = r#"
build --format docker --build-context "build=$PWD/build" \
	--build-context gcr.io/distroless/cc-debian12:nonroot=container-image://localhost/base \
	--tag localhost/waybill --file "$recipe" empty
run --detach --name waybill --read-only --cap-drop all --security-opt no-new-privileges localhost/waybill
tries=0
until podman exec waybill /usr/local/bin/waybill health; do
	tries=$((tries + 1))
	if [ "$tries" -eq 120 ] || [ "$(podman inspect --format '{{.State.Running}}' waybill)" != true ]; then
		podman logs waybill
		exit 1
	fi
	sleep 1
done
podman healthcheck run waybill
podman inspect --format 'user {{.Config.User}}, read-only {{.HostConfig.ReadonlyRootfs}}' waybill
podman logs waybill
podman stop --time 45 waybill
podman inspect --format 'exit code {{.State.ExitCode}}' waybill
podman rm waybill
"#;

/// The same without Podman: what the lines of the last stage say, in a folder. `$4` is a free address, as the network is the machine's.
const BY_HAND: &str = r#"
set -eu
cd "$1"
line() { sed -n "s/^$1 //p" "$2" | tail -n 1; }
user=$(line USER "$2")
variables="$(line ENV "$2") WAYBILL_LISTEN=$4"
mkdir -p base/root/usr/local/bin base/root/var/lib/waybill
ln -f build/src/target/release/waybill base/root/usr/local/bin/waybill
mount --bind base/root base/root
mount -o remount,bind,ro base/root
mount -t tmpfs none base/root/var/lib/waybill
chown "$user" base/root/var/lib/waybill
if touch base/root/file 2> /dev/null; then exit 1; fi
env -i PATH="$PATH" $variables chroot --userspec="$user" base/root /usr/local/bin/waybill &
server=$!
until env -i PATH="$PATH" $variables chroot --userspec="$user" base/root /usr/local/bin/waybill health; do
	kill -0 "$server"
	sleep 1
done
kill -TERM "$server"
wait "$server"
echo "user $user, read-only true; exit code $?"
"#;

/// Copies a file of this machine to the same place below a folder.
fn copy_below(folder: &Path, file: &Path) {
    let to = folder.join(file.strip_prefix("/").unwrap());
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(file, to).unwrap();
}

/// The libraries of the program, where its loader finds them.
fn libraries() -> BTreeSet<PathBuf> {
    let ldd = Command::new("ldd")
        .arg(env!("CARGO_BIN_EXE_waybill"))
        .output();
    let said = String::from_utf8(ldd.unwrap().stdout).unwrap();
    let words = said.split_whitespace().filter(|it| it.starts_with('/'));
    words.map(PathBuf::from).collect()
}

/// What `gcr.io/distroless/cc-debian12:nonroot` is to the program: a C library, and a user.
fn lay_out(folder: &Path) {
    let base = folder.join("base/root");
    for library in libraries() {
        copy_below(&base, &library);
    }
    fs::create_dir(base.join("etc")).unwrap();
    let user = "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n";
    fs::write(base.join("etc/passwd"), user).unwrap();
    let recipe = "FROM scratch\nCOPY root/ /\nUSER 65532\n";
    fs::write(folder.join("base/Containerfile"), recipe).unwrap();

    let build = folder.join("build");
    let program = build.join("src/target/release");
    fs::create_dir_all(&program).unwrap();
    let program = program.join("waybill");
    fs::hard_link(env!("CARGO_BIN_EXE_waybill"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_waybill"), &program).map(|_| ()))
        .unwrap();
    fs::copy(root().join("LICENSE"), build.join("src/LICENSE")).unwrap();
    for licence in root().join("vendor/v8/LICENSES").read_dir().unwrap() {
        let licence = licence.unwrap();
        let to = build.join("src/vendor/v8/LICENSES");
        fs::create_dir_all(&to).unwrap();
        fs::copy(licence.path(), to.join(licence.file_name())).unwrap();
    }
    fs::create_dir(build.join("data")).unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
}

/// A shell in namespaces of its own, whose processes end with it.
fn apart(folder: &Path, script: &str) -> Output {
    Command::new("unshare")
        .args(["--mount", "--propagation", "private", "--pid", "--fork"])
        .args(["--kill-child", "--mount-proc", "sh", "-ec", script, "sh"])
        .arg(folder)
        .arg(root().join("packaging/Containerfile"))
        .arg(waybill_workshop::path(Tool::Podman))
        .arg(free_port().to_string())
        .output()
        .unwrap()
}

#[track_caller]
fn assert_served(run: &Output) {
    let said = String::from_utf8_lossy(&run.stdout);
    let complained = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}\n{complained}");
    for line in [
        "is ready.",
        "user 65532:65532, read-only true",
        "(data in /var/lib/waybill)",
        "exit code 0",
    ] {
        assert!(said.contains(line), "{line}:\n{said}\n{complained}");
    }
}

#[test]
fn image_serves_read_only_and_is_healthy() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    // What is below it belongs to users of containers.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    needs!(Podman);
    if !geteuid().is_root() || !apart(folder.path(), "exit 0").status.success() {
        println!("left out: a container of the test takes root and namespaces");
        return;
    }
    lay_out(folder.path());
    let probe = apart(folder.path(), &format!("{PREPARE}{PROBE}"));
    if probe.status.success() {
        assert_served(&apart(folder.path(), &format!("{PREPARE}{IMAGE}")));
    } else {
        let reason = String::from_utf8_lossy(&probe.stderr);
        println!("no container runs here, so its steps are run by hand: {reason}");
        assert_served(&apart(folder.path(), BY_HAND));
    }
}

/// Each name in the root below which a library of this workspace, or a script that runs before one,
/// read a file, as the compiler and the scripts wrote it down. The program's own list (`waybill.d`)
/// would have them all, but `cargo test` writes none.
fn names_read_by_builds() -> BTreeSet<String> {
    let profile = Path::new(env!("CARGO_BIN_EXE_waybill")).parent().unwrap();
    let lists = |folder: &str, of: fn(PathBuf) -> Option<PathBuf>| {
        let entries = profile.join(folder).read_dir().unwrap();
        let paths = entries.filter_map(move |it| of(it.unwrap().path()));
        paths.map(|it| fs::read_to_string(it).unwrap())
    };
    let compiled = lists("deps", |it| {
        let name = it.file_name()?.to_str()?;
        (name.starts_with("waybill") && it.extension()? == "d").then_some(it)
    });
    let scripts = lists("build", |it| {
        let name = it.file_name()?.to_str()?;
        let output = it.join("output");
        (name.starts_with("waybill") && output.exists()).then_some(output)
    });
    let mut read = String::new();
    for rules in compiled {
        // Programs of tests are no libraries, and what they read besides is not in the image; nor is
        // what Clippy reads where it compiles one for a script.
        let rules = rules.lines().filter_map(|it| it.split_once(".rlib: "));
        let rules = rules.filter(|(_, files)| !files.contains(".clippy.toml"));
        read.extend(rules.flat_map(|(_, files)| [files, " "]));
    }
    for line in scripts {
        let changed = line
            .lines()
            .filter_map(|it| it.strip_prefix("cargo::rerun-if-changed="));
        read.extend(changed.flat_map(|it| [it, " "]));
    }
    let here = format!("{}/", root().display());
    let files = read.split_whitespace();
    let files = files.filter_map(|it| match it.strip_prefix(&here) {
        Some(name) => Some(name),
        None => (!it.starts_with('/')).then_some(it),
    });
    let files = files.filter(|it| !it.starts_with("target/") && !it.contains("node_modules"));
    // What an earlier build read may have gone since.
    let names = files.map(|it| it.split('/').next().unwrap().to_owned());
    names.filter(|it| root().join(it).exists()).collect()
}

#[test]
fn context_of_the_image_has_what_is_compiled() {
    let list = read(".dockerignore");
    let lines = list.lines().filter(|it| !it.starts_with('#'));
    let (kept, left): (Vec<&str>, Vec<&str>) = lines.partition(|it| it.starts_with('!'));
    // All is left out but these names; of an import by npm there would be another platform's.
    assert_eq!(left, ["*", "**/node_modules"]);
    let kept: BTreeSet<String> = kept.iter().map(|it| it[1..].to_owned()).collect();
    for name in &kept {
        assert!(root().join(name).exists(), "{name}");
    }
    let mut names = names_read_by_builds();
    // What cargo and npm read before them.
    names.extend([".cargo", "Cargo.lock", "Cargo.toml", "LICENSE", "build.rs"].map(Into::into));
    names.extend(["package.json", "package-lock.json", "vendor"].map(Into::into));
    assert_eq!(kept, names);
}
