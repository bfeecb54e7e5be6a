//! The program as `packaging/install.sh` installs it, started by the unit's own lines: its user, its folders, its configuration, and nothing else
//! that could be written to.
//!
//! In a mount namespace, whose `/etc`, `/usr` and `/var` lie over the machine's: the script runs as the runbook says, and the machine is
//! as before. There is no systemd in it, so what the unit asks of systemd is done here by the same names.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::geteuid;
use tempfile::TempDir;

use crate::start::{Serving, waybill};

/// The steps of an operator, then what systemd does for the unit. `$1` is the root of the sources, `$2` the program, `$3` a folder
/// for the layers, `$4` the unit, and the rest goes to the program, which takes the place of this shell.
const SCRIPT: &str = r#"
set -eu
for folder in etc usr var; do
	mkdir -p "$3/$folder" "$3/$folder.work"
	mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$3/$folder,workdir=$3/$folder.work" "/$folder"
done
"$1/packaging/install.sh" "$2" >&2
unit=/etc/systemd/system/$4
said() { sed -n "s/^$1=//p" "$unit"; }
user=$(said User)
if [ -n "$(said StateDirectory)" ]; then
	install -d -o "$user" -g "$(said Group)" -m "$(said StateDirectoryMode)" "/var/lib/$(said StateDirectory)"
fi
# ProtectSystem=strict, and less than PrivateTmp=yes gives: no folder for temporary files at all.
for folder in /var/lib/waybill $(said ReadWritePaths); do mount --bind "$folder" "$folder"; done
for folder in / /etc /usr /var; do mount -o remount,bind,ro "$folder"; done
mount -t tmpfs -o ro none /tmp
umask "$(said UMask)"
environment=$(said Environment)
group=$(said Group)
start=$(said ExecStart)
shift 4
cd /
exec env -i PATH=/usr/local/bin:/usr/bin:/bin ${environment:+"$environment"} \
	setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all $start "$@"
"#;

/// Whether this kernel lets a folder be laid over another one. `$1` is a folder for the layers.
const PROBE: &str = r#"
mkdir -p "$1/probe" "$1/probe.work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/probe,workdir=$1/probe.work" /etc
"#;

/// The layers that lie over the machine's folders.
struct Machine {
    layers: TempDir,
}

impl Machine {
    fn new() -> Self {
        let layers = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self { layers }
    }

    /// Installs the program, and starts what the unit starts.
    fn started(&self, unit: &str) -> Command {
        let mut command = apart(SCRIPT);
        command
            .arg(env!("CARGO_MANIFEST_DIR"))
            .arg(env!("CARGO_BIN_EXE_waybill"))
            .arg(self.layers.path())
            .arg(unit);
        command
    }

    fn is_possible(&self) -> bool {
        let probe = apart(PROBE).arg(self.layers.path()).output();
        probe.is_ok_and(|it| it.status.success())
    }

    /// What lies at this place of the machine.
    fn at(&self, path: &str) -> PathBuf {
        self.layers.path().join(path)
    }
}

/// A shell whose mounts are its own.
fn apart(script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args([
        "--mount",
        "--propagation",
        "private",
        "sh",
        "-ec",
        script,
        "sh",
    ]);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documented_install_serves_and_backs_up_as_its_units_say() {
    let machine = Machine::new();
    if !geteuid().is_root() || !machine.is_possible() {
        println!("left out: installing needs root and a kernel that lays folders over others");
        return;
    }
    let mut command = machine.started("waybill.service");
    let serving = Serving::start_with_log(command.stderr(Stdio::inherit()));
    let ready = reqwest::get(format!("{}/readyz", serving.origin)).await;
    assert_eq!(ready.unwrap().status(), 200);
    let page = reqwest::get(format!("{}/login", serving.origin)).await;
    let page = page.unwrap().text().await.unwrap();
    assert!(
        page.contains("<div id=\"root\"><"),
        "it is not rendered: {page}"
    );
    drop(serving);

    let config = fs::metadata(machine.at("etc/waybill/waybill.toml")).unwrap();
    assert_eq!((config.uid(), config.mode() & 0o777), (0, 0o640));
    let data = fs::metadata(machine.at("var/lib/waybill/waybill.sqlite3")).unwrap();
    assert_ne!(data.uid(), 0, "the service is not root");
    assert_eq!((config.gid(), data.mode() & 0o077), (data.gid(), 0));

    // Once more, which leaves the configuration as it is.
    let own = "listen = \"127.0.0.1:8081\"\n";
    fs::write(machine.at("etc/waybill/waybill.toml"), own).unwrap();
    let backup = machine.started("waybill-backup.service").output().unwrap();
    let said = String::from_utf8_lossy(&backup.stderr);
    assert!(backup.status.success(), "{said}");
    let config = fs::read_to_string(machine.at("etc/waybill/waybill.toml")).unwrap();
    assert_eq!(config, own);
    let backups = fs::read_dir(machine.at("var/backups/waybill")).unwrap();
    let names = backups.map(|it| it.unwrap().file_name().into_string().unwrap());
    let backups: Vec<String> = names.filter(|it| it.starts_with("waybill-")).collect();
    assert_eq!(backups.len(), 1, "{said}");
    let drill = machine.started("waybill-restore-drill.service");
    let drill = { drill }.output().unwrap();
    let said = String::from_utf8_lossy(&drill.stdout);
    assert!(said.contains("can be restored."), "{said}");
}

#[test]
fn every_line_of_the_sample_configuration_can_be_used() {
    let sample = include_str!("../../packaging/waybill.toml");
    let is_setting = |line: &&str| {
        let rest = line.strip_prefix('#').unwrap_or(line);
        rest.contains(" = ") || rest.starts_with('[')
    };
    let all: Vec<&str> = sample.lines().filter(is_setting).collect();
    let all: Vec<&str> = all
        .iter()
        .map(|line| line.trim_start_matches('#'))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    for (what, text) in [
        ("as it is", sample.to_owned()),
        ("with all", all.join("\n")),
    ] {
        let config = folder.path().join("waybill.toml");
        fs::write(&config, text).unwrap();
        let mut command = waybill(folder.path());
        let output = command
            .args(["--config", "waybill.toml", "check-config"])
            .output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {said}");
    }
}
