//! The route manifest: the routes as the SSR bundle lists them, each with the files its module needs.
//!
//! What a route says about itself (path, auth, title, needs) is passed on unread; this module adds only what is known
//! to the bundler. Invariant: every `lazy` module of a route has an output of its own.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::assets::url;
use crate::metafile::Module;
use crate::project::{Browser, Bundles};

const ENTRY: &str = "client/src/entry.tsx";

/// Why the routes and the bundle do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// `manifest()` of the SSR bundle answered something else than a list of routes.
    #[error("the routes that ssr-bundle/entry.tsx lists have an unknown shape")]
    Shape(#[source] serde_json::Error),
    /// A route names a module that no dynamic import leads to.
    #[error(
        "{module}: the route \"{route}\" has this module, but client/src/routes.tsx never imports it lazily; \
         write `module: () => import(...)` and name its file by `file` unless it is called like the route"
    )]
    Module {
        /// Id of the route.
        route: String,
        /// Its module, from the project root.
        module: String,
    },
    /// A lazy module brings a style sheet, which nothing would load.
    #[error(
        "{module}: CSS imported by a route's module is never loaded; import it from client/src/styles/app.css"
    )]
    Style {
        /// The module, from the project root.
        module: String,
    },
    /// The bundle has no entry script.
    #[error("{ENTRY}: esbuild made no script from it")]
    Entry,
}

/// A route as `manifest()` of the SSR bundle lists it.
#[derive(Debug, Deserialize)]
struct Declared {
    id: String,
    module: Option<String>,
    #[serde(default)]
    children: Vec<Self>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A route as the server reads it.
#[derive(Debug, Serialize)]
struct Route {
    id: String,
    modules: Vec<String>,
    children: Vec<Self>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    script: String,
    imports: Vec<String>,
    guest: Option<&'a str>,
    styles: Vec<String>,
    fonts: &'a [String],
    icon: &'a str,
}

#[derive(Debug, Serialize)]
struct Content<'a> {
    version: &'a str,
    routes: Vec<Route>,
    entry: Entry<'a>,
}

/// What the server reads at start.
#[derive(Debug)]
pub struct Manifest {
    /// Changes with any byte of the assets, the SSR bundle or the routes; 16 hexadecimal digits.
    pub version: String,
    /// The whole as JSON, with the version.
    pub json: String,
}

/// Adds its files to every route. `routes` is the answer of the SSR bundle's `manifest()`.
pub fn join(routes: &str, bundles: &Bundles) -> Result<Manifest, ManifestError> {
    let Bundles { browser, ssr, .. } = bundles;
    let names = browser.assets.iter().map(|it| it.path.as_bytes());
    let version = crate::digest(names.chain([routes.as_bytes(), ssr.script.as_bytes()]));
    let json = content(&version, routes, browser)?;
    Ok(Manifest { version, json })
}

fn content(version: &str, routes: &str, browser: &Browser) -> Result<String, ManifestError> {
    let declared: Vec<Declared> = serde_json::from_str(routes).map_err(ManifestError::Shape)?;
    let entry = browser.metafile.module(ENTRY).ok_or(ManifestError::Entry)?;
    let routes = declared
        .into_iter()
        .map(|route| with_files(route, browser, &entry))
        .collect::<Result<_, _>>()?;
    let content = Content {
        version,
        routes,
        entry: Entry {
            script: url(entry.file),
            imports: entry.imports.iter().copied().map(url).collect(),
            guest: browser.guest.as_ref().map(|it| it.url.as_str()),
            styles: entry.style.into_iter().map(url).collect(),
            fonts: &browser.fonts,
            icon: &browser.icon,
        },
    };
    serde_json::to_string(&content).map_err(ManifestError::Shape)
}

fn with_files(
    route: Declared,
    browser: &Browser,
    entry: &Module<'_>,
) -> Result<Route, ManifestError> {
    let modules = match &route.module {
        Some(module) => files(module, &route.id, browser, entry)?,
        None => Vec::new(),
    };
    let children = route
        .children
        .into_iter()
        .map(|child| with_files(child, browser, entry))
        .collect::<Result<_, _>>()?;
    Ok(Route {
        id: route.id,
        modules,
        children,
        rest: route.rest,
    })
}

