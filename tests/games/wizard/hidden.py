"""What a seat cannot see in Wizard: the other hands, the cards that were not dealt, bids that are hidden or secret."""

from __future__ import annotations

from typing import Any

from sim.games.protocol import Rules
from sim.games.wizard.cards import PACK
from sim.games.wizard.decisions import BID, PLAY
from tests.conformance import Moment, Twin

TABLES: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (3, {"bids": "hidden"}),
    (5, {"bids": "secret", "wizard_turned": "no-trump"}),
    (6, {"forehead": "true", "plus_one": "true"}),
    (3, {"forehead": "true", "bids": "secret", "first_dealer": "1"}),
]


def hidden_places(rules: Rules, moment: Moment) -> list[int]:
    """Places in the last deal whose card the seat cannot know: n * k cards by seat, then the turned one."""
    k, seat, cards = len(moment.dealt), moment.question.seat, moment.dealt[-1]
    played = {question.answer for question in moment.before if question.n_dealt == k and question.decision == PLAY}
    on_foreheads = k == 1 and rules.options["forehead"] == "true"  # W11
    known = set(range(rules.players * k, len(cards)))
    for owner in range(rules.players):
        if (owner == seat) != on_foreheads or (owner == seat and moment.question.decision == PLAY):
            known |= set(range(owner * k, owner * k + k))
    return [place for place in range(len(cards)) if place not in known and cards[place] not in played]


def hidden_twin(rules: Rules, moment: Moment, dice: Any) -> Twin | None:
    """Some or all hidden cards changed among themselves and with the stock, and other bids where they are hidden."""
    cards = list(moment.dealt[-1])
    places = hidden_places(rules, moment)
    stock = [int(card) for card in PACK if card not in cards]
    pool = [cards[place] for place in places] + stock
    if dice.integers(2):
        pool = [pool[i] for i in dice.permutation(len(pool))]
    else:
        for _ in range(int(dice.integers(1, 4))):
            i, j = (int(dice.integers(len(pool))) for _ in range(2)) if pool else (0, 0)
            if pool:
                pool[i], pool[j] = pool[j], pool[i]
    for place, card in zip(places, pool, strict=False):
        cards[place] = card
    answers = other_bids(rules, moment, dice)
    if cards == moment.dealt[-1] and not answers:
        return None
    return Twin([*moment.dealt[:-1], cards], answers)


def other_bids(rules: Rules, moment: Moment, dice: Any) -> dict[int, int]:
    """New bids of this round for the others while the seat may not know them (W9, W10)."""
    shown = rules.options["bids"]
    if shown == "open" or (shown == "hidden" and moment.question.decision == PLAY):
        return {}
    k = len(moment.dealt)
    return {
        at: int(dice.integers(k + 1))
        for at, question in enumerate(moment.before)
        if question.n_dealt == k and question.decision == BID and question.seat != moment.question.seat
    }
