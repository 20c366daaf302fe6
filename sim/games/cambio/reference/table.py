"""What lies on the table, what is written down, and what each seat is shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, TABLE, Stream
from sim.games.cambio.cards import NO_CARD, card_name, pack_of
from sim.games.cambio.decisions import (
    DECISIONS,
    MAX_POSITIONS,
    NOTHING,
)
from sim.games.cambio.reference.laws import matches
from sim.games.cambio.reference.seats import Card, Seat, mask

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

Place = tuple[int, int]  # seat, position


class Table:
    """One game as it goes on: the seats, stock and discard pile, and all that has happened.

    stacked: a pack that is dealt as it lies, seat 0 beginning; else it is shuffled.
    """

    def __init__(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int, stacked: Sequence[int] | None = None) -> None:
        self.players, self.options, self.values = rules.players, rules.options, rules.values
        self.seats = [Seat(i, policies[i], Stream(seed, block, SEAT + i)) for i in range(self.players)]
        deal, self.draws = Stream(seed, block, DEAL), Stream(seed, block, TABLE)
        self.n_cards = 104 + int(self.options["jokers"]) if stacked is None else len(stacked)
        self.first = deal.below(self.players) if stacked is None else 0
        pack = pack_of(int(self.options["jokers"])).tolist()
        self.stock = pack if stacked is None else list(stacked)  # the top first
        if stacked is None:
            deal.shuffle_front(self.stock, len(self.stock))
        self.pile: list[int] = []  # the top last
        self.events: list[dict[str, Any]] = []
        self.turn, self.reshuffles, self.version = 0, 0, 0
        self.mover = self.first
        self.caller: int | None = None
        self.call_turn = self.points_at_call = self.estimate_at_call = 0
        self.outcome = ""
        self.pictured: tuple[int, Any] = (-1, None)

    def write(self, event: str, **facts: Any) -> None:
        """Notes down what happened; every View is written anew after it."""
        self.events.append({"event": event, **facts})
        self.version += 1

    def by_seat(self, option: str, seat: int) -> float:
        """The seat's value of an option with one value for all or one a seat."""
        values = self.values[option]
        return values[seat] if len(values) > 1 else values[0]

    @property
    def locked(self) -> int:
        """C19: whose cards may not be touched."""
        return self.caller if self.options["caller_locked"] == "true" and self.caller is not None else NOTHING

    # What a seat is shown

    def remembers(self, seat: Seat, card: Card) -> bool:
        """Whether a seat remembers a card, or is one that sees all."""
        return seat.sees_all or seat.number in card.remembered

    def show_rules(self, seat: Seat) -> None:
        """Writes into the seat's View what stays the same, and that nothing is asked yet."""
        wrong = ("abandon2", "return1", "return2").index(self.options["own_wrong"])
        seat.sees(seat=seat.number, players=self.players, first=self.first, n_cards=self.n_cards, max_turns=self.values["max_turns"])
        seat.sees(by_points=self.options["snap_match"] == "points", chain=self.options["snap_chain"] == "true", own_wrong=wrong)
        seat.sees(discarder_first=self.options["discarder_first"] == "true", caller_locked=self.options["caller_locked"] == "true")
        seat.sees(drawn=NO_CARD, pair=NOTHING, give_to=NOTHING, thrower=NOTHING)
        for other in range(self.players):
            seat.fields["speed"][other] = self.by_seat("speed", other)
            seat.fields["fading"][other] = self.by_seat("fading", other)

    def show(self, seat: Seat) -> None:
        """Writes the seat's View, but for what only one decision has."""
        if seat.shown == self.version:
            return
        seat.shown = self.version
        occupied, seen, lying = self.picture()
        cards, known = bytearray([NO_CARD]) * len(seen), [0] * self.players
        for owner, position, card in lying:
            if self.remembers(seat, card):
                cards[MAX_POSITIONS * owner + position] = card.code
                known[owner] |= 1 << position
        for owner in range(self.players):
            seat.fields["occupied"][owner] = occupied[owner]
            seat.fields["known"][owner] = known[owner]
            seat.fields["opened"][owner] = self.seats[owner].opened
        seat.fields["cards"][: len(cards)] = bytes(cards)
        seat.fields["seen"][: len(seen)] = seen
        seat.fields["pile"][: len(self.pile)] = bytes(self.pile)
        top = self.pile[-1] if self.pile else NO_CARD
        caller = NOTHING if self.caller is None else self.caller
        seat.sees(top=top, n_pile=len(self.pile), stock=len(self.stock), reshuffles=self.reshuffles, turn=self.turn, mover=self.mover)
        seat.sees(caller=caller, locked=self.locked)

    def picture(self) -> tuple[list[int], bytes, list[tuple[int, int, Card]]]:
        """What lies in front of all: positions by seat, who has seen what, the cards; made once after each event."""
        if self.pictured[0] != self.version:
            lying = [(owner.number, position, card) for owner in self.seats for position, card in owner.cards.items()]
            seen = bytearray(MAX_POSITIONS * self.players)
            for owner_number, position, card in lying:
                seen[MAX_POSITIONS * owner_number + position] = mask(card.seen)
            self.pictured = (self.version, ([mask(owner.cards) for owner in self.seats], bytes(seen), lying))
        return self.pictured[1]

    def ask(self, seat: Seat, decision: int, legal: Iterable[int] | None = None, **extra: int) -> int:
        """The policy's answer. Raises StrategyFault when it is not one of `legal`; extra: fields of this question only."""
        self.show(seat)
        if legal is not None:
            legal = sorted(legal)
            seat.sees(legal=mask(legal))
        before = {name: seat.fields[name][0] for name in extra}
        seat.sees(**extra)
        seat.asked += 1
        answer = int(seat.policy(int(decision), seat.views))
        seat.sees(**before)
        if legal is not None and answer not in legal:
            self.refuse(seat, decision, answer, f"legal: {', '.join(map(str, legal))}")
        return answer

    def refuse(self, seat: Seat, decision: int, answer: int, reason: str) -> None:
        """Raises StrategyFault."""
        asked = DECISIONS[decision]
        raise StrategyFault(f"seat {seat.number} answered {answer} to {asked.name} in turn {self.turn}; {reason} ({asked.rule})")

    # Cards

    def draw(self) -> int | None:
        """C12: the top of the stock; None when nothing is left."""
        if not self.stock and len(self.pile) > 1:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.draws.shuffle_front(self.stock, len(self.stock))
            self.reshuffles += 1
            self.write("reshuffle", cards=len(self.stock))
        return self.stock.pop(0) if self.stock else None

    def at(self, place: Place) -> Card:
        """The card at a place."""
        return self.seats[place[0]].cards[place[1]]

    def targets(self, seat: Seat) -> list[Place]:
        """Places of others that the seat may touch."""
        return [(owner.number, position) for owner in self.seats for position in owner.cards if owner is not seat and owner.number != self.locked]

    def look(self, seat: Seat, place: Place) -> None:
        """One seat looks at one card."""
        card = self.at(place)
        card.show(seat.number)
        self.write("look", seat=seat.number, place=place, card=card_name(card.code))

    def exchange(self, seat: Seat, pair: int) -> None:
        """Two cards change places, with all that is known of them (C23)."""
        own, other = pair // 128, divmod(pair % 128, 16)
        mine, theirs = seat.cards[own], self.at(other)
        seat.cards[own], self.seats[other[0]].cards[other[1]] = theirs, mine
        self.write("exchange", seat=seat.number, places=[(seat.number, own), other], cards=[card_name(mine.code), card_name(theirs.code)])

    def show_all(self, card: Card) -> None:
        """Everyone has seen the card."""
        for seat in self.seats:
            card.show(seat.number)

    def fits(self, card: Card, open_card: int) -> bool:
        """C13: by rank or by points."""
        return matches(card.code, open_card, self.options["snap_match"] == "points")
