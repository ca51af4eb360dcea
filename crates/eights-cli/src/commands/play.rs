//! `eights play`: chooses between the full screen and plain lines of text, and plays the latter.

use std::{
    fs::File,
    io::{self, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use eights::{Dice, Seat, Seed};
use eights_bots::BotKind;
use eights_match::{AnyMatch, RuleSet, SeatedBot, journal};

use crate::{
    Ending, FINE, board,
    files::{self, Which},
    hands::{self, Look},
    lines::{self, Input},
    screen::{self, Elsewhere},
};

/// Play in this terminal: against bots, with people who share it, or at a table on a server
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; without it, a terminal shows a menu
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    which: Which,
    /// Number of players, including you
    #[arg(long, short)]
    seats: Option<u8>,
    /// Level of the bots
    #[arg(long, short, default_value = "normal", value_parser = BotKind::named)]
    bots: BotKind,
    /// Number of people at this terminal; they take the first seats
    #[arg(long, default_value_t = 1)]
    people: u8,
    /// Seed for the shuffle; random if not given
    #[arg(long)]
    seed: Option<u64>,
    /// Be led through a first hand of the game, move by move
    #[arg(long, conflicts_with_all = ["rules", "with", "cards", "seats", "people", "seed", "journal", "join"])]
    learn: bool,
    /// Write a journal of the match to this file
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    elsewhere: Elsewhere,
    #[command(flatten)]
    look: screen::Look,
}

impl Args {
    /// Whether the arguments describe a game, so that the menu is skipped.
    fn says_what(&self) -> bool {
        let which = &self.which;
        self.game.is_some()
            || !which.rules.is_empty()
            || !which.with.is_empty()
            || self.seats.is_some()
            || self.people > 1
            || self.seed.is_some()
            || self.journal.is_some()
    }
}

/// The maximum length of a line that a person types.
const MAX_LINE_BYTES: usize = 4096;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let full = args.look.full();
    if args.learn {
        if !full {
            bail!("--learn needs the full screen of a terminal");
        }
        return screen::learn(&args.look, args.game.as_deref().unwrap_or("crazy-eights"));
    }
    if args.elsewhere.join.is_some() && !full {
        bail!("--join needs a terminal: the plain lines cannot show a table on a server");
    }
    if full && (args.elsewhere.join.is_some() || !args.says_what()) && args.which.cards.is_none() {
        return screen::play(&args.look, &args.elsewhere, None);
    }
    let rules = files::rule_set(args.game.as_deref().unwrap_or("crazy-eights"), &args.which)?;
    if args.journal.is_some() && args.which.cards.is_some() {
        bail!("a journal cannot record your own cards: leave out --journal or --cards");
    }
    let least = *rules.seats().start();
    let n_seats = args.seats.unwrap_or(3.clamp(least, *rules.seats().end()));
    if args.people > n_seats {
        bail!("--people {} is more than the {n_seats} seats", args.people);
    }
    // Only the plain lines can show custom cards.
    if full && args.which.cards.is_none() {
        let deal = screen::Deal {
            rules,
            changed: !args.which.with.is_empty(),
            seats: (n_seats, args.people),
            bots: args.bots,
            seed: args.seed,
            journal: args.journal.clone(),
        };
        return screen::play(&args.look, &args.elsewhere, Some(deal));
    }
    let seed = match args.seed {
        Some(number) => Seed::from_number(number),
        None => random_seed()?,
    };
    let table = rules.start(n_seats, seed.clone())?;
    let journal = match &args.journal {
        Some(path) => {
            let file = File::create_new(path).with_context(|| format!("cannot write {}", path.display()))?;
            let mut kept = Kept { file, path: path.clone() };
            kept.line(&rules.head(n_seats, &seed))?;
            Some(kept)
        }
        None => None,
    };
    let kept = args.journal.as_ref().map(|path| format!(" The journal is in {}.", path.display()));
    ctrlc::set_handler(move || {
        eprintln!("\neights: the game ends here.{}", kept.as_deref().unwrap_or_default());
        std::process::exit(130);
    })
    .context("cannot watch for Ctrl-C")?;
    let look = Look {
        colour: args.look.color.on(),
        symbols: !args.look.letters,
        printed: board::printed(table.as_ref()),
    };
    let seated = (0..n_seats).map(|index| table.sit(args.bots, Seat::new(index as usize))).collect();
    let mut sitting = Sitting {
        rules,
        table,
        seated,
        people: args.people,
        dice: Dice::at(&seed, u64::MAX),
        journal,
        look,
        began: Instant::now(),
        time_is_up: false,
    };
    sitting.play(out)
}

