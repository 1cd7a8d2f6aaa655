//! Sorting of short lists of actions.

/// The gaps of Shell's sort (Ciura, *Best Increments for the Average Case of Shellsort*, 2001).
const GAPS: [usize; 8] = [701, 301, 132, 57, 23, 10, 4, 1];

/// Sorts by Shell's method; equal items may change places. For the lists of a search it is about as fast as the sorts of
/// the standard library, and it is a few hundred bytes of the web app for each game, not ten thousand.
pub(super) fn sort_by<T: Copy>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for gap in GAPS {
        for end in gap..items.len() {
            let item = items[end];
            let mut at = end;
            while at >= gap && before(&item, &items[at - gap]) {
                items[at] = items[at - gap];
                at -= gap;
            }
            items[at] = item;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by;
    use parlour_engine::Streams;
    use rand::RngExt as _;

    #[test]
    fn lists_of_every_length_are_sorted() {
        let mut rng = Streams::new(1).task(0);
        for length in (0..80).chain([500, 2000]) {
            let mut items: Vec<u32> = (0..length).map(|_| rng.random_range(0..1000)).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            sort_by(&mut items, |a, b| a < b);
            assert_eq!(items, expected);
        }
    }
}
