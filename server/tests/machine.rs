//! A machine within this one, where commands are those of an operator: it has a systemd of its own, which has booted, and its own
//! processes, users, folders and network. What it writes goes with it.
//!
//! Invariant: when the value goes, or the thread that made it, every process of the machine has ended.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test whose preparation fails should stop; one that is left out says why"
)]

use std::fs::{self, File};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::geteuid;
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use tempfile::TempDir;

/// Within which a machine has booted, also on a busy one.
const PATIENCE: Duration = Duration::from_mins(2);

const BOOT: &str = include_str!("machine/boot.sh");
const GROUP: &str = include_str!("machine/group.sh");

/// Removes the control groups of a machine whose processes are ending. `$1` is the folder for its layers.
const REMOVE: &str = r#"
mount -t cgroup2 none "$1/groups"
cd "$1/groups"
for _ in $(seq 100); do
    find "$(basename "$1")" -depth -type d -exec rmdir {} + 2>/dev/null && exit
    sleep 0.05
done
exit 1
"#;

/// Whether this kernel lets a machine be in it. `$1` is a folder for the layers.
const PROBE: &str = r#"
mkdir -p "$1/upper" "$1/work" "$1/root" "$1/groups"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t cgroup2 none "$1/groups"
test -x "$1/root/lib/systemd/systemd"
ip link set lo up
"#;

pub(crate) struct Machine {
    layers: TempDir,
    /// The folder of the test that it sees.
    shared: PathBuf,
    /// Parent of the first process of the machine, which ends with it.
    outside: Child,
    /// The first process of the machine, by the number that it has outside.
    first: u32,
}

/// Commands that run in namespaces of their own, and end with this thread.
fn apart(network: Option<&Machine>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if let Some(machine) = network {
        command.arg("nsenter");
        command.arg(format!("--net=/proc/{}/ns/net", machine.first));
    }
    command.args(["unshare", "--mount", "--propagation", "private", "--pid"]);
    command.args(["--fork", "--kill-child", "--ipc", "--uts", "--cgroup"]);
    if network.is_none() {
        command.arg("--net");
    }
    command.args(["sh", "-ec"]);
    command
}

fn power_on(network: Option<&Machine>, layers: &Path, shared: &Path) -> Child {
    apart(network)
        .args([GROUP, "sh", BOOT])
        .arg(layers)
        .arg(env!("CARGO_MANIFEST_DIR"))
        .arg(env!("CARGO_BIN_EXE_waybill"))
        .arg(shared)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(layers.join("log")).unwrap())
        .spawn()
        .unwrap()
}

impl Machine {
    /// Whether there can be one; says so where there cannot.
    pub(crate) fn is_possible() -> bool {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let probe = |folder: &Path| {
            let probe = apart(None).args([PROBE, "sh"]).arg(folder).output();
            probe.is_ok_and(|it| it.status.success())
        };
        let is_possible = geteuid().is_root() && probe(folder.path());
        if !is_possible {
            println!(
                "left out: a machine of the test takes root, systemd, and a kernel that has namespaces and overlays"
            );
        }
        is_possible
    }

    /// Boots one. It is in a network of its own, or in that of another machine, and sees a folder of the test as `/srv/shared`.
    pub(crate) fn boot(network: Option<&Self>, shared: &Path) -> Self {
        let layers = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let mut machine = Self {
            outside: power_on(network, layers.path(), shared),
            shared: shared.to_owned(),
            layers,
            first: 0,
        };
        machine.until_booted();
        machine
    }

    /// Takes its power away: every process is gone, and what they wrote to files is there.
    pub(crate) fn power_off(&mut self) {
        let ended = self.outside.kill().and_then(|()| self.outside.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }

    /// Boots it again, after it was without power.
    pub(crate) fn boot_again(&mut self, network: &Self) {
        self.outside = power_on(Some(network), self.layers.path(), &self.shared);
        self.until_booted();
    }

    fn until_booted(&mut self) {
        self.first = self.awaited(Self::first_process);
        self.awaited(|it| it.runs("systemctl is-active sysinit.target").then_some(()));
    }

    #[track_caller]
    #[expect(
        clippy::disallowed_methods,
        reason = "it blocks a thread of its own, and nothing tells that a process has become another program"
    )]
    fn awaited<T>(&mut self, find: impl Fn(&Self) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = find(self) {
                return found;
            }
            let log = || fs::read_to_string(self.layers.path().join("log"));
            let ended = self.outside.try_wait().unwrap();
            assert!(ended.is_none(), "{ended:?}: {}", log().unwrap());
            assert!(began.elapsed() < PATIENCE, "{}", log().unwrap());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Once it is systemd: before, its root is this machine's.
    fn first_process(&self) -> Option<u32> {
        let outside = self.outside.id();
        let children = fs::read_to_string(format!("/proc/{outside}/task/{outside}/children"));
        let first: u32 = children.ok()?.trim().parse().ok()?;
        let name = fs::read_to_string(format!("/proc/{first}/comm")).ok()?;
        (name.trim() == "systemd").then_some(first)
    }

    /// What these commands give, as root in the folder of the sources. The first that fails ends them.
    pub(crate) fn output(&self, commands: &str) -> Output {
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.first.to_string(), "--all", "--root"]);
        command.args(["sh", "-euc"]);
        command.arg(format!("cd /srv/waybill\n{commands}"));
        command.env_clear();
        command.env("PATH", "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command.stdin(Stdio::null()).output().unwrap()
    }

    fn runs(&self, commands: &str) -> bool {
        self.output(commands).status.success()
    }

    /// The same, which succeed; gives what they print.
    #[track_caller]
    pub(crate) fn run(&self, commands: &str) -> String {
        let output = self.output(commands);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{commands}\n{said}\n{}\n{}",
            String::from_utf8_lossy(&output.stderr),
            String::from_utf8_lossy(&self.output("journalctl --no-pager --lines 40").stdout)
        );
        said
    }

    /// A program of this machine, in the network of that one.
    pub(crate) fn beside(&self, program: &Path) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--net=/proc/{}/ns/net", self.first));
        command.arg(program);
        command
    }

    /// Where this path of the machine is outside.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        Path::new(&format!("/proc/{}/root", self.first)).join(path.trim_start_matches('/'))
    }

    /// What somebody does in its network.
    pub(crate) fn visited<T: Send>(&self, visit: impl AsyncFnOnce() -> T + Send) -> T {
        let network = File::open(format!("/proc/{}/ns/net", self.first)).unwrap();
        let visit = || {
            let kind = Some(LinkNameSpaceType::Network);
            move_into_link_name_space(network.as_fd(), kind).unwrap();
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_all().build().unwrap();
            runtime.block_on(visit())
        };
        thread::scope(|scope| scope.spawn(visit).join()).unwrap()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.power_off();
        let removed = apart(None)
            .args([REMOVE, "sh"])
            .arg(self.layers.path())
            .status();
        if !removed.is_ok_and(|it| it.success()) {
            println!("The control groups of a machine of the test are left.");
        }
    }
}
