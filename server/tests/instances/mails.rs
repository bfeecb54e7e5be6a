//! Work that nobody waits for: mails, of which each leaves once.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::place::Place;
use super::visitor::Visitor;

const MAILS: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_leaves_once_though_both_instances_send_mails() {
    waybill_workshop::needs!(Postgres, Redis);
    let place = Place::new().await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let ada = Visitor::register(&a.origin, "ada@mails.example").await;
    ada.prove(&place.data_dirs()).await;
    let both = [ada.at(&a.origin), ada.at(&b.origin)];
    for number in 0..MAILS {
        assert_eq!(both[number % 2].invite(&guest(number)).await, 201);
    }
    let once: BTreeMap<String, usize> = (0..MAILS).map(|it| (guest(it), 1)).collect();
    let began = Instant::now();
    while sent(&place).len() < MAILS {
        assert!(began.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(100)).await;
    }
    // Time in which the other could send them again.
    sleep(Duration::from_secs(5)).await;
    assert_eq!(sent(&place), once);
}

fn guest(number: usize) -> String {
    format!("guest{number}@instances.example")
}

/// How many mails each guest got, from both.
fn sent(place: &Place) -> BTreeMap<String, usize> {
    let mut sent = BTreeMap::new();
    let folders = place.data_dirs().map(|it| fs::read_dir(it.join("mail")));
    for mail in folders.into_iter().flatten().flatten() {
        let mail = fs::read_to_string(mail.unwrap().path()).unwrap();
        let is_to = |guest: &String| {
            let mut lines = mail.lines();
            lines.any(|line| line.starts_with("To:") && line.contains(guest))
        };
        for guest in (0..MAILS).map(guest).filter(is_to) {
            *sent.entry(guest).or_default() += 1;
        }
    }
    sent
}
