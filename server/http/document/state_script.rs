//! The state script: the input of the render as text of a script element.
//!
//! Invariant: the text holds no `<`, `>` or `&` and no line separator of JavaScript, so no value in it can end the
//! element, open another or be read differently by HTML and by JSON.

/// JSON with those characters escaped. It means the same JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateScript(String);

impl StateScript {
    /// Escapes a JSON text. Outside of strings none of the characters occurs, and inside an escape is what JSON allows.
    pub(super) fn of_json(json: &str) -> Self {
        let mut escaped = String::with_capacity(json.len() + json.len() / 16);
        let mut rest = json;
        while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
            let (before, from) = rest.split_at(at);
            escaped.push_str(before);
            let mut characters = from.chars();
            escaped.push_str(match characters.next() {
                Some('<') => "\\u003c",
                Some('>') => "\\u003e",
                Some('&') => "\\u0026",
                Some('\u{2028}') => "\\u2028",
                _ => "\\u2029",
            });
            rest = characters.as_str();
        }
        escaped.push_str(rest);
        Self(escaped)
    }

    /// The text.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[track_caller]
    fn check(text: &str) {
        let value = Value::String(text.to_owned());
        let script = StateScript::of_json(&value.to_string());
        let hostile = ['<', '>', '&', '\u{2028}', '\u{2029}'];
        assert!(!script.as_str().contains(hostile), "{}", script.as_str());
        let read: Value = serde_json::from_str(script.as_str()).unwrap();
        assert_eq!(read, value);
    }

    #[test]
    fn hostile_text_stays_text() {
        for text in [
            "</script><script>alert(1)</script>",
            "</ScRiPt\t>",
            "</script\u{c}>",
            "<svg/onload=alert(1)>",
            "<!--<script>",
            "]]>",
            "&lt;&amp;",
            "\u{2028}\u{2029}",
            "\"'`${alert(1)}{{7*7}}<%= 7*7 %>",
            "\\u003c",
            "\\",
            "",
            "plain",
        ] {
            check(text);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_stays_the_same_text(text in "\\PC*|[<>&\u{2028}\u{2029}\"\\\\]*") {
            check(&text);
        }
    }
}
