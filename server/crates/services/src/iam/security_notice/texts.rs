//! What security notices say, by language.
//!
//! Invariant: each says what has happened and what to do if it was somebody else.

use super::SecurityEvent;
use crate::languages::Language;

/// What the reader is advised.
#[derive(Clone, Copy)]
pub(super) enum Advice<'a> {
    /// To choose a new password and end the other sessions.
    Password,
    /// To open this link, and choose a new password.
    Revert(&'a str),
    /// To speak to an administrator.
    Administrator,
}

/// The texts of one language.
pub(super) struct Words {
    hello: &'static str,
    pub(super) when: &'static str,
    pub(super) browser: &'static str,
    pub(super) network_address: &'static str,
    pub(super) password: &'static str,
    pub(super) revert: &'static str,
    pub(super) administrator: &'static str,
    new_device: (&'static str, &'static str),
    password_changed: (&'static str, &'static str),
    address_changed: (&'static str, &'static str),
    address_taken: (&'static str, &'static str),
    app_added: (&'static str, &'static str),
    app_removed: (&'static str, &'static str),
    app_removed_by_administrator: (&'static str, &'static str),
    passkey_added: (&'static str, &'static str),
    passkey_removed: (&'static str, &'static str),
    access_token_created: (&'static str, &'static str),
    access_token_revoked: (&'static str, &'static str),
    codes_renewed: (&'static str, &'static str),
    code_used: (&'static str, &'static str),
    mailed_codes_on: (&'static str, &'static str),
    mailed_codes_off: (&'static str, &'static str),
}

/// The texts of this language.
pub(super) fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
        Language::Arabic => &ARABIC,
    }
}

impl Words {
    pub(super) fn greeting(&self, name: &str) -> String {
        self.hello.replace("{name}", name)
    }

    /// The subject, what has happened, and what to do about it.
    pub(super) fn event<'a>(&self, event: SecurityEvent<'a>) -> (&'static str, String, Advice<'a>) {
        let ((subject, text), advice) = match event {
            SecurityEvent::NewDevice => (self.new_device, Advice::Password),
            SecurityEvent::PasswordChanged => (self.password_changed, Advice::Password),
            SecurityEvent::AddressChanged(_) => (self.address_changed, Advice::Administrator),
            SecurityEvent::AddressTaken => (self.address_taken, Advice::Administrator),
            SecurityEvent::AppAdded(link) => (self.app_added, Advice::Revert(link)),
            SecurityEvent::AppRemoved => (self.app_removed, Advice::Password),
            SecurityEvent::AppRemovedByAdministrator => {
                (self.app_removed_by_administrator, Advice::Administrator)
            }
            SecurityEvent::PasskeyAdded(_) => (self.passkey_added, Advice::Password),
            SecurityEvent::PasskeyRemoved(_) => (self.passkey_removed, Advice::Password),
            SecurityEvent::AccessTokenCreated(_) => (self.access_token_created, Advice::Password),
            SecurityEvent::AccessTokenRevoked(_) => {
                (self.access_token_revoked, Advice::Administrator)
            }
            SecurityEvent::RecoveryCodesRenewed => (self.codes_renewed, Advice::Password),
            SecurityEvent::RecoveryCodeUsed(_) => (self.code_used, Advice::Password),
            SecurityEvent::MailedCodesOn => (self.mailed_codes_on, Advice::Password),
            SecurityEvent::MailedCodesOff => (self.mailed_codes_off, Advice::Password),
        };
        let text = match event {
            SecurityEvent::AddressChanged(new) => text.replace("{address}", new),
            SecurityEvent::PasskeyAdded(name)
            | SecurityEvent::PasskeyRemoved(name)
            | SecurityEvent::AccessTokenCreated(name)
            | SecurityEvent::AccessTokenRevoked(name) => text.replace("{name}", name),
            SecurityEvent::RecoveryCodeUsed(left) => text.replace("{left}", &left.to_string()),
            _ => text.to_owned(),
        };
        (subject, text, advice)
    }
}

