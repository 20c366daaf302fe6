"""One round at the table, act after act."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, TABLE, Stream
from sim.games.intervencao.cards import J, card_name
from sim.games.intervencao.decisions import (
    ABSORB,
    ACT,
    DECISIONS,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    KIND_NAMES,
    LAWFUL,
    MAX_SEATS,
    N_HISTORY,
    NOBODY,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
    UNSEEN,
    VIEW,
)
from sim.games.intervencao.reference.laws import RESTS, free_cards, has_high_pressure, has_low_pressure, waiting_time
from sim.games.intervencao.reference.seats import Seat, mask, names

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules


class Table:
    """The table in one round: who sits at it, the clock, what each seat is shown and asked, and the acts.

    What a round is part of (deal, allies, count, jogo) follows in jogo.py.
    """

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

    def next_act(self) -> None:
        """I5, I12: somebody acts, or the time is up."""
        self.clock += waiting_time(self.stream.word()) / self.total_speed
        if self.clock > float(self.options["time_limit"]):
            self.clock, self.end = float(self.options["time_limit"]), "time"
            return
        seat = self.seats[self.draw_seat()]
        self.round["acts"] += 1
        seat.n_acts += 1
        if seat.is_barred:
            seat.is_barred = False
            self.write("lost", **self.moment(seat))
        else:
            self.take_act(seat)

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

    def legal_kinds(self, seat: Seat) -> list[int]:
        """The kinds of act that the seat can do."""
        anyones = self.options["exit_by"] == "others"
        is_low = anyones or has_low_pressure(seat.hand, seat.waiting, int(self.options["low_limit"]))
        is_high = anyones or has_high_pressure(seat.hand, seat.waiting, seat.batch, seat.debt)
        can = {
            REST: True,
            SHOW: True,
            EXPEL: bool(free_cards(seat.hand, seat.batch)),
            ABSORB: bool(seat.waiting),
            INTERVENE: J in seat.hand and self.clock >= float(self.options["grace"]),
            REVEAL: J in seat.hand and self.revealed == NOBODY,
            EXIT_LOW: self.options["low_exit"] == "on" and is_low,
            EXIT_HIGH: self.options["high_exit"] == "on" and is_high,
        }
        return [kind for kind, is_possible in can.items() if is_possible]

    def fault_of_act(self, seat: Seat, act: int, legal: Collection[int]) -> str:
        """Why an answer is no lawful act; empty when it is one."""
        kind, other, card = act % 16, act // 16 % 16, act // 256
        if act < 0 or kind not in legal:
            allowed = ", ".join(KIND_NAMES[k] for k in sorted(legal))
            return f"it cannot {KIND_NAMES[kind] if 0 <= kind < len(KIND_NAMES) else 'do that'} now; allowed: {allowed}"
        if kind == EXPEL and card not in free_cards(seat.hand, seat.batch):
            return f"card code {card} may not be expelled; allowed: {sorted(free_cards(seat.hand, seat.batch))} (I6, I9)"
        if kind != EXPEL and card:
            return f"{KIND_NAMES[kind]} takes no card"
        is_own = kind in (EXIT_LOW, EXIT_HIGH) and self.options["exit_by"] == "pressed"
        if kind in (REST, ABSORB, INTERVENE, REVEAL):
            return f"{KIND_NAMES[kind]} takes no seat" if other else ""
        seats = [seat.number] if is_own else [s for s in self.in_round if s != seat.number]
        return "" if other in seats else f"seat {other} cannot be meant; allowed: {', '.join(map(str, seats))}"

    def take_act(self, seat: Seat) -> None:
        """Asks for an act and does it."""
        legal = self.legal_kinds(seat)
        act = self.ask(seat, ACT, legal)
        why = self.fault_of_act(seat, act, legal)
        if why:
            self.fault(seat, ACT, act, why)
        kind, other, card = act % 16, act // 16 % 16, act // 256
        if kind == EXPEL:
            self.expel(seat, card, self.seats[other])
        elif kind == ABSORB:
            self.absorb(seat)
        elif kind == REST:
            self.rest(seat)
        elif kind == INTERVENE:
            self.write("intervene", **self.moment(seat))
            self.end = "j"
        elif kind in (REVEAL, SHOW):
            self.speak(seat, kind, self.seats[other])
        else:
            self.take_exit(seat, "low" if kind == EXIT_LOW else "high", self.seats[other])

    def expel(self, seat: Seat, card: int, to: Seat) -> None:
        """I6, I9."""
        seat.hand.remove(card)
        seat.known.discard(card)
        to.waiting.add(card)
        seat.words = 0
        seat.n_expelled += 1
        seat.debt = max(seat.debt - 1, 0)
        if seat.debt == 0:
            seat.batch = set()
        self.history.append(seat.number + 16 * to.number + 256 * card + 65536 * math.floor(self.clock * 2**20))
        self.write("expel", **self.moment(seat), card=card_name(card), to=to.number)

    def absorb(self, seat: Seat) -> None:
        """I7, I9."""
        self.write("absorb", **self.moment(seat), cards=names(seat.waiting))
        seat.batch = seat.waiting
        seat.debt += len(seat.waiting)
        seat.hand |= seat.waiting
        seat.known |= seat.waiting
        seat.waiting = set()
        seat.words = 0

    def rest(self, seat: Seat) -> None:
        """I10."""
        what = seat.resting()
        self.write("rest", **self.moment(seat), what=RESTS[what])
        if what == LAWFUL:
            seat.debt, seat.batch = 0, set()
        elif what == UNLAWFUL:
            self.eliminate(seat)

    def speak(self, seat: Seat, kind: int, other: Seat) -> None:
        """I4, S33, I10."""
        if seat.words and seat.resting() == UNLAWFUL:
            self.write("rest", **self.moment(seat), what=RESTS[UNLAWFUL])
            self.eliminate(seat)
            return
        seat.words += 1
        if kind == REVEAL:
            self.revealed = seat.number
            self.write("reveal", **self.moment(seat))
        else:
            other.shown[seat.number] = (mask(seat.hand), self.clock)
            self.write("show", **self.moment(seat), to=other.number, hand=names(seat.hand))

    def take_exit(self, seat: Seat, kind: str, other: Seat) -> None:
        """I13, I14."""
        if kind == "low":
            is_right = has_low_pressure(other.hand, other.waiting, int(self.options["low_limit"]))
        else:
            is_right = has_high_pressure(other.hand, other.waiting, other.batch, other.debt)
        if self.options["exit_by"] == "others":
            self.write("claim", **self.moment(seat), kind=kind, against=other.number, right=is_right)
        else:
            self.write("exit", **self.moment(seat), kind=kind, pressed=other.number)
        if is_right:
            self.end, self.pressed = kind, other.number
        else:
            seat.is_barred = True

    def eliminate(self, seat: Seat) -> None:
        """I10: out by inanition."""
        self.write("out", seat=seat.number)
        self.in_round.remove(seat.number)
        self.in_jogo.remove(seat.number)
        self.inanition.add(seat.number)
        self.left_after[seat.number] = len(self.rounds)
        self.total_speed = self.speed()
        had_j = J in seat.hand
        seat.clear()
        if not self.is_match:
            self.round["points"][seat.number] = Fraction(-1)
        elif len(self.in_jogo) <= 3:
            self.result, self.end = "indeterminate", "inanition"
        if had_j or len(self.in_round) < 2:
            self.end = "inanition"
