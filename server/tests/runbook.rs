//! The runbook: an operator's commands, run as they stand in `docs/runbook.md`, on machines with a systemd of their own.
//!
//! Invariant: no command of the sections that are run is left out, and none is changed.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use tokio::sync::oneshot;
use waybill_workshop::{Tool, needs};

use crate::awaited;
use crate::instances::CONTACTS;
use crate::instances::visitor::Visitor;
use crate::machine::Machine;

const PAGE: &str = include_str!("../../docs/runbook.md");

/// Where the configuration of the page has it listen.
pub(crate) const HERE: &str = "http://127.0.0.1:8080";

/// The text below this heading, up to the next one.
fn section(heading: &str) -> &'static str {
    let (_, text) = PAGE.split_once(&format!("\n{heading}\n")).unwrap();
    text.split("\n#").next().unwrap()
}

/// The blocks of the section in this language.
pub(crate) fn blocks(heading: &str, language: &str) -> Vec<&'static str> {
    let blocks = section(heading).split("\n```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|it| it.strip_prefix(language)?.strip_prefix('\n'));
    blocks.collect()
}

/// The only block of commands in the section.
#[track_caller]
fn commands(heading: &str) -> &'static str {
    let [commands] = blocks(heading, "sh").try_into().unwrap();
    commands
}

/// The rows of the section's table, without its heading: what is in their cells.
pub(crate) fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let rows = section(heading)
        .lines()
        .filter_map(|it| it.strip_prefix("| "));
    let rows = rows.map(|it| it.trim_end_matches(" |").split(" | ").collect());
    rows.skip(1).collect()
}

/// The configuration in the section. There is no mail server for the line that names one.
pub(crate) fn configuration(heading: &str) -> String {
    let lines = blocks(heading, "toml")[0].lines();
    let lines: Vec<&str> = lines.filter(|it| !it.starts_with("mail = ")).collect();
    lines.join("\n")
}

/// Installs what the sources made, and has `editor` write this configuration.
pub(crate) fn install(machine: &Machine, configuration: &str) -> String {
    fs::write(machine.at("/srv/next.toml"), configuration).unwrap();
    let said = machine.run(commands("## Install"));
    assert!(said.contains("The configuration is valid."), "{said}");
    assert!(!said.contains("\nfail "), "{said}");
    said
}

#[test]
fn one_machine_from_nothing_to_an_upgrade() {
    if !Machine::is_possible() {
        return;
    }
    let shared = tempfile::tempdir().unwrap();
    let machine = Machine::boot(None, shared.path());
    install(&machine, &configuration("## Install"));
    assert_eq!(
        machine.run(
            "stat -c '%U:%G %a' /etc/waybill/waybill.toml /var/lib/waybill /var/lib/waybill/waybill.sqlite3"
        ),
        "root:waybill 640\nwaybill:waybill 700\nwaybill:waybill 600\n"
    );
    let ada = machine.visited(async || {
        let ada = Visitor::register(HERE, "ada@one.example").await;
        assert_eq!(ada.status("/dashboard").await, 200);
        assert_eq!(ada.make_contact("k-1", "Lovelace Lines").await, 201);
        ada
    });

    let [backup, _by_hand] = blocks("## Back up", "sh").try_into().unwrap();
    machine.run(backup);
    assert_eq!(
        machine.run("ls -d /var/backups/waybill/waybill-* | wc -l"),
        "1\n"
    );
    let lost = machine.visited(async || ada.make_contact("k-2", "Babbage Bulk").await);
    assert_eq!(lost, 201);
    let said = machine.run(commands("## Restore"));
    assert!(said.contains("can be restored."), "{said}");
    machine.run("systemctl start waybill-restore-drill");
    let upgrade = commands("## Upgrade");
    for step in [commands("### Reload"), upgrade] {
        machine.run(step);
        machine.visited(async || {
            assert_eq!(ada.status("/dashboard").await, 200);
            assert_eq!(ada.total(CONTACTS).await, 1);
        });
    }

    // The script left what the operator had written.
    machine.run("cmp /srv/next.toml /etc/waybill/waybill.toml");

    // The data of the first version.
    let data = machine.at("/var/lib/waybill");
    machine.run("systemctl stop waybill && find /var/lib/waybill -mindepth 1 -delete");
    crate::operations::upgrade::unpack_database(&data.join("waybill.sqlite3"));
    machine.run("chown waybill:waybill /var/lib/waybill/waybill.sqlite3");
    let said = machine.run(upgrade);
    assert!(said.contains("Pending migrations: m0"), "{said}");
    let said = machine.run(upgrade);
    assert!(!said.contains("Pending migrations: m0"), "{said}");
    machine.visited(async || {
        let page = reqwest::get(format!("{HERE}/login")).await.unwrap();
        assert!(page.text().await.unwrap().contains("<div id=\"root\"><"));
    });
}

