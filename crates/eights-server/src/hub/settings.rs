//! The settings in use, which can be replaced while the server runs.

use std::sync::{
    Arc, PoisonError, RwLock,
    atomic::{AtomicU64, Ordering},
};

use crate::{config::Config, room::RoomConfig};

/// The settings in use.
pub(super) struct Live {
    current: RwLock<(Arc<Config>, Arc<RoomConfig>)>,
    /// The bits of `message-rate`, which is read for every frame: an atomic costs no more than a
    /// field, while the counters of a lock and an `Arc` would move between cores.
    message_rate: AtomicU64,
    /// The check for bot levels.
    is_level: fn(&str) -> bool,
}

impl Live {
    pub(super) fn new(config: Config, is_level: fn(&str) -> bool) -> Live {
        let message_rate = config.message_rate.to_bits().into();
        let room = Arc::new(room_config(&config, is_level));
        Live { current: RwLock::new((Arc::new(config), room)), message_rate, is_level }
    }

    pub(super) fn config(&self) -> Arc<Config> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// What concerns rooms.
    pub(super) fn room(&self) -> Arc<RoomConfig> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    pub(super) fn message_rate(&self) -> f64 {
        f64::from_bits(self.message_rate.load(Ordering::Relaxed))
    }

    pub(super) fn replace(&self, config: Arc<Config>) {
        self.message_rate.store(config.message_rate.to_bits(), Ordering::Relaxed);
        let room = Arc::new(room_config(&config, self.is_level));
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = (config, room);
    }
}

fn room_config(config: &Config, is_level: fn(&str) -> bool) -> RoomConfig {
    RoomConfig {
        run_outs: config.run_outs.max(1),
        grace: config.grace,
        shuffle_wait: config.shuffle_wait,
        hand_pause: config.hand_pause,
        stand_in: config.stand_in.clone(),
        table_idle: config.table_idle * 1000,
        match_idle: config.match_idle * 1000,
        hint_rate: config.hint_rate,
        is_level,
    }
}
