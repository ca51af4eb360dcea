//! Finds sheets under which a hand could never be won or a match never end.

use eights::CardSet;

use super::reading::Reading;
use crate::{
    face::{Face, faces_of},
    play::score::MAX_HANDS,
    rules::{Course, Rules},
    sheet::{Again, Follow, MatchEnd, Names, ScoreMode, Shape, Sheet, StarterSpecial, Tie, Whom, WildWhen},
};

/// Reports everything that would keep a hand or a match from ending.
pub(super) fn endless(sheet: &Sheet, rules: &Rules, reading: &mut Reading) {
    let layouts = (rules.seats.0..=rules.seats.1).map(|n| (n, rules.layout(n)));
    let packs = layouts.clone().map(|(_, layout)| layout.pack).filter(|pack| !pack.is_empty());
    if packs.clone().next().is_none() {
        // Another problem has been reported already.
        return;
    }
    let printed = rules.choices.printed;
    let goes_on = printed.filter(u64::MAX, &|face| rules.goes_on_with(*face));
    if packs.clone().any(|pack| faces_of(&pack) & !goes_on == 0) {
        reading.wrong("finish.another-turn", "every card gives another turn, so nobody could go out");
    } else if layouts
        .clone()
        .any(|(n, layout)| faces_of(&layout.pack) & !(rules.banned_for(n) | goes_on) == 0)
    {
        reading
            .wrong("finish.ban", "every card is banned as the last one, so nobody could go out: ban fewer");
    }
    let draws_itself = |pack: &CardSet| {
        printed.faces(faces_of(pack)).all(|face| {
            let effect_of = rules.effect_of(face);
            effect_of.draw > 0 && effect_of.whom == Whom::Player
        })
    };
    if rules.choices.shape == Shape::Single && packs.clone().any(|pack| draws_itself(&pack)) {
        reading.wrong("cards", "every card makes its own player draw, so nobody could go out");
    }
    if never_changes(rules, packs) {
        let what = if rules.choices.follow == Follow::Suit { "suit" } else { "rank" };
        let message = format!(
            "no card could ever change the {what} to be followed: use \"suit-or-rank\", or a wild card that fits anywhere"
        );
        reading.wrong("turn.follow", message);
    }
    for (n, _) in layouts.clone() {
        if too_small_a_limit(n, sheet, rules, reading) || too_far_a_target(n, rules, reading) {
            break;
        }
    }
    let needs_points = match rules.choices.course {
        Course::Target | Course::Limit | Course::Elimination => true,
        Course::Hands | Course::Minutes => rules.choices.tie == Tie::ExtraHand,
        Course::Single | Course::Countdown => false,
    };
    let by_cards = !matches!(rules.choices.score, ScoreMode::None | ScoreMode::Places | ScoreMode::HandWon);
    if needs_points && by_cards && layouts.into_iter().any(|(_, layout)| points_in(rules, &layout.pack) == 0)
    {
        reading
            .wrong("values", "every card counts 0: nobody would ever score, and the match would never end");
    }
}

/// Whether the first card fixes for the whole hand what must be followed.
fn never_changes(rules: &Rules, packs: impl Iterator<Item = CardSet>) -> bool {
    let choices = &rules.choices;
    let all = packs.fold(0, |all, pack| all | faces_of(&pack));
    // A card that counts as one of the suit that must be followed changes nothing.
    let changes = |face: &Face| rules.effect_of(*face).counts_as.is_none();
    let wild = choices.printed.faces(rules.wild & all).any(|face| changes(&face))
        || choices.course == Course::Countdown;
    let wild_changes = match (choices.wild_when, choices.follow) {
        (WildWhen::Always | WildWhen::NotOnWild, _) => true,
        (WildWhen::MustMatch, Follow::Rank) => false,
        (WildWhen::MustMatch, _) => {
            choices.names != Names::OwnSuit
                || choices.printed.faces(rules.wild & all).any(|face| rules.names_of(face) != Names::OwnSuit)
        }
    };
    let again_changes =
        choices.printed.faces(all).any(|face| rules.effect_of(face).again == Some(Again::Any));
    choices.follow != Follow::SuitOrRank && !(wild && wild_changes) && !again_changes
}

/// Reports a hand limit that players could exceed before the first turn.
fn too_small_a_limit(n: u8, sheet: &Sheet, rules: &Rules, reading: &mut Reading) -> bool {
    let layout = rules.layout(n);
    let dealt = match sheet.match_.end {
        MatchEnd::Countdown(level) => level,
        _ => rules.schedule.iter().copied().max().unwrap_or(layout.deal),
    };
    let drawn = match rules.choices.starter_special {
        StarterSpecial::AsDealerPlay => {
            rules.choices.printed.faces(faces_of(&layout.pack)).map(|face| rules.effect_of(face).draw).max()
        }
        StarterSpecial::NoEffect | StarterSpecial::Redraw => None,
    };
    let most = u16::from(dealt) + u16::from(drawn.unwrap_or(0));
    let limit = rules.choices.limit;
    if u16::from(limit) >= most {
        return false;
    }
    let message =
        format!("a player may hold {most} cards before the first turn: the limit must be at least {most}");
    reading.wrong("hand.limit", message);
    true
}

/// Reports a target that cannot be reached within the longest match.
fn too_far_a_target(n: u8, rules: &Rules, reading: &mut Reading) -> bool {
    let layout = rules.layout(n);
    let twice = if rules.choices.doubles_on_wild { 2 } else { 1 };
    let most = match rules.choices.score {
        ScoreMode::None => return false,
        ScoreMode::Places => u32::from(n) - 1,
        ScoreMode::HandWon => 1,
        _ => points_in(rules, &layout.pack),
    };
    let counts = matches!(rules.choices.course, Course::Target | Course::Limit | Course::Elimination);
    let far = counts && most > 0 && layout.target > MAX_HANDS.saturating_mul(most * twice);
    if far {
        let message = format!(
            "{} points are out of reach: a hand of {n} players brings {} at most, and a match has {MAX_HANDS} hands at most",
            layout.target,
            most * twice
        );
        reading.wrong("match.end", message);
    }
    far
}

/// The total points of all cards in a pack.
fn points_in(rules: &Rules, pack: &CardSet) -> u32 {
    let faces = pack.words().iter().flat_map(|word| rules.choices.printed.faces(*word));
    faces.map(|face| u32::from(rules.values[face.index()])).sum()
}
