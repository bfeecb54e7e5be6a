//! `waybill migrate --dry-run` between two versions of the reference data, on both databases.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use waybill_services::Services;
use waybill_services::master::seed::load_seed;
use waybill_storage::Storage;
use waybill_storage::reference::seed::{SEA_PORTS, Seed};

use super::{run, said};
use crate::support::START;

const PORTS: &str = "\nocean ports: 1 added, 1 renamed, 1 withdrawn; 0 in use\n  \
    added: NLDOR Dordrecht\n  \
    renamed: NLVLI Flushing -> NLVLI Vlissingen\n  \
    withdrawn: NLQZA Oude Sluis\n";

/// The release before: it did not have Dordrecht, Vlissingen had another name, and it had one port more.
fn release_before() -> Seed {
    let mut text = String::new();
    for line in SEA_PORTS.text().lines() {
        let mut port: Value = serde_json::from_str(line).unwrap();
        match port["key"].as_str().unwrap() {
            "NLDOR" => {}
            "NLVLI" => {
                port["name"] = json!("Flushing");
                writeln!(text, "{port}").unwrap();
            }
            _ => writeln!(text, "{line}").unwrap(),
        }
    }
    let closed = json!({ "key": "NLQZA", "unlocode": "NLQZA", "name": "Oude Sluis", "country": "NL",
        "timezone": "Europe/Amsterdam" });
    writeln!(text, "{closed}").unwrap();
    Seed::embedded().unwrap().with(SEA_PORTS, "0.0.1", &text)
}

async fn check(folder: &Path, url: Option<&str>) {
    let parsed = url.map(|url| url.parse().unwrap());
    let data = folder.join("data");
    let now = START.parse().unwrap();
    let open = async || Storage::open_at(&data, parsed.as_ref()).await.unwrap();
    let storage = open().await;
    load_seed(&storage, release_before(), now).await.unwrap();
    storage.close().await.unwrap();
    let mut dry = vec!["migrate", "--dry-run", "--data-dir", "data"];
    dry.extend(
        url.iter()
            .flat_map(|url| ["--drive-shared-folder", "--database-url", url]),
    );

    let preview = said(&run(folder, &dry));
    assert!(
        preview.starts_with(
            "The schema is up to date.\nReference data that the next start would change:\n"
        ),
        "{preview}"
    );
    assert!(preview.contains(PORTS), "{preview}");
    assert!(!preview.contains("\nairports:"), "{preview}");
    assert_eq!(
        said(&run(folder, &dry)),
        preview,
        "saying it changes nothing"
    );

    let storage = open().await;
    Services::load_reference_data(&storage, now).await.unwrap();
    storage.close().await.unwrap();
    assert_eq!(
        said(&run(folder, &dry)),
        "The schema is up to date.\nThe reference data is up to date."
    );
}

#[tokio::test]
async fn dry_run_previews_the_reference_data_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check(folder.path(), None).await;
}

#[tokio::test]
async fn dry_run_previews_the_reference_data_on_postgres() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    check(folder.path(), Some(&url)).await;
}
