//! Checks a sheet and compiles it into tables, reporting all problems at once.

mod effects;
mod endless;
mod layout;
mod names;
mod reading;
pub(crate) mod select;
mod sense;

use std::sync::OnceLock;

use eights::MAX_SEATS;
use eights_config::{Document, Problem};

use self::effects::effects_of;
use self::endless::endless;
use self::layout::{Scheduled, cards_for, layouts, lets_win, pack_contradictions, scheduled, suits};
use self::names::printed_names;
use self::reading::Reading;
use self::sense::{card_contradictions, contradictions, unanswerable_skips, warnings};
use crate::{
    face::{Face, Printed, faces_of},
    rules::{CardEffect, Choices, Classic, Course, Rules},
    sheet::{
        AfterDraw, AnotherLast, AnswerWith, Ban, CallPrice, Drawing, Ending, FinishEffect, FirstDrawn,
        Follow, HandEnd, JumpIn, MatchEnd, Names, OtherRank, SameSuit, ScoreMode, Shape, Sheet, SkipAnswer,
        SkipTwo, StarterCounts, StarterExchange, StarterOpening, StarterSpecial, StockEmpty, StockKeeps,
        StockWhen, Sum, Target, WhileNamed, Whom, WildWhen,
    },
};

impl Classic {
    /// Compiles a rule set from a document in which `extends` has been resolved.
    ///
    /// # Errors
    ///
    /// All problems of the document.
    pub fn read(document: &Document) -> Result<Classic, Vec<Problem>> {
        let mut reading =
            Reading { document, printed: Printed::French, problems: Vec::new(), absent: Vec::new() };
        let sheet: Sheet = match document.typed() {
            Ok(sheet) => sheet,
            Err(mut problems) => {
                // Compile the valid rest as well, so that contradictions are reported in the same
                // run.
                if let Ok(rest) = document.without(&problems).typed() {
                    rules(&rest, &mut reading);
                    problems.extend(reading.problems);
                    Problem::sort(&mut problems);
                }
                return Err(problems);
            }
        };
        let rules = rules(&sheet, &mut reading);
        let names = printed_names(&sheet.deck, &mut reading);
        let mut warnings = warnings(&rules);
        if !reading.absent.is_empty() {
            let cards = reading.absent.join(", ");
            warnings.push(format!("there are no such cards in the pack with five shapes: {cards}"));
        }
        match reading.problems {
            problems if problems.is_empty() => Ok(Classic {
                sheet,
                rules,
                names,
                warnings,
                network_rows: OnceLock::new(),
                value_network: OnceLock::new(),
            }),
            mut problems => {
                Problem::sort(&mut problems);
                Err(problems)
            }
        }
    }
}

