//! Actors: people who speak to the services through the router.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request, StatusCode};
use jiff::Timestamp;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use waybill_services::mail::Post;
use waybill_services::{Identity, ServiceError, Services, Settings};
use waybill_storage::clock::ManualClock;
use waybill_storage::{Clock as _, LoginSessionId, Storage, UserId, users};

use crate::database;

mod answer;
mod doubles;
mod programs;
mod speaking;
mod standing;

pub(crate) use answer::Answer;
use doubles::{Provider, TestSessions};

/// When every test begins: noon in Amsterdam, morning in New York.
pub(crate) const START: &str = "2026-11-20T11:00:00Z";

/// Services of their own, over a database of their own.
pub(crate) struct TestApp {
    pub(crate) services: Arc<Services>,
    pub(crate) storage: Storage,
    pub(crate) clock: Arc<ManualClock>,
    provider: Arc<Provider>,
    /// Made once, for it takes longer to make than most requests.
    router: axum::Router,
    sessions: Arc<TestSessions>,
    pub(crate) folder: tempfile::TempDir,
    operator: tokio::sync::OnceCell<UserId>,
}

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Actor {
    services: Arc<Services>,
    storage: Storage,
    router: axum::Router,
    bearer: Option<String>,
    user_id: Option<UserId>,
    /// The session in which a browser would speak; none where it does not matter.
    session: Option<LoginSessionId>,
    /// The access token that a program brings; none where somebody speaks in person.
    program: Option<String>,
}

impl TestApp {
    pub(crate) async fn init() -> Self {
        Self::make(|_, _| {}, |services| services).await
    }

    /// With other settings, and the data directory for what they need of it.
    pub(crate) async fn with(set: impl FnOnce(&Path, &mut Settings)) -> Self {
        Self::make(set, |services| services).await
    }

    /// For a test of many thousand reads: comparing the callers of each is left to the other tests, unless all is done at
    /// full length.
    pub(crate) async fn for_many_reads() -> Self {
        let compare = waybill_test_extent::is_full();
        Self::with(|_, settings| settings.compares_callers = compare).await
    }

    /// With services that send mails so, instead of keeping them as files.
    pub(crate) async fn with_post(post: Post) -> Self {
        Self::make(|_, _| {}, |services| services.with_post(post)).await
    }

    async fn make(
        set: impl FnOnce(&Path, &mut Settings),
        change: impl FnOnce(Services) -> Services,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let storage = database::open(folder.path()).await;
        let clock = Arc::new(ManualClock::starting_at(START.parse().unwrap()));
        let provider = Arc::new(Provider::default());
        let sessions = Arc::new(TestSessions::default());
        let mut settings = Settings {
            public_origin: "https://waybill.test".to_owned(),
            super_admins: ["root@operator.test".to_owned()].into(),
            compares_callers: true,
            ..Settings::default()
        };
        settings.reload(|it| "maps-key".clone_into(&mut it.google_map_key));
        set(folder.path(), &mut settings);
        let services = Services::new(
            storage.clone(),
            Arc::clone(&clock) as _,
            Arc::clone(&provider) as _,
            Arc::clone(&sessions) as _,
            settings,
        );
        let services = services.await.unwrap();
        let services = services.with_password_resets(Arc::clone(&provider) as _);
        let services = Arc::new(change(services));
        Self {
            router: waybill_services::http::router(Arc::clone(&services)),
            services,
            storage,
            clock,
            provider,
            sessions,
            folder,
            operator: tokio::sync::OnceCell::new(),
        }
    }

    /// Whose sessions were ended, in the order of it.
    pub(crate) fn ended(&self) -> Vec<UserId> {
        self.sessions.ended.lock().unwrap().clone()
    }

    /// For whom the provider was asked to mail a link for a new password.
    pub(crate) fn forgotten(&self) -> Vec<String> {
        self.provider.forgotten.lock().unwrap().clone()
    }

    /// The mails that were sent, the oldest first.
    pub(crate) async fn mails(&self) -> Vec<String> {
        while self.services.deliver_next().await.unwrap() {}
        let Ok(folder) = std::fs::read_dir(self.folder.path().join("mail")) else {
            return Vec::new();
        };
        let mut files: Vec<_> = folder.map(|it| it.unwrap().path()).collect();
        files.sort_unstable();
        let text = |path| {
            let mail = std::fs::read_to_string(path).unwrap();
            // Quoted-printable, RFC 2045 section 6.7.
            mail.replace("=\r\n", "").replace("=3D", "=")
        };
        files.into_iter().map(text).collect()
    }

