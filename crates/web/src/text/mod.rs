//! Every text that people see, in one place per language. English comes first;
//! another language is another module with the same items.

mod en;

pub(crate) use en::*;
