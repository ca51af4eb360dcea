//! Describes what fits, wild cards, drawing and the other options of a turn.

use super::{
    context::RulesContext,
    english::{always, and, capital, number, sentences},
    kinds::any,
};
use crate::{
    face::Face,
    sheet::{
        AfterDraw, AnswerWith, Drawing, Duty, Follow, JumpIn, MultiEffects, MultiMatch, Names, SameSuit,
        SeveralPrice, Shape, WhileNamed, WildWhen,
    },
};

/// The jokers of either pack.
const JOKERS: u64 = !0 << 52;

pub(super) fn follow(telling: &RulesContext) -> Option<String> {
    let fits = match telling.choices.follow {
        Follow::SuitOrRank => {
            "A card fits when it has the suit or the rank of the top card of the discard pile."
        }
        Follow::Suit => {
            "A card fits when it has the suit of the top card of the discard pile; its rank does not matter."
        }
        Follow::Rank => {
            "A card fits when it has the rank of the top card of the discard pile; its suit does not matter."
        }
    };
    let jokers = telling.pack & JOKERS;
    let joker = match jokers & telling.wild() {
        _ if jokers == 0 => None,
        0 => always(
            "A joker has neither suit nor rank: it may be laid only on another joker, and any card may be laid on it.",
        ),
        _ if telling.choices.wild_when == WildWhen::MustMatch => {
            always("A joker has neither suit nor rank, so that it fits nothing.")
        }
        wild if wild != jokers => {
            always("A joker that is not wild may be laid only on another joker, and any card on it.")
        }
        _ => None,
    };
    sentences([always(fits), joker])
}

/// What a wild card names: "a suit", "a rank".
pub(super) fn what_is_named(names: Names) -> &'static str {
    match names {
        Names::Suit | Names::OwnSuit | Names::Anything | Names::CardBelow => "a suit",
        Names::Rank => "a rank",
        Names::SuitOrRank => "a suit or a rank",
    }
}

pub(super) fn wild(telling: &RulesContext) -> Option<String> {
    if telling.wild() == 0 && !telling.counts_down() {
        return always("No card is wild.");
    }
    let mut groups: Vec<(Kind, u64)> = Vec::new();
    if telling.counts_down() {
        groups.push((Kind { names: telling.choices.names, must_fit: false, counts_as: None }, 0));
    }
    for face in telling.printed().faces(telling.wild()) {
        let effect_of = telling.rules.effect_of(face);
        let (must_fit, counts_as) = (effect_of.must_fit, effect_of.counts_as);
        let kind = Kind { names: telling.rules.names_of(face), must_fit, counts_as };
        match groups.iter_mut().find(|(same, _)| *same == kind) {
            Some((_, group)) => *group |= face.bit(),
            None => groups.push((kind, face.bit())),
        }
    }
    let differ = (telling.choices.same_suit == SameSuit::MustDiffer
        && groups.iter().any(|(kind, _)| matches!(kind.names, Names::Suit | Names::SuitOrRank)))
    .then(|| "A suit that has to be followed already may not be named again.".to_owned());
    let alone = groups.len() == 1;
    let served = (telling.choices.while_named == WhileNamed::SameKind).then(|| {
        "While a name waits to be served, only a wild card that names the same kind of thing goes on anything."
            .to_owned()
    });
    let kinds = groups.into_iter().map(|(kind, group)| of_one_kind(telling, kind, group, alone));
    sentences(kinds.chain([differ, served]))
}

/// What wild cards of one kind have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    names: Names,
    must_fit: bool,
    counts_as: Option<u8>,
}

