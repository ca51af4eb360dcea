//! Contradictions in a sheet, and warnings about surprising combinations.

use super::reading::Reading;
use crate::{
    rules::{CardEffect, Choices, Rules},
    sheet::{
        AfterDraw, AnswerWith, Ban, CallPrice, Drawing, FinishEffect, Follow, HandEnd, JumpIn, MatchEnd,
        Names, NextDealer, ScoreMode, Shape, Sheet, SkipAnswer, StarterCounts, StarterExchange,
        StarterOpening, Teams, Tie, WildWhen,
    },
};

/// Reports options that contradict each other.
pub(super) fn contradictions(sheet: &Sheet, reading: &mut Reading) {
    if sheet.turn.after_draw == AfterDraw::TurnEnds && sheet.turn.draw != Drawing::One {
        reading
            .wrong("turn.after-draw", "turn-ends goes with draw = \"one\": nobody draws again for nothing");
    }
    if sheet.turn.draw == Drawing::UntilWilling && sheet.turn.after_draw != AfterDraw::MayPlayAny {
        reading.wrong("turn.after-draw", "until-willing goes with after-draw = \"may-play-any\"");
    }
    if sheet.finish.effect == FinishEffect::Answered && sheet.hand.ends == HandEnd::PlayOn {
        reading.wrong("finish.effect", "\"answered\" goes with hand.ends = \"first-out\"");
    }
    if sheet.finish.effect == FinishEffect::WaitsARound && sheet.hand.ends == HandEnd::PlayOn {
        reading.wrong("finish.effect", "\"waits-a-round\" goes with hand.ends = \"first-out\"");
    }
    let matched = sheet.jump_in == JumpIn::Matched;
    if matched && (sheet.finish.effect != FinishEffect::Ignored || sheet.hand.ends == HandEnd::PlayOn) {
        reading.wrong(
            "jump-in",
            "\"matched\" goes with finish.effect = \"ignored\" and hand.ends = \"first-out\"",
        );
    }
    if sheet.finish.effect != FinishEffect::WaitsARound && !sheet.finish.brings_back.is_empty() {
        reading.wrong("finish.brings-back", "this goes with finish.effect = \"waits-a-round\"");
    }
    if sheet.last_card.price == CallPrice::NoGoingOut && sheet.last_card.forgot > 0 {
        reading.wrong(
            "last-card.forgot",
            "with price = \"no-going-out\" nobody draws for a forgotten call: use 0",
        );
    }
    if sheet.turn.follow == Follow::Rank && sheet.starter.counts == StarterCounts::OnlySuit {
        reading.wrong("starter.counts", "only-suit does not go with turn.follow = \"rank\"");
    }
    let last_card = &sheet.last_card;
    let calls = last_card.forgot > 0 || last_card.price == CallPrice::NoGoingOut || last_card.forgot_last > 0;
    if last_card.false_call > 0 && !calls {
        reading.wrong("last-card.false-call", "nobody has to call anything, so no call can be false: use 0");
    }
    if sheet.stock.pressure > 0 && sheet.score.mode != ScoreMode::OwnCards {
        reading.wrong("stock.pressure", "points for a reshuffle go with score.mode = \"own-cards\"");
    }
    let exchanges = sheet.starter.exchange == StarterExchange::DealerMay;
    if exchanges && sheet.starter.opening != StarterOpening::TurnedUp {
        reading
            .wrong("starter.exchange", "there is no first card to exchange when a round of one suit begins");
    }
    let keeps_score = sheet.score.mode != ScoreMode::None;
    match sheet.match_.end {
        MatchEnd::Target(_) | MatchEnd::Limit(_) | MatchEnd::Elimination(_) if !keeps_score => {
            reading.wrong("match.end", "nobody reaches any points with score.mode = \"none\"");
        }
        MatchEnd::Target(_) if sheet.score.mode == ScoreMode::OwnCards => {
            reading.wrong(
                "match.end",
                "with score.mode = \"own-cards\" few points are good: use { limit = points }",
            );
        }
        MatchEnd::Elimination(_) if sheet.score.mode != ScoreMode::OwnCards => {
            reading.wrong("match.end", "elimination goes with score.mode = \"own-cards\"");
        }
        MatchEnd::Elimination(_) if sheet.teams == Teams::Pairs => {
            reading.wrong(
                "teams",
                "a player who is out of the match leaves the partner alone: play without pairs",
            );
        }
        MatchEnd::Limit(_) if sheet.score.mode != ScoreMode::OwnCards => {
            reading.wrong(
                "match.end",
                "limit goes with score.mode = \"own-cards\"; otherwise use { target = points }",
            );
        }
        MatchEnd::Deals(_) if sheet.dealer.next != NextDealer::Left => {
            reading.wrong("match.end", "everybody deals equally often only with dealer.next = \"left\"");
        }
        MatchEnd::Hands(_) | MatchEnd::Deals(_) | MatchEnd::Minutes(_)
            if !keeps_score && sheet.match_.tie == Tie::ExtraHand =>
        {
            reading.wrong(
                "match.tie",
                "without points everybody stays equal and the match never ends: use \"shared\"",
            );
        }
        MatchEnd::Countdown(_) if sheet.finish.ban == Ban::Wild || sheet.finish.doubles_on_wild => {
            reading.wrong(
                "finish",
                "in a countdown each player has other wild cards: none can be banned or doubled",
            );
        }
        MatchEnd::Countdown(_) if sheet.wild.when == WildWhen::NotOnWild => {
            reading.wrong(
                "wild.when",
                "in a countdown each player has other wild cards: not-on-wild cannot be told",
            );
        }
        _ => (),
    }
    if sheet.teams == Teams::Pairs && matches!(sheet.match_.end, MatchEnd::Countdown(_)) {
        reading.wrong("teams", "a countdown is played alone: every player has a level of their own");
    }
    if sheet.several.shape != Shape::SameRank && sheet.several.matching != Default::default() {
        reading.wrong("several.matching", "this goes with several.shape = \"same-rank\"");
    }
}

