"""Greedy with a leaking memory of its own.

Idea: before each own turn each card that is remembered, own or another's, is forgotten with chance `loss`; what it
looks at or puts somewhere is remembered anew. (The rule option `fading` does the same to a seat; here the strategy
does it to itself, so that both can sit at one table.)
Origin: simulators that model people by a loss for each turn, usually about a tenth.
Weakness: what it forgets it must look at again, and it cannot throw what it has forgotten.
"""

from sim.games.cambio.strategist import NOTHING, PLAY, Knob, bit, chance, lowest, np, own_position, pair_place, position_of, seat_of
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import call as call_as_greedy
from strategies.cambio.greedy import draw, give, snap
from strategies.cambio.greedy import exchange as exchange_as_greedy
from strategies.cambio.greedy import king as king_as_greedy
from strategies.cambio.greedy import peek_other as peek_other_as_greedy
from strategies.cambio.greedy import peek_own as peek_own_as_greedy
from strategies.cambio.greedy import use as use_as_greedy

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

LOSS = len(GREEDY)
KNOBS = (*GREEDY, Knob("loss", 0.1, 0, 1, "chance to forget each remembered card before an own turn"))
FORGOTTEN, KNOWN = 0, 8  # notes: by seat, forgotten positions; those known at the last own turn


def call(view):
    """At greedy's threshold, by what is left of the memory."""
    forget(view)
    return call_as_greedy(view)


def forget(view):
    """Forgets; a card known now and not at the last own turn is new and may be forgotten like the others."""
    for seat in range(view.players):
        known = view.known[seat]
        forgotten = np.uint64(view.notes[FORGOTTEN + seat]) & known & np.uint64(view.notes[KNOWN + seat])
        left = known & ~forgotten
        while left:
            place = bit(lowest(left))
            left ^= place
            if chance(view) < view.parameters[LOSS]:
                forgotten |= place
        view.notes[FORGOTTEN + seat] = np.int64(forgotten)
        view.notes[KNOWN + seat] = np.int64(known)


def learn(view, seat, position):
    """The card at a place is remembered from now on."""
    view.notes[FORGOTTEN + seat] = np.int64(np.uint64(view.notes[FORGOTTEN + seat]) & ~bit(position))


def use(view):
    """As greedy; what is swapped in is remembered."""
    answer = use_as_greedy(view)
    if answer < PLAY:
        learn(view, view.seat, answer)
    return answer


def peek_own(view):
    """As greedy."""
    position = peek_own_as_greedy(view)
    learn(view, view.seat, position)
    return position


def peek_other(view):
    """As greedy."""
    place = peek_other_as_greedy(view)
    learn(view, seat_of(place), position_of(place))
    return place


def exchange(view):
    """As greedy; what was forgotten of the two cards goes along."""
    pair = exchange_as_greedy(view)
    trade(view, pair)
    return pair


def trade(view, pair):
    """Two cards change places."""
    own, seat, there = own_position(pair), seat_of(pair_place(pair)), position_of(pair_place(pair))
    mine = np.uint64(view.notes[FORGOTTEN + view.seat]) >> np.uint64(own) & np.uint64(1)
    theirs = np.uint64(view.notes[FORGOTTEN + seat]) >> np.uint64(there) & np.uint64(1)
    learn(view, view.seat, own)
    learn(view, seat, there)
    view.notes[FORGOTTEN + view.seat] |= np.int64(theirs << np.uint64(own))
    view.notes[FORGOTTEN + seat] |= np.int64(mine << np.uint64(there))


def king(view):
    """As greedy; both cards are remembered."""
    first = view.pair == NOTHING
    answer = king_as_greedy(view)
    if first:
        learn(view, view.seat, own_position(answer))
        learn(view, seat_of(pair_place(answer)), position_of(pair_place(answer)))
    return answer
