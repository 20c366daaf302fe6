"""The slow twin: Wizard in plain Python, written from README.md and sharing only card codes and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens, so that a game can be read. Nothing here is fast, everything is meant to be
checked against the rules by eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, Stream
from sim.games.wizard.cards import JESTER_RANK, NO_TRUMP, PACK, WIZARD_RANK, card_name, suit_name
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, DECISIONS, PLAY, UNSEEN, VIEW

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

# the state of the suit to follow, as a View tells it: a suit 0..3, or
NOT_YET, NO_SUIT = 4, 5
NOTHING = -1  # no winner yet, no card turned up, no suit
MOST_SEATS = 6

CARDS = [int(card) for card in PACK]
NAMES = {card: card_name(card) for card in CARDS}
WIZARDS = {card for card in CARDS if card % 16 == WIZARD_RANK}
JESTERS = {card for card in CARDS if card % 16 == JESTER_RANK}
SPECIALS = WIZARDS | JESTERS
SUIT = {card: NOTHING if card in SPECIALS else card // 16 for card in CARDS}


# The rules -----------------------------------------------------------------------------------------------------------


def suit_to_follow(trick: Sequence[int]) -> int:
    """W14: the first card that is no jester decides; a suit, NO_SUIT after a wizard, NOT_YET after jesters only."""
    for card in trick:
        if card not in JESTERS:
            return NO_SUIT if card in WIZARDS else SUIT[card]
    return NOT_YET


def legal_cards(hand: Iterable[int], suit: int) -> list[int]:
    """W15: who holds the suit to follow plays it, or a wizard or jester; who does not plays anything."""
    following = [card for card in hand if SUIT[card] == suit]
    return following + [card for card in hand if card in SPECIALS] if following else list(hand)


def takes_over(card: int, best: int, trump: int) -> bool:
    """W16: whether a card takes the trick from the one that was winning it until now."""
    if best in WIZARDS or card in JESTERS:
        return False
    if card in WIZARDS or best in JESTERS:
        return True
    return card > best if SUIT[card] == SUIT[best] else SUIT[card] == trump


def winning_play(trick: Sequence[int], trump: int) -> int:
    """W16: the index of the play that wins the trick, or is winning it so far (at least one card)."""
    best = 0
    for i, card in enumerate(trick):
        if takes_over(card, trick[best], trump):
            best = i
    return best


def strength(card: int, trump: int) -> int:
    """The View's measure of a winning card: wizard 60, trump 32 + rank, suit to follow 16 + rank, jester 0."""
    if card in SPECIALS:
        return 60 if card in WIZARDS else 0
    return card % 16 + (32 if SUIT[card] == trump else 16)


def legal_numbers(n_tricks: int, bids_before: Sequence[int], players: int, plus_one: bool) -> list[int]:
    """W6, W8: the bids open to the player who bids after `bids_before`."""
    bids = list(range(n_tricks + 1))
    if plus_one and len(bids_before) == players - 1:
        bids = [bid for bid in bids if sum(bids_before) + bid != n_tricks]
    return bids


def round_points(bid: int, won: int) -> int:
    """W17, W18."""
    return 20 + 10 * bid if bid == won else -10 * abs(bid - won)


def winners(totals: Sequence[int]) -> list[int]:
    """W19: who has the highest total."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


# The table -----------------------------------------------------------------------------------------------------------


def mask(numbers: Iterable[int]) -> int:
    """The set of these cards, suits or bids as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


class Seat:
    """A player at the table: the hand, the score sheet, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.fields = {name: self.views[name].reshape(-1).data for name in VIEW.names or ()}
        self.hand: list[int] = []
        self.bids: list[int] = []
        self.won: list[int] = []
        self.points: list[int] = []
        self.n_named = 0

    def sees(self, **values: int) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value

    def sees_of(self, field: str, numbers: Iterable[int]) -> None:
        """Sets the first entries of a field with one entry a seat."""
        for seat, number in enumerate(numbers):
            self.fields[field][seat] = number

    def ask(self, decision: int, legal: Iterable[int]) -> int:
        """The policy's answer. Raises StrategyFault when it is not legal."""
        bits = mask(legal)
        self.fields["legal"][0] = bits
        answer = int(self.policy(decision, self.views))
        if not (0 <= answer < 64 and bits >> answer & 1):
            allowed = ", ".join(f"{a} ({NAMES[a]})" if decision == PLAY else str(a) for a in sorted(legal))
            raise StrategyFault(f"answered {answer} in round {self.fields['round'][0]}; legal: {allowed} ({DECISIONS[decision].rule})")
        return answer


