//! Actors: people who speak to the services through the router.
//!
//! The identity provider and the session store are the server's; here stand small ones that keep the traits' word: an ID
//! token is `id:` and the uid of a known account, a session token is `jwt:` and the user's id.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use http::Extensions;
use http_body_util::BodyExt as _;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use waybill_services::{
    Identity, IdentityError, IdentityVerifier, Services, SessionError, SessionUser, Sessions,
    Settings, Started,
};
use waybill_storage::clock::ManualClock;
use waybill_storage::companies::{self, Plan};
use waybill_storage::listing::Listing;
use waybill_storage::{Clock as _, Storage, UserId, users};

/// When every test begins: noon in Amsterdam, morning in New York.
pub(crate) const START: &str = "2026-11-20T11:00:00Z";

/// Services of their own, over a database of their own.
pub(crate) struct TestApp {
    pub(crate) services: Arc<Services>,
    pub(crate) storage: Storage,
    pub(crate) clock: Arc<ManualClock>,
    provider: Arc<Provider>,
    _folder: tempfile::TempDir,
}

/// The accounts of an identity provider, by uid.
#[derive(Default)]
struct Provider {
    accounts: Mutex<HashMap<String, Identity>>,
}

#[async_trait]
impl IdentityVerifier for Provider {
    async fn verify(&self, id_token: &str) -> Result<Identity, IdentityError> {
        if id_token == "id:outage" {
            return Err(IdentityError::Unavailable(
                "secret address of the provider".into(),
            ));
        }
        let uid = id_token.strip_prefix("id:").ok_or(IdentityError::Refused)?;
        self.accounts
            .lock()
            .unwrap()
            .get(uid)
            .cloned()
            .ok_or(IdentityError::Refused)
    }
}

struct TestSessions;

#[async_trait]
impl Sessions for TestSessions {
    async fn start(&self, _: &Extensions, user: &SessionUser) -> Result<Started, SessionError> {
        Ok(started(user.id))
    }

    async fn refresh(&self, _: &Extensions, bearer: &str) -> Result<Started, SessionError> {
        let user_id = bearer.strip_prefix("jwt:").and_then(|id| id.parse().ok());
        user_id.map(started).ok_or(SessionError::NotSignedIn)
    }

    async fn end(&self, _: &Extensions) -> Result<Vec<HeaderValue>, SessionError> {
        Ok(vec![HeaderValue::from_static("token=; Max-Age=0")])
    }
}

