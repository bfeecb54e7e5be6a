//! The footer of a company, under its mails.

use waybill_services::mail::NewMail;
use waybill_services::mail::footer::put_under;

fn mail(text: &str, html: &str) -> NewMail {
    NewMail {
        text: text.to_owned(),
        html: html.to_owned(),
        ..NewMail::default()
    }
}

#[test]
fn a_footer_stands_under_text_and_html_as_it_is_written() {
    let mut both = mail("Dear Ann\n", "<p>Dear Ann</p>");
    put_under(&mut both, "Lines & Sons\nRotterdam <NL>");
    assert_eq!(both.text, "Dear Ann\n\nLines & Sons\nRotterdam <NL>\n");
    let end = "margin:24px 0 0\">Lines &amp; Sons<br>Rotterdam &lt;NL&gt;</p>";
    assert!(both.html.starts_with("<p>Dear Ann</p><p "), "{}", both.html);
    assert!(both.html.ends_with(end), "{}", both.html);
}

#[test]
fn a_mail_without_html_stays_text_and_no_footer_changes_nothing() {
    let mut text = mail("Dear Ann", "");
    put_under(&mut text, "Lines");
    assert_eq!(text.html, "");
    let before = mail("Dear Ann", "<p>Dear Ann</p>");
    let mut after = before.clone();
    put_under(&mut after, "");
    assert_eq!(after, before);
}
