//! Programs, which speak for somebody with an access token.

use std::net::Ipv4Addr;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;
use waybill_services::ServiceError;
use waybill_services::http::credentials::UnknownProgram;
use waybill_services::iam::access_tokens::TokenScope;

use super::{Actor, TestApp};

/// The address from which programs call.
const PROGRAM: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 9);

impl TestApp {
    /// A program that speaks for the user with an access token of these scopes.
    pub(crate) async fn program(&self, of: &Actor, scopes: &[TokenScope]) -> Actor {
        let new = json!({ "name": "Nightly export", "scopes": scopes, "expiresInDays": 30 });
        let created = of.post("/iam/api/v1/access-tokens", new).await;
        let created = created.data(StatusCode::CREATED);
        self.program_with(created["secret"].as_str().unwrap())
    }

    /// A program that brings this as its access token.
    pub(crate) fn program_with(&self, secret: &str) -> Actor {
        Actor {
            bearer: Some(secret.to_owned()),
            program: Some(secret.to_owned()),
            ..self.anonymous()
        }
    }
}

impl Actor {
    /// What the server's gateway does with an access token.
    pub(super) async fn speak_as_program(
        &self,
        secret: &str,
        request: &mut Request<Body>,
    ) -> Result<(), ServiceError> {
        let address = Some(PROGRAM.into());
        match self.services.program_caller(secret, address).await {
            Ok(caller) => request.extensions_mut().insert(caller).map(drop),
            Err(ServiceError::InvalidToken) => {
                request.extensions_mut().insert(UnknownProgram).map(drop)
            }
            Err(error) => return Err(error),
        };
        Ok(())
    }
}
