//! Parts of long lists, which SQLite reads by the part of the filter that lets few rows through, or along the order.

use super::super::read::{Cursor, Part};
use super::*;

/// So many of each are more than a hundred for each row of a part.
const MANY: i64 = 400;

/// Parcels and ports of two weights, eight of a third one; every third parcel inside a crate, five inside a carton.
async fn filled() -> (crate::testing::Place, Storage, CompanyId, [Id<Parcels>; 2]) {
    let (place, storage, lines, _) = world().await;
    let tx = storage.begin_for(lines).await.unwrap();
    let [crate_, carton]: [Id<Parcels>; 2] = [Id::generate(), Id::generate()];
    let parcels = (0..2 * MANY).map(|at| {
        let weight = if at % 100 == 7 { 5 } else { at % 2 };
        let name = format!("Box {at:03}");
        let parcel = match at {
            _ if at % 3 == 0 => within(&name, weight, crate_),
            _ if at % 100 == 8 => within(&name, weight, carton),
            _ => parcel(&name, weight),
        };
        (Id::generate(), parcel)
    });
    let mut parcels: Vec<_> = parcels.collect();
    parcels.extend([(crate_, parcel("Crate", 7)), (carton, parcel("Carton", 7))]);
    insert_all::<Parcels>(&tx, lines, parcels, STAMP)
        .await
        .unwrap();
    let harbours =
        (0..2 * MANY).map(|at| (Id::generate(), parcel(&format!("Port {at:03}"), at % 2)));
    insert_all::<Harbours>(&tx, lines, harbours.collect(), STAMP)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let tx = storage.begin().await.unwrap();
    let seed = (MANY..3 * MANY).map(|at| parcel(&format!("Port {at:03}"), at % 2));
    update_seed::<Harbours>(&tx, seed.collect(), NOW)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    (place, storage, lines, [crate_, carton])
}

/// The ids of all parts, one after the other, are those of the list that is not in parts.
async fn same_in_parts<R: Record<Fields = Parcel>>(
    storage: &Storage,
    company: CompanyId,
    filter: Filter,
) {
    let part = async |sort: &[_], part| {
        let listing = Listing {
            filter: filter.clone(),
            sort: sort.to_vec(),
            part,
            ..Listing::default()
        };
        let page = list::<R>(storage.reader(), company, listing).await.unwrap();
        let names: Vec<String> = page.rows.into_iter().map(|row| row.fields.name).collect();
        (names, page.next)
    };
    for direction in [Direction::Ascending, Direction::Descending] {
        let sort = [(&R::KEYS[0], direction)];
        let (all, _) = part(&sort, Part::Whole).await;
        assert!(4 < all.len(), "{}", all.len());
        let numbered = Window {
            offset: 1,
            limit: 2,
        };
        let (numbered, _) = part(&sort, Part::Window(numbered)).await;
        assert_eq!(numbered, all[1..3]);
        let (mut read, mut cursor): (Vec<String>, Option<Cursor>) = (Vec::new(), None);
        for limit in [1, 1, 2, 2, 1000] {
            let (names, next) = part(
                &sort,
                Part::After {
                    cursor,
                    limit,
                    counted: false,
                },
            )
            .await;
            read.extend(names);
            cursor = next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(read, all);
        assert_eq!(cursor, None);
    }
}

#[tokio::test]
async fn parts_are_those_of_the_sorted_list() {
    let (_place, storage, lines, [crate_, carton]) = filled().await;
    let weighs = |weight: i64| Filter::eq::<Parcels>("weight", weight);
    let inside =
        |outer: Id<Parcels>| Filter::Names("inside", vec![outer.as_uuid(), Uuid::now_v7()]);
    let later = Comparison::new::<Parcels>("name", Op::Ge, vec!["box 100".into()]).unwrap();
    let no = |filter| Filter::Not(Box::new(filter));
    for filter in [
        weighs(1),
        weighs(5),
        inside(crate_),
        inside(carton),
        weighs(0).and(inside(crate_)),
        weighs(0).and(inside(carton)),
        weighs(5).and(no(inside(carton))),
        weighs(1).and(Filter::Is(later)),
        no(inside(crate_)),
        Filter::Any(vec![weighs(1), inside(crate_)]),
        Filter::Contains("box".to_owned()),
    ] {
        same_in_parts::<Parcels>(&storage, lines, filter).await;
    }
    for filter in [weighs(1), Filter::Owned] {
        same_in_parts::<Harbours>(&storage, lines, filter).await;
    }
}
