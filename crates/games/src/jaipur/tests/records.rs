//! The text of cards and actions, and records.

use super::*;
use parlour_engine::{Record, Reveals as _, Table};
use proptest::prelude::*;

#[test]
fn action_texts() {
    for (text, action) in [
        ("take gold", Action::Take(Card::Gold)),
        ("t go", Action::Take(Card::Gold)),
        ("take camels", Action::Camels),
        ("camels", Action::Camels),
        ("SELL 2 Diamonds", Action::Sell(Card::Diamond, 2)),
        ("sell leather", Action::Sell(Card::Leather, 1)),
        (
            "exchange 2 gold, spice for 2 camel, cloth",
            Action::Exchange {
                take: cards("2 gold, spice"),
                give: cards("2 camel, cloth"),
            },
        ),
        (
            "e g g sp for ca ca cl",
            Action::Exchange {
                take: cards("2 gold, spice"),
                give: cards("2 camel, cloth"),
            },
        ),
    ] {
        assert_eq!(text.parse(), Ok(action), "{text}");
    }
    for text in [
        "",
        "take",
        "take s",
        "take ruby",
        "sell",
        "sell 2",
        "sell 2 3 gold",
        "sell 0 gold",
        "sell 99 gold",
        "sell gold silver",
        "exchange gold",
        "exchange for gold",
        "dance",
        "15",
    ] {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(!error.contains('\n') && !error.is_empty());
    }
}

#[test]
fn undo_and_resignation_at_a_table() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(4), names).unwrap();
    let action = table.state().legal_actions(Seat(0))[0];
    assert_eq!(table.may_undo(), None);
    table.play(Seat(0), action).unwrap();
    assert_eq!(table.may_undo(), None, "a take turns up a card");
    table.resign(Seat(1));
    assert_eq!(table.outcome().unwrap().winners, SeatSet::one(Seat(0)));
    let line = table.record().to_line();
    let replayed = Record::<Jaipur>::read(&line).unwrap().replay().unwrap();
    assert_eq!(replayed, table);
    table.undo();
    assert_eq!(table.resigned(), None);
    assert_eq!(table.undo(), Some((Seat(0), action)));
    assert_eq!(table.state(), table.start());
}

#[test]
fn what_reveals_nothing_may_be_taken_back() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(4), names).unwrap();
    let mut rng = Streams::new(0).task(0);
    let mut taken_back = 0;
    while let Some(seat) = table.to_move().first() {
        let action = *table.state().legal_actions(seat).choose(&mut rng).unwrap();
        let expected = (!table.state().reveals(seat, action)).then_some(seat);
        table.play(seat, action).unwrap();
        assert_eq!(table.may_undo(), expected, "{action}");
        taken_back += usize::from(expected.is_some());
    }
    assert!(taken_back > 0);
}

#[test]
fn damaged_records_are_refused_in_one_line() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::<Jaipur>::new(Rules::ROUND, DealSource::Seed(4), names).unwrap();
    let mut rng = Streams::new(0).task(0);
    while let Some(seat) = table.to_move().first() {
        let action = *table.state().legal_actions(seat).choose(&mut rng).unwrap();
        table.play(seat, action).unwrap();
    }
    let line = table.record().to_line();
    let error = |line: &str| {
        let text = Record::<Jaipur>::read(line)
            .and_then(|record| record.replay())
            .unwrap_err()
            .to_string();
        assert!(!text.contains('\n'));
        text
    };
    assert!(error(&line.replace("\"parlour\":1", "\"parlour\":3")).contains("version 3"));
    assert!(error(&line.replace("\"jaipur\"", "\"chess\"")).contains("of 'chess'"));
    assert!(error(&line.replace("[\"a\",\"b\"]", "[\"a\"]")).contains("2 seats, but 1"));
    assert!(error(&line.replace("\"seed\":4", "\"seed\":5")).contains("action "));
    assert!(error(&line.replace("\"winners\":[", "\"winners\":[7,")).contains("lead to"));
    assert!(error(&line.replace("\"best_of\":1", "\"best_of\":4")).contains("best of 1"));
    assert!(error(&line[..line.len() / 2]).contains("not a Parlour record"));
    assert!(error("").contains("not a Parlour record"));
    let resigned = line.replace("]}}", "],\"resigned\":9}}");
    assert!(error(&resigned).contains("cannot have resigned"));
}

proptest! {
    #[test]
    fn cards_are_read_as_they_are_written(counts in prop::array::uniform7(0u8..16)) {
        let cards: Cards = Card::ALL.map(|card| Cards::of(card, counts[card.index()])).into_iter().sum();
        prop_assert_eq!(cards.to_string().parse::<Cards>().unwrap(), cards);
    }

    /// No text makes the parsers panic, and what they read comes back as it is written.
    #[test]
    fn parsers_take_any_text(text in "\\PC{0,40}|(take|sell|exchange|t|e)( (for|[0-9]{1,3}|di|gold|si|cloth|camels|,)){0,8}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>().unwrap().to_string(), action.to_string());
        }
        let _ = Record::<Jaipur>::read(&text);
    }
}
