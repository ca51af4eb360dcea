//! Generators of ability trees: everything the types can hold, whether it makes sense or not.
//!
//! Each strategy is boxed, because the nested types of proptest are too large for the stack of a test thread.

use eights_crazier::ability::*;
use eights_crazier::{Colour, Rank};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn number() -> BoxedStrategy<Number> {
    (1..=Number::MAX).prop_filter_map("from one to twenty", Number::new).boxed()
}

fn kindred() -> BoxedStrategy<Kindred> {
    let nouns = [Noun::Card, Noun::Asset, Noun::Event].into_iter().chain(Rank::ALL.map(Noun::Rank));
    let noun = select(nouns.collect::<Vec<_>>());
    (any::<bool>(), option::of(select(&Colour::ALL[..])), noun)
        .prop_map(|(other, colour, noun)| Kindred { other, colour, noun })
        .boxed()
}

fn who() -> BoxedStrategy<Who> {
    select(vec![Who::You, Who::Player, Who::Opponent, Who::EachPlayer, Who::EachOpponent, Who::They]).boxed()
}

fn party() -> BoxedStrategy<Party> {
    select(vec![Party::You, Party::Opponent, Party::Player]).boxed()
}

fn subject() -> BoxedStrategy<Subject> {
    select(vec![Subject::You, Subject::Opponent, Subject::Player, Subject::They]).boxed()
}

fn actor() -> BoxedStrategy<Actor> {
    select(vec![Actor::You, Actor::They]).boxed()
}

fn other() -> BoxedStrategy<Other> {
    select(vec![Other::Player, Other::Opponent, Other::They]).boxed()
}

fn owner() -> BoxedStrategy<Owner> {
    let plain = select(vec![Owner::Anyone, Owner::You, Owner::Opponent, Owner::They]);
    prop_oneof![3 => plain, 1 => number().prop_map(Owner::OpponentWith)].boxed()
}

fn extra() -> BoxedStrategy<Extra> {
    select(vec![Extra::Discard, Extra::Play]).boxed()
}

fn end() -> BoxedStrategy<End> {
    select(vec![End::Top, End::Bottom]).boxed()
}

fn verdict() -> BoxedStrategy<Verdict> {
    select(vec![Verdict::Win, Verdict::Lose]).boxed()
}

fn place() -> BoxedStrategy<Place> {
    prop_oneof![3 => owner().prop_map(Place::Play), 1 => Just(Place::Discard), 1 => Just(Place::Among)]
        .boxed()
}

fn count() -> BoxedStrategy<Count> {
    prop_oneof![number().prop_map(Count::Exactly), number().prop_map(Count::UpTo)].boxed()
}

fn pick() -> BoxedStrategy<Pick> {
    let chooser = select(vec![Chooser::You, Chooser::They]);
    let chosen = (count(), kindred(), place(), chooser).prop_map(|(count, what, place, by)| Pick::Chosen {
        count,
        what,
        place,
        by,
    });
    let all = (kindred(), place()).prop_map(|(what, place)| Pick::All { what, place });
    prop_oneof![3 => chosen, 1 => all, 1 => select(vec![Pick::This, Pick::It, Pick::Them])].boxed()
}

fn amount() -> BoxedStrategy<Amount> {
    let each =
        (number(), kindred(), owner()).prop_map(|(number, what, owner)| Amount::Each { number, what, owner });
    prop_oneof![number().prop_map(Amount::Fixed), each, Just(Amount::ThatMany)].boxed()
}

fn act() -> BoxedStrategy<Act> {
    let to = select(vec![Destination::Play, Destination::Hand]);
    let source = prop_oneof![kindred().prop_map(Source::Hand), Just(Source::Top), Just(Source::It)];
    let picking = prop_oneof![
        pick().prop_map(Act::Destroy),
        pick().prop_map(Act::Take),
        pick().prop_map(Act::Control),
        (pick(), end()).prop_map(|(pick, end)| Act::Tuck { pick, end }),
        pick().prop_map(Act::Enter),
        (kindred(), place()).prop_map(|(what, place)| Act::Choose { what, place }),
    ];
    prop_oneof![
        2 => amount().prop_map(Act::Draw),
        1 => (number(), end()).prop_map(|(number, end)| Act::PutBack { number, end }),
        6 => picking,
        1 => number().prop_map(Act::Look),
        1 => number().prop_map(Act::Reveal),
        1 => (number(), kindred(), to).prop_map(|(number, what, to)| Act::Search { number, what, to }),
        1 => other().prop_map(Act::LookAtHand),
        1 => other().prop_map(Act::Exchange),
        1 => select(vec![Act::Reorder, Act::Redeal(Redeal::AsBefore), Act::Redeal(Redeal::Evenly)]),
        1 => source.prop_map(Act::Play),
    ]
    .boxed()
}