class Trick:
    """The cards of a trick as they come to the table, and who is winning it."""

    def __init__(self, order: list[Seat], trump: int) -> None:
        self.order, self.trump = order, trump
        self.cards: list[int] = []
        self.as_bytes = 0  # as a View holds it: byte i is the i-th card played
        self.suit = NOT_YET
        self.best = 0  # index of the winning play

    def add(self, card: int) -> None:
        """The next seat's card."""
        if self.cards and takes_over(card, self.cards[self.best], self.trump):
            self.best = len(self.cards)
        self.as_bytes |= card << 8 * len(self.cards)
        self.cards.append(card)
        self.suit = suit_to_follow(self.cards)

    def winning(self) -> tuple[int, int]:
        """Strength and seat of the winning card, NOTHING before the first."""
        if not self.cards:
            return NOTHING, NOTHING
        return strength(self.cards[self.best], self.trump), self.order[self.best].number


class Table:
    """One game as it goes on: the seats, the dealer, the scores, and all that has happened."""

    def __init__(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> None:
        self.players = rules.players
        self.options = rules.options
        self.rounds = 60 // self.players  # W2
        self.stream = Stream(seed, block, DEAL)
        self.seats = [Seat(i, policies[i], Stream(seed, block, SEAT + i)) for i in range(self.players)]
        self.scores = [0] * self.players
        self.events: list[dict[str, Any]] = []
        self.dealer, self.trump, self.turned = 0, NO_TRUMP, NOTHING

    def write(self, event: str, **facts: Any) -> None:
        """Notes down what happened."""
        self.events.append({"event": event, **facts})

    def from_left_of(self, seat: int) -> list[Seat]:
        """All seats clockwise, the left neighbour of `seat` first, `seat` last."""
        return [self.seats[(seat + i) % self.players] for i in range(1, self.players + 1)]

    def play_game(self) -> None:
        """All rounds."""
        first = self.options["first_dealer"]
        self.dealer = self.stream.below(self.players) if first == "drawn" else int(first)  # W5
        for seat in self.seats:
            seat.sees(players=self.players, rounds=self.rounds, seat=seat.number)
        for n_tricks in range(1, self.rounds + 1):
            self.play_round(n_tricks)
            self.dealer = (self.dealer + 1) % self.players  # W5
        self.write("end", winners=winners(self.scores), totals=list(self.scores))  # W19

    def play_round(self, n_tricks: int) -> None:
        """Deal, trump, bids, tricks, score."""
        for seat in self.seats:
            seat.sees(round=n_tricks, dealer=self.dealer, played=0, trick=0, n_played=0, follow=NOT_YET, best=0, best_seat=NOTHING)
            seat.sees_of("bids", [UNSEEN] * MOST_SEATS)
            seat.sees_of("won", [0] * self.players)
        self.deal(n_tricks)
        self.name_trump()
        self.bid_all(n_tricks)
        self.play_tricks(n_tricks)
        self.score(n_tricks)

    def deal(self, n_tricks: int) -> None:
        """W2, W3: hands in order of the seats, then the turned card; none in the last round."""
        n_dealt = self.players * n_tricks
        is_last = n_tricks == self.rounds
        dealt = self.stream.draw(CARDS, n_dealt if is_last else n_dealt + 1)
        for seat in self.seats:
            seat.hand = dealt[seat.number * n_tricks : (seat.number + 1) * n_tricks]
        self.turned = NOTHING if is_last else dealt[n_dealt]
        has_suit = not is_last and self.turned not in SPECIALS
        self.trump = SUIT[self.turned] if has_suit else NO_TRUMP
        self.write("deal", round=n_tricks, dealer=self.dealer, hands=[[NAMES[card] for card in sorted(seat.hand)] for seat in self.seats])
        self.write("turned", card=None if is_last else NAMES[self.turned], trump=suit_name(self.trump))
        for seat in self.seats:
            seat.sees(turned=self.turned, trump=self.trump, hand=mask(seat.hand))
        if self.options["forehead"] == "true":
            self.lift_to_foreheads(is_first=n_tricks == 1)

    def lift_to_foreheads(self, is_first: bool) -> None:
        """W11: in round 1 everybody sees all cards but the own one."""
        for seat in self.seats:
            seat.sees_of("others", [mask(other.hand) if is_first and other is not seat else 0 for other in self.seats])
            if is_first:
                seat.sees(hand=0)

    def name_trump(self) -> None:
        """W4: a turned wizard lets the dealer name trump, unless the table plays it as no trump."""
        if self.turned not in WIZARDS or self.options["wizard_turned"] == "no-trump":
            return
        dealer = self.seats[self.dealer]
        self.trump = dealer.ask(CHOOSE_TRUMP, range(4))
        dealer.n_named += 1
        self.write("trump", seat=self.dealer, suit=suit_name(self.trump))
        for seat in self.seats:
            seat.sees(trump=self.trump)

    def bid_all(self, n_tricks: int) -> None:
        """W6 to W10: bids, left of the dealer first, shown at once, after the last one, or not at all."""
        shown = self.options["bids"]
        bids: list[int] = []
        for seat in self.from_left_of(self.dealer):
            bid = seat.ask(BID, legal_numbers(n_tricks, bids, self.players, self.options["plus_one"] == "true"))
            bids.append(bid)
            seat.bids.append(bid)
            seat.won.append(0)
            self.write("bid", seat=seat.number, bid=bid)
            for other in self.seats if shown == "open" else [seat]:
                other.fields["bids"][seat.number] = bid
        if shown == "hidden":
            for seat in self.seats:
                seat.sees_of("bids", [other.bids[-1] for other in self.seats])

    def play_tricks(self, n_tricks: int) -> None:
        """W13: left of the dealer leads to the first trick, the winner of each to the next."""
        leader = (self.dealer + 1) % self.players
        played = 0
        for number in range(n_tricks):
            trick = Trick(self.from_left_of(leader - 1), self.trump)
            for seat in trick.order:
                card = self.play_card(seat, number, trick, played)
                seat.hand.remove(card)
                trick.add(card)
                played |= 1 << card
            winner = trick.order[trick.best]
            winner.won[-1] += 1
            leader = winner.number
            self.write("trick", winner=leader)
            for seat in self.seats:
                seat.fields["tricks"][number] = trick.as_bytes
                seat.fields["won"][leader] = winner.won[-1]

    def play_card(self, seat: Seat, number: int, trick: Trick, played: int) -> int:
        """Shows a seat the trick so far and asks it for a card (W15)."""
        best, best_seat = trick.winning()
        seat.sees(hand=mask(seat.hand), played=played, trick=number, n_played=len(trick.cards), follow=trick.suit, best=best, best_seat=best_seat)
        seat.fields["tricks"][number] = trick.as_bytes
        seat.fields["leaders"][number] = trick.order[0].number
        card = seat.ask(PLAY, legal_cards(seat.hand, trick.suit))
        self.write("play", seat=seat.number, card=NAMES[card])
        return card

    def score(self, n_tricks: int) -> None:
        """W17, W18."""
        for seat in self.seats:
            seat.points.append(round_points(seat.bids[-1], seat.won[-1]))
            self.scores[seat.number] += seat.points[-1]
        bids, won, points = ([column[-1] for column in columns] for columns in zip(*((s.bids, s.won, s.points) for s in self.seats), strict=True))
        self.write("score", round=n_tricks, bids=bids, won=won, points=points, totals=list(self.scores))
        for seat in self.seats:
            seat.sees_of("scores", self.scores)


# The tallies ---------------------------------------------------------------------------------------------------------


def tally(table: Table, seat: Seat) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    rounds, own = table.rounds, table.scores[seat.number]
    sheet = list(zip(seat.bids, seat.won, seat.points, strict=True))
    ahead = sum(total > own for total in table.scores)
    level = sum(total == own for total in table.scores)
    win = 0 if ahead else 60 // level
    misses = [bid - won for bid, won, _ in sheet]
    hits = [bid == won for bid, won, _ in sheet]
    cards = rounds * (rounds + 1) // 2
    columns = [1, win, own, 2 * ahead + level + 1, sum(hits), sum(seat.bids), sum(seat.won), sum(misses)]
    columns += [sum(map(abs, misses)), rounds, cards, rounds + cards + seat.n_named]
    for number in range(MOST_SEATS):
        columns += [1, win, own] if number == seat.number else [0, 0, 0]
    clipped = [max(-4, min(4, miss)) for miss in misses]
    columns += [clipped.count(miss) for miss in range(-4, 5)]
    for hit, points in zip(hits, seat.points, strict=True):
        columns += [int(hit), points]
    for bid in range(rounds + 1):
        columns += [seat.bids.count(bid), sum(b == bid == won for b, won, _ in sheet)]
    return columns + [seat.won.count(won) for won in range(rounds + 1)]


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One game as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    table = Table(rules, policies, seed, block)
    table.play_game()
    return {
        "game": "wizard",
        "seats": rules.players,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, seat) for seat in table.seats],
    }