    /// Nobody.
    pub(crate) fn anonymous(&self) -> Actor {
        Actor {
            services: Arc::clone(&self.services),
            storage: self.storage.clone(),
            router: self.router.clone(),
            bearer: None,
            user_id: None,
            session: None,
            program: None,
        }
    }

    /// Somebody who has an account at the identity provider, and its ID token.
    pub(crate) fn identity(&self, uid: &str, email: &str) -> Actor {
        let identity = Identity {
            uid: uid.to_owned(),
            email: Some(email.to_owned()),
            email_verified: false,
            name: None,
            authenticated_at: None,
            has_second_factor: false,
        };
        self.provider
            .accounts
            .lock()
            .unwrap()
            .insert(uid.to_owned(), identity);
        Actor {
            bearer: Some(format!("id:{uid}")),
            ..self.anonymous()
        }
    }

    /// Whether this account proves a second factor at the identity provider from now on; whether it did before.
    pub(crate) fn set_second_factor(&self, uid: &str, has_it: bool) -> bool {
        let mut accounts = self.provider.accounts.lock().unwrap();
        let account = accounts.get_mut(uid).unwrap();
        std::mem::replace(&mut account.has_second_factor, has_it)
    }

    /// The holder of the ID token of a known account.
    pub(crate) fn identity_of(&self, uid: &str) -> Actor {
        Actor {
            bearer: Some(format!("id:{uid}")),
            ..self.anonymous()
        }
    }

    /// Somebody who holds the session token of `actor`, and whose session the gateway has not looked at.
    pub(crate) fn bearer_of(&self, actor: &Actor) -> Actor {
        Actor {
            bearer: actor.bearer.clone(),
            ..self.anonymous()
        }
    }

    /// Moves the clock to an instant.
    pub(crate) fn set_time(&self, instant: &str) {
        let instant: Timestamp = instant.parse().unwrap();
        self.clock.advance(instant.duration_since(self.clock.now()));
    }

    /// The provider sees the address of the account verified.
    pub(crate) fn verify_email(&self, uid: &str) {
        self.provider
            .accounts
            .lock()
            .unwrap()
            .get_mut(uid)
            .unwrap()
            .email_verified = true;
    }

    /// The administrator of a new company of this name, who has proved their address.
    pub(crate) async fn administrator(&self, company: &str) -> Actor {
        self.registered(company, true).await
    }

    /// The same, who registered a minute ago and has not opened the mailed link.
    pub(crate) async fn newcomer(&self, company: &str) -> Actor {
        self.registered(company, false).await
    }

    async fn registered(&self, company: &str, is_proved: bool) -> Actor {
        let uid = company.to_lowercase();
        let identity = self.identity(&uid, &format!("ann@{uid}.test"));
        if is_proved {
            self.verify_email(&uid);
        }
        let registered = identity
            .post("/iam/api/v1/auth", registration(company))
            .await;
        let id = registered.data(StatusCode::CREATED)["user"]["_id"].clone();
        self.signed_in(id.as_str().unwrap().parse().unwrap())
    }

    /// One of the operator's people, with a company of its own.
    pub(crate) async fn operator(&self) -> Actor {
        let id = self.operator.get_or_init(async || {
            let root = self.identity("root", "root@operator.test");
            self.verify_email("root");
            let answer = root
                .post("/iam/api/v1/auth", registration("Operator"))
                .await;
            let user = answer.data(StatusCode::CREATED)["user"]["_id"].clone();
            user.as_str().unwrap().parse().unwrap()
        });
        self.signed_in(*id.await)
    }

    /// A user with a session.
    pub(crate) fn signed_in(&self, user_id: UserId) -> Actor {
        Actor {
            bearer: Some(format!("jwt:{user_id}")),
            user_id: Some(user_id),
            ..self.anonymous()
        }
    }

    /// The same user, who speaks in a session of its own.
    pub(crate) async fn in_session(&self, actor: &Actor) -> Actor {
        Actor {
            session: Some(crate::sessions::begin_session(self, actor.id()).await),
            ..actor.clone()
        }
    }

