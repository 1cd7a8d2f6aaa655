//! What the position editor asks a game for. Rules are JSON, as in records.

use super::game::SessionGame;
use parlour_engine::record_link::{self, RecordLink};
use parlour_engine::{DealSource, Position, PositionFault, Row, RowName, Rules as _, Table, json};
use serde_json::Value;

/// A position in the editor, possible or not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// The rules in full.
    pub(crate) rules: Value,
    /// The numbers.
    pub(crate) position: Position,
    /// What decides the rest.
    pub(crate) seed: u64,
    /// The names in the record.
    pub(crate) names: Vec<String>,
}

impl Draft {
    /// The start of the game that a link holds, and the name of the game.
    pub(crate) fn read(text: &str) -> Option<(String, Draft)> {
        let link = RecordLink::read(text).ok()?;
        let record = json::parse(link.beginning()).ok()?;
        let draft = Draft {
            rules: record["rules"].clone(),
            position: json::from_value(&record["position"]).ok()?,
            seed: record["deal"]["seed"].as_u64()?,
            names: json::from_value(&record["seats"]).ok()?,
        };
        Some((link.game().to_owned(), draft))
    }
}

/// The functions of a game.
#[derive(Clone, Copy)]
pub(crate) struct Positions {
    /// The first position of a deal, by the name of the rules; `None` if there are no such rules.
    pub(crate) dealt: fn(&str, u64) -> Option<(Value, Position)>,
    /// The rows of the position.
    pub(crate) rows: fn(&Draft) -> Vec<Row>,
    /// The link of a game that begins with the position.
    pub(crate) link: fn(&Draft) -> Result<String, Vec<PositionFault>>,
    /// [`SessionGame::position_kind`].
    pub(crate) kind: fn(&Value, RowName, usize) -> Option<String>,
}

impl Positions {
    /// Those of a game.
    pub(crate) const fn of<G: SessionGame>() -> Positions {
        Positions {
            dealt: dealt::<G>,
            rows: rows::<G>,
            link: link::<G>,
            kind: |rules, name, at| G::position_kind(&json::from_value(rules).ok()?, name.what, at),
        }
    }
}

fn dealt<G: SessionGame>(rules: &str, seed: u64) -> Option<(Value, Position)> {
    let rules = G::Rules::named(rules)?;
    let state: G = DealSource::Seed(seed).start(rules.clone()).ok()?;
    Some((serde_json::to_value(rules).ok()?, state.position()?))
}

fn rows<G: SessionGame>(draft: &Draft) -> Vec<Row> {
    let rules: Option<G::Rules> = json::from_value(&draft.rules).ok();
    rules.map_or_else(Vec::new, |rules| G::position_rows(&rules, &draft.position))
}

fn link<G: SessionGame>(draft: &Draft) -> Result<String, Vec<PositionFault>> {
    let broken = |error: &dyn ToString| vec![PositionFault::Rules(error.to_string())];
    let rules: G::Rules = json::from_value(&draft.rules).map_err(|error| broken(&error))?;
    let state = G::set_up(rules.clone(), &draft.position, draft.seed)?;
    // Lists in another order are the same position.
    let position = state.position().unwrap_or_default();
    let table = Table::<G>::set_up(rules, position, draft.seed, draft.names.clone());
    let line = table.map_err(|error| broken(&error))?.record().to_line();
    Ok(RecordLink::write_beginning(&record_link::beginning(&line)))
}