/// Describes the wild cards that name the same; with what the next player does, if there are no others.
fn of_one_kind(telling: &RulesContext, kind: Kind, group: u64, alone: bool) -> Option<String> {
    let Kind { names, must_fit, counts_as } = kind;
    let as_rank = counts_as.map(|rank| {
        let rank = telling.printed().of_rank(rank);
        let rank = any(telling.printed(), rank, rank | 1 << 63);
        format!(
            "it counts as {rank} of the suit that must be followed; if there is none, the player names it"
        )
    });
    let (says, follows) = match names {
        _ if let Some(says) = &as_rank => (says.as_str(), None),
        Names::Suit => ("the player names the suit that must follow", Some("follows that suit")),
        Names::Rank => {
            ("the player names the rank that must follow, but not its own", Some("follows that rank"))
        }
        Names::SuitOrRank => {
            ("the player names a suit or another rank that must follow", Some("follows what was named"))
        }
        Names::OwnSuit if group & JOKERS != 0 => {
            ("its own suit must be followed; on a joker anything goes", Some("follows that suit"))
        }
        Names::OwnSuit => ("its own suit must be followed", Some("follows that suit")),
        Names::Anything => ("any card may follow", None),
        Names::CardBelow => ("it counts as the card below it in everything", None),
    };
    let (who, one) = who_is_wild(telling, group, names == telling.choices.names);
    let on = match telling.choices.wild_when {
        _ if must_fit => format!("{who}, but {one} must fit like any other card; {says}."),
        WildWhen::Always => format!("{who}: {one} may be played on anything, and {says}."),
        WildWhen::MustMatch => format!("{who}, but {one} must fit like any other card; {says}."),
        WildWhen::NotOnWild => {
            format!("{who}: {one} may be played on anything but another wild card, and {says}.")
        }
    };
    let next = follows
        .filter(|_| alone && telling.choices.wild_when == WildWhen::Always && !must_fit)
        .map(|follows| format!("The next player {follows} or plays another wild card."));
    sentences([Some(on), next])
}

/// The ranks that may be named with wild cards that cannot name any.
pub(super) fn nameable(telling: &RulesContext) -> Option<String> {
    let mut groups: Vec<(u16, u64)> = Vec::new();
    for face in telling.printed().faces(telling.wild()) {
        let ranks = telling.rules.effect_of(face).ranks;
        match groups.iter_mut().find(|(same, _)| *same == ranks) {
            _ if ranks == 0 => (),
            Some((_, group)) => *group |= face.bit(),
            None => groups.push((ranks, face.bit())),
        }
    }
    sentences(groups.into_iter().map(|(ranks, group)| {
        let ranks: Vec<String> = (0..telling.printed().ranks())
            .filter(|rank| ranks >> rank & 1 != 0)
            .map(|rank| telling.printed().rank_plural(rank))
            .collect();
        Some(format!("With {} only {} may be named.", telling.any(group), and(&ranks)))
    }))
}

/// What it means that a name binds everybody once.
pub(super) fn binding(telling: &RulesContext) -> Option<String> {
    let binds = |face: &Face| telling.rules.effect_of(*face).binds_all;
    let group = telling.printed().filter(telling.wild(), &binds);
    if group == 0 {
        return None;
    }
    let one = telling.any(group);
    sentences([
        Some(format!(
            "What is named with {one} binds everybody for one turn, the player who named it last; a missed turn counts."
        )),
        always(
            "Meanwhile nothing else may be laid, but directly on that card another of its rank names anew.",
        ),
        always("After that the top card counts."),
    ])
}

/// Which cards are wild ("Eights are wild"), and how to refer to one of them afterwards.
fn who_is_wild(telling: &RulesContext, group: u64, by_level: bool) -> (String, String) {
    let kinds = telling.kinds(group);
    let names = capital(&telling.all(group));
    let start = telling.goal(telling.seats.0);
    let first = telling.printed().rank_plural((start.saturating_sub(1)).min(12) as u8);
    let level = format!("cards of their own level are wild, such as {first} at level {}", number(start));
    match &kinds[..] {
        [] => (format!("For each player {level}"), "such a card".into()),
        _ if telling.counts_down() && by_level => {
            (format!("{names} are wild, and for each player {level}"), "a wild card".into())
        }
        [kind] if kind.single => (format!("{names} is wild"), "it".into()),
        [kind] => (format!("{names} are wild"), kind.any.clone()),
        _ => (format!("{names} are wild"), "such a card".into()),
    }
}

