//! Acts: "draw two cards", "take control of an asset of your choice that an opponent controls".

use winnow::Parser;
use winnow::combinator::{alt, preceded, terminated};
use winnow::error::EmptyError;

use super::kindred::{
    pronoun, read_cards, read_many, read_one, read_top, say_cards, say_many, say_one, say_top,
};
use super::pick::{read_amount, read_choosable, read_pick, say_amount, say_choice, say_pick};
use super::stream::{Read, Words, one_of, phrase, word_for};
use super::words::{END, OTHER, Voice, read_several, say_number};
use crate::ability::{Act, Destination, Kindred, Number, Redeal, Source};

const SEARCH: &str = "the draw pile for";
const SHUFFLE: &str = "the draw pile";
const OWN_CARD: &str = "a card from";
const THEIR_CARD: &str = "hand with a card from the hand of";
const POOL: &str = "all hands together and";
const AS_BEFORE: &str = "each player as many cards as they had";
const EVENLY: &str = "them out evenly";
const BACK: &str = "them back in any order";

/// Prints an act, with the verb in the voice of its doer.
pub(super) fn say_act(act: &Act, voice: Voice) -> String {
    let own = voice.own();
    let take = voice.verb("take", "takes");
    let put = voice.verb("put", "puts");
    match *act {
        Act::Draw(amount) => format!("{} {}", voice.verb("draw", "draws"), say_amount(amount)),
        Act::PutBack { number, end } => {
            format!("{put} {} from {own} hand {}", say_cards(number), word_for(END, end))
        }
        Act::Destroy(pick) => format!("{} {}", voice.verb("destroy", "destroys"), say_pick(&pick)),
        Act::Take(pick) => format!("{take} {} into {own} hand", say_pick(&pick)),
        Act::Control(pick) => format!("{take} control of {}", say_pick(&pick)),
        Act::Tuck { pick, end } => format!("{put} {} {}", say_pick(&pick), word_for(END, end)),
        Act::Enter(pick) => format!("{put} {} into play under {own} control", say_pick(&pick)),
        Act::Choose { what, place } => {
            format!("{} {}", voice.verb("choose", "chooses"), say_choice(what, place))
        }
        Act::Look(number) => format!("{} at {}", voice.verb("look", "looks"), say_top(number)),
        Act::Reveal(number) => format!("{} {}", voice.verb("reveal", "reveals"), say_top(number)),
        Act::Reorder => format!("{put} {BACK}"),
        Act::Search { number, what, to } => say_search(number, what, to, voice),
        Act::LookAtHand(other) => {
            format!("{} at the hand of {}", voice.verb("look", "looks"), word_for(OTHER, other))
        }
        Act::Exchange(other) => {
            let exchange = voice.verb("exchange", "exchanges");
            format!("{exchange} {OWN_CARD} {own} {THEIR_CARD} {}", word_for(OTHER, other))
        }
        Act::Redeal(redeal) => {
            let (shuffle, deal) = (voice.verb("shuffle", "shuffles"), voice.verb("deal", "deals"));
            let rest = if redeal == Redeal::Evenly { EVENLY } else { AS_BEFORE };
            format!("{shuffle} {POOL} {deal} {rest}")
        }
        Act::Play(source) => format!("{} {}", voice.verb("play", "plays"), say_source(source, own)),
    }
}

