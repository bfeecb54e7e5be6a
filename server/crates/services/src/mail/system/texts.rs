//! The texts of the program's own mails.
//!
//! Invariant: a text is data. Its only markup is the table around it, which mail programs draw alike, and one button.

use super::SystemTemplate;

/// A template that the program brings along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuiltIn {
    /// What it is called in lists.
    pub(crate) name: &'static str,
    /// What it says, by language; English comes first.
    pub(crate) languages: &'static [(&'static str, Words)],
}

/// What a template says in one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// The subject.
    pub(crate) subject: &'static str,
    paragraphs: &'static [&'static str],
    /// Text on the button that leads to `link`; none when there is nowhere to go.
    button: Option<&'static str>,
    /// Below the button, small.
    note: &'static str,
}

impl Words {
    /// The HTML, with merge fields.
    pub(crate) fn html(&self) -> String {
        let mut inside = String::new();
        for paragraph in self.paragraphs {
            inside.push_str("<p style=\"margin:0 0 16px\">");
            inside.push_str(paragraph);
            inside.push_str("</p>");
        }
        if let Some(button) = self.button {
            inside.push_str(
                "<p style=\"margin:24px 0\"><a href=\"{{link}}\" style=\"background-color:#0b5cad;border-radius:6px;\
                 color:#ffffff;display:inline-block;font-weight:bold;padding:12px 20px;text-decoration:none\">",
            );
            inside.push_str(button);
            inside.push_str("</a></p>");
        }
        if !self.note.is_empty() {
            inside.push_str("<p style=\"color:#5a6472;font-size:13px;margin:0\">");
            inside.push_str(self.note);
            inside.push_str("</p>");
        }
        format!(
            "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tbody><tr>\
             <td align=\"center\" style=\"padding:24px\"><table role=\"presentation\" width=\"560\" cellpadding=\"0\" \
             cellspacing=\"0\" border=\"0\" style=\"max-width:560px\"><tbody><tr><td style=\"color:#1b2430;\
             font-family:sans-serif;font-size:15px;line-height:1.5\">{inside}</td></tr></tbody></table>\
             </td></tr></tbody></table>"
        )
    }
}

/// The template of a mail of the program.
pub(crate) fn built_in(template: SystemTemplate) -> &'static BuiltIn {
    match template {
        SystemTemplate::Invite => &INVITE,
        SystemTemplate::Verification => &VERIFICATION,
        SystemTemplate::TwoFactor => &TWO_FACTOR,
        SystemTemplate::PasswordReset => &PASSWORD_RESET,
        SystemTemplate::Notification => &NOTIFICATION,
    }
}

static INVITE: BuiltIn = BuiltIn {
    name: "Invitation",
    languages: &[
        (
            "en",
            Words {
                subject: "{{sender.name}} invites you to {{company.name}}",
                paragraphs: &[
                    "Hello {{user.name|there}},",
                    "{{sender.name}} invites you to work with {{company.name}} in Waybill.",
                ],
                button: Some("Accept the invitation"),
                note: "The link works once, until {{expiresAt}}. If you do not know {{company.name}}, ignore this mail.",
            },
        ),
        (
            "de",
            Words {
                subject: "{{sender.name}} lädt Sie zu {{company.name}} ein",
                paragraphs: &[
                    "Guten Tag {{user.name|}},",
                    "{{sender.name}} lädt Sie ein, mit {{company.name}} in Waybill zu arbeiten.",
                ],
                button: Some("Einladung annehmen"),
                note: "Der Link gilt einmal, bis {{expiresAt}}. Wenn Sie {{company.name}} nicht kennen, ist nichts zu tun.",
            },
        ),
    ],
};

static VERIFICATION: BuiltIn = BuiltIn {
    name: "Confirmation of an address",
    languages: &[
        (
            "en",
            Words {
                subject: "Confirm your e-mail address for Waybill",
                paragraphs: &[
                    "Hello {{user.name|there}},",
                    "please confirm that this address is yours.",
                ],
                button: Some("Confirm the address"),
                note: "The link works once, until {{expiresAt}}. If you did not ask for it, ignore this mail.",
            },
        ),
        (
            "de",
            Words {
                subject: "Bestätigen Sie Ihre E-Mail-Adresse für Waybill",
                paragraphs: &[
                    "Guten Tag {{user.name|}},",
                    "bitte bestätigen Sie, dass diese Adresse Ihnen gehört.",
                ],
                button: Some("Adresse bestätigen"),
                note: "Der Link gilt einmal, bis {{expiresAt}}. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.",
            },
        ),
    ],
};

static TWO_FACTOR: BuiltIn = BuiltIn {
    name: "Code for signing in",
    languages: &[
        (
            "en",
            Words {
                subject: "{{code}} is your code for Waybill",
                paragraphs: &[
                    "Hello {{user.name|there}},",
                    "your code for signing in is <strong>{{code}}</strong>.",
                ],
                button: None,
                note: "It works once, until {{expiresAt}}. Nobody at Waybill will ever ask you for it.",
            },
        ),
        (
            "de",
            Words {
                subject: "{{code}} ist Ihr Code für Waybill",
                paragraphs: &[
                    "Guten Tag {{user.name|}},",
                    "Ihr Code für die Anmeldung ist <strong>{{code}}</strong>.",
                ],
                button: None,
                note: "Er gilt einmal, bis {{expiresAt}}. Niemand von Waybill wird Sie je danach fragen.",
            },
        ),
    ],
};

static PASSWORD_RESET: BuiltIn = BuiltIn {
    name: "New password",
    languages: &[
        (
            "en",
            Words {
                subject: "Choose a new password for Waybill",
                paragraphs: &[
                    "Hello {{user.name|there}},",
                    "somebody asked for a new password for your account.",
                ],
                button: Some("Choose a password"),
                note: "The link works once, until {{expiresAt}}. If it was not you, ignore this mail: your password stays.",
            },
        ),
        (
            "de",
            Words {
                subject: "Wählen Sie ein neues Passwort für Waybill",
                paragraphs: &[
                    "Guten Tag {{user.name|}},",
                    "für Ihr Konto wurde ein neues Passwort angefordert.",
                ],
                button: Some("Passwort wählen"),
                note: "Der Link gilt einmal, bis {{expiresAt}}. Wenn Sie es nicht waren, ist nichts zu tun: Ihr Passwort bleibt.",
            },
        ),
    ],
};

static NOTIFICATION: BuiltIn = BuiltIn {
    name: "Notification",
    languages: &[
        (
            "en",
            Words {
                subject: "{{title}}",
                paragraphs: &["Hello {{user.name|there}},", "{{body}}"],
                button: Some("Open in Waybill"),
                note: "You get this mail because you work with {{company.name}} in Waybill.",
            },
        ),
        (
            "de",
            Words {
                subject: "{{title}}",
                paragraphs: &["Guten Tag {{user.name|}},", "{{body}}"],
                button: Some("In Waybill öffnen"),
                note: "Sie erhalten diese Mail, weil Sie mit {{company.name}} in Waybill arbeiten.",
            },
        ),
    ],
};
