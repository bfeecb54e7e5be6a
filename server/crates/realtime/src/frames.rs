//! Frames: a message as one text frame, or as a count and segments.
//!
//! Firebase's clients split above 16,384 UTF-16 units and expect the same. Invariant: never a frame `0` from us, after which
//! the SDK delivers nothing more; what a peer makes us hold is bounded.

/// UTF-16 units of a segment.
const SEGMENT_UNITS: usize = 16_384;

/// Bytes of a message that is taken.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;

/// Segments of a message that is read to its end, if only to refuse it: 16 MiB, Firebase's own limit.
const MAX_SEGMENTS: usize = 1024;

/// Bytes that are kept of a message that is too large: enough to tell which request it is.
const BEGINNING: usize = 256;

/// Longer frames are no counts.
const COUNT_CHARACTERS: usize = 6;

/// The frames of a message.
pub fn split(message: &str) -> Vec<&str> {
    // A UTF-16 unit is at least a byte.
    if message.len() <= SEGMENT_UNITS {
        return vec![message];
    }
    let mut segments = Vec::new();
    let (mut start, mut units) = (0, 0);
    for (index, character) in message.char_indices() {
        if SEGMENT_UNITS < units + character.len_utf16() {
            segments.push(&message[start..index]);
            (start, units) = (index, 0);
        }
        units += character.len_utf16();
    }
    segments.push(&message[start..]);
    segments
}

/// Puts the frames of a peer together.
#[derive(Debug, Default)]
pub struct Joiner {
    /// Segments that are still to come.
    missing: usize,
    /// What came so far; of a message that is too large, only its beginning.
    joined: String,
    is_too_large: bool,
}

/// What a frame completes.
#[derive(Debug, PartialEq, Eq)]
pub enum Joined {
    /// Nothing yet, or a sign of life.
    Nothing,
    /// A message.
    Message(String),
    /// A message that is too large, of which this is the beginning.
    TooLarge(String),
    /// The peer announced more than anybody may send.
    Excess,
}

impl Joiner {
    /// Takes a frame.
    pub fn take(&mut self, frame: &str) -> Joined {
        if self.missing == 0 {
            return match count(frame) {
                // A sign of life after 45 seconds of silence.
                Some(0) => Joined::Nothing,
                Some(count) if MAX_SEGMENTS < count => Joined::Excess,
                Some(count) => {
                    self.missing = count;
                    Joined::Nothing
                }
                None => Joined::Message(frame.to_owned()),
            };
        }
        self.missing -= 1;
        if MAX_MESSAGE_BYTES < self.joined.len() + frame.len() {
            self.is_too_large = true;
        }
        if !self.is_too_large {
            self.joined.push_str(frame);
        } else if BEGINNING < self.joined.len() {
            let end = self.joined.floor_char_boundary(BEGINNING);
            self.joined = self.joined[..end].to_owned();
        }
        if self.missing != 0 {
            return Joined::Nothing;
        }
        let message = std::mem::take(&mut self.joined);
        if std::mem::take(&mut self.is_too_large) {
            Joined::TooLarge(message)
        } else {
            Joined::Message(message)
        }
    }
}

/// The number of segments that a frame announces.
fn count(frame: &str) -> Option<usize> {
    let is_short = frame.len() <= COUNT_CHARACTERS;
    if is_short && frame.bytes().all(|it| it.is_ascii_digit()) {
        frame.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(frames: &[&str]) -> Vec<Joined> {
        let mut joiner = Joiner::default();
        let joined = frames.iter().map(|it| joiner.take(it));
        joined.filter(|it| *it != Joined::Nothing).collect()
    }

    #[test]
    fn a_message_is_one_frame_or_segments_of_at_most_16384_units() {
        for (message, lengths) in [
            ("x".to_owned(), vec![1]),
            ("x".repeat(16_384), vec![16_384]),
            ("x".repeat(16_385), vec![16_384, 1]),
            ("x".repeat(40_001), vec![16_384, 16_384, 7_233]),
            ("é".repeat(16_384), vec![16_384]),
            ("é".repeat(16_385), vec![16_384, 1]),
            (format!("x{}", "😀".repeat(8_192)), vec![16_383, 2]),
        ] {
            let segments = split(&message);
            let units: Vec<usize> = segments
                .iter()
                .map(|it| it.encode_utf16().count())
                .collect();
            assert_eq!(units, lengths);
            assert_eq!(segments.concat(), message);
        }
    }

    #[test]
    fn what_is_split_is_joined_and_signs_of_life_are_passed_over() {
        let message = format!("{{\"a\":\"{}\"}}", "é😀x".repeat(9_000));
        let segments = split(&message);
        let count = segments.len().to_string();
        let mut frames = vec!["0", count.as_str()];
        frames.extend(segments);
        frames.extend(["0", "{}"]);
        let expected = [
            Joined::Message(message.clone()),
            Joined::Message("{}".to_owned()),
        ];
        assert_eq!(join(&frames), expected);
    }

    #[test]
    fn a_segment_may_look_like_a_count() {
        assert_eq!(
            join(&["2", "12", "34"]),
            [Joined::Message("1234".to_owned())]
        );
    }

    #[test]
    fn what_is_no_count_is_a_message() {
        for frame in ["", "1234567", "-1", "1.5", "{}", "１"] {
            assert_eq!(join(&[frame]), [Joined::Message(frame.to_owned())]);
        }
    }

    #[test]
    fn what_is_too_large_is_read_to_its_end_but_not_kept() {
        let segment = format!("{{\"t\":\"d\",\"d\":{{\"r\":7,{}", "x".repeat(16_000));
        let mut joiner = Joiner::default();
        assert_eq!(joiner.take("100"), Joined::Nothing);
        for _ in 0..99 {
            assert_eq!(joiner.take(&segment), Joined::Nothing);
            assert!(joiner.joined.len() <= MAX_MESSAGE_BYTES);
        }
        let Joined::TooLarge(beginning) = joiner.take(&segment) else {
            panic!("it is too large");
        };
        assert!(
            beginning.starts_with("{\"t\":\"d\",\"d\":{\"r\":7,") && beginning.len() <= BEGINNING
        );
        assert_eq!(joiner.take("{}"), Joined::Message("{}".to_owned()));
        assert_eq!(join(&["1025"]), [Joined::Excess]);
        assert_eq!(join(&["999999"]), [Joined::Excess]);
    }
}
