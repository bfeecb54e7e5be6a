//! What tests of the whole server share: a server of their own, and the people who use it.
//!
//! Everything is real but the time and the network: storage in a folder of its own, the identity provider, the services,
//! isolates from the embedded snapshot; requests go through the router in process.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its server should stop"
)]

mod actor;
mod answer;
mod seeded;

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Once};

use axum::Router;
use axum::extract::ConnectInfo;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tempfile::TempDir;
use tower::ServiceExt;
use waybill::app::{App, Release, embedded_source};
use waybill::clock::Clock;
use waybill::config::Config;
use waybill::config::arguments::Options;
use waybill::http::{self, Listener, Site};
use waybill_storage::login_sessions::EndCause;
use waybill_storage::users;

pub(crate) use self::actor::Actor;
pub(crate) use self::answer::Answer;

/// When every test begins: a Friday, noon in Amsterdam.
pub(crate) const START: &str = "2026-11-20T11:00:00Z";

/// The data folder, in the folder of a server.
const DATA: &str = "data";

/// The password of everybody.
pub(crate) const PASSWORD: &str = "granite-anchor-42";

/// The other tests over a server hardly touch its database.
#[test]
fn what_is_stored_by_the_whole_server_is_stored_on_postgres_too() {
    waybill_test_postgres::run_again(&[
        "crash::",
        "second_factor::",
        "sessions::",
        "unauthorised::",
    ]);
}

static PLATFORM: Once = Once::new();

/// A server of one's own.
pub(crate) struct TestApp {
    folder: TempDir,
    toml: String,
    emulator: Option<String>,
    pub(crate) clock: Clock,
    pub(crate) app: Arc<App>,
    pub(crate) site: Arc<Site>,
    router: Router,
}

impl TestApp {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    /// With a configuration file of this content.
    pub(crate) async fn with(toml: &str) -> Self {
        Self::start(toml, None).await
    }

