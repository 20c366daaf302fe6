"""The seam: Python functions of a View, called by address from a compiled kernel."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import jit, seam

VIEW = seam.view_dtype([("legal", np.uint64), ("round", np.int64), ("bids", np.int64, (6,))])


@pytest.fixture(scope="module")
def ask_once(tmp_path_factory):
    return seam.asking(VIEW, tmp_path_factory.mktemp("cache"))


def address(function, region=0):
    """The function's place in a kernel's table (kept alive in KEPT)."""
    kept, place = seam.entry(function, seam.region_dtype(VIEW, region), None)
    KEPT.append(kept)
    return place if jit.DISABLED else np.uint64(place)


KEPT: list = []


def views():
    """A View with something in every field."""
    view = seam.records(VIEW)
    view["legal"], view["round"], view["bids"] = 6, 3, [range(6)]
    view["parameters"] = np.arange(seam.N_REGIONS * seam.N_PARAMETERS).reshape(view["parameters"].shape)
    return view


def test_an_answer_comes_back(ask_once):
    def answer(view):
        return np.int64(view.legal) * 100 + view.round * 10 + view.bids[5]

    assert ask_once(address(answer), views()) == 635


def test_an_exception_comes_through_with_its_words(ask_once):
    def raises(view):
        if view.round == 3:
            raise ValueError("round three is not for me")
        return 0

    with pytest.raises(ValueError, match="round three is not for me"):
        ask_once(address(raises), views())


def test_a_kernel_works_on_after_an_exception(ask_once):
    def fails_once(view):
        view.notes[0] += 1
        if view.notes[0] == 1:
            raise RuntimeError("once")
        return view.notes[0]

    asked, place = views(), address(fails_once)
    with pytest.raises(RuntimeError):
        ask_once(place, asked)
    assert ask_once(place, asked) == 2


@pytest.mark.parametrize("region", range(seam.N_REGIONS))
def test_a_region_holds_the_own_parameters_and_notes(ask_once, region):
    def remembers(view):
        view.notes[31] = view.round
        return np.int64(view.parameters[5])

    asked = views()
    assert ask_once(address(remembers, region), asked) == region * seam.N_PARAMETERS + 5
    assert asked["notes"][0, region, 31] == 3
    assert np.count_nonzero(asked["notes"]) == 1


def test_all_regions_share_the_stream_and_the_fields(ask_once):
    def moves(view):
        view.rng[0] += np.uint64(1)
        return np.int64(view.rng[0])

    asked = views()
    assert [ask_once(address(moves, region), asked) for region in range(seam.N_REGIONS)] == [1, 2, 3, 4]


def test_one_kernel_for_all_functions(ask_once):
    places = [address(function) for function in (lambda view: 1, lambda view: 2, lambda view: view.round)]
    assert [ask_once(place, views()) for place in places] == [1, 2, 3]


def test_plain_record_puts_fields_before_numpys_methods():
    record = np.zeros(1, np.dtype((seam.PlainRecord, VIEW)))[0]
    record.round = 7
    assert record.round == 7
    assert record.bids.shape == (6,)


# Policies ----------------------------------------------------------------------------------------------------------------


def asks_its_policy(view):
    policy = seam.player_at(view.policies[1])
    return seam.ask(policy.functions[3], view) * 10 + np.int64(2.0 * policy.parameters[2, 4])


@pytest.mark.parametrize("region", [0, 3])
def test_a_strategy_reaches_its_policies_by_their_addresses(ask_once, region):
    players, asked = seam.records(seam.PLAYER, 2), views()
    players["functions"][1, 3] = address(lambda view: 7 * view.round)
    players["parameters"][1, 2, 4] = 2.5
    asked["policies"][0, region, 1] = players.ctypes.data + seam.PLAYER.itemsize
    assert ask_once(address(asks_its_policy, region), asked) == 215
