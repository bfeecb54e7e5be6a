//! Lint: what is said of a template.

use waybill_services::mail::lint::{LintLevel, lint};
use waybill_services::mail::templates::{ContextEntity, Template, TemplateText};

fn template(subject: &str, html: &str) -> Template {
    let text = TemplateText {
        subject: subject.to_owned(),
        html: html.to_owned(),
        text: String::new(),
    };
    Template {
        languages: [("en".to_owned(), text)].into(),
        context_entity: ContextEntity::Contact,
        ..Template::default()
    }
}

#[track_caller]
fn check(subject: &str, html: &str, expected: &[(LintLevel, &str, &str)]) {
    let found = lint(&template(subject, html), "en-GB");
    let told: Vec<_> = found
        .iter()
        .map(|it| (it.level, it.pointer.as_str(), it.message.as_str()))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn a_good_template_has_no_remarks() {
    check(
        "Arrival for {{contact.displayName}}",
        "<p>Dear {{contact.firstName|Sir or Madam}}, on {{values.etaDate|soon}}</p>\
         <a href=\"https://x.example\">x</a><img src=\"cid:logo\" alt=\"Logo\">",
        &[],
    );
}

#[test]
fn fields_are_known_and_whole_or_it_is_an_error() {
    check(
        "{{user.name|}} {{ }}",
        "<p>{{contact.pin}}{{contact.phone}}</p>",
        &[
            (
                LintLevel::Error,
                "/languages/en/subject",
                "Unknown merge field user.name.",
            ),
            (
                LintLevel::Error,
                "/languages/en/subject",
                "{{ }} is not a merge field. Write it as {{path|fallback}}.",
            ),
            (
                LintLevel::Error,
                "/languages/en/html",
                "Unknown merge field contact.pin.",
            ),
            (
                LintLevel::Warning,
                "/languages/en/html",
                "contact.phone may be empty. Add a fallback.",
            ),
        ],
    );
}

#[test]
fn images_links_and_subjects_are_looked_at() {
    let html = "<p title=\"a > b\">x</p><img src=\"https://x.example/a.png\"><a href=\"http://x.example\">x</a>";
    check(
        &"long ".repeat(20),
        html,
        &[
            (
                LintLevel::Warning,
                "/languages/en/subject",
                "Mail programs cut subjects after about 78 characters.",
            ),
            (
                LintLevel::Warning,
                "/languages/en/html",
                "An image has no alternative text.",
            ),
            (
                LintLevel::Warning,
                "/languages/en/html",
                "A link does not use https.",
            ),
        ],
    );
}

#[test]
fn a_language_that_is_spoken_is_missed() {
    let found = lint(&template("a", "<p>b</p>"), "nl");
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].level, found[0].pointer.as_str()),
        (LintLevel::Warning, "/languages")
    );
}