pub(super) fn drawing(telling: &RulesContext) -> Option<String> {
    let choices = telling.choices;
    let must = choices.duty == Duty::Must;
    let ends = if choices.after_draw == AfterDraw::TurnEnds { ", and the turn ends" } else { "" };
    let until = if lays_drawn(telling) { "until one fits" } else { "until able to play" };
    let how = match choices.draw {
        Drawing::One => "one card".to_owned(),
        Drawing::UpTo(n) if must => format!("one card at a time {until}, but no more than {}", number(n)),
        Drawing::UpTo(n) => format!("one card at a time, up to {} in a turn", number(n)),
        Drawing::UntilPlayable => format!("one card at a time {until}"),
        Drawing::UntilWilling if must => format!("one card at a time {until}"),
        Drawing::UntilWilling => "one card at a time for as long as they like".to_owned(),
    };
    let who = if must {
        "A player who can play must play; one who cannot"
    } else {
        "A player who cannot play, or does not want to,"
    };
    sentences([Some(format!("{who} draws {how}{ends}.")), after_drawing(telling), passing(telling)])
}

/// Whether only the card just drawn may be laid after drawing.
fn lays_drawn(telling: &RulesContext) -> bool {
    matches!(telling.choices.after_draw, AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn)
}

fn after_drawing(telling: &RulesContext) -> Option<String> {
    let (duty, draw) = (telling.choices.duty, telling.choices.draw);
    let up_to = matches!(draw, Drawing::UpTo(_)) && duty != Duty::Must;
    match telling.choices.after_draw {
        AfterDraw::TurnEnds => None,
        AfterDraw::MustPlayDrawn => {
            always("The card just drawn, and no other, must then be played if it fits.")
        }
        AfterDraw::MayPlayDrawn if up_to => {
            always("The card just drawn, and no other, may then be played if it fits.")
        }
        AfterDraw::MayPlayDrawn => {
            always("The card just drawn, and no other, may then be played if it fits, or kept.")
        }
        AfterDraw::MayPlayAny if duty == Duty::MayDraw => {
            always("After that any card that fits may be played, or none.")
        }
        AfterDraw::MayPlayAny if duty == Duty::Must => {
            always("After that a player who can play must, with any card that fits.")
        }
        AfterDraw::MayPlayAny => always("After that any card that fits may be played."),
    }
}

/// When a player may pass, unless that is obvious.
fn passing(telling: &RulesContext) -> Option<String> {
    let choices = telling.choices;
    let free = choices.duty == Duty::MayDraw;
    let keeps = choices.after_draw == AfterDraw::MayPlayDrawn;
    match choices.draw {
        _ if choices.duty == Duty::Must => None,
        Drawing::UpTo(n) => Some(passing_up_to(telling, &number(n))),
        Drawing::UntilWilling if free => always("Nobody may pass while there are cards to draw."),
        Drawing::UntilWilling => always("A player who can still play or draw may not pass."),
        Drawing::One | Drawing::UntilPlayable if free => None,
        Drawing::One | Drawing::UntilPlayable if keeps || choices.after_draw == AfterDraw::TurnEnds => {
            always("A player who can play may not pass without drawing.")
        }
        Drawing::One | Drawing::UntilPlayable => always("A player who can play may not pass."),
    }
}

fn passing_up_to(telling: &RulesContext, n: &str) -> String {
    let nothing = "with nothing left to draw";
    match (telling.choices.duty, telling.choices.after_draw) {
        (Duty::MayDraw, AfterDraw::MustPlayDrawn) => {
            format!("Otherwise a player may pass only after drawing {n}, or {nothing}.")
        }
        (Duty::MayDraw, _) => format!("A player may pass only after drawing {n}, or {nothing}."),
        (_, AfterDraw::MayPlayDrawn) => {
            format!("A player may pass only after drawing {n}, or {nothing} and unable to play.")
        }
        _ => format!("A player may pass only when unable to play, and after drawing {n} or {nothing}."),
    }
}

