//! What the renderer and the server can do on this machine, as ratios of one run: `cargo bench`.
//!
//! A program, not a test: it asserts nothing about time. Each figure is taken several times and printed with its spread,
//! and each is set beside the same work done by a plain alternative (Node, an axum handler that says hello).

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a benchmark that cannot run should stop, and its counts are far below 2^52"
)]

mod costs;
mod held;
mod http;
mod load;
mod memory;
mod render;
mod server;
mod stats;

use tokio::runtime::Builder;

fn main() {
    // Cargo passes `--bench`; a filter may follow: `cargo bench -- render`.
    let filter = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    let wanted = |name: &str| filter.as_deref().is_none_or(|it| name.contains(it));
    waybill_render::init_platform();
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        // A table for another program: nothing else is printed beside it.
        if filter.as_deref() == Some("costs") {
            return costs::print().await;
        }
        // It asks for a quiet machine and minutes.
        if filter.as_deref() == Some("held") {
            return held::print().await;
        }
        let session = server::Session::open().await;
        if wanted("start") {
            server::Session::print_start_times();
        }
        if wanted("bytes") {
            session.print_javascript_bytes().await;
        }
        if wanted("render") {
            render::print(&session.inputs).await;
        }
        if wanted("memory") {
            memory::print(&session.inputs).await;
        }
        if wanted("http") {
            http::print(&session).await;
        }
        session.close();
    });
}
