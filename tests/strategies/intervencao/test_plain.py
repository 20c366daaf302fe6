"""`plain` and `random`, choice by choice as they are defined."""

from __future__ import annotations

from collections import Counter

import numpy as np

from sim.core import jit
from sim.experiment.lineup import parse_lineup
from sim.experiment.replay import seat_policies
from sim.games.intervencao import GAME
from sim.games.intervencao.decisions import ACT, CARD_STEP, EXPEL, SEAT_STEP
from tests.games.intervencao.scenes import Scene
from tests.strategies.intervencao.seats import does, names

FOUR = ["J 2 3", "1 1 5", "4 5 6", "8 9 9"]


def test_exits_first_low_before_high():
    assert does("plain", Scene(["J", *FOUR[1:]]), 0) == "exit low"
    assert does("plain", Scene(["2 3 4", *FOUR[:1], "4 5 6", "8 9 9"], ["9 9 10 10"]), 0) == "exit high"
    both = Scene(["J 2", "1 1 5", "4 5 6", "8 9 9"], ["7 7"], low_limit=9)
    assert does("plain", both, 0) == "exit low"


def test_then_absorbs():
    assert does("plain", Scene(FOUR, ["9"]), 0) == "absorb"
    assert does("plain", Scene(FOUR, ["", "9"]), 1) == "absorb"


def test_then_lays_the_j_at_six():
    assert does("plain", Scene(FOUR), 0) == "intervene"
    assert does("plain", Scene(["J 2 4", *FOUR[1:]]), 0) == "intervene"
    assert does("plain", Scene(["J 2 5", *FOUR[1:]]), 0) == "rest"
    assert does("plain", Scene(["J 2 4", *FOUR[1:]], grace=1), 0) == "rest"


def test_then_expels_the_highest_to_the_one_with_fewest_cards():
    assert does("plain", Scene(FOUR), 3) == "9 to 0"  # all have three: the first clockwise
    assert does("plain", Scene(["J 2 3", "1 1 5", "4 6", "8 9 9"]), 3) == "9 to 2"
    assert does("plain", Scene(["J 2 3", "1 1", "4 6", "8 9 9"], ["", "7"]), 3) == "9 to 2"  # waiting cards count
    assert does("plain", Scene(["J 2", "1 1", "4 6 7", "8 9 9"]), 2) == "7 to 0"  # clockwise from the player: 3, 0, 1


def test_low_cards_go_only_when_they_must():
    assert does("plain", Scene(["J 8 9", "1 1 5", *FOUR[2:]]), 1) == "rest"
    assert does("plain", Scene(["J 8 9", "1 1 5 5", *FOUR[2:]]), 1) == "5 to 2"
    owing = Scene(["J 8 9", "1", *FOUR[2:]], ["", "7"]).absorbs(1)
    assert does("plain", owing, 1) == "1 to 2"


def test_rests_when_stuck():
    stuck = Scene(["J 2 2", "1 1 5", "4 5 6", "8 9 9"], ["7 8 10"], high_exit="off").absorbs(0).expels(0, 2, 1).expels(0, 2, 1)
    assert does("plain", stuck, 0) == "rest"


def test_claims_of_what_is_certain():
    high = Scene(["2 3 4", "J 8 8", "4 5 6", "8 9 9"], ["9 9 10 10"], exit_by="others")
    assert does("plain", high, 2) == "exit high of 0" and does("plain", high, 0) == "absorb"
    low = Scene(["", "J 8 9", "4 5 6", "8 9 9"], exit_by="others")
    assert does("plain", low, 1) == "exit low of 0"
    hidden = Scene(["J", "2 8 9", "4 5 6", "8 9 9"], exit_by="others")
    assert does("plain", hidden, 2) == "6 to 0"  # the one card might be no J
    hidden.reveals(0)
    assert does("plain", hidden, 2) == "exit low of 0"
    # pressed only because one of the four is the J: not certain before it is revealed
    j = Scene(["J 3 4", "2 8 9", "4 5 6", "8 9 9"], ["7 7 7"], exit_by="others")
    assert does("plain", j, 2) == "6 to 3"
    assert does("plain", j.reveals(0), 2) == "exit high of 0"


def test_never_allies():
    assert names("plain", Scene(FOUR, alliances="on"), 1) is None
    assert names("random", Scene(FOUR, alliances="on"), 1) is None


def drawn(scene: Scene, seat: int, n: int) -> Counter[tuple[int, ...]]:
    """How often `random` does what: (kind, card, seat)."""
    place = scene.jogo.seats[seat]
    place.policy = seat_policies(scene.rules, parse_lineup(f"random*{scene.rules.players}", scene.rules), 7, 0)[seat]
    scene.jogo.open_views()
    acts = (scene.jogo.ask(place, ACT, scene.jogo.legal_kinds(place)) for _ in range(n))
    return Counter((act % SEAT_STEP, act // CARD_STEP, act // SEAT_STEP % SEAT_STEP) for act in acts)


def test_random_draws_kinds_by_weight_and_details_evenly():
    n = 200 if jit.DISABLED else 20_000
    found = drawn(Scene(["J 2 3", *FOUR[1:]]), 0, n)  # expel 1, rest 1, intervene .05
    expulsions = {key: count for key, count in found.items() if key[0] == EXPEL}
    assert len(expulsions) == 6  # two cards, three seats
    for count, share in [*((c, 1 / 2.05 / 6) for c in expulsions.values()), (found[0, 0, 0], 1 / 2.05), (found[3, 0, 0], 0.05 / 2.05)]:
        assert abs(count - n * share) < 4.5 * np.sqrt(n * share * (1 - share))
    low = drawn(Scene(["J", *FOUR[1:]]), 0, n)  # rest 1, intervene .05, exit .1
    assert set(low) == {(0, 0, 0), (3, 0, 0), (4, 0, 0)}
    assert abs(low[4, 0, 0] - n * 0.1 / 1.15) < 4.5 * np.sqrt(n * 0.087 * 0.913)


def test_random_claims_right_or_wrong():
    n = 400 if jit.DISABLED else 20_000
    found = drawn(Scene(FOUR, exit_by="others"), 1, n)  # expel 1, rest 1, two claims .02 each
    claims = Counter({key: count for key, count in found.items() if key[0] in (4, 5)})
    assert jit.DISABLED or set(claims) == {(kind, 0, seat) for kind in (4, 5) for seat in (0, 2, 3)}
    assert abs(claims.total() - n * 0.04 / 2.04) < 4.5 * np.sqrt(n * 0.02)
    assert GAME.companions["act"] == "random"
