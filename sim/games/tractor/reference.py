"""The slow twin: Tractor in plain Python, written from README.md and sharing only card names and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens. Cards are kinds here (cards.py), sets of cards lists of kinds; masks are only made
for the Views. Nothing is fast, everything is meant to be checked against the rules by eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, Stream
from sim.games.tractor.cards import BLACK_JOKER, LADDER, NO_TRUMP, RED_JOKER, level_name, names_of, points_of, suit_name
from sim.games.tractor.decisions import BURY, CHOSEN, DECISIONS, DECLARE, FOLLOW, LEAD, UNKNOWN, VIEW

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

NOBODY = -1
TRUMPS = 4  # takes the place of a side suit
LAST_LEVEL = 12  # the ace


# Order of cards ------------------------------------------------------------------------------------------------------


class Order:
    """T9, T12: effective suits and ranks under a level and a trump."""

    def __init__(self, level: int, trump: int) -> None:
        self.level, self.trump = level, trump
        self.suits = [self._suit(kind) for kind in range(54)]
        self.masks_of_suit: dict[int, int] = {}
        self.ranks = [self._rank(kind) for kind in range(54)]
        self.bits = [1 << int(place) for place in LADDER[level, trump]]

    def _suit(self, kind: int) -> int:
        """The effective suit: 0..3 the printed one, or TRUMPS."""
        is_trump = kind >= BLACK_JOKER or kind % 13 == self.level or kind // 13 == self.trump
        return TRUMPS if is_trump else kind // 13

    def _rank(self, kind: int) -> int:
        """T12: the position in the effective suit; consecutive cards have consecutive numbers, equal cards the same."""
        above = 0 if self.trump == NO_TRUMP else 12  # the twelve cards of the trump suit come first
        if kind >= BLACK_JOKER:
            return above + (1 if self.trump == NO_TRUMP else 2) + kind - BLACK_JOKER
        if kind % 13 == self.level:
            return above + (1 if kind // 13 == self.trump else 0)
        return kind % 13 - (1 if kind % 13 > self.level else 0)

    def masks(self, kinds: Iterable[int]) -> tuple[int, int]:
        """A set of cards as Views hold it: the cards in it, the cards in it twice."""
        one = both = 0
        for kind in kinds:
            bit = self.bits[kind]
            both |= one & bit
            one |= bit
        return one, both

    def kinds(self, one: int, both: int) -> list[int]:
        """The other way round."""
        return [kind for mask in (one, both) if mask for kind, bit in enumerate(self.bits) if mask & bit]

    def suit_mask(self, suit: int) -> int:
        """All cards of an effective suit."""
        if suit not in self.masks_of_suit:
            self.masks_of_suit[suit] = self.masks(kind for kind in range(54) if self.suits[kind] == suit)[0]
        return self.masks_of_suit[suit]

    def lane(self, suit: int) -> int:
        """The View's number of an effective suit: side suits in the order S H D C from 0 on, 4 trumps."""
        return TRUMPS if suit == TRUMPS else [s for s in range(4) if s != self.trump].index(suit)

    def height(self, kind: int) -> int:
        """The View's `best`: a number that grows with the strength of a card that can win."""
        if self.suits[kind] == TRUMPS:
            return (48 if self.trump == NO_TRUMP else 36) + self.ranks[kind]
        return 12 * self.lane(self.suits[kind]) + self.ranks[kind]


@cache
def order_of(level: int, trump: int) -> Order:
    """The order of cards under this level and trump."""
    return Order(level, trump)


# The rules -----------------------------------------------------------------------------------------------------------


def strength(kinds: Sequence[int], level: int) -> int:
    """T5: the strength of a declaration, 0 if these cards are none."""
    if list(kinds) in ([RED_JOKER] * 2, [BLACK_JOKER] * 2):
        return 4 if kinds[0] == RED_JOKER else 3
    if len(set(kinds)) == 1 and len(kinds) <= 2 and kinds[0] < BLACK_JOKER and kinds[0] % 13 == level:
        return len(kinds)
    return 0


