"""Positions of Intervenção set up by hand and played by kernel and reference at once, act by act.

After every act the two must agree in all that lies on the table. `Refused` says that an act is not possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from sim.core import jit, seam
from sim.core.errors import StrategyFault
from sim.games.intervencao import GAME
from sim.games.intervencao.cards import J, card_name, cards_in, mask_of, parse_cards
from sim.games.intervencao.decisions import ABSORB, ACT, CARD_STEP, EXIT_HIGH, EXIT_LOW, EXPEL, INTERVENE, NOBODY, POINT_UNITS, REST, REVEAL, SEAT_STEP, SHOW
from sim.games.intervencao.kernel import begin_jogo, begin_round, score_round, set_clock, settle
from sim.games.intervencao.kernel.acts import take_act
from sim.games.intervencao.measures import ENDS_NAMED
from sim.games.intervencao.reference.jogo import Jogo
from sim.games.intervencao.rules import BY_TIME, DECIDED, INDETERMINATE, NOT_ENDED, ONGOING

RESULTS = {ONGOING: "ongoing", DECIDED: "decided", INDETERMINATE: "indeterminate"}


class Refused(Exception):
    """The act is not possible."""


def said(view):
    """A strategy that answers what stands in its first parameter."""
    return np.int64(view.parameters[0])


@jit.helper
def open_game(games):
    """The first round begins."""
    begin_jogo(games[0])
    begin_round(games[0])


@jit.helper
def do_act(games, seat):
    """One act of the kernel; False when it is refused."""
    return take_act(games[0], seat)


@jit.helper
def close_round(games):
    """Count and consequences."""
    set_clock(games[0])
    score_round(games[0])
    settle(games[0])


@cache
def sayer() -> tuple[Any, int]:
    """The compiled strategy `said` and its address."""
    return seam.entry(said, seam.region_dtype(GAME.view, 0), None)


class Scene:
    """A round in the middle: hands and waiting cards by seat ("J 2 7"), the rest as after the deal."""

    def __init__(self, hands: Sequence[str], waiting: Sequence[str] = (), points: Sequence[int] = (), vantagens: Sequence[int] = (), **options: Any) -> None:
        self.rules = GAME.rules(len(hands), options)
        self.games = GAME.new_game(self.rules)
        self.game = self.games[0]
        self.game["functions"][:] = sayer()[1]
        self.jogo = Jogo(self.rules, [self.policy] * len(hands), 0, 0)
        self.answer = 0
        open_game(self.games)
        self.jogo.begin_round()
        self.lay_out(hands, waiting)
        for seat, number in enumerate(points):
            self.game["points"][seat] = number * POINT_UNITS
            self.jogo.points[seat] += number
        for seat, number in enumerate(vantagens):
            self.game["vantagens"][seat] = self.jogo.vantagens[seat] = number
        self.same()

    def lay_out(self, hands: Sequence[str], waiting: Sequence[str]) -> None:
        """Puts the cards in place; the J decides who is the interventor."""
        taken: list[int] = []
        for seat in range(self.rules.players):
            held = parse_cards(hands[seat].split(), taken)
            before = parse_cards(waiting[seat].split() if seat < len(waiting) else [], [*taken, *held])
            taken += held + before
            self.game["hands"][seat], self.game["waiting"][seat], self.game["sizes"][seat] = mask_of(held), mask_of(before), len(held)
            self.jogo.seats[seat].hand, self.jogo.seats[seat].waiting = set(held), set(before)
            if J in held:
                self.game["interventor"] = self.jogo.interventor = self.jogo.round["interventor"] = seat

    def policy(self, decision: int, views: np.ndarray) -> int:
        """What the scene says."""
        assert decision == ACT
        return self.answer

    # acts

    def does(self, seat: int, act: int) -> Scene:
        """Any act. Raises Refused when kernel and reference refuse it."""
        self.answer = act
        self.game["views"][seat]["parameters"][0, 0] = act
        is_done = bool(do_act(self.games, seat))
        try:
            self.jogo.take_act(self.jogo.seats[seat])
        except StrategyFault as fault:
            assert not is_done, f"the kernel allows what the reference refuses: {fault}"
            raise Refused(str(fault)) from None
        assert is_done, "the kernel refuses what the reference allows"
        self.same()
        return self

    def expels(self, seat: int, rank: str | int, to: int) -> Scene:
        """I6; of equal cards one that may go, if there is one."""
        codes = [card for card in cards_in(self.game["hands"][seat]) if card_name(card) == str(rank)]
        free = [card for card in codes if card not in cards_in(self.game["batches"][seat])]
        return self.does(seat, EXPEL + SEAT_STEP * to + CARD_STEP * [*free, *codes, 63][0])

    def absorbs(self, seat: int) -> Scene:
        """I7."""
        return self.does(seat, ABSORB)

    def rests(self, seat: int) -> Scene:
        """I10."""
        return self.does(seat, REST)

    def intervenes(self, seat: int) -> Scene:
        """I8."""
        return self.does(seat, INTERVENE)

    def reveals(self, seat: int) -> Scene:
        """I4."""
        return self.does(seat, REVEAL)

    def shows(self, seat: int, to: int) -> Scene:
        """S33."""
        return self.does(seat, SHOW + SEAT_STEP * to)

    def exits_low(self, seat: int, whose: int | None = None) -> Scene:
        """I14."""
        return self.does(seat, EXIT_LOW + SEAT_STEP * (seat if whose is None else whose))

    def exits_high(self, seat: int, whose: int | None = None) -> Scene:
        """I13."""
        return self.does(seat, EXIT_HIGH + SEAT_STEP * (seat if whose is None else whose))

    def wait(self, beats: float) -> Scene:
        """The clock goes on."""
        self.game["clock"] += beats
        self.jogo.clock += beats
        return self

    def runs_out(self) -> Scene:
        """I12: nobody ended the round."""
        self.game["end"], self.jogo.end = BY_TIME, "time"
        return self

    def counts(self) -> Scene:
        """I15 to I24: the round is counted, and what follows from it."""
        self.jogo.score()
        self.jogo.settle()
        close_round(self.games)
        self.same()
        assert RESULTS[int(self.game["result"])] == self.jogo.result
        assert cards_in(self.game["moral"]) == sorted(self.jogo.moral) and cards_in(self.game["official"]) == sorted(self.jogo.official)
        return self

    # what lies on the table

    def same(self) -> None:
        """Kernel and reference agree."""
        for number, seat in enumerate(self.jogo.seats):
            for mine, theirs in (("hands", seat.hand), ("waiting", seat.waiting), ("batches", seat.batch), ("known", seat.known)):
                assert int(self.game[mine][number]) == mask_of(theirs), mine
            assert (int(self.game["debts"][number]), int(self.game["sizes"][number])) == (seat.debt, len(seat.hand))
            assert bool(self.game["barred"][number]) == seat.is_barred
            assert int(self.game["points"][number]) == self.jogo.points[number] * POINT_UNITS
            assert int(self.game["vantagens"][number]) == self.jogo.vantagens[number]
        assert cards_in(self.game["in_round"]) == self.jogo.in_round and set(cards_in(self.game["in_jogo"])) == self.jogo.in_jogo
        assert self.ended == self.jogo.end

    @property
    def ended(self) -> str:
        """How the round ended, empty while it goes on."""
        end = int(self.game["end"])
        return "" if end == NOT_ENDED else ENDS_NAMED[end]

    @property
    def facts(self) -> np.void:
        """What is kept of the round."""
        return self.game["facts"][0]

    def hand(self, seat: int) -> list[str]:
        """Names of the cards in hand."""
        return [card_name(card) for card in cards_in(self.game["hands"][seat])]

    def free(self, seat: int) -> list[str]:
        """Names of the cards that may be expelled now."""
        return [card_name(card) for card in cards_in(int(self.game["hands"][seat]) & ~int(self.game["batches"][seat]) & ~1)]

    def debt(self, seat: int) -> int:
        """Expulsions owed."""
        return int(self.game["debts"][seat])

    def view(self, seat: int) -> np.void:
        """What the seat was shown last."""
        return self.game["views"][seat]

    def points(self) -> list[float]:
        """Won and lost in this round."""
        return [float(points) / POINT_UNITS for points in self.facts["points"][: self.rules.players]]

    def totals(self) -> list[int]:
        """Hands as counted, -1 where none was."""
        return [int(total) for total in self.facts["totals"][: self.rules.players]]

    def left(self) -> list[int]:
        """Seats still in the jogo."""
        return cards_in(self.game["in_jogo"])


__all__ = ["NOBODY", "Refused", "Scene"]
