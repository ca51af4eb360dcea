//! What the network sees of a position in which all cards are known, and who it thinks will win.
//!
//! It values positions by the richer rules, where a hand takes long to play on in a simulation.
//! Cards are seen in roles, and as what they do by the rules in force. Suits are interchangeable, so they have
//! positions instead of names: first the suit to follow, then the others by how many of them a seat holds. The network
//! sees the table from one seat.

use std::sync::{Arc, OnceLock};

use eights::{Seat, sort_by};
use eights_kit::{CardShape, CardValueNetwork, FactRows, Shares, ValueNetwork};

use crate::{
    face::Face,
    play::state::{Pile, State, Step},
    rules::{Choices, Classic},
    sheet::{Drawing, Teams, Whom},
};

/// The roles of cards: in a hand and fitting, or in a hand and not; the seat before is the next one, too, with two.
const MY_FITS: usize = 0;
const MY_OTHER: usize = 1;
const NEXT_FITS: usize = 2;
const NEXT_OTHER: usize = 3;
const BEFORE_FITS: usize = 4;
const BEFORE_OTHER: usize = 5;
const OTHERS_HOLD: usize = 6;
const ON_TOP: usize = 7;
const ROLES: usize = 8;

/// Positions of suits; a French pack has four.
const SUITS: usize = 5;
/// The features of a card: the position of its suit, its rank, and what it does.
const FIRST_RANK: usize = SUITS + 1;
const FIRST_FLAG: usize = FIRST_RANK + 14;
const FLAGS: usize = 22;
const FEATURES: usize = FIRST_FLAG + FLAGS + 4;

/// Options of a sheet, one bit for each of the first four answers, and three numbers.
const OPTIONS: usize = 36;
const SHEET: usize = 4 * OPTIONS + 4;

/// What the weights must have been made for.
pub const SHAPE: CardShape = CardShape { features: FEATURES, roles: ROLES, sheet: SHEET, facts: 203 };

/// Written by `train/train.py`; see `train/MODEL.md`. In the browser it is loaded when a strong bot sits down.
static NETWORK: OnceLock<CardValueNetwork> = OnceLock::new();

#[cfg(not(target_family = "wasm"))]
fn current() -> Option<&'static CardValueNetwork> {
    let shipped = || CardValueNetwork::parse(include_bytes!("value.bin"), SHAPE).expect("a test reads it");
    Some(NETWORK.get_or_init(shipped))
}

#[cfg(target_family = "wasm")]
fn current() -> Option<&'static CardValueNetwork> {
    NETWORK.get()
}

/// Takes weights if there are none yet: in the browser those that ship, in training others, before any position is
/// valued. Returns whether they are used from now on.
pub fn load(weights: &[u8]) -> bool {
    CardValueNetwork::parse(weights, SHAPE).is_ok_and(|network| NETWORK.set(network).is_ok())
}

impl Classic {
    /// The network for these rules, if they need it.
    pub(super) fn value_network(&self) -> Option<&ValueNetwork> {
        let network = current().filter(|_| self.needs_values())?;
        let for_rules = || Arc::new(network.for_cards(&self.value_cards(), &self.value_sheet()));
        Some(&**self.value_network.get_or_init(for_rules))
    }

    /// Whether positions are valued by such rules. Where cards at most reverse, skip and make the next player draw, a
    /// simulated game is so cheap that values gain nothing (docs/bots.md).
    pub fn needs_values(&self) -> bool {
        !self.rules.simple && self.rules.choices.teams == Teams::None
    }

    /// The share of the win of each seat, for sampled worlds in which nobody is out.
    pub(super) fn value_by_network(&self, state: &State) -> Option<Shares> {
        let public = &state.public;
        let network = self.value_network().filter(|_| public.playing.len() == usize::from(public.seats))?;
        let mut rows = |seat, row: &mut dyn FnMut(usize)| self.value_rows(state, seat, row);
        Some(network.shares(public.playing.iter(), public.seats, public.turn, &mut rows))
    }

