//! The order in which branches are tried: score, then position among siblings, then position in the table.

use super::pattern::split_param;

/// What decides about a branch's place.
#[derive(Debug)]
pub(super) struct Rank {
    /// Twice react-router's score, which counts in halves.
    score: usize,
    /// Index among its siblings of each route of the branch, root first.
    places: Vec<usize>,
}

impl Rank {
    /// Ranks a branch by its full pattern, `path`.
    pub(super) fn new(path: &str, index: bool, places: Vec<usize>) -> Self {
        let segments = || path.split('/');
        let mut score: usize = segments()
            .map(|segment| 2 + segment_score(segment))
            .sum::<usize>();
        if index {
            score += 4;
        }
        if segments().any(|it| it == "*") {
            // A splat's own segment counted 2 above, so this cannot go below zero.
            score = score.saturating_sub(4);
        }
        Self { score, places }
    }

    /// Whether this branch, listed before `other`, is tried before it too.
    fn keeps_its_place_before(&self, other: &Self) -> bool {
        if self.score != other.score {
            return self.score > other.score;
        }
        let (Some((own, parents)), Some((others, other_parents))) =
            (self.places.split_last(), other.places.split_last())
        else {
            return true;
        };
        parents != other_parents || own <= others
    }
}

/// Indices of `ranks` in the order of trial.
///
/// `None` if they have none: siblings and strangers of one score can beat each other in a circle, and what then comes first
/// in react-router depends on the engine's sorting algorithm. It takes several optional segments in one pattern.
pub(super) fn order(ranks: &[&Rank]) -> Option<Vec<usize>> {
    let mut beaten = vec![0_usize; ranks.len()];
    for later in 0..ranks.len() {
        for earlier in 0..later {
            if ranks[earlier].keeps_its_place_before(ranks[later]) {
                beaten[earlier] += 1;
            } else {
                beaten[later] += 1;
            }
        }
    }
    // A tournament without a circle has one winner over all, one over all but one, and so on.
    let mut order: Vec<Option<usize>> = vec![None; ranks.len()];
    for (index, beaten) in beaten.into_iter().enumerate() {
        let place = ranks.len() - 1 - beaten;
        if order[place].replace(index).is_some() {
            return None;
        }
    }
    order.into_iter().collect()
}

fn segment_score(segment: &str) -> usize {
    match (segment, split_param(segment)) {
        ("*", _) => 0,
        ("", _) => 2,
        (_, Some((_, ""))) => 6,
        (_, Some(_)) => 7,
        (_, None) => 20,
    }
}
