//! Scopes: what an access token opens, by service, for reading or for reading and writing.
//!
//! Invariant: a scope only narrows. What its user may not do, no scope allows.

use crate::vocabulary::wire_enum;

wire_enum! {
    /// What an access token opens. Writing includes reading.
    TokenScope {
        /// Contacts and their tags.
        ContactRead = "contact:read",
        ContactWrite = "contact:write",
        /// Ports, countries, currencies, picklists.
        MasterRead = "master:read",
        MasterWrite = "master:write",
        /// Templates, drafts and messages.
        MailRead = "mail:read",
        MailWrite = "mail:write",
        /// Files.
        DriveRead = "drive:read",
        DriveWrite = "drive:write",
        /// Reports, which show records of all services.
        ReportRead = "report:read",
        ReportWrite = "report:write",
        /// The company, its people, roles, groups and issues.
        IamRead = "iam:read",
        IamWrite = "iam:write",
        /// The audit history and imports. Nothing there is written by requests.
        LogRead = "log:read",
    }
}

impl TokenScope {
    /// The scope that a request of this service needs; none where no scope opens it.
    pub(crate) fn needed(service: &str, writes: bool) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|scope| scope.service() == service && scope.writes() == writes)
    }

    /// Whether it opens what needs `needed`.
    pub(crate) fn includes(self, needed: Self) -> bool {
        self.service() == needed.service() && (self.writes() || !needed.writes())
    }

    fn service(self) -> &'static str {
        self.parts().0
    }

    fn writes(self) -> bool {
        self.parts().1 == "write"
    }

    fn parts(self) -> (&'static str, &'static str) {
        self.as_str().split_once(':').unwrap_or_default()
    }
}
