//! Describes what special cards do.

use super::{
    Entry,
    context::RulesContext,
    english::{always, capital, cards, number, or, sentences},
    kinds::all,
};
use crate::{
    face::{Face, Printed},
    rules::{AnotherTurn, CardEffect},
    sheet::{Again, AnswerWith, Ending, ReverseTwo, SkipAnswer, SkipTwo, Sum, Swap, Whom, WildWhen},
};

/// Special cards that each of some rule sets treats alike.
pub(super) struct Group {
    printed: Printed,
    faces: u64,
    /// The name of the cards.
    title: String,
}

/// Groups the special cards of some rule sets, in card order.
pub(super) fn groups(tellings: &[&RulesContext]) -> Vec<Group> {
    [Printed::French, Printed::Shapes].into_iter().flat_map(|printed| groups_of(printed, tellings)).collect()
}

/// The groups among cards on which this is printed.
fn groups_of(printed: Printed, tellings: &[&RulesContext]) -> Vec<Group> {
    let with_these = tellings.iter().filter(|telling| telling.printed() == printed);
    let pack = with_these.fold(0, |all, telling| all | telling.pack);
    let mut groups: Vec<(Vec<Option<String>>, u64)> = Vec::new();
    for face in printed.faces(pack) {
        let deeds: Vec<_> = tellings.iter().map(|telling| deeds_of(telling, face)).collect();
        if deeds.iter().all(Option::is_none) {
            continue;
        }
        match groups.iter_mut().find(|(same, _)| *same == deeds) {
            Some((_, group)) => *group |= face.bit(),
            None => groups.push((deeds, face.bit())),
        }
    }
    let group = |(_, faces)| Group { printed, faces, title: capital(&all(printed, faces, pack)) };
    groups.into_iter().map(group).collect()
}

/// The topic of a group of special cards.
pub(super) fn entry(telling: &RulesContext, group: &Group) -> Entry {
    let here = group.printed.faces(group.faces & telling.pack).next();
    (group.title.clone(), here.and_then(|face| deeds_of(telling, face)))
}

/// Everything a card does when played, in order.
fn deeds_of(telling: &RulesContext, face: Face) -> Option<String> {
    if face.printed() != telling.printed() || face.bit() & telling.special() == 0 {
        return None;
    }
    let effect_of = telling.rules.effect_of(face);
    let mut deeds: Vec<String> =
        [turns(effect_of), others_draw(effect_of), hands(effect_of), again(effect_of)]
            .into_iter()
            .flatten()
            .chain(onward(telling, effect_of))
            .collect();
    // Only cards that act on the next player have more than two effects to list.
    let rest = if deeds.len() > 2 { deeds.split_off(2) } else { Vec::new() };
    let sentence =
        |deeds: &[String]| (!deeds.is_empty()).then(|| format!("{}.", capital(&deeds.join(", and "))));
    sentences([
        sentence(&deeds),
        sentence(&rest),
        followed_by(telling, effect_of),
        grows(effect_of),
        doubt(effect_of),
        cancel(telling, effect_of),
        answer(telling, effect_of),
    ])
}

fn turns(effect_of: &CardEffect) -> Option<String> {
    effect_of.reverse.then(|| "the direction of play turns round".to_owned())
}

fn others_draw(effect_of: &CardEffect) -> Option<String> {
    let n = cards(effect_of.draw);
    match effect_of.whom {
        _ if effect_of.draw == 0 => None,
        Whom::Next => None,
        Whom::Previous => Some(format!("the player before draws {n}")),
        Whom::PreviousAsked => {
            Some(format!("the player before must answer out of turn or draw {n}, without losing a turn"))
        }
        Whom::Others => Some(format!("everybody else draws {n}")),
        Whom::Chosen => Some(format!("the player chooses somebody else, who draws {n}")),
        Whom::Player => Some(format!("its player draws {n}")),
    }
}

fn hands(effect_of: &CardEffect) -> Option<String> {
    match effect_of.swap {
        _ if effect_of.rotate => always("everybody passes their whole hand on to the next player"),
        None => None,
        Some(Swap::Next) => always("the player exchanges hands with the next one"),
        Some(Swap::Chosen) => always("the player exchanges hands with another of their choice"),
    }
}

/// Which cards may be laid on it.
fn followed_by(telling: &RulesContext, effect_of: &CardEffect) -> Option<String> {
    let wild =
        telling.wild() & !effect_of.followed_by != 0 && telling.choices.wild_when != WildWhen::MustMatch;
    let wild = if wild { ", and wild cards" } else { "" };
    let these = telling.all(effect_of.followed_by);
    (effect_of.followed_by != 0)
        .then(|| format!("Of the cards that fit, only {these} may be laid on it{wild}."))
}

fn again(effect_of: &CardEffect) -> Option<String> {
    match effect_of.another {
        Some(AnotherTurn::Usual) => return always("the player has another turn"),
        Some(AnotherTurn::Cover) => {
            return always(
                "the player must at once cover it with a card that fits, drawing until there is one",
            );
        }
        None => (),
    }
    let one = match effect_of.again? {
        Again::SameSuit => "one more card of the same suit",
        Again::Fitting => "one more card that fits",
        Again::Any => "one more card, whatever it is",
        Again::OpenRun => "any number of cards of its suit, one by one",
    };
    Some(format!("the player may at once lay {one}"))
}

