//! The matcher: the route tree flattened into branches and ranked once, at load.
//!
//! It gives what react-router 8.5.1's `matchRoutes` gives for the same table and path, or refuses the table.

use std::sync::Arc;

use super::manifest::{Auth, Route};
use super::matched::{Match, Params, Target};
use super::path::{Path, PathError};
use super::pattern::{self, Capture, Case, Pattern, PatternError, Reach};
use super::ranking::{self, Rank};

/// A route table ready to match. Matching allocates nothing but the values of parameters.
#[derive(Debug)]
pub struct Matcher {
    branches: Vec<Branch>,
    splat: Arc<str>,
}

/// Why a table is refused.
#[derive(Debug, thiserror::Error)]
pub enum MatcherError {
    /// A pattern that means something else in react-router than it seems to.
    #[error("route `{id}`: pattern `{pattern}`: {source}")]
    Pattern {
        /// The route.
        id: String,
        /// Its pattern.
        pattern: String,
        /// What is wrong with it.
        source: PatternError,
    },
    /// An absolute pattern that does not begin with its parents' pattern.
    #[error("route `{id}`: the absolute pattern `{pattern}` must begin with `{parent}`")]
    Outside {
        /// The route.
        id: String,
        /// Its pattern.
        pattern: String,
        /// The combined pattern of its parents.
        parent: String,
    },
    /// An index route with children.
    #[error("route `{id}`: an index route has no children")]
    IndexWithChildren {
        /// The route.
        id: String,
    },
    /// Routes with optional segments that outrank each other in a circle.
    #[error("the optional segments of this table leave no clear order between its routes")]
    Ranking,
    /// A redirect to something that is no path.
    #[error("route `{id}`: redirect to `{target}`: {source}")]
    RedirectPath {
        /// The route.
        id: String,
        /// Where it should lead.
        target: String,
        /// What is wrong with it.
        source: PathError,
    },
    /// A redirect to no page, or to a page that redirects again.
    #[error("route `{id}`: redirect to `{target}`, which is no page")]
    RedirectTarget {
        /// The route.
        id: String,
        /// Where it should lead.
        target: String,
    },
}

/// One way from the root to a route with an address of its own.
#[derive(Debug)]
struct Branch {
    patterns: Vec<Pattern>,
    target: Arc<Target>,
}

impl Matcher {
    /// Compiles the route tree of a manifest.
    ///
    /// # Errors
    ///
    /// When a pattern, an order or a redirect of the table is not clear; see [`MatcherError`].
    pub fn new(routes: &[Route]) -> Result<Self, MatcherError> {
        let mut flat = Vec::new();
        flatten(routes, &Parent::default(), &mut flat)?;
        let ranks: Vec<&Rank> = flat.iter().map(|(rank, _)| rank).collect();
        let order = ranking::order(&ranks).ok_or(MatcherError::Ranking)?;
        let mut flat: Vec<Option<Branch>> = flat.into_iter().map(|(_, it)| Some(it)).collect();
        let matcher = Self {
            branches: order
                .into_iter()
                .filter_map(|index| flat[index].take())
                .collect(),
            splat: "*".into(),
        };
        matcher.check_redirects()?;
        Ok(matcher)
    }

    /// Finds the routes for a path. `None` if there are none, not even a catch-all.
    pub fn match_path(&self, path: &Path) -> Option<Match> {
        let mut captures = Vec::new();
        self.branches.iter().find_map(|branch| {
            captures.clear();
            branch.match_path(path, &self.splat, &mut captures)?;
            let mut params = Params::default();
            for (name, text) in &captures {
                params.set(name, text);
            }
            Some(Match::new(Arc::clone(&branch.target), params))
        })
    }

    fn check_redirects(&self) -> Result<(), MatcherError> {
        for branch in &self.branches {
            let Some(path) = &branch.target.redirect else {
                continue;
            };
            let is_page = self
                .match_path(path)
                .is_some_and(|it| it.redirect().is_none() && !it.is_catch_all());
            if !is_page {
                return Err(MatcherError::RedirectTarget {
                    id: branch.target.chain[branch.target.chain.len() - 1]
                        .id
                        .clone(),
                    target: path.to_string(),
                });
            }
        }
        Ok(())
    }
}

impl Branch {
    fn match_path<'m, 'p>(
        &'m self,
        path: &'p Path,
        splat: &'m Arc<str>,
        captures: &mut Vec<Capture<'m, 'p>>,
    ) -> Option<()> {
        let mut rest = path.decoded();
        for pattern in &self.patterns {
            rest = pattern.match_prefix(rest, splat, captures)?;
        }
        Some(())
    }
}

/// Where in the tree [`flatten`] stands.
#[derive(Clone, Default)]
struct Parent {
    path: String,
    steps: Vec<Step>,
    has_optional: Optional,
}

