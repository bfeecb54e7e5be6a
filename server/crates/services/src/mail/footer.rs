//! What stands under every mail of a company.

use super::merge::escape_html;
use super::outbox::NewMail;

/// Puts the company's footer, a text of several lines, under the mail.
pub fn put_under(mail: &mut NewMail, footer: &str) {
    if footer.is_empty() {
        return;
    }
    mail.text = format!("{}\n\n{footer}\n", mail.text.trim_end());
    if !mail.html.is_empty() {
        let lines: Vec<String> = footer.lines().map(escape_html).collect();
        mail.html
            .push_str("<p style=\"color:#5a6472;font-size:13px;margin:24px 0 0\">");
        mail.html.push_str(&lines.join("<br>"));
        mail.html.push_str("</p>");
    }
}
