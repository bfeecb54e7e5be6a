//! The authorisation matrix: every operation of the contract, called by nobody, by another company, without the right, after
//! the subscription, by somebody suspended, and with the right it needs and no other.
//!
//! It is generated from the document. An operation is in it as soon as it is in the document, and fails it until the
//! document says with `x-permission` what it needs, and gives an example of its body.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::StatusCode;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::civil::date;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use uuid::Uuid;
use waybill_services::permissions::{Action, Grants, Permission, Resource, Scope};

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::{Needed, Operation};
use crate::requests::{Place, Ready, Supply};

mod programs;

/// Operations that decide for themselves who may call them, with what they answer to nobody, another company, somebody
/// without any right, after the subscription, to somebody suspended, and to an administrator.
const OPEN: &[(&str, [u16; 6], &str)] = &[
    (
        "register",
        [401, 401, 401, 401, 403, 401],
        "wants an ID token of the identity provider, see registration.rs",
    ),
    (
        "sign_in",
        [401, 401, 401, 401, 403, 401],
        "wants an ID token of the identity provider, see sign_in.rs",
    ),
    (
        "accept_invitation",
        [401, 401, 401, 401, 403, 401],
        "wants an ID token of the identity provider, see users.rs",
    ),
    (
        "look_at_invitation",
        [422, 422, 422, 422, 403, 422],
        "wants the secret of an invitation, see users.rs",
    ),
    (
        "give_code",
        [422, 422, 422, 422, 403, 422],
        "wants a handle and a cookie of a sign-in that waits, see second_factor.rs",
    ),
    (
        "send_code",
        [422, 422, 422, 422, 403, 422],
        "wants a handle and a cookie of a sign-in that waits, see second_factor.rs",
    ),
    (
        "reset_password",
        [202, 202, 202, 202, 403, 202],
        "whoever has forgotten a password is not signed in",
    ),
    (
        "end_session",
        [401, 404, 404, 204, 403, 404],
        "everybody ends the own sessions, and each once, see sessions.rs",
    ),
    (
        "revoke_access_token",
        [401, 404, 404, 204, 403, 404],
        "everybody revokes the own access tokens, and each once, see access_tokens.rs",
    ),
    (
        "refresh_token",
        [401, 200, 200, 200, 403, 200],
        "renews the token that it is called with",
    ),
    (
        "sign_out",
        [204, 204, 204, 204, 403, 204],
        "everybody may leave",
    ),
    (
        "fetch_users_by_token",
        [401, 200, 200, 200, 403, 200],
        "tells whose the token is",
    ),
    (
        "search_locations",
        [401, 200, 403, 200, 403, 200],
        "wants the right to see one of three kinds of ports, and shows those",
    ),
    (
        "get_timezone",
        [401, 200, 200, 200, 403, 200],
        "is about what is the same for everybody",
    ),
    (
        "history_timezone",
        [401, 200, 200, 200, 403, 200],
        "is about what is the same for everybody",
    ),
    (
        "as_of_timezone",
        [401, 200, 200, 200, 403, 200],
        "is about what is the same for everybody",
    ),
    (
        "get_saved_views",
        [401, 404, 404, 200, 403, 200],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "change_saved_views",
        [401, 404, 404, 200, 403, 200],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "replace_saved_views",
        [401, 404, 404, 200, 403, 200],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "replace_own_user",
        [401, 422, 422, 200, 403, 200],
        "wants the caller's own record, see whole.rs",
    ),
    (
        "delete_saved_views",
        [401, 404, 404, 204, 403, 409],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "restore_saved_views",
        [401, 404, 404, 200, 403, 409],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "history_saved_views",
        [401, 404, 404, 200, 403, 200],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "as_of_saved_views",
        [401, 404, 404, 200, 403, 200],
        "is about what everybody makes for themselves, see saved_views.rs",
    ),
    (
        "get_import_jobs",
        [401, 404, 404, 200, 403, 200],
        "everybody sees the own imports, and whoever sees the audit trail all, see imports.rs",
    ),
    (
        "history_import_jobs",
        [401, 404, 404, 200, 403, 200],
        "everybody sees the own imports, and whoever sees the audit trail all, see imports.rs",
    ),
    (
        "as_of_import_jobs",
        [401, 404, 404, 200, 403, 200],
        "everybody sees the own imports, and whoever sees the audit trail all, see imports.rs",
    ),
];

