//! The input of a render: one JSON, built once, for the isolate and for the browser alike (architecture section 4).
//!
//! Invariant: answers of services stand in it byte for byte as they came; nothing is parsed and written again.

use http::StatusCode;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;
use waybill_identity::external::Pending;
use waybill_services::http::ApiError;
use waybill_services::iam::companies::fields::NumberFormat;
use waybill_services::{Language, ServiceError, SessionView};

use super::draw::Draft;
use crate::config::{OutsideScript, PublicOrigin};
use crate::http::middleware::request_id;
use crate::http::negotiation;
use crate::http::problem::{Body, Problem};
use crate::http::record_form::Back;
use crate::http::site::{IdentityEnv, Site};
use crate::needs::Results;

/// Key in `data` under which a refused form comes back; no need is called so.
const FORM: &str = "form";

const TIME_ZONE: &str = "UTC";
const THEME: &str = "system";

/// A form that comes back: what became of it, and what had been typed, passwords aside.
#[derive(Clone)]
pub struct Form {
    status: StatusCode,
    outcome: Outcome,
    typed: String,
}

#[derive(Clone)]
enum Outcome {
    SignIn(Problem),
    AppCode {
        pending: Pending,
        problem: Option<Problem>,
    },
    Code(Box<waybill_services::problem::Problem>),
    CodeSent,
    Record {
        problem: Option<Value>,
        record: Option<Value>,
    },
}

impl Form {
    /// A sign-in that was refused.
    pub fn refused(problem: Problem, email: String) -> Self {
        Self {
            status: problem.status(),
            outcome: Outcome::SignIn(problem),
            typed: email,
        }
    }

    /// A sign-in that wants a code of the authenticator app, or one that was refused.
    pub fn wants_app_code(pending: Pending, problem: Option<Problem>, code: String) -> Self {
        Self {
            status: problem.map_or(StatusCode::OK, |it| it.status()),
            outcome: Outcome::AppCode { pending, problem },
            typed: code,
        }
    }

    /// A code that was refused, or none that was sent.
    pub fn code_refused(refusal: &ApiError, code: String) -> Self {
        let problem = waybill_services::problem::Problem {
            instance: request_id::current(),
            ..refusal.problem()
        };
        Self {
            status: StatusCode::from_u16(problem.status).unwrap_or(StatusCode::BAD_REQUEST),
            outcome: Outcome::Code(Box::new(problem)),
            typed: code,
        }
    }

    /// Another code was sent.
    pub fn code_sent() -> Self {
        Self {
            status: StatusCode::OK,
            outcome: Outcome::CodeSent,
            typed: String::new(),
        }
    }

    /// The form of a record or of a button, to be drawn again.
    pub(in crate::http) fn of_record(back: Back) -> Self {
        let Back {
            status,
            problem,
            record,
        } = back;
        Self {
            status,
            outcome: Outcome::Record { problem, record },
            typed: String::new(),
        }
    }

    /// The status of the page that it comes back with.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl std::fmt::Debug for Form {
    /// Without what was typed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Form")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// What the page is a function of.
#[derive(Debug, Serialize)]
pub(super) struct Input<'a> {
    url: String,
    session: Option<SessionView>,
    data: Data,
    env: Env<'a>,
}

#[derive(Debug, Serialize)]
struct Env<'a> {
    /// The language's tag; where the company writes numbers otherwise than the language does, how is its private part, as in
    /// `en-x-point`.
    locale: String,
    #[serde(skip)]
    language: Language,
    #[serde(rename = "timeZone")]
    time_zone: String,
    now: String,
    theme: String,
    /// What this visitor asked for besides: `save-data`.
    features: Vec<&'static str>,
    /// Idempotency key of the form that the page draws.
    #[serde(rename = "formKey", skip_serializing_if = "Option::is_none")]
    form_key: Option<Uuid>,
    #[serde(rename = "publicOrigin")]
    public_origin: Option<&'a str>,
    identity: &'a IdentityEnv,
    outside: Outside<'a>,
}

/// What this document's policy lets in of others.
#[derive(Debug, Serialize)]
struct Outside<'a> {
    maps: bool,
    scripts: &'a [OutsideScript],
}

