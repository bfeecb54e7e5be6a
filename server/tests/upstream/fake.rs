//! A service on another machine, by a script; and a note of what reached it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use http::HeaderMap;
use tokio::net::TcpListener;

/// A request that reached the service.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) path_and_query: String,
    pub(super) headers: HeaderMap,
}

impl Asked {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|it| it.to_str().unwrap())
    }
}

type Notes = Arc<Mutex<Vec<Asked>>>;

/// A running service. It ends with the test.
pub(super) struct Fake {
    pub(super) address: SocketAddr,
    notes: Notes,
}

impl Fake {
    /// Answers as `router` does.
    pub(super) async fn start(router: Router) -> Self {
        let notes = Notes::default();
        let router = router.layer(from_fn_with_state(Arc::clone(&notes), note));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, notes }
    }

    /// What reached it, in order.
    pub(super) fn asked(&self) -> Vec<Asked> {
        self.notes.lock().unwrap().clone()
    }
}

async fn note(State(notes): State<Notes>, request: Request, next: Next) -> Response {
    notes.lock().unwrap().push(Asked {
        path_and_query: request.uri().to_string(),
        headers: request.headers().clone(),
    });
    next.run(request).await
}
