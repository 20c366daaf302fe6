"""The slow twin: Intervenção in plain Python, written from README.md and sharing only card codes and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens, so that a game can be read. Nothing here is fast, everything is meant to be
checked against the rules by eye.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, TABLE, Stream
from sim.games.intervencao.cards import J, card_name
from sim.games.intervencao.decisions import (
    ABSORB,
    ACT,
    ALLY,
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
    PASS,
    POINT_UNITS,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
    UNSEEN,
    VIEW,
)

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

ENDS = ("j", "high", "low", "time", "inanition")
RESTS = {LAWFUL: "lawful", PASS: "pass", UNLAWFUL: "inanition"}


# The rules -----------------------------------------------------------------------------------------------------------


def free_cards(hand: Collection[int], batch: Collection[int]) -> set[int]:
    """I6, I9: what may be expelled."""
    return {card for card in hand if card != J and card not in batch}


def has_high_pressure(hand: Collection[int], waiting: Collection[int], batch: Collection[int], debt: int) -> bool:
    """I13."""
    if len(hand) + len(waiting) <= 3:
        return False
    if waiting:
        return debt + len(waiting) > len([card for card in hand if card != J])
    return debt > len(free_cards(hand, batch))


def has_low_pressure(hand: Collection[int], waiting: Collection[int], low_limit: int) -> bool:
    """I14, I11."""
    return len([card for card in [*hand, *waiting] if card != J]) < low_limit


def what_resting_is(hand: Collection[int], waiting: Collection[int], batch: Collection[int]) -> int:
    """I10."""
    if len(waiting) == 0 and len(hand) <= 3:
        return LAWFUL
    if len(waiting) == 0 and not free_cards(hand, batch):
        return PASS
    return UNLAWFUL


def hand_total(cards: Iterable[int], measure: str = "sum", j_value: int = 0) -> int:
    """I17."""
    if measure == "cards":
        return len(list(cards))
    return sum(j_value if card == J else card // 4 for card in cards)


def shares(totals: Mapping[int, int], alone: int = NOBODY) -> dict[int, Fraction]:
    """I18, I15: points by seat; `alone` has the worst hand whatever it counts."""
    rivals = {seat: total for seat, total in totals.items() if seat != alone}
    best = [seat for seat in rivals if rivals[seat] == min(rivals.values())]
    worst = [seat for seat in totals if totals[seat] == max(totals.values())] if alone == NOBODY else [alone]
    points = {seat: Fraction(0) for seat in totals}
    if set(best) != set(totals):
        for seat in best:
            points[seat] += Fraction(1, len(best))
        for seat in worst:
            points[seat] -= Fraction(1, len(worst))
    return points


def moral_champions(points: Mapping[int, Fraction | int], vantagens: Sequence[int] | Mapping[int, int]) -> list[int]:
    """I23: who wins, among the seats in `points`."""
    best = max((points[seat], vantagens[seat]) for seat in points)
    return [seat for seat in points if (points[seat], vantagens[seat]) == best]


def official_champions(moral: Sequence[int], allies: Mapping[int, int], out_last: Collection[int]) -> list[int]:
    """I24: `allies` holds the ally of each seat that has one."""
    common = {allies.get(seat, NOBODY) for seat in moral}
    if len(common) == 1 and NOBODY not in common and not common & (set(out_last) | set(moral)):
        return list(common)
    return list(moral)


def waiting_time(word: int) -> float:
    """I5: the exponential time of mean 1 that a word stands for (README.md, "How a game is drawn")."""
    n = (word >> 11) + 1
    e = n.bit_length() - 1
    m = n / 2**e
    if m > math.sqrt(2):
        m, e = m / 2, e + 1
    s = (m - 1) / (m + 1)
    q = s * s
    return (53 - e) * math.log(2) - 2 * s * (1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9)))))


# The table -----------------------------------------------------------------------------------------------------------


def mask(numbers: Iterable[int]) -> int:
    """The set of these cards, seats or kinds as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def names(cards: Iterable[int]) -> list[str]:
    """Cards as they are written down."""
    return [card_name(card) for card in sorted(cards)]


