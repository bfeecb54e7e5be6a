//! Routes: what a part of the services answers, and what the OpenAPI document says of it.
//!
//! Invariant: what the document says is put together when the document is asked for. Schemas of two hundred operations take
//! twenty times as long as their routes, which every start waits for.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::MethodRouter;
use utoipa::Path;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::services::Services;

/// Schemas by the names under which operations refer to them.
pub(super) type Schemas = Vec<(String, RefOr<Schema>)>;

/// The handlers of a path, by their methods.
pub(super) type Handlers = MethodRouter<Arc<Services>>;

/// What the document says of operations: their schemas and paths, and handlers that it does not ask for.
pub(super) type Described = UtoipaMethodRouter<Arc<Services>>;

/// Routes of several paths.
#[derive(Default)]
pub(super) struct Routes {
    router: Router<Arc<Services>>,
    descriptions: Vec<Box<dyn FnOnce() -> Described>>,
}

/// One operation: its path, its handler for one method, and what the document says of it.
pub(super) struct Route {
    path: String,
    handlers: Handlers,
    describe: fn() -> Described,
}

impl Routes {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// With what `routes!` makes of handlers.
    pub(super) fn routes<const N: usize>(self, routes: [Route; N]) -> Self {
        routes.into_iter().fold(self, |all, route| {
            all.at(&route.path, route.handlers, route.describe)
        })
    }

    /// With handlers that are described elsewhere.
    pub(super) fn at(
        mut self,
        path: &str,
        handlers: Handlers,
        describe: impl FnOnce() -> Described + 'static,
    ) -> Self {
        self.router = self.router.route(path, handlers);
        self.descriptions.push(Box::new(describe));
        self
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.descriptions.extend(other.descriptions);
        self
    }

    /// With another limit for the body of a request, in bytes.
    pub(super) fn body_limit(mut self, bytes: usize) -> Self {
        self.router = self.router.layer(DefaultBodyLimit::max(bytes));
        self
    }

    pub(super) fn into_router(self) -> Router<Arc<Services>> {
        self.router
    }

    /// The paths and schemas of the OpenAPI document.
    pub(super) fn into_openapi(self) -> OpenApi {
        let descriptions = self.descriptions.into_iter();
        descriptions
            .fold(OpenApiRouter::new(), |all, describe| all.routes(describe()))
            .into_openapi()
    }
}

impl Route {
    /// The route of a handler with the path and method that `#[utoipa::path]` names above it.
    pub(super) fn of<P: Path, T: 'static>(
        handler: &impl Handler<T, Arc<Services>>,
        describe: fn() -> Described,
    ) -> Self {
        let handlers = P::methods().iter().fold(Handlers::new(), |all, method| {
            all.on(method.to_method_filter(), handler.clone())
        });
        Self {
            path: P::path(),
            handlers,
            describe,
        }
    }
}

/// The routes of handlers with `#[utoipa::path]` above each.
macro_rules! routes {
    ($($handler:ident),+ $(,)?) => {
        utoipa_axum::paste! {
            [$($crate::http::routes::Route::of::<[<__path_ $handler>], _>(
                &$handler,
                || utoipa_axum::routes!($handler),
            )),+]
        }
    };
}

pub(super) use routes;
