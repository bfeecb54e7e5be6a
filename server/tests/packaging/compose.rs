//! The Compose file and what it mounts, on real parts without containers: what `prepare.sh` makes is what the program, `HAProxy`,
//! PostgreSQL and Redis take.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Map, Value};
use tempfile::TempDir;
use waybill_workshop::{Tool, needs};

use super::manifests::{compose, list, text};
use super::{Running, read, root};
use crate::awaited::free_port;
use crate::start::waybill;

fn services() -> &'static Map<String, Value> {
    compose()["services"].as_object().unwrap()
}

/// Containers of the program.
fn instances() -> Vec<&'static Value> {
    ["waybill-a", "waybill-b", "backup"]
        .map(|it| &services()[it])
        .to_vec()
}

/// The text with the defaults of its variables, as Compose fills them in.
fn filled_in(text: &str) -> String {
    let Some((before, rest)) = text.split_once("${") else {
        return text.to_owned();
    };
    let (variable, after) = rest.split_once('}').unwrap();
    let (_, default) = variable.split_once(":-").unwrap();
    format!("{before}{default}{}", filled_in(after))
}

/// A copy of `packaging` in which the script was run.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["compose", "haproxy"] {
        let to = folder.path().join(part);
        fs::create_dir(&to).unwrap();
        for file in root().join("packaging").join(part).read_dir().unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), to.join(file.file_name())).unwrap();
            }
        }
    }
    prepare(folder.path());
    folder
}

#[track_caller]
fn prepare(folder: &Path) {
    let run = Command::new(folder.join("compose/prepare.sh"))
        .env("WAYBILL", env!("CARGO_BIN_EXE_waybill"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
}

/// What was made for a secret.
fn secret(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("compose/secrets").join(name)).unwrap()
}

#[test]
fn everything_mounted_by_compose_is_there() {
    needs!(ManifestSchemas, HaProxy);
    let folder = prepared();
    let compose_folder = folder.path().join("compose");
    for service in services().values() {
        for mount in list(&service["volumes"]) {
            let (from, _) = text(mount).split_once(':').unwrap();
            if from.starts_with('.') {
                assert!(compose_folder.join(from).exists(), "{mount}");
                assert!(text(mount).ends_with(":ro"), "{mount}");
            } else {
                assert!(compose()["volumes"].get(from).is_some(), "{mount}");
            }
        }
        for secret in list(&service["secrets"]) {
            assert!(compose()["secrets"].get(text(secret)).is_some(), "{secret}");
        }
    }
    let secrets = compose()["secrets"].as_object().unwrap();
    for file in secrets.values().map(|it| text(&it["file"])) {
        assert!(compose_folder.join(file).exists(), "{file}");
    }
    // Once more, and nothing is another one.
    let before = secret(folder.path(), "database_url");
    prepare(folder.path());
    assert_eq!(secret(folder.path(), "database_url"), before);

    let balancer = fs::read_to_string(folder.path().join("haproxy/waybill.cfg")).unwrap();
    let errors = compose_folder.join("errors");
    let file = folder.path().join("haproxy.cfg");
    let balancer = balancer.replace("/etc/haproxy/errors", errors.to_str().unwrap());
    fs::write(&file, balancer).unwrap();
    let mut checked = Command::new(waybill_workshop::path(Tool::HaProxy));
    for (name, value) in services()["haproxy"]["environment"].as_object().unwrap() {
        // Each is the address of an instance.
        let (address, port) = text(value).split_once(':').unwrap();
        let networks = instances().into_iter().map(|it| &it["networks"]["front"]);
        let mut addresses = networks.map(|it| text(&it["ipv4_address"]));
        assert!(addresses.any(|it| it == address), "{name}");
        assert_eq!(port, "8080");
        checked.env(name, text(value));
    }
    let checked = checked.arg("-c").arg("-f").arg(file).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
}

#[test]
fn settings_of_compose_are_known_and_valid() {
    needs!(ManifestSchemas);
    let folder = prepared();
    let compose_folder = folder.path().join("compose").display().to_string();
    let known = read("docs/configuration.md");
    for instance in instances() {
        let mut command = waybill(folder.path());
        for (name, value) in instance["environment"].as_object().unwrap() {
            assert!(known.contains(&format!("`{name}`")), "{name}");
            // Where they are mounted.
            let value = filled_in(text(value))
                .replace("/etc/waybill/", &format!("{compose_folder}/"))
                .replace("/run/secrets/", &format!("{compose_folder}/secrets/"));
            if let Some((_, file)) = value.split_once("/secrets/") {
                assert!(list(&instance["secrets"]).iter().any(|it| it == file));
            }
            command.env(name, value);
        }
        command.env("WAYBILL_LISTEN", "0.0.0.0:8080");
        let checked = command.arg("check-config").output().unwrap();
        let said = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success(), "{said}");
    }
    // The one proxy that is believed is the balancer, by whose port people come.
    let config: toml::Table = read("packaging/compose/waybill.toml").parse().unwrap();
    let edge = &config["edge"];
    let proxy = text(&services()["haproxy"]["networks"]["front"]["ipv4_address"]);
    assert_eq!(
        edge["trusted_proxies"].as_array().unwrap()[0].as_str(),
        Some(proxy)
    );
    let origin = filled_in(text(
        &instances()[0]["environment"]["WAYBILL_PUBLIC_ORIGIN"],
    ));
    let published = text(&services()["haproxy"]["ports"][0]);
    let port = published.split(':').nth(1).unwrap();
    assert_eq!(origin, format!("http://localhost:{port}"));
    // A container has time for the whole drain.
    let number = |key: &str| edge[key].as_integer().unwrap();
    let grace = text(&instances()[0]["stop_grace_period"]).trim_end_matches('s');
    let drain = number("drain_delay_ms") / 1000 + number("drain_seconds") + 5;
    assert!(drain < grace.parse().unwrap(), "{grace}");
}