    /// Somebody of the same company who holds the role of this name.
    pub(crate) async fn colleague(&self, of: &Actor, role: &str) -> Actor {
        let db = self.storage.reader();
        let (administrator, company) = users::by_id(db, of.id()).await.unwrap().unwrap();
        let listed = waybill_storage::roles::all(db, company.id).await.unwrap();
        let role = listed.into_iter().find(|it| it.name == role).unwrap();
        let id = UserId::generate();
        let user = users::NewUser {
            id,
            identity_uid: id.to_string(),
            email: format!("{id}@colleague.test"),
            email_verified: true,
            first_name: "Bob".to_owned(),
            last_name: role.name,
            office_id: administrator.office_id,
            status: "active".to_owned(),
            language: "en".to_owned(),
            timezone: company.timezone,
        };
        let tx = self.storage.begin().await.unwrap();
        users::insert(&tx, company.id, user, id, Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
        waybill_storage::roles::give(&tx, company.id, id, role.id)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.signed_in(id)
    }

    /// Somebody of the same company and office who holds a role with these rights, each with its scope: `contact:view` within
    /// `own`.
    pub(crate) async fn colleague_with(&self, of: &Actor, rights: &[(&str, &str)]) -> Actor {
        let (_, company) = users::by_id(self.storage.reader(), of.id())
            .await
            .unwrap()
            .unwrap();
        let grants = rights.iter().map(|(right, scope)| {
            let (resource, action) = right.split_once(':').unwrap();
            waybill_storage::roles::Grant {
                resource: resource.to_owned(),
                actions: vec![action.to_owned()],
                scope: (*scope).to_owned(),
            }
        });
        let name = format!("Role {}", UserId::generate());
        let role = waybill_storage::roles::NewRole {
            code: name.to_lowercase().replace(' ', "-"),
            name: name.clone(),
            description: String::new(),
            color: "slate".to_owned(),
            role_type: "custom".to_owned(),
            is_default: false,
            is_assignable: true,
            permissions: grants.collect(),
        };
        let tx = self.storage.begin_for(company.id).await.unwrap();
        waybill_storage::roles::insert(&tx, company.id, role, of.id(), Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.colleague(of, &name).await
    }
}

/// Hides an id in a snapshot, once it has seen that it is one.
pub(crate) fn uuid() -> insta::internals::Redaction {
    insta::dynamic_redaction(|value, path| {
        let id = value
            .as_str()
            .unwrap_or_else(|| panic!("{path} is no text"));
        assert_eq!(id.parse::<uuid::Uuid>().unwrap().to_string(), id, "{path}");
        "[uuid]"
    })
}

/// A complete body of `POST {auth}`.
pub(crate) fn registration(company: &str) -> Value {
    json!({ "firstName": "Ann", "lastName": "Ähnlich", "companyName": company, "operatingCountry": "NL" })
}

impl Actor {
    /// The id of the signed-in user.
    pub(crate) fn id(&self) -> UserId {
        self.user_id.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty(), None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(
            Method::POST,
            path,
            Body::from(body.to_string()),
            Some("application/json"),
        )
        .await
    }

    /// Changes the version of a record that `etag` names.
    pub(crate) async fn patch(&self, path: &str, etag: &str, body: Value) -> Answer {
        let headers = [("content-type", "application/json"), ("if-match", etag)];
        self.send_with(Method::PATCH, path, &headers, body.to_string())
            .await
    }

    /// Moves the version of a record that `etag` names to the bin.
    pub(crate) async fn delete(&self, path: &str, etag: &str) -> Answer {
        self.send_with(Method::DELETE, path, &[("if-match", etag)], "")
            .await
    }

    /// Takes the version of a record that `etag` names out of the bin.
    pub(crate) async fn restore(&self, path: &str, etag: &str) -> Answer {
        let path = format!("{path}/restore");
        self.send_with(Method::POST, &path, &[("if-match", etag)], "")
            .await
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Body,
        content_type: Option<&str>,
    ) -> Answer {
        let headers = content_type.map(|it| (CONTENT_TYPE.as_str(), it));
        self.send_with(method, path, headers.as_slice(), body).await
    }

    /// Sends a request with these headers besides the bearer.
    pub(crate) async fn send_with(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        Answer::of(self.respond(method, path, headers, body).await).await
    }

    /// The same, with the body of the answer unread.
    pub(crate) async fn respond(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(bearer) = &self.bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {bearer}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(body.into()).unwrap();
        if let Some(secret) = &self.program
            && let Err(refused) = self.speak_as_program(secret, &mut request).await
        {
            return axum_response(refused);
        }
        // What the server's gateway does with a valid session.
        if let Some(user_id) = self.user_id {
            match self.speaking(user_id).await {
                Ok(caller) => {
                    request.extensions_mut().insert(caller);
                }
                Err(error) => return axum_response(error),
            }
        }
        self.router.clone().oneshot(request).await.unwrap()
    }
}

fn axum_response(error: ServiceError) -> axum::response::Response {
    axum::response::IntoResponse::into_response(waybill_services::http::ApiError::from(error))
}
