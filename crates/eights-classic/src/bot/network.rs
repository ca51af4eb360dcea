//! What the network sees of a position and an answer, and the estimate of every answer.
//!
//! Suits are interchangeable, so they have positions instead of names: first the suit that must be
//! followed after the answer, then the others by how many of them stay in the hand. Cards are seen
//! in roles; what a card does by the rules in force is part of the card.

use std::sync::{Arc, OnceLock};

use eights::{Seat, sort_by};
use eights_kit::{
    Network, NetworkInput, NetworkRows,
    network::{CARD_FEATURES, CARDS, SHEET_FEATURES, WEIGHT_UNIT},
};

use crate::{
    bot::{memory::Memory, seat_view::SeatView},
    face::{Face, Printed::French},
    play::{
        action::{Action, Answer, Lay},
        state::Step,
    },
    rules::Classic,
    sheet::{Drawing, JumpIn, OtherRank, Shape, WhileNamed, Whom},
};

/// The roles of cards.
const HAND_FOLLOWS: usize = 0;
const HAND_OTHER: usize = 1;
const UNSEEN_FOLLOWS: usize = 2;
const UNSEEN_OTHER: usize = 3;
/// Unseen, and the next player probably lacks it.
const NEXT_LACKS: usize = 4;
const NEXT_HOLDS: usize = 5;
const OTHERS_HOLD: usize = 6;
const ON_TOP: usize = 7;

/// The network is not used once this many answers have passed without the total number of cards in all hands
/// reaching a new minimum.
const MAX_QUIET: u16 = 100;

/// Written by `train/train.py`; see `train/MODEL.md`. In the browser it is loaded when a strong bot sits down.
static NETWORK: OnceLock<Network> = OnceLock::new();

#[cfg(not(target_family = "wasm"))]
fn current() -> Option<&'static Network> {
    Some(NETWORK.get_or_init(|| Network::parse(include_bytes!("network.bin")).expect("a test reads it")))
}

#[cfg(target_family = "wasm")]
fn current() -> Option<&'static Network> {
    NETWORK.get()
}

/// Takes weights if there are none yet: in the browser those that ship, in training others, before any answer is
/// estimated. Returns whether they are used from now on.
pub fn load(weights: &[u8]) -> bool {
    Network::parse(weights).is_ok_and(|network| NETWORK.set(network).is_ok())
}

impl Classic {
    /// Estimates each option's share of the win. Returns whether the network knows such rules.
    pub(crate) fn estimate_by_network(
        &self,
        seat_view: SeatView<'_>,
        memory: &Memory,
        options: &[Action],
        out: &mut Vec<f32>,
    ) -> bool {
        // By rules unlike all that it was trained on, it may hold on to cards that never get better. A hand in which
        // nobody gets anywhere is left to the policy and the search, so that it ends.
        if seat_view.state.public.quiet > MAX_QUIET {
            return false;
        }
        let Some(network) = current() else { return false };
        let Some(rows) = self.network_rows.get_or_init(|| self.rows_of(network)) else { return false };
        let mut input = NetworkInput::default();
        out.clear();
        out.extend(options.iter().map(|option| {
            self.network_input(seat_view, memory, *option, &mut input);
            network.estimate(rows, &input)
        }));
        true
    }

    /// Whether one of the networks could be asked by these rules, but their weights are not loaded.
    pub(super) fn lacks_network(&self) -> bool {
        (self.has_known_cards() || self.needs_values()) && current().is_none()
    }

    /// Whether the cards are of the kind that the network knows: those with four suits.
    fn has_known_cards(&self) -> bool {
        self.rules.choices.printed == French
    }

    fn rows_of(&self, network: &Network) -> Option<Arc<NetworkRows>> {
        let rows = || network.rows(&self.network_cards(), &self.network_sheet()).map(Arc::new);
        self.has_known_cards().then(rows)?
    }

    /// What the cards do by these rules, by face and position of the suit.
    pub fn network_cards(&self) -> Box<[[f32; CARD_FEATURES]; CARDS]> {
        let mut cards = Box::new([[0.0; CARD_FEATURES]; CARDS]);
        for index in 0..64 {
            let face = French.at(index);
            for position in 0..4 {
                cards[index as usize * 4 + position] = self.card_features(face, position);
            }
        }
        cards
    }

