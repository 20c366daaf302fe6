"""One test at least for each rule of sim/games/wizard/README.md: on the kernel's rules, and in games that were played.

The games of `book()` are the reference's, and the kernel has come to the same tallies in each. Witnesses are strategies
that raise inside the kernel when their View breaks a rule. All of this also passes with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from sim.core.bits import lowest
from sim.core.errors import InputError, StrategyFault
from sim.games.wizard import GAME, measures, rules
from sim.games.wizard.cards import FULL_PACK, NO_TRUMP, PACK, SUITS, card_name, cards_in, mask_of, parse_card, parse_cards, parse_suit
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY
from sim.games.wizard.judge import winning_play
from tests.games.wizard import witness
from tests.games.wizard.tables import N_GAMES, PLAYERS, VARIANTS, book, only, tricks
from tests.playing import Players

W1_NAMES = sorted([f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)] + ["J", "W"] * 4)


def winner(cards, trump):
    """The kernel's index of the winning play."""
    return winning_play(parse_cards(cards), parse_suit(trump))


def legal(hand, played):
    """The kernel's legal cards of a hand, by name."""
    codes = parse_cards([*played, *hand])
    follow = rules.NONE_YET
    for card in codes[: len(played)]:
        follow = rules.follow_after(follow, card)
    return {card_name(card) for card in cards_in(int(rules.legal_plays(np.uint64(mask_of(codes[len(played) :])), follow)))}


def watch(options, functions):
    """Plays games with these witnesses in every seat."""
    for players in PLAYERS:
        table = Players(GAME, [functions] * players)
        table.play(GAME.rules(players, options), 3, 0, N_GAMES)


def policies(players, **answers):
    """Plain Python policies for the reference: a function of the View by decision name, else the lowest legal answer."""

    def answer(decision, views):
        view = views[0]
        by_script = answers.get(GAME.decisions[decision].name)
        return by_script(view) if by_script else cards_in(view["legal"])[0]

    return [answer] * players


# Cards, deal, trump --------------------------------------------------------------------------------------------------


def test_W1_sixty_cards():
    assert sorted(card_name(card) for card in PACK) == W1_NAMES
    for game in book():
        assert sorted(card for hand in game.rounds[-1][0]["hands"] for card in hand) == W1_NAMES


def test_W2_three_to_six_players():
    for players in (-1, 0, 1, 2, 7, 60):
        with pytest.raises(InputError, match="3 to 6 players"):
            GAME.rules(players)


def test_W2_rounds_and_cards():
    assert [rules.n_rounds(players) for players in PLAYERS] == [20, 15, 12, 10]
    for game in book():
        assert len(game.rounds) == 60 // game.rules.players
        for k, events in enumerate(game.rounds, 1):
            assert [len(hand) for hand in events[0]["hands"]] == [k] * game.rules.players


def test_W3_turned_card_makes_trump():
    assert [rules.trump_of_turned(parse_card(name)) for name in ("B1", "G13", "R7", "Y2")] == [0, 1, 2, 3]
    for game in book():
        for events in game.rounds[:-1]:
            turned = only(events, "turned")[0]
            if turned["card"] not in ("W", "J"):
                assert turned["trump"] == turned["card"][0]
                assert turned["card"] not in [card for hand in events[0]["hands"] for card in hand]


def test_W3_last_round_without_trump():
    for game in book():
        assert only(game.rounds[-1], "turned") == [{"event": "turned", "card": None, "trump": "NT"}]
        assert not only(game.rounds[-1], "trump")


def test_W4_jester_turned_means_no_trump():
    assert {rules.trump_of_turned(16 * lane) for lane in range(4)} == {NO_TRUMP}
    turned = [(only(events, "turned")[0], only(events, "trump")) for game in book() for events in game.rounds]
    jesters = [(event, named) for event, named in turned if event["card"] == "J"]
    assert jesters
    assert all(event["trump"] == "NT" and not named for event, named in jesters)


def test_W4_wizard_turned_dealer_names_trump():
    seen = Counter()
    for game in book():
        for events in game.rounds:
            if only(events, "turned")[0]["card"] == "W":
                option = game.rules.options["wizard_turned"]
                assert only(events, "turned")[0]["trump"] == "NT"
                assert len(only(events, "trump")) == (option == "dealer-chooses")
                for event in only(events, "trump"):
                    assert event["seat"] == events[0]["dealer"]
                    assert events.index(event) < events.index(only(events, "bid")[0])
                seen[option] += 1
    assert len(seen) == 2


