//! tests

mod dev;
mod guard;
mod matcher;
mod node;
mod redirect;
mod template;
mod tidy;
