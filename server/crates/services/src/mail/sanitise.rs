//! What of HTML a mail may hold: text, tables, images and links, with inline styles of a short list.
//!
//! Invariant: nothing that runs, loads or submits by itself passes: no script, no form, no handler, no style sheet. Links
//! lead to web pages, mail addresses and telephones; images come over https or with the mail itself (`cid:`).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// Tags that mail programs draw alike.
const TAGS: [&str; 45] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
];

/// Besides `ul`, which did not fit the table of one line each.
const MORE_TAGS: [&str; 1] = ["ul"];

/// Attributes of every tag.
const ATTRIBUTES: [&str; 9] = [
    "align", "bgcolor", "dir", "height", "lang", "role", "style", "title", "valign",
];

/// Style properties whose values can neither load anything nor leave the mail's own box.
const STYLES: [&str; 43] = [
    "background-color",
    "border",
    "border-bottom",
    "border-collapse",
    "border-color",
    "border-left",
    "border-radius",
    "border-right",
    "border-spacing",
    "border-style",
    "border-top",
    "border-width",
    "color",
    "direction",
    "display",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "height",
    "letter-spacing",
    "line-height",
    "list-style-type",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "max-width",
    "min-width",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "table-layout",
    "text-align",
    "text-decoration",
    "vertical-align",
    "white-space",
    "width",
    "word-break",
];

/// The HTML of a template: as [`mail`], but a merge field may stand where a link is expected.
pub fn template(html: &str) -> String {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut cleaner = cleaner();
        cleaner.url_relative(UrlRelative::Custom(Box::new(merge_field)));
        cleaner
    });
    CLEANER.clean(html).to_string()
}

/// The HTML of a mail as it leaves.
pub fn mail(html: &str) -> String {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut cleaner = cleaner();
        cleaner.url_relative(UrlRelative::Deny);
        cleaner
    });
    CLEANER.clean(html).to_string()
}

/// The text of HTML, for readers without it. Links stand behind the text as numbered notes, and no link is broken.
pub fn text_of(html: &str) -> String {
    const WIDTH: usize = 78;
    // RFC 5322 section 2.1.1, with room for what stands before a link.
    const WIDEST: usize = 900;
    const BEFORE: usize = 8;

    let text = text_within(html, WIDTH);
    if !html.contains("://") {
        return text;
    }
    // A link that somebody wrote out is a word, and a word that is too long for its line would be cut.
    let wide = text_within(html, WIDEST);
    let said = wide.lines().filter(|line| !is_note(line));
    let links = said
        .flat_map(str::split_whitespace)
        .filter(|word| word.contains("://"));
    let longest = links.map(|word| word.chars().count()).max().unwrap_or(0);
    if longest + BEFORE <= WIDTH {
        return text;
    }
    text_within(html, (longest + BEFORE).min(WIDEST))
}

/// Whether a line tells where a link leads; those are not wrapped.
fn is_note(line: &str) -> bool {
    let number = line.strip_prefix('[').and_then(|it| it.split_once("]: "));
    number.is_some_and(|(number, _)| number.bytes().all(|it| it.is_ascii_digit()))
}

fn text_within(html: &str, width: usize) -> String {
    let text = html2text::config::plain()
        .no_table_borders()
        .no_link_wrapping()
        .string_from_read(html.as_bytes(), width)
        .unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

fn merge_field(url: &str) -> Option<Cow<'_, str>> {
    url.trim_start().starts_with("{{").then_some(url.into())
}

fn cleaner() -> Builder<'static> {
    let mut cleaner = Builder::empty();
    cleaner
        .tags(TAGS.into_iter().chain(MORE_TAGS).collect())
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "noscript", "template",
        ]))
        .generic_attributes(HashSet::from(ATTRIBUTES))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("img", HashSet::from(["alt", "border", "src", "width"])),
            ("font", HashSet::from(["color", "face", "size"])),
            (
                "table",
                HashSet::from(["border", "cellpadding", "cellspacing", "width"]),
            ),
            ("col", HashSet::from(["span", "width"])),
            ("td", HashSet::from(["colspan", "rowspan", "width"])),
            (
                "th",
                HashSet::from(["colspan", "rowspan", "scope", "width"]),
            ),
        ]))
        .filter_style_properties(HashSet::from(STYLES))
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel", "cid"]))
        .link_rel(None)
        .attribute_filter(|tag, attribute, value| {
            // Elsewhere than in an image, `cid:` and, in an image, everything that is fetched openly is dropped.
            let scheme = value.trim_start().split(':').next().unwrap_or_default();
            let is_of_image = scheme.eq_ignore_ascii_case("cid");
            let passes = match (tag, attribute) {
                ("img", "src") => {
                    is_of_image || scheme.eq_ignore_ascii_case("https") || value.starts_with("{{")
                }
                ("a", "href") => !is_of_image,
                (_, "style") => !value.contains("url("),
                _ => true,
            };
            passes.then_some(value.into())
        });
    cleaner
}