/// What the card does to the following players: first some miss a turn, then the one after them
/// draws.
fn onward(telling: &RulesContext, effect_of: &CardEffect) -> Vec<String> {
    let skips = match effect_of.skip {
        0 => None,
        1 if telling.choices.skip_answer != SkipAnswer::None => {
            always("the next player must pass it on or miss a turn")
        }
        1 => always("the next player misses a turn"),
        n => Some(format!("the next {} players miss a turn", number(n))),
    };
    let chooses = effect_of.chooses_next.then(|| "the player chooses who plays next".to_owned());
    let who = match effect_of {
        CardEffect { chooses_next: true, .. } => "that player",
        CardEffect { skip: 1.., .. } => "the one after that",
        _ => "the next player",
    };
    let draws = match telling.choices.answer {
        _ if effect_of.at_once => "draws",
        AnswerWith::None => "draws",
        _ => "must answer or draw",
    };
    let draws = (effect_of.draw > 0 && effect_of.whom == Whom::Next).then(|| {
        let at_once = if effect_of.at_once { " and cannot answer it" } else { "" };
        format!("{who} {draws} {}{at_once}", cards(effect_of.draw))
    });
    [skips, chooses, draws].into_iter().flatten().collect()
}

/// How its penalty grows, if not as others do.
fn grows(effect_of: &CardEffect) -> Option<String> {
    match effect_of.sum? {
        Sum::Add => always("Passed on, it adds up."),
        Sum::Double => always("Passed on, it doubles."),
        Sum::Stays => Some(format!("Passed on, it stays at {}.", cards(effect_of.draw))),
    }
}

/// Which penalties the card cancels.
fn cancel(telling: &RulesContext, effect_of: &CardEffect) -> Option<String> {
    let what = penalties(telling, effect_of.cancels)?;
    let anywhere = effect_of.wild && telling.choices.ending == Ending::WildAnywhere;
    let on = if anywhere { "on anything" } else { "where it fits" };
    Some(format!("Played {on}, it ends {what}, and nobody has to draw."))
}

/// Which penalties the card answers without being one.
fn answer(telling: &RulesContext, effect_of: &CardEffect) -> Option<String> {
    let what = penalties(telling, effect_of.answers)?;
    Some(match effect_of.adds {
        0 => format!("It answers {what} and leaves it as it is."),
        n => format!("It answers {what} and adds {} to it.", cards(n)),
    })
}

/// The penalties of some families: "the penalty of a two", "any penalty". If penalties are taken at once, there
/// are none.
fn penalties(telling: &RulesContext, families: u64) -> Option<String> {
    let of_them = |face: &Face| families >> telling.rules.effect_of(*face).family & 1 != 0;
    let draws = telling.draws();
    let cards = telling.printed().filter(draws, &of_them);
    if cards == 0 || telling.choices.answer == AnswerWith::None {
        return None;
    }
    if cards == draws {
        return always("any penalty");
    }
    let kinds: Vec<String> = telling.kinds(cards).into_iter().map(|kind| kind.any).collect();
    Some(format!("the penalty of {}", or(&kinds)))
}

/// What happens when the next player doubts the card.
fn doubt(effect_of: &CardEffect) -> Option<String> {
    let (n, more) = (cards(effect_of.draw), number(effect_of.challenge));
    (effect_of.challenge > 0).then(|| {
        format!(
            "The next player may doubt it and see the hand: if its player held a card of the suit that had to be followed, that player draws {n} instead; otherwise the one who doubted draws {more} more."
        )
    })
}

pub(super) fn reverse(telling: &RulesContext) -> Option<String> {
    let reverses =
        telling.printed().faces(telling.special()).any(|face| telling.rules.effect_of(face).reverse);
    let when = if telling.seats.0 == 2 { "With two players" } else { "When only two are left" };
    match telling.choices.reverse_two {
        _ if !reverses || !telling.may_be_two() => None,
        ReverseTwo::Skip => Some(format!(
            "{when} a card that turns the direction also skips the other player: the same one plays again."
        )),
        ReverseTwo::Nothing => Some(format!("{when} a card that turns the direction makes no difference.")),
    }
}

pub(super) fn skip_answer(telling: &RulesContext) -> Option<String> {
    match telling.choices.skip_answer {
        SkipAnswer::None => None,
        SkipAnswer::PassOn => always(
            "A player who would miss a turn may lay a card of the same rank instead, and then the next player faces it. However many are laid, one player misses one turn.",
        ),
        SkipAnswer::AddUp => always(
            "A player who would miss a turn may lay a card of the same rank instead, and then the next player faces it. One who does not misses as many turns as such cards were laid, and draws a penalty at once that comes meanwhile.",
        ),
    }
}

pub(super) fn skip(telling: &RulesContext) -> Option<String> {
    let when = if telling.seats.0 == 2 { "With two players" } else { "When only two are left" };
    let nothing = telling.choices.skip_two == SkipTwo::Nothing && telling.may_be_two();
    nothing.then(|| format!("{when} a card that makes the next player miss a turn makes no difference."))
}
