//! Where the bytes of files lie: in the data folder, or in the bucket of a store that speaks S3; and how many there may be.
//!
//! Invariant: the keys of the store come from files that only the operator's people read, and are never printed.

use url::Url;

use super::arguments::Options;
use super::database::{Secret, read};
use super::file::DriveTable;
use super::{ConfigError, within};

/// Settings of the files.
#[derive(Clone, Debug)]
pub struct Drive {
    /// The bucket; none means `files/` in the data folder.
    pub bucket: Option<Bucket>,
    /// Megabytes of one file at most. Default 50.
    pub file_megabytes: u64,
    /// Files of one company at most. Default 100,000.
    pub files: u64,
    /// Gigabytes of all files of one company at most. Default 20.
    pub company_gigabytes: u64,
    /// Whether all instances keep their files in one folder. Default no.
    pub shared_folder: bool,
}

/// A bucket, and how it is reached.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// Its name.
    pub name: String,
    /// What stands before every key; may be empty.
    pub prefix: String,
    /// The address of the store; none means Amazon's.
    pub endpoint: Option<String>,
    /// The region. Default `us-east-1`.
    pub region: String,
    /// Id and secret of the access key; none means the machine's own credentials.
    pub key: Option<(Secret, Secret)>,
}

impl Drive {
    pub(super) fn merge(options: &Options, file: DriveTable) -> Result<Self, ConfigError> {
        let limit = |key, value: Option<u64>, default| {
            let limits = "1 to 1000000000";
            within(key, value.unwrap_or(default), 1..=1_000_000_000, limits)
        };
        Ok(Self {
            file_megabytes: limit("drive.file_megabytes", file.file_megabytes, 50)?,
            files: limit("drive.files", file.files, 100_000)?,
            company_gigabytes: limit("drive.company_gigabytes", file.company_gigabytes, 20)?,
            shared_folder: options
                .drive_shared_folder
                .or(file.shared_folder)
                .unwrap_or(false),
            bucket: Bucket::merge(options, file)?,
        })
    }

    /// Refuses files that other instances would not find. `shared` is the setting by which there may be others, if there is one.
    pub(super) fn reachable_by_all(
        self,
        shared: Option<&'static str>,
    ) -> Result<Self, ConfigError> {
        match shared {
            Some(setting) if self.bucket.is_none() && !self.shared_folder => {
                Err(ConfigError::FilesOfOneInstance(setting))
            }
            _ => Ok(self),
        }
    }
}

impl Bucket {
    fn merge(options: &Options, file: DriveTable) -> Result<Option<Self>, ConfigError> {
        let Some(url) = options.drive_url.clone().or(file.url) else {
            return Ok(None);
        };
        let parsed = Url::parse(&url).ok().filter(|it| it.scheme() == "s3");
        let name = parsed.as_ref().and_then(Url::host_str);
        let name = name.filter(|it| !it.is_empty());
        let (Some(parsed), Some(name)) = (&parsed, name) else {
            return Err(ConfigError::DriveUrl(url));
        };
        let endpoint = file.endpoint.filter(|it| !it.is_empty());
        let is_web = |it: &String| it.starts_with("https://") || it.starts_with("http://");
        if let Some(endpoint) = endpoint.as_ref().filter(|it| !is_web(it)) {
            return Err(ConfigError::DriveEndpoint(endpoint.clone()));
        }
        let id = options
            .drive_access_key_id_file
            .clone()
            .or(file.access_key_id_file);
        let secret = options
            .drive_secret_access_key_file
            .clone()
            .or(file.secret_access_key_file);
        let key = match (id, secret) {
            (Some(id), Some(secret)) => Some((
                read("drive.access_key_id_file", &id)?,
                read("drive.secret_access_key_file", &secret)?,
            )),
            (None, None) => None,
            _ => return Err(ConfigError::HalfDriveKey),
        };
        Ok(Some(Self {
            name: name.to_owned(),
            prefix: parsed.path().trim_matches('/').to_owned(),
            endpoint,
            region: file.region.unwrap_or_else(|| "us-east-1".to_owned()),
            key,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(toml: &str) -> Result<Drive, ConfigError> {
        Drive::merge(&Options::default(), toml::from_str(toml).unwrap())
    }

    #[test]
    fn without_an_address_files_lie_in_the_data_folder() {
        let drive = merged("").unwrap();
        assert!(drive.bucket.is_none());
        assert_eq!(drive.file_megabytes, 50);
    }

    #[test]
    fn a_bucket_is_named_with_its_prefix_and_its_key_is_not_printed() {
        let folder = tempfile::tempdir().unwrap();
        let (id, secret) = (folder.path().join("id"), folder.path().join("secret"));
        std::fs::write(&id, "AKIA-s3cret\n").unwrap();
        std::fs::write(&secret, "s3cret\n").unwrap();
        let toml = format!(
            "url = \"s3://freight/files/\"\nendpoint = \"http://127.0.0.1:9000\"\n\
             access_key_id_file = {id:?}\nsecret_access_key_file = {secret:?}"
        );
        let drive = merged(&toml).unwrap();
        assert!(!format!("{drive:?}").contains("s3cret"));
        let bucket = drive.bucket.unwrap();
        assert_eq!(
            (bucket.name.as_str(), bucket.prefix.as_str()),
            ("freight", "files")
        );
        assert_eq!(bucket.key.unwrap().1.reveal(), "s3cret");
    }

    #[test]
    fn files_that_other_instances_do_not_find_are_refused() {
        let shared = |toml: &str, setting| merged(toml).unwrap().reachable_by_all(setting);
        for setting in ["database_url", "redis_url"] {
            let refused = shared("", Some(setting)).unwrap_err().to_string();
            assert!(
                refused.contains(setting) && refused.contains("drive.shared_folder"),
                "{refused}"
            );
            assert!(shared("shared_folder = true", Some(setting)).is_ok());
            assert!(shared("url = \"s3://freight\"", Some(setting)).is_ok());
        }
        assert!(shared("", None).is_ok());
    }

    #[test]
    fn what_cannot_be_reached_is_refused() {
        for toml in [
            "url = \"https://freight\"",
            "url = \"s3:///files\"",
            "url = \"s3://freight\"\nendpoint = \"minio:9000\"",
            "url = \"s3://freight\"\naccess_key_id_file = \"id\"",
            "files = 0",
        ] {
            assert!(merged(toml).is_err(), "{toml}");
        }
    }
}
