//! The words of places: found by their beginning or by a misspelling.

use std::collections::HashMap;

use waybill_services::master::locations::vocabulary::Vocabulary;

fn vocabulary(words: &[&str]) -> Vocabulary {
    Vocabulary::new(
        (0..)
            .zip(words)
            .map(|(at, word)| ((*word).to_owned(), vec![at]))
            .collect(),
    )
}

#[track_caller]
fn check(wanted: &str, expected: &[(&str, u32)]) {
    let all = vocabulary(&[
        "antwerpen",
        "hamburg",
        "homburg",
        "rotterdam",
        "rouen",
        "tokyo",
    ]);
    let found = all.like(wanted);
    let found: Vec<_> = found
        .iter()
        .map(|(word, far)| (word.text.as_str(), *far))
        .collect();
    assert_eq!(found, expected, "{wanted}");
}

#[test]
fn one_letter_of_a_short_word_and_two_of_a_long_one_may_differ() {
    check("rotterdam", &[("rotterdam", 0)]);
    check("roterdam", &[("rotterdam", 1)]);
    check("rotetrdma", &[("rotterdam", 2)]);
    check("hmaburg", &[("hamburg", 1)]);
    check("humburg", &[("hamburg", 1), ("homburg", 1)]);
    check("tokio", &[("tokyo", 1)]);
    check("tkoiy", &[]);
    check("rou", &[("rouen", 0)]);
    check("xou", &[]);
}

#[test]
fn every_word_must_find_the_place() {
    let all = Vocabulary::new(HashMap::from([
        ("new".to_owned(), vec![0, 1]),
        ("york".to_owned(), vec![0]),
        ("orleans".to_owned(), vec![1]),
    ]));
    let found = |wanted: &[&str]| {
        let mut found: Vec<_> = all.all(wanted, Vocabulary::like).into_iter().collect();
        found.sort_unstable();
        found
    };
    assert_eq!(found(&["new"]), [(0, 0), (1, 0)]);
    assert_eq!(found(&["new", "yo"]), [(0, 0)]);
    assert_eq!(found(&["new", "yrok"]), [(0, 1)]);
    assert_eq!(found(&["yrok", "new"]), [(0, 1)]);
    assert_eq!(found(&["york", "orleans"]), []);
    assert_eq!(found(&[]), []);
}