/// Whether a pattern on the way here had optional segments, so that this is one of its several forms.
#[derive(Clone, Copy, Default, PartialEq)]
enum Optional {
    #[default]
    No,
    Yes,
}

#[derive(Clone)]
struct Step {
    route: Arc<Route>,
    relative: String,
    place: usize,
}

/// Adds the branches of `routes` in react-router's order: siblings in turn, children before their parent.
fn flatten(
    routes: &[Route],
    parent: &Parent,
    branches: &mut Vec<(Rank, Branch)>,
) -> Result<(), MatcherError> {
    for (place, route) in routes.iter().enumerate() {
        let written = route.path.as_deref().unwrap_or_default();
        pattern::check(written).map_err(|source| MatcherError::Pattern {
            id: route.id.clone(),
            pattern: written.to_owned(),
            source,
        })?;
        let shallow = Arc::new(Route {
            children: Vec::new(),
            ..route.clone()
        });
        let has_optional = if written.contains('?') {
            Optional::Yes
        } else {
            parent.has_optional
        };
        for form in pattern::explode(written) {
            let Some(relative) = relative_to(&form, parent, has_optional, &route.id)? else {
                continue;
            };
            let mut here = parent.clone();
            here.path = join(&parent.path, &relative);
            here.has_optional = has_optional;
            here.steps.push(Step {
                route: Arc::clone(&shallow),
                relative,
                place,
            });
            if !route.children.is_empty() {
                if route.index {
                    return Err(MatcherError::IndexWithChildren {
                        id: route.id.clone(),
                    });
                }
                flatten(&route.children, &here, branches)?;
            }
            if route.path.is_some() || route.index {
                branches.push(here.into_branch(route)?);
            }
        }
    }
    Ok(())
}

/// A pattern without the part that its parents have already matched; `None` for a form that does not fit this form of its
/// parents.
fn relative_to(
    form: &str,
    parent: &Parent,
    has_optional: Optional,
    id: &str,
) -> Result<Option<String>, MatcherError> {
    if !form.starts_with('/') {
        return Ok(Some(form.to_owned()));
    }
    match (form.strip_prefix(parent.path.as_str()), has_optional) {
        (Some(relative), _) => Ok(Some(relative.to_owned())),
        (None, Optional::Yes) => Ok(None),
        (None, Optional::No) => Err(MatcherError::Outside {
            id: id.to_owned(),
            pattern: form.to_owned(),
            parent: parent.path.clone(),
        }),
    }
}

impl Parent {
    fn into_branch(self, leaf: &Route) -> Result<(Rank, Branch), MatcherError> {
        let redirect = match &leaf.redirect {
            None => None,
            Some(target) => {
                Some(
                    Path::parse(target).map_err(|source| MatcherError::RedirectPath {
                        id: leaf.id.clone(),
                        target: target.clone(),
                        source,
                    })?,
                )
            }
        };
        let last = self.steps.len() - 1;
        let patterns = self
            .steps
            .iter()
            .enumerate()
            .map(|(depth, step)| {
                let case = if step.route.case_sensitive {
                    Case::Sensitive
                } else {
                    Case::Insensitive
                };
                let reach = if depth == last {
                    Reach::End
                } else {
                    Reach::Prefix
                };
                Pattern::compile(&step.relative, case, reach)
            })
            .collect();
        let places = self.steps.iter().map(|it| it.place).collect();
        let rank = Rank::new(&self.path, leaf.index, places);
        let chain: Vec<Arc<Route>> = self.steps.into_iter().map(|it| it.route).collect();
        let target = Target {
            auth: auth_of(&chain),
            chain,
            pattern: self.path,
            redirect,
        };
        Ok((
            rank,
            Branch {
                patterns,
                target: Arc::new(target),
            },
        ))
    }
}

/// Who may open the leaf of a chain; see [`Match::auth`].
fn auth_of(chain: &[Arc<Route>]) -> Auth {
    let mut said = chain.iter().rev().filter_map(|it| it.auth).peekable();
    let nearest = said.peek().copied();
    if said.any(|it| it == Auth::Required) {
        return Auth::Required;
    }
    let is_redirect = chain.last().is_some_and(|it| it.redirect.is_some());
    nearest.unwrap_or(if is_redirect {
        Auth::Public
    } else {
        Auth::Required
    })
}

/// `joinPaths` of react-router: joined by a slash, runs of slashes made one.
fn join(parent: &str, relative: &str) -> String {
    let mut joined = String::with_capacity(parent.len() + 1 + relative.len());
    for it in parent.chars().chain(['/']).chain(relative.chars()) {
        if it != '/' || !joined.ends_with('/') {
            joined.push(it);
        }
    }
    joined
}