/// Reports effects of cards that contradict the rest of the sheet.
pub(super) fn card_contradictions(sheet: &Sheet, effects_of: &[CardEffect; 64], reading: &mut Reading) {
    if sheet.penalty.answer != AnswerWith::None && effects_of.iter().any(|effect_of| effect_of.challenge > 0)
    {
        reading.wrong(
            "penalty.answer",
            "a penalty that can be doubted is not answered with a card: use \"none\"",
        );
    }
    let chooses = |effect_of: &CardEffect| effect_of.targets() || effect_of.challenge > 0;
    if sheet.several.shape == Shape::Run && effects_of.iter().any(chooses) {
        reading.wrong(
            "several.shape",
            "cards in a run act only when it is closed: none of them can choose a player or be doubted",
        );
    }
    if sheet.several.shape == Shape::Run && effects_of.iter().any(|effect_of| effect_of.binds_all) {
        reading.wrong("several.shape", "what a card in a run names cannot bind everybody once");
    }
    open_runs(sheet, effects_of, reading);
    let waits = matches!(sheet.finish.effect, FinishEffect::Answered | FinishEffect::WaitsARound);
    if (waits || sheet.skip.answer == SkipAnswer::AddUp)
        && effects_of.iter().any(|effect_of| effect_of.chooses_next)
    {
        reading
            .wrong("cards", "\"choose-next\" does not go with players who wait for their turn to come round");
    }
    let moves_hands = |effect_of: &CardEffect| effect_of.rotate || effect_of.swap.is_some();
    if sheet.finish.effect == FinishEffect::WaitsARound && effects_of.iter().any(moves_hands) {
        reading.wrong(
            "finish.effect",
            "\"waits-a-round\" does not go with cards that move hands: a player who is out has none",
        );
    }
    let rank_below = |(i, effect_of): (usize, &CardEffect)| {
        i < 52 && effect_of.wild && effect_of.names.unwrap_or(sheet.wild.names) == Names::CardBelow
    };
    let countdown =
        matches!(sheet.match_.end, MatchEnd::Countdown(_)) && sheet.wild.names == Names::CardBelow;
    if countdown || effects_of.iter().enumerate().any(rank_below) {
        reading.wrong(
            "wild.names",
            "only jokers can count as the card below: every other card has its own rank",
        );
    }
}

/// Reports what does not go with open runs, and cards that count as another although they have a rank.
fn open_runs(sheet: &Sheet, effects_of: &[CardEffect; 64], reading: &mut Reading) {
    let (ranked, jokers) = effects_of.split_at(52);
    if ranked.iter().any(|effect_of| effect_of.counts_as.is_some()) {
        reading.wrong("cards", "only jokers can count as another card: every other card has its own rank");
    }
    if jokers.iter().any(CardEffect::opens_run) {
        reading.wrong("cards", "a joker has no suit and cannot open a run: let it count as a card that does");
    }
    if !ranked.iter().any(CardEffect::opens_run) {
        return;
    }
    if sheet.several.shape != Shape::Single {
        reading.wrong("several.shape", "cards that open a run go with several.shape = \"single\"");
    }
    if effects_of.iter().any(|effect_of| effect_of.targets() || effect_of.challenge > 0) {
        reading.wrong(
            "cards",
            "cards in a run act only when it is closed: none of them can choose a player or be doubted",
        );
    }
    if effects_of.iter().any(|effect_of| effect_of.binds_all) {
        reading.wrong("cards", "what a card in a run names cannot bind everybody once");
    }
}

/// Reports cards whose skip could not be answered, because they do more than make one player miss a turn.
pub(super) fn unanswerable_skips(choices: &Choices, effects_of: &[CardEffect; 64], reading: &mut Reading) {
    let more = |effect_of: &CardEffect| {
        let draws = effect_of.draw > 0 && effect_of.whom.is_asked();
        effect_of.skip > 0 && (effect_of.skip > 1 || effect_of.reverse || draws)
    };
    if choices.skip_answer != SkipAnswer::None && effects_of.iter().any(more) {
        reading.wrong(
            "skip.answer",
            "a card can only be answered if all it does to the others is that the next player misses a turn",
        );
    }
}

/// Warnings about rules that are valid but probably not intended.
pub(super) fn warnings(rules: &Rules) -> Vec<String> {
    let mut warnings = Vec::new();
    let all = (rules.seats.0..=rules.seats.1).map(|n| rules.layout(n).pack);
    let jokers = all.clone().any(|pack| crate::face::faces_of(&pack) >> 52 != 0);
    if jokers && (rules.wild >> 52 == 0 || rules.choices.wild_when == WildWhen::MustMatch) {
        warnings.push("a joker that is not wild fits only on another joker".into());
    }
    if rules.choices.jump_in != JumpIn::Off && all.into_iter().any(|pack| pack.words()[1] == 0) {
        warnings.push("with one pack nobody holds the same card as another: nobody can jump in".into());
    }
    for n in rules.seats.0..=rules.seats.1 {
        let layout = rules.layout(n);
        let each = rules.schedule.iter().copied().max().unwrap_or(layout.deal);
        let rest = layout.pack.len().saturating_sub(n as usize * each as usize + 1);
        if rest < n as usize {
            warnings.push(format!(
                "{n} players with {each} cards each leave a stock of {rest}, less than one card for each player"
            ));
        }
    }
    warnings
}
