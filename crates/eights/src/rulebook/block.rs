//! Finds the `play` blocks of a rulebook page and parses their lines.

use crate::{
    seat::Seat,
    setup::{Fact, Position, PositionError, scores},
    sort::sort,
    viewer::Viewer,
};

/// The game and rules of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The game, such as `crazy-eights`. If absent, the folder of the page decides.
    pub game: Option<String>,
    /// A shipped rule set, or the path of a sheet relative to the page.
    pub rules: Option<String>,
    /// Overrides of the sheet, `key = value`, comma-separated.
    pub with: Option<String>,
    /// A shipped card set, or the path of a card file relative to the page.
    pub cards: Option<String>,
}

/// One `play` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The line number of its opening fence.
    pub line: usize,
    /// The game and rules it is played by.
    pub heading: Heading,
    /// The rulebook clauses it tests.
    pub clauses: Vec<String>,
    /// The starting position.
    pub position: Position,
    /// The lines of play after the position, with their line numbers.
    pub play: Vec<(usize, Line)>,
}

/// How a list of options relates to all legal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The list is complete.
    All,
    /// Every listed option is legal; there may be others.
    With,
    /// No listed option is legal.
    Without,
}

/// The end of a hand or match, as a page states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether no player could continue.
    pub blocked: bool,
    /// The winners; empty in a draw.
    pub winners: Vec<Seat>,
    /// The points of each winner, if stated.
    pub points: Option<i32>,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A seat gives an answer.
    Act(Seat, String),
    /// A seat gives an answer that must be refused.
    Refused(Seat, String),
    /// A seat has these options.
    Asks(Seat, Amount, Vec<String>),
    /// A fact holds.
    Is(Fact),
    /// The match score is this.
    Score(Vec<(Seat, i32)>),
    /// Another deal follows, with this dealer.
    NextDealer(Seat),
    /// The hand ended.
    HandOver(Ended),
    /// The match ended.
    Over(Ended),
}

/// Finds and parses every `play` block of a page.
///
/// # Errors
///
/// Every line that cannot be parsed, with its number. That includes fences that look as if the
/// author wanted the block to run but would not run; nothing is skipped silently.
pub fn read(page: &str) -> Result<Vec<Block>, Vec<(usize, String)>> {
    let (mut blocks, mut problems) = (Vec::new(), Vec::new());
    let mut lines = page.lines().enumerate().map(|(i, line)| (i + 1, line));
    while let Some((opened, line)) = lines.next() {
        let Some(fence) = Fence::opening(line) else {
            if Fence::opening(after_markers(line)).is_some_and(|fence| fence.means_play()) {
                problems.push((opened, "a play block cannot be part of a quotation or a list".into()));
            }
            continue;
        };
        let mut closed = false;
        let mut inside = Vec::new();
        for (number, line) in lines.by_ref() {
            if fence.is_closed_by(line) {
                closed = true;
                break;
            }
            let inner = Fence::opening(line).filter(|inner| inner.means_play());
            if inner.is_some_and(|inner| inner.mark == fence.mark && inner.length >= fence.length) {
                problems.push((number, format!("the block opened on line {opened} is not closed here")));
            }
            inside.push((number, line));
        }
        if !closed {
            problems.push((opened, "the block is not closed".into()));
        }
        if fence.is_play() {
            match block(opened, &inside) {
                Ok(block) => blocks.push(block),
                Err(found) => problems.extend(found),
            }
        } else if fence.means_play() {
            let found = format!("{:?} does not run: write \"play\" and nothing else", fence.info);
            problems.push((opened, found));
        }
    }
    sort(&mut problems);
    if problems.is_empty() { Ok(blocks) } else { Err(problems) }
}