#[test]
fn the_package_is_installed_upgraded_and_removed() {
    if !Machine::is_possible() {
        return;
    }
    let shared = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/deb.sh");
    let made = Command::new(script)
        .args([shared.path().as_os_str(), "none".as_ref()])
        .env("WAYBILL_BIN", env!("CARGO_BIN_EXE_waybill"))
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let machine = Machine::boot(None, shared.path());
    let installed = "dpkg --install /srv/shared/waybill_*_amd64.deb";
    machine.run(installed);
    let [_script, rest] = commands("## Install").splitn(2, '\n').collect::<Vec<_>>()[..] else {
        unreachable!("one command is all of them")
    };
    fs::write(machine.at("/srv/next.toml"), configuration("## Install")).unwrap();
    machine.run(rest);
    let ada = machine.visited(async || Visitor::register(HERE, "ada@package.example").await);

    // An upgrade restarts what runs, and leaves what the operator wrote.
    let process = || machine.run("systemctl show --property MainPID waybill");
    let before = process();
    machine.run(installed);
    assert_ne!(process(), before);
    assert_eq!(
        machine.visited(async || ada.status("/dashboard").await),
        200
    );
    machine.run("cmp /srv/next.toml /etc/waybill/waybill.toml");

    machine.run("dpkg --purge waybill");
    machine.run("! systemctl is-active waybill && test ! -e /usr/bin/waybill");
    machine.run("test ! -e /etc/waybill && test -s /var/lib/waybill/waybill.sqlite3");
}

/// The Redis of the page, in the network of the machine.
struct Redis(Child);

impl Redis {
    fn start(network: &Machine, folder: &Path) -> Self {
        let child = network
            .beside(&waybill_workshop::path(Tool::Redis))
            .args(["--bind", "10.0.0.3", "--protected-mode", "no"])
            .args(["--save", "", "--appendonly", "no", "--dir"])
            .arg(folder)
            .stdout(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).unwrap();
    }
}

#[test]
fn two_machines_behind_a_third() {
    needs!(Postgres, PgDump, Redis, HaProxy);
    if !Machine::is_possible() {
        return;
    }
    let shared = tempfile::tempdir().unwrap();
    let balancer = site(shared.path());
    let _redis = Redis::start(&balancer, shared.path());
    let there: SocketAddr = ([10, 0, 0, 3], 5432).into();
    let (url, socket) = awaited::at(&waybill_test_postgres::database(), there);
    let (end, ended) = oneshot::channel::<()>();
    thread::scope(|scope| {
        let network = &balancer;
        scope.spawn(move || {
            network.visited(async || {
                awaited::relay(there, socket).await;
                ended.await.unwrap_err();
            });
        });
        let (machines, ada) = scale_out(&balancer, shared.path(), &url);
        take_turns(&balancer, &machines, &ada);
        back_up(&machines[0], &url);
        drop(end);
    });
}

/// The machine of the load balancer, in whose network the addresses of the page are.
pub(crate) fn site(shared: &Path) -> Machine {
    let balancer = Machine::boot(None, shared);
    for host in 1..=4 {
        balancer.run(&format!("ip address add 10.0.0.{host}/32 dev lo"));
    }
    balancer
}

/// Two machines with an instance each, and a load balancer before them, as the page has it; and somebody who reached them.
pub(crate) fn scale_out(balancer: &Machine, shared: &Path, url: &str) -> ([Machine; 2], Visitor) {
    let files = shared.join("files");
    fs::create_dir(&files).unwrap();
    let page = configuration("## Scale out");
    let page = page.replace("postgres://waybill:password@10.0.0.3/waybill", url);
    let machines = ["10.0.0.1:8080", "10.0.0.2:8080"].map(|address| {
        let machine = Machine::boot(Some(balancer), shared);
        machine.run("mkdir /var/lib/waybill && mount --bind /srv/shared/files /var/lib/waybill");
        install(&machine, &page.replace("10.0.0.1:8080", address));
        machine
    });
    balancer.run("install target/release/waybill /usr/local/bin");
    balancer.run(commands("## Scale out"));

    let ada = balancer.visited(async || {
        let client = reqwest::Client::builder();
        let client = client.resolve("waybill.example.com", ([10, 0, 0, 4], 80).into());
        let origin = "http://waybill.example.com";
        Visitor::register_by(client, origin, "ada@two.example").await
    });
    (machines, ada)
}

/// Each in turn is away, and what the other one writes is there.
fn take_turns(balancer: &Machine, machines: &[Machine; 2], ada: &Visitor) {
    for (machine, key) in machines.iter().zip(["k-1", "k-2"]) {
        machine.run("systemctl stop waybill");
        balancer.visited(async || {
            assert_eq!(ada.status("/dashboard").await, 200);
            assert_eq!(ada.make_contact(key, key).await, 201);
        });
        machine.run("systemctl start waybill");
    }
    assert_eq!(balancer.visited(async || ada.total(CONTACTS).await), 2);
}

fn back_up(machine: &Machine, url: &str) {
    let [backup, by_hand] = blocks("## Back up", "sh").try_into().unwrap();
    machine.run(backup);
    machine.run(&format!("DATABASE_URL='{url}'\n{by_hand}"));
    assert_eq!(
        machine.run("ls /var/backups/waybill/waybill-*/waybill.dump | wc -l"),
        "1\n"
    );
}
