//! An instance in front, and the one behind it that has the services; both are on one database, as the sessions are.

use std::path::Path;

use tempfile::TempDir;

use super::SERVICES;
use crate::demo::Server;
use crate::start::waybill;

/// Both, with the demo company.
pub(super) struct Pair {
    /// The address of the one in front, which is the one that people reach.
    pub(super) here: String,
    /// The address of the one that has the services.
    pub(super) there: String,
    /// What was said of how to sign in.
    pub(super) told: String,
    servers: [Server; 2],
    _folders: [TempDir; 2],
}

impl Pair {
    pub(super) fn start() -> Self {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let database = format!(
            "database_url = \"{}\"\ndrive.shared_folder = true\n",
            waybill_test_postgres::database()
        );
        let toml = format!("{database}[edge]\nfront_instances = [\"127.0.0.1\"]\n");
        let mut behind = start(folders[0].path(), &toml, &["--demo"]);
        let there = address(&mut behind);
        let told = behind.line();
        let services = SERVICES.map(|it| format!("{it} = \"http://{there}\"\n"));
        let toml = format!("{database}[upstream.services]\n{}", services.concat());
        let mut front = start(folders[1].path(), &toml, &[]);
        Self {
            here: address(&mut front),
            there,
            told,
            servers: [front, behind],
            _folders: folders,
        }
    }

    /// Ends both as an operator does.
    pub(super) fn end(self) {
        for server in self.servers {
            server.end();
        }
    }
}

fn start(folder: &Path, toml: &str, more: &[&str]) -> Server {
    std::fs::write(folder.join("waybill.toml"), toml).unwrap();
    let mut command = waybill(folder);
    Server::start(command.args(["--config", "waybill.toml"]).args(more))
}

/// The address in the line that tells of the start.
fn address(server: &mut Server) -> String {
    let line = server.line();
    let (_, origin) = line.split_once("http://").unwrap();
    origin.split(' ').next().unwrap().to_owned()
}
