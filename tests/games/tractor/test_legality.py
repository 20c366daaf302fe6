"""Legality is complete: on small hands, what is accepted is exactly what a brute-force reading of the rules allows."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from sim.core import jit
from sim.core.bits import lowest
from sim.games.tractor import rules
from sim.games.tractor.cards import BLACK_JOKER, N_KINDS, NO_TRUMP, masks_of

N_HANDS = 3 if jit.DISABLED else 40
PACK = [*range(N_KINDS), *range(N_KINDS)]


def is_trump(kind, level, trump):
    return kind >= BLACK_JOKER or kind % 13 == level or kind // 13 == trump


def suit_of(kind, level, trump):
    return "trumps" if is_trump(kind, level, trump) else kind // 13


def ladder(suit, level, trump):
    """T9, T12: the steps of an effective suit from the bottom, each a set of equal kinds."""
    ranks = [rank for rank in range(13) if rank != level]
    if suit != "trumps":
        return [{13 * suit + rank} for rank in ranks]
    if trump == NO_TRUMP:
        return [{13 * s + level for s in range(4)}, {52}, {53}]
    return [{13 * trump + rank} for rank in ranks] + [{13 * s + level for s in range(4) if s != trump}, {13 * trump + level}, {52}, {53}]


def all_leads(hand, level, trump):
    """T11, T12: every lawful lead as a sorted tuple, by walking all ladders."""
    leads = {(kind,) for kind in hand}
    for suit in (0, 1, 2, 3, "trumps"):
        if suit == trump:
            continue
        steps = [[kind for kind in step if hand.count(kind) == 2] for step in ladder(suit, level, trump)]
        for first in range(len(steps)):
            runs = [[]]
            for step in steps[first:]:
                runs = [[*run, kind] for run in runs for kind in step]
                leads |= {tuple(sorted([*run, *run])) for run in runs}
    return leads


def subsets(hand, n):
    return {tuple(sorted(hand[i] for i in places)) for places in combinations(range(len(hand)), n)}


def is_allowed(play, hand, lead, level, trump):
    """T13-T15, clause by clause."""
    suit = suit_of(lead[0], level, trump)
    held = [kind for kind in hand if suit_of(kind, level, trump) == suit]
    shown = [kind for kind in play if suit_of(kind, level, trump) == suit]
    if len(held) <= len(lead):
        return len(shown) == len(held)
    if len(shown) != len(lead):
        return False
    pairs = {kind for kind in held if held.count(kind) == 2}
    shown_pairs = {kind for kind in shown if shown.count(kind) == 2}
    return len(lead) == 1 or len(shown_pairs) == min(len(lead) // 2, len(pairs))


def masks(kinds, level, trump):
    one, both = masks_of(kinds, level, trump)
    return np.uint64(one), np.uint64(both)


def crowded_hand(dice, n, level, trump):
    """A hand of few kinds, so that pairs and runs are common: mostly one suit, level cards and jokers."""
    suit = dice.choice([0, 1, 2, 3])
    kinds = [kind for kind in range(N_KINDS) if kind // 13 == suit or is_trump(kind, level, trump)]
    pool = dice.sample(kinds, min(len(kinds), 8)) * 2 + dice.sample(PACK, 3)
    hand = []
    for kind in dice.sample(pool, len(pool)):
        if hand.count(kind) < 2 and len(hand) < n:
            hand.append(kind)
    return hand


@pytest.mark.parametrize("trump", [0, 2, 3, NO_TRUMP])
@pytest.mark.parametrize("level", [0, 3, 12])
def test_T13_T14_T15_exactly_the_lawful_follows_are_accepted(level, trump):
    dice = Random(f"{level} {trump}")
    for _ in range(N_HANDS):
        hand = crowded_hand(dice, 8, level, trump)
        pool = crowded_hand(dice, 12, level, trump)
        lead = dice.choice(sorted(lead for lead in all_leads(pool, level, trump) if len(lead) <= len(hand)))
        one, both = masks(lead, level, trump)
        suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(one), trump), trump))
        m = rules.pairs_led(one, both, trump)
        useful = 0
        for play in subsets(hand, len(lead)):
            lawful = is_allowed(play, hand, lead, level, trump)
            assert rules.is_legal_follow(*masks(play, level, trump), *masks(hand, level, trump), suit, len(lead), m) == lawful
            useful |= masks_of(play, level, trump)[0] if lawful else 0
        assert rules.cards_for_follow(*masks(hand, level, trump), suit, len(lead), m) == useful
        for n in (len(lead) - 1, len(lead) + 1):
            for play in list(subsets(hand, n))[:5] if 0 < n <= len(hand) else ():
                assert not rules.is_legal_follow(*masks(play, level, trump), *masks(hand, level, trump), suit, len(lead), m)


@pytest.mark.parametrize("trump", [0, 2, 3, NO_TRUMP])
@pytest.mark.parametrize("level", [0, 3, 12])
def test_T11_T12_exactly_the_lawful_leads_are_accepted(level, trump):
    dice = Random(f"{trump} {level}")
    for _ in range(N_HANDS):
        hand = crowded_hand(dice, 10, level, trump)
        leads = all_leads(hand, level, trump)
        for n in (1, 2, 4, 6):
            for play in subsets(hand, n):
                assert (rules.pairs_led(*masks(play, level, trump), trump) >= 0) == (play in leads), play


@pytest.mark.parametrize("trump", [1, NO_TRUMP])
def test_T12_longest_run_is_what_the_leads_say(trump):
    dice = Random(trump)
    for _ in range(5 * N_HANDS):
        level = dice.randrange(13)
        hand = crowded_hand(dice, 16, level, trump)
        folded = rules.fold(masks(hand, level, trump)[1], trump)
        assert rules.longest_run(folded, trump) == max(len(lead) // 2 for lead in all_leads(hand, level, trump))
