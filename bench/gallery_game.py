"""Legal games from plans of the confirmation, and the rules that check them.

`build` turns counts (cards by round and artist, and the player's share of them) into a deck and a list of plays in turn
order; `play` knows nothing of plans: it deals, checks every play against the rules page and adds up the scores.
"""

import itertools
import json
import random
from collections import Counter

DEALT = {2: (13, 6, 6, 3), 3: (13, 6, 6, 0), 4: (13, 4, 4, 0), 5: (13, 2, 2, 0)}
CARDS = (17, 18, 19, 20, 21)
ARTISTS = "ABCDE"
RULES = {"seed-base": (0, 0), "seed-awards": (1, 0), "seed-draw": (1, 1)}  # award cards, draw cards of each artist


class Illegal(Exception):
    """A play that the rules do not allow."""


def play(players, awards, draws, deck, plays):
    """The final scores. `plays` holds (seat, artist, symbol, artist who gets the award or None)."""
    plain = [count - awards - draws for count in CARDS]
    expected = Counter()
    for artist in range(5):
        expected.update({(artist, ""): plain[artist], (artist, "award"): awards, (artist, "draw"): draws})
    if Counter(deck) != +expected:
        raise Illegal("the deck is not the rules' deck")
    closing = 5 if players == 2 else 6
    hands = [Counter() for _ in range(players)]
    values, scores = [0] * 5, [0] * players
    top, turn, opener = 0, 0, 0
    for round_ in range(4):
        for seat in range(players):
            for _ in range(DEALT[players][round_]):
                if top < len(deck):
                    hands[seat][deck[top]] += 1
                    top += 1
        shown = [[0] * 5 for _ in range(players)]
        seat = opener
        while True:
            who, artist, symbol, target = plays[turn]
            turn += 1
            if who != seat:
                raise Illegal(f"play {turn}: seat {seat} is to move, not {who}")
            if hands[seat][artist, symbol] == 0:
                raise Illegal(f"play {turn}: the card is not in hand")
            hands[seat][artist, symbol] -= 1
            shown[seat][artist] += 1
            if symbol == "draw" and top < len(deck):
                hands[seat][deck[top]] += 1
                top += 1
            if symbol == "award":
                values[target] += 2
            if sum(display[artist] for display in shown) == closing:
                break
            seat = (seat + 1) % players
        opener = (seat + 1) % players
        count = [sum(display[artist] for display in shown) for artist in range(5)]
        ranked = [artist for artist in sorted(range(5), key=lambda a: (-count[a], a)) if count[artist]][:3]
        for artist, gain in zip(ranked, (3, 2, 1)):
            values[artist] += gain
        for who in range(players):
            scores[who] += sum(shown[who][artist] * values[artist] for artist in ranked)
    if turn != len(plays):
        raise Illegal("there are plays after the end")
    return scores


def _order(plan, rng):
    """The artists in turn order: [(round, seat, artist)], the cards shared out at random where it does not matter."""
    players, turns = plan["players"], []
    for round_, (cards, own) in enumerate(zip(plan["cards"], plan["own"])):
        mine = [a for a in range(5) for _ in range(own[a])]
        rest = [a for a in range(5) for _ in range(cards[a] - own[a])]
        seats = [(len(turns) + i) % players for i in range(sum(cards))]
        first = cards.index(5 if players == 2 else 6)
        rng.shuffle(mine)
        rng.shuffle(rest)
        last = mine if seats[-1] == plan["seat"] else rest
        last.remove(first)
        last.insert(0, first)  # taken from the end: this one is the round's last
        turns += [(round_, seat, (mine if seat == plan["seat"] else rest).pop()) for seat in seats]
    return turns


