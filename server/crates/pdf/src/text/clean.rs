//! Texts without what cannot be printed.
//!
//! Invariant: the only control character left is the line feed.

/// The first `limit` characters of `text` that can be shown, and whether there are more. Each kind of line end is one line feed.
pub(super) fn clean(text: &str, limit: usize) -> (String, bool) {
    let mut shown = text
        .trim()
        .chars()
        .filter_map({
            let mut before = ' ';
            move |character| {
                let is_second = before == '\r' && character == '\n';
                before = character;
                if is_second { None } else { shown(character) }
            }
        })
        .fuse();
    let start = shown.by_ref().take(limit).collect();
    (start, shown.next().is_some())
}

fn shown(character: char) -> Option<char> {
    match character {
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        '\t' => Some(' '),
        // The mark of a file's byte order, and code points that are no characters.
        '\u{feff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' => None,
        _ => (!character.is_control()).then_some(character),
    }
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn line_ends_are_one_line_feed() {
        assert_eq!(
            clean(" a\r\nb\rc\u{2028}d ", 20),
            ("a\nb\nc\nd".to_owned(), false)
        );
    }

    #[test]
    fn control_characters_are_left_out() {
        assert_eq!(clean("a\0\u{1b}\tb\u{feff}", 20), ("a b".to_owned(), false));
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(clean("abc", 3), ("abc".to_owned(), false));
        assert_eq!(clean("abcd", 3), ("abc".to_owned(), true));
    }
}
