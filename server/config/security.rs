//! To whom faults that endanger people's data are reported: `[security]`, told by `/.well-known/security.txt`.
//!
//! Invariant: an address here is one line without a password.

use url::Url;

use super::ConfigError;
use super::file::SecurityTable;

/// What researchers are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Security {
    /// Where they report: `mailto:` or `https:`.
    pub contact: Url,
    /// By which rules, if there are any: `https:`.
    pub policy: Option<Url>,
}

impl Security {
    /// None where nobody is named.
    pub(super) fn merge(file: &SecurityTable) -> Result<Option<Self>, ConfigError> {
        let Some(contact) = &file.contact else {
            return match file.policy {
                Some(_) => Err(ConfigError::SecurityWithoutContact),
                None => Ok(None),
            };
        };
        let is_contact = |url: &Url| is_mailbox(url) || is_page(url);
        let policy = file.policy.as_deref();
        Ok(Some(Self {
            contact: read("contact", contact, is_contact)?,
            policy: policy
                .map(|text| read("policy", text, is_page))
                .transpose()?,
        }))
    }
}

fn read(
    key: &'static str,
    text: &str,
    is_usable: impl Fn(&Url) -> bool,
) -> Result<Url, ConfigError> {
    let url = Url::parse(text).ok();
    url.filter(is_usable)
        .ok_or_else(|| ConfigError::Security(key, text.to_owned()))
}

fn is_mailbox(url: &Url) -> bool {
    url.scheme() == "mailto" && url.path().contains('@')
}

fn is_page(url: &Url) -> bool {
    url.scheme() == "https" && url.username().is_empty() && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(
        contact: Option<&str>,
        policy: Option<&str>,
    ) -> Result<Option<Security>, ConfigError> {
        Security::merge(&SecurityTable {
            contact: contact.map(str::to_owned),
            policy: policy.map(str::to_owned),
        })
    }

    #[test]
    fn nobody_is_named_unless_the_operator_does() {
        assert_eq!(merged(None, None).unwrap(), None);
        let alone = merged(None, Some("https://lines.example/rules")).unwrap_err();
        assert!(alone.to_string().contains("security.contact"), "{alone}");
    }

    #[test]
    fn contact_is_a_mailbox_or_a_page_and_the_policy_a_page() {
        for contact in [
            "mailto:security@lines.example",
            "https://lines.example/security",
        ] {
            let security = merged(Some(contact), Some("https://lines.example/rules")).unwrap();
            assert_eq!(security.unwrap().contact.as_str(), contact);
        }
        for wrong in [
            "",
            "security@lines.example",
            "mailto:security",
            "http://lines.example/security",
            "https://ann:s3cret@lines.example/",
            "javascript:alert(1)",
        ] {
            let refused = merged(Some(wrong), None).unwrap_err().to_string();
            assert!(refused.contains("security.contact"), "{refused}");
        }
        let refused = merged(
            Some("mailto:security@lines.example"),
            Some("mailto:security@lines.example"),
        );
        assert!(refused.unwrap_err().to_string().contains("security.policy"));
    }
}
