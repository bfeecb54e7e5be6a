//! Names of places in other languages and scripts, by which they are found and under which they are not shown.
//!
//! Invariant: they come from the seed file alone; a row that a company changes is found by them as long as its country and
//! place are the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::seed::{self, PLACE_NAMES};
use crate::folding::fold;

/// A line of the seed file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    country: String,
    /// Empty where the names are the country's.
    place: String,
    names: Vec<String>,
}

type Names = HashMap<(String, String), Vec<String>>;

/// What else the place in the country is called; of the country itself where the place is empty.
pub fn names_of(country: &str, place: &str) -> &'static [String] {
    static NAMES: LazyLock<Names> = LazyLock::new(names);
    let key = (country.to_owned(), fold(place));
    NAMES.get(&key).map_or(&[], Vec::as_slice)
}

/// The tests see to it that the file can be read.
fn names() -> Names {
    let lines: Vec<Line> = seed::parse(&PLACE_NAMES).unwrap_or_default();
    let entry = |line: Line| ((line.country, fold(&line.place)), line.names);
    lines.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shanghai_is_named_in_other_scripts() {
        let names = names_of("CN", "SHANGHAI");
        for name in ["上海", "Шанхай", "شنغهاي"] {
            assert!(names.iter().any(|it| it == name), "{name}");
        }
        assert_eq!(names_of("NL", "Shanghai"), [""; 0]);
        assert!(names_of("NL", "").iter().any(|it| it == "荷兰"));
    }
}
