//! One test binary for the whole server, since each links V8.

mod admin;
mod contract;
mod crash;
mod demo;
mod dev;
mod doctor;
mod documents;
mod edge;
mod firebase;
mod forms;
mod guard;
mod matcher;
mod node;
mod operations;
mod paths;
mod redirect;
mod second_factor;
mod sessions;
mod sockets;
mod start;
mod stopping;
mod support;
mod template;
mod tidy;
mod toolchain;
mod unauthorised;
