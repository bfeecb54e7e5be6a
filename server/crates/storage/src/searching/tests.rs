//! Forms of what is typed.

use super::*;

#[test]
fn other_scripts_are_written_in_latin_letters() {
    for (text, expected) in [
        ("Роттердам", "rotterdam"),
        ("上海", "shanghai"),
        ("부산", "busan"),
        ("ヨコハマ", "yokohama"),
        ("Πειραιάς", "peiraias"),
    ] {
        assert_eq!(latin(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["Rotterdam", "Curaçao", "Łódź", "東", ""] {
        assert!(latin(text).is_none_or(|it| it.is_ascii()), "{text}");
    }
    assert_eq!(latin("Curaçao"), None);
}

#[test]
fn abjad_words_sound_like_their_latin_names() {
    for (typed, name) in [
        ("شنغهاي", "shanghai"),
        ("روتردام", "rotterdam"),
        ("هامبورغ", "hamburg"),
        ("فالنسيا", "valencia"),
        ("الدمام", "dammam"),
        ("עדן", "aden"),
        ("مرسيليا", "marseille"),
        ("جدة", "jeddah"),
    ] {
        assert_eq!(script::sound_of(typed), sound(name), "{typed} {name}");
        assert!(is_abjad(typed), "{typed}");
    }
    assert_eq!(sound("oea"), "");
    assert!(!is_abjad("Роттердам"));
}

#[test]
fn codes_are_compared_without_separators() {
    for typed in ["nl rtm", "NL-RTM", " nlrtm", "NL.RTM"] {
        assert_eq!(compact(typed), "nlrtm", "{typed}");
    }
    assert_eq!(compact("+31 10 413 1234"), "31104131234");
}

#[test]
fn ranks_are_the_numbers_of_their_order() {
    for number in 0..8 {
        assert_eq!(Rank::of(number) as i64, number);
    }
    assert!(Rank::Code < Rank::CodeEnd && Rank::CodeEnd < Rank::Name && Rank::Sound < Rank::Typo);
    assert_eq!(Rank::of(-1), Rank::Typo);
}
