//! Play, pit and solve modern card games.

fn main() {}