fn rules(sheet: &Sheet, reading: &mut Reading) -> Rules {
    let printed = sheet.deck.kind.printed();
    reading.printed = printed;
    let (course, target) = course(sheet);
    let mut choices = choices(sheet, course);
    let mut effects_of = effects_of(sheet, reading);
    card_contradictions(sheet, &effects_of, reading);
    settle_effects(&mut effects_of, &mut choices);
    let mask = |test: &dyn Fn(&CardEffect) -> bool| {
        (0..64).filter(|i| test(&effects_of[*i])).fold(0u64, |all, i| all | 1 << i)
    };
    let wild = mask(&|effect_of| effect_of.wild);
    let special = mask(&|effect_of| !effect_of.only_names());
    let draws = mask(&|effect_of| effect_of.draw > 0 && effect_of.whom.is_asked());
    let answerable = draws & !mask(&|effect_of| effect_of.at_once);
    let ban_cards = reading.listed("finish.ban-cards", &sheet.finish.ban_cards);
    let back_cards = reading.listed("starter.back-cards", &sheet.starter.back_cards);
    let banned = ban_cards
        | match sheet.finish.ban {
            Ban::None => 0,
            Ban::Wild => wild,
            Ban::Draw => mask(&|effect_of| effect_of.draw > 0),
            Ban::Special => wild | special,
        };
    if wild == 0 && course != Course::Countdown {
        // Normalise options that have no effect, so that equal games have equal rules.
        let plain = crate::sheet::Wild::default();
        (choices.wild_when, choices.names, choices.same_suit) = (plain.when, plain.names, plain.same_suit);
        choices.starter_wild = Default::default();
        choices.while_named = Default::default();
    }
    if draws == 0 {
        let none = crate::sheet::Penalty::default();
        (choices.answer, choices.sum, choices.missed) = (none.answer, none.sum, none.after);
        choices.nothing_to_draw = none.nothing_to_draw;
        if choices.finish_effect == FinishEffect::Answered {
            choices.finish_effect = FinishEffect::Ignored;
        }
    }
    if effects_of.iter().all(|effect_of| effect_of.another.is_none()) {
        choices.another_last = Default::default();
    }
    if choices.answer == AnswerWith::None {
        choices.first_drawn = FirstDrawn::Nothing;
        choices.other_rank = OtherRank::AnySuit;
    }
    if choices.answer == AnswerWith::None || mask(&|effect_of| effect_of.wild && effect_of.cancels != 0) == 0
    {
        choices.ending = Ending::MustFit;
    }
    let skips = mask(&|effect_of| effect_of.skip > 0);
    if skips == 0 {
        (choices.skip_answer, choices.skip_two) = Default::default();
    }
    contradictions(sheet, reading);
    unanswerable_skips(&choices, &effects_of, reading);
    let (seats, layouts) = layouts(sheet, &target, reading);
    // Cards that are not in the pack do not count for the meaning.
    let in_pack = (seats.0..=seats.1).map(|n| faces_of(&layouts[n as usize].pack));
    let in_pack = in_pack.fold(0, |all, faces| all | faces);
    nameable(&effects_of, in_pack, reading);
    let suits = suits(in_pack, reading);
    pack_contradictions(sheet, seats, &layouts, reading);
    choices.ban_cards = ban_cards & in_pack;
    let ban_for = cards_for("finish.ban-for", &sheet.finish.ban_for, reading);
    for n in seats.0..=seats.1 {
        choices.ban_for[n as usize] = ban_for[n as usize] & in_pack & !banned;
    }
    if choices.starter_opening == StarterOpening::TurnedUp {
        choices.back_cards = back_cards & in_pack;
    }
    let lets_win = lets_win(sheet, draws & in_pack, reading);
    if choices.finish_effect == FinishEffect::WaitsARound {
        choices.lets_win = lets_win;
    }
    let bans = banned != 0 || choices.ban_for != [0; MAX_SEATS + 1];
    let simple = !bans
        && is_simple(&choices)
        && !effects_of
            .iter()
            .any(|effect_of| effect_of.targets() || effect_of.is_oddly_wild() || effect_of.challenge > 0)
        && !effects_of.iter().any(CardEffect::opens_run);
    let rules = Rules {
        seats,
        layouts,
        schedule: match scheduled(sheet) {
            Scheduled::Changing => sheet.deal.schedule.clone(),
            _ => Vec::new(),
        },
        effects_of,
        values: values(sheet, reading),
        fits: std::array::from_fn(|i| {
            let fits = fits(printed.at(i as u8), sheet.turn.follow);
            match effects_of[i].followed_by {
                0 => fits,
                these => fits & these,
            }
        }),
        wild,
        must_fit: mask(&|effect_of| effect_of.must_fit),
        names: effects_of.map(|effect_of| effect_of.names.unwrap_or(choices.names)),
        special,
        plain: if acts_plainly(&choices) { special & mask(&CardEffect::is_plain) } else { 0 },
        draws,
        answerable,
        skips,
        families: std::array::from_fn(|i| {
            let kin = |face: &Face| effects_of[face.index()].family as usize == i;
            printed.filter(answerable, &kin)
        }),
        enders: std::array::from_fn(|i| {
            let ends = |face: &Face| effects_of[face.index()].cancels >> i & 1 != 0;
            printed.filter(special, &ends)
        }),
        helpers: mask(&|effect_of| effect_of.answers != 0),
        banned,
        bans,
        suits,
        most_drawn: match choices.draw {
            Drawing::One => 1,
            Drawing::UpTo(n) => n,
            Drawing::UntilPlayable | Drawing::UntilWilling => u8::MAX,
        },
        only_fresh: matches!(choices.after_draw, AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn),
        simple,
        by_masks: simple && suits == 4,
        choices,
    };
    endless(sheet, &rules, reading);
    rules
}

