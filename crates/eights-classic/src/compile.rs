//! A sheet checked and turned into tables; everything wrong is reported at once.

use eights::{CardSet, MAX_SEATS};
use eights_paper::{Paper, Problem, nearest};

use crate::{
    effects::powers,
    face::{Face, of_rank, of_suit},
    rules::{Choices, Classic, Course, Layout, Power, Rules},
    select::Selector,
    sheet::{
        AfterDraw, Ban, ByPlayers, DeckKind, Drawing, Follow, HandEnd, JumpIn, MatchEnd, Names, SameSuit,
        ScoreMode, Shape, Sheet, StockEmpty, StockWhen, Target, Teams, Tie, WildWhen,
    },
};

/// A paper read as a sheet, and what has been found wrong with it so far.
pub(crate) struct Reading<'a> {
    paper: &'a Paper,
    pub(crate) problems: Vec<Problem>,
}

impl Reading<'_> {
    pub(crate) fn wrong(&mut self, path: &str, message: impl Into<String>) {
        self.problems.push(self.paper.problem(path, message));
    }

    /// Reads a selector that is a key of the sheet or a word in it.
    pub(crate) fn selector(&mut self, path: &str, text: &str) -> Option<Selector> {
        let found = Selector::parse(text);
        if found.is_none() {
            let message = format!(
                "{text:?} means no card; write a rank (8), a card (QS), a colour and rank (black A), a suit (hearts), a colour (red) or joker"
            );
            let mut problem = self.paper.problem(path, message);
            let examples = Selector::examples();
            if let Some(near) = nearest(text, examples.iter().map(String::as_str)) {
                problem = problem.suggest(near);
            }
            self.problems.push(problem);
        }
        found
    }
}

impl Classic {
    /// Compiles a rule set from a paper on which nothing is left to extend.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(paper: &Paper) -> Result<Classic, Vec<Problem>> {
        let mut reading = Reading { paper, problems: Vec::new() };
        let sheet: Sheet = match paper.typed() {
            Ok(sheet) => sheet,
            Err(mut problems) => {
                // What can be read in spite of them may make no sense either.
                if let Ok(rest) = paper.without(&problems).typed() {
                    rules(&rest, &mut reading);
                    problems.extend(reading.problems);
                    problems.sort();
                }
                return Err(problems);
            }
        };
        let rules = rules(&sheet, &mut reading);
        let warnings = warnings(&rules);
        match reading.problems {
            problems if problems.is_empty() => Ok(Classic { sheet, rules, warnings }),
            mut problems => {
                problems.sort();
                Err(problems)
            }
        }
    }
}

fn rules(sheet: &Sheet, reading: &mut Reading) -> Rules {
    let powers = powers(sheet, reading);
    let mask = |test: &dyn Fn(&Power) -> bool| {
        (0..64).filter(|i| test(&powers[*i])).fold(0u64, |all, i| all | 1 << i)
    };
    let wild = mask(&|it| it.wild);
    let special = mask(&|it| Power { wild: false, ..*it } != Power::default());
    let draws = mask(&|it| it.draw > 0 && it.whom == crate::sheet::Whom::Next);
    let banned = match sheet.finish.ban {
        Ban::None => 0,
        Ban::Wild => wild,
        Ban::Draw => mask(&|it| it.draw > 0),
        Ban::Special => wild | special,
    };
    let (course, target) = course(sheet);
    let mut choices = choices(sheet, course);
    if wild == 0 && course != Course::Countdown {
        // Without wild cards it does not matter how they would work.
        let plain = crate::sheet::Wild::default();
        (choices.wild_when, choices.names, choices.same_suit) = (plain.when, plain.names, plain.same_suit);
        choices.starter_wild = Default::default();
    }
    if draws == 0 {
        let none = crate::sheet::Penalty::default();
        (choices.answer, choices.sum, choices.missed) = (none.answer, none.sum, none.after);
        choices.nothing_to_draw = none.nothing_to_draw;
    }
    contradictions(sheet, reading);
    let (seats, layouts) = layouts(sheet, &target, reading);
    Rules {
        seats,
        layouts,
        schedule: match scheduled(sheet) {
            Scheduled::Changing => sheet.deal.schedule.clone(),
            _ => Vec::new(),
        },
        powers,
        values: values(sheet, reading),
        fits: std::array::from_fn(|i| fits(Face::new(i as u8), sheet.turn.follow)),
        wild,
        special,
        draws,
        families: std::array::from_fn(|i| {
            let kin = |face: &Face| powers[face.index()].family as usize == i;
            crate::face::faces(draws).filter(kin).fold(0, |all, face| all | face.bit())
        }),
        enders: std::array::from_fn(|i| {
            let ends = |face: &Face| powers[face.index()].cancels >> i & 1 != 0;
            crate::face::faces(special).filter(ends).fold(0, |all, face| all | face.bit())
        }),
        banned,
        most_drawn: match choices.draw {
            Drawing::One => 1,
            Drawing::UpTo(n) => n,
            Drawing::UntilPlayable | Drawing::UntilWilling => u8::MAX,
        },
        only_fresh: matches!(choices.after_draw, AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn),
        simple: banned == 0 && is_simple(&choices) && !powers.iter().any(Power::targets),
        choices,
    }
}