/// Records that nobody sees but whoever made them.
const PRIVATE: &str = "/mail/api/v1/drafts";

/// Rows at a time.
const AT_ONCE: usize = 4;

#[test]
fn what_decides_for_itself_is_in_the_contract() {
    let ids: BTreeSet<String> = Operation::all().into_iter().map(|it| it.id).collect();
    for (id, _, reason) in OPEN {
        assert!(
            ids.contains(*id),
            "{id}, which {reason}, is not in the contract"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_answers_everybody_as_it_should() {
    check_all(|row, app, at| row.check(app, at).boxed()).await;
}

/// Checks one operation, the one with this number, in companies of its own. The error says what could not be tried.
type Check = for<'a> fn(&'a mut Row, &'a TestApp, usize) -> BoxFuture<'a, Result<(), String>>;

/// Checks every operation of the contract.
async fn check_all(check: Check) {
    let app = Arc::new(TestApp::init().await);
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let mut rows = JoinSet::new();
    for (at, operation) in Operation::all().into_iter().enumerate() {
        let (app, turns) = (Arc::clone(&app), Arc::clone(&turns));
        rows.spawn(async move {
            let _turn = turns.acquire().await.unwrap();
            let mut row = Row {
                operation,
                wrong: Vec::new(),
            };
            if let Err(lack) = check(&mut row, &app, at).await {
                row.wrong.push(lack);
            }
            row.wrong
        });
    }
    let mut wrong = rows.join_all().await.concat();
    wrong.sort_unstable();
    assert!(
        wrong.is_empty(),
        "{} faults:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// One operation, and what was wrong with it.
struct Row {
    operation: Operation,
    wrong: Vec<String>,
}

/// What somebody is to be told.
enum Expected {
    Success,
    Status(u16),
    /// A problem of this type.
    Problem(StatusCode, &'static str),
    /// That this right is missing.
    Lacks(Permission),
}

impl Expected {
    const OPERATOR_ONLY: Self = Self::Problem(StatusCode::FORBIDDEN, "/problems/operator-only");
}

impl Row {
    /// What no right of a company opens, nor its subscription closes.
    async fn operators_only(
        &mut self,
        app: &TestApp,
        administrator: &Actor,
        stranger: &Actor,
        suspended: &Actor,
    ) -> Result<(), String> {
        let operator = app.operator().await;
        let place = Place {
            app,
            owner: administrator,
            doer: &operator,
            supply: Supply::Fresh,
        };
        let ready = Ready::make(&self.operation.clone(), &place).await?;
        let not_signed_in = Expected::Problem(StatusCode::UNAUTHORIZED, "/problems/not-signed-in");
        let gone = Expected::Problem(StatusCode::FORBIDDEN, "/problems/suspended");
        for (who, actor, expected) in [
            ("nobody", &app.anonymous(), &not_signed_in),
            ("somebody suspended", suspended, &gone),
            ("another company", stranger, &Expected::OPERATOR_ONLY),
            ("an administrator", administrator, &Expected::OPERATOR_ONLY),
        ] {
            self.expect(who, &ready.sent_by(actor).await, expected);
        }
        app.subscribe_until(&operator, date(2026, 11, 1)).await;
        self.expect(
            "the operator",
            &ready.sent_by(&operator).await,
            &Expected::Success,
        );
        Ok(())
    }

    async fn check(&mut self, app: &TestApp, at: usize) -> Result<(), String> {
        let ann = app.administrator(&format!("Own{at}")).await;
        let zoe = app.administrator(&format!("Other{at}")).await;
        let suspended = app.colleague(&ann, "Administrator").await;
        app.set_status(&suspended, "suspended").await;
        let operation = self.operation.clone();
        let open = OPEN.iter().find(|(id, ..)| *id == operation.id);
        if let Some((_, statuses, _)) = open {
            let powerless = holder(app, &ann, &[]).await;
            let place = Place {
                app,
                owner: &ann,
                doer: &ann,
                supply: Supply::Fresh,
            };
            let ready = Ready::make(&operation, &place).await?;
            let people = [&app.anonymous(), &zoe, &powerless, &ann, &suspended, &ann];
            for (who, status) in people.into_iter().zip(statuses) {
                self.expect(
                    "somebody",
                    &ready.sent_by(who).await,
                    &Expected::Status(*status),
                );
            }
            return Ok(());
        }
        let needed = operation.needed().ok_or_else(|| {
            format!("{operation} does not say what it needs: give it the extension x-permission")
        })?;
        if needed == Needed::Operator {
            return self.operators_only(app, &ann, &zoe, &suspended).await;
        }
        let powerful = holder(app, &ann, &just(&operation, needed)).await;
        let powerless = holder(app, &ann, &all_but(needed)).await;
        let place = Place {
            app,
            owner: &ann,
            doer: &powerful,
            supply: Supply::Fresh,
        };
        let ready = Ready::make(&operation, &place).await?;
        // What is its maker's alone has to be made by whoever does it.
        let own = match operation.path.starts_with(PRIVATE) {
            true => {
                let place = Place {
                    owner: &powerful,
                    ..place
                };
                Ready::make(&operation, &place).await?
            }
            false => ready.clone(),
        };

        let not_signed_in = Expected::Problem(StatusCode::UNAUTHORIZED, "/problems/not-signed-in");
        self.expect(
            "nobody",
            &ready.sent_by(&app.anonymous()).await,
            &not_signed_in,
        );
        let gone = Expected::Problem(StatusCode::FORBIDDEN, "/problems/suspended");
        self.expect(
            "somebody suspended",
            &ready.sent_by(&suspended).await,
            &gone,
        );
        self.stranger(&ready, &zoe).await;
        let lacking = match needed {
            Needed::SignIn => Expected::Success,
            Needed::Right(right) => Expected::Lacks(right),
            Needed::Operator => Expected::OPERATOR_ONLY,
        };
        self.expect(
            "somebody without the right",
            &ready.sent_by(&powerless).await,
            &lacking,
        );
        app.subscribe_until(&ann, date(2026, 11, 1)).await;
        let ended = match survives(needed) {
            true => Expected::Success,
            false => Expected::Problem(StatusCode::FORBIDDEN, "/problems/subscription-expired"),
        };
        self.expect(
            "somebody after the subscription",
            &ready.sent_by(&ann).await,
            &ended,
        );
        app.subscribe_until(&ann, date(2036, 11, 1)).await;
        self.expect(
            "somebody with just the right",
            &own.sent_by(&powerful).await,
            &Expected::Success,
        );
        Ok(())
    }

    /// What is another company's, and what never was, are the same to a stranger; what is nobody's he sees his own of.
    async fn stranger(&mut self, ready: &Ready, stranger: &Actor) {
        let who = "another company";
        let never: Vec<String> = ready
            .ids
            .iter()
            .map(|_| Uuid::now_v7().to_string())
            .collect();
        let foreign = ready.sent_by(stranger).await;
        if ready.names_record_in_path() {
            let not_found = Expected::Problem(StatusCode::NOT_FOUND, "/problems/not-found");
            self.expect(who, &foreign, &not_found);
        } else if ready.ids.is_empty() {
            self.expect(who, &foreign, &Expected::Success);
            let seen = ready.made.iter().find(|id| foreign.text.contains(*id));
            if let Some(id) = seen {
                self.wrong
                    .push(format!("{}: {who} sees {id}", self.operation));
            }
        }
        let unknown = ready.about(&never).sent_by(stranger).await;
        let without = |answer: &Answer, ids: &[String]| {
            let hidden = ids
                .iter()
                .fold(answer.text.clone(), |text, id| text.replace(id, "·"));
            (answer.status, answer.headers.clone(), hidden)
        };
        let (foreign, unknown) = (without(&foreign, &ready.ids), without(&unknown, &never));
        if !ready.ids.is_empty() && foreign != unknown {
            let operation = &self.operation;
            let fault =
                format!("{operation}: {foreign:?} of another company's, {unknown:?} of none");
            self.wrong.push(fault);
        }
    }

    fn expect(&mut self, who: &str, answer: &Answer, expected: &Expected) {
        let operation = &self.operation;
        let media_type = answer.headers.get("content-type");
        let media_type = media_type.and_then(|it| it.to_str().ok());
        self.wrong
            .extend(operation.objection(answer.status, media_type));
        let told: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let is_right = match expected {
            Expected::Success => answer.status == operation.success(),
            Expected::Status(status) => answer.status.as_u16() == *status,
            Expected::Problem(status, kind) => answer.status == *status && told["type"] == *kind,
            Expected::Lacks(right) => {
                answer.status == StatusCode::FORBIDDEN && told["permission"] == right.to_string()
            }
        };
        if !is_right {
            let text: String = answer.text.chars().take(400).collect();
            self.wrong
                .push(format!("{operation}: {who} got {} {text}", answer.status));
        }
    }
}

/// Whether an expired subscription leaves it (domain reference, section 3, rule 7).
fn survives(needed: Needed) -> bool {
    match needed {
        Needed::SignIn | Needed::Operator => true,
        Needed::Right(right) => {
            matches!(right.action, Action::View | Action::Export)
                || right.resource == Resource::Profile
                || (right.resource, right.action) == (Resource::Mail, Action::Create)
        }
    }
}

/// The right that is needed and no other. A batch is undone by who made it, which takes another right.
fn just(operation: &Operation, needed: Needed) -> Vec<Permission> {
    let Needed::Right(right) = needed else {
        return Vec::new();
    };
    let mut rights = vec![right];
    if operation.path.starts_with(PRIVATE) {
        rights.push(Permission {
            action: Action::Create,
            ..right
        });
    }
    if operation.below() == "/batches/{id}/undo" {
        rights.push(Permission {
            action: Action::Delete,
            ..right
        });
    }
    if operation.path.starts_with("/report/")
        && matches!(right.action, Action::Run | Action::Export)
    {
        // The records of a report are its runner's to see; the example is about the audit trail.
        rights.extend(["audit:view", "audit:export"].map(|it| it.parse::<Permission>().unwrap()));
    }
    rights
}

/// All rights that do not imply the one that is needed.
fn all_but(needed: Needed) -> Vec<Permission> {
    let Needed::Right(right) = needed else {
        return Vec::new();
    };
    let all = Resource::ALL.iter().flat_map(|resource| {
        resource.actions().iter().map(|action| Permission {
            resource: *resource,
            action: *action,
        })
    });
    let others = all.filter(|other| {
        let mut grants = Grants::new();
        grants.allow(other.resource, other.action, Scope::Company);
        grants.scope(right).is_none()
    });
    others.collect()
}

/// A colleague who holds these rights in the whole company.
async fn holder(app: &TestApp, of: &Actor, rights: &[Permission]) -> Actor {
    let rights: Vec<String> = rights.iter().map(Permission::to_string).collect();
    let rights: Vec<(&str, &str)> = rights.iter().map(|it| (it.as_str(), "company")).collect();
    app.colleague_with(of, &rights).await
}
