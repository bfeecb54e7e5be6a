//! Units of mail.

mod address;
mod footer;
mod lint;
mod merge;
mod sanitise;
mod show;
mod system;
