//! The admin listener: where the operator's own machines read figures and the state of the program.
//!
//! Invariant: it is off unless it is asked for, and on this machine unless more is asked for: what it tells is no secret, and
//! nobody's business either.

use std::net::SocketAddr;

use super::ConfigError;
use super::arguments::Options;
use super::file::AdminTable;

/// Address and port of the admin listener, if there is one.
pub(super) fn listen(
    options: &Options,
    file: &AdminTable,
    public: SocketAddr,
) -> Result<Option<SocketAddr>, ConfigError> {
    let Some(address) = options.admin_listen.or(file.listen) else {
        return Ok(None);
    };
    let is_same_host = address.ip() == public.ip() || public.ip().is_unspecified();
    // Port 0 has the system pick one, and it picks another each time.
    let is_public = is_same_host && address.port() == public.port() && address.port() != 0;
    if is_public {
        return Err(ConfigError::AdminIsPublic(address));
    }
    if !address.ip().is_loopback() && !file.beyond_this_machine {
        return Err(ConfigError::AdminBeyond(address));
    }
    Ok(Some(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listening(toml: &str, public: &str) -> Result<Option<SocketAddr>, ConfigError> {
        let file: AdminTable = toml::from_str(toml).unwrap();
        listen(&Options::default(), &file, public.parse().unwrap())
    }

    #[test]
    fn it_is_off_by_default_and_stays_on_this_machine_unless_more_is_asked_for() {
        let public = "127.0.0.1:8080";
        assert!(listening("", public).unwrap().is_none());
        assert!(
            listening("listen = \"127.0.0.1:9090\"", public)
                .unwrap()
                .is_some()
        );
        assert!(
            listening("listen = \"[::1]:9090\"", public)
                .unwrap()
                .is_some()
        );
        let beyond = "listen = \"10.0.0.7:9090\"";
        let refused = listening(beyond, public).unwrap_err().to_string();
        assert!(refused.contains("admin.beyond_this_machine"), "{refused}");
        let wanted = format!("{beyond}\nbeyond_this_machine = true");
        assert!(listening(&wanted, public).unwrap().is_some());
    }

    #[test]
    fn it_is_never_where_people_come_in() {
        let listen = "listen = \"127.0.0.1:9090\"";
        assert!(listening(listen, "127.0.0.1:9090").is_err());
        assert!(listening(listen, "0.0.0.0:9090").is_err());
        // The system picks two different ports.
        let any = "listen = \"127.0.0.1:0\"";
        assert!(listening(any, "0.0.0.0:0").unwrap().is_some());
        assert!(listening(any, "127.0.0.1:0").unwrap().is_some());
    }
}
