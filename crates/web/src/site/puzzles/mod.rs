//! Exercises (`#/puzzles`): prepared puzzles of four grades for each game, and the player's own mistakes.

mod list;
mod page;

pub(super) use list::PuzzlesPage;
pub(super) use page::ExercisePage;

/// In addresses: the player's own mistakes, where a grade stands otherwise.
const MISTAKES: &str = "mistakes";

#[cfg(test)]
mod tests {
    use parlour_agents::puzzles::{GRADES, PuzzleFile};
    use parlour_engine::json;
    use std::path::Path;

    #[test]
    fn every_game_has_prepared_puzzles_of_all_grades() {
        for game in ["jaipur", "primi-composti", "modern-art", "masters-gallery"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
            let text = std::fs::read_to_string(path.join(game).with_extension("json")).unwrap();
            let file: PuzzleFile = json::from_str(&text).unwrap();
            assert_eq!(file.fault(), None);
            assert_eq!(file.game, game);
            assert!(file.puzzles.len() >= 200, "{game}");
            for grade in 1..=GRADES {
                let of_grade = file.puzzles.iter().filter(|puzzle| puzzle.3 == grade);
                assert!(of_grade.count() >= 20, "{game} {grade}");
            }
        }
    }
}
