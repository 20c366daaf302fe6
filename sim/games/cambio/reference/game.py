"""One game from the deal to the count: turns, effects, snaps."""

from __future__ import annotations

from sim.games.cambio.cards import card_name
from sim.games.cambio.decisions import (
    CALL,
    DISCARD,
    DRAW,
    EXCHANGE,
    GIVE,
    KING_LOOK,
    MAX_POSITIONS,
    PASS,
    PEEK_OTHER,
    PEEK_OWN,
    PLAY,
    SNAP,
    TOP,
    USE,
)
from sim.games.cambio.reference.laws import effect, points, winning_seats
from sim.games.cambio.reference.seats import Card, Seat
from sim.games.cambio.reference.table import Place, Table


class Game(Table):
    """The table while it is played at."""

    def play_game(self) -> None:
        """C3, C4: the deal; then turns until the game is over."""
        for seat in self.seats:
            seat.cards = {position: Card(self.stock.pop(0)) for position in range(4)}
            for position in (0, 1):
                seat.cards[position].show(seat.number)
            self.show_rules(seat)
        if self.options["open_discard"] == "true":
            self.pile.append(self.stock.pop(0))
        hands = [[card_name(card.code) for card in seat.cards.values()] for seat in self.seats]
        self.write("deal", first=self.first, hands=hands, turned=card_name(self.pile[0]) if self.pile else None)
        self.play_turns()

    def play_turns(self) -> None:
        """From the mover's turn on to the count."""
        while not self.outcome:
            self.play_turn(self.seats[self.mover])
            self.end_turn()
        self.end()

    def end_turn(self) -> None:
        """C12, C20: the next seat moves, or the game is over."""
        if not self.outcome:
            self.mover = (self.mover + 1) % self.players
            if self.mover == self.caller:
                self.outcome = "called"
            elif self.caller is None and self.turn == self.values["max_turns"]:
                self.outcome = "cut_off"

    def play_turn(self, seat: Seat) -> None:
        """C7 to C9."""
        forgotten = self.fade(seat)
        self.turn += 1
        seat.turns += 1
        self.write("turn", seat=seat.number, turn=self.turn, cards=len(seat.cards), forgotten=forgotten)
        if self.caller is None and self.ask(seat, CALL, (0, 1)) == 1:
            self.call(seat)
            return
        from_top = bool(self.pile and seat.cards) and self.ask(seat, DRAW, (0, 1)) == TOP
        card: int | None
        if from_top:
            card = self.pile.pop()
            self.write("take", seat=seat.number, card=card_name(card))
        else:
            card = self.draw()
            if card is None:
                self.turn -= 1
                seat.turns -= 1
                self.outcome = "exhausted"
                return
            self.write("draw", seat=seat.number, card=card_name(card))
        self.use(seat, card, from_top)

    def fade(self, seat: Seat) -> list[Place]:
        """C24: the places forgotten."""
        chance, forgotten = self.by_seat("fading", seat.number), []
        if chance > 0 and not seat.sees_all:
            for owner in self.seats:
                for position in sorted(owner.cards):
                    card = owner.cards[position]
                    if seat.number in card.remembered and self.draws.uniform() < chance:
                        card.remembered.remove(seat.number)
                        forgotten.append((owner.number, position))
        return forgotten

    def call(self, seat: Seat) -> None:
        """C9."""
        self.caller, self.call_turn, self.points_at_call = seat.number, self.turn, seat.points
        for card in seat.cards.values():
            self.estimate_at_call += points(card.code) * self.n_cards if self.remembers(seat, card) else 676
        self.write("call", seat=seat.number, points=seat.points)

    def use(self, seat: Seat, card: int, from_top: bool) -> None:
        """C7, C8, C10: swap, play or discard; then the snaps (C18)."""
        legal = list(seat.cards)
        if not from_top:
            legal += [PLAY, DISCARD] if effect(card) else [DISCARD]
        answer = self.ask(seat, USE, legal, drawn=card)
        if answer < PLAY:
            out = seat.cards[answer].code
            seat.cards[answer] = Card(card, range(self.players) if from_top else [seat.number])
            self.pile.append(out)
            self.write("swap", seat=seat.number, position=answer, card=card_name(card), out=card_name(out))
        else:
            self.pile.append(card)
            self.write("play" if answer == PLAY else "discard", seat=seat.number, card=card_name(card))
            if answer == PLAY:
                self.carry_out(seat, effect(card))
        self.snap(seat)

    # Effects

    def carry_out(self, seat: Seat, what: str | None) -> None:
        """C7, C18: without a lawful target nothing happens."""
        others = self.targets(seat)
        if what == "peek_own" and seat.cards:
            self.look(seat, (seat.number, self.ask(seat, PEEK_OWN, seat.cards)))
        elif what == "peek_other" and others:
            answer = self.ask(seat, PEEK_OTHER)
            if divmod(answer, 16) not in others:
                self.refuse(seat, PEEK_OTHER, answer, f"legal places: {', '.join(str(16 * a + b) for a, b in others)}")
            self.look(seat, divmod(answer, 16))
        elif what == "exchange" and seat.cards and others:
            self.exchange(seat, self.ask_pair(seat, EXCHANGE))
        elif what == "king" and seat.cards and others:
            pair = self.ask_pair(seat, KING_LOOK)
            self.look(seat, (seat.number, pair // 128))
            self.look(seat, divmod(pair % 128, 16))
            if self.ask(seat, KING_LOOK, (0, 1), pair=pair) == 1:
                self.exchange(seat, pair)
            else:
                self.write("leave", seat=seat.number)

    def ask_pair(self, seat: Seat, decision: int) -> int:
        """A pair of an own card and one of another."""
        pair = self.ask(seat, decision)
        if pair // 128 not in seat.cards or divmod(pair % 128, 16) not in self.targets(seat):
            self.refuse(seat, decision, pair, "legal: 128 * an own position + 16 * another's seat + a position of that seat")
        return pair

    # Snaps

    def snap(self, thrower: Seat) -> None:
        """C13 to C15: one snap, or with `snap_chain` one after the other."""
        snapper: Seat | None = thrower
        while snapper is not None:
            snapper = self.settle(snapper, self.ask_tries(snapper))
            if self.options["snap_chain"] == "false":
                return

    def ask_tries(self, thrower: Seat) -> dict[int, tuple[Place, Card]]:
        """C14: who tries what, all asked before anything happens."""
        tries = {}
        fitting = [(owner, position, card) for owner, position, card in self.picture()[2] if owner != self.locked and self.fits(card, self.pile[-1])]
        for seat in self.seats:
            if seat.cards and seat.number != self.locked:
                answer = self.ask_try(seat, thrower, fitting)
                if answer != PASS:
                    place = divmod(answer, 16)
                    if place not in [*self.targets(seat), *((seat.number, position) for position in seat.cards)]:
                        self.refuse(seat, SNAP, answer, "legal: -1, or 16 * seat + position where a card lies that may be touched")
                    tries[seat.number] = (place, self.at(place))
        return tries

    def ask_try(self, seat: Seat, thrower: Seat, fitting: list[tuple[int, int, Card]]) -> int:
        """What one seat throws; who waits for a match is not asked without one."""
        self.show_matches(seat, fitting)
        if seat.waits and not seat.fields["n_matches"][0]:
            return PASS
        seat.sees(thrower=thrower.number)
        answer = self.ask(seat, SNAP)
        seat.forget_matches()
        return answer

    def show_matches(self, seat: Seat, fitting: list[tuple[int, int, Card]]) -> None:
        """Those of the fitting cards that the seat remembers."""
        for owner, position, card in fitting:
            if self.remembers(seat, card):
                seat.fields["matches"][owner] |= 1 << position
                seat.fields["n_matches"][0] += 1

    def settle(self, thrower: Seat, tries: dict[int, tuple[Place, Card]]) -> Seat | None:
        """C14: the tries in the order of reaction; who snapped."""
        open_card, snapper = self.pile[-1], None
        while tries:
            seat = self.seats[self.next_to_react(thrower, list(tries))]
            place, card = tries.pop(seat.number)
            if self.seats[place[0]].cards.get(place[1]) is not card or not seat.cards:
                self.write("void", seat=seat.number, place=place)
            elif not self.fits(card, open_card):
                self.penalise(seat, place)
            elif snapper is None:
                snapper = seat
                self.throw(seat, place)
            else:
                self.show_all(card)
                self.write("late", seat=seat.number, place=place, card=card_name(card.code))
        return snapper

    def next_to_react(self, thrower: Seat, trying: list[int]) -> int:
        """C14: the thrower, if that is a rule; else drawn in proportion to speed."""
        if self.options["discarder_first"] == "true" and thrower.number in trying:
            return thrower.number
        if len(trying) == 1:
            return trying[0]
        total = 0.0
        for number in trying:
            total += self.by_seat("speed", number)
        ahead = self.draws.uniform() * total
        for number in trying:
            ahead -= self.by_seat("speed", number)
            if ahead < 0:
                return number
        return trying[-1]

    def throw(self, seat: Seat, place: Place) -> None:
        """C13: a right throw, and for another's card the gift."""
        owner = self.seats[place[0]]
        card = owner.cards.pop(place[1])
        self.pile.append(card.code)
        seat.right += 1
        self.write("snap", seat=seat.number, place=place, card=card_name(card.code))
        if owner is not seat:
            position = self.ask(seat, GIVE, seat.cards, give_to=16 * place[0] + place[1])
            gift = seat.cards.pop(position)
            owner.cards[place[1]] = gift
            self.write("give", seat=seat.number, position=position, place=place, card=card_name(gift.code))

    def penalise(self, seat: Seat, place: Place) -> None:
        """C16 to C18: a wrong throw."""
        seat.wrong += 1
        is_own = place[0] == seat.number
        n_wanted = 2 if is_own and self.options["own_wrong"] != "return1" else 1
        room = MAX_POSITIONS - seat.opened
        stays_away = is_own and self.options["own_wrong"] == "abandon2" and room >= n_wanted
        card = self.at(place)
        if stays_away:
            del seat.cards[place[1]]
            self.pile.insert(-1, card.code)
        else:
            self.show_all(card)
        self.write("wrong", seat=seat.number, place=place, card=card_name(card.code), returned=not stays_away)
        for _ in range(min(n_wanted, room)):
            drawn = self.draw()
            if drawn is not None:
                position = seat.opened
                seat.opened += 1
                seat.cards[position] = Card(drawn)
                self.write("penalty", seat=seat.number, position=position, card=card_name(drawn))

    # The end

    def end(self) -> None:
        """C20 to C22."""
        totals = [seat.points for seat in self.seats]
        self.winners = [] if self.outcome == "cut_off" else winning_seats(totals, self.caller if self.outcome == "called" else None)
        hands = [[(position, card_name(card.code)) for position, card in sorted(seat.cards.items())] for seat in self.seats]
        remembered = [[(o.number, p) for o in self.seats for p, card in sorted(o.cards.items()) if self.remembers(seat, card)] for seat in self.seats]
        facts = {"points": totals, "winners": self.winners, "caller": self.caller, "hands": hands, "remembers": remembered}
        self.write("end", outcome=self.outcome, **facts)
