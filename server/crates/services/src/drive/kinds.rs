//! Kinds of content: what a content is by its first bytes, and whether the name that it goes by says so.
//!
//! Invariant: a name with a known extension never stands for content of another kind. Only what a browser shows without
//! running anything is ever shown in place.

/// How much of a content is looked at.
pub const HEAD_BYTES: usize = 16 * 1024;

/// What is said of content that is nothing known.
const UNKNOWN: &str = "application/octet-stream";

/// Media types that a browser may show in place (hostile inputs P06: no SVG, no HTML).
const SHOWN: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "application/pdf",
];

/// What content under a known extension has to look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// One of these media types, as its first bytes show.
    Of(&'static [&'static str]),
    /// Text.
    Text,
    /// The container of old office documents and of Outlook's messages.
    Compound,
}

/// The first bytes of a compound file ([MS-CFB] section 2.2).
const COMPOUND: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

const ZIP: &str = "application/zip";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
const ODP: &str = "application/vnd.oasis.opendocument.presentation";

/// Extension, media type, and what the content has to look like.
const KNOWN: &[(&str, &str, Look)] = &[
    ("pdf", "application/pdf", Look::Of(&["application/pdf"])),
    ("png", "image/png", Look::Of(&["image/png"])),
    ("jpg", "image/jpeg", Look::Of(&["image/jpeg"])),
    ("jpeg", "image/jpeg", Look::Of(&["image/jpeg"])),
    ("gif", "image/gif", Look::Of(&["image/gif"])),
    ("webp", "image/webp", Look::Of(&["image/webp"])),
    ("tif", "image/tiff", Look::Of(&["image/tiff"])),
    ("tiff", "image/tiff", Look::Of(&["image/tiff"])),
    ("bmp", "image/bmp", Look::Of(&["image/bmp"])),
    ("heic", "image/heif", Look::Of(&["image/heif"])),
    ("zip", ZIP, Look::Of(&[ZIP])),
    (
        "7z",
        "application/x-7z-compressed",
        Look::Of(&["application/x-7z-compressed"]),
    ),
    (
        "rar",
        "application/vnd.rar",
        Look::Of(&["application/vnd.rar"]),
    ),
    ("gz", "application/gzip", Look::Of(&["application/gzip"])),
    // The first entries of an archive do not always tell what it holds.
    ("docx", DOCX, Look::Of(&[DOCX, ZIP])),
    ("xlsx", XLSX, Look::Of(&[XLSX, ZIP])),
    ("pptx", PPTX, Look::Of(&[PPTX, ZIP])),
    ("odt", ODT, Look::Of(&[ODT, ZIP])),
    ("ods", ODS, Look::Of(&[ODS, ZIP])),
    ("odp", ODP, Look::Of(&[ODP, ZIP])),
    ("doc", "application/msword", Look::Compound),
    ("xls", "application/vnd.ms-excel", Look::Compound),
    ("ppt", "application/vnd.ms-powerpoint", Look::Compound),
    ("msg", "application/vnd.ms-outlook", Look::Compound),
    ("rtf", "application/rtf", Look::Of(&["application/rtf"])),
    ("mp4", "video/mp4", Look::Of(&["video/mp4", "video/x-m4v"])),
    ("mov", "video/quicktime", Look::Of(&["video/quicktime"])),
    ("txt", "text/plain", Look::Text),
    ("log", "text/plain", Look::Text),
    ("md", "text/markdown", Look::Text),
    ("csv", "text/csv", Look::Text),
    ("tsv", "text/tab-separated-values", Look::Text),
    ("json", "application/json", Look::Text),
    ("xml", "application/xml", Look::Text),
    ("html", "text/html", Look::Text),
    ("htm", "text/html", Look::Text),
    ("svg", "image/svg+xml", Look::Text),
    ("eml", "message/rfc822", Look::Text),
    ("edi", "application/edifact", Look::Text),
    ("ics", "text/calendar", Look::Text),
    ("vcf", "text/vcard", Look::Text),
];

/// The media type of content that begins with `head` and is to be called `name`, or why it cannot be called so.
pub fn recognise(name: &str, head: &[u8]) -> Result<&'static str, String> {
    let looks = look(head);
    let Some((extension, mime, wanted)) = known(name) else {
        return Ok(match looks {
            Seen::Type(mime) => mime,
            Seen::Text => "text/plain",
            Seen::Compound | Seen::Nothing => UNKNOWN,
        });
    };
    let agrees = match (wanted, looks) {
        (Look::Of(types), Seen::Type(mime)) => types.contains(&mime),
        (Look::Text, Seen::Text) | (Look::Compound, Seen::Compound) => true,
        _ => false,
    };
    if agrees {
        Ok(mime)
    } else {
        Err(format!("The content does not match .{extension}."))
    }
}

/// Whether content of the media type may be called `name`.
pub fn fits(name: &str, mime: &str) -> bool {
    let Some((_, wanted, look)) = known(name) else {
        return true;
    };
    let is_like = |(_, other, other_look): &&(&str, &str, Look)| {
        *other == mime && *other_look == look && !matches!(look, Look::Of(_))
    };
    wanted == mime || KNOWN.iter().find(is_like).is_some()
}

/// Whether a browser may show it in place.
pub fn is_shown(mime: &str) -> bool {
    SHOWN.contains(&mime)
}

fn known(name: &str) -> Option<(&'static str, &'static str, Look)> {
    let (_, extension) = name.rsplit_once('.')?;
    KNOWN
        .iter()
        .find(|(it, ..)| it.eq_ignore_ascii_case(extension))
        .copied()
}

enum Seen {
    Type(&'static str),
    Text,
    Compound,
    Nothing,
}

fn look(head: &[u8]) -> Seen {
    if head.starts_with(&COMPOUND) {
        return Seen::Compound;
    }
    match infer::get(head).map(|it| it.mime_type()) {
        // What is known by a word at its beginning is text all the same.
        Some("text/html" | "text/xml" | "text/x-shellscript") | None if is_text(head) => Seen::Text,
        Some(mime) => Seen::Type(mime),
        None => Seen::Nothing,
    }
}

/// Text of any of the usual encodings has no control characters but those that break and end lines. UTF-16 begins with its
/// mark.
fn is_text(head: &[u8]) -> bool {
    let is_utf16 = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    is_utf16
        || head
            .iter()
            .all(|byte| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C))
}
