//! The `WAYBILL_*` variables of the process.
//!
//! Invariant: such a variable is a setting, or the start is refused: a slip would otherwise go unnoticed, where the file's is refused.
//! Those of the tests and of their tools are none, and neither are those that container platforms make of a service's name.

use std::ffi::OsString;

use super::nearest::{hint, nearest};

/// What all of them begin with.
const OURS: &str = "WAYBILL_";

/// What those of the tests go on with.
const OF_TESTS: [&str; 2] = ["TEST_", "E2E_"];

/// Tools that tests and benchmarks are told of; the program they start inherits them.
const OF_TOOLS: [&str; 3] = ["BIN", "CHROMIUM", "FIREBASE_TOOLS"];

/// What is wrong with the variables, if anything is. `known` are the names of the settings'.
pub(super) fn refusal(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &[String],
) -> Option<String> {
    let mut unknown: Vec<String> = variables
        .filter_map(|(name, value)| {
            let name = name.to_string_lossy().into_owned();
            let rest = name.strip_prefix(OURS)?;
            let is_setting = known.contains(&name);
            let is_other = is_of_tests(rest) || is_of_platform(rest, &value.to_string_lossy());
            (!is_setting && !is_other).then_some(name)
        })
        .collect();
    unknown.sort();
    let first = unknown.first()?;
    // What all have in common makes none closer.
    let rests = known.iter().filter_map(|it| it.strip_prefix(OURS));
    let meant = nearest(first.strip_prefix(OURS)?, rests);
    let meant = meant.map(|rest| format!("{OURS}{rest}"));
    let hint = hint(
        meant.as_deref(),
        "; `waybill --help` lists the variables, and the configuration file has the other settings",
    );
    Some(format!("unknown variable `{first}`{hint}"))
}

fn is_of_tests(rest: &str) -> bool {
    OF_TESTS.iter().any(|it| rest.starts_with(it)) || OF_TOOLS.contains(&rest)
}

/// Kubernetes and Docker links set these for each service, so also for one that is called `waybill` or `waybill-…`.
fn is_of_platform(rest: &str, value: &str) -> bool {
    let words: Vec<&str> = rest.split('_').collect();
    let has_pair = |first: &str, is_second: fn(&str) -> bool| {
        let mut pairs = words.windows(2);
        pairs.any(|it| it[0] == first && is_second(it[1]))
    };
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    has_pair("SERVICE", |it| matches!(it, "HOST" | "PORT"))
        || has_pair("PORT", is_number)
        || (words.last() == Some(&"PORT") && value.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, value: &str) -> Option<String> {
        let known = ["WAYBILL_LISTEN", "WAYBILL_DATABASE_URL"].map(str::to_owned);
        refusal([(name.into(), value.into())].into_iter(), &known)
    }

    #[test]
    fn unknown_variables_are_refused_with_the_nearest() {
        assert_eq!(
            refused("WAYBILL_LISSTEN", "x").as_deref(),
            Some("unknown variable `WAYBILL_LISSTEN`; did you mean `WAYBILL_LISTEN`?")
        );
        let said = refused("WAYBILL_DATABASE", "x").unwrap();
        assert!(said.contains("`waybill --help`"), "{said}");
        for name in ["WAYBILL_", "WAYBILL_PORT", "WAYBILL_listen"] {
            assert!(refused(name, "9090").is_some(), "{name}");
        }
    }

    #[test]
    fn variables_of_others_are_left_alone() {
        for (name, value) in [
            ("WAYBILL_LISTEN", "127.0.0.1:1"),
            ("WAYBILLS", "x"),
            ("PATH", "x"),
            ("WAYBILL_TEST_REQUIRE", "all"),
            ("WAYBILL_E2E_HOST", "elsewhere.test"),
            ("WAYBILL_BIN", "x"),
            ("WAYBILL_SERVICE_HOST", "10.0.0.1"),
            ("WAYBILL_SERVICE_PORT_HTTP", "80"),
            ("WAYBILL_PORT", "tcp://10.0.0.1:80"),
            ("WAYBILL_PORT_80_TCP_ADDR", "10.0.0.1"),
            ("WAYBILL_ADMIN_SERVICE_PORT", "9090"),
        ] {
            assert_eq!(refused(name, value), None, "{name}");
        }
    }
}
