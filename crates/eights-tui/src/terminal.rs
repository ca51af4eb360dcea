//! The terminal: taken over, drawn on, and given back whatever happens.

use std::{
    fs::OpenOptions,
    io::{self, BufWriter, IsTerminal, Write},
    panic, process,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use crossterm::{
    cursor::Show,
    event::{self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute, style,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Terminal, backend::CrosstermBackend};
use signal_hook::{consts::signal, iterator::Signals};

use crate::{App, Depth, draw};

/// How long the program waits for a key before it looks at the table again.
const NAP: Duration = Duration::from_millis(20);

/// How long the loop has to end after a signal.
const PATIENCE: Duration = Duration::from_millis(500);

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Somebody left.
    Left,
    /// A signal said so.
    Signal(u8),
}

/// Whether there is a terminal to draw on and to type at.
pub fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb
}

/// Runs the program on this terminal until somebody leaves.
///
/// # Errors
///
/// When the terminal cannot be used any more; it has been given back as far as possible.
pub fn run(app: &mut App) -> io::Result<Ended> {
    let told = Arc::new(AtomicUsize::new(0));
    watch(&told)?;
    if app.skin.depth != Depth::None {
        style::force_color_output(true);
    }
    let _taken = Taken::new()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stdout())))?;
    let mut dirty = true;
    while !app.done {
        if dirty {
            let mut hits = Vec::new();
            terminal.draw(|frame| hits = draw(frame, app))?;
            app.hits = hits;
        }
        dirty = false;
        if event::poll(NAP)? {
            // Keys that came together are drawn together.
            loop {
                dirty |= app.event(&event::read()?);
                if app.done || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        dirty |= app.tick();
        let signal = told.load(Ordering::Relaxed);
        if signal != 0 {
            return Ok(Ended::Signal(signal as u8));
        }
    }
    Ok(Ended::Left)
}

/// Hears signals in a thread of its own. When the terminal itself has gone, the
/// loop may hang in it: after a moment the program ends without its help.
fn watch(told: &Arc<AtomicUsize>) -> io::Result<()> {
    let mut signals = Signals::new([signal::SIGTERM, signal::SIGINT, signal::SIGHUP])?;
    let told = Arc::clone(told);
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            told.store(signal as usize, Ordering::Relaxed);
            thread::sleep(PATIENCE);
            // Standard output is the loop's own; the terminal has another name.
            if let Ok(tty) = OpenOptions::new().write(true).open("/dev/tty") {
                give_back(tty);
            }
            process::exit(128 + signal);
        }
    });
    Ok(())
}

/// A terminal that was taken over. It is given back when this is dropped, and before a panic is told.
struct Taken;

impl Taken {
    fn new() -> io::Result<Taken> {
        let screen = thread::current().id();
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Only the thread that draws ends the program; another one's table just falls silent.
            if thread::current().id() == screen {
                give_back(io::stdout());
                tell(info);
            }
        }));
        enable_raw_mode()?;
        let taken = Taken;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back(io::stdout());
    }
}

fn give_back(mut out: impl Write) {
    // Whatever still works is done: there is nobody to complain to.
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