/// Whether nothing but a suit is ever said with a single card.
fn is_simple(choices: &Choices) -> bool {
    choices.course != Course::Countdown
        && choices.wild_when == WildWhen::Always
        && choices.names == Names::Suit
        && choices.same_suit == SameSuit::Allowed
        && choices.forgot == 0
        && choices.shape == Shape::Single
        && choices.jump_in == JumpIn::Off
        && choices.ends == HandEnd::FirstOut
}

/// What fits on a card. A joker has neither suit nor rank: anything fits it.
fn fits(face: Face, follow: Follow) -> u64 {
    if face.is_joker() {
        return u64::MAX;
    }
    match follow {
        Follow::SuitOrRank => of_suit(face.suit()) | of_rank(face.rank()),
        Follow::Suit => of_suit(face.suit()),
        Follow::Rank => of_rank(face.rank()),
    }
}

/// What is chosen from lists. What has no effect by the rest of the sheet is
/// set to one value, so that the meaning does not depend on it.
fn choices(sheet: &Sheet, course: Course) -> Choices {
    let single = sheet.several.shape == Shape::Single;
    let restocks = sheet.stock.empty == StockEmpty::Reshuffle;
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
        matching: sheet.several.matching,
        multi_effects: if single { Default::default() } else { sheet.several.effects },
        jump_in: sheet.jump_in,
        forgot: sheet.last_card.forgot,
        noticed: if sheet.last_card.forgot == 0 { Default::default() } else { sheet.last_card.noticed },
        ban: sheet.finish.ban,
        breach: if sheet.finish.ban == Ban::None { Default::default() } else { sheet.finish.breach },
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
        starter_wild: sheet.starter.wild,
        starter_special: sheet.starter.special,
        next_dealer: sheet.dealer.next,
    }
}

/// How the match ends, and with which number for so many players.
fn course(sheet: &Sheet) -> (Course, impl Fn(u8) -> u32 + use<>) {
    let (course, number, per_player) = match &sheet.match_.end {
        MatchEnd::SingleHand => (Course::Single, 0, 0),
        MatchEnd::Target(Target::Points(n)) => (Course::Target, *n, 0),
        MatchEnd::Target(Target::PerPlayer(it)) => (Course::Target, 0, it.per_player),
        MatchEnd::Limit(n) => (Course::Limit, *n, 0),
        MatchEnd::Hands(n) => (Course::Hands, u32::from(*n), 0),
        MatchEnd::Minutes(n) => (Course::Minutes, u32::from(*n), 0),
        MatchEnd::Countdown(n) => (Course::Countdown, u32::from(*n), 0),
    };
    (course, move |n_seats| number + per_player * u32::from(n_seats))
}