/// Gives effects that cannot show under these rules their default, so that equal games have equal rules.
fn settle_effects(effects_of: &mut [CardEffect; 64], choices: &mut Choices) {
    let mut wild = effects_of.iter().filter(|effect_of| effect_of.wild).peekable();
    if wild.peek().is_some()
        && choices.course != Course::Countdown
        && wild.all(|effect_of| effect_of.names.is_some() || effect_of.counts_as.is_some())
    {
        // No wild card is left that names what `wild.names` says.
        choices.names = Names::default();
    }
    let hits = |effect_of: &&CardEffect| effect_of.draw > 0 && effect_of.whom.is_asked();
    if effects_of.iter().filter(hits).all(|effect_of| effect_of.at_once) {
        choices.answer = AnswerWith::None;
    }
    for effect_of in effects_of {
        if effect_of.names == Some(choices.names) {
            effect_of.names = None;
        }
        if choices.answer == AnswerWith::None {
            (effect_of.answers, effect_of.adds, effect_of.at_once) = (0, 0, false);
            if effect_of.whom == Whom::PreviousAsked {
                effect_of.whom = Whom::Previous;
            }
        }
        if effect_of.sum == Some(choices.sum) || !effect_of.whom.is_asked() {
            effect_of.sum = None;
        }
    }
}

/// Reports wild cards with which nothing could be named, because no rank that they may name is in the pack.
fn nameable(effects_of: &[CardEffect; 64], in_pack: u64, reading: &mut Reading) {
    let stuck = |face: &Face| {
        let ranks = effects_of[face.index()].ranks;
        let may_name = |rank: u8| {
            ranks >> rank & 1 != 0 && rank != face.rank() && in_pack & face.printed().of_rank(rank) != 0
        };
        ranks != 0 && !(0..face.printed().ranks()).any(may_name)
    };
    if let Some(face) = reading.printed.faces(in_pack).find(stuck) {
        reading.wrong("cards", format!("no rank that the {} may name is in the pack", face.spoken()));
    }
}

