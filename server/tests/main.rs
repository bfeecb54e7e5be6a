//! tests

mod dev;
mod documents;
mod edge;
mod forms;
mod guard;
mod matcher;
mod node;
mod paths;
mod redirect;
mod sessions;
mod start;
mod support;
mod template;
mod tidy;