    async fn start(toml: &str, emulator: Option<String>) -> Self {
        let clock = Clock::manual(START.parse::<Timestamp>().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let mut toml = toml.to_owned();
        if !toml.contains("database_url")
            && let Some(url) = seeded::copy_to(&folder.path().join(DATA)).await
        {
            let database = format!("database_url = \"{url}\"\ndrive.shared_folder = true\n");
            toml.insert_str(0, &database);
        }
        Self::open(folder, &toml, emulator, clock).await
    }

    /// With a configuration file of this content, trusting an Auth emulator at this origin.
    pub(crate) async fn trusting(emulator: &str, toml: &str) -> Self {
        Self::start(toml, Some(emulator.to_owned())).await
    }

    async fn open(folder: TempDir, toml: &str, emulator: Option<String>, clock: Clock) -> Self {
        // V8 wants its threads to descend from the one that started it; those of the test harness do not.
        PLATFORM.call_once(waybill_render::init_platform_for_tests);
        let config = config(folder.path(), toml, emulator.clone());
        let release = Release::embedded().unwrap();
        let app = App::open(config, clock.clone(), release, embedded_source());
        let app = Arc::new(app.await.unwrap());
        let site = Arc::new(Site::new(Arc::clone(&app), None));
        Self {
            router: http::router(&site),
            folder,
            toml: toml.to_owned(),
            emulator,
            clock,
            app,
            site,
        }
    }

    /// The same server, stopped and started.
    pub(crate) async fn restarted(self) -> Self {
        let Self {
            folder,
            toml,
            emulator,
            clock,
            app,
            ..
        } = self;
        app.close().await;
        Self::open(folder, &toml, emulator, clock).await
    }

    /// Reloads with a configuration file of this content.
    pub(crate) fn reload(&self, toml: &str) {
        let newer = config(self.folder.path(), toml, self.emulator.clone());
        self.app.reload(&newer);
    }

    pub(crate) fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
    }

    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    /// Has the server listen, as it does in production; gives where. It ends with the test.
    pub(crate) async fn listen(&self) -> SocketAddr {
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0)));
        let listener = listener.await.unwrap();
        let address = listener.address().unwrap();
        let (site, router) = (Arc::clone(&self.site), self.router());
        tokio::spawn(async move {
            listener.serve(&site, router, std::future::pending()).await;
        });
        address
    }

    /// Has the admin listener listen; gives where. It ends with the test.
    pub(crate) async fn listen_admin(&self) -> SocketAddr {
        let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0)));
        let listener = listener.await.unwrap();
        let address = listener.address().unwrap();
        let site = Arc::clone(&self.site);
        tokio::spawn(async move { listener.serve_admin(&site).await });
        address
    }

    /// Sends a request as it is.
    pub(crate) async fn send(&self, mut request: axum::extract::Request) -> Answer {
        let peer = SocketAddr::from((IpAddr::from([192, 0, 2, 1]), 50_000));
        request.extensions_mut().insert(ConnectInfo(peer));
        let Ok(response) = self.router().oneshot(request).await;
        Answer::read(response).await
    }

    /// Nobody.
    pub(crate) fn anonymous(&self) -> Actor<'_> {
        Actor::new(self)
    }

    /// Ada, administrator of a company of her own.
    pub(crate) async fn user(&self) -> Actor<'_> {
        self.registered("Ada", "Analytical Freight").await
    }

    /// Grace, administrator of another company.
    pub(crate) async fn other_company(&self) -> Actor<'_> {
        self.registered("Grace", "Compiler Cargo").await
    }

    /// Somebody who joins the company of `host` by the invitation that the mail brings.
    pub(crate) async fn colleague(&self, host: &Actor<'_>, first_name: &str) -> Actor<'_> {
        let mut guest = self.anonymous();
        let id_token = guest.sign_up(&email_of(first_name)).await;
        self.join(&mut guest, &id_token, host, first_name).await;
        guest
    }

    /// Has `guest`, who has this ID token, join the company of `host`.
    pub(crate) async fn join(
        &self,
        guest: &mut Actor<'_>,
        id_token: &str,
        host: &Actor<'_>,
        first_name: &str,
    ) {
        let email = email_of(first_name);
        let body = json!({ "firstName": first_name, "lastName": "Tester", "emailId": email });
        self.verify(host).await;
        let invited = host.request("POST", "/iam/api/v1/users");
        let invited = invited.bearer(host.token()).json(&body).await;
        assert_eq!(invited.status(), 201, "{invited:?}");
        let mail = self.latest_mail().await;
        let secret = mail.split("register?invite=").nth(1).unwrap();
        let end = secret.find(|it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_');
        let body = json!({ "secret": &secret[..end.unwrap()] });
        let joined = guest.request("POST", "/iam/api/v1/auth/accept-invite");
        let joined = joined.bearer(id_token).json(&body).await;
        assert_eq!(joined.status(), 201, "{joined:?}");
        guest.accept(&joined);
    }

    /// The mail that left last, with its lines whole (quoted-printable, RFC 2045 section 6.7).
    pub(crate) async fn latest_mail(&self) -> String {
        while self.app.services.deliver_next().await.unwrap() {}
        let folder = std::fs::read_dir(self.app.config().data_dir.join("mail")).unwrap();
        let mails = folder.map(|it| it.unwrap().path());
        let mail = std::fs::read_to_string(mails.max().unwrap()).unwrap();
        mail.replace("=\r\n", "").replace("=3D", "=")
    }

    /// Somebody with Ada's token and nothing else.
    pub(crate) async fn stolen_token(&self) -> Actor<'_> {
        let mut thief = self.user().await;
        thief.drop_cookie("sid");
        thief
    }

    /// Somebody who was suspended after signing in.
    pub(crate) async fn suspended(&self) -> Actor<'_> {
        let actor = self.user().await;
        self.suspend(&actor).await;
        actor
    }

    /// The services know the address of the actor as verified until it signs in again.
    pub(crate) async fn verify(&self, actor: &Actor<'_>) {
        let user_id = actor.user_id().parse().unwrap();
        let caller = self.app.services.caller(user_id).await.unwrap();
        let tx = self.app.storage.begin().await.unwrap();
        users::note_email_verified(&tx, caller.company_id(), user_id, true)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) async fn suspend(&self, actor: &Actor<'_>) {
        let user_id = actor.user_id().parse().unwrap();
        let caller = self.app.services.caller(user_id).await.unwrap();
        let tx = self.app.storage.begin().await.unwrap();
        let (company, now) = (caller.company_id(), self.clock.now());
        users::set_status(&tx, company, user_id, "suspended", None, now)
            .await
            .unwrap();
        let sessions = &self.app.sessions;
        let cause = EndCause::Account;
        sessions
            .end_others(&tx, user_id, None, cause, now)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// Signs up with the identity provider and registers a company, as the browser does.
    pub(crate) async fn registered(&self, first_name: &str, company: &str) -> Actor<'_> {
        let mut actor = self.anonymous();
        let id_token = actor.sign_up(&email_of(first_name)).await;
        let body = json!({
            "firstName": first_name, "lastName": "Tester",
            "companyName": company, "operatingCountry": "NL",
        });
        let answer = actor
            .request("POST", "/iam/api/v1/auth")
            .bearer(&id_token)
            .json(&body)
            .await;
        assert_eq!(answer.status(), 201, "{answer:?}");
        actor.accept(&answer);
        actor
    }
}

/// The address of somebody with this first name.
pub(crate) fn email_of(first_name: &str) -> String {
    format!("{}@waybill.test", first_name.to_lowercase())
}

fn config(folder: &Path, toml: &str, trust_auth_emulator: Option<String>) -> Config {
    let file = folder.join("waybill.toml");
    std::fs::write(&file, toml).unwrap();
    let options = Options {
        data_dir: Some(folder.join(DATA)),
        config: Some(file),
        isolates: Some(1),
        // A build without optimisation on a busy machine takes its time.
        render_deadline_ms: (!toml.contains("deadline_ms")).then_some(10_000),
        trust_auth_emulator,
        ..Options::default()
    };
    Config::load(&options).unwrap()
}