/// Combinations that make no sense together.
fn contradictions(sheet: &Sheet, reading: &mut Reading) {
    if sheet.turn.after_draw == AfterDraw::TurnEnds && sheet.turn.draw != Drawing::One {
        reading
            .wrong("turn.after-draw", "turn-ends goes with draw = \"one\": nobody draws again for nothing");
    }
    if sheet.turn.draw == Drawing::UntilWilling && sheet.turn.after_draw != AfterDraw::MayPlayAny {
        reading.wrong("turn.after-draw", "until-willing goes with after-draw = \"may-play-any\"");
    }
    let keeps_score = sheet.score.mode != ScoreMode::None;
    match sheet.match_.end {
        MatchEnd::Target(_) | MatchEnd::Limit(_) if !keeps_score => {
            reading.wrong("match.end", "nobody reaches any points with score.mode = \"none\"");
        }
        MatchEnd::Target(_) if sheet.score.mode == ScoreMode::OwnCards => {
            reading.wrong(
                "match.end",
                "with score.mode = \"own-cards\" few points are good: use { limit = points }",
            );
        }
        MatchEnd::Limit(_) if sheet.score.mode != ScoreMode::OwnCards => {
            reading.wrong(
                "match.end",
                "limit goes with score.mode = \"own-cards\"; otherwise use { target = points }",
            );
        }
        MatchEnd::Hands(_) | MatchEnd::Minutes(_) if !keeps_score && sheet.match_.tie == Tie::ExtraHand => {
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
        reading.wrong("teams", "a countdown is played alone: every player has an own level");
    }
    if sheet.several.shape == Shape::Single && sheet.several.matching != Default::default() {
        reading.wrong("several.matching", "this says nothing while several.shape is \"single\"");
    }
}

/// The number of cards, packs and points for each number of players, and how
/// many players there can be.
fn layouts(
    sheet: &Sheet,
    target: &dyn Fn(u8) -> u32,
    reading: &mut Reading,
) -> ((u8, u8), [Layout; MAX_SEATS + 1]) {
    let mut layouts = [Layout::default(); MAX_SEATS + 1];
    let (min, max) = (sheet.players.min, sheet.players.max);
    if min > max {
        reading.wrong("players", format!("at least {min} and at most {max} players: nobody can play"));
        return ((2, 2), layouts);
    }
    let packs = by_players("deck.packs", &sheet.deck.packs, 3, reading);
    let deal = by_players("deal.cards", &sheet.deal.cards, 30, reading);
    let mut meant = Vec::new();
    for n in min..=max {
        let packs = packs[n as usize] as u8;
        let pack = pack(sheet, packs);
        let cards = match (scheduled(sheet), packs, sheet.deal.with_more_packs) {
            (Scheduled::Always(cards), ..) => cards,
            (Scheduled::Changing, ..) => 0,
            (Scheduled::Never, 2.., Some(more)) => more,
            (Scheduled::Never, ..) => deal[n as usize] as u8,
        };
        layouts[n as usize] = Layout { pack, packs, deal: cards, target: target(n) };
        if !meant_for(sheet, packs, n, reading) {
            continue;
        }
        meant.push(n);
        if packs > 1 && sheet.deck.kind == DeckKind::Coloured108 {
            reading.wrong("deck.packs", "the coloured pack of 108 is used alone");
        }
        let each = sheet.deal.schedule.iter().copied().max().unwrap_or(cards);
        let each = if let MatchEnd::Countdown(level) = sheet.match_.end { level } else { each };
        let needed = u32::from(n) * u32::from(each) + 1;
        if packs > 0 && needed > pack.len() as u32 {
            let message = format!(
                "{n} players with {each} cards each and a starter need {needed} cards, but there are {}",
                pack.len()
            );
            reading.wrong("deal.cards", message);
        }
    }
    if let Some(bad) = sheet.deal.schedule.iter().find(|n| **n == 0 || **n > 30) {
        reading.wrong("deal.schedule", format!("{bad} cards cannot be dealt: 1 to 30"));
    }
    if sheet.teams == Teams::Pairs && (min % 2 == 1 || max % 2 == 1 || min < 4) {
        reading.wrong("teams", format!("pairs need an even number of players from 4, not {min} to {max}"));
    }
    match (meant.first(), meant.last()) {
        (Some(first), Some(last)) => ((*first, *last), layouts),
        _ => {
            reading.wrong("deck.packs-for", "no number of players is left that has so many packs");
            ((min, max), layouts)
        }
    }
}

/// What a schedule of deals says.
enum Scheduled {
    Never,
    Always(u8),
    Changing,
}

/// A schedule of one and the same number is no schedule.
fn scheduled(sheet: &Sheet) -> Scheduled {
    match sheet.deal.schedule[..] {
        [] => Scheduled::Never,
        _ if matches!(sheet.match_.end, MatchEnd::Countdown(_)) => Scheduled::Never,
        [first, ref rest @ ..] if rest.iter().all(|n| *n == first) => Scheduled::Always(first),
        _ => Scheduled::Changing,
    }
}

/// Whether so many packs are meant for so many players.
fn meant_for(sheet: &Sheet, packs: u8, n_seats: u8, reading: &mut Reading) -> bool {
    let Some(range) = sheet.deck.packs_for.get(&packs.to_string()) else { return true };
    match range_of(range) {
        Some((from, to)) => (from..=to).contains(&u16::from(n_seats)),
        None => {
            reading
                .wrong(&format!("deck.packs-for.{packs}"), format!("{range:?} is no range such as \"2-10\""));
            true
        }
    }
}

/// Every card for so many packs.
fn pack(sheet: &Sheet, packs: u8) -> CardSet {
    let ranks: &[u8] = match sheet.deck.kind {
        DeckKind::French52 | DeckKind::Coloured108 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        DeckKind::Short36 => &[0, 5, 6, 7, 8, 9, 10, 11, 12],
        DeckKind::Short32 => &[0, 6, 7, 8, 9, 10, 11, 12],
    };
    let plain = ranks.iter().fold(0, |all, rank| all | of_rank(*rank));
    if sheet.deck.kind == DeckKind::Coloured108 {
        return CardSet::from_words([plain | (0xff << 52), plain & !of_rank(9), 0]);
    }
    let all = plain | (((1 << sheet.deck.jokers) - 1) << 52);
    CardSet::from_words(std::array::from_fn(|copy| if copy < packs as usize { all } else { 0 }))
}

/// A number for each number of players.
fn by_players(path: &str, table: &ByPlayers, most: u16, reading: &mut Reading) -> [u16; MAX_SEATS + 1] {
    let mut numbers = [0u16; MAX_SEATS + 1];
    let check = |path: &str, n: u16, reading: &mut Reading| {
        if n == 0 || n > most {
            reading.wrong(path, format!("{n} is out of range: 1 to {most}"));
        }
        n.clamp(1, most)
    };
    match table {
        ByPlayers::Always(n) => numbers = [check(path, *n, reading); MAX_SEATS + 1],
        ByPlayers::Table(table) => {
            for (key, n) in table.iter().filter(|(key, _)| *key == "other") {
                numbers = [check(&format!("{path}.{key}"), *n, reading); MAX_SEATS + 1];
            }
            for (key, n) in table.iter().filter(|(key, _)| *key != "other") {
                let path = format!("{path}.{key}");
                let n = check(&path, *n, reading);
                match range_of(key) {
                    Some((from, to)) => (from..=to).for_each(|i| numbers[i as usize] = n),
                    None => reading
                        .wrong(&path, format!("{key:?} is no number of players; write 2, \"3-5\" or other")),
                }
            }
        }
    }
    if numbers[2..].contains(&0) && !matches!(table, ByPlayers::Table(table) if table.contains_key("other")) {
        // Only matters for players the sheet allows, which the caller looks at.
        numbers.iter_mut().filter(|n| **n == 0).for_each(|n| *n = 1);
    }
    numbers
}

/// Reads `2` or `3-5`, up to sixteen.
fn range_of(text: &str) -> Option<(u16, u16)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (2 <= from && from <= to && to <= MAX_SEATS as u16).then_some((from, to))
}

