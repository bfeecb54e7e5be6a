//! Which project is chosen, and what is refused.

use std::fmt::Write as _;
use std::path::Path;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::*;
use crate::config::Config;
use crate::config::file::File;

const BOTH: &str = r#"
    [firebase]
    production_host = "App.Example.com"
    [firebase.production]
    project_id = "freight-production"
    api_key = "AIza-1"
    database_url = "https://freight-production.firebaseio.com"
    service_account_file = "{key}"
    [firebase.other]
    project_id = "freight-test"
    api_key = "AIza-2"
"#;

/// The key of a service account, as Google hands it out.
fn key_file(folder: &Path, project: &str, token_uri: &str) -> String {
    let key = KeyPair::generate(KeySize::Rsa2048).unwrap();
    let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&key).unwrap();
    let mut pem = "-----BEGIN PRIVATE KEY-----\n".to_owned();
    for line in BASE64_STANDARD.encode(der.as_ref()).as_bytes().chunks(64) {
        writeln!(pem, "{}", std::str::from_utf8(line).unwrap()).unwrap();
    }
    pem.push_str("-----END PRIVATE KEY-----\n");
    let json = serde_json::json!({
        "type": "service_account",
        "project_id": project,
        "private_key_id": "k1",
        "private_key": pem,
        "client_email": "waybill@example.iam.gserviceaccount.com",
        "token_uri": token_uri,
    });
    let path = folder.join(format!("{project}.json"));
    std::fs::write(&path, json.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn merged(origin: Option<&str>, emulator: Option<&str>, toml: &str) -> Result<Config, ConfigError> {
    let options = Options {
        public_origin: origin.map(str::to_owned),
        trust_auth_emulator: emulator.map(str::to_owned),
        ..Options::default()
    };
    let file: File = toml::from_str(toml).unwrap();
    Config::merge(&options, file)
}

#[track_caller]
fn refused(origin: Option<&str>, emulator: Option<&str>, toml: &str, words: &str) {
    let error = merged(origin, emulator, toml).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn without_a_word_of_it_the_program_is_its_own_provider() {
    let config = merged(None, None, "").unwrap();
    assert!(config.firebase.is_none());
    assert!(config.parts().contains("identity"), "{}", config.parts());
}

#[test]
fn the_production_host_has_its_own_project_and_all_others_another() {
    let folder = tempfile::tempdir().unwrap();
    let uri = "https://oauth2.googleapis.com/token";
    let toml = BOTH.replace("{key}", &key_file(folder.path(), "freight-production", uri));
    for (origin, project) in [
        (Some("https://app.example.com"), "freight-production"),
        (Some("https://APP.example.com:8443"), "freight-production"),
        (Some("https://dev.example.com"), "freight-test"),
        (Some("https://app.example.com.evil.test"), "freight-test"),
        (None, "freight-test"),
    ] {
        let config = merged(origin, None, &toml).unwrap();
        let firebase = config.firebase.as_ref().unwrap();
        assert_eq!(firebase.project_id, project, "{origin:?}");
        assert_eq!(firebase.auth_domain, format!("{project}.firebaseapp.com"));
        assert!(config.parts().contains(project), "{}", config.parts());
        assert!(!config.parts().contains(", identity"), "{}", config.parts());
    }
    let config = merged(Some("https://app.example.com"), None, &toml).unwrap();
    let shown = format!("{config:?}");
    assert!(!shown.contains("PRIVATE KEY") && !shown.contains("gserviceaccount"));
}

#[test]
fn what_is_missing_is_named() {
    refused(
        None,
        None,
        "[firebase]",
        "`localhost` needs `[firebase.other]`",
    );
    refused(
        Some("https://app.example.com"),
        None,
        "[firebase]\nproduction_host = \"app.example.com\"\n[firebase.other]\nproject_id = \"p\"\napi_key = \"k\"",
        "`app.example.com` needs `[firebase.production]`",
    );
    refused(
        None,
        None,
        "[firebase.production]\nproject_id = \"p\"",
        "firebase.production_host",
    );
    let other = |rest: &str| format!("[firebase.other]\n{rest}");
    refused(
        None,
        None,
        &other("api_key = \"k\""),
        "`firebase.other.project_id` is missing",
    );
    refused(
        None,
        None,
        &other("project_id = \"p\""),
        "`firebase.other.api_key` is missing",
    );
}

#[test]
fn what_cannot_be_is_one_sentence_with_an_example() {
    for (line, key) in [
        ("project_id = \"a b\"", "project_id"),
        ("project_id = \"\"", "project_id"),
        ("api_key = \"a:b\"", "api_key"),
        ("api_key = \"a/b\"", "api_key"),
        ("auth_domain = \"https://x.test\"", "auth_domain"),
        ("auth_domain = \"x.test; script-src *\"", "auth_domain"),
        ("tenant_id = \"t/../x\"", "tenant_id"),
        ("app_id = \"a b\"", "app_id"),
        ("database_url = \"x.firebaseio.com\"", "database_url"),
        ("database_url = \"http://x.firebaseio.com\"", "database_url"),
        ("database_url = \"http://127.0.0.1:9000\"", "database_url"),
        (
            "database_url = \"https://x.firebaseio.com/a\"",
            "database_url",
        ),
        (
            "database_url = \"https://x.firebaseio.com?ns=y\"",
            "database_url",
        ),
        (
            "database_url = \"https://u:p@x.firebaseio.com\"",
            "database_url",
        ),
        ("database_url = \"https://10.0.0.1\"", "database_url"),
    ] {
        let mut table: toml::Table = toml::from_str("project_id = \"p\"\napi_key = \"k\"").unwrap();
        table.extend(toml::from_str::<toml::Table>(line).unwrap());
        let toml = format!("[firebase.other]\n{table}");
        refused(
            None,
            None,
            &toml,
            &format!("`firebase.other.{key}`").replace('`', ""),
        );
    }
    refused(
        None,
        None,
        "[firebase]\nproduction_host = \"https://x.test\"",
        "firebase.production_host",
    );
}

#[test]
fn the_realtime_database_needs_who_writes_into_it() {
    let toml = "[firebase.other]\nproject_id = \"p\"\napi_key = \"k\"\ndatabase_url = \"https://x.firebaseio.com\"";
    refused(None, None, toml, "firebase.other.service_account_file");
}

#[test]
fn a_service_account_is_the_projects_own_and_usable() {
    let folder = tempfile::tempdir().unwrap();
    let toml = |file: &str| {
        format!(
            "[firebase.other]\nproject_id = \"p\"\napi_key = \"k\"\nservice_account_file = {file:?}"
        )
    };
    let uri = "https://oauth2.googleapis.com/token";
    let own = key_file(folder.path(), "p", uri);
    assert!(merged(None, None, &toml(&own)).is_ok());
    let foreign = key_file(folder.path(), "q", uri);
    refused(
        None,
        None,
        &toml(&foreign),
        "belongs to the project `q`, not to `p`",
    );
    let open = key_file(folder.path(), "p", "http://oauth2.test/token");
    refused(None, None, &toml(&open), "service_account_file");
    refused(None, None, &toml("no/such.json"), "no/such.json");
    let path = folder.path().join("odd.json");
    for json in [
        "{}",
        "s3cret",
        r#"{"type":"authorized_user"}"#,
        r#"{"type":"service_account","project_id":"p","private_key_id":"k","private_key":"s3cret","client_email":"e","token_uri":"https://t"}"#,
    ] {
        std::fs::write(&path, json).unwrap();
        let error = merged(None, None, &toml(path.to_str().unwrap())).unwrap_err();
        let error = format!("{error} {error:?}");
        assert!(
            error.contains("odd.json") && !error.contains("s3cret"),
            "{error}"
        );
    }
}

#[test]
fn an_emulator_is_trusted_on_this_machine_and_never_for_production() {
    let other = "[firebase.other]\nproject_id = \"demo-waybill\"\napi_key = \"k\"";
    let here = "http://127.0.0.1:9099";
    let config = merged(None, Some(here), other).unwrap();
    let firebase = config.firebase.as_ref().unwrap();
    assert_eq!(firebase.auth_emulator.as_deref(), Some(here));
    assert!(
        config.parts().contains("Auth emulator"),
        "{}",
        config.parts()
    );
    assert!(merged(None, Some("http://[::1]:9099/"), other).is_ok());
    for elsewhere in [
        "http://localhost:9099",
        "http://10.0.0.1:9099",
        "http://127.0.0.1.evil.test:9099",
        "http://127.0.0.1:9099@evil.test",
        "https://127.0.0.1:9099",
        "http://127.0.0.1:9099/x",
        "127.0.0.1:9099",
        "",
    ] {
        refused(
            None,
            Some(elsewhere),
            other,
            "only an address of this machine",
        );
    }
    refused(None, Some(here), "", "needs `[firebase.other]`");
    let folder = tempfile::tempdir().unwrap();
    let uri = "https://oauth2.googleapis.com/token";
    let both = BOTH.replace("{key}", &key_file(folder.path(), "freight-production", uri));
    let production = Some("https://app.example.com");
    refused(
        production,
        Some(here),
        &both,
        "refused on the production host",
    );
}

#[test]
fn a_policy_names_the_databases_that_a_page_may_be_handed_on_to() {
    for (url, sockets) in [
        ("https://x.firebaseio.com", "wss://*.firebaseio.com"),
        (
            "https://x-default-rtdb.europe-west1.firebasedatabase.app/",
            "wss://*.europe-west1.firebasedatabase.app",
        ),
        (
            "https://rtdb.example.com:8443",
            "wss://rtdb.example.com:8443",
        ),
        ("https://evilfirebaseio.com", "wss://evilfirebaseio.com"),
        ("http://127.0.0.1:9000", "ws://127.0.0.1:9000"),
    ] {
        let address = RealtimeAddress::parse(url).unwrap();
        assert_eq!(address.sockets(), sockets, "{url}");
    }
}
