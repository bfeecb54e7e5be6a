//! The status page: what the program is, what it rests on and how that goes. Plain HTML, written here; it needs no JavaScript.

use std::fmt::Write as _;
use std::time::Duration;

use jiff::Timestamp;

use crate::app::{Part, Report};
use crate::certificate::SOON;
use crate::http::headers::Nonce;
use crate::http::site::Site;
use crate::metrics::Observation;

const STYLE: &str = ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{max-width:60rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}\
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.35rem .75rem .35rem 0;\
border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);vertical-align:top}\
th{font-weight:600;width:14rem}td:last-child{overflow-wrap:anywhere}\
.bad{font-weight:700;color:light-dark(#b00020,#ff8a80)}";

/// What the page shows.
pub(super) struct State<'a> {
    pub(super) site: &'a Site,
    pub(super) parts: Vec<Part>,
    pub(super) observation: Observation,
}

impl State<'_> {
    pub(super) fn write(&self, nonce: &Nonce) -> String {
        let (version, nonce) = (self.observation.version, nonce.as_str());
        let mut html = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Waybill {version}: state</title>\
             <style nonce=\"{nonce}\">{STYLE}</style></head><body><main><h1>Waybill {version}</h1>"
        );
        html.push_str(&self.summary());
        section(&mut html, "Program", &self.program());
        let parts: Vec<_> = self.parts.iter().map(of_part).collect();
        section(&mut html, "Rests on", &parts);
        let app = self.site.app();
        let now = app.clock.now();
        let jobs = app.jobs.all();
        let jobs: Vec<_> = jobs
            .iter()
            .map(|(name, it)| of_job(name, it, now))
            .collect();
        section(&mut html, "In the background", &jobs);
        section(&mut html, "Now", &self.figures());
        html.push_str("<p><a href=\"/metrics\">All figures, as Prometheus reads them</a></p></main></body></html>");
        html
    }

    fn summary(&self) -> String {
        let jobs = self.site.app().jobs.all();
        let ails = self.parts.iter().any(|part| part.is_up == Some(false))
            || jobs
                .iter()
                .any(|(_, job)| job.has_ended || matches!(job.last, Some((_, false))));
        match (self.observation.is_serving, ails) {
            (false, _) => "<p class=\"bad\" role=\"status\">Draining: no longer ready.</p>",
            (true, true) => {
                "<p class=\"bad\" role=\"status\">Serving, but something below is wrong.</p>"
            }
            (true, false) => "<p role=\"status\">Serving; nothing known to be wrong.</p>",
        }
        .to_owned()
    }

    fn program(&self) -> Vec<Row> {
        let app = self.site.app();
        let config = app.config();
        let mut rows = vec![
            Row::of("Up for", words(self.observation.uptime)),
            Row::of("Listens at", config.listen.to_string()),
            Row::of("People reach it at", config.url()),
            Row::of("Time", app.clock.now().to_string()),
        ];
        rows.extend(self.observation.certificate_ends.map(|ends| {
            let until = format!("until {ends}");
            match ends.duration_since(app.clock.now()) < SOON {
                true => Row::bad("Certificate", until),
                false => Row::of("Certificate", until),
            }
        }));
        rows
    }

    fn figures(&self) -> Vec<Row> {
        let it = &self.observation;
        let mut rows = vec![
            Row::of("Connections", self.site.metrics().connections().to_string()),
            Row::of(
                "In work",
                join(
                    self.site
                        .in_work()
                        .map(|(class, count)| format!("{count} {}", class.replace('_', " "))),
                ),
            ),
        ];
        rows.extend(
            it.sockets
                .map(|count| Row::of("Open pages' sockets", count.to_string())),
        );
        rows.push(match it.outbox {
            Some(outbox) if outbox.count == 0 => Row::of("Mails that wait", "none".to_owned()),
            Some(outbox) => Row::of(
                "Mails that wait",
                format!("{}, the oldest for {}", outbox.count, words(outbox.oldest)),
            ),
            None => Row::bad("Mails that wait", "the database does not say".to_owned()),
        });
        rows.push(Row::of(
            "Pages that wait to be drawn",
            it.renders.queued.to_string(),
        ));
        rows.push(Row::of(
            "Connections to the database",
            join(it.pools.iter().map(|pool| {
                let used = pool.open - pool.idle;
                format!("{used} of {} {}s in use", pool.open, pool.name)
            })),
        ));
        rows.push(Row::of("Memory", megabytes(it.process.resident_bytes)));
        rows.extend(
            it.free_bytes
                .map(|bytes| Row::of("Free disk", megabytes(bytes))),
        );
        rows
    }
}