/// The opening line of a fenced code block as in CommonMark: three or more backticks or tildes.
struct Fence<'a> {
    mark: char,
    length: usize,
    /// The text after the marks.
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn opening(line: &'a str) -> Option<Fence<'a>> {
        let line = line.trim();
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = line.trim_start_matches(mark);
        let length = line.len() - info.len();
        // CommonMark: such a line is inline code, for example ```` ``` ````.
        let is_inline = mark == '`' && info.contains('`');
        (length >= 3 && !is_inline).then_some(Fence { mark, length, info: info.trim() })
    }

    /// A closing fence is at least as long as the opening one, so a longer fence can quote a
    /// shorter one.
    fn is_closed_by(&self, line: &str) -> bool {
        Fence::opening(line).is_some_and(|close| {
            close.mark == self.mark && close.length >= self.length && close.info.is_empty()
        })
    }

    fn is_play(&self) -> bool {
        self.info == "play"
    }

    /// Whether the author probably wants the block to run.
    fn means_play(&self) -> bool {
        self.info.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("play"))
    }
}

/// The line without the quotation and list markers in front.
fn after_markers(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || ">-*+.)".contains(c))
}

fn block(opened: usize, lines: &[(usize, &str)]) -> Result<Block, Vec<(usize, String)>> {
    let mut block = Block { line: opened, ..Block::default() };
    let mut problems = Vec::new();
    let mut in_play = false;
    for (number, raw) in lines {
        let line = raw.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            // A blank line ends the position once it has a hand; a comment line does not.
            in_play |= raw.trim().is_empty() && !block.position.hands.is_empty();
            continue;
        }
        let read = if in_play {
            play(line).map(|line| block.play.push((*number, line)))
        } else {
            place(&mut block, line)
        };
        if let Err(problem) = read {
            problems.push((*number, problem.to_string()));
        }
    }
    match block.play.last() {
        Some((_, Line::Asks(..) | Line::HandOver(_) | Line::Over(_))) => (),
        _ if !problems.is_empty() => (),
        _ => problems.push((opened, "a block ends with `asks`, `hand over` or `over`".into())),
    }
    if problems.is_empty() { Ok(block) } else { Err(problems) }
}

/// Parses a line of the heading or the position.
fn place(block: &mut Block, line: &str) -> Result<(), PositionError> {
    let (key, value) = line.split_once(':').ok_or_else(|| format!("{line:?} is not a line of a position"))?;
    let (key, value) = (key.split_whitespace().collect::<Vec<_>>().join(" "), value.trim().to_owned());
    let known = ["discard", "stock", "dealer", "turn", "teams", "solids", "table", "score", "naming", "owes"];
    let by_seat = ["in play", "pocketed"];
    let slot = match key.as_str() {
        "game" => &mut block.heading.game,
        "rules" => &mut block.heading.rules,
        "with" => &mut block.heading.with,
        "cards" => &mut block.heading.cards,
        "clauses" => {
            block
                .clauses
                .extend(value.split([',', ' ']).filter(|clause| !clause.is_empty()).map(str::to_owned));
            return Ok(());
        }
        _ => {
            if let Some(seat) = key.strip_prefix("hand ") {
                let seat = Seat::from_letter(seat).ok_or_else(|| format!("there is no seat {seat:?}"))?;
                if seat.index() != block.position.hands.len() {
                    return Err(format!("hand {seat}: the hands are listed once each, in seat order").into());
                }
                block.position.hands.push(value);
                return Ok(());
            }
            let of_seat = by_seat.iter().any(|head| {
                key.strip_prefix(head).is_some_and(|rest| Seat::from_letter(rest.trim_start()).is_some())
            });
            if !known.contains(&key.as_str()) && key != "direction" && !of_seat {
                return Err(format!("a position has no line {key:?}").into());
            }
            if block.position.lines.insert(key.clone(), value).is_some() {
                return Err(format!("{key:?} is written twice").into());
            }
            return Ok(());
        }
    };
    if slot.replace(value).is_some() {
        return Err(format!("{key:?} is written twice").into());
    }
    Ok(())
}

