//! A small project through the real esbuild: what comes out, and what an author is told when nothing does.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made should stop the test"
)]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use waybill_bundle::{BuildError, Bundles, Mode, Project, build, manifest, npm, types};

const FILES: &[(&str, &str)] = &[
    ("package.json", r#"{"type":"module"}"#),
    (
        "client/src/entry.tsx",
        "import './styles/app.css'\nimport { routes } from './routes.tsx'\nimport { title } from './title.ts'\n\
         document.title = title\nObject.assign(globalThis, { routes })\n",
    ),
    (
        "client/src/routes.tsx",
        "export const routes = [{ id: 'users', lazy: () => import('./routes/users.tsx') }, \
         { id: 'roles', lazy: () => import('./routes/roles.tsx') }]\n",
    ),
    (
        "client/src/title.ts",
        "export const title: string = 'Waybill'\n",
    ),
    (
        "client/src/table.ts",
        "export const table = (rows: string[]) => rows.join('; ')\n",
    ),
    (
        "client/src/routes/users.tsx",
        "import { table } from '../table.ts'\nimport { title } from '../title.ts'\nimport truck from '../assets/truck.svg'\n\
         export const Component = () => table([title, truck])\n",
    ),
    (
        "client/src/routes/roles.tsx",
        "import { table } from '../table.ts'\nexport const Component = () => table([process.env.NODE_ENV ?? ''])\n",
    ),
    (
        "client/src/assets.d.ts",
        "declare module '*.svg' { const url: string; export default url }\ndeclare module '*.css'\n\
         declare const process: { env: Record<string, string | undefined> }\n",
    ),
    ("client/src/styles/app.css", "body { margin: 0 }\n"),
    (
        "client/src/assets/truck.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>",
    ),
    (
        "client/src/assets/icon.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
    ),
    (
        "ssr-bundle/entry.tsx",
        "import { routes } from '../client/src/routes.tsx'\nObject.assign(globalThis, { routes, node: process.env.NODE_ENV })\n",
    ),
];

const ROUTES: &str = r#"[{"id":"root","module":null,"children":[
    {"id":"users","module":"client/src/routes/users.tsx"},{"id":"roles","module":"client/src/routes/roles.tsx"}]}]"#;

/// The fixture has no types of Node and of assets, so it is checked less strictly than the product.
const BASE: &str = r#"{"compilerOptions":{"target":"ES2024","module":"ESNext","moduleResolution":"bundler","strict":true,"jsx":"react-jsx",
    "allowImportingTsExtensions":true,"noUncheckedSideEffectImports":false,"types":[]}}"#;

struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        npm::install(&Project::new(&repository)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let packages = fs::canonicalize(repository.join("node_modules")).unwrap();
        std::os::unix::fs::symlink(packages, folder.path().join("node_modules")).unwrap();
        let fixture = Self { folder };
        for (path, text) in FILES {
            fixture.write(path, text);
        }
        fixture
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn project(&self) -> Project {
        Project::new(self.folder.path())
    }

    fn build(&self, mode: Mode) -> Result<Bundles, BuildError> {
        build(&self.project(), mode, &self.folder.path().join("out"))
    }
}

fn served<'a>(bundles: &'a Bundles, stem: &str) -> Vec<&'a str> {
    let paths = bundles.browser.assets.iter().map(|it| it.path.as_str());
    paths
        .filter(|path| path.starts_with(&format!("/assets/{stem}-")))
        .collect()
}

#[test]
fn every_browser_file_has_a_hashed_name_and_no_source_map_is_served() {
    let bundles = Fixture::new().build(Mode::Release).unwrap();
    for stem in ["entry", "users", "roles", "truck", "icon"] {
        assert!(!served(&bundles, stem).is_empty(), "{stem}");
    }
    let paths = bundles.browser.assets.iter().map(|it| it.path.as_str());
    assert_eq!(paths.filter(|path| path.contains(".map")).count(), 0);
}

#[test]
fn source_maps_stay_in_the_output_folder() {
    let fixture = Fixture::new();
    let bundles = fixture.build(Mode::Release).unwrap();
    let script = served(&bundles, "users")[0].trim_start_matches("/assets/");
    let map = fixture
        .folder
        .path()
        .join(format!("out/browser/{script}.map"));
    assert!(
        fs::read_to_string(map)
            .unwrap()
            .contains("routes/users.tsx")
    );
}

#[test]
fn an_asset_has_the_same_url_on_the_server_and_in_the_browser() {
    let bundles = Fixture::new().build(Mode::Release).unwrap();
    let truck = served(&bundles, "truck");
    assert_eq!(truck.len(), 1);
    assert!(bundles.ssr.script.contains(truck[0]));
}

#[test]
fn the_server_gets_one_script_with_all_lazy_modules_and_the_production_define() {
    let bundles = Fixture::new().build(Mode::Development).unwrap();
    let script = &bundles.ssr.script;
    assert!(script.contains("\"production\"") && !script.contains("process.env"));
    assert!(script.contains(".join(\"; \")") && !script.contains("import("));
}

