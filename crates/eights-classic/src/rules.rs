//! A rule set as played: the sheet checked and turned into tables.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use eights::{CardSet, MAX_SEATS};
use eights_kit::{NetworkRows, ValueNetwork};
use serde::{Serialize, Serializer};

use crate::{
    face::{Face, Printed},
    sheet::{
        AfterDraw, Again, AnotherLast, AnswerWith, Ban, BlockedWins, Breach, CallPrice, Direction, Drawing,
        Duty, Ending, FinishEffect, FirstDrawn, Follow, HandEnd, JumpIn, Missed, MultiEffects, MultiMatch,
        Names, NextDealer, NothingToDraw, Noticed, OtherRank, PrintedNames, ReverseTwo, SameSuit, ScoreMode,
        SeveralPrice, Shape, Sheet, SkipAnswer, SkipTwo, StarterCounts, StarterExchange, StarterOpening,
        StarterReverse, StarterSpecial, StarterWild, StockEmpty, StockKeeps, StockWhen, Sum, Swap, Teams,
        Tie, WhileNamed, Whom, WildWhen,
    },
};

/// Crazy Eights by one rule set.
#[derive(Clone, Debug)]
pub struct Classic {
    /// The rule set as written.
    pub(crate) sheet: Sheet,
    pub(crate) rules: Rules,
    /// What is printed on the cards, where it is not what French cards show.
    pub(crate) names: Option<Arc<PrintedNames>>,
    /// What is worth a warning although it can be played.
    pub(crate) warnings: Vec<String>,
    /// The rows of the network for these rules, computed when a bot first needs them; `None` if it was not
    /// trained on such rules.
    pub(crate) network_rows: OnceLock<Option<Arc<NetworkRows>>>,
    /// The same of the network that values positions.
    pub(crate) value_network: OnceLock<Arc<ValueNetwork>>,
}

/// What one card does when it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct CardEffect {
    pub(crate) wild: bool,
    pub(crate) reverse: bool,
    pub(crate) rotate: bool,
    pub(crate) skip: u8,
    pub(crate) draw: u8,
    pub(crate) whom: Whom,
    /// The lowest face of the family of penalties it belongs to: a name that
    /// does not depend on how the sheet is worded.
    pub(crate) family: u8,
    /// The families whose penalties it ends, as bits.
    pub(crate) cancels: u64,
    pub(crate) again: Option<Again>,
    pub(crate) swap: Option<Swap>,
    // Left out of the meaning while unset, so that older sheets keep their hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) another: Option<AnotherTurn>,
    /// What a wild card names, if not what the other wild cards do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<Names>,
    /// The families whose penalties it answers without being one, as bits, and what it adds to them.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) answers: u64,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) adds: u8,
    /// The further cards that a wrong challenge costs; 0 if its penalty cannot be challenged.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) challenge: u8,
    /// Whether its penalty cannot be answered, although others can.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) at_once: bool,
    /// How its penalty grows, if not as others do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sum: Option<Sum>,
    /// Whether it is wild and has to fit all the same.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) must_fit: bool,
    /// The ranks that may be named with it, as bits; 0 for all but its own.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ranks: u16,
    /// Whether what is named with it binds everybody once.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) binds_all: bool,
    /// The rank that it counts as, in the suit that must be followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) counts_as: Option<u8>,
    /// Whether its player chooses who plays next.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) chooses_next: bool,
    /// The faces that may follow it if they fit; 0 for all.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) followed_by: u64,
}

/// A turn that a card gives its own player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum AnotherTurn {
    /// A turn like any other.
    Usual,
    /// A card must be laid: a player who cannot draws until one fits.
    Cover,
}

impl CardEffect {
    /// Whether a starter with this effect does nothing, since the dealer would have to choose or to play. (CE-SET-6)
    pub(crate) fn gives_the_dealer_a_choice(&self) -> bool {
        self.again.is_some() || self.another.is_some() || self.swap.is_some() || self.rotate || self.targets()
    }

    /// Whether the card does nothing but name something, if that.
    pub(crate) fn only_names(&self) -> bool {
        let naming = CardEffect {
            wild: false,
            names: None,
            must_fit: false,
            ranks: 0,
            binds_all: false,
            counts_as: None,
            ..*self
        };
        naming == CardEffect::default()
    }