static ENGLISH: Words = Words {
    hello: "Hello {name},",
    when: "When",
    browser: "Browser",
    network_address: "Network address",
    password: "If this was you, you do not need to do anything. If it was not you, choose a new password and end your other sessions \
               now:\n\n{link}\n\nIf you can no longer sign in, use the link for a forgotten password on the sign-in page.",
    revert: "If this was you, you do not need to do anything. If it was not you, open this link to remove the app, then choose a new \
             password:\n\n{link}\n\nThe link works once, for a day.",
    administrator: "If you did not ask for this, contact an administrator of your company at once.",
    new_device: (
        "New sign-in to your Waybill account",
        "Someone signed in to your account with a browser that you have not used here before.",
    ),
    password_changed: (
        "The password of your Waybill account was changed",
        "The password of your account was changed. All other sessions have ended.",
    ),
    address_changed: (
        "The e-mail address of your Waybill account was changed",
        "Your account now has another e-mail address: {address}. Messages about your account are no longer sent to this address.",
    ),
    address_taken: (
        "The e-mail address of your Waybill account was changed",
        "This is now the e-mail address of your account. All sessions have ended. Sign in with this address from now on.",
    ),
    app_added: (
        "An authenticator app was added to your Waybill account",
        "From now on, signing in to your account takes a code from your authenticator app. All other sessions have ended.",
    ),
    app_removed: (
        "The authenticator app of your Waybill account was removed",
        "Signing in to your account no longer takes a code from an authenticator app.",
    ),
    app_removed_by_administrator: (
        "The authenticator app of your Waybill account was removed",
        "An administrator of your company removed the authenticator app of your account. Signing in no longer takes a code from it. \
         You can set up another app in your profile.",
    ),
    passkey_added: (
        "A passkey was added to your Waybill account",
        "The passkey “{name}” was added to your account. It signs in without your password. If you did not add it, remove it in your \
         profile, too.",
    ),
    passkey_removed: (
        "A passkey of your Waybill account was removed",
        "The passkey “{name}” no longer signs in to your account.",
    ),
    access_token_created: (
        "An access token was created for your Waybill account",
        "The access token “{name}” was created. Programs that have it can act for you. If you did not create it, revoke it in your profile \
         as well.",
    ),
    access_token_revoked: (
        "An access token of your Waybill account was revoked",
        "An administrator revoked the access token “{name}” of your account. Programs that use it no longer work. You can create another \
         token in your settings.",
    ),
    codes_renewed: (
        "Your Waybill account has new recovery codes",
        "New recovery codes were created for your account. Earlier ones no longer work.",
    ),
    code_used: (
        "A recovery code of your Waybill account was used",
        "Someone signed in to your account with a recovery code instead of a code from the app. Recovery codes left: {left}.",
    ),
    mailed_codes_on: (
        "Two-factor authentication of your Waybill account was turned on",
        "From now on, signing in to your account also takes a code sent by e-mail. All other sessions have ended.",
    ),
    mailed_codes_off: (
        "Two-factor authentication of your Waybill account was turned off",
        "You turned off the codes sent by e-mail for signing in to your account.",
    ),
};