    /// What the cards do by these rules, by face and position of the suit.
    pub fn value_cards(&self) -> Vec<Vec<f32>> {
        let faces = (0..64).map(|index| self.rules.choices.printed.at(index));
        faces.flat_map(|face| (0..SUITS).map(move |position| self.features_of(face, position))).collect()
    }

    fn features_of(&self, face: Face, position: usize) -> Vec<f32> {
        let rules = &self.rules;
        let effect = rules.effect_of(face);
        let is_in = |set: u64| set & face.bit() != 0;
        let mut features = vec![0.0; FEATURES];
        if face.is_joker() {
            features[SUITS] = 1.0;
        } else {
            features[position] = 1.0;
            features[FIRST_RANK + face.rank() as usize] = 1.0;
        }
        let flags: [bool; FLAGS] = [
            is_in(rules.wild),
            is_in(rules.must_fit),
            effect.skip > 0,
            effect.skip > 1,
            effect.draw > 0,
            effect.draw > 0 && effect.whom != Whom::Next,
            effect.reverse,
            effect.rotate,
            effect.again.is_some(),
            effect.opens_run(),
            effect.another.is_some(),
            effect.swap.is_some(),
            effect.cancels != 0,
            is_in(rules.answerable),
            is_in(rules.banned),
            is_in(rules.helpers),
            effect.challenge > 0,
            effect.counts_as.is_some(),
            effect.chooses_next,
            effect.followed_by != 0,
            effect.ranks != 0,
            effect.binds_all,
        ];
        for (feature, flag) in features[FIRST_FLAG..].iter_mut().zip(flags) {
            *feature = f32::from(u8::from(flag));
        }
        let numbers = &mut features[FIRST_FLAG + FLAGS..];
        numbers[0] = f32::from(effect.draw.min(8)) / 4.0;
        numbers[1] = f32::from(rules.values[face.index()].min(50)) / 25.0;
        numbers[2] = f32::from(rules.fits[face.index()].count_ones() as u8) / 16.0;
        numbers[3] = 1.0;
        features
    }

    /// The options of the rule set that matter for who wins.
    pub fn value_sheet(&self) -> Vec<f32> {
        let choices: &Choices = &self.rules.choices;
        let drawing = match choices.draw {
            Drawing::One => 0,
            Drawing::UpTo(_) => 1,
            Drawing::UntilPlayable => 2,
            Drawing::UntilWilling => 3,
        };
        let options: [u8; OPTIONS] = [
            choices.follow as u8,
            choices.duty as u8,
            drawing,
            choices.after_draw as u8,
            choices.wild_when as u8,
            choices.names as u8,
            choices.same_suit as u8,
            choices.answer as u8,
            choices.sum as u8,
            choices.missed as u8,
            choices.nothing_to_draw as u8,
            choices.shape as u8,
            choices.matching as u8,
            choices.multi_effects as u8,
            choices.jump_in as u8,
            u8::from(choices.calls()),
            choices.noticed as u8,
            choices.ban as u8,
            choices.finish_effect as u8,
            choices.stock_empty as u8,
            choices.ends as u8,
            u8::from(choices.limit > 0),
            choices.blocked as u8,
            choices.skip_answer as u8,
            choices.reverse_two as u8,
            choices.skip_two as u8,
            choices.another_last as u8,
            choices.direction as u8,
            choices.call_price as u8,
            choices.ending as u8,
            choices.first_drawn as u8,
            choices.several_price as u8,
            choices.while_named as u8,
            u8::from(choices.ban_for.iter().any(|faces| *faces != 0)),
            choices.other_rank as u8,
            choices.printed as u8,
        ];
        let mut sheet = vec![0.0; SHEET];
        for (option, value) in options.into_iter().enumerate() {
            sheet[option * 4 + usize::from(value.min(3))] = 1.0;
        }
        sheet[4 * OPTIONS] = f32::from(self.rules.most_drawn.min(10)) / 5.0;
        sheet[4 * OPTIONS + 1] = self.rules.special.count_ones() as f32 / 16.0;
        sheet[4 * OPTIONS + 2] = self.rules.wild.count_ones() as f32 / 8.0;
        sheet[4 * OPTIONS + 3] = 1.0;
        sheet
    }

