"""What a seat cannot see in Intervenção: cards from the deal that nobody has thrown, the cards left out, and the J.

An ally's hand and hands that were shown are seen; so is the J once it is revealed. Where the effect of an old answer
hangs on the J (a pass of a stuck player, a claim), the J stays where it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.intervencao.cards import cards_in, pack_of
from sim.games.intervencao.decisions import ACT, CARD_STEP, EXIT_HIGH, EXIT_LOW, EXPEL, NOBODY, PASS, REST, SEAT_STEP, SHOW, VIEW
from sim.games.protocol import Rules
from tests.conformance import Moment, Question, Twin

TABLES: list[tuple[int, dict[str, str]]] = [
    (6, {}),
    (5, {"exit_by": "others", "low_limit": "2"}),
    (6, {"unit": "match", "alliances": "on", "limit": "1"}),
    (5, {"unit": "match", "elimination": "worst", "j_value": "11", "speed": "1;2;1;0.5;1"}),
    (10, {"measure": "cards", "grace": "1", "ranks": "8"}),
]


def acts_so_far(moment: Moment) -> list[Question]:
    """The acts of the round."""
    return [question for question in moment.before if question.n_dealt == len(moment.dealt) and question.decision == ACT]


def is_told_by_j(act: Question) -> bool:
    """Whether the effect of an act depends on who holds the J."""
    kind = act.answer % SEAT_STEP
    is_pass = kind == REST and int(np.frombuffer(act.view, VIEW)[0]["resting"]) == PASS
    return is_pass or kind in (EXIT_LOW, EXIT_HIGH)


def seats_seen(moment: Moment, acts: list[Question]) -> set[int]:
    """The seats whose cards this seat knows: its own, its ally's, those shown to it."""
    seat = moment.question.seat
    shown = {act.seat for act in acts if act.answer % SEAT_STEP == SHOW and act.answer // SEAT_STEP == seat}
    return {seat, int(moment.view["ally"])} | shown


def hidden_twin(rules: Rules, moment: Moment, dice: Any) -> Twin | None:
    """Hidden cards changed among the others and with the cards left out, and sometimes the J given to another."""
    acts = acts_so_far(moment)
    seen = seats_seen(moment, acts)
    in_round = cards_in(int(moment.view["others"]) | 1 << moment.question.seat)
    (interventor,), cards = moment.dealt[-2], list(moment.dealt[-1])
    hands: dict[int, list[int]] = {}
    for seat in in_round:
        n_cards = 2 if seat == interventor else 3
        hands[seat], cards = cards[:n_cards], cards[n_cards:]
    thrown = {act.answer // CARD_STEP for act in acts if act.answer % SEAT_STEP == EXPEL}
    new_interventor = interventor
    heirs = [seat for seat in in_round if seat not in seen and set(hands[seat]) - thrown]
    j_may_move = interventor not in seen and int(moment.view["interventor"]) == NOBODY and not any(map(is_told_by_j, acts))
    if j_may_move and heirs and dice.integers(2):
        new_interventor = int(dice.choice(heirs))
        card = sorted(set(hands[new_interventor]) - thrown)[0]
        hands[new_interventor].remove(card)
        hands[interventor].append(card)
    change_cards(rules, hands, seen, thrown, dice)
    dealt = [*moment.dealt[:-2], [new_interventor], [card for seat in in_round for card in hands[seat]]]
    return Twin(dealt) if dealt != moment.dealt else None


def change_cards(rules: Rules, hands: dict[int, list[int]], seen: set[int], thrown: set[int], dice: Any) -> None:
    """Shuffles what is hidden among the hidden places, in place."""
    places = [(seat, i) for seat, hand in hands.items() if seat not in seen for i, card in enumerate(hand) if card not in thrown]
    dealt = {card for hand in hands.values() for card in hand}
    pool = [hands[seat][i] for seat, i in places] + [card for card in cards_in(pack_of(int(rules.options["ranks"]))) if card not in dealt]
    pool = [pool[i] for i in dice.permutation(len(pool))]
    for (seat, i), card in zip(places, pool, strict=False):
        hands[seat][i] = card
