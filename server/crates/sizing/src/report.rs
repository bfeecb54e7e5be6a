//! The report: the tables of `docs/sizing.md`, in Markdown.
//!
//! Invariant: a figure has as many digits as it is worth.

use std::fmt::Write as _;

use crate::limit::{self, Bound, Limit};
use crate::simulation;
use crate::{Cluster, Costs, Habits};

/// Instances of the tables.
const SIZES: [u32; 4] = [1, 10, 100, 1_000];

/// Processors of an instance.
const CORES: u32 = 2;

/// Between an instance and PostgreSQL in the same data centre, in microseconds.
const ROUND_TRIP_US: f64 = 200.0;

/// People on each instance in the second table: a company's own, not the most it bears.
const MODEST: f64 = 500.0;

/// Colleagues who work at once, in the last table.
const COMPANIES: [f64; 4] = [20.0, 200.0, 2_000.0, 20_000.0];

/// All tables.
pub fn markdown(costs: &Costs) -> String {
    format!(
        "{}\n{}\n{}\n{}",
        costs_table(costs),
        limits_table(costs),
        modest_table(costs),
        companies_table(costs)
    )
}

fn costs_table(costs: &Costs) -> String {
    let mut text = format!(
        "Processor: {}.\n\n\
         | One | Instance, µs | PostgreSQL, µs | Transactions | Write-ahead log, bytes | Messages |\n\
         |---|---:|---:|---:|---:|---:|\n",
        costs.machine.processor
    );
    for (name, it) in [
        ("page (document)", costs.page),
        ("call", costs.call),
        ("write", costs.write),
    ] {
        push(
            &mut text,
            format_args!(
                "| {name} | {:.0} | {:.0} | {:.1} | {:.0} | {:.1} |\n",
                it.instance_us, it.postgres_us, it.transactions, it.wal_bytes, it.messages
            ),
        );
    }
    push(
        &mut text,
        format_args!(
            "\nAn open socket takes {:.0} kB and {:.1} µs a second; an instance at rest {:.0} MB and {:.0} µs a second. A \
             message takes Redis {:.1} µs and {:.2} µs for each instance that hears it, and each of these {:.1} µs. To begin and to \
             cease to listen takes Redis {:.1} µs.\n",
            costs.socket.bytes / 1e3,
            costs.socket.instance_us_per_second,
            costs.instance.bytes / 1e6,
            costs.instance.idle_us_per_second,
            costs.message.redis_us,
            costs.message.redis_us_per_listener,
            costs.message.instance_us_per_heard,
            costs.message.redis_us_per_subscription,
        ),
    );
    text
}

const HEAD: &str = "| Instances | People | Requests/s | p50 / p99, ms | Memory each | Instance used | PostgreSQL: processors (used), \
                    connections | Log, MB/s | Redis: servers (used), messages/s |";

const RULE: &str = "|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

fn limits_table(costs: &Costs) -> String {
    let mut text = format!("{HEAD} What stands in the way |\n{RULE}---|\n");
    for instances in SIZES {
        let limit = limit::of(costs, &Habits::BUSY, cluster(costs, instances));
        let why = match limit.bound {
            Bound::Instances => "processors of the instances",
            Bound::Postgres => "the largest PostgreSQL",
            Bound::Redis => "the largest Redis Cluster",
            Bound::Time => "time",
        };
        push(&mut text, format_args!("{} {why} |\n", row(costs, &limit)));
    }
    text
}

fn modest_table(costs: &Costs) -> String {
    let mut text = format!("{HEAD}\n{RULE}\n");
    for instances in SIZES {
        let people = MODEST * f64::from(instances);
        let (cluster, outcome) =
            limit::with_enough(costs, &Habits::BUSY, cluster(costs, instances), people);
        let held = Limit {
            people,
            cluster,
            outcome,
            bound: Bound::Time,
        };
        push(&mut text, format_args!("{}\n", row(costs, &held)));
    }
    text
}

fn companies_table(costs: &Costs) -> String {
    let mut text = "| Colleagues at work | Instances that hear of them | Redis: servers (used), messages/s |\n|---:|---:|---:|\n".to_owned();
    let instances = SIZES[SIZES.len() - 1];
    let people = MODEST * f64::from(instances);
    for colleagues in COMPANIES {
        let habits = Habits {
            colleagues,
            ..Habits::BUSY
        };
        let (cluster, outcome) =
            limit::with_enough(costs, &habits, cluster(costs, instances), people);
        push(
            &mut text,
            format_args!(
                "| {} | {} | {} ({:.0} %), {} |\n",
                rounded(colleagues),
                rounded(habits.instances_per_company(instances, people)),
                cluster.shards,
                outcome.redis_load * 100.0,
                rounded(outcome.messages_per_second),
            ),
        );
    }
    text
}

fn row(costs: &Costs, it: &Limit) -> String {
    let Limit {
        people,
        cluster,
        outcome,
        ..
    } = it;
    let instances = f64::from(cluster.instances);
    let memory = costs.instance.bytes + people / instances * costs.socket.bytes;
    let times = if outcome.p99_ms.is_finite() {
        format!("{:.0} / {:.0}", outcome.p50_ms, outcome.p99_ms)
    } else {
        "does not hold".to_owned()
    };
    format!(
        "| {instances} | {} | {} | {times} | {:.0} MB | {:.0} % | {} ({:.0} %), {} | {:.1} | {} ({:.0} %), {} |",
        rounded(*people),
        rounded(outcome.requests_per_second),
        memory / 1e6,
        outcome.instance_load * 100.0,
        cluster.postgres_cores,
        outcome.postgres_load * 100.0,
        cluster.connections * cluster.instances,
        simulation::log_bytes_per_second(costs, &Habits::BUSY, *people) / 1e6,
        cluster.shards,
        outcome.redis_load * 100.0,
        rounded(outcome.messages_per_second),
    )
}

/// With two digits that count, and the thousands apart.
fn rounded(value: f64) -> String {
    let unit = 10_f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    let digits = format!("{:.0}", (value / unit).round() * unit);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn cluster(costs: &Costs, instances: u32) -> Cluster {
    Cluster {
        instances,
        cores: CORES,
        postgres_cores: 1,
        connections: costs.instance.connections,
        shards: 1,
        round_trip_us: ROUND_TRIP_US,
    }
}

/// Writing to a text does not fail.
fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_documentation_has_the_tables_of_the_costs_that_were_measured_last() {
        let page = include_str!("../../../../docs/sizing.md");
        let costs = Costs::parse(crate::costs::MEASURED).unwrap();
        for table in [
            costs_table(&costs),
            limits_table(&costs),
            modest_table(&costs),
            companies_table(&costs),
        ] {
            assert!(
                page.contains(&table),
                "docs/sizing.md lacks what `cargo run -p waybill-sizing` prints:\n{table}"
            );
        }
    }

    #[test]
    fn figures_are_rounded_to_two_digits() {
        assert_eq!(rounded(7.4), "7");
        assert_eq!(rounded(4_444.0), "4,400");
        assert_eq!(rounded(1_250_000.0), "1,300,000");
    }
}
