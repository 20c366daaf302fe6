"""One game as it goes on: deal, trump, bids, tricks, score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.core.rng import DEAL, SEAT, Stream
from sim.games.wizard.cards import NO_TRUMP, suit_name
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY, UNSEEN
from sim.games.wizard.reference.laws import (
    CARDS,
    NAMES,
    NOT_YET,
    NOTHING,
    SPECIALS,
    SUIT,
    WIZARDS,
    legal_cards,
    legal_numbers,
    round_points,
    winners,
)
from sim.games.wizard.reference.seats import Seat, Trick, mask

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

MOST_SEATS = 6
OPTIONS = ("wizard_turned", "first_dealer", "bids", "plus_one", "forehead")  # as a View holds the rules, behind players and rounds


class Table:
    """One game as it goes on: the seats, the dealer, the scores, and all that has happened."""

    def __init__(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> None:
        self.players = rules.players
        self.options = rules.options
        self.rounds = 60 // self.players  # W2
        self.stream = Stream(seed, block, DEAL)
        agreed = (self.players, self.rounds, *(rules.values[name] for name in OPTIONS))
        self.seats = [Seat(i, policies[i], Stream(seed, block, SEAT + i), agreed) for i in range(self.players)]
        self.scores = [0] * self.players
        self.events: list[dict[str, Any]] = []
        self.dealer, self.trump, self.turned = 0, NO_TRUMP, NOTHING
        self.trumps: list[int] = []  # by round

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
            seat.sees(round=n_tricks, dealer=self.dealer, played=0, trick=0, n_played=0, follow=NOT_YET, best=NOTHING, best_seat=NOTHING)
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
        self.trumps.append(self.trump)
        for seat in self.seats:
            seat.points.append(round_points(seat.bids[-1], seat.won[-1]))
            self.scores[seat.number] += seat.points[-1]
        bids, won, points = ([column[-1] for column in columns] for columns in zip(*((s.bids, s.won, s.points) for s in self.seats), strict=True))
        self.write("score", round=n_tricks, bids=bids, won=won, points=points, totals=list(self.scores))
        for seat in self.seats:
            seat.sees_of("scores", self.scores)
