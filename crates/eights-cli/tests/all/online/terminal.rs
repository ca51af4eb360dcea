//! Runs the real program in a pseudoterminal: keys go in, the screen comes out.

use std::{
    ffi::OsStr,
    fs::{File, OpenOptions},
    io::{Read, Write},
    os::unix::ffi::OsStrExt,
    path::Path,
    process::{Child, Command},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

/// The program `eights` in a terminal of its own; killed on drop.
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts the program with these arguments, and this folder as home.
    pub(crate) fn start(args: &[&str], home: &Path) -> Terminal {
        const SIZE: (u16, u16) = (30, 100);
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let (ws_row, ws_col) = SIZE;
        tcsetwinsize(&master, Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = Path::new(OsStr::from_bytes(name.as_bytes()));
        let end = || OpenOptions::new().read(true).write(true).open(path).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_eights"))
            .args(args)
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home)
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let keyboard = File::from(master);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ws_row, ws_col, 0)));
        let (mut output, shown) = (keyboard.try_clone().unwrap(), screen.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when the program has ended.
            while let Ok(n) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..n]);
            }
        });
        Terminal { child, keyboard, screen }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// The text on the screen, with one space between words.
    pub(crate) fn text(&self) -> String {
        let text = self.screen.lock().unwrap().screen().contents();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(30), "no {text:?} on the screen: {}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
