"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file. Input that cannot be read raises InputError in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from sim.core.bits import has
from sim.core.errors import InputError
from sim.games.cases import Case, any_fields, fields, whole_number
from sim.games.protocol import Answer
from sim.games.wizard import GAME, measures, rules
from sim.games.wizard.cards import SUIT_NAMES, card_name, mask_of, parse_cards, parse_suit
from sim.games.wizard.reference import laws

MOST_PLAYS = 6  # W2: a trick has as many cards as there are players


# Reading a case ------------------------------------------------------------------------------------------------------


def whole(case: Case, name: str, low: int, high: int) -> int:
    """The whole number in a field. Raises InputError."""
    return whole_number(case[name], name, low, high)


def listed(case: Case, name: str) -> list[Any]:
    """The list in a field. Raises InputError."""
    if not isinstance(case[name], list):
        raise InputError(f"{name} must be a list, not {case[name]!r}")
    return case[name]


def named_cards(case: Case, *names: str) -> list[list[int]]:
    """The codes of the cards in some fields, which come from one pack. Raises InputError."""
    parts = [listed(case, name) for name in names]
    texts = list(chain.from_iterable(parts))
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"a card must be a text such as 'R13', not {text!r}")
    codes = iter(parse_cards(texts))
    return [list(islice(codes, len(part))) for part in parts]


def flag(case: Case, name: str) -> bool:
    """The true or false in a field, false without it. Raises InputError."""
    value = case.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f"{name} must be true or false, not {value!r}")
    return value


# The kinds -----------------------------------------------------------------------------------------------------------


def read_trick(case: Any) -> tuple[list[int], int]:
    """{"plays": cards in order, "trump": "B" | "G" | "R" | "Y" | "NT"} -> codes, trump."""
    fields(case, ("plays", "trump"))
    (plays,) = named_cards(case, "plays")
    if not 1 <= len(plays) <= MOST_PLAYS:
        raise InputError(f"plays must be 1 to {MOST_PLAYS} cards, not {len(plays)}")
    if not isinstance(case["trump"], str):
        raise InputError(f"trump must be B, G, R, Y or NT, not {case['trump']!r}")
    return plays, parse_suit(case["trump"])


def winner_by_rules(case: Any) -> int:
    """W16: the index of the winning play."""
    return winning_play(*read_trick(case))


def winning_play(plays: Sequence[int], trump: int) -> int:
    """The same of codes, card by card as the kernel sees them."""
    follow, best, winner = rules.NONE_YET, -1, rules.NOBODY
    for i, card in enumerate(plays):
        follow, best, winner = rules.after_card(trump, follow, best, winner, i, card)
    return int(winner)


def winner_by_reference(case: Any) -> int:
    """W16: the index of the winning play."""
    plays, trump = read_trick(case)
    return laws.winning_play(plays, trump)


def read_hand(case: Any) -> tuple[list[int], list[int]]:
    """{"played": cards in order, "hand": cards} -> codes."""
    fields(case, ("played", "hand"))
    played, hand = named_cards(case, "played", "hand")
    if len(played) >= MOST_PLAYS:
        raise InputError(f"played must be at most {MOST_PLAYS - 1} cards before one's own, not {len(played)}")
    if not 1 <= len(hand) <= rules.MAX_ROUNDS:
        raise InputError(f"hand must be 1 to {rules.MAX_ROUNDS} cards, not {len(hand)}")
    return played, hand


def plays_by_rules(case: Any) -> list[str]:
    """W15: the legal cards of the hand, in its order."""
    played, hand = read_hand(case)
    follow = rules.NONE_YET
    for card in played:
        follow = int(rules.follow_after(follow, card))
    legal = rules.legal_plays(np.uint64(mask_of(hand)), follow)
    return [card_name(card) for card in hand if has(legal, card)]


def plays_by_reference(case: Any) -> list[str]:
    """W15: the legal cards of the hand, in its order."""
    played, hand = read_hand(case)
    legal = laws.legal_cards(hand, laws.suit_to_follow(played))
    return [card_name(card) for card in hand if card in legal]