def test_W4_dealer_has_seen_the_hand_and_all_see_the_trump():
    def choose(view):
        assert view["seat"] == view["dealer"]
        assert len(cards_in(view["hand"])) == view["round"]
        assert view["trump"] == NO_TRUMP
        assert list(view["bids"][:3]) == [-1, -1, -1]
        return 2

    named = 0
    for block in range(3):
        events = GAME.replay(GAME.rules(3), policies(3, choose_trump=choose), 5, block)["events"]
        named += len(only(events, "trump"))
        assert all(event["suit"] == "R" for event in only(events, "trump"))
    assert named


def test_W5_deal_moves_on_clockwise():
    for game in book():
        for before, after in pairwise(events[0]["dealer"] for events in game.rounds):
            assert after == (before + 1) % game.rules.players


def test_W5_first_dealer_fixed_or_drawn():
    assert all(game.rounds[0][0]["dealer"] == 1 for game in book() if game.rules.options["first_dealer"] == "1")
    drawn = Counter(GAME.replay(GAME.rules(6), policies(6), 9, block)["events"][0]["dealer"] for block in range(60))
    assert set(drawn) == set(range(6))
    with pytest.raises(InputError, match=r"first_dealer=3 is no seat of 3 players; allowed: 0\.\.2"):
        GAME.rules(3, {"first_dealer": 3})


# Bids ----------------------------------------------------------------------------------------------------------------


def test_W6_bids_clockwise_from_the_dealers_left():
    for game in book():
        n = game.rules.players
        for events in game.rounds:
            dealer = events[0]["dealer"]
            assert [event["seat"] for event in only(events, "bid")] == [(dealer + i) % n for i in range(1, n + 1)]


def test_W6_zero_to_k_tricks():
    for k in range(1, 21):
        assert cards_in(int(rules.legal_bids(k, 3, False, False))) == list(range(k + 1))
        assert cards_in(int(rules.legal_bids(k, 3, True, False))) == list(range(k + 1))
    watch({}, (witness.any_answer, witness.own_hand_bid, witness.any_answer))
    said = {event["bid"] for game in book() for event in only(game.rounds[7], "bid")}
    assert said == set(range(9))


def test_W7_open_bids_are_heard_at_once():
    watch({"bids": "open"}, (witness.any_answer, witness.open_bid, witness.all_bids_shown))
    watch({"bids": "open", "plus_one": "true"}, (witness.any_answer, witness.open_bid, witness.all_bids_shown))


def test_W8_bids_may_not_add_up():
    assert cards_in(int(rules.legal_bids(4, 3, True, True))) == [0, 2, 3, 4]
    assert cards_in(int(rules.legal_bids(4, 4, True, True))) == [1, 2, 3, 4]
    assert cards_in(int(rules.legal_bids(2, 3, True, True))) == [0, 1, 2]  # above already
    assert cards_in(int(rules.legal_bids(4, 3, False, True))) == [0, 1, 2, 3, 4]  # only the last is bound
    sums = Counter()
    for game in book():
        plus_one = game.rules.options["plus_one"] == "true"
        for k, events in enumerate(game.rounds, 1):
            sums[plus_one, sum(event["bid"] for event in only(events, "bid")) == k] += 1
    assert sums[True, False] and not sums[True, True]
    assert sums[False, False] and sums[False, True]


def test_W8_the_completing_bid_is_refused():
    agreed = GAME.rules(3, {"plus_one": "true"})
    with pytest.raises(StrategyFault, match=r"answered 1 in round 1; legal: 0 \(W6\)"):
        GAME.replay(agreed, policies(3, bid=lambda view: int(view["seat"] == view["dealer"])), 1, 0)

    def dealer_completes(view):
        return 1 if view.seat == view.dealer else 0

    with pytest.raises(AssertionError, match="unlawful answer"):
        Players(GAME, [(witness.any_answer, dealer_completes, witness.any_answer)] * 3).play(agreed, 1, 0, 1)


def test_W9_hidden_bids_are_shown_before_the_first_card():
    watch({"bids": "hidden"}, (witness.any_answer, witness.deaf_bid, witness.all_bids_shown))


def test_W10_secret_bids_stay_secret():
    watch({"bids": "secret"}, (witness.any_answer, witness.deaf_bid, witness.own_bid_only))


