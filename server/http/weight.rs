//! The weight of a request: how much content is read of it, how long it may take, and with whom it competes.
//!
//! Nearly every request is light. Tables that are imported or exported, contents of files and photos are heavy, and there are
//! few places for heavy requests, so that they cannot keep the light ones out (security.md section 5).
//!
//! Invariant: the weight follows from method and path alone, so it is known before anything is read.

use std::time::Duration;

use http::Method;
use waybill_services::http::slash;

/// What a request may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    /// Whether it competes with other heavy ones.
    pub(super) is_heavy: bool,
    /// Most content that is read.
    pub(super) content_bytes: usize,
    /// Time for all of the content to arrive.
    pub(super) arrival: Duration,
    /// Time for the whole call, to the head of its answer.
    pub(super) call: Duration,
}

impl Weight {
    const LIGHT: Self = Self {
        is_heavy: false,
        content_bytes: 2 << 20,
        arrival: Duration::from_secs(30),
        call: Duration::from_secs(25),
    };
    /// A table that comes or goes; the service reads 20 MiB of it.
    const TABLE: Self = Self {
        is_heavy: true,
        content_bytes: 20 << 20,
        arrival: Duration::from_mins(4),
        call: Duration::from_mins(5),
    };
    /// A part of a file, or a small file; the service reads 4 MiB of it.
    const PART: Self = Self {
        content_bytes: 4 << 20,
        arrival: Duration::from_mins(2),
        ..Self::TABLE
    };

    /// Of a request to `path`.
    pub(super) fn of(method: &Method, path: &str) -> Self {
        if !path.contains("/api/v1/") {
            return Self::LIGHT;
        }
        let is_drive = path.starts_with("/drive/api/v1/");
        let path = slash::trimmed(path);
        let last = path.rsplit('/').next().unwrap_or_default();
        match *method {
            Method::POST if last == "import" || path.ends_with("/import/columns") => Self::TABLE,
            Method::GET if last == "export" => Self::TABLE,
            // It runs the report and makes a file of it.
            Method::POST if last == "deliver" => Self::TABLE,
            Method::PATCH if is_drive && path.contains("/uploads/") => Self::PART,
            Method::POST | Method::PUT if is_drive && last == "content" => Self::PART,
            // It is taken apart and drawn anew.
            Method::PUT if last == "photo" => Self::PART,
            // It reads the parts once more and stores them as one.
            Method::POST if is_drive && last == "complete" => Self::PART,
            _ => Self::LIGHT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &Method, path: &str, expected: Weight) {
        assert_eq!(Weight::of(method, path), expected, "{method} {path}");
    }

    #[test]
    fn tables_and_parts_of_files_are_heavy_and_nothing_else_is() {
        let files = "/drive/api/v1/filesystem/file";
        check(
            &Method::POST,
            "/contact/api/v1/contacts/import",
            Weight::TABLE,
        );
        check(
            &Method::POST,
            "/contact/api/v1/contacts/import/columns",
            Weight::TABLE,
        );
        check(
            &Method::GET,
            "/contact/api/v1/contacts/export",
            Weight::TABLE,
        );
        check(
            &Method::POST,
            "/report/api/v1/reportSketch/7/deliver",
            Weight::TABLE,
        );
        check(&Method::PATCH, &format!("{files}/uploads/7"), Weight::PART);
        check(
            &Method::POST,
            &format!("{files}/uploads/7/complete"),
            Weight::PART,
        );
        check(&Method::PUT, &format!("{files}/7/content"), Weight::PART);
        check(&Method::PUT, "/iam/api/v1/users/me/photo", Weight::PART);
        check(
            &Method::POST,
            "/contact/api/v1/contacts/import/",
            Weight::TABLE,
        );
        for (method, path) in [
            (&Method::POST, "/import"),
            (&Method::POST, "/contact/api/v1/contacts"),
            (&Method::PATCH, "/contact/api/v1/uploads/7"),
            (&Method::GET, "/drive/api/v1/filesystem/file/7/content"),
            (&Method::PUT, "/contact/api/v1/contacts/import"),
            (&Method::POST, "/login"),
        ] {
            check(method, path, Weight::LIGHT);
        }
    }
}
