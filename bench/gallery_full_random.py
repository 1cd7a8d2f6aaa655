"""Random games of `full` with two to five players, held against the model and the bounds of confirm_full.py.

`play` knows nothing of the model: it deals, offers what the rules page allows, and counts. Hands are often shorter than the
rules', so that players are skipped and rounds end without a closer.
"""

import itertools
import random
from collections import Counter

ARTISTS = 5
CARDS = (17, 18, 19, 20, 21)
DEALT = {2: (13, 6, 6, 3), 3: (13, 6, 6, 0), 4: (13, 4, 4, 0), 5: (13, 2, 2, 0)}
SYMBOLS = ("draw", "second", "hidden", "together", "award")


def all_cards():
    """The deck of 95 cards, in order."""
    return [(artist, symbol) for artist in range(ARTISTS) for symbol in SYMBOLS + ("",) * (CARDS[artist] - len(SYMBOLS))]


class Round:
    """What happened in a round: numbers of cards by seat and artist, and which symbols were carried out."""

    COUNTS = ("face_up", "laid", "added", "last", "shown", "together", "draw", "second", "hidden", "award")

    def __init__(self, extra, players):
        self.extra, self.closer, self.tokens = extra, None, []
        self.counts = [{name: [0] * ARTISTS for name in self.COUNTS} for _ in range(players)]
        # Who had no card when it was their turn or when all showed one.
        self.was_empty = [False] * players
        self.ranked, self.scored = [], [[0] * ARTISTS for _ in range(players)]

    def face_up(self, artist):
        return (artist == self.extra) + sum(counts["face_up"][artist] for counts in self.counts)

    def cards(self, artist):
        return self.face_up(artist) + sum(counts["laid"][artist] + counts["added"][artist] for counts in self.counts)


def play(players, deck, dealt, choose):
    """The rounds of a game and the scores. `choose(step, seat, options, round)` returns an option; None is to pass."""
    top, opener, rounds, seats = 0, 0, [], range(players)
    closing = 5 if players == 2 else 6
    hands = [Counter() for _ in seats]
    values, scores = [0] * ARTISTS, [0] * players

    def take(seat):
        nonlocal top
        if top < len(deck):
            hands[seat][deck[top]] += 1
            top += 1

    def lay(seat, card, what):
        hands[seat] -= Counter([card])
        now.counts[seat][what][card[0]] += 1

    for number in dealt:
        now = Round(deck[top][0], players)
        top += 1
        for seat in seats:
            for _ in range(number):
                take(seat)
        seat = opener
        while now.closer is None:
            if not any(hands):
                now.was_empty = [True] * players
                # The seat after the last who played.
                opener = seat
                break
            while not hands[seat]:
                now.was_empty[seat] = True
                seat = (seat + 1) % players
            mine = now.counts[seat]
            artist, symbol = card = choose("play", seat, sorted(hands[seat]), now)
            lay(seat, card, "face_up")
            closes = now.face_up(artist) >= closing
            if symbol == "draw":
                mine["draw"][artist] += 1
                take(seat)
            if symbol == "award":
                mine["award"][artist] += 1
                token = choose("award", seat, list(range(ARTISTS)), now)
                now.tokens.append(token)
                values[token] += 2
            if symbol == "second" and not closes:
                fits = [card for card in sorted(hands[seat]) if card[0] == artist]
                card = choose("second", seat, fits + [None], now)
                if card:
                    mine["second"][artist] += 1
                    lay(seat, card, "face_up")
                    closes = now.face_up(artist) >= closing
            if symbol == "hidden" and not closes:
                card = choose("lay", seat, sorted(hands[seat]) + [None], now)
                if card:
                    mine["hidden"][artist] += 1
                    lay(seat, card, "laid")
            if closes:
                mine["last"][artist] = 1
                now.closer = seat
            elif symbol == "together":
                chosen = [(who, choose("show", who, sorted(hands[who]), now)) for who in seats if hands[who]]
                for who in seats:
                    now.was_empty[who] |= not hands[who]
                for who, card in chosen:
                    lay(who, card, "face_up")
                if any(now.face_up(a) >= closing for a in range(ARTISTS)):
                    now.closer = seat
                    mine["together"][artist] = 1
                    for who, card in chosen:
                        now.counts[who]["shown"][card[0]] = 1
            seat = (seat + 1) % players
        if now.closer is not None:
            opener = (now.closer + 1) % players
            for who in ((opener + i) % players for i in seats):
                for artist in range(ARTISTS):
                    has_one = now.counts[who]["face_up"][artist] + now.counts[who]["laid"][artist] > 0
                    fits = [card for card in sorted(hands[who]) if card[0] == artist]
                    card = choose("add", who, fits + [None], now) if has_one and fits else None
                    if card:
                        lay(who, card, "added")
        now.ranked = [a for a in sorted(range(ARTISTS), key=lambda a: (-now.cards(a), a)) if now.cards(a)][:3]
        for artist, gain in zip(now.ranked, (3, 2, 1)):
            values[artist] += gain
        for who, artist in itertools.product(seats, now.ranked):
            cards = sum(now.counts[who][what][artist] for what in ("face_up", "laid", "added"))
            now.scored[who][artist] = cards
            scores[who] += cards * values[artist]
        rounds.append(now)
    return rounds, scores


