//! Push ids: keys that sort by the time they were made, as the SDK makes them.
//!
//! Invariant: 20 characters, 8 of time and 12 of chance, in an alphabet that sorts by code unit.

use jiff::Timestamp;
use uuid::Uuid;

const ALPHABET: &[u8; 64] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// A new one.
pub(super) fn generate(now: Timestamp) -> String {
    let millis = now.as_millisecond().cast_unsigned();
    let (high, low) = Uuid::new_v4().as_u64_pair();
    let time = (0..8).rev().map(|place| millis >> (6 * place));
    // Without the bits of a UUID that are the same in all.
    let chance = (0..6).map(|place| high >> (28 + 6 * place));
    let more = (0..6).map(|place| low >> (6 * place));
    let digit = |it: u64| char::from(ALPHABET[(it % 64) as usize]);
    time.chain(chance).chain(more).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    #[test]
    fn later_ones_sort_later_and_no_two_are_equal() {
        let at = |millis| generate(Timestamp::from_millisecond(millis).unwrap());
        let times = [
            0,
            1,
            63,
            64,
            1_795_176_062_129,
            1_795_176_062_130,
            9_999_999_999_999,
        ];
        let ids: Vec<String> = times.map(at).to_vec();
        assert!(ids.is_sorted() && ids.iter().all(|it| it.len() == 20));
        assert!(ids.iter().all(|it| Key::try_from(it.as_str()).is_ok()));
        assert_ne!(at(7), at(7));
    }
}
