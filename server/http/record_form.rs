//! A record's form as the browser itself sends it: without JavaScript, or before the page's script has started.
//!
//! Invariant: it becomes one call to the service's own operation, on behalf of the visitor, with the same rights, checks, version and
//! audit record as any other call. A refused form comes back with everything that was typed; part of a form is never stored.

mod decode;
mod lookup;
mod pairs;
mod values;

use std::collections::BTreeMap;

use http::header::{CONTENT_TYPE, IF_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde::Serialize;
use serde_json::Value;
use tokio::time::Instant;
use waybill_services::ServiceError;
use waybill_services::http::ApiError;
use waybill_services::problem::FieldProblem;

use self::decode::{Action, Decoded};
use self::lookup::{LookupState, PATIENCE};
use self::pairs::Pairs;
use self::values::Values;
use super::gateway::{AsCaller, Sent};
use super::problem::Problem;
use crate::needs::{Answer, Fetch as _};
use crate::routes;

/// Last part of the path of a form for a new record; the record made by it has its id there (`client/src/record-routes.ts`).
const CREATE: &str = "/create";

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A page whose form was sent.
pub(super) struct Page<'a> {
    /// Its path.
    pub(super) path: &'a str,
    /// Its form.
    pub(super) form: Option<&'a routes::form::Form>,
    /// Address of the record at the services; none for a new one.
    pub(super) record: Option<String>,
    /// Address at the services that a form without fields is posted to.
    pub(super) runs: Option<String>,
    /// Calls the services on behalf of the visitor.
    pub(super) visitor: AsCaller,
}

/// What follows a form.
pub(super) enum Step {
    /// It was stored: a redirect to this address of the site.
    To(String),
    /// Its page, drawn again.
    Back(Back),
}

/// A form that is drawn again.
#[derive(Clone, Debug)]
pub(super) struct Back {
    pub(super) status: StatusCode,
    /// Why it was refused; none where it was not to be stored.
    pub(super) problem: Option<Value>,
    /// What was typed ([`Typed`]); none for a form without fields.
    pub(super) record: Option<Value>,
}

/// Why a service did not store something: the status and the problem details.
type Refusal = (StatusCode, Value);

/// What was typed, as the page draws it again (`PostedRecord` in `client/src/lib/input.ts`).
#[derive(Serialize)]
struct Typed<'a> {
    values: &'a Values,
    base: &'a Values,
    lookups: &'a BTreeMap<String, LookupState>,
}

