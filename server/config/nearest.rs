//! The name that somebody meant who wrote another one.
//!
//! Invariant: a name is proposed only if few letters differ; a wrong proposal is worse than none.

/// The closest of the names, if it is close: one letter in three may differ.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.chars().count() / 3).max(1);
    let rated = known
        .into_iter()
        .map(|it| (strsim::damerau_levenshtein(name, it), it));
    let close = rated.filter(|(distance, _)| *distance <= most);
    close.min_by_key(|(distance, _)| *distance).map(|it| it.1)
}

/// `; did you mean X?`, or else `otherwise`.
pub(super) fn hint(meant: Option<&str>, otherwise: &str) -> String {
    match meant {
        Some(name) => format!("; did you mean `{name}`?"),
        None => otherwise.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_proposed_and_others_not() {
        let known = ["listen", "data_dir", "public_origin"];
        let meant = |name| nearest(name, known);
        assert_eq!(meant("lissten"), Some("listen"));
        assert_eq!(meant("data-dir"), Some("data_dir"));
        assert_eq!(meant("publicorigin"), Some("public_origin"));
        assert_eq!(meant("colour"), None);
        assert_eq!(meant(""), None);
    }
}