class Seat:
    """A player at the table: cards and debts, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream, agreed: np.ndarray) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.views["rules"] = agreed
        self.fields: dict[str, Any] = {name: self.views[name].reshape(-1).data for name in VIEW.names or () if name != "rules"}
        self.sit()

    def sit(self) -> None:
        """A new round: nothing at this place, nothing said, nothing shown to it."""
        self.clear()
        self.words, self.is_barred, self.ally = 0, False, NOBODY
        self.shown: dict[int, tuple[int, float]] = {}
        self.n_acts, self.n_expelled, self.n_asked = 0, 0, 0

    def clear(self) -> None:
        """No cards and no debt."""
        self.hand: set[int] = set()
        self.waiting: set[int] = set()
        self.batch: set[int] = set()
        self.known: set[int] = set()
        self.debt = 0

    def resting(self) -> int:
        """I10: what resting would be now."""
        return what_resting_is(self.hand, self.waiting, self.batch)

    def sees(self, **values: float) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value


class Table:
    """One game as it goes on: the seats, the clock, the points, and all that has happened."""

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
        self.rounds: list[dict[str, Any]] = []

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

    def play_game(self) -> None:
        """One round, or rounds until the jogo is over."""
        while self.result == "ongoing":
            self.play_round()
            self.settle()

    # one round

    def play_round(self) -> None:
        """Deal, allies, acts, score."""
        self.in_round = sorted(self.in_jogo)
        self.total_speed = self.speed()
        self.clock, self.end = 0.0, ""
        self.revealed, self.pressed = NOBODY, NOBODY
        self.history: list[int] = []
        for seat in self.seats:
            seat.sit()
        self.deal()
        self.round: dict[str, Any] = {"dealt": list(self.in_round), "interventor": self.interventor, "acts": 0, "totals": {}, "best": -1, "worst": -1}
        self.round["points"] = {seat: Fraction(0) for seat in self.in_round}
        self.rounds.append(self.round)
        self.open_views()
        if self.options["alliances"] == "on":
            self.ally_all()
        while not self.end:
            self.next_act()
        self.score()

    def speed(self) -> float:
        """I5: acts a beat of all in the round."""
        total = 0.0
        for seat in self.in_round:
            total += self.speeds[seat]
        return total

    def deal(self) -> None:
        """I3: who gets the J, then three cards a seat, two for him."""
        self.interventor = self.deal_stream.draw(self.in_round, 1)[0]
        cards = self.deal_stream.draw(self.pack, 3 * len(self.in_round) - 1)
        for number in self.in_round:
            n_cards = 2 if number == self.interventor else 3
            self.seats[number].hand = set(cards[:n_cards])
            cards = cards[n_cards:]
        self.seats[self.interventor].hand.add(J)
        hands = [names(seat.hand) if seat.number in self.in_round else None for seat in self.seats]
        self.write("deal", round=len(self.rounds) + 1, hands=hands, interventor=self.interventor)

    def open_views(self) -> None:
        """What seats see from the start of the round on."""
        locked = self.could_end_jogo()
        for seat in self.seats:
            seat.sees(seat=seat.number, round=len(self.rounds), ally=NOBODY, n_expelled=0)
            seat.sees(offer_limit=0 if locked else self.vantagens[seat.number])
            for other in range(self.players):
                seat.fields["points"][other] = int(self.points[other] * POINT_UNITS)
                seat.fields["vantagens"][other] = self.vantagens[other]

    def could_end_jogo(self) -> bool:
        """I21."""
        if len(self.in_jogo) == 4:
            return True
        if self.options["elimination"] == "none":
            return len(self.rounds) == int(self.options["rounds"])
        if self.options["elimination"] == "worst":
            return True
        near = [seat for seat in self.in_jogo if self.points[seat] - 1 <= -int(self.options["limit"])]
        return len(near) > 0 and len(self.in_jogo) - len(near) <= 3

    def ally_all(self) -> None:
        """I22."""
        named: dict[int, tuple[int, int]] = {}
        for number in self.in_round:
            seat = self.seats[number]
            others = [other for other in self.in_round if other != number]
            answer = self.ask(seat, ALLY, others)
            if answer == NOBODY:
                continue
            other, offer = answer % 16, answer // 16
            if answer < 0 or other not in others:
                self.fault(seat, ALLY, answer, f"seat {other} cannot be named; allowed: -1 or one of seats {', '.join(map(str, others))} (I22)")
            limit = seat.fields["offer_limit"][0]
            if offer > limit:
                self.fault(seat, ALLY, answer, f"it offers {offer} vantagens; allowed in this round: at most {limit} (I21)")
            named[number] = (other, offer)
            self.write("ally", seat=number, names=other, offer=offer)
        for number, (other, offer) in named.items():
            if other > number and named.get(other, (NOBODY, 0))[0] == number:
                self.make_allies(number, offer, other, named[other][1])

    def make_allies(self, one: int, offer_of_one: int, two: int, offer_of_two: int) -> None:
        """I22: the offers change hands."""
        self.vantagens[one] += offer_of_two - offer_of_one
        self.vantagens[two] += offer_of_one - offer_of_two
        self.seats[one].ally, self.seats[two].ally = two, one
        self.write("allied", seats=[one, two], offers=[offer_of_one, offer_of_two])
        for seat in self.seats:
            seat.sees(ally=seat.ally)
            for other in (one, two):
                seat.fields["vantagens"][other] = self.vantagens[other]

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

    # asking

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

    # acts

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

    # counting

    def score(self) -> None:
        """I15 to I20."""
        played = self.round
        played.update(end=self.end, beats=self.clock, expulsions=len(self.history))
        played["own"] = {seat.number: (seat.n_acts, seat.n_expelled, seat.n_asked) for seat in self.seats}
        if self.end in ("j", "high", "low"):
            for number in self.in_round:
                seat = self.seats[number]
                cards = seat.hand | seat.waiting if self.end == "j" else seat.hand
                played["totals"][number] = hand_total(cards, self.options["measure"], int(self.options["j_value"]))
            alone = self.pressed if self.options["pressed"] == "worst" else NOBODY
            rivals = [total for number, total in played["totals"].items() if number != alone]
            played["best"] = min(rivals)
            played["worst"] = max(rivals) if alone == NOBODY else played["totals"][alone]
            played["points"].update(shares(played["totals"], alone))
            self.vantagens[self.interventor] += 1
        totals = [played["totals"].get(i) for i in range(self.players)]
        points = [float(played["points"][i]) if i in played["points"] else None for i in range(self.players)]
        self.write("end", beat=round(self.clock, 4), how=self.end, totals=totals, points=points)

    def settle(self) -> None:
        """I18, I23, I24."""
        if not self.is_match:
            self.result = "decided"
            return
        if self.result == "ongoing":
            left = {number for number in self.round["dealt"] if number not in self.in_round}
            if self.end in ("j", "high", "low"):
                left |= self.send_home()
            self.out_last = left or self.out_last
            self.close_jogo()
        if self.result != "ongoing":
            self.write(
                "jogo", result=self.result, moral=self.moral, official=self.official, points=[float(p) for p in self.points], vantagens=list(self.vantagens)
            )

    def send_home(self) -> set[int]:
        """I18: points are added; the seats that leave after the round."""
        for number in self.in_jogo:
            self.points[number] += self.round["points"][number]
        leaving: set[int] = set()
        if self.options["elimination"] == "points":
            leaving = {number for number in self.in_jogo if self.points[number] <= -int(self.options["limit"])}
        elif self.options["elimination"] == "worst":
            leaving = {number for number in self.in_jogo if self.round["points"][number] < 0}
        if leaving == self.in_jogo:
            return set()
        self.in_jogo -= leaving
        for number in leaving:
            self.left_after[number] = len(self.rounds)
        if leaving:
            self.write("left", seats=sorted(leaving))
        return leaving

    def close_jogo(self) -> None:
        """I18: whether the jogo is over."""
        is_played = self.options["elimination"] == "none" and len(self.rounds) == int(self.options["rounds"])
        if len(self.in_jogo) <= 3 or is_played:
            self.result = "decided"
            self.moral = moral_champions({number: self.points[number] for number in sorted(self.in_jogo)}, self.vantagens)
            allies = {seat.number: seat.ally for seat in self.seats if seat.ally != NOBODY}
            self.official = official_champions(self.moral, allies, self.out_last)
        elif len(self.rounds) == int(self.options["max_rounds"]):
            self.result = "indeterminate"


# The tallies ---------------------------------------------------------------------------------------------------------


def tally(table: Table, number: int) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    played = [r for r in table.rounds if number in r["dealt"]]
    as_interventor = [r for r in played if r["interventor"] == number]
    as_other = [r for r in played if r["interventor"] != number]
    counted = [r for r in played if r["end"] in ("j", "high", "low")]
    ticks = 10 if table.is_match else 1000
    columns = [1, len(played), *hand_columns(played, number)]
    columns += [sum(r["end"] == end for r in played) for end in ENDS]
    columns += [sum(int(r["beats"] * ticks + 0.5) for r in played), sum(r["acts"] for r in played), sum(r["expulsions"] for r in played)]
    columns += [len(counted), sum(r["best"] for r in counted), sum(r["worst"] for r in counted)]
    columns += [sum(r["own"][number][i] for r in played) for i in range(3)]
    columns += [int(number in table.inanition), int(number in table.in_jogo)]
    columns += [POINT_UNITS // len(seats) if number in seats else 0 for seats in (table.moral, table.official)]
    columns += [int(table.result == "indeterminate"), len(table.rounds)]
    columns += [units(r["points"][number] for r in played if r["end"] == end) for end in ("j", "high", "low")]
    for rounds in (as_interventor, as_other):
        columns += [len(rounds), *hand_columns(rounds, number), sum(r["end"] == "j" for r in rounds)]
    for seat in range(MAX_SEATS):
        columns += [len(played), units(r["points"][number] for r in played)] if seat == number else [0, 0]
    return columns


def hand_columns(rounds: Sequence[Mapping[str, Any]], number: int) -> list[int]:
    """Points, best, worst, counted, sum of hands."""
    counted = [r for r in rounds if number in r["totals"]]
    best = units(max(r["points"][number], Fraction(0)) for r in counted)
    worst = units(max(-r["points"][number], Fraction(0)) for r in counted)
    return [units(r["points"][number] for r in rounds), best, worst, len(counted), sum(r["totals"][number] for r in counted)]


def units(points: Iterable[Fraction]) -> int:
    """A sum of points in 1/POINT_UNITS."""
    return int(sum(points, Fraction(0)) * POINT_UNITS)


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One game as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    table = Table(rules, policies, seed, block)
    table.play_game()
    return {
        "game": "intervencao",
        "seats": rules.players,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, number) for number in range(rules.players)],
    }