#[test]
fn the_manifest_lists_what_each_route_loads_beyond_the_entry() {
    let bundles = Fixture::new().build(Mode::Release).unwrap();
    let manifest = manifest::join(ROUTES, &bundles).unwrap();
    let json: serde_json::Value = serde_json::from_str(&manifest.json).unwrap();
    let modules = |index: usize| json["routes"][0]["children"][index]["modules"].clone();
    let users = modules(0).as_array().unwrap().clone();
    assert_eq!(users[0], served(&bundles, "users")[0]);
    let shared = users
        .iter()
        .find(|it| modules(1).as_array().unwrap().contains(it));
    assert!(shared.is_some(), "the table is in a chunk of its own");
    let entry: Vec<_> = json["entry"]["imports"].as_array().unwrap().clone();
    assert!(!entry.is_empty() && users.iter().all(|it| !entry.contains(it)));
    assert_eq!(
        json["entry"]["script"],
        served(&bundles, "entry")
            .into_iter()
            .find(|it| it.contains(".js"))
            .unwrap()
    );
    assert_eq!(json["entry"]["icon"], served(&bundles, "icon")[0]);
    assert_eq!(json["version"], manifest.version);
}

#[test]
fn the_version_changes_with_a_source_and_only_then() {
    let fixture = Fixture::new();
    let version = || {
        let bundles = fixture.build(Mode::Release).unwrap();
        manifest::join(ROUTES, &bundles).unwrap().version
    };
    let before = version();
    assert_eq!(version(), before);
    fixture.write("client/src/styles/app.css", "body { margin: 1px }\n");
    assert_ne!(version(), before);
}

#[test]
fn a_syntax_error_is_reported_with_file_and_line() {
    let fixture = Fixture::new();
    fixture.write(
        "client/src/routes/roles.tsx",
        "export const Component = () => null\nexport const x = ;\n",
    );
    let error = fixture.build(Mode::Release).unwrap_err().to_string();
    assert!(
        error.starts_with("client/src/routes/roles.tsx:2:17: Unexpected \";\"\n"),
        "{error}"
    );
}

#[test]
fn a_missing_module_is_reported_with_file_and_line() {
    let fixture = Fixture::new();
    fixture.write("ssr-bundle/entry.tsx", "\nimport './nowhere.ts'\n");
    let error = fixture.build(Mode::Release).unwrap_err().to_string();
    assert!(
        error.starts_with("ssr-bundle/entry.tsx:2:7: Could not resolve \"./nowhere.ts\""),
        "{error}"
    );
}

#[test]
fn a_missing_binary_says_how_to_install_it() {
    let fixture = Fixture::new();
    fs::remove_file(fixture.folder.path().join("node_modules")).unwrap();
    let error = fixture.build(Mode::Release).unwrap_err().to_string();
    assert!(error.contains("`npm ci` installs it"), "{error}");
}

#[test]
fn the_build_is_stale_when_one_of_its_own_sources_changes_and_no_other() {
    let fixture = Fixture::new();
    fixture.write("client/src/title.test.ts", "throw new Error()\n");
    let sources = fixture
        .build(Mode::Release)
        .unwrap()
        .sources(&fixture.project());
    let has = |path: &str| sources.contains(&fixture.folder.path().join(path));
    assert!(has("client/src/title.ts") && has("client/src/styles/app.css"));
    assert!(has("client/src/assets/truck.svg") && has("ssr-bundle/entry.tsx"));
    assert!(has("package-lock.json") && has("client/package.json"));
    assert!(!has("client/src/title.test.ts"));
}

#[test]
fn a_project_is_found_from_any_folder_in_it() {
    let fixture = Fixture::new();
    let inside = fixture.folder.path().join("client/src/routes");
    assert_eq!(
        Project::around(&inside).unwrap().root(),
        fixture.folder.path()
    );
    assert!(Project::around(Path::new("/")).is_none());
}

#[test]
fn a_type_error_is_reported_with_file_and_line() {
    let fixture = Fixture::new();
    fixture.write("client/tsconfig.base.json", BASE);
    fixture.write("client/src/title.ts", "\nexport const title: string = 1\n");
    let error = types::check(&fixture.project(), &fixture.folder.path().join("out"))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("client/src/title.ts:2:14: TS2322: Type 'number'"),
        "{error}"
    );
}

#[test]
fn a_file_that_only_holds_types_makes_the_build_stale_too() {
    let fixture = Fixture::new();
    fixture.write("client/tsconfig.base.json", BASE);
    fixture.write("client/src/row.ts", "export type Row = string\n");
    fixture.write(
        "client/src/table.ts",
        "import type { Row } from './row.ts'\nexport const table = (rows: Row[]) => rows.join('; ')\n",
    );
    let read = types::check(&fixture.project(), &fixture.folder.path().join("out")).unwrap();
    let row = fs::canonicalize(fixture.folder.path().join("client/src/row.ts")).unwrap();
    assert!(read.contains(&row), "{read:?}");
    assert!(
        read.iter()
            .all(|it| !it.to_string_lossy().contains("node_modules"))
    );
}
