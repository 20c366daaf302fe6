"""The players against scripted tricks: what they lead, take with, and throw away."""

import pytest

from tests.strategies.wizard.seats import card_of, seat_at

TAKERS = ("duck", "sure_tricks", "spoiler", "steady", "urgent")


def wanting(n, hand, trump="R", **place):
    """A seat 0 that still wants n tricks."""
    return seat_at(hand, trump, turned="R8", bids=(n, 0, 0, 0), **place)


def test_high_low():
    assert card_of("high_low", wanting(1, "B2 B9 R3", trick="B5")) == "B9"
    assert card_of("high_low", wanting(1, "B2 R3 W J")) == "W"
    assert card_of("high_low", wanting(0, "B2 R3 W J")) == "J"
    assert card_of("high_low", wanting(0, "B2 B9 R3", trick="B5")) == "B2"


@pytest.mark.parametrize("strategy", ("duck", "spoiler", "urgent"))
def test_takes_with_the_cheapest_winner(strategy):
    assert card_of(strategy, wanting(2, "B2 B9 B12 W", trick="B5")) == "B9"
    assert card_of(strategy, wanting(2, "B2 B4 W", trick="B5")) == "W"
    assert card_of(strategy, wanting(2, "B2 B4 J", trick="B5")) == "J"  # nothing wins: the weakest
    assert card_of(strategy, wanting(2, "G2 R3 R9", trick="B5")) == "R3"  # trumps in


@pytest.mark.parametrize("strategy", TAKERS)
def test_leaves_with_the_dearest_loser(strategy):
    assert card_of(strategy, wanting(0, "B2 B4 B9", trick="B5")) == "B4"
    assert card_of(strategy, wanting(0, "G12 Y13 R2", trick="B5")) == "Y13"
    assert card_of(strategy, wanting(0, "B2 W", trick="W")) == "W"  # a second wizard never wins
    assert card_of(strategy, wanting(0, "B9 B7", trick="B5")) == "B7"  # all win, others behind: the weakest
    assert card_of(strategy, wanting(0, "B9 B7", trick="B5 B6 G1")) == "B9"  # all win, nobody behind: the dearest


@pytest.mark.parametrize("strategy", TAKERS)
def test_leads(strategy):
    assert card_of(strategy, wanting(0, "B9 B7 J")) == "J"
    assert card_of(strategy, wanting(0, "B9 G7 R1")) == "G7"
    assert card_of(strategy, wanting(2, "B13 R7 R3 J")) == "R7"  # a high trump
    assert card_of(strategy, wanting(2, "B13 G3 J")) == "B13"
    assert card_of(strategy, wanting(3, "B13 W R3")) == "W"  # all are needed: from the top


@pytest.mark.parametrize("strategy", ("duck", "steady", "urgent"))
def test_leads_a_wizard_without_trumps(strategy):
    assert card_of(strategy, wanting(2, "B13 W J G3 G4")) == "W"


def test_urgent_waits():
    views = wanting(1, "B2 B9 B12 J J", trick="B5")
    assert card_of("urgent", views, hurry=0.5) == "B2"
    assert card_of("urgent", views, hurry=0.1) == "B9"
    assert card_of("urgent", wanting(1, "B9", trick="B5"), hurry=1.0) == "B9"


def test_steady_takes_high_while_others_play_behind():
    assert card_of("steady", wanting(2, "B2 B9 B12", trick="B5")) == "B12"
    assert card_of("steady", wanting(2, "B2 B9 B12", trick="B5 B1 B3")) == "B9"


def test_sure_tricks_keeps_its_wizard():
    assert card_of("sure_tricks", wanting(1, "W B9 B4", trick="B5")) == "B4"
    assert card_of("duck", wanting(1, "W B9 B4", trick="B5")) == "B9"
    assert card_of("sure_tricks", wanting(1, "W B9 B4")) == "B4"  # leads low, the wizard is enough
    assert card_of("sure_tricks", wanting(2, "W B9 B4", trick="B5")) == "B9"  # more than the wizard is needed


def test_sure_tricks_counts_top_cards_once_wizards_are_gone():
    before = ("W W W W", "R13 R12 R11 R10")
    views = wanting(1, "R9 B9 B4", before=before, leaders=(0, 0), trick="B5")
    assert card_of("sure_tricks", views) == "B4"  # R9 is the top trump: sure
    views = wanting(1, "R7 B9 B4", before=before, leaders=(0, 0), trick="B5")
    assert card_of("sure_tricks", views) == "B9"  # R9 is still out


def test_spoiler_turns_against_the_leader():
    lost = dict(won=(1, 0, 0, 0), trick="B5", scores=(0, 50, 10, 20))
    assert card_of("spoiler", seat_at("B2 B9 J", "R", turned="R8", bids=(0, 1, 0, 0), **lost)) == "B9"  # takes it from seat 1
    assert card_of("spoiler", seat_at("B2 B9 J", "R", turned="R8", bids=(0, 0, 1, 0), **lost)) == "B2"  # seat 1 has enough
    fine = seat_at("B2 B9 J", "R", turned="R8", bids=(0, 1, 0, 0), trick="B5", scores=(0, 50, 10, 20))
    assert card_of("spoiler", fine) == "B2"


def test_sharp_plays_the_obvious():
    assert card_of("sharp", wanting(1, "W J", trick="B5 B6 B7")) in ("W", "J")
    assert card_of("sharp", wanting(0, "B2 B9", trick="B5 B6 B7")) == "B2"
    assert card_of("sharp", wanting(1, "B2 B9", trick="B5 B6 B7")) == "B9"
    assert card_of("sharp", wanting(2, "W R13")) in ("W", "R13")
    assert card_of("sharp", wanting(0, "W J", trick="W B5 B6")) == "W"  # gets rid of the wizard
    assert card_of("sharp", wanting(0, "B9 G13 J", trick="Y5 Y6 Y7")) == "G13"


@pytest.mark.parametrize("strategy", ("duck", "high_low", "steady", "sharp", "urgent", "sure_tricks", "spoiler"))
def test_W10_plays_without_seeing_bids(strategy):
    """bids=secret: only the own bid is known."""
    card_of(strategy, seat_at("B2 B9 W J", "R", turned="R8", bids=(1, -1, -1, -1), trick="B5"))
    card_of(strategy, seat_at("B2 B9 W J", "R", turned="R8", bids=(0, -1, -1, -1), won=(2, 0, 0, 0), trick="B5"))