    /// Describes a position from a seat by rows of the network.
    pub fn value_rows(&self, state: &State, me: Seat, row: &mut dyn FnMut(usize)) {
        let public = &state.public;
        let next = state.onward(me, 1);
        let before = Seat::first(public.seats).find(|seat| *seat != next && state.onward(*seat, 1) == me);
        let fits = self.fitting(state, public.turn);
        self.value_facts(state, [me, next], before, fits, row);
        let positions = self.suit_positions_for(state, me, next);
        let mut cards = |seat: Seat, fitting: usize, other: usize| {
            for word in state.cards.at(Pile::Hand(seat)).words() {
                for face in state.printed.faces(*word) {
                    let role = if fits & face.bit() != 0 { fitting } else { other };
                    row(card_row(face, &positions, role));
                }
            }
        };
        cards(me, MY_FITS, MY_OTHER);
        cards(next, NEXT_FITS, NEXT_OTHER);
        for seat in public.playing.iter().filter(|seat| *seat != me && *seat != next) {
            if Some(seat) == before {
                cards(seat, BEFORE_FITS, BEFORE_OTHER);
            } else {
                cards(seat, OTHERS_HOLD, OTHERS_HOLD);
            }
        }
        if let Some(top) = state.top() {
            row(card_row(top, &positions, ON_TOP));
        }
    }

    /// The position of each suit: first the suit to follow, then those of which the seat holds most; of equals the one
    /// of which the next seat holds fewer.
    fn suit_positions_for(&self, state: &State, me: Seat, next: Seat) -> [u8; SUITS + 1] {
        let n_suits = state.printed.suits().min(SUITS as u8);
        let lead = state.suit_in_force();
        let count = |seat: Seat, suit: u8| -> u32 {
            let plain = state.printed.of_suit(suit) & !self.rules.wild;
            state.cards.at(Pile::Hand(seat)).words().iter().map(|word| (word & plain).count_ones()).sum()
        };
        let mut suits = [0, 1, 2, 3, 4];
        let key = |suit: u8| (Some(suit) != lead, u32::MAX - count(me, suit), count(next, suit));
        sort_by(&mut suits[..usize::from(n_suits)], |a, b| key(*a).cmp(&key(*b)));
        // Jokers have no suit; their row is that of the first position.
        let mut positions = [0; SUITS + 1];
        for (position, suit) in suits.into_iter().enumerate() {
            positions[usize::from(suit)] = position as u8;
        }
        positions
    }

