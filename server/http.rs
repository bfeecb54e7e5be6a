//! HTTP: the edge, the document pipeline, assets, and the gateway to the services. axum is named here and nowhere else.
//!
//! | Module | Noun |
//! |---|---|
//! | [`listener`] | the accept loop: connections, their limits, and the drain |
//! | [`middleware`] | what every request passes on its way in, in one ordered list |
//! | [`mod@router`] | which address is answered by whom |
//! | [`document`] | match → guard → session → needs → render → write |
//! | [`assets`] | files of the client's build |
//! | [`gateway`] | calls to the services, from browsers and from documents |
//! | `weight`, `kind` | what a request may cost, by its address; under what it is counted |
//! | `doors` | how many of a class are in work at once, and which wait while memory is short |
//! | `realtime` | the realtime database, as sockets and as REST |
//! | [`admin`] | metrics and a status page, for the operator alone, at an address of their own |
//! | [`sign_in`], `record_form` | the forms that work without JavaScript |
//! | [`headers`], [`problem`] | what every answer carries; what a failure looks like |
//! | [`error_page`], `outage` | what people see while nothing can be served; requests while the database is away |
//! | `compression` | pages and reference data in the coding that the browser takes |
//! | [`probes`], [`health`], [`reports`] | health, and a command that asks for it; reports of browsers about the content security policy |
//! | `unsubscribe` | the page behind the link in a mail by which its recipient wants no more |
//! | `security_txt` | to whom faults are reported |
//!
//! Invariants: a failure is problem details (RFC 9457) or the client-rendered page, never a stack, a path or a query; a
//! request that cannot be parsed is refused, never guessed at.

pub mod admin;
mod allowance;
pub mod assets;
mod client_address;
mod compression;
pub mod document;
mod doors;
mod download;
pub mod error_page;
pub mod gateway;
pub mod headers;
pub mod health;
mod kind;
pub mod listener;
pub mod middleware;
mod negotiation;
mod outage;
pub mod probes;
pub mod problem;
mod realtime;
mod record_form;
mod reports;
pub mod router;
mod security_txt;
mod sign_in;
mod site;
mod unsubscribe;
mod viewing;
mod weight;

pub use self::listener::{Certificate, Listener, ServeError, Tls};
pub use self::router::router;
pub use self::site::Site;