/// What each card counts; its number where the sheet is silent, ten for
/// pictures without a value of their own, and fifty for jokers.
fn values(sheet: &Sheet, reading: &mut Reading) -> [u16; 64] {
    let own = |i: usize| match Face::new(i as u8) {
        face if face.is_joker() => 50,
        face => u16::from(face.rank() + 1).min(10),
    };
    let mut values: [u16; 64] = std::array::from_fn(own);
    let mut narrow = [0; 64];
    for (key, value) in &sheet.values {
        let Some(selector) = reading.selector(&format!("values.{key}"), key) else { continue };
        for face in crate::face::faces(selector.faces).filter(|face| selector.narrow > narrow[face.index()]) {
            values[face.index()] = *value;
        }
        crate::face::faces(selector.faces)
            .for_each(|it| narrow[it.index()] = narrow[it.index()].max(selector.narrow));
    }
    values
}

fn warnings(rules: &Rules) -> Vec<String> {
    let mut warnings = Vec::new();
    let all = (rules.seats.0..=rules.seats.1).map(|n| rules.layout(n).pack);
    let jokers = all.clone().any(|pack| crate::face::Printed::faces_of(&pack) >> 52 != 0);
    if jokers && (rules.wild >> 52 == 0 || rules.choices.wild_when == WildWhen::MustMatch) {
        warnings.push("a joker that is not wild fits only on another joker".into());
    }
    if rules.choices.jump_in == JumpIn::Identical && all.into_iter().any(|pack| pack.words()[1] == 0) {
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