fn random_seed() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
    Ok(Seed::from_bytes(bytes))
}

/// A journal that is written during the match. Every write is a whole line, so that an
/// interrupted match leaves a readable journal.
struct Kept {
    file: File,
    path: PathBuf,
}

impl Kept {
    fn line(&mut self, part: &impl serde::Serialize) -> anyhow::Result<()> {
        let written = self.file.write_all(journal::line(part).as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// A match with its people and bots.
struct Sitting {
    rules: RuleSet,
    table: Box<dyn AnyMatch>,
    /// A bot for every chair: it plays, or gives hints to the person on that chair.
    seated: Vec<Box<dyn SeatedBot>>,
    people: u8,
    dice: Dice,
    journal: Option<Kept>,
    look: Look,
    began: Instant,
    time_is_up: bool,
}

/// A person's reply to a question.
enum Wish {
    Say(String),
    Leave,
}

impl Sitting {
    fn play(&mut self, out: &mut impl Write) -> Ending {
        let people = if self.people == 1 { "You are A." } else { "People take the first seats." };
        let (game, title) = (self.rules.game.title, &self.rules.title);
        let name = if title == game { game.to_owned() } else { format!("{game}: {title}") };
        writeln!(out, "{name}. {people} Type ? for help.")?;
        self.tell(out)?;
        while let Some(seat) = self.table.asks() {
            self.look_at_the_clock(out)?;
            let answer = if seat.index() < self.people as usize {
                match self.ask(seat, out)? {
                    Wish::Say(said) => said,
                    Wish::Leave => {
                        writeln!(out, "You leave the table.")?;
                        return Ok(FINE);
                    }
                }
            } else {
                let bot = &mut self.seated[seat.index()];
                bot.answer(self.table.as_ref(), &mut self.dice).context("a bot had no answer")?
            };
            let entry = self.table.act(seat, &answer)?;
            if let Some(journal) = &mut self.journal {
                journal.line(&entry)?;
            }
            self.tell(out)?;
        }
        let Some(end) = self.table.over() else { return Ok(FINE) };
        let winners: Vec<String> = end.winners.iter().map(|seat| self.name(seat)).collect();
        let won = match &winners[..] {
            [] => "Nobody wins".to_owned(),
            [one] if one == "You" => "You win".to_owned(),
            [one] => format!("{one} wins"),
            many => format!("{} win", many.join(" and ")),
        };
        writeln!(out, "{won} the match.")?;
        Ok(FINE)
    }

    /// Ends a match with a time limit when the time is up: the rules have no clock of their own.
    fn look_at_the_clock(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let limit = self.rules.minutes().map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        if !self.time_is_up && limit.is_some_and(|limit| self.began.elapsed() >= limit) {
            self.time_is_up = true;
            let entry = self.table.time_is_up()?;
            if let Some(journal) = &mut self.journal {
                journal.line(&entry)?;
            }
            writeln!(out, "Time is up: this hand is the last.")?;
        }
        Ok(())
    }

    fn score(&self) -> String {
        let one = |(seat, points)| format!("{} {points}", self.name(seat));
        self.table.score().iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn name(&self, seat: Seat) -> String {
        if self.people == 1 && seat == Seat::A { "You".into() } else { seat.to_string() }
    }

    /// The seat of the only person at the terminal; `None` if several share it.
    fn you(&self) -> Option<Seat> {
        (self.people == 1).then_some(Seat::A)
    }

    fn tell(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.seated.iter_mut().for_each(|bot| bot.observe(self.table.as_ref()));
        for line in self.table.told(self.you()) {
            writeln!(out, "{}", self.look.sentence(&line))?;
        }
        if let Some(hand) = self.table.hand_over() {
            let won: Vec<String> = hand.outcome.winners.iter().map(|seat| self.name(seat)).collect();
            let won = if won.is_empty() { "nobody".to_owned() } else { won.join(" and ") };
            writeln!(out, "The hand is over, won by {}. Score: {}", won.replace("You", "you"), self.score())?;
        }
        out.flush()?;
        Ok(())
    }

    /// Asks a person until the answer is legal. A forced draw, pass or done is answered at once.
    fn ask(&mut self, seat: Seat, out: &mut impl Write) -> anyhow::Result<Wish> {
        let options: Vec<String> = self.table.options(seat).into_iter().map(|offer| offer.say).collect();
        if let [only] = &options[..]
            && ["draw", "pass", "done"].contains(&only.as_str())
        {
            let who = if self.people == 1 { "You".to_owned() } else { format!("{seat}: you") };
            writeln!(out, "{who} can only {}.", if only == "done" { "be done" } else { only })?;
            return Ok(Wish::Say(only.clone()));
        }
        self.show(seat, out)?;
        loop {
            write!(out, "{}> ", if self.people == 1 { String::new() } else { seat.to_string() })?;
            out.flush()?;
            let line = match lines::read(&mut io::stdin().lock(), MAX_LINE_BYTES)? {
                Input::Line(line) => hands::with_letters(&line),
                Input::TooLong => {
                    writeln!(out, "That line is too long.")?;
                    continue;
                }
                Input::End => {
                    writeln!(out)?;
                    return Ok(Wish::Leave);
                }
            };
            let said = line.trim();
            match said.split_once(' ').unwrap_or((said, "")) {
                ("", _) => self.show(seat, out)?,
                ("?" | "help", _) => self.help(seat, &options, out)?,
                ("why", card) => writeln!(out, "{}", self.look.sentence(&self.table.why_not(seat, card)))?,
                ("rules", _) => self.rules_in_words(out)?,
                ("score", _) => writeln!(out, "{}", self.score())?,
                ("quit" | "exit" | "q", _) => return Ok(Wish::Leave),
                _ => match options.iter().find(|option| same(option, said)) {
                    Some(option) => return Ok(Wish::Say(option.clone())),
                    None => writeln!(out, "{}", self.look.sentence(&self.table.why_not(seat, said)))?,
                },
            }
        }
    }

    fn show(&mut self, seat: Seat, out: &mut impl Write) -> anyhow::Result<()> {
        let drawn = board::draw(self.table.as_ref(), seat, self.look);
        writeln!(out, "\n{}", drawn.trim_end())?;
        Ok(())
    }

    fn help(&mut self, seat: Seat, options: &[String], out: &mut impl Write) -> anyhow::Result<()> {
        let drawn: Vec<String> = options.iter().map(|option| self.look.sentence(option)).collect();
        writeln!(out, "You can say: {}", drawn.join("  "))?;
        if let Some(hint) = self.seated[seat.index()].hint(self.table.as_ref(), &mut self.dice) {
            let why = self.look.sentence(&hint.why);
            writeln!(out, "A bot would say: {}. {why}", self.look.sentence(&hint.say))?;
        }
        if let Some(advice) = board::advice(self.table.as_ref(), seat) {
            writeln!(out, "{advice}")?;
        }
        let example = options.first().map_or("pass", String::as_str);
        writeln!(out, "Also: why {example} (may I, and if not, why?), rules, score, quit.")?;
        Ok(())
    }

    fn rules_in_words(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        for topic in self.rules.topics(Some(self.table.n_seats())) {
            writeln!(out, "{}: {}", topic.title, topic.text)?;
        }
        Ok(())
    }
}

/// Whether the typed text means this option: in any letter case, with `T` for `10`.
fn same(option: &str, said: &str) -> bool {
    option.eq_ignore_ascii_case(said)
        || option.eq_ignore_ascii_case(&said.to_ascii_uppercase().replace('T', "10"))
}