    /// Whether it is wild in a way of its own.
    pub(crate) fn is_oddly_wild(&self) -> bool {
        self.names.is_some() || self.must_fit || self.ranks != 0 || self.binds_all || self.counts_as.is_some()
    }

    /// Whether it opens a run that may stay open for the next player.
    pub(crate) fn opens_run(&self) -> bool {
        self.again == Some(Again::OpenRun)
    }

    /// Whether the card at most reverses, skips, makes the next player draw and is wild like all others.
    pub(crate) fn is_plain(&self) -> bool {
        let CardEffect {
            wild: _,
            reverse: _,
            skip: _,
            family: _,
            draw,
            whom,
            rotate,
            cancels,
            again,
            swap,
            another,
            names,
            answers,
            adds: _,
            challenge,
            at_once,
            sum,
            must_fit,
            ranks,
            binds_all,
            counts_as,
            chooses_next,
            // Part of what fits on the card.
            followed_by: _,
        } = *self;
        (draw == 0 || whom == Whom::Next)
            && !rotate
            && (cancels, answers) == (0, 0)
            && again.is_none()
            && swap.is_none()
            && another.is_none()
            && names.is_none()
            && challenge == 0
            && !at_once
            && sum.is_none()
            && !must_fit
            && ranks == 0
            && !binds_all
            && counts_as.is_none()
            && !chooses_next
    }

    /// Whether its player chooses somebody just to play next.
    pub(crate) fn only_chooses_next(&self) -> bool {
        self.chooses_next && self.draw == 0 && self.swap.is_none()
    }

    /// Whether the player must choose somebody.
    pub(crate) fn targets(&self) -> bool {
        self.chooses_next || self.swap == Some(Swap::Chosen) || (self.draw > 0 && self.whom == Whom::Chosen)
    }
}

/// What depends on the number of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) pack: CardSet,
    pub(crate) packs: u8,
    pub(crate) deal: u8,
    pub(crate) target: u32,
}

/// How a match ends, with the numbers in [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Course {
    Single,
    Target,
    Limit,
    Hands,
    Minutes,
    Countdown,
    Elimination,
}

/// The tables of a rule set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rules {
    pub(crate) seats: (u8, u8),
    pub(crate) layouts: [Layout; MAX_SEATS + 1],
    pub(crate) schedule: Vec<u8>,
    pub(crate) effects_of: [CardEffect; 64],
    pub(crate) values: [u16; 64],
    /// What fits on a face when nothing else is named.
    pub(crate) fits: [u64; 64],
    pub(crate) wild: u64,
    /// The wild faces that have to fit all the same.
    pub(crate) must_fit: u64,
    /// What each face names where it is wild.
    pub(crate) names: [Names; 64],
    /// Faces that do more than name something.
    pub(crate) special: u64,
    /// Those among them that at most reverse, skip and make the next player draw in the usual ways.
    pub(crate) plain: u64,
    /// Faces that make the next player draw, or the previous one who is asked.
    pub(crate) draws: u64,
    /// Those among them whose penalty can be answered, and which answer.
    pub(crate) answerable: u64,
    /// Faces that make the next player miss a turn.
    pub(crate) skips: u64,
    /// The penalty cards of a family, by its lowest face.
    pub(crate) families: [u64; 64],
    /// The cards that end a penalty of a family, by its lowest face.
    pub(crate) enders: [u64; 64],
    /// The cards that answer a penalty without being one.
    pub(crate) helpers: u64,
    /// Faces with which nobody may end a hand, whatever the number of players.
    pub(crate) banned: u64,
    /// Whether there are any, for some number of players.
    pub(crate) bans: bool,
    /// How many suits there are, and so may be named. Four, except in a pack of few cards.
    pub(crate) suits: u8,
    /// How many cards may be drawn in a turn.
    pub(crate) most_drawn: u8,
    /// Whether only the card just drawn may be played after drawing.
    pub(crate) only_fresh: bool,
    /// Whether a card is just played, at most naming a suit: no stacks, calls,
    /// bans, victims, or wild cards of one's own. Most rule sets are so, and
    /// listing and checking answers is then a matter of bits.
    pub(crate) simple: bool,
    /// Whether answers are listed and checked by bits: the rules are simple, and any of four suits can be named.
    pub(crate) by_masks: bool,
    pub(crate) choices: Choices,
}

