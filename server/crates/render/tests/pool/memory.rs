//! Memory: a server that renders for days must not grow.

use crate::site::{blob, scratch, workbench};

const MAX_GROWTH_KB: u64 = 48 << 10;

#[test]
fn resident_memory_stays_flat_over_many_renders_and_replacements() {
    let file = scratch("bin");
    std::fs::write(&file.0, blob()).unwrap();
    let input = r#"{"page":"table","rows":50,"company":"Acme"}"#;
    let output = workbench(&["render", file.text(), input], &["5", "4000", "1000"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let rounds: Vec<(u64, u64)> = said
        .lines()
        .map(|line| (figure(line, "rss_kb="), figure(line, "replaced=")))
        .collect();
    let [_warm, (first, _), _, _, (last, replaced)] = rounds.as_slice() else {
        panic!("{said}");
    };
    assert!(*replaced >= 18, "{said}");
    assert!(last.saturating_sub(*first) < MAX_GROWTH_KB, "{said}");
}

fn figure(line: &str, name: &str) -> u64 {
    let rest = line.split_once(name).unwrap().1;
    rest.split(' ').next().unwrap().parse().unwrap()
}
