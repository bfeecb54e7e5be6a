//! The manifests for Kubernetes against the program and the image: settings that the program knows, probes that it answers, names that
//! lead somewhere, and nothing to write to but what is mounted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use reqwest::header::HOST;
use serde_json::Value;
use waybill_workshop::needs;

use super::manifests::{kubernetes_files, list, of_kind, text};
use super::{Running, read, root};
use crate::awaited::free_port;
use crate::health::asked;
use crate::start::waybill;

/// Templates of pods, with a word for each.
fn pods() -> Vec<(&'static str, &'static Value)> {
    let servers = of_kind("Deployment").into_iter();
    let servers = servers.map(|it| (text(&it["metadata"]["name"]), &it["spec"]["template"]));
    let jobs = of_kind("CronJob").into_iter().map(|it| {
        let template = &it["spec"]["jobTemplate"]["spec"]["template"];
        (text(&it["metadata"]["name"]), template)
    });
    servers.chain(jobs).collect()
}

fn containers(pod: &'static Value) -> impl Iterator<Item = &'static Value> {
    let spec = &pod["spec"];
    list(&spec["initContainers"])
        .iter()
        .chain(list(&spec["containers"]))
}

fn server() -> &'static Value {
    let deployment = of_kind("Deployment")[0];
    &deployment["spec"]["template"]["spec"]["containers"][0]
}

/// The kustomization's entry of this name in a list.
fn generated(list_of: &str, name: &str) -> &'static Value {
    let entries = list(&of_kind("Kustomization")[0][list_of]);
    let found = entries.iter().find(|it| it["name"] == name);
    found.unwrap_or_else(|| unreachable!("{list_of} has no {name}"))
}

/// The variables of every container.
fn environment() -> BTreeMap<&'static str, &'static str> {
    let literals = list(&generated("configMapGenerator", "waybill-environment")["literals"]);
    literals
        .iter()
        .map(|it| text(it).split_once('=').unwrap())
        .collect()
}

fn config() -> toml::Table {
    read("packaging/kubernetes/waybill.toml").parse().unwrap()
}

fn is_within(labels: &Value, pod: &Value) -> bool {
    let labels = labels.as_object().unwrap();
    let of_pod = &pod["metadata"]["labels"];
    !labels.is_empty() && labels.iter().all(|it| of_pod[it.0] == *it.1)
}

#[test]
fn kustomization_names_every_file() {
    needs!(ManifestSchemas);
    let kustomization = of_kind("Kustomization")[0];
    let mut named: BTreeSet<&str> = list(&kustomization["resources"]).iter().map(text).collect();
    named.insert("kustomization.yaml");
    assert_eq!(named, kubernetes_files().into_iter().collect());
    for entry in list(&kustomization["images"]) {
        assert_eq!(entry["newTag"], env!("CARGO_PKG_VERSION"), "{entry}");
    }
    for (name, pod) in pods() {
        for container in containers(pod) {
            generated("images", text(&container["image"]));
            for source in list(&container["envFrom"]) {
                generated("configMapGenerator", text(&source["configMapRef"]["name"]));
            }
        }
        let volumes = list(&pod["spec"]["volumes"]);
        for mount in containers(pod).flat_map(|it| list(&it["volumeMounts"])) {
            assert!(
                volumes.iter().any(|it| it["name"] == mount["name"]),
                "{name}: {mount}"
            );
        }
    }
    // No credential, and no object that could hold one.
    assert!(of_kind("Secret").is_empty());
}

