//! What is logged, and in which form.

use clap::ValueEnum;
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use super::ConfigError;
use super::arguments::Options;
use super::file::LogTable;

/// The libraries that tell of every step of theirs at `info` are asked for less.
const DEFAULT: &str = "info,sea_orm_migration=warn,sqlx=warn,tower_sessions_core=error";

/// Settings of the log.
#[derive(Clone, Debug)]
pub struct Log {
    /// Default: pretty.
    pub format: LogFormat,
    /// Filter in the syntax of `tracing-subscriber`, checked. Default `info`, less of some libraries.
    pub filter: String,
    /// Default: off.
    pub access: AccessLog,
}

/// Form of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line for people.
    #[default]
    Pretty,
    /// One JSON object per line.
    Json,
}

/// Form of the lines of the access log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum AccessLog {
    /// No lines.
    #[default]
    Off,
    /// The combined log format of web servers.
    Clf,
    /// One JSON object per line.
    Json,
}

impl Log {
    pub(super) fn merge(options: &Options, file: LogTable) -> Result<Self, ConfigError> {
        let filter = options
            .log
            .clone()
            .or(file.filter)
            .unwrap_or_else(|| DEFAULT.to_owned());
        if EnvFilter::builder().parse(&filter).is_err() {
            return Err(ConfigError::LogFilter(filter));
        }
        Ok(Self {
            format: options.log_format.or(file.format).unwrap_or_default(),
            filter,
            access: options.log_access.or(file.access).unwrap_or_default(),
        })
    }
}