    /// Everything that is not about single cards. Each line is one group of rows.
    fn value_facts(
        &self,
        state: &State,
        [me, next]: [Seat; 2],
        before: Option<Seat>,
        fits: u64,
        row: &mut dyn FnMut(usize),
    ) {
        let public = &state.public;
        let who = |seat: Seat| match seat {
            _ if seat == me => 0,
            _ if seat == next => 1,
            _ if Some(seat) == before => 2,
            _ => 3,
        };
        let mut facts = FactRows::new(row);
        let (step, owed) = match public.step {
            Step::Play | Step::NameStarter | Step::Exchange => (0, 0),
            Step::Answer { owed, .. } => (1, owed),
            Step::Miss => (2, 0),
            Step::Cover => (3, 0),
            Step::More(_) => (4, 0),
            Step::Run { owed, .. } => (5, owed),
            Step::Doubt { owed, .. } | Step::Match { owed, .. } => (6, owed),
            Step::Opening { .. } | Step::Out | Step::Blocked => (7, 0),
        };
        facts.one_of(32, who(public.turn) * 8 + step);
        facts.one_of(10, owed.into());
        facts.one_of(5, public.drawn.into());
        facts.one_of(4, public.passes.into());
        facts.one_of(16, state.n_cards(me));
        facts.one_of(14, state.n_cards(next));
        facts.one_of(14, before.map_or(0, |seat| state.n_cards(seat)));
        let others = public.playing.iter().filter(|seat| who(*seat) == 3);
        facts.one_of(12, others.map(|seat| state.n_cards(seat)).min().unwrap_or(0));
        facts.one_of(7, usize::from(public.seats).saturating_sub(2));
        for seat in [me, next] {
            let held = state.faces(seat);
            facts.one_of(7, (held & fits & !self.rules.wild).count_ones() as usize);
            facts.one_of(4, (held & self.rules.wild).count_ones() as usize);
            facts.one_of(4, (held & self.rules.draws).count_ones() as usize);
            facts.one_of(4, (held & self.rules.skips).count_ones() as usize);
            facts.one_of(2, (held & !self.rules.banned == 0).into());
            facts.one_of(8, self.points_in(state, seat).clamp(0, 120) as usize / 15);
            facts.one_of(3, state.absent[seat].into());
        }
        facts.one_of(8, state.cards.len(Pile::Stock).div_ceil(4));
        facts.one_of(
            3,
            if public.named.as_suit().is_some() { 1 } else { 2 * usize::from(public.named.is_some()) },
        );
        facts.one_of(
            4,
            public.uncalled.map_or(0, |seat| 1 + usize::from(seat != me) + usize::from(seat != next)),
        );
        facts.one_of(2, (state.binding > 0).into());
        facts.one_of(4, usize::from(public.quiet) / 25);
        facts.one_of(2, (public.barred.has(me) || public.waiting.has(me)).into());
        facts.one_of(2, (public.barred.has(next) || public.waiting.has(next)).into());
        debug_assert_eq!(facts.len(), SHAPE.facts);
    }
}