pub(super) fn several(telling: &RulesContext) -> Option<String> {
    match telling.choices.shape {
        Shape::Single => return None,
        Shape::Run => return run(telling),
        Shape::Identical => {
            let effects = match telling.choices.multi_effects {
                MultiEffects::Each => "All of them take effect.",
                MultiEffects::Once => "Only the card on top takes effect.",
            };
            let effects = (telling.special() != 0).then(|| effects.to_owned());
            let drawn = lays_drawn(telling).then(|| "A card just drawn is laid alone.".to_owned());
            return sentences([always("Identical cards may be laid together in one turn."), effects, drawn]);
        }
        Shape::SameRank => (),
    }
    let fits = match telling.choices.matching {
        MultiMatch::Top => "the card that ends up on top must fit",
        MultiMatch::First => "the one laid first, on the old top card, must fit",
        MultiMatch::Any => "one of them must fit",
    };
    let together = format!("Any number of cards of one rank may be laid in one turn; {fits}.");
    let effects = match telling.choices.multi_effects {
        MultiEffects::Each => "All of them take effect.",
        MultiEffects::Once => "Only the card on top takes effect.",
    };
    let drawn = lays_drawn(telling).then(|| "A card just drawn is laid alone.".to_owned());
    let effects = (telling.special() != 0).then(|| effects.to_owned());
    sentences([Some(together), effects, drawn])
}

fn run(telling: &RulesContext) -> Option<String> {
    let drawn = lays_drawn(telling).then(|| "A card just drawn is laid alone.".to_owned());
    sentences([
        always(
            "After a card its player may lay another of the same rank, or of the same suit and the next rank up or down, and so on, until saying done.",
        ),
        always(
            "Only then the cards of the rank on top take effect, each of them; after an answer only its rank may follow.",
        ),
        drawn,
    ])
}

pub(super) fn open_runs(telling: &RulesContext) -> Option<String> {
    let opens = |face: &Face| telling.rules.effect_of(*face).opens_run();
    let group = telling.printed().filter(telling.special(), &opens);
    if group == 0 {
        return None;
    }
    let one = telling.any(group);
    let ends = (telling.wild() != 0 || telling.counts_down()).then(|| {
        "A wild card that names something may be laid in a run and ends the turn; one after which anything follows may not."
            .to_owned()
    });
    sentences([
        always("A run is laid card by card until its player says done; only its last card takes effect."),
        ends,
        Some(format!(
            "A run that ends with {one} stays open: a player who lays a card of its suit on it goes on with the run."
        )),
    ])
}

pub(super) fn price_of_several(telling: &RulesContext) -> Option<String> {
    match telling.choices.several_price {
        SeveralPrice::None => None,
        SeveralPrice::PreviousDraws => {
            always("When more than one card is laid, the player before draws as many, without losing a turn.")
        }
    }
}

pub(super) fn jump_in(telling: &RulesContext) -> Option<String> {
    match telling.choices.jump_in {
        JumpIn::Off => None,
        JumpIn::Identical => {
            let answered = telling.choices.answer != AnswerWith::None;
            let unless =
                if answered && telling.draws() != 0 { ", unless a penalty waits to be answered" } else { "" };
            let at_once = telling.printed().faces(telling.special()).any(|face| {
                let effect_of = telling.rules.effect_of(face);
                effect_of.draw > 0 && (!answered || !effect_of.whom.is_asked())
            });
            sentences([
                Some(format!(
                    "A player who holds exactly the card just played may lay it out of turn, until somebody else has played, drawn or passed{unless}."
                )),
                at_once.then(|| "Cards that it makes somebody draw at once do not count.".to_owned()),
                always("Play goes on from there."),
            ])
        }
        JumpIn::Matched => sentences([
            always(
                "A player who holds exactly the card on top may lay it out of turn, until somebody else has played, drawn or passed, also on the first card and on a penalty.",
            ),
            always("The player of the matched card, or the dealer of the first one, draws one card."),
            always("What it did is void, only a penalty stays and grows, and play goes on from there."),
        ]),
    }
}
