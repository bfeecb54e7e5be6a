//! What is wrong with a command line, in one sentence.
//!
//! Invariant: it names the flag or the variable, whichever was set, and what it takes. clap names the flag alone and tells what it takes, or
//! which one was meant, in further paragraphs.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::nearest::{hint, nearest};

/// What the command line is refused with.
pub(super) fn sentence(error: &clap::Error, grammar: &clap::Command, words: &[OsString]) -> String {
    let said = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => value(error, grammar, words),
        ErrorKind::UnknownArgument => text(error, ContextKind::InvalidArg)
            .filter(|it| it.starts_with("--"))
            .map(|flag| unknown_flag(&flag, grammar)),
        ErrorKind::InvalidSubcommand => text(error, ContextKind::InvalidSubcommand).map(|name| {
            let known = grammar.get_subcommands().map(clap::Command::get_name);
            let hint = hint(
                nearest(&name, known),
                "; `waybill --help` lists the commands",
            );
            format!("unknown command `{name}`{hint}")
        }),
        _ => None,
    };
    said.unwrap_or_else(|| first_paragraph(&error.render().to_string()))
}

fn unknown_flag(flag: &str, grammar: &clap::Command) -> String {
    let flag = flag.split('=').next().unwrap_or(flag);
    let all = || std::iter::once(grammar).chain(grammar.get_subcommands());
    let flags = all().flat_map(clap::Command::get_arguments);
    let known = flags.filter_map(clap::Arg::get_long);
    let meant = nearest(flag.trim_start_matches('-'), known);
    let meant = meant.map(|it| format!("--{it}"));
    let hint = hint(meant.as_deref(), "; `waybill --help` lists the flags");
    format!("unknown flag `{flag}`{hint}")
}

fn value(error: &clap::Error, grammar: &clap::Command, words: &[OsString]) -> Option<String> {
    // As in `--isolates <COUNT>`.
    let shown = text(error, ContextKind::InvalidArg)?;
    let given = text(error, ContextKind::InvalidValue)?;
    let name = shown.split([' ', '[', '=']).next().unwrap_or(&shown);
    let all = std::iter::once(grammar).chain(grammar.get_subcommands());
    let mut flags = all.flat_map(clap::Command::get_arguments);
    let flag = name
        .strip_prefix("--")
        .and_then(|long| flags.find(|it| it.get_long() == Some(long)));
    let variable = flag.and_then(clap::Arg::get_env);
    let name = match variable {
        // A flag wins over its variable, so it is the variable's value if there is no flag.
        Some(variable) if !is_among(name, words) => variable.to_string_lossy().into_owned(),
        _ if name.is_empty() => shown,
        _ => name.to_owned(),
    };
    let wanted = wanted(error, flag);
    Some(match given.as_str() {
        "" => format!("`{name}` has no value; {wanted}"),
        given => format!("`{name}` is `{given}`; {wanted}"),
    })
}

/// What could be there instead.
fn wanted(error: &clap::Error, flag: Option<&clap::Arg>) -> String {
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
        && let Some((last, rest)) = values.split_last()
    {
        return match rest {
            [] => format!("use {last}"),
            rest => format!("use {} or {last}", rest.join(", ")),
        };
    }
    let reason = std::error::Error::source(error).map(ToString::to_string);
    let kind = flag.and_then(|it| it.get_value_names()?.first());
    match (kind.map(clap::builder::Str::as_str), reason) {
        (_, Some(reason)) if reason.contains(" is not in ") => reason,
        (Some("COUNT" | "MS"), _) => "use a whole number".to_owned(),
        (Some("ADDRESS"), _) => {
            "use an IP address with a port, for example `127.0.0.1:8080`".to_owned()
        }
        (_, reason) => reason.unwrap_or_else(|| "it needs one".to_owned()),
    }
}

fn is_among(flag: &str, words: &[OsString]) -> bool {
    words.iter().any(|word| {
        let word = word.to_string_lossy();
        word.strip_prefix(flag)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The first paragraph of clap's text on one line, without its `error:`.
fn first_paragraph(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let sentence = words.join(" ");
    sentence
        .strip_prefix("error: ")
        .unwrap_or(&sentence)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use crate::config::Arguments;

    /// With the value of a flag as if it came from its variable: the words do not name it.
    fn said(line: &str, words: &str) -> String {
        let split = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let grammar = Arguments::grammar();
        let error = grammar.clone().try_get_matches_from(split(line));
        super::sentence(&error.unwrap_err(), &grammar, &split(words))
    }

    #[test]
    fn unknown_names_are_refused_with_the_nearest() {
        for (line, sentence) in [
            (
                "waybill --lissten 127.0.0.1:1",
                "unknown flag `--lissten`; did you mean `--listen`?",
            ),
            (
                "waybill check-config --foo",
                "unknown flag `--foo`; `waybill --help` lists the flags",
            ),
            (
                "waybill --isolate=2",
                "unknown flag `--isolate`; did you mean `--isolates`?",
            ),
            (
                "waybill docter",
                "unknown command `docter`; did you mean `doctor`?",
            ),
        ] {
            assert_eq!(said(line, line), sentence);
        }
    }

    #[test]
    fn values_are_refused_by_the_name_that_was_set() {
        let line = "waybill --isolates abc";
        assert_eq!(
            said(line, line),
            "`--isolates` is `abc`; use a whole number"
        );
        assert_eq!(
            said(line, "waybill"),
            "`WAYBILL_ISOLATES` is `abc`; use a whole number"
        );
        for (line, sentence) in [
            (
                "waybill --listen everywhere",
                "`WAYBILL_LISTEN` is `everywhere`; use an IP address with a port, for example `127.0.0.1:8080`",
            ),
            (
                "waybill --log-format xml",
                "`WAYBILL_LOG_FORMAT` is `xml`; use pretty or json",
            ),
            (
                "waybill --drive-shared-folder=maybe",
                "`WAYBILL_DRIVE_SHARED_FOLDER` is `maybe`; use true or false",
            ),
        ] {
            assert_eq!(said(line, "waybill"), sentence);
        }
        let line = "waybill seed --rows 0";
        assert_eq!(said(line, line), "`--rows` is `0`; 0 is not in 1..=1000000");
        let line = "waybill backup there --keep soon";
        let sentence = said(line, line);
        assert!(
            sentence.starts_with("`--keep` is `soon`; an age is"),
            "{sentence}"
        );
    }
}