/// Parses a line of play.
fn play(line: &str) -> Result<Line, PositionError> {
    let unknown = || format!("{line:?} is not a line of play");
    let Some((head, tail)) = line.split_once(':') else {
        return match line.split_whitespace().collect::<Vec<_>>()[..] {
            [who, "owes", n] => {
                let n = n.parse().map_err(|_| format!("{n:?} is not a number"))?;
                Ok(Line::Is(Fact::Owes { seat: seat(who)?, n }))
            }
            _ => Err(unknown().into()),
        };
    };
    let tail = tail.trim();
    let words: Vec<&str> = head.split_whitespace().collect();
    match words[..] {
        ["asks", who] => Ok(Line::Asks(seat(who)?, Amount::All, options(tail))),
        ["asks", who, "with"] => Ok(Line::Asks(seat(who)?, Amount::With, options(tail))),
        ["asks", who, "without"] => Ok(Line::Asks(seat(who)?, Amount::Without, options(tail))),
        ["sees", who] => {
            let viewer = if who == "all" { Viewer::Public } else { Viewer::Seat(seat(who)?) };
            let (place, cards) = tail.split_once(" has").ok_or_else(|| format!("{tail:?}: who has what?"))?;
            let (place, cards) = (place.trim().to_owned(), cards.trim().to_owned());
            Ok(Line::Is(Fact::Sees { viewer, place, cards }))
        }
        ["score"] => Ok(Line::Score(scores(tail)?)),
        ["next", "dealer"] => Ok(Line::NextDealer(seat(tail)?)),
        ["hand", "over"] => Ok(Line::HandOver(ended(tail)?)),
        ["over"] => Ok(Line::Over(ended(tail)?)),
        ["top" | "discard" | "stock" | "resolving" | "direction" | "table" | "solids"]
        | ["hand", _]
        | ["in", "play", _]
        | ["pocketed", _] => Ok(Line::Is(Fact::Is { key: words.join(" "), value: tail.to_owned() })),
        ["!", who] => Ok(Line::Refused(seat(who)?, tail.to_owned())),
        [who] if who.starts_with('!') => Ok(Line::Refused(seat(&who[1..])?, tail.to_owned())),
        [who] if Seat::from_letter(who).is_some() => Ok(Line::Act(seat(who)?, tail.to_owned())),
        _ => Err(unknown().into()),
    }
}

fn seat(word: &str) -> Result<Seat, PositionError> {
    Seat::from_letter(word).ok_or_else(|| format!("there is no seat {word:?}").into())
}

fn options(text: &str) -> Vec<String> {
    text.split(',')
        .map(|option| option.trim().to_owned())
        .filter(|option| !option.is_empty() && option != "none")
        .collect()
}

/// Parses `A wins 35`, `blocked, A and C win 12`, `blocked`, `draw`.
fn ended(text: &str) -> Result<Ended, PositionError> {
    let (blocked, rest) = match text.strip_prefix("blocked") {
        Some(rest) => (true, rest.trim_start_matches(',').trim()),
        None => (false, text),
    };
    if rest == "draw" || (blocked && rest.is_empty()) {
        return Ok(Ended { blocked, winners: Vec::new(), points: None });
    }
    let unclear = || format!("{text:?} does not say who wins");
    let words: Vec<&str> =
        rest.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    let verb = words.iter().position(|word| matches!(*word, "wins" | "win")).ok_or_else(unclear)?;
    let names = words[..verb].iter().filter(|word| **word != "and");
    let winners: Vec<Seat> = names.map(|word| seat(word)).collect::<Result<_, _>>()?;
    let points = match words[verb + 1..] {
        [] => None,
        [n] => Some(n.parse().map_err(|_| format!("{n:?} is not a number"))?),
        _ => return Err(unclear().into()),
    };
    if winners.is_empty() {
        return Err(unclear().into());
    }
    Ok(Ended { blocked, winners, points })
}
