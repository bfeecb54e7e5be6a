//! What of HTML is left in a mail.

use waybill_services::mail::sanitise::{mail, template, text_of};

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(mail(html), expected);
}

#[test]
fn what_runs_is_gone() {
    check("a<script>alert(1)</script>b", "ab");
    check("<p onclick=\"x()\">a</p>", "<p>a</p>");
    check(
        "<form action=\"https://x.example\"><input name=a>b</form>",
        "b",
    );
    check("<a href=\"javascript:alert(1)\">a</a>", "<a>a</a>");
    check("<a href=\" jAvaScript:alert(1)\">a</a>", "<a>a</a>");
    check("<iframe src=\"https://x.example\"></iframe>", "");
    check("<svg><script>x</script></svg>", "");
    check("<style>p { color: red }</style><p>a</p>", "<p>a</p>");
    check("<img src=x onerror=alert(1)>", "<img>");
}

#[test]
fn images_come_safely_or_with_the_mail() {
    check(
        "<img src=\"cid:logo\" alt=\"Logo\">",
        "<img src=\"cid:logo\" alt=\"Logo\">",
    );
    check("<img src=\"http://x.example/a.png\">", "<img>");
    check("<img src=\"data:image/png;base64,AA==\">", "<img>");
}

#[test]
fn tables_and_listed_styles_stay() {
    check(
        "<table width=\"600\"><tr><td style=\"color:red;position:fixed\">a</td></tr></table>",
        "<table width=\"600\"><tbody><tr><td style=\"color:red\">a</td></tr></tbody></table>",
    );
    check(
        "<p style=\"background-color:url(https://x.example)\">a</p>",
        "<p>a</p>",
    );
}

#[test]
fn a_merge_field_is_a_link_in_a_template_only() {
    let html = "<a href=\"{{link}}\">a</a>";
    assert_eq!(template(html), html);
    assert_eq!(mail(html), "<a>a</a>");
    assert_eq!(template("<a href=\"/path\">a</a>"), "<a>a</a>");
}

#[test]
fn cleaning_what_is_clean_changes_nothing() {
    let once = template(
        "<p>{{contact.name|A &amp; B}} &lt; 3 <a href=\"https://x.example/{{code}}\">x</a></p>",
    );
    assert_eq!(template(&once), once);
}

#[test]
fn text_keeps_words_and_links() {
    let text = text_of("<h1>Hello</h1><p>Open <a href=\"https://x.example/y\">this</a>.</p>");
    assert!(text.contains("Hello"), "{text}");
    assert!(text.contains("https://x.example/y"), "{text}");
}

#[test]
fn a_long_link_stays_whole_in_the_text() {
    let link = format!(
        "https://waybill.example/register?invite={}",
        "0123456789abcdef".repeat(8)
    );
    let html = format!(
        "<table><tbody><tr><td><p>Open <a href=\"{link}\">the invitation</a>, or copy {link} into your browser.</p></td></tr></tbody></table>"
    );
    let text = text_of(&html);
    assert_eq!(text.matches(&link).count(), 2, "{text}");
}
