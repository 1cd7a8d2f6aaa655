//! The tutorial of Primi Composti.

use crate::play::strings::tutorial::Step;

/// Title.
pub(crate) const TITLE: &str = "Learn Primi Composti";
/// After the last step: starts a game.
pub(crate) const FIRST_GAME: &str = "Play your first game";

/// What each hand holds, with the points so far.
pub(crate) fn stands(points: i32) -> String {
    format!("{points} {}", super::table::points_unit(points))
}

/// The steps, in order.
pub(crate) const STEPS: [Step; 7] = [
    Step {
        title: "Numbers on a table",
        lines: &[
            "Every card is a number. Orange cards are primes, such as 3 and 7; blue ones are composites, such as 4 = 2 × 2. The dots show what a number is made of.",
            "In turn, each plays one card onto one of his two stacks: primes on one, composites on the other. Only the card on top can be seen. With two players the hands are open.",
        ],
        task: "",
        done: "",
        other: "",
    },
    Step {
        title: "A card by itself",
        lines: &[
            "Whoever holds the 2 begins: you. Nothing lies on the table yet, so a card brings no more than its own value: 2 points for a prime, 1 for a composite.",
        ],
        task: "Choose the 7, then press Confirm.",
        done: "2 points, and a 7 on the table that can be made use of. By your rival, too.",
        other: "You may do that in a game. Here, play the 7: it will be of use.",
    },
    Step {
        title: "An operation",
        lines: &[
            "A 7 and a 3 lie on top. A card that is their sum, difference, product or quotient brings the value of both as well. It does not matter whose they are.",
        ],
        task: "Which of your cards is 3 × 7? Play it.",
        done: "1 point for the 21, and 2 for each of the two primes: 5 points.",
        other: "You may do that in a game. Here, play the 21: it is 3 × 7.",
    },
    Step {
        title: "Which pair is worth more?",
        lines: &[
            "Two of your cards can be made now: 10 = 3 + 7 and 12 = 3 × 4. Two primes bring 4 points, a prime and a composite bring 3.",
        ],
        task: "Play the card that brings more.",
        done: "5 points. Your 10 covers the 21, which nobody can use any more.",
        other: "12 = 3 × 4 brings 4 points. Look for the card made of two primes.",
    },
    Step {
        title: "The most a card can bring",
        lines: &[
            "Your rival has covered his 3 with a 5. A prime that is made of two primes brings 2 + 2 + 2: more is not possible.",
        ],
        task: "Find the prime in your hand that is 7 − 5.",
        done: "6 points. The 2 lies where the 7 lay: an operation may use the very card that is covered.",
        other: "That is legal. Here, play the 2: it is 7 − 5.",
    },
    Step {
        title: "The last card",
        lines: &[
            "When several pairs make a card, the best one counts: you need not name it. Here 10 + 2 and 2 × 6 both make the 12.",
        ],
        task: "Play your last card.",
        done: "4 points. Your rival has one card left, and then all hands are empty.",
        other: "",
    },
    Step {
        title: "Who has the most points wins",
        lines: &[
            "This was Scoring. In Stealing there are no points during the game: an operation takes the cards it uses from your rival's stacks, and in the end the cards on your own stacks count.",
            "Switch on the exact values beside the table to see what each card is worth when both play perfectly.",
        ],
        task: "",
        done: "",
        other: "",
    },
];