/// The answers of a sheet that are just chosen from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Choices {
    pub(crate) follow: Follow,
    pub(crate) duty: Duty,
    pub(crate) draw: Drawing,
    pub(crate) after_draw: AfterDraw,
    pub(crate) wild_when: WildWhen,
    pub(crate) names: Names,
    pub(crate) same_suit: SameSuit,
    pub(crate) answer: AnswerWith,
    pub(crate) sum: Sum,
    pub(crate) missed: Missed,
    pub(crate) nothing_to_draw: NothingToDraw,
    pub(crate) reverse_two: ReverseTwo,
    pub(crate) shape: Shape,
    pub(crate) matching: MultiMatch,
    pub(crate) multi_effects: MultiEffects,
    pub(crate) jump_in: JumpIn,
    pub(crate) forgot: u8,
    pub(crate) noticed: Noticed,
    pub(crate) ban: Ban,
    pub(crate) breach: Breach,
    pub(crate) finish_effect: FinishEffect,
    pub(crate) doubles_on_wild: bool,
    pub(crate) stock_empty: StockEmpty,
    pub(crate) stock_when: StockWhen,
    pub(crate) circling: u16,
    pub(crate) ends: HandEnd,
    pub(crate) limit: u8,
    pub(crate) blocked: BlockedWins,
    pub(crate) score: ScoreMode,
    pub(crate) course: Course,
    pub(crate) tie: Tie,
    pub(crate) teams: Teams,
    pub(crate) starter_wild: StarterWild,
    pub(crate) starter_special: StarterSpecial,
    pub(crate) next_dealer: NextDealer,
    // Newer options are left out of the meaning while they have their default, so that older sheets keep
    // their hash.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) another_last: AnotherLast,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) skip_answer: SkipAnswer,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) skip_two: SkipTwo,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) starter_counts: StarterCounts,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) direction: Direction,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) forgot_last: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) call_price: CallPrice,
    /// The banned faces that the sheet lists one by one.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ban_cards: u64,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) false_call: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) stock_keeps: StockKeeps,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) pressure: u8,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) starter_reverse: StarterReverse,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) starter_exchange: StarterExchange,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) starter_opening: StarterOpening,
    /// The faces that never start the discard pile, listed one by one in the sheet.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) back_cards: u64,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ending: Ending,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) first_drawn: FirstDrawn,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) several_price: SeveralPrice,
    /// The penalty cards that do not bring back a player who is out, by the number of players.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) lets_win: [u64; MAX_SEATS + 1],
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) while_named: WhileNamed,
    /// The faces that are banned as the last one for some numbers of players.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) ban_for: [u64; MAX_SEATS + 1],
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) other_rank: OtherRank,
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) printed: Printed,
}

