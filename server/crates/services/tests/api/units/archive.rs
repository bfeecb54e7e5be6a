//! Names of files in the archive of a company.

use waybill_services::archive::names::{Taken, safe};

#[test]
fn a_name_is_one_that_every_system_takes() {
    for (name, expected) in [
        ("Invoice 7.pdf", "Invoice 7.pdf"),
        ("Zoll – Überführung.pdf", "Zoll – Überführung.pdf"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"),
        ("..", "_"),
        (".", "_"),
        ("../../etc/passwd", ".._.._etc_passwd"),
        ("", "_"),
        ("  spaced. . ", "spaced"),
        ("CON", "_CON"),
        ("con.txt", "_con.txt"),
        ("Lpt1.pdf", "_Lpt1.pdf"),
        ("COM²", "_COM²"),
        ("Console.txt", "Console.txt"),
        ("new\nline\0.txt", "new_line_.txt"),
        ("photo\u{202e}gpj.exe", "photo_gpj.exe"),
        // Decomposed, as macOS writes it.
        ("Mu\u{308}ller.txt", "Müller.txt"),
    ] {
        assert_eq!(safe(name), expected, "{name:?}");
    }
}

#[test]
fn a_long_name_keeps_its_extension() {
    let name = safe(&format!("{}.pdf", "ü".repeat(200)));
    assert!(name.len() <= 120, "{} bytes", name.len());
    assert!(
        std::path::Path::new(&name)
            .extension()
            .is_some_and(|it| it == "pdf")
    );
}

#[test]
fn no_two_paths_are_alike_whatever_the_case() {
    let mut taken = Taken::default();
    let paths = ["a.txt", "A.TXT", "a.txt", "a:b", "a*b", "b"].map(|it| taken.path("files", it));
    assert_eq!(
        paths,
        [
            "files/a.txt",
            "files/A (2).TXT",
            "files/a (3).txt",
            "files/a_b",
            "files/a_b (2)",
            "files/b"
        ]
    );
    assert_eq!(taken.path("other", "a.txt"), "other/a.txt");
}
