//! Waybill: a freight and logistics web application in one binary. This page is the map; `docs/architecture.md` follows one
//! request through it.
//!
//! A document request is decided in Rust before any JavaScript runs; V8 then renders the React routes from data that
//! is already there, and the browser hydrates from the same data.
//!
//! ```text
//! browser ─▶ http::middleware ─▶ http::document ─▶ routes::matcher ─▶ session ─▶ guard::decide ──redirect──▶ browser
//!                                      │ allow
//!                                      ▼
//!                                needs::fetch ─▶ http::gateway ─▶ services ─▶ storage
//!                                      │ JSON
//!                                      ▼
//!                               render::Pool::render(input) ─▶ V8 isolate ─▶ ssr-bundle ─▶ client/src/routes
//!                                      │ html
//!                                      ▼
//!                               document writer ─▶ browser ─▶ client/src/entry.tsx hydrates
//! ```
//!
//! | Module | Noun | Invariant |
//! |---|---|---|
//! | [`http`] | the edge, the document pipeline, assets, the gateway to the services | axum is named here and nowhere else |
//! | [`dev`] | `waybill dev`: rebuilds and hands over the client's build | a build that fails changes nothing |
//! | [`app`] | everything a request may use, wired once at start | knows no HTTP server |
//! | [`operations`] | the commands of operators | one that fails leaves what was there before |
//! | [`program`] | the command line: arguments → config → telemetry → app → serve | what cannot be used is told in one sentence, with nothing changed |
//! | [`needs`] | URI templates → requests → JSON, with one deadline | a document never waits longer than its budget |
//! | [`guard`] | who may open what, and where everyone else goes | pure: no I/O, no clock |
//! | [`session`] | token ↔ session cookie | neither opens anything without the other |
//! | [`routes`] | the manifest and its matcher | the only route list |
//! | [`memory`] | what may be used of memory, and how hard pressed the program is | nothing is sent away without a limit |
//! | [`metrics`] | what is counted, as Prometheus reads it | a label is never a value of a request |
//! | [`data_dir`] | the data directory: who may enter it, which server has it, its last backup | opens no database |
//! | [`service_manager`] | what systemd is told and hands over | without one, it does nothing |
//! | [`telemetry`] | where log lines go | no token, cookie or mail address in a log |
//! | [`config`] | every setting | alone reads the environment |
//! | [`certificate`] | when a certificate is valid | tells what its dates say, trusts nobody |
//! | [`clock`] | the time, handed in | nothing else reads the system's time |
//!
//! Crates, which know nothing of the modules above: `render` (V8), `services` (business rules and their HTTP API),
//! `identity` (Firebase-compatible sign-in), `upstream` (services on other machines), `storage` (the database), `bundle` (client
//! build).

pub mod app;
pub mod certificate;
pub mod clock;
pub mod config;
pub mod data_dir;
pub mod dev;
pub mod guard;
pub mod http;
pub mod memory;
pub mod metrics;
pub mod needs;
pub mod operations;
pub mod program;
pub mod routes;
pub mod service_manager;
pub mod session;
pub mod telemetry;
