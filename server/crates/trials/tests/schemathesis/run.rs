//! Schemathesis, which `waybill_workshop` has. The tests of the server share this file.

use std::process::Command;

use serde_json::Value;

/// One operation in so many is tried at the usual extent.
const SHARE: usize = 10;

/// So that what failed once fails again.
const SEED: &str = "1";

/// Makes requests up from the contract that the origin tells, for the operations of these services (of all, where none is
/// named), with these headers, and stops the test at the first answer that the contract does not say. Returns the last lines
/// of the report.
pub(crate) fn made_up_requests(
    origin: &str,
    services: &[&str],
    headers: &[String],
    more: &[&str],
) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let mut schemathesis =
        Command::new(waybill_workshop::path(waybill_workshop::Tool::Schemathesis));
    schemathesis
        .current_dir(folder.path())
        .env(
            "SCHEMATHESIS_HOOKS",
            file("hooks.py", include_str!("hooks.py")),
        )
        .arg("--config-file")
        .arg(file("schemathesis.toml", include_str!("schemathesis.toml")))
        .args(["run", &format!("{origin}/openapi.json")])
        .args(["--seed", SEED, "--workers", "2"])
        .args(["--generation-database", "none"])
        .args(["--continue-on-failure", "--no-color"])
        .arg("--include-operation-id-regex")
        .arg(format!("^({})$", operations(services).join("|")))
        .args(more);
    for header in headers {
        schemathesis.args(["--header", header]);
    }
    let run = schemathesis.output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let from_the_end: Vec<_> = said.lines().rev().take(9).collect();
    from_the_end
        .into_iter()
        .rev()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Ids of the operations to try.
fn operations(services: &[&str]) -> Vec<String> {
    let contract: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let is_wanted = |path: &str| {
        let service = path.split('/').nth(1).unwrap_or_default();
        services.is_empty() || services.contains(&service)
    };
    let paths = contract["paths"].as_object().unwrap().iter();
    let methods = paths.filter(|(path, _)| is_wanted(path));
    let operations = methods.flat_map(|(_, methods)| methods.as_object().unwrap().values());
    let ids = operations.filter_map(|it| it["operationId"].as_str());
    waybill_test_extent::sample(ids.map(str::to_owned), SHARE)
}
