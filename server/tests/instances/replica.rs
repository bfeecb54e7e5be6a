//! A replica of the database that is behind: read, but by nobody who has written what it lacks.

use std::time::{Duration, Instant};

use tokio::time::sleep;
use waybill_test_postgres::Primary;

use super::CONTACTS;
use super::place::{PATIENCE, Place};
use super::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_hides_nobodys_own_write() {
    waybill_workshop::needs!(Postgres, Redis, PgDump);
    let primary = Primary::start();
    let database = primary.database();
    let standby = primary.standby();
    let settings = format!(
        "database_url = \"{database}\"\ndatabase_read_url = \"{}\"\n",
        standby.url(&database)
    );
    let place = Place::set_up(database, &settings).await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let ada = Visitor::register(&a.origin, "ada@replica.example").await;
    let began = Instant::now();
    for count in 1.. {
        standby.pause();
        let name = format!("Lovelace Lines {count}");
        let after = ada.made_contact(&format!("k-{count}"), &name).await;
        // A page is made of what others read as well, so it is asked first.
        let without = ada.at(&b.origin).total(CONTACTS).await;
        for origin in [&a.origin, &b.origin] {
            let after = after.at(origin);
            assert_eq!(after.total(CONTACTS).await, count);
            let page = after.open("/contacts").await.text().await.unwrap();
            assert!(page.contains(&name), "{page:.2000}");
        }
        standby.resume();
        if without < count {
            // The replica has answered.
            assert_eq!(without, count - 1);
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the replica is not read");
        sleep(Duration::from_millis(200)).await;
    }

    // Without it, the database answers alone.
    drop(standby);
    let after = ada.made_contact("k-last", "Babbage Bulk").await;
    let total = after.total(CONTACTS).await;
    assert_eq!(ada.at(&b.origin).total(CONTACTS).await, total);
}
