//! Content codings: which of those on offer a client wants (RFC 9110 section 12.5.3).

use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

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
    fn weights_and_refusals_count() {
        check("br;q=0.1, gzip", Some("gzip"));
        check("br;q=0, *", Some("zstd"));
        check("*;q=0", None);
        check("identity", None);
        check("BR", Some("br"));
        check("br;q=nonsense, gzip;q=0.2", Some("gzip"));
    }
}
