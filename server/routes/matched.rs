//! What the matcher found: the routes from root to leaf, with the values of their parameters.
//!
//! A `Match` is the only thing guard, needs, document and metrics know of the path.

use std::sync::Arc;

use super::manifest::{Auth, Route};
use super::path::Path;

/// A branch of the table that ends in a route with an address of its own.
#[derive(Debug)]
pub(super) struct Target {
    /// Root first; its last element is the leaf.
    pub(super) chain: Vec<Arc<Route>>,
    /// The full pattern, such as `/settings/:port`.
    pub(super) pattern: String,
    pub(super) auth: Auth,
    pub(super) redirect: Option<Path>,
}

/// The routes that a path leads to.
#[derive(Clone, Debug)]
pub struct Match {
    target: Arc<Target>,
    params: Params,
}

impl Match {
    pub(super) fn new(target: Arc<Target>, params: Params) -> Self {
        Self { target, params }
    }

    /// The matched route itself.
    pub fn leaf(&self) -> &Route {
        let chain = self.chain();
        &chain[chain.len() - 1]
    }

    /// The routes from root to leaf, layouts included; never empty.
    pub fn chain(&self) -> &[Arc<Route>] {
        &self.target.chain
    }

    /// The full pattern, such as `/settings/:port`: the label of this page in metrics.
    pub fn pattern(&self) -> &str {
        &self.target.pattern
    }

    /// Values of the path's parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Who may open the page: the leaf's own word or its nearest ancestor's, but `Required` if any of them says so.
    ///
    /// A page of which nobody says anything needs a session; a redirect of that kind is open.
    pub fn auth(&self) -> Auth {
        self.target.auth
    }

    /// HTTP status of the page.
    pub fn status(&self) -> u16 {
        self.leaf().status
    }

    /// Where this route is redirected, if it is. The target is a page and redirects no further.
    pub fn redirect(&self) -> Option<&Path> {
        self.target.redirect.as_ref()
    }

    /// Title of the innermost route that has one, in this language; in English where there is no other.
    pub fn title(&self, language: &str) -> Option<&str> {
        self.chain().iter().rev().find_map(|it| {
            let translated = it.titles.get(language).or(it.title.as_ref());
            translated.map(String::as_str)
        })
    }

    /// Need key and URI template of all routes, root first. A key that occurs twice counts as the innermost route says.
    pub fn needs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.chain().iter().enumerate().flat_map(|(depth, route)| {
            let inner = &self.chain()[depth + 1..];
            route
                .needs
                .iter()
                .filter(|(key, _)| !inner.iter().any(|it| it.needs.contains_key(*key)))
                .map(|(key, template)| (key.as_str(), template.as_str()))
        })
    }

    /// Scripts of all routes, root first, each once.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.chain().iter().enumerate().flat_map(|(depth, route)| {
            let outer = &self.chain()[..depth];
            route
                .modules
                .iter()
                .filter(|url| !outer.iter().any(|it| it.modules.contains(url)))
                .map(String::as_str)
        })
    }

    /// Whether this is the route for addresses that no other route knows.
    pub fn is_catch_all(&self) -> bool {
        self.leaf()
            .path
            .as_deref()
            .is_some_and(|it| matches!(it, "*" | "/*"))
    }
}

/// Values of the path's parameters, decoded once. The splat's name is `*`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Params(Vec<(Arc<str>, String)>);

impl Params {
    /// The value of `name`; never empty, except for the splat.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(it, _)| *it == name)
            .map(|(_, value)| value)
    }

    /// Names and values; each name once.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, value.as_str()))
    }

    /// Of two values for one name the later, inner one stays. Like react-router, reads `%2F` in a value as a slash.
    pub(super) fn set(&mut self, name: &Arc<str>, text: &str) {
        let value = text.replace("%2F", "/");
        match self.0.iter_mut().find(|(it, _)| it == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((Arc::clone(name), value)),
        }
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Params {
    /// Parameters that stem from no path, for who expands a template without one.
    fn from_iter<T: IntoIterator<Item = (&'a str, &'a str)>>(values: T) -> Self {
        let values = values
            .into_iter()
            .map(|(name, value)| (name.into(), value.to_owned()));
        Self(values.collect())
    }
}
