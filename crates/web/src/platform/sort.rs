//! Sorting of short lists.

pub(crate) use parlour_engine::sort_short;