def random_game(players, rng):
    """A random game: dealt cards by the end of each round's deal, rounds, scores."""
    dealt = DEALT[players]
    if rng.random() > 0.6:
        # The deck must not run out.
        if players == 2:
            dealt = [rng.randint(6, 13), *(rng.randint(1, 6) for _ in range(3))]
        else:
            dealt = [rng.randint(3, 13), *(rng.randint(0, cards) for cards in dealt[1:])]
    # Few artists at a time make lopsided hands, and symbol cards that come early are played.
    by_artist, early = rng.choice((0, 1, 3)), rng.choice((0, 0, 1))
    weight = [by_artist * rng.random() for _ in range(ARTISTS)]
    deck = all_cards()
    deck.sort(key=lambda card: weight[card[0]] - early * bool(card[1]) + rng.random())
    avoids, passes = rng.choice((0, 0, 0.9, 1)), rng.choice((0, 0.1, 0.5))
    shares, hurries = rng.random() < 0.3, rng.random() < 0.5
    # A seat that plays few artists, the favourite first, and the other one helps by leaving these alone; or none.
    leader = rng.choice((None, *range(players)))
    liking = sorted(range(ARTISTS), key=lambda artist: weight[artist])
    favourite = liking[0]

    def choose(step, seat, options, now):
        if options[-1] is None and (len(options) == 1 or rng.random() < passes):
            return None
        cards = [option for option in options if option is not None]
        if step == "award":
            return favourite if rng.random() < 0.7 else rng.choice(cards)
        if step == "play" and hurries and any(card[1] == "award" for card in cards):
            return next(card for card in cards if card[1] == "award")
        if leader is not None and step != "second" and rng.random() < 0.9:
            # Symbols are used as they come.
            rank = [liking.index(card[0]) for card in cards]
            best = min(rank) if seat == leader else max(rank)
            cards = [card for card in cards if liking.index(card[0]) == best]
        elif step == "show" and shares:
            # All the same artist, the one with most cards face up, if they have it.
            most = max(now.face_up(card[0]) for card in cards)
            cards = [card for card in cards if now.face_up(card[0]) == most]
        elif step in ("play", "show") and rng.random() < avoids:
            fewest = min(now.face_up(card[0]) for card in cards)
            cards = [card for card in cards if now.face_up(card[0]) == fewest]
        return rng.choice(cards)

    rounds, scores = play(players, deck, dealt, choose)
    return list(itertools.accumulate(dealt)), rounds, scores


def case_of(rounds, player, dealt, cases):
    """The case of a game for a player, and the roles of the artists."""
    closed = tuple(now.closer is not None for now in rounds)
    # What M scores of each artist in all rounds, and from the second and third on, and the tokens placed in each of these.
    scored = [now.scored[player] for now in rounds]
    sums = [[sum(cards[a] for cards in scored[r:]) for a in range(ARTISTS)] for r in range(3)]
    later = 5 - len(rounds[0].tokens) - len(rounds[1].tokens)
    tokens = [len(rounds[0].tokens), len(rounds[1].tokens), later]
    # Of several with most cards, one that is best for late tokens too.
    target = max(range(ARTISTS), key=lambda a: [sums[r][a] for r in range(3) if r == 0 or tokens[r]])
    roles = [0] * ARTISTS
    roles[target] = 1
    better = [r for r in range(3) if tokens[r] and sums[r][target] < max(sums[r])]
    if not closed[0]:
        pays = [[10] * len(rounds)]
    elif not better:
        pays = [[2 * tokens[0], 8 if later else 10, 10, 10]]
    else:
        pays = [[8] * len(rounds), [0, 2, 2, 2]]
        roles[max(range(ARTISTS), key=lambda a: sums[better[0]][a])] = 2
    cases = [case for case in cases if case.closed == closed and case.pays[1:] == pays]
    return next(case for case in cases if fits(case, rounds, player, dealt)), roles