static SPANISH: Words = Words {
    hello: "Hola, {name}:",
    when: "Cuándo",
    browser: "Navegador",
    network_address: "Dirección de red",
    password: "Si ha sido usted, no tiene que hacer nada. Si no ha sido usted, elija ahora una contraseña nueva y cierre sus demás \
               sesiones:\n\n{link}\n\nSi ya no puede iniciar sesión, use el enlace para contraseñas olvidadas de la página de inicio \
               de sesión.",
    revert: "Si ha sido usted, no tiene que hacer nada. Si no ha sido usted, abra este enlace para quitar la aplicación y elija \
             después una contraseña nueva:\n\n{link}\n\nEl enlace sirve una sola vez, durante un día.",
    administrator: "Si usted no lo ha pedido, póngase en contacto de inmediato con un administrador de su empresa.",
    new_device: (
        "Nuevo inicio de sesión en su cuenta de Waybill",
        "Alguien ha iniciado sesión en su cuenta con un navegador que usted no había usado aquí antes.",
    ),
    password_changed: (
        "La contraseña de su cuenta de Waybill ha cambiado",
        "La contraseña de su cuenta ha cambiado. Se han cerrado todas las demás sesiones.",
    ),
    address_changed: (
        "La dirección de correo electrónico de su cuenta de Waybill ha cambiado",
        "Su cuenta tiene ahora otra dirección de correo electrónico: {address}. Los mensajes sobre su cuenta ya no se envían a esta \
         dirección.",
    ),
    address_taken: (
        "La dirección de correo electrónico de su cuenta de Waybill ha cambiado",
        "Esta es ahora la dirección de correo electrónico de su cuenta. Se han cerrado todas las sesiones. Inicie sesión con esta \
         dirección a partir de ahora.",
    ),
    app_added: (
        "Se ha añadido una aplicación de autenticación a su cuenta de Waybill",
        "A partir de ahora, para iniciar sesión en su cuenta hace falta un código de su aplicación de autenticación. Se han cerrado \
         todas las demás sesiones.",
    ),
    app_removed: (
        "Se ha quitado la aplicación de autenticación de su cuenta de Waybill",
        "Para iniciar sesión en su cuenta ya no hace falta un código de una aplicación de autenticación.",
    ),
    app_removed_by_administrator: (
        "Se ha quitado la aplicación de autenticación de su cuenta de Waybill",
        "Un administrador de su empresa ha quitado la aplicación de autenticación de su cuenta. Para iniciar sesión ya no hace falta \
         un código de ella. Puede configurar otra aplicación en su perfil.",
    ),
    passkey_added: (
        "Se ha añadido una llave de acceso a su cuenta de Waybill",
        "Se ha añadido a su cuenta la llave de acceso «{name}», con la que se inicia sesión sin contraseña. Si no la ha añadido usted, \
         quítela además en su perfil.",
    ),
    passkey_removed: (
        "Se ha quitado una llave de acceso de su cuenta de Waybill",
        "Con la llave de acceso «{name}» ya no se puede iniciar sesión en su cuenta.",
    ),
    access_token_created: (
        "Se ha creado un token de acceso para su cuenta de Waybill",
        "Se ha creado el token de acceso «{name}». Los programas que lo tengan pueden actuar en su nombre. Si no lo ha creado usted, \
         revóquelo además en su perfil.",
    ),
    access_token_revoked: (
        "Se ha revocado un token de acceso de su cuenta de Waybill",
        "Un administrador ha revocado el token de acceso «{name}» de su cuenta. Los programas que lo usan ya no funcionan. Puede crear \
         otro token en sus ajustes.",
    ),
    codes_renewed: (
        "Su cuenta de Waybill tiene nuevos códigos de recuperación",
        "Se han creado nuevos códigos de recuperación para su cuenta. Los anteriores ya no sirven.",
    ),
    code_used: (
        "Se ha usado un código de recuperación de su cuenta de Waybill",
        "Alguien ha iniciado sesión en su cuenta con un código de recuperación en lugar de un código de la aplicación. Códigos de \
         recuperación restantes: {left}.",
    ),
    mailed_codes_on: (
        "Se ha activado la autenticación en dos pasos de su cuenta de Waybill",
        "A partir de ahora, para iniciar sesión en su cuenta también hace falta un código enviado por correo electrónico. Se han \
         cerrado todas las demás sesiones.",
    ),
    mailed_codes_off: (
        "Se ha desactivado la autenticación en dos pasos de su cuenta de Waybill",
        "Ha desactivado los códigos enviados por correo electrónico para iniciar sesión en su cuenta.",
    ),
};

