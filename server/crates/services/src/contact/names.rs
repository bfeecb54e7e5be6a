//! Names of contacts: the one that is shown, and the form in which two of them are called similar.
//!
//! Invariant: two spellings of one name have the same words, whatever their order, case, marks and legal form.

use waybill_storage::folding::fold;

/// Legal forms, which say nothing about who it is.
const LEGAL_FORMS: &[&str] = &[
    "ab",
    "ag",
    "aps",
    "as",
    "bhd",
    "bv",
    "bvba",
    "co",
    "company",
    "corp",
    "corporation",
    "dmcc",
    "fzco",
    "fze",
    "gmbh",
    "inc",
    "incorporated",
    "kft",
    "kg",
    "limited",
    "llc",
    "llp",
    "ltd",
    "ltda",
    "nv",
    "oy",
    "oyj",
    "plc",
    "pt",
    "pte",
    "pty",
    "pvt",
    "sa",
    "sarl",
    "sas",
    "sdn",
    "sl",
    "spa",
    "srl",
    "sro",
    "the",
    "und",
    "and",
    "zoo",
];

/// First and last name as one.
pub(super) fn joined(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// The words of a name in their alphabetical order, folded, without punctuation and legal forms.
pub fn words(name: &str) -> String {
    // `B.V.` is `bv`, and `Smith-Jones` two words.
    let plain = fold(name).replace(['.', '\'', '’'], "");
    let split = |it: char| !it.is_alphanumeric();
    let all: Vec<&str> = plain.split(split).filter(|it| !it.is_empty()).collect();
    let mut words: Vec<&str> = all
        .iter()
        .copied()
        .filter(|word| !LEGAL_FORMS.contains(word))
        .collect();
    if words.is_empty() {
        words = all;
    }
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

/// A name as a part of an address: small letters, digits and hyphens.
pub fn slug(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
