//! How the browser came to make a request, by its fetch metadata (<https://www.w3.org/TR/fetch-metadata/>).
//!
//! The headers are the browser's own: a page cannot set them, and a client that forges them deceives only itself.

/// The browser's account of a request.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct FetchMetadata<'a> {
    /// `Sec-Fetch-Site`.
    pub site: Option<&'a str>,
    /// `Sec-Fetch-Mode`.
    pub mode: Option<&'a str>,
    /// `Sec-Fetch-Dest`.
    pub dest: Option<&'a str>,
    /// `Sec-Purpose`.
    pub purpose: Option<&'a str>,
}

/// How the browser came here.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Navigation {
    /// A page of its own, reached from our site, the address bar or a bookmark; also what says nothing of itself.
    SameSite,
    /// A page of its own, reached from a foreign page.
    CrossSite,
    /// Anything else: a frame, a prefetch, an image, a script's request.
    Embedded,
}

impl Navigation {
    /// Reads fetch metadata. Browsers that send any send site, mode and dest; clients without are taken for themselves.
    pub fn from_metadata(metadata: FetchMetadata<'_>) -> Self {
        match metadata {
            FetchMetadata {
                site: None,
                mode: None,
                dest: None,
                purpose: None,
            } => Self::SameSite,
            FetchMetadata {
                site: Some(site),
                mode: Some("navigate"),
                dest: Some("document"),
                purpose: None,
            } => match site {
                "same-origin" | "same-site" | "none" => Self::SameSite,
                _ => Self::CrossSite,
            },
            _ => Self::Embedded,
        }
    }
}