impl Page<'_> {
    /// Carries out what the form asks for. The problem is for content that no page of ours sends.
    pub(super) async fn submit(
        &self,
        headers: &HeaderMap,
        content: &[u8],
    ) -> Result<Step, Problem> {
        let pairs = Pairs::read(headers, content)?;
        let Some(form) = self.form else {
            return self.run().await;
        };
        let mut decoded = decode::decode(form, &pairs).ok_or(Problem::BAD_FORM)?;
        let errors = self.look_up(&mut decoded).await;
        match Action::of(&pairs) {
            Action::Add(path) => decode::add(form, &mut decoded.values, path),
            Action::Drop(path) => decode::drop(&mut decoded.values, path),
            Action::Draw => {}
            Action::Save if errors.is_empty() => {
                let stored = match &self.record {
                    None => self.create(form, &decoded, pairs.first("$key")).await,
                    Some(record) => self.change(record, &decoded, &pairs).await,
                };
                return Ok(match stored {
                    Ok(to) => Step::To(to),
                    Err((status, problem)) => decoded.back(status, Some(problem)),
                });
            }
            Action::Save => {
                let problem = ApiError::from(ServiceError::Invalid(errors)).problem();
                let problem = serde_json::to_value(problem).unwrap_or_default();
                return Ok(decoded.back(StatusCode::UNPROCESSABLE_ENTITY, Some(problem)));
            }
        }
        Ok(decoded.back(StatusCode::OK, None))
    }

    async fn run(&self) -> Result<Step, Problem> {
        let address = self.runs.clone().ok_or(Problem::NOT_FOUND)?;
        let sent = self.write(Method::POST, address, HeaderMap::new(), None);
        Ok(match sent.await {
            Ok(_) => Step::To(format!("{}?done=run", self.path)),
            Err((status, problem)) => Step::Back(Back {
                status,
                problem: Some(problem),
                record: None,
            }),
        })
    }

    /// Finds the records that were typed by name; gives what is wrong with the fields.
    async fn look_up(&self, decoded: &mut Decoded<'_>) -> Vec<FieldProblem> {
        let until = Instant::now() + PATIENCE;
        let not_numbers = decoded.not_numbers.iter();
        let mut errors: Vec<_> = not_numbers
            .map(|path| error_at(path, "Enter a number."))
            .collect();
        for search in std::mem::take(&mut decoded.searches) {
            match lookup::find(&search, &self.visitor, until).await {
                Ok(found) => {
                    decoded.name(&search.path, &found.value, &found.label);
                    decoded.put_found(&search.path, found.value.into());
                }
                Err((choices, detail)) => {
                    errors.push(error_at(&search.path, detail));
                    let lookup = decoded.lookups.entry(search.path).or_default();
                    lookup.text = search.text;
                    lookup.choices = choices;
                }
            }
        }
        errors
    }

    async fn create(
        &self,
        form: &routes::form::Form,
        decoded: &Decoded<'_>,
        key: Option<&str>,
    ) -> Result<String, Refusal> {
        let names: Vec<&str> = form.fields.iter().map(|it| &*it.name).collect();
        let record = values::outermost(&names, &decoded.values);
        let mut headers = HeaderMap::new();
        if let Some(key) = key.and_then(|it| HeaderValue::from_str(it).ok()) {
            headers.insert(IDEMPOTENCY_KEY, key);
        }
        let content = Some(Value::Object(record));
        let made = self
            .write(Method::POST, form.service.clone(), headers, content)
            .await?;
        let list = self.path.strip_suffix(CREATE).unwrap_or("/dashboard");
        Ok(match made["data"]["_id"].as_str().filter(|it| is_id(it)) {
            Some(id) => format!("{list}/{id}?done=created"),
            None => list.to_owned(),
        })
    }

    async fn change(
        &self,
        record: &str,
        decoded: &Decoded<'_>,
        pairs: &Pairs,
    ) -> Result<String, Refusal> {
        let Decoded { base, values, .. } = decoded;
        let mut changed = values::changed(&decoded.drawn, base, values);
        // Where two people changed the same field, the other's value was chosen.
        changed.retain(|name| pairs.first(&format!("$keep.{name}")) != Some("theirs"));
        let done = format!("{}?done=saved", self.path);
        match self
            .patch(record, &changed, (values, base.get("version")))
            .await
        {
            Err((StatusCode::PRECONDITION_FAILED, refusal)) => {
                let now = self.visitor.fetch(record.to_owned()).await;
                let theirs = match &now {
                    Some(Answer::Body(body)) => serde_json::from_slice::<Value>(body).ok(),
                    Some(Answer::Problem { .. }) | None => None,
                };
                let joined = theirs.as_ref().and_then(|it| it["data"].as_object());
                let Some((theirs, joined)) =
                    joined.and_then(|it| Some((it, values::joined(&changed, base, values, it)?)))
                else {
                    return Err((StatusCode::PRECONDITION_FAILED, refusal));
                };
                // Nothing is left to change when the same form was sent twice.
                let changed = values::changed(&changed, theirs, &joined);
                self.patch(record, &changed, (&joined, theirs.get("version")))
                    .await
            }
            answer => answer,
        }?;
        Ok(done)
    }

    async fn patch(
        &self,
        record: &str,
        changed: &[&str],
        (values, version): (&Values, Option<&Value>),
    ) -> Result<(), Refusal> {
        if changed.is_empty() {
            return Ok(());
        }
        let mut headers = HeaderMap::new();
        // Without a version the service refuses the change.
        if let Some(Value::Number(version)) = version
            && let Ok(tag) = HeaderValue::try_from(format!("\"{version}\""))
        {
            headers.insert(IF_MATCH, tag);
        }
        let changes = Value::Object(values::outermost(changed, values));
        self.write(Method::PATCH, record.to_owned(), headers, Some(changes))
            .await?;
        Ok(())
    }

    /// What the service answers.
    async fn write(
        &self,
        method: Method,
        address: String,
        mut headers: HeaderMap,
        content: Option<Value>,
    ) -> Result<Value, Refusal> {
        if content.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let sent = Sent {
            method,
            path_and_query: address,
            headers,
            content: content.map(|it| it.to_string().into()),
        };
        let answer = self.visitor.send(sent).await;
        let json = answer
            .as_ref()
            .and_then(|(_, it)| serde_json::from_slice::<Value>(it).ok());
        match (answer, json) {
            (Some((status, _)), json) if status.is_success() => Ok(json.unwrap_or_default()),
            (Some((status, _)), Some(problem)) if problem.is_object() => Err((status, problem)),
            _ => {
                let problem = serde_json::to_value(Problem::UNAVAILABLE.body());
                Err((StatusCode::SERVICE_UNAVAILABLE, problem.unwrap_or_default()))
            }
        }
    }
}

impl Decoded<'_> {
    /// Puts the record that was found where it belongs: in place of the value, or at the end of a list.
    fn put_found(&mut self, path: &str, found: Value) {
        match values::at_mut(&mut self.values, path) {
            Some(Value::Array(list)) => {
                if !list.contains(&found) {
                    list.push(found);
                }
            }
            Some(place) => *place = found,
            None => values::put(&mut self.values, path, found),
        }
    }

    fn back(&self, status: StatusCode, problem: Option<Value>) -> Step {
        let typed = Typed {
            values: &self.values,
            base: &self.base,
            lookups: &self.lookups,
        };
        Step::Back(Back {
            status,
            problem,
            record: serde_json::to_value(typed).ok(),
        })
    }
}

fn error_at(path: &str, detail: &str) -> FieldProblem {
    FieldProblem {
        pointer: format!("/{}", path.replace('.', "/")),
        detail: detail.to_owned(),
    }
}

/// Whether it needs no escaping in a path.
fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'-')
}