    fn card_features(&self, face: Face, position: usize) -> [f32; CARD_FEATURES] {
        let rules = &self.rules;
        let effect = rules.effect_of(face);
        let is_in = |set: u64| set & face.bit() != 0;
        let mut features = [0.0; CARD_FEATURES];
        if face.is_joker() {
            features[4] = 1.0;
        } else {
            features[position] = 1.0;
            features[5 + face.rank() as usize] = 1.0;
        }
        let flags = [
            is_in(rules.wild),
            effect.skip > 0,
            effect.skip > 1,
            effect.draw > 0,
            effect.draw > 0 && effect.whom != Whom::Next,
            effect.reverse,
            effect.rotate,
            effect.again.is_some(),
            effect.another.is_some(),
            effect.swap.is_some(),
            effect.cancels != 0,
            is_in(rules.answerable),
            is_in(rules.banned),
            is_in(rules.helpers),
            effect.challenge > 0,
        ];
        for (feature, flag) in features[18..].iter_mut().zip(flags) {
            *feature = f32::from(u8::from(flag));
        }
        features[33] = f32::from(effect.draw.min(8)) / 4.0;
        features[34] = f32::from(rules.values[face.index()].min(50)) / 25.0;
        features[35] = 1.0;
        features
    }

    /// The options of the rule set that matter for choosing answers, one bit each.
    pub fn network_sheet(&self) -> [f32; SHEET_FEATURES] {
        let choices = &self.rules.choices;
        let drawing = match choices.draw {
            Drawing::One => 0,
            Drawing::UpTo(_) => 1,
            Drawing::UntilPlayable => 2,
            Drawing::UntilWilling => 3,
        };
        let options = [
            choices.follow as u8,
            choices.duty as u8,
            drawing,
            choices.after_draw as u8,
            choices.wild_when as u8,
            choices.names as u8,
            choices.answer as u8,
            choices.sum as u8,
            choices.missed as u8,
            choices.shape as u8,
            choices.matching as u8,
            choices.jump_in as u8,
            u8::from(choices.calls()),
            choices.noticed as u8,
            choices.ban as u8,
            choices.finish_effect as u8,
            choices.stock_empty as u8,
            choices.ends as u8,
            u8::from(choices.limit > 0),
            choices.skip_answer as u8,
            choices.reverse_two as u8,
            choices.skip_two as u8,
        ];
        let mut sheet = [0.0; SHEET_FEATURES];
        for (option, value) in options.into_iter().enumerate() {
            sheet[option * 4 + usize::from(value.min(3))] = 1.0;
        }
        sheet[88] = f32::from(self.rules.most_drawn.min(10)) / 5.0;
        sheet[89] = f32::from(u8::from(self.rules.simple));
        // Options that are younger than the weights.
        let newer = choices.while_named != WhileNamed::default()
            || choices.ban_for.iter().any(|faces| *faces != 0)
            || choices.other_rank != OtherRank::default()
            || self.rules.must_fit != 0
            || choices.shape == Shape::Identical
            || choices.jump_in == JumpIn::Matched
            || self.rules.effects_of.iter().any(|effect| {
                effect.opens_run()
                    || effect.counts_as.is_some()
                    || effect.chooses_next
                    || effect.followed_by != 0
            });
        sheet[90] = f32::from(u8::from(newer));
        sheet
    }