/// URLs of a route's own module and of what it imports, without what the entry script imports anyway.
fn files(
    module: &str,
    route: &str,
    browser: &Browser,
    entry: &Module<'_>,
) -> Result<Vec<String>, ManifestError> {
    let found = browser
        .metafile
        .module(module)
        .ok_or_else(|| ManifestError::Module {
            route: route.to_owned(),
            module: module.to_owned(),
        })?;
    if found.style.is_some_and(|it| entry.style != Some(it)) {
        return Err(ManifestError::Style {
            module: module.to_owned(),
        });
    }
    Ok(std::iter::once(found.file)
        .chain(found.imports)
        .filter(|file| *file != entry.file && !entry.imports.contains(file))
        .map(url)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metafile::Metafile;

    const METAFILE: &str = r#"{
      "inputs": {},
      "outputs": {
        "../out/browser/entry-E.js": { "entryPoint": "client/src/entry.tsx", "cssBundle": "../out/browser/entry-S.css",
          "imports": [
            { "path": "../out/browser/chunk-1.js", "kind": "import-statement" },
            { "path": "../out/browser/users-U.js", "kind": "dynamic-import" } ] },
        "../out/browser/entry-S.css": { "entryPoint": "client/src/entry.tsx" },
        "../out/browser/users-U.js": { "entryPoint": "client/src/routes/users.tsx", "imports": [
            { "path": "../out/browser/chunk-1.js", "kind": "import-statement" },
            { "path": "../out/browser/chunk-2.js", "kind": "import-statement" } ] },
        "../out/browser/chunk-1.js": {},
        "../out/browser/chunk-2.js": { "imports": [
            { "path": "../out/browser/chunk-3.js", "kind": "import-statement" },
            { "path": "../out/browser/chunk-2.js", "kind": "import-statement" },
            { "path": "../out/browser/chunk-4.js", "kind": "dynamic-import" } ] },
        "../out/browser/chunk-3.js": {},
        "../out/browser/chunk-4.js": {},
        "../out/browser/styled-T.js": { "entryPoint": "client/src/routes/styled.tsx",
          "cssBundle": "../out/browser/styled-T.css" }
      }
    }"#;

    fn browser() -> Browser {
        Browser {
            assets: Vec::new(),
            metafile: Metafile::parse(METAFILE).unwrap(),
            guest: None,
            icon: "/assets/icon-I.svg".to_owned(),
            fonts: vec!["/assets/latin-L.woff2".to_owned()],
        }
    }

    fn joined(routes: &str) -> Result<Value, ManifestError> {
        content("v", routes, &browser()).map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn a_route_gets_the_static_closure_of_its_module_without_what_the_entry_imports() {
        let manifest = joined(
            r#"[{"id":"root","module":null,"children":[
                {"id":"users","path":"users","module":"client/src/routes/users.tsx","children":[]}]}]"#,
        )
        .unwrap();
        let users = &manifest["routes"][0]["children"][0];
        assert_eq!(
            users["modules"],
            serde_json::json!([
                "/assets/users-U.js",
                "/assets/chunk-2.js",
                "/assets/chunk-3.js"
            ])
        );
        assert_eq!(manifest["routes"][0]["modules"], serde_json::json!([]));
    }

    #[test]
    fn what_a_route_says_about_itself_is_kept_and_its_module_is_not() {
        let manifest = joined(
            r#"[{"id":"a","path":"a/:id","auth":"required","needs":{"n":"/x{?q}"},"module":null}]"#,
        )
        .unwrap();
        assert_eq!(
            manifest["routes"][0],
            serde_json::json!({"id":"a","path":"a/:id","auth":"required","needs":{"n":"/x{?q}"},
                "modules":[],"children":[]})
        );
    }

    #[test]
    fn the_entry_names_its_script_imports_style_sheet_fonts_and_icon() {
        let manifest = joined("[]").unwrap();
        assert_eq!(
            manifest["entry"],
            serde_json::json!({"script":"/assets/entry-E.js","imports":["/assets/chunk-1.js"],"guest":null,
                "styles":["/assets/entry-S.css"],"fonts":["/assets/latin-L.woff2"],
                "icon":"/assets/icon-I.svg"})
        );
    }

    #[test]
    fn a_route_whose_module_was_not_bundled_is_named() {
        let error = joined(r#"[{"id":"ports","module":"client/src/routes/ports.tsx"}]"#)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("client/src/routes/ports.tsx: the route \"ports\""),
            "{error}"
        );
    }

    #[test]
    fn css_that_only_a_lazy_module_imports_is_refused() {
        let error = joined(r#"[{"id":"styled","module":"client/src/routes/styled.tsx"}]"#);
        assert!(matches!(error, Err(ManifestError::Style { .. })));
    }
}
