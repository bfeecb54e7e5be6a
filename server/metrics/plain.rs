//! The older text form of Prometheus, for who asks for `text/plain`: that of `OpenMetrics` without its end and its units, and with the
//! names of counters as their samples have them.
//!
//! Invariant: it has the same samples in the same order.

/// The same figures in the older form.
pub fn plain(openmetrics: &str) -> String {
    let mut plain = String::with_capacity(openmetrics.len());
    let mut help_before = None;
    for line in openmetrics.lines() {
        match line.strip_prefix("# ").and_then(|it| it.split_once(' ')) {
            Some(("HELP", about)) => {
                let (name, help) = about.split_once(' ').unwrap_or((about, ""));
                // The next line says whether it is a counter.
                help_before = Some((name, help));
                continue;
            }
            Some(("TYPE", about)) => {
                let (name, kind) = about.split_once(' ').unwrap_or((about, "untyped"));
                let total = if kind == "counter" { "_total" } else { "" };
                if let Some((_, help)) = help_before.take().filter(|(of, _)| *of == name) {
                    plain.extend(["# HELP ", name, total, " ", help, "\n"]);
                }
                plain.extend(["# TYPE ", name, total, " ", kind, "\n"]);
                continue;
            }
            Some(("UNIT", _)) => continue,
            _ if line == "# EOF" => continue,
            _ => {}
        }
        plain.push_str(line);
        plain.push('\n');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_have_the_names_of_their_samples() {
        let open = "# HELP calls Calls.\n# TYPE calls counter\n# UNIT calls seconds\ncalls_total{of=\"a b\"} 3\n\
                    # HELP used Memory.\n# TYPE used gauge\nused 7\n# EOF\n";
        let expected = "# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{of=\"a b\"} 3\n\
                        # HELP used Memory.\n# TYPE used gauge\nused 7\n";
        assert_eq!(plain(open), expected);
    }
}