def declarations(level: int) -> list[list[int]]:
    """T5: the cards of each declaration, by its answer: nothing, level cards, level pairs, pairs of jokers."""
    levels = [13 * suit + level for suit in range(4)]
    return [[], *([kind] for kind in levels), *([kind, kind] for kind in levels), [BLACK_JOKER] * 2, [RED_JOKER] * 2]


def trump_declared(kinds: Sequence[int]) -> int:
    """T5: the trump that a declaration makes."""
    return NO_TRUMP if kinds[0] >= BLACK_JOKER else kinds[0] // 13


def trump_turned(kitty: Sequence[int]) -> int:
    """T7: the printed suit of the first kitty card that is no joker."""
    return next(kind // 13 for kind in kitty if kind < BLACK_JOKER)


def is_part(kinds: Sequence[int], hand: Sequence[int]) -> bool:
    """Whether the hand holds these cards."""
    return all(kinds.count(kind) <= hand.count(kind) for kind in set(kinds))


def pairs_in(kinds: Sequence[int]) -> list[int]:
    """The kinds that are there twice."""
    return [kind for kind in set(kinds) if kinds.count(kind) == 2]


def lead_shape(kinds: Sequence[int], order: Order) -> int | None:
    """T11, T12: the number of pairs led: 0 a single, 1 a pair, from 2 on a tractor; None if it is no lead."""
    if len(kinds) == 1:
        return 0
    pairs = pairs_in(kinds)
    if not pairs or 2 * len(pairs) != len(kinds) or len({order.suits[kind] for kind in pairs}) > 1:
        return None
    ranks = sorted(order.ranks[kind] for kind in pairs)
    return len(pairs) if ranks == list(range(ranks[0], ranks[0] + len(ranks))) else None


def follow_fault(play: Sequence[int], hand: Sequence[int], lead: Sequence[int], order: Order) -> str | None:
    """T13-T15: why the play is no lawful answer to the lead; None if it is one."""
    n, suit = len(lead), order.suits[lead[0]]
    held = [kind for kind in hand if order.suits[kind] == suit]
    played = [kind for kind in play if order.suits[kind] == suit]
    if not is_part(play, hand):
        return "does not hold these cards"
    if len(play) != n:
        return f"must play {n} (T13)"
    if len(held) < n:
        return None if len(played) == len(held) else "must play all cards of the led suit (T15)"
    if len(played) < n:
        return "must follow suit (T13)"
    owed = min(n // 2, len(pairs_in(held)))
    return None if n == 1 or len(pairs_in(played)) == owed else f"must play {owed} pairs of the led suit (T14)"


def winning_play(plays: Sequence[Sequence[int]], order: Order) -> int:
    """T10, T16: the index of the play that wins the trick, or is winning it so far."""
    shape, suit = lead_shape(plays[0], order), order.suits[plays[0][0]]
    best, best_height = 0, -1
    for i, play in enumerate(plays):
        suits = {order.suits[kind] for kind in play}
        if len(play) == len(plays[0]) and suits in ({suit}, {TRUMPS}) and lead_shape(play, order) == shape:
            height = max(order.height(kind) for kind in play)
            if height > best_height:
                best, best_height = i, height
    return best


def deal_total(trick_points: int, kitty_points: int, attackers_won_last: bool, last_trick_cards: int) -> int:
    """T18, T19: the attackers' points."""
    return trick_points + (2 * last_trick_cards * kitty_points if attackers_won_last else 0)


def rises(points: int) -> tuple[int, int]:
    """T20: (levels of the dealer's team, levels of the attackers)."""
    if points >= 80:
        return 0, max(0, points // 40 - 2)
    return (3 if points == 0 else 2 if points <= 35 else 1), 0


def levels_after(levels: Sequence[int], dealer: int, points: int, defend_ace: bool) -> list[int]:
    """T20, T21: both teams' levels; above LAST_LEVEL: the match is won."""
    defending = dealer % 2
    after = list(levels)
    for team in (0, 1):
        rise = rises(points)[0 if team == defending else 1]
        is_final = team == defending and levels[team] == LAST_LEVEL
        after[team] += rise
        if defend_ace and not is_final:
            after[team] = min(after[team], LAST_LEVEL)
    return after


def dealer_after(dealer: int, points: int) -> int:
    """T20: who deals next."""
    return (dealer + (1 if points >= 80 else 2)) % 4


# The table -----------------------------------------------------------------------------------------------------------


class Seat:
    """A player at the table: the hand, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.fields = {name: memoryview(self.views[name].reshape(-1)) for name in VIEW.names or ()}  # type: ignore[arg-type]
        self.hand: list[int] = []
        self.played: list[int] = []
        self.lying = self.gone = (0, 0)  # what it has played to the trick, and in the deal, as Views hold it
        self.n_asked = 0

    def sees(self, **values: int) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value

    def sees_all(self, **values: Iterable[int]) -> None:
        """Sets the first entries of fields with several."""
        for name, numbers in values.items():
            field = self.fields[name]
            for i, number in enumerate(numbers):
                field[i] = number

    def sees_cards(self, name: str, twice: str, masks: tuple[int, int]) -> None:
        """Sets the two fields of a set of cards."""
        self.fields[name][0], self.fields[twice][0] = masks

    def ask(self, decision: int, order: Order) -> list[int]:
        """The cards that the policy answers with; none if it names none."""
        self.n_asked += 1
        answer = int(self.policy(decision, self.views))
        if answer >> 108 == 1:  # as a transcript notes it: both masks in the number
            return order.kinds(answer & (1 << 54) - 1, answer >> 54 & (1 << 54) - 1)
        if answer == CHOSEN:
            return order.kinds(self.fields["chosen"][0], self.fields["chosen_pairs"][0])
        return order.kinds(1 << answer, 0) if 0 <= answer < 54 else []

    def fault(self, decision: int, cards: Sequence[int], reason: str) -> StrategyFault:
        """The fault of an unlawful answer, in words."""
        return StrategyFault(f"seat {self.number} answered {names_of(cards) or 'no card'} to {DECISIONS[decision].name}: {reason}")


class Table:
    """One deal or match as it goes on: the seats, the levels, the dealer, and all that has happened."""

    def __init__(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> None:
        self.options = rules.options
        self.is_match = rules.options["unit"] == "match"
        self.stream = Stream(seed, block, DEAL)
        self.seats = [Seat(i, policies[i], Stream(seed, block, SEAT + i)) for i in range(4)]
        self.levels = [0, 0]
        self.dealer = self.opener = 0
        self.events: list[dict[str, Any]] = []
        self.sheet: list[dict[str, Any]] = []  # of each finished deal

    def write(self, event: str, **facts: Any) -> None:
        """Notes down what happened."""
        self.events.append({"event": event, **facts})

    def play_game(self) -> None:
        """T2-T4, T21: the levels and the first dealer, then one deal or a match."""
        level, dealer = self.stream.below(13), self.stream.below(4)
        if self.options["level"] != "drawn":
            level = [level_name(i).lower() for i in range(13)].index(self.options["level"])
        self.levels = [0, 0] if self.is_match else [level, level]
        self.dealer = dealer if self.options["dealer"] == "first" else int(self.options["dealer"])
        most = int(self.options["max_deals"]) if self.is_match else 1
        while len(self.sheet) < most and max(self.levels) <= LAST_LEVEL:
            self.play_deal()
        winner = next((team for team in (0, 1) if self.levels[team] > LAST_LEVEL), None)
        self.winner = winner if self.is_match else None
        if self.is_match:
            self.write("end", winner=winner, levels=[level_name(level) for level in self.levels])

    def play_deal(self) -> None:
        """Deal, declare, bury, tricks, score."""
        self.is_first = not self.sheet and self.options["dealer"] == "first"
        self.level = self.levels[self.dealer % 2]
        self.order = order_of(self.level, NO_TRUMP)
        self.opener = self.dealer
        self.points, self.n_tricks, self.voids = [0, 0], 0, 0
        self.open_views()
        self.deal()
        self.declare()
        self.settle()
        self.bury()
        leader, n_last = self.dealer, 0
        while self.seats[0].hand:
            leader, n_last = self.play_trick(leader)
        self.score(leader, n_last)

    def open_views(self) -> None:
        """What a seat knows before the first declaration, but for its cards."""
        nothing = dict.fromkeys(("suit", "chosen", "chosen_pairs", "kitty", "kitty_pairs", "buried", "buried_pairs", "trumps", "voids"), 0)
        nothing |= dict.fromkeys(("n_cards", "n_pairs", "trick_points", "tricks", "n_declared"), 0)
        for seat in self.seats:
            seat.played, seat.gone = [], (0, 0)
            side = UNKNOWN if self.is_first else (seat.number - self.dealer) % 2
            seat.sees(**nothing, best=NOBODY, best_seat=NOBODY, leader=NOBODY, cards_left=25, seat=seat.number, dealer=self.dealer)
            seat.sees(attacking=side, level=self.level, trump=UNKNOWN, is_first=int(self.is_first), deal=len(self.sheet))
            seat.sees_all(declared=[UNKNOWN] * 4, declared_by=[UNKNOWN] * 4, levels=self.levels, points=[0, 0])
            seat.sees_all(trick=[0] * 4, trick_pairs=[0] * 4, played=[0] * 4, played_pairs=[0] * 4)

    def deal(self) -> None:
        """T1: 25 cards each, the last eight are the kitty."""
        pack = [*range(54), *range(54)]
        self.stream.shuffle_front(pack, 108)
        for seat in self.seats:
            seat.hand = pack[25 * seat.number : 25 * seat.number + 25]
            seat.sees_cards("hand", "pairs", self.order.masks(seat.hand))
        self.kitty = pack[100:]
        hands = [names_of(sorted(seat.hand)) for seat in self.seats]
        levels = [level_name(level) for level in self.levels]
        self.write("deal", level=level_name(self.level), levels=levels, dealer=self.dealer, hands=hands, kitty=names_of(self.kitty))

    def declare(self) -> None:
        """T4, T5: turns to declare until three pass after a declaration, or four without one."""
        self.declared: list[tuple[int, int]] = []
        seat, passes = self.seats[self.dealer], 0
        while passes < (3 if self.declared else 4):
            answer = self.ask_declaration(seat)
            passes = 0 if answer else passes + 1
            if answer:
                self.declared.append((answer, seat.number))
                self.write("declare", seat=seat.number, cards=names_of(declarations(self.level)[answer]))
                for other in self.seats:
                    other.sees(n_declared=len(self.declared))
                    other.sees_all(declared=[a for a, _ in self.declared], declared_by=[s for _, s in self.declared])
            else:
                self.write("pass", seat=seat.number)
            seat = self.seats[(seat.number + 1) % 4]

    def ask_declaration(self, seat: Seat) -> int:
        """A seat's answer; who can only pass is not asked."""
        cards = declarations(self.level)
        standing = strength(cards[self.declared[-1][0]], self.level) if self.declared else 0
        legal = [a for a, kinds in enumerate(cards) if a == 0 or (is_part(kinds, seat.hand) and strength(kinds, self.level) > standing)]
        if legal == [0]:
            return 0
        seat.sees(legal=sum(1 << a for a in legal))
        seat.n_asked += 1
        answer = int(seat.policy(DECLARE, seat.views))
        if answer not in legal:
            raise StrategyFault(f"seat {seat.number} answered {answer} to declare; legal: {', '.join(map(str, legal))} (T5)")
        return answer

    def settle(self) -> None:
        """T6, T7: trumps and the dealer; hands are now seen in the order of this trump (T9)."""
        if self.declared:
            self.trump = trump_declared(declarations(self.level)[self.declared[-1][0]])
            if self.is_first:
                self.dealer = self.declared[0 if self.options["first_dealer"] == "first_declarer" else -1][1]
        else:
            self.trump = trump_turned(self.kitty)
        self.order = order_of(self.level, self.trump)
        self.write("trump", trump=suit_name(self.trump), dealer=self.dealer, turned_up=not self.declared)
        for seat in self.seats:
            seat.sees(trump=self.trump, trumps=self.order.suit_mask(TRUMPS), dealer=self.dealer, attacking=(seat.number - self.dealer) % 2)
            seat.sees_cards("hand", "pairs", self.order.masks(seat.hand))
            if seat.number == self.dealer or not self.declared:
                seat.sees_cards("kitty", "kitty_pairs", self.order.masks(self.kitty))

    def bury(self) -> None:
        """T8: the dealer takes the kitty and buries eight cards."""
        seat = self.seats[self.dealer]
        seat.hand = seat.hand + self.kitty
        one, both = self.order.masks(seat.hand)
        seat.sees(hand=one, pairs=both, legal=one, n_cards=8)
        cards = seat.ask(BURY, self.order)
        if not is_part(cards, seat.hand) or len(cards) != 8:
            raise seat.fault(BURY, cards, "must bury eight cards of the hand (T8)")
        self.buried = cards
        seat.sees_cards("buried", "buried_pairs", self.order.masks(cards))
        self.take_from(seat, cards)
        self.write("bury", seat=seat.number, cards=names_of(cards))

    def take_from(self, seat: Seat, cards: Iterable[int]) -> None:
        """Removes cards from a hand."""
        for kind in cards:
            seat.hand.remove(kind)

    def play_trick(self, leader: int) -> tuple[int, int]:
        """T11-T17: a lead and three follows; (the winner, cards per play)."""
        order = [self.seats[(leader + i) % 4] for i in range(4)]
        left = len(order[0].hand)
        plays: list[list[int]] = []
        for seat in order:
            seat.lying = (0, 0)
        for seat in order:
            self.show_trick(seat, order, plays, left)
            cards = self.lead_of(seat) if not plays else self.follow_of(seat, plays[0])
            self.take_from(seat, cards)
            seat.played += cards
            seat.lying, seat.gone = self.order.masks(cards), self.order.masks(seat.played)
            plays.append(cards)
            self.write("play", seat=seat.number, cards=names_of(cards))
        winner = order[winning_play(plays, self.order)].number
        points = points_of(kind for play in plays for kind in play)
        self.points[winner % 2] += points
        self.n_tricks += 1
        self.write("trick", winner=winner, points=points)
        return winner, len(plays[0])

    def show_trick(self, seat: Seat, order: Sequence[Seat], plays: Sequence[Sequence[int]], left: int) -> None:
        """Fills a seat's View for its turn in a trick."""
        best, best_seat = NOBODY, NOBODY
        if plays:
            winning = winning_play(plays, self.order)
            best, best_seat = max(self.order.height(kind) for kind in plays[winning]), order[winning].number
        for other in self.seats:
            i = other.number
            seat.fields["trick"][i], seat.fields["trick_pairs"][i] = other.lying
            seat.fields["played"][i], seat.fields["played_pairs"][i] = other.gone
        seat.sees_all(points=self.points)
        seat.sees_cards("hand", "pairs", self.order.masks(seat.hand))
        seat.sees(best=best, best_seat=best_seat, leader=order[0].number, tricks=self.n_tricks, cards_left=left, voids=self.voids)
        seat.sees(trick_points=points_of(kind for play in plays for kind in play))

    def lead_of(self, seat: Seat) -> list[int]:
        """T11: what a seat leads."""
        seat.sees(legal=self.order.masks(seat.hand)[0], suit=0, n_cards=0, n_pairs=0)
        cards = seat.ask(LEAD, self.order)
        if not is_part(cards, seat.hand) or lead_shape(cards, self.order) is None:
            raise seat.fault(LEAD, cards, "must lead a single, a pair or a tractor of the hand (T11)")
        return cards

    def follow_of(self, seat: Seat, lead: Sequence[int]) -> list[int]:
        """T13-T15: what a seat answers to the lead."""
        suit = self.order.suits[lead[0]]
        n_pairs = len(pairs_in(lead))
        held = [kind for kind in seat.hand if self.order.suits[kind] == suit]
        useful = held if len(held) >= len(lead) else seat.hand
        if n_pairs and len(held) >= len(lead) and len(pairs_in(held)) >= n_pairs:
            useful = pairs_in(held)
        seat.sees(legal=self.order.masks(useful)[0], suit=self.order.suit_mask(suit), n_cards=len(lead), n_pairs=n_pairs)
        cards = seat.ask(FOLLOW, self.order)
        fault = follow_fault(cards, seat.hand, lead, self.order)
        if fault:
            raise seat.fault(FOLLOW, cards, f"{fault}, after the lead {names_of(lead)}")
        if any(self.order.suits[kind] != suit for kind in cards):
            self.voids |= 1 << 5 * seat.number + self.order.lane(suit)
        return cards

    def score(self, last_winner: int, n_last: int) -> None:
        """T18-T21: points, levels, and who deals next."""
        attacking = 1 - self.dealer % 2
        taken = last_winner % 2 == attacking
        kitty_points = points_of(self.buried)
        total = deal_total(self.points[attacking], kitty_points, taken, n_last)
        factor = 2 * n_last if taken else 0
        self.sheet.append(
            {"level": self.level, "dealer": self.dealer, "points": total, "kitty": kitty_points, "factor": factor}
            | {"no_trump": self.trump == NO_TRUMP, "tricks": self.n_tricks, "declared": self.declared[-1][0] if self.declared else 0}
            | {"kept": self.dealer == self.opener}
        )
        self.levels = levels_after(self.levels, self.dealer, total, self.is_match and self.options["defend_ace"] in ("true", "on", "yes", "1"))
        self.dealer = dealer_after(self.dealer, total)
        facts = {"trick_points": self.points[attacking], "kitty_points": kitty_points, "factor": factor, "points": total}
        self.write("score", **facts, levels=[level_name(level) for level in self.levels], next_dealer=self.dealer)


# The tallies ---------------------------------------------------------------------------------------------------------


def group(deals: Sequence[dict[str, Any]]) -> list[int]:
    """Five columns: deals, points as attackers, attacks, deals won, levels won."""
    attacks = [d for d in deals if d["attacks"]]
    return [len(deals), sum(d["points"] for d in attacks), len(attacks), sum(d["won"] for d in deals), sum(d["change"] for d in deals)]


def kitty_columns(deals: Sequence[dict[str, Any]]) -> list[int]:
    """Five columns: deals won, levels won, points buried, kitties taken, their bonus."""
    kitties = [sum(d["kitty"] for d in deals), sum(d["factor"] > 0 for d in deals), sum(d["factor"] * d["kitty"] for d in deals)]
    return [sum(d["won"] for d in deals), sum(d["change"] for d in deals), *kitties]


def tally(table: Table, seat: Seat) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    deals = []
    for d in table.sheet:
        attacks = (seat.number - d["dealer"]) % 2 == 1
        defence, attack = rises(d["points"])
        deals.append(d | {"attacks": attacks, "won": (d["points"] >= 80) == attacks, "change": attack - defence if attacks else defence - attack})
    attacks, defences = [d for d in deals if d["attacks"]], [d for d in deals if not d["attacks"]]
    points, conceded = sum(d["points"] for d in attacks), sum(d["points"] for d in defences)
    columns = [1, len(deals), 25 * len(deals), seat.n_asked, len(attacks), points, points - conceded, *kitty_columns(deals)]
    columns += [sum(d["no_trump"] for d in deals), sum(d["tricks"] for d in deals), sum(d["declared"] == 0 for d in deals)]
    columns += [int(deals[0]["kept"]), int(table.winner == seat.number % 2), int(table.winner is None)]
    columns += [len(attacks), *kitty_columns(attacks), len(defences), *kitty_columns(defences)]
    for low, high in ((0, 0), (5, 35), (40, 75), (80, 115), (120, 10**9)):
        columns.append(sum(low <= d["points"] <= high for d in attacks))
    for low, high in ((0, 0), (2, 2), (4, 4), (8, 8), (12, 10**9)):
        columns.append(sum(low <= d["factor"] <= high for d in deals))
    kinds = [(0,), (1, 2, 3, 4), (5, 6, 7, 8), (9,), (10,)]
    groups = [[d for d in deals if d["declared"] in answers] for answers in kinds]
    groups += [deals if number == seat.number else [] for number in range(4)]
    groups += [[d for d in deals if d["level"] == level] for level in range(13)]
    return columns + [number for deals in groups for number in group(deals)]


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One deal or match as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    table = Table(rules, policies, seed, block)
    table.play_game()
    return {
        "game": "tractor",
        "seats": 4,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, seat) for seat in table.seats],
    }
