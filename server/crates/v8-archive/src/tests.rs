//! One checkout with a stand-in for the library, and each way in which it can be the wrong one.

use super::*;

const TARGET: &str = "x86_64-unknown-linux-gnu";
const ARCHIVE: &str = "vendor/v8/librusty_v8_simdutf_release_x86_64-unknown-linux-gnu.a.gz";
/// SHA-256 of the four bytes `gzip`.
const SUM: &str = "c8d77bf4d8b1a10dd67a283d0c82bd96c9d5609860f84d7fc77692a36ab9b4c2";

fn checkout(locked: &str, sums: &str) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let lock = format!(
        "[[package]]\nname = \"url\"\nversion = \"2.5.8\"\n\n[[package]]\nname = \"v8\"\nversion = \"{locked}\"\n"
    );
    fs::write(root.path().join("Cargo.lock"), lock).unwrap();
    fs::create_dir_all(root.path().join("vendor/v8")).unwrap();
    fs::write(root.path().join(ARCHIVE), "gzip").unwrap();
    fs::write(root.path().join("vendor/v8/SHA256SUMS"), sums).unwrap();
    root
}

fn sums(version: &str) -> String {
    let name = Path::new(ARCHIVE).file_name().unwrap().to_str().unwrap();
    format!("# v8 {version}\n{SUM}  {name}\n")
}

#[track_caller]
fn refused(root: &tempfile::TempDir, archive: &str, target: &str, says: &[&str]) {
    let message = check(root.path(), archive, target).unwrap_err().to_string();
    for text in says {
        assert!(message.contains(text), "{message}");
    }
}

#[test]
fn the_library_of_the_locked_version_passes_and_names_what_it_was_judged_by() {
    let root = checkout("150.4.0", &sums("150.4.0"));
    let inputs = check(root.path(), ARCHIVE, TARGET).unwrap();
    let expected = ["Cargo.lock", "vendor/v8/SHA256SUMS", ARCHIVE].map(|it| root.path().join(it));
    assert_eq!(inputs, expected);
}

#[test]
fn another_locked_version_is_refused_with_both_versions_and_what_to_do() {
    let root = checkout("151.0.0", &sums("150.4.0"));
    refused(
        &root,
        ARCHIVE,
        TARGET,
        &[
            "150.4.0",
            "Cargo.lock has v8 151.0.0",
            "vendor/v8/README.md",
        ],
    );
}

#[test]
fn a_list_that_names_no_version_is_refused() {
    let root = checkout("150.4.0", &format!("{SUM}  x.a.gz\n"));
    refused(&root, ARCHIVE, TARGET, &["`# v8 <version>` is missing"]);
}

#[test]
fn a_damaged_library_is_refused_with_the_way_to_restore_it() {
    let root = checkout("150.4.0", &sums("150.4.0"));
    fs::write(root.path().join(ARCHIVE), "gzap").unwrap();
    refused(&root, ARCHIVE, TARGET, &[SUM, "git checkout -- vendor/v8"]);
}

#[test]
fn a_library_that_the_list_does_not_name_is_refused() {
    let root = checkout("150.4.0", "# v8 150.4.0\n");
    refused(
        &root,
        ARCHIVE,
        TARGET,
        &["SHA256SUMS beside it says nothing"],
    );
}

#[test]
fn a_library_of_another_platform_is_refused_with_the_address_of_the_right_one() {
    let root = checkout("150.4.0", &sums("150.4.0"));
    refused(
        &root,
        ARCHIVE,
        "aarch64-apple-darwin",
        &["download/v150.4.0/librusty_v8_simdutf_release_aarch64-apple-darwin.a.gz"],
    );
}

#[test]
fn an_official_address_is_held_to_the_version_in_it() {
    let root = checkout("150.4.0", "");
    let address = |version: &str| {
        format!(
            "https://host/rusty_v8/releases/download/v{version}/librusty_v8_simdutf_release_{TARGET}.a.gz"
        )
    };
    assert!(check(root.path(), &address("150.4.0"), TARGET).is_ok());
    refused(&root, &address("149.0.0"), TARGET, &["149.0.0", "150.4.0"]);
}

#[test]
fn a_library_elsewhere_without_a_list_is_taken_at_its_word() {
    let root = checkout("150.4.0", "");
    let own = root.path().join("own.a.gz");
    fs::write(&own, "anything").unwrap();
    assert!(check(root.path(), own.to_str().unwrap(), TARGET).is_ok());
}