fn step() -> BoxedStrategy<Step> {
    prop_oneof![
        6 => (who(), any::<bool>(), act()).prop_map(|(who, may, act)| Step::Do { who, may, act }),
        1 => (who(), number(), extra()).prop_map(|(who, number, extra)| Step::Grant { who, number, extra }),
        1 => (who(), verdict()).prop_map(|(who, verdict)| Step::End { who, verdict }),
    ]
    .boxed()
}

fn steps() -> BoxedStrategy<Steps> {
    let link = prop_oneof![Just(Link::Then), Just(Link::IfDone), condition().prop_map(Link::If)];
    (step(), vec((link, step()), 0..MAX_STEPS)).prop_map(|(first, rest)| Steps { first, rest }).boxed()
}

fn clause() -> BoxedStrategy<Clause> {
    (option::of(condition()), steps()).prop_map(|(condition, steps)| Clause { condition, steps }).boxed()
}

fn range() -> BoxedStrategy<Range> {
    prop_oneof![number().prop_map(Range::AtLeast), number().prop_map(Range::AtMost), Just(Range::None)]
        .boxed()
}

fn condition() -> BoxedStrategy<Condition> {
    let measure = prop_oneof![Just(Measure::Hand), kindred().prop_map(Measure::Control)];
    let rival = select(vec![Rival::Opponent, Rival::They]);
    let heap = select(vec![Heap::Play, Heap::Discard]);
    prop_oneof![
        (subject(), range(), kindred()).prop_map(|(who, range, what)| Condition::Control {
            who,
            range,
            what
        }),
        (subject(), range()).prop_map(|(who, range)| Condition::Hand { who, range }),
        (rival, any::<bool>(), measure).prop_map(|(who, more, of)| Condition::Compare { who, more, of }),
        (range(), kindred(), heap).prop_map(|(range, what, heap)| Condition::There { range, what, heap }),
        range().prop_map(Condition::Stock),
        (actor(), extra(), range()).prop_map(|(who, what, range)| Condition::Tally { who, what, range }),
        kindred().prop_map(Condition::Top),
        kindred().prop_map(Condition::It),
    ]
    .boxed()
}

fn watched() -> BoxedStrategy<Watched> {
    let side = select(vec![Side::Anyone, Side::You, Side::Opponent]);
    prop_oneof![
        1 => Just(Watched::This),
        3 => (kindred(), side).prop_map(|(what, side)| Watched::Some { what, side }),
    ]
    .boxed()
}

fn blow() -> BoxedStrategy<Blow> {
    let fate = select(vec![Fate::Destroyed, Fate::Captured, Fate::Recalled]);
    (fate, watched(), select(vec![By::Anyone, By::Opponent]))
        .prop_map(|(fate, what, by)| Blow { fate, what, by })
        .boxed()
}

fn forced() -> BoxedStrategy<Forced> {
    select(vec![
        Forced::YouByOpponent,
        Forced::YouByAny,
        Forced::OpponentByYou,
        Forced::OpponentByAny,
        Forced::PlayerByAny,
    ])
    .boxed()
}

fn pattern() -> BoxedStrategy<Pattern> {
    prop_oneof![
        forced().prop_map(Pattern::Draw),
        blow().prop_map(Pattern::Blow),
        party().prop_map(Pattern::Lose)
    ]
    .boxed()
}

fn moment() -> BoxedStrategy<Moment> {
    let edge = select(vec![Edge::Beginning, Edge::End]);
    let whose = select(vec![Whose::Yours, Whose::EachPlayers, Whose::EachOpponents]);
    prop_oneof![
        (edge, whose).prop_map(|(edge, whose)| Moment::Turn { edge, whose }),
        (party(), kindred()).prop_map(|(party, what)| Moment::Play(party, what)),
        (party(), kindred()).prop_map(|(party, what)| Moment::Discard(party, what)),
        watched().prop_map(Moment::Enter),
        pattern().prop_map(Moment::After),
    ]
    .boxed()
}

pub(crate) fn ability() -> BoxedStrategy<Ability> {
    let outcome = prop_oneof![1 => Just(Replacement::Nothing), 3 => steps().prop_map(Replacement::Steps)];
    prop_oneof![
        condition().prop_map(Ability::Require),
        clause().prop_map(Ability::Do),
        (moment(), clause()).prop_map(|(moment, clause)| Ability::When { moment, clause }),
        (option::of(condition()), blow()).prop_map(|(condition, blow)| Ability::Never { condition, blow }),
        (forced(), number()).prop_map(|(draw, fewer)| Ability::Less { draw, fewer }),
        (option::of(number()), pattern(), outcome).prop_map(|(limit, deed, outcome)| Ability::Instead {
            limit,
            deed,
            outcome
        }),
        (option::of(condition()), number(), extra()).prop_map(|(condition, number, extra)| Ability::Allow {
            condition,
            number,
            extra
        }),
        (condition(), actor(), verdict()).prop_map(|(condition, who, verdict)| Ability::Check {
            condition,
            who,
            verdict
        }),
    ]
    .boxed()
}