def test_W11_foreheads_in_round_one():
    for options in VARIANTS:
        if options["forehead"] == "true" and options["first_dealer"] == "drawn":
            watch(options, (witness.any_answer, witness.forehead_bid, witness.any_answer))


def test_W12_plus_one_needs_open_bids():
    for bids in ("hidden", "secret"):
        with pytest.raises(InputError, match=f"plus_one cannot be combined with bids={bids}"):
            GAME.rules(4, {"plus_one": "true", "bids": bids})
    for bids in ("open", "hidden", "secret"):
        GAME.rules(4, {"forehead": "true", "bids": bids})


# Tricks --------------------------------------------------------------------------------------------------------------


def test_W13_winner_leads_next():
    for game in book():
        n = game.rules.players
        for events in game.rounds:
            leader = (events[0]["dealer"] + 1) % n
            for seats, _, won_by in tricks(events):
                assert seats == [(leader + i) % n for i in range(n)]
                leader = won_by
    watch({}, (witness.any_answer, witness.any_answer, witness.unplayed_card))


def test_W14_first_card_that_is_no_jester_decides():
    none_yet, none_at_all = rules.NONE_YET, rules.NONE_AT_ALL
    jester, wizard, red_5, blue_9 = parse_cards(["J", "W", "R5", "B9"])
    assert rules.follow_after(none_yet, jester) == none_yet
    assert rules.follow_after(none_yet, red_5) == SUITS.index("R")
    assert rules.follow_after(none_yet, wizard) == none_at_all
    for later in (jester, wizard, blue_9):
        assert rules.follow_after(SUITS.index("R"), later) == SUITS.index("R")
        assert rules.follow_after(none_at_all, later) == none_at_all


def suit_set(cards):
    """W14 once more: the suit to follow, `W` for nothing in this trick, or nothing yet."""
    return next((card[0] for card in cards if card != "J"), "")


def test_W15_follow_suit_or_play_a_special():
    assert legal(["R1", "B6", "W", "J"], ["R6"]) == {"R1", "W", "J"}
    assert legal(["B1", "G6", "W"], ["R6"]) == {"B1", "G6", "W"}  # void
    assert legal(["R2", "B5"], ["R4", "W"]) == {"R2"}  # a wizard in the middle frees nobody
    assert legal(["R2", "B5"], ["W", "R4"]) == {"R2", "B5"}
    assert legal(["R2", "B5"], ["J"]) == {"R2", "B5"}
    assert legal(["R2", "B5"], ["J", "B1"]) == {"B5"}
    followed = 0
    for game in book():
        for events in game.rounds:
            hands = [list(hand) for hand in events[0]["hands"]]
            for seats, cards, _ in tricks(events):
                for i, (seat, card) in enumerate(zip(seats, cards, strict=True)):
                    suit = suit_set(cards[:i])
                    if card not in ("W", "J") and card[0] != suit and suit not in ("", "W"):
                        assert not [held for held in hands[seat] if held[0] == suit]
                        followed += 1
                    hands[seat].remove(card)
    assert followed


def test_W15_another_card_is_refused():
    def revoke(view):
        others = set(cards_in(view["hand"])) - set(cards_in(view["legal"]))
        return min(others, default=cards_in(view["legal"])[0])

    with pytest.raises(StrategyFault, match=r"answered \d+ in round \d+; legal: \d+ \([BGRYJW]\d*\).* \(W15\)"):
        GAME.replay(GAME.rules(4), policies(4, play=revoke), 1, 0)

    def not_held(view):
        return lowest(FULL_PACK & ~view.hand)

    for wrong in (not_held, lambda view: -1, lambda view: 64):
        with pytest.raises(AssertionError, match="unlawful answer"):
            Players(GAME, [(witness.any_answer, witness.any_answer, wrong)] * 4).play(GAME.rules(4), 1, 0, 20)


def test_W16_first_wizard_wins():
    assert winner(["R1", "W", "W"], "R") == 1
    assert winner(["W", "R13", "B6"], "R") == 0
    seen = 0
    for _, (seats, cards, won_by), _ in tricks_of_book():
        if "W" in cards:
            assert seats[cards.index("W")] == won_by
            seen += cards.count("W") > 1
    assert seen


def tricks_of_book():
    """(trump, trick, round) of all tricks of the book."""
    for game in book():
        for k, events in enumerate(game.rounds, 1):
            trump = (only(events, "trump") or [{"suit": only(events, "turned")[0]["trump"]}])[0]["suit"]
            for trick in tricks(events):
                yield trump, trick, k


