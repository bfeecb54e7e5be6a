//! What a client wants of what there is: content codings and languages (RFC 9110 sections 12.5.3 and 12.5.4).

use http::HeaderMap;
use http::header::{ACCEPT_ENCODING, ACCEPT_LANGUAGE};
use waybill_services::Language;

/// The first of `offered`, best first, that the client accepts with its highest weight; `None` for the bytes as they are.
pub(super) fn coding<'a>(headers: &HeaderMap, offered: &[&'a str]) -> Option<&'a str> {
    let mut best: Option<(&str, u16)> = None;
    for coding in offered {
        let weight = weight(headers, coding);
        if best.is_none_or(|(_, other)| other < weight) && 0 < weight {
            best = Some((coding, weight));
        }
    }
    best.map(|(coding, _)| coding)
}

/// The language with the highest weight of those that the product has, the first named of equal ones; `None` when the
/// client wants others.
pub(super) fn language(headers: &HeaderMap) -> Option<Language> {
    let mut best: Option<(Language, u16)> = None;
    for value in headers.get_all(ACCEPT_LANGUAGE) {
        let Ok(value) = value.to_str() else { continue };
        for item in value.split(',') {
            let (range, parameters) = item.split_once(';').unwrap_or((item, ""));
            let weight = thousandths(parameters);
            if let Some(language) = Language::of(range.trim())
                && best.is_none_or(|(_, other)| other < weight)
                && 0 < weight
            {
                best = Some((language, weight));
            }
        }
    }
    best.map(|(language, _)| language)
}

/// Whether the client asks to be sent less (`Save-Data: on`).
pub(super) fn saves_data(headers: &HeaderMap) -> bool {
    headers
        .get("save-data")
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"on"))
}

/// Thousandths: what the client says of the coding, else of `*`, else 0.
fn weight(headers: &HeaderMap, coding: &str) -> u16 {
    let mut any = 0;
    for value in headers.get_all(ACCEPT_ENCODING) {
        let Ok(value) = value.to_str() else { continue };
        for item in value.split(',') {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let weight = thousandths(parameters);
            match name.trim() {
                name if name.eq_ignore_ascii_case(coding) => return weight,
                "*" => any = weight,
                _ => {}
            }
        }
    }
    any
}

fn thousandths(parameters: &str) -> u16 {
    let Some(q) = parameters.trim().strip_prefix("q=") else {
        return 1000;
    };
    match q.trim().parse::<f32>() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the guard keeps the product within 0 to 1000"
        )]
        Ok(q) if (0.0..=1.0).contains(&q) => (q * 1000.0) as u16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check(accepted: &str, expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::try_from(accepted).unwrap());
        assert_eq!(
            coding(&headers, &["br", "zstd", "gzip"]),
            expected,
            "{accepted}"
        );
    }

    #[test]
    fn the_best_accepted_coding_is_taken() {
        check("gzip, deflate, br, zstd", Some("br"));
        check("gzip, zstd", Some("zstd"));
        check("gzip", Some("gzip"));
        check("deflate", None);
        check("", None);
    }

    #[test]
    fn the_best_of_our_languages_is_taken() {
        for (accepted, expected) in [
            ("es-MX,es;q=0.9,en;q=0.8", Some(Language::Spanish)),
            ("de-DE,de;q=0.9,ar;q=0.8,en;q=0.7", Some(Language::Arabic)),
            ("en;q=0.3, es ; q=0.5", Some(Language::Spanish)),
            ("en, es", Some(Language::English)),
            ("es;q=0, en;q=0.1", Some(Language::English)),
            ("fr, *", None),
            ("", None),
            (";;;q=,,-", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::try_from(accepted).unwrap());
            assert_eq!(language(&headers), expected, "{accepted}");
        }
        assert_eq!(language(&HeaderMap::new()), None);
    }

    #[test]
    fn saving_data_is_asked_for_by_name() {
        let mut headers = HeaderMap::new();
        assert!(!saves_data(&headers));
        headers.insert("save-data", HeaderValue::from_static("On"));
        assert!(saves_data(&headers));
    }

    #[test]
    fn weights_and_refusals_count() {
        check("br;q=0.1, gzip", Some("gzip"));
        check("br;q=0, *", Some("zstd"));
        check("*;q=0", None);
        check("identity", None);
        check("BR", Some("br"));
        check("br;q=nonsense, gzip;q=0.2", Some("gzip"));
    }
}
