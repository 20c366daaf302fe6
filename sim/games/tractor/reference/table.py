"""The table of the slow twin: one deal or match as it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sim.core.errors import StrategyFault
from sim.core.rng import DEAL, SEAT, Stream
from sim.games.tractor.cards import NO_TRUMP, level_name, names_of, points_of, suit_name
from sim.games.tractor.decisions import BURY, DECLARE, FOLLOW, LEAD, UNKNOWN
from sim.games.tractor.reference.laws import (
    LAST_LEVEL,
    TRUMPS,
    deal_total,
    dealer_after,
    declarations,
    follow_fault,
    is_part,
    lead_shape,
    levels_after,
    order_of,
    pairs_in,
    strength,
    trump_declared,
    trump_turned,
    winning_play,
)
from sim.games.tractor.reference.seats import Masks, Seat

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

NOBODY = -1


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
        self.points, self.voids, self.pairless = [0, 0], 0, 0
        self.tricks: list[list[Masks]] = []  # by finished trick and seat
        self.leaders: list[int] = []
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
        nothing = dict.fromkeys(("suit", "chosen", "chosen_pairs", "kitty", "kitty_pairs", "buried", "buried_pairs", "trumps", "voids", "pairless"), 0)
        nothing |= dict.fromkeys(("n_cards", "n_pairs", "trick_points", "tricks", "n_declared"), 0)
        for seat in self.seats:
            seat.played, seat.gone = [], (0, 0)
            side = UNKNOWN if self.is_first else (seat.number - self.dealer) % 2
            seat.sees(**nothing, best=NOBODY, best_seat=NOBODY, leader=NOBODY, cards_left=25, seat=seat.number, dealer=self.dealer)
            seat.sees(attacking=side, level=self.level, trump=UNKNOWN, is_first=int(self.is_first), deal=len(self.sheet))
            seat.sees(first_dealer=int(self.options["first_dealer"] == "standing"))
            seat.sees_all(declared=[UNKNOWN] * 4, declared_by=[UNKNOWN] * 4, levels=self.levels, points=[0, 0])
            seat.sees_all(trick=[0] * 4, trick_pairs=[0] * 4, played=[0] * 4, played_pairs=[0] * 4)
            seat.sees_all(plays=[0] * 100, play_pairs=[0] * 100, leaders=[NOBODY] * 25)

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
        self.leaders.append(leader)
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
        self.tricks.append([seat.lying for seat in self.seats])
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
        seat.sees_all(points=self.points, leaders=self.leaders)
        if self.tricks:  # those before it were seen at the questions before
            seat.sees_trick(len(self.tricks) - 1, self.tricks[-1])
        seat.sees_trick(len(self.tricks), [other.lying for other in self.seats])
        seat.sees_cards("hand", "pairs", self.order.masks(seat.hand))
        seat.sees(best=best, best_seat=best_seat, leader=order[0].number, tricks=len(self.tricks), cards_left=left)
        seat.sees(voids=self.voids, pairless=self.pairless)
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
        if len(pairs_in([kind for kind in cards if self.order.suits[kind] == suit])) < n_pairs:
            self.pairless |= 1 << 5 * seat.number + self.order.lane(suit)
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
            | {"no_trump": self.trump == NO_TRUMP, "tricks": len(self.tricks), "declared": self.declared[-1][0] if self.declared else 0}
            | {"kept": self.dealer == self.opener}
        )
        self.levels = levels_after(self.levels, self.dealer, total, self.is_match and self.options["defend_ace"] == "true")
        self.dealer = dealer_after(self.dealer, total)
        facts = {"trick_points": self.points[attacking], "kitty_points": kitty_points, "factor": factor, "points": total}
        self.write("score", **facts, levels=[level_name(level) for level in self.levels], next_dealer=self.dealer)
