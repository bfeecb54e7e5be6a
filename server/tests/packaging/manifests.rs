//! The manifests of containers as they are read: held against the schemas of Compose and Kubernetes first, then given as JSON.
//!
//! A test that reads them begins with `needs!(ManifestSchemas)`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::{Map, Value};
use waybill_workshop::Tool;

use super::root;

/// All of them: documents by the name of their file.
static ALL: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let mut files = vec![root().join("packaging/compose/compose.yaml")];
    let folder = root().join("packaging/kubernetes").read_dir().unwrap();
    let folder = folder.map(|it| it.unwrap().path());
    files.extend(folder.filter(|it| it.extension().is_some_and(|it| it == "yaml")));
    let read = examined(&files);
    let complained = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{complained}");
    serde_json::from_slice(&read.stdout).unwrap()
});

/// Compose's file.
pub(super) fn compose() -> &'static Value {
    &ALL["compose.yaml"][0]
}

/// Every document for Kubernetes, and the kustomization.
pub(super) fn kubernetes() -> impl Iterator<Item = &'static Value> {
    let files = ALL.iter().filter(|it| it.0 != "compose.yaml");
    files.flat_map(|it| list(it.1))
}

/// Names of the files for Kubernetes.
pub(super) fn kubernetes_files() -> Vec<&'static str> {
    let names = ALL.keys().map(String::as_str);
    names.filter(|it| *it != "compose.yaml").collect()
}

/// Those of a kind.
pub(super) fn of_kind(kind: &str) -> Vec<&'static Value> {
    kubernetes().filter(|it| it["kind"] == kind).collect()
}

/// The items of a list; none where there is no list.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The text, or nothing where it is none.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn examined(files: &[PathBuf]) -> Output {
    Command::new(waybill_workshop::path(Tool::ManifestSchemas))
        .arg(root().join("server/tests/packaging/manifests.py"))
        .args(files)
        .output()
        .unwrap()
}

#[track_caller]
fn assert_refused(folder: &Path, name: &str, old: &str, new: &str) {
    let kind = if name == "compose.yaml" {
        "compose"
    } else {
        "kubernetes"
    };
    let text = super::read(&format!("packaging/{kind}/{name}"));
    assert!(text.contains(old), "{name}: {old}");
    let file = folder.join(name);
    std::fs::write(&file, text.replacen(old, new, 1)).unwrap();
    let refused = examined(&[file]);
    assert!(!refused.status.success(), "{name}: {new} is taken");
}

#[test]
fn manifests_follow_their_schemas() {
    waybill_workshop::needs!(ManifestSchemas);
    assert!(9 < kubernetes().count());
    assert!(compose()["services"].is_object());
    // What is misspelt or of the wrong kind is not overlooked.
    let folder = tempfile::tempdir().unwrap();
    for (name, old, new) in [
        ("compose.yaml", "cap_drop", "cap_dropped"),
        ("compose.yaml", "service_healthy", "service_well"),
        ("compose.yaml", "internal: true", "internal: often"),
        ("deployment.yaml", "readOnlyRootFilesystem", "readOnlyRoot"),
        ("deployment.yaml", "replicas: 2", "replicas: two"),
        ("disruption-budget.yaml", "maxUnavailable", "maxAway"),
    ] {
        assert_refused(folder.path(), name, old, new);
    }
}
