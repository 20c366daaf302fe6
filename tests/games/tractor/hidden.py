"""What a seat cannot see in Tractor: the other hands, the kitty, what the dealer buries.

A twin exchanges cards between the others' hands and the kitty, where they have not been seen, and lets the dealer bury
other cards. Level cards and jokers stay where they are: who holds them decides who is asked to declare, which is public.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sim.games.protocol import Rules
from sim.games.tractor.cards import BLACK_JOKER, HAND_SIZE, KITTY_SIZE, N_CARDS, N_KINDS, N_RANKS, kinds_in, masks_of
from sim.games.tractor.decisions import BURY
from tests.conformance import Moment, Twin

TABLES: list[tuple[int, dict[str, str]]] = [
    (4, {"level": "2"}),
    (4, {}),
    (4, {"level": "10", "dealer": "2"}),
    (4, {"unit": "match", "max_deals": "2", "first_dealer": "standing"}),
]


def played_by(view: Any, owner: int) -> list[int]:
    """Kinds that a seat has played in the deal."""
    if view["trump"] < 0:
        return []
    return kinds_in(view["played"][owner], view["played_pairs"][owner], int(view["level"]), int(view["trump"]))


def hidden_places(moment: Moment) -> list[int]:
    """Places of the last pack whose card the seat cannot know."""
    view, seat, cards = moment.view, moment.question.seat, moment.dealt[-1]
    known = {place for place in range(N_CARDS) if cards[place] >= BLACK_JOKER or cards[place] % N_RANKS == view["level"]}
    known |= set(range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE))
    if view["kitty"]:
        known |= set(range(N_CARDS - KITTY_SIZE, N_CARDS))
    for owner in range(4):
        places = [*range(HAND_SIZE * owner, HAND_SIZE * owner + HAND_SIZE)]
        places += range(N_CARDS - KITTY_SIZE, N_CARDS) if owner == view["dealer"] else []
        for kind in played_by(view, owner):
            known |= {next((place for place in places if cards[place] == kind and place not in known), places[0])}
    return [place for place in range(N_CARDS) if place not in known]


def other_burial(moment: Moment, cards: list[int], dice: Any) -> dict[int, int] | None:
    """What the dealer buries of the new cards, as near as can be to what was buried; None if there is nothing to bury."""
    view = moment.view
    at = next((i for i, q in enumerate(moment.before) if q.n_dealt == moment.question.n_dealt and q.decision == BURY), None)
    if at is None or moment.before[at].seat == moment.question.seat:
        return {}
    dealer, order = int(view["dealer"]), (int(view["level"]), int(view["trump"]))
    held = Counter(cards[HAND_SIZE * dealer : HAND_SIZE * dealer + HAND_SIZE] + cards[N_CARDS - KITTY_SIZE :])
    free = held - Counter(played_by(view, dealer))
    mask = (1 << N_KINDS) - 1
    old = moment.before[at].answer
    kept = list((Counter(kinds_in(old & mask, old >> N_KINDS & mask, *order)) & free).elements())
    if kept and dice.integers(2):
        kept.pop(int(dice.integers(len(kept))))
    rest = list((free - Counter(kept)).elements())
    if len(kept) + len(rest) < KITTY_SIZE:
        return None
    new = kept + [rest[i] for i in dice.permutation(len(rest))[: KITTY_SIZE - len(kept)]]
    one, both = masks_of(new, *order)
    return {at: 1 << 2 * N_KINDS | both << N_KINDS | one}


def hidden_twin(rules: Rules, moment: Moment, dice: Any) -> Twin | None:
    """One to three exchanges of hidden cards, half of them within a printed suit, and another burial."""
    cards, places = list(moment.dealt[-1]), hidden_places(moment)
    for _ in range(int(dice.integers(1, 4))):
        if len(places) < 2:
            break
        one = places[int(dice.integers(len(places)))]
        near = [place for place in places if cards[place] // N_RANKS == cards[one] // N_RANKS] if dice.integers(2) else places
        other = near[int(dice.integers(len(near)))]
        cards[one], cards[other] = cards[other], cards[one]
    answers = other_burial(moment, cards, dice)
    if answers is None or (cards == moment.dealt[-1] and not answers):
        return None
    return Twin([*moment.dealt[:-1], cards], answers)
