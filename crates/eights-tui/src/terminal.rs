//! Runs the application on a terminal, and restores the terminal even after a panic or signal.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    panic,
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

use crate::{App, Depth, draw};

/// How long to wait for a key before polling the table again.
const NAP: Duration = Duration::from_millis(20);

/// How long the main loop may take to end after a signal.
#[cfg(unix)]
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// The reason why the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player left.
    Left,
    /// The program received this signal.
    Signal(u8),
}

/// Whether standard input and output are a terminal that can show a full screen.
pub fn is_possible() -> bool {
    let dumb = match std::env::var_os("TERM") {
        Some(term) => term.is_empty() || term == "dumb",
        // Windows has no such variable.
        None => cfg!(unix),
    };
    io::stdout().is_terminal() && io::stdin().is_terminal() && !dumb
}

/// Runs the application on this terminal until the player leaves or a signal arrives.
///
/// # Errors
///
/// If the terminal can no longer be used; it has been restored as far as possible.
pub fn run(app: &mut App) -> io::Result<Ended> {
    let received = Arc::new(AtomicUsize::new(0));
    watch(&received)?;
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
            // Handle all pending events before drawing once.
            loop {
                dirty |= app.event(&event::read()?);
                if app.done || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        dirty |= app.tick();
        let signal = received.load(Ordering::Relaxed);
        if signal != 0 {
            return Ok(Ended::Signal(signal as u8));
        }
    }
    Ok(Ended::Left)
}

/// Waits for signals in a separate thread. If the terminal itself has gone, the main loop may
/// block on it: in that case the thread ends the program after [`SHUTDOWN_TIMEOUT`].
#[cfg(unix)]
fn watch(received: &Arc<AtomicUsize>) -> io::Result<()> {
    use signal_hook::{consts::signal, iterator::Signals};

    let mut signals = Signals::new([signal::SIGTERM, signal::SIGINT, signal::SIGHUP])?;
    let received = Arc::clone(received);
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            received.store(signal as usize, Ordering::Relaxed);
            thread::sleep(SHUTDOWN_TIMEOUT);
            // The main loop may hold the lock of standard output, so open the terminal directly.
            if let Ok(tty) = std::fs::OpenOptions::new().write(true).open("/dev/tty") {
                give_back(tty);
            }
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Windows has no signals: Ctrl-C is a key, and closing the window ends the program.
#[cfg(windows)]
fn watch(_received: &Arc<AtomicUsize>) -> io::Result<()> {
    Ok(())
}

/// Guard for a terminal in raw mode on the alternate screen. Restores it on drop, and before a
/// panic message is printed.
struct Taken;

impl Taken {
    fn new() -> io::Result<Taken> {
        let screen = thread::current().id();
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A panic in another thread does not end the program, so its message would only
            // damage the screen.
            if thread::current().id() == screen {
                give_back(io::stdout());
                print(info);
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
    // Best effort: an error could not be reported anywhere.
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
