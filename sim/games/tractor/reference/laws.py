"""Tractor's rules in plain Python, on kinds of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from sim.games.tractor.cards import BLACK_JOKER, LADDER, NO_TRUMP, RED_JOKER

TRUMPS = 4  # takes the place of a side suit
LAST_LEVEL = 12  # the ace


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
