//! URI templates (RFC 6570): from a need's declaration to the address that answers it.
//!
//! Operators are none, `?` and `&`; in the query a variable may be exploded (`{?filter*}`), it then stands for every
//! value of its name. No value can add a segment, leave its place or reach another resource.
//! `client/src/lib/uri-template.ts` expands the same templates in the browser; both run one table.

use std::collections::BTreeSet;

use iri_string::spec::UriSpec;
use iri_string::template::context::{Context, ListVisitor, Visitor};
use iri_string::template::{Error as SyntaxError, UriTemplateStr, UriTemplateString};

use crate::routes::{Params, Query};

/// Variables that the session defines, and nothing else.
const OF_SESSION: [&str; 2] = ["userId", "companyId"];

/// A checked template. Its expansions are paths of ours with an optional query.
#[derive(Clone, Debug)]
pub struct Template {
    text: UriTemplateString,
    /// Variables that stand in the path and so must have a value.
    required: Vec<String>,
    /// Variables that stand for all values of their name.
    exploded: BTreeSet<String>,
}

/// Why a text is no [`Template`].
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// Not by RFC 6570.
    #[error("URI template `{text}`")]
    Syntax {
        /// The text.
        text: String,
        /// Where it ends to be a template.
        #[source]
        source: SyntaxError,
    },
    /// It does not begin with one slash.
    #[error("URI template `{0}` must begin with one slash")]
    NotAPath(String),
    /// An operator other than `?` and `&`, a modifier other than `*` in a query, a name of other than ASCII letters,
    /// digits and `_`, or a name both with and without `*`.
    #[error(
        "URI template `{text}` holds `{{{expression}}}`; only {{name}}, {{?name}}, {{&name}}, {{?name*}} and \
         {{&name*}} are supported, and each name in one way"
    )]
    Unsupported {
        /// The text.
        text: String,
        /// What stands between the braces.
        expression: String,
    },
}

/// Why a template has no expansion for these values: the address names no resource.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ExpandError {
    /// A variable in the path has no value, or an empty one.
    #[error("`{0}` has no value")]
    Missing(String),
    /// A value is `.` or `..` and stands as a segment of its own.
    #[error("a value is a dot segment")]
    DotSegment,
}

/// What variables stand for.
#[derive(Clone, Copy, Debug)]
pub struct Variables<'a> {
    /// Parameters of the matched path.
    pub params: &'a Params,
    /// The query; of a name that occurs more than once the first value counts, unless the variable is exploded.
    pub query: &'a Query,
    /// Whose page it is; None for a visitor.
    pub session: Option<SessionIds<'a>>,
}

/// The variables `userId` and `companyId`, which nothing in the address can define.
#[derive(Clone, Copy, Debug)]
pub struct SessionIds<'a> {
    /// Id of the signed-in user.
    pub user: &'a str,
    /// Id of the user's company.
    pub company: &'a str,
}

impl Template {
    /// Checks a template of the manifest.
    ///
    /// # Errors
    ///
    /// See [`TemplateError`].
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let parsed = UriTemplateStr::new(text).map_err(|source| TemplateError::Syntax {
            text: text.to_owned(),
            source,
        })?;
        if !text.starts_with('/') || text.starts_with("//") || text.starts_with("/{") {
            return Err(TemplateError::NotAPath(text.to_owned()));
        }
        let mut required = Vec::new();
        let (mut exploded, mut single) = (BTreeSet::new(), BTreeSet::new());
        for expression in expressions(text) {
            let variables = expression.strip_prefix(['?', '&']);
            for variable in variables.unwrap_or(expression).split(',') {
                let name = variable.strip_suffix('*').unwrap_or(variable);
                let is_exploded = name != variable;
                let other = if is_exploded { &single } else { &exploded };
                let in_path = variables.is_none();
                if !is_name(name) || (is_exploded && in_path) || other.contains(name) {
                    return Err(TemplateError::Unsupported {
                        text: text.to_owned(),
                        expression: expression.to_owned(),
                    });
                }
                if in_path {
                    required.push(name.to_owned());
                }
                let kind = if is_exploded {
                    &mut exploded
                } else {
                    &mut single
                };
                kind.insert(name.to_owned());
            }
        }
        Ok(Self {
            text: parsed.into(),
            required,
            exploded,
        })
    }

    /// Whether it addresses one thing that the page's own path names: its path ends in a variable, as
    /// `/contact/api/v1/contacts/{id}` does.
    pub fn names_one(&self) -> bool {
        let path = self.text.as_str().split(['?', '&']).next();
        let path = path.unwrap_or_default().trim_end_matches('{');
        let last = path.rsplit('/').next().unwrap_or_default();
        let name = last.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        name.is_some_and(|it| is_name(it) && !OF_SESSION.contains(&it))
    }

    /// Path and query of the request, ASCII; variables of the query that have no value are left out.
    ///
    /// # Errors
    ///
    /// See [`ExpandError`].
    pub fn expand(&self, variables: &Variables<'_>) -> Result<String, ExpandError> {
        for name in &self.required {
            if variables.value(name).is_none_or(str::is_empty) {
                return Err(ExpandError::Missing(name.clone()));
            }
        }
        let address = self
            .text
            .expand::<UriSpec, _>(&Values {
                variables,
                exploded: &self.exploded,
            })
            .expect("only a list or a map that is to be cut off cannot be expanded, and nothing is")
            .to_string();
        let path = address.split('?').next().unwrap_or_default();
        if path.split('/').any(|it| it == "." || it == "..") {
            return Err(ExpandError::DotSegment);
        }
        Ok(address)
    }
}

impl<'a> Variables<'a> {
    fn value(&self, name: &str) -> Option<&'a str> {
        match name {
            "userId" => self.session.map(|it| it.user),
            "companyId" => self.session.map(|it| it.company),
            _ => self
                .params
                .get(name)
                .or_else(|| self.query.first(name).text()),
        }
    }

    /// Every value of the name, in the order of the query; what nothing in a query can define has one at most.
    fn values(&self, name: &str) -> Vec<&'a str> {
        if OF_SESSION.contains(&name) || self.params.get(name).is_some() {
            self.value(name).into_iter().collect()
        } else {
            self.query.all(name).collect()
        }
    }
}

/// The variables as one template reads them.
struct Values<'a> {
    variables: &'a Variables<'a>,
    exploded: &'a BTreeSet<String>,
}

impl Context for Values<'_> {
    fn visit<V: Visitor>(&self, visitor: V) -> V::Result {
        let name = visitor.var_name().as_str();
        if self.exploded.contains(name) {
            let values = self.variables.values(name);
            return if values.is_empty() {
                visitor.visit_undefined()
            } else {
                visitor.visit_list().visit_items_and_finish(values)
            };
        }
        match self.variables.value(name) {
            Some(value) => visitor.visit_string(value),
            None => visitor.visit_undefined(),
        }
    }
}

/// What stands between braces, in order.
fn expressions(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|it| it.split_once('}').map(|(expression, _)| expression))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
}