def fits(case, rounds, player, dealt):
    """Whether the case is of such turns."""
    players = len(rounds[0].counts)
    if players == 2:
        return True
    in_turn = list(itertools.takewhile(lambda r: rounds[r].closer is not None, range(len(rounds))))
    empty = next((r for r in in_turn if any(rounds[r].was_empty[seat] for seat in range(players) if seat != player)), None)
    turns = [sum(now.counts[player]["face_up"]) - sum(now.counts[player]["second"]) for now in rounds]
    many = next((r for r in in_turn if sum(turns[: r + 1]) > dealt[r]), None)
    if empty is None:
        return case.empty is None and case.many is None
    return case.many == many and (many is not None or case.empty == empty)


def fix(plan, rounds, player):
    """Gives the plan's variables the counts of the game."""
    add, players = plan.model.add, plan.players
    for artist in range(ARTISTS):
        add(plan.names[artist] == artist)
    seats = [(player + i) % players for i in range(players)]
    for earlier, seat in zip(plan.earlier, seats):
        add(earlier == (seat < player))
    was_empty = [False] * players
    for r, (v, now) in enumerate(zip(plan.rounds, rounds)):
        is_closed = now.closer is not None
        for a in range(ARTISTS):
            add(v["extra"][a] == (now.extra == a))
            add(v["full"][a] == (is_closed and now.face_up(a) >= plan.closing))
        for i, seat in enumerate(seats):
            was_empty[seat] |= now.was_empty[seat]
            add(v["out"][i] == was_empty[seat])
            add(v["closes"][i] == (now.closer == seat))
            sums = {what: sum(cards) for what, cards in now.counts[seat].items()}
            add(v["seats"][i]["turns"] == sums["face_up"] - sums["second"])
            add(v["seats"][i]["more"] == sums["second"] + sums["laid"])
            add(v["seats"][i]["added"] == sums["added"])
            add(v["seats"][i]["draw"] == sums["draw"])
        for name, whose in (("own", seats[:1]), ("other", seats[1:])):
            for what, a in itertools.product(Round.COUNTS, range(ARTISTS)):
                if what != "award" or plan.case.awards[r]:
                    add(v[name][what][a] == sum(now.counts[seat][what][a] for seat in whose))


def compare(number, players, all_cases, case_type, plan_type, leaves_type):
    """Prints what was compared; ends with an error at the first mismatch."""
    rng = random.Random(7)
    seen, bounds, least = Counter(), 0, float("inf")
    for index in range(number):
        dealt, rounds, scores = random_game(players, rng)
        closed = [now for now in rounds if now.closer is not None]
        seen["games with a closed round in which somebody is out"] += any(any(now.was_empty) for now in closed)
        seen["games with a round that a common choice closes"] += any(sum(c["together"]) for now in closed for c in now.counts)
        cases = list(all_cases)
        if rounds[0].closer is None:
            # Not with the rules' hands; the model is the same.
            cases.append(case_type("no closer in round 1", tuple(now.closer is not None for now in rounds), [10] * len(rounds)))
        for player in range(players):
            case, roles = case_of(rounds, player, dealt, cases)
            seen[f"a seat, {case.name}"] += 1
            plan = plan_type(case, [tuple(now.ranked) for now in rounds], roles, players, scores[player], dealt)
            fix(plan, rounds, player)
            if not plan.is_possible():
                raise SystemExit(f"game {index}, seat {player}: the model does not have it")
            leaves = leaves_type(case, players, scores[player], dealt)
            leaf = 0
            for now in rounds:
                leaf = leaf * len(leaves.rankings) + leaves.rankings.index(tuple(now.ranked))
            by_chance = {}
            for key, (_, _, is_exact) in leaves.rows.items():
                if rng.random() < 0.7:
                    by_chance[key] = rng.randint(-5000 if is_exact else 0, 5000)
            for prices in (leaves.prices(leaf, roles), by_chance):
                bound = leaves.bound(leaf, roles, prices)
                bounds += 1
                if bound < 1000 * scores[player]:
                    raise SystemExit(f"game {index}, seat {player}: {scores[player]} points, bounded by {bound / 1000}")
                least = min(least, bound / 1000 - scores[player])
    for name, count in sorted(seen.items()):
        print(f"{name}: {count}")
    print(
        f"{number} games with {players} players satisfy the model, from each seat; "
        f"the closest of {bounds} bounds by prices is {least:.1f} above"
    )
