//! Brute force over all lines of play, without bounds or tables. The solvers are tested against it; it uses the
//! rulebook itself, not the solvers' tables.

use parlour_engine::Game;
use parlour_games::primi_composti::PrimiComposti;

/// The final difference, points of the player who moved first less those of the other, under best
/// play by both. Time grows with (k!)² for k cards each: k up to 5 takes seconds.
pub fn brute_force(game: &PrimiComposti) -> i32 {
    let scores = game.scores();
    let first = game.first().index();
    let Some(seat) = game.to_move().first() else {
        return scores[first] - scores[1 - first];
    };
    let values = game.legal_actions(seat).into_iter().map(|action| {
        let mut next = game.clone();
        next.play_unchecked(seat, action);
        brute_force(&next)
    });
    let best = if seat.index() == first {
        values.max()
    } else {
        values.min()
    };
    best.expect("a seat to move has an action")
}
