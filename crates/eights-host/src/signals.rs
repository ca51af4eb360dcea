//! What the operating system asks a server to do.

use std::io;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Save everything and stop.
    Stop,
    /// Read the settings again.
    Reload,
}

#[cfg(unix)]
pub(crate) use unix::Signals;
#[cfg(windows)]
pub(crate) use windows::Signals;

#[cfg(unix)]
mod unix {
    use std::io::IsTerminal;

    use tokio::signal::unix::{self, SignalKind, signal};

    use super::{Signal, io};

    /// The handlers of SIGTERM, SIGINT and SIGHUP.
    pub(crate) struct Signals {
        terminate: unix::Signal,
        interrupt: unix::Signal,
        hangup: unix::Signal,
        has_terminal: bool,
        _file_too_large: unix::Signal,
    }

    impl Signals {
        pub(crate) fn new() -> io::Result<Signals> {
            // With a handler for SIGXFSZ, a write beyond the file size limit (ulimit -f) returns an error.
            // Without one, the signal ends the program.
            let file_too_large = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
            Ok(Signals {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
                hangup: signal(SignalKind::hangup())?,
                has_terminal: io::stdin().is_terminal(),
                _file_too_large: signal(file_too_large)?,
            })
        }

        pub(crate) async fn next(&mut self) -> Signal {
            tokio::select! {
                _ = self.terminate.recv() => Signal::Stop,
                _ = self.interrupt.recv() => Signal::Stop,
                // The same signal says that the window of the server was closed.
                _ = self.hangup.recv() => match self.has_terminal && !io::stdin().is_terminal() {
                    true => Signal::Stop,
                    false => Signal::Reload,
                },
            }
        }
    }
}

#[cfg(windows)]
mod windows {
    use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, CtrlShutdown};
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

    use super::{Signal, io};

    /// The handlers of Ctrl-C, of a closed window and of a machine that shuts down; Ctrl-Break reads the
    /// settings again.
    pub(crate) struct Signals {
        interrupt: CtrlC,
        close: CtrlClose,
        shutdown: CtrlShutdown,
        reload: CtrlBreak,
    }

    impl Signals {
        pub(crate) fn new() -> io::Result<Signals> {
            Ok(Signals {
                interrupt: ctrl_c()?,
                close: ctrl_close()?,
                shutdown: ctrl_shutdown()?,
                reload: ctrl_break()?,
            })
        }

        pub(crate) async fn next(&mut self) -> Signal {
            tokio::select! {
                _ = self.interrupt.recv() => Signal::Stop,
                _ = self.close.recv() => Signal::Stop,
                _ = self.shutdown.recv() => Signal::Stop,
                _ = self.reload.recv() => Signal::Reload,
            }
        }
    }
}