fn started(user_id: UserId) -> Started {
    let cookie = HeaderValue::from_str(&format!("token=jwt:{user_id}")).unwrap();
    Started {
        user_id,
        jwt: format!("jwt:{user_id}"),
        set_cookie: vec![cookie],
    }
}

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Actor {
    services: Arc<Services>,
    bearer: Option<String>,
    user_id: Option<UserId>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl TestApp {
    pub(crate) async fn init() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        let clock = Arc::new(ManualClock::starting_at(START.parse().unwrap()));
        let provider = Arc::new(Provider::default());
        let settings = Settings {
            google_map_key: "maps-key".to_owned(),
            super_admins: ["root@operator.test".to_owned()].into(),
            ..Settings::default()
        };
        let services = Services::new(
            storage.clone(),
            Arc::clone(&clock) as _,
            Arc::clone(&provider) as _,
            Arc::new(TestSessions),
            settings,
        );
        let services = Arc::new(services.await.unwrap());
        Self {
            services,
            storage,
            clock,
            provider,
            _folder: folder,
        }
    }

    /// Nobody.
    pub(crate) fn anonymous(&self) -> Actor {
        Actor {
            services: Arc::clone(&self.services),
            bearer: None,
            user_id: None,
        }
    }

    /// Somebody who has an account at the identity provider, and its ID token.
    pub(crate) fn identity(&self, uid: &str, email: &str) -> Actor {
        let identity = Identity {
            uid: uid.to_owned(),
            email: Some(email.to_owned()),
            email_verified: false,
            name: None,
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

    /// The administrator of a new company of this name.
    pub(crate) async fn administrator(&self, company: &str) -> Actor {
        let uid = company.to_lowercase();
        let identity = self.identity(&uid, &format!("ann@{uid}.test"));
        let registered = identity
            .post("/iam/api/v1/auth", registration(company))
            .await;
        assert_eq!(registered.status, StatusCode::CREATED, "{registered:?}");
        self.signed_in(
            registered.json()["data"]["user"]["_id"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap(),
        )
    }

    /// A user with a session.
    pub(crate) fn signed_in(&self, user_id: UserId) -> Actor {
        Actor {
            bearer: Some(format!("jwt:{user_id}")),
            user_id: Some(user_id),
            ..self.anonymous()
        }
    }

    /// Somebody of the same company who holds the role of this name.
    pub(crate) async fn colleague(&self, of: &Actor, role: &str) -> Actor {
        let db = self.storage.reader();
        let (administrator, company) = users::by_id(db, of.id()).await.unwrap().unwrap();
        let listed = waybill_storage::roles::list(db, company.id, Listing::default())
            .await
            .unwrap();
        let role = listed.rows.into_iter().find(|it| it.name == role).unwrap();
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

    /// Moves the actor to another status.
    pub(crate) async fn set_status(&self, actor: &Actor, status: &str) {
        let (user, company) = users::by_id(self.storage.reader(), actor.id())
            .await
            .unwrap()
            .unwrap();
        let tx = self.storage.begin().await.unwrap();
        assert!(
            users::set_status(
                &tx,
                company.id,
                user.id,
                status,
                Some("test"),
                Timestamp::UNIX_EPOCH
            )
            .await
            .unwrap()
        );
        tx.commit().await.unwrap();
    }

    /// Sets the last day of the subscription of the actor's company.
    pub(crate) async fn subscribe_until(&self, actor: &Actor, day: Date) {
        let (_, company) = users::by_id(self.storage.reader(), actor.id())
            .await
            .unwrap()
            .unwrap();
        let plan = Plan {
            name: "Standard".to_owned(),
            expiry_date: Some(day),
        };
        let tx = self.storage.begin().await.unwrap();
        companies::set_plan(&tx, company.id, Some(&plan), Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
        tx.commit().await.unwrap();
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

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Body,
        content_type: Option<&str>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(bearer) = &self.bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {bearer}"));
        }
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        let mut request = request.body(body).unwrap();
        // What the server's gateway does with a valid session.
        if let Some(user_id) = self.user_id {
            match self.services.caller(user_id).await {
                Ok(caller) => {
                    request.extensions_mut().insert(caller);
                }
                Err(error) => return Answer::of(axum_response(error)).await,
            }
        }
        let router = waybill_services::http::router(Arc::clone(&self.services));
        Answer::of(router.oneshot(request).await.unwrap()).await
    }
}

fn axum_response(error: waybill_services::ServiceError) -> axum::response::Response {
    axum::response::IntoResponse::into_response(waybill_services::http::ApiError::from(error))
}

impl Answer {
    async fn of(response: axum::response::Response) -> Self {
        let (parts, body) = response.into_parts();
        let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        Self {
            status: parts.status,
            headers: parts.headers,
            text,
        }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The rows of a list.
    #[track_caller]
    pub(crate) fn rows(&self) -> Vec<Value> {
        self.json()["data"]
            .as_array()
            .unwrap_or_else(|| panic!("no list: {self:?}"))
            .clone()
    }

    /// The member `name` of each row of a list.
    #[track_caller]
    pub(crate) fn column(&self, name: &str) -> Vec<String> {
        self.rows()
            .iter()
            .map(|row| row[name].as_str().unwrap().to_owned())
            .collect()
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("no {name}: {self:?}"))
            .to_str()
            .unwrap()
    }
}
