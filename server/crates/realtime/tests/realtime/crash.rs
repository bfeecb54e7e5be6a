//! `kill -9` under a page: it comes back to the next process, and nothing that was acknowledged is lost.

use std::path::Path;
use std::process::Stdio;

use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use waybill_realtime::Config;

use crate::sdk::{check, run};
use crate::server::{Server, storage_in};

/// Set for the process that is killed: its folder and address.
const FOLDER: &str = "WAYBILL_REALTIME_FOLDER";
const ADDRESS: &str = "WAYBILL_REALTIME_ADDRESS";

const NAME: &str = "crash::a_page_comes_back_to_the_next_process_and_nothing_is_lost";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_comes_back_to_the_next_process_and_nothing_is_lost() {
    if let (Some(folder), Some(address)) = (std::env::var_os(FOLDER), std::env::var_os(ADDRESS)) {
        serve(folder.as_ref(), address.to_str().unwrap()).await;
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // A free port, which the processes take one after the other.
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let mut first = process(folder.path().to_str().unwrap(), &address);
    let mut script = run("crash.mjs", &[&address]).spawn().unwrap();
    let mut output = script.stdout.take().unwrap();
    // The script says on its own line when it wants the process dead, and goes on when it is back.
    wait_for_line(&mut output).await;
    first.kill().await.unwrap();
    let _second = process(folder.path().to_str().unwrap(), &address);
    let mut run = script.wait_with_output().await.unwrap();
    tokio::io::AsyncReadExt::read_to_end(&mut output, &mut run.stdout)
        .await
        .unwrap();
    check(&run);
}

async fn wait_for_line(output: &mut (impl tokio::io::AsyncRead + Unpin)) {
    let mut byte = [0];
    while byte != *b"\n" {
        tokio::io::AsyncReadExt::read_exact(output, &mut byte)
            .await
            .unwrap();
    }
}

/// This test again, as a process that serves until it is killed.
fn process(folder: &str, address: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME])
        .env(FOLDER, folder)
        .env(ADDRESS, address)
        // Storage between processes is a file here; PostgreSQL's own durability is its own affair.
        .env_remove("WAYBILL_TEST_DATABASE")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

async fn serve(folder: &Path, address: &str) {
    let storage = storage_in(folder).await;
    let listener = TcpListener::bind(address).await.unwrap();
    let _server = Server::start_on(listener, storage, Config::default());
    std::future::pending::<()>().await;
}
