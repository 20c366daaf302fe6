"""Every strategy in whole games: lawful under every variant, the same for the same seed, and the ladder in order."""

from itertools import pairwise

import pytest

import sim
from sim.experiment.strategies import load, names
from sim.games.wizard import GAME

VARIANTS = (
    {},
    {"bids": "hidden"},
    {"bids": "secret", "forehead": "true"},
    {"plus_one": "true", "forehead": "true"},
    {"wizard_turned": "no-trump", "forehead": "true"},
)
STRATEGIES = names("wizard")


def test_all_are_shipped():
    bids = {"average", "noisy", "linear", "tiers", "suit_aware", "lead_odds", "ev"}
    plays = {"random", "high_low", "duck", "urgent", "sure_tricks", "spoiler"}
    assert bids | plays | {"longest", "most_tricks", "plain", "steady", "sharp", "rollout"} == set(STRATEGIES)


@pytest.mark.parametrize("name", STRATEGIES)
def test_docstring_tells_idea_origin_and_weakness(name):
    doc = load(GAME, name).doc
    assert all(f"{word}: " in doc for word in ("Idea", "Origin", "Weakness"))
    assert all(knob.help for knob in load(GAME, name).knobs)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: ",".join(f"{k}={x}" for k, x in v.items()) or "default")
@pytest.mark.parametrize("players", (3, 4, 5, 6))
def test_all_play_lawfully(variant, players):
    """Each strategy meets each variant; an unlawful answer would raise StrategyFault."""
    for first in range(0, len(STRATEGIES), players):
        seated = [STRATEGIES[(first + i) % len(STRATEGIES)] for i in range(players)]
        sim.run("wizard", ",".join(seated), players=players, rules=variant, games=60, seed=first)


@pytest.mark.parametrize("name", STRATEGIES)
def test_plays_lawfully_among_wild_bidders(name):
    """Random bids add up to far more tricks than there are."""
    sim.run("wizard", f"{name},random*3" if name != "random" else "random*4", games=400, seed=77)


@pytest.mark.parametrize("players", (3, 4, 5, 6))
def test_the_ladder_is_in_order(players):
    """random < plain < steady < sharp, each alone in a field of steady."""
    words = ("random", "plain", "steady", "sharp")
    result = sim.compare("wizard", *words, field="steady", players=players, games=600 * players, seed=3)
    estimates = [result.estimate(word, "score") for word in words]
    for weaker, stronger in pairwise(estimates):
        assert weaker.high < stronger.low


@pytest.mark.slow
@pytest.mark.parametrize("players, score, hit_rate", [(3, -36.1, 0.262), (4, 9.8, 0.340), (5, 33.8, 0.413), (6, 45.5, 0.481)])
def test_average_meets_the_known_means(players, score, hit_rate):
    """Means of public engines: bid floor(r/n), random play (se of theirs: 0.2 or less)."""
    result = sim.run("wizard", f"average*{players}", players=players, games=200_000, seed=2)
    found = result.estimate("average", "score")
    assert abs(found.value - score) < 4 * (found.se**2 + 0.2**2) ** 0.5
    assert abs(result.estimate("average", "hit_rate").value - hit_rate) < 0.002
