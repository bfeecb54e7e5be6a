//! Units of the HTTP API.

mod collection;
mod drive;
mod factor_cookie;
mod source;
