//! What a page has the browser fetch and run before anybody uses it.

#![expect(
    clippy::unwrap_used,
    reason = "a page that names no script fails the test"
)]

use std::collections::BTreeSet;

use waybill::routes::{Auth, Route};

use crate::support::{Answer, TestApp};

/// Files and bytes (brotli) that a page may begin with.
struct Budget {
    path: &'static str,
    files: usize,
    bytes: usize,
}

/// The addresses of the scripts that a page names to be fetched.
fn scripts(page: &Answer) -> Vec<&str> {
    let mut found = Vec::new();
    for element in page.text().split('<') {
        let name = match element {
            _ if element.starts_with("script ") => " src=\"",
            _ if element.starts_with("link rel=\"modulepreload\"") => " href=\"",
            _ => continue,
        };
        let Some((_, rest)) = element.split_once(name) else {
            continue;
        };
        found.push(rest.split_once('"').unwrap().0);
    }
    found
}

/// What the browser gets of a file, in bytes. The smallest are not compressed.
fn bytes_of(app: &TestApp, script: &str) -> usize {
    let release = app.app.release();
    let asset = release.assets.get(script).unwrap();
    let coded = asset.encoded.iter().find(|(coding, _)| *coding == "br");
    coded.map_or(&asset.identity, |(_, bytes)| bytes).len()
}

fn assert_fits(app: &TestApp, page: &Answer, budget: &Budget) {
    assert_eq!(page.status(), 200, "{}", budget.path);
    let scripts = scripts(page);
    let bytes: usize = scripts.iter().map(|it| bytes_of(app, it)).sum();
    assert!(!scripts.is_empty(), "{}", budget.path);
    assert!(
        scripts.len() <= budget.files && bytes <= budget.bytes,
        "{} begins with {} scripts of {bytes} bytes",
        budget.path,
        scripts.len()
    );
}

#[tokio::test]
async fn guest_pages_begin_with_one_small_script() {
    let app = TestApp::new().await;
    for path in ["/login", "/register", "/login?redirect_uri=%2Fcontacts"] {
        let page = app.anonymous().open(path).await;
        let (files, bytes) = (1, 2_000);
        assert_fits(&app, &page, &Budget { path, files, bytes });
    }
}

#[tokio::test]
async fn signed_in_pages_fit_their_budgets() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for (path, files, bytes) in [
        ("/dashboard", 5, 162_000),
        ("/contacts?page=1", 6, 169_000),
        ("/contacts/create", 8, 184_000),
    ] {
        let page = ada.open(path).await;
        assert_fits(&app, &page, &Budget { path, files, bytes });
    }
}

/// Adds the files that each screen below `route` begins with, by its id.
fn add_screens(
    route: &Route,
    outer: &BTreeSet<String>,
    found: &mut Vec<(String, BTreeSet<String>)>,
) {
    let mut files = outer.clone();
    files.extend(route.modules.iter().cloned());
    if route.children.is_empty() && route.auth == Some(Auth::Required) && route.redirect.is_none() {
        found.push((route.id.clone(), files));
        return;
    }
    for child in &route.children {
        add_screens(child, &files, found);
    }
}

#[tokio::test]
async fn no_screen_begins_with_more_than_eight_files() {
    let app = TestApp::new().await;
    let release = app.app.release();
    let entry = &release.manifest.entry;
    let mut every = BTreeSet::from([entry.script.clone()]);
    every.extend(entry.imports.iter().cloned());
    let mut screens = Vec::new();
    for route in &release.manifest.routes {
        add_screens(route, &every, &mut screens);
    }
    assert!(screens.len() > 50, "{}", screens.len());
    screens.retain(|(_, files)| files.len() > 8);
    assert!(screens.is_empty(), "{screens:#?}");
}

#[tokio::test]
async fn a_guest_page_names_the_files_of_its_application() {
    let app = TestApp::new().await;
    let page = app.anonymous().open("/login").await;
    let named = |attribute: &str| {
        let (_, rest) = page.text().split_once(attribute).unwrap();
        rest.split_once('"').unwrap().0
    };
    assert_eq!(
        named(" data-application=\""),
        app.app.release().manifest.entry.script
    );
    let modules: Vec<&str> = named(" data-modules=\"").split(' ').collect();
    assert!(modules.iter().any(|it| it.starts_with("/assets/login-")));
    for module in modules {
        assert!(bytes_of(&app, module) > 0, "{module}");
    }
}

#[tokio::test]
async fn a_guest_page_that_was_not_drawn_begins_with_the_application() {
    let app = TestApp::new().await;
    app.app.pool.shutdown();
    let page = app.anonymous().open("/login").await;
    assert_eq!(page.shell(), Some("stopped"));
    let entry = &app.app.release().manifest.entry.script;
    assert!(scripts(&page).contains(&entry.as_str()));
}