static ARABIC: Words = Words {
    hello: "مرحبًا {name}،",
    when: "الوقت",
    browser: "المتصفح",
    network_address: "عنوان الشبكة",
    password: "إذا كنت أنت من فعل ذلك فلا يلزمك فعل شيء. وإلا فاختر كلمة مرور جديدة وأنهِ جلساتك الأخرى \
               الآن:\n\n{link}\n\nإذا لم تعد تستطيع تسجيل الدخول فاستخدم رابط كلمة المرور المنسية في صفحة تسجيل الدخول.",
    revert: "إذا كنت أنت من فعل ذلك فلا يلزمك فعل شيء. وإلا فافتح هذا الرابط لإزالة التطبيق، ثم اختر كلمة مرور \
             جديدة:\n\n{link}\n\nالرابط صالح لمرة واحدة لمدة يوم.",
    administrator: "إذا لم تطلب ذلك فتواصل فورًا مع أحد مسؤولي شركتك.",
    new_device: (
        "تسجيل دخول جديد إلى حسابك في Waybill",
        "سجّل أحدهم الدخول إلى حسابك بمتصفح لم تستخدمه هنا من قبل.",
    ),
    password_changed: (
        "تغيّرت كلمة مرور حسابك في Waybill",
        "تغيّرت كلمة مرور حسابك، وانتهت جميع الجلسات الأخرى.",
    ),
    address_changed: (
        "تغيّر عنوان البريد الإلكتروني لحسابك في Waybill",
        "أصبح لحسابك عنوان بريد إلكتروني آخر: {address}. لم تعد الرسائل المتعلقة بحسابك تُرسل إلى هذا العنوان.",
    ),
    address_taken: (
        "تغيّر عنوان البريد الإلكتروني لحسابك في Waybill",
        "أصبح هذا عنوان البريد الإلكتروني لحسابك، وانتهت جميع الجلسات. سجّل الدخول بهذا العنوان من الآن فصاعدًا.",
    ),
    app_added: (
        "أُضيف تطبيق مصادقة إلى حسابك في Waybill",
        "من الآن فصاعدًا يتطلب تسجيل الدخول إلى حسابك رمزًا من تطبيق المصادقة. وقد انتهت جميع الجلسات الأخرى.",
    ),
    app_removed: (
        "أُزيل تطبيق المصادقة من حسابك في Waybill",
        "لم يعد تسجيل الدخول إلى حسابك يتطلب رمزًا من تطبيق مصادقة.",
    ),
    app_removed_by_administrator: (
        "أُزيل تطبيق المصادقة من حسابك في Waybill",
        "أزال أحد مسؤولي شركتك تطبيق المصادقة من حسابك، ولم يعد تسجيل الدخول يتطلب رمزًا منه. يمكنك إعداد تطبيق آخر في ملفك الشخصي.",
    ),
    passkey_added: (
        "أُضيف مفتاح مرور إلى حسابك في Waybill",
        "أُضيف مفتاح المرور «{name}» إلى حسابك، وهو يتيح تسجيل الدخول دون كلمة مرور. إن لم تكن أنت من أضافه فأزِله أيضًا من ملفك الشخصي.",
    ),
    passkey_removed: (
        "أُزيل مفتاح مرور من حسابك في Waybill",
        "لم يعد مفتاح المرور «{name}» يتيح تسجيل الدخول إلى حسابك.",
    ),
    access_token_created: (
        "أُنشئ رمز وصول لحسابك في Waybill",
        "أُنشئ رمز الوصول «{name}». تستطيع البرامج التي تملكه أن تعمل باسمك. إذا لم تنشئه أنت فألغِه أيضًا في ملفك \
         الشخصي.",
    ),
    access_token_revoked: (
        "أُلغي رمز وصول لحسابك في Waybill",
        "ألغى أحد المسؤولين رمز الوصول «{name}» لحسابك. لم تعد البرامج التي تستخدمه تعمل. يمكنك إنشاء رمز آخر في إعداداتك.",
    ),
    codes_renewed: (
        "لحسابك في Waybill رموز استرداد جديدة",
        "أُنشئت رموز استرداد جديدة لحسابك. لم تعد الرموز السابقة صالحة.",
    ),
    code_used: (
        "استُخدم رمز استرداد لحسابك في Waybill",
        "سجّل أحدهم الدخول إلى حسابك برمز استرداد بدلًا من رمز من التطبيق. رموز الاسترداد المتبقية: {left}.",
    ),
    mailed_codes_on: (
        "فُعّلت المصادقة الثنائية لحسابك في Waybill",
        "من الآن فصاعدًا يتطلب تسجيل الدخول إلى حسابك أيضًا رمزًا يُرسل بالبريد الإلكتروني. وقد انتهت جميع الجلسات الأخرى.",
    ),
    mailed_codes_off: (
        "أُوقفت المصادقة الثنائية لحسابك في Waybill",
        "أوقفتَ الرموز المرسلة بالبريد الإلكتروني لتسجيل الدخول إلى حسابك.",
    ),
};