def _symbols(plan, turns):
    """The symbol of each play, or None where this order does not leave each player a card at each turn."""
    players, symbols = plan["players"], [""] * len(turns)
    played = [Counter() for _ in range(4)]
    for round_, _, artist in turns:
        played[round_][artist] += 1
    total = sum(played, Counter())
    if plan["award_cards"]:
        left = list(plan["awards"])
        for artist in range(5):
            round_ = next((r for r in range(4) if left[r] and played[r][artist]), None)
            if round_ is None:
                return None
            left[round_] -= 1
            # The last of its kind in the round: the first plays are wanted for drawing.
            at = max(i for i, turn in enumerate(turns) if turn[0] == round_ and turn[2] == artist)
            symbols[at] = "award"
        if any(left):
            return None
    needs, hand_turns = [], [0] * players
    for at, (round_, seat, _) in enumerate(turns):
        hand_turns[seat] += 1
        if hand_turns[seat] > sum(DEALT[players][: round_ + 1]) + sum(need[1] == seat for need in needs):
            needs.append((at, seat))
    if not plan["draw_cards"]:
        return None if needs else symbols
    for artists in itertools.permutations(range(5), len(needs)):
        found = []
        for (before, seat), artist in zip(needs, artists):
            at = next((i for i in range(before) if turns[i][1:] == (seat, artist) and not symbols[i]), None)
            if at is None:
                break
            found.append(at)
        else:
            # When all cards of an artist are played, so is the one that draws.
            for artist in set(range(5)) - set(artists):
                if total[artist] == CARDS[artist]:
                    found.append(next(i for i, turn in enumerate(turns) if turn[2] == artist and not symbols[i]))
            for at in found:
                symbols[at] = "draw"
            return symbols
    return None


def build(plan, tries=20_000):
    """(deck, plays) of a game that follows the plan, or None."""
    rng = random.Random(1)
    for _ in range(tries):
        turns = _order(plan, rng)
        symbols = _symbols(plan, turns)
        if symbols:
            break
    else:
        return None
    players = plan["players"]
    plays = [
        (seat, artist, symbol, plan["targets"][round_] if symbol == "award" else None)
        for (round_, seat, artist), symbol in zip(turns, symbols)
    ]
    # The seat that gets the deck's next card, in the order of the game; seats play their cards in the order they got them.
    owners, at = [], 0
    for round_ in range(4):
        owners += [seat for seat in range(players) for _ in range(DEALT[players][round_])]
        while at < len(turns) and turns[at][0] == round_:
            if symbols[at] == "draw":
                owners.append(turns[at][1])
            at += 1
    wanted = [[(a, symbol) for who, a, symbol, _ in plays if who == seat] for seat in range(players)]
    spare = Counter()
    for artist in range(5):
        spare[artist, "award"] = plan["award_cards"]
        spare[artist, "draw"] = plan["draw_cards"]
        spare[artist, ""] = CARDS[artist] - plan["award_cards"] - plan["draw_cards"]
    spare.subtract((artist, symbol) for _, artist, symbol, _ in plays)
    if min(spare.values()) < 0:
        return None
    rest = list(spare.elements())
    deck = [wanted[seat].pop(0) if wanted[seat] else rest.pop() for seat in owners]
    return deck + rest, plays


def record(players, rules, deck, plays, scores):
    """One line in the project's format of records."""
    awards, draws = RULES[rules]

    def name(artist, symbol):
        return f"{ARTISTS[artist]} {symbol}".strip()

    actions = []
    for seat, artist, symbol, target in plays:
        actions.append([seat, f"play {name(artist, symbol)}"])
        if symbol == "award":
            actions.append([seat, f"award {ARTISTS[target]}"])
    symbols = {"draw": draws, "second": 0, "hidden": 0, "together": 0, "award": awards}
    return json.dumps(
        {
            "parlour": 1,
            "game": "masters-gallery",
            "rules": {"players": players, "symbols": symbols, "extra_card": False, "additional_cards": False},
            "deal": {"cards": {"deck": [name(*card) for card in deck]}},
            "seats": [f"seat {seat}" for seat in range(players)],
            "actions": actions,
            "result": {"scores": scores, "winners": [s for s in range(players) if scores[s] == max(scores)]},
        },
        separators=(",", ":"),
    )
