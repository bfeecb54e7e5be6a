//! What open pages listen to: the realtime database that the program brings along, or one of Firebase.
//!
//! Invariant: there is one of them; what the other would do is not there.

use std::sync::Arc;

use waybill_realtime::Realtime;
use waybill_realtime::bus::{Alone, Bus, RedisBus};
use waybill_realtime::database::Database;
use waybill_services::Inbox;
use waybill_storage::{Clock, Storage};

use super::admission::Admission;
use super::mirror::Marks;
use super::{Mirror, inbox};
use crate::config::Config;

/// The realtime database.
#[derive(Clone, Debug)]
pub enum RealtimeDatabase {
    /// The program's own.
    Embedded(Arc<Realtime>),
    /// Google's, and who writes into it.
    External(Arc<Mirror>),
}

impl RealtimeDatabase {
    /// Does what it has to beside answering, for as long as the process lives: hears of other instances, or writes abroad.
    pub async fn run(&self) {
        match self {
            Self::Embedded(realtime) => realtime.follow().await,
            Self::External(mirror) => mirror.run().await,
        }
    }

    /// Lets go of open pages; those of Google are its own.
    pub fn drain(&self) {
        if let Self::Embedded(realtime) = self {
            realtime.drain();
        }
    }
}

/// The same, before the services are there that it admits people by.
pub(super) enum Pages {
    /// They listen here.
    Here(Arc<Database>, Arc<dyn Bus>),
    /// They listen elsewhere.
    Abroad(Arc<Mirror>),
}

impl Pages {
    pub(super) fn open(
        mirror: Option<Arc<Mirror>>,
        config: &Config,
        storage: &Storage,
        project_id: &str,
        clock: &Arc<dyn Clock>,
    ) -> Self {
        if let Some(mirror) = mirror {
            return Self::Abroad(mirror);
        }
        let bus: Arc<dyn Bus> = match &config.redis {
            Some(url) => Arc::new(RedisBus::join(url)),
            None => Arc::new(Alone::default()),
        };
        let database = inbox::open_database(storage, project_id, clock, &bus);
        Self::Here(database, bus)
    }

    /// Where the services show what users are told of.
    pub(super) fn inbox(&self) -> Arc<dyn Inbox> {
        match self {
            Self::Here(database, _) => Arc::new(inbox::Mirror(Arc::clone(database))),
            Self::Abroad(mirror) => Arc::new(Marks(Arc::clone(mirror))),
        }
    }

    pub(super) fn admitting(self, admission: Admission, config: &Config) -> RealtimeDatabase {
        let (database, bus) = match self {
            Self::Here(database, bus) => (database, bus),
            Self::Abroad(mirror) => return RealtimeDatabase::External(mirror),
        };
        let parts = waybill_realtime::Parts {
            database,
            clock: admission.services.clock(),
            verifier: Arc::new(admission),
            bus,
        };
        let origin = config.public_origin.as_ref();
        let settings = waybill_realtime::Config {
            origin: origin.map(|it| it.as_str().to_owned()),
            ..waybill_realtime::Config::default()
        };
        RealtimeDatabase::Embedded(Realtime::new(parts, settings))
    }
}
