"""One round, act after act."""

from __future__ import annotations

import math
from collections.abc import Collection
from fractions import Fraction

from sim.games.intervencao.cards import J, card_name
from sim.games.intervencao.decisions import (
    ABSORB,
    ACT,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    KIND_NAMES,
    LAWFUL,
    NOBODY,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
)
from sim.games.intervencao.reference.laws import RESTS, free_cards, has_high_pressure, has_low_pressure, waiting_time
from sim.games.intervencao.reference.seats import Seat, mask, names
from sim.games.intervencao.reference.table import Table


class Acts(Table):
    """What the seats may do, and what it does to the table (I5 to I14)."""

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
