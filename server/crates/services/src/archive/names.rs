//! Names of files in the archive, which people unpack on any system.
//!
//! Invariant: a name is one segment of a path and leads nowhere else; it may be used on Windows, macOS and Linux; within a
//! folder no two are alike, whatever the case.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization as _;

/// Bytes of a name at most; file systems take 255 of them, and a path on Windows 260 characters.
const LONGEST: usize = 120;

/// What Windows takes for a device, whatever comes after the dot (Microsoft, "Naming Files, Paths, and Namespaces").
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// The name as every file system takes it.
pub fn safe(name: &str) -> String {
    let is_taken = |it: char| !is_hidden(it) && !"<>:\"/\\|?*".contains(it);
    let composed = name.nfc();
    let kept: String = composed
        .map(|it| if is_taken(it) { it } else { '_' })
        .collect();
    let cut = shortened(&kept);
    let trimmed = cut.trim().trim_end_matches(['.', ' ']);
    match trimmed {
        // `.` and `..` among them.
        "" => "_".to_owned(),
        name if is_device(name) => format!("_{name}"),
        name => name.to_owned(),
    }
}

/// Whether a character is not seen, or turns the order of those around it: a name must look like what it is.
fn is_hidden(it: char) -> bool {
    it.is_control()
        || matches!(it, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim();
    let stem = stem.to_uppercase();
    let is_numbered = ["COM", "LPT"].iter().any(|device| {
        let number = stem.strip_prefix(device);
        number.is_some_and(|it| it.chars().count() == 1 && "0123456789¹²³".contains(it))
    });
    is_numbered || DEVICES.contains(&stem.as_str())
}

/// The beginning of the name, with its extension.
fn shortened(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if extension.len() <= 10 => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    let mut end = LONGEST - extension.len();
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{extension}", &stem[..end])
}

/// The names that a folder has already, for folders that nobody else puts files into.
#[derive(Debug, Default)]
pub struct Taken(HashSet<String>);

impl Taken {
    /// The path of a file or folder called `name` in `folder`, unlike every other one.
    pub fn path(&mut self, folder: &str, name: &str) -> String {
        let name = safe(name);
        let (stem, extension) = match name.rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
            _ => (name.as_str(), String::new()),
        };
        let mut path = format!("{folder}/{name}");
        let mut count = 1;
        while !self.0.insert(path.to_lowercase()) {
            count += 1;
            path = format!("{folder}/{stem} ({count}){extension}");
        }
        path
    }
}
