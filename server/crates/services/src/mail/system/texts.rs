//! The texts of the program's own mails.
//!
//! Invariant: a text is data. Its only markup is the table around it, which mail programs draw alike, and one button.

use super::SystemTemplate;

/// A template that the program brings along.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What it is called in lists.
    pub name: &'static str,
    /// What it says, by language; English comes first.
    pub languages: &'static [(&'static str, Words)],
}

/// What a template says in one language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The subject.
    pub subject: &'static str,
    paragraphs: &'static [&'static str],
    /// Text on the button that leads to `link`; none when there is nowhere to go.
    button: Option<&'static str>,
    /// Below the button, small.
    note: &'static str,
}

impl Words {
    /// The HTML, with merge fields.
    pub fn html(&self) -> String {
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
pub fn built_in(template: SystemTemplate) -> &'static BuiltIn {
    match template {
        SystemTemplate::Invite => &INVITE,
        SystemTemplate::Verification => &VERIFICATION,
        SystemTemplate::TwoFactor => &TWO_FACTOR,
        SystemTemplate::PasswordReset => &PASSWORD_RESET,
        SystemTemplate::Notification => &NOTIFICATION,
        SystemTemplate::Report => &REPORT,
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
            "es",
            Words {
                subject: "{{sender.name}} le invita a {{company.name}}",
                paragraphs: &[
                    "Hola, {{user.name|}}:",
                    "{{sender.name}} le invita a trabajar con {{company.name}} en Waybill.",
                ],
                button: Some("Aceptar la invitación"),
                note: "El enlace sirve una sola vez, hasta el {{expiresAt}}. Si no conoce {{company.name}}, no haga caso de este mensaje.",
            },
        ),
        (
            "ar",
            Words {
                subject: "{{sender.name}} يدعوك إلى {{company.name}}",
                paragraphs: &[
                    "مرحبًا {{user.name|}}،",
                    "يدعوك {{sender.name}} إلى العمل مع {{company.name}} في Waybill.",
                ],
                button: Some("قبول الدعوة"),
                note: "الرابط صالح لمرة واحدة حتى {{expiresAt}}. إذا كنت لا تعرف {{company.name}} فتجاهل هذه الرسالة.",
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
            "es",
            Words {
                subject: "Confirme su dirección de correo electrónico para Waybill",
                paragraphs: &[
                    "Hola, {{user.name|}}:",
                    "confirme, por favor, que esta dirección es suya.",
                ],
                button: Some("Confirmar la dirección"),
                note: "El enlace sirve una sola vez, hasta el {{expiresAt}}. Si usted no lo ha pedido, no haga caso de este mensaje.",
            },
        ),
        (
            "ar",
            Words {
                subject: "أكّد عنوان بريدك الإلكتروني في Waybill",
                paragraphs: &["مرحبًا {{user.name|}}،", "يُرجى تأكيد أن هذا العنوان لك."],
                button: Some("تأكيد العنوان"),
                note: "الرابط صالح لمرة واحدة حتى {{expiresAt}}. إذا لم تطلبه فتجاهل هذه الرسالة.",
            },
        ),
    ],
};

static TWO_FACTOR: BuiltIn = BuiltIn {
    name: "Sign-in code",
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
            "es",
            Words {
                subject: "{{code}} es su código para Waybill",
                paragraphs: &[
                    "Hola, {{user.name|}}:",
                    "su código para iniciar sesión es <strong>{{code}}</strong>.",
                ],
                button: None,
                note: "Sirve una sola vez, hasta el {{expiresAt}}. Nadie de Waybill se lo pedirá nunca.",
            },
        ),
        (
            "ar",
            Words {
                subject: "{{code}} هو رمزك في Waybill",
                paragraphs: &[
                    "مرحبًا {{user.name|}}،",
                    "رمز تسجيل الدخول هو <strong>{{code}}</strong>.",
                ],
                button: None,
                note: "الرمز صالح لمرة واحدة حتى {{expiresAt}}. لن يطلبه منك أحد من Waybill أبدًا.",
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
            "es",
            Words {
                subject: "Elija una contraseña nueva para Waybill",
                paragraphs: &[
                    "Hola, {{user.name|}}:",
                    "alguien ha pedido una contraseña nueva para su cuenta.",
                ],
                button: Some("Elegir una contraseña"),
                note: "El enlace sirve una sola vez, hasta el {{expiresAt}}. Si no ha sido usted, no haga caso de este mensaje: su contraseña no cambia.",
            },
        ),
        (
            "ar",
            Words {
                subject: "اختر كلمة مرور جديدة لـ Waybill",
                paragraphs: &["مرحبًا {{user.name|}}،", "طلب أحدهم كلمة مرور جديدة لحسابك."],
                button: Some("اختيار كلمة مرور"),
                note: "الرابط صالح لمرة واحدة حتى {{expiresAt}}. إذا لم تكن أنت فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.",
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
            "es",
            Words {
                subject: "{{title}}",
                paragraphs: &["Hola, {{user.name|}}:", "{{body}}"],
                button: Some("Abrir en Waybill"),
                note: "Recibe este mensaje porque trabaja con {{company.name}} en Waybill.",
            },
        ),
        (
            "ar",
            Words {
                subject: "{{title}}",
                paragraphs: &["مرحبًا {{user.name|}}،", "{{body}}"],
                button: Some("الفتح في Waybill"),
                note: "تصلك هذه الرسالة لأنك تعمل مع {{company.name}} في Waybill.",
            },
        ),
    ],
};

static REPORT: BuiltIn = BuiltIn {
    name: "Report by e-mail",
    languages: &[
        (
            "en",
            Words {
                subject: "{{title}}",
                paragraphs: &[
                    "Hello {{user.name|there}},",
                    "the report “{{title}}” is attached, as it was on {{madeAt}}. Rows: {{rows}}.",
                ],
                button: Some("Open the report"),
                note: "You are among the people at {{company.name}} to whom this report is mailed. It shows what you may see in Waybill.",
            },
        ),
        (
            "es",
            Words {
                subject: "{{title}}",
                paragraphs: &[
                    "Hola, {{user.name|}}:",
                    "se adjunta el informe «{{title}}», con los datos del {{madeAt}}. Filas: {{rows}}.",
                ],
                button: Some("Abrir el informe"),
                note: "Usted es una de las personas de {{company.name}} que reciben este informe por correo. Muestra lo que usted puede ver en Waybill.",
            },
        ),
        (
            "ar",
            Words {
                subject: "{{title}}",
                paragraphs: &[
                    "مرحبًا {{user.name|}}،",
                    "تجد مرفقًا التقرير «{{title}}» ببياناته في {{madeAt}}. عدد الصفوف: {{rows}}.",
                ],
                button: Some("فتح التقرير"),
                note: "أنت من بين العاملين في {{company.name}} الذين يصلهم هذا التقرير بالبريد. وهو يعرض ما يحق لك الاطلاع عليه في Waybill.",
            },
        ),
    ],
};