    /// Describes an answer in a position by rows of the network.
    pub fn network_input(
        &self,
        seat_view: SeatView<'_>,
        memory: &Memory,
        action: Action,
        input: &mut NetworkInput,
    ) {
        input.clear();
        if !self.has_known_cards() {
            return;
        }
        let state = seat_view.state;
        let answer = action.answer();
        let lay = match answer {
            Answer::Play(lay) => Some(lay),
            _ => None,
        };
        let next = state.onward(seat_view.seat, 1);
        let mut hand = *seat_view.hand().words();
        for face in lay.iter().flat_map(|lay| lay.faces()) {
            if let Some(word) = hand.iter_mut().find(|word| **word & face.bit() != 0) {
                *word &= !face.bit();
            }
        }
        let unseen = *seat_view.unseen().words();
        let (follows, lead) = match (lay, answer) {
            (Some(lay), _) => (self.follow(lay.top, lay.name) | self.rules.wild, lead(&lay)),
            (_, Answer::Name(name)) => (
                name.as_suit().map_or(u64::MAX, |suit| French.of_suit(suit)) | self.rules.wild,
                name.as_suit(),
            ),
            _ => (seat_view.fitting(), state.suit_in_force()),
        };
        let positions = suit_positions(lead, &hand, &unseen, self.rules.wild);
        let card = |face: Face| face.index() * 4 + usize::from(positions[face.suit() as usize]);
        let role = |face: Face, follows_role, other_role| {
            if follows & face.bit() != 0 { follows_role } else { other_role }
        };
        for face in French.faces(hand[0] | hand[1] | hand[2]) {
            input.card(role(face, HAND_FOLLOWS, HAND_OTHER), card(face), copies(&hand, face));
        }
        let lacks = &memory.lacks[next.index()];
        for face in French.faces(unseen[0] | unseen[1] | unseen[2]) {
            input.card(role(face, UNSEEN_FOLLOWS, UNSEEN_OTHER), card(face), copies(&unseen, face));
            let lacking = lacks.iter().filter(|mask| **mask & face.bit() != 0).count();
            if lacking > 0 {
                input.card(NEXT_LACKS, card(face), (usize::from(WEIGHT_UNIT) * lacking / lacks.len()) as u8);
            }
        }
        for seat in state.public.playing.iter().filter(|seat| *seat != seat_view.seat) {
            let known = *seat_view.known(seat).words();
            let role = if seat == next { NEXT_HOLDS } else { OTHERS_HOLD };
            for face in French.faces(known[0] | known[1] | known[2]) {
                input.card(role, card(face), copies(&known, face));
            }
        }
        if let Some(top) = lay.map(|lay| lay.top).or_else(|| state.top()) {
            input.card(ON_TOP, card(top), WEIGHT_UNIT);
        }
        let left: u32 = hand.iter().map(|word| word.count_ones()).sum();
        self.facts_of(seat_view, answer, left as usize, next, input);
    }

    /// Everything that is not about single cards. Each line is one group of rows.
    fn facts_of(
        &self,
        seat_view: SeatView<'_>,
        answer: Answer,
        left: usize,
        next: Seat,
        input: &mut NetworkInput,
    ) {
        let (state, me) = (seat_view.state, seat_view.seat);
        let public = &state.public;
        let mut facts = Facts { input, at: 0 };
        let (kind, lay) = match answer {
            Answer::Play(lay) => (0, Some(lay)),
            Answer::Name(_) => (1, None),
            Answer::Draw => (2, None),
            Answer::Pass => (3, None),
            Answer::Done => (4, None),
            Answer::Catch(_) => (5, None),
            Answer::Challenge => (6, None),
        };
        facts.one_of(7, kind);
        let (step, owed) = match public.step {
            Step::Play => (0, 0),
            Step::Answer { owed, .. } => (1, owed),
            Step::Miss => (2, 0),
            Step::Cover => (3, 0),
            Step::More(_) => (4, 0),
            Step::Doubt { owed, .. } => (5, owed),
            _ => (6, 0),
        };
        facts.one_of(7, step);
        facts.one_of(6, [0, 1, 2, 3, 3, 4, 4][usize::from(owed).min(6)] + usize::from(owed > 6));
        let call = lay.map_or(0, |lay| match (lay.call, self.call_is_due(state, &lay, left)) {
            (false, false) => 0,
            (true, true) => 1,
            (true, false) => 2,
            (false, true) => 3,
        });
        facts.one_of(4, call);
        facts.one_of(4, lay.map_or(0, |lay| lay.len() - 1));
        facts.one_of(13, left);
        facts.one_of(11, seat_view.n_cards(next));
        let others = || public.playing.iter().filter(|seat| *seat != me && *seat != next);
        facts.one_of(11, others().map(|seat| seat_view.n_cards(seat)).min().map_or(0, |least| least.max(1)));
        facts.one_of(7, usize::from(public.playing.len() as u8).saturating_sub(2));
        facts.one_of(4, usize::from(public.drawn));
        let whom = lay.and_then(|lay| lay.whom);
        facts.one_of(4, whom.map_or(0, |whom| 1 + seat_view.n_cards(whom).saturating_sub(1) / 2));
        facts.share(seat_view.n_stock(), 40);
        facts.one_of(2, usize::from(seat_view.n_stock() == 0));
        facts.share(self.points_in(state, me).clamp(0, 100) as usize, 100);
        facts.share(usize::from(public.passes), 4);
        facts.share(others().map(|seat| seat_view.n_cards(seat)).sum(), 40);
        facts.share(seat_view.packs() as usize - 1, 2);
    }
}