fn card_row(face: Face, positions: &[u8; SUITS + 1], role: usize) -> usize {
    let position = if face.is_joker() { 0 } else { positions[usize::from(face.suit())] };
    SHAPE.facts + (face.index() * SUITS + usize::from(position)) * ROLES + role
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use eights::{Dice, Game, Opening, Seats, Seed, Setup, Silent, Turn};
    use eights_config::Document;
    use eights_kit::HeuristicPolicy;

    use super::*;

    fn rules(with: &str) -> Classic {
        Classic::read(&Document::toml("test", with).unwrap()).unwrap()
    }

    const RICH: &str = "[cards]\n7 = [\"another-turn\"]\n2 = [{ draw = 2 }]\nA = [\"skip\"]\nJ = [\"wild\"]\n[several]\nshape = \"same-rank\"";

    /// Shows every position of some hands that the policy plays, and says who won each.
    fn watch_hands(
        game: &Classic,
        n_seats: u8,
        n: u64,
        mut see: impl FnMut(&State),
        mut end: impl FnMut(Seats),
    ) {
        for number in 0..n {
            let seed = Seed::from_number(3_000 + number);
            let mut dice = Dice::at(&seed, 1);
            let opening = Opening::first(n_seats, Seat::A);
            let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
            loop {
                match game.turn(&state) {
                    Turn::Over(outcome) => break end(outcome.winners),
                    Turn::Act(seat) => {
                        see(&state);
                        let action = game.heuristic(game.seat_view(&state, seat), &mut dice);
                        game.apply(&mut state, seat, action, &mut dice, &mut Silent).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn the_weights_can_be_read_and_are_small() {
        let weights = include_bytes!("value.bin");
        CardValueNetwork::parse(weights, SHAPE).unwrap();
        assert!(weights.len() <= 250_000, "{} bytes", weights.len());
        assert!(!load(&weights[1..]), "others are refused");
    }

    #[test]
    fn all_rows_of_a_position_exist_in_both_packs() {
        for (with, n_seats) in [(RICH, 2), (RICH, 5), ("deck.kind = \"shapes-49\"", 3)] {
            let game = rules(with);
            let n_rows = SHAPE.facts + game.value_cards().len() * SHAPE.roles;
            let see = |state: &State| {
                for seat in Seat::first(n_seats) {
                    let mut n = 0;
                    game.value_rows(state, seat, &mut |row| {
                        assert!(row < n_rows);
                        n += 1;
                    });
                    assert!(n > 20, "{n} rows");
                }
            };
            watch_hands(&game, n_seats, 2, see, |_| ());
        }
    }

    /// Suits are interchangeable: a hand in which two of them are exchanged has the same rows.
    #[test]
    fn renamed_suits_do_not_matter() {
        let game = rules(RICH);
        let rows = |hands: [&str; 2], top: &str| {
            let lines = [("discard".to_owned(), top.to_owned()), ("turn".to_owned(), "A".to_owned())].into();
            let hands = hands.map(str::to_owned).into();
            let (_, state) = game.set_up(&eights::Position { hands, lines, shuffle: None }).unwrap();
            let mut rows = Vec::new();
            // The rows of cards of one rank are equal for all four suits in one position.
            let same = |row: usize| match row.checked_sub(SHAPE.facts) {
                None => row,
                Some(row) => {
                    SHAPE.facts + row / (4 * SUITS * ROLES) * (4 * SUITS * ROLES) + row % (SUITS * ROLES)
                }
            };
            game.value_rows(&state, Seat::A, &mut |row| rows.push(same(row)));
            rows.sort_unstable();
            rows
        };
        let first = rows(["5C 9C KD QH", "3D 4D 6S"], "10C");
        assert_eq!(first, rows(["5H 9H KS QC", "3S 4S 6D"], "10H"));
        assert_ne!(first, rows(["5H 9H KS QC", "3S 4S 6D"], "10S"), "another suit to follow");
    }

    /// On average the network is closer to who wins than a formula that counts cards, and than a coin.
    #[test]
    fn values_foretell_the_winner() {
        let game = rules(RICH);
        let (guesses, errors) = (RefCell::new(Vec::new()), RefCell::new([0.0, 0.0, 0.0]));
        watch_hands(
            &game,
            2,
            300,
            |state| {
                let value = game.value_by_network(state).unwrap()[0];
                guesses.borrow_mut().push([value, game.evaluate(state, Seat::A), 0.5]);
            },
            |winners| {
                let won = f32::from(u8::from(winners.has(Seat::A)));
                for guesses in guesses.borrow_mut().drain(..) {
                    for (error, guess) in errors.borrow_mut().iter_mut().zip(guesses) {
                        *error += (guess - won).powi(2);
                    }
                }
            },
        );
        let [network, formula, coin] = errors.into_inner();
        assert!(network < 0.95 * formula && network < 0.95 * coin, "{network} {formula} {coin}");
    }

    #[test]
    fn shares_add_up_to_one() {
        let game = rules(RICH);
        for n_seats in [2, 5] {
            let see = |state: &State| {
                let shares = game.value_by_network(state).unwrap();
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            };
            watch_hands(&game, n_seats, 2, see, |_| ());
        }
    }

    /// The same bits everywhere. When the weights or the rows change, so does this number.
    #[test]
    fn values_are_the_same_on_every_machine() {
        let game = rules(RICH);
        let mut digest = 0u64;
        let see = |state: &State| {
            let share = game.value_by_network(state).unwrap()[0];
            digest = (digest ^ u64::from(share.to_bits())).wrapping_mul(0x0100_0000_01b3);
        };
        watch_hands(&game, 2, 3, see, |_| ());
        assert_eq!(digest, 0x8788_7537_e8bc_279a, "{digest:#x}");
    }

    #[test]
    fn simple_rules_and_teams_are_played_on() {
        assert!(rules(RICH).value_network().is_some());
        assert!(rules("").value_network().is_none());
    }
}
