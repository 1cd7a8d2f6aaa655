//! Who chooses: policies for every game.
