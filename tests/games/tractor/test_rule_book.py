"""One test at least for each rule of sim/games/tractor/README.md: on the kernel's rules, and in games that were played.

The deals of `book()` are the reference's, and the kernel has come to the same tallies in each. Witnesses are strategies
that raise inside the kernel when their View breaks a rule. All of this also passes with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core import rng
from sim.core.errors import InputError, StrategyFault
from sim.games.tractor import GAME, reference, rules
from sim.games.tractor.cards import HAND_SIZE, N_KINDS, NO_TRUMP, RANKS, card_name, level_name, parse_cards, parse_level, parse_suit, points_of
from sim.games.tractor.decisions import BURY, CHOSEN, DECLARE, FOLLOW, LEAD
from tests.games.tractor import witness
from tests.games.tractor.tables import N_GAMES, OPTIONS, book, games, is_lawful, passing, scripted, sets, shape, winner
from tests.playing import Players

WHOLE_PACK = Counter({card_name(kind): 2 for kind in range(N_KINDS)})


@pytest.fixture
def deal_cards(monkeypatch):
    """Lets the reference deal a pack written down here."""

    def use(hands, kitty=""):
        pack = scripted(hands, kitty)
        monkeypatch.setattr(rng.Stream, "shuffle_front", lambda self, cards, n: cards.__setitem__(slice(None), pack))

    return use


def replay(options, *policies):
    """A game by the reference; one policy stands for all seats."""
    return GAME.replay(GAME.rules(4, options), policies if len(policies) == 4 else policies * 4, 1, 0)


def declaring(answers):
    """A policy that declares by a list, in order of being asked, and then does as `passing` does."""
    left = list(answers)

    def policy(decision, views):
        return left.pop(0) if decision == DECLARE and left else passing(decision, views)

    return policy


def only(transcript, name):
    return [event for event in transcript["events"] if event["event"] == name]


# Cards and teams -----------------------------------------------------------------------------------------------------


def test_T1_108_cards_25_each_and_8():
    assert len(book()) >= len(OPTIONS) * N_GAMES
    for deal in book():
        hands, kitty = deal.one("deal")["hands"], deal.one("deal")["kitty"].split()
        assert [len(hand.split()) for hand in hands] == [25] * 4 and len(kitty) == 8
        assert Counter([*kitty, *(card for hand in hands for card in hand.split())]) == WHOLE_PACK


def test_T1_no_third_copy():
    with pytest.raises(InputError, match="the pack holds it twice"):
        parse_cards("RJ RJ RJ")


def test_T2_four_players_in_teams():
    for players in (0, 3, 5):
        with pytest.raises(InputError, match=f"Tractor is for 4 players, not {players}"):
            GAME.rules(players)
    assert GAME.sides(4) == ((0, 2), (1, 3))
    for deal in book():
        for trick in deal.tricks:
            assert [play["seat"] for play in trick] == [(trick[0]["seat"] + i) % 4 for i in range(4)]


def test_T2_matches_start_at_level_2():
    for agreed, events in games():
        if agreed.options["unit"] == "match":
            assert events[0]["levels"] == ["2", "2"]


def test_T3_level_of_the_dealers_team():
    for deal in book():
        opening = deal.one("deal")
        if deal.rules.options["unit"] == "match":
            assert opening["level"] == opening["levels"][opening["dealer"] % 2]
        elif deal.rules.options["level"] != "drawn":
            assert opening["level"] == deal.rules.options["level"].upper()


def test_T3_levels_are_read_and_refused():
    assert [GAME.rules(4, {"level": name}).values["level"] for name in ("drawn", *RANKS)] == list(range(-1, 13))
    for level in ("1", "Z", "11", ""):
        with pytest.raises(InputError, match=r"allowed: drawn \| 2\.\.10 \| J \| Q \| K \| A \(T3\)"):
            GAME.rules(4, {"level": level})
    with pytest.raises(InputError, match="a match starts at level 2"):
        GAME.rules(4, {"level": "5", "unit": "match"})


def test_T3_all_levels_and_dealers_are_drawn():
    drawn = [(e[0]["level"], e[0]["dealer"]) for e in (GAME.replay(GAME.rules(), [passing] * 4, 1, block)["events"] for block in range(80))]
    assert {level for level, _ in drawn} == set(RANKS) and {dealer for _, dealer in drawn} == {0, 1, 2, 3}


# Declaring trumps ----------------------------------------------------------------------------------------------------


def test_T4_the_dealer_begins_and_turns_go_round():
    for deal in book():
        seats = [event["seat"] for event in deal.events if event["event"] in ("declare", "pass")]
        assert seats == [(deal.one("deal")["dealer"] + i) % 4 for i in range(len(seats))]


def test_T4_who_passed_may_declare_later(deal_cards):
    deal_cards(["2H 2H", "2S", "", ""])
    played = replay({"level": "2", "dealer": "0"}, declaring([0, 1, 6]))
    assert [(e["seat"], e["cards"]) for e in only(played, "declare")] == [(1, "2S"), (0, "2H 2H")]


def test_T4_T6_dealer_option():
    for seat in range(4):
        assert GAME.rules(4, {"dealer": str(seat)}).values["dealer"] == seat
    with pytest.raises(InputError, match=r"rule dealer=4 is not allowed; allowed: 0\.\.3 \| first"):
        GAME.rules(4, {"dealer": "4"})
    for deal in book():
        if deal.rules.options["dealer"] == "1":
            assert deal.one("deal")["dealer"] == deal.one("trump")["dealer"] == 1


def test_T5_order_of_declarations():
    strengths = [rules.STRENGTH[a] for a in range(11)]
    assert strengths == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4]
    assert [rules.TRUMP_OF[a] for a in range(1, 11)] == [0, 1, 2, 3, 0, 1, 2, 3, NO_TRUMP, NO_TRUMP]
    assert [reference.strength(cards, 0) for cards in reference.declarations(0)] == strengths


@pytest.mark.parametrize(
    ("hand", "standing", "answers"),
    [
        ("2S 3S 3S", 0, {0, 1}),
        ("2S 2S 2D", 0, {0, 1, 5, 3}),
        ("2S 2S 2D", 1, {0, 5}),
        ("2S 2S BJ BJ RJ", 2, {0, 9}),
        ("BJ BJ RJ RJ", 3, {0, 10}),
        ("BJ BJ RJ RJ 2S 2S", 4, {0}),
        ("BJ RJ AS AS", 0, {0}),
    ],
)
def test_T5_legal_declarations(hand, standing, answers):
    legal = int(rules.legal_declarations(*sets(hand, "2", "NT"), standing))
    assert {a for a in range(64) if legal >> a & 1} == answers


def test_T5_each_declaration_is_stronger():
    for deal in book():
        level = deal.order[0]
        strengths = [reference.strength(parse_cards(event["cards"]), level) for event in deal.all("declare")]
        assert strengths == sorted(set(strengths)) and 0 not in strengths
    assert max(len(deal.all("declare")) for deal in book()) >= 2


def test_T5_an_equal_declaration_is_unlawful(deal_cards):
    deal_cards(["2H", "2S 2S", "", ""])
    with pytest.raises(StrategyFault, match="seat 1 answered 1 to declare; legal: 0, 5"):
        replay({"level": "2", "dealer": "0"}, declaring([2, 1]))


def test_T6_three_passes_end_it():
    for deal in book():
        acts = [event["event"] for event in deal.events if event["event"] in ("declare", "pass")]
        if "declare" in acts:
            assert acts[-4:] == ["declare", "pass", "pass", "pass"]
            assert "pass pass pass pass" not in " ".join(acts)


def test_T6_first_declarer_deals_or_who_stands():
    seen = set()
    for deal in book():
        options, made = deal.rules.options, deal.all("declare")
        is_first = deal.one("deal")["levels"] == ["2", "2"] if options["unit"] == "match" else options["dealer"] == "first"
        if made and is_first and deal.events is not None and deal.one("trump")["dealer"] != deal.one("deal")["dealer"]:
            at = 0 if options["first_dealer"] == "first_declarer" else -1
            assert deal.one("trump")["dealer"] == made[at]["seat"]
            seen.add((options["first_dealer"], made[0]["seat"] == made[-1]["seat"]))
    assert len(seen) >= (1 if N_GAMES == 1 else 3)


def test_T6_later_deals_keep_their_dealer(deal_cards):
    deal_cards(["", "2H", "2S 2S", ""])
    played = replay({"level": "2", "dealer": "3"}, declaring([2, 5]))
    assert only(played, "trump") == [{"event": "trump", "trump": "S", "dealer": 3, "turned_up": False}]
    for option, dealer in (("first_declarer", 1), ("standing", 2)):
        played = replay({"level": "2", "first_dealer": option}, declaring([2, 5]))
        assert only(played, "trump")[0]["dealer"] == dealer


def test_T7_the_kitty_is_turned_up(deal_cards):
    for kitty, trump in (("BJ RJ 3D", "D"), ("2C BJ 3D", "C"), ("AH 2C", "H")):
        deal_cards(["", "", "", ""], kitty)
        opening, made = only(replay({"level": "2"}, passing), "deal")[0], only(replay({"level": "2"}, passing), "trump")[0]
        assert made == {"event": "trump", "trump": trump, "dealer": opening["dealer"], "turned_up": True}
    places = [rules.turned_suit(place) for place in range(54)]
    assert places == [0] * 12 + [1] * 12 + [2] * 12 + [3] * 12 + [0, 1, 2, 3, -1, -1]


def test_T7_T8_who_knows_the_kitty():
    table = Players(GAME, [witness.FUNCTIONS] * 4)
    for options in OPTIONS:
        table.play(GAME.rules(4, options), 3, 0, N_GAMES)


def test_T8_eight_of_33_are_buried_and_the_dealer_leads():
    for deal in book():
        opening, dealer = deal.one("deal"), deal.one("trump")["dealer"]
        held = Counter(opening["hands"][dealer].split()) + Counter(opening["kitty"].split())
        buried = Counter(deal.one("bury")["cards"].split())
        assert buried.total() == 8 and not buried - held and deal.one("bury")["seat"] == dealer
        assert deal.all("play")[0]["seat"] == dealer
    assert any(points_of(parse_cards(deal.one("bury")["cards"])) for deal in book())


@pytest.mark.parametrize("n", [7, 9])
def test_T8_no_other_number_is_buried(n):
    def bury(decision, views):
        if decision == BURY:
            views["n_cards"] = n
        return passing(decision, views)

    with pytest.raises(StrategyFault, match=r"to bury: must bury eight cards of the hand \(T8\)"):
        replay({"level": "2"}, bury)


# Order of cards ------------------------------------------------------------------------------------------------------


def heights(text, level, trump):
    """Folded places of single cards in the order given."""
    return [int(rules.fold(sets(card, level, trump)[0], parse_suit(trump))).bit_length() for card in text.split()]


def test_T9_trumps_from_the_top():
    order = heights("RJ BJ 7H AH KH QH JH 10H 9H 8H 6H 5H 4H 3H 2H", "7", "H")
    assert order == sorted(order, reverse=True) and len(set(order)) == len(order)
    assert len(set(heights("7S 7D 7C", "7", "H"))) == 1
    assert heights("7H", "7", "H") > heights("7S", "7", "H") > heights("AH", "7", "H")


def test_T9_no_trump():
    assert len(set(heights("7S 7H 7D 7C", "7", "NT"))) == 1
    order = heights("RJ BJ 7S", "7", "NT")
    assert order == sorted(order, reverse=True) and len(set(order)) == 3
    assert rules.TRUMPS[NO_TRUMP].item().bit_count() == 6 and rules.TRUMPS[0].item().bit_count() == 18


@pytest.mark.parametrize("trump", range(5))
def test_T9_relabelling_moves_every_card_to_its_place(trump):
    for level in range(13):
        for kind in range(54):
            before, after = (sets(card_name(kind), RANKS[level], name)[0] for name in ("NT", "SHDC"[trump] if trump < 4 else "NT"))
            assert rules.relabel(before, trump) == after


def test_T10_the_earlier_of_equals_stands():
    assert winner(["2S", "2H", "2D", "5C"], "2", "NT") == 0
    assert winner(["2H", "2D", "3C", "2H"]) == 0
    assert winner(["3D", "2H", "2C", "2H"]) == 1
    assert winner(["AH", "AH", "KH", "QH"]) == 0


# Leads ---------------------------------------------------------------------------------------------------------------


def test_T11_shapes():
    assert [shape(text) for text in ("5H", "5H 5H", "5H 5H 6H 6H", "3H 3H 4H 4H 5H 5H 6H 6H")] == [0, 1, 2, 4]
    for text in ("5H 6H", "5H 5D", "RJ BJ", "5H 5H 6H", "5H 5H 7H 7H", "AH KH", "5H 5H 6D 6D", "AH AH 2S 2S"):
        assert shape(text) == -1


def test_T11_all_leads_played_are_leads():
    for deal in book():
        for trick in deal.tricks:
            assert reference.lead_shape(parse_cards(trick[0]["cards"]), reference.order_of(*deal.order)) is not None
    sizes = Counter(len(trick[0]["cards"].split()) for deal in book() for trick in deal.tricks)
    assert {1, 2} <= set(sizes)


@pytest.mark.parametrize(
    ("text", "level", "trump", "expect"),
    [
        ("6H 6H 8H 8H", "7", "S", 2),  # the level rank leaves no gap
        ("6H 6H 8H 8H", "2", "S", -1),
        ("AS AS 2H 2H", "2", "S", 2),
        ("2H 2H 2S 2S", "2", "S", 2),
        ("AS AS 2H 2H 2S 2S BJ BJ RJ RJ", "2", "S", 5),
        ("AS AS 2S 2S", "2", "S", -1),  # the off-suit level cards stand between
        ("KS KS AH AH", "A", "S", 2),  # at level A the king is below them
        ("2H 2H 2D 2D", "2", "S", -1),
        ("AS AS 2H 2H 2D 2D", "2", "S", -1),
        ("2H 2H 2D 2D 2S 2S", "2", "S", -1),
        ("2H 2H 2D 2D BJ BJ RJ RJ", "2", "NT", -1),
        ("2H 2H BJ BJ RJ RJ", "2", "NT", 3),
        ("AS AS 2H 2H", "2", "NT", -1),
        ("AC AC 2C 2C", "2", "NT", -1),
        ("AH AH 3D 3D", "2", "S", -1),  # neighbours on the ladder, two suits
        ("AC AC 3S 3S", "2", "S", -1),
        ("AS AS 3S 3S", "2", "H", -1),
    ],
)
def test_T12_consecutive(text, level, trump, expect):
    assert shape(text, level, trump) == expect
    found = reference.lead_shape(parse_cards(text), reference.order_of(parse_level(level), parse_suit(trump)))
    assert (-1 if found is None else found) == expect


def test_T12_a_run_through_either_level_pair():
    """A A, two off-suit level pairs and the trump-suit level pair hold a run of three, through either of them."""
    pairs = sets("AS AS 2H 2H 2D 2D 2S 2S", "2", "S")[1]
    folded = rules.fold(pairs, 0)
    assert rules.longest_run(folded, 0) == 3
    assert int(rules.run_starts(folded, 3, 0)).bit_count() == 1
    assert shape("AS AS 2H 2H 2S 2S") == shape("AS AS 2D 2D 2S 2S") == 3


# Following -----------------------------------------------------------------------------------------------------------


def test_T13_follow_suit_and_number():
    assert is_lawful("7H", "9H 9H KC", "9H") and not is_lawful("7H", "9H 9H KC", "KC")
    assert not is_lawful("7H", "9H 9H KC", "9H 9H")
    assert not is_lawful("AS", "2H QH KS", "2H", "2", "H")  # the level card is a trump
    assert is_lawful("AD", "BJ 4D 2S", "2S", "4", "NT")
    assert not is_lawful("7H", "9H KC", "9D")  # not held
    for deal in book():
        for trick in deal.tricks:
            assert len({len(play["cards"].split()) for play in trick}) == 1


@pytest.mark.parametrize(
    ("lead", "hand", "play", "lawful"),
    [
        ("10H 10H", "9H 9H 3H 4D", "9H 9H", True),
        ("10H 10H", "9H 9H 3H 4D", "9H 3H", False),
        ("10H 10H JH JH", "5H 5H 6H 6H KH KH 3H", "5H 5H KH KH", True),  # no tractor is owed
        ("10H 10H JH JH", "5H 5H 6H 6H KH KH 3H", "5H 5H 6H KH", False),
        ("10H 10H JH JH", "5H 5H 6H 7H KH", "5H 5H 6H KH", True),
        ("10H 10H JH JH", "5H 5H 6H 7H KH", "5H 6H 7H KH", False),
        ("10H 10H JH JH", "4H 6H 7H KH 9D 9D", "4H 6H 7H KH", True),
        ("10H 10H JH JH", "4H 6H 7H KH 9D 9D", "4H 6H 9D 9D", False),
    ],
)
def test_T14_pairs_owed(lead, hand, play, lawful):
    assert is_lawful(lead, hand, play) is lawful
    assert (reference.follow_fault(*map(parse_cards, (play, hand, lead)), reference.order_of(0, 0)) is None) is lawful


@pytest.mark.parametrize(
    ("lead", "hand", "play", "lawful"),
    [
        ("7H 7H 8H 8H", "9H 9H AS AS KC KC", "9H 9H AS KC", True),
        ("7H 7H 8H 8H", "9H 9H AS AS KC KC", "9H AS KC KC", False),
        ("7H 7H", "9H AS AS KC KC", "9H KC", True),
        ("7H 7H", "9H AS AS KC KC", "KC KC", False),
        ("7H 7H", "AS AS KC 3D", "KC 3D", True),  # void: no ruff is owed
    ],
)
def test_T15_short_suits(lead, hand, play, lawful):
    assert is_lawful(lead, hand, play) is lawful
    assert (reference.follow_fault(*map(parse_cards, (play, hand, lead)), reference.order_of(0, 0)) is None) is lawful


def test_T13_T15_unlawful_answers_are_named(deal_cards):
    def discard(decision, views):
        if decision != FOLLOW or views["hand"][0] == views["legal"][0]:
            return passing(decision, views)
        return int(int(views["hand"][0]) & ~int(views["legal"][0])).bit_length() - 1

    with pytest.raises(StrategyFault, match=r"to follow: must follow suit \(T13\), after the lead"):
        replay({"level": "2"}, discard)


def test_T11_unlawful_leads_are_named():
    def lead_two(decision, views):
        if decision != LEAD:
            return passing(decision, views)
        cards = [card for card in range(54) if int(views["hand"][0]) >> card & 1][:2]
        views["chosen"], views["chosen_pairs"] = sum(1 << card for card in cards), 0
        return CHOSEN

    with pytest.raises(StrategyFault, match=r"to lead: must lead a single, a pair or a tractor of the hand \(T11\)"):
        replay({"level": "2"}, lead_two)


# Winning tricks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "level", "trump", "expect"),
    [
        (["5H", "KH", "AH", "7H"], "2", "S", 2),
        (["AH", "3S", "6H", "7H"], "2", "S", 1),
        (["5H", "AS", "6H", "AD"], "2", "NT", 2),
        (["10H 10H", "3S 4S", "4H 4H", "6H 7H"], "2", "S", 0),  # two loose trumps
        (["5S 5S", "KS AS", "3H 3H", "AC AC"], "2", "H", 2),  # an off-suit pair is nothing
        (["JC JC QC QC", "3C 3C AC AC", "4C 4C 5C 5C", "3H 4H 5H 6H"], "2", "C", 0),  # unconnected pairs
        (["3H 3H 4H 4H", "KS KS AS AS", "2H 2H 2D 2D", "5S 5S 6S 6S"], "2", "S", 1),  # two pairs on one step are no tractor
        (["3H 3H 4H 4H", "5H 5H 6H 6H", "3S 3S 4S 4S", "7H 7H 9H 9H"], "2", "S", 2),
        (["3H 3H", "AH AH", "AD AD", "KH KH"], "2", "S", 1),
        (["6S 6S 8S 8S", "9S 9S 10S 10S", "BJ BJ RJ RJ", "KH KH AH AH"], "7", "H", 2),
    ],
)
def test_T16_who_wins(plays, level, trump, expect):
    assert winner(plays, level, trump) == expect
    order = reference.order_of(parse_level(level), parse_suit(trump))
    assert reference.winning_play([parse_cards(play) for play in plays], order) == expect


def test_T17_the_winner_leads():
    for deal in book():
        won = [event["winner"] for event in deal.all("trick")]
        assert [trick[0]["seat"] for trick in deal.tricks] == [deal.one("trump")["dealer"], *won[:-1]]


# Points, levels, matches ---------------------------------------------------------------------------------------------


def test_T18_200_points():
    assert points_of([*range(54), *range(54)]) == 200
    for level in range(13):
        full = np.uint64((1 << 54) - 1)
        assert rules.n_points(full, full, level) == 200


def test_T18_T22_all_points_are_somewhere():
    for deal in book():
        buried = points_of(parse_cards(deal.one("bury")["cards"]))
        assert buried == deal.one("score")["kitty_points"]
        assert sum(event["points"] for event in deal.all("trick")) + buried == 200
        dealer = deal.one("trump")["dealer"]
        attackers = sum(event["points"] for event in deal.all("trick") if (event["winner"] - dealer) % 2)
        assert attackers == deal.one("score")["trick_points"]


def test_T19_kitty_factor():
    assert [rules.kitty_bonus(5, n) for n in (1, 2, 4, 6, 8)] == [10, 20, 40, 60, 80]
    seen = set()
    for deal in book():
        score, last = deal.one("score"), deal.all("trick")[-1]
        n = len(deal.all("play")[-1]["cards"].split())
        taken = (last["winner"] - deal.one("trump")["dealer"]) % 2 == 1
        assert score["factor"] == (2 * n if taken else 0)
        assert score["points"] == score["trick_points"] + score["factor"] * score["kitty_points"]
        seen.add(score["factor"])
    assert {0, 2} <= seen


@pytest.mark.parametrize(
    ("points", "defence", "attack"),
    [(0, 3, 0), (5, 2, 0), (35, 2, 0), (40, 1, 0), (75, 1, 0), (80, 0, 0), (115, 0, 0), (120, 0, 1), (155, 0, 1), (160, 0, 2), (200, 0, 3), (440, 0, 9)],
)
def test_T20_levels_won(points, defence, attack):
    assert (rules.defenders_rise(points), rules.attackers_rise(points)) == (defence, attack)
    assert reference.rises(points) == (defence, attack)


def test_T20_next_dealer():
    for dealer in range(4):
        assert [rules.next_dealer(dealer, points) for points in (0, 75, 80, 200)] == [(dealer + 2) % 4] * 2 + [(dealer + 1) % 4] * 2
    for agreed, events in games():
        scores = [event for event in events if event["event"] == "score"]
        openings = [event for event in events if event["event"] == "deal"]
        dealers = [event["dealer"] for event in events if event["event"] == "trump"]
        for dealer, score, opening in zip(dealers, scores, openings[1:], strict=False):
            assert opening["dealer"] == score["next_dealer"] == (dealer + (1 if score["points"] >= 80 else 2)) % 4
            assert opening["levels"] == score["levels"] and agreed.options["unit"] == "match"


def test_T21_past_the_ace_wins():
    for level, rise, is_defence in ((12, 1, True), (12, 1, False), (11, 2, True), (10, 3, True), (5, 8, False)):
        assert rules.level_after(level, rise, is_defence, 0) > 12
        assert (rules.level_after(level, rise, is_defence, 1) > 12) == (is_defence and level == 12)
    assert rules.level_after(11, 1, True, 0) == rules.level_after(12, 0, False, 0) == 12
    assert rules.level_after(10, 3, True, 1) == rules.level_after(12, 2, False, 1) == 12


def test_T21_reference_agrees_at_every_level():
    for level in range(13):
        for points in (0, 35, 75, 80, 120, 200, 440):
            for defend_ace in (False, True):
                levels, defending = [level, level], 1
                after = reference.levels_after(levels, 3, points, defend_ace)
                side = defending if points < 80 else 0
                rise = rules.defenders_rise(points) + rules.attackers_rise(points)
                assert after[side] == rules.level_after(level, rise, side == defending, defend_ace) and after[1 - side] == level


def test_T21_matches_end_when_they_are_won():
    ends = Counter()
    for agreed, events in games():
        if agreed.options["unit"] == "match":
            end, scores = events[-1], [event for event in events if event["event"] == "score"]
            assert all(">A" not in score["levels"] for score in scores[:-1])
            assert end["levels"] == scores[-1]["levels"]
            assert (end["winner"] is None) == (">A" not in end["levels"])
            if end["winner"] is None:
                assert len(scores) == int(agreed.options["max_deals"])
            else:
                assert end["levels"][end["winner"]] == level_name(13)
            ends[end["winner"]] += 1
    assert ends[None]


def test_T21_max_deals_are_refused():
    for text in ("0", "1001", "x"):
        with pytest.raises(InputError, match=r"allowed: 1\.\.1000 \(T21\)"):
            GAME.rules(4, {"max_deals": text})


def test_T22_hands_are_played_out():
    for deal in book():
        assert sum(len(trick[0]["cards"].split()) for trick in deal.tricks) == HAND_SIZE
        played = Counter(card for play in deal.all("play") for card in play["cards"].split())
        assert played + Counter(deal.one("bury")["cards"].split()) == WHOLE_PACK
        assert len(deal.all("trick")) == len(deal.tricks) <= HAND_SIZE
