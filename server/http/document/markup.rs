//! The HTML around a page: head, preloads, root element, state script.
//!
//! Invariant: every value that is not a constant of ours is escaped here, or is a [`StateScript`], or HTML that React made.

use waybill_services::Language;

use super::state_script::StateScript;
use crate::app::Release;
use crate::http::headers::Nonce;
use crate::routes::{Auth, Match};

/// The product's name, as it ends every title.
const PRODUCT: &str = "Waybill";

/// What is written around a page.
pub(super) struct Markup<'a> {
    pub(super) release: &'a Release,
    pub(super) matched: &'a Match,
    /// What the record is called that the page is about.
    pub(super) named: Option<&'a str>,
    pub(super) nonce: &'a Nonce,
    pub(super) locale: Language,
    pub(super) theme: &'a str,
    pub(super) root: Root<'a>,
    pub(super) state: &'a StateScript,
    /// A script of the development loop.
    pub(super) dev_script: Option<&'a str>,
}

/// What stands in the root element.
pub(super) enum Root<'a> {
    /// HTML of the render, to be hydrated.
    Rendered(&'a str),
    /// Nothing: the browser draws the page itself. The reason is a word of a closed set.
    Shell(&'static str),
}

impl Markup<'_> {
    pub(super) fn write(&self) -> String {
        let rendered = match self.root {
            Root::Rendered(html) => html.len(),
            Root::Shell(_) => 0,
        };
        let mut html = String::with_capacity(2048 + rendered + self.state.as_str().len());
        self.write_head(&mut html);
        self.write_body(&mut html);
        html
    }

    fn write_head(&self, html: &mut String) {
        let entry = &self.release.manifest.entry;
        let nonce = self.nonce.as_str();
        html.push_str("<!doctype html>\n<html");
        attribute(html, "lang", self.locale.as_str());
        attribute(html, "dir", self.locale.direction());
        attribute(html, "data-theme", self.theme);
        attribute(html, "data-release", &self.release.manifest.version);
        html.push_str(
            ">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, interactive-widget=resizes-content\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>",
        );
        let title = self.matched.title(self.locale.as_str());
        if let Some(title) = self.named.or(title) {
            text(html, title);
            html.push_str(" · ");
        }
        html.push_str(PRODUCT);
        html.push_str("</title>\n");
        if let Some(icon) = &entry.icon {
            html.push_str("<link rel=\"icon\"");
            attribute(html, "href", icon);
            html.push_str(">\n");
        }
        for style in &entry.styles {
            html.push_str("<link rel=\"stylesheet\"");
            attribute(html, "href", style);
            html.push_str(">\n");
        }
        // The style sheet names them too, but only once it is there and the text is laid out. A font is asked for without
        // credentials wherever it comes from; what is told of otherwise would be loaded twice.
        for font in &entry.fonts {
            html.push_str("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin");
            attribute(html, "href", font);
            html.push_str(">\n");
        }
        match self.guest_script() {
            Some(script) => self.write_guest_script(html, script),
            None => self.write_scripts(html),
        }
        if let Some(script) = self.dev_script {
            html.push_str("<script type=\"module\"");
            attribute(html, "nonce", nonce);
            html.push('>');
            html.push_str(script);
            html.push_str("</script>\n");
        }
        html.push_str("</head>\n");
    }

    /// What the page starts with instead of the application, if it works without: a page for guests that has been rendered.
    fn guest_script(&self) -> Option<&str> {
        let is_rendered = matches!(self.root, Root::Rendered(_));
        let script = self.release.manifest.entry.guest.as_deref()?;
        (is_rendered && self.matched.auth() == Auth::Guest).then_some(script)
    }

    /// The files of the application: its entry imports the first ones, the screen is made of the others.
    fn modules(&self) -> impl Iterator<Item = &str> {
        let entry = &self.release.manifest.entry;
        let imported = entry.imports.iter().map(String::as_str);
        imported.chain(self.matched.modules())
    }

    fn write_scripts(&self, html: &mut String) {
        let nonce = self.nonce.as_str();
        for module in self.modules() {
            html.push_str("<link rel=\"modulepreload\"");
            attribute(html, "nonce", nonce);
            attribute(html, "href", module);
            html.push_str(">\n");
        }
        html.push_str("<script type=\"module\"");
        attribute(html, "nonce", nonce);
        attribute(html, "src", &self.release.manifest.entry.script);
        html.push_str("></script>\n");
    }

    /// Names the files of the application without having any of them fetched (`client/src/guest.ts`).
    fn write_guest_script(&self, html: &mut String, script: &str) {
        let modules: Vec<&str> = self.modules().collect();
        html.push_str("<script type=\"module\"");
        attribute(html, "nonce", self.nonce.as_str());
        attribute(html, "src", script);
        attribute(
            html,
            "data-application",
            &self.release.manifest.entry.script,
        );
        attribute(html, "data-modules", &modules.join(" "));
        html.push_str("></script>\n");
    }

    fn write_body(&self, html: &mut String) {
        html.push_str("<body>\n");
        match self.root {
            Root::Rendered(root) => {
                html.push_str("<div id=\"root\">");
                html.push_str(root);
                html.push_str("</div>\n");
            }
            Root::Shell(reason) => {
                html.push_str("<div id=\"root\"");
                attribute(html, "data-shell", reason);
                html.push_str("></div>\n<noscript>");
                html.push_str(without_script(self.locale));
                html.push_str("</noscript>\n");
            }
        }
        html.push_str("<script type=\"application/json\" id=\"state\">");
        html.push_str(self.state.as_str());
        html.push_str("</script>\n</body>\n</html>\n");
    }
}

/// What a page says that nobody has drawn.
fn without_script(language: Language) -> &'static str {
    match language {
        Language::English => {
            "This page could not be drawn on the server just now. \
             Reload it in a moment, or allow JavaScript for this site."
        }
        Language::Spanish => {
            "El servidor no ha podido mostrar esta página en este momento. \
             Vuelva a cargarla dentro de un momento o permita JavaScript en este sitio."
        }
        Language::Arabic => {
            "تعذّر على الخادم عرض هذه الصفحة الآن. أعد تحميلها بعد قليل، أو اسمح بجافاسكربت لهذا الموقع."
        }
    }
}

fn attribute(html: &mut String, name: &str, value: &str) {
    html.push(' ');
    html.push_str(name);
    html.push_str("=\"");
    text(html, value);
    html.push('"');
}

/// Text as content of an element or a quoted attribute.
fn text(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            other => html.push(other),
        }
    }
}
