//! The tables of services on other machines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::config::upstream::Authorization;

/// `[upstream]`
///
/// See "Services on other machines" below.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::config) struct UpstreamTable {
    /// Where each service is: an address, `api` (that of the profile) or `embedded`. The services are `iam`, `master`,
    /// `drive`, `log`, `mail`, `report` and `contact`. In the flag and the variable:
    /// `contact=https://api.example.com,report=api`.
    /// Default: `{}`.
    pub(in crate::config) services: BTreeMap<String, String>,
    /// Milliseconds to connect to such a service (10 to 10000).
    /// Default: `1000`.
    pub(in crate::config) connect_ms: Option<u64>,
    /// Milliseconds until an ordinary answer of such a service begins (100 to 25000). Imports, exports and uploads have
    /// minutes.
    /// Default: `10000`.
    pub(in crate::config) deadline_ms: Option<u64>,
    /// Most calls to one such service in progress (1 to 10000); beyond that 503.
    /// Default: `64`.
    pub(in crate::config) calls_at_once: Option<u64>,
    /// How the token is sent in `Authorization`: `token` by itself, `bearer` after that word.
    /// Default: `"token"`.
    pub(in crate::config) authorization: Authorization,
    pub(in crate::config) token: Option<TokenTable>,
}

/// `[upstream.token]`
///
/// Reads the tokens of an `iam` that is on another machine. Without it, that service is asked about each token.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct TokenTable {
    /// PEM file of the public key. Required.
    /// Default: none.
    pub(in crate::config) key_file: PathBuf,
    /// `RS256`, `RS384`, `RS512`, `PS256`, `PS384`, `PS512`, `ES256`, `ES384` or `EdDSA`. Required; what a token says
    /// about it is not followed.
    /// Default: none.
    pub(in crate::config) algorithm: String,
    /// What `iss` of a token has to be.
    /// Default: any.
    pub(in crate::config) issuer: Option<String>,
    /// What `aud` of a token has to be.
    /// Default: any.
    pub(in crate::config) audience: Option<String>,
}
