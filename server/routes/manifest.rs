//! The route manifest as the build writes it. Data only: what matches what is the matcher's business.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::form::Form;

/// Everything the server knows of the client's build.
#[derive(Clone, Debug, Deserialize)]
pub struct Manifest {
    /// Hash of all build outputs; a new one means a new release.
    pub version: String,
    /// The route tree. The order of siblings decides between routes of equal rank.
    pub routes: Vec<Route>,
    /// What every document loads.
    pub entry: Entry,
}

impl Manifest {
    /// Reads `manifest.json`.
    ///
    /// # Errors
    ///
    /// When the text is not the manifest's JSON; the build and the server then differ in version.
    pub fn parse(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }
}

/// One route of the tree, as declared in `client/src/routes.tsx`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Route {
    /// Unique in the tree.
    pub id: String,
    /// Pattern relative to the parent's, or absolute and then beginning with it. None for a layout or an index route.
    #[serde(default)]
    pub path: Option<String>,
    /// Whether this is the page at its parent's own address.
    #[serde(default)]
    pub index: bool,
    /// Whether static segments match only in the case written.
    #[serde(default)]
    pub case_sensitive: bool,
    /// Who may open it. None for a layout: its children say.
    #[serde(default)]
    pub auth: Option<Auth>,
    /// Title of the document in English, without the product's name.
    #[serde(default)]
    pub title: Option<String>,
    /// The same by language (BCP 47), for other languages.
    #[serde(default)]
    pub titles: BTreeMap<String, String>,
    /// Member of the need `record` that names it, and takes the place of the title.
    #[serde(default)]
    pub named: Option<String>,
    /// HTTP status of the document.
    #[serde(default = "ok")]
    pub status: u16,
    /// Path to which this route is redirected; such a route is never rendered.
    #[serde(default)]
    pub redirect: Option<String>,
    /// Need key → URI template (RFC 6570) of the request that answers it.
    #[serde(default)]
    pub needs: BTreeMap<String, String>,
    /// The form that the server reads without script.
    #[serde(default)]
    pub form: Option<Form>,
    /// URI template (RFC 6570) that a form without fields is posted to.
    #[serde(default)]
    pub runs: Option<String>,
    /// URLs of the scripts that the route loads beyond the entry's own, each once.
    #[serde(default)]
    pub modules: Vec<String>,
    /// Nested routes; empty for a leaf.
    #[serde(default)]
    pub children: Vec<Self>,
}

/// Who may open a route.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Auth {
    /// Everyone.
    Public,
    /// Signed-in visitors only.
    Required,
    /// Visitors without a session only: the sign-in and registration pages.
    Guest,
}

/// What every document loads, as URLs under `/assets/`.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// The entry module.
    pub script: String,
    /// Its static imports, to be preloaded.
    pub imports: Vec<String>,
    /// What a page for guests starts with: it fetches the entry module when the page is used.
    #[serde(default)]
    pub guest: Option<String>,
    /// Its style sheets.
    pub styles: Vec<String>,
    /// The fonts that every page begins with.
    pub fonts: Vec<String>,
    /// The icon.
    pub icon: Option<String>,
}

fn ok() -> u16 {
    200
}