#[test]
fn containers_of_compose_are_confined() {
    needs!(ManifestSchemas);
    let recipe = read("packaging/Containerfile");
    for (name, service) in services() {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(service["cap_drop"][0], "ALL", "{name}");
        assert_eq!(
            service["security_opt"][0], "no-new-privileges:true",
            "{name}"
        );
        assert!(service["mem_limit"].is_string(), "{name}");
        assert!(service["cpus"].is_f64(), "{name}");
        let health = &service["healthcheck"];
        assert!(
            health["test"].is_array() || health["disable"] == true,
            "{name}"
        );
        let needed = service["depends_on"].as_object().into_iter().flatten();
        for (other, how) in needed {
            assert_eq!(how["condition"], "service_healthy", "{name}");
            assert!(
                services()[other]["healthcheck"]["test"].is_array(),
                "{other}"
            );
        }
    }
    // As the image asks itself where its format can say so.
    let test = &instances()[0]["healthcheck"]["test"];
    let [_, program, command] = list(test) else {
        unreachable!("{test}")
    };
    assert!(recipe.contains(&format!("CMD [{program}, {command}]\n")));
    // pg_dump may not be older than the server.
    let server = text(&services()["postgres"]["image"]);
    assert!(recipe.contains(&format!("\nFROM {server} AS backup\n")));
    let target = text(&services()["backup"]["build"]["target"]);
    assert!(recipe.contains(&format!(" AS {target}\n")));
    let published: BTreeSet<&String> = services()
        .iter()
        .filter(|it| !list(&it.1["ports"]).is_empty())
        .map(|it| it.0)
        .collect();
    assert_eq!(published.into_iter().collect::<Vec<_>>(), ["haproxy"]);
}

#[tokio::test]
async fn prepared_database_and_redis_let_instances_in() {
    needs!(ManifestSchemas, Postgres, PgDump, Redis);
    let folder = prepared();
    // The script of PostgreSQL's image, in a cluster of this test program.
    let url = waybill_test_postgres::superuser_url(&waybill_test_postgres::database());
    let (_, query) = url.split_once('?').unwrap();
    let host = query
        .strip_prefix("host=")
        .unwrap()
        .split('&')
        .next()
        .unwrap();
    let host = url::form_urlencoded::parse(format!("host={host}").as_bytes())
        .map(|it| it.1.into_owned())
        .collect::<String>();
    let script = fs::read_to_string(folder.path().join("compose/database.sh")).unwrap();
    let secrets = folder.path().join("compose/secrets");
    let script = script.replace("/run/secrets", secrets.to_str().unwrap());
    let psql = waybill_workshop::path(Tool::PgDump).with_file_name("psql");
    assert!(psql.exists());
    let made = Command::new("sh")
        .args(["-c", &script])
        .env("PGHOST", &host)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");

    // Redis as the file starts it, on a port of this machine.
    let port = free_port().port();
    let words = list(&services()["redis"]["command"]).iter().map(text);
    let mut words = words.map(|it| it.replace("/run/secrets", secrets.to_str().unwrap()));
    assert_eq!(words.next().unwrap(), "redis-server");
    let mut redis = Command::new(waybill_workshop::path(Tool::Redis));
    redis.args(words).args(["--bind", "127.0.0.1", "--dir"]);
    redis.arg(folder.path()).args(["--port", &port.to_string()]);
    let _redis = Running(redis.stdout(Stdio::null()).spawn().unwrap());
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // The same URLs, at the places of this test.
    let database = secret(folder.path(), "database_url");
    let database = database.replace(
        "@postgres:5432/waybill",
        &format!("@localhost/waybill?{query}"),
    );
    let at = secret(folder.path(), "redis_url").replace("redis:6379", &format!("127.0.0.1:{port}"));
    let run = |command: &str, redis_url: &str| {
        waybill(folder.path())
            .arg(command)
            .env("WAYBILL_DATABASE_URL", &database)
            .env("WAYBILL_REDIS_URL", redis_url)
            .env("WAYBILL_DRIVE_SHARED_FOLDER", "true")
            .output()
            .unwrap()
    };
    let migrated = run("migrate", &at);
    let said = String::from_utf8_lossy(&migrated.stderr);
    assert!(migrated.status.success(), "{said}");
    let about = |redis_url: &str, part: &str| {
        let said = String::from_utf8(run("doctor", redis_url).stdout).unwrap();
        let line = said.lines().find(|it| it.contains(part));
        line.unwrap_or_else(|| unreachable!("{said}")).to_owned()
    };
    assert!(about(&at, "database").starts_with("ok "));
    assert!(about(&at, "redis").starts_with("ok "));
    // Nobody comes in without the password.
    let stranger = format!("redis://127.0.0.1:{port}");
    assert!(about(&stranger, "redis").starts_with("fail "));
}