/// One parser for each verb or pair of verbs.
const READERS: [fn(&mut Words<'_>, Voice) -> Read<Act>; 10] = [
    read_draw,
    read_destroy,
    read_put,
    read_take,
    read_look,
    read_choose,
    read_search,
    read_exchange,
    read_redeal,
    read_play,
];

/// Parses the act of a doer in the given voice.
pub(super) fn read_act<'t>(voice: Voice) -> impl Parser<Words<'t>, Act, EmptyError> {
    alt(READERS.map(|read| move |words: &mut Words<'t>| read(words, voice)))
}

fn read_draw(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    preceded(phrase(voice.verb("draw", "draws")), read_amount).map(Act::Draw).parse_next(words)
}

fn read_destroy(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    preceded(phrase(voice.verb("destroy", "destroys")), read_pick).map(Act::Destroy).parse_next(words)
}

fn read_put(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let from_hand = terminated(terminated(read_cards, (phrase("from"), phrase(voice.own()))), phrase("hand"));
    let back = (from_hand, one_of(END)).map(|(number, end)| Act::PutBack { number, end });
    let tuck = (read_pick, one_of(END)).map(|(pick, end)| Act::Tuck { pick, end });
    let enter = terminated(read_pick, read_into_play(voice)).map(Act::Enter);
    let reorder = phrase(BACK).value(Act::Reorder);
    preceded(phrase(voice.verb("put", "puts")), alt((back, reorder, tuck, enter))).parse_next(words)
}

fn read_take(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let control = preceded(phrase("control of"), read_pick).map(Act::Control);
    let take = terminated(read_pick, read_into_hand(voice)).map(Act::Take);
    preceded(phrase(voice.verb("take", "takes")), alt((control, take))).parse_next(words)
}

fn read_look(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let hand = preceded(phrase("the hand of"), one_of(OTHER)).map(Act::LookAtHand);
    let look = preceded(phrase(voice.verb("look", "looks")), phrase("at"));
    let reveal = phrase(voice.verb("reveal", "reveals"));
    alt((preceded(look, alt((hand, read_top.map(Act::Look)))), preceded(reveal, read_top).map(Act::Reveal)))
        .parse_next(words)
}

fn read_choose(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    preceded(phrase(voice.verb("choose", "chooses")), read_choosable)
        .map(|(what, place)| Act::Choose { what, place })
        .parse_next(words)
}

fn say_search(number: Number, what: Kindred, to: Destination, voice: Voice) -> String {
    let (search, shuffle) = (voice.verb("search", "searches"), voice.verb("shuffle", "shuffles"));
    let cards = match number {
        Number::ONE => say_one(what),
        _ => format!("up to {} {}", say_number(number), say_many(what)),
    };
    let (it_or_them, own) = (pronoun(number), voice.own());
    let moved = match to {
        Destination::Play => {
            format!("{} {it_or_them} into play under {own} control", voice.verb("put", "puts"))
        }
        Destination::Hand => format!("{} {it_or_them} into {own} hand", voice.verb("take", "takes")),
    };
    format!("{search} {SEARCH} {cards}, {moved} and {shuffle} {SHUFFLE}")
}

fn read_search(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    (phrase(voice.verb("search", "searches")), phrase(SEARCH)).parse_next(words)?;
    let several = preceded(phrase("up to"), (read_several, read_many));
    let (number, what) = alt((several, read_one.map(|what| (Number::ONE, what)))).parse_next(words)?;
    phrase(",").parse_next(words)?;
    let it_or_them = pronoun(number);
    let play = (phrase(voice.verb("put", "puts")), phrase(it_or_them), read_into_play(voice))
        .value(Destination::Play);
    let hand = (phrase(voice.verb("take", "takes")), phrase(it_or_them), read_into_hand(voice))
        .value(Destination::Hand);
    let to = alt((play, hand)).parse_next(words)?;
    (phrase("and"), phrase(voice.verb("shuffle", "shuffles")), phrase(SHUFFLE)).parse_next(words)?;
    Ok(Act::Search { number, what, to })
}

fn read_exchange(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let verb = phrase(voice.verb("exchange", "exchanges"));
    let cards = (verb, phrase(OWN_CARD), phrase(voice.own()), phrase(THEIR_CARD));
    preceded(cards, one_of(OTHER)).map(Act::Exchange).parse_next(words)
}

fn read_redeal(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let (shuffle, deal) = (voice.verb("shuffle", "shuffles"), voice.verb("deal", "deals"));
    let evenly = phrase(EVENLY).value(Redeal::Evenly);
    let as_before = phrase(AS_BEFORE).value(Redeal::AsBefore);
    preceded((phrase(shuffle), phrase(POOL), phrase(deal)), alt((evenly, as_before)))
        .map(Act::Redeal)
        .parse_next(words)
}

fn say_source(source: Source, own: &str) -> String {
    match source {
        Source::Hand(what) => format!("{} from {own} hand", say_one(what)),
        Source::Top => say_top(Number::ONE),
        Source::It => "it".to_owned(),
    }
}

fn read_play(words: &mut Words<'_>, voice: Voice) -> Read<Act> {
    let hand = terminated(read_one, (phrase("from"), phrase(voice.own()), phrase("hand"))).map(Source::Hand);
    let top = phrase("the top card of the draw pile").value(Source::Top);
    let source = alt((top, phrase("it").value(Source::It), hand));
    preceded(phrase(voice.verb("play", "plays")), source).map(Act::Play).parse_next(words)
}

fn read_into_play<'t>(voice: Voice) -> impl Parser<Words<'t>, (), EmptyError> {
    (phrase("into play under"), phrase(voice.own()), phrase("control")).void()
}

fn read_into_hand<'t>(voice: Voice) -> impl Parser<Words<'t>, (), EmptyError> {
    (phrase("into"), phrase(voice.own()), phrase("hand")).void()
}
