"""The table in one round: who sits at it, the clock, what each seat is shown and asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, TABLE, Stream
from sim.games.intervencao.decisions import DECISIONS, MAX_SEATS, N_HISTORY, NOBODY, UNLAWFUL, UNSEEN, VIEW
from sim.games.intervencao.reference.laws import free_cards
from sim.games.intervencao.reference.seats import Seat, mask

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules


class Table:
    """Who sits at it, the clock, the Views. The acts follow in acts.py, what a round is part of in jogo.py."""

    def __init__(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> None:
        self.players = rules.players
        self.options = rules.options
        self.is_match = self.options["unit"] == "match"
        speeds = [float(speed) for speed in self.options["speed"].split(";")]
        self.speeds = speeds if len(speeds) > 1 else speeds * self.players
        self.deal_stream = Stream(seed, block, DEAL)
        self.stream = Stream(seed, block, TABLE)
        agreed = self.agreed(rules)
        self.seats = [Seat(i, policies[i], Stream(seed, block, SEAT + i), agreed) for i in range(self.players)]
        self.pack = [4 * rank + copy for rank in range(1, int(self.options["ranks"]) + 1) for copy in range(4)]
        self.points = [Fraction(0)] * self.players
        self.vantagens = [0] * self.players
        self.in_jogo = set(range(self.players))
        self.left_after = [0] * self.players
        self.inanition: set[int] = set()
        self.out_last: set[int] = set()
        self.moral: list[int] = []
        self.official: list[int] = []
        self.result = "ongoing"
        self.events: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []  # what was written down of each
        self.round: dict[str, Any] = {}  # the last of them
        self.in_round: list[int] = []
        self.history: list[int] = []
        self.clock, self.total_speed, self.end = 0.0, 0.0, ""
        self.interventor, self.revealed, self.pressed = NOBODY, NOBODY, NOBODY

    def agreed(self, rules: Rules) -> np.ndarray:
        """The rules as a View holds them."""
        record = np.zeros(1, VIEW["rules"])
        record["players"] = self.players
        record["speeds"][0, : self.players] = self.speeds
        for name, value in rules.values.items():
            if name != "speed":
                record[name] = value
        return record

    def write(self, event: str, **facts: Any) -> None:
        """Notes down what happened."""
        self.events.append({"event": event, **facts})

    def begin_round(self) -> None:
        """I5: nothing waiting, no debts, clock 0."""
        self.in_round = sorted(self.in_jogo)
        self.total_speed = self.speed()
        self.clock, self.end = 0.0, ""
        self.revealed, self.pressed = NOBODY, NOBODY
        self.history = []
        self.round = {"dealt": list(self.in_round), "acts": 0, "totals": {}, "best": -1, "worst": -1}
        self.round["points"] = {seat: Fraction(0) for seat in self.in_round}
        self.rounds.append(self.round)
        for seat in self.seats:
            seat.sit()

    def speed(self) -> float:
        """I5: acts a beat of all in the round."""
        total = 0.0
        for seat in self.in_round:
            total += self.speeds[seat]
        return total

    def draw_seat(self) -> int:
        """I5: each in proportion to speed."""
        place, reach = self.stream.uniform() * self.total_speed, 0.0
        for seat in self.in_round:
            reach += self.speeds[seat]
            if place < reach:
                return seat
        return self.in_round[-1]

    def moment(self, seat: Seat) -> dict[str, Any]:
        """Who acts, and when."""
        return {"beat": round(self.clock, 4), "seat": seat.number}

    def show_table(self, seat: Seat) -> None:
        """Brings the View of a seat up to date."""
        resting = seat.resting()
        seat.sees(
            hand=mask(seat.hand),
            expellable=mask(free_cards(seat.hand, seat.batch)),
            others=mask(other for other in self.in_round if other != seat.number),
            n_in_round=len(self.in_round),
            resting=resting,
            free_word=int(seat.words == 0 or resting != UNLAWFUL),
            clock=self.clock,
            interventor=self.revealed,
        )
        fields = seat.fields
        if seat.ally != NOBODY:
            seat.shown[seat.ally] = (mask(self.seats[seat.ally].hand), self.clock)
        for other in self.seats:
            number = other.number
            fields["waiting"][number] = mask(other.waiting)
            fields["batches"][number] = mask(other.batch)
            fields["known"][number] = mask(other.known)
            fields["debts"][number] = other.debt
            fields["sizes"][number] = len(other.hand)
        for number in range(MAX_SEATS):
            fields["shown"][number], fields["shown_at"][number] = seat.shown.get(number, (0, UNSEEN))
        for i in range(fields["n_expelled"][0], len(self.history)):
            fields["history"][i % N_HISTORY] = self.history[i]
        fields["n_expelled"][0] = len(self.history)

    def ask(self, seat: Seat, decision: int, legal: Iterable[int]) -> int:
        """Shows the table to a seat and asks it."""
        self.show_table(seat)
        seat.fields["legal"][0] = mask(legal)
        seat.n_asked += 1
        return int(seat.policy(decision, seat.views))

    def fault(self, seat: Seat, decision: int, answer: int, why: str) -> None:
        """Raises StrategyFault."""
        raise StrategyFault(f"answered {answer} to {DECISIONS[decision].name} in round {len(self.rounds)}: {why}")
