//! Runs work that blocks on a thread for that.

/// The result of work that blocks; None if it panicked, or the server ends.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    #[cfg(test)]
    if IS_INLINE.get() {
        return Some(work());
    }
    tokio::task::spawn_blocking(work).await.ok()
}

#[cfg(test)]
thread_local! {
    static IS_INLINE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// From now on runtimes of this thread do everything in one order: for simulations.
#[cfg(test)]
pub(crate) fn inline() {
    IS_INLINE.set(true);
}