/// The answers, and the form if one came back.
#[derive(Debug)]
struct Data {
    results: Results,
    form: Option<Form>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum FormResult<'a> {
    SignIn {
        error: Body,
        email: &'a str,
    },
    AppCode {
        error: Option<Body>,
        code: &'a str,
        pending: PendingForm<'a>,
    },
    Code {
        error: &'a waybill_services::problem::Problem,
        code: &'a str,
    },
    CodeSent {
        sent: bool,
    },
    Record {
        error: Option<&'a Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        record: Option<&'a Value>,
    },
}

/// What the next form sends along with the code.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PendingForm<'a> {
    credential: &'a str,
    factor_id: &'a str,
}

impl<'a> From<&'a Form> for FormResult<'a> {
    fn from(Form { outcome, typed, .. }: &'a Form) -> Self {
        match outcome {
            Outcome::SignIn(problem) => Self::SignIn {
                error: problem.body(),
                email: typed,
            },
            Outcome::AppCode { pending, problem } => Self::AppCode {
                error: problem.map(|it| it.body()),
                code: typed,
                pending: PendingForm {
                    credential: &pending.credential,
                    factor_id: &pending.factor_id,
                },
            },
            Outcome::Code(error) => Self::Code { error, code: typed },
            Outcome::CodeSent => Self::CodeSent { sent: true },
            Outcome::Record { problem, record } => Self::Record {
                error: problem.as_ref(),
                record: record.as_ref(),
            },
        }
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        for (key, json) in &self.results {
            map.serialize_entry(key, &**json)?;
        }
        if let Some(form) = &self.form {
            map.serialize_entry(FORM, &FormResult::from(form))?;
        }
        map.end()
    }
}

impl<'a> Input<'a> {
    /// Fails when the session cannot be shown: without it the page would be another visitor's.
    pub(super) async fn new(
        site: &'a Site,
        draft: &Draft<'a>,
        results: Results,
    ) -> Result<Self, ServiceError> {
        let session = match draft.caller {
            Some((caller, _)) => Some(site.app().services.session_view(caller).await?),
            None => None,
        };
        let guests = draft.guests();
        // Somebody who is signed in has chosen a language, others' browsers say one.
        let language = negotiation::language(draft.accepted).unwrap_or_default();
        let env = Env {
            locale: language.as_str().to_owned(),
            language,
            time_zone: TIME_ZONE.to_owned(),
            now: rfc3339(site.app().clock.now()),
            theme: THEME.to_owned(),
            features: negotiation::saves_data(draft.accepted)
                .then_some("save-data")
                .into_iter()
                .collect(),
            form_key: draft.matched.leaf().form.as_ref().map(|_| Uuid::now_v7()),
            public_origin: draft
                .config
                .public_origin
                .as_ref()
                .map(PublicOrigin::as_str),
            identity: site.identity_env(),
            outside: Outside {
                maps: guests.maps,
                scripts: guests.scripts,
            },
        };
        Ok(Self {
            url: draft.address.url(),
            env: match &session {
                Some(view) => env.of(view),
                None => env,
            },
            session,
            data: Data {
                results,
                form: draft.form.clone(),
            },
        })
    }

    pub(super) fn locale(&self) -> Language {
        self.env.language
    }

    pub(super) fn theme(&self) -> &str {
        &self.env.theme
    }

    /// The JSON. Strings, numbers and JSON that was checked: writing it cannot fail.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| RawValue::NULL.get().to_owned())
    }
}

impl Env<'_> {
    /// The same for somebody with preferences; the company's where they have none.
    fn of(self, view: &SessionView) -> Self {
        let user = &view.user;
        let language = Language::of(&user.language)
            .or_else(|| Language::of(&view.company.preferred_language))
            .unwrap_or_default();
        Self {
            locale: match view.company.formats.number {
                NumberFormat::Auto => language.as_str().to_owned(),
                own => format!("{}-x-{}", language.as_str(), own.as_str()),
            },
            language,
            time_zone: chosen(&user.timezone)
                .or_else(|| chosen(&view.company.timezone))
                .unwrap_or(self.time_zone),
            theme: user.theme.as_str().to_owned(),
            ..self
        }
    }
}

fn chosen(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whole milliseconds, as JavaScript's own instants have.
fn rfc3339(now: jiff::Timestamp) -> String {
    let whole = jiff::Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now);
    whole.to_string()
}
