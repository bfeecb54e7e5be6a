//! The source of a request: what the audit trail keeps of where it came from.
//!
//! Invariant: nothing here decides anything; it is noted and shown.

use waybill_storage::login_sessions::Place;
use waybill_storage::records::batches::BatchId;

use crate::vocabulary::wire_enum;

wire_enum! {
    /// By what way a change came.
    Origin {
        /// Through a screen.
        Ui = "ui",
        /// Through the interface of the services.
        Api = "api",
        /// As a row of an imported table.
        Import = "import",
        /// By undoing a batch.
        Undo = "undo",
        /// As something that comes again and again, such as a report by mail.
        Schedule = "schedule",
    }
}

/// Where a request comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// By what way.
    pub origin: Origin,
    /// The request's id.
    pub request_id: Option<String>,
    /// Address of the client.
    pub ip: Option<String>,
    /// What its browser calls itself, cut to 200 characters.
    pub browser: Option<String>,
    /// A hash that the requests of one session, or of one access token, have in common, and no other.
    pub session_ref: Option<String>,
    /// The batch that it is part of.
    pub batch_id: Option<BatchId>,
    /// Whether one of the operator's people asks, as a visitor of the company.
    pub is_support: bool,
    /// Name of the access token with which a program asks, if one does.
    pub program: Option<String>,
}

impl Default for Source {
    /// The interface of the services, nothing else known.
    fn default() -> Self {
        Self {
            origin: Origin::Api,
            request_id: None,
            ip: None,
            browser: None,
            session_ref: None,
            batch_id: None,
            is_support: false,
            program: None,
        }
    }
}

impl Source {
    /// The part of it that a session keeps.
    pub fn place(&self) -> Place {
        Place {
            ip: self.ip.clone(),
            browser: self.browser.clone(),
        }
    }

    /// The same source for what its user does in the own company.
    #[must_use]
    pub fn at_home(&self) -> Self {
        Self {
            is_support: false,
            ..self.clone()
        }
    }

    /// The same source, as part of a batch that came by this way.
    #[must_use]
    pub fn in_batch(&self, origin: Origin, batch_id: BatchId) -> Self {
        Self {
            origin,
            batch_id: Some(batch_id),
            ..self.clone()
        }
    }
}