#[test]
fn settings_of_pods_are_known_and_valid() {
    needs!(ManifestSchemas);
    let known = read("docs/configuration.md");
    // Its comments say what the secret has to hold.
    let said = read("packaging/kubernetes/kustomization.yaml");
    let said: String = said.lines().filter(|it| it.starts_with('#')).collect();
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().to_str().unwrap();
    let mut command = waybill(folder.path());
    for (name, value) in environment() {
        assert!(known.contains(&format!("`{name}`")), "{name}");
        // Where the volumes are mounted.
        let value = value
            .replace("/etc/waybill", &format!("{at}/config"))
            .replace("/run/secrets/waybill", &format!("{at}/secrets"));
        if let Some(file) = value.strip_prefix(&format!("{at}/secrets/")) {
            let secret = match file {
                "database_url" => "postgres://waybill:s3cret@db.example.com/waybill",
                "redis_url" => "redis://:s3cret@redis.example.com",
                "smtp_url" => "smtps://user:s3cret@mail.example.com",
                _ => "s3cret",
            };
            fs::create_dir_all(format!("{at}/secrets")).unwrap();
            fs::write(&value, secret).unwrap();
            assert!(
                said.contains(file),
                "the kustomization does not ask for {file}"
            );
        }
        command.env(name, value);
    }
    fs::create_dir(format!("{at}/config")).unwrap();
    let config = format!("{at}/config/waybill.toml");
    fs::copy(root().join("packaging/kubernetes/waybill.toml"), config).unwrap();
    command.env("WAYBILL_LISTEN", "0.0.0.0:8080");
    let checked = command.arg("check-config").output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
    // What the containers are told to do is a command of the program.
    for container in pods().into_iter().flat_map(|it| containers(it.1)) {
        let command = text(&container["args"][0]);
        let help = waybill(folder.path())
            .args([command, "--help"])
            .output()
            .unwrap();
        assert!(help.status.success(), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn probes_and_metrics_answer_as_configured() {
    needs!(ManifestSchemas);
    let folder = tempfile::tempdir().unwrap();
    let [listen, admin] = [free_port(), free_port()].map(|it| it.to_string());
    let config = root().join("packaging/kubernetes/waybill.toml");
    let config = config.to_str().unwrap();
    let mut running = Running(
        waybill(folder.path())
            .args(["--config", config, "--listen", &listen])
            .args(["--admin-listen", &admin])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    while asked(folder.path(), &["--listen", &listen]).0 != Some(0) {
        assert!(running.0.try_wait().unwrap().is_none(), "it has ended");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let client = reqwest::Client::new();
    // A node asks by the pod's address, not by the public host.
    let status = async |url: String, port: u16| {
        let asked = client.get(url).header(HOST, format!("10.244.1.7:{port}"));
        asked.send().await.unwrap().status().as_u16()
    };
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
        let probe = &server()[probe]["httpGet"];
        assert_eq!(probe["port"], "http", "{probe}");
        let url = format!("http://{listen}{}", text(&probe["path"]));
        assert_eq!(status(url, 8080).await, 200, "{probe}");
    }
    // As it does not to others.
    assert_eq!(status(format!("http://{listen}/login"), 8080).await, 421);
    let annotations = &of_kind("Deployment")[0]["spec"]["template"]["metadata"]["annotations"];
    let path = text(&annotations["prometheus.io/path"]);
    assert_eq!(status(format!("http://{admin}{path}"), 9090).await, 200);
}

#[test]
fn grace_of_pods_is_longer_than_the_drain() {
    needs!(ManifestSchemas);
    let config = config();
    let delay = config["edge"]["drain_delay_ms"].as_integer().unwrap();
    let drain = config["edge"]["drain_seconds"].as_integer().unwrap();
    let pod = &of_kind("Deployment")[0]["spec"]["template"]["spec"];
    let grace = pod["terminationGracePeriodSeconds"].as_i64().unwrap();
    assert!(delay / 1000 + drain + 5 < grace, "{grace}");
    // It is off the lists before it closes, also where only its probe says so.
    let readiness = &server()["readinessProbe"];
    let number = |name: &str| readiness[name].as_i64().unwrap();
    let noticed = number("periodSeconds") * number("failureThreshold");
    assert!(noticed * 1000 < delay, "{noticed}");
}

#[test]
fn selectors_find_the_pods() {
    needs!(ManifestSchemas);
    let deployment = of_kind("Deployment")[0];
    let server = &deployment["spec"]["template"];
    let jobs = of_kind("CronJob").into_iter();
    let jobs: Vec<&Value> = jobs
        .map(|it| &it["spec"]["jobTemplate"]["spec"]["template"])
        .collect();
    let service = &of_kind("Service")[0]["spec"];
    let budget = &of_kind("PodDisruptionBudget")[0]["spec"];
    for labels in [
        &deployment["spec"]["selector"]["matchLabels"],
        &service["selector"],
        &budget["selector"]["matchLabels"],
    ] {
        assert!(is_within(labels, server), "{labels}");
        assert!(!jobs.iter().any(|it| is_within(labels, it)), "{labels}");
    }
    let policy = &of_kind("NetworkPolicy")[0]["spec"];
    let labels = &policy["podSelector"]["matchLabels"];
    assert!(is_within(labels, server) && jobs.iter().all(|it| is_within(labels, it)));
    // A node can be drained, and one instance remains.
    let away = budget["maxUnavailable"].as_i64().unwrap();
    assert!(0 < away && away < deployment["spec"]["replicas"].as_i64().unwrap());
    // Ports by name, each of which the server has.
    let ports = list(&server["spec"]["containers"][0]["ports"]);
    let has = |name: &Value| ports.iter().any(|it| it["name"] == *name);
    assert!(has(&service["ports"][0]["targetPort"]));
    let backend = &of_kind("Ingress")[0]["spec"]["rules"][0]["http"]["paths"][0]["backend"];
    assert_eq!(
        backend["service"]["name"],
        of_kind("Service")[0]["metadata"]["name"]
    );
    assert_eq!(
        backend["service"]["port"]["name"],
        service["ports"][0]["name"]
    );
    for rule in list(&policy["ingress"]) {
        assert!(list(&rule["ports"]).iter().all(|it| has(&it["port"])));
    }
    let host = text(&of_kind("Ingress")[0]["spec"]["rules"][0]["host"]);
    let origin = config()["public_origin"].as_str().unwrap().to_owned();
    assert_eq!(origin, format!("https://{host}"));
}

#[test]
fn pods_can_do_and_write_as_little_as_possible() {
    needs!(ManifestSchemas);
    let recipe = read("packaging/Containerfile");
    for (name, pod) in pods() {
        let spec = &pod["spec"];
        let context = &spec["securityContext"];
        assert_eq!(context["runAsNonRoot"], true, "{name}");
        assert_eq!(context["seccompProfile"]["type"], "RuntimeDefault");
        let user = &context["runAsUser"];
        assert!(
            recipe.contains(&format!("\nUSER {user}:{user}\n")),
            "{name}"
        );
        assert_eq!([&context["runAsGroup"], &context["fsGroup"]], [user, user]);
        assert_eq!(spec["automountServiceAccountToken"], false, "{name}");
        for container in containers(pod) {
            let context = &container["securityContext"];
            assert_eq!(context["readOnlyRootFilesystem"], true, "{name}");
            assert_eq!(context["allowPrivilegeEscalation"], false, "{name}");
            assert_eq!(context["capabilities"]["drop"][0], "ALL", "{name}");
            for kind in ["requests", "limits"] {
                for what in ["cpu", "memory"] {
                    assert!(container["resources"][kind][what].is_string(), "{name}");
                }
            }
            let mounts = list(&container["volumeMounts"]);
            let writable = mounts.iter().filter(|it| it["readOnly"] != true);
            let writable: BTreeSet<&str> = writable.map(|it| text(&it["mountPath"])).collect();
            // Whatever the program writes: its data, and where it is told to put a backup.
            let mut expected = BTreeSet::from(["/var/lib/waybill"]);
            let arguments = list(&container["args"]).iter().map(text);
            expected.extend(arguments.filter(|it| it.starts_with('/')));
            assert_eq!(writable, expected, "{name}");
        }
    }
    let data = "WAYBILL_DATA_DIR=/var/lib/waybill ";
    assert_eq!(recipe.matches(data).count(), 2);
    assert!(recipe.contains("\nVOLUME /var/lib/waybill\n"));
    // Ports are those of the image and of the configuration.
    let ports = list(&server()["ports"]);
    let port = |name: &str| &ports.iter().find(|it| it["name"] == name).unwrap()["containerPort"];
    assert!(recipe.contains(&format!("\nEXPOSE {}\n", port("http"))));
    assert!(recipe.contains(&format!("WAYBILL_LISTEN=0.0.0.0:{} ", port("http"))));
    let admin = config()["admin"]["listen"].as_str().unwrap().to_owned();
    assert_eq!(admin, format!("0.0.0.0:{}", port("admin")));
    let pods = &of_kind("Deployment")[0]["spec"]["template"];
    let scraped = &pods["metadata"]["annotations"]["prometheus.io/port"];
    assert_eq!(text(scraped), port("admin").to_string());
}
