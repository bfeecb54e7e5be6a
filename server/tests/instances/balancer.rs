//! Load balancers before two instances, as `packaging` configures them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use tempfile::TempDir;
use waybill_workshop::Tool;

use super::place::{PATIENCE, Place, free_port, is_ready, wait_for};
use crate::start::waybill;

/// Which program.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    HaProxy,
    Nginx,
    Caddy,
}

pub(super) struct Balancer {
    pub(super) origin: String,
    child: Child,
    _folder: TempDir,
}

/// What nginx has around the file in `conf.d`, with everything in a folder of the test.
const NGINX: &str = "daemon off; pid FOLDER/pid; error_log FOLDER/error.log;\n\
    events {}\nhttp {\naccess_log off; types { text/html html; }\n\
    client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi;\n\
    uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;\ninclude FOLDER/waybill.conf;\n}\n";

impl Balancer {
    /// Starts it, and waits until it has found an instance.
    pub(super) async fn start(kind: Kind, place: &Place) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let port = free_port();
        let mut command = kind.prepare(folder.path(), port, place);
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let child = command
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        let balancer = Self {
            origin: format!("http://127.0.0.1:{port}"),
            child,
            _folder: folder,
        };
        wait_for(port).await;
        let began = Instant::now();
        while !is_ready(port) {
            assert!(began.elapsed() < PATIENCE, "{kind:?} finds nobody");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        balancer
    }
}

impl Kind {
    /// Writes its configuration and the error page into the folder.
    fn prepare(self, folder: &Path, port: u16, place: &Place) -> Command {
        let (tool, config, listen) = match self {
            Self::HaProxy => (
                Tool::HaProxy,
                include_str!("../../../packaging/haproxy/waybill.cfg"),
                "*:80",
            ),
            Self::Nginx => (
                Tool::Nginx,
                include_str!("../../../packaging/nginx/waybill.conf"),
                "listen 80;",
            ),
            Self::Caddy => (
                Tool::Caddy,
                include_str!("../../../packaging/caddy/Caddyfile"),
                ":80 {",
            ),
        };
        assert!(config.contains(listen), "{self:?}");
        let there = listen.replace("*:80", &format!("127.0.0.1:{port}"));
        let there = there.replace(":80 {", &format!("http://127.0.0.1:{port} {{"));
        let there = there.replace("listen 80", &format!("listen 127.0.0.1:{port}"));
        let [a, b] = place.ports;
        let at = folder.display().to_string();
        let mut config = config
            .replace(listen, &there)
            .replace("10.0.0.1:8080", &format!("127.0.0.1:{a}"))
            .replace("10.0.0.2:8080", &format!("127.0.0.1:{b}"));
        for installed in [
            "/etc/haproxy/errors",
            "/etc/nginx/waybill",
            "/etc/caddy/waybill",
        ] {
            config = config.replace(installed, &at);
        }
        if matches!(self, Self::Caddy) {
            config = format!("{{\n\tadmin off\n}}\n{config}");
        }
        fs::write(folder.join("waybill.conf"), config).unwrap();
        for (name, flag) in [("waybill.http", None), ("error.html", Some("--html"))] {
            let page = waybill(folder).arg("error-page").args(flag).output();
            fs::write(folder.join(name), page.unwrap().stdout).unwrap();
        }
        let mut command = Command::new(waybill_workshop::path(tool));
        match self {
            Self::HaProxy => command.arg("-f").arg(folder.join("waybill.conf")),
            Self::Nginx => {
                let mut main = NGINX.replace("FOLDER", &at);
                if rustix::process::geteuid().is_root() {
                    main.insert_str(0, "user root;\n");
                }
                fs::write(folder.join("nginx.conf"), main).unwrap();
                command.arg("-c").arg(folder.join("nginx.conf"))
            }
            Self::Caddy => command
                .args(["run", "--adapter", "caddyfile", "--config"])
                .arg(folder.join("waybill.conf"))
                .env("HOME", folder),
        };
        command
    }
}

impl Drop for Balancer {
    /// nginx has children, which end with it where it is asked to end.
    fn drop(&mut self) {
        crate::start::terminate(&self.child);
        self.child.wait().unwrap();
    }
}