impl Choices {
    /// Whether the last card but one has to be called.
    pub(crate) fn calls(&self) -> bool {
        self.forgot > 0 || self.call_price == CallPrice::NoGoingOut
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Classic {
    /// The rule set as written.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// What is printed on the cards.
    pub fn printed(&self) -> Printed {
        self.rules.choices.printed
    }

    /// What is worth a warning although it can be played.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The same rules without the fast paths, to compare the two.
    #[doc(hidden)]
    pub fn without_fast_paths(&self) -> Classic {
        let mut general = self.clone();
        (general.rules.simple, general.rules.by_masks) = (false, false);
        general
    }

    /// The same rules for two players with a pack of few cards, for games small enough to be solved:
    /// the first `suits` suits with the `ranks` ranks up to the eight, and hands of `deal` cards. The
    /// sheet still says what it said. `None` if there is no such pack or it is too small for the deal.
    pub fn with_small_pack(&self, suits: u8, ranks: u8, deal: u8) -> Option<Classic> {
        let enough = u16::from(suits) * u16::from(ranks) > 2 * u16::from(deal);
        let french = self.rules.choices.printed == Printed::French;
        if !french || !(2..=4).contains(&suits) || !(2..=8).contains(&ranks) || deal == 0 || !enough {
            return None;
        }
        let mut small = self.clone();
        let faces = (8 - ranks..8).flat_map(|rank| (0..suits).map(move |suit| Face::of(rank, suit)));
        let pack = CardSet::from_words([faces.fold(0, |all, face| all | face.bit()), 0, 0]);
        small.rules.seats = (2, 2);
        small.rules.layouts[2] = Layout { pack, packs: 1, deal, ..small.rules.layouts[2] };
        small.rules.schedule = Vec::new();
        small.rules.suits = suits;
        small.rules.by_masks &= suits == 4;
        Some(small)
    }

    /// The minutes after which time is up, for rule sets that have a time limit.
    pub fn minutes(&self) -> Option<u32> {
        (self.rules.choices.course == Course::Minutes)
            .then(|| self.rules.layouts[self.rules.seats.0 as usize].target)
    }

    /// Everything that matters for play and nothing else: two sheets that say
    /// the same in other words have the same meaning. Titles, texts and cards
    /// that are not in the pack do not count.
    pub fn meaning(&self) -> impl Serialize + use<> {
        let rules = &self.rules;
        let tables: Vec<_> = (rules.seats.0..=rules.seats.1)
            .map(|n| {
                let layout = rules.layouts[n as usize];
                let deal = if rules.choices.course == Course::Countdown { 0 } else { layout.deal };
                (n, *layout.pack.words(), deal, layout.target)
            })
            .collect();
        let pack = tables.iter().fold(0, |all, (_, words, ..)| all | words[0] | words[1] | words[2]);
        // In the order of a map of texts, whose code would take 6 KB.
        let mut effects_of: Vec<(String, CardEffect)> = Vec::new();
        for face in rules.choices.printed.faces(pack & (rules.special | rules.wild)) {
            let name = face.to_string();
            let at = effects_of.partition_point(|(other, _)| *other < name);
            effects_of.insert(at, (name, rules.effects_of[face.index()]));
        }
        let scored = !matches!(rules.choices.score, ScoreMode::None | ScoreMode::HandWon);
        let mut values: BTreeMap<String, u16> = BTreeMap::new();
        if scored || rules.choices.blocked != BlockedWins::FewestCards {
            for face in rules.choices.printed.faces(pack) {
                values.insert(face.to_string(), rules.values[face.index()]);
            }
        }
        (tables, rules.schedule.clone(), AsMap(effects_of), values, rules.choices)
    }
}

/// Names and effects, written as a map.
struct AsMap(Vec<(String, CardEffect)>);

impl Serialize for AsMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, effect_of)| (name, effect_of)))
    }
}

impl Rules {
    pub(crate) fn layout(&self, n_seats: u8) -> &Layout {
        &self.layouts[n_seats as usize % self.layouts.len()]
    }

    /// The faces with which nobody may end a hand of `n_seats` players.
    pub(crate) fn banned_for(&self, n_seats: u8) -> u64 {
        self.banned | self.choices.ban_for[n_seats as usize % (MAX_SEATS + 1)]
    }

    pub(crate) fn effect_of(&self, face: Face) -> &CardEffect {
        &self.effects_of[face.index() & 63]
    }

    /// What a face names where it is wild.
    pub(crate) fn names_of(&self, face: Face) -> Names {
        self.names[face.index() & 63]
    }

    /// Whether this card does not end the hand as the last one, because its player must go on. (FA-ALL-6)
    pub(crate) fn goes_on_with(&self, face: Face) -> bool {
        self.choices.another_last == AnotherLast::MustGoOn && self.effect_of(face).another.is_some()
    }
}

/// What bots and clients may know of a single card.
impl Classic {
    /// What a card counts that is left in a hand.
    #[inline]
    pub fn value(&self, face: Face) -> u16 {
        self.rules.values[face.index() & 63]
    }

    /// Whether a card is wild for everybody.
    #[inline]
    pub fn is_wild(&self, face: Face) -> bool {
        self.rules.wild & face.bit() != 0
    }

    /// Whether a card does more than being played.
    #[inline]
    pub fn is_special(&self, face: Face) -> bool {
        self.rules.special & face.bit() != 0
    }
}