/// A line of a table: what, how it is, and whether that is bad.
struct Row {
    what: String,
    how: String,
    is_bad: bool,
}

impl Row {
    fn of(what: &str, how: String) -> Self {
        Self {
            what: what.to_owned(),
            how,
            is_bad: false,
        }
    }

    fn bad(what: &str, how: String) -> Self {
        Self {
            is_bad: true,
            ..Self::of(what, how)
        }
    }
}

fn of_part(part: &Part) -> Row {
    match part.is_up {
        Some(true) => Row::of(part.name, format!("{}: ok", part.which)),
        Some(false) => Row::bad(part.name, format!("{}: does not answer", part.which)),
        None => Row::of(part.name, part.which.clone()),
    }
}

fn of_job(name: &str, job: &Report, now: Timestamp) -> Row {
    let ago = |at: Timestamp| words(now.duration_since(at).unsigned_abs());
    match (job.has_ended, job.last) {
        (true, _) => Row::bad(name, "ended".to_owned()),
        (false, Some((at, false))) => Row::bad(name, format!("failed {} ago", ago(at))),
        (false, Some((at, true))) => Row::of(name, format!("went well {} ago", ago(at))),
        (false, None) => Row::of(name, format!("running for {}", ago(job.since))),
    }
}

fn section(html: &mut String, title: &str, rows: &[Row]) {
    // A String takes every write.
    let _ = write!(html, "<h2>{title}</h2><table>");
    for row in rows {
        let class = if row.is_bad { " class=\"bad\"" } else { "" };
        let (what, how) = (escaped(&row.what), escaped(&row.how));
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{what}</th><td{class}>{how}</td></tr>"
        );
    }
    html.push_str("</table>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn join(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

fn megabytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

/// A duration in its two largest units.
fn words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)];
    let first = units.iter().position(|(_, size)| *size <= seconds);
    let Some(first) = first else {
        return "0 s".to_owned();
    };
    let (name, size) = units[first];
    let whole = format!("{} {name}", seconds / size);
    match units.get(first + 1) {
        Some((next, part)) if 0 < seconds % size / part => {
            format!("{whole} {} {next}", seconds % size / part)
        }
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_told_in_their_two_largest_units() {
        let told = [0, 59, 60, 3_661, 90_000, 86_400].map(|it| words(Duration::from_secs(it)));
        assert_eq!(
            told,
            ["0 s", "59 s", "1 min", "1 h 1 min", "1 d 1 h", "1 d"]
        );
    }

    #[test]
    fn a_job_that_failed_or_ended_stands_out() {
        let at = Timestamp::UNIX_EPOCH;
        let job = |last, has_ended| Report {
            since: at,
            last,
            has_ended,
        };
        let bad = |job| of_job("tidying", &job, at).is_bad;
        assert!(bad(job(Some((at, false)), false)));
        assert!(bad(job(Some((at, true)), true)));
        assert!(!bad(job(Some((at, true)), false)));
        assert!(!bad(job(None, false)));
    }

    #[test]
    fn what_is_shown_is_no_markup() {
        assert_eq!(escaped("<a href=\"b&c\">"), "&lt;a href=\"b&amp;c\"&gt;");
    }
}