/// Writes facts one after another.
struct Facts<'a> {
    input: &'a mut NetworkInput,
    at: usize,
}

impl Facts<'_> {
    /// One of `len` rows; the last one stands for everything above, too.
    fn one_of(&mut self, len: usize, which: usize) {
        self.input.fact(self.at + which.min(len - 1), WEIGHT_UNIT);
        self.at += len;
    }

    /// One row with a weight that grows up to 2 × `whole`.
    fn share(&mut self, part: usize, whole: usize) {
        let weight = (usize::from(WEIGHT_UNIT) * part / whole).min(2 * usize::from(WEIGHT_UNIT));
        if weight > 0 {
            self.input.fact(self.at, weight as u8);
        }
        self.at += 1;
    }
}

/// The suit that must be followed after cards are laid, if it is one suit.
fn lead(lay: &Lay) -> Option<u8> {
    let plain = (!lay.name.is_some() && !lay.top.is_joker()).then(|| lay.top.suit());
    lay.name.as_suit().or(plain)
}

/// The position of each suit: first the suit to follow, then those with most cards in the hand; of
/// equals the one with fewer unseen cards.
fn suit_positions(lead: Option<u8>, hand: &[u64; 3], unseen: &[u64; 3], wild: u64) -> [u8; 4] {
    let count = |cards: &[u64; 3], suit: u8| -> u32 {
        cards.iter().map(|word| (word & French.of_suit(suit) & !wild).count_ones()).sum()
    };
    let mut suits = [0, 1, 2, 3];
    let key = |suit: u8| (Some(suit) != lead, u32::MAX - count(hand, suit), count(unseen, suit));
    sort_by(&mut suits, |a, b| key(*a).cmp(&key(*b)));
    let mut positions = [0; 4];
    for (position, suit) in suits.into_iter().enumerate() {
        positions[suit as usize] = position as u8;
    }
    positions
}

/// The number of copies of a face, as a weight.
fn copies(cards: &[u64; 3], face: Face) -> u8 {
    let n: u64 = cards.iter().map(|word| word >> face.index() & 1).sum();
    n as u8 * WEIGHT_UNIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_can_be_read() {
        Network::parse(include_bytes!("network.bin")).unwrap();
    }

    #[test]
    fn weights_that_are_cut_off_are_refused() {
        let weights = include_bytes!("network.bin");
        for len in [0, 7, 8, 1_000, weights.len() - 1] {
            Network::parse(&weights[..len]).unwrap_err();
        }
        let mut longer = weights.to_vec();
        longer.push(0);
        Network::parse(&longer).unwrap_err();
        assert!(!load(&longer), "they are not used either");
    }

    /// Suits are interchangeable, so a position does not change when they are renamed.
    #[test]
    fn the_suit_to_follow_comes_first_and_then_the_longest() {
        let hand = [French.of_suit(3) & 0xfff0 | French.of_suit(1) & 0xf0, 0, 0];
        assert_eq!(suit_positions(Some(2), &hand, &[0; 3], 0), [3, 2, 0, 1]);
        assert_eq!(suit_positions(None, &hand, &[0; 3], 0)[3], 0);
    }
}