/// Whether a play is always a single card that names at most a suit, so that answers can be listed and
/// checked with bit masks (see [`Rules::simple`]). Every field is named: a new option does not compile until
/// somebody has decided here whether the masks respect it.
fn is_simple(choices: &Choices) -> bool {
    let Choices {
        // Options that change what can be said with a card, or when a card fits.
        course,
        wild_when,
        names,
        same_suit,
        forgot,
        shape,
        jump_in,
        ends,
        // Options that the masks read, or that matter only once an answer has been given.
        follow: _,
        duty: _,
        draw: _,
        after_draw: _,
        answer: _,
        sum: _,
        missed: _,
        nothing_to_draw: _,
        reverse_two: _,
        matching: _,
        multi_effects: _,
        noticed: _,
        ban: _,
        breach: _,
        doubles_on_wild: _,
        stock_empty: _,
        stock_when: _,
        circling: _,
        limit: _,
        blocked: _,
        score: _,
        tie: _,
        teams: _,
        starter_wild: _,
        starter_special: _,
        next_dealer: _,
        skip_two: _,
        starter_counts: _,
        direction: _,
        // To answer a skip is a question of its own, but further turns are missed without one.
        skip_answer,
        while_named,
        // What is drawn, shuffled and turned up.
        pressure: _,
        starter_reverse: _,
        back_cards: _,
        stock_keeps,
        starter_exchange,
        starter_opening,
        false_call,
        // A last card that does not end the hand.
        finish_effect,
        another_last,
        forgot_last,
        call_price,
        // Part of the mask of banned cards, which a simple sheet does not have.
        ban_cards: _,
        ban_for: _,
        // Only where somebody who is out waits, or several cards are laid.
        lets_win: _,
        several_price: _,
        other_rank: _,
        // The masks know four suits.
        printed,
        // Penalties are answered outside of the masks, but a card that may answer only when just drawn is not.
        ending: _,
        first_drawn,
    } = choices;
    *course != Course::Countdown
        && *wild_when == WildWhen::Always
        && *names == Names::Suit
        && *same_suit == SameSuit::Allowed
        && *forgot == 0
        && *shape == Shape::Single
        && *jump_in == JumpIn::Off
        && *ends == HandEnd::FirstOut
        && !matches!(finish_effect, FinishEffect::Answered | FinishEffect::WaitsARound)
        && *first_drawn == FirstDrawn::Nothing
        && *skip_answer != SkipAnswer::AddUp
        && *while_named == WhileNamed::AnyWild
        && *another_last == AnotherLast::FallsAway
        && *forgot_last == 0
        && *call_price == CallPrice::Cards
        && *stock_keeps == StockKeeps::Nothing
        && *starter_exchange == StarterExchange::Never
        && *starter_opening == StarterOpening::TurnedUp
        && *false_call == 0
        && *printed == Printed::French
}

/// Whether skips and penalties work in the usual ways.
fn acts_plainly(choices: &Choices) -> bool {
    choices.skip_answer == SkipAnswer::None
        && choices.skip_two == SkipTwo::AnotherTurn
        && choices.sum == Sum::Add
}

/// The faces that fit on a card. A joker has neither suit nor rank, so anything fits on it.
fn fits(face: Face, follow: Follow) -> u64 {
    if face.is_joker() {
        return u64::MAX;
    }
    match follow {
        Follow::SuitOrRank => face.suit_mates() | face.rank_mates(),
        Follow::Suit => face.suit_mates(),
        Follow::Rank => face.rank_mates(),
    }
}

