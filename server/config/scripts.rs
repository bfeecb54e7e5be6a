//! Scripts of others: where they come from and whom they talk to (specification 4, 7 and 9; security.md section 3).
//!
//! Invariant: with no configuration there are none, and no page reaches anybody else. They are for the production host alone, but for
//! the analytics and the chat, which are also for wherever there is an analytics key.

use serde::Serialize;
use url::Url;

use super::file::{ScriptTable, ScriptsTable};
use super::{ConfigError, ProfileName};

/// In the address of the analytics script: its key, which the browser fetches and writes there.
const KEY: &str = "{key}";

/// One script that signed-in pages may load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OutsideScript {
    /// What it is for.
    pub name: &'static str,
    /// Its address.
    pub src: String,
    /// Whether it is loaded only once an analytics key was fetched.
    pub needs_key: bool,
    /// Machines it talks to, and has images, styles, fonts and frames from, as a policy names them.
    #[serde(skip)]
    pub origins: Vec<String>,
}

/// Those that pages may load; `may_have_key` is whether a signed-in browser can be given an analytics key.
pub(super) fn merge(
    table: ScriptsTable,
    may_have_key: bool,
    profile: ProfileName,
) -> Result<Vec<OutsideScript>, ConfigError> {
    let needs_key = profile != ProfileName::Production;
    let mut scripts = Vec::new();
    for (name, table, comes_with_key) in [
        ("analytics", table.analytics, true),
        ("chat", table.chat, true),
        ("error_reporting", table.error_reporting, false),
        ("session_replay", table.session_replay, false),
        ("web_analytics", table.web_analytics, false),
    ] {
        let Some(table) = table else { continue };
        let script = script(name, table, needs_key)?;
        if !needs_key || (comes_with_key && may_have_key) {
            scripts.push(script);
        }
    }
    Ok(scripts)
}

fn script(
    name: &'static str,
    table: ScriptTable,
    needs_key: bool,
) -> Result<OutsideScript, ConfigError> {
    let refused = |value: &str| ConfigError::Script(name, value.to_owned());
    let address = Url::parse(&table.src).map_err(|_| refused(&table.src))?;
    if !is_safe(&address) || (name != "analytics" && table.src.contains(KEY)) {
        return Err(refused(&table.src));
    }
    for origin in &table.origins {
        if !is_origin(origin) {
            return Err(refused(origin));
        }
    }
    Ok(OutsideScript {
        name,
        src: table.src,
        needs_key,
        origins: table.origins,
    })
}

/// By https, or from this machine, for those who write one; from a host that no key has a say in.
fn is_safe(address: &Url) -> bool {
    let is_named = address
        .host_str()
        .is_some_and(|host| !host.contains(['{', '}']));
    let is_here = matches!(
        address.host_str(),
        Some("127.0.0.1" | "localhost" | "[::1]")
    );
    let has_user = !address.username().is_empty() || address.password().is_some();
    is_named
        && !has_user
        && (address.scheme() == "https" || (address.scheme() == "http" && is_here))
}

/// Whether a text may stand in a policy as one machine, or as all those below a domain.
fn is_origin(text: &str) -> bool {
    let Some((scheme, authority)) = text.split_once("://") else {
        return false;
    };
    let name = authority.strip_prefix("*.").unwrap_or(authority);
    let is_here = name.starts_with("127.0.0.1:");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':');
    (matches!(scheme, "https" | "wss") || (matches!(scheme, "http" | "ws") && is_here))
        && name.contains('.')
        && name.bytes().all(is_plain)
        && name.len() <= 253
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(src: &str, origins: &[&str]) -> ScriptTable {
        ScriptTable {
            src: src.to_owned(),
            origins: origins.iter().map(|&it| it.to_owned()).collect(),
        }
    }

    fn names(table: ScriptsTable, may_have_key: bool, profile: ProfileName) -> Vec<&'static str> {
        let scripts = merge(table, may_have_key, profile).unwrap();
        let needs_key = profile != ProfileName::Production;
        assert!(scripts.iter().all(|it| it.needs_key == needs_key));
        scripts.iter().map(|it| it.name).collect()
    }

    #[test]
    fn each_is_only_where_it_belongs() {
        let all = || ScriptsTable {
            analytics: Some(table("https://cdn.example/{key}.js", &[])),
            chat: Some(table("https://chat.example/w.js", &[])),
            error_reporting: Some(table("https://errors.example/e.js", &[])),
            session_replay: Some(table("https://replay.example/r.js", &[])),
            web_analytics: Some(table("https://stats.example/s.js", &[])),
        };
        assert!(names(all(), false, ProfileName::Dev).is_empty());
        let with_key = names(all(), true, ProfileName::Localhost);
        assert_eq!(with_key, ["analytics", "chat"]);
        assert_eq!(names(all(), false, ProfileName::Production).len(), 5);
        assert!(names(ScriptsTable::default(), true, ProfileName::Production).is_empty());
    }

    #[test]
    fn what_could_widen_a_policy_or_be_read_on_the_way_is_refused() {
        for (src, origin) in [
            ("http://cdn.example/a.js", "https://a.example"),
            ("ftp://cdn.example/a.js", "https://a.example"),
            ("https://user:pass@cdn.example/a.js", "https://a.example"),
            ("a.js", "https://a.example"),
            ("https://cdn.example/{key}.js", "https://a.example"),
            ("https://{key}.example/a.js", "https://a.example"),
            ("https://cdn.example/a.js", "*"),
            ("https://cdn.example/a.js", "https:"),
            ("https://cdn.example/a.js", "https://*"),
            (
                "https://cdn.example/a.js",
                "https://a.example; script-src *",
            ),
            ("https://cdn.example/a.js", "https://a.example/path"),
            ("https://cdn.example/a.js", "http://a.example"),
        ] {
            let table = ScriptsTable {
                chat: Some(table(src, &[origin])),
                ..ScriptsTable::default()
            };
            assert!(
                merge(table, true, ProfileName::Production).is_err(),
                "{src} {origin}"
            );
        }
        let table = ScriptsTable {
            chat: Some(table(
                "https://cdn.example/a.js",
                &["https://*.a.example", "wss://a.example:8443"],
            )),
            ..ScriptsTable::default()
        };
        assert_eq!(
            merge(table, false, ProfileName::Production).unwrap()[0]
                .origins
                .len(),
            2
        );
    }
}
