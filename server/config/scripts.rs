//! Scripts of others: where they come from and whom they talk to (specification 4, 7 and 9; security.md section 3).
//!
//! Invariant: with no configuration there are none, and no page reaches anybody else. What is not the analytics is for the production
//! host alone; the analytics is for it, or for wherever its key is set.

use serde::Serialize;
use url::Url;

use super::file::{ScriptTable, ScriptsTable};
use super::{ConfigError, ProfileName};

/// In the address of the analytics script: its key.
const KEY: &str = "{key}";

/// One script that signed-in pages load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutsideScript {
    /// What it is for.
    pub name: &'static str,
    /// Its address.
    pub src: String,
    /// Machines it talks to, and has images, styles, fonts and frames from, as a policy names them.
    #[serde(skip)]
    pub origins: Vec<String>,
}

/// Those in force.
pub(super) fn merge(
    table: ScriptsTable,
    key: &str,
    profile: ProfileName,
) -> Result<Vec<OutsideScript>, ConfigError> {
    let mut scripts = Vec::new();
    for (name, table) in [
        ("analytics", table.analytics),
        ("chat", table.chat),
        ("error_reporting", table.error_reporting),
        ("session_replay", table.session_replay),
        ("web_analytics", table.web_analytics),
    ] {
        let Some(table) = table else { continue };
        let script = script(name, table, key)?;
        let has_key = name == "analytics" && !key.is_empty();
        if profile == ProfileName::Production || has_key {
            scripts.push(script);
        }
    }
    Ok(scripts)
}

fn script(name: &'static str, table: ScriptTable, key: &str) -> Result<OutsideScript, ConfigError> {
    let refused = |value: &str| ConfigError::Script(name, value.to_owned());
    let src = table.src.replace(KEY, key);
    let address = Url::parse(&src).map_err(|_| refused(&table.src))?;
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
        src,
        origins: table.origins,
    })
}

/// By https, or from this machine, for those who write one.
fn is_safe(address: &Url) -> bool {
    let is_here = matches!(
        address.host_str(),
        Some("127.0.0.1" | "localhost" | "[::1]")
    );
    let has_user = !address.username().is_empty() || address.password().is_some();
    !has_user && (address.scheme() == "https" || (address.scheme() == "http" && is_here))
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

    fn names(table: ScriptsTable, key: &str, profile: ProfileName) -> Vec<&'static str> {
        let scripts = merge(table, key, profile).unwrap();
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
        assert!(names(all(), "", ProfileName::Dev).is_empty());
        assert_eq!(names(all(), "k", ProfileName::Localhost), ["analytics"]);
        assert_eq!(names(all(), "", ProfileName::Production).len(), 5);
        assert!(names(ScriptsTable::default(), "k", ProfileName::Production).is_empty());
        let analytics = merge(all(), "k1", ProfileName::Io).unwrap();
        assert_eq!(analytics[0].src, "https://cdn.example/k1.js");
    }

    #[test]
    fn what_could_widen_a_policy_or_be_read_on_the_way_is_refused() {
        for (src, origin) in [
            ("http://cdn.example/a.js", "https://a.example"),
            ("ftp://cdn.example/a.js", "https://a.example"),
            ("https://user:pass@cdn.example/a.js", "https://a.example"),
            ("a.js", "https://a.example"),
            ("https://cdn.example/{key}.js", "https://a.example"),
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
                merge(table, "k", ProfileName::Production).is_err(),
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
            merge(table, "", ProfileName::Production).unwrap()[0]
                .origins
                .len(),
            2
        );
    }
}
