//! The registry of games, by name.

use parlour_games::games_by_name;

parlour_games::all_games!(games_by_name, pub parlour_protocol::Hosted);