/// The sheet's options as plain enums. Options without effect in this sheet get their default, so
/// that sheets with the same meaning compile to equal rules.
fn choices(sheet: &Sheet, course: Course) -> Choices {
    let single = !matches!(sheet.several.shape, Shape::SameRank | Shape::Identical);
    let restocks = sheet.stock.empty == StockEmpty::Reshuffle;
    let starter = &sheet.starter;
    let turned_up = starter.opening == StarterOpening::TurnedUp;
    Choices {
        follow: sheet.turn.follow,
        duty: sheet.turn.duty,
        draw: sheet.turn.draw,
        after_draw: sheet.turn.after_draw,
        wild_when: sheet.wild.when,
        names: sheet.wild.names,
        same_suit: sheet.wild.same_suit,
        answer: sheet.penalty.answer,
        sum: sheet.penalty.sum,
        missed: sheet.penalty.after,
        nothing_to_draw: sheet.penalty.nothing_to_draw,
        reverse_two: sheet.reverse.two_players,
        shape: sheet.several.shape,
        matching: if sheet.several.shape == Shape::Run { Default::default() } else { sheet.several.matching },
        multi_effects: if single { Default::default() } else { sheet.several.effects },
        jump_in: sheet.jump_in,
        forgot: sheet.last_card.forgot,
        noticed: if sheet.last_card.forgot == 0 { Default::default() } else { sheet.last_card.noticed },
        ban: sheet.finish.ban,
        breach: if sheet.finish.ban == Ban::None
            && sheet.finish.ban_cards.is_empty()
            && sheet.finish.ban_for.is_empty()
        {
            Default::default()
        } else {
            sheet.finish.breach
        },
        finish_effect: sheet.finish.effect,
        doubles_on_wild: sheet.finish.doubles_on_wild,
        stock_empty: sheet.stock.empty,
        stock_when: if restocks { sheet.stock.when } else { StockWhen::default() },
        circling: sheet.stock.circling,
        ends: sheet.hand.ends,
        limit: sheet.hand.limit.unwrap_or(u8::MAX),
        blocked: sheet.hand.blocked,
        score: if course == Course::Countdown { ScoreMode::None } else { sheet.score.mode },
        course,
        tie: sheet.match_.tie,
        teams: sheet.teams,
        starter_wild: if turned_up { starter.wild } else { Default::default() },
        starter_special: if turned_up { starter.special } else { Default::default() },
        next_dealer: sheet.dealer.next,
        another_last: sheet.finish.another_turn,
        skip_answer: sheet.skip.answer,
        skip_two: sheet.skip.two_players,
        starter_counts: match sheet.turn.follow {
            _ if !turned_up => StarterCounts::default(),
            Follow::Suit => StarterCounts::default(),
            Follow::SuitOrRank | Follow::Rank => sheet.starter.counts,
        },
        direction: sheet.turn.direction,
        forgot_last: sheet.last_card.forgot_last,
        call_price: match sheet.last_card.price {
            CallPrice::NextTurn if sheet.last_card.forgot == 0 => CallPrice::Cards,
            price => price,
        },
        ban_cards: 0,
        false_call: sheet.last_card.false_call,
        stock_keeps: if restocks { sheet.stock.keeps } else { Default::default() },
        pressure: if restocks { sheet.stock.pressure } else { 0 },
        starter_reverse: if starter.special == StarterSpecial::AsDealerPlay && turned_up {
            starter.reverse
        } else {
            Default::default()
        },
        starter_exchange: if turned_up { starter.exchange } else { Default::default() },
        starter_opening: starter.opening,
        back_cards: 0,
        ending: sheet.penalty.ending,
        first_drawn: sheet.penalty.first_drawn,
        several_price: if single { Default::default() } else { sheet.several.price },
        lets_win: Default::default(),
        while_named: sheet.wild.while_named,
        ban_for: Default::default(),
        other_rank: sheet.penalty.other_rank,
        printed: sheet.deck.kind.printed(),
    }
}

/// How the match ends, and the target by number of players.
fn course(sheet: &Sheet) -> (Course, impl Fn(u8) -> u32 + use<>) {
    let (course, number, per_player) = match &sheet.match_.end {
        MatchEnd::SingleHand => (Course::Single, 0, 0),
        MatchEnd::Target(Target::Points(n)) => (Course::Target, *n, 0),
        MatchEnd::Target(Target::PerPlayer(target)) => (Course::Target, 0, target.per_player),
        MatchEnd::Limit(n) => (Course::Limit, *n, 0),
        MatchEnd::Elimination(n) => (Course::Elimination, *n, 0),
        MatchEnd::Hands(n) => (Course::Hands, u32::from(*n), 0),
        MatchEnd::Deals(n) => (Course::Hands, 0, u32::from(*n)),
        MatchEnd::Minutes(n) => (Course::Minutes, u32::from(*n), 0),
        MatchEnd::Countdown(n) => (Course::Countdown, u32::from(*n), 0),
    };
    (course, move |n_seats| number + per_player * u32::from(n_seats))
}

/// The points of each card: as written in the sheet, otherwise its number, ten for court cards and
/// fifty for jokers.
fn values(sheet: &Sheet, reading: &mut Reading) -> [u16; 64] {
    let written = reading.selected("values", &mut sheet.values.keys());
    std::array::from_fn(|i| match reading.printed.at(i as u8) {
        _ if written[i].is_some() => written[i].and_then(|key| sheet.values.get(key)).copied().unwrap_or(0),
        face if face.is_joker() => 50,
        face if face.printed() == Printed::French => u16::from(face.rank() + 1).min(10),
        face => u16::from(face.rank() + 1),
    })
}