def read_bidding(case: Any) -> tuple[int, int, list[int], bool]:
    """{"players": n, "round": k, "bids": the bids before, "plus_one": true | false} -> the same."""
    fields(case, ("players", "round", "bids"), ("plus_one",))
    players = whole(case, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    n_tricks = whole(case, "round", 1, rules.n_rounds(players))
    bids = [whole_number(bid, "a bid", 0, n_tricks) for bid in listed(case, "bids")]
    if len(bids) >= players:
        raise InputError(f"bids must be at most {players - 1} before one's own with {players} players, not {len(bids)}")
    return players, n_tricks, bids, flag(case, "plus_one")


def bids_by_rules(case: Any) -> list[int]:
    """W6, W8: the legal bids, ascending."""
    players, n_tricks, bids, plus_one = read_bidding(case)
    legal = rules.legal_bids(n_tricks, sum(bids), len(bids) == players - 1, plus_one)
    return [bid for bid in range(64) if has(legal, bid)]


def bids_by_reference(case: Any) -> list[int]:
    """W6, W8: the legal bids, ascending."""
    players, n_tricks, bids, plus_one = read_bidding(case)
    return laws.legal_numbers(n_tricks, bids, players, plus_one)


def read_sheet(case: Any) -> tuple[int, int]:
    """{"bid": b, "won": w} -> the same."""
    fields(case, ("bid", "won"))
    return whole(case, "bid", 0, rules.MAX_ROUNDS), whole(case, "won", 0, rules.MAX_ROUNDS)


def score_by_rules(case: Any) -> int:
    """W17, W18: points of a round."""
    return int(rules.score_round(*read_sheet(case)))


def score_by_reference(case: Any) -> int:
    """W17, W18: points of a round."""
    return laws.round_points(*read_sheet(case))


def read_totals(case: Any) -> list[int]:
    """{"totals": points of each seat} -> the same."""
    fields(case, ("totals",))
    totals = [whole_number(total, "a total", measures.LOWEST_SCORE, measures.HIGHEST_SCORE) for total in listed(case, "totals")]
    if not 1 <= len(totals) <= rules.MAX_PLAYERS:
        raise InputError(f"totals must be those of 1 to {rules.MAX_PLAYERS} players, not {len(totals)}")
    return totals


def winners_by_rules(case: Any) -> list[int]:
    """W19: the indices of the highest totals, as the kernel tallies a win."""
    totals = read_totals(case)
    game = GAME.new_game(GAME.rules())
    game["rules"]["players"] = len(totals)
    game["scores"][0, : len(totals)] = totals
    layout = GAME.layout(GAME.rules())
    won = []
    for seat in range(len(totals)):
        row, counts = np.zeros(layout.n_columns, np.int64), np.zeros(layout.n_counts, np.int64)
        measures.tally_result(game[0], seat, row, counts)
        won.append(int(row[measures.WIN]))
    return [seat for seat, win in enumerate(won) if win]


def winners_by_reference(case: Any) -> list[int]:
    """W19: the indices of the highest totals."""
    return laws.winners(read_totals(case))


def read_players(case: Any) -> int:
    """{"players": n} -> n."""
    fields(case, ("players",))
    return whole(case, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)


def rounds_by_rules(case: Any) -> int:
    """W2: rounds of a game."""
    return rules.n_rounds(read_players(case))


def rounds_by_reference(case: Any) -> int:
    """W2: rounds of a game: as long as the pack is enough for one card more to each."""
    players = read_players(case)
    return sum(1 for n_cards in range(1, len(laws.CARDS) + 1) if n_cards * players <= len(laws.CARDS))


# Rules that a table cannot agree on ----------------------------------------------------------------------------------


def error_by_rules(case: Any) -> str | None:
    """What GAME.rules says against {"players": n, option: value ...}; None when nothing is wrong."""
    options = dict(any_fields(case))
    players = options.pop("players", GAME.default_players)
    try:
        if isinstance(players, bool) or not isinstance(players, int):
            whole_number(players, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)
        GAME.rules(players, options)
    except InputError as error:
        return str(error)
    return None


def error_by_reference(case: Any) -> str | None:
    """The same sentence if the rules of README.md find the same fault, else the fault that they find."""
    fault, said = laws.fault_of(any_fields(case)), error_by_rules(case)
    agreed = fault in said if fault and said else fault == said
    return said if agreed else fault


def reason(kind: str, case: Any, answer: Any) -> str:
    """The rule numbers, and a few words on why the answer is this one."""
    if kind == "trick_winner":
        return winner_reason(*read_trick(case), answer)
    if kind == "legal_plays":
        return follow_reason(laws.suit_to_follow(read_hand(case)[0]))
    if kind == "score":
        miss = abs(case["bid"] - case["won"])
        return f"W18: missed by {miss}" if miss else "W17: met exactly"
    if kind == "legal_bids":
        return f"W8: the bids may not add up to {case['round']}" if len(answer) == case["round"] else f"W6: 0 to {case['round']}"
    return {"winners": "W19: the highest total", "rounds": "W2: 60 cards among the players", "error": "W2 W4 W5 W7-W12: the options"}[kind]


def winner_reason(plays: Sequence[int], trump: int, winner: int) -> str:
    """Why this play wins the trick."""
    card = plays[winner]
    if card in laws.WIZARDS:
        return "W16: the first wizard"
    if card in laws.JESTERS:
        return "W16: nothing but jesters, the first of them"
    return "W16: the highest trump" if card // 16 == trump else "W14 W16: the highest card of the suit to follow"


def follow_reason(suit: int) -> str:
    """What is to be followed."""
    if suit == laws.NO_SUIT:
        return "W14 W15: a wizard came first, nothing is to be followed"
    if suit == laws.NOT_YET:
        return "W14 W15: nothing is to be followed yet"
    return f"W15: {SUIT_NAMES[suit]} is to be followed by who holds it; wizards and jesters are always legal"


JUDGES: Mapping[str, tuple[Answer, Answer]] = {
    "trick_winner": (winner_by_rules, winner_by_reference),
    "legal_plays": (plays_by_rules, plays_by_reference),
    "legal_bids": (bids_by_rules, bids_by_reference),
    "score": (score_by_rules, score_by_reference),
    "winners": (winners_by_rules, winners_by_reference),
    "rounds": (rounds_by_rules, rounds_by_reference),
    "error": (error_by_rules, error_by_reference),
}
