//! Sorts the short lists of a game.
//!
//! The sorts of the standard library are made for long lists and take 5 KB of code for each type that is sorted:
//! 140 KB of the engine in the browser, where every byte is loaded over a network. No list of a game is long, so
//! there an insertion sort does it. Natively these functions are those of the standard library.

use std::cmp::Ordering;

/// Sorts a list of which equal elements are interchangeable.
#[inline]
pub fn sort<T: Ord>(list: &mut [T]) {
    #[cfg(not(target_family = "wasm"))]
    list.sort_unstable();
    #[cfg(target_family = "wasm")]
    insertion_sort(list, T::cmp);
}

/// Sorts a list; equal elements keep their order.
#[inline]
pub fn sort_by<T>(list: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    #[cfg(not(target_family = "wasm"))]
    list.sort_by(compare);
    #[cfg(target_family = "wasm")]
    insertion_sort(list, compare);
}

#[cfg(any(test, target_family = "wasm"))]
fn insertion_sort<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at - 1], &list[at]).is_gt() {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Both sorts give the same list, also where only a part of each element is compared.
        #[test]
        fn sorts_alike(list in prop::collection::vec(any::<(u8, u8)>(), 0..40)) {
            let (mut ours, mut theirs) = (list.clone(), list);
            insertion_sort(&mut ours, |a, b| (a.0 / 16).cmp(&(b.0 / 16)));
            sort_by(&mut theirs, |a, b| (a.0 / 16).cmp(&(b.0 / 16)));
            prop_assert_eq!(&ours, &theirs);
            insertion_sort(&mut ours, Ord::cmp);
            sort(&mut theirs);
            prop_assert_eq!(ours, theirs);
        }
    }
}
