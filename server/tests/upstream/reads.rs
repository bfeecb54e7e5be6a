//! Everything that the contract lets somebody read, through an instance in front and at the one that has the services.

use std::path::Path;

use crate::demo::Server;
use crate::operations::reads::Reader;
use crate::start::waybill;

/// How many are compared.
const READS: usize = 500;

const SERVICES: [&str; 6] = ["master", "drive", "log", "mail", "report", "contact"];

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

#[tokio::test]
async fn answers_through_the_instance_in_front_are_those_of_the_one_behind() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let database = format!("database_url = \"{}\"\n", waybill_test_postgres::database());
    let toml = format!("{database}[edge]\nfront_instances = [\"127.0.0.1\"]\n");
    let mut behind = start(folders[0].path(), &toml, &["--demo"]);
    let there = address(&mut behind);
    let told = behind.line();
    let services = SERVICES.map(|it| format!("{it} = \"http://{there}\"\n"));
    let toml = format!("{database}[upstream.services]\n{}", services.concat());
    let mut front = start(folders[1].path(), &toml, &[]);

    let mut reader = Reader::sign_in(&address(&mut front), &told).await;
    let through = reader.read(READS).await;
    for service in SERVICES {
        let of_service = format!("/{service}/");
        assert!(
            through.keys().any(|path| path.starts_with(&of_service)),
            "{service}"
        );
    }
    // The same session, as both are on one database.
    reader.ask_at(&there);
    reader.assert_same(&through).await;
    front.end();
    behind.end();
}
