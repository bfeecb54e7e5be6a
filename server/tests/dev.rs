//! The development loop over a small project: every save is handed over, and a slip is told and survived.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made should stop the test"
)]

use std::fs;
use std::path::Path;
use std::sync::Once;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use tempfile::TempDir;
use waybill::dev::{self, Build, DevError, Events};
use waybill_bundle::{Project, npm};

/// Far beyond what a build takes; only a loop that hangs meets it.
const PATIENCE: Duration = Duration::from_mins(1);

const FILES: &[(&str, &str)] = &[
    ("package.json", "{}"),
    (
        "client/src/entry.tsx",
        "import { title } from './title.ts'\ndocument.title = title\n",
    ),
    ("client/src/title.ts", "export const title = 'first'\n"),
    (
        "client/src/routes/users.tsx",
        "export const Component = () => null\n",
    ),
    ("client/src/assets/icon.svg", "<svg/>"),
    (
        "ssr-bundle/entry.tsx",
        "import { title } from '../client/src/title.ts'\n\
         Object.assign(globalThis, { settled: () => 'true', render: () => title,\n\
         manifest: () => JSON.stringify([{ id: title, path: '/', module: null, children: [] }]) })\n",
    ),
];

struct Checkout {
    folder: TempDir,
    builds: Receiver<Build>,
    events: Events,
}

impl Checkout {
    fn started() -> Self {
        static PLATFORM: Once = Once::new();
        PLATFORM.call_once(|| {
            waybill_render::init_platform_for_tests();
            // Other tests of this process start isolates from it, so it must not come after a script.
            waybill::app::embedded_source().adopt().unwrap();
        });
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        npm::install(&Project::new(repository)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in FILES {
            write(folder.path(), path, text);
        }
        // The loop installs packages first: here, none are missing.
        write(folder.path(), "package-lock.json", r#"{"packages":{}}"#);
        std::os::unix::fs::symlink(
            repository.join("node_modules"),
            folder.path().join("node_modules"),
        )
        .unwrap();
        let (hand_over, builds) = channel();
        let inside = folder.path().join("client/src");
        let reloads = dev::start(&inside, move |build| Ok(hand_over.send(build)?)).unwrap();
        Self {
            folder,
            builds,
            events: reloads.events(),
        }
    }

    fn save(&self, path: &str, text: &str) {
        write(self.folder.path(), path, text);
    }

    fn next_build(&self) -> Build {
        self.builds.recv_timeout(PATIENCE).unwrap()
    }

    /// The next event of this kind; older news are skipped.
    async fn next_event(&mut self, name: &str) -> String {
        let start = format!("event: {name}\n");
        loop {
            let text = tokio::time::timeout(PATIENCE, frame(&mut self.events))
                .await
                .unwrap();
            let text = String::from_utf8(text.to_vec()).unwrap();
            if text.starts_with(&start) {
                return text;
            }
        }
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

async fn frame(events: &mut Events) -> Bytes {
    let frame = events.frame().await.unwrap().unwrap();
    frame.into_data().unwrap()
}

fn version(build: &Build) -> String {
    let manifest: serde_json::Value = serde_json::from_str(&build.manifest).unwrap();
    manifest["version"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_save_hands_over_new_assets_routes_and_script_and_tells_the_pages() {
    let mut checkout = Checkout::started();
    let first = checkout.next_build();
    checkout.next_event("built").await;

    checkout.save("client/src/title.ts", "export const title = 'second'\n");
    let second = checkout.next_build();

    assert!(second.script.contains("second") && second.manifest.contains(r#""id":"second""#));
    let entry = |build: &Build| {
        build
            .assets
            .iter()
            .find(|it| it.path.contains("/entry-"))
            .cloned()
            .unwrap()
    };
    assert_ne!(entry(&first).path, entry(&second).path);
    assert!(
        String::from_utf8(entry(&second).bytes)
            .unwrap()
            .contains("second")
    );
    assert_eq!(
        entry(&second).content_type,
        "text/javascript; charset=utf-8"
    );
    let told = checkout.next_event("built").await;
    assert_eq!(
        told,
        format!("event: built\ndata: {}\n\n", version(&second))
    );
}

#[tokio::test]
async fn a_slip_is_told_with_file_and_line_and_the_next_good_save_is_handed_over() {
    let mut checkout = Checkout::started();
    checkout.next_build();
    checkout.save("client/src/title.ts", "export const title = ;\n");
    let told = checkout.next_event("failed").await;
    assert!(
        told.contains("client/src/title.ts:1:21: Unexpected \";\""),
        "{told}"
    );

    checkout.save("client/src/title.ts", "export const title = 'mended'\n");
    assert!(checkout.next_build().script.contains("mended"));
}

#[tokio::test]
async fn a_bundle_that_throws_is_told_with_the_place_in_its_source() {
    let mut checkout = Checkout::started();
    checkout.next_build();
    checkout.save(
        "client/src/title.ts",
        "export const title = 'third'\nthrow new Error('no truck')\n",
    );
    let told = checkout.next_event("failed").await;
    assert!(
        told.contains("no truck") && told.contains("client/src/title.ts:2:"),
        "{told}"
    );
}

#[tokio::test]
async fn a_save_that_changes_nothing_hands_over_nothing() {
    let mut checkout = Checkout::started();
    checkout.next_build();
    checkout.next_event("built").await;
    checkout.save("client/src/title.ts", "export const title = 'first'\n");
    checkout.next_event("built").await;
    assert!(checkout.builds.try_recv().is_err());
}

#[test]
fn a_folder_without_sources_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let error = dev::start(folder.path(), |_| Ok(())).unwrap_err();
    assert!(matches!(&error, DevError::NoCheckout { .. }));
    assert!(error.to_string().contains(folder.path().to_str().unwrap()));
}