def test_W16_highest_trump_wins():
    assert winner(["R13", "G2", "G5", "R12"], "G") == 2
    seen = 0
    for trump, (seats, cards, won_by), _ in tricks_of_book():
        trumps = [card for card in cards if card[0] == trump]
        if trumps and "W" not in cards:
            assert cards[seats.index(won_by)] == max(trumps, key=lambda card: int(card[1:]))
            seen += 1
    assert seen


def test_W16_highest_of_the_suit_wins():
    assert winner(["R5", "B9", "R7"], "G") == 2
    assert winner(["J", "B8", "Y9"], "G") == 1
    seen = 0
    for trump, (seats, cards, won_by), _ in tricks_of_book():
        if "W" not in cards and not any(card[0] == trump for card in cards) and suit_set(cards):
            following = [card for card in cards if card[0] == suit_set(cards)]
            assert cards[seats.index(won_by)] == max(following, key=lambda card: int(card[1:]))
            seen += 1
    assert seen


def test_W16_all_jesters_the_first_wins():
    for n in (3, 4):
        for trump in ("B", "NT"):
            assert winner(["J"] * n, trump) == 0


def test_W16_strengths_order_a_trick_as_the_rules_do():
    """rules.strength, which the kernel compares, against the order of README.md spelt out."""
    trump, follow = SUITS.index("G"), SUITS.index("R")
    ladder = [*["J", "B13", "Y1"], *[f"R{rank}" for rank in range(1, 14)], *[f"G{rank}" for rank in range(1, 14)], "W"]
    values = [rules.strength(trump, follow, parse_card(name)) for name in ladder]
    assert values[:3] == [0, 0, 0]
    assert all(a < b for a, b in pairwise(values[2:]))


# Score ---------------------------------------------------------------------------------------------------------------


def test_W17_bid_met():
    assert [rules.score_round(bid, bid) for bid in (0, 1, 2, 3, 15)] == [20, 30, 40, 50, 170]


def test_W18_bid_missed():
    assert [rules.score_round(bid, won) for bid, won in ((2, 4), (3, 1), (1, 0), (0, 1), (15, 0))] == [-20, -20, -10, -10, -150]


def test_W17_W18_on_the_score_sheet():
    met = Counter()
    for game in book():
        totals = [0] * game.rules.players
        for events in game.rounds:
            sheet = only(events, "score")[0]
            bids = {event["seat"]: event["bid"] for event in only(events, "bid")}
            won = Counter(event["winner"] for event in only(events, "trick"))
            for seat in range(game.rules.players):
                assert (sheet["bids"][seat], sheet["won"][seat]) == (bids[seat], won[seat])
                is_met = bids[seat] == won[seat]
                assert sheet["points"][seat] == (20 + 10 * bids[seat] if is_met else -10 * abs(bids[seat] - won[seat]))
                totals[seat] += sheet["points"][seat]
                met[is_met] += 1
            assert sheet["totals"] == totals
    assert met[True] and met[False]


@pytest.mark.parametrize(
    ("totals", "wins"), [([100, 200, 50, 200], [0, 30, 0, 30]), ([-10, -20, -30], [60, 0, 0]), ([70] * 5, [12] * 5), ([1, 1, 0], [30, 30, 0])]
)
def test_W19_highest_total_wins_and_ties_split(totals, wins):
    game, layout = GAME.new_game(GAME.rules()), GAME.layout(GAME.rules())
    game["rules"]["players"] = len(totals)
    game["scores"][0, : len(totals)] = totals
    for seat, win in enumerate(wins):
        row, counts = np.zeros(layout.n_columns, np.int64), np.zeros(layout.n_counts, np.int64)
        measures.tally_result(game[0], seat, row, counts)
        assert row[measures.WIN] == win
        assert row[measures.PLACE] == sum(2 * (other > totals[seat]) + (other == totals[seat]) for other in totals) + 1


def test_W19_in_the_games_played():
    for game in book():
        end = game.events[-1]
        assert end["totals"] == only(game.rounds[-1], "score")[0]["totals"]
        assert end["winners"] == [seat for seat, total in enumerate(end["totals"]) if total == max(end["totals"])]


# The Views of the kernel and decisions' names ------------------------------------------------------------------------


def test_decisions_stand_where_their_names_say():
    assert [GAME.decision_index(name) for name in ("choose_trump", "bid", "play")] == [CHOOSE_TRUMP, BID, PLAY]
