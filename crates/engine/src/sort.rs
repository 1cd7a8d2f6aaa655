//! Sorting of short lists.

/// Sorts by insertion, and keeps the order of equal items. The sorts of the standard library are faster for lists of
/// more than 20 or so, but each use of one adds as much to the download of the web app as a page.
pub fn sort_short<T, K: PartialOrd>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_short;

    #[test]
    fn items_are_sorted_and_equal_ones_keep_their_order() {
        let mut items = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_short(&mut items, |&(number, _)| number);
        assert_eq!(items, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_short(&mut items, |&(number, _)| -number);
        assert_eq!(items, [(3, 'a'), (3, 'c'), (2, 'd'), (1, 'b'), (1, 'e')]);
        sort_short(&mut [0u8; 0], |&item| item);
    }
}
